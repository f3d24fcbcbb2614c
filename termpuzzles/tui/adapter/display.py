"""What Textual has changed, as runs of cells for the painter; only lines that changed are composed.

Textual renders every line of every widget for each line that it updates, which was half the cost of a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache, partial
from typing import Any

from rich.cells import get_character_cell_size
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.terminal.capabilities import ColourDepth
from termpuzzles.terminal.cells import STEADY, Pen, Run
from termpuzzles.terminal.painter import Painter
from termpuzzles.tui.adapter.inside import UPDATES_ARE_SEEN, ChopsUpdate, LayoutUpdate, compositor_of, take_regions

_MOST_KEPT = 1000  # the most segments whose runs are cached

COLOUR_SYSTEMS = {
    ColourDepth.NONE: None,
    ColourDepth.STANDARD: ColorSystem.STANDARD,
    ColourDepth.EIGHT_BIT: ColorSystem.EIGHT_BIT,
    ColourDepth.TRUECOLOR: ColorSystem.TRUECOLOR,
}  # as rich calls them

_Pens = dict[Style, Pen]
_Runs = dict[tuple[str, Style | None], tuple[Run, ...]]


@cache
def _made_by_all(colours: ColourDepth) -> tuple[_Pens, _Runs]:
    """The caches of pens and runs for terminals with this number of colours, shared by all of them."""
    return {}, {}


class Display:
    """One screen, as it is composed and as a terminal with its number of colours shows it."""

    def __init__(self, painter: Painter, colours: ColourDepth) -> None:
        self.painter = painter
        self.colours = colours
        self._pens, self._runs = _made_by_all(colours)

    def accept(self, update: object) -> bool:
        """Take in what an update draws; False if the kind of update is not known."""
        if isinstance(update, LayoutUpdate):
            self._accept_all(update)
        elif isinstance(update, ChopsUpdate):
            self._accept_parts(update)
        else:
            return False
        return True

    def _accept_all(self, update: LayoutUpdate) -> None:
        x, top, width, height = update.region
        self._fit(width, height)
        for y, strips in enumerate(update.strips, top):
            self.painter.put(y, x, [run for strip in strips for run in self._runs_of(strip)])

    def _fit(self, width: int, height: int) -> None:
        if (width, height) != (self.painter.width, self.painter.height):
            self.painter.resize(width, height)

    def _accept_parts(self, update: ChopsUpdate) -> None:
        """Take in every piece of a widget that an update touches as a whole, which sends no more bytes."""
        if update.chop_ends and update.chop_ends[0]:
            self._fit(update.chop_ends[0][-1], len(update.chop_ends))
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
            pen = self._pens[style] = _pen_of(style, self.colours)
        return pen


def _pen_of(style: Style, colours: ColourDepth) -> Pen:
    """The style in that number of colours; rich caches its own codes for the first caller, whatever their colours."""
    ink = ground = ""
    if (system := COLOUR_SYSTEMS[colours]) is not None:
        if style.color is not None and not style.color.is_default:
            ink = ";".join(style.color.downgrade(system).get_ansi_codes())
        if style.bgcolor is not None and not style.bgcolor.is_default:
            ground = ";".join(style.bgcolor.downgrade(system).get_ansi_codes(foreground=False))
    return Pen(ink, ground, sum(1 << bit for bit, name in enumerate(_ATTRIBUTES) if getattr(style, name)))


_ATTRIBUTES = (
    *("bold", "dim", "italic", "underline", "blink", "blink2", "reverse", "conceal", "strike", "underline2"),
    *("frame", "encircle", "overline"),
)  # of a style, in the order of a pen's bits


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
    if not UPDATES_ARE_SEEN:
        return False
    bold = Style(bold=True, color="#ff0000")
    strip = Strip([Segment("ab", bold), Segment("cd", Style(underline=True))])
    try:
        display = Display(Painter(8, 2), ColourDepth.TRUECOLOR)
        display.accept(LayoutUpdate([[strip], [Strip.blank(8)]], Region(0, 0, 8, 2)))
        display.accept(ChopsUpdate([{}, {0: strip, 5: None}], [(1, 1, 3)], [[], [5, 8]]))
    except (AttributeError, TypeError, ValueError, LookupError):
        return False
    red = Pen("38;2;255;0;0", "", 1)
    drawn = [Run("a", 1, red), Run("b", 1, red), Run("c", 1, Pen("", "", 8)), Run("d", 1, Pen("", "", 8))]
    return list(display.painter.rows()) == [drawn + [Run(" ", 1, Pen())] * 4] * 2


_Chops = list[dict[int, Strip | None]]
_BARE = Style()


def plain_lines(widget: Widget, crop: Region) -> list[Strip]:
    """The lines of a widget as it draws them, for widgets without border, padding or anything laid over the colours."""
    filters, (_, background), width = widget.get_line_filters(), widget.background_colors, widget.size.width
    strips = []
    for y in range(crop.y, crop.bottom):
        strip = widget.render_line(y).adjust_cell_length(width, _BARE)
        for each in filters:
            strip = strip.apply_filter(each, background)
        strips.append(strip)
    return strips if crop.column_span == (0, width) else [strip.crop(*crop.column_span) for strip in strips]


def blank_lines(widget: Widget, crop: Region) -> list[Strip]:
    """The lines of a widget that draws nothing itself: one line for all, where Textual would keep each."""
    _, background = widget.background_colors
    strip = Strip.blank(crop.width, Style(bgcolor=background.rich_color))
    for each in widget.get_line_filters():
        strip = strip.apply_filter(each, background)
    return [strip] * crop.height


def render_partial_update(compositor: Any) -> ChopsUpdate | None:
    """The changes since the last update, in the form of the compositor's own method of this name."""
    screen = compositor.size.region
    spans = [*_spans(found for region in take_regions(compositor) if (found := region.intersection(screen)))]
    if not spans:
        return None
    return ChopsUpdate(composed(compositor, spans), spans, [cut_set[1:] for cut_set in compositor.cuts])


