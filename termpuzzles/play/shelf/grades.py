"""How hard a board is, and what it takes, in the words that players read."""

from __future__ import annotations

from termpuzzles.logic.explain.grades import grade as grade_of
from termpuzzles.logic.rules.techniques import TITLES


def grade(effort: int) -> str:
    """`easy`, `fair`, `tricky`, `hard` or `fiendish`; "" if the effort is not known."""
    return grade_of(effort).name if effort else ""


def dots(effort: int, unicode: bool = True) -> str:
    """The grade as dots: `●●●○○`; "" if the effort is not known."""
    shown = grade_of(effort).dots if effort else ""
    return shown if unicode else shown.replace("●", "*").replace("○", ".")


def technique_name(rule: str) -> str:
    """The technique as players read it in the middle of a sentence: `sealed off`."""
    title = TITLES.get(rule, rule)
    return title if title.endswith("I") else title[:1].lower() + title[1:]
