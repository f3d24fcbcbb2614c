"""Looks drawn as characters at five zooms: the single entry to everything that draws a cell."""

from __future__ import annotations

from functools import cache, lru_cache

from termpuzzles.board.grid import DEGREE, SIDES, E, N, S, W
from termpuzzles.board.survey import CORNERS
from termpuzzles.render.glyph_sets import NONE, flat, stroke, upright
from termpuzzles.render.ink import (
    BESIDE_CURSOR,
    BOLD,
    CHECKER,
    COPY,
    CURSOR,
    DIM,
    LARGE,
    LARGEST,
    MEDIUM,
    REVERSE,
    ROLE_TONES,
    SMALL,
    SMALLEST,
    STRIKE,
    UNDERLINE,
    WEST_OF_CURSOR,
    AdjacentLooks,
    CellRows,
    Glyph,
    Ink,
    Zoom,
    attributes_of,
    clue_glyph,
    ground_of,
    meeting,
    phase_of,
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
    INSIDE_FROM,
    LIT,
    PINNED,
    ROLE,
    SHADED,
    SHOWN,
    SIDES_FROM,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
    Phase,
    settled_look,
)


@lru_cache(maxsize=1 << 8)
def draw(look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink, stand: int = 0) -> CellRows:
    """The rows of pieces that show a cell."""
    if phase := phase_of(stand):
        return _draw_settled(look, around, zoom, ink, stand, phase)
    ground = ground_of(look, zoom, stand)
    if stand & CURSOR:
        ink = ink._replace(shades=False)  # its ground hides all others
    if stand & COPY:
        look = look._replace(hint=0)  # a hint is shown only once
    if zoom.height == 1:
        rows = [_in_one_row(look, around.east, zoom, ink, stand)]
    else:
        rows = block(look, around, zoom, ink)
        if stand & CURSOR and not ink.colour:
            rows = [[piece._replace(attributes=piece.attributes ^ REVERSE) for piece in row] for row in rows]
    if stand & COPY:
        return tuple(tuple(_copied(piece, ink) for piece in row) for row in rows)
    if ground in ("plain", "checker") and look.effects >> INSIDE_FROM:
        _shade_inside(rows, look, zoom, ink)
    drawn = tuple(tuple(_on(ground, piece) for piece in row) for row in rows)
    return _boxed(drawn, look, around, zoom, ink, stand) if stand & CURSOR and zoom is LARGEST else drawn


def _draw_settled(look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink, stand: int, phase: Phase) -> CellRows:
    """A cell of a board that has ended, without any mark meant for play: bold lines, and ends that are lit."""
    looks = (look, around.east, around.south)
    bare, east, south = (each and settled_look(each, phase)._replace(effects=0) for each in looks)
    assert bare
    rows = draw(bare, AdjacentLooks(east, south), zoom, ink, stand & (CHECKER | COPY))
    if stand & COPY or bare.states & SHADED or phase is Phase.GIVEN_UP:
        return rows
    return tuple(tuple(_solved(piece, ink) for piece in row) for row in rows)


def _solved(piece: Glyph, ink: Ink) -> Glyph:
    """The piece on a board that is solved."""
    if piece.tone != "plain" or piece.text == " ":
        return piece
    if piece.text == ink.glyphs.end and ink.glyphs.unicode:
        return piece._replace(text=ink.glyphs.pinned_end, tone="source", attributes=piece.attributes | BOLD)
    return piece._replace(tone="done", attributes=piece.attributes | BOLD)


def _boxed(drawn: CellRows, look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink, stand: int) -> CellRows:
    """The largest cell at the cursor: only its middle shows the cursor, as every move of it sends all that does."""
    bare = draw(look, around, zoom, ink, stand & ~CURSOR)
    first, end = zoom.column - 2, zoom.column + 3
    middle = ((*out[:first], *row[first:end], *out[end:]) for out, row in zip(bare[1:-1], drawn[1:-1], strict=True))
    return bare[0], *middle, bare[-1]


