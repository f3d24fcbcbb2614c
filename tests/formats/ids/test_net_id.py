"""Net ids: their bits, their barriers and what their params mean."""

import shutil
import subprocess

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import CYLINDER_DOWN, TORUS
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read, write
from termpuzzles.formats.net_id import NetParams, bare
from termpuzzles.games.model import Puzzle, State

NET = shutil.which("sgt-net", path="/usr/games:/usr/local/bin:/usr/bin")


def only(text: str, game: str | None = None) -> Puzzle:
    (puzzle,) = read(text, game=game)
    return puzzle


def test_upper_case_and_repeated_barriers_in_any_order_are_read() -> None:
    assert canonical_id(only("2x2:Ahvv9hB0")) == "2x2:avh9hb0"


def test_without_w_nothing_wraps_and_barriers_on_the_border_are_dropped() -> None:
    assert canonical_id(only("2x2:1v2v4h8vh")) == "2x2:1v248"


def test_a_seam_all_of_barriers_does_not_wrap() -> None:
    puzzle = only("2x2w:12v34v")
    assert puzzle.grid.surface == CYLINDER_DOWN
    assert not puzzle.grid.walls
    assert canonical_id(puzzle) == "2x2w:12v34v"
    assert canonical_id(only("2x2w:12v3h4vh")) == "2x2:1234"


def test_params_may_stand_in_full_before_the_description() -> None:
    assert canonical_id(only("2x2ab0.25w:1248")) == "2x2w:1248"
    assert canonical_id(only("2:1248")) == "2x2:1248"


def test_boards_two_wide_and_one_wide_wrap() -> None:
    assert canonical_id(only("2x1w:55")) == "2x1w:55"
    assert canonical_id(only("1x2w:aa")) == "1x2w:aa"


def test_a_position_is_written_as_it_stands() -> None:
    assert write(only("4x1:1248"), "gameid", State.of(bytes((W, E, N, S)))) == "4x1:4128"


@pytest.mark.parametrize("text", ["13x11w", "5x5", "7x9wb0.25a", "3x2b0.000001", "7x7mx", "5x9kyb0.5a", "4x3cx"])
def test_params_print_back(text: str) -> None:
    params = NetParams.parse(text)
    assert str(params) == text
    assert bare(text) == params


def test_params_alone_are_told_from_ids_and_nonsense() -> None:
    assert bare("13") == NetParams(13, 13)
    assert bare("13x11aw") == NetParams(13, 11, surface=TORUS, ambiguous=True)
    for text in ("", "13x11:", "x", "1x1", "net", "5x5#1", "first.loops", "5x5w ", "99999x99999"):
        assert bare(text) is None


@pytest.mark.skipif(NET is None, reason="the reference program sgt-net is not installed here")
@pytest.mark.parametrize("params", ["4x4", "5x7wb0.4", "9x3b0.9", "3x3wb1"])
def test_ids_of_the_reference_program_print_back_with_their_barriers(params: str) -> None:
    command = [str(NET), "--generate", "20", params]
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.split():
        surface = NetParams.parse(params).surface
        puzzle = only(line)
        assert only(canonical_id(puzzle)) == puzzle
        if puzzle.grid.surface == surface:
            assert canonical_id(puzzle) == line


@pytest.mark.parametrize(
    ("text", "column"),
    [("infinity:4x1:1248", 1), ("  infinity:4x1:1248", 3), ("https://here/net.html#infinity:4x1:1248", 23)],
)
def test_another_game_than_was_asked_for_is_told_where_it_is_named(text: str, column: int) -> None:
    with pytest.raises(PuzzleError) as error:
        read(text, game="net")
    assert (error.value.line, error.value.column) == (1, column)


def test_the_words_of_a_twist_may_stand_in_any_order() -> None:
    assert only("# game: net\n# wrap: y-twisted  x\n╺╸").grid == only("2x1ky:14").grid


def test_a_flipped_seam_of_barriers_is_open() -> None:
    assert canonical_id(only("2x2kx:12v34v")) == "2x2w:12v34v"
    assert canonical_id(only("2x2mx:12v34v")) == "2x2:1234"
