"""The board of the Wall Game in pixels: where everything lies, and what a click there means."""

from __future__ import annotations

from random import Random

import pytest
from textual.geometry import Size

from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.tui import theme
from termpuzzles.tui.colours import contrast
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.game.position import Wall, WallPosition, start
from termpuzzles.wall.picture import WallView
from termpuzzles.wall.pixels import LEFT, SHAPES, PixelShape, pixel_at, pixel_board, room_of
from termpuzzles.wall.screens.board import board_strips
from termpuzzles.wall.screens.drawing import pixel_strips, point_colours
from tests.wall.game.games import random_game

THEMES = {"dark": theme.DARK, "light": theme.LIGHT, "high contrast": theme.HIGH_CONTRAST, "warm": theme.WARM}


def brush(name: str = theme.DARK, fine: bool = True, few: bool = False) -> CellPainter:
    return CellPainter(Ink(UNICODE, True, True, True, few, fine), theme.palette(name))


def test_a_board_of_eight_is_as_large_as_its_window_of_80_or_160_columns_has_room_for() -> None:
    at = start("standard", 8, 8)
    assert [room_of(at, shape) for shape in SHAPES] == [(90, 44), (51, 21)]
    view = WallView(at, {})
    for room, shape in (((102, 46), SHAPES[0]), ((89, 46), SHAPES[1]), ((52, 21), SHAPES[1]), ((50, 21), None)):
        frame, strips = board_strips(view, Size(*room), brush())
        assert frame.shape == shape, room
        assert len(strips) <= room[1]
        assert max(strip.cell_length for strip in strips) <= room[0]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", [(8, 8), (5, 3), (12, 10)])
