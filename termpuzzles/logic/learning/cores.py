"""The fewest rules that cannot all hold: of which cells, and whether the one for the whole board is among them.

Each rule has a guard, a literal while which it holds, so that guards are assumed like lines. A search for a core begins
with the cells nearest to what is asked about; where these do not contradict each other, more are taken in. Then one
part after the other is left out, the farthest first, and stays out if the others still contradict each other.

Source: Espasa, Gent, Hoffmann, Jefferson and Lynch, Using small MUSes to explain how to solve pen and paper puzzles,
2021.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from termpuzzles.board.grid import SIDES_OF, Grid
from termpuzzles.logic.learning.board_search import LineNumbers, itself
from termpuzzles.logic.learning.search import FALSE, CellTable, Search, SearchResult
from termpuzzles.logic.learning.wholes import Guarded
from termpuzzles.logic.problem import EMPTY, FITS, KNOWN, Domain, Problem, Whole
from termpuzzles.logic.task import Task

NEAR = 3  # how far from the place the first cells are taken in; then each time twice as far
CONFLICTS = 300  # that it may take to see whether a part is needed; one that takes more stays
ALL_CONFLICTS = 3000  # that it may take to see whether there is a contradiction at all
FEW_CONFLICTS = 100  # that it may take of several questions to see which shows by the fewest cells
MOST_CELLS = 1500  # near some place: in larger parts of a board no core is looked for


class Core(NamedTuple):
    """Cells whose rules, with those of the whole board if `whole`, leave nothing; without any of them something is.

    `is_least` is False where the conflicts ran out before each part was tried. `beyond` are cells at further lines that
    count, of those to which cells were held.
    """

    cells: tuple[int, ...]
    whole: bool
    is_least: bool = True
    beyond: tuple[int, ...] = ()


class Asked(Protocol):
    """What can be asked whether some literals hold together, and if not, which of them do not."""

    search: Search

    @property
    def core(self) -> Sequence[int]:
        """Of the literals that were last found not to hold together, some that do not."""

    def ask(self, assumptions: Sequence[int], conflicts: float) -> Task[SearchResult]:
        """Whether all of these can hold, within so many conflicts."""


class Rules:
    """The rules of some cells and that of the whole board, each with its guard."""

    def __init__(self, problem: Problem, cells: Sequence[int]) -> None:
        grid = problem.grid
        self.problem = problem
        self.lines = LineNumbers(grid, {cell: grid.open_sides[cell] for cell in cells})
        first = 2 * len(self.lines.cells)
        self.guards = {cell: first + 2 * at for at, cell in enumerate(cells)}
        self.whole = first + 2 * len(cells)
        tables = [CellTable(self._domain(cell) << 8, self.lines.literals(cell, 0), self.guards[cell]) for cell in cells]
        self.search = Search(len(self.lines.cells) - 1, len(cells) + 1, tables)
        if problem.whole.joins_all:
            self._add_whole()
        for clue in problem.clue_clauses(problem) if problem.clue_clauses else ():
            literals = [self.literal(*line) for line in clue.lines] if clue.cell in self.guards else [None]
            if None not in literals:
                self.search.add([self.guards[clue.cell] ^ 1, *(literal for literal in literals if literal is not None)])

    def _domain(self, cell: int) -> Domain:
        grid = self.problem.grid
        return itself(grid, cell, self.problem.domain_of(cell) & FITS[15 ^ grid.open_sides[cell]])

    def _add_whole(self) -> None:
        problem, ends = self.problem, self.lines.cells
        node_of = {cell: node for node, cell in enumerate(dict.fromkeys(cell for pair in ends[1:] for cell in pair))}
        self.search.whole = Guarded(
            [(-1, -1), *((node_of[one], node_of[other]) for one, other in ends[1:])],
            self.search,
            self.whole,
            [not problem.domain_of(cell) & EMPTY for cell in node_of],
            sum(problem.cell_types.count(code) for code, domain in enumerate(problem.domains) if not domain & EMPTY),
            problem.whole is Whole.TREE,
            [node for cell, node in node_of.items() if not self._knows_lines_of(cell)],
        )

    def _knows_lines_of(self, cell: int) -> bool:
        """Whether each line at the cell is also at one that has its rule."""
        return all(self.lines.literal(cell, side) is not None for side in SIDES_OF[self.problem.grid.open_sides[cell]])

    @property
    def core(self) -> Sequence[int]:
        """Of the literals last asked about, some that contradict each other."""
        return self.search.core

    def ask(self, assumptions: Sequence[int], conflicts: float) -> Task[SearchResult]:
        """Whether some lines follow the rules whose guards are among these literals, with all of them."""
        return (yield from self.search.solve(assumptions, conflicts))

    def literal(self, cell: int, side: int, drawn: bool = True) -> int | None:
        """The literal of that line, drawn or not; None if it is not at one of the cells."""
        if self.problem.grid.ways[side][cell] < 0:
            return FALSE ^ (not drawn)
        literal = self.lines.literal(cell, side)
        return None if literal is None else literal ^ (not drawn)

    def holding(self, held: Mapping[int, Domain]) -> list[int]:
        """The literals of all lines that such masks of the cells have in common, as far as they are among these."""
        found: dict[int, None] = {}
        for cell, keep in held.items():
            for drawn, sides in ((True, KNOWN[keep] >> 4), (False, KNOWN[keep] & 15)):
                for side in SIDES_OF[sides]:
                    literal = self.literal(cell, side, drawn)
                    if literal is not None:
                        found[literal] = None
        return list(found)


def at_once(rules: Rules, held: Mapping[int, Domain], literals: Iterable[int]) -> Task[dict[int, tuple[int, ...]]]:
    """For those of the literals that cannot hold, as propagation alone shows, the cells whose rules that takes."""
    search, guards = rules.search, {guard: cell for cell, guard in rules.guards.items()}
    whole = [rules.whole] if rules.problem.whole.joins_all else []
    found: dict[int, tuple[int, ...]] = {}
    if not search.assume([*rules.holding(held), *whole, *guards]):
        return found
    for literal in literals:
        if (core := search.denied_by(literal)) is not None:
            found[literal] = tuple(guards[each] for each in core if each in guards)
        yield None
    return found


class Fewest(NamedTuple):
    """The parts that are left of a contradiction, and whether each of them was seen to be needed."""

    parts: tuple[int, ...]
    is_least: bool


def fewest(
    asked: Asked, fixed: Sequence[int], parts: Sequence[int], conflicts: int = ALL_CONFLICTS
) -> Task[Fewest | None]:
    """Those of the parts that are needed for a contradiction with all that is fixed; None if there is none to be seen.

    Of the parts the last are left out first. Where a question takes too many conflicts, its part stays; where all of
    them have taken as many as they may, the rest stays.
    """
    end = asked.search.conflicts + conflicts
    if (yield from asked.ask([*fixed, *parts], conflicts)) is not SearchResult.REFUTED:
        return None
    needed, is_least = list[int](), True
    core = set(asked.core)
    rest = [part for part in parts if part in core]
    while rest and asked.search.conflicts < end:
        part = rest.pop()
        most = min(end - asked.search.conflicts, CONFLICTS)
        answer = yield from asked.ask([*fixed, *needed, *rest], most)
        if answer is SearchResult.REFUTED:
            core = set(asked.core)
            needed, rest = ([each for each in some if each in core] for some in (needed, rest))
        else:
            needed.append(part)
            is_least = is_least and answer is SearchResult.SOLVED
    return Fewest((*rest, *needed), is_least and not rest)


def among(problem: Problem, cells: Sequence[int], held: Mapping[int, Domain]) -> Task[Core | None]:
    """Those of these cells whose rules leave nothing while some cells are held to masks; None if that is not seen.

    The last are left out first, and after all of them the rule of the whole board.
    """
    return (yield from _least(Rules(problem, cells), cells, held, ALL_CONFLICTS))


def _least(rules: Rules, some: Sequence[int], held: Mapping[int, Domain], conflicts: int) -> Task[Core | None]:
    """The same of some of the cells that have rules, within so many conflicts."""
    whole, held_so = [rules.whole] if rules.problem.whole.joins_all else [], rules.holding(held)
    found = yield from fewest(rules, [*whole, *held_so], [rules.guards[cell] for cell in some], conflicts)
    if found is None:
        return None
    parts = set(found.parts)
    cells = {cell: None for cell in some if rules.guards[cell] in parts}
    answer = yield from rules.ask([*held_so, *found.parts], CONFLICTS)
    needs_whole = answer is not SearchResult.REFUTED
    if needs_whole:
        yield from rules.ask([*whole, *held_so, *found.parts], CONFLICTS)
    lines = (rules.lines.cells[literal >> 1] for literal in held_so if literal > FALSE and literal in rules.core)
    beyond = {line[0]: None for line in lines if cells.keys().isdisjoint(line)}
    is_least = found.is_least and answer is not SearchResult.UNDECIDED
    return Core(tuple(cells), needs_whole, is_least, tuple(beyond))


class CoreQuestion(NamedTuple):
    """Whether some rules leave nothing while cells are held to masks; asked first of the cells nearest to `places`."""

    held: Mapping[int, Domain]
    places: Collection[int]


class NearestCore(NamedTuple):
    """The core of one of several questions, by its number."""

    number: int
    core: Core


def nearest_core(
    problem: Problem, questions: Sequence[CoreQuestion], conflicts: int = FEW_CONFLICTS
) -> Task[NearestCore | None]:
    """The core of the question that shows nearest to its places; of several the one over the fewest cells.

    None if none of them is seen to leave nothing, or not by so few cells, within so many conflicts.
    """
    radius, before = NEAR, 0
    while True:
        found: list[NearestCore] = []
        parts = [_within(problem.grid, question.places, radius) for question in questions]
        for number, (cells, question) in enumerate(zip(parts, questions, strict=True)):
            rules = Rules(problem, cells)
            if core := (yield from _least(rules, cells, question.held, conflicts)):
                found.append(NearestCore(number, core))
            conflicts = max(0, conflicts - rules.search.conflicts)
        if found:
            number, core = min(found, key=lambda answer: len(answer.core.cells))
            return NearestCore(
                number, (yield from _with_far_lines(problem, core, parts[number], questions[number].held))
            )
        size = sum(map(len, parts))
        if not conflicts or not before < size < MOST_CELLS * len(parts):
            return None
        radius, before = 2 * radius, size


def _with_far_lines(problem: Problem, core: Core, near: Collection[int], held: Mapping[int, Domain]) -> Task[Core]:
    """As much of a core as is needed if lines far from it count, too: where all must be joined they may cut it off."""
    far = [cell for cell in held if cell not in near]
    if not core.whole or not far or len(far) > MOST_CELLS:
        return core
    return (yield from _least(Rules(problem, [*near, *far]), core.cells, held, ALL_CONFLICTS)) or core


def _within(grid: Grid, places: Iterable[int], radius: int) -> list[int]:
    """The cells up to so many steps from these places, walls aside, the nearest first."""
    ways, found = grid.without_walls.ways.values(), dict.fromkeys(places)
    ring = list(found)
    for _ in range(radius):
        ring = sorted({way[cell] for cell in ring for way in ways}.difference(found, (-1,)))
        found.update(dict.fromkeys(ring))
    return list(found)
