"""The means of drawing a cell at each zoom: pieces of text, and the tone, weight, ground and attributes of each state.

Every state of a cell has a shape or an attribute besides its colour, so that it shows without colour, too.
"""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.games.clues import ClueMark
from termpuzzles.render.glyph_sets import HEAVY, LIGHT, LOOPED, NONE, SEALED_HEAVY, Glyphs, flat, upright
from termpuzzles.render.glyph_sets import SEALED as DOTTED
from termpuzzles.render.picture import (
    DARK,
    DRAWN,
    LIT,
    MARK,
    MISTAKEN,
    PINNED,
    ROLE,
    SEALED,
    SOURCE,
    TRIAL,
    WRONG,
    Look,
    Phase,
)

BOLD, DIM, ITALIC, UNDERLINE, REVERSE, STRIKE = (1 << bit for bit in range(6))  # attributes of a piece

CURSOR, CHECKER, COPY, WEST_OF_CURSOR, GLOW = (1 << bit for bit in range(5))  # flags for a cell's place on the screen
_PHASE_FROM, _PHASES = 5, 7  # above them: the first bit of the phase of a solved board, and its bits
FLASH, FILLED = 1 << 8, 1 << 9  # whether lamps flash, and whether the inside of loops is filled


def in_phase(phase: Phase) -> int:
    """The flags of a cell in that phase."""
    return phase << _PHASE_FROM


def phase_of(stand: int) -> Phase:
    """The phase in a cell's flags."""
    return Phase(stand >> _PHASE_FROM & _PHASES)


class Ink(NamedTuple):
    """What the terminal can draw: the glyphs, and whether it shows colours and near shades of them.

    `pipes` says whether boards are drawn in pipes, `few` whether only 256 colours are there for that, and `fine`
    whether the font has blocks finer than halves.
    """

    glyphs: Glyphs
    colour: bool
    shades: bool
    pipes: bool = False
    few: bool = False
    fine: bool = True


class Glyph(NamedTuple):
    """Some characters of one tone on one ground, with attributes."""

    text: str
    tone: str
    ground: str = "plain"
    attributes: int = 0


CellRows = tuple[tuple[Glyph, ...], ...]  # rows of pieces


class AdjacentLooks(NamedTuple):
    """The neighbours to the east and south, whose halves of the joins a cell may draw; None at a border."""

    east: Look | None = None
    south: Look | None = None


ALONE = AdjacentLooks()

ROLE_TONES = ("", "because", "hint", "cut off", "assumed")
_ROLE_GROUNDS = ("", "because", "target", "cut off", "assumed")
BESIDE_CURSOR = (*_ROLE_GROUNDS[1:], "trial", "source")  # the grounds that the join of the cursor's cell keeps


def tone_of(look: Look) -> str:
    """The tone of a cell's lines, except those on a loop."""
    if look.states & SOURCE:
        return "source"
    if look.group:
        return f"group {look.group}"
    return "sealed" if look.states & SEALED else "lit" if look.states & LIT else "plain"


def side_tone(look: Look, side: int) -> str:
    """The tone of the line toward that side."""
    if look.looped & side and not look.group:
        return "bad loop" if look.states & MISTAKEN else "loop"
    return tone_of(look)


def weight_of(look: Look | None, side: int) -> int:
    """The weight of the stroke toward that side, NONE where there is no line."""
    if look is None:
        return NONE
    if look.looped & side:
        return LOOPED
    if not look.mask & side:
        return NONE
    if look.clue:
        return HEAVY  # where there is no room for the clue, its line stands out
    if look.states & SEALED:
        return SEALED_HEAVY if look.states & PINNED else DOTTED
    return HEAVY if look.states & PINNED else LIGHT


def attributes_of(look: Look, ink: Ink) -> int:
    """The attributes of all the lines of a cell."""
    found = BOLD if look.states & (LIT if ink.glyphs.unicode else PINNED) else 0
    if look.states & WRONG:
        found |= STRIKE
    if look.effects & TRIAL:
        found |= ITALIC
    if ink.glyphs.unicode:
        faint = bool(look.states & SEALED) and not (ink.colour and not look.states & SOURCE)
        if look.looped and look.states & PINNED and not ink.shades:
            faint = not faint  # a double line has no heavy form
        found |= DIM * faint
    elif not (ink.colour or look.states & (LIT | DRAWN)):
        found |= DIM
    return found


