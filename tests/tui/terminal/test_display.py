"""What Textual has changed becomes cells: whole screens and parts of them, in the colours of each terminal."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from rich.segment import ControlType, Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.geometry import Region, Size
from textual.strip import Strip

from termpuzzles.terminal.capabilities import ColourDepth
from termpuzzles.terminal.cells import Pen, Run
from termpuzzles.terminal.painter import Painter
from termpuzzles.tui.adapter.display import Display, composed, render_partial_update

BOLD = Style(bold=True)


def display(width: int, height: int, colours: ColourDepth = ColourDepth.TRUECOLOR) -> Display:
    return Display(Painter(width, height), colours)


def texts(shown: Display) -> list[str]:
    return ["".join(run.text for run in row) for row in shown.painter.rows()]


def pens(shown: Display, y: int) -> list[Pen]:
    return [run.pen for run in list(shown.painter.rows())[y]]


def test_a_whole_screen_is_taken_row_by_row() -> None:
    shown = display(0, 0)
    rows: list[Iterable[Strip]] = [
        [Strip([Segment("ab", BOLD), Segment("cd")])],
        [Strip([Segment("ef")]), Strip([Segment("gh")])],
    ]
    assert shown.accept(LayoutUpdate(rows, Region(0, 0, 4, 2)))
    assert texts(shown) == ["abcd", "efgh"]
    assert pens(shown, 0) == [Pen("", "", 1)] * 2 + [Pen()] * 2
    assert (shown.painter.width, shown.painter.height) == (4, 2)


def test_a_screen_of_another_size_begins_anew_and_one_of_the_same_size_does_not() -> None:
    shown = display(4, 2)
    shown.painter.put(1, 0, [Run("old", 3, Pen())])
    shown.accept(LayoutUpdate([[Strip([Segment("new ")])]], Region(0, 0, 4, 2)))
    assert texts(shown) == ["new ", "old "]
    shown.accept(LayoutUpdate([[Strip([Segment("wide")])]], Region(0, 0, 5, 2)))
    assert texts(shown) == ["wide ", "     "]


def test_what_is_no_update_is_not_taken() -> None:
    assert not display(4, 2).accept("words")


def test_the_pieces_that_an_update_touches_are_taken_whole_and_no_others() -> None:
    pieces = {0: Strip([Segment("abc")]), 3: Strip([Segment("def")]), 6: Strip([Segment("ghi")])}
    for first, last, expected in (
        (3, 4, "   def   "),
        (2, 3, "abc      "),
        (2, 4, "abcdef   "),
        (5, 7, "   defghi"),
        (0, 9, "abcdefghi"),
        (4, 4, "   def   "),
    ):
        shown = display(9, 2)
        shown.accept(ChopsUpdate([{}, {**pieces}], [(1, first, last)], [[9], [3, 6, 9]]))
        assert texts(shown) == [" " * 9, expected], (first, last)


def test_a_piece_longer_than_its_place_is_cut_and_one_that_is_missing_left() -> None:
    shown = display(6, 1)
    shown.painter.put(0, 0, [Run("......", 6, Pen())])
    shown.accept(ChopsUpdate([{0: Strip([Segment("abcdef")]), 3: None}], [(0, 0, 6)], [[3, 6]]))
    assert texts(shown) == ["abc..."]


def test_an_update_in_parts_fits_the_screen_to_its_ends() -> None:
    shown = display(2, 1)
    shown.accept(ChopsUpdate([{0: Strip([Segment("abc")])}, {}], [(0, 0, 3)], [[5], [5]]))
    assert (shown.painter.width, shown.painter.height) == (5, 2)
    shown.accept(ChopsUpdate([], [], []))
    assert (shown.painter.width, shown.painter.height) == (5, 2)


def test_clusters_and_wide_characters_take_their_columns_and_controls_none() -> None:
    shown = display(10, 1)
    control = Segment("\x1b[2J", None, [(ControlType.CLEAR,)])
    strip = Strip([Segment("漢e\u0301x", BOLD), control, Segment("\u0301y")], 6)
    shown.accept(LayoutUpdate([[strip]], Region(0, 0, 10, 1)))
    (row,) = shown.painter.rows()
    assert [(run.text, run.columns) for run in row[:4]] == [("漢", 2), ("e\u0301", 1), ("x", 1), ("y", 1)]


COLOURED = Style(color="#ff8040", bgcolor="#303030", bold=True, underline=True)
CODES = {
    ColourDepth.NONE: ("", ""),
    ColourDepth.TRUECOLOR: ("38;2;255;128;64", "48;2;48;48;48"),
    ColourDepth.EIGHT_BIT: ("38;5;209", "48;5;236"),
}


@pytest.mark.parametrize("colours", CODES)
def test_styles_are_drawn_in_the_colours_of_the_terminal(colours: ColourDepth) -> None:
    shown = display(4, 1, colours)
    strip = Strip([Segment("a", COLOURED), Segment("b", Style(color="default", bgcolor="default", dim=True))])
    shown.accept(LayoutUpdate([[strip]], Region(0, 0, 4, 1)))
    assert pens(shown, 0)[:2] == [Pen(*CODES[colours], 1 | 8), Pen("", "", 2)]


def test_the_sixteen_colours_of_a_simple_terminal_are_numbers_from_30_and_40_on() -> None:
    shown = display(2, 1, ColourDepth.STANDARD)
    shown.accept(LayoutUpdate([[Strip([Segment("ab", COLOURED)])]], Region(0, 0, 2, 1)))
    ink, ground = int(pens(shown, 0)[0].ink), int(pens(shown, 0)[0].ground)
    assert ink in (*range(30, 38), *range(90, 98))
    assert ground in (*range(40, 48), *range(100, 108))


def test_an_attribute_that_a_style_switches_off_is_off() -> None:
    shown = display(1, 1)
    shown.accept(LayoutUpdate([[Strip([Segment("a", Style(bold=False, italic=True))])]], Region(0, 0, 1, 1)))
    assert pens(shown, 0) == [Pen("", "", 4)]


def test_more_segments_than_are_kept_are_drawn_rightly() -> None:
    shown = display(6, 1)
    for number in range(3000):
        shown.accept(LayoutUpdate([[Strip([Segment(f"{number:06}", BOLD)])]], Region(0, 0, 6, 1)))
        if number % 500 == 0:
            assert texts(shown) == [f"{number:06}"]
    assert len(shown._runs) <= 1001


# --- what is composed ---


class Block:
    """A widget that is filled with its letter and counts the rows for which it is asked."""

    def __init__(self, letter: str, width: int) -> None:
        self.letter = letter
        self.width = width
        self.asked: list[int] = []

    def render_lines(self, crop: Region) -> list[Strip]:
        self.asked += range(crop.y, crop.bottom)
        assert 0 <= crop.x < crop.right <= self.width
        signs = (f"{self.letter}{(crop.x + at) % 10}"[at % 2] for at in range(crop.width))
        line = "".join(signs)
        return [Strip([Segment(line)], crop.width)] * crop.height


class Arranged:
    """As much of a compositor as is asked: the widgets from the front to the back, and where pieces may begin."""

    def __init__(self, width: int, height: int, places: list[tuple[Region, Region]]) -> None:
        self.size = Size(width, height)
        self.blocks = [Block(chr(97 + number), region.width) for number, (region, _) in enumerate(places)]
        self.visible_widgets = dict(zip(self.blocks, places, strict=True))
        edges: list[set[int]] = [{0, width} for _ in range(height)]
        for region, clip in places:
            seen = region.intersection(clip)
            for y in range(max(0, seen.y), min(height, seen.bottom)):
                edges[y] |= {seen.x, seen.right}
        self.cuts = [sorted(row) for row in edges]
        self._dirty_regions: set[Region] = set()
        self._regions_to_spans = Compositor._regions_to_spans

    def front(self, x: int, y: int) -> tuple[Block, int] | None:
        """The widget that is seen there, and the column of it."""
        for block, (region, clip) in self.visible_widgets.items():
            if region.intersection(clip).contains(x, y):
                return block, x - region.x
        return None


def arranged(chance: Random) -> Arranged:
    width, height = 16, 6
    screen = Region(0, 0, width, height)
    places = []
    for _ in range(chance.randint(1, 4)):
        x, y = chance.randrange(width), chance.randrange(height)
        region = Region(x, y, chance.randint(1, width - x), chance.randint(1, height - y))
        clip = screen if chance.random() < 0.6 else Region(x, y, max(1, region.width // 2), max(1, region.height - 1))
        places.append((region, clip.intersection(screen)))
    return Arranged(width, height, [*places, (screen, screen)])


def test_each_piece_that_is_asked_for_is_that_of_the_widget_in_front() -> None:
    for seed in range(200):
        chance = Random(seed)
        found = arranged(chance)
        spans = []
        for y in sorted(chance.sample(range(6), chance.randint(1, 6))):
            first = chance.randrange(16)
            spans.append((y, first, chance.randint(first + 1, 16)))
        chops = composed(found, spans)
        touched = {y: (first, last) for y, first, last in spans}
        for y, cuts in enumerate(found.cuts):
            assert list(chops[y]) == cuts[:-1]
            for start, end in pairwise(cuts):
                first, last = touched.get(y, (99, 99))
                piece = chops[y][start]
                if not (start < last and end > first):
                    assert piece is None
                    continue
                front = found.front(start, y)
                assert front is not None
                assert piece is not None
                assert piece.cell_length == end - start
                block, column = front
                region, clip = found.visible_widgets[block]
                left = region.intersection(clip).x - region.x
                whole = block.render_lines(Region(left, 0, region.intersection(clip).width, 1))[0].text
                assert piece.text == whole[column - left : column - left + end - start]


def test_a_widget_is_asked_only_for_the_rows_in_which_it_may_be_seen() -> None:
    screen = Region(0, 0, 10, 6)
    left, right = Region(0, 0, 5, 6), Region(5, 0, 5, 6)
    found = Arranged(10, 6, [(left, screen), (right, screen)])
    composed(found, [(1, 0, 3), (2, 4, 5), (4, 0, 6)])
    assert [block.asked for block in found.blocks] == [[1, 2, 4], [4]]
    covered = Arranged(10, 6, [(screen, screen), (left, screen)])
    composed(covered, [(0, 0, 10)])
    assert covered.blocks[1].asked == []


def test_a_part_of_the_screen_is_composed_once_and_nothing_if_nothing_has_changed() -> None:
    screen = Region(0, 0, 10, 4)
    found: Any = Arranged(10, 4, [(screen, screen)])
    assert render_partial_update(found) is None
    found._dirty_regions = {Region(2, 1, 3, 2), Region(8, 3, 9, 9), Region(40, 40, 2, 2)}
    update = render_partial_update(found)
    assert update is not None
    assert sorted(update.spans) == [(1, 2, 5), (2, 2, 5), (3, 8, 10)]
    assert update.chop_ends == [[10]] * 4
    assert [[piece is not None for piece in row.values()] for row in update.chops] == [[False], [True], [True], [True]]
    assert not found._dirty_regions
    assert render_partial_update(found) is None
