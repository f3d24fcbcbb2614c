"""The board of the Wall Game as it is drawn: at all sizes, with all that can be marked on it, in both glyph sets."""

from __future__ import annotations

import pytest

from termpuzzles.render.ink import BOLD, REVERSE, Glyph
from termpuzzles.wall.game.position import BLUE, RED, Wall, WallPosition, start
from termpuzzles.wall.picture import INNER, WallView, place_at, size_of, wall_picture
from tests.approved import approve
from tests.render.looks import Legend, in_columns, side_by_side


def walled(side: int = RED) -> WallPosition:
    """A small position with walls that cross, meet and go on."""
    position = start("standard", 4, 3)
    for wall in (Wall(True, 0, 0), Wall(True, 1, 0), Wall(False, 2, 0), Wall(False, 2, 1), Wall(False, 0, 1)):
        position = position.with_wall(wall)
    return position._replace(side=side, pieces=(5, 0, 9, 0))


OWNERS = {Wall(True, 0, 0): RED, Wall(True, 1, 0): RED, Wall(False, 2, 0): BLUE, Wall(False, 0, 1): BLUE}


def together() -> WallPosition:
    """All four pieces on two cells, so that they share them."""
    return start("classic", 3, 2)._replace(pieces=(2, 2, 3, 3))


def crowded() -> WallPosition:
    """Three pieces in one cell."""
    return start("classic", 3, 2)._replace(pieces=(2, 2, 2, 3))


VIEWS = {
    "start": WallView(start("standard", 4, 3), {}),
    "walls": WallView(walled(), OWNERS),
    "walls of the last turn": WallView(walled(), OWNERS, latest=frozenset({Wall(True, 1, 0), Wall(False, 2, 1)})),
    "staged walls of red": WallView(walled(), OWNERS, staged=frozenset({Wall(True, 2, 1), Wall(False, 1, 2)})),
    "staged walls of blue": WallView(walled(BLUE), OWNERS, staged=frozenset({Wall(True, 2, 1), Wall(False, 1, 2)})),
    "targets": WallView(walled(), OWNERS, targets=frozenset({1, 4, 9}), trail=frozenset({1, 3})),
    "trail of red": WallView(walled(BLUE), OWNERS, trail=frozenset({3, 4})),
    "trail of blue": WallView(walled(), OWNERS, trail=frozenset({3, 4}), chosen=5),
    "forbidden walls": WallView(walled(), OWNERS, forbidden=frozenset({Wall(True, 3, 0), Wall(False, 1, 0)})),
    "ways": WallView(walled(), OWNERS, ways=(frozenset({1, 2}), frozenset({2, 7, 10}))),
    "cursor on an empty cell": WallView(walled(), OWNERS, cursor=8),
    "cursor on a cat": WallView(walled(), OWNERS, cursor=5, chosen=5),
    "cursor on mice": WallView(walled(), OWNERS, cursor=0, targets=frozenset({0})),
    "cursor on a free side above": WallView(walled(), OWNERS, cursor=Wall(True, 2, 0)),
    "cursor on a free side to the right": WallView(walled(), OWNERS, cursor=Wall(False, 1, 2)),
    "cursor on a wall": WallView(walled(), OWNERS, cursor=Wall(True, 0, 0), latest=frozenset({Wall(True, 0, 0)})),
    "cursor on a staged wall": WallView(
        walled(), OWNERS, cursor=Wall(False, 1, 2), staged=frozenset({Wall(False, 1, 2)})
    ),
    "cursor on a forbidden wall": WallView(
        walled(), OWNERS, cursor=Wall(False, 1, 0), forbidden=frozenset({Wall(False, 1, 0)})
    ),
    "pieces together": WallView(together(), {}, cursor=2),
    "pieces together elsewhere": WallView(together(), {}, cursor=0, chosen=3),
    "three pieces together": WallView(crowded(), {}, cursor=2),
    "a mouse chosen": WallView(start("standard", 4, 3), {}, chosen=0),
    "a cat chosen": WallView(start("standard", 4, 3), {}, chosen=2),
}
FOUR = [(True, True), (True, False), (False, True), (False, False)]  # in unicode, in colour


def pen(piece: Glyph) -> str:
    marks = [name for bit, name in ((BOLD, "bold"), (REVERSE, "reverse")) if piece.attributes & bit]
    assert not piece.attributes & ~(BOLD | REVERSE)
    return " ".join([piece.tone, "on", piece.ground, *marks])


