"""The chain of steps: easiest rule first, restarting from the easiest after each success."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.rules import Rule, named


class Queue:
    """The cells at which a rule has still to look, first come first served, and what changed since it was last asked.

    For a rule that looks at the whole board at once it stands for all cells together.
    """

    def __init__(self, rule: Rule, changed: Iterable[int]) -> None:
        self.rule = rule
        self.changed = list(changed)
        self._cells: deque[int] = deque()
        self._waiting: set[int] = set()

    def first(self, knowledge: Knowledge) -> Iterator[Step | None]:
        """The first finding, after a None for every cell without one; whoever takes it must put it in."""
        if self.rule.near is None:
            if self.changed:
                self.changed.clear()
                yield next(self.rule.find(knowledge, ()), None)
            return
        self._add(self.rule.near(knowledge, self.changed))
        self.changed.clear()
        while self._cells:
            cell = self._cells[0]
            if step := next(self.rule.find(knowledge, (cell,)), None):
                yield step
                return
            self._cells.popleft()
            self._waiting.discard(cell)
            yield None

    def _add(self, cells: Iterable[int]) -> None:
        for cell in cells:
            if cell not in self._waiting:
                self._waiting.add(cell)
                self._cells.append(cell)


def chain(knowledge: Knowledge, rules: Iterable[str]) -> Iterator[Step | None]:
    """Every step that the rules find, each put into the knowledge when the next is asked for; None now and then.

    Ends when no rule finds anything more, or after a step that is a contradiction. The knowledge must be fresh.
    """
    knowledge.begin_steps()
    return follow(knowledge, rules, range(knowledge.size))


def follow(knowledge: Knowledge, rules: Iterable[str], changed: Iterable[int]) -> Iterator[Step | None]:
    """The same from where the knowledge stands, if only these cells have changed since no rule found anything."""
    queues = [Queue(named(name), changed) for name in rules]
    while True:
        step = None
        for queue in queues:
            for step in queue.first(knowledge):
                yield step
            if step:
                break
        if not step or step.contradiction:
            return
        changed = put_in(knowledge, step)
        for queue in queues:
            queue.changed += changed


def put_in(knowledge: Knowledge, step: Step) -> list[int]:
    """Let the knowledge take in what the step found; gives the cells that are narrowed."""
    for cell, _, after in step.narrowed:
        knowledge.narrow(cell, after)
    return knowledge.note()
