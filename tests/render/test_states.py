"""Every state of a cell can be seen: at each zoom, in each glyph set, at each depth of colour, and without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import permutations, product

import pytest
from rich.color import ColorSystem
from rich.style import Style

from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, SIDES, E, N, S, W
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import CURSOR, SMALL, SMALLEST, WEST_OF_CURSOR, ZOOMS, AdjacentLooks, Ink, Zoom
from termpuzzles.render.picture import (
    ASSUMED,
    BECAUSE,
    CUT_OFF,
    DARK,
    DRAWN,
    LIT,
    MISTAKEN,
    PINNED,
    SEALED,
    SHADED,
    SOURCE,
    TARGET,
    TRIAL,
    WRONG,
    Look,
)
from termpuzzles.tui import theme
from tests.data import sweep

DEPTHS = ("truecolor", "256", "16", "none")
BLANK = Look(0, 0, 0, 0, 0, 0, 0)

Patch = tuple[Look, Look, Look, Look]  # a cell and its neighbours to the north, west and east
Screen = list[tuple[str, object]]


@cache
def shown_style(style: Style, depth: str) -> object:
    """What a terminal of that depth shows of a style."""
    names = ("bold", "dim", "underline", "reverse", "strike")  # no italics: box lines often stay upright
    marks = tuple(bool(getattr(style, name)) for name in names)
    if depth == "none":
        return marks
    system = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}[depth]
    assert style.color
    assert style.bgcolor
    return marks, style.color.downgrade(system), style.bgcolor.downgrade(system)


def screen(look: Look, zoom: Zoom, glyphs: Glyphs, depth: str, cursor: bool = False, name: str = theme.DARK) -> Screen:
    """The cell as it is seen, with what its neighbours to the west and north draw of the borders between them."""
    ink = Ink(glyphs, depth != "none", depth in ("truecolor", "256"))
    palette = theme.palette(theme.COLOURLESS if depth == "none" else name, few=depth == "16")
    west, north, east, south = (neighbour(look, side) for side in (W, N, E, S))
    west_stand = WEST_OF_CURSOR * (cursor and zoom is SMALL)
    drawn = [
        *draw(look, AdjacentLooks(east, south), zoom, ink, CURSOR * cursor),
        *draw(west, AdjacentLooks(look, BLANK), zoom, ink, west_stand),
        *draw(north, AdjacentLooks(BLANK, look), zoom, ink, 0),
    ]
    pieces = [(piece.text, shown_style(palette.of(piece), depth)) for row in drawn for piece in row]
    return [(letter, style) for text, style in pieces for letter in text]


def neighbour(look: Look, side: int) -> Look:
    """The cell beyond a side: it continues the joined lines, and has the same note and wall on its side."""
    back = OPPOSITE[side]
    mask = back if look.joined & side else 0
    looped = back if look.looped & side else 0
    notes, walls = moved(look.notes, side, back), back if look.walls & side else 0
    return Look(mask, mask, looped, look.flags & (LIT | SEALED) if mask else 0, notes, walls, 0)


def moved(notes: int, side: int, back: int) -> int:
    """The notes of a side as the cell beyond it carries them."""
    return (back if notes & side else 0) | (back << 4 if notes & side << 4 else 0)


def flag(bits: int) -> Callable[[Look], Look]:
    return lambda look: look._replace(flags=look.flags | bits)


def hint(role: int) -> Callable[[Look], Look]:
    return lambda look: look._replace(hint=role)


def loop(look: Look) -> Look:
    return look._replace(looped=look.mask)


STATES: dict[str, Callable[[Look], Look]] = {
    "pinned": flag(PINNED),
    "lit": flag(LIT),
    "sealed off": flag(SEALED),
    "source": flag(SOURCE),
    "wrong": flag(WRONG),
    "on a loop": loop,
    "tried": lambda look: look._replace(more=TRIAL),
    "target": hint(TARGET),
    "because": hint(BECAUSE),
    "cut off": hint(CUT_OFF),
    "assumed": hint(ASSUMED),
    "dark": lambda look: look._replace(more=DARK),
    **{f"crossed {side}": lambda look, side=side: look._replace(notes=side) for side in SIDES},  # type: ignore[misc]
    **{f"noted {side}": lambda look, side=side: look._replace(notes=side << 4) for side in SIDES},  # type: ignore[misc]
    **{f"walled {side}": lambda look, side=side: look._replace(walls=side) for side in SIDES},  # type: ignore[misc]
}


def shown_in_words(depth: str) -> tuple[str, ...]:
    """The first words of the names of the states that the status line describes at the smallest zoom."""
    words = ("target", "because", "cut", "assumed", "dark", "crossed", "noted", "walled")
    return (*words, "tried") if depth == "none" else words


def cells(state: str) -> Iterator[Look]:
    """Cells that may or may not be in that state, with lines that are all joined or all stop short."""
    for mask in MASKS:
        word, _, number = state.partition(" ")
        side = int(number) if word in ("crossed", "noted", "walled") else 0
        for joined, other in product({mask & ~side, 0}, (0, PINNED | LIT)):
            look = BLANK._replace(mask=mask, joined=joined, flags=other)
            if state in ("on a loop", "sealed off") and (joined != mask or DEGREE[mask] < 1 + (state == "on a loop")):
                continue  # such a line cannot be on a loop, nor its group sealed off
            if not (state in ("pinned", "lit", "tried") and not mask):  # a blank tile is settled from the start
                yield look


ANYWHERE = [(zoom, glyphs, depth) for zoom in ZOOMS for glyphs in (UNICODE, ASCII) for depth in DEPTHS]
anywhere = pytest.mark.parametrize(
    ("zoom", "glyphs", "depth"),
    ANYWHERE,
    ids=[f"{zoom.name}-{'unicode' if glyphs.unicode else 'ascii'}-{depth}" for zoom, glyphs, depth in ANYWHERE],
)


@anywhere
@pytest.mark.parametrize("state", STATES)
def test_two_screens_that_differ_in_one_state_alone_differ(state: str, zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    if zoom is SMALLEST and state.split()[0] in shown_in_words(depth):
        pytest.skip("the status line shows this at the smallest zoom")
    for look in sweep.sample(cells(state), 25):
        there = STATES[state](look)
        if state == "dark" and zoom is SMALL and look.mask & E:
            continue  # the next cell shows the difference
        if there != look:
            for cursor in (False, True)[: 1 + (state != "dark")]:
                drawn = [screen(each, zoom, glyphs, depth, cursor) for each in (look, there)]
                assert drawn[0] != drawn[1], (look, cursor)


def both(one: str, other: str) -> tuple[Look, Look] | None:
    """A cell in the second state, and one in both; None if no cell can be in both, or one state implies the other."""
    words, numbers = {one.split()[0], other.split()[0]}, {one.split()[-1], other.split()[-1]}
    if len(numbers) == 1 and words & {"crossed", "noted", "walled"}:
        return None
    if words <= {"target", "because", "cut", "assumed"} or ("sealed" in words and words & {"lit", "on"}):
        return None
    if words == {"lit", "source"} or "dark" in words:  # a checkerboard is seen as a whole, or not at all
        return None
    sides = sum(int(number) for number in numbers if number.isdigit())
    look = BLANK._replace(mask=(N | E | S) & ~sides, joined=(N | E | S) & ~sides)
    there, then = STATES[other](look), STATES[one](look)
    return there, there._replace(
        looped=there.looped | then.looped,
        flags=there.flags | then.flags,
        notes=there.notes | then.notes,
        walls=there.walls | then.walls,
        hint=there.hint | then.hint,
        more=there.more | then.more,
    )


@anywhere
def test_a_state_shows_beside_any_other_state(zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    only_in_words = shown_in_words(depth) if zoom is SMALLEST else ()
    seen = cache(partial(screen, zoom=zoom, glyphs=glyphs, depth=depth))
    for one, other in sweep.sample(permutations(STATES, 2), 9):
        if (looks := both(one, other)) and one.split()[0] not in only_in_words:
            for cursor in (False, True):
                assert seen(looks[0], cursor=cursor) != seen(looks[1], cursor=cursor), (one, other, cursor)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("zoom", ZOOMS[1:])
def test_without_colour_what_a_trial_has_changed_looks_like_no_other_state(zoom: Zoom, glyphs: Glyphs) -> None:
    for mask in MASKS[1:]:
        look = BLANK._replace(mask=mask, joined=mask)
        tried = screen(STATES["tried"](look), zoom, glyphs, "none")
        others = [screen(change(look), zoom, glyphs, "none") for name, change in STATES.items() if name != "tried"]
        assert tried not in others, look


@anywhere
def test_the_cursor_shows_on_every_cell(zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    for change in (lambda look: look, *STATES.values(), flag(SHADED)):
        for look in sweep.sample(cells(""), 7):
            there = change(look)
            assert screen(there, zoom, glyphs, depth) != screen(there, zoom, glyphs, depth, cursor=True), there


@anywhere
def test_the_roles_of_a_hint_are_told_from_each_other_from_the_cursor_and_from_the_source(
    zoom: Zoom, glyphs: Glyphs, depth: str
) -> None:
    if zoom is SMALLEST:
        pytest.skip("the status line shows this at the smallest zoom")
    for look in cells(""):
        drawn = [screen(look._replace(hint=role), zoom, glyphs, depth) for role in range(5)]
        drawn += [screen(look, zoom, glyphs, depth, cursor=True), screen(flag(SOURCE)(look), zoom, glyphs, depth)]
        assert all(one != other for place, one in enumerate(drawn) for other in drawn[:place]), look


@anywhere
def test_every_tile_is_told_from_every_other(zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    drawn = [screen(BLANK._replace(mask=mask, joined=mask), zoom, glyphs, depth) for mask in MASKS]
    assert all(one != other for place, one in enumerate(drawn) for other in drawn[:place])


@anywhere
def test_a_line_that_stops_short_is_told_from_one_that_goes_on(zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    if zoom is SMALLEST:
        pytest.skip("a cell of one character shows no borders")
    ink = Ink(glyphs, depth != "none", depth in ("truecolor", "256"))
    for side, back in ((E, W), (S, N)):
        if side == S and zoom is SMALL:
            continue  # there is one row: the tile below shows the difference
        look = BLANK._replace(mask=side, joined=side)
        going = draw(look, AdjacentLooks(*[BLANK._replace(mask=back, joined=back)] * 2), zoom, ink)
        assert going != draw(look._replace(joined=0), AdjacentLooks(BLANK, BLANK), zoom, ink)


@anywhere
def test_an_open_cell_a_shaded_one_and_a_blank_tile_are_told_apart(zoom: Zoom, glyphs: Glyphs, depth: str) -> None:
    looks = (BLANK, flag(DRAWN)(BLANK), flag(DRAWN | SHADED)(BLANK))
    drawn = [screen(look, zoom, glyphs, depth) for look in looks]
    assert all(one != other for place, one in enumerate(drawn) for other in drawn[:place])


@pytest.mark.parametrize("depth", DEPTHS[:2])
@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT])
def test_a_loop_that_is_a_mistake_has_a_colour_of_its_own(name: str, depth: str) -> None:
    look = BLANK._replace(mask=E | S, joined=E | S, looped=E | S)
    assert screen(look, SMALL, UNICODE, depth, name=name) != screen(
        flag(MISTAKEN)(look), SMALL, UNICODE, depth, name=name
    )
