"""The next wanted finding, by the easiest rules, and the earlier findings and cells that it rests on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.logic.engine.knowledge import Knowledge, Mark
from termpuzzles.logic.engine.rule import Rule, log_of
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import ALL, FITS, KNOWN, Domain
from termpuzzles.logic.rules import chain, edge, rule_named
from termpuzzles.logic.task import Task


class KnowledgeChange(NamedTuple):
    """One cell narrowed by a step: the round, the step, and what was left of the cell."""

    round: int
    step: int
    left: Domain


class FindingsMark(NamedTuple):
    """A moment to which findings can be taken back: that of their knowledge, the round, and the number of steps."""

    knowledge: Mark
    round: int
    steps: int


class Justification(NamedTuple):
    """What a finding rests on: the earlier steps that it needs, in order, and the cells with the sides that count."""

    steps: tuple[Finding, ...]
    cells: dict[int, int]


class Findings:
    """The steps put in so far, each in a round, on a board where `base` is what is left of each cell by itself.

    The knowledge may begin with more: `known_sides` is what borders and the cells beyond say about each cell's sides (a
    known byte for each). The findings of one round all rest on what was known before it. `seen` are the sides of each
    cell that are there to be seen: whatever else its base says of them becomes a step. None if all of it is seen.
    """

    def __init__(
        self,
        knowledge: Knowledge,
        base: Sequence[Domain] | None = None,
        known_sides: Sequence[int] | None = None,
        seen: Sequence[int] | None = None,
    ) -> None:
        self.knowledge = knowledge
        self.start: Sequence[Domain] = tuple(knowledge.left)
        self.base: Sequence[Domain] = self.start if base is None else base
        self.known_sides: Sequence[int] = bytes(knowledge.size) if known_sides is None else known_sides
        self.seen = seen
        self.round = 0
        self.steps: list[Finding] = []
        self._changes: dict[int, list[KnowledgeChange]] = {}
        self._rounds: dict[int, list[tuple[int, Domain]]] = {}  # for a cell narrowed, each round and what it left

    def apply(self, found: Sequence[Finding]) -> list[int]:
        """Put the findings of a round into the knowledge; returns the cells that were narrowed.

        A finding that would empty a cell together with others waits: its rule finds it again, as a contradiction.
        """
        for step in found:
            _ = step.reason
        for step in found:
            if not all(self.knowledge.left[cell] & after for cell, _, after in step.narrowed):
                continue
            for cell, _, after in step.narrowed:
                self.knowledge.narrow(cell, after)
                change = KnowledgeChange(self.round, len(self.steps), self.knowledge.left[cell])
                self._changes.setdefault(cell, []).append(change)
            self.steps.append(step)
        narrowed = self.knowledge.note()
        for cell in narrowed:
            self._rounds.setdefault(cell, []).append((self.round, self.knowledge.left[cell]))
        self.round += 1
        return narrowed

    def mark(self) -> FindingsMark:
        """Mark this moment; every mark must be taken back by `undo`, its own or that of an earlier mark."""
        return FindingsMark(self.knowledge.mark(), self.round, len(self.steps))

    def undo(self, mark: FindingsMark) -> FindingsMark:
        """Take everything back to the mark; returns a new one in its place."""
        self.knowledge.undo(mark.knowledge)
        self.round = mark.round
        del self.steps[mark.steps :]
        for changes in self._changes.values():
            changes[:] = [change for change in changes if change.round < mark.round]
        for rounds in self._rounds.values():
            rounds[:] = [each for each in rounds if each[0] < mark.round]
        return self.mark()

    def justify(self, step: Finding, concluded: Mapping[int, Domain]) -> Justification:
        """What a finding of this round rests on, as far as it is needed for what is `concluded`: some cells' masks.

        For each of these cells it is concluded that no other mask is left. A contradiction concludes nothing: it names
        what was left of its own cells among what it rests on.
        """
        walk = _Walk(self)
        walk.explain(step, self.round, concluded)
        walk.cite_sides()
        walk.cite_lines()
        implied = [self._implied(cell) for cell in sorted(walk.implied)]
        steps = (_as_needed(self.steps[number], cells) for number, cells in sorted(walk.needed.items()))
        return Justification((*implied, *steps), walk.cells)

    def _implied(self, cell: int) -> Finding:
        """What follows for a cell from the sides of it that are seen, as a step by the easiest rule."""
        problem = self.knowledge.problem
        before, sides = problem.domain_of(cell), self.seen[cell] if self.seen else 0
        explain = edge.explain_degree if problem.draws else edge.only_fit_reason
        tell = partial(explain, problem, cell, before, sides, self.base)
        return Finding(problem.rules[0], (Narrowing(cell, before, before & FITS[sides]),), tell)

    def changes(self, cell: int, before: int) -> list[KnowledgeChange]:
        """The changes of the cell before that round, oldest first."""
        return [change for change in self._changes.get(cell, ()) if change.round < before]

    def left(self, cell: int, before: int) -> Domain:
        """What was left of the cell before that round, by steps or without one."""
        return next((left for when, left in reversed(self._rounds.get(cell, ())) if when < before), self.start[cell])


class _Walk:
    """Goes back from a step to everything that it needs."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._waiting: list[tuple[Finding, int]] = []
        self._gone: dict[int, Domain] = defaultdict(int)  # for each cell: masks that its sides ruled out at the start
        self._either: dict[int, tuple[tuple[int, int], ...]] = {}  # lines for which either cell can be cited
        self.implied = set[int]()  # cells of which more is known than is seen
        self.needed: dict[int, set[int]] = {}  # for each step that is needed the cells for which it is
        self.cells: dict[int, int] = defaultdict(int)

    def explain(self, step: Finding, when: int, concluded: Mapping[int, Domain]) -> None:
        for cell, before, after in step.narrowed:
            if after and cell in concluded:  # of the masks ruled out before, only those count that are not in it
                gone = ~FITS[step.lines[cell]] if cell in step.lines else before & ~after
                self._explain_cell(cell, 0, gone | concluded[cell], when)
        self._waiting.append((step, when))
        while self._waiting:
            step, when = self._waiting.pop()
            for cell, known, left in step.because:
                self._explain_cell(cell, known, left, when)

    def _explain_cell(self, cell: int, known: int, left: Domain, when: int) -> None:
        """Explain what a step of that round cites about a cell: what is left of it, and its known sides."""
        findings = self._findings
        if left != ALL:  # else only its sides matter, and either cell at each may be cited
            self.cells[cell] |= known >> 4 | known & 15
        base, start = findings.base[cell], findings.start[cell]
        cited = known
        if ruled_out := base & ~left & ~start:
            self._gone[cell] |= ruled_out
        gone, before = start & ~left, start
        for change in findings.changes(cell, when):
            if before & ~change.left & gone:
                self._need(cell, [change])
                gone &= change.left
            before = change.left
        if gone:  # a rule may narrow a cell by what its neighbours know without a step of its own
            sides = KNOWN[left] & ~KNOWN[base]
            cited |= _fewest_sides(KNOWN[findings.left(cell, when)], gone) if gone & FITS[sides] else sides
        for side in SIDES_OF[cited >> 4]:
            self._explain_side(cell, side, 4, when)
        for side in SIDES_OF[cited & 15]:
            self._explain_side(cell, side, 0, when)

    def _explain_side(self, cell: int, side: int, drawn: int, when: int) -> None:
        """Explain how the side was known before that round: from the cell or the one beyond, whichever knew first."""
        findings = self._findings
        other = findings.knowledge.ways[side][cell]
        if other < 0:
            return
        here = self._known_since(cell, side << drawn, when)
        beyond = self._known_since(other, OPPOSITE[side] << drawn, when)
        if here == beyond == -1 and findings.seen is None:
            line = findings.knowledge.grid.line(cell, side)
            self._either[line] = (cell, side), (other, OPPOSITE[side])
            return
        first, source = min((here, cell), (beyond, other), key=lambda found: found[0])
        if first < 0 and findings.seen is not None:
            if here == beyond and not findings.seen[cell] & side << drawn:
                source = other
            shown = findings.seen[source] | KNOWN[findings.knowledge.problem.domain_of(source)]
            if not shown & (side if source == cell else OPPOSITE[side]) << drawn:
                self.implied.add(source)
                self._cite_seen(source, findings.seen[source])
        if first >= len(findings.steps):  # it follows from what borders and cells beyond say of one of the two
            if self._is_implied(cell, side << drawn) or not self._is_implied(other, OPPOSITE[side] << drawn):
                self.cells[cell] |= side
            else:
                self.cells[other] |= OPPOSITE[side]
                self._gone[other] |= findings.base[other] & ~FITS[OPPOSITE[side] << drawn]
            return
        self.cells[source] |= side if source == cell else OPPOSITE[side]
        if first >= 0:
            changes = [change for change in findings.changes(source, when) if change.step <= first]
            self._need(source, changes)
            its = side if source == cell else OPPOSITE[side]
            said = findings.steps[first].lines.get(source)  # a line may bring others with it, by what was known before
            if findings.knowledge.problem.clues or (said is not None and not said & its << drawn):
                self._explain_rest(source, changes)

    def _explain_rest(self, cell: int, changes: Sequence[KnowledgeChange]) -> None:
        """Explain the sides that were known without a step: steps may build on what cells beyond know."""
        findings = self._findings
        for change in changes:
            step = findings.steps[change.step]
            known = next(KNOWN[before] for at, before, _ in step.narrowed if at == cell) & ~KNOWN[findings.base[cell]]
            for side in SIDES_OF[known >> 4]:
                self._explain_side(cell, side, 4, change.round)
            for side in SIDES_OF[known & 15]:
                self._explain_side(cell, side, 0, change.round)

    def cite_sides(self) -> None:
        """Cite sides that rule out masks missing from the start: borders first, then cells and lines already cited."""
        findings, grid = self._findings, self._findings.knowledge.grid
        while self._gone:
            cell, gone = next(iter(self._gone.items()))
            del self._gone[cell]
            sides = findings.known_sides[cell]

            def is_cited(side: int, cell: int = cell) -> bool:
                other = grid.ways[side][cell]
                return other < 0 or other in self.cells or grid.line(cell, side) in self._either

            for side in sorted(SIDES_OF[sides >> 4 | sides & 15], key=is_cited):
                less = sides & ~(side << 4 | side)
                if not findings.base[cell] & FITS[less] & gone:
                    sides = less
            for side in SIDES_OF[sides >> 4]:
                self._explain_side(cell, side, 4, 0)
            for side in SIDES_OF[sides & 15]:
                self._explain_side(cell, side, 0, 0)

    def cite_lines(self) -> None:
        """Cite as few cells as possible for the lines for which either cell can be cited."""
        left = list(self._either.values())
        while left:
            left = [ends for ends in left if not self._cites(ends)]
            often = Counter(cell for ends in left for cell, _ in ends)
            for (cell, side), (other, back) in left:
                if often[cell] == 1 or often[other] == 1:  # at the end of a chain of lines the inner cell has two
                    source, its = (other, back) if often[cell] == 1 else (cell, side)
                    self.cells[source] = its
                    break
            else:
                if left:
                    ((cell, _),) = often.most_common(1)
                    self.cells[cell] = next(side for ends in left for at, side in ends if at == cell)

    def _cites(self, ends: tuple[tuple[int, int], ...]) -> bool:
        """Whether one of the cells at a line is cited already; then it is cited for this line, too."""
        for cell, side in ends:
            if cell in self.cells:
                self.cells[cell] |= side
                return True
        return False

    def _known_since(self, cell: int, bit: int, when: int) -> int:
        """The step that let the cell know the bit: -1 if it knew from the start; past all steps if it does not know."""
        if KNOWN[self._findings.base[cell]] & bit:
            return -1
        changes = self._findings.changes(cell, when)
        return next((change.step for change in changes if KNOWN[change.left] & bit), len(self._findings.steps))

    def _cite_seen(self, cell: int, seen: int) -> None:
        """Cite the cells beyond the sides of a cell that are seen, as far as these say what they are."""
        for side in SIDES_OF[seen >> 4 | seen & 15]:
            other, shift = self._findings.knowledge.ways[side][cell], 4 if seen >> 4 & side else 0
            if other >= 0 and KNOWN[self._findings.base[other]] & OPPOSITE[side] << shift:
                self.cells[other] |= OPPOSITE[side]

    def _is_implied(self, cell: int, bit: int) -> bool:
        """Whether a side is known from what is left of the cell by itself and what borders and cells beyond say."""
        return bool(KNOWN[self._findings.base[cell] & FITS[self._findings.known_sides[cell]]] & bit)

    def _need(self, cell: int, changes: Sequence[KnowledgeChange]) -> None:
        for change in changes:
            if change.step not in self.needed:
                self.needed[change.step] = set()
                self._waiting.append((self._findings.steps[change.step], change.round))
            self.needed[change.step].add(cell)


