"""The canonical chain: of the easiest rule that finds anything all the least findings together, again and again.

What a round takes does not depend on which way round the board lies, nor on what was looked at first: so neither do a
board's rating and its effort.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace

from termpuzzles.logic.engine.agenda import Agenda, empty_agendas
from termpuzzles.logic.engine.effort import weight
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import Domain


def rounds(knowledge: Knowledge, rules: Iterable[str]) -> Iterator[Finding | None]:
    """Everything that the rules find, easiest first, and None now and then.

    The findings of a round are put in together once the last of them was taken; each is without what those before it
    in the round say as well. Ends when no rule finds anything more, or after a contradiction. The knowledge must be
    fresh.
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
            if news := _news(finding, left):
                yield news
                if news.contradiction:
                    return
        for cell, domain in left.items():
            knowledge.narrow(cell, domain)
        changed = knowledge.note()


def _least(agenda: Agenda, knowledge: Knowledge) -> Generator[None, None, list[Finding]]:
    """A contradiction if the rule finds one, or else its findings of least weight, those that say most first."""
    found = yield from agenda.all(knowledge)
    contradictions = [finding for finding in found if finding.contradiction]
    if contradictions or not found:
        return contradictions[:1]
    weights = [weight(finding) for finding in found]
    least = min(weights)
    taken = [finding for finding, its in zip(found, weights, strict=True) if its == least]
    return sorted(taken, key=_dropped, reverse=True)


def _dropped(finding: Finding) -> int:
    """How many masks it drops."""
    return sum((before & ~after).bit_count() for _, before, after in finding.narrowed)


def _news(finding: Finding, left: dict[int, Domain]) -> Finding | None:
    """The finding without what is dropped already, which is taken in; None where that leaves nothing to say.

    What would empty a cell together with others waits: its rule finds it again, as a contradiction.
    """
    narrowed = []
    for cell, before, after in finding.narrowed:
        now = left.get(cell, before)
        if after and not now & after:
            return None
        if now & ~after:
            narrowed.append(Narrowing(cell, now, now & after))
    for cell, _, after in narrowed:
        left[cell] = after
    if not narrowed:
        return None
    return replace(finding, narrowed=tuple(narrowed)) if tuple(narrowed) != finding.narrowed else finding
