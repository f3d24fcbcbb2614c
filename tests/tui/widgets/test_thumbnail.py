"""A board as a small picture, as a terminal shows it."""

from functools import cache
from itertools import combinations, product

import pytest
from textual.geometry import Size

from termpuzzles.board.grid import LIGHT
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips
from tests.games.boards import board

INKS = {
    "pipes": Ink(UNICODE, True, True, True),
    "256 colours": Ink(UNICODE, True, True, True, True),
    "16 colours": Ink(UNICODE, True, False),
    "no colour": Ink(UNICODE, False, False),
    "ascii": Ink(ASCII, False, False),
}
ROOMS = (Size(18, 7), Size(10, 5), Size(40, 12), Size(1, 1), Size(0, 3))


@cache
def made(game: str, params: str) -> Puzzle:
    return generate(game, params, seed=2)


@pytest.mark.parametrize("ink", INKS.values(), ids=INKS)
def test_a_thumbnail_keeps_to_its_room_whatever_the_terminal_shows(ink: Ink) -> None:
    brush = CellPainter(ink, theme.palette(theme.DARK if ink.colour else theme.COLOURLESS, not ink.glyphs.unicode))
    for game, params in product(names(), ("4x3", "8x6")):
        puzzle = made(game, params)
        picture = picture_of(puzzle, puzzle.start)
        for room in ROOMS:
            for at in (None, 0, puzzle.grid.size - 1):
                strips = thumbnail_strips(picture, room, brush, at)
                assert len(strips) <= room.height
                assert {strip.cell_length for strip in strips} <= set(range(1, room.width + 1))
                assert len({strip.cell_length for strip in strips}) <= 1
                assert bool(strips) == bool(room.area)


@pytest.mark.parametrize("ink", INKS.values(), ids=INKS)
def test_the_cursor_is_seen_in_a_small_picture_whatever_the_terminal_shows(ink: Ink) -> None:
    brush = CellPainter(ink, theme.palette(theme.DARK if ink.colour else theme.COLOURLESS, not ink.glyphs.unicode))
    puzzle = board(named("net"), "┏┓")
    picture = picture_of(puzzle, puzzle.start)
    pictures = [thumbnail_strips(picture, Size(8, 2), brush, cursor=cursor) for cursor in (None, 0, 1)]
    assert all(one != other for one, other in combinations(pictures, 2))


def test_a_tile_beyond_a_seam_is_dimmed_as_on_a_board() -> None:
    brush = CellPainter(INKS["pipes"], theme.palette(theme.DARK))
    puzzle = board(named("net"), "┏┓")
    (upper, _), (dimmed, _) = (
        thumbnail_strips(picture_of(puzzle, puzzle.start), Size(8, 2), brush, beyond=beyond) for beyond in (None, 0)
    )
    assert upper.crop(0, 4) != dimmed.crop(0, 4)
    assert upper.crop(4) == dimmed.crop(4)


def test_without_pipes_a_thumbnail_is_made_of_lines() -> None:
    puzzle = board(named("net"), "╺┳╸", "┏┻┓")
    picture = picture_of(puzzle, puzzle.start)
    brush = CellPainter(INKS["no colour"], theme.palette(theme.COLOURLESS))
    narrow = [strip.text for strip in thumbnail_strips(picture, Size(4, 3), brush)]
    wide = [strip.text for strip in thumbnail_strips(picture, Size(5, 2), brush)]
    assert [len(line) for line in narrow] == [3, 3]
    assert [len(line) for line in wide] == [5, 5]
    assert all(line[0] in LIGHT + "◆" for line in narrow)
