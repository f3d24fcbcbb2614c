"""Looks drawn as characters at five zooms: the single entry to everything that draws a cell."""

from __future__ import annotations

from functools import lru_cache

from termpuzzles.board.grid import SIDES, E, S, W
from termpuzzles.render.glyph_sets import UNICODE, Glyphs, stroke
from termpuzzles.render.ink import (
    BESIDE_CURSOR,
    BOLD,
    COPY,
    CURSOR,
    DIM,
    REVERSE,
    ROLE_TONES,
    STRIKE,
    UNDERLINE,
    WEST_OF_CURSOR,
    Around,
    Drawn,
    Ink,
    Piece,
    attributes_of,
    ground_of,
    meeting,
    shading,
    side_tone,
    tone_of,
    weight_of,
)
from termpuzzles.render.picture import (
    ASSUMED,
    BECAUSE,
    CUT_OFF,
    DARK,
    DRAWN,
    LIT,
    ROLE,
    SHADED,
    SOURCE,
    TARGET,
    TRIAL,
    Look,
    Picture,
)
from termpuzzles.render.zooms import LARGEST, SMALL, SMALLEST, Zoom


@lru_cache(maxsize=1 << 8)
def draw(look: Look, around: Around, zoom: Zoom, ink: Ink, stand: int = 0) -> Drawn:
    """The rows of pieces that show a cell."""
    ground = ground_of(look, zoom, stand)
    if stand & CURSOR:
        ink = ink._replace(shades=False)  # its ground hides all others
    if stand & COPY:
        look = look._replace(hint=0)  # a hint is shown only once
    if zoom.height == 1:
        rows = [_in_one_row(look, around.east, zoom, ink, stand)]
    else:
        from termpuzzles.render.block import block  # not needed for a board as text

        rows = block(look, around, zoom, ink)
        if stand & CURSOR and not ink.colour:
            rows = [[piece._replace(attributes=piece.attributes ^ REVERSE) for piece in row] for row in rows]
    if stand & COPY:
        return tuple(tuple(_copied(piece, ink) for piece in row) for row in rows)
    drawn = tuple(tuple(_on(ground, piece) for piece in row) for row in rows)
    return _boxed(drawn, look, around, zoom, ink, stand) if stand & CURSOR and zoom is LARGEST else drawn


def _boxed(drawn: Drawn, look: Look, around: Around, zoom: Zoom, ink: Ink, stand: int) -> Drawn:
    """The largest cell at the cursor: only its middle shows the cursor, as every move of it sends all that does."""
    bare = draw(look, around, zoom, ink, stand & ~CURSOR)
    first, end = zoom.column - 2, zoom.column + 3
    middle = ((*out[:first], *row[first:end], *out[end:]) for out, row in zip(bare[1:-1], drawn[1:-1], strict=True))
    return bare[0], *middle, bare[-1]


@lru_cache(maxsize=1 << 10)
def _on(ground: str, piece: Piece) -> Piece:
    """The piece on that ground, unless it has one of its own."""
    return piece if piece.ground != "plain" else piece._replace(ground=ground)


def _copied(piece: Piece, ink: Ink) -> Piece:
    """The piece as it shows in a copy beyond the board's edge."""
    return Piece(piece.text, "copy", "outside", 0 if ink.colour else DIM)


def _in_one_row(look: Look, east: Look | None, zoom: Zoom, ink: Ink, stand: int) -> list[Piece]:
    """The characters of a cell at the two smallest zooms; the join keeps the ground that the cursor takes."""
    tile = _tile(look, zoom, ink, stand)
    if zoom is SMALLEST:
        return [tile]
    join = _join(look, east, ink, stand)
    behind = ground_of(look, zoom)
    if ink.colour and stand & CURSOR and behind in BESIDE_CURSOR:
        join = join._replace(ground=behind)
    return [tile, join]


def _tile(look: Look, zoom: Zoom, ink: Ink, stand: int) -> Piece:
    """The character of a cell at the two smallest zooms."""
    if look.flags & SHADED:
        piece = shading(ink)
    elif look.flags & DRAWN and not look.mask:
        piece = Piece(ink.glyphs.empty, "note", attributes=attributes_of(look, ink))
    else:
        looped = look.looped and not look.flags & SOURCE  # the shape of the source shows it
        tone = side_tone(look, look.looped & -look.looped) if looped else tone_of(look)
        text = stroke(ink.glyphs, *(weight_of(look, side) for side in SIDES))
        piece = Piece(text, tone, attributes=attributes_of(look, ink))
    return piece._replace(attributes=piece.attributes | _signs_of_one_row(look, zoom, ink, stand))


