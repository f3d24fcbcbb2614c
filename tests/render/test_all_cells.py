"""Every kind of cell as it is drawn: at all zooms, in all inks, at the cursor, as a copy, beside other cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import ASCII, UNICODE, stroke
from termpuzzles.render.ink import (
    ALONE,
    BOLD,
    CHECKER,
    COPY,
    CURSOR,
    DIM,
    GLOW,
    ITALIC,
    REVERSE,
    STRIKE,
    UNDERLINE,
    WEST_OF_CURSOR,
    ZOOMS,
    AdjacentLooks,
    Glyph,
    Ink,
    Zoom,
)
from termpuzzles.render.picture import BECAUSE, TRIAL, WRONG, Look
from termpuzzles.render.pixels import GROUNDS, SIZES, Dye, tile
from tests.approved import approve
from tests.render.looks import BESIDE, LOOKS, Legend, side_by_side
from tests.render.looks import look as look_of

INKS = {
    "unicode, all colours": Ink(UNICODE, True, True),
    "unicode, 16 colours": Ink(UNICODE, True, False),
    "unicode, no colour": Ink(UNICODE, False, False),
    "ascii, all colours": Ink(ASCII, True, True),
    "ascii, no colour": Ink(ASCII, False, False),
}
STANDS = {"cursor": CURSOR, "west of the cursor": WEST_OF_CURSOR, "copy": COPY, "checker": CHECKER, "glow": GLOW}
MARKS = {BOLD: "bold", DIM: "dim", ITALIC: "italic", UNDERLINE: "underline", REVERSE: "reverse", STRIKE: "strike"}

Cell = tuple[str, Look, AdjacentLooks, int]  # its name, its look, what is beside it, and where it stands


def pen(piece: Glyph) -> str:
    marks = [name for bit, name in MARKS.items() if piece.attributes & bit]
    return " ".join([piece.tone, "on", piece.ground, *marks])


def cell_lines(cell: Cell, ink: Ink, zooms: Sequence[Zoom]) -> list[str]:
    """The cell at these zooms side by side, and beside that a letter for the pen of each character."""
    name, look, around, stand = cell
    drawn = [draw(look, around, zoom, ink, stand) for zoom in zooms]
    legend = Legend()
    texts = [["".join(piece.text for piece in row) + "|" for row in rows] for rows in drawn]
    pens = [["".join(legend.sign(pen(piece)) * len(piece.text) for piece in row) for row in rows] for rows in drawn]
    if len(legend.lines()) == 1:  # one pen for all
        return [name, *side_by_side(texts, "  "), *legend.lines(), ""]
    return [name, *side_by_side([*texts, *pens], "  "), *legend.lines(), ""]


def sheet(cells: Iterable[Cell], ink: Ink, zooms: Sequence[Zoom] = ZOOMS) -> str:
    return "\n".join(line for cell in cells for line in cell_lines(cell, ink, zooms))


def named(ink: str) -> str:
    return ink.replace(", ", "_").replace(" ", "_")


def each_beside(name: str) -> list[Cell]:
    return [(each, look, BESIDE[name], 0) for each, look in LOOKS.items()]


SOME = (
    *("loose end toward the east", "pinned bend", "lit bend", "sealed straight", "loop", "source at an end"),
    *("wrong", "noted line at the south", "wall at the south", "because with a line", "target without a line"),
    *("tried", "dark with a line", "inside", "white circle on a bend", "shaded", "open"),
)
WITH_SIGNS = (  # that depend on the colours there are
    *("pinned loop", "source that is sealed off", "source at a pinned cross", "drawn end", "crosses", "dark"),
    *("walls all around", "line that runs into walls", "cut off with a line", "assumed without a line"),
    *("tried and because", "tried and target", "tried beside a wall", "tried beside a cross", "because beside a wall"),
    *("wrong because beside crosses", "target beside a noted line", "all at once", "because of all sides"),
)


@pytest.mark.parametrize("name", INKS)
def test_every_kind_of_cell_is_drawn_as_approved(name: str) -> None:
    if name in ("unicode, 16 colours", "ascii, all colours"):  # which differ from the others only in few
        cells = [(each, LOOKS[each], BESIDE["lines"], 0) for each in (*SOME, *WITH_SIGNS)]
        approve(__file__, f"cells_{named(name)}", sheet(cells, INKS[name], ZOOMS[:3]))
    else:
        approve(__file__, f"cells_{named(name)}", sheet(each_beside("lines"), INKS[name], ZOOMS[:4]))


@pytest.mark.parametrize("name", INKS)
def test_every_kind_of_cell_is_drawn_at_the_cursor_as_approved(name: str) -> None:
    chosen = LOOKS if name == "unicode, all colours" else (*SOME, *WITH_SIGNS)
    cells = [(each, LOOKS[each], BESIDE["lines"], CURSOR) for each in chosen]
    approve(__file__, f"cells_at_cursor_{named(name)}", sheet(cells, INKS[name], ZOOMS[:3]))


def test_cells_are_drawn_at_the_largest_zoom_as_approved() -> None:
    places = (("", 0), (", cursor", CURSOR))
    cells = [(each + where, LOOKS[each], BESIDE["lines"], stand) for each in SOME for where, stand in places]
    approve(__file__, "cells_largest", "\n".join(sheet(cells, INKS[name], ZOOMS[4:]) for name in list(INKS)[:3:2]))


@pytest.mark.parametrize("name", ["unicode, all colours", "ascii, no colour"])
def test_cells_are_drawn_wherever_they_stand_as_approved(name: str) -> None:
    cells = [
        (f"{each}, {where}", LOOKS[each], BESIDE["bare cells"], stand)
        for each in SOME[::2]
        for where, stand in STANDS.items()
        if where != "cursor"
    ]
    approve(__file__, f"cells_elsewhere_{name.split(',')[0]}", sheet(cells, INKS[name], ZOOMS[:4]))


@pytest.mark.parametrize("name", ["unicode, all colours", "ascii, no colour"])
def test_cells_share_what_is_between_them_with_their_neighbours_as_approved(name: str) -> None:
    kept = (
        *(
            "bare",
            "end toward the east",
            "loose end toward the east",
            "pinned bend",
            "loop",
            "drawn straight",
            "shaded",
        ),
        *("cross at the east of an end", "target of which two sides count", "walls all around", "dark", "tried"),
    )
    cells = [
        (f"{each} beside {beside}", LOOKS[each], around, 0)
        for each in kept
        for beside, around in BESIDE.items()
        if beside != "lines"
    ]
    approve(__file__, f"cells_beside_{name.split(',')[0]}", sheet(cells, INKS[name], ZOOMS[1:3]))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_stroke_has_the_approved_character(glyphs: object) -> None:
    chosen = UNICODE if glyphs is UNICODE else ASCII
    rows = [
        " ".join("".join(stroke(chosen, north, east, south, west) for west in range(6)) for south in range(6))
        for north in range(6)
        for east in range(6)
    ]
    approve(__file__, f"strokes_{'unicode' if glyphs is UNICODE else 'ascii'}", "\n".join(rows))


# --- pixels ---

_DYES = {"ground": ".", "checker": ",", "plate": ":", "rim": ";", "plain": "#", "lit": "@", "cursor": "X", "hint": "h"}


def dye_name(dye: Dye) -> str:
    return f"{dye.tone}, {dye.thirds} thirds to {dye.under}" if dye.thirds or dye.under else dye.tone


class DyeLegend(Legend):
    """The same letter for the most common dyes everywhere."""

    def sign(self, kind: object) -> str:
        return _DYES.get(str(kind)) or super().sign(str(kind))


def tile_lines(name: str, look: Look, stand: int = 0, edges: int = 0, inner: int = 0) -> list[str]:
    legend = DyeLegend()
    blocks = [
        ["".join(legend.sign(dye_name(dye)) for dye in row) for row in tile(look, size, stand, edges, inner)]
        for size in SIZES
    ]
    return [name, *side_by_side(blocks, "  "), *legend.lines(), ""]


def test_the_letters_of_common_dyes_are_used_for_nothing_else() -> None:
    assert len(set(_DYES.values())) == len(_DYES)


def test_every_kind_of_tile_is_drawn_in_pipes_as_approved() -> None:
    approve(__file__, "tiles", "\n".join(line for name, look in LOOKS.items() for line in tile_lines(name, look)))


def test_tiles_are_drawn_in_pipes_wherever_they_stand_as_approved() -> None:
    lines = []
    for place, name in enumerate(SOME):
        for where, stand in (("cursor", CURSOR), ("checker", CHECKER), ("glow", GLOW))[: 1 if place % 3 else 3]:
            lines += tile_lines(f"{name}, {where}", LOOKS[name], stand)
    for name in ("because with a line", "cross", "cut off with a line", "walls all around", "crosses"):
        lines += tile_lines(f"{name}, cursor", LOOKS[name], CURSOR)
    lines += tile_lines("pinned bend, at the edges of a board that wraps", LOOKS["pinned bend"], 0, 15)
    lines += tile_lines("cross, at the upper and left edge of a board that wraps", LOOKS["cross"], 0, 9)
    for side in (1, 2, 4, 8):
        name = "because with a line"
        lines += tile_lines(f"{name}, and so is its neighbour at {side}", LOOKS[name], 0, 0, side)
    lines += tile_lines("because, with neighbours all around", LOOKS["because and pinned"], 0, 0, 15)
    lines += tile_lines("because and tried, with two neighbours", LOOKS["tried and because"], 0, 0, 3)
    approve(__file__, "tiles_elsewhere", "\n".join(lines))


def test_a_cell_with_nothing_beside_it_is_drawn_as_at_a_border() -> None:
    for look in LOOKS.values():
        for zoom in ZOOMS:
            assert draw(look, ALONE, zoom, INKS["unicode, all colours"]) == draw(
                look, AdjacentLooks(None, None), zoom, INKS["unicode, all colours"]
            )


FRAMES = {"wrong": {"flags": WRONG}, "trial": {"more": TRIAL}, "because": {"hint": BECAUSE}}


@pytest.mark.parametrize(("first", "second"), [("wrong", "because"), ("trial", "because"), ("trial", "wrong")])
def test_on_the_smallest_tile_two_frames_share_the_places_that_are_free(first: str, second: str) -> None:
    shared = 0
    for mask, walls in product(range(16), range(16)):
        bare = tile(look_of(mask, walls=walls), 4)
        free = [bare[y][x].tone in GROUNDS for y, x in product(range(4), range(4)) if {y, x} & {0, 3}].count(True)
        framed = tile(look_of(mask, walls=walls, **FRAMES[first], **FRAMES[second]), 4)
        seen = {dye.tone for row in framed for dye in row}
        assert (first in seen, second in seen) == (free > 0, free > 1), (mask, walls)
        shared += free == 2
    assert shared > 20


@pytest.mark.parametrize("name", FRAMES)
def test_on_the_smallest_tile_whose_corners_are_taken_a_frame_alone_has_all_that_is_free(name: str) -> None:
    for mask, walls in product(range(16), (N | S, E | W, N | E | W, E | S | W)):
        tiles = (tile(look_of(mask, walls=walls, **marks), 4) for marks in ({}, FRAMES[name]))
        bare, framed = ([row[x] for row in made for x in (0, 3)] + [*made[0][1:3], *made[3][1:3]] for made in tiles)
        free = [dye.tone in GROUNDS for dye in bare]
        assert [dye.tone == name for dye in framed] == free
