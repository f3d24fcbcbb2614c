"""How the board is drawn: only what changed, only what is in view, and every cell where the mouse finds it."""

from pathlib import Path
from random import Random

import pytest
from textual.geometry import Region, Size
from textual.strip import Strip

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.render.drawing import ZOOMS
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.picture import HINTED, WRONG, Look, picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.geometry import Geometry, largest_zoom
from termpuzzles.tui.widgets.strips import CURSOR, Brush, Drawer
from tests.games.boards import board, random_puzzle
from tests.tui.apps import Game, playing


def large(wrap: bool = False, size: int = 100) -> Puzzle:
    rng = Random(1)
    grid = Grid(size, size, wrap, wrap)
    return Puzzle(named("infinity"), grid, bytes(rng.choices(range(1, 16), k=grid.size)))


@pytest.fixture
def lines_drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lines of the view that are rendered, in their order."""
    drawn: list[int] = []
    render = Board.render_line

    def count(self: Board, y: int) -> Strip:
        drawn.append(y)
        return render(self, y)

    monkeypatch.setattr(Board, "render_line", count)
    return drawn


async def lines_for(game: Game, lines_drawn: list[int], *keys: str) -> set[int]:
    lines_drawn.clear()
    await game.press(*keys)
    return set(lines_drawn)


async def test_moving_the_cursor_draws_no_more_than_its_two_cells(tmp_path: Path, lines_drawn: list[int]) -> None:
    async with playing(tmp_path, large()) as game:
        here = game.region(0).y
        assert await lines_for(game, lines_drawn, "right") == {here}
        assert await lines_for(game, lines_drawn, "down") == {here, here + 1}


async def test_a_turn_draws_the_rows_that_it_changes_and_no_others(tmp_path: Path, lines_drawn: list[int]) -> None:
    async with playing(tmp_path, large(), size=(120, 60)) as game:
        cell = game.board.geometry.grid.cell(20, 20)
        game.board.place_cursor(cell)
        await game.pilot.pause()
        here = game.region(cell).y
        assert here in await lines_for(game, lines_drawn, "space")
        assert await lines_for(game, lines_drawn, "s") == {here}
        assert await lines_for(game, lines_drawn, "space") == set()


async def test_only_the_lines_on_the_screen_are_ever_drawn(tmp_path: Path, lines_drawn: list[int]) -> None:
    async with playing(tmp_path, large()) as game:
        assert max(lines_drawn) < game.board.size.height


async def test_the_view_scrolls_by_half_when_the_cursor_leaves_it_and_not_before(
    tmp_path: Path, lines_drawn: list[int]
) -> None:
    async with playing(tmp_path, large()) as game:
        rooms = game.board.scrollable_content_region.height
        while game.region(game.board.cursor + 100).bottom <= rooms:
            game.screen.action_act("board.south")
            assert game.board.scroll_offset.y == 0
        game.screen.action_act("board.south")
        await game.pilot.pause()
        assert game.region(game.board.cursor).y == pytest.approx(rooms // 2, abs=1)


async def test_what_is_drawn_after_random_play_is_what_a_fresh_drawing_shows(tmp_path: Path) -> None:
    rng = Random(3)
    for puzzle in (large(), large(wrap=True, size=9), random_puzzle(rng, named("net"), 9)):
        async with playing(tmp_path / str(rng.random()), puzzle, size=(60, 30)) as game:
            for zoom in ZOOMS:
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


def characters(strip: Strip) -> list[tuple[str, object]]:
    return [(character, segment.style) for segment in strip for character in segment.text]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_part_of_a_line_is_the_same_cut_out_of_the_whole(name: str, zoom: int) -> None:
    rng = Random(4)
    for _ in range(15):
        puzzle = random_puzzle(rng, named(name))
        shape = Geometry(puzzle.grid, zoom)
        brush = Brush(UNICODE, theme.palette(theme.DARK))
        drawer = Drawer(picture_of(puzzle, puzzle.start), shape, brush, rng.randrange(puzzle.grid.size))
        for y in range(shape.size.height):
            whole = drawer.line(y, 0, shape.size.width)
            assert len(whole.text) == shape.size.width
            first = rng.randrange(shape.size.width)
            last = rng.randint(first + 1, shape.size.width)
            part = drawer.line(y, first, last)
            assert part.text == whole.text[first:last]
            assert characters(part) == characters(whole)[first:last]


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_cell_is_found_where_it_is_drawn_and_every_copy_as_the_cell_it_shows(zoom: int) -> None:
    for wrap_x, wrap_y in ((False, False), (True, False), (False, True), (True, True)):
        grid = Grid(4, 3, wrap_x, wrap_y)
        shape = Geometry(grid, zoom)
        found = {
            shape.cell_at(x, y): None for x in range(shape.left, shape.right) for y in range(shape.top, shape.bottom)
        }
        assert list(found) == sorted(range(12), key=lambda cell: grid.place(cell))
        assert shape.cell_at(shape.left - 1, shape.top) is None
        assert shape.cell_at(shape.left, shape.bottom) is None
        across = shape.cell_at(shape.left - 2, shape.top) if wrap_x else None
        assert across == (3 if wrap_x else None)
        below = shape.cell_at(shape.left, shape.bottom + 1) if wrap_y else None
        assert below == (0 if wrap_y else None)


@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT, theme.COLOURLESS])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_cursor_hides_neither_that_a_cell_is_hinted_nor_that_it_is_wrong(zoom: int, name: str) -> None:
    brush, plain = Brush(UNICODE, theme.palette(name)), Look(E | S, 0, 0, 0, 0, 0, 0)
    looks = (plain, plain._replace(hint=HINTED), plain._replace(flags=WRONG))
    parts = range(Geometry(Grid(2, 1), zoom).cell_height)
    drawn = {tuple(brush.cell(look, None, zoom, part, CURSOR) for part in parts) for look in looks}
    assert len(drawn) == (2 if name == theme.COLOURLESS and zoom < 3 else 3)


def test_a_change_on_a_seam_reaches_the_frame_and_the_copy_beyond() -> None:
    shape = Geometry(Grid(4, 3, True, True), 1)
    assert shape.span(0, 0) == [Region(1, 1, 3, 3), Region(1, 6, 3, 3), Region(7, 1, 3, 3), Region(7, 6, 3, 3)]
    assert shape.span(5, 6) == [Region(3, 3, 2, 1)]


def test_the_largest_zoom_that_fits_is_told() -> None:
    grid = Grid(9, 9)
    rooms = (Size(47, 29), Size(46, 29), Size(20, 11), Size(11, 11), Size(10, 11))
    assert [largest_zoom(grid, room) for room in rooms] == [3, 2, 2, 1, None]


@pytest.mark.parametrize(
    ("wrap", "lines"), [(False, ["┌────┐", "│╴ ╶╴│", "└────┘"]), (True, ["   ────   ", "╶──╴ ╶──╴ ", "   ────   "])]
)
def test_a_board_that_wraps_shows_its_copies_and_lines_that_cross_its_seam(wrap: bool, lines: list[str]) -> None:
    puzzle = Puzzle(named("net"), Grid(2, 1, wrap, False), board(named("net"), "╸╺").tiles)
    shape = Geometry(puzzle.grid, 2)
    brush = Brush(UNICODE, theme.palette(theme.DARK))
    drawer = Drawer(picture_of(puzzle, puzzle.start), shape, brush, 0)
    assert [drawer.line(y, 0, shape.size.width).text for y in range(shape.size.height)] == lines
