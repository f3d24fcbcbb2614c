"""Looks drawn as characters at three zooms: pieces of text with a tone, which the screen colours and a pipe prints.

Zoom 1 gives a cell one character, zoom 2 the tile and the join to its right, zoom 3 three rows of five characters with
the lines through the middle.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES, E, N, S, W
from termpuzzles.render.glyph_sets import HEAVY, LIGHT, LOOPED, NONE, UNICODE, Glyphs, flat, stroke, upright
from termpuzzles.render.glyph_sets import SEALED as DOTTED
from termpuzzles.render.picture import (
    DEPTH,
    DRAWN,
    HINTED,
    LIT,
    MISTAKEN,
    PINNED,
    SEALED,
    SHADED,
    SIDES_FROM,
    SOURCE,
    WRONG,
    Look,
    Picture,
)

ZOOMS = (1, 2, 3)
CELL_WIDTH = (0, 1, 2, 5)  # columns of a cell at each zoom
CELL_HEIGHT = (0, 1, 1, 3)  # rows of a cell at each zoom


class Piece(NamedTuple):
    """Some characters in one tone: `bold` and `underline` say what colour alone must not say."""

    text: str
    tone: str
    bold: bool = False
    underline: bool = False


Drawn = tuple[tuple[Piece, ...], ...]  # rows of pieces


def tone_of(look: Look) -> str:
    """The tone of the lines of a cell that are on no loop."""
    if look.flags & SOURCE:
        return "source"
    return "sealed" if look.flags & SEALED else "lit" if look.flags & LIT else "plain"


def _loop_tone(look: Look) -> str:
    return "bad loop" if look.flags & MISTAKEN else "loop"


def weight_of(look: Look, side: int) -> int:
    """The weight of the stroke toward that side, NONE where there is no line."""
    if look.looped & side:
        return LOOPED
    if not look.mask & side:
        return NONE
    return DOTTED if look.flags & SEALED else HEAVY if look.flags & PINNED else LIGHT


def _is_bold(look: Look, glyphs: Glyphs) -> bool:
    return bool(look.flags & (LIT if glyphs.unicode else PINNED))


def _stroke(look: Look, glyphs: Glyphs) -> str:
    return stroke(glyphs, *(weight_of(look, side) for side in SIDES))


@lru_cache(maxsize=1 << 14)
def tile(look: Look, glyphs: Glyphs) -> Piece:
    """The one character of the tile at zooms 1 and 2; underlined over a wall."""
    bold, underline = _is_bold(look, glyphs), bool(look.walls & S)
    if look.flags & SHADED:
        return Piece(glyphs.shaded, "shaded", underline=underline)
    if look.flags & DRAWN and not look.mask:
        return Piece("·" if glyphs.unicode else ".", "note", underline=underline)
    return Piece(_stroke(look, glyphs), _loop_tone(look) if look.looped else tone_of(look), bold, underline)


@lru_cache(maxsize=1 << 14)
def join(west: Look | None, east: Look | None, glyphs: Glyphs) -> Piece:
    """The character between two neighbours at zoom 2 (none: beyond the border); it belongs to the western cell."""
    here = west or east
    if here is None or (west.walls & E if west else east.walls & W if east else 0):
        return Piece(glyphs.wall_between if here else " ", "wall")
    left, right = weight_of(west, E) if west else NONE, weight_of(east, W) if east else NONE
    underline = bool(west and west.walls & S)
    if not left and not right:
        return _note_between(west, glyphs, underline)
    owner = west if west and left else east or here
    side = E if owner is west else W
    tone = _loop_tone(owner) if owner.looped & side else tone_of(owner)
    return Piece(flat(glyphs, left, right), tone, _is_bold(owner, glyphs), underline)


def _note_between(west: Look | None, glyphs: Glyphs, underline: bool) -> Piece:
    """The player's note between two cells; a blank takes the tile's own style, so that the two are one run of text."""
    if west is None:
        return Piece(" ", "plain")
    if west.notes & E * 17:
        return Piece(glyphs.cross if west.notes & E else glyphs.note, "note", underline=underline)
    return Piece(" ", "wall", underline=True) if underline else tile(west, glyphs)._replace(text=" ")


@lru_cache(maxsize=1 << 14)
def block(look: Look, glyphs: Glyphs) -> Drawn:
    """The three rows of five characters that a cell takes at zoom 3."""
    if look.flags & SHADED:
        return ((Piece(glyphs.shaded * 5, "shaded"),),) * 3
    above, below = _upright_arm(look, N, glyphs), _upright_arm(look, S, glyphs)
    gap = Piece(" ", tone_of(look), _is_bold(look, glyphs))
    rows = [
        [gap, gap, above, gap, gap],
        [*_level_arm(look, W, glyphs), _middle(look, glyphs), *_level_arm(look, E, glyphs)],
        [gap, gap, below, gap, gap],
    ]
    _build_walls(rows, look.walls, glyphs)
    if look.hint:
        marks = glyphs.hinted if look.hint & DEPTH == HINTED else glyphs.rests
        rows[0][1], rows[0][3] = (Piece(mark, "hint") for mark in marks)
    if look.flags & WRONG:
        rows[2][3] = Piece(glyphs.wrong, "wrong")
    return tuple(tuple(row) for row in rows)


def _build_walls(rows: list[list[Piece]], walls: int, glyphs: Glyphs) -> None:
    if walls & S:
        rows[2] = [Piece(glyphs.wall_below, "wall")] * 5
    for row in rows:
        if walls & W and glyphs.wall_west:
            row[0] = Piece(glyphs.wall_west, "wall")
        if walls & E:
            row[4] = Piece(glyphs.wall_east, "wall")


def _line_piece(look: Look, side: int, text: str, glyphs: Glyphs) -> Piece:
    if look.hint >> SIDES_FROM & side:
        return Piece(text, "hint", True)
    tone = _loop_tone(look) if look.looped & side else tone_of(look)
    return Piece(text, tone, _is_bold(look, glyphs))


def _note(look: Look, side: int, glyphs: Glyphs) -> Piece | None:
    """What is marked on a side that no line crosses: that a hint rests on it, or the player's note."""
    if look.joined & side:
        return None
    if look.hint >> SIDES_FROM & side and not look.mask & side:
        return Piece(glyphs.counts, "hint", True)
    if look.notes & side:
        return Piece(glyphs.cross, "note")
    return Piece(glyphs.note, "note") if look.notes & side << 4 and not look.mask & side else None


