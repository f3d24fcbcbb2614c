"""Apps that share a loop leave time to others: they draw in parts, and a board left alone sleeps."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual._compositor import Compositor

from termpuzzles.company.service import drawing
from termpuzzles.company.service.drawing import SharingApp, VisitorsApp
from termpuzzles.generator.generate import generate
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.play import Ticking
from tests.tui.recorder import recorded


def seconds_at_which_the_time_is_shown(shares_loop: bool, keys_at: tuple[int, ...] = ()) -> list[int]:
    """The seconds, of two hundred, at which the clock of a board is shown."""
    shown, later = list[int](), list[Callable[[], None]]()
    app = SimpleNamespace(typed=0, shares_loop=shares_loop, after=lambda seconds, call: later.append(call))
    clock = SimpleNamespace(seconds=0.0, running=True)
    recorded = SimpleNamespace(check_claim=lambda: "")
    session = SimpleNamespace(clock=clock)
    controller: Any = SimpleNamespace(session=session, tick=lambda: "", recorded=recorded, runs_on=False)
    screen: Any = SimpleNamespace(app=app, is_ready=True)

    async def sit() -> None:
        now, loop = 0, asyncio.get_running_loop()
        loop.time = lambda: float(now)  # type: ignore[method-assign]
        Ticking(screen, controller, lambda: shown.append(now))
        for now in range(1, 201):
            app.typed += now in keys_at
            later.pop()()

    loop = asyncio.new_event_loop()
    loop.run_until_complete(sit())
    loop.close()
    return shown


def test_the_clock_of_a_board_left_alone_is_shown_now_and_then_until_the_next_key() -> None:
    alone = seconds_at_which_the_time_is_shown(True, keys_at=(150,))
    assert alone[:60] == list(range(1, 61))
    assert [second for second in alone if 62 <= second < 150] == list(range(71, 150, 10))
    assert [second for second in alone if second >= 150] == list(range(150, 201))


def test_the_clock_at_ones_own_terminal_is_shown_every_second() -> None:
    assert seconds_at_which_the_time_is_shown(False) == list(range(1, 201))


async def test_a_large_window_is_drawn_in_parts_between_which_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "PART", 0.0)
    composed, turn, whole = dict[int, int](), [0], Compositor.render_update

    def counted(compositor: Compositor, **options: Any) -> Any:
        cells = sum(region.area for region in compositor._dirty_regions)
        composed[turn[0]] = composed.get(turn[0], 0) + cells
        return whole(compositor, **options)

    async def bystand() -> None:
        while True:
            turn[0] += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(Compositor, "render_update", counted)
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = Context(library, library.settings(), terminal=Terminal(ColourDepth.TRUECOLOR))
    async with recorded(make_app(context, [generate("net", "20x15", seed=1)], kind=VisitorsApp), (200, 60)) as play:
        await play.pilot.pause()
        others = asyncio.ensure_future(bystand())
        composed.clear()
        await play.pilot.press("-")
        while play.app.output.is_drawing or not composed:
            await asyncio.sleep(0.01)
        others.cancel()
    assert sum(composed.values()) > 4 * drawing.CELLS
    assert max(composed.values()) < 2 * drawing.CELLS


async def test_each_part_of_a_drawing_is_a_turn_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[tuple[str, float]]()
    after = SharingApp.after

    def noting(app: SharingApp, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        waits.append((call.__qualname__.rpartition(".")[2], seconds))
        return after(app, seconds, call)

    monkeypatch.setattr(SharingApp, "after", noting)
    monkeypatch.setattr(drawing, "PART", 1e-6)  # so that each band of rows takes longer
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = Context(library, library.settings(), terminal=Terminal(ColourDepth.TRUECOLOR))
    async with recorded(make_app(context, [generate("net", "20x15", seed=1)], kind=VisitorsApp), (200, 60)) as play:
        await play.pilot.pause()
        waits.clear()
        play.app.output.return_to_terminal()
        play.app.screen.refresh()
        await play.pilot.pause()
        while play.app.output.is_drawing:
            await asyncio.sleep(0.01)
    composing = [seconds for name, seconds in waits if name == "_compose_on"]
    painting = [seconds for name, seconds in waits if name == "paint"]
    assert {*composing, *painting} == {0}, "it is for the loop to say whose turn it is"
    assert len(painting) >= 200 * 60 // drawing.PAINTED - 1