def _fewest_sides(known: int, gone: Domain) -> int:
    """As few of these known sides as rule out all of those masks that they rule out together."""
    least = gone & FITS[known]
    for side in SIDES_OF[known >> 4 | known & 15]:
        less = known & ~(side << 4 | side)
        if gone & FITS[less] == least:
            known = less
    return known


def _as_needed(step: Finding, cells: set[int]) -> Finding:
    """The part of the step about these cells; if it is about lines, it still says these of the other cells at them."""
    narrowed = tuple(
        narrowing if narrowing.cell in cells else Narrowing(narrowing.cell, ALL, FITS[step.lines[narrowing.cell]])
        for narrowing in step.narrowed
        if narrowing.cell in cells or narrowing.cell in step.lines
    )
    if narrowed == step.narrowed:
        return step
    return replace(step, narrowed=narrowed, tell=lambda: step.reason, rests=None)


ENOUGH = 24  # wanted findings to choose the simplest from
FURTHER = {"one step ahead": 12}  # the number of cells at which a slow rule still looks once it has found something

ANY_NUMBER = 1 << 30

Distance = Callable[[int], int]


def distance_from(grid: Grid, near: int | None) -> Distance:
    """The distance of a cell from `near` in steps, across seams too; 0 for every cell if `near` is None."""
    if near is None:
        return lambda cell: 0
    return partial(grid.distance, near)


