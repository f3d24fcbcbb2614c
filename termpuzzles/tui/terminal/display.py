"""Turns what Textual composes into the painter's cells."""

from __future__ import annotations

from functools import cache, lru_cache

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.strip import Strip

from termpuzzles.terminal.cells import STEADY, Pen, Run
from termpuzzles.terminal.painter import Painter

_MOST_KEPT = 1000  # the most segments whose runs are cached

_Pens = dict[Style, Pen]
_Runs = dict[tuple[str, Style | None], tuple[Run, ...]]


@cache
def _made_by_all(colours: ColorSystem | None) -> tuple[_Pens, _Runs]:
    """The caches of pens and runs for terminals with this number of colours, shared by all of them."""
    return {}, {}


class Display:
    """One screen, as it is composed and as a terminal with its number of colours shows it."""

    def __init__(self, painter: Painter, colours: ColorSystem | None) -> None:
        self.painter = painter
        self._colours = colours
        self._pens, self._runs = _made_by_all(colours)

    def take(self, update: object) -> bool:
        """Take in what an update draws; False if the kind of update is not known."""
        if isinstance(update, LayoutUpdate):
            self._take_all(update)
        elif isinstance(update, ChopsUpdate):
            self._take_parts(update)
        else:
            return False
        return True

    def _take_all(self, update: LayoutUpdate) -> None:
        x, top, width, height = update.region
        if (width, height) != (self.painter.width, self.painter.height):
            self.painter.resize(width, height)
        for y, strips in enumerate(update.strips, top):
            self.painter.put(y, x, [run for strip in strips for run in self._runs_of(strip)])

    def _take_parts(self, update: ChopsUpdate) -> None:
        """Take in every piece of a widget that an update touches as a whole, which sends no more bytes."""
        for y, first, last in update.spans:
            for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < last and end > first:
                    whole = strip if strip.cell_length <= end - x else strip.crop(0, end - x)
                    self.painter.put(y, x, self._runs_of(whole))

    def _runs_of(self, strip: Strip) -> list[Run]:
        runs: list[Run] = []
        for segment in strip:
            found = self._runs.get((segment.text, segment.style))
            if found is None:
                if len(self._runs) > _MOST_KEPT:
                    self._runs.clear()
                found = self._runs[segment.text, segment.style] = tuple(self._make_runs(segment))
            runs += found
        return runs

    def _make_runs(self, segment: Segment) -> list[Run]:
        if segment.control:
            return []
        pen = self._pen(segment.style)
        if STEADY.issuperset(segment.text) or all(map((1).__eq__, map(get_character_cell_size, segment.text))):
            return [Run(segment.text, len(segment.text), pen)]
        return [Run(cluster, columns, pen) for cluster, columns in _clusters(segment.text)]

    def _pen(self, style: Style | None) -> Pen:
        if style is None:
            return Pen()
        pen = self._pens.get(style)
        if pen is None:
            pen = self._pens[style] = _pen_of(style, self._colours)
        return pen


def _pen_of(style: Style, colours: ColorSystem | None) -> Pen:
    """The style in that number of colours; rich caches its own codes for the first caller, whatever their colours."""
    ink = ground = ""
    if colours is not None:
        if style.color is not None and not style.color.is_default:
            ink = ";".join(style.color.downgrade(colours).get_ansi_codes())
        if style.bgcolor is not None and not style.bgcolor.is_default:
            ground = ";".join(style.bgcolor.downgrade(colours).get_ansi_codes(foreground=False))
    return Pen(ink, ground, style._attributes & style._set_attributes)


def _clusters(text: str) -> list[tuple[str, int]]:
    """The characters of the text, each with those after it that take no column of their own, and their columns."""
    clusters: list[tuple[str, int]] = []
    for character in text:
        columns = get_character_cell_size(character)
        if columns == 0 and clusters:
            before, wide = clusters.pop()
            clusters.append((before + character, wide))
        elif columns > 0:
            clusters.append((character, columns))
    return clusters


@lru_cache(maxsize=1)
def display_works() -> bool:
    """Whether updates and styles still work as we expect."""
    bold = Style(bold=True, color="#ff0000")
    strip = Strip([Segment("ab", bold), Segment("cd", Style(underline=True))])
    try:
        from textual.geometry import Region

        display = Display(Painter(8, 2), ColorSystem.TRUECOLOR)
        display.take(LayoutUpdate([[strip], [Strip.blank(8)]], Region(0, 0, 8, 2)))
        display.take(ChopsUpdate([{}, {0: strip, 5: None}], [(1, 1, 3)], [[], [5, 8]]))
    except (AttributeError, TypeError, ValueError, LookupError):
        return False
    red = Pen("38;2;255;0;0", "", 1)
    drawn = [Run("a", 1, red), Run("b", 1, red), Run("c", 1, Pen("", "", 8)), Run("d", 1, Pen("", "", 8))]
    return list(display.painter.rows()) == [drawn + [Run(" ", 1, Pen())] * 4] * 2
