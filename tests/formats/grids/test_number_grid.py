"""Number grids, and when their first line is their size."""

import pytest

from termpuzzles.formats import read, write
from termpuzzles.games.model import Puzzle, State


def only(text: str, game: str | None = None) -> Puzzle:
    (puzzle,) = read(text, game=game)
    return puzzle


@pytest.mark.parametrize(
    ("given", "solved", "picture"),
    [
        ("9 12 12 6\n10 13 13 5\n3 3 9 3", "6 12 6 12\n5 7 13 5\n3 9 3 9", "┏┓┏┓\n┃┣┫┃\n┗┛┗┛"),
        ("0 8 8 0", "0 2 8 0", " ╺╸ "),
    ],
)
def test_a_solution_is_written_as_a_grid_again(given: str, solved: str, picture: str) -> None:
    puzzle = only(given)
    assert puzzle.game.name == "infinity"
    assert write(puzzle, "numbers") == given
    assert write(puzzle, "numbers", State.of(only(picture).tiles)) == solved


def test_several_spaces_and_leading_zeros_are_read() -> None:
    assert only("  09 12\n3   006 ") == only("9 12\n3 6")


def test_a_first_line_that_fits_the_rows_below_is_their_size() -> None:
    assert only("2 3\n1 2 3\n4 5 6") == only("1 2 3\n4 5 6")
    assert only("2 2\n1 2\n3 4").grid.height == 2


def test_a_first_line_that_does_not_fit_is_a_row() -> None:
    assert only("3 2\n1 2\n3 4").grid.height == 3
    assert only("1 1").grid.width == 2


def test_the_size_is_written_only_where_the_grid_alone_would_be_misread() -> None:
    puzzle = only("3 2\n2 2\n1 2\n3 4")
    assert puzzle.grid.height == 3
    assert write(puzzle, "numbers") == "3 2\n2 2\n1 2\n3 4"
    assert write(only("1 2\n1 2\n3 4"), "numbers") == "1 2\n1 2\n3 4"


def test_grids_and_pictures_may_share_a_file() -> None:
    first, second = read("9 12\n3 6\n---\n┏┓\n┗┛")
    assert first == only("9 12\n3 6")
    assert second.tiles == bytes((6, 3, 12, 9))
