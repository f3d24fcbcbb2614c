"""The text forms of moves, and what a text may not ask for."""

import pytest

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.board.surface import CYLINDER_ACROSS
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.games.model import Change, Move, Puzzle, State

NET_PUZZLE = Puzzle(named("net"), Grid.make(3, 2, CYLINDER_ACROSS, [(0, E)]), bytes(6))


def test_a_move_is_written_with_columns_and_rows_from_1() -> None:
    move = Move((Change("turn", 2, 0, 3), Change("pin", 2, 0), Change("cross", 0, 1, S), Change("line", 2, 0, E)))
    assert str(move) == "turn 3,1 3; pin 3,1; cross 1,2 S; line 3,1 E"


def test_a_move_is_read_back_whatever_the_spaces() -> None:
    text = " turn 3,1 3 ;pin   3,1;  line 3,1 E"
    assert Move.parse(text, NET_PUZZLE).changes == (
        Change("turn", 2, 0, 3),
        Change("pin", 2, 0),
        Change("line", 2, 0, E),
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a move such as 'turn 3,1 1', found ''"),
        ("turn", "expected a move such as 'turn 3,1 1', found 'turn'"),
        ("turn 1,a 1", "expected a move such as 'turn 3,1 1', found 'turn 1,a 1'"),
        ("turn 1 1", "expected a move such as 'turn 3,1 1', found 'turn 1 1'"),
        ("pin 1,1;", "expected a move such as 'turn 3,1 1', found ''"),
        ("jump 1,1", "expected one of turn, pin, free, line, cross, clear, found 'jump'"),
        ("turn 4,1 1", "expected a cell of the 3x2 board, found '4,1'"),
        ("turn 1,3 1", "expected a cell of the 3x2 board, found '1,3'"),
        ("turn 0,1 1", "expected a cell of the 3x2 board, found '0,1'"),
        ("turn 1,0 1", "expected a cell of the 3x2 board, found '1,0'"),
        ("turn 1,1", "expected 1, 2 or 3 quarter turns, found ''"),
        ("turn 1,1 4", "expected 1, 2 or 3 quarter turns, found '4'"),
        ("turn 1,1 1 1", "expected 1, 2 or 3 quarter turns, found '1 1'"),
        ("pin 1,1 1", "expected the end of the move, found '1'"),
        ("line 1,1 X", "expected a side N, E, S or W that leads to another cell, found 'X'"),
        ("line 1,1", "expected a side N, E, S or W that leads to another cell, found ''"),
        ("cross 1,1 N", "expected a side N, E, S or W that leads to another cell, found 'N'"),
        ("clear 1,1 E", "expected a side N, E, S or W that leads to another cell, found 'E'"),
    ],
)
def test_a_text_that_is_no_move_of_the_board_says_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(PuzzleError) as error:
        Move.parse(text, NET_PUZZLE)
    assert str(error.value) == sentence


def test_a_line_may_be_noted_across_the_seam_of_a_wrapped_board() -> None:
    assert Move.parse("line 1,1 W", NET_PUZZLE) == Move((Change("line", 0, 0, 1),))


def test_a_puzzle_starts_fresh_unless_its_text_shows_a_position() -> None:
    assert NET_PUZZLE.start == State.of(bytes(6))
    begun = State(bytes(6), bytes([1, 0, 0, 0, 0, 0]), bytes(6))
    assert Puzzle(NET_PUZZLE.game, NET_PUZZLE.grid, NET_PUZZLE.tiles, start=begun).start == begun


def test_games_are_found_by_name_and_say_what_to_do() -> None:
    for name in names():
        assert named(name).name == name
        assert repr(named(name)) == f"named({name!r})"
        assert named(name).goal.endswith(".")
    with pytest.raises(KeyError):
        named("sudoku")
