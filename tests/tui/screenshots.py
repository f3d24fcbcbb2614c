"""`.venv/bin/python -m tests.tui.screenshots FOLDER`: how boards look, as PNG.

`position-*.png` shows one position at every zoom, `states-*.png` each state of a cell at every zoom, both in each glyph
set and each depth of colour; `beside.png` shows the position beside `look.png`, where the corpora are.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.color import ColorSystem
from textual.geometry import Size

from termpuzzles.board.grid import E, N, S
from termpuzzles.formats import read
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import CURSOR, SMALL, WEST_OF_CURSOR, ZOOMS, AdjacentLooks, Ink, Zoom
from termpuzzles.render.picture import LIT, PINNED, Look, Picture, picture_of
from termpuzzles.session.attempt import BEGIN_TRIAL
from termpuzzles.session.session import Session
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.geometry import Geometry
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter
from tests.corpus import FOLDER
from tests.render.test_states import BLANK, STATES, neighbour
from tests.tui.raster import Glyph, Rows, glyphs_of, raster

if TYPE_CHECKING:
    from PIL.Image import Image

BOARD = "9x9:15d141d1h81cb43cb5617d899d44843e7761eaa17eb55eb7ddechc8a21heva283ea1e6hb5e9e216v2316234"
PINS = (
    "1,1 2,1 3,1 6,1 9,1 1,2 2,2 3,2 6,2 7,2 1,3 4,3 8,3 1,4 3,4 4,4 8,4 1,5 2,5 3,5 5,5 6,5 8,5 1,6 3,6 7,6 8,6 2,7 "
    "4,7 5,7 7,7 8,7 9,7 3,8 4,8 5,8 6,8 7,8 1,9 2,9 5,9 6,9 7,9 8,9 9,9"
)
AT = (8, 5)  # where the cursor stands


class Depth(NamedTuple):
    """What a terminal can show: its theme and its colour system, None without colours."""

    name: str
    theme: str
    system: ColorSystem | None

    def brush(self, glyphs: Glyphs) -> CellPainter:
        """The brush that draws boards at this depth."""
        shades = self.system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT)
        ink = Ink(glyphs, self.system is not None, shades)
        return CellPainter(ink, theme.palette(self.theme, not glyphs.unicode, few=self.system is ColorSystem.STANDARD))


DEPTHS = (
    Depth("dark", theme.DARK, ColorSystem.TRUECOLOR),
    Depth("light", theme.LIGHT, ColorSystem.TRUECOLOR),
    Depth("high-contrast", theme.HIGH_CONTRAST, ColorSystem.TRUECOLOR),
    Depth("256", theme.DARK, ColorSystem.EIGHT_BIT),
    Depth("16", theme.DARK, ColorSystem.STANDARD),
    Depth("mono", theme.COLOURLESS, None),
)


def position() -> Puzzle:
    """A half-played board with walls, a loop and a sealed-off group."""
    (puzzle,) = read(BOARD)
    pins = bytearray(puzzle.grid.size)
    for word in PINS.split():
        x, y = map(int, word.split(","))
        pins[puzzle.grid.cell(x - 1, y - 1)] = 1
    return replace(puzzle, start=puzzle.start._replace(pins=bytes(pins)))


def pictured(more: bool) -> Picture:
    """The position with a few notes and something wrong; with `more` a trial and the roles of a hint, too."""
    puzzle = position()
    grid, session = puzzle.grid, Session(puzzle)
    for action, x, y, side in (("cross", 4, 1, S), ("line", 3, 1, E), ("cross", 6, 3, E), ("cross", 0, 6, E)):
        session.do(Gesture(action, grid.cell(x, y), side))
    if more:
        session.apply(BEGIN_TRIAL)
        session.do(Gesture("turn", grid.cell(8, 2)))
    picture = picture_of(puzzle, session.state, session.survey, mistakes=session.mistakes, tried=session.attempt.tried)
    hints = {grid.cell(column, 5): role for column, role in ((1, 2), (2, 1), (3, 3), (4, 4))} if more else {}
    return replace(picture, hints=hints, wrong=frozenset((grid.cell(2, 1),)))


def board_rows(picture: Picture, zoom: Zoom, brush: CellPainter) -> Rows:
    """The board at a zoom, with its frame."""
    room = Geometry.of(picture.grid, zoom, Size(0, 0)).size
    shape = Geometry.of(picture.grid, zoom, room)
    drawer = RowPainter(picture, shape, brush, picture.grid.cell(*AT))
    return glyphs_of([drawer.line(y) for y in range(room.height)])


def side_by_side(pictures: list[Image], gap: int = 20) -> Image:
    """The pictures in a row."""
    from PIL import Image

    width = sum(picture.width + gap for picture in pictures) + gap
    found = Image.new("RGB", (width, max(picture.height for picture in pictures) + 2 * gap), (0x16, 0x18, 0x1D))
    left = gap
    for picture in pictures:
        found.paste(picture, (left, gap))
        left += picture.width + gap
    return found


def patch(look: Look, zoom: Zoom, brush: CellPainter, cursor: bool) -> Rows:
    """A cell amid its eight neighbours."""
    corner = BLANK
    grid = [
        [corner, neighbour(look, N), corner],
        [neighbour(look, 1), look, neighbour(look, E)],
        [corner, neighbour(look, S), corner],
    ]
    rows: Rows = []
    for y, line in enumerate(grid):
        parts: Rows = [[] for _ in range(zoom.height)]
        for x, here in enumerate(line):
            around = AdjacentLooks(line[x + 1] if x < 2 else BLANK, grid[y + 1][x] if y < 2 else BLANK)
            stand = CURSOR * (cursor and x == y == 1) | WEST_OF_CURSOR * (cursor and zoom is SMALL and (x, y) == (0, 1))
            for part, pieces in zip(parts, draw(here, around, zoom, brush.ink, stand), strict=True):
                part += [(sign, brush.palette.of(piece)) for piece in pieces for sign in piece.text]
        rows += parts
    return rows


def states() -> Iterator[tuple[str, Look, bool]]:
    """Each state: its name, a cell in it, and whether the cursor is there."""
    plain = BLANK._replace(mask=N | E | S, joined=N | E | S)
    yield "a tile", plain, False
    yield "a loose end", plain._replace(joined=N), False
    yield "the cursor", plain, True
    yield "pinned and lit", plain._replace(states=PINNED | LIT), False
    for name, change in STATES.items():
        word, _, number = name.partition(" ")
        side = int(number) if word in ("crossed", "noted", "walled") else 0
        look = BLANK._replace(mask=(N | E | S) & ~side, joined=(N | E | S) & ~side)
        sides = {N: "above", E: "right", S: "below", 1: "left"}
        yield f"{word} {sides[side]}" if side else name, change(look), False


def states_table(brush: CellPainter) -> Rows:
    """Every state at every zoom, in columns beside each other."""
    blocks = [_state_rows(name, look, cursor, brush) for name, look, cursor in states()]
    each = -(-len(blocks) // _COLUMNS)
    columns = [[row for block in blocks[at : at + each] for row in block] for at in range(0, len(blocks), each)]
    longest, blank = max(map(len, columns)), (" ", brush.palette.style("text"))
    for column in columns:
        column += [[blank] * len(column[0])] * (longest - len(column))
    return [[glyph for column in columns for glyph in column[y]] for y in range(longest)]


_COLUMNS = 4  # of states beside each other
_LABEL, _GAP = 16, 3  # characters


def _state_rows(name: str, look: Look, cursor: bool, brush: CellPainter) -> Rows:
    """One state at every zoom, with a blank line below."""
    blank = (" ", brush.palette.style("text"))
    patches = [patch(look, zoom, brush, cursor) for zoom in ZOOMS]
    height = max(map(len, patches))
    rows: Rows = []
    for y in range(height):
        row: list[Glyph] = [(sign, blank[1]) for sign in f" {name if y == height // 2 else '':<{_LABEL}}"]
        for part in patches:
            before = (height - len(part)) // 2
            row += part[y - before] if before <= y < before + len(part) else [blank] * len(part[0])
            row += [blank] * _GAP
        rows.append(row)
    return [*rows, [blank] * len(rows[0])]


def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for glyphs, depth in product((UNICODE, ASCII), DEPTHS):
        brush, name = depth.brush(glyphs), f"{'unicode' if glyphs.unicode else 'ascii'}-{depth.name}"
        boards = [raster(board_rows(pictured(True), zoom, brush), depth.system) for zoom in ZOOMS]
        side_by_side(boards).save(folder / f"position-{name}.png")
        raster(states_table(brush), depth.system).save(folder / f"states-{name}.png")
    look = FOLDER.parent / "look.png"
    if look.exists():
        from PIL import Image

        ours = [raster(board_rows(pictured(False), zoom, DEPTHS[0].brush(UNICODE))) for zoom in ZOOMS[:4]]
        side_by_side([*ours, Image.open(look).convert("RGB")]).save(folder / "beside.png")


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.tui.screenshots", description=__doc__)
    parser.add_argument("folder", type=Path)
    main(parser.parse_args().folder)
