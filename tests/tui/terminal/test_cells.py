"""Text as cells, one character a column, and back."""

from __future__ import annotations

import pytest

from termpuzzles.terminal.cells import PLAIN, STEADY, CellEncoder, Pen, Run

BOLD = Pen("31", "", 1)


@pytest.mark.parametrize("text", ["\u200d", "\u0301", "ab"])
def test_text_that_takes_no_column_makes_no_cell(text: str) -> None:
    encoder = CellEncoder()
    cells, pens = encoder.of_all([Run("a", 1, BOLD), Run(text, 0, BOLD), Run("b", 1, BOLD)])
    assert (cells, pens) == ("ab", 2 * encoder.sign(BOLD))
    assert encoder.of_all([Run(text, 0, BOLD)]) == ("", "")
    assert encoder.spelled(cells) == "ab"


def test_cells_are_spelled_as_the_text_that_they_came_from() -> None:
    encoder = CellEncoder()
    runs = [Run("a b", 3, BOLD), Run("漢", 2, PLAIN), Run("e\u0301", 1, BOLD), Run("👨\u200d👩", 2, PLAIN)]
    cells, pens = encoder.of_all(runs)
    assert (len(cells), len(pens)) == (8, 8)
    assert encoder.spelled(cells) == "a b漢e\u0301👨\u200d👩"
    single = [Run("a", 1, BOLD), Run(" ", 1, BOLD.for_blanks), Run("b", 1, BOLD)]
    assert encoder.runs(cells, pens) == [*single, *runs[1:]]
    assert encoder.of_all(runs) == (cells, pens), "they have the same signs again"


def test_no_character_of_doubtful_width_is_taken_for_one_column() -> None:
    assert not STEADY & set("©®‼⁉™ℹ▪▫▶◀◻◼◽◾≈")
