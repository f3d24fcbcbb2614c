"""Boards with a flipped seam: what lies beyond it is drawn mirrored, and keys and clicks mean what is seen."""

from pathlib import Path

import pytest
from textual.geometry import Offset, Size

from termpuzzles.board.grid import E, Grid, N, S, W, mirrored
from termpuzzles.board.surface import Seam, Surface
from termpuzzles.formats import read
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import LARGE, SMALL, Ink, Zoom
from termpuzzles.render.picture import picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.geometry import ORIGIN, Geometry
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter
from tests.board.surfaces import TWISTED
from tests.data.sweep import sample
from tests.tui.apps import playing

SHIFTS = sample(Offset(x, y) for x in (0, 1, 4, 6) for y in (0, 2, 3, 5))
twisted = pytest.mark.parametrize("surface", TWISTED, ids=str)


def shape_of(surface: Surface, zoom: Zoom, room: Size, shift: Offset) -> Geometry:
    across, down = surface
    return Geometry.of(Grid(4, 3, surface), zoom, room, ORIGIN, Offset(shift.x * (across > 0), shift.y * (down > 0)))


@twisted
@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("room", [Size(40, 20), Size(7, 20), Size(40, 4), Size(7, 4)], ids=str)
def test_a_cell_is_found_where_it_is_drawn(surface: Surface, shift: Offset, room: Size) -> None:
    shape = shape_of(surface, SMALL, room, shift)
    seen = {
        (x, y): cell for x in range(room.width) for y in range(room.height) if (cell := shape.cell_at(x, y)) is not None
    }
    claimed = {
        (x, y): cell
        for cell in range(12)
        for left, top in shape.places(cell)
        for x in range(left, left + SMALL.width)
        for y in range(top, top + SMALL.height)
        if (x, y) in seen
    }
    assert claimed == seen
    for cell in range(12):
        here = shape.homed(cell)
        region = here.region(cell)
        if (region.x, region.y) in seen:
            assert here.cell_at(region.x, region.y) == cell
    if shape.x.fits and shape.y.fits:
        assert set(seen.values()) == set(range(12))


@twisted
def test_beyond_a_flipped_seam_sides_are_those_that_are_seen(surface: Surface) -> None:
    shape = shape_of(surface, LARGE, Size(60, 30), Offset(2, 2))
    swapped = N | S if surface.across is Seam.FLIPPED else E | W
    number = 0
    for cell in range(12):
        region, turned = shape.region(cell), shape.swapped(cell)
        number += turned > 0
        assert turned in (0, swapped)
        for side, (x, y) in {N: (2, 0), S: (2, 2), E: (4, 1), W: (0, 1)}.items():
            assert shape.side_at(region.x + x, region.y + y) == mirrored(side, turned)
    assert 0 < number < 12


def lines_of(text: str, room: Size, shift: Offset) -> list[str]:
    (puzzle,) = read(text)
    shape = Geometry.of(puzzle.grid, SMALL, room, ORIGIN, shift)
    brush = CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    painter = RowPainter(picture_of(puzzle, puzzle.start), shape, brush, 0)
    return [painter.line(y).text for y in range(room.height)]


MOBIUS = "# game: net\n# wrap: x-twisted\n╺┓╻\n╺┫┃\n┏┛┗"


def test_a_mobius_strip_that_is_shifted_once_around_is_seen_upside_down() -> None:
    room = Size(12, 5)
    upright, over = (lines_of(MOBIUS, room, Offset(x, 0)) for x in (0, 3))
    flip = str.maketrans("┐┘┌└╷╵", "┘┐└┌╵╷")
    assert [line.translate(flip) for line in over[1:4][::-1]] == upright[1:4]
    assert lines_of(MOBIUS, room, Offset(6, 0)) == upright


async def test_keys_and_clicks_mean_what_is_seen(tmp_path: Path) -> None:
    (puzzle,) = read(MOBIUS)
    async with playing(tmp_path, puzzle) as game:
        await game.press("w", "left", "escape")  # the last column is seen first, upside down
        game.board.place_cursor(2)
        assert game.board.swapped == N | S
        assert game.state.lines[2] == S
        await game.press("down")
        assert game.board.cursor == 2  # seen in the last row
        await game.press("up")
        assert game.board.cursor == 5
        await game.press("down", "d")
        assert game.state.lines[2] == E  # seen to point up before, and right after it
        await game.press("a")
        assert game.state.lines[2] == S
        region = game.region(2)
        await game.pilot.click(game.board, offset=(region.x + 1, region.y))
        assert game.state.lines[2] == E
        await game.press("z", "up")
        assert game.state.notes[2] == S << 4
