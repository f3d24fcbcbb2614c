"""The next steps from what the player knows, the nearest to the cursor first, kept from one hint to the next.

Each rule has an agenda of the cells at which it has not looked since something changed there. Cells are walked through
in rings around the cursor, and a rule stops once it has found enough to choose from: so a hint looks at little more
than what lies near, and the next one looks only at what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeVar

from termpuzzles.board.grid import Grid
from termpuzzles.hints.justification import Findings
from termpuzzles.hints.news import asks_for_a_move
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.engine.rule import Rule, log_of
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.rules import dead_end, rule_named
from termpuzzles.logic.task import Task

T = TypeVar("T")

ENOUGH = 24  # findings that are news, to choose the simplest from
AT_MOST = 96  # such findings that are looked at for one that asks for a move, which is better
FURTHER = {"one step ahead": 12}  # the number of cells at which a slow rule still looks once it has found something
DULL = 96  # findings that are no news: so many of the nearest are put in, to see what follows
NEAREST = 4  # the first distance from the cursor within which dead ends are looked for
ROUNDS = 60  # rounds of findings that rest on each other
CELLS_PER_YIELD = 16  # of those that are looked at
FEW = 400  # cells: up to so many are sorted, more are walked through in rings


class Rings:
    """The cells of a grid by their distance from one of them in steps, across seams too; without one, by number."""

    def __init__(self, grid: Grid, near: int | None) -> None:
        self.grid = grid
        self.near = near
        self._order: list[int] = []
        self._rings = self._walk() if near is not None else iter([list(range(grid.size))])
        self.radii: list[int] = []  # how many cells lie within each distance

    def distance(self, cell: int) -> int:
        """The distance of the cell; 0 for every cell if there is none to begin with."""
        if self.near is None:
            return 0
        return self.grid.distance(self.near, cell)

    def nearest(self, cells: Iterable[int]) -> int:
        """The nearest of these cells; of several the one with the lowest number."""
        return min(cells, key=lambda cell: (self.distance(cell), cell))

    def all(self) -> Iterator[int]:
        """All cells, the nearest first."""
        at = 0
        while True:
            while at < len(self._order):
                yield self._order[at]
                at += 1
            if not self._grow():
                return

    def within(self, radius: int) -> Collection[int]:
        """The cells up to that distance."""
        while len(self.radii) <= radius and self._grow():
            pass
        return frozenset(self._order[: self.radii[min(radius, len(self.radii) - 1)]])

    def of(self, *some: Collection[int]) -> Iterator[int]:
        """The cells that are in one of these collections when their turn comes, the nearest first."""
        if sum(map(len, some)) <= FEW:
            cells = {cell for each in some for cell in each}
            yield from sorted(cells, key=lambda cell: (self.distance(cell), cell))
            return
        for cell in self.all():
            if any(cell in each for each in some):
                yield cell

    def _grow(self) -> bool:
        ring = next(self._rings, None)
        if ring is None:
            return False
        self._order += ring
        self.radii.append(len(self._order))
        return True

    def _walk(self) -> Iterator[list[int]]:
        """The rings, each in the order of its cells' numbers."""
        assert self.near is not None
        grid = self.grid
        if grid.is_twisted:
            yield from self._walk_on()
            return
        x, y = grid.place(self.near)
        columns = _by_distance(grid.width, x, bool(grid.surface.across))
        rows = _by_distance(grid.height, y, bool(grid.surface.down))
        for distance in range(len(columns) + len(rows) - 1):
            first = max(0, distance - len(rows) + 1)
            yield sorted(
                row * grid.width + column
                for across in range(first, min(distance + 1, len(columns)))
                for column in columns[across]
                for row in rows[distance - across]
            )

    def _walk_on(self) -> Iterator[list[int]]:
        """The rings, each by going on from the one before."""
        assert self.near is not None
        ways, ring = self.grid.without_walls.ways, [self.near]
        reached = {-1, self.near}
        while ring:
            yield ring
            ring = sorted({other for cell in ring for way in ways.values() if (other := way[cell]) not in reached})
            reached.update(ring)


