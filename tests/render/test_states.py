"""Every state of a cell can be seen: at each zoom, in each glyph set, at each depth of colour, and without colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

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
    return Look(mask, mask, looped, look.states & (LIT | SEALED) if mask else 0, notes, walls, 0)


def moved(notes: int, side: int, back: int) -> int:
    """The notes of a side as the cell beyond it carries them."""
    return (back if notes & side else 0) | (back << 4 if notes & side << 4 else 0)


def flag(bits: int) -> Callable[[Look], Look]:
    return lambda look: look._replace(states=look.states | bits)


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
    "tried": lambda look: look._replace(effects=TRIAL),
    "target": hint(TARGET),
    "because": hint(BECAUSE),
    "cut off": hint(CUT_OFF),
    "assumed": hint(ASSUMED),
    "dark": lambda look: look._replace(effects=DARK),
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
            look = BLANK._replace(mask=mask, joined=joined, states=other)
            if state in ("on a loop", "sealed off") and (joined != mask or DEGREE[mask] < 1 + (state == "on a loop")):
                continue  # such a line cannot be on a loop, nor its group sealed off
            if not (state in ("pinned", "lit", "tried") and not mask):  # a blank tile is settled from the start
                yield look


class Place(NamedTuple):
    """Where a cell is drawn: at a zoom, with a set of glyphs, on a terminal of that depth of colour."""

    zoom: Zoom
    glyphs: Glyphs
    depth: str

    def __str__(self) -> str:
        return f"{self.zoom.name} {'unicode' if self.glyphs.unicode else 'ascii'} {self.depth}"

    def screen(self, look: Look, cursor: bool = False) -> Screen:
        """The cell as it is seen here."""
        return screen(look, *self, cursor)


PLACES = [Place(*place) for place in product(ZOOMS, (UNICODE, ASCII), DEPTHS)]
LARGER = [place for place in PLACES if place.zoom is not SMALLEST]  # there the status line says what a cell cannot show


def test_two_screens_that_differ_in_one_state_alone_differ() -> None:
    alike, seen = [], 0
    for place, state in sweep.sample(product(PLACES, STATES), 3):
        if place.zoom is SMALLEST and state.split()[0] in shown_in_words(place.depth):
            continue  # the status line shows this
        for look in sweep.sample(cells(state), 23):
            there = STATES[state](look)
            if there == look or (state == "dark" and place.zoom is SMALL and look.mask & E):
                continue  # the next cell shows the difference
            for cursor in (False, True)[: 1 + (state != "dark")]:
                seen += 1
                if place.screen(look, cursor) == place.screen(there, cursor):
                    alike.append((str(place), state, look, cursor))
    assert alike == []
    assert seen > 500


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
        states=there.states | then.states,
        notes=there.notes | then.notes,
        walls=there.walls | then.walls,
        hint=there.hint | then.hint,
        effects=there.effects | then.effects,
    )


def test_a_state_shows_beside_any_other_state() -> None:
    hidden = []
    for place in PLACES:
        only_in_words = shown_in_words(place.depth) if place.zoom is SMALLEST else ()
        seen = cache(place.screen)
        for one, other in sweep.sample(permutations(STATES, 2), 19):
            if (looks := both(one, other)) and one.split()[0] not in only_in_words:
                hidden += [
                    (str(place), one, other, cursor)
                    for cursor in (False, True)
                    if seen(looks[0], cursor) == seen(looks[1], cursor)
                ]
    assert hidden == []


def test_without_colour_what_a_trial_has_changed_looks_like_no_other_state() -> None:
    alike = []
    for zoom, glyphs, mask in product(ZOOMS[1:], (UNICODE, ASCII), MASKS[1:]):
        look, place = BLANK._replace(mask=mask, joined=mask), Place(zoom, glyphs, "none")
        tried = place.screen(STATES["tried"](look))
        alike += [
            (str(place), look, name)
            for name, change in STATES.items()
            if name != "tried" and place.screen(change(look)) == tried
        ]
    assert alike == []


def test_the_cursor_shows_on_every_cell() -> None:
    changes = (lambda look: look, *STATES.values(), flag(SHADED))
    looks = [change(look) for change in changes for look in sweep.sample(cells(""), 19)]
    hidden = [
        (str(place), look)
        for place in PLACES
        for look in sweep.sample(looks, 2)
        if place.screen(look) == place.screen(look, cursor=True)
    ]
    assert hidden == []


def alike(places: Sequence[Place], rows: Iterable[Sequence[tuple[Look, bool]]]) -> list[tuple[str, Look, Look]]:
    """The pairs of cells of a row, perhaps at the cursor, that look alike in one of the places."""
    found = []
    for row, place in product(list(rows), places):
        drawn = [(look, place.screen(look, cursor)) for look, cursor in row]
        found += [(str(place), one[0], other[0]) for one, other in combinations(drawn, 2) if one[1] == other[1]]
    return found


def test_the_roles_of_a_hint_are_told_from_each_other_from_the_cursor_and_from_the_source() -> None:
    rows = [
        [*((look._replace(hint=role), False) for role in range(5)), (look, True), (flag(SOURCE)(look), False)]
        for look in sweep.sample(cells(""), 3)
    ]
    assert alike(LARGER, rows) == []


def test_every_tile_is_told_from_every_other() -> None:
    assert alike(PLACES, [[(BLANK._replace(mask=mask, joined=mask), False) for mask in MASKS]]) == []


def test_an_open_cell_a_shaded_one_and_a_blank_tile_are_told_apart() -> None:
    assert alike(PLACES, [[(look, False) for look in (BLANK, flag(DRAWN)(BLANK), flag(DRAWN | SHADED)(BLANK))]]) == []


def test_a_line_that_stops_short_is_told_from_one_that_goes_on() -> None:
    found = []
    for (zoom, glyphs, depth), (side, back) in product(LARGER, ((E, W), (S, N))):
        if side == S and zoom is SMALL:
            continue  # there is one row: the tile below shows the difference
        ink = Ink(glyphs, depth != "none", depth in ("truecolor", "256"))
        look = BLANK._replace(mask=side, joined=side)
        going = draw(look, AdjacentLooks(*[BLANK._replace(mask=back, joined=back)] * 2), zoom, ink)
        if going == draw(look._replace(joined=0), AdjacentLooks(BLANK, BLANK), zoom, ink):
            found.append((zoom.name, depth, side))
    assert found == []


@pytest.mark.parametrize("depth", DEPTHS[:2])
@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT])
def test_a_loop_that_is_a_mistake_has_a_colour_of_its_own(name: str, depth: str) -> None:
    look = BLANK._replace(mask=E | S, joined=E | S, looped=E | S)
    assert screen(look, SMALL, UNICODE, depth, name=name) != screen(
        flag(MISTAKEN)(look), SMALL, UNICODE, depth, name=name
    )
