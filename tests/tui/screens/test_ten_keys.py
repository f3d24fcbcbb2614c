"""The ten keys of each kind of game with their tiles, in one column, in two, and large, as approved."""

from __future__ import annotations

from itertools import pairwise

import pytest

from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.tui import theme
from termpuzzles.tui.screens.ten_keys import DRAWING, TURNING, ten_keys
from termpuzzles.tui.widgets.strips import CellPainter
from tests.approved import approve
from tests.render.looks import Legend
from tests.tui.widgets.test_all_widgets import with_pens

TEN = {"turning": TURNING, "drawing": DRAWING, "none": ()}
PIPES, LINES = Ink(UNICODE, True, True, pipes=True), Ink(ASCII, False, False)


def drawn(kind: str, width: int, ink: Ink, legend: Legend) -> list[str]:
    """The keys in that width, and beside each line a letter for the pen of each character."""
    brush = CellPainter(ink, theme.palette(theme.DARK if ink.colour else theme.COLOURLESS, not ink.glyphs.unicode))
    return with_pens(ten_keys(TEN[kind], {}, width, brush), legend)


@pytest.mark.parametrize("kind", ["turning", "drawing"])
def test_ten_keys_are_as_approved(kind: str) -> None:
    legend, lines = Legend(), list[str]()
    for width, ink in ((40, LINES), (80, PIPES), (132, PIPES)):
        lines += [f"-- {width}", *drawn(kind, width, ink, legend)]
    approve(__file__, f"ten-keys-{kind}", "\n".join([*lines, *legend.lines(), ""]))


def texts(kind: str, width: int) -> list[str]:
    return [line.partition("|")[0].rstrip() for line in drawn(kind, width, PIPES, Legend())]


def test_keys_stand_in_two_columns_from_seventy_columns_and_with_larger_tiles_from_a_hundred_and_thirty_two() -> None:
    rows = [texts("turning", width).index("On every screen") for width in (69, 70, 131, 132)]
    assert rows == [10 * 3, 5 * 3, 5 * 3, 5 * 7]


def test_the_keys_of_every_screen_are_broken_where_a_line_has_no_room_for_more() -> None:
    sentence = texts("none", 200)[-1]
    for width in range(36, 132):
        lines = texts("none", width)
        below = lines[lines.index("On every screen") + 1 : -1]
        assert all(len(line) <= width for line in below)
        for line, following in pairwise(below):
            assert len(f"{line}   {following.split('   ')[0]}") > width
        assert (lines[-1] == sentence) == (len(sentence) <= width)
