"""`python3 -m tests.tui.key_count`: levels played to their ends by keys at 80x24, with perfect knowledge: keys a tile.

A player who knows the solution turns each tile in as few keys as it takes (`a`, `d` or `f`) and goes on with Enter; in
a game of drawing puts the pen down and follows the loop.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS, E, N, S, W
from termpuzzles.games.model import Puzzle
from termpuzzles.play.near import is_open, to_settle
from termpuzzles.play.shelf.levels import packs
from tests.tui.apps import Game, playing

KEYS = ("", "d", "f", "a")  # by quarter turns
STEPS = {N: "up", E: "right", S: "down", W: "left"}


class Count(NamedTuple):
    """A board played to its end: how many keys it took, for how many tiles or lines."""

    name: str
    keys: int
    things: int


async def play(folder: Path, puzzle: Puzzle, settings: dict[str, object] | None = None) -> Count:
    """Play the puzzle to its end in the app."""
    async with playing(folder, puzzle) as game:
        game.app.context.settings.update(settings or {})
        while game.controller.solution is None:
            await game.pilot.pause(0.01)
        keys = await (_draw if puzzle.game.draws else _turn)(game, game.controller.solution)
        assert game.session.solved, puzzle.title
        lines = sum(mask.bit_count() for mask in game.controller.solution) // 2
        return Count(puzzle.title, keys, lines if puzzle.game.draws else to_settle(puzzle))


async def _turn(game: Game, solution: bytes) -> int:
    keys = 0
    while not game.session.solved:
        cell, lines = game.board.cursor, game.session.state.lines
        wanted = [KEYS[TURNS[lines[cell]].index(solution[cell])]] if lines[cell] != solution[cell] else []
        for key in [key for key in wanted if key] + ["enter"]:
            if not game.session.solved:
                await game.press(key)
                keys += 1
        assert is_open(game.session.puzzle, game.session.state, game.board.cursor) or game.session.solved
    return keys


async def _draw(game: Game, solution: bytes) -> int:
    await game.press("p")
    keys, grid = 1, game.session.puzzle.grid
    cell, came = game.board.cursor, 0
    while not game.session.solved:
        side = next(side for side in SIDES if solution[cell] & side and side != came)
        await game.press(STEPS[side])
        keys, cell, came = keys + 1, grid.ways[side][cell], OPPOSITE[side]
    return keys


async def main() -> None:
    """Print the counts of twenty levels."""
    with tempfile.TemporaryDirectory() as folder:
        for game, number in (("net", 7), ("infinity", 7), ("simpleloop", 6)):
            levels = [puzzle for pack in packs() if pack.game == game for puzzle in pack.puzzles()[::9]][:number]
            counts = [await play(Path(folder), puzzle) for puzzle in levels]
            for count in counts:
                print(f"{game:<12}{count.name:<24.24}{count.keys / count.things:6.3f}", flush=True)
            print(
                f"{game:<12}{'all':<24}{sum(c.keys for c in counts) / sum(c.things for c in counts):6.3f}", flush=True
            )


if __name__ == "__main__":
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    asyncio.run(main())
