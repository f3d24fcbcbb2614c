"""Traces a finding back to what it rests on: the earlier findings and the cells that it needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, FITS, KNOWN, Domain


class Change(NamedTuple):
    """One cell narrowed by a step: the round, the step, and what was left of the cell."""

    round: int
    step: int
    left: Domain


class Grounds(NamedTuple):
    """The grounds of a finding: the earlier steps that it needs, in order, and the cells with the sides that count."""

    steps: tuple[Finding, ...]
    cells: dict[int, int]


class Findings:
    """The steps put in so far, each in a round, on a board where `base` is what is left of each cell by itself.

    The knowledge may begin with more: `known_sides` is what borders and the cells beyond say about each cell's sides (a
    known byte for each). The findings of one round all rest on what was known before it.
    """

    def __init__(
        self, knowledge: Knowledge, base: Sequence[Domain] | None = None, known_sides: Sequence[int] | None = None
    ) -> None:
        self.knowledge = knowledge
        self.start: Sequence[Domain] = tuple(knowledge.left)
        self.base: Sequence[Domain] = self.start if base is None else base
        self.known_sides: Sequence[int] = bytes(knowledge.size) if known_sides is None else known_sides
        self.round = 0
        self.steps: list[Finding] = []
        self._changes: dict[int, list[Change]] = {}

    def put_in(self, found: Sequence[Finding]) -> list[int]:
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
                change = Change(self.round, len(self.steps), self.knowledge.left[cell])
                self._changes.setdefault(cell, []).append(change)
            self.steps.append(step)
        self.round += 1
        return self.knowledge.note()

    def grounds(self, step: Finding, news: Mapping[int, int]) -> Grounds:
        """The grounds of a finding of this round, as far as the `news` need them: a known byte for some cells.

        A contradiction needs no news: it names what was left of its own cells among what it rests on.
        """
        walk = _Walk(self)
        walk.explain(step, self.round, news)
        walk.tell_sides()
        walk.tell_lines()
        steps = (_as_needed(self.steps[number], cells) for number, cells in sorted(walk.needed.items()))
        return Grounds(tuple(steps), walk.cells)

    def changes(self, cell: int, before: int) -> list[Change]:
        """The changes of the cell before that round, oldest first."""
        return [change for change in self._changes.get(cell, ()) if change.round < before]


class _Walk:
    """Goes back from a step to everything that it needs."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._waiting: list[tuple[Finding, int]] = []
        self._gone: dict[int, Domain] = {}  # for each cell the masks that its sides ruled out at the start
        self._either: dict[int, tuple[tuple[int, int], ...]] = {}  # lines for which either cell can be cited
        self.needed: dict[int, set[int]] = {}  # for each step that is needed the cells for which it is
        self.cells: dict[int, int] = {}

    def explain(self, step: Finding, when: int, news: Mapping[int, int]) -> None:
        for cell, before, after in step.narrowed:
            if after and cell in news:  # of the masks ruled out before, only those count that contradict the news
                gone = ~FITS[step.lines[cell]] if cell in step.lines else before & ~after
                self._explain_cell(cell, 0, gone | FITS[news[cell]], when)
        self._waiting.append((step, when))
        while self._waiting:
            step, when = self._waiting.pop()
            for cell, known, left in step.because:
                self._explain_cell(cell, known, left, when)

    def _explain_cell(self, cell: int, known: int, left: Domain, when: int) -> None:
        """Explain what a step of that round cites about a cell: what is left of it, and its known sides."""
        findings = self._findings
        if left != ALL:  # else only its sides matter, and either cell at each may be cited
            self.cells[cell] = self.cells.get(cell, 0) | known >> 4 | known & 15
        base, start = findings.base[cell], findings.start[cell]
        cited = known
        if ruled_out := base & ~left & ~start:
            self._gone[cell] = self._gone.get(cell, 0) | ruled_out
        gone, before = start & ~left, start
        for change in findings.changes(cell, when):
            if before & ~change.left & gone:
                self._need(cell, [change])
                gone &= change.left
            before = change.left
        if gone:  # a rule may narrow a cell by what its neighbours know without a step of its own
            cited |= KNOWN[left] & ~KNOWN[base]
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
        if here == beyond == -1:
            line = findings.knowledge.grid.line(cell, side)
            self._either[line] = (cell, side), (other, OPPOSITE[side])
            return
        first, tells = min((here, cell), (beyond, other), key=lambda found: found[0])
        if first >= len(findings.steps):
            self.cells[cell] = self.cells.get(cell, 0) | side  # it follows from the tile itself
            return
        self.cells[tells] = self.cells.get(tells, 0) | (side if tells == cell else OPPOSITE[side])
        if first >= 0:
            self._need(tells, [change for change in findings.changes(tells, when) if change.step <= first])

    def tell_sides(self) -> None:
        """Cite sides that rule out masks missing from the start: borders first, then cells and lines already cited."""
        findings, grid = self._findings, self._findings.knowledge.grid
        for cell, gone in self._gone.items():
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

    def tell_lines(self) -> None:
        """Cite as few cells as possible for the lines for which either cell can be cited."""
        left = list(self._either.values())
        while left:
            left = [ends for ends in left if not self._tells(ends)]
            often = Counter(cell for ends in left for cell, _ in ends)
            for (cell, side), (other, back) in left:
                if often[cell] == 1 or often[other] == 1:  # at the end of a chain of lines the inner cell has two
                    tells, its = (other, back) if often[cell] == 1 else (cell, side)
                    self.cells[tells] = its
                    break
            else:
                if left:
                    cell, _ = often.most_common(1)[0]
                    self.cells[cell] = next(side for ends in left for at, side in ends if at == cell)

    def _tells(self, ends: tuple[tuple[int, int], ...]) -> bool:
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

    def _need(self, cell: int, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.step not in self.needed:
                self.needed[change.step] = set()
                self._waiting.append((self._findings.steps[change.step], change.round))
            self.needed[change.step].add(cell)


def _as_needed(step: Finding, cells: set[int]) -> Finding:
    """The part of the step about these cells, or all of it if it is about lines."""
    narrowed = tuple(narrowing for narrowing in step.narrowed if narrowing.cell in cells)
    if step.lines or len(narrowed) == len(step.narrowed):
        return step
    return replace(step, narrowed=narrowed, tell=lambda: step.reason)
