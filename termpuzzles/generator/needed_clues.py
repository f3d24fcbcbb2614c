"""The clues of a board that are needed: without any one of them it has a second solution.

One search is kept for all questions, in which each clue holds only while it is assumed. Whether a clue may go is the
question whether the others leave a solution that breaks it. What is found is another solution that some clues rule out,
and that need not be looked for again: where only one of the clues left rules it out, that one is needed. Most such
solutions differ by a single square from the loop that the board was made from: they are at hand without any search.
The core of the first answer, that there is no second solution, tells which clues its proof does without.

Source: Marques-Silva and Lynce, On improving MUS extraction algorithms, 2011 (a witness shows what is needed).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from termpuzzles.board.grid import OPPOSITE, SIDES
from termpuzzles.games.making.random_loops import cells_of_square, growth_of_one_loop, turn_over
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.learning.search import TRUE, Clause, SearchResult
from termpuzzles.logic.problem import STRAIGHTS, ClueClause, Domain, Problem, Whole, masks_of
from termpuzzles.logic.task import Task

SOON, AT_ONCE = 20, 1  # conflicts that it may take to see whether a clue is needed, at first: fewer for easy boards,
CONFLICTS, LARGE_CONFLICTS = 1000, 300  # and in the end; one that takes more stays
LARGE = 200  # cells: on larger boards solutions that differ only nearby are looked for before those,
NEAR, NEAR_CONFLICTS = 5, 100  # so far from the clue, in rows and columns, within so many conflicts
BLOCK = 5  # rows and columns of clues that are asked about in a row, as what lies elsewhere then stays as it is
Lines = tuple[tuple[int, int, bool], ...]  # of a clue: of these lines, as cell, side and whether drawn, one is so


class ClueSearch:
    """A search for solutions of a board other than the one it was made from, with some of its clues."""

    def __init__(self, puzzle: Puzzle, solution: bytes) -> None:
        self._problem = puzzle.problem()
        self._puzzle, self._solution = puzzle, solution
        knowledge = Knowledge(replace(puzzle, clues=bytes(puzzle.grid.size)).problem())
        knowledge.propagate()
        self._board = BoardSearch(knowledge)
        self._clauses = self._clauses_by_clue()
        self._guards = {cell: self._board.search.new_literal() for cell in self._clauses}
        self._breaking = {cell: self._broken_literal(cell) for cell in self._clauses}
        self._add_guarded()
        self._clue_of = {guard: cell for cell, guard in self._guards.items()}
        self._other = self._board.unlike(solution)
        self._broken = self._broken_nearby()  # by each other solution that is known, the clues that rule it out

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of all clues."""
        return tuple(self._guards)

    def needed(self) -> Task[list[int]]:
        """The cells of the clues that are needed with all others there."""
        found = []
        for cell in self._guards:
            if not (yield from self._may_go([other for other in self._guards if other != cell], (cell,), CONFLICTS)):
                found.append(cell)
        return found

    def least(self, order: Sequence[Sequence[int]], soon: int = SOON) -> Task[list[int]]:
        """Cells whose clues are all needed, left after trying to take them away in that order, group by group.

        First go those for which that is seen within so many conflicts, which makes the rest easier to settle.
        """
        most = CONFLICTS if self._puzzle.grid.size <= LARGE else LARGE_CONFLICTS
        kept = dict.fromkeys(cell for group in reversed(order) for cell in group)
        kept = yield from self._in_the_proof(kept, order)
        blocks: dict[tuple[int, int], list[Sequence[int]]] = {}
        for group in order:
            x, y = self._puzzle.grid.place(group[0])
            blocks.setdefault((x // BLOCK, y // BLOCK), []).append(group)
        for conflicts in (soon, most):
            for groups in blocks.values():
                here = {cell for group in groups for cell in group}
                kept = dict.fromkeys(sorted(kept, key=here.__contains__))  # what may go is asked about last
                for group in groups:
                    rest = [cell for cell in kept if cell not in group]
                    if len(rest) < len(kept) and (yield from self._may_go(rest, group, conflicts)):
                        kept = dict.fromkeys(rest)
        return [*kept]

    def _in_the_proof(self, kept: dict[int, None], order: Iterable[Sequence[int]]) -> Task[dict[int, None]]:
        """The clues of these groups that a proof makes use of which tells that there is no other solution."""
        found = yield from self._ask([self._other, *map(self._guards.__getitem__, kept)], SOON)
        if found is not SearchResult.REFUTED:
            return kept
        used = {self._clue_of.get(literal) for literal in self._board.core}
        unused = {cell for group in order if used.isdisjoint(group) for cell in group}
        return {cell: None for cell in kept if cell not in unused}

    def _may_go(self, rest: Sequence[int], gone: Sequence[int], conflicts: int) -> Task[bool]:
        """Whether the clues in the cells of the rest imply those that are gone; False if that is not seen in time."""
        if any(broken.isdisjoint(rest) for broken in self._broken):
            return False
        held = [self._guards[cell] for cell in rest]
        for cell in gone:
            if conflicts > SOON and self._puzzle.grid.size > LARGE:
                near = yield from self._ask([*self._far_from(cell), *held, self._breaking[cell]], NEAR_CONFLICTS)
                if near is SearchResult.SOLVED:
                    return False
            if (yield from self._ask([*held, self._breaking[cell]], conflicts)) is not SearchResult.REFUTED:
                return False
        return True

    def _ask(self, assumptions: Sequence[int], conflicts: int) -> Task[SearchResult]:
        """Whether a solution has these literals; if one is found, which clues rule it out is kept in mind."""
        self._board.prefer(self._solution)  # what differs little is found soon
        found = yield from self._board.ask(assumptions, conflicts)
        if found is SearchResult.SOLVED:
            self._broken.append(frozenset(cell for cell in self._guards if not self._obeys(self._board.board, cell)))
        return found

    def _far_from(self, cell: int) -> Iterator[int]:
        """The literals of all lines of the solution that do not lie near the cell."""
        place, (x, y) = self._puzzle.grid.place, self._puzzle.grid.place(cell)
        lines = self._board.lines
        for literal, ends in zip(lines.on(self._solution), lines.cells[1:], strict=True):
            if any(max(abs(x - column), abs(y - row)) > NEAR for column, row in map(place, ends)):
                yield literal

    # What a clue says

    def _clauses_by_clue(self) -> dict[int, list[Lines]]:
        """Of each clue what must hold of the lines at it."""
        problem = self._problem
        clauses: dict[int, list[Lines]] = {}
        for cell in (cell for cell, clue in enumerate(self._puzzle.clues) if clue):
            implied = implicates(self._board.left[cell], problem.domain_of(cell))
            clauses[cell] = [tuple((cell, side, drawn) for side, drawn in clause) for clause in implied]
        for clue in problem.clue_clauses(problem) if problem.clue_clauses else ():
            clauses[clue.cell].append(clue.lines)
        return clauses

    def _literals(self, lines: Lines) -> Clause:
        return [self._board.literal(*line) for line in lines]

    def _add_guarded(self) -> None:
        """Each clue holds while its guard does."""
        problem, search = self._problem, self._board.search
        for cell, clauses in self._clauses.items():
            for lines in clauses:
                search.add([self._guards[cell] ^ 1, *self._literals(lines)])
        for clue in problem.clue_clauses(problem) if problem.clue_clauses else ():
            for lines in lines_implied(problem, clue):
                search.add([self._guards[clue.cell] ^ 1, *self._literals(lines)])

    def _broken_literal(self, cell: int) -> int:
        """A literal that holds only where the clue of the cell is broken: one of its clauses does not hold."""
        search = self._board.search
        broken = search.new_literal()
        ways = [broken ^ 1]
        for clause in map(self._literals, self._clauses[cell]):
            if TRUE not in clause:
                ways.append(so := search.new_literal())
                for literal in clause:
                    search.add([so ^ 1, literal ^ 1])
        search.add(ways)
        return broken

    def _obeys(self, lines: bytes | bytearray, cell: int) -> bool:
        ways = self._puzzle.grid.ways
        return all(
            any(bool(lines[at] & side and ways[side][at] >= 0) == drawn for at, side, drawn in clause)
            for clause in self._clauses[cell]
        )

    def _broken_nearby(self) -> list[frozenset[int]]:
        """The clues that rule out each loop which differs by one square from the solution."""
        grid, found = self._puzzle.grid, dict[frozenset[int], None]()
        if self._problem.whole is not Whole.LOOP or not grid.surface.is_plane:
            return []
        loop = bytearray(self._solution)
        for square in (grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)):
            if growth_of_one_loop(loop, grid.width, square) is None:
                continue
            turn_over(loop, grid.width, square)
            cells = cells_of_square(grid.width, square)
            near = {at for cell in cells for at in (cell, *(grid.ways[side][cell] for side in SIDES))}
            found[frozenset(cell for cell in near if cell in self._clauses and not self._obeys(loop, cell))] = None
            turn_over(loop, grid.width, square)
        return sorted(found, key=lambda broken: (len(broken), sorted(broken)))


def lines_implied(problem: Problem, clue: ClueClause) -> Iterator[Lines]:
    """What follows from a clause of a clue where a cell has two lines or none, which a search sees sooner so.

    A line from the clue into the cell beside it leaves that cell by another of its sides.
    """
    ways, is_straight = problem.grid.ways, not problem.domain_of(clue.cell) & ~STRAIGHTS
    first, *beyond = clue.lines
    cell, side, drawn = first
    known = (side, OPPOSITE[side]) if is_straight else (side,)  # where a line is drawn if one is on that side
    beside = all(toward in known and at == ways[toward][cell] for at, toward, _ in beyond)
    if drawn or not beside or problem.whole is not Whole.LOOP:
        return
    others = [(at, way) for at, toward, _ in beyond for way in SIDES if way not in (toward, OPPOSITE[toward])]
    goes_on = [drawn for *_, drawn in beyond]
    if goes_on == [True]:
        yield from ((first, (at, way, False)) for at, way in others)
    elif not any(goes_on):
        yield (first, *((at, way, True) for at, way in others))


@cache
def implicates(domain: Domain, keep: Domain) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """The shortest clauses, as sides and whether a line is drawn there, that these masks of the domain satisfy.

    Those that all of its masks satisfy are left out.
    """
    found: list[frozenset[tuple[int, bool]]] = []
    for sides in (sides for number in range(len(SIDES) + 1) for sides in combinations(SIDES, number)):
        for drawn in product((True, False), repeat=len(sides)):
            clause = frozenset(zip(sides, drawn, strict=True))
            if not any(shorter <= clause for shorter in found) and _holds(clause, domain & keep):
                found.append(clause)
    return tuple(tuple(sorted(clause)) for clause in found if not _holds(clause, domain))


def _holds(clause: Collection[tuple[int, bool]], domain: Domain) -> bool:
    return all(any(bool(mask & side) == drawn for side, drawn in clause) for mask in masks_of(domain))


def keeping_clues(puzzle: Puzzle, cells: Collection[int]) -> Puzzle:
    """The puzzle with the clues of these cells alone."""
    return replace(puzzle, clues=bytes(clue if cell in cells else 0 for cell, clue in enumerate(puzzle.clues)))
