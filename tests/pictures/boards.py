"""Boards in pipes as PNG, through the real painter and a terminal that reads what it sends: to be looked at.

`.venv/bin/python -m tests.pictures FOLDER` draws them: `states-THEME.png` each state at every size, `THEME-SIZE.png`
the play screen with a board of each game, and `80x24-BOARD.png` boards as they open in a window of that size.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageDraw
from rich.color import ColorSystem
from rich.style import Style

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import CURSOR, PIPE_ZOOMS
from termpuzzles.render.picture import DRAWN, LIT, PINNED, SHADED, Look
from termpuzzles.render.pixels import SIZES, tile
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.dyes import Dyes
from tests.play.test_session import Time
from tests.render.test_states import BLANK, STATES
from tests.tui.raster import Rows, raster
from tests.tui.recorder import recorded
from tests.tui.screenshots import position
from tests.tui.terminal.strict_screen import Pen, StrictScreen

THEMES = {"dark": theme.DARK, "light": theme.LIGHT, "high-contrast": theme.HIGH_CONTRAST}
THEMES |= {"warm": theme.WARM, "night": theme.NIGHT}
DEPTHS = {"": ColorSystem.TRUECOLOR, "-256": ColorSystem.EIGHT_BIT}
_COLOURS = {ColorSystem.TRUECOLOR: ColourDepth.TRUECOLOR, ColorSystem.EIGHT_BIT: ColourDepth.EIGHT_BIT}


def half_played(game: str, params: str, share: float = 0.5, seed: int = 1) -> Puzzle:
    """A new board whose upper part stands as in the solution, and is mostly pinned where tiles are turned."""
    puzzle = generate(game, params, seed=seed)
    solution = solve(puzzle)
    assert solution is not None
    size, width = puzzle.grid.size, puzzle.grid.width
    part = int(size * share) // width * width
    if not puzzle.game.draws:
        pins = bytes(cell < part and cell % 5 != 0 for cell in range(size))
        lines = solution.lines[:part] + puzzle.start.lines[part:]
        return replace(puzzle, start=puzzle.start._replace(lines=lines, pins=pins))
    drawn = bytearray(size)
    for cell in range(part):
        drawn[cell] = solution.lines[cell] & (N | E | W if cell >= part - width else 15)
    return replace(puzzle, start=puzzle.start._replace(lines=bytes(drawn)))


BOARDS = {
    "9x9": lambda: half_played("net", "9x9"),
    "7x7w": lambda: half_played("net", "7x7w"),
    "13x11": lambda: half_played("net", "13x11"),
    "infinity": lambda: half_played("infinity", "9x7"),
    "loop": lambda: half_played("simpleloop", "12x12"),
    "loops": lambda: half_played("simpleloops", "9x9"),
    "walls": position,
}


def style_of(pen: Pen) -> Style:
    """The style that a terminal's pen draws in."""
    marks = dict.fromkeys(pen.marks - {"blink", "conceal"}, True)
    return Style(color=_colour(pen.ink), bgcolor=_colour(pen.ground), **marks)  # type: ignore[arg-type]


def _colour(code: tuple[int, ...]) -> str | None:
    if not code:
        return None
    if len(code) == 1:
        return f"color({code[0] % 10 + 8 * (code[0] >= 90)})"
    return f"color({code[1]})" if code[0] == 5 else "#" + "".join(f"{part:02x}" for part in code[1:4])


async def shot(
    puzzle: Puzzle, size: tuple[int, int], name: str, depth: ColorSystem, keys: tuple[str, ...] = (), zoom: int = 0
) -> Image.Image:
    """The window as the terminal shows it after those keys."""
    with TemporaryDirectory() as folder:
        library = Library(Folders(Path(folder) / "data", Path(folder) / "config"))
        context = Context(library, library.settings(), Time(), theme_name=name, terminal=Terminal(_COLOURS[depth]))
        if zoom:
            context.keep_zoom(f"{puzzle.game.name} {puzzle.grid} in {size[0]}x{size[1]}", zoom)
        async with recorded(make_app(context, [puzzle]), size) as play:
            terminal = StrictScreen(*size)
            for key in ("", *keys):
                await play.pilot.press(*filter(None, [key]))
                await play.app.workers.wait_for_complete()
                await play.pilot.pause()
            terminal.feed(play.take())
        rows: Rows = [[(cell.text, style_of(cell.pen)) for cell in row] for row in terminal.seen()]
        return raster(rows, depth)


