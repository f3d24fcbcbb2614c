"""What was done of the boards of the days, as words: of one board, of a day, and of a month."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from termpuzzles.catalogue.daily import (
    Done,
    TodaysBoard,
    daily_games,
    daily_size,
    daily_title,
    days_begun,
    days_done,
    month_of,
)
from termpuzzles.catalogue.statistics import rows_by_size
from termpuzzles.english import counted
from termpuzzles.games import named
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.ink import Ink
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.screens.home_rows import state_today
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.days import bar_of
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.table import Column, in_columns

_MEANINGS = ("solved without help", "solved with help", "begun", "not begun")  # of bars
_BAR = 14  # columns
_GAME = Column(14, gap=1), Column(), Column(tone="faint"), Column(8, "source", right=True)


class DailyBoard(NamedTuple):
    """The board of a game and day."""

    game: str
    day: date


class DaysPlayed(NamedTuple):
    """The journals of all boards, and what was done of each day's, by game."""

    entries: tuple[Summary, ...] = ()
    done: Mapping[date, Mapping[str, Done]] = {}

    @classmethod
    def of(cls, entries: tuple[Summary, ...]) -> DaysPlayed:
        """What these journals tell."""
        done = days_done(entries)
        for day, games in days_begun(entries).items():
            for game in games:
                done.setdefault(day, {}).setdefault(game, Done.BEGUN)
        return cls(entries, done)

    def state(self, board: DailyBoard) -> Done:
        """What was done of a board."""
        return self.done.get(board.day, {}).get(board.game, Done.OPEN)

    def solved_on(self, day: date) -> int:
        """How many boards of a day are solved."""
        return len(_solved(self.done.get(day, {})))

    def solved_in_month(self, day: date) -> int:
        """How many boards were solved of the month that this day lies in."""
        return sum(len(_solved(done)) for each, done in self.done.items() if same_month(each, day))

    def solve(self, board: DailyBoard) -> Solve | None:
        """How the board was solved at its quickest."""
        solves = (solve for entry in self.entries if entry.game == board.game for solve in entry.solves)
        return min((solve for solve in solves if solve.daily == board.day.isoformat()), default=None)

    def begun(self, board: DailyBoard) -> Summary | None:
        """The journal of the board, if it was begun and is not finished."""
        title = daily_title(board.day)
        mine = (e for e in self.entries if e.game == board.game and e.title == title and not e.finished)
        return next(mine, None)

    def time(self, board: DailyBoard, glyphs: Glyphs) -> Words:
        """The time of a board: that of its solving, that so far, or none."""
        solve, begun = self.solve(board), self.begun(board)
        return state_today(TodaysBoard(board.game, "", False, solve, begun), glyphs) or (("new", "faint"),)

    def help(self, board: DailyBoard) -> str:
        """What help a solved board took."""
        state = self.state(board)
        return "no help" if state is Done.UNAIDED else "with help" if state is Done.WITH_HELP else ""

    def about(self, board: DailyBoard) -> Words:
        """How far a board is: begun, solved, or not begun."""
        entry, solve = self.begun(board), self.solve(board)
        if entry is not None:
            hints = counted(sum(count for _, count in entry.hints), "hint") if entry.hints else "no hints"
            return ((f"{clock_text(entry.seconds)} so far, {hints}", "faint"),)
        if solve is not None:
            return ((f"solved in {clock_text(solve.seconds)}, {self.help(board)}", "faint"),)
        return (("not begun yet", "faint"),)

    def usual(self, board: DailyBoard) -> list[Words]:
        """The best and the usual time on boards like this one."""
        size = daily_size(board.game, board.day).removesuffix("w")
        row = next((row for row in rows_by_size(self.entries) if (row.game, row.size) == (board.game, size)), None)
        if row is None:
            return []
        best, median = clock_text(row.best), clock_text(row.median)
        return [(("your best     ", "faint"), (best, "source")), (("your median   ", "faint"), (median, "text"))]

    def day_before(self, today: date, ink: Ink) -> list[Words]:
        """The boards of the day before, as bars, and how long they took in all."""
        day = today - timedelta(1)
        games = daily_games(day)
        solves = [solve.seconds for game in games if (solve := self.solve(DailyBoard(game, day)))]
        if not solves:
            return []
        bars = [bar_of(self.state(DailyBoard(game, day)), ink.pipes, ink.glyphs.unicode) for game in games]
        return [(("The day before", "good"),), (*bars, (f"  {clock_text(sum(solves))} in all", "faint"))]

    def about_day(self, day: date, today: date) -> str:
        """What is to be known about the day: nothing if it is today."""
        if not self.done:
            return "Solve one of today's boards and your streak begins." if day == today else ""
        if day == today:
            return ""
        if not any(_solved(done) for each, done in self.done.items() if same_month(each, day)):
            return f"Nothing solved in {day:%B}; [ goes further back."
        return "Earlier boards can still be played, but do not count for the streak."

    def month_so_far(self, day: date, today: date, ink: Ink) -> list[Words]:
        """Of each game how many boards of the month were solved, and the best time."""
        last = today.day if same_month(day, today) else month_of(day)[-1]
        days = last if isinstance(last, int) else max(each for each in last if each).day
        lines: list[Words] = [((f" {day:%B}", "good"),)]
        for game in daily_games(day):
            solves = [
                solve.seconds
                for entry in self.entries
                if entry.game == game
                for solve in entry.solves
                if solve.daily.startswith(f"{day:%Y-%m}")
            ]
            count = sum(game in _solved(done) for each, done in self.done.items() if same_month(each, day))
            best = clock_text(min(solves)) if solves else ""
            bar = filled_bar(count / days, _BAR, ink.glyphs.unicode, "done")
            lines.append(in_columns(_GAME, named(game).title, bar, f"{count:>5} of {days}", best))
        return lines


def legend(ink: Ink) -> list[Words]:
    """What the bars mean."""
    kinds = zip(_MEANINGS, (Done.UNAIDED, Done.WITH_HELP, Done.BEGUN, Done.OPEN), strict=True)
    return [
        ((" ", "text"), bar_of(kind, ink.pipes, ink.glyphs.unicode), (f" {meaning}", "faint"))
        for meaning, kind in kinds
    ]


def of_day(day: date) -> list[DailyBoard]:
    """The boards of a day."""
    return [DailyBoard(game, day) for game in daily_games(day)]


def size_in_words(board: DailyBoard) -> str:
    """The size of a board, and whether it wraps."""
    size = daily_size(board.game, board.day)
    return f"{size.removesuffix('w')}{' wraps' if size.endswith('w') else ''}"


def same_month(one: date, other: date) -> bool:
    """Whether two days lie in the same month."""
    return (one.year, one.month) == (other.year, other.month)


def _solved(done: Mapping[str, Done]) -> set[str]:
    """The games whose boards are solved."""
    return {game for game, each in done.items() if each in (Done.UNAIDED, Done.WITH_HELP)}
