"""A cell drawn in several rows: at the medium, the large and the largest zoom."""

from __future__ import annotations

from termpuzzles.board.grid import DEGREE, SIDES, E, N, S, W
from termpuzzles.render.glyph_sets import NONE, flat, stroke, upright
from termpuzzles.render.ink import (
    BOLD,
    ROLE_TONES,
    UNDERLINE,
    Around,
    Ink,
    Piece,
    attributes_of,
    meeting,
    shading,
    side_tone,
    tone_of,
    weight_of,
)
from termpuzzles.render.picture import (
    BECAUSE,
    DARK,
    DRAWN,
    PINNED,
    ROLE,
    SHADED,
    SIDES_FROM,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
)
from termpuzzles.render.zooms import LARGE, MEDIUM, Zoom


def block(look: Look, around: Around, zoom: Zoom, ink: Ink) -> list[list[Piece]]:
    """The rows of a cell at a zoom with several rows."""
    if look.flags & SHADED:
        return [[shading(ink)] * zoom.width for _ in range(zoom.height)]
    blank = Piece(" ", tone_of(look), attributes=attributes_of(look, ink))
    rows = [[blank] * zoom.width for _ in range(zoom.height)]
    _fill(rows, look, zoom, ink)
    rows[zoom.row][zoom.column] = _middle(look, ink)
    for side in SIDES:
        _draw_arm(rows, look, side, zoom, ink)
    if zoom.shares:
        _share(rows, look, around, zoom, ink)
    _build_walls(rows, look, zoom, ink)
    _note(rows, look, around, zoom, ink)
    _mark(rows, look, zoom, ink)
    return rows


def _middle(look: Look, ink: Ink) -> Piece:
    glyphs, attributes = ink.glyphs, attributes_of(look, ink)
    if look.flags & SOURCE:  # the arms around it show its lines
        return Piece(glyphs.source, "source", attributes=attributes | BOLD)
    if look.flags & DRAWN and not look.mask:
        return Piece(glyphs.empty, "note", attributes=attributes)
    tone = side_tone(look, look.looped & -look.looped) if look.looped else tone_of(look)
    if DEGREE[look.mask] == 1:
        return Piece(glyphs.pinned_end if look.flags & PINNED else glyphs.end, tone, attributes=attributes)
    plus = not glyphs.unicode and look.mask not in (0, N | S, E | W)
    text = "+" if plus else stroke(glyphs, *(weight_of(look, side) for side in SIDES))
    return Piece(text, tone, attributes=attributes)


def _places(side: int, zoom: Zoom) -> list[tuple[int, int]]:
    """The row and column of each character from the middle to that side's edge."""
    row, column = zoom.row, zoom.column
    if side == W:
        return [(row, x) for x in range(column - 1, -1, -1)]
    if side == E:
        return [(row, x) for x in range(column + 1, zoom.width)]
    if side == N:
        return [(y, column) for y in range(row - 1, -1, -1)]
    return [(y, column) for y in range(row + 1, zoom.height)]


def _counts(look: Look | None, side: int) -> bool:
    """Whether a hint counts on that side of the cell."""
    return look is not None and bool(look.hint >> SIDES_FROM & side)


def _draw_arm(rows: list[list[Piece]], look: Look, side: int, zoom: Zoom, ink: Ink) -> None:
    weight = weight_of(look, side)
    if not weight:
        return
    tone = "hint" if _counts(look, side) else side_tone(look, side)
    attributes = attributes_of(look, ink) | BOLD * (tone == "hint")
    draw_stroke = flat if side in (E, W) else upright
    places = _places(side, zoom)
    if zoom.shares and side in (E, S):
        del places[-1]  # the join
    for row, column in places:
        outermost = (row, column) == places[-1]
        stops = outermost and not zoom.shares and not look.joined & side
        halves = (weight, weight) if not stops else (NONE, weight) if side in (N, W) else (weight, NONE)
        rows[row][column] = Piece(draw_stroke(ink.glyphs, *halves), tone, attributes=attributes)