def states(dyes: Dyes) -> Image.Image:
    """Each state at every size, on a tile with three lines; below, each kind of tile, free and pinned."""
    plain = BLANK._replace(mask=N | E | S, joined=N | E | S)
    shown = [(name, change(plain._replace(mask=_free(name), joined=_free(name)))) for name, change in STATES.items()]
    shown = [("a tile", plain), ("the cursor", plain), *shown, ("pinned and lit", plain._replace(states=PINNED | LIT))]
    for mask in (N, N | S, N | E, N | E | S | W):
        look = BLANK._replace(mask=mask, joined=mask)
        for name, states in (("free", 0), ("pinned", PINNED), ("ribbon", DRAWN)):
            shown.append((f"{name} {mask:x}", look._replace(states=states)))
            shown.append((f"{name} {mask:x} loose", look._replace(states=states, joined=0)))
    shown += [("open", BLANK._replace(states=DRAWN)), ("shaded", BLANK._replace(states=DRAWN | SHADED))]
    width, height, scale = 7, -(-len(shown) // 7), 4
    found = Image.new("RGB", (width * 200, height * 76), dyes.named["outside"])
    pen = ImageDraw.Draw(found)
    for place, (name, look) in enumerate(shown):
        left, top = place % width * 200 + 6, place // width * 76 + 4
        pen.text((left, top), name, fill=dyes.named["plain"])
        for size in SIZES:
            drawn = picture(look, size, dyes, CURSOR * (name == "the cursor"))
            found.paste(drawn.resize((size * scale, size * scale), Image.Resampling.NEAREST), (left, top + 14))
            left += size * scale + 10
    return found


def _free(name: str) -> int:
    side = int(name.split()[1]) if name.split()[0] in ("crossed", "noted", "walled") else 0
    return (N | E | S) & ~side


def picture(look: Look, size: int, dyes: Dyes, stand: int = 0) -> Image.Image:
    """A tile, a pixel for a pixel."""
    found = Image.new("RGB", (size, size))
    for y, row in enumerate(tile(look, size, stand)):
        for x, dye in enumerate(row):
            colour = dyes.colour(dye)
            found.putpixel((x, y), tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)))
    return found


async def draw_all(folder: Path, only: str = "") -> None:
    """Draw all pictures, or those whose name holds that text."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in THEMES.items():
        for suffix, depth in DEPTHS.items():
            if only in f"states-{name}{suffix}":
                found = theme.palette(made).dyes(depth is ColorSystem.EIGHT_BIT)
                states(found).save(folder / f"states-{name}{suffix}.png")
            for board, make in BOARDS.items():
                label = f"{name}{suffix}-{board}"
                if only in label:
                    (await shot(make(), (80, 24), made, depth)).save(folder / f"{label}.png")
    for zoom in PIPE_ZOOMS[2:]:
        if only in f"size-{zoom.name}":
            drawn = await shot(position(), (140, 60), theme.DARK, ColorSystem.TRUECOLOR, zoom=zoom.number)
            drawn.save(folder / f"size-{zoom.name}.png")
    if only in "hint":
        (puzzle,) = read("7x7:9a39114849d3799d1ed21877be7b1339611cdeae884624da9")
        hinted = await shot(puzzle, (80, 24), theme.DARK, ColorSystem.TRUECOLOR, ("i", "i", "i"))
        hinted.save(folder / "hint.png")


def main(folder: Path, only: str = "") -> None:
    """Draw the pictures into a folder."""
    os.environ |= {"TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
    asyncio.run(draw_all(folder, only))