def _shade_inside(rows: list[list[Glyph]], look: Look, zoom: Zoom, ink: Ink) -> None:
    """Put what lies inside a loop on a dark ground, and in signs where grounds are too few."""
    for y, row in enumerate(rows):
        for x, piece in enumerate(row):
            if all(look.effects >> INSIDE_FROM & bit for bit in _corners_at(zoom, y, x)) and piece.ground == "plain":
                blank = piece.text == " " and not ink.shades
                row[x] = Glyph(ink.glyphs.dark, "faint") if blank else piece._replace(ground="dark")


@cache
def _corners_at(zoom: Zoom, y: int, x: int) -> tuple[int, ...]:
    """The bits of the corners on whose side of the cell's middle a piece lies: all four for the middle itself."""
    outside = S * (y < zoom.row) | N * (y > zoom.row) | E * (x < zoom.column) | W * (x > zoom.column)
    return tuple(bit for corner, bit in CORNERS.items() if not corner & outside)


@lru_cache(maxsize=1 << 10)
def _on(ground: str, piece: Glyph) -> Glyph:
    """The piece on that ground, unless it has one of its own."""
    return piece if piece.ground != "plain" else piece._replace(ground=ground)


def _copied(piece: Glyph, ink: Ink) -> Glyph:
    """The piece as it shows in a copy beyond the board's edge."""
    return Glyph(piece.text, "copy", "outside", 0 if ink.colour else DIM)


def _in_one_row(look: Look, east: Look | None, zoom: Zoom, ink: Ink, stand: int) -> list[Glyph]:
    """The characters of a cell at the two smallest zooms; the join keeps the ground that the cursor takes."""
    tile = _tile(look, zoom, ink, stand)
    if zoom is SMALLEST:
        return [tile]
    join = _join_sign(look, east, ink)
    reverse = REVERSE if not ink.colour and stand & (CURSOR | WEST_OF_CURSOR) else 0
    join = join._replace(attributes=join.attributes ^ reverse)
    if look.notes & S or _hides_wall(look, join, ink, stand):
        tile = tile._replace(attributes=tile.attributes | UNDERLINE)
    if look.notes & S << 4 or _hides_wall(look, join, ink, stand):
        join = join._replace(attributes=join.attributes | UNDERLINE)
    behind = ground_of(look, zoom)
    if ink.colour and stand & CURSOR and behind in BESIDE_CURSOR:
        join = join._replace(ground=behind)
    return [tile, join]


def _hides_wall(look: Look, join: Glyph, ink: Ink, stand: int) -> bool:
    """Whether neither the join nor the ground shows the wall below, so that only lines under both can."""
    if not look.walls & S or join.text == ink.glyphs.wall_below:
        return False
    if look.effects & TRIAL and not ink.shades:
        return True  # the grounds of a wall and of a trial have the same one of 16 colours
    return not (ink.colour and ground_of(look, SMALL, stand) == "wall")


def _tile(look: Look, zoom: Zoom, ink: Ink, stand: int) -> Glyph:
    """The character of a cell at the two smallest zooms."""
    if look.states & SHADED:
        piece = shading(ink)
    elif look.clue and (not _is_shown(look) or not ink.glyphs.unicode):
        piece = clue_glyph(look, ink)
    elif look.states & DRAWN and not look.mask:
        piece = Glyph(ink.glyphs.empty, "note", attributes=attributes_of(look, ink))
    else:
        looped = look.looped and not look.states & SOURCE  # the shape of the source shows it
        tone = side_tone(look, look.looped) if looped else tone_of(look)
        text = stroke(ink.glyphs, *(weight_of(look, side) for side in SIDES))
        piece = Glyph(text, tone, attributes=attributes_of(look, ink))
    return piece._replace(attributes=piece.attributes | _signs_of_one_row(look, zoom, ink, stand))


def _is_shown(look: Look) -> bool:
    """Whether the lines in a cell show which clue it has."""
    return bool(look.clue & SHOWN) and not look.looped  # a loop hides how heavy its lines are


