"""Addresses and pzprv3 texts of Simple Loop."""

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read, write
from termpuzzles.games.model import Puzzle, State


def only(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


def test_a_missing_tail_is_open_and_zeros_are_too() -> None:
    assert only("simpleloop/5/5/s") == only("simpleloop/5/5/s0000")
    assert only("simpleloop/3/2/00") == only("simpleloop/3/2") == only("simpleloop/3/2//") == only("simpleloop/3/2/")


def test_pzprv3_of_one_column_has_empty_rows_between_cells() -> None:
    text = "pzprv3/simpleloop/2/1/. /. ///0 /"
    assert write(only(text), "pzprv3") == text


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
