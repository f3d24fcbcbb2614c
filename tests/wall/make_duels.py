"""Makes puzzles of the Wall Game: `.venv/bin/python -m tests.wall.make_duels SECONDS [SEED]`.

Games of the engine against itself, with some chance in them, come to positions in which a win can be forced within a
few turns and not sooner. Full search finds all turns that force it; a puzzle has few of them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import islice
from math import log2
from pathlib import Path
from random import Random
from time import process_time

from termpuzzles.wall.game import puzzles
from termpuzzles.wall.game.engine import WIN, best_at, best_turn
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import BLUE, RED, WallPosition, start
from termpuzzles.wall.game.proof import Proof, wins
from termpuzzles.wall.game.puzzles import MOST_EXACT, WallPuzzle, puzzle_text
from termpuzzles.wall.game.rules import NEAR, WallGame, successors, turn_between

SIZES = [(5, 5), (6, 6), (7, 7), (8, 8)]
FEW = {1: 3, 2: 8, 3: 16}  # turns that may solve a puzzle of so many turns
FILE = Path(puzzles.__file__).with_name("puzzles.jsonl")
NUMBERS = {1: 10, 2: 37, 3: 13}  # of puzzles, by their turns
PLACINGS = 300  # of pieces on a board
MOST_MISSES = 3  # positions one after the other without a forced win
PATIENCE = 3.0  # seconds of processor time for a position


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
    """The fewest turns within which a win can be forced, and the turns that do; None if there is no win, or no time.

    Only where the engine sees a win is it worth looking for a proof.
    """
    if best_turn(position, depth=2 * MOST_EXACT - 1).value < WIN:
        return None
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
        misses = 0
        for position in reversed(game.positions[2:-1]):
            if process_time() > end:
                return
            found = solutions(position)
            misses = 0 if found else misses + 1
            if misses == MOST_MISSES:  # further from the end of the game there will hardly be another
                break
            if found and found[0] > 1 and len(found[1]) <= FEW[found[0]]:
                yield found[0], position, rating(position, found[0], len(found[1]))


def made_of_one_turn(chance: Random) -> Iterator[tuple[int, WallPosition, int]]:
    """Positions in which red catches at once, but must take its own mouse out of reach as well."""
    for game in games(chance):
        board = game.positions[-1]
        for _ in range(PLACINGS):
            pieces = tuple(chance.sample(range(board.size), 4))
            position = board._replace(variant="standard", side=RED, pieces=(pieces[0], pieces[1], pieces[2], pieces[3]))
            if position.distance(RED) == 1 and 0 < position.distance(BLUE) <= NEAR:
                found = wins(position, 1)
                if found and len(found) <= FEW[1] and _takes_thought(found):
                    yield 1, position, rating(position, 1, len(found))
                    break


def _takes_thought(turns: list[Turn]) -> bool:
    """Whether a win in one takes a wall: a step of the mouse is soon seen."""
    return all(turn.walls for turn in turns)


def chosen(found: Iterable[tuple[int, WallPosition, int]]) -> Iterator[WallPuzzle]:
    """As many puzzles of each number of turns as there should be, spread over their ratings from easy to hard."""
    for turns, number in NUMBERS.items():
        of_these = sorted({(hard, position) for fewest, position, hard in found if fewest == turns})
        spread = [of_these[place * len(of_these) // number] for place in range(min(number, len(of_these)))]
        for index, (hard, position) in enumerate(spread, 1):
            name = f"win in {turns}"
            title = f"{name.capitalize()}, {position.width}x{position.height}, {index}"
            id_ = f"wall-{turns}-{index:02}"
            yield WallPuzzle(id_, title, "termpuzzles", hard, name, index, position, "win", turns, "exact")


def main(seconds: float, seed: int) -> None:
    """Look for puzzles for that many seconds of processor time, and write them in place of those there were."""
    found = [*made(Random(seed), seconds), *islice(made_of_one_turn(Random(seed)), 2 * NUMBERS[1])]
    FILE.write_text("".join(f"{puzzle_text(puzzle)}\n" for puzzle in chosen(found)), encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.wall.make_duels", description=__doc__)
    parser.add_argument("seconds", type=float, help="of processor time to look for")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    given = parser.parse_args()
    main(given.seconds, given.seed)
