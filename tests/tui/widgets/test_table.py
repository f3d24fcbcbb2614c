"""Rows of a table have their columns below each other, whatever they hold."""

import pytest
from rich.cells import cell_len

from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.table import Cell, Column, Columns, in_columns, width_of

LEVEL = Column(3, "faint", right=True, gap=1), Column(8, gap=2), Column(5, "done", right=True)


def text_of(words: Words) -> str:
    return "".join(piece[0] for piece in words)


def test_columns_begin_and_end_below_each_other() -> None:
    rows = [("1", "Corner", "0:31"), ("12", "No loop", "12:04"), ("123", "", "")]
    assert [text_of(in_columns(LEVEL, *row)) for row in rows] == [
        "  1   Corner   0:31",
        " 12   No loop 12:04",
        "123                ",
    ]
    assert {len(text_of(in_columns(LEVEL, *row))) for row in rows} == {width_of(*LEVEL)}


def test_a_text_has_the_tone_of_its_column_and_pieces_have_their_own() -> None:
    assert in_columns(LEVEL, "1", (("New", "good"),), "0:31") == (
        ("  1 ", "faint"),
        ("  New     ", "good"),
        (" 0:31", "done"),
    )


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (Column(6, gap=1), ((" ##", "lit"), ("..  ", "frame"))),
        (Column(6, right=True, gap=1), (("  ##", "lit"), (".. ", "frame"))),
        (Column(), (("##", "lit"), ("..", "frame"))),
        (Column(3), (("##", "lit"), ("..", "frame"))),
        (Column(4, most=3), (("##", "lit"), (". ", "frame"))),
        (Column(4, most=1), (("#", "lit"), ("   ", "frame"))),
    ],
)
def test_blanks_join_the_piece_that_they_stand_beside(column: Column, expected: Words) -> None:
    assert in_columns((column,), (("##", "lit"), ("..", "frame"))) == expected


def test_the_action_of_a_click_stays_with_its_piece() -> None:
    assert in_columns((Column(4),), (("go", "source", "app.go"),)) == (("go  ", "source", "app.go"),)


@pytest.mark.parametrize("empty", ["", ()])
def test_an_empty_cell_is_as_wide_as_its_column(empty: Cell) -> None:
    columns: Columns = Column(3, gap=1), Column(tone="done"), Column(2, "faint", right=True)
    assert in_columns(columns, empty, empty, empty) == (("    ", "text"), ("", "done"), ("  ", "faint"))


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Anna", 0, "Anna     |"),
        ("Maximilian", 0, "Maximilian|"),
        ("Maximilian", 8, "Maximili |"),
        ("棋士", 0, "棋士     |"),
        ("棋士棋士棋士", 0, "棋士棋士棋士|"),
        ("棋士棋士棋士", 8, "棋士棋士 |"),
        ("x棋士棋士棋士", 8, "x棋士棋  |"),  # with a blank for half a character
    ],
)
def test_what_is_too_long_is_cut_or_moves_aside_what_follows_as_the_terminal_counts(
    name: str, most: int, shown: str
) -> None:
    text = text_of(in_columns((Column(9, most=most), Column()), name, "|"))
    assert text == shown
    assert cell_len(text) == 10 or (not most and cell_len(name) > 9)


@pytest.mark.parametrize(
    ("window", "shown"), [(40, "Net  12"), (59, "Net  12"), (60, "Net ━━  12"), (160, "Net ━━  12")]
)
def test_a_column_for_which_a_window_is_too_narrow_is_left_out_with_its_gap(window: int, shown: str) -> None:
    columns = Column(3), Column(2, "lit", gap=1, since=60), Column(4, right=True)
    assert text_of(in_columns(columns, "Net", "━━", "12", window=window)) == shown


def test_a_row_has_a_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="shorter"):
        in_columns(LEVEL, "1", "Corner")
