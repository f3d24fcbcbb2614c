"""Boards in pipes: which size opens, where each tile lies, what stands beyond a seam, and that they can be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import E, Grid, N, S
from termpuzzles.games import names
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import ALONE, PIPE_ZOOMS, SMALL, Ink, Zoom
from termpuzzles.render.picture import PINNED, Look, Picture, picture_of
from termpuzzles.render.pixels import tile
from termpuzzles.tui import theme
from termpuzzles.tui.dyes import CLEAR, COPY
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.geometry import Geometry, fitting_zoom
from termpuzzles.tui.widgets.layout import PANEL_WIDTH
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter
from tests.board.surfaces import glued
from tests.data import sweep
from tests.tui.apps import Game, playing

PIPES = Ink(UNICODE, True, True, True, fine=False)
SIZES = PIPE_ZOOMS[2:]
FIT = {
    (80, 24): ((4, 3), (6, 5), (9, 7), (13, 11)),
    (100, 30): ((6, 4), (9, 7), (12, 9), (18, 14)),
    (200, 60): ((14, 9), (21, 14), (29, 19), (43, 29)),
}


@pytest.mark.parametrize("window", FIT)
def test_the_largest_size_that_leaves_the_panel_its_place_opens(window: tuple[int, int]) -> None:
    room = Size(window[0], window[1] - 2)
    for (width, height), zoom in zip(FIT[window], reversed(SIZES), strict=True):
        for wraps in (False, True):
            assert fitting_zoom(Grid(width, height, glued(wraps, wraps)), room, PANEL_WIDTH, PIPE_ZOOMS) is zoom
        for larger in (Grid(width + 1, height), Grid(width, height + 1)):
            assert fitting_zoom(larger, room, PANEL_WIDTH, PIPE_ZOOMS).number < zoom.number


def test_a_narrow_window_without_a_panel_is_used_as_a_whole() -> None:
    assert fitting_zoom(Grid(5, 4), Size(40, 13), PANEL_WIDTH, PIPE_ZOOMS).name == "6x3"


def drawn(picture: Picture, zoom: Zoom, room: Size, cursor: int = 0) -> list[list[tuple[str, str]]]:
    """For each row of characters the colours of the upper and the lower pixel of each."""
    shape = Geometry.of(picture.grid, zoom, room)
    drawer = RowPainter(picture, shape, CellPainter(PIPES, theme.palette(theme.DARK)), cursor)
    rows = []
    for y in range(room.height):
        strip = drawer.line(y)
        assert strip.cell_length == room.width
        rows.append([pixels for segment in strip for pixels in _pixels(segment.text, segment.style)])
    return rows


def _pixels(text: str, style: object) -> list[tuple[str, str]]:
    ink, ground = (str(colour and colour.name) for colour in (style.color, style.bgcolor))  # type: ignore[attr-defined]
    return [{" ": (ground, ground), "▀": (ink, ground), "▄": (ground, ink), "█": (ink, ink)}[sign] for sign in text]


def expected(picture: Picture, cell: int, size: int, stand: int, veil: int, edges: int = 0) -> list[list[str]]:
    """The colours of a tile's pixels."""
    dyes = theme.palette(theme.DARK).dyes(False)
    return [[dyes.colour(dye, veil) for dye in row] for row in tile(picture.look(cell), size, stand, edges)]


def checker(grid: Grid, cell: int) -> int:
    return 2 * (sum(grid.place(cell)) % 2)


@pytest.mark.parametrize("zoom", SIZES, ids=lambda zoom: zoom.name)
def test_each_tile_is_drawn_where_the_mouse_finds_it(zoom: Zoom) -> None:
    puzzle = generate("net", "4x3", seed=1)
    picture = picture_of(puzzle, puzzle.start)
    room = Size(4 * zoom.width + 9, 3 * zoom.height + 5)
    rows, shape = drawn(picture, zoom, room), Geometry.of(puzzle.grid, zoom, room)
    for cell in range(1, puzzle.grid.size):  # the cursor is at 0
        x, y, width, height = shape.region(cell)
        wanted = expected(picture, cell, zoom.pixels, checker(puzzle.grid, cell), CLEAR)
        found = [
            [row[column][half] for column in range(x, x + width)] for row in rows[y : y + height] for half in (0, 1)
        ]
        assert found == wanted
        assert {shape.cell_at(x + dx, y + dy) for dx in range(width) for dy in range(height)} == {cell}


@pytest.mark.parametrize("zoom", SIZES, ids=lambda zoom: zoom.name)
def test_beyond_a_seam_stands_half_a_faint_tile_of_the_copy(zoom: Zoom) -> None:
    puzzle = generate("net", "3x3w", seed=2)
    picture, size = picture_of(puzzle, puzzle.start), zoom.pixels
    room = Size(3 * zoom.width + 2 * zoom.width, 3 * zoom.height + 2 * zoom.height)
    rows, shape = drawn(picture, zoom, room), Geometry.of(puzzle.grid, zoom, room)
    half = zoom.width // 2
    x, y, width, height = shape.region(3)
    west = expected(picture, 5, size, checker(puzzle.grid, 5), COPY)
    found = [[row[column][part] for column in range(x - half, x)] for row in rows[y : y + height] for part in (0, 1)]
    assert found == [row[-half:] for row in west]
    end = x + 3 * width
    east = expected(picture, 3, size, checker(puzzle.grid, 3), COPY)
    found = [
        [row[column][part] for column in range(end, end + half)] for row in rows[y : y + height] for part in (0, 1)
    ]
    assert found == [row[:half] for row in east]
    assert shape.cell_at(x - 1, y) == 5
    assert shape.cell_at(x - half - 1, y) is None


