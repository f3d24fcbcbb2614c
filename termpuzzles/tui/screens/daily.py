"""The boards of the day: a month whose days fill, and the chosen day's boards as cards below it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.worker import Worker

from termpuzzles.catalogue.daily import (
    DailyQuestion,
    Done,
    TodaysBoard,
    bars,
    daily_board,
    daily_games,
    daily_size,
    daily_title,
    days_done,
    days_played,
    month_of,
    share_text,
    streak,
)
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.ink import REVERSE
from termpuzzles.render.picture import picture_of
from termpuzzles.render.thumbnail import Dot
from termpuzzles.session.questions import SolutionsQuestion
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import HIGH, Headline, ListScreen
from termpuzzles.tui.screens.home_rows import state_today
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Middle, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import Thumbnail, dot_strips

_DAY_NAMES = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
_DOTS = {Done.OPEN: Dot("shaded", 1), Done.WITH_HELP: Dot("done", 2), Done.UNAIDED: Dot("done")}
_TALL, _WIDE = 36, 100  # a window in which a day takes two rows
_GAP, _BESIDE = 2, 4  # columns between two boards, and beside all of them
_BAR = 2  # squares of a day, where there is no room for one of each game
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
        yield Drawing(self.context, self._draw_month, id="month")
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
            self.say("A new day has begun. These are its boards.")

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
        month = self.query_one("#month", Drawing)
        month.styles.height = 1 + len(month_of(self._day)) * self._rows_of_a_day
        month.draw_anew()
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

    @property
    def _rows_of_a_day(self) -> int:
        large = self.size.height >= _TALL and self.size.width >= _WIDE and self.context.ink.pipes
        return 2 if large else 1

    def _draw_month(self, room: Size, brush: CellPainter) -> list[Strip]:
        """The days of the month, week by week."""
        pitch = min(14, max(5, (room.width - 2) // 7))
        names = "".join(f"{name:<{pitch}}" for name in _DAY_NAMES)
        strips = [text_strip(brush, (f" {names}", "faint"))]
        blank = Strip([Segment(" " * pitch, brush.palette.style("text"))])
        for week in month_of(self._day):
            days = [self._draw_day(day, pitch, brush) if day else [blank] * self._rows_of_a_day for day in week]
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
        squares += [Strip.blank(0)] * (self._rows_of_a_day - len(squares))
        first = [number, *[Strip([Segment(" " * number.cell_length, blank)])] * (self._rows_of_a_day - 1)]
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
        if self._rows_of_a_day > 1:
            return dot_strips([[dot for dot in dots for _ in range(2)]] * 2, brush)
        return dot_strips([[Dot("")] * len(dots), dots], brush)  # the upper half keeps the weeks apart

    def rows(self) -> Iterator[Choice[DailyBoard]]:
        """The boards of the day, with the times of those that are solved."""
        when = "   today" if self._day == self._today else ""
        yield Choice(((f" {self._day:%A} {self._day.day} {self._day:%B}", "good"), (when, "faint")))
        for game in daily_games(self._day):
            size = daily_size(game, self._day)
            name = f"{named(game).title} {size.removesuffix('w')}{' wraps' if size.endswith('w') else ''}"
            solve = self._solve(game)
            state = state_today(TodaysBoard(game, size, False, solve, self._begun(game)), self.context.glyphs)
            helped = ((", no help" if solve.unaided else ", with help", "done"),) if solve else ()
            words = ((f"   {name:<{18 if self.is_narrow else 20}} ", "text"), *state, *helped)
            yield Choice(words, DailyBoard(game, self._day))

    def _solve(self, game: str) -> Solve | None:
        day = self._day.isoformat()
        solves = [
            solve for entry in self._entries if entry.game == game for solve in entry.solves if solve.daily == day
        ]
        return min(solves, default=None)

    def _begun(self, game: str) -> Summary | None:
        title = daily_title(self._day)
        mine = (each for each in self._entries if each.game == game and each.title == title and not each.finished)
        return next(mine, None)

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
        solve = self._solve(chosen.game) if chosen else None
        if chosen is None or solve is None:
            self.say("Solve the board first; then you can copy its result.")
            return
        puzzle = daily_board(chosen.game, chosen.day)
        text = share_text(
            puzzle, chosen.day, solve.seconds, "no hints" if solve.unaided else "with help", bars(solve.seconds)
        )
        self.app.copy_to_clipboard(text)
        self.say(text)


def _bar(done: list[Done]) -> list[Done]:
    """Fewer squares than games, filled by how many are solved: the first by one, the last by all of them."""
    solved = [each for each in done if each is not Done.OPEN]
    filled = _BAR if len(solved) == len(done) else min(len(solved), _BAR - 1)
    kind = Done.WITH_HELP if Done.WITH_HELP in solved else Done.UNAIDED
    return [kind] * filled + [Done.OPEN] * (_BAR - filled)
