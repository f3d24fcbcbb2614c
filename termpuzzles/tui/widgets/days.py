"""Days drawn: a month whose days fill with what was done of their boards, and a year, each day as bright as busy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta

from rich.segment import Segment
from rich.style import Style
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
_TONES = {Done.OPEN: "frame", Done.WITH_HELP: "because", Done.UNAIDED: "done", Done.BEGUN: "lit"}
_SIGNS_OF = {Done.OPEN: "·.", Done.WITH_HELP: "○o", Done.UNAIDED: "●*", Done.BEGUN: "◌~"}  # where a bar says too little
BAR = "▊"


def bar_of(done: Done, pipes: bool, unicode: bool) -> tuple[str, str]:
    """A board of a day as one character, with its tone."""
    return (BAR if pipes else _SIGNS_OF[done][not unicode]), _TONES[done]


class Month(Drawing):
    """Shows the month of one day, which is marked, as far as the boards of its days are done.

    A day takes a row, two with a bar for each of its boards, or in a large window a square of three rows.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context, self._draw_month, id="month")
        self._day = self._today = context.library.today().date()
        self._done: Mapping[date, Mapping[str, Done]] = {}
        self._rows = 1  # of a day

    def show(self, day: date, today: date, done: Mapping[date, Mapping[str, Done]], window: Size) -> None:
        """Show the month of that day in such a window; `done` says what was done of each day, by game."""
        self._day, self._today, self._done = day, today, done
        large = window.height >= _LARGE.height and window.width >= _LARGE.width
        high = window.height >= _HIGH.height and window.width >= _HIGH.width
        self._rows = 4 if large else 2 if high else 1
        self.styles.height = 1 + len(month_of(day)) * self._rows
        self.draw_anew()

    def _draw_month(self, room: Size, brush: CellPainter) -> list[Strip]:
        """The days of the month, week by week."""
        pitch = min(10, max(5, (room.width - 1) // 7)) if self._rows == 1 else 8 if self._rows == 4 else 6
        line = "".join(f"{name:>{pitch - 1}} " for name in _DAY_NAMES)
        strips = [text_strip(brush, (f" {line}", "faint"))]
        for week in month_of(self._day):
            days = [self._draw_day(day, pitch, brush) for day in week]
            edge = text_strip(brush, (" ", "text"))
            strips += [Strip.join([edge, *row]) for row in zip(*days, strict=True)]
        return strips

    def _draw_day(self, day: date | None, pitch: int, brush: CellPainter) -> list[Strip]:
        """The rows of a day: its number, a sign if all of its boards are solved, and a bar for each."""
        blank = Strip.blank(pitch, brush.palette.style("text"))
        if day is None:
            return [blank] * self._rows
        games = daily_games(day)
        done = [self._done.get(day, {}).get(game, Done.OPEN) for game in games]
        is_all = bool(done) and all(each in (Done.UNAIDED, Done.WITH_HELP) for each in done)
        tone = "frame" if day > self._today else "done" if is_all else "text"
        sign = self.context.glyphs.done if is_all else ""
        bars = [bar_of(each, brush.ink.pipes, self.context.glyphs.unicode) for each in done]
        ground = self._ground(day, done)
        gap = text_strip(brush, (" ", "text"))
        if day > self._today:
            bars = []
        if self._rows == 1:
            few = bars if pitch > len(bars) + 3 else [_summed(done, brush)] if bars else []
            cells = [[(f"{day.day:>2}", tone), (" " * (pitch > 8), tone), *few]]
        else:
            side = " " * (self._rows == 4)
            number = f"{sign:<{2 - len(side)}}{day.day:>3}" if self._rows == 2 else f" {day.day:<3}{sign:>2}"
            cells = [[(number, tone)], [(side, tone), *bars]]
            cells = [*cells, []] if self._rows == 4 else cells
        drawn = [self._cell(pieces, pitch - 1, ground, day, brush) for pieces in cells]
        rows = [Strip.join([strip, gap]) for strip in drawn]
        return rows + [blank] * (self._rows - len(rows))

    def _ground(self, day: date, done: list[Done]) -> str:
        """The ground of a day: that of the cursor, or in a large window a shade of how much is done."""
        if day == self._day:
            return "cursor"
        if self._rows < 4 or day > self._today:
            return "outside"
        return "because" if any(each in (Done.UNAIDED, Done.WITH_HELP) for each in done) else "checker"

    def _cell(self, pieces: list[tuple[str, str]], width: int, ground: str, day: date, brush: CellPainter) -> Strip:
        """Pieces of text, each with its tone, on the ground of a day."""
        reverse = REVERSE if ground == "cursor" and not brush.ink.colour else 0
        palette, is_today = brush.palette, day == self._today

        def style(text: str, tone: str) -> Style:
            found = palette.style(tone, ground, is_today, reverse)
            is_open = brush.ink.pipes and text == BAR and tone == _TONES[Done.OPEN]
            return found + Style(color=palette.dyes(brush.ink.few).colour(_UNLIT)) if is_open else found

        tones = ((text, _seen(tone, ground) if text != BAR else tone) for text, tone in pieces if text)
        strip = Strip([Segment(text, style(text, tone)) for text, tone in tones])
        return strip.adjust_cell_length(width, style("", "text"))


_UNLIT = Dye("shaded", "outside", 2)  # a bar of a board that was not begun


def _seen(tone: str, ground: str) -> str:
    """The tone in which something is seen on that ground."""
    return "text" if ground == "cursor" and tone in ("faint", "lit", "frame") else tone


def _summed(done: list[Done], brush: CellPainter) -> tuple[str, str]:
    """A day's boards as one sign, where there is no room for one each: none, some or all of them are solved."""
    solved = [each for each in done if each in (Done.UNAIDED, Done.WITH_HELP)]
    signs = " ◐●" if brush.ink.glyphs.unicode else " +*"
    return signs[(len(solved) > 0) + (len(solved) == len(done))], "done" if solved else "frame"


_HIGH = Size(60, 20)  # the smallest window in which a day takes two rows
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
