"""The terminal shows what was composed, whatever keys are pressed, at each colour depth, glyph set and theme."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import PIPE_ZOOMS, ZOOMS, Zoom
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import Terminal
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from tests.data import sweep
from tests.tui.recorder import recorded
from tests.tui.terminal.painted import DEPTHS, THEMES, Look, Readers, agree, random_events

LOOKS = [("truecolor", "dark"), ("truecolor", "light"), ("256", "dark"), ("16", "light"), ("none", "colourless")]


@pytest.mark.parametrize(
    ("depth", "theme", "ascii_only"), sweep.sample([(*look, letters) for look in LOOKS for letters in (False, True)], 4)
)
async def test_after_random_events_the_terminal_shows_what_was_composed(
    tmp_path: Path, depth: str, theme: str, ascii_only: bool
) -> None:
    assert depth in DEPTHS
    seed = f"{depth} {theme} {ascii_only}"
    count = 2_000 if sweep.IS_LONG else 30
    events = await random_events(tmp_path, seed, count, Look(depth, not ascii_only, ascii_only, THEMES[theme]))
    assert events == count


@pytest.mark.parametrize("zoom", sweep.sample([*ZOOMS, *PIPE_ZOOMS[2:]], 4), ids=lambda zoom: zoom.name)
async def test_turning_a_tile_beside_the_seam_draws_its_joins_on_both_sides_of_the_board(
    tmp_path: Path, zoom: Zoom
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = Context(library, library.settings(), terminal=Terminal(DEPTHS["256"]))
    context.settings["look"] = "pipes" if zoom.pixels else "lines"
    puzzle = generate("net", "5x5w", seed=4)
    context.keep_zoom(f"net {puzzle.grid} in 120x45", zoom.number)
    async with recorded(make_app(context, [puzzle]), (120, 45)) as play:
        readers = Readers(120, 45, erases=True)
        await agree(play, readers, DEPTHS["256"])
        for key in ("g", "escape", "d", "d", "down", "d", "left", "d", "up", "d", "right", "d", "up", "d", "d"):
            await play.pilot.press(key)
            await agree(play, readers, DEPTHS["256"])


async def test_a_board_for_which_the_panel_returns_is_drawn_whole(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = Context(library, library.settings(), ascii_only=True, terminal=Terminal(DEPTHS["256"]))
    puzzles = [generate("simpleloop", "6x6", seed=4), generate("net", "9x9", seed=2)]
    async with recorded(make_app(context, puzzles), (80, 24)) as play:
        readers = Readers(80, 24, erases=True)
        for key in ("right_square_bracket", "+", "i", "s", "left_square_bracket", "+", "down", "right_square_bracket"):
            await play.pilot.press(key)
            await agree(play, readers, DEPTHS["256"])
        assert play.app.screen.query_one("#panel").display
