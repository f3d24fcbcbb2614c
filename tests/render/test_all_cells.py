"""Every kind of cell as it is drawn: at all zooms, in all inks, at the cursor, as a copy, beside other cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from textwrap import wrap

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
    LARGEST,
    REVERSE,
    SMALL,
    STRIKE,
    UNDERLINE,
    WEST_OF_CURSOR,
    ZOOMS,
    AdjacentLooks,
    CellRows,
    Glyph,
    Ink,
    Zoom,
)
from termpuzzles.render.picture import BECAUSE, INSIDE_FROM, TRIAL, WRONG, Look
from termpuzzles.render.pixels import GROUNDS, SIZES, Dye, tile
from tests.approved import approve
from tests.data import sweep
from tests.render.looks import BESIDE, LOOKS, Legend, in_columns, side_by_side
from tests.render.looks import look as look_of

INKS = {
    "unicode, all colours": Ink(UNICODE, True, True),
    "unicode, 16 colours": Ink(UNICODE, True, False),
    "unicode, no colour": Ink(UNICODE, False, False),
    "ascii, all colours": Ink(ASCII, True, True),
    "ascii, no colour": Ink(ASCII, False, False),
}
MARKS = {BOLD: "bold", DIM: "dim", ITALIC: "italic", UNDERLINE: "underline", REVERSE: "reverse", STRIKE: "strike"}

Cell = tuple[str, Look, AdjacentLooks, int]  # its name, its look, what is beside it, and where it stands


def pen(piece: Glyph) -> str:
    marks = [name for bit, name in MARKS.items() if piece.attributes & bit]
    return " ".join([piece.tone, "on", piece.ground, *marks])


class Sheet:
    """Cells beside each other as on a page of specimens; one letter stands for the same pen on the whole sheet."""

    def __init__(self, ink: Ink, zooms: Sequence[Zoom] = ZOOMS) -> None:
        self._ink = ink
        self._zooms = zooms
        self._legend = Legend()

    def cell(self, look: Look, around: AdjacentLooks, stand: int) -> list[str]:
        """The cell at these zooms side by side, and beside that a letter for the pen of each character."""
        drawn = [draw(look, around, zoom, self._ink, stand) for zoom in self._zooms]
        texts = [["".join(piece.text for piece in row) + "|" for row in rows] for rows in drawn]
        pens = [
            ["".join(self._legend.sign(pen(piece)) * len(piece.text) for piece in row) for row in rows]
            for rows in drawn
        ]
        return side_by_side([*texts, *pens], " ")

    def lines(self, cells: Iterable[Cell]) -> list[str]:
        """The cells, each under its name, and what the letters stand for."""
        blocks = [[name, *self.cell(look, around, stand)] for name, look, around, stand in cells]
        return [*in_columns(blocks), *self.legend]

    @property
    def legend(self) -> list[str]:
        """What the letters stand for."""
        return self._legend.lines()


def sheet(cells: Iterable[Cell], ink: Ink, zooms: Sequence[Zoom] = ZOOMS) -> str:
    return "\n".join(Sheet(ink, zooms).lines(cells))


def named(ink: str) -> str:
    return ink.replace(", ", "_").replace(" ", "_")


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


@pytest.mark.parametrize("name", ["unicode, all colours", "ascii, no colour"])
def test_every_kind_of_cell_is_drawn_as_approved(name: str) -> None:
    cells = [(each, LOOKS[each], BESIDE["lines"], 0) for each in (*SOME, *WITH_SIGNS)]
    approve(__file__, f"cells_{named(name)}", sheet(cells, INKS[name], ZOOMS[:4]))


def test_cells_are_drawn_at_the_cursor_as_approved() -> None:
    cells = [(each, LOOKS[each], BESIDE["lines"], CURSOR) for each in WITH_SIGNS]
    approve(__file__, "cells_at_cursor", sheet(cells, INKS["unicode, all colours"], ZOOMS[:3]))


def test_with_few_colours_each_character_is_that_of_all_or_of_none_and_in_ascii_the_ground_is_the_same() -> None:
    for look, beside, zoom, stand in product(LOOKS.values(), ("lines", "bare cells"), ZOOMS, (0, CURSOR)):
        every, few, none, ascii_only, _ = (
            list(chain(*draw(look, BESIDE[beside], zoom, ink, stand))) for ink in INKS.values()
        )
        for piece, with_all, with_none in zip(few, every, none, strict=True):
            assert piece.text in (with_all.text, with_none.text), (look, zoom)
            assert piece.attributes in (with_all.attributes, with_none.attributes), (look, zoom)
        assert [piece.ground for piece in ascii_only] == [piece.ground for piece in every]


def test_a_cell_without_a_hint_is_drawn_alike_at_the_cursor_and_only_its_ground_is_another_or_reversed() -> None:
    for look, zoom, (name, ink) in product(LOOKS.values(), ZOOMS[:-1], INKS.items()):
        if look.hint or look.effects:
            continue
        around = BESIDE["lines"]
        bare, under = (list(chain(*draw(look, around, zoom, ink, stand))) for stand in (0, CURSOR))
        assert any(piece.ground == "cursor" for piece in under)
        for before, after in zip(bare, under, strict=True):
            assert (after.text, after.tone) == (before.text, before.tone), (look, zoom, name)
            assert after.ground in (before.ground, "cursor")
            is_reversed = bool((after.attributes ^ before.attributes) & REVERSE)
            assert is_reversed == (after.ground == "cursor" and not ink.colour), (look, zoom, name)


Drawn = Iterator[tuple[Look, Zoom, Ink, CellRows, CellRows]]


def standing(stand: int, zooms: Sequence[Zoom] = ZOOMS) -> Drawn:
    """Each look at each zoom in each ink, as it is drawn anywhere and where it stands so."""
    for look, zoom, (name, ink) in product(sweep.sample(LOOKS.values(), 2), zooms, INKS.items()):
        around = BESIDE["bare cells" if "ascii" in name else "lines"]
        yield look, zoom, ink, draw(look, around, zoom, ink), draw(look, around, zoom, ink, stand)


def test_a_copy_beyond_the_edge_is_drawn_alike_in_one_pale_tone_and_without_the_hint() -> None:
    for look, zoom, ink, _, copied in standing(COPY):
        plain = look._replace(hint=0, effects=look.effects % (1 << INSIDE_FROM))
        bare = draw(plain, BESIDE["lines" if ink.glyphs is UNICODE else "bare cells"], zoom, ink)
        assert [[piece.text for piece in row] for row in copied] == [[piece.text for piece in row] for row in bare]
        pale = {("copy", "outside", 0 if ink.colour else DIM)}
        assert {(piece.tone, piece.ground, piece.attributes) for row in copied for piece in row} == pale


def test_on_a_checkerboard_the_plain_ground_alone_is_another_one() -> None:
    for look, _, _, bare, checkered in standing(CHECKER):
        seen = {piece.ground for row in bare for piece in row}
        wanted = [[piece._replace(ground=piece.ground.replace("plain", "checker")) for piece in row] for row in bare]
        assert [list(row) for row in checkered] == wanted or "dark" in seen, look


def test_where_light_runs_the_ground_alone_is_another_one() -> None:
    for look, zoom, _, bare, glowing in standing(GLOW):
        only_ground_tells = look.effects >> INSIDE_FROM or (zoom is SMALL and look.walls & S)
        for before, after in zip(chain(*bare), chain(*glowing), strict=True):
            assert after.ground == "target"
            assert after == before._replace(ground="target") or only_ground_tells, look


def test_what_lies_west_of_the_cursor_is_drawn_alike_but_for_the_reversed_join_without_colour() -> None:
    for look, zoom, ink, bare, beside in standing(WEST_OF_CURSOR):
        if zoom is not SMALL or ink.colour:
            assert beside == bare
        else:
            ((tile_before, join_before),), ((tile_after, join_after),) = bare, beside
            assert tile_before == tile_after
            is_dark = look.effects >> INSIDE_FROM and join_before.text == ink.glyphs.dark
            reverse = 0 if is_dark else REVERSE
            assert join_after == join_before._replace(attributes=join_before.attributes ^ reverse)


def test_the_largest_cell_at_the_cursor_shows_it_in_its_middle_alone() -> None:
    middle = set(product(range(1, LARGEST.height - 1), range(LARGEST.column - 2, LARGEST.column + 3)))
    for look, _, ink, _, under in standing(CURSOR, [LARGEST]):
        around = BESIDE["lines" if ink.glyphs is UNICODE else "bare cells"]
        bare = draw(look, around, LARGEST, ink._replace(shades=False))  # as its ground hides all others
        for y, (row_before, row_after) in enumerate(zip(bare, under, strict=True)):
            for x, (before, after) in enumerate(zip(row_before, row_after, strict=True)):
                if (y, x) not in middle:
                    assert after == before
                else:
                    assert after.ground == "cursor"
                    assert bool(after.attributes & REVERSE) ^ bool(before.attributes & REVERSE) ^ ink.colour, look


def test_in_ascii_a_tile_that_is_no_straight_and_no_end_has_a_plus_in_its_middle() -> None:
    for zoom, mask in product(ZOOMS[3:], range(1, 16)):
        middle = draw(look_of(mask), ALONE, zoom, INKS["ascii, no colour"])[zoom.row]
        text = "".join(piece.text for piece in middle)[zoom.column]
        assert (text == "+") == (mask not in (N, E, S, W, N | S, E | W)), (zoom, mask)


KEPT = (
    *("end toward the east", "pinned bend", "loop", "shaded"),
    *("target of which two sides count", "walls all around", "dark"),
)


def test_cells_share_what_is_between_them_with_their_neighbours_as_approved() -> None:
    page, lines = Sheet(INKS["unicode, all colours"], ZOOMS[1:3]), list[str]()
    others = [beside for beside in BESIDE if beside != "lines"]
    for each in KEPT:
        blocks = [[f"beside {beside}", *page.cell(LOOKS[each], BESIDE[beside], 0)] for beside in others]
        lines += [each, *side_by_side(blocks), ""]
    approve(__file__, "cells_beside", "\n".join([*lines, *page.legend]))


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


class Tiles:
    """Tiles in pipes beside each other, each at these sizes; a letter stands for the same dye on the whole sheet."""

    def __init__(self, sizes: Sequence[int] = SIZES) -> None:
        self._sizes = sizes
        self._legend = DyeLegend()
        self._blocks: list[list[str]] = []

    def add(self, name: str, look: Look, stand: int = 0, edges: int = 0, inner: int = 0) -> None:
        """One more tile, under its name."""
        drawn = [tile(look, size, stand, edges, inner) for size in self._sizes]
        blocks = [["".join(self._legend.sign(dye_name(dye)) for dye in row) for row in rows] for rows in drawn]
        block = side_by_side(blocks, " ")
        self._blocks.append([*wrap(name, max(map(len, block))), *block])

    @property
    def text(self) -> str:
        """The whole sheet."""
        return "\n".join([*in_columns(self._blocks), *self._legend.lines()])


def test_the_letters_of_common_dyes_are_used_for_nothing_else() -> None:
    assert len(set(_DYES.values())) == len(_DYES)


def test_every_kind_of_tile_is_drawn_in_pipes_as_approved() -> None:
    tiles, large = Tiles(SIZES[:3]), Tiles(SIZES[3:])
    for name in (*SOME, *WITH_SIGNS):
        tiles.add(name, LOOKS[name])
    for name, look in LOOKS.items():
        large.add(name, look)
    approve(__file__, "tiles", tiles.text)
    approve(__file__, "tiles_largest", large.text)


def test_tiles_are_drawn_in_pipes_wherever_they_stand_as_approved() -> None:
    tiles = Tiles(SIZES[:3])
    for name in SOME[::4]:
        for where, stand in (("cursor", CURSOR), ("checker", CHECKER), ("glow", GLOW)):
            tiles.add(f"{name}, {where}", LOOKS[name], stand)
    for name in ("because with a line", "cross", "cut off with a line"):
        tiles.add(f"{name}, cursor", LOOKS[name], CURSOR)
    tiles.add("pinned bend, all sides are edges", LOOKS["pinned bend"], 0, 15)
    tiles.add("cross, above and left are edges", LOOKS["cross"], 0, 9)
    for side in (1, 2, 4, 8):
        tiles.add(f"because, and so is the one at {side}", LOOKS["because with a line"], 0, 0, side)
    tiles.add("because, and so are all around", LOOKS["because and pinned"], 0, 0, 15)
    tiles.add("because and tried, and so are two", LOOKS["tried and because"], 0, 0, 3)
    approve(__file__, "tiles_elsewhere", tiles.text)


def test_a_cell_with_nothing_beside_it_is_drawn_as_at_a_border() -> None:
    for look in LOOKS.values():
        for zoom in ZOOMS:
            assert draw(look, ALONE, zoom, INKS["unicode, all colours"]) == draw(
                look, AdjacentLooks(None, None), zoom, INKS["unicode, all colours"]
            )


FRAMES = {"wrong": {"states": WRONG}, "trial": {"effects": TRIAL}, "because": {"hint": BECAUSE}}


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
    assert shared > 10
