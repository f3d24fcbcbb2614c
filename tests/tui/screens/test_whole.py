"""In any window and any colours no word is cut, no heading is empty, and no words touch an edge.

Each screen that is approved is looked at so when it is seen (`test_every_screen`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from itertools import product
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_board
from termpuzzles.games import names
from termpuzzles.games.model import Puzzle
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.screens.dialogs import ChoiceDialog
from tests.data import sweep
from tests.pictures.boards import half_played
from tests.tui.past import TODAY
from tests.tui.screens.test_every_screen import WAYS, Go, on, past, to_the_end
from tests.tui.troubles import troubles
from tests.tui.visit import Visit, visiting

assert past  # a fixture

SIZES = ("40x15", "100x30", "160x50", "80x24")  # the last one is that in which one goes on
NAMES = ("home", "levels", "daily", "learn", "practise", "statistics", "new", "options", "welcome", "rush")
LOOKS: dict[str, dict[str, object]] = {
    "dark": {"look": "pipes"},
    "light": {"look": "pipes", "theme_name": theme.LIGHT},
    "high contrast": {"look": "pipes", "theme_name": theme.HIGH_CONTRAST},
    "16 colours": {"terminal": Terminal(colours=ColourDepth.STANDARD)},
    "no colours": {"terminal": Terminal(colours=ColourDepth.NONE), "theme_name": theme.COLOURLESS},
    "ASCII": {"ascii_only": True},
}
SEEN = [*LOOKS] if sweep.IS_LONG else ["ASCII"]  # others change colours, and hardly ever words; dark ones are approved
EVERY = [*product(SEEN, [False, True])] if sweep.IS_LONG else [("ASCII", False)]


@pytest.mark.parametrize(("look", "is_full"), EVERY)
async def test_no_word_is_cut_no_heading_is_empty_and_nothing_touches_an_edge(
    look: str, is_full: bool, past: Path, tmp_path: Path
) -> None:
    if is_full:
        shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    wrong = []
    async with visiting(tmp_path, **LOOKS[look]) as visit:  # type: ignore[arg-type]
        for name in NAMES:
            visit.app.go(name)
            await visit.settle()
            for size in sweep.sample(SIZES, 3):
                await visit.resize(size)
                if (name, look) != ("new", "ASCII"):  # whose list of games the games of tests make longer
                    wrong += [f"{name} {size}: {each}" for each in troubles(visit)]
            visit.app.pop_screen()
    assert not wrong, "\n".join(wrong)


def ways_on(game: str) -> dict[str, Go]:
    """A board of the game in play, hinted at, and solved."""
    return {f"{game} hinted at": on(board(game, 1), "i", "i"), f"{game} solved": end_of(board(game, 2))}


def board(game: str, seed: int) -> Callable[[], Puzzle]:
    """A board of which half is done; each is opened once, as the one before stays open."""
    return lambda: half_played(game, "7x7", seed=seed)


def end_of(board: Callable[[], Puzzle]) -> Go:
    """A board after its last move, with the card beside it."""

    async def go(visit: Visit) -> None:
        await on(board)(visit)
        await to_the_end(visit)

    return go


async def choice(visit: Visit) -> None:
    """The question to which of two positions to go back."""
    await visit.show(ChoiceDialog(visit.context, "Go back to which position?", ["before the corner", "first"]))


OTHERS: dict[str, Go] = {name: way.go for name, way in WAYS.items() if sweep.IS_LONG and name not in (*NAMES, "solved")}
OTHERS |= {name: go for game in names() for name, go in ways_on(game).items()}
OTHERS |= {
    "in groups": on(board("net", 3), "C", "c"),
    "a daily board solved": end_of(lambda: daily_board("net", TODAY)),
    "palette found": on(board("net", 4), "ctrl+p", *"theme"),
    "palette without matches": on(board("net", 5), "ctrl+p", *"qqq"),
    "choice": choice,
}


@pytest.mark.parametrize("look", SEEN if sweep.IS_LONG else ["dark"])
async def test_no_word_is_cut_on_a_screen_that_another_one_leads_to(look: str, past: Path, tmp_path: Path) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    await look_through(tmp_path, look, OTHERS)


async def look_through(folder: Path, look: str, ways: Mapping[str, Go]) -> None:
    """Go to each screen in one app and see it in windows of each size, or else in the smallest."""
    wrong = []
    async with visiting(folder, **LOOKS[look]) as visit:  # type: ignore[arg-type]
        for name, go in ways.items():
            depth = len(visit.app.screen_stack)
            await go(visit)
            for size in SIZES if sweep.IS_LONG else SIZES[:1]:
                await visit.resize(size)
                wrong += [f"{name} {size}: {each}" for each in troubles(visit)]
            while len(visit.app.screen_stack) > depth:
                visit.app.pop_screen()
    assert not wrong, "\n".join(wrong)
