"""From findings put in one after the other back to what they rest on: which of them were needed, and which cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.domains import ALL, KNOWN
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import Domain


class Change(NamedTuple):
    """What a step left of a cell, and in which round it was put in."""

    round: int
    step: int
    left: Domain


class Grounds(NamedTuple):
    """What a finding rests on: the earlier steps that it needs, in order, and the cells with the sides that count."""

    steps: tuple[Finding, ...]
    cells: dict[int, int]


class Findings:
    """The steps put in so far, each in a round, over a board where `base` is what can be seen of each cell.

    The findings of one round all rest on what was known before it.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.base: Sequence[Domain] = tuple(knowledge.left)
        self.round = 0
        self.steps: list[Finding] = []
        self._changes: dict[int, list[Change]] = {}

    def put_in(self, found: Sequence[Finding]) -> list[int]:
        """Let the knowledge take in the findings of a round; gives the cells that are narrowed.

        What would empty a cell together with others waits: its rule finds it again, as a contradiction.
        """
        for step in found:
            _ = step.reason
        for step in found:
            if not all(self.knowledge.left[cell] & after for cell, _, after in step.narrowed):
                continue
            for cell, before, after in step.narrowed:
                left = self.left(cell, self.round + 1) & ~(before & ~after)
                self._changes.setdefault(cell, []).append(Change(self.round, len(self.steps), left))
                self.knowledge.narrow(cell, after)
            self.steps.append(step)
        self.round += 1
        return self.knowledge.note()

    def grounds(self, step: Finding) -> Grounds:
        """What a finding of this round rests on, what was left of its own cells before included."""
        walk = _Walk(self)
        walk.explain(step, self.round)
        return Grounds(tuple(self.steps[number] for number in sorted(walk.needed)), walk.cells)

    def changes(self, cell: int, before: int) -> list[Change]:
        """What was put in at the cell before that round, oldest first."""
        return [change for change in self._changes.get(cell, ()) if change.round < before]

    def left(self, cell: int, before: int) -> Domain:
        """What was left of the cell before that round."""
        changes = self.changes(cell, before)
        return changes[-1].left if changes else self.base[cell]


class _Walk:
    """Goes back from a step to everything that it needs."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._waiting: list[tuple[Finding, int]] = []
        self.needed: set[int] = set()
        self.cells: dict[int, int] = {}

    def explain(self, step: Finding, when: int) -> None:
        for cell, before, _ in step.narrowed:
            self._explain_cell(cell, 0, before, when)
        self._waiting.append((step, when))
        while self._waiting:
            step, when = self._waiting.pop()
            for cell, known, left in step.because:
                self._explain_cell(cell, known, left, when)

    def _explain_cell(self, cell: int, known: int, left: Domain, when: int) -> None:
        """What a step of that round cites of a cell: what is left of it, and its known sides."""
        findings = self._findings
        self.cells[cell] = self.cells.get(cell, 0) | known >> 4 | known & 15
        changes = findings.changes(cell, when)
        own = findings.base[cell]
        while own & ~left and changes:
            change = changes.pop(0)
            own = change.left
            self._need([change])
        # A rule may hold a cell to what its neighbours know without making that a step.
        cited = known | KNOWN[left] & ~KNOWN[own] if left != ALL else known
        for side in SIDES_OF[cited >> 4]:
            self._explain_side(cell, side, 4, when)
        for side in SIDES_OF[cited & 15]:
            self._explain_side(cell, side, 0, when)

    def _explain_side(self, cell: int, side: int, drawn: int, when: int) -> None:
        """Why the side was known before that round: from the cell itself or the one beyond, which knew it first."""
        other = self._findings.knowledge.ways[side][cell]
        if other < 0:
            return
        first, tells = min(
            (self._known_since(cell, side << drawn, when), cell),
            (self._known_since(other, OPPOSITE[side] << drawn, when), other),
            key=lambda found: found[0],
        )
        self.cells[tells] = self.cells.get(tells, 0) | (side if tells == cell else OPPOSITE[side])
        if first >= 0:
            self._need([change for change in self._findings.changes(tells, when) if change.step <= first])

    def _known_since(self, cell: int, bit: int, when: int) -> int:
        """The step since which the cell knows it: -1 if it can be seen; past all steps if it does not know it."""
        if KNOWN[self._findings.base[cell]] & bit:
            return -1
        changes = self._findings.changes(cell, when)
        return next((change.step for change in changes if KNOWN[change.left] & bit), len(self._findings.steps))

    def _need(self, changes: Sequence[Change]) -> None:
        for change in changes:
            if change.step not in self.needed:
                self.needed.add(change.step)
                self._waiting.append((self._findings.steps[change.step], change.round))
