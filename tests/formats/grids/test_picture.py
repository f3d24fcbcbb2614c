"""Pictures and their headers."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read, read_each, write
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle


def only(text: str, game: str | None = None) -> Puzzle:
    (puzzle,) = read(text, game=game)
    return puzzle


def test_rounded_corners_and_dots_are_read_among_other_weights() -> None:
    assert only("╭─╮\n│·║\n╰═┛").tiles == bytes((6, 5, 3, 10, 0, 10, 12, 5, 9))


def test_heavy_is_written() -> None:
    assert write(only("╭─╮\n│·║\n╰═┛"), "picture") == "┏━┓\n┃ ┃\n┗━┛"


def test_what_is_around_a_picture_is_no_part_of_it() -> None:
    bare = only("┏━┓\n┃ ┃\n┗━┛")
    for text in ("┏━┓   \n┃ ┃   \n┗━┛   \n\n", "\n  \n  ┏━┓\n  ┃ ┃ \n  ┗━┛\n\n", " ┏━┓\t\n ┃ ┃\n ┗━┛\n   "):
        assert only(text) == bare
    assert only("# game: net\n\n  ┏━┓\n  ┃ ┃\n  ┗━┛\n").grid == bare.grid


def test_a_row_that_begins_farther_in_than_others_begins_with_blanks() -> None:
    assert only("  ┏┓\n ┗┛").tiles == bytes((0, 6, 3, 12, 9, 0))


def test_one_row_alone_is_taken_as_it_stands() -> None:
    assert only(" ╸╸ ").tiles == bytes((0, 1, 1, 0))


@pytest.mark.parametrize("text", [" ┏┓ \n ┗┛ ", "    \n┏┓\n    ", "┏ ┓\n┗ ┛", "┏┓\n\n┗┛\n\n", " \n \n "])
def test_a_size_keeps_all_that_is_blank(text: str) -> None:
    rows = text.split("\n")
    width = max(map(len, rows))
    head = f"# size: {width}x{len(rows)}"
    puzzle = only(f"{head}\n{text}")
    assert (puzzle.grid.width, puzzle.grid.height) == (width, len(rows))
    drawn = [row.ljust(width) for row in rows]
    assert puzzle == only("\n".join(drawn).replace(" ", "·"))
    assert write(puzzle, "picture") == "\n".join([head, *drawn])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# size: 2x1\n┏┓\n┗┛", "3:1: expected 1 rows, as the size says, found 2"),
        ("# size: 1x2\n┏┓\n┗┛", "2:2: expected 1 columns, as the size says, found 2"),
        ("# size: 2\n┏┓\n┗┛", "1:9: expected columns and rows such as 6x4, found '2'"),
    ],
)
def test_a_size_that_is_not_that_of_the_rows_is_an_error(text: str, message: str) -> None:
    with pytest.raises(PuzzleError) as error:
        only(text)
    assert str(error.value) == message


def test_spaces_between_all_tiles_are_no_tiles() -> None:
    assert only("┏ ━ ┓\n┃ · .\n┗ ━ ┛") == only("┏━┓\n┃··\n┗━┛")
    assert only("┏ ━ ┓\n┃   ┃\n┗ ━ ┛").grid.width == 5
    assert only("■ · ■\n· · ·", "simpleloop") == only("■·■\n···", "simpleloop")
    with pytest.raises(PuzzleError, match=r"^2:8: expected a tile, found 'x'$"):
        only("   ┏ ━ ┓\n   ┃ · x\n   ┗ ━ ┛".replace("x", "x"))


def test_ends_half_heavy_point_to_their_heavy_half() -> None:
    assert only("╿╼╽╾") == only("╹╺╻╸")


def test_short_rows_are_padded_with_blanks() -> None:
    assert only("┏\n┗┛·").tiles == bytes((6, 0, 0, 12, 9, 0))


def test_empty_lines_between_rows_are_rows_of_blanks() -> None:
    assert only("\n┏┓\n\n┗┛\n\n\n").tiles == bytes((6, 3, 0, 0, 12, 9))


def test_one_row_of_spaces_is_a_board_of_blanks() -> None:
    assert only("   ") == Puzzle(named("infinity"), Grid(3, 1), bytes(3))


def test_a_text_that_the_program_kept_is_read_as_it_stands() -> None:
    text = "# mood: fine\n  \n ┏┓ \n    \n ┗┛ \n    "
    (puzzle,) = read(text, own=True)
    assert (puzzle.grid.width, puzzle.grid.height) == (4, 5)
    assert read(write(puzzle, "picture"), own=True) == [puzzle]


def test_lines_beginning_with_a_number_sign_are_comments_in_games_of_turning() -> None:
    assert only("#!hello\n##: hi\n┏┓\n# see http://x.org: there\n┗┛\n# bye") == only("┏┓\n┗┛")


def test_a_header_is_kept_in_full() -> None:
    text = "# game: net\n# title: A: title\n# source: here\n# author: me\n# x-mood:\n# author: and you\n┏┓\n┗┛"
    puzzle = only(text)
    assert puzzle.game.name == "net"
    assert puzzle.title == "A: title"
    assert puzzle.source == "here"
    assert puzzle.header == (("author", "me"), ("x-mood", ""), ("author", "and you"))
    assert write(puzzle, "picture") == text


def test_a_wall_on_a_border_says_nothing_and_a_seam_of_walls_does_not_wrap() -> None:
    assert only("# walls: 2,1v\n┏┓\n┗┛") == only("┏┓\n┗┛")
    assert only("# wrap: both\n# walls: 2,1v 2,2v\n┏┓\n┗┛") == only("# wrap: y\n┏┓\n┗┛")


def test_a_simple_loop_without_shaded_cells_says_its_game() -> None:
    assert write(only("··\n··", "simpleloop"), "picture") == "# game: simpleloop\n··\n··"


def test_rows_of_simple_loop_may_begin_with_a_number_sign() -> None:
    puzzle = only("# game: simpleloop\n# title: hash\n##..\n#  \n####\n".replace(".", "·"))
    assert puzzle.title == "hash"
    assert puzzle.tiles == bytes((0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0))
    assert only("####\n#  #", "simpleloop").tiles == bytes((0, 0, 0, 0, 0, 1, 1, 0))
    assert only("#■\n ·").tiles == bytes((0, 0, 1, 1))
    assert only("#■\n# a comment\n ·").tiles == bytes((0, 0, 1, 1))


SIDES = ((8, 0, -1, 2), (4, 1, 0, 1), (2, 0, 1, 8), (1, -1, 0, 4))  # a side, where it leads to, and the side there


def torn(lines: Sequence[int], width: int) -> int | None:
    """The first cell of a board with a line that does not go on in the next cell."""
    there = {(cell % width, cell // width): mask for cell, mask in enumerate(lines)}
    for (x, y), mask in there.items():
        for side, right, down, other in SIDES:
            if mask & side and not there.get((x + right, y + down), 0) & other:
                return x + y * width
    return None


def drawn(width: int) -> Iterator[list[int]]:
    """Boards of three rows with one or two lines, drawn whole or in one of their cells only."""
    size = 3 * width
    halves = [{cell: side} for cell in range(size) for side, *_ in SIDES]
    whole = [{cell: 4, cell + 1: 1} for cell in range(size) if (cell + 1) % width]
    whole += [{cell: 2, cell + width: 8} for cell in range(size - width)]
    for one, other in combinations_with_replacement([*halves, *whole], 2):
        yield [one.get(cell, 0) | other.get(cell, 0) for cell in range(size)]


@pytest.mark.parametrize("width", [2, 3])
def test_the_first_line_that_does_not_go_on_is_told(width: int) -> None:
    for lines in drawn(width):
        rows = ["".join("·╸╻┓╺━┏┳╹┛┃┫┗┻┣╋"[mask] for mask in lines[at : at + width]) for at in (0, width, 2 * width)]
        wrong = torn(lines, width)
        (reading,) = read_each("\n".join(rows), game="simpleloop")
        if isinstance(reading.puzzle, Puzzle):
            assert wrong is None
            assert reading.puzzle.start.lines == bytes(lines)
        else:
            assert wrong is not None
            assert str(reading.puzzle).startswith(
                f"{wrong // width + 1}:{wrong % width + 1}: expected a line that goes"
            )


def test_a_title_of_two_lines_cannot_be_written() -> None:
    puzzle = Puzzle(named("net"), Grid(2, 1), bytes(2), title="a\nb")
    with pytest.raises(PuzzleError, match=r"^a header line cannot be 'title': 'a\\nb'$"):
        write(puzzle, "picture")