def _by_distance(length: int, start: int, wraps: bool) -> list[list[int]]:
    """The places of a row of that length, by their distance from `start`."""
    found: list[list[int]] = []
    for place in range(length):
        away = abs(place - start)
        if wraps:
            away = min(away, length - away)
        while len(found) <= away:
            found.append([])
        found[away].append(place)
    return found


class RuleAgenda:
    """Where one rule still has to look: cells not looked at since something changed, and cells with findings.

    A rule that looks at the whole board at once keeps its findings until something changes. With `anew` nothing has
    been looked at yet, else only what changes from now on counts.
    """

    def __init__(self, name: str, knowledge: Knowledge, anew: bool = False) -> None:
        self.name = name
        self.rule: Rule = rule_named(name)
        self.changed: list[int] = list(range(knowledge.size)) if anew else []
        self.knowledge = knowledge
        self._anew = anew
        self._since = 0 if anew else len(log_of(self.rule, knowledge))
        self._waiting: set[int] = set()
        self._news: set[int] = set()  # cells with findings that are news
        self._dull: set[int] = set()  # cells with others alone
        self._all: list[Finding] = []

    def find(
        self, rings: Rings, wanted: Callable[[Finding], bool], better: Callable[[Finding], bool] | None = None
    ) -> Task[list[Finding]]:
        """The nearest findings that are wanted, enough of them to choose from: with a `better` one, if there is any."""
        if self.rule.near is None:
            yield None
            if self.changed:
                self._all = list(self.rule.find(self.knowledge, ()))
                self.changed.clear()
            return [finding for finding in self._all if wanted(finding)]
        found: dict[object, Finding] = {}
        further = FURTHER.get(self.name, self.knowledge.size)
        most = AT_MOST if better else ENOUGH
        for looked, (cell, findings) in enumerate(self._looks(rings), 1):
            if looked % CELLS_PER_YIELD == 0:
                yield None
            news: dict[object, Finding] = {finding.narrowed: finding for finding in findings if wanted(finding)}
            self._sort_in(cell, bool(findings), bool(news))
            found.update(news)
            further -= bool(found)
            if better and any(map(better, news.values())):
                most = ENOUGH
            if len(found) >= most or further < 0:
                break
        return list(found.values())

    def dull(self, rings: Rings, most: int) -> list[Finding]:
        """The nearest of the findings that are not wanted."""
        if self.rule.near is None:
            return self._all[:most]
        found: dict[object, Finding] = {}
        for cell in rings.of(self._dull):
            if len(found) >= most:
                break
            found.update((finding.narrowed, finding) for finding in self._at(cell))
        return list(found.values())

    def _sort_in(self, cell: int, any_found: bool, any_news: bool) -> None:
        self._waiting.discard(cell)
        self._news.discard(cell)
        self._dull.discard(cell)
        if any_found:
            (self._news if any_news else self._dull).add(cell)

    def _looks(self, rings: Rings) -> Iterator[tuple[int, list[Finding]]]:
        """Look at the cells that wait, and again at those with news, the nearest first."""
        self._take_in()
        for cell in rings.of(self._waiting, self._news):
            yield cell, self._at(cell)

    def _at(self, cell: int) -> list[Finding]:
        return list(self.rule.find(self.knowledge, (cell,)))

    def _take_in(self) -> None:
        """Let the cells wait at which there may be something new to find."""
        if self._anew and self.rule.log is None:
            self._waiting = set(range(self.knowledge.size))
        elif self.rule.near:
            self._waiting.update(self.rule.near(self.knowledge, self.changed, self._since))
        self._since = len(log_of(self.rule, self.knowledge))
        self._anew = False
        self.changed.clear()


