"""The canonical chain: each round puts in all the lightest findings of the easiest rule that finds anything.

What a round takes does not depend on which way round the board lies, nor on what was looked at first: so neither do a
board's rating and its effort.

Source: colour refinement (Weisfeiler and Leman, 1968).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF
from termpuzzles.logic.answers.effort import WEIGHTS
from termpuzzles.logic.answers.solver import search
from termpuzzles.logic.engine.agenda import Agenda, empty_agendas
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import ALL, FITS, KNOWN, TELLS, Domain, Whole, masks_of

Order = tuple[int, list[tuple[int, int]], list[int]]

EDGE = "edge"
CONFLICTS = 1000  # that it may take to find a solution, which spares work but is not needed
SINGLY = ("block", "colouring", "chain", "one step ahead")  # rules that often find the same thing about the same tiles


def canonical_chain(
    knowledge: Knowledge, rules: Iterable[Rule], fits: Counter[str] | None = None
) -> Iterator[Finding | None]:
    """Yield everything that the rules find, easiest first, and None now and then.

    The findings of a round are put in together once the last of them was taken; each leaves out what those before it in
    the round already say. Ends when no rule finds anything more, or after a contradiction. The knowledge must be fresh.
    Given `fits`, findings of `edge` are only counted there, unless one is a contradiction: that takes a fifth of the
    time.
    """
    rules = list(rules)
    edge = [rule for rule in rules if rule.name == EDGE]
    if not edge:
        fits = None
    solved: list[bytes] = []
    asked = rules if fits is None else [rule for rule in rules if rule not in edge]
    agendas = empty_agendas(knowledge, asked, solutions=solved)
    looked = knowledge.problem.whole is Whole.LINES  # for a solution; where lines only meet it spares too little
    knowledge.begin_steps()
    changed: Sequence[int] = range(knowledge.size)
    while True:
        if fits is not None:
            changed, at_odds = yield from _fit(knowledge, changed, fits)
            if at_odds:
                agendas = empty_agendas(knowledge, edge)
                changed = at_odds
        for agenda in agendas:
            agenda.changed += changed
        found: list[Finding] = []
        for agenda in agendas:
            if agenda.rule.kept and not looked:
                looked = True
                for _ in search(knowledge, 1, solved, CONFLICTS) if knowledge.open_cells() else ():
                    yield None
            if found := (yield from _least(agenda, knowledge)):
                break
        if not found:
            return
        left: dict[int, Domain] = {}
        for finding in found:
            if news := _news(finding, left, knowledge):
                yield news
        if any(finding.contradiction for finding in found):
            return
        for cell, domain in left.items():
            knowledge.narrow(cell, domain)
        changed = knowledge.note()


def _fit(
    knowledge: Knowledge, changed: Sequence[int], fits: Counter[str]
) -> Generator[None, None, tuple[list[int], list[int]]]:
    """Put in the rounds of `edge` that follow from these changes, and count their findings.

    Returns all cells that changed; and those that changed before a round with a contradiction, which is not put in.
    """
    left, ways = knowledge.left, knowledge.ways
    news = [(cell, KNOWN[left[cell]]) for cell in changed]
    told = {cell: FITS[15 ^ knowledge.grid.open_sides[cell]] for cell in changed} if isinstance(changed, range) else {}
    cells = [*changed]
    while True:
        for cell, fresh in news:
            for side, keep, _ in TELLS[fresh]:
                if (other := ways[side][cell]) >= 0:
                    told[other] = told.get(other, ALL) & keep
        found = [(cell, left[cell], after) for cell, keep in told.items() if (after := left[cell] & keep) != left[cell]]
        if not found or any(not after for _, _, after in found):
            return cells, [cell for cell, _ in news] if found else []
        for cell, _, after in found:
            knowledge.narrow(cell, after)
        fits[EDGE] += len(found)
        cells += knowledge.note()
        news = [(cell, KNOWN[after] & ~KNOWN[before]) for cell, before, after in found]
        told = {}
        yield


def _least(agenda: Agenda, knowledge: Knowledge) -> Generator[None, None, list[Finding]]:
    """A contradiction if the rule finds one; else its findings of least weight, without most that repeat others."""
    found = yield from agenda.all(knowledge)
    contradictions = [finding for finding in found if finding.contradiction]
    if contradictions or not found:
        return contradictions[:1]
    weights = list(map(WEIGHTS[agenda.rule.name], found))
    least = min(weights)
    taken = [finding for finding, its in zip(found, weights, strict=True) if its == least]
    if len(taken) == 1:
        return taken
    if agenda.rule.name in SINGLY:
        return _apart(taken, knowledge)
    is_each_of_one = all(len(finding.narrowed) == 1 for finding in taken)
    return smallest_cover(taken, knowledge) if knowledge.problem.draws and is_each_of_one else taken


def _order(knowledge: Knowledge) -> Callable[[Finding], Order]:
    """A sort key: findings that drop most come first, then by how the cells look that they narrow and rest on."""
    like = Refinement(knowledge).of

    def order(finding: Finding) -> Order:
        dropped = sum((before & ~after).bit_count() for _, before, after in finding.narrowed)
        about = sorted((like(cell), after.bit_count()) for cell, _, after in finding.narrowed)
        return -dropped, about, sorted(like(premise.cell) for premise in finding.because)

    return order


def _apart(findings: list[Finding], knowledge: Knowledge) -> list[Finding]:
    """The first of findings that rest on the same tiles: once it is put in, the others may have easier reasons."""
    taken = []
    seen: set[int] = set()
    for finding in sorted(findings, key=_order(knowledge)):
        cells = {premise.cell for premise in finding.because}
        if seen.isdisjoint(cells):
            taken.append(finding)
        seen |= cells
    return taken


def _news(finding: Finding, left: dict[int, Domain], knowledge: Knowledge) -> Finding | None:
    """The finding without what `left` already says, which then takes it in; None if nothing new remains.

    A finding that would empty a cell together with others waits: its rule finds it again, as a contradiction.
    """
    narrowed = []
    for cell, before, after in finding.narrowed:
        now = left.get(cell, before)
        if after and not now & after:
            return None
        if now & ~after:
            narrowed.append(Narrowing(cell, now, now & after))
    if knowledge.problem.draws and all(_is_implied(each, left, knowledge) for each in narrowed):
        return None
    for cell, _, after in narrowed:
        left[cell] = after
    if not narrowed:
        return None
    return replace(finding, narrowed=tuple(narrowed)) if tuple(narrowed) != finding.narrowed else finding


def _is_implied(narrowing: Narrowing, left: dict[int, Domain], knowledge: Knowledge) -> bool:
    """Whether the cells beyond already know all lines that the narrowing settles, at the latest by this round."""
    cell, before, after = narrowing
    fresh = KNOWN[after] & ~KNOWN[before]
    for side in SIDES_OF[(fresh >> 4 | fresh) & knowledge.grid.open_sides[cell]]:
        other = knowledge.ways[side][cell]
        back = OPPOSITE[side] << 4 | OPPOSITE[side]
        if not KNOWN[left.get(other, knowledge.left[other])] & back:
            return False
    return bool(fresh and left)


FURTHER = 4  # two cells look alike if they do up to this many cells away

_TURNED = [[turn + at & 3 for at in range(4)] for turn in range(4)]
_ORDERS = (*_TURNED, *(order[::-1] for order in _TURNED))  # the orders of a cell's sides, one for each way to look
_FACTOR, _PRIME = 1_000_003, (1 << 61) - 1  # for a hash that is the same on every machine


class Refinement:
    """A number for each cell of a position, the same for cells that look alike."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._left = knowledge.left
        self._clues = knowledge.problem.clues
        self._ways = [knowledge.ways[side] for side in SIDES]
        self._found: dict[int, dict[int, int]] = defaultdict(lambda: {-1: 0})

    def of(self, cell: int, further: int = FURTHER) -> int:
        """The cell's number, by what is left of the cells up to `further` steps away; 0 beyond the border."""
        found = self._found[further]
        if cell not in found:
            view, orders = _views(self._left[cell])
            number = view + 1 + (self._clues[cell] << 20 if self._clues else 0)
            if further:
                around = [self.of(way[cell], further - 1) for way in self._ways]
                for each in min([around[at] for at in order] for order in orders):
                    number = (number * _FACTOR + each) % _PRIME
            found[cell] = number
        return found[cell]