def _signs_of_one_row(look: Look, zoom: Zoom, ink: Ink, stand: int) -> int:
    """The attributes that stand for states without room of their own in a cell of one row."""
    signs = 0
    if zoom is SMALL and (look.walls & S or look.notes & S):
        signs |= UNDERLINE
    if zoom is SMALLEST and ink.colour:
        signs |= UNDERLINE * bool(look.more & TRIAL)
        lit = look.flags & LIT or ink.glyphs.unicode
        signs |= DIM * bool(look.looped and not lit)  # the colour shows the loop
    if not ink.colour:
        signs ^= REVERSE * (bool(stand & CURSOR) ^ bool(look.flags & SOURCE))
        if zoom is SMALLEST and (stand & CURSOR or look.hint & ROLE == TARGET):
            signs ^= UNDERLINE
    return signs


def _join(west: Look, east: Look | None, ink: Ink, stand: int) -> Piece:
    """The character between two neighbours at the small zoom; it belongs to the western cell."""
    piece = _join_sign(west, east, ink)
    signs = UNDERLINE if west.walls & S or west.notes & S << 4 else 0
    reverse = REVERSE if not ink.colour and stand & (CURSOR | WEST_OF_CURSOR) else 0
    return piece._replace(attributes=(piece.attributes | signs) ^ reverse)


def _join_sign(west: Look, east: Look | None, ink: Ink) -> Piece:
    """The content of the join: a sign for which there is no other room, else the halves of a line."""
    role = west.hint & ROLE
    lines = bool(west.mask & E or (east and east.mask & W))
    tried = west.more & TRIAL and not (ink.shades and ground_of(west, SMALL) == "trial")
    if between := _between(west, ink):
        return between._replace(attributes=_CROWDED[role] * (not ink.colour) | REVERSE * bool(tried))
    if west.flags & SHADED:
        return shading(ink) if east is None or east.flags & SHADED else Piece(" ", "plain")
    if role and _needs_sign(role, lines, ink):
        return Piece(ink.glyphs.roles[role][1], ROLE_TONES[role], attributes=REVERSE * bool(tried))
    if tried:
        return Piece(ink.glyphs.tried[1], "note")
    if west.more & DARK and not lines and not ink.shades:
        return Piece(ink.glyphs.dark, "faint")
    return meeting(west, east, E, ink)


_CROWDED = (0, DIM, BOLD, STRIKE, BOLD | STRIKE)  # by the role of a cell whose join shows a wall or a note, in mono


def _between(west: Look, ink: Ink) -> Piece | None:
    """The wall or the note in the join."""
    if west.walls & E:
        return Piece(ink.glyphs.wall_between, "wall")
    if west.notes & E * 17:
        return Piece(ink.glyphs.cross if west.notes & E else ink.glyphs.note, "note")
    return None


def _needs_sign(role: int, lines: bool, ink: Ink) -> bool:
    """Whether the join must show the role: without colour, and where few colours give others the same ground."""
    if not ink.shades and (role in (CUT_OFF, ASSUMED) or not ink.colour):
        return True
    return not lines and role != BECAUSE


def as_text(picture: Picture, zoom: Zoom = SMALL, glyphs: Glyphs = UNICODE) -> list[str]:
    """The whole board as lines of plain text, without style, as for a pipe."""
    grid, ink = picture.grid, Ink(glyphs, False, False)
    lines = []
    for y in range(grid.height):
        looks = picture.row(y, 0, grid.width)
        below = picture.row((y + 1) % grid.height, 0, grid.width) if y + 1 < grid.height or grid.wrap_y else None
        parts = [""] * zoom.height
        for x, look in enumerate(looks):
            east = looks[(x + 1) % grid.width] if x + 1 < grid.width or grid.wrap_x else None
            around = Around(east, below[x] if below else None)
            for part, row in enumerate(draw(look, around, zoom, ink)):
                parts[part] += "".join(piece.text for piece in row)
        lines += parts
    return lines
