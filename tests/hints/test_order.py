"""A hint goes one way: facts, a choice among them, its proof, and last the words."""

from __future__ import annotations

from pathlib import Path

import termpuzzles.hints
from tests.logic.test_order import imported, imported_from_later

HINTS = Path(termpuzzles.hints.__file__).parent
ORDER = (
    "hint",
    "position",
    "breach",
    "news",
    "witness",
    "several",
    "justification",
    "agenda",
    "region",
    "choice",
    "shortest",
    "nearer",
    "mistakes",
    "wording",
    "guide",
    "check",
)


def test_no_file_of_the_hints_imports_from_a_later_one() -> None:
    assert imported_from_later(HINTS, ORDER) == {}


def test_the_words_of_a_hint_are_made_from_its_choice_alone() -> None:
    assert imported(HINTS / "wording.py", HINTS) == {"hint", "choice", "breach"}
