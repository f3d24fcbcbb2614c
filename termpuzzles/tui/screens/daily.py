"""The boards of the day, and a calendar of the days before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.catalogue.daily import (
    bars,
    daily_board,
    daily_games,
    daily_size,
    days_played,
    share_text,
    streak,
    stream_of,
)
from termpuzzles.games import named
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.list_screen import ListScreen
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Lines, Words

_WEEKS = 5  # the weeks that the calendar shows
_OLDEST = 400  # the days that one can go back


class DailyBoard(NamedTuple):
    """The board of a game and day."""

    game: str
    day: date


class DailyScreen(ListScreen[None, DailyBoard]):
    """A day's boards, with the calendar above; ← and → go from day to day."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "day(-1)", "day before", id="daily.before", tooltip="The day before"),
        Binding("right,l", "day(1)", "day after", id="daily.after", tooltip="The day after, up to today"),
        Binding(
            "left_square_bracket,pageup",
            "day(-28)",
            "weeks before",
            id="daily.weeks",
            tooltip="Four weeks back",
            show=False,
        ),
        Binding(
            "right_square_bracket,pagedown",
            "day(28)",
            "weeks after",
            id="daily.weeks_on",
            tooltip="Four weeks on",
            show=False,
        ),
        Binding("y", "share", "copy result", id="daily.share", tooltip="Copy the result of the solved board as text"),
        Binding("q,escape", "leave", "back", id="daily.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._day = context.library.today().date()
        self._shown_today = self._day
        self._entries: tuple[Summary, ...] = ()

    def body(self) -> ComposeResult:
        """The calendar, and the day's boards."""
        yield Lines(self.context.palette, id="calendar")
        yield from super().body()

    def on_mount(self) -> None:
        """Look for a new day now and then."""
        self.set_interval(20, self.look_at_the_calendar)

    def look_at_the_calendar(self) -> None:
        """Offer the new boards of the day after midnight."""
        if self.is_ready and self._today != self._shown_today:
            if self._day == self._shown_today:
                self._day = self._today
            self._shown_today = self._today
            self.show()
            self.say("A new day has begun: these are its boards.")

    def on_screen_resume(self) -> None:
        """Read the journals anew: a board may have been solved."""
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        self._entries = (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        self.show()

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    @property
    def _played(self) -> set[date]:
        return {found.day for found in days_played(self._entries)}

    def heading(self) -> list[Words]:
        """How many days in a row were played."""
        days = streak(self._played, self._today)
        in_a_row = f"   {days} day{'s' * (days != 1)} in a row" if days else ""
        return [((" Daily", "good"), (in_a_row, "faint"))]

    def show(self, at: DailyBoard | None = None) -> None:
        """Show the calendar, too."""
        super().show(at)
        self.query_one("#calendar", Lines).lines = list(self._calendar(self._played))

    def _calendar(self, played: set[date]) -> Iterator[Words]:
        yield ()
        yield (("   Mo  Tu  We  Th  Fr  Sa  Su", "faint"), (f"     {self._day:%B %Y}", "faint"))
        last = self._today - timedelta(self._today.weekday() + 7 * (_WEEKS - 1))
        monday = min(last, self._day - timedelta(self._day.weekday()))
        done = self.context.glyphs.done
        for week in range(_WEEKS):
            words: list[tuple[str, str]] = [("  ", "text")]
            for number in range(7):
                day = monday + timedelta(7 * week + number)
                sign = done if day in played else " "
                text = "   " if day > self._today else f"{day.day:>2}{sign}"
                lead = ("▸" if self.context.glyphs.unicode else ">") if day == self._day else " "
                words.append((lead + text, "good" if day == self._day else "lit" if day in played else "text"))
            yield tuple(words)
        yield ()

    def rows(self) -> Iterator[Choice[DailyBoard]]:
        """The boards of the day, with the times of those that are solved."""
        when = "today" if self._day == self._today else "a day gone by counts for no streak"
        yield Choice(((f" {self._day:%A} {self._day.isoformat()}", "good"), (f"   {when}", "faint")))
        for game in daily_games(self._day):
            size = daily_size(game, self._day)
            name = f"{named(game).title} {size.removesuffix('w')}{' wraps' if size.endswith('w') else ''}"
            solve = self._solve(game)
            done = ""
            if solve is not None:
                unaided = "no help" if solve.unaided else "with help"
                done = f"{self.context.glyphs.done} {clock_text(solve.seconds)}, {unaided}"
            yield Choice(((f"   {name:<24}", "text"), (done, "lit")), DailyBoard(game, self._day))
        stream = stream_of(self._day).number
        yield Choice(((" ", "text"),))
        yield Choice(((f" Everyone who plays stream {stream} has the same boards.", "faint"),))

    def _solve(self, game: str) -> Solve | None:
        day = self._day.isoformat()
        solves = [
            solve for entry in self._entries if entry.game == game for solve in entry.solves if solve.daily == day
        ]
        return min(solves, default=None)

    def action_day(self, step: int) -> None:
        """Go to another day of the calendar, none after today."""
        day = self._day + timedelta(step)
        if self._today - timedelta(_OLDEST) <= day <= self._today:
            self._day = day
            self.show()

    def choose(self, value: DailyBoard) -> None:
        """Play the board that was chosen."""
        self.opener.play([daily_board(value.game, value.day)])

    def action_share(self) -> None:
        """Copy the result of the board at the cursor, and show it."""
        chosen = self.choices.value
        solve = self._solve(chosen.game) if chosen else None
        if chosen is None or solve is None:
            self.say("Solve the board first: then its result can be copied.")
            return
        puzzle = daily_board(chosen.game, chosen.day)
        text = share_text(
            puzzle, chosen.day, solve.seconds, "no hints" if solve.unaided else "with help", bars(solve.seconds)
        )
        self.app.copy_to_clipboard(text)
        self.say(text)