def block(title: str, name: str, size: int, legend: Legend, unicode: bool, colour: bool) -> list[str]:
    """The board, and beside it a letter for the pen of each character."""
    drawn = wall_picture(VIEWS[name], size, unicode, colour)
    texts = ["".join(piece.text for piece in row) + "|" for row in drawn]
    pens = ["".join(legend.sign(pen(piece)) * len(piece.text) for piece in row) for row in drawn]
    return [title, *side_by_side([texts, pens], " ")]


def test_all_that_is_marked_on_a_board_of_the_wall_game_is_drawn_as_approved() -> None:
    legend = Legend()
    blocks = [block(name, name, 0, legend, True, True) for name in [*VIEWS][1::2]]
    approve(__file__, "wall_game", "\n".join([*in_columns(blocks), *legend.lines()]))


def test_a_large_board_of_the_wall_game_is_drawn_as_approved() -> None:
    legend = Legend()
    blocks = [block(f"trail of blue, size {size}", "trail of blue", size, legend, True, True) for size in (2, 3)]
    approve(__file__, "wall_game_large", "\n".join([*in_columns(blocks), *legend.lines()]))


def test_in_ascii_without_colour_the_cursor_is_reversed_and_all_that_is_marked_looks_different() -> None:
    seen = dict[str, str]()
    for name, view in VIEWS.items():
        rows = wall_picture(view, 0, False, False)
        shown = [["".join(piece.text for piece in row), *(piece.attributes for piece in row)] for row in rows]
        assert all(str(row[0]).isascii() for row in shown)
        assert any(piece.attributes & REVERSE for row in rows for piece in row) == (view.cursor is not None), name
        assert seen.setdefault(str(shown), name) == name


@pytest.mark.parametrize("name", VIEWS)
def test_at_each_size_the_same_is_marked_in_the_same_tones(name: str) -> None:
    for unicode, colour in FOUR:
        seen = []
        for size in range(len(INNER)):
            drawn = wall_picture(VIEWS[name], size, unicode, colour)
            seen.append(
                {piece.tone for row in drawn for piece in row if piece.text.strip()} - {"frame", "faint", "text"}
            )
        assert all(each == seen[0] for each in seen[1:]), (unicode, colour, seen)


def test_the_files_and_ranks_of_a_large_board_are_named() -> None:
    shown = wall_picture(WallView(start("standard", 12, 12), {}), 0)
    lines = ["".join(piece.text for piece in row) for row in shown]
    assert [line[:2].strip() for line in lines[1::2]] == [str(rank) for rank in range(12, 0, -1)]
    assert lines[-1].split() == list("abcdefghijkl")
    assert [lines[-1].index(letter) for letter in "abc"] == [4, 8, 12]


def test_each_place_of_the_picture_is_part_of_what_is_drawn_there() -> None:
    position = start("standard", 3, 3)
    signs = {None: "."} | {cell: "abcdefghi"[cell] for cell in range(9)}
    for size, (wide, high) in enumerate(INNER):
        rows = [
            "".join(
                signs[found] if not isinstance(found, Wall) else "^" if found.above else ">"
                for found in (place_at(position, size, x, y) for x in range(3 * (wide + 1) + 3))
            )
            for y in range(3 * (high + 1) + 1)
        ]
        rim = "." * (3 * (wide + 1) + 3)
        cells = [f"...{'>'.join(each * wide for each in row)}." for row in ("cfi", "beh", "adg")]
        slots = f"...{'.'.join(['^' * wide] * 3)}."
        expected = [rim, *[cells[0]] * high, slots, *[cells[1]] * high, slots, *[cells[2]] * high, rim]
        assert rows == expected
        assert place_at(position, size, 3 + wide, 1) == Wall(False, 0, 2)
        assert place_at(position, size, 3, 1 + high) == Wall(True, 0, 1)


@pytest.mark.parametrize("size", range(len(INNER)))
def test_every_line_is_as_wide_as_the_picture_whatever_is_marked_and_no_mark_hides_a_piece(size: int) -> None:
    for view in VIEWS.values():
        for unicode, colour in FOUR:
            drawn = wall_picture(view, size, unicode, colour)
            lines = ["".join(piece.text for piece in row) for row in drawn]
            width, height = size_of(view.position, size)
            assert {len(line) for line in lines} == {width}
            assert len(lines) == height
            letters = {each for line in lines[:-1] for each in line if each in "CMcm"}
            assert len(letters) == 4
