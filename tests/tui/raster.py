"""Characters and their styles painted as pixels, as a terminal of 10x20 pixels a character shows them."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from rich.color import ColorSystem
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from textual.strip import Strip

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 10, 20  # pixels of a character
FONTS = Path("/usr/share/fonts/truetype/dejavu")
INK, GROUND = (0xD5, 0xD8, 0xDF), (0x16, 0x18, 0x1D)  # of a terminal with its default colours
Rgb = tuple[int, int, int]
Glyph = tuple[str, Style]
Rows = list[list[Glyph]]


def glyphs_of(strips: list[Strip]) -> Rows:
    """The characters of strips, each with its style."""
    return [
        [(sign, segment.style or Style()) for segment in strip for sign in segment.text if not segment.control]
        for strip in strips
    ]


def raster(rows: Rows, system: ColorSystem | None = ColorSystem.TRUECOLOR) -> Image:
    """The rows as a picture; `system` says how many colours the terminal has, None for one without colour."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH * max(map(len, rows), default=1), HEIGHT * max(1, len(rows))), GROUND)
    pen = ImageDraw.Draw(picture)
    for y, row in enumerate(rows):
        for x, (sign, style) in enumerate(row):
            ink, ground = colours(style, system)
            left, top = x * WIDTH, y * HEIGHT
            pen.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), fill=ground)
            if sign.strip():
                picture.paste(ink, (left, top), mask(sign, bool(style.bold), bool(style.italic)))
            if style.underline:
                pen.line((left, top + HEIGHT - 2, left + WIDTH - 1, top + HEIGHT - 2), fill=ink)
            if style.strike:
                pen.line((left, top + HEIGHT // 2, left + WIDTH - 1, top + HEIGHT // 2), fill=ink)
    return picture


def colours(style: Style, system: ColorSystem | None) -> tuple[Rgb, Rgb]:
    """The ink and the ground that a style shows."""
    ink = _rgb(style, "color", system) or INK
    ground = _rgb(style, "bgcolor", system) or GROUND
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        red, green, blue = ((one + other) // 2 for one, other in zip(ink, ground, strict=True))
        ink = (red, green, blue)
    return ink, ground


def _rgb(style: Style, name: str, system: ColorSystem | None) -> Rgb | None:
    colour = getattr(style, name)
    if colour is None or colour.is_default or system is None:
        return None
    red, green, blue = colour.downgrade(system).get_truecolor(DEFAULT_TERMINAL_THEME)
    return red, green, blue


@cache
def _font(bold: bool, italic: bool) -> FreeTypeFont:
    from PIL import ImageFont

    name = "-" + "Bold" * bold + "Oblique" * italic if bold or italic else ""
    return ImageFont.truetype(str(FONTS / f"DejaVuSansMono{name}.ttf"), 16)


@cache
def mask(sign: str, bold: bool, italic: bool) -> Image:
    """Where a character has ink: lines and blocks from edge to edge, as terminals draw them themselves."""
    from PIL import Image, ImageDraw

    found = Image.new("L", (WIDTH, HEIGHT), 0)
    pen = ImageDraw.Draw(found)
    if (block := _BLOCKS.get(sign)) is not None:
        left, top, right, bottom = block
        edges = left * WIDTH, top * HEIGHT, right * WIDTH, bottom * HEIGHT
        first_x, first_y, last_x, last_y = map(round, edges)
        pen.rectangle((first_x, first_y, last_x - 1, last_y - 1), fill=255)
    elif quadrants := _QUADRANTS.get(sign, 0):
        for at, (x, y) in enumerate(product((0, WIDTH // 2), (0, HEIGHT // 2))):
            if quadrants >> (2 * (at % 2) + at // 2) & 1:
                pen.rectangle((x, y, x + WIDTH // 2 - 1, y + HEIGHT // 2 - 1), fill=255)
    elif sign in _SHADES:
        for x, y in product(range(0, WIDTH, 2), range(0, HEIGHT, 2)):
            pen.point([(x + (y // 2) % 2, y)] + [(x, y + 1)] * (sign != "░") + [(x + 1, y)] * (sign == "▓"), fill=255)
    elif not _stroke(found, sign):
        pen.text((0, 0), sign, fill=255, font=_font(bold, italic))
    return found


_SHADES = "░▒▓"
_BLOCKS = {"█": (0, 0, 1, 1), "▐": (0.5, 0, 1, 1), "▌": (0, 0, 0.5, 1), "▁": (0, 0.875, 1, 1), "▔": (0, 0, 1, 0.125)}
_BLOCKS |= {"▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1)}
_BLOCKS |= {chr(0x2580 + eighths): (0, 1 - eighths / 8, 1, 1) for eighths in range(1, 8)}
_BLOCKS |= {chr(0x2590 - eighths): (0, 0, eighths / 8, 1) for eighths in range(1, 8)}
_QUADRANTS = dict(zip("▖▗▘▙▚▛▜▝▞▟", (4, 8, 1, 13, 9, 7, 11, 2, 6, 14), strict=True))  # upper left 1, then 2, 4, 8


def _stroke(found: Image, sign: str) -> bool:
    """Draw a box drawing character from its own glyph, stretched to the cell's edges; False for all others."""
    from PIL import ImageDraw

    arms = _ARMS.get(sign)
    if arms is None:
        return False
    pen, (x, y) = ImageDraw.Draw(found), (WIDTH // 2, HEIGHT // 2)
    ends = {"n": (x, 0), "e": (WIDTH, y), "s": (x, HEIGHT), "w": (0, y)}
    for side, weight in arms.items():
        level = side in "ew"
        for shift, thick in ((0, 1),) if weight == "light" else ((0, 3),) if weight == "heavy" else ((-2, 1), (2, 1)):
            (a, b), (c, d) = (x, y), ends[side]
            across, down = (0, shift) if level else (shift, 0)
            low, high = sorted(((a + across, b + down), (c + across, d + down)))
            half = thick // 2
            reach = 2 if weight == "double" else half
            box = [low[0] - (0 if level else half), low[1] - (half if level else 0)]
            box += [high[0] + (0 if level else half), high[1] + (half if level else 0)]
            if side in "es":
                box[0 if level else 1] -= reach
            else:
                box[2 if level else 3] += reach
            pen.rectangle(tuple(box), fill=255)
    return True


def _arms_of() -> dict[str, dict[str, str]]:
    """The strokes of each box drawing character, from the names that Unicode gives them."""
    import unicodedata

    found: dict[str, dict[str, str]] = {}
    for code in (*range(0x2500, 0x2504), *range(0x250C, 0x254C), *range(0x2550, 0x256D), *range(0x2574, 0x2580)):
        weights = {"LIGHT": "light", "HEAVY": "heavy", "SINGLE": "light", "DOUBLE": "double"}
        words = unicodedata.name(chr(code)).replace("BOX DRAWINGS ", "").split()
        arms: dict[str, str] = {}
        for part in _parts(words):
            weight = next((weights[word] for word in part if word in weights), "")
            weight = weight or next((weights[word] for word in words if word in weights), "light")
            for word in part:
                for side in _SIDES.get(word, ""):
                    arms[side] = weight
        found[chr(code)] = arms
    return found


_SIDES = {"UP": "n", "DOWN": "s", "LEFT": "w", "RIGHT": "e", "HORIZONTAL": "we", "VERTICAL": "ns"}


def _parts(words: list[str]) -> list[list[str]]:
    """Split a name into its strokes: a weight stands before its sides or after them."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "AND":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


_ARMS = _arms_of()
