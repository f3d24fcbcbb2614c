"""`python3 -m tests.tui.screenshots FOLDER`: one position at every zoom, in both glyph sets, dark, light and mono.

The pictures are SVG; with cairosvg installed they are PNG, too.
"""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.render.zooms import ZOOMS
from termpuzzles.tui import theme
from tests.tui.apps import Game, playing

BOARD = "9x9:15d141d1h81cb43cb5617d899d44843e7761eaa17eb55eb7ddechc8a21heva283ea1e6hb5e9e216v2316234"
PINS = (
    "1,1 2,1 3,1 6,1 9,1 1,2 2,2 3,2 6,2 7,2 1,3 4,3 8,3 1,4 3,4 4,4 8,4 1,5 2,5 3,5 5,5 6,5 8,5 1,6 3,6 7,6 8,6 2,7 "
    "4,7 5,7 7,7 8,7 9,7 3,8 4,8 5,8 6,8 7,8 1,9 2,9 5,9 6,9 7,9 8,9 9,9"
)
THEMES = {"dark": theme.DARK, "light": theme.LIGHT, "mono": theme.COLOURLESS}


def position() -> Puzzle:
    """Half played, with walls, a loop and a sealed-off group."""
    (puzzle,) = read(BOARD)
    pins = bytearray(puzzle.grid.size)
    for word in PINS.split():
        x, y = map(int, word.split(","))
        pins[puzzle.grid.cell(x - 1, y - 1)] = 1
    return replace(puzzle, start=puzzle.start._replace(pins=bytes(pins)))


async def show_states(game: Game) -> None:
    """Put a cursor, notes, a trial, something wrong and the roles of a hint on the board."""
    board, grid = game.board, game.controller.puzzle.grid
    board.place_cursor(grid.cell(4, 1))
    await game.press("x", "down", "x", "right", "z", "left")
    board.place_cursor(grid.cell(8, 2))
    await game.press("t", "space")
    board.place_cursor(grid.cell(8, 5))
    looks = game.controller.picture()
    roles = {grid.cell(column, 5): role for column, role in ((1, 2), (2, 1), (3, 3), (4, 4))}
    board.picture = replace(looks, hints=roles, wrong=frozenset((grid.cell(2, 1),)))
    await game.pilot.pause()


async def main(folder: Path) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    for zoom, ascii_only, (name, wanted) in product(ZOOMS, (False, True), THEMES.items()):
        size = (max(48, 9 * zoom.width + 6), max(16, 9 * zoom.height + 6))
        stem = folder / f"{zoom.number}-{zoom.name}-{'ascii' if ascii_only else 'unicode'}-{name}"
        async with playing(stem, position(), size=size, ascii_only=ascii_only, theme_name=wanted) as game:
            game.board.zoom = zoom
            await show_states(game)
            svg = game.app.export_screenshot().replace("Fira Code", "DejaVu Sans Mono")
        stem.with_suffix(".svg").write_text(svg, encoding="utf-8")
        with suppress(ImportError):
            from cairosvg import svg2png  # type: ignore[import-not-found,import-untyped,unused-ignore]

            svg2png(bytestring=svg.encode(), write_to=str(stem.with_suffix(".png")))


if __name__ == "__main__":
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    asyncio.run(main(Path(sys.argv[1])))
