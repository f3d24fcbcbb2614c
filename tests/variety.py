"""In what boards differ: `.venv/bin/python -m tests.variety` lists the newest packs, each board beside the one before.

Four things: the hardest technique; the density of what is printed, or in ∞ Loop of the lines; how it is symmetric; and
the look of the solution. That is, on Net how much of it branches and how long its longest way is, on ∞ Loop how much
branches and how many groups there are, and of loops how they wind and how far they reach.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES_OF, Grid
from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games.making.balanced_loops import IS_BEND
from termpuzzles.games.making.params import SYMMETRIES
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator.target import partners

APART = 0.1  # a number differs if it is so much more than the other, as a share of it


class Traits(NamedTuple):
    """What one board may have unlike another."""

    technique: str
    density: float
    symmetry: tuple[str, ...]
    look: tuple[float, ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> Traits:
        """The traits of a board with one solution."""
        solution, hardest = solve(puzzle), rate(puzzle).hardest
        assert solution
        assert hardest
        shown = [bool(value) for value in puzzle.clues or puzzle.tiles]
        density = sum(map(DEGREE.__getitem__, solution.lines)) / 2 if puzzle.game.pins else sum(shown)
        symmetry = tuple(
            name
            for name in SYMMETRIES
            if not puzzle.game.pins and shown == [shown[cell] for cell in partners(puzzle.grid, name)]
        )
        return cls(hardest, density / puzzle.grid.size, symmetry, look_of(puzzle, solution.lines))

    def unlike(self, other: Traits) -> list[str]:
        """The names of the traits in which the other board differs."""
        differs = [self.technique != other.technique, _apart(self.density, other.density)]
        differs += [self.symmetry != other.symmetry, any(map(_apart, self.look, other.look))]
        return [name for name, is_so in zip(self._fields, differs, strict=True) if is_so]


def _apart(one: float, other: float) -> bool:
    return abs(one - other) > APART * min(one, other)


def look_of(puzzle: Puzzle, lines: bytes) -> tuple[float, ...]:
    """How the solution looks, in two numbers."""
    grid, drawn = puzzle.grid, [mask for mask in lines if mask]
    if puzzle.game.draws:
        return sum(map(IS_BEND.__getitem__, drawn)) / len(drawn), len(drawn) / grid.size
    branches = sum(DEGREE[mask] > 2 for mask in lines) / grid.size
    if puzzle.game.joins_all:
        return branches, longest_way(grid, lines) / grid.size
    return branches, len({*survey(grid, lines).ids}) / grid.size


def longest_way(grid: Grid, tree: bytes) -> int:
    """The number of lines on the longest way through a tree: from any cell to the farthest, and from there again."""
    return _farthest(grid, tree, _farthest(grid, tree, next(cell for cell, mask in enumerate(tree) if mask))[0])[1]


def _farthest(grid: Grid, tree: bytes, start: int) -> tuple[int, int]:
    away, cells = {start: 0}, [start]
    for cell in cells:  # grows while it is read
        for side in SIDES_OF[tree[cell]]:
            other = grid.ways[side][cell]
            if other not in away:
                away[other] = away[cell] + 1
                cells.append(other)
    return cells[-1], away[cells[-1]]


def neighbours_alike(puzzles: Sequence[Puzzle], least: int) -> list[int]:
    """The places of the boards that differ from the one before them in fewer traits than that."""
    traits = [*map(Traits.of, puzzles)]
    return [place for place in range(1, len(traits)) if len(traits[place].unlike(traits[place - 1])) < least]


def main() -> None:
    """List the traits of the newest packs."""
    from tests.make_levels import NEWEST

    argparse.ArgumentParser(prog=".venv/bin/python -m tests.variety", description=__doc__).parse_args()
    for pack in NEWEST:
        print(f"{pack.game}, {pack.name}")
        before = None
        for puzzle in read(pack.path.read_text(encoding="utf-8"), source=str(pack.path), game=pack.game):
            traits = Traits.of(puzzle)
            look = ", ".join(f"{number:.2f}" for number in traits.look)
            differs = f"; differs in {', '.join(before.unlike(traits)) or 'nothing'}" if before else ""
            symmetry = " and ".join(traits.symmetry) or "not symmetric"
            print(f"  {puzzle.grid} {traits.technique}, density {traits.density:.2f}, {symmetry}, look {look}{differs}")
            before = traits


if __name__ == "__main__":
    main()