class HintSearch:
    """The cells at which a rule still has to look, and what changed since it was last asked.

    It looks only `among` some cells, if they are given.
    """

    def __init__(self, name: str, changed: Iterable[int], among: Collection[int] | None = None) -> None:
        self.name = name
        self.changed = list(changed)
        self._among = among
        self._since = 0
        self._cells: set[int] = set()

    @cached_property
    def rule(self) -> Rule:
        """The rule, loaded once the easier ones find nothing more: most hints need only the first."""
        return rule_named(self.name)

    def batches(self, knowledge: Knowledge, distance: Distance) -> Iterator[list[Finding]]:
        """The rule's findings at each cell, the nearest first; all at once if it looks at the whole board."""
        if self.rule.near is None:
            if self.changed:
                yield list(self._on_the_whole_board(knowledge))
            self.changed.clear()
            return
        if self.changed:
            self._cells.update(self.rule.near(knowledge, self.changed, self._since))
            if self._among is not None:
                self._cells.intersection_update(self._among)
            self._since = len(log_of(self.rule, knowledge))
            self.changed.clear()
        for cell in sorted(self._cells, key=lambda cell: (distance(cell), cell)):
            found = list(self.rule.find(knowledge, (cell,)))
            if not found:
                self._cells.discard(cell)
            yield found

    def _on_the_whole_board(self, knowledge: Knowledge) -> Iterable[Finding]:
        """The findings of a rule that looks at all cells at once; among some of them only chains can be followed."""
        if self.name != chain.NAME:
            return () if self._among is not None else self.rule.find(knowledge, ())
        return chain.find_in_parts(knowledge) if self._among is None else chain.find_among(knowledge, self._among)


