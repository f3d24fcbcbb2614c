"""The chain of steps: easiest rule first, restarting from the easiest after each success."""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from operator import length_hint

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule, log_of
from termpuzzles.logic.explain.step import Finding

BATCH = 64  # cells that a rule looks at between two yields


class Agenda:
    """The cells at which a rule still has to look, first come first served, and what changed since it was last asked.

    A rule that looks at the whole board at once needs no cells: it is asked whenever anything changed.
    """

    def __init__(self, rule: Rule, knowledge: Knowledge, gists: bool, solutions: Sequence[bytes] = ()) -> None:
        self.rule = rule = rule.kept(solutions) if rule.kept else rule
        self._find = rule.gist if gists and rule.gist else rule.find
        self.changed: list[int] = []
        self._log = log_of(rule, knowledge)
        self._since = len(self._log)
        self._cells: deque[int] = deque()
        self._waiting: set[int] = set()

    def first(self, knowledge: Knowledge) -> Iterator[Finding | None]:
        """Yield None for every cell without a finding, then the first finding; the caller must put it in."""
        if self.rule.near is None:
            if self.changed:
                self.changed.clear()
                yield next(self._find(knowledge, ()), None)
            return
        self._look_around(knowledge)
        while self._cells:
            cell = self._cells[0]
            if finding := next(self._find(knowledge, (cell,)), None):
                yield finding
                return
            self._cells.popleft()
            self._waiting.discard(cell)
            yield None

    def all(self, knowledge: Knowledge) -> Generator[None, None, list[Finding]]:
        """Everything that the rule finds now; it will look at these cells again, since not all of it may be put in."""
        if self.rule.near is None:
            found = list(self._find(knowledge, ())) if self.changed else []
            if not found:
                self.changed.clear()
            return found
        self._look_around(knowledge)
        found, fruitful, cells = [], dict[int, None](), list(self._cells)
        for start in range(0, len(cells), BATCH):
            batch = cells[start : start + BATCH]
            taken = iter(batch)
            for finding in self._find(knowledge, taken):
                found.append(finding)
                fruitful[batch[max(0, len(batch) - length_hint(taken) - 1)]] = None  # the one that was taken last
            yield
        self._cells, self._waiting = deque(fruitful), {*fruitful}
        return found

    def _look_around(self, knowledge: Knowledge) -> None:
        if self.rule.near and self.changed:
            self._add(self.rule.near(knowledge, self.changed, self._since))
            self._since = len(self._log)
            self.changed.clear()

    def _add(self, cells: Iterable[int]) -> None:
        for cell in cells:
            if cell not in self._waiting:
                self._waiting.add(cell)
                self._cells.append(cell)


def chain(knowledge: Knowledge, rules: Iterable[Rule], gists: bool = False) -> Iterator[Finding | None]:
    """Yield everything that the rules find, each put into the knowledge when the next is asked for; None now and then.

    Ends when no rule finds anything more, or after a contradiction. The knowledge must be fresh. With `gists`, the
    findings of rules that have them are gists.
    """
    agendas = empty_agendas(knowledge, rules, gists)
    knowledge.begin_steps()
    return follow(knowledge, agendas, range(knowledge.size))


def empty_agendas(
    knowledge: Knowledge, rules: Iterable[Rule], gists: bool = False, solutions: Sequence[bytes] = ()
) -> list[Agenda]:
    """Agendas with nothing on them, for rules that find nothing in the knowledge as it stands.

    To know some `solutions` spares some rules work.
    """
    return [Agenda(rule, knowledge, gists, solutions) for rule in rules]


def follow(knowledge: Knowledge, agendas: Sequence[Agenda], changed: Iterable[int]) -> Iterator[Finding | None]:
    """Go on as `chain` does, with agendas that were empty before these cells changed."""
    for agenda in agendas:
        agenda.changed += changed
    while True:
        finding = None
        for agenda in agendas:
            for finding in agenda.first(knowledge):
                yield finding
            if finding:
                break
        if not finding or finding.contradiction:
            return
        changed = apply(knowledge, finding)
        for agenda in agendas:
            agenda.changed += changed


def apply(knowledge: Knowledge, finding: Finding) -> list[int]:
    """Put the finding into the knowledge; returns the cells that were narrowed."""
    for cell, _, after in finding.narrowed:
        knowledge.narrow(cell, after)
    return knowledge.note()