@cache
def _views(domain: Domain) -> tuple[Domain, tuple[list[int], ...]]:
    """The least of the eight views of the domain (turned and mirrored), and the orders of the sides that show it."""
    found: dict[Domain, list[list[int]]] = {}
    for order in _ORDERS:
        seen = {SIDES[side]: SIDES[at] for at, side in enumerate(order)}
        masks = [sum(place for side, place in seen.items() if mask & side) for mask in masks_of(domain)]
        found.setdefault(sum(1 << mask for mask in masks), []).append(order)
    least = min(found)
    return least, tuple(found[least])


Graph = Mapping[int, Sequence[int]]


def smallest_cover(findings: list[Finding], knowledge: Knowledge) -> list[Finding]:
    """The fewest of these findings, each about one cell, that settle all lines; as many however the board lies."""
    sources: dict[int, list[int]] = {}
    needed = set()
    for at, finding in enumerate(findings):
        lines = _settled_lines(finding, knowledge)
        for line in lines:
            sources.setdefault(line, []).append(at)
        if not lines:
            needed.add(at)
    dark = [sum(knowledge.grid.place(cell)) % 2 for finding in findings for cell, _, _ in finding.narrowed]
    for by in sources.values():
        if len(by) == 1 or dark[by[0]] == dark[by[1]]:  # alike only where a board wraps with an odd side
            needed.update(by)
    beside: dict[int, list[int]] = {at: [] for at in range(len(findings)) if at not in needed}
    for one, other in (by for by in sources.values() if needed.isdisjoint(by)):
        beside[one].append(other)
        beside[other].append(one)
    kept = needed | _cover(beside, [at for at in beside if dark[at]])
    return [finding for at, finding in enumerate(findings) if at in kept]


def _settled_lines(finding: Finding, knowledge: Knowledge) -> set[int]:
    line, inside = knowledge.grid.line, knowledge.grid.open_sides
    ((cell, before, after),) = finding.narrowed
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
