"""Boards that have just one solution, by a solver of another kind: `.venv/bin/python -m tests.generator.other_solver`.

It makes as many boards of every kind as it is told, and prints those that do not have just one solution: by python-sat,
where that is installed, else by trying every mask of small boards, one cell after the other. It takes from the package
which cells there are, the masks that each may take and what clues mean, and none of its solvers or its judges.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, SIDES_OF, Grid
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import make_board, rng_of
from termpuzzles.logic.problem import Problem, Whole, masks_of
from termpuzzles.logic.rules.circles import BLACK, WHITE

KINDS = {
    "net": ("5x5", "7x7w", "9x9", "6x6kx", "7x7, walls 0.2", "7x7, long arms", "7x7w, rating block, times 3"),
    "infinity": ("5x5", "7x7w", "9x9", "6x6my", "8x8w, rating chain", "7x7, rating block, times 3"),
    "simpleloop": ("5x5", "7x7", "9x9", "8x8, mirror", "7x7, rating no loop"),
    "simpleloops": ("5x5", "7x7", "9x9"),
    "masyu": ("5x5", "7x7", "8x8", "10x10", "7x7, half turn", "7x7, rating block", "7x7, grade hard"),
}  # the boards to look at, first one with few enough ways to try them all


class Lines(NamedTuple):
    """The lines of a grid as variables from 1, both ends of each, and by cell the variable of each side."""

    ends: list[tuple[int, int]]
    sides: list[dict[int, int]]

    @classmethod
    def of(cls, grid: Grid) -> Lines:
        """The lines of this grid."""
        numbers = {line: number for number, line in enumerate(grid.lines(), 1)}
        sides = [
            {side: numbers[grid.line(cell, side)] for side in SIDES_OF[way]} for cell, way in enumerate(grid.open_sides)
        ]
        return cls([(-1, -1), *(grid.ends(line) for line in numbers)], sides)


def solutions(problem: Problem, most: int = 2) -> list[bytes]:
    """Up to so many solutions of a board, a mask a cell."""
    return by_sat(problem, most) if find_spec("pysat") else by_trying(problem, most)


def by_sat(problem: Problem, most: int = 2) -> list[bytes]:
    """The same by python-sat: what is wrong with a board as a whole is ruled out whenever it is met."""
    from pysat.solvers import Solver  # type: ignore[import-untyped] # it has no types

    lines, grid = Lines.of(problem.grid), problem.grid
    solver: Any = Solver(name="cadical153")
    for cell in range(grid.size):
        for mask in MASKS:
            if not problem.domain_of(cell) >> mask & 1 and not mask & ~sum(lines.sides[cell]):
                sides = lines.sides[cell].items()
                solver.add_clause([-number if mask & side else number for side, number in sides])
    for clause in _clauses_of_circles(problem, lines):
        solver.add_clause(clause)
    found: list[bytes] = []
    while len(found) < most and solver.solve():
        drawn = {number for number in solver.get_model() or () if 0 < number < len(lines.ends)}
        wrong = _wrong(problem, lines, drawn)
        if not wrong:
            found.append(bytes(sum(side for side, number in sides.items() if number in drawn) for sides in lines.sides))
            wrong = [[-number if number in drawn else number for number in range(1, len(lines.ends))]]
        for clause in wrong:
            solver.add_clause(clause)
    solver.delete()
    return found


def _clauses_of_circles(problem: Problem, lines: Lines) -> Iterator[list[int]]:
    """Beside a black circle the loop goes straight on; beside a white one it turns, on one side at least."""
    ways = problem.grid.ways
    for cell, clue in enumerate(problem.clues):
        for side, line in lines.sides[cell].items():
            ahead = lines.sides[ways[side][cell]].get(side)
            if clue == BLACK:
                yield [-line, *([ahead] if ahead else [])]
            elif clue == WHITE and ahead and OPPOSITE[side] in lines.sides[cell]:
                behind = lines.sides[ways[OPPOSITE[side]][cell]].get(OPPOSITE[side])
                if behind:
                    yield [-line, -ahead, -behind]


def _wrong(problem: Problem, lines: Lines, drawn: set[int]) -> list[list[int]]:
    """Clauses that every solution satisfies and these lines do not; none if they are right as a whole."""
    if problem.whole is Whole.LINES:
        return []
    pieces, ends = _pieces(problem, lines, drawn), lines.ends
    if len(pieces) == 1:
        has_loop = problem.whole is Whole.TREE and len(drawn) >= len(pieces[0])
        return [[-number for number in drawn]] if has_loop else []
    if problem.whole is Whole.TREE:  # some line leads out of each piece
        numbers = range(1, len(ends))
        return [[at for at in numbers if (ends[at][0] in piece) != (ends[at][1] in piece)] for piece in pieces]
    loops = [[-number for number in drawn if ends[number][0] in piece] for piece in pieces]
    needed = [cell for cell in range(problem.grid.size) if not problem.domain_of(cell) & 1]
    wrong = [loop for loop, piece in zip(loops, pieces, strict=True) if not piece.issuperset(needed)]
    return wrong or [loops[0] + loops[1]]


def _pieces(problem: Problem, lines: Lines, drawn: set[int]) -> list[set[int]]:
    """The cells that have lines, or need some, in pieces that lines join."""
    beside: dict[int, list[int]] = {cell: [] for cell in range(problem.grid.size) if not problem.domain_of(cell) & 1}
    for number in drawn:
        one, other = lines.ends[number]
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    pieces, left = list[set[int]](), set(beside)
    while left:
        piece, reached = set[int](), [left.pop()]
        while reached:
            cell = reached.pop()
            piece.add(cell)
            reached += [other for other in beside[cell] if other not in piece]
        left -= piece
        pieces.append(piece)
    return pieces


def by_trying(problem: Problem, most: int = 2) -> list[bytes]:
    """The same by trying every mask of each cell that agrees with those before it."""
    grid, lines, found = problem.grid, Lines.of(problem.grid), list[bytes]()
    clauses = [*_clauses_of_circles(problem, lines)]

    def is_right(masks: list[int]) -> bool:
        drawn = {
            line for mask, sides in zip(masks, lines.sides, strict=True) for at, line in sides.items() if mask & at
        }
        obeyed = all(any((literal > 0) == (abs(literal) in drawn) for literal in clause) for clause in clauses)
        return obeyed and not _wrong(problem, lines, drawn)

    def fill(masks: list[int]) -> None:
        cell = len(masks)
        if cell == grid.size:
            found.extend([bytes(masks)] if is_right(masks) else [])
            return
        for mask in masks_of(problem.domain_of(cell)):
            if len(found) < most and not mask & ~sum(lines.sides[cell]) and _meets(grid, masks, mask):
                fill([*masks, mask])

    fill([])
    return found


def _meets(grid: Grid, masks: list[int], mask: int) -> bool:
    """Whether the next cell with this mask agrees on every line with the cells before it, and with itself."""
    cell, filled = len(masks), [*masks, mask]
    beside = ((side, grid.ways[side][cell]) for side in SIDES)
    return all(bool(mask & side) == bool(filled[at] & OPPOSITE[side]) for side, at in beside if 0 <= at <= cell)


def wishes(game: str) -> tuple[str, ...]:
    """The kinds of boards of the game that can be looked at: without python-sat, the smallest."""
    return KINDS[game] if find_spec("pysat") else KINDS[game][:1]


def made(game: str, wish: str, index: int) -> Puzzle:
    """A new board, the same for the same index."""
    return make_board(named(game), Params.parse(wish), rng_of("another solver", index))


def is_unique(puzzle: Puzzle) -> bool:
    """Whether the board has just one solution."""
    return len(solutions(puzzle.problem())) == 1


def main() -> None:
    """Look at so many boards of each kind, and print those that do not have just one solution."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.generator.other_solver", description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=20, help="of boards of each kind (20)")
    parser.add_argument("--game", choices=[*KINDS], help="of this game alone")
    options = parser.parse_args()
    for game in [options.game] if options.game else KINDS:
        for wish in wishes(game):
            wrong = [index for index in range(options.number) if not is_unique(made(game, wish, index))]
            told = f"not these: {wrong}" if wrong else "each has just one solution"
            print(f"{game} {wish}: {options.number} boards, {told}", flush=True)


if __name__ == "__main__":
    main()