def ground_of(look: Look, zoom: Zoom, stand: int = 0) -> str:
    """The ground behind a cell."""
    if stand & COPY:
        return "outside"
    if stand & GLOW:
        return "target"
    if stand & CURSOR:
        return "cursor"
    if role := look.hint & ROLE:
        return _ROLE_GROUNDS[role]
    if look.states & WRONG:
        return "wrong"
    if look.states & SOURCE and zoom.height == 1:
        return "source"
    if look.walls & (E if zoom is SMALLEST else S if zoom is SMALL else 0):
        return "wall"
    if zoom is SMALL and (look.notes & S * 17):
        return "noted"
    if look.effects & DARK:
        return "dark"
    if look.effects & TRIAL:
        return "trial"
    return "pinned" if look.states & PINNED else "checker" if stand & CHECKER else "plain"


def meeting(here: Look, beyond: Look | None, side: int, ink: Ink) -> Glyph:
    """The character on the border toward the east or south: half a line of each of the two cells there."""
    back = W if side == E else N
    near, far = weight_of(here, side), weight_of(beyond, back)
    owner, own = (here, side) if near or beyond is None else (beyond, back)
    text = (flat if side == E else upright)(ink.glyphs, near, far)
    if not near and not far:
        return Glyph(" ", tone_of(here), attributes=attributes_of(here, ink))
    return Glyph(text, side_tone(owner, own), attributes=attributes_of(owner, ink))


class MarkStyle(NamedTuple):
    """How a mark is drawn: as a character, as one of ASCII, and as a disc or a square.

    `tones` are those of its pixels: one, or one for each half. `names` are the classes of its outline in SVG.
    """

    glyph: str
    ascii: str
    is_round: bool
    tones: tuple[str, ...]
    names: str


_WHITE, _BLACK = ("white circle",), ("black circle",)

MARKS: dict[int, MarkStyle] = {
    ClueMark.WHITE_CIRCLE: MarkStyle(ClueMark.WHITE_CIRCLE.glyph, "o", True, _WHITE, "clue"),
    ClueMark.BLACK_CIRCLE: MarkStyle(ClueMark.BLACK_CIRCLE.glyph, "#", True, _BLACK, "clue filled"),
    ClueMark.WHITE_SQUARE: MarkStyle(ClueMark.WHITE_SQUARE.glyph, "H", False, _WHITE, "clue"),
    ClueMark.BLACK_SQUARE: MarkStyle(ClueMark.BLACK_SQUARE.glyph, "8", False, _BLACK, "clue filled"),
    ClueMark.DASHED_CIRCLE: MarkStyle(ClueMark.DASHED_CIRCLE.glyph, "?", True, _WHITE + _BLACK, "clue unknown"),
}


def clue_glyph(look: Look, ink: Ink) -> Glyph:
    """The clue of a cell."""
    style = MARKS[look.clue & MARK]
    text = style.glyph if ink.glyphs.unicode else style.ascii
    return Glyph(text, tone_of(look), attributes=attributes_of(look, ink) | BOLD)


def shading(ink: Ink) -> Glyph:
    """The filling of a cell that takes no lines."""
    return Glyph(ink.glyphs.shaded_calmly if ink.colour else ink.glyphs.shaded, "shaded")


class Zoom(NamedTuple):
    """A zoom: its number, its name, columns and rows of a cell, and the column and row of the cell's middle.

    If `shares`, a cell's last column and row are the joins to its eastern and southern neighbours, and show half a line
    of each; otherwise each cell draws its own halves up to its edges. `pixels` is the number of pixels of a tile's side
    where the board is drawn in pipes, else 0.
    """

    number: int
    name: str
    width: int
    height: int
    column: int
    row: int
    shares: bool
    pixels: int = 0


SMALLEST = Zoom(1, "smallest", 1, 1, 0, 0, False)
SMALL = Zoom(2, "small", 2, 1, 0, 0, True)
MEDIUM = Zoom(3, "medium", 4, 2, 1, 0, True)
LARGE = Zoom(4, "large", 5, 3, 2, 1, False)
LARGEST = Zoom(5, "largest", 9, 5, 4, 2, False)

ZOOMS = (SMALLEST, SMALL, MEDIUM, LARGE, LARGEST)

PIPE_ZOOMS = (
    SMALLEST,
    SMALL,
    Zoom(3, "4x2", 4, 2, 1, 0, False, 4),
    Zoom(4, "6x3", 6, 3, 2, 1, False, 6),
    Zoom(5, "8x4", 8, 4, 3, 1, False, 8),
    Zoom(6, "12x6", 12, 6, 5, 2, False, 12),
)


def zooms_of(ink: Ink) -> tuple[Zoom, ...]:
    """The zooms for boards drawn in that ink, the smallest first."""
    return PIPE_ZOOMS if ink.pipes else ZOOMS
