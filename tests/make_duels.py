"""Makes puzzles of the Wall Game: `python3 -m tests.make_duels FILE SECONDS [SEED]` adds lines of JSON to the file.

Games of the engine against itself, with some chance in them, come to positions in which a win can be forced within a
few turns and not sooner. Full search finds all turns that force it; a puzzle has few of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import log2
from pathlib import Path
from random import Random
from time import process_time

from termpuzzles.duels.wall.engine import best_at
from termpuzzles.duels.wall.game import WallGame
from termpuzzles.duels.wall.notation import Turn
from termpuzzles.duels.wall.position import WallPosition, start
from termpuzzles.duels.wall.proof import Proof, wins
from termpuzzles.duels.wall.puzzles import MOST_EXACT, WallPuzzle, puzzle_text
from termpuzzles.duels.wall.rules import successors, turn_between

SIZES = [(5, 5), (6, 6), (7, 7), (8, 8)]
FEW = {1: 3, 2: 6, 3: 12}  # turns that may solve a puzzle of so many turns
PATIENCE = 8.0  # seconds of processor time for a position


class _TooLongError(Exception):
    pass


def games(chance: Random) -> Iterator[WallGame]:
    """Games that begin with a few turns at random, between engines that do not always play their best."""
    while True:
        game = WallGame(start(chance.choice(("standard", "standard", "classic")), *chance.choice(SIZES)))
        for _ in range(chance.randint(2, 6)):
            after = chance.choice(list(successors(game.position)))
            game.play(turn_between(game.position, after))
            if game.outcome:
                break
        while game.outcome is None:
            level = chance.choice(("easy", "medium"))
            game.play(best_at(level, game.position, chance, seen=game.seen).turn)
        yield game


def solutions(position: WallPosition) -> tuple[int, list[Turn]] | None:
    """The fewest turns within which a win can be forced, and the turns that do; None if there is no win, or no time."""
    end = process_time() + PATIENCE

    def ask() -> None:
        if process_time() > end:
            raise _TooLongError

    proof = Proof(ask)
    try:
        fewest = next((turns for turns in range(1, MOST_EXACT + 1) if proof.is_forced(position, turns)), None)
        return (fewest, wins(position, fewest, ask)) if fewest else None
    except _TooLongError:
        return None


def rating(position: WallPosition, turns: int, right: int) -> int:
    """How hard a puzzle is likely to be: more with each turn, and the fewer of the legal turns are right."""
    legal = sum(1 for _ in successors(position))
    return round(400 * turns + 60 * log2(legal / right))


def made(chance: Random, seconds: float) -> Iterator[tuple[int, WallPosition, int]]:
    """Positions with a forced win: within how many turns, and a rating."""
    end = process_time() + seconds
    for game in games(chance):
        for position in reversed(game.positions[2:-1]):
            if process_time() > end:
                return
            found = solutions(position)
            if found and len(found[1]) <= FEW[found[0]] and (found[0] > 1 or _takes_thought(position, found[1])):
                yield found[0], position, rating(position, found[0], len(found[1]))


def _takes_thought(position: WallPosition, turns: list[Turn]) -> bool:
    """Whether a win in one is more than walking up to the mouse."""
    return all(turn.walls or turn.mouse is not None for turn in turns)


def main(file: Path, seconds: float, seed: int) -> None:
    """Add what is found to the file; `finish` sorts and numbers it."""
    seen: set[WallPosition] = set()
    for turns, position, hard in made(Random(seed), seconds):
        if position not in seen:
            seen.add(position)
            puzzle = WallPuzzle("", "", "termpuzzles", hard, f"win in {turns}", 0, position, "win", turns, "exact")
            with file.open("a", encoding="utf-8") as out:
                print(puzzle_text(puzzle), file=out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
