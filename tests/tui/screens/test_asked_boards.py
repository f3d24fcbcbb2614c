"""A board that is asked for in words in the app: in the palette, and by `g` on a board."""

from pathlib import Path

import pytest

from termpuzzles.games import named
from termpuzzles.tui.screens.play import PlayScreen
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown

SMALL = ("┓╺╸", "╻┻╸", "┗━┛")


def kind_of_board(game: Game) -> str:
    """The game and the size of the board that is open."""
    screen = game.app.screen
    assert isinstance(screen, PlayScreen)
    puzzle = screen.controller.puzzle
    return f"{puzzle.game.title} {puzzle.grid}"


def typed(text: str) -> list[str]:
    return ["space" if letter == " " else "comma" if letter == "," else letter for letter in text]


@pytest.mark.parametrize("keys", [("ctrl+p",), ("g",)], ids=["palette", "go to"])
@pytest.mark.parametrize(("text", "kind"), [("infinity 4x3", "∞ Loop 4x3"), ("net 3x4 easy", "Net 3x4")])
async def test_it_is_made_and_played(keys: tuple[str, ...], text: str, kind: str, tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), *SMALL)) as game:
        await game.press(*keys, *typed(text))
        if keys == ("ctrl+p",):
            await game.until(lambda: any("make and play" in line for line in shown(game.app)))
        await game.press("enter")
        await game.until(lambda: isinstance(game.app.screen, PlayScreen) and kind_of_board(game) == kind)


async def test_what_is_not_understood_is_answered_with_the_nearest_request(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), *SMALL)) as game:
        await game.press("g", *typed("net 4x3 trickky"), "enter")
        await game.until(lambda: "Did you mean 'net 4x3 tricky'?" in " ".join(" ".join(shown(game.app)).split()))
        assert kind_of_board(game) == "Net 3x3"


async def test_a_place_is_still_a_place(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), *SMALL)) as game:
        await game.press("g", *typed("3 2"), "enter")
        assert kind_of_board(game) == "Net 3x3"
        assert isinstance(game.app.screen, PlayScreen)
        assert game.app.screen.board.cursor == 5
