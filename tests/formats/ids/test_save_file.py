"""Save files of the reference collection: a game begun there can be continued here."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import FrameType

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read, read_each
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.turning import play

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
