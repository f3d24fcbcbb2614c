"""The named deductions: each one file that ends with its record, a `Rule`; found by name with `rule_named`.

Every rule is sound: it never drops a mask that some solution uses. None need be complete; the problem's judge has the
last word on a full board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.logic.engine.knowledge import Knowledge
    from termpuzzles.logic.engine.propagators.propagator import Propagator
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

SEARCH = "search"  # no rule, but what is left to do without one: trying out


@dataclass(frozen=True)
class Rule:
    """A deduction: its name, what it says in general, and how it is found.

    `find` gives what the rule concludes at these cells from the knowledge as it stands; it changes nothing that could
    be seen, and each of its findings holds by itself, so any may be put in. All but `edge` and `degree` take for
    granted that these have nothing left to find. What it finds at a cell it gives before it takes the next.
    `near(knowledge, changed, since)` gives the cells at which there may be something new to find, changing nothing
    either: `changed` are the cells narrowed since it was last asked, and `since` is how long the log of the propagator
    was then that the rule names as its `log`. A rule without `near` looks at the whole board, whatever cells are asked
    for.
    """

    name: str
    sentence: str
    find: Callable[[Knowledge, Iterable[int]], Iterator[Finding]]
    near: Callable[[Knowledge, Iterable[int], int], Iterable[int]] | None = None
    log: type[Propagator] | None = None


def log_of(rule: Rule, knowledge: Knowledge) -> Sequence[int]:
    """The log that tells the rule where to look, if it reads one and the problem has it."""
    found = (each.log for each in knowledge.propagators if rule.log and isinstance(each, rule.log))
    return next(found, ())


def rule_named(name: str) -> Rule:
    """The rule of that name; KeyError for any other, `SEARCH` among them."""
    rule: Rule = import_module(f"{__name__}.{FILES[name]}").RULE
    return rule
