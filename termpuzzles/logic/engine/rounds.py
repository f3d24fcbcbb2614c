"""The canonical chain: each round puts in all the lightest findings of the easiest rule that finds anything.

What a round takes does not depend on which way round the board lies, nor on what was looked at first: so neither do a
board's rating and its effort.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.engine.agenda import Agenda, empty_agendas
from termpuzzles.logic.engine.effort import WEIGHTS
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.likeness import Likeness
from termpuzzles.logic.engine.tellers import fewest
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import KNOWN, Domain

Order = tuple[int, list[tuple[int, int]], list[int]]

SINGLY = ("block", "colouring", "chain", "one step ahead")  # rules that often find the same thing about the same tiles


def rounds(knowledge: Knowledge, rules: Iterable[str]) -> Iterator[Finding | None]:
    """Yield everything that the rules find, easiest first, and None now and then.

    The findings of a round are put in together once the last of them was taken; each leaves out what those before it in
    the round already say. Ends when no rule finds anything more, or after a contradiction. The knowledge must be fresh.
    """
    agendas = empty_agendas(knowledge, rules)
    knowledge.begin_steps()
    changed: Iterable[int] = range(knowledge.size)
    while True:
        for agenda in agendas:
            agenda.changed += changed
        found: list[Finding] = []
        for agenda in agendas:
            if found := (yield from _least(agenda, knowledge)):
                break
        if not found:
            return
        left: dict[int, Domain] = {}
        for finding in found:
            if news := _news(finding, left, knowledge):
                yield news
        if found[0].contradiction:
            return
        for cell, domain in left.items():
            knowledge.narrow(cell, domain)
        changed = knowledge.note()


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
    return fewest(taken, knowledge) if knowledge.problem.two_lines_each and is_each_of_one else taken


def _order(knowledge: Knowledge) -> Callable[[Finding], Order]:
    """A sort key: findings that drop most come first, then by how the cells look that they narrow and rest on."""
    like = Likeness(knowledge).of

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
    if knowledge.problem.two_lines_each and all(_is_told(each, left, knowledge) for each in narrowed):
        return None
    for cell, _, after in narrowed:
        left[cell] = after
    if not narrowed:
        return None
    return replace(finding, narrowed=tuple(narrowed)) if tuple(narrowed) != finding.narrowed else finding


def _is_told(narrowing: Narrowing, left: dict[int, Domain], knowledge: Knowledge) -> bool:
    """Whether the cells beyond already know all lines that the narrowing settles, at the latest by this round."""
    cell, before, after = narrowing
    fresh = KNOWN[after] & ~KNOWN[before]
    for side in SIDES_OF[(fresh >> 4 | fresh) & 15]:
        other = knowledge.ways[side][cell]
        back = OPPOSITE[side] << 4 | OPPOSITE[side]
        if other >= 0 and not KNOWN[left.get(other, knowledge.left[other])] & back:
            return False
    return bool(fresh and left)