def find(
    findings: Findings,
    names: Iterable[str],
    changed: Iterable[int],
    distance: Distance,
    wanted: Callable[[Finding], bool],
    rounds: int = ANY_NUMBER,
    among: Collection[int] | None = None,
) -> Task[list[Finding]]:
    """Put in what these rules find, easiest first, until a round has wanted findings; returns these, unsorted.

    [] if no rule finds anything more that can be put in, or nothing is wanted within `rounds`. `changed` are the cells
    at which there may be something to find, and `among` those at which one may look.
    """
    agendas = [HintSearch(name, changed, among) for name in names]
    for _ in range(rounds):
        for agenda in agendas:
            found = yield from _round(agenda, findings.knowledge, distance, wanted)
            if chosen := [step for step in found if wanted(step)]:
                return chosen
            if narrowed := findings.apply(found):
                for other in agendas:
                    other.changed += narrowed
                break
        else:
            break
    return []


def _round(
    agenda: HintSearch, knowledge: Knowledge, distance: Distance, wanted: Callable[[Finding], bool]
) -> Task[list[Finding]]:
    """What a rule finds now: everything, or enough wanted findings; only the first few of a slow rule."""
    found: dict[object, Finding] = {}
    number_wanted, further = 0, FURTHER.get(agenda.name, knowledge.size)
    for batch in agenda.batches(knowledge, distance):
        for step in batch:
            number_wanted += step.narrowed not in found and wanted(step)
            found.setdefault(step.narrowed, step)
        further -= bool(found)
        if number_wanted >= ENOUGH or further < 0:
            break
        yield None
    return list(found.values())
