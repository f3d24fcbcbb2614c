"""The clock on the screen follows the clock of the board, stands while that stands, and ends with the board."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.games import named
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown


async def wait_for(game: Game, words: str) -> None:
    """Wait until the screen shows these words."""
    for _ in range(1000):
        if any(words in line for line in shown(game.app)):
            return
        await game.pilot.pause(0.02)
    raise AssertionError(f"{words!r} does not appear; the window shows\n" + "\n".join(shown(game.app)))


async def test_the_clock_shows_each_second_without_a_key_and_stands_while_nobody_looks(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:
        await wait_for(game, "0:00")
        game.time.now += 75
        await wait_for(game, "1:15")
        game.time.now += 1
        await wait_for(game, "1:16")
        game.app.on_app_blur()
        game.time.now += 100
        await game.pilot.pause(1.2)  # longer than from one look at the clock to the next
        await wait_for(game, "1:16")
        game.app.on_app_focus()
        game.time.now += 1
        await wait_for(game, "1:17")