def _level_arm(look: Look, side: int, glyphs: Glyphs) -> list[Piece]:
    """The two characters from the middle to the east or west side, in reading order."""
    weight = weight_of(look, side)
    outer = weight if look.joined & side else NONE
    halves = (outer, weight) if side == W else (weight, outer)
    edge = _note(look, side, glyphs) or _line_piece(look, side, flat(glyphs, *halves), glyphs)
    inner = _line_piece(look, side, flat(glyphs, weight, weight), glyphs)
    return [edge, inner] if side == W else [inner, edge]


def _upright_arm(look: Look, side: int, glyphs: Glyphs) -> Piece:
    weight = weight_of(look, side)
    outer = weight if look.joined & side else NONE
    halves = (outer, weight) if side == N else (weight, outer)
    return _note(look, side, glyphs) or _line_piece(look, side, upright(glyphs, *halves), glyphs)


def _middle(look: Look, glyphs: Glyphs) -> Piece:
    if look.flags & SOURCE:  # its lines are told by the arms around it
        return Piece(glyphs.source, "source", True)
    if DEGREE[look.mask] == 1:
        text = glyphs.pinned_end if look.flags & PINNED else glyphs.end
        return Piece(text, tone_of(look), _is_bold(look, glyphs))
    piece = tile(look._replace(walls=0), glyphs)
    return piece if glyphs.unicode or look.mask in (0, N | S, E | W) else piece._replace(text="+")


def ground_of(look: Look, zoom: int) -> str:
    """What lies behind a cell at that zoom; the cursor and the checker come from the screen."""
    if look.hint:
        return "hinted" if look.hint & DEPTH == HINTED else "rests on"
    if look.flags & WRONG:
        return "wrong"
    if look.flags & SOURCE and zoom < 3:
        return "source"
    if zoom == 1 and look.walls & E:
        return "wall"
    return "pinned" if look.flags & PINNED else "plain"


def _rows_of(looks: list[Look], after: Look | None, zoom: int, glyphs: Glyphs) -> list[list[Piece]]:
    if zoom == 3:
        blocks = [block(look, glyphs) for look in looks]
        return [[piece for drawn in blocks for piece in drawn[row]] for row in range(3)]
    if zoom == 1:
        return [[tile(look, glyphs) for look in looks]]
    nexts: Iterable[Look | None] = (*looks[1:], after)
    return [
        [
            piece
            for look, beyond in zip(looks, nexts, strict=True)
            for piece in (tile(look, glyphs), join(look, beyond, glyphs))
        ]
    ]


def as_text(picture: Picture, zoom: int = 2, glyphs: Glyphs = UNICODE) -> list[str]:
    """The whole board as lines of plain text, without style: what a pipe or a hint on the command line shows."""
    width = picture.grid.width
    lines = []
    for y in range(picture.grid.height):
        looks = picture.row(y, 0, width)
        after = looks[0] if picture.grid.wrap_x else None
        lines += ["".join(piece.text for piece in row) for row in _rows_of(looks, after, zoom, glyphs)]
    return lines
