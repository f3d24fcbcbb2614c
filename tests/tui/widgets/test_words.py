"""The words around a board fit the room, and a cut is always visible."""

from dataclasses import replace

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.catalogue.statistics import Times
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.render.picture import TARGET, TRIAL, Look
from termpuzzles.session.session import Session
from termpuzzles.tui import theme
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.captions import board_names, cell_in_words, progress, state_in_words, still_wrong
from termpuzzles.tui.widgets.lines import Words, margin
from termpuzzles.tui.widgets.solved_card import SolvedGame, ending_lines
from tests.games.boards import board

PALETTE = theme.palette(theme.DARK)


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


def test_a_sentence_longer_than_the_window_is_broken_too() -> None:
    session = Session(board(named("net"), "┏━", "┗┛", walls=[(0, 4)]))
    lines = plain(state_in_words(still_wrong(session, True, anything), "", "", 16, 3))
    assert all(len(line) <= 17 for line in lines)


def test_what_was_just_done_comes_below_and_what_does_not_fit_above_is_shown_to_go_on() -> None:
    lines = plain(state_in_words(WRONG, "A long sentence that takes two lines.", "", 22, 3))
    assert lines[0].endswith(" …")
    assert lines[1:] == [" A long sentence that", " takes two lines."]


def test_what_does_not_fit_is_cut_after_the_last_line_that_does() -> None:
    whole = plain(state_in_words(WRONG, "", "", 22, 9))
    assert len(whole) > 2
    for room in range(1, len(whole)):
        lines = plain(state_in_words(WRONG, "", "", 22, room))
        assert lines[:-1] == whole[: room - 1]
        assert lines[-1].endswith(" …")
        assert lines[-1].startswith(whole[room - 1].rstrip(",")[:20].rsplit(" ", 1)[0])
        assert len(lines[-1]) <= 22


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


def test_without_marks_only_progress_is_told() -> None:
    assert plain(state_in_words(still_wrong(wrong(), False, anything), "", "", 80, 3)) == [" 0 of 8 pinned"]


def test_where_nothing_is_pinned_progress_is_told_in_moves() -> None:
    session = Session(read("simpleloop/3/3/00")[0])
    assert progress(session) == "0 moves"
    session.do(Gesture("line", 0, E))
    assert progress(session) == "1 move"


def test_the_names_of_a_board_are_game_size_shape_title_and_rating() -> None:
    puzzle = board(named("net"), "┏┓╺╸", "┗┛╺┓", wrap=True, walls=[(0, 4)])
    titled = replace(puzzle, title="Spiral", header=(("rating", "no loop"),))
    assert board_names(titled) == ["Net 4x2", "wraps", "walls", "Spiral", "no loop"]


def test_a_heading_keeps_its_name_and_state_where_there_is_little_room() -> None:
    line = Headline("Net 4x2", "wraps · Spiral", (("2 of 5   0:05", "faint"),))
    for width in (80, 40, 26):
        text = "".join(piece[0] for piece in line.words(width, PALETTE))
        assert text.startswith(f"{' ' * margin(width)}Net 4x2")
        assert text.endswith("2 of 5   0:05")
        assert len(text) <= width - margin(width)
    assert "wraps · Spiral" in "".join(piece[0] for piece in line.words(80, PALETTE))
    assert "Spiral" not in "".join(piece[0] for piece in line.words(40, PALETTE))


KEYS = [ShownKey("Enter", "next", "screen.act('play.on')"), ShownKey("N", "new like this", "screen.act('play.new')")]


TIMES = Times(83.0, (120.0, 83.0))


def ending(session: Session, times: Times | None = TIMES, praise: str = "") -> SolvedGame:
    return SolvedGame(session, times, praise, "Wraparound 5 (tricky)", KEYS, "✓", True)


@pytest.mark.parametrize("room", [Size(26, 20), Size(40, 7), Size(26, 3), Size(80, 9)])
def test_the_card_of_a_solved_board_fits_its_room_and_never_leaves_out_what_comes_next(room: Size) -> None:
    session = Session(board(named("net"), "╶╴"))
    lines = ["".join(piece[0] for piece in line) for line in ending_lines(ending(session, praise="Well done."), room)]
    text = " ".join(" ".join(lines).split())
    assert text.startswith("✓ Solved in 0:00")
    assert "Enter next" in text
    assert "Wraparound 5 (tricky)" in text
    assert len(lines) <= room.height
    assert all(len(line) <= room.width for line in lines)
    if room.height > 3:
        assert "N new like this" in text
        assert "Well done." in text
    if room.height > 7:
        assert "best 1:23" in text


def test_without_a_clock_the_card_names_no_time() -> None:
    session = Session(board(named("net"), "╶╴"))
    lines = ending_lines(ending(session, None), Size(26, 20))
    text = "".join(piece[0] for line in lines for piece in line)
    assert "Solved, no hints" in text
    assert "0:00" not in text
    assert "best" not in text


def test_words_tell_what_the_smallest_zoom_does_not_show() -> None:
    look = Look(E, E, 0, 0, W, N | S, TARGET, TRIAL)
    words = (
        "Here: a wall above and below; noted: no line to the left; changed in this trial; the hint is about this cell."
    )
    assert cell_in_words(look) == words
    assert cell_in_words(Look(E, E, 0, 0, 0, 0, 0)) == ""
