"""Save files of the reference collection: a game begun there can be continued here."""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termpuzzles.board.grid import SIDES, TURNS
from termpuzzles.errors import ArgumentError, PuzzleError
from termpuzzles.formats import canonical_id, read, read_each, write
from termpuzzles.games.masyu import UNKNOWN
from termpuzzles.games.model import Change, Gesture, Move, Puzzle, State
from termpuzzles.games.turning import play
from tests.formats.random_puzzles import drawn, turned

SAVE = (Path(__file__).parents[1] / "game.sav").read_text(encoding="utf-8")
NET = shutil.which("sgt-net", path="/usr/games:/usr/local/bin:/usr/bin")


def parse(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


def states(text: str) -> list[str]:
    """The boards after each move, as ids without their size, the pinned tiles in upper case."""
    puzzle = parse(text)
    state = puzzle.beginning
    seen = [state]
    for move in puzzle.moves:
        state = puzzle.game.play(puzzle, state, move)
        seen.append(state)
    return [_shown(puzzle, state) for state in seen]


def _shown(puzzle: Puzzle, state: State) -> str:
    digits = canonical_id(Puzzle(puzzle.game, puzzle.grid, state.lines)).split(":")[1]
    return "".join(f"({digit})" if pin else digit for digit, pin in zip(digits, state.pins, strict=True))


def test_each_move_of_a_save_is_one_move_here() -> None:
    assert states(SAVE) == [
        "12481248",
        "82481248",
        "(8)2481248",
        "(8)888124(8)",
        "(1)888124(8)",
        "12481248",
    ]


def test_the_last_line_may_lack_its_end_but_none_of_its_value() -> None:
    whole = SAVE.rstrip("\n")
    assert parse(whole) == parse(SAVE)
    with pytest.raises(PuzzleError, match=r"a value of \d+ bytes and the end of the line"):
        parse(whole[:-1])


def test_the_short_term_params_are_those_of_the_board() -> None:
    assert canonical_id(parse(SAVE)) == "4x2:12481248"
    assert canonical_id(parse(SAVE.replace("CPARAMS :3:4x2\n", "").replace(":7:9x9b0.5", ":3:4x2"))) == "4x2:12481248"


def test_the_game_stands_where_it_was_left_and_later_moves_are_undone() -> None:
    puzzle = parse(SAVE)
    assert (len(puzzle.moves), puzzle.position) == (5, 3)
    assert _shown(puzzle, puzzle.start) == states(SAVE)[3]
    assert parse(SAVE.replace("STATEPOS:1:4", "STATEPOS:1:1")).start == State.of(puzzle.tiles)


def test_moves_have_a_text_form_here() -> None:
    puzzle = parse(SAVE)
    assert [str(move) for move in puzzle.moves] == [
        "turn 1,1 1",
        "pin 1,1",
        "turn 2,1 2; turn 3,1 3; pin 4,2",
        "free 1,1; turn 1,1 3; pin 1,1",
        "free 1,1; turn 2,1 2; turn 3,1 1; free 4,2",
    ]
    assert all(type(move).parse(str(move), puzzle) == move for move in puzzle.moves)


def test_a_restart_that_changes_nothing_is_no_move() -> None:
    text = SAVE.replace("MOVE    :4:C0,0\n", "RESTART :8:12481248\n")
    puzzle = parse(text)
    assert (len(puzzle.moves), puzzle.position) == (4, 2)
    assert _shown(puzzle, puzzle.start) == "(1)888124(8)"


def test_a_long_game_is_read_without_a_copy_of_the_board_for_each_move() -> None:
    moves = 500
    text = SAVE[: SAVE.index("NSTATES")] + f"NSTATES :3:{moves + 1}\nSTATEPOS:3:{moves}\n" + "MOVE    :4:A0,0\n" * moves
    copies = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal copies
        copies += event == "call" and frame.f_code is play.__code__

    sys.setprofile(count)
    try:
        puzzle = parse(text)
    finally:
        sys.setprofile(None)
    assert (len(puzzle.moves), puzzle.position) == (moves, moves - 1)
    assert copies < 5


def test_the_gate_gives_the_moves_with_the_puzzle() -> None:
    (reading,) = read_each(SAVE, source="game.sav")
    assert reading.format == "save"
    assert isinstance(reading.puzzle, Puzzle)
    assert reading.puzzle.moves == parse(SAVE).moves


NET_BOARDS = turned(plain=True, games=["net"]).filter(lambda puzzle: not puzzle.grid.is_twisted)
PEARL_BOARDS = drawn(crosses=True, games=["masyu"], sizes=st.tuples(st.integers(5, 7), st.integers(5, 7))).map(
    lambda puzzle: replace(puzzle, clues=bytes(clue % UNKNOWN for clue in puzzle.clues))
)
GESTURES = ("turn", "turn back", "turn half", "pin", "line", "cross")


@given(NET_BOARDS, st.data())
def test_a_position_of_net_is_written_and_read_back(puzzle: Puzzle, data: st.DataObject) -> None:
    lines = bytes(TURNS[mask][data.draw(st.integers(0, 3))] for mask in puzzle.tiles)
    state = State(lines, bytes(data.draw(st.integers(0, 1)) for _ in lines), bytes(len(lines)))
    again = parse(write(puzzle, "save", state))
    assert (again.grid, again.tiles, again.start) == (puzzle.grid, puzzle.tiles, state)
    assert (len(again.moves), again.position) == (1, 1) if state != puzzle.start else ((), 0)


@given(PEARL_BOARDS)
def test_a_position_of_pearl_is_written_and_read_back(puzzle: Puzzle) -> None:
    again = parse(write(puzzle, "save"))
    assert (again.grid, again.clues, again.start) == (puzzle.grid, puzzle.clues, puzzle.start)


@given(
    st.one_of(NET_BOARDS, PEARL_BOARDS.map(lambda puzzle: Puzzle(puzzle.game, puzzle.grid, puzzle.tiles))), st.data()
)
def test_a_game_is_written_move_by_move_and_read_back(puzzle: Puzzle, data: st.DataObject) -> None:
    played = _played(puzzle, data)
    position = data.draw(st.integers(0, len(played)))
    state = puzzle.start
    for move in played[:position]:
        state = puzzle.game.play(puzzle, state, move)
    given = Puzzle(puzzle.game, puzzle.grid, puzzle.tiles, start=state, moves=played, position=position)
    again = parse(write(given, "save"))
    assert (again.start, again.position, len(again.moves)) == (state, position, len(played))
    state = other = puzzle.start
    for move, same in zip(played, again.moves, strict=True):
        state, other = puzzle.game.play(puzzle, state, move), puzzle.game.play(puzzle, other, same)
        assert state == other


def _played(puzzle: Puzzle, data: st.DataObject) -> tuple[Move, ...]:
    """Moves as a player makes them, some of two gestures."""
    actions = [action for action in GESTURES if puzzle.game.draws == (action in ("line", "cross"))]
    moves, state = [], puzzle.start
    for _ in range(data.draw(st.integers(0, 8))):
        changes: list[Change] = []
        before = state
        for _ in range(data.draw(st.integers(1, 2))):
            cell = data.draw(st.integers(0, puzzle.grid.size - 1))
            gesture = Gesture(data.draw(st.sampled_from(actions)), cell, data.draw(st.sampled_from(SIDES)))
            if move := puzzle.game.interpret(puzzle, state, gesture):
                state = puzzle.game.play(puzzle, state, move)
                changes += move.changes
        if state != before:
            moves.append(Move(tuple(changes)))
    return tuple(moves)


def test_a_save_file_is_written_as_the_game_that_it_holds() -> None:
    assert parse(write(parse(SAVE), "save")) == parse(SAVE)
    assert write(parse(write(parse(SAVE), "save")), "save") == write(parse(SAVE), "save")


def test_a_wrapped_board_with_a_side_of_two_asks_for_no_unique_boards() -> None:
    """The collection refuses a file whose params for further boards cannot be met."""
    (puzzle,) = read("2x3w:555555")
    assert "\nPARAMS  :5:2x3wa\nCPARAMS :4:2x3w\n" in write(puzzle, "save")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("# game: net\n# lines: 1,1v\n╺╸", "a save file of Net cannot hold notes of lines and crosses"),
        ("# game: net\n# crosses: 1,1v\n╺╸", "a save file of Net cannot hold notes of lines and crosses"),
        ("3x3kx:9c36aaaaa", "a save file of Net cannot hold a twisted board"),
        ("infinity:2x2:9c36", "∞ Loop cannot be written as save"),
        ("simpleloop/2/2/", "Simple Loop cannot be written as save"),
        ("pearl:4x5:t", "Pearl has no boards of fewer than 5 columns or rows"),
        ("pearl:5x4:t", "Pearl has no boards of fewer than 5 columns or rows"),
        ("# game: masyu\n# size: 5x5\n◌····\n·····\n·····\n·····\n·····", "cannot hold a circle of unknown colour"),
    ],
)
def test_what_a_save_file_cannot_hold_is_refused_in_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=f"^{reason}|^a save file of Pearl {reason}"):
        write(parse(text), "save")


def test_a_position_of_other_tiles_is_refused() -> None:
    (puzzle,) = read("2x1:14")
    with pytest.raises(ArgumentError, match=r"^expected a state of this puzzle, found one with other tiles$"):
        write(puzzle, "save", State.of(b"\3\1"))


@pytest.mark.skipif(NET is None, reason="the reference program sgt-net is not installed here")
@pytest.mark.parametrize("params", ["4x4b0.5", "6x5w"])
def test_saves_of_the_reference_program_are_read(params: str, tmp_path: Path) -> None:
    command = [str(NET), "--generate", "1", "--save", str(tmp_path / "game"), "--save-suffix", ".sav", params]
    subprocess.run(command, capture_output=True, check=True)
    (path,) = tmp_path.iterdir()
    text = path.read_text(encoding="ascii")
    puzzle = parse(text)
    assert (puzzle.moves, puzzle.position) == ((), 0)
    described = next(line for line in text.splitlines() if line.startswith("DESC")).split(":")[2]
    assert canonical_id(puzzle).endswith(":" + described)
