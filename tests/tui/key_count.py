"""`.venv/bin/python -m tests.tui.key_count`: count the keys a tile that levels take at 80x24 with perfect knowledge.

The player knows the solution, turns each tile with as few keys as possible (`a`, `d` or `f`) and goes on with Enter; in
a game of drawing, the player puts the pen down and follows the loop. `needed` is the smallest number of keys: one for
each wrong tile, and one to pin each tile but the last; right tiles at the end need none.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS, E, N, S, W
from termpuzzles.catalogue.levels import packs
from termpuzzles.games.model import Puzzle
from termpuzzles.session.open_cells import is_open, to_settle
from tests.tui.apps import Game, playing

KEYS = ("", "d", "f", "a")  # by quarter turns
STEPS = {N: "up", E: "right", S: "down", W: "left"}


class Count(NamedTuple):
    """A board played to its end: how many keys it took, for how many tiles or lines."""

    name: str
    keys: int
    things: int
    needed: int

    @property
    def each(self) -> float:
        """Keys for each tile or line."""
        return self.keys / self.things


async def play(folder: Path, puzzle: Puzzle, settings: dict[str, object] | None = None) -> Count:
    """Play the puzzle to its end in the app."""
    async with playing(folder, puzzle) as game:
        game.app.context.settings.update(settings or {})
        while game.solution is None:
            await game.pilot.pause(0.01)
        solution = game.solution
        keys = await (_draw if puzzle.game.draws else _turn)(game, solution)
        assert game.solved, puzzle.title
        lines = sum(mask.bit_count() for mask in solution) // 2
        if puzzle.game.draws:
            return Count(puzzle.title, keys, lines, lines + 1)
        wrong = sum(now != then for now, then in zip(puzzle.start.lines, solution, strict=True))
        return Count(puzzle.title, keys, to_settle(puzzle), wrong + to_settle(puzzle) - 1)


async def _turn(game: Game, solution: bytes) -> int:
    keys = 0
    while not game.solved:
        cell, lines = game.board.cursor, game.state.lines
        wanted = [KEYS[TURNS[lines[cell]].index(solution[cell])]] if lines[cell] != solution[cell] else []
        for key in [key for key in wanted if key] + ["enter"]:
            if not game.solved:
                await game.press(key)
                keys += 1
        assert is_open(game.puzzle, game.state, game.board.cursor) or game.solved
    return keys


async def _draw(game: Game, solution: bytes) -> int:
    await game.press("p")
    keys, grid = 1, game.puzzle.grid
    cell, came = game.board.cursor, 0
    while not game.solved:
        side = next(side for side in SIDES if solution[cell] & side and side != came)
        await game.press(STEPS[side])
        keys, cell, came = keys + 1, grid.ways[side][cell], OPPOSITE[side]
    return keys


PLAYS: tuple[tuple[str, int, float, dict[str, object]], ...] = (
    ("net", 7, 1.75, {}),
    ("infinity", 7, 1.75, {}),
    ("simpleloop", 6, 1.1, {}),
    ("net", 7, 1.2, {"follow": True}),
    ("infinity", 7, 1.2, {"follow": True}),
)  # games, how many levels of each, at most so many keys a tile or line, and what the player has chosen


def levels(game: str, number: int) -> list[Puzzle]:
    """So many levels of a game, from all of its packs."""
    found = [puzzle for pack in packs() if pack.game == game for puzzle in pack.puzzles()[::9]]
    return [puzzle for puzzle in found if puzzle.grid.size <= 256][:: max(1, len(found) // number // 2)][:number]


async def main() -> None:
    """Print the counts of twenty levels, and of those with tiles again with what follows pinned."""
    for game, number, most, chosen in PLAYS:
        with tempfile.TemporaryDirectory() as folder:
            counts = [await play(Path(folder), puzzle, chosen) for puzzle in levels(game, number)]
        for count in counts:
            needed = "" if chosen else f"   needed {count.needed / count.things:.3f}"
            print(f"{game:<12}{count.name:<26.26}{count.each:6.3f}{needed}", flush=True)
        mean = sum(count.keys for count in counts) / sum(count.things for count in counts)
        print(f"{game:<12}{'all':<26}{mean:6.3f}   to be at most {most}{' with what follows' * bool(chosen)}\n")


if __name__ == "__main__":
    ArgumentParser(prog=".venv/bin/python -m tests.tui.key_count", description=__doc__).parse_args()
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    asyncio.run(main())
