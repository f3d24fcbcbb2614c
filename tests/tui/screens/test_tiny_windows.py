"""No window is too small for any screen or dialog: it shrinks to a column and a row, with keys between, and grows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from textual.screen import Screen

from termpuzzles.games import named
from termpuzzles.tui.app import SCREENS
from termpuzzles.tui.screens.dialogs import ChoiceDialog, FetchScreen, TakeOverScreen, TextDialog
from tests.data import sweep
from tests.games.boards import board
from tests.tui.apps import Game, playing

pytestmark = pytest.mark.slow

SIZES = [
    *[(columns, rows) for columns in (12, 9, 7, 5, 4, 3, 2, 1) for rows in (6, 3, 2, 1)],
    *[(30, 10), (1, 6), (4, 24), (80, 1), (12, 6), (80, 24)],
]
KEYS = ("down", "up", "tab", "left", "right", "pagedown", "home", "end", "x")
ON_A_BOARD = ((), ("i", "i"), ("question_mark",), ("ctrl+p",), ("ctrl+p", "d", "a"), ("g",), ("O",), ("m",), ("G",))


async def squeeze(game: Game, seed: str) -> None:
    """Change the size of the window, again and again, and press a key each time."""
    chance = Random(seed)
    for size in sweep.sample(SIZES, 3):
        game.terminal.wire.resize(*size)
        await game.press(chance.choice(KEYS))
        assert game.app.crash is None
        if game.app.leaving:
            return


@pytest.mark.parametrize("name", sweep.sample(sorted(SCREENS), 5))
async def test_each_screen_fits_any_window(name: str, tmp_path: Path) -> None:
    async with playing(tmp_path, on_wire=True, look="pipes") as game:
        game.app.go(name)
        await squeeze(game, name)


@pytest.mark.parametrize("keys", sweep.sample(ON_A_BOARD, 4), ids="-".join)
async def test_a_board_and_what_it_opens_fit_any_window(keys: tuple[str, ...], tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓╻", "┗┛╹"), on_wire=True, look="pipes") as game:
        await game.press(*keys)
        await squeeze(game, "-".join(keys))


@pytest.mark.parametrize("kind", ["text", "choice", "take over", "fetch"])
async def test_each_dialog_fits_any_window(kind: str, tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓╻", "┗┛╹"), on_wire=True) as game:
        context = game.app.context
        dialogs: dict[str, Callable[[], Screen[Any]]] = {
            "text": lambda: TextDialog(context, "Go to a column and row (3 4), or back (b)"),
            "choice": lambda: ChoiceDialog(context, "Which of these two?", ("one", "another")),
            "take over": lambda: TakeOverScreen(context, _never),
            "fetch": lambda: FetchScreen(context, _never),
        }
        game.app.push_screen(dialogs[kind]())
        await squeeze(game, kind)


def _never(*given: object) -> NoReturn:
    raise OSError("nobody is there")
