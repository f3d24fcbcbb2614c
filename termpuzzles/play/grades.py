"""How hard a board is, in the words that players read."""

from __future__ import annotations

from termpuzzles.logic.explain.titles import TITLES

GRADES = (("easy", 40), ("fair", 120), ("tricky", 350), ("hard", 1000))  # each below so much effort
HARDEST = "fiendish"


def grade(effort: int) -> str:
    """`easy`, `fair`, `tricky`, `hard` or `fiendish`; nothing where the effort is not known."""
    return next((name for name, below in GRADES if effort < below), HARDEST) if effort else ""


def dots(effort: int, unicode: bool = True) -> str:
    """The grade as dots: `●●●○○`."""
    names = [name for name, _ in GRADES] + [HARDEST]
    full, empty = "●○" if unicode else "*."
    count = names.index(grade(effort)) + 1 if effort else 0
    return full * count + empty * (len(names) - count) if count else ""


def technique_name(rule: str) -> str:
    """The technique as players read it in the middle of a sentence: `sealed off`."""
    title = TITLES.get(rule, rule)
    return title if title.endswith("I") else title[:1].lower() + title[1:]
