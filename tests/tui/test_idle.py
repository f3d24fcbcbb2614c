"""What wakes the program while nobody does anything: counted, not timed."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.timer import Timer

from termpuzzles.terminal.painter import Painter
from tests.tui.apps import Game, playing
from tests.tui.terminal.test_app_steps import settled, small

pytestmark = pytest.mark.slow


def running(game: Game) -> list[Timer]:
    """The timers of Textual that go off by themselves."""
    pumps: list[Any] = [game.app, *game.app.screen_stack]
    pumps += [widget for screen in game.app.screen_stack for widget in screen.walk_children()]
    return [timer for pump in pumps for timer in pump._timers if timer._active.is_set()]


@pytest.mark.parametrize("keys", [(), ("ctrl+p",), ("question_mark",), ("i",), ("N",)], ids="-".join)
async def test_no_timer_of_textual_runs_while_nobody_does_anything(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        await game.press(*keys)
        await game.until(lambda: all(worker.is_finished for worker in game.app.workers))  # some give way to others
        await game.until(lambda: not running(game))


async def test_a_tick_of_the_clock_is_drawn_in_one_more_turn_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        loop, drawn, asked = asyncio.get_running_loop(), list[object](), list[object]()
        paint, call_soon = Painter.paint, loop.call_soon

        def counted_paint(painter: Painter, *given: Any) -> str:
            drawn.append(given)
            return paint(painter, *given)

        def counted_call(call: Any, *given: Any, **more: Any) -> asyncio.Handle:
            asked.append(call)
            return call_soon(call, *given, **more)

        monkeypatch.setattr(Painter, "paint", counted_paint)
        monkeypatch.setattr(loop, "call_soon", counted_call)
        game.time.now += 5
        game.screen.frame.show_time()
        own = len(asked)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert own == 1, "it is asked for once"
        assert len(drawn) == 1
        assert b"5" in game.terminal.wire.read_sent()