def _share(rows: list[list[Piece]], look: Look, around: Around, zoom: Zoom, ink: Ink) -> None:
    """Draw the joins toward the east and south, half of which belongs to the neighbour."""
    for side, back, beyond in ((E, W, around.east), (S, N, around.south)):
        row, column = _places(side, zoom)[-1]
        piece = meeting(look, beyond, side, ink)
        if piece.text != " ":
            counted = _counts(look, side) or _counts(beyond, back)
            rows[row][column] = piece._replace(tone="hint") if counted else piece


def _build_walls(rows: list[list[Piece]], look: Look, zoom: Zoom, ink: Ink) -> None:
    if look.walls & S:
        last = rows[-1]
        for column, piece in enumerate(last):
            arm = column == zoom.column and piece.text != " "
            last[column] = (
                piece._replace(attributes=piece.attributes | UNDERLINE)
                if arm
                else Piece(ink.glyphs.wall_below, "wall", attributes=attributes_of(look, ink) & ~BOLD)
            )
    if look.walls & E:
        for row in rows:
            row[-1] = Piece(ink.glyphs.wall_east, "wall", attributes=attributes_of(look, ink) & ~BOLD)


def _note(rows: list[list[Piece]], look: Look, around: Around, zoom: Zoom, ink: Ink) -> None:
    """Put the player's notes, and the sides without a line on which a hint counts, on the cell's borders."""
    neighbours = {E: (around.east, W), S: (around.south, N)}
    for side in (E, S) if zoom.shares else SIDES:
        row, column = _places(side, zoom)[-1]
        beyond, back = neighbours.get(side, (None, 0)) if zoom.shares else (None, 0)
        if look.notes & side:
            rows[row][column] = Piece(ink.glyphs.cross, "note")
        elif look.notes & side << 4:
            rows[row][column] = Piece(ink.glyphs.note, "note")
        elif not look.mask & side and (_counts(look, side) or (_counts(beyond, back) and not _line(beyond, back))):
            rows[row][column] = Piece(ink.glyphs.counts, "hint", attributes=BOLD)


def _line(look: Look | None, side: int) -> bool:
    return look is not None and bool(look.mask & side)


def _bracket(rows: list[list[Piece]], look: Look, zoom: Zoom, ink: Ink) -> None:
    """Put a cell that a trial has changed in brackets."""
    hint, _, last, dark = _mark_places(zoom)
    first = hint if zoom is MEDIUM else dark
    for (row, column), text in zip((first, last), ink.glyphs.tried, strict=True):
        if not (look.walls & E and column == zoom.width - 1):
            rows[row][column] = Piece(text, "note")


def _mark_places(zoom: Zoom) -> tuple[tuple[int, int], ...]:
    """The row and column of each mark: the two of a hint, that of a mistake, and that of a dark cell."""
    if zoom is MEDIUM:
        return (1, 0), (1, 2), (1, 3), (1, 2)
    if zoom is LARGE:
        return (0, 1), (0, 3), (2, 3), (2, 1)
    return (1, 2), (1, 6), (3, 6), (3, 2)


def _fill(rows: list[list[Piece]], look: Look, zoom: Zoom, ink: Ink) -> None:
    """Give a cell marked by a hint its texture, in the corners where no line runs."""
    role = look.hint & ROLE
    texture = ink.glyphs.textures[role]
    if texture == " " or (role == BECAUSE and ink.colour):
        return
    corners = [0, zoom.width - 1] if zoom is not MEDIUM else [0, 2]
    for y in {zoom.height - 1} if zoom is MEDIUM else {0, zoom.height - 1}:
        for x in corners:
            rows[y][x] = Piece(texture, ROLE_TONES[role])


def _mark(rows: list[list[Piece]], look: Look, zoom: Zoom, ink: Ink) -> None:
    first, second, wrong, dark = _mark_places(zoom)
    role = look.hint & ROLE
    if look.more & TRIAL:
        _bracket(rows, look, zoom, ink)
    if look.more & DARK:
        rows[dark[0]][dark[1]] = Piece(ink.glyphs.dark, "faint")
    if role:
        for (row, column), text in zip((first, second), ink.glyphs.roles[role], strict=True):
            rows[row][column] = Piece(text, ROLE_TONES[role], attributes=BOLD * (role == TARGET))
    if look.flags & WRONG:
        rows[wrong[0]][wrong[1]] = Piece(ink.glyphs.wrong, "wrong", attributes=BOLD)
