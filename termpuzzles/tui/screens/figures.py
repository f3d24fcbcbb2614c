"""What the page of statistics is made of: what the journals tell, counted once, and its tables and charts in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from termpuzzles.catalogue.ladder import PlayerRating
from termpuzzles.catalogue.statistics import RECENT, Need, Row
from termpuzzles.english import counted
from termpuzzles.games import named, names
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules import FILES
from termpuzzles.session.session import clock_text
from termpuzzles.tui.screens.home_rows import needs_table, short_game
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import NARROW, Words
from termpuzzles.tui.widgets.plots import big_figures, binned, columns, spark, stacked_bar
from termpuzzles.tui.widgets.table import Cell, Column, in_columns, width_of

_BOARDS = Column(13, gap=1), Column(7, "faint")  # a game and a size
_FIGURES = {  # by titles; a time of ten hours and more stands apart from what is before it
    "solved": Column(8, right=True),
    "no help": Column(9, right=True),
    "best": Column(9, "source", right=True),
    "median": Column(9, right=True),
    "last twelve": Column(12, gap=2),
    "streak": Column(7, "faint", right=True),
}
_MATTER = ("solved", "best", "median", "no help", "last twelve", "streak")  # what has room first
_BAR, _LONG_BAR = 14, 40  # columns
_TOLD = 16  # columns of the words beside a histogram
_MOST_BARS, _BAR_GAP = 14, 1
_ENOUGH = 3  # boards of a kind whose times are shown as a histogram
_CURVE, _LONG_CURVE = 20, 40  # boards in the curve of a rating
_MONTHS = 12
FIGURES = 4  # in the first row
_A_MONTH = "  boards a month"
_ALL_AT_ONCE = 140  # columns of a window that shows everything, if it has the rows
BESIDE_DAYS = 64  # columns of the days, with what is around them
_TECHNIQUE = (  # of a game, with a bar and figures; and in a narrow window
    (Column(17, gap=3), Column(13, "faint", gap=1), Column(), Column(14, right=True)),
    (Column(17, gap=1), Column(4, "faint", gap=1), Column(since=NARROW), Column(10, right=True)),
)


class BoardsOf(NamedTuple):
    """The row of a game and a size."""

    game: str
    size: str


class TechniqueRow(NamedTuple):
    """The row of a technique of a game."""

    game: str
    rule: str


@dataclass(frozen=True)
class Told:
    """What the journals tell, counted once."""

    rows: tuple[Row, ...] = ()
    days: Counter[str] = field(default_factory=Counter)
    hours: float = 0.0
    streak: int = 0
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    alone: Counter[tuple[str, str]] = field(default_factory=Counter)
    needs: tuple[Need, ...] = ()
    ratings: Mapping[str, PlayerRating] = field(default_factory=dict)

    @property
    def solved(self) -> int:
        """The number of boards."""
        return sum(row.solved for row in self.rows)

    @property
    def unaided(self) -> int:
        """How many of them were solved without help."""
        return sum(row.unaided for row in self.rows)


class Room(NamedTuple):
    """The room that a window has for the page: its columns, whether it shows everything at once, and its characters."""

    width: int
    large: bool
    unicode: bool

    @property
    def narrow(self) -> bool:
        """Whether there is room only for what matters most."""
        return self.width < NARROW

    @property
    def bar(self) -> int:
        """The columns of the bar of a technique."""
        return 0 if self.narrow else _LONG_BAR if self.large else _BAR + min(14, max(0, self.width - 80))

    @property
    def figures(self) -> dict[str, Column]:
        """The columns of the table for which there is room, by their titles."""
        if self.large:
            return _FIGURES
        left = self.width - width_of(*_BOARDS) - (1 if self.narrow else 3)
        shown = []
        for name in _MATTER:
            if (width := width_of(_FIGURES[name])) <= left:
                shown.append(name)
                left -= width
        return {name: column for name, column in _FIGURES.items() if name in shown}


def first_figures(told: Told) -> list[tuple[str, str, str, str]]:
    """The figures of the first row: each with its words, its tone, and what stands beside the words."""
    share = f"{100 * told.unaided // max(1, told.solved)} %"
    per_board = f"{max(1, round(60 * told.hours / max(1, told.solved)))} min a board"
    minutes = round(60 * told.hours)
    days = ("days in a row", "day in a row")[told.streak == 1]
    return [
        (f"{told.solved:,}", "solved", "text", ""),
        (f"{told.unaided:,}", "without help", "text", share),
        (f"{told.streak}", days, "done", "today's boards"),
        (f"{minutes // 60}:{minutes % 60:02}", "hours", "source", per_board),
    ]


def figure_cards(told: Told, room: Room) -> Iterator[list[Words]]:
    """The figures as cards, large and side by side."""
    found = first_figures(told)
    for number, words, tone, more in found:
        gap = " " * ((room.width - 4) // len(found) - len(words) - len(more) - 5)
        drawn: list[Words] = [((f"  {row}", tone),) for row in big_figures(number, room.unicode)]
        yield [(), *drawn, ((f"  {words}", "text"), (f"{gap}{more}", "faint")), ()]


def figures_in_line(told: Told, room: Room) -> Words:
    """The figures in one line, as many as there is room for."""
    line: list[tuple[str, ...]] = [(" ", "text")]
    left = room.width - 5
    for number, words, _, _ in first_figures(told):
        if words == "hours":
            hours, minutes = number.split(":")
            number, words = (f"{hours} h" if int(hours) else f"{int(minutes)} min"), "played"
        if len(number) + len(words) + 1 <= left:
            line += [(number, "source"), (f" {words}   ", "faint")]
            left -= len(number) + len(words) + 4
    return tuple(line)


def has_months(room: Room) -> bool:
    """Whether there is room for the months beside the days."""
    return room.width - BESIDE_DAYS >= len(_A_MONTH) and (room.large or room.width < _ALL_AT_ONCE)


def month_lines(told: Told, today: date, rows: int, room: Room) -> list[Words]:
    """The boards of each of the last twelve months, as bars in so many rows."""
    counts = []
    for back in reversed(range(_MONTHS)):
        year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
        counts.append(sum(n for day, n in told.days.items() if day.startswith(f"{year}-{month + 1:02}")))
    wide = 2 if room.large or room.width - BESIDE_DAYS >= 3 * _MONTHS + 2 else 1
    drawn = columns(counts, rows, room.unicode, wide, wide - 1, _MONTHS - 1)
    return [((_A_MONTH, "faint"),), *((("  ", "text"), *row) for row in drawn)]


def first_board(name: str, narrow: bool) -> list[Words]:
    """What a player reads who has solved nothing yet; `name` is that of the board to begin with."""
    return [
        ((" Your first board takes about a minute.", "good"),),
        (),
        ((" Afterwards this page shows", "faint"),),
        *(((f"   · {each}{'' if narrow else more}", "text"),) for each, more in _SHOWS),
        (),
        ((" Enter", "source", "screen.first"), (f" play {name}", "text", "screen.first")),
        ((" d    ", "source", "screen.go('daily')"), (" today's boards", "text", "screen.go('daily')")),
    ]


_SHOWS = (
    ("the days on which you played", ", a square each"),
    ("your times on every size", ", best and median"),
    ("what you solved without help", ""),
    ("the techniques that cost you hints", ""),
)


def boards_head(room: Room) -> Words:
    """The titles of the table."""
    titles = [((title, "faint"),) for title in room.figures]
    return in_columns((*_BOARDS, *room.figures.values()), (("Games", "good"),), (("", "good"),), *titles)


def table_rows(told: Told, room: Room) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
    """The rows of the table, with the columns for which there is room."""
    shown = room.figures
    for row in told.rows:
        title = named(row.game).title if row.game in names() else row.game
        cells: dict[str, Cell] = {
            "solved": str(row.solved),
            "no help": str(row.unaided),
            "best": clock_text(row.best),
            "median": clock_text(row.median),
            "last twelve": (("", "text"), *spark(row.times[-RECENT:], room.unicode), ("", "text")),
            "streak": str(row.streak),
        }
        words = in_columns((*_BOARDS, *shown.values()), title, row.size, *(cells[name] for name in shown))
        yield Choice(words, BoardsOf(row.game, row.size))


def _name_of(row: Row) -> str:
    return f"{named(row.game).title if row.game in names() else row.game} {row.size}"


def times_below(row: Row, room: Room) -> list[Words]:
    """Bars four rows high, with words at their left."""
    name = _name_of(row)
    words: list[tuple[str, str]] = [
        (name, "good"),
        (counted(len(row.times), "time"), "faint"),
        ("", "text"),
        (f"best {clock_text(row.best)}", "source"),
        (f"median {clock_text(row.median)}", "text"),
    ]
    if len(row.times) < _ENOUGH:
        return [(), ((f" {name}   ", "good"), (_more_needed(row), "faint"))]
    pitch = max(2, min(6, (room.width - _TOLD - 6) // _MOST_BARS))
    bins = binned(row.times, _MOST_BARS)
    drawn = columns(bins.counts, 4, room.unicode, pitch - 1, _BAR_GAP, bins.place(row.times[-1]))
    right: list[Words] = [*drawn, ((bins.scale(pitch), "faint"),)]
    return [(), *(((f" {text:<{_TOLD}} ", tone), *line) for (text, tone), line in zip(words, right, strict=True))]


def times_beside(row: Row, room: Room) -> list[Words]:
    """Bars eight rows high, with a sentence below."""
    name = _name_of(row)
    head: Words = ((name, "good"), (f"  times of {counted(len(row.times), 'board')}", "faint"))
    if len(row.times) < _ENOUGH:
        return [head, (), ((_more_needed(row), "faint"),)]
    pitch = min(5, (room.width - 96) // _MOST_BARS)
    bins = binned(row.times, _MOST_BARS)
    drawn = columns(bins.counts, 8, room.unicode, pitch - 1, _BAR_GAP, bins.place(row.times[-1]))
    slower = sum(time > row.times[-1] for time in row.times)
    last = f"   the last {clock_text(row.times[-1])}, faster than {slower} of {len(row.times)}"
    return [
        head,
        *drawn,
        ((bins.scale(pitch), "faint"),),
        ((f"best {clock_text(row.best)}", "source"), (f"   median {clock_text(row.median)}", "text")),
        ((last.strip(), "faint"),),
    ]


def ladder_lines(told: Told, game: str, room: Room) -> list[Words]:
    """The player's rating in a game, with its curve over the latest boards; nothing if there is none."""
    rating = told.ratings.get(game)
    if rating is None:
        return []
    latest = rating.values[-(_LONG_CURVE if room.large else _CURVE) :]
    floor = min(latest) - 1
    curve = spark([value - floor for value in latest], room.unicode) if len(latest) >= _ENOUGH else ()
    return [((" " * (not room.large) + "rating ", "faint"), (f"{rating}", "source"), ("  ", "text"), *curve)]


