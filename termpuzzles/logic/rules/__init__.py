"""The named deductions: each has a record, a `Rule`; `rule_named` and `rules_of` find it by name.

Every rule is sound: it never drops a mask that some solution uses. No rule need be complete; the problem's judge has
the last word on a full board.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.problem import SEARCH

FILES = {
    "edge": "edge",
    "degree": "edge.DEGREE_RULE",
    "pocket": "dead_end.POCKET_RULE",
    "no loop": "no_loop",
    "block": "block",
    "dead end": "dead_end",
    "colouring": "colouring",
    "only way across": "cuts",
    "parity": "parity",
    "pairs": "parity.PAIRS_RULE",
    "parity type 1": "light_and_dark.TYPE_1_RULE",
    "parity type 2": "light_and_dark.TYPE_2_RULE",
    "chain": "chain",
    "circles": "circles",
    "patterns": "patterns",
    "one step ahead": "one_step_ahead",
}  # the file of each rule, and its record if not `RULE`; imported when first asked for: a game uses some only


@cache
def rule_named(name: str) -> Rule:
    """The rule of that name; KeyError for any other name, `SEARCH` included."""
    file, _, record = FILES[name].partition(".")
    rule: Rule = getattr(import_module(f"{__name__}.{file}"), record or "RULE")
    return rule


def rules_of(names: Iterable[str]) -> list[Rule]:
    """The rules of those names, in the same order, without `SEARCH`, which is no rule."""
    return [rule_named(name) for name in names if name != SEARCH]