def _signs_of_one_row(look: Look, zoom: Zoom, ink: Ink, stand: int) -> int:
    """The attributes that stand for states without room of their own in a cell of one row."""
    signs = 0
    if zoom is SMALLEST and ink.colour:
        signs |= UNDERLINE * bool(look.effects & TRIAL)
        lit = look.states & LIT or ink.glyphs.unicode
        signs |= DIM * bool(look.looped and not lit)  # the colour shows the loop
    if not ink.colour:
        signs ^= REVERSE * (bool(stand & CURSOR) ^ bool(look.states & SOURCE))
        if zoom is SMALLEST and (stand & CURSOR or look.hint & ROLE == TARGET):
            signs ^= UNDERLINE
    return signs


def _join_sign(west: Look, east: Look | None, ink: Ink) -> Glyph:
    """The character between two neighbours at the small zoom, which belongs to the western cell.

    It is a sign for which there is no other room, else the halves of a line.
    """
    role = west.hint & ROLE
    lines = bool(west.mask & E or (east and east.mask & W))
    tried = west.effects & TRIAL and not (ink.shades and ground_of(west, SMALL) == "trial")
    if between := _between(west, ink):
        return between._replace(attributes=_CROWDED[role] * (not ink.colour) | REVERSE * bool(tried))
    if west.states & SHADED:
        return shading(ink) if east is None or east.states & SHADED else Glyph(" ", "plain")
    if role and _needs_sign(role, lines, ink):
        return Glyph(ink.glyphs.roles[role][1], ROLE_TONES[role], attributes=REVERSE * bool(tried))
    if tried:
        return Glyph(ink.glyphs.tried[1], "note")
    if west.effects & DARK and not lines and not ink.shades:
        return Glyph(ink.glyphs.dark, "faint")
    if west.walls & S and not lines:
        return Glyph(ink.glyphs.wall_below, "wall")
    return meeting(west, east, E, ink)


_CROWDED = (0, DIM, BOLD, STRIKE, BOLD | STRIKE)  # by the role of a cell whose join shows a wall or a note, in mono


def _between(west: Look, ink: Ink) -> Glyph | None:
    """The wall or the note in the join."""
    if west.walls & E:
        return Glyph(ink.glyphs.wall_between, "wall")
    if west.notes & E * 17:
        return Glyph(ink.glyphs.cross if west.notes & E else ink.glyphs.note, "note")
    return None


def _needs_sign(role: int, lines: bool, ink: Ink) -> bool:
    """Whether the join must show the role: without colour, and where few colours give others the same ground."""
    if not ink.shades and (role in (CUT_OFF, ASSUMED) or not ink.colour):
        return True
    return not lines and role != BECAUSE


def block(look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink) -> list[list[Glyph]]:
    """The rows of a cell at a zoom with several rows."""
    if look.states & SHADED:
        return [[shading(ink)] * zoom.width for _ in range(zoom.height)]
    blank = Glyph(" ", tone_of(look), attributes=attributes_of(look, ink))
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


def _middle(look: Look, ink: Ink) -> Glyph:
    glyphs, attributes = ink.glyphs, attributes_of(look, ink)
    if look.states & SOURCE:  # the arms around it show its lines
        return Glyph(glyphs.source, "source", attributes=attributes | BOLD)
    if look.clue:
        return clue_glyph(look, ink)
    if look.states & DRAWN and not look.mask:
        return Glyph(glyphs.empty, "note", attributes=attributes)
    tone = side_tone(look, look.looped)
    if DEGREE[look.mask] == 1 and (glyphs.unicode or not look.states & DRAWN):  # in ASCII an end looks like a clue
        return Glyph(glyphs.pinned_end if look.states & PINNED else glyphs.end, tone, attributes=attributes)
    plus = not glyphs.unicode and look.mask not in (0, N | S, E | W)
    text = "+" if plus else stroke(glyphs, *(weight_of(look, side) for side in SIDES))
    return Glyph(text, tone, attributes=attributes)


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


def _draw_arm(rows: list[list[Glyph]], look: Look, side: int, zoom: Zoom, ink: Ink) -> None:
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
        rows[row][column] = Glyph(draw_stroke(ink.glyphs, *halves), tone, attributes=attributes)


def _share(rows: list[list[Glyph]], look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink) -> None:
    """Draw the joins toward the east and south, half of which belongs to the neighbour."""
    for side, back, beyond in ((E, W, around.east), (S, N, around.south)):
        row, column = _places(side, zoom)[-1]
        piece = meeting(look, beyond, side, ink)
        if piece.text != " ":
            counted = _counts(look, side) or _counts(beyond, back)
            rows[row][column] = piece._replace(tone="hint") if counted else piece


