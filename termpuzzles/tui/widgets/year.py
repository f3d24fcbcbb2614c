"""A year of days, a column for each week, each day the brighter the more boards were solved on it."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.render.thumbnail import Dot
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Drawing, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import dot_strips

_LARGE = Size(140, 40)  # the smallest window in which a day has two pixels a side
_DAY_NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_BUSY = (1, 3, 5)  # the boards of a day from which on its square is a little brighter
_SIGNS = ("·░▒█", ".-+#")


class Year(Drawing):
    """Shows the year up to today."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, self._draw_year, id="year")
        self._days: Counter[str] = Counter()
        self._scale = 1  # the pixels of a day's side

    def show(self, days: Counter[str]) -> None:
        """Show how many boards were solved on each day, by its date in ISO form."""
        self._days = days
        self.draw_anew()

    def fit(self, window: Size) -> None:
        """Take the rows that there are in such a window, if there are enough."""
        pipes = self.context.ink.pipes
        self._scale = 2 if window.width >= _LARGE.width and window.height >= _LARGE.height else 1
        self.display = window.height >= (20 if pipes else 26)
        self.styles.height = 2 + self._scale * 4 if pipes else 9

    def _draw_year(self, room: Size, brush: CellPainter) -> list[Strip]:
        today = self.context.library.today().date()
        scale = self._scale if brush.ink.pipes else 1
        weeks = min(53, (room.width - 5) // scale)
        monday = today - timedelta(today.weekday() + 7 * (weeks - 1))
        first = [monday + timedelta(7 * week) for week in range(weeks)]
        strips = [text_strip(brush, (f"     {_months(first, scale)}", "faint"))]
        if not brush.ink.pipes:
            for number, name in enumerate(_DAY_NAMES):
                signs = "".join(self._sign(day + timedelta(number), today) for day in first)
                strips.append(text_strip(brush, (f"  {name} ", "faint"), (signs, "done")))
            return strips
        days = [[self._dot(day + timedelta(number), today) for day in first] for number in range(7)]
        dots = [[dot for dot in row for _ in range(scale)] for row in days for _ in range(scale)]
        drawn = dot_strips([*dots, *[[Dot("")] * weeks * scale] * (scale % 2)], brush)
        labels = _DAY_NAMES[:: 3 - scale]
        pairs = zip(labels, drawn, strict=True)
        return strips + [Strip.join([text_strip(brush, (f"  {name} ", "faint")), strip]) for name, strip in pairs]

    def _level(self, day: date) -> int:
        return sum(self._days[day.isoformat()] >= least for least in _BUSY)

    def _dot(self, day: date, today: date) -> Dot:
        level = self._level(day)
        return Dot("") if day > today else Dot("done", 3 - level) if level else Dot("shaded", 2)

    def _sign(self, day: date, today: date) -> str:
        return " " if day > today else _SIGNS[not self.context.glyphs.unicode][self._level(day)]


def _months(weeks: list[date], scale: int) -> str:
    """The names of months above the weeks in which they begin."""
    line = ""
    for place, day in enumerate(weeks):
        if day.day <= 7 and len(line) <= place * scale:
            line = f"{line:<{place * scale}}{day:%b}"
    return line[: len(weeks) * scale]
