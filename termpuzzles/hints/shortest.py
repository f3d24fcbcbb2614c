"""The reason of fewest steps: all chains of easy steps among a few cells, the shorter before the longer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from termpuzzles.hints.justification import Findings, Justification
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, FITS, Domain
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.task import Task

QUICK = ("edge", "degree", "circles", "pocket", "no loop", "patterns")  # rules that look at a few cells at a time
MOST_CHAINS = 200  # that are followed: more come up only where many steps can be made that lead nowhere

Proved = tuple[Finding, Justification]


def steps_and_cells(proved: Proved) -> tuple[int, int]:
    """How many steps it takes, and how many cells it rests on: less is better."""
    _, proof = proved
    return len(proof.steps) + 1, len(proof.cells)


def fewest_steps(
    findings: Findings,
    names: Sequence[str],
    among: Collection[int],
    wanted: Callable[[Finding], bool],
    told: Mapping[int, Domain],
    best: Proved,
) -> Task[Proved]:
    """The wanted finding by these rules that takes fewest steps to see, with what it rests on; or the best so far.

    Of those that take as many it is one that rests on the fewest cells. Whatever is followed is taken back.
    """
    rules, cells, start = [rule_named(name) for name in names], sorted(among), findings.mark()
    level: dict[frozenset[tuple[int, Domain]], tuple[Finding, ...]] = {frozenset(): ()}
    seen = {*level}
    while level and len(seen) < MOST_CHAINS:
        following: dict[frozenset[tuple[int, Domain]], tuple[Finding, ...]] = {}
        for chain in level.values():
            for step in chain:
                findings.apply([step])
            for step in _found(rules, findings.knowledge, cells):
                if wanted(step):
                    best = min(best, _proved(findings, step, told), key=steps_and_cells)
                elif not step.contradiction:
                    following.setdefault(_left(longer := (*chain, step)), longer)
            start = findings.undo(start)
            yield None
        level = {left: chain for left, chain in following.items() if left not in seen}
        seen |= level.keys()
        if any(len(chain) + 1 >= steps_and_cells(best)[0] for chain in level.values()):
            break  # these take as many steps
    return best


def _proved(findings: Findings, step: Finding, told: Mapping[int, Domain]) -> Proved:
    """The finding, with its reason as long as the knowledge is as it was found in, and what it rests on."""
    _ = step.reason
    return step, findings.justify(step, told)


def _found(rules: Sequence[Rule], knowledge: Knowledge, cells: Sequence[int]) -> Iterator[Finding]:
    """What the rules find; the harder ones only where the easiest has nothing left to find, as they assume."""
    easiest, *others = rules
    yield from easiest.find(knowledge, cells)
    done = [cell for cell in cells if _is_done(knowledge, cell)]
    for step in (each for rule in others for each in rule.find(knowledge, done)):
        if all(_is_done(knowledge, cell) for cell, *_ in step.because):
            yield step


def _is_done(knowledge: Knowledge, cell: int) -> bool:
    """Whether nothing more follows for a cell from what is known of its sides."""
    return not knowledge.left[cell] & ~FITS[knowledge.known_beyond(cell)]


def _left(chain: Iterable[Finding]) -> frozenset[tuple[int, Domain]]:
    """What the steps of a chain together leave of the cells that they narrow, whatever their order."""
    left: dict[int, Domain] = {}
    for step in chain:
        for cell, _, after in step.narrowed:
            left[cell] = left.get(cell, ALL) & after
    return frozenset(left.items())