def test_where_a_copy_has_no_room_a_dashed_edge_stands() -> None:
    puzzle = generate("net", "3x3w", seed=2)
    picture, zoom = picture_of(puzzle, puzzle.start), SIZES[1]
    edge = theme.palette(theme.DARK).dyes(False).named["edge"]
    tight = drawn(picture, zoom, Size(3 * zoom.width, 3 * zoom.height), cursor=4)
    assert edge in {pixel for row in tight for pair in row for pixel in pair}
    wide = drawn(picture, zoom, Size(5 * zoom.width, 5 * zoom.height), cursor=4)
    assert edge not in {pixel for row in wide for pair in row for pixel in pair}


@pytest.mark.parametrize("size", [zoom.pixels for zoom in SIZES[1:]])
def test_the_dashes_of_a_bare_seam_touch_no_line_and_leave_the_cut_corner_of_a_plate(size: int) -> None:
    free, pinned = ([dye.tone for dye in tile(Look(N, N, 0, flags, 0, 0, 0), size, 0, N)[0]] for flags in (0, PINNED))
    for tones in (free, pinned):
        line = [place for place, tone in enumerate(tones) if tone == "plain"]
        assert tones[0] == "edge"
        assert "edge" not in (tones[line[0] - 1], tones[line[-1] + 1])
    assert (free[-1], pinned[-1]) == ("edge", "ground")


def board_of(name: str) -> Puzzle:
    return generate(name, "4x3", seed=3)


GAMES = [(name, SIZES[(place + turn) % len(SIZES)]) for turn in range(len(SIZES)) for place, name in enumerate(names())]
EACH = GAMES if sweep.IS_LONG else GAMES[: max(len(names()), len(SIZES))]  # each game, and each size


def names_of(value: str | Zoom) -> str:
    return value if isinstance(value, str) else value.name


async def zoom_to(game: Game, zoom: Zoom) -> None:
    """Choose a zoom by its keys."""
    while game.board.zoom is not zoom:
        await game.press("plus" if game.board.zoom.number < zoom.number else "minus")


async def go_to(game: Game, cell: int) -> None:
    """Set the cursor on a cell by the arrow keys."""
    grid = game.puzzle.grid
    while game.board.cursor != cell:
        (x, y), (to_x, to_y) = grid.place(game.board.cursor), grid.place(cell)
        await game.press("right" if x < to_x else "left" if x > to_x else "down" if y < to_y else "up")


@pytest.mark.parametrize(("name", "zoom"), EACH, ids=names_of)
async def test_a_board_is_played_to_its_end_by_keys(tmp_path: Path, name: str, zoom: Zoom) -> None:
    puzzle = board_of(name)
    answer = solve(puzzle)
    assert answer is not None
    async with playing(tmp_path, puzzle, look="auto") as game:
        await zoom_to(game, zoom)
        for cell in range(puzzle.grid.size):
            if puzzle.game.draws:
                for key, side in (("d", E), ("s", S)):
                    if answer.lines[cell] & side:
                        await go_to(game, cell)
                        await game.press(key)
            elif game.state.lines[cell] != answer.lines[cell]:
                await go_to(game, cell)
                while game.state.lines[cell] != answer.lines[cell]:
                    await game.press("d")
        assert game.solved


@pytest.mark.parametrize(("name", "zoom"), sweep.sample(EACH, 3), ids=names_of)
async def test_a_board_is_played_to_its_end_by_mouse(tmp_path: Path, name: str, zoom: Zoom) -> None:
    puzzle = board_of(name)
    answer = solve(puzzle)
    assert answer is not None
    async with playing(tmp_path, puzzle, look="auto") as game:
        await zoom_to(game, zoom)
        for cell in range(puzzle.grid.size):
            if puzzle.game.draws:
                for side in (E, S):
                    if answer.lines[cell] & side:
                        await game.drag(game.middle(cell), game.middle(puzzle.grid.ways[side][cell]))
            else:
                while game.state.lines[cell] != answer.lines[cell]:
                    await game.pilot.click(Board, offset=game.middle(cell))
                    await game.pilot.pause()
        assert game.solved


def test_a_brush_goes_on_in_its_colours_once_its_palette_has_none() -> None:
    palette = theme.palette(theme.DARK)
    brush = CellPainter(PIPES, palette)
    palette.become(theme.palette(theme.COLOURLESS))
    assert brush.tile(Look(N | E, N, E, 0, S, 0, 0), 6, 0)


@pytest.mark.parametrize("pipes", [False, True])
def test_of_the_cells_that_were_drawn_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch, pipes: bool) -> None:
    monkeypatch.setattr("termpuzzles.tui.widgets.strips._MOST_MADE", 10)
    brush = CellPainter(Ink(UNICODE, True, True, pipes), theme.palette(theme.HIGH_CONTRAST))
    brush.palette.drawn.clear()
    brush = CellPainter(brush.ink, brush.palette)
    looks = [Look(mask, mask, 0, 0, notes, 0, 0) for mask in range(16) for notes in range(4)]
    kept = []
    for look in looks:
        once, again = (brush.tile(look, 4, 0) if pipes else brush.cell(look, ALONE, SMALL, 0) for _ in "12")
        assert once is again
        kept.append(len(brush.palette.drawn[brush.ink]))
    assert (max(kept), kept[:12]) == (11, [*range(1, 12), 1])
