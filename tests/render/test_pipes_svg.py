"""A board in pipes as SVG shows the pixels of the app's tiles, in the colours of the app's themes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import CHECKER
from termpuzzles.render.picture import picture_of
from termpuzzles.render.pixels import tile
from termpuzzles.render.svg import pipes_document
from termpuzzles.tui import theme

_SVG = "{http://www.w3.org/2000/svg}"
Shown = dict[tuple[int, int], list[tuple[str, float]]]  # by place: the colours laid over each other


def pixels(node: ElementTree.Element) -> Shown:
    """What the paths directly in a node draw."""
    shown: Shown = {}
    for path in node.findall(f"{_SVG}path"):
        for x, y, length in re.findall(r"M(-?\d+) (-?\d+)h(\d+)v1h-\d+z", path.get("d", "")):
            for at in range(int(x), int(x) + int(length)):
                shown.setdefault((at, int(y)), []).append((path.get("fill", ""), float(path.get("opacity", 1))))
    return shown


@pytest.mark.parametrize(("name", "made"), [("dark", theme.DARK), ("light", theme.LIGHT)])
@pytest.mark.parametrize(("game", "params"), [("net", "5x4w"), ("infinity", "5x4"), ("simpleloop", "6x4")])
def test_each_pixel_is_that_of_the_app(game: str, params: str, name: str, made: str) -> None:
    puzzle = generate(game, params, seed=1)
    grid, picture, named = puzzle.grid, picture_of(puzzle, puzzle.start), theme.palette(made).dyes(False).named
    root = ElementTree.fromstring(pipes_document(puzzle, puzzle.start, name))
    shown, (copies,) = pixels(root), root.findall(f"{_SVG}g")
    for cell in range(grid.size):
        column, row = grid.place(cell)
        for y, line in enumerate(tile(picture.look(cell), 8, CHECKER * ((column + row) % 2)), 8 * row):
            for x, dye in enumerate(line, 8 * column):
                layers = [(dye.under, 1.0), (dye.tone, round(1 - dye.thirds / 3, 2))] if dye.thirds else [(dye.tone, 1)]
                assert shown.pop((x, y)) == [(named[tone], opacity) for tone, opacity in layers]
    assert not shown
    assert bool(pixels(copies)) == (not grid.surface.is_plane)


def test_copies_stand_beyond_a_seam_as_half_a_tile() -> None:
    puzzle = generate("net", "5x4w", seed=1)
    root = ElementTree.fromstring(pipes_document(puzzle, puzzle.start, "dark"))
    assert root.get("viewBox") == "-4 -4 48 40"
    (copies,) = root.findall(f"{_SVG}g")
    board, beyond = pixels(root), pixels(copies)
    assert all(beyond[x - 40, y] == board[x, y] == beyond[x, y - 32] for x in range(32, 40) for y in range(24, 32))
