"""Addresses and pzprv3 texts of Simple Loop."""

import pytest

from termpuzzles.board.grid import E, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import canonical_id, read, write
from termpuzzles.games.model import Puzzle, State


def only(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


@pytest.mark.parametrize(
    ("address", "picture"),
    [
        ("simpleloop/6/4/00036", "······\n······\n······\n■■··■■"),
        ("simpleloop/5/5/sg020", "■■■··\n■····\n·····\n···■·\n·····"),
        ("simpleloop/3/2/", "# game: simpleloop\n···\n···"),
    ],
)
def test_an_address_says_the_shaded_cells(address: str, picture: str) -> None:
    assert write(only(address), "picture") == picture
    assert canonical_id(only(picture)) == "https://puzz.link/p?" + address


def test_a_pzprv3_text_says_the_shaded_cells() -> None:
    puzzle = only("pzprv3/simpleloop/2/3/. * . /. . * /0 0 /0 0 /0 0 0 /")
    assert write(puzzle, "picture") == "·■·\n··■"


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?simpleloop/6/4/00036",
        "http://pzv.jp/p.html?simpleloop/6/4/00036",
        "https://puzz.link/p?simpleloop/6/4/00036/",
        "https://puzz.link/p?simpleloop_edit/6/4/00036",
        "simpleloop_play/6/4/00036",
        "https://puzz.link/p?type=editor&simpleloop/6/4/00036",
        "?simpleloop/6/4/00036",
    ],
)
def test_addresses_of_other_sites_and_modes_are_read(address: str) -> None:
    assert only(address) == only("simpleloop/6/4/00036")


def test_a_missing_tail_is_open_and_zeros_are_too() -> None:
    assert only("simpleloop/5/5/s") == only("simpleloop/5/5/s0000")
    assert only("simpleloop/3/2/00") == only("simpleloop/3/2") == only("simpleloop/3/2//") == only("simpleloop/3/2/")


def test_pzprv3_holds_lines_and_crosses() -> None:
    text = "pzprv3/simpleloop/2/3/. . * /. . . /1 -1 /0 0 /-1 0 0 /"
    puzzle = only(text)
    assert puzzle.tiles == bytes((1, 1, 0, 1, 1, 1))
    assert puzzle.start.lines == bytes((E, W, 0, 0, 0, 0))
    assert puzzle.start.notes == bytes((S, E, W, 8, 0, 0))
    assert write(puzzle, "pzprv3") == text
    assert only(text.replace("/", "\n") + "\n\n") == puzzle
    assert only(text.replace("/", "\r\n").replace(" \r", "\r")) == puzzle


def test_pzprv3_of_one_column_has_empty_rows_between_cells() -> None:
    text = "pzprv3/simpleloop/2/1/. /. ///0 /"
    assert write(only(text), "pzprv3") == text


def test_a_solution_is_written_as_pzprv3() -> None:
    puzzle = only("simpleloop/2/2/")
    loop = State.of(bytes((6, 3, 12, 9)))
    assert write(puzzle, "pzprv3", loop) == "pzprv3/simpleloop/2/2/. . /. . /1 /1 /1 1 /"
    assert write(puzzle, "picture", loop) == "# game: simpleloop\n┏┓\n┗┛"


def test_what_other_formats_cannot_say_is_refused() -> None:
    puzzle = only("simpleloop/2/2/")
    with pytest.raises(PuzzleError, match=r"^an address has no place for drawn lines"):
        write(puzzle, "gameid", State.of(bytes((6, 3, 12, 9))))
    for form in ("numbers", "hexapipes"):
        message = f"^Simple Loop cannot be written as {form}, only as picture, gameid or pzprv3$"
        with pytest.raises(PuzzleError, match=message):
            write(puzzle, form)
    for form in ("pzprv3", "puzzlink"):
        able = "picture, gameid, numbers, hexapipes, save, array, hex or pieces"
        message = f"^Net cannot be written as {form}, only as {able}$"
        with pytest.raises(PuzzleError, match=message):
            write(only("2x1:14"), form)