def test_a_click_on_what_is_drawn_of_a_cell_or_slot_finds_it(shape: PixelShape, size: tuple[int, int]) -> None:
    """Each is painted alone, and everything that then looks different leads to it or shares a character with it."""
    at = start("standard", *size)
    plain = pixel_board(WallView(at, {}), shape).points
    found: set[object] = set()
    places = [*range(size[0] * size[1])]
    walls = [Wall(False, f, r) for f in range(size[0] - 1) for r in range(size[1])]
    walls += [Wall(True, f, r) for f in range(size[0]) for r in range(size[1] - 1)]
    for thing in [*places, *walls]:
        changed = {
            (x // 2, y // 2)
            for y, (before, after) in enumerate(
                zip(plain, pixel_board(WallView(at, {}, cursor=thing), shape).points, strict=True)
            )
            for x, pair in enumerate(zip(before, after, strict=True))
            if len({*pair}) > 1
        }
        assert changed
        clicked = {pixel_at(at, shape, LEFT + x, y) for x, y in changed}
        assert thing in clicked
        assert isinstance(thing, int) or clicked == {thing}
        found |= clicked
    assert found == {*places, *walls}
    width, height = room_of(at, shape)
    for column, row in ((0, 0), (LEFT - 1, 3), (width, 0), (LEFT, height), (LEFT, height - 1 + size[1] * 10)):
        assert pixel_at(at, shape, column, row) is None


@pytest.mark.parametrize("fine", [True, False])
@pytest.mark.parametrize("shape", SHAPES)
def test_pieces_stand_in_their_cells_and_two_in_one_are_letters(shape: PixelShape, fine: bool) -> None:
    for seed in range(20):
        at = random_game(Random(seed), 5, 4).positions[-1]
        board = pixel_board(WallView(at, {}), shape, fine)
        letters = "".join(letter.text for letter in board.letters)
        alone = [place for place in at.pieces if at.pieces.count(place) == 1]
        drawn_small = fine or shape == SHAPES[0]
        assert len(letters) == len(at.pieces) - (len(alone) if drawn_small else 0)
        for letter in board.letters:
            owners = zip("CMcm", at.pieces, strict=True)
            places = [place for text, place in owners if text == letter.text]
            assert pixel_at(at, shape, LEFT + letter.column, letter.row) in places
        for name, place in zip(("red", "red mouse", "blue", "blue mouse"), at.pieces, strict=True):
            if place in alone and drawn_small:
                file, rank = at.place(place)
                x = 2 * file * (shape.width + shape.slot)
                y = (at.height - 1 - rank) * (shape.height + shape.slot)
                cell = [row[x : x + 2 * shape.width] for row in board.points[y : y + shape.height]]
                assert sum(row.count(name) for row in cell) >= shape.width * shape.height // 2


@pytest.mark.parametrize("shape", SHAPES)
def test_no_character_holds_more_than_two_colours(shape: PixelShape) -> None:
    for seed in range(10):
        at = random_game(Random(seed), 5, 4).positions[-1]
        points = pixel_board(WallView(at, {}), shape).points
        for upper, lower in zip(points[::2], points[1::2], strict=True):
            for x in range(0, len(upper), 2):
                assert len({*upper[x : x + 2], *lower[x : x + 2]}) <= 2


@pytest.mark.parametrize("shape", SHAPES)
def test_a_corner_is_filled_where_two_walls_meet_in_it_and_nowhere_else(shape: PixelShape) -> None:
    seen = set[int]()
    for seed in range(30):
        positions = random_game(Random(seed), 5, 4).positions
        at = positions[len(positions) // 2]
        points, walls = pixel_board(WallView(at, {}), shape).points, {*at.walls()}
        for file in range(at.width - 1):
            for rank in range(at.height - 1):
                around = (
                    *(Wall(False, file, level) for level in (rank, rank + 1)),
                    *(Wall(True, along, rank) for along in (file, file + 1)),
                )
                meeting = len([wall for wall in around if wall in walls])
                x = 2 * (file * (shape.width + shape.slot) + shape.width)
                y = (at.height - 1 - rank) * (shape.height + shape.slot) - shape.slot
                assert (points[y][x] != "outside") == (meeting >= 2), (seed, file, rank)
                seen.add(meeting)
    assert {0, 1, 2, 3} <= seen


@pytest.mark.parametrize("name", THEMES)
def test_pieces_and_walls_are_seen_on_every_ground(name: str) -> None:
    colours = point_colours(theme.palette(THEMES[name]).dyes(False))
    for ground in ("cell", "checker", "target", "chosen", "outside"):
        for piece in ("red", "blue"):
            assert contrast(colours[piece], colours[ground]) >= 2, (piece, ground)
        assert contrast(colours["wall"], colours[ground]) >= 1.5, ground


def test_few_colours_and_coarse_blocks_draw_the_whole_board() -> None:
    at: WallPosition = start("standard", 8, 8)
    for shape in SHAPES:
        for drawn in (brush(few=True), brush(fine=False)):
            strips = pixel_strips(WallView(at, {}), shape, drawn)
            assert (max(strip.cell_length for strip in strips), len(strips)) == room_of(at, shape)
            if not drawn.ink.fine:
                signs = {sign for strip in strips[:-1] for sign in strip.text}
                assert not signs & {*"▘▝▖▗▌▐▞▚▛▜▙▟"}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_cursor_marks_the_corners_of_its_cell(shape: PixelShape) -> None:
    at = start("standard", 5, 4)
    points = pixel_board(WallView(at, {}, cursor=2 * 4 + 1), shape, fine=False).points  # c2
    x, y = 2 * 2 * (shape.width + shape.slot), 2 * (shape.height + shape.slot)
    right, below = 2 * (shape.width - 1), shape.height - 1
    corners = {(y + down, x + along + half) for down in (0, below) for along in (0, right) for half in (0, 1)}
    found = {(row, column) for row, line in enumerate(points) for column, name in enumerate(line) if name == "mark"}
    assert found == corners


SLOTS = (Wall(True, 2, 1), Wall(False, 2, 1))  # above c2, and to its right


def slot_of(shape: PixelShape, slot: Wall) -> tuple[int, int, int, int]:
    """The left and upper pixel of one of these slots on a board of 5x4, its width and its height."""
    x, y = 2 * (shape.width + shape.slot), 2 * (shape.height + shape.slot)
    return (
        (x, y - shape.slot, shape.width, shape.slot) if slot.above else (x + shape.width, y, shape.slot, shape.height)
    )


@pytest.mark.parametrize("shape", SHAPES)
def test_a_staged_wall_has_dashes_and_where_none_may_be_the_slot_is_hatched(shape: PixelShape) -> None:
    at = start("standard", 5, 4)
    for wall in SLOTS:
        left, top, width, height = slot_of(shape, wall)
        places = [(x, y) for y in range(top, top + height) for x in range(left, left + width)]
        staged, hatched = (
            pixel_board(view, shape).points
            for view in (WallView(at, {}, staged=frozenset({wall})), WallView(at, {}, forbidden=frozenset({wall})))
        )
        for x, y in places:
            step = x - left if wall.above else y - top
            assert staged[y][2 * x : 2 * x + 2] == ["mark" if step % 2 else "red"] * 2
            assert hatched[y][2 * x : 2 * x + 2] == ["forbidden" if (x + y) % 2 else "outside"] * 2
        for points in (staged, hatched):
            others = {name for y, row in enumerate(points) for x, name in enumerate(row) if (x // 2, y) not in places}
            assert others.isdisjoint({"mark", "forbidden"})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("is_built", [True, False])
def test_the_cursor_marks_both_ends_of_a_slot_within_it(shape: PixelShape, is_built: bool) -> None:
    at = start("standard", 5, 4)
    for wall in SLOTS:
        staged = frozenset({wall} if is_built else ())
        plain, marked = (pixel_board(WallView(at, {}, staged, cursor=cursor), shape).points for cursor in (None, wall))
        changed = {(x // 2, y) for y, row in enumerate(marked) for x, name in enumerate(row) if name != plain[y][x]}
        marks = {(x // 2, y) for y, row in enumerate(marked) for x, name in enumerate(row) if name == "mark"}
        left, top, width, height = slot_of(shape, wall)
        places = [(left + x, top + y) for y in range(height) for x in range(width)]
        ends = {
            place
            for place in places
            if place[not wall.above] in (places[0][not wall.above], places[-1][not wall.above])
        }
        assert ends <= marks <= {*places}
        assert changed <= {*places}
        inner = {marked[y][2 * x] for x, y in {*places} - ends}
        assert is_built or marks == ends
        assert inner == {"cursor"} if not is_built else changed <= ends


def test_of_two_pixels_in_a_character_the_one_behind_is_its_ground() -> None:
    paints = brush()
    colours = point_colours(paints.palette.dyes(False))
    behind, seen = {colours[name] for name in ("outside", "cell", "checker")}, 0
    for strip in pixel_strips(WallView(start("standard", 5, 4), {}, cursor=9), SHAPES[0], paints):
        for text, style, _ in strip:
            if set(text) & {*"▀▄"} and style and style.color and style.bgcolor:
                ink, ground = style.color.name, style.bgcolor.name
                assert ink not in behind or ground in behind
                seen += 1
    assert seen
