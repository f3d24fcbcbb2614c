"""Boards in SVG are well formed and contain everything that a position shows."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from termpuzzles.board.grid import E, S
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.explain.parts import Role
from termpuzzles.render.svg import CELL, Sheet, page, svg

SVG = "{http://www.w3.org/2000/svg}"


def puzzle_of(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


def classes(picture: str) -> set[str]:
    return {
        name for path in ElementTree.fromstring(picture).iter(f"{SVG}path") for name in path.get("class", "").split()
    }


@pytest.mark.parametrize("text", ["5x5w:41746417e7acab1b84ebc14c6", "simpleloop/6/4/00036", "infinity:2x2:3333"])
def test_a_picture_is_well_formed_and_as_large_as_its_board(text: str) -> None:
    puzzle = puzzle_of(text)
    root = ElementTree.fromstring(svg(puzzle, puzzle.start))
    assert root.tag == f"{SVG}svg"
    assert int(root.get("width", "0")) > puzzle.grid.width * CELL
    assert len(list(root.iter(f"{SVG}text"))) == puzzle.grid.width + puzzle.grid.height


def test_a_board_that_wraps_around_has_a_dashed_frame() -> None:
    wrapped, bordered = puzzle_of("5x5w:41746417e7acab1b84ebc14c6"), puzzle_of("infinity:2x2:3333")
    assert "wraps" in classes(svg(wrapped, wrapped.start))
    assert "wraps" not in classes(svg(bordered, bordered.start))


def test_the_ends_of_lines_are_hollow_until_they_are_pinned() -> None:
    puzzle = puzzle_of("infinity:2x1:14")
    names = [ElementTree.fromstring(svg(puzzle, State(puzzle.tiles, pins, bytes(2)))) for pins in (b"\0\0", b"\1\1")]
    free, pinned = ({path.get("class") for path in root.iter(f"{SVG}path")} for root in names)
    assert "ends free" in free - pinned
    assert {"ends pinned", "lifted"} <= pinned - free


def test_a_wall_is_drawn_once_and_over_the_lines_that_end_at_it() -> None:
    puzzle = puzzle_of("infinity:2x2:3v333")
    drawn = [path.get("class") for path in ElementTree.fromstring(svg(puzzle, puzzle.start)).iter(f"{SVG}path")]
    (wall,) = (path for path in ElementTree.fromstring(svg(puzzle, puzzle.start)) if path.get("class") == "walls")
    assert wall.get("d", "").count("M") == 1
    assert drawn.index("walls") > drawn.index("free")


def test_pins_notes_walls_and_roles_are_shown() -> None:
    puzzle = puzzle_of("infinity:2x2:3v333")
    state = State(puzzle.tiles, bytes([1, 0, 0, 0]), bytes([0, 0, E | S << 4, 0]))
    marks = {Role.TARGET: {0: 0}, Role.CUT_OFF: {1: 0}, Role.ASSUMED: {2: 0}, Role.BECAUSE: {3: 0}}
    shown = classes(svg(puzzle, state, marks, checkerboard=True))
    assert {"free", "pinned", "crosses", "noted", "walls", "target", "cut-off", "assumed", "because", "dark"} <= shown


def corners(path: str) -> set[tuple[int, int]]:
    """The corners of a square that is drawn clockwise from its top left."""
    drawn = re.fullmatch(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", path)
    assert drawn
    x, y, right, down, left = map(int, drawn.groups())
    assert right == left
    return {(x, y), (x + right, y), (x + right, y + down), (x, y + down)}


@pytest.mark.parametrize("role", Role)
def test_a_marked_cell_is_marked_in_its_own_square(role: Role) -> None:
    puzzle = puzzle_of("infinity:3x2:333333")
    picture = svg(puzzle, puzzle.start, {role: {4: 0}})
    ((place,),) = [  # the middle cell of the lower row
        re.findall(r"M[^M]+", path.get("d", ""))
        for path in ElementTree.fromstring(picture).iter(f"{SVG}path")
        if path.get("class") == role.value.replace(" ", "-")
    ]
    inset = min(x for x, _ in corners(place)) - CELL
    assert 0 <= inset < CELL // 8
    near, far, top, bottom = CELL + inset, 2 * CELL - inset, CELL + inset, 2 * CELL - inset
    assert corners(place) == {(near, top), (far, top), (far, bottom), (near, bottom)}


def test_the_checkerboard_fills_every_other_square_from_the_first() -> None:
    puzzle = puzzle_of("infinity:3x2:333333")
    picture = ElementTree.fromstring(svg(puzzle, puzzle.start, checkerboard=True))
    (dark,) = (path.get("d", "") for path in picture.iter(f"{SVG}path") if path.get("class") == "dark")
    assert {min(corners(each)) for each in re.findall(r"M[^M]+", dark)} == {(0, 0), (2 * CELL, 0), (CELL, CELL)}


@pytest.mark.parametrize(
    ("boards", "rows", "columns"),
    [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2), (5, 3, 2), (6, 3, 2), (7, 3, 3), (9, 3, 3), (12, 4, 3), (13, 4, 4)],
)
def test_so_many_boards_share_a_page_in_rows_and_columns(boards: int, rows: int, columns: int) -> None:
    puzzle = puzzle_of("infinity:2x2:3333")
    found = re.findall(r"grid-template:repeat\((\d+),.*?repeat\((\d+),", page([Sheet(puzzle, "")], boards, "a4"))
    assert found == [(str(rows), str(columns))]


@pytest.mark.parametrize(("shape", "rows"), [((30, 2), "3"), ((31, 2), "1"), ((2, 30), "3"), ((2, 31), "1")])
def test_up_to_six_solutions_share_a_page_unless_a_board_has_more_than_thirty_cells_on_a_side(
    shape: tuple[int, int], rows: str
) -> None:
    width, height = shape
    puzzle = puzzle_of(f"infinity:{width}x{height}:{'5' * width * height}")
    text = page([Sheet(puzzle, "", "", puzzle.start)], 1, "a4")
    assert re.findall(r"grid-template:repeat\((\d+),", text) == ["1", rows]
