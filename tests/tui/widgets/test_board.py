"""The board draws only what has changed and is in view, and every cell where the mouse finds it."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import LARGE, LARGEST, MEDIUM, SMALL, SMALLEST, ZOOMS, Ink, Zoom
from termpuzzles.render.picture import picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.board import Board, spans_of
from termpuzzles.tui.widgets.geometry import Geometry
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter
from tests.board.surfaces import glued
from tests.data import sweep
from tests.games.boards import random_puzzle
from tests.tui.apps import playing


def large(wrap: bool = False, size: int = 100) -> Puzzle:
    rng = Random(1)
    grid = Grid(size, size, glued(wrap, wrap))
    return Puzzle(named("infinity"), grid, bytes(rng.choices(range(1, 16), k=grid.size)))


async def test_what_is_drawn_after_random_play_is_what_a_fresh_drawing_shows(tmp_path: Path) -> None:
    rng = Random(3)
    for puzzle in (large(), large(wrap=True, size=9), random_puzzle(rng, named("net"), 9)):
        async with playing(tmp_path / str(rng.random()), puzzle, size=(60, 30)) as game:
            for zoom in sweep.sample(ZOOMS, 2):
                game.board.zoom = zoom
                for _ in range(6):
                    game.board.place_cursor(rng.randrange(puzzle.grid.size))
                    game.screen.action_act(rng.choice(("tile.turn", "tile.half", "tile.pin")))
                    if rng.random() < 0.2:
                        game.screen.action_act("play.undo")
                    await game.pilot.pause()
                kept = [strip.text for strip in game.app.screen._compositor.render_strips()]
                game.board.refresh()
                await game.pilot.pause()
                assert [strip.text for strip in game.app.screen._compositor.render_strips()] == kept


def drawn_lines(puzzle: Puzzle, zoom: Zoom, room: Size, rulers: bool = False) -> list[str]:
    brush = CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    drawer = RowPainter(picture_of(puzzle, puzzle.start), Geometry.of(puzzle.grid, zoom, room), brush, 0, rulers)
    return [drawer.line(y).text for y in range(room.height)]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_cells_of_more_than_a_line_alternate_like_a_checkerboard_and_others_stand_on_one_ground(zoom: Zoom) -> None:
    puzzle = Puzzle(named("infinity"), Grid(4, 4), bytes(16))
    brush = CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    geometry = Geometry.of(puzzle.grid, zoom, Size(60, 30))
    drawer = RowPainter(picture_of(puzzle, puzzle.start), geometry, brush, 15)
    grounds: dict[int, set[object]] = {0: set(), 1: set()}
    for cell in range(14):  # the cursor stands on the last, and reaches over to the one before
        x, y = geometry.region(cell).offset
        (segment,) = drawer.line(y).crop(x, x + 1)
        assert segment.style
        grounds[(cell // 4 + cell) % 2].add(segment.style.bgcolor)
    even, odd = grounds.values()
    assert len(even) == len(odd) == 1
    assert (even != odd) == (zoom.height > 1)


async def test_a_wrapped_board_scrolls_without_end_and_crossing_its_seam_does_not_throw_the_view_across(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, large(wrap=True, size=60), size=(80, 24)) as game:
        room = game.board.scrollable_content_region.width
        game.board.place_cursor(45)
        places = []
        for _ in range(25):
            await game.press("right")
            places.append(game.region(game.board.cursor).x)
        assert all(0 <= place <= room - game.board.zoom.width for place in places)
        moved = [abs(after - before) for before, after in pairwise(places)]
        assert max(moved) <= room // 2 + game.board.zoom.width
        assert game.board.cursor == 10  # on the other side of the seam


async def test_a_wrapped_board_that_does_not_fit_moves_its_view_and_begins_with_its_first_cell_where_it_fits_again(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path, large(wrap=True, size=20), size=(80, 24)) as game:
        shown = game.board
        shown.zoom = LARGEST
        before = shown.geometry
        shown.shift(2, -3)
        after = shown.geometry
        moved = after.x.offset - before.x.offset, after.y.offset - before.y.offset
        assert moved == (2 * LARGEST.width, -3 * LARGEST.height)
        shown.zoom = SMALLEST
        assert shown.geometry.x.fits
        assert shown.geometry.y.fits
        assert (shown.geometry.x.start, shown.geometry.y.start) == (0, 0)


@pytest.mark.parametrize(
    ("columns", "zoom", "ruler"),
    [
        (9, SMALLEST, "1 3 5 7 9"),
        (12, SMALLEST, "1   5    10"),
        (9, SMALL, "1 2 3 4 5 6 7 8 9"),
        (12, SMALL, "1       5         10"),
        (12, MEDIUM, " 1   2   3   4   5   6   7   8   9   10  11  12"),
        (21, SMALL, "1       5         10        15        20"),
    ],
)
def test_where_not_every_number_of_a_column_fits_every_second_or_fifth_is_shown(
    columns: int, zoom: Zoom, ruler: str
) -> None:
    puzzle = Puzzle(named("infinity"), Grid(columns, 1), bytes(columns))
    lines = drawn_lines(puzzle, zoom, Size(columns * zoom.width + 2, 4), rulers=True)
    assert [line[1:].rstrip() for line in lines if "1" in line[1:]] == [ruler]


def test_nearly_half_of_the_levels_that_come_with_the_program_open_at_the_medium_zoom_at_80x24() -> None:
    from termpuzzles.catalogue.levels import packs
    from termpuzzles.tui.widgets.layout import fit

    zooms = Counter[str]()
    for level in (level for pack in packs() for level in pack.levels):
        width, height = map(int, level.size.split("x"))
        found = fit(Size(80, 24), Grid(width, height, glued(bool(level.wraps), bool(level.wraps))), None, False, False)
        assert found
        assert found.board
        zooms[found.zoom.name] += 1
    assert zooms["medium"] >= 119
    assert zooms["medium"] + zooms["large"] + zooms["largest"] >= 0.7 * sum(zooms.values())


@pytest.mark.parametrize(
    ("changed", "pieces"),
    [
        ([3], [(3, 3)]),
        ([3, 4, 5, 40], [(3, 5), (40, 40)]),
        ([3, 6], [(3, 6)]),
        ([3, 7], [(3, 3), (7, 7)]),
        ([0, 10, 20, 30, 40, 41], [(0, 0), (10, 10), (20, 20), (30, 30), (40, 41)]),
        ([0, 10, 20, 30, 40, 50, 51], [(0, 51)]),
    ],
)
def test_the_changed_cells_of_a_row_are_drawn_in_pieces_or_all_between_where_these_are_many(
    changed: list[int], pieces: list[tuple[int, int]]
) -> None:
    assert spans_of(changed) == pieces


@pytest.mark.parametrize(("across", "down"), [(False, False), (True, False), (False, True), (True, True)])
def test_a_board_scrolls_along_the_axes_that_end_and_goes_on_along_the_others(across: bool, down: bool) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9, glued(across, down)), bytes([5] * 108))
    shown = Board(picture_of(puzzle, puzzle.start), Ink(UNICODE, True, True), theme.palette(theme.DARK))
    for zoom, width, height in ((SMALL, 26, 11), (LARGE, 62, 29), (MEDIUM, 50, 20), (SMALLEST, 14, 11)):
        shown.zoom = zoom
        assert shown.virtual_size == (0 if across else width, 0 if down else height)
