"""The boards of the day: a month whose days fill, and the chosen day's boards as cards below it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.catalogue.daily import (
    DailyQuestion,
    Done,
    TodaysBoard,
    daily_board,
    daily_games,
    daily_size,
    daily_title,
    days_done,
    days_played,
    streak,
)
from termpuzzles.catalogue.day import bars, share_text
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.picture import picture_of
from termpuzzles.session.questions import SolutionsQuestion
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import HIGH, ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home_rows import state_today
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.days import Month
from termpuzzles.tui.widgets.lines import Middle
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_GAP, _BESIDE = 2, 4  # columns between two boards, and beside all of them
_OLDEST = 400  # the days that one can go back


def day_keys(screen: str) -> list[BindingType]:
    """The keys that go from day to day on this screen."""
    return [
        Binding("left,h", "day(-1)", "day before", id=f"{screen}.before", tooltip="The day before"),
        Binding("right,l", "day(1)", "day after", id=f"{screen}.after", tooltip="The day after, up to today"),
    ]


def is_offered(day: date, today: date) -> bool:
    """Whether one can go to that day: none is after today, or too long ago."""
    return today - timedelta(_OLDEST) <= day <= today


class DailyBoard(NamedTuple):
    """The board of a game and day."""

    game: str
    day: date


class DailyScreen(ListScreen[None, DailyBoard]):
    """A month, each day a small square for each game; ← and → go from day to day, ↑ and ↓ along the day's boards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *day_keys("daily"),
        Binding("left_square_bracket,pageup", "month(-1)", "month before", id="daily.weeks", tooltip="A month back"),
        Binding("right_square_bracket,pagedown", "month(1)", "month after", id="daily.weeks_on", tooltip="A month on"),
        Binding("y", "share", "copy result", id="daily.share", tooltip="Copy the result of the solved board"),
        Binding("t", "table", "table", id="daily.table", tooltip="Who solved these boards, and how fast"),
        Binding("q,escape", "leave", "back", id="daily.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = (
        *("choose", "list.choose", "day", "daily.table", "daily.share", "month", "daily.leave"),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._day = context.library.today().date()
        self._shown_today = self._day
        self._entries: tuple[Summary, ...] = ()
        self._done: dict[date, dict[str, Done]] = {}
        self._boards: dict[date, dict[str, Puzzle]] = {}
        self._asked: date | None = None  # the day whose boards were asked for last

    def body(self) -> ComposeResult:
        """The month, the day's boards as lines, and their pictures."""
        yield Month(self.context)
        yield self.choices
        with Middle(id="cards"):
            for _ in daily_games(self._day):
                yield Thumbnail(self.context)

    def on_mount(self) -> None:
        """Look for a new day now and then."""
        self.set_interval(20, self.look_at_the_calendar)

    def on_resize(self) -> None:
        """Show all boards at the same scale."""
        cards = self.query(Thumbnail)
        for card in cards:
            card.styles.width = (self.size.width - _BESIDE) // len(cards) - _GAP

    def look_at_the_calendar(self) -> None:
        """Offer the new boards of the day after midnight."""
        if self.is_ready and self._today != self._shown_today:
            if self._day == self._shown_today:
                self._day = self._today
            self._shown_today = self._today
            self.show()
            self.show_message("A new day has begun. These are its boards.")

    def on_screen_resume(self) -> None:
        """Read the journals anew: a board may have been solved."""
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        self._entries = (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        self._done = days_done(self._entries)
        self.show()

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    def headline(self) -> Headline:
        """The month, and how many days in a row were played."""
        days = streak({found.day for found in days_played(self._entries)}, self._today)
        return Headline("Daily", f"{self._day:%B %Y}", ((f"{days}-day streak" if days else "", "faint"),))

    def show(self, at: DailyBoard | None = None) -> None:
        """Show the month and the pictures, too."""
        if not self.is_ready:
            return
        super().show(at)
        self.choices.styles.height = self.choices.option_count
        self.query_one(Month).show(self._day, self._today, self._done, self.size)
        cards = self.query_one("#cards")
        cards.display = self.size.height >= HIGH
        if not cards.display:
            return
        if self._day in self._boards:
            self._show_cards()
        elif self._asked != self._day:
            self._asked = self._day
            for card in self.query(Thumbnail):
                card.show(None)
            ask(self, self.context.answerer, DailyQuestion(self._day), self._take_boards, "boards")

    def _take_boards(self, boards: dict[str, Puzzle]) -> None:
        day = date.fromisoformat(dict(next(iter(boards.values())).header)["daily"]) if boards else self._day
        self._boards = {**self._boards, day: boards}
        if day == self._day:
            self._show_cards()

    def _show_cards(self) -> None:
        """Show the day's boards, and the solutions of those that are solved once they are found."""
        done = self._done.get(self._day, {})
        for card, (game, board) in zip(self.query(Thumbnail), self._boards[self._day].items(), strict=False):
            card.show(picture_of(board, board.start))
            if game in done:
                found = partial(self._show_solved, card, board, self._day)
                ask(self, self.context.answerer, SolutionsQuestion(board, 1), found, f"solution {game}")

    def _show_solved(self, card: Thumbnail, board: Puzzle, day: date, solutions: list[bytes]) -> None:
        if day == self._day:
            card.show(picture_of(board, board.game.solved_state(board, solutions[0])), solved=True)

    def rows(self) -> Iterator[Choice[DailyBoard]]:
        """The boards of the day, with the times of those that are solved."""
        ends = f", until midnight {self.context.midnight}" if self.context.midnight and not self.is_narrow else ""
        when = f"   today{ends}" if self._day == self._today else ""
        yield Choice(((f" {self._day:%A} {self._day.day} {self._day:%B}", "good"), (when, "faint")))
        for game in daily_games(self._day):
            size = daily_size(game, self._day)
            name = f"{named(game).title} {size.removesuffix('w')}{' wraps' if size.endswith('w') else ''}"
            solve = _solve(self._entries, game, self._day)
            begun = _begun(self._entries, game, self._day)
            state = state_today(TodaysBoard(game, size, False, solve, begun), self.context.glyphs)
            helped = ((", no help" if solve.unaided else ", with help", "done"),) if solve else ()
            words = ((f"   {name:<{18 if self.is_narrow else 20}} ", "text"), *state, *helped)
            yield Choice(words, DailyBoard(game, self._day))

    def action_day(self, step: int) -> None:
        """Go to another day, none after today."""
        day = self._day + timedelta(step)
        if is_offered(day, self._today):
            self._day = day
            self.show()

    def action_month(self, step: int) -> None:
        """Go to the month before or after, at most to today."""
        first = self._day.replace(day=1)
        other = first - timedelta(1) if step < 0 else first + timedelta(31)
        day = min(other.replace(day=min(self._day.day, 28)), self._today)
        if is_offered(day, self._today) and day.month == other.month:
            self._day = day
            self.show()

    def choose(self, value: DailyBoard) -> None:
        """Play the board that was chosen."""
        self.opener.play([self._boards.get(value.day, {}).get(value.game) or daily_board(value.game, value.day)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: what others did is shown only where there are others."""
        return (action != "table" or self.context.day_screen is not None) and super().check_action(action, parameters)

    def action_table(self) -> None:
        """Show who solved the day's boards how quickly."""
        if self.context.day_screen is not None:
            self.app.push_screen(self.context.day_screen(self.context, self._day))

    def action_share(self) -> None:
        """Copy the result of the board at the cursor, and show it."""
        chosen = self.choices.value
        solve = _solve(self._entries, chosen.game, self._day) if chosen else None
        if chosen is None or solve is None:
            self.show_message("Solve the board first; then you can copy its result.")
            return
        puzzle = daily_board(chosen.game, chosen.day)
        text = share_text(
            puzzle, chosen.day, solve.seconds, "no hints" if solve.unaided else "with help", bars(solve.seconds)
        )
        self.app.copy_to_clipboard(text)
        self.show_message(text)


def _solve(entries: Iterable[Summary], game: str, day: date) -> Solve | None:
    """How the board of that game and day was solved at its quickest."""
    solves = (solve for entry in entries if entry.game == game for solve in entry.solves)
    return min((solve for solve in solves if solve.daily == day.isoformat()), default=None)


def _begun(entries: Iterable[Summary], game: str, day: date) -> Summary | None:
    """The board of that game and day, if it was begun and is not finished."""
    title = daily_title(day)
    mine = (each for each in entries if each.game == game and each.title == title and not each.finished)
    return next(mine, None)
