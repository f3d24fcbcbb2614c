"""The record of a deduction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.logic.engine.domain_store import Propagator
    from termpuzzles.logic.engine.knowledge import Knowledge
    from termpuzzles.logic.explain.step import Finding


class Rule(NamedTuple):
    """A deduction: its name, what it says in general, and how it is found.

    `find` yields what the rule concludes at these cells from the knowledge as it stands; it changes nothing visible,
    and each of its findings holds by itself, so any may be put in. All but `edge` and `degree` assume that these two
    have nothing left to find. It yields everything it finds at a cell before it takes the next cell. `near(knowledge,
    changed, since)` gives the cells at which there may be something new to find, and changes nothing either: `changed`
    are the cells narrowed since it was last asked, and `since` is the length that the log of the propagator named in
    `log` had then. A rule without `near` looks at the whole board, whatever cells it is given. `gist`, where it is much
    quicker than `find`, yields the same conclusions in fewer findings that have no reasons, for proofs. `kept`, where
    much of the work can be spared by what was seen before, makes a rule for one chain that finds the same: its `near`
    must be told of everything that is narrowed. It is given solutions, as far as some are known; more may be added.
    """

    name: str
    sentence: str
    find: Callable[[Knowledge, Iterable[int]], Iterator[Finding]]
    near: Callable[[Knowledge, Iterable[int], int], Iterable[int]] | None = None
    log: type[Propagator] | None = None
    gist: Callable[[Knowledge, Iterable[int]], Iterator[Finding]] | None = None
    kept: Callable[[Sequence[bytes]], Rule] | None = None


def log_of(rule: Rule, knowledge: Knowledge) -> Sequence[int]:
    """The log that shows the rule where to look; empty if the rule reads none or the problem has none."""
    found = (each.log for each in knowledge.propagators if rule.log and isinstance(each, rule.log))
    return next(found, ())
