"""Findings in rounds: the easiest rule that finds anything, again and again, until something wanted is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from termpuzzles.board.grid import Grid
from termpuzzles.hints.reasoning.justification import Findings
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.rules import Rule, log_of, rule_named
from termpuzzles.logic.task import Task

ENOUGH = 24  # wanted findings to choose the simplest from
FURTHER = {"one step ahead": 12}  # the number of cells at which a slow rule still looks once it has found something

ANY_NUMBER = 1 << 30

Distance = Callable[[int], int]


def distance_from(grid: Grid, near: int | None) -> Distance:
    """The distance of a cell from `near` in steps, across seams too; 0 for every cell if `near` is None."""
    if near is None:
        return lambda cell: 0
    x, y = grid.place(near)

    def distance(cell: int) -> int:
        down, across = divmod(cell, grid.width)
        across, down = abs(across - x), abs(down - y)
        if grid.wrap_x:
            across = min(across, grid.width - across)
        return across + (min(down, grid.height - down) if grid.wrap_y else down)

    return distance


class Agenda:
    """The cells at which a rule still has to look, and what changed since it was last asked."""

    def __init__(self, name: str, changed: Iterable[int]) -> None:
        self.name = name
        self.changed = list(changed)
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
                yield list(self.rule.find(knowledge, ()))
            self.changed.clear()
            return
        if self.changed:
            self._cells.update(self.rule.near(knowledge, self.changed, self._since))
            self._since = len(log_of(self.rule, knowledge))
            self.changed.clear()
        for cell in sorted(self._cells, key=lambda cell: (distance(cell), cell)):
            found = list(self.rule.find(knowledge, (cell,)))
            if not found:
                self._cells.discard(cell)
            yield found


def find(
    findings: Findings,
    names: Iterable[str],
    changed: Iterable[int],
    distance: Distance,
    wanted: Callable[[Finding], bool],
    rounds: int = ANY_NUMBER,
) -> Task[list[Finding]]:
    """Put in what these rules find, easiest first, until a round has wanted findings; returns these, unsorted.

    [] if no rule finds anything more that can be put in, or nothing is wanted within `rounds`. `changed` are the cells
    at which there may be something to find.
    """
    agendas = [Agenda(name, changed) for name in names]
    for _ in range(rounds):
        for agenda in agendas:
            found = yield from _round(agenda, findings.knowledge, distance, wanted)
            if chosen := [step for step in found if wanted(step)]:
                return chosen
            if narrowed := findings.put_in(found):
                for other in agendas:
                    other.changed += narrowed
                break
        else:
            break
    return []


def _round(
    agenda: Agenda, knowledge: Knowledge, distance: Distance, wanted: Callable[[Finding], bool]
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