class PocketAgenda(RuleAgenda):
    """For pockets: bounds are lowered within a few steps of where one looks."""

    def _looks(self, rings: Rings) -> Iterator[tuple[int, list[Finding]]]:
        waiting = self.knowledge.propagator(Reach).small
        for cell in rings.of(waiting, self._news):
            if cell in waiting:
                yield from dead_end.pockets_near(self.knowledge, cell)
            else:
                yield cell, self._at(cell)

    def _at(self, cell: int) -> list[Finding]:
        return dead_end.pockets_at(self.knowledge, cell)


class DeadEndAgenda(RuleAgenda):
    """For dead ends: bounds are lowered in an ever larger part of the board around the cursor."""

    def _looks(self, rings: Rings) -> Iterator[tuple[int, list[Finding]]]:
        reach = self.knowledge.propagator(Reach)
        radius, seen = NEAREST, set[int]()
        while True:
            inside = rings.within(radius)
            self._waiting.update(reach.lower_within(inside))
            for cell in rings.of({cell for cell in self._waiting | self._news if cell in inside} - seen):
                seen.add(cell)
                yield cell, self._at(cell)
            if len(inside) == self.knowledge.size:
                return
            radius *= 2

    def _at(self, cell: int) -> list[Finding]:
        return dead_end.dead_ends_at(self.knowledge, cell)


_AGENDAS = {"pocket": PocketAgenda, "dead end": DeadEndAgenda}


class StepFinder:
    """Finds the next steps by each rule, from what the player knows; follows the play."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.knowledge = Knowledge(position.problem, position.base)
        self.knowledge.begin_steps()
        self._base = position.base.copy()
        self._agendas: dict[str, RuleAgenda] = {}

    def follow(self, cells: Iterable[int]) -> bool:
        """Take in what the position says now of these cells; False if something was taken back."""
        base, before, knowledge = self.position.base, self._base, self.knowledge
        for cell in cells:
            if base[cell] & ~before[cell]:
                return False
            before[cell] = base[cell]
            if not knowledge.narrow(cell, base[cell]):
                return False
        narrowed = knowledge.note()
        for agenda in self._agendas.values():
            agenda.changed += narrowed
        return True

    def direct(self, name: str, rings: Rings) -> Task[tuple[Findings, list[Finding]]]:
        """What this rule finds from what is known, if it is news."""
        if name not in self._agendas:
            # Where nothing is plain the easiest rule finds nothing: it says of single cells what makes them plain.
            anew = name != self.position.problem.rules[0] or self.knowledge.size <= FEW
            self._agendas[name] = _AGENDAS.get(name, RuleAgenda)(name, self.knowledge, anew)
        better = self._draws if self.position.puzzle.game.draws else None
        found = yield from self._agendas[name].find(rings, self.position.is_news, better)
        return self._findings(), found

    def _draws(self, finding: Finding) -> bool:
        """Whether the finding draws a line."""
        return asks_for_a_move(self.position, finding.narrowed)

    def _findings(self) -> Findings:
        return Findings(self.knowledge, self.position.own, self.position.known_sides)

    def deeper(
        self, names: Sequence[str], rings: Rings, build: Callable[[Findings, list[Finding]], T]
    ) -> Task[T | None]:
        """What these rules find that is news, from what they find that is none; nothing of it is kept."""
        found = [finding for name in names for finding in self._agendas[name].dull(rings, DULL)]
        if not found:
            return None
        findings, mark = self._findings(), self.knowledge.mark()
        try:
            agendas = [_AGENDAS.get(name, RuleAgenda)(name, self.knowledge) for name in names]
            for _ in range(ROUNDS):
                yield None
                narrowed = findings.apply(found)
                if not narrowed:
                    return None
                for agenda in agendas:
                    agenda.changed += narrowed
                found = []
                for agenda in agendas:
                    if wanted := (yield from agenda.find(rings, self.position.is_news)):
                        return build(findings, wanted)
                    if found := agenda.dull(rings, ENOUGH):
                        break
                if not found:
                    return None
            return None
        finally:
            self.knowledge.undo(mark)
