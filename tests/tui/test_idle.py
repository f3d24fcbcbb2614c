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
        await game.app.workers.wait_for_complete()
        await game.until(lambda: not running(game))


async def test_a_tick_of_the_clock_is_drawn_in_one_more_turn_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path, small(), on_wire=True) as game:
        await settled(game)
        loop, drawn = asyncio.get_running_loop(), []
        paint = Painter.paint
        monkeypatch.setattr(Painter, "paint", lambda self, *given: drawn.append(given) or paint(self, *given))
        asked: list[object] = []
        call_soon = loop.call_soon
        monkeypatch.setattr(
            loop, "call_soon", lambda call, *given, **more: asked.append(call) or call_soon(call, *given, **more)
        )
        game.time.now += 5
        game.screen.frame.show_time()
        own = len(asked)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert own == 1, "it is asked for once"
        assert len(drawn) == 1
        assert b"5" in game.terminal.wire.read_sent()
