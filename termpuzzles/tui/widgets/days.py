"""Days drawn: a month whose days fill with what was done of their boards, and a year, each day as bright as busy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.catalogue.daily import Done, daily_games, month_of
from termpuzzles.render.ink import REVERSE
from termpuzzles.render.pixels import Dye
from termpuzzles.render.thumbnail import Dot
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Drawing, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import dot_strips

_DAY_NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_DOTS = {Done.OPEN: Dot("shaded", 1), Done.WITH_HELP: Dot("done", 2), Done.UNAIDED: Dot("done")}
_TALL, _WIDE = 36, 100  # a window in which a day takes two rows
_BAR = 2  # squares of a day, where there is no room for one of each game


class Month(Drawing):
    """Shows the month of one day, which is marked, as far as the boards of its days are done."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, self._draw_month, id="month")
        self._day = self._today = context.library.today().date()
        self._done: Mapping[date, Mapping[str, Done]] = {}
        self._rows = 1  # of a day

    def show(self, day: date, today: date, done: Mapping[date, Mapping[str, Done]], window: Size) -> None:
        """Show the month of that day in such a window; `done` says what was done of each day, by game."""
        self._day, self._today, self._done = day, today, done
        large = window.height >= _TALL and window.width >= _WIDE and self.context.ink.pipes
        self._rows = 2 if large else 1
        self.styles.height = 1 + len(month_of(day)) * self._rows
        self.draw_anew()

    def _draw_month(self, room: Size, brush: CellPainter) -> list[Strip]:
        """The days of the month, week by week."""
        pitch = min(14, max(5, (room.width - 2) // 7))
        names = "".join(f"{name:<{pitch}}" for name in _DAY_NAMES)
        strips = [text_strip(brush, (f" {names}", "faint"))]
        blank = Strip([Segment(" " * pitch, brush.palette.style("text"))])
        for week in month_of(self._day):
            days = [self._draw_day(day, pitch, brush) if day else [blank] * self._rows for day in week]
            edge = text_strip(brush, (" ", "text"))
            strips += [Strip.join([edge, *row]) for row in zip(*days, strict=True)]
        return strips

    def _draw_day(self, day: date, pitch: int, brush: CellPainter) -> list[Strip]:
        """A day: its number, and a square for each game."""
        palette = brush.palette
        chosen, tone = day == self._day, "good" if day == self._today else "text"
        tone = "frame" if day > self._today else tone
        style = palette.style(tone, "cursor" if chosen else "outside", day == self._today)
        if chosen and not brush.ink.colour:
            style = palette.style(tone, attributes=REVERSE)
        number = Strip([Segment(f"{day.day:>2}", style), Segment(" " * (pitch > 5), palette.style("text"))])
        blank = palette.style("text")
        squares = self._squares(day, pitch, brush) if day <= self._today else []
        squares += [Strip.blank(0)] * (self._rows - len(squares))
        first = [number, *[Strip([Segment(" " * number.cell_length, blank)])] * (self._rows - 1)]
        return [Strip.join(parts).adjust_cell_length(pitch, blank) for parts in zip(first, squares, strict=True)]

    def _squares(self, day: date, pitch: int, brush: CellPainter) -> list[Strip]:
        done = [self._done.get(day, {}).get(game, Done.OPEN) for game in daily_games(day)]
        if not brush.ink.pipes:
            signs = ("·○●" if self.context.glyphs.unicode else ".o*") if pitch >= 8 else ""
            solved = sum(each is not Done.OPEN for each in done)
            few = " " if not solved else "✓" if solved == len(done) else "+"
            text = "".join(signs[each.value] for each in done) if signs else few
            return [text_strip(brush, (text, "done"))]
        if pitch < len(done) + 4:
            done = _bar(done)
        dots = [_DOTS[each] for each in done]
        if self._rows > 1:
            return dot_strips([[dot for dot in dots for _ in range(2)]] * 2, brush)
        return dot_strips([[Dot("")] * len(dots), dots], brush)  # the upper half keeps the weeks apart


def _bar(done: list[Done]) -> list[Done]:
    """Fewer squares than games, filled by how many are solved: the first by one, the last by all of them."""
    solved = [each for each in done if each is not Done.OPEN]
    filled = _BAR if len(solved) == len(done) else min(len(solved), _BAR - 1)
    kind = Done.WITH_HELP if Done.WITH_HELP in solved else Done.UNAIDED
    return [kind] * filled + [Done.OPEN] * (_BAR - filled)


_LARGE = Size(140, 40)  # the smallest window in which each day is a square of its own
_BUSY = (1, 3, 5)  # the boards of a day from which on its square is a little brighter
_SIGNS = ("·░▒█", ".-+#")


class Year(Drawing):
    """Shows the year up to today."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, self._draw_year, id="year")
        self._days: Counter[str] = Counter()
        self._scale = 1  # the columns of a day
        self._marks_today = False

    def show(self, days: Counter[str], mark_today: bool = False) -> None:
        """Show how many boards were solved on each day, by its date in ISO form; perhaps with a mark at today."""
        self._days, self._marks_today = days, mark_today
        self.draw_anew()

    @property
    def days_height(self) -> int:
        """The rows that the days take, below the names of months."""
        return 4 if self.context.ink.pipes and self._scale == 1 else 7

    def fit(self, window: Size) -> None:
        """Take the rows that there are in such a window, if there are enough."""
        pipes = self.context.ink.pipes
        self._scale = 2 if window.width >= _LARGE.width and window.height >= _LARGE.height else 1
        self.display = window.height >= (20 if pipes else 26)
        self.styles.height = 1 + self.days_height

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
        drawn = dot_strips([*days, [Dot("")] * weeks], brush) if scale == 1 else [_apart(row, brush) for row in days]
        pairs = zip(_DAY_NAMES[:: 3 - scale], drawn, strict=True)
        return strips + [Strip.join([text_strip(brush, (f"  {name} ", "faint")), strip]) for name, strip in pairs]

    def _level(self, day: date) -> int:
        return sum(self._days[day.isoformat()] >= least for least in _BUSY)

    def _dot(self, day: date, today: date) -> Dot:
        level = self._level(day)
        if day == today and self._marks_today:
            return Dot("done")
        return Dot("") if day > today else Dot("done", 3 - level) if level else Dot("shaded", 2)

    def _sign(self, day: date, today: date) -> str:
        if day == today and self._marks_today:
            return "◂" if self.context.glyphs.unicode else "<"
        return " " if day > today else _SIGNS[not self.context.glyphs.unicode][self._level(day)]


def _apart(days: list[Dot], brush: CellPainter) -> Strip:
    """A row of days, each a square of its own."""
    dyes = brush.palette.dyes(brush.ink.few)
    ground = dyes.named["outside"]
    colours = [dyes.colour(Dye(dot.tone or "outside", "outside", dot.faded)) for dot in days]
    return Strip([Segment("▆ ", dyes.style(colour, ground)) for colour in colours])


def _months(weeks: list[date], scale: int) -> str:
    """The names of months above the weeks in which they begin."""
    line = ""
    for place, day in enumerate(weeks):
        if day.day <= 7 and len(line) <= place * scale:
            line = f"{line:<{place * scale}}{day:%b}"
    return line[: len(weeks) * scale]
