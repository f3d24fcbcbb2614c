"""The fewest findings that still settle every line, where each finding is about one cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termpuzzles.board.grid import SIDES_OF
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import KNOWN

Graph = Mapping[int, Sequence[int]]


def fewest(findings: list[Finding], knowledge: Knowledge) -> list[Finding]:
    """The fewest of these findings, each about one cell, that settle all lines; as many however the board lies."""
    tellers: dict[int, list[int]] = {}
    needed = set()
    for at, finding in enumerate(findings):
        lines = _settled_lines(finding, knowledge)
        for line in lines:
            tellers.setdefault(line, []).append(at)
        if not lines:
            needed.add(at)
    dark = [sum(knowledge.grid.place(finding.narrowed[0].cell)) % 2 for finding in findings]
    for by in tellers.values():
        if len(by) == 1 or dark[by[0]] == dark[by[1]]:  # alike only where a board wraps with an odd side
            needed.update(by)
    beside: dict[int, list[int]] = {at: [] for at in range(len(findings)) if at not in needed}
    for one, other in (by for by in tellers.values() if needed.isdisjoint(by)):
        beside[one].append(other)
        beside[other].append(one)
    kept = needed | _cover(beside, [at for at in beside if dark[at]])
    return [finding for at, finding in enumerate(findings) if at in kept]


def _settled_lines(finding: Finding, knowledge: Knowledge) -> set[int]:
    line, inside = knowledge.grid.line, knowledge.grid.open_sides
    cell, before, after = finding.narrowed[0]
    known = KNOWN[after] & ~(KNOWN[before] | knowledge.known_beyond(cell))
    return {line(cell, side) for side in SIDES_OF[(known >> 4 | known) & inside[cell]]}


def _cover(beside: Graph, starts: Sequence[int]) -> set[int]:
    """A smallest vertex cover of a bipartite graph; `starts` are the nodes of one kind.

    Source: König's theorem; it has as many nodes as a largest matching has edges.
    """
    matched = _matching(beside, starts)
    queue = [start for start in starts if start not in matched]
    reached = set(queue)
    for at in queue:
        for other in beside[at]:
            if other not in reached:
                reached.update((other, matched[other]))
                queue.append(matched[other])
    kind = set(starts)
    return {at for at in matched if (at in kind) != (at in reached)}


def _matching(beside: Graph, starts: Sequence[int]) -> dict[int, int]:
    """A largest matching of a bipartite graph: for each matched node its partner."""
    matched: dict[int, int] = {}
    for start in starts:
        came: dict[int, int] = {}
        queue, free = [start], -1
        for at in queue:
            for other in beside[at]:
                if other not in came and free < 0:
                    came[other] = at
                    free = -1 if other in matched else other
                    queue += [matched[other]] if other in matched else []
        while free >= 0:
            at = came[free]
            before = matched.get(at, -1)
            matched[free], matched[at] = at, free
            free = before
    return matched
