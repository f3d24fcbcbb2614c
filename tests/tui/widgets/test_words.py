"""The words around a board fit the room, and a cut is always visible."""

from dataclasses import replace

from termpuzzles.board.grid import E
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.session.session import Session
from termpuzzles.tui.widgets.captions import board_names, progress, state_in_words, still_wrong
from termpuzzles.tui.widgets.lines import Words
from tests.games.boards import board


def plain(lines: list[Words]) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def wrong() -> Session:
    return Session(board(named("net"), "┏┓╺╸", "┗┛╺┓"))


def anything(text: str) -> bool:
    return True


WRONG = still_wrong(wrong(), True, anything)


def test_what_is_wrong_is_broken_between_its_parts_and_not_within_them() -> None:
    lines = plain(state_in_words(WRONG, "", "", 40, 3))
    assert all(len(line) <= 41 for line in lines)
    assert ", ".join(mistake.sentence for mistake in wrong().mistakes) == " ".join(line.strip() for line in lines)


def test_a_part_is_broken_only_if_it_is_longer_than_a_line_with_its_margin_and_a_comma() -> None:
    assert plain(state_in_words("x y, aaaa bbbbb, z", "", "", 12, 5)) == [" x y,", " aaaa bbbbb,", " z"]
    assert plain(state_in_words("x y, aaaa bbbbbb, z", "", "", 12, 5)) == [" x y, aaaa", " bbbbbb, z"]


def test_where_both_fit_in_the_rows_there_are_the_message_goes_on_in_the_line_of_what_is_wrong() -> None:
    state = "28 loose ends, 12 lines run off the board, 1 sealed-off group, 22 groups to join"
    lines = state_in_words(state, "Nothing wrong so far.", "", 80, 2)
    assert " ".join("".join(plain(lines)).split()) == f"{state}. Nothing wrong so far."
    assert len(lines) == 2
    assert [tone for line in lines for text, tone in line if "Nothing" in text or "28" in text] == ["text", "faint"]


def test_a_line_that_is_cut_ends_after_a_whole_part() -> None:
    state = "28 loose ends, 12 lines run off the board, 1 sealed-off group, 22 groups to join"
    assert plain(state_in_words(state, "", "", 80, 1)) == [f" {state.removesuffix(', 22 groups to join')} …"]
    assert plain(state_in_words(state, "", "", 22, 1)) == [" 28 loose ends …"]


def test_trouble_comes_before_what_was_just_done() -> None:
    lines = plain(state_in_words(WRONG, "Done.", "Moves are not being kept: no space.", 80, 3))
    assert lines[1:] == [" Moves are not being kept: no space.", " Done."]


def test_where_nothing_is_pinned_progress_is_told_in_moves() -> None:
    session = Session(read("simpleloop/3/3/00")[0])
    assert progress(session) == "0 moves"
    session.do(Gesture("line", 0, E))
    assert progress(session) == "1 move"


def test_the_names_of_a_board_are_game_size_shape_title_and_rating() -> None:
    puzzle = board(named("net"), "┏┓╺╸", "┗┛╺┓", wrap=True, walls=[(0, 4)])
    titled = replace(puzzle, title="Spiral", header=(("rating", "no loop"),))
    assert board_names(titled) == ["Net 4x2", "wraps", "walls", "Spiral", "no loop"]
