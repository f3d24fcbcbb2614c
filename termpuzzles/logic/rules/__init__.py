"""The named deductions: each is one file that ends with its record, a `Rule`; `rule_named` finds it by name.

Every rule is sound: it never drops a mask that some solution uses. No rule need be complete; the problem's judge has
the last word on a full board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.logic.engine.domain_store import Propagator
    from termpuzzles.logic.engine.knowledge import Knowledge
    from termpuzzles.logic.explain.step import Finding

FILES = {
    "edge": "edge",
    "degree": "degree",
    "pocket": "pocket",
    "no loop": "no_loop",
    "block": "block",
    "dead end": "dead_end",
    "colouring": "colouring",
    "only way across": "across",
    "parity": "parity",
    "pairs": "pairs",
    "parity type 1": "parity_type_1",
    "parity type 2": "parity_type_2",
    "chain": "chain",
    "one step ahead": "ahead",
}  # the file of each rule, imported when the rule is first asked for: a game uses some of them only

SEARCH = "search"  # not a rule, but what is left when no rule finds anything: trying out


class Rule(NamedTuple):
    """A deduction: its name, what it says in general, and how it is found.

    `find` yields what the rule concludes at these cells from the knowledge as it stands; it changes nothing visible,
    and each of its findings holds by itself, so any may be put in. All but `edge` and `degree` assume that these two
    have nothing left to find. It yields everything it finds at a cell before it takes the next cell. `near(knowledge,
    changed, since)` gives the cells at which there may be something new to find, and changes nothing either: `changed`
    are the cells narrowed since it was last asked, and `since` is the length that the log of the propagator named in
    `log` had then. A rule without `near` looks at the whole board, whatever cells it is given.
    """

    name: str
    sentence: str
    find: Callable[[Knowledge, Iterable[int]], Iterator[Finding]]
    near: Callable[[Knowledge, Iterable[int], int], Iterable[int]] | None = None
    log: type[Propagator] | None = None


def log_of(rule: Rule, knowledge: Knowledge) -> Sequence[int]:
    """The log that shows the rule where to look; empty if the rule reads none or the problem has none."""
    found = (each.log for each in knowledge.propagators if rule.log and isinstance(each, rule.log))
    return next(found, ())


def rule_named(name: str) -> Rule:
    """The rule of that name; KeyError for any other name, `SEARCH` included."""
    rule: Rule = import_module(f"{__name__}.{FILES[name]}").RULE
    return rule