def _spans(regions: Iterable[Region]) -> Iterator[tuple[int, int, int]]:
    """The rows of regions, each with the columns where a part begins and ends; parts that touch are one."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for x, top, width, height in regions:
        for y in range(top, top + height):
            rows.setdefault(y, []).append((x, x + width))
    for y, parts in sorted(rows.items()):
        first, last = min(parts)
        for start, end in sorted(parts):
            if start > last:
                yield y, first, last
                first = start
            last = max(last, end)
        yield y, first, last


def composed(compositor: Any, spans: list[tuple[int, int, int]]) -> _Chops:
    """What a screen shows in these spans, each a row and the columns where it begins and ends, row by row."""
    cuts: list[list[int]] = compositor.cuts
    chops: _Chops = [dict.fromkeys(cut_set[:-1]) for cut_set in cuts]
    wanted = _pieces(cuts, spans)
    for widget, (region, clip) in compositor.visible_widgets.items():  # from the front to the back
        seen = region.intersection(clip)
        rows = (
            y for y, left in wanted.items() if seen.y <= y < seen.bottom and any(seen.x <= x < seen.right for x in left)
        )
        for first, last in _runs(rows):
            crop = Region(seen.x - region.x, first - region.y, seen.width, last - first)
            for y, strip in zip(range(first, last), widget.render_lines(crop), strict=False):
                _fill(chops[y], cuts[y], wanted[y], seen, strip)
        wanted = {y: left for y, left in wanted.items() if left}
        if not wanted:
            break
    return chops


def _pieces(cuts: list[list[int]], spans: list[tuple[int, int, int]]) -> dict[int, set[int]]:
    """For each row the columns where the pieces touched by a span begin; each piece belongs to one widget."""
    found: dict[int, set[int]] = {}
    for y, first, last in spans:
        pieces = zip(cuts[y], cuts[y][1:], strict=False)
        found.setdefault(y, set()).update(start for start, end in pieces if start < last and end > first)
    return found


def _fill(chops: dict[int, Strip | None], cuts: list[int], wanted: set[int], seen: Region, strip: Strip) -> None:
    """Take the wanted pieces of the strip that no widget in front of it covers."""
    own = [cut for cut in cuts if seen.x <= cut <= seen.right]
    for cut, piece in zip(own, strip.divide([cut - seen.x for cut in own[1:]]), strict=False):
        if cut in wanted:
            wanted.discard(cut)
            chops[cut] = piece


def _runs(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Rows in order, as runs: the first row of each and the one after its last."""
    first = last = -1
    for y in rows:
        if y != last:
            if first >= 0:
                yield first, last
            first = y
        last = y + 1
    if first >= 0:
        yield first, last


def compose_only_what_changed(screen: Screen[Any]) -> None:
    """Let the screen compose in this way, if what composes it works as we expect; else it composes more."""
    if display_works() and (compositor := compositor_of(screen)) is not None:
        compositor.render_partial_update = partial(render_partial_update, compositor)