def _build_walls(rows: list[list[Glyph]], look: Look, zoom: Zoom, ink: Ink) -> None:
    if look.walls & S:
        last = rows[-1]
        for column, piece in enumerate(last):
            arm = column == zoom.column and piece.text != " "
            last[column] = (
                piece._replace(attributes=piece.attributes | UNDERLINE)
                if arm
                else Glyph(ink.glyphs.wall_below, "wall", attributes=attributes_of(look, ink) & ~BOLD)
            )
    if look.walls & E:
        for row in rows:
            row[-1] = Glyph(ink.glyphs.wall_east, "wall", attributes=attributes_of(look, ink) & ~BOLD)


def _note(rows: list[list[Glyph]], look: Look, around: AdjacentLooks, zoom: Zoom, ink: Ink) -> None:
    """Put the player's notes, and the sides without a line on which a hint counts, on the cell's borders."""
    neighbours = {E: (around.east, W), S: (around.south, N)}
    for side in (E, S) if zoom.shares else SIDES:
        row, column = _places(side, zoom)[-1]
        beyond, back = neighbours.get(side, (None, 0)) if zoom.shares else (None, 0)
        if look.notes & side:
            rows[row][column] = Glyph(ink.glyphs.cross, "note")
        elif look.notes & side << 4:
            rows[row][column] = Glyph(ink.glyphs.note, "note")
        elif not look.mask & side and (_counts(look, side) or (_counts(beyond, back) and not _line(beyond, back))):
            rows[row][column] = Glyph(ink.glyphs.counts, "hint", attributes=BOLD)


def _line(look: Look | None, side: int) -> bool:
    return look is not None and bool(look.mask & side)


def _bracket(rows: list[list[Glyph]], look: Look, zoom: Zoom, ink: Ink) -> None:
    """Put a cell that a trial has changed in brackets."""
    hint, _, last, dark = _mark_places(zoom)
    first = hint if zoom is MEDIUM else dark
    for (row, column), text in zip((first, last), ink.glyphs.tried, strict=True):
        if not (look.walls & E and column == zoom.width - 1):
            rows[row][column] = Glyph(text, "note")


def _mark_places(zoom: Zoom) -> tuple[tuple[int, int], ...]:
    """The row and column of each mark: the two of a hint, that of a mistake, and that of a dark cell."""
    if zoom is MEDIUM:
        return (1, 0), (1, 2), (1, 3), (1, 2)
    if zoom is LARGE:
        return (0, 1), (0, 3), (2, 3), (2, 1)
    return (1, 2), (1, 6), (3, 6), (3, 2)


def _fill(rows: list[list[Glyph]], look: Look, zoom: Zoom, ink: Ink) -> None:
    """Give a cell marked by a hint its texture, in the corners where no line runs."""
    role = look.hint & ROLE
    texture = ink.glyphs.textures[role]
    if texture == " " or (role == BECAUSE and ink.colour):
        return
    corners = [0, zoom.width - 1] if zoom is not MEDIUM else [0, 2]
    for y in {zoom.height - 1} if zoom is MEDIUM else {0, zoom.height - 1}:
        for x in corners:
            rows[y][x] = Glyph(texture, ROLE_TONES[role])


def _mark(rows: list[list[Glyph]], look: Look, zoom: Zoom, ink: Ink) -> None:
    first, second, wrong, dark = _mark_places(zoom)
    role = look.hint & ROLE
    if look.effects & TRIAL:
        _bracket(rows, look, zoom, ink)
    if look.effects & DARK:
        rows[dark[0]][dark[1]] = Glyph(ink.glyphs.dark, "faint")
    if role:
        for (row, column), text in zip((first, second), ink.glyphs.roles[role], strict=True):
            rows[row][column] = Glyph(text, ROLE_TONES[role], attributes=BOLD * (role == TARGET))
    if look.states & WRONG:
        rows[wrong[0]][wrong[1]] = Glyph(ink.glyphs.wrong, "wrong", attributes=BOLD)
