"""The clues of a board that are needed: without any one of them it has a second solution.

One search is kept for all questions, in which each clue holds only while it is assumed. What it finds is another
solution that some clues rule out, and that need not be looked for again: where only one of the clues left rules it out,
that one is needed. So the first order in which clues are taken away costs a question for each, and others hardly any.

Source: Marques-Silva and Lynce, On improving MUS extraction algorithms, 2011 (a witness shows what is needed).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from termpuzzles.games.model import Puzzle
from termpuzzles.generator.proof import has_another_near
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.learning.search import SearchResult
from termpuzzles.logic.task import Task

NEAR_FIRST = 200  # cells
CONFLICTS = 1000  # that it may take to see whether a clue is needed; one that takes more stays
Lines = tuple[tuple[int, int, bool], ...]  # of a clue: of these lines, as cell, side and whether drawn, one is so


class ClueSearch:
    """A search for solutions of a board other than the one it was made from, with some of its clues."""

    def __init__(self, puzzle: Puzzle, solution: bytes) -> None:
        self._problem = problem = puzzle.problem()
        self._puzzle = puzzle
        self._ways, self._solution = puzzle.grid.ways, solution
        self._clauses: dict[int, list[Lines]] = {}
        for clue in problem.clue_clauses(problem) if problem.clue_clauses else ():
            self._clauses.setdefault(clue.cell, []).append(clue.lines)
        knowledge = Knowledge(replace(puzzle, clues=bytes(puzzle.grid.size)).problem())
        knowledge.propagate()
        self._board = board = BoardSearch(knowledge)
        self._guards = {cell: board.search.new_literal() for cell, clue in enumerate(puzzle.clues) if clue}
        for cell, guard in self._guards.items():
            for literal in board.holding(cell, problem.domain_of(cell)):
                board.search.add([guard ^ 1, literal])
            for lines in self._clauses.get(cell, ()):
                board.search.add([guard ^ 1, *(board.literal(*line) for line in lines)])
        self._other = board.unlike(solution)
        self._broken: list[frozenset[int]] = []  # by each solution that was found, the clues that rule it out

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all clues."""
        return tuple(self._guards)

    def needed(self) -> Task[list[int]]:
        """The cells of the clues that are needed with all others there."""
        found = []
        for cell in self._guards:
            if not (yield from self._is_unique([other for other in self._guards if other != cell], cell)):
                found.append(cell)
        return found

    def least(self, order: Sequence[Sequence[int]], hard: bool = False) -> Task[list[int]]:
        """Cells whose clues are all needed, left after trying to take them away in that order, group by group.

        Unless it is to be `hard`, first go those that propagation does without, which makes the rest easier to settle,
        and soon found.
        """
        kept = dict.fromkeys(cell for group in reversed(order) for cell in group)
        for may_go in (self._is_settled, self._is_unique)[hard:]:
            for group in order:
                rest = [other for other in kept if other not in group]
                if len(rest) < len(kept) and (yield from may_go(rest, group[0])):
                    for cell in group:
                        del kept[cell]
        return [*kept]

    def _is_settled(self, cells: Sequence[int], gone: int) -> Task[bool]:
        """Whether propagation alone settles the board with the clues in these cells."""
        if self._is_broken(cells):
            return False
        knowledge = Knowledge(keeping_clues(self._puzzle, {*cells}).problem())
        return (yield from knowledge.propagating()) and not knowledge.open_cells()

    def _is_unique(self, cells: Sequence[int], gone: int) -> Task[bool]:
        """Whether the board has just one solution with the clues in these cells; False if that is not seen in time.

        On a large board another solution is looked for near the clue that is `gone` first, which takes less time.
        """
        if self._is_broken(cells):
            return False
        if self._puzzle.grid.size > NEAR_FIRST:
            problem = keeping_clues(self._puzzle, {*cells}).problem()
            if (yield from has_another_near(problem, self._solution, gone)):
                return False
        self._board.prefer(self._solution)  # what differs little is found soon
        found = yield from self._board.ask([self._other, *(self._guards[cell] for cell in cells)], CONFLICTS)
        if found is SearchResult.SOLVED:
            self._broken.append(self._ruled_out_by(self._board.board))
        return found is SearchResult.REFUTED

    def _is_broken(self, cells: Sequence[int]) -> bool:
        """Whether another solution is known that obeys the clues in these cells."""
        return any(broken.isdisjoint(cells) for broken in self._broken)

    def _ruled_out_by(self, lines: bytes) -> frozenset[int]:
        """The cells of the clues that these lines do not obey."""
        return frozenset(cell for cell in self._guards if not self._obeys(lines, cell))

    def _obeys(self, lines: bytes, cell: int) -> bool:
        ways = self._ways
        return bool(self._problem.domain_of(cell) >> lines[cell] & 1) and all(
            any(bool(lines[at] & side and ways[side][at] >= 0) == drawn for at, side, drawn in clause)
            for clause in self._clauses.get(cell, ())
        )


def keeping_clues(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    """The puzzle with the clues of these cells alone."""
    return replace(puzzle, clues=bytes(clue if cell in cells else 0 for cell, clue in enumerate(puzzle.clues)))
