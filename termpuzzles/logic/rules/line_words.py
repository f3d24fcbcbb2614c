"""The words for lines that follow from each other where they are drawn: as the ways that they take.

Lines that lead on from each other are told from bend to bend, as one would draw them, and so are those that are not
drawn because they would close a loop, or because a white circle needs a turn: many facts in few words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.english import joined, number_in_words
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import consequence_of
from termpuzzles.logic.explain.parts import LONGEST, Mention, Part, Role, Sides, between, many, one, part, piece
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.problem import EMPTY, KNOWN, Problem


class Barred(Enum):
    """Why a line is not drawn that its cells alone would allow."""

    LOOP = "as that would close a loop"
    TURN = "as the loop turns beside {}"

    @property
    def of_drawn(self) -> str:
        """The same after the lines that are drawn therefore."""
        return "or a loop would close" if self is Barred.LOOP else "turning beside {}"


class Clause(NamedTuple):
    """What some steps add, in one sentence.

    `lines` are drawn, or not drawn for the reason `why`; cells have none if there are no lines. The `cells` are those
    at which it follows, and what it `shows` is drawn with it, a known byte for each cell. Lines that are drawn for a
    reason `why` are what is left to cells once the lines `barred` for that reason are not drawn.
    """

    drawn: bool
    lines: tuple[int, ...]
    cells: tuple[int, ...]
    shows: Sides
    why: Barred | None = None
    clue: int = -1
    barred: tuple[int, ...] = ()

    @property
    def kind(self) -> tuple[object, ...]:
        """What clauses have in common that can be one sentence."""
        return self.drawn, bool(self.lines), self.why, self.clue, bool(self.barred and not self.why)

    def with_more(self, other: Clause, grid: Grid) -> Clause | None:
        """Both in one; None if they are not of one kind, and the other is no more of the same way either."""
        goes_on = bool(self.barred) and self.drawn and other.drawn and other.why is None and not other.barred
        if self.kind != other.kind and not (goes_on and self._leads_on_to(other, grid)):
            return None
        return self._with(other)

    def with_what_is_left(self, other: Clause, full: Collection[int], grid: Grid) -> Clause | None:
        """Lines that are not drawn and, in place of them, those that are therefore; None if they do not show it.

        They do where an end of each line that is not drawn is full once the others are, of which one begins there.
        """
        if self.drawn or not self.lines or not other.drawn or other.why is not None:
            return None
        if self.clue in {cell for line in self.lines for cell in grid.ends(line)}:
            return None  # the circle itself is passed another way
        starts = {cell for line in other.lines for cell in grid.ends(line)}
        if self.clue >= 0:
            starts &= {grid.ways[side][self.clue] for side in SIDES_OF[grid.open_sides[self.clue]]}
        if not all(any(cell in full and cell in starts for cell in grid.ends(line)) for line in self.lines):
            return None
        both = self._with(other)._replace(drawn=True, lines=other.lines, barred=self.lines)
        return both if self.why or both.turned_from(grid) >= 0 else None

    def turned_from(self, grid: Grid) -> int:
        """The cell to which the one way of these lines does not go from its end; -1 if it is another matter."""
        count = Counter(cell for line in self.lines for cell in grid.ends(line))
        ends = [cell for cell, number in count.items() if number == 1]
        if len(self.barred) != 1 or len(ends) != 2:
            return -1
        one, other = grid.ends(self.barred[0])
        return other if one in ends and other not in count else one if other in ends and one not in count else -1

    def _leads_on_to(self, other: Clause, grid: Grid) -> bool:
        there = {cell for line in self.lines for cell in grid.ends(line)}
        return all(not there.isdisjoint(grid.ends(line)) for line in other.lines)

    def _with(self, other: Clause) -> Clause:
        lines, cells = (tuple(dict.fromkeys([*mine, *its])) for mine, its in zip(self[1:3], other[1:3], strict=True))
        shows, barred = both_known(self.shows, other.shows), (*self.barred, *other.barred)
        return self._replace(lines=lines, cells=cells, shows=shows, barred=barred)


def ways_of(knowledge: Knowledge, steps: Iterable[Step], cell: int = -1, mask: int = 0) -> list[Part]:
    """What follows step by step, in as few sentences as hold it, where that cell is supposed to have these lines.

    What is seen by what is drawn by then is not said: that a full cell has no further line.
    """
    problem, parts, clauses, drawn = knowledge.problem, list[Part](), list[Clause](), DrawnSoFar(-1)
    if cell >= 0:
        lines = tuple(problem.grid.line(cell, side) for side in SIDES_OF[mask])
        drawn.clash(knowledge, Clause(bool(mask), lines, (cell,), {}))

    def put_down() -> None:
        parts.extend(page_for(problem, clause) for clause in clauses)
        clauses.clear()

    for step in steps:
        found = [*_clauses(problem, step)]
        if not found:  # only ways through a cell, no line
            put_down()
            parts.append(consequence_of(problem, step.narrowed, "then"))
        for clause in found:
            fresh = tuple(line for line in clause.lines if not drawn.shows(problem.grid, line, clause.drawn))
            if clause.lines and not fresh:
                continue
            now = clause._replace(lines=fresh)
            drawn.clash(knowledge, now)
            joint = in_one(problem, clauses[-1], now, drawn.full) if clauses else None
            clauses[-1:] = [joint] if joint else [*clauses[-1:], now]
    put_down()
    return parts


def _clauses(problem: Problem, step: Step) -> Iterator[Clause]:
    """What a step adds: cells without lines, lines that are drawn, and those that are not."""
    grid = problem.grid
    fresh = {cell: KNOWN[after] & ~KNOWN[before] for cell, before, after in step.narrowed}
    shows = {cell: known for cell, known in fresh.items() if known}
    blank = [cell for cell, _, after in step.narrowed if after == EMPTY]
    for cell in blank:
        yield Clause(False, (), (cell,), {cell: fresh[cell]})
    for is_drawn, shift in ((True, 4), (False, 0)):
        lines = {
            grid.line(cell, side): cell
            for cell, known in fresh.items()
            if cell not in blank
            for side in SIDES_OF[known >> shift & 15 & grid.open_sides[cell]]
        }
        if lines:
            why = Barred.LOOP if step.rule == "no loop" and not is_drawn else None
            yield Clause(is_drawn, tuple(lines), tuple(dict.fromkeys(lines.values())), shows, why)


def in_one(problem: Problem, before: Clause, clause: Clause, full: Collection[int]) -> Clause | None:
    """Both clauses in one sentence, if it can be one and is not too long; `full` are cells that are full by then."""
    found = before.with_more(clause, problem.grid) or before.with_what_is_left(clause, full, problem.grid)
    return found if found and len(page_for(problem, found).plain.split()) <= LONGEST else None


class DrawnSoFar:
    """What is told so far of lines: those that are drawn, and those that are not."""

    def __init__(self, supposed: int) -> None:
        self._supposed = supposed
        self.lines, self._crossed = set[int](), set[int]()
        self._at: dict[int, int] = {}

    @property
    def full(self) -> set[int]:
        """The cells of which two lines are drawn by now, and one of them was told."""
        return {cell for cell, drawn in self._at.items() if DEGREE[drawn] == 2}

    def shows(self, grid: Grid, line: int, drawn: bool) -> bool:
        """Whether one sees by now of that line that it is drawn, or that it is not."""
        if drawn:
            return line in self.lines
        return line in self._crossed or not self.full.isdisjoint(grid.ends(line))

    def clash(self, knowledge: Knowledge, clause: Clause) -> Part | None:
        """Take in a clause, and say what is wrong by now, if anything is."""
        problem, grid = knowledge.problem, knowledge.grid
        lines = clause.lines or [
            grid.line(cell, side) for cell in clause.cells for side in SIDES_OF[grid.open_sides[cell]]
        ]
        (self.lines if clause.drawn else self._crossed).update(lines)
        for line in lines:
            if line in self.lines and line in self._crossed and line == self._supposed:
                return part("that contradicts the assumption.", assumption=True)
            if line in self.lines and line in self._crossed:
                mention = between(problem, line >> 1, S if line & 1 else E, Role.CUT_OFF)
                return part("{} would be both drawn and not drawn.", mention).after("then")
            side = S if line & 1 else E
            for cell, toward in zip(grid.ends(line), (side, OPPOSITE[side]), strict=True) if clause.drawn else ():
                self._at[cell] = self._at.get(cell, knowledge.known(cell) >> 4) | toward
                if DEGREE[self._at[cell]] > 2:
                    return part(so_many_meet(self._at[cell]), place_of(problem, cell, Role.CUT_OFF)).after("then")
        return None


def page_for(problem: Problem, clause: Clause) -> Part:
    """The clause as a sentence, with what it shows."""
    shows = clause.shows
    clue = [one(problem, clause.clue, Role.BECAUSE)] if clause.clue >= 0 else []
    if not clause.lines:
        cells = many(problem, clause.cells, Role.ASSUMED)
        if cells.noun == "" and all(piece(problem, cell) == "cell" for cell in clause.cells):
            cells = cells._replace(named=joined([problem.grid.name(cell) for cell in sorted(clause.cells)]))
        page = part(f"{{}} {'have' if len(clause.cells) > 1 else 'has'} no lines.", cells)
    elif clause.drawn:
        ways = [*_ways(problem.grid, clause.lines, clause.cells)]
        verb = "lines run" if len(ways) > 1 else "a line runs"
        why = f", {clause.why.of_drawn}" if clause.why else ""
        if clause.barred and not clause.why:
            why, clue = ", not to {}", [place_of(problem, clause.turned_from(problem.grid), Role.BECAUSE)]
        page = part(f"{verb} {{}}{why}.", _by_bends(problem.grid, ways), *clue)
        for line in clause.lines:
            shows = both_known(shows, {line >> 1: (S if line & 1 else E) << 4})
    else:
        why = f", {clause.why.value}" if clause.why else ""
        page = part(f"no line joins {{}}{why}.", _pairs(problem.grid, clause.lines), *clue)
    return page.after("then")._replace(shows=shows)


_Way = list[tuple[int, int]]  # cells, each with the side by which the way goes on; at its end none


def _ways(grid: Grid, lines: Iterable[int], cells: Iterable[int]) -> Iterator[_Way]:
    """The lines as ways from end to end, which begin at the first of these cells if they can."""
    at: dict[int, list[int]] = {cell: [] for cell in cells}
    for line in lines:
        for cell in grid.ends(line):
            at.setdefault(cell, []).append(line)
    left = set(lines)
    for start in sorted(at, key=lambda cell: len(at[cell]) != 1):
        while any(line in left for line in at[start]):
            way, cell = _Way(), start
            while (line := next((each for each in at[cell] if each in left), -1)) >= 0:
                left.remove(line)
                side = S if line & 1 else E
                side = side if line >> 1 == cell else OPPOSITE[side]
                way.append((cell, side))
                cell = grid.ways[side][cell]
            yield [*way, (cell, 0)]


def _by_bends(grid: Grid, ways: Iterable[_Way]) -> Mention:
    """The ways by their ends and bends: "from (1, 1) to (1, 3) to (4, 3)"; across a seam by the cells on both sides."""
    cells, named = dict[int, int](), list[str]()
    for way in ways:
        bends = [way[0], way[-1]]
        for (before, into), (cell, onward) in pairwise(way):
            cells[before] = cells.get(before, 0) | into
            cells[cell] = cells.get(cell, 0) | OPPOSITE[into]
            is_even = into == onward and not any(_wraps(grid, *each) for each in ((before, into), (cell, onward)))
            if not is_even and onward:
                bends.insert(-1, (cell, onward))
        named.append(f"from {' to '.join(grid.name(cell) for cell, _ in bends)}")
    return Mention(f"through the {Role.ASSUMED.look} cells", joined(named), Role.ASSUMED, cells)


def _wraps(grid: Grid, cell: int, side: int) -> bool:
    """Whether one crosses a seam on that side of the cell."""
    (x, y), (to_x, to_y) = grid.place(cell), grid.place(grid.ways[side][cell])
    return abs(x - to_x) + abs(y - to_y) != 1


def _pairs(grid: Grid, lines: Iterable[int]) -> Mention:
    """The cells at each of these lines: "(1, 1) to (2, 1) or (3, 1) to (3, 2)"."""
    cells, named = dict[int, int](), list[str]()
    for line in lines:
        side = S if line & 1 else E
        one_end, other = line >> 1, grid.ways[side][line >> 1]
        cells[one_end] = cells.get(one_end, 0) | side
        cells[other] = cells.get(other, 0) | OPPOSITE[side]
        named.append(f"{grid.name(min(one_end, other))} to {grid.name(max(one_end, other))}")
    return Mention(f"the {Role.ASSUMED.look} cells", joined(named, "or"), Role.ASSUMED, cells)


def both_known(shows: Sides, more: Sides) -> Sides:
    """Both known bytes of each cell."""
    return {cell: shows.get(cell, 0) | more.get(cell, 0) for cell in (*shows, *more)}


def so_many_meet(lines: int) -> str:
    """That so many lines are more than a cell can have, with braces for it."""
    return f"{number_in_words(DEGREE[lines])} lines meet at {{}}."


def place_of(problem: Problem, cell: int, role: Role) -> Mention:
    """A cell, in plain text by its place alone where nothing else is to be said of it."""
    mention = one(problem, cell, role)
    return mention._replace(named=problem.grid.name(cell)) if piece(problem, cell) == "cell" else mention
