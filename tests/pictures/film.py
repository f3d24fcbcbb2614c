"""The README's first picture: eight seconds in which a board of Net is solved, with one hint.

Each frame draws only what has changed since the one before it. Where nothing may move, the hint stands still.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot
from textual.widget import Widget

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.guide import Guide
from termpuzzles.session.session import Session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.light import STILL, sweeping
from tests.pictures.scenes import THEMES, begin
from tests.pictures.screen import Cell, Frame, cells, film
from tests.play.test_session import Time

SHOWS = "A board of Net is being solved, with one hint: the marked tile, and why it must be so"
SECONDS = 8
_BOARD = "5x5:4d1448b4b6c77d89b9a514173"
_SIZE = (66, 21)
_FIRST, _HINTED = 14, 19  # the first of the steps that are shown, and the one before which a hint is taken
_TURN, _NOTICE, _READ, _WAVE, _END = 0.3, 0.7, 1.7, 0.08, 1.4  # how long each kind of frame stays, by share


async def draw_film(page: str) -> str:
    """The picture for a light or a dark page."""
    (puzzle,) = read(_BOARD)
    with TemporaryDirectory() as folder:
        library = Library(Folders(Path(folder) / "data", Path(folder) / "config"), lambda: datetime(2026, 11, 22, 9))
        begin(library, puzzle, _FIRST)
        time = Time()
        context = Context(library, library.settings(), time, theme_name=THEMES[page])
        app = make_app(context, [puzzle])
        app.animation_level = "none"  # light is shown step by step below
        async with app.run_test(size=_SIZE) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, PlayScreen)
            ground = Widget.background_colors.fget(screen)[1].hex6[1:].lower()  # type: ignore[attr-defined]

            def shown() -> list[Cell]:
                return cells(screen._compositor.render_strips(), "808080", ground)

            frames, still = [Frame(shown(), _TURN)], 0
            for number, cell, keys in _steps(puzzle):
                if number == _HINTED:
                    for seconds in (_NOTICE, _NOTICE, _READ):
                        await _press(pilot, "i")
                        frames.append(Frame(shown(), seconds))
                    still = len(frames) - 1
                screen.cursor = cell
                for key in keys:
                    if screen.controller.session.solved:
                        break
                    time.now += 2
                    await _press(pilot, key)
                    frames.append(Frame(shown(), _TURN))
            assert screen.controller.session.solved
            for light in (*sweeping(screen.board.picture, screen.cursor), STILL):
                screen.board.light.show(light)
                await pilot.pause()
                frames.append(Frame(shown(), _WAVE if light is not STILL else _END))
            return film(frames, still, SECONDS, ground, SHOWS)


async def _press(pilot: Pilot[None], key: str) -> None:
    await pilot.press(key)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def _steps(puzzle: Puzzle) -> Iterator[tuple[int, int, str]]:
    """The steps that are shown: the number of each, its tile, and the keys that turn and pin it."""
    guide, session, number = Guide(puzzle), Session(puzzle), 0
    while (hint := guide.hint(session.state)) is not None:
        assert hint.cell is not None
        assert hint.move is not None
        before = session.state
        session.play(hint.move)
        if number >= _FIRST:
            turns = _turns(before.lines[hint.cell], session.state.lines[hint.cell])
            pinned = session.state.pins[hint.cell] > before.pins[hint.cell]
            yield number, hint.cell, "d" * turns + "s" * pinned
        number += 1


def _turns(mask: int, wanted: int) -> int:
    """How often a tile is to be turned clockwise."""
    return next(turns for turns in range(4) if (mask >> turns | mask << 4 >> turns) & 15 == wanted)