def _more_needed(row: Row) -> str:
    left = _ENOUGH - len(row.times)
    return f"{('One', 'Two')[left - 1]} more board{'s' * (left > 1)}, and your times show here."


def technique_rows(told: Told, room: Room) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
    """What needs practice, where that does not stand beside the list, then what was met, each with a bar."""
    needs, met = told.needs if not room.large else (), told.met
    if needs:
        yield Choice(((" Needs practice", "good"), ("  hints and wrong pins", "faint")))
        most = max(need.missed for need in needs)
        for need in needs:
            bar = filled_bar(need.missed / most, room.bar, room.unicode, "bad loop")
            yield _technique(room, TechniqueRow(need.game, need.rule), bar, f"{need.missed}")
        if met:
            yield Choice(((" ", "text"),))
            yield Choice(techniques_head(room))
    if not met:
        return
    most = max(met.values())
    for game in names():
        found = [rule for of, rule in met if of == game and rule in FILES and rule != SEARCH]
        for rule in sorted(found, key=list(FILES).index):
            every, alone = met[game, rule], told.alone[game, rule]
            parts = ((alone / most, "done"), (every / most, "bad loop"))
            bar = stacked_bar(parts, room.bar, room.unicode)
            yield _technique(room, TechniqueRow(game, rule), bar, f"{alone} of {every}")


def techniques_head(room: Room) -> Words:
    """The title of the techniques."""
    about = "  solved alone, of the boards that needed it"
    return (" Techniques", "good"), ("  solved alone" if room.narrow else about, "faint")


def _technique(room: Room, row: TechniqueRow, bar: Words, figures: str) -> Choice[BoardsOf | TechniqueRow]:
    game = short_game(row.game) if room.narrow else named(row.game).title
    cells = technique_name(row.rule), game, bar, figures
    return Choice(in_columns(_TECHNIQUE[room.narrow], *cells, window=room.width), row)


def needs_lines(told: Told, unicode: bool) -> list[Words]:
    """What needs practice, for the place beside the techniques."""
    if not told.needs:
        return [(("Needs practice", "good"), ("  nothing: no technique has cost you three hints", "faint"))]
    below: Words = (("p", "source"), (" practises on boards that you have not seen", "faint"))
    return [*needs_table(told.needs[:8], unicode), (), below]
