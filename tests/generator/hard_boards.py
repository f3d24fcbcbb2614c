"""New hard boards, and the rule that each needs: `.venv/bin/python -m tests.generator.hard_boards GAME NUMBER`.

A board is hard if it has just one solution and the game's easy rules alone do not finish it. Boards count whatever
rules they need, because a search, not the rules, checks that they have one solution. Boards are made in walks of small
changes; each board leaves at most a few fewer cells to harder rules than the one before. Some boards of each walk are
taken, far apart. (No Simple Loop is hard: if it has just one solution, `degree` finds it.) Prints
how many boards need which rule, and every board that needs `one step ahead` or a search.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

from termpuzzles.formats import canonical_id
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, solve, two_solutions
from termpuzzles.generator import make_board, proof, rng_of

EASY = {
    "infinity": ("edge",),
    "net": ("edge", "no loop", "dead end"),  # rules that the reference program knows; a pocket is a dead end
    "simpleloop": ("degree", "no loop"),
}
SIZES = {
    "infinity": ["6x6w", "7x7", "8x8w", "10x10", "9x9w, density 0.55", "12x12w", "10x8, density 0.45"],
    "net": ["5x5w", "7x7w", "7x7", "9x9w", "6x6w, depth-first", "9x9, uniform", "8x8w, uniform"],
    "simpleloop": ["6x6", "7x7", "8x8", "7x9, density 0.55", "9x9", "8x8, density 0.6", "10x10"],
}
OF_A_WALK = 5  # boards taken from one walk
APART = 12  # changes between two boards taken
TRIES = 4000  # changes tried in a walk
FEWER = 2  # how many more easy cells a board may have than the one before


def walk(game: str, params: Params, rng: Random) -> Iterator[Puzzle]:
    """Yield hard boards, each made from the one before by several changes."""
    puzzle = make_board(named(game), params, rng)
    solution = solve(puzzle)
    assert puzzle.game.maker
    assert solution
    grid, maker, easy = puzzle.grid, puzzle.game.maker(), EASY[game]
    masks, hard = bytearray(solution.lines), 0
    changes = taken = 0
    for _ in range(TRIES):
        other = masks.copy()
        maker.mend(grid, other, [[rng.randrange(grid.size)]], params, rng)
        puzzle = Puzzle(named(game), grid, maker.tiles(bytes(other)))
        left = len(proof.left_at_once(puzzle.problem(), easy))
        if other == masks or left < hard - FEWER or (left and len(two_solutions(puzzle)) > 1):
            continue
        masks, hard, changes = other, left, changes + 1
        if hard and changes >= APART:
            changes, taken = 0, taken + 1
            yield puzzle
        if taken == OF_A_WALK:
            return


def main() -> None:
    """Make as many as asked for and rate them."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.generator.hard_boards", description=__doc__)
    parser.add_argument("game", choices=sorted(EASY))
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", default="hard")
    parser.add_argument("--params", nargs="+", help="sizes and densities to take in turn, in place of the usual ones")
    options = parser.parse_args()
    sizes: list[str] = options.params or SIZES[options.game]
    counts: Counter[str | None] = Counter()
    seen: set[bytes] = set()
    for place in range(options.number):
        params = Params.parse(sizes[place % len(sizes)])
        for puzzle in walk(options.game, params, rng_of(f"{options.seed} {place}")):
            hardest = rate(puzzle).hardest
            if hardest in (*EASY[options.game], "pocket") or puzzle.tiles in seen:
                continue
            seen.add(puzzle.tiles)
            counts[hardest] += 1
            if hardest in ("one step ahead", "search", None):
                print(f"{hardest}: {canonical_id(puzzle)}", flush=True)
        if len(seen) >= options.number:
            break
        if place % 20 == 19:
            print(len(seen), dict(counts.most_common()), flush=True)
    print(f"{len(seen)} hard {options.game} boards of {place + 1} walks: {dict(counts.most_common())}")


if __name__ == "__main__":
    main()
