"""The boards of the day: a month whose days fill, the chosen day's boards, and the one at the cursor as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.daily import (
    DailyQuestion,
    Done,
    daily_board,
    days_played,
    streak,
)
from termpuzzles.catalogue.day import bars, share_text
from termpuzzles.catalogue.suggestions import preview
from termpuzzles.english import counted
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.session.questions import SolutionsQuestion
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.days_played import DailyBoard, DaysPlayed, legend, of_day, same_month, size_in_words
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.days import Month, bar_of
from termpuzzles.tui.widgets.lines import NARROW, Lines, Words, wrap
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_LARGE = Size(140, 40)  # the smallest window that shows all boards of a day
_BOARD = Column(), Column(13, gap=1), Column(11, "faint"), Column(8, right=True), Column(tone="faint", since=NARROW)
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


class DailyScreen(ListScreen[None, DailyBoard]):
    """A month, each day a small bar for each game, and the boards of one day; beside them the one at the cursor.

    ← and → go from day to day, ↑ and ↓ along the day's boards. A large window shows all of the day's boards.
    """

    BESIDE_FROM = 76
    BINDINGS: ClassVar[list[BindingType]] = [
        *day_keys("daily"),
        Binding("left_square_bracket,pageup", "day(0, -1)", "month before", id="daily.weeks", tooltip="A month back"),
        Binding("right_square_bracket,pagedown", "day(0, 1)", "month after", id="daily.weeks_on", tooltip="A month on"),
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
        self._played = DaysPlayed()
        self._boards: dict[date, dict[str, Puzzle]] = {}
        self._pictures: dict[DailyBoard, tuple[Picture, bool]] = {}  # as they stand, and whether they are solved
        self._asked: date | None = None  # the day whose boards were asked for last
        self.cards: Cards[DailyBoard] = Cards(context, 28, 34, id="cards")

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do at the board at the cursor."""
        board = self.choices.value
        state = self._played.state(board) if board else Done.OPEN
        solved = state in (Done.UNAIDED, Done.WITH_HELP)
        enter = "look back" if solved else "go on" if state is Done.BEGUN else "play"
        return {"choose": "board", "list.choose": enter, "daily.share": "copy result" if solved else ""}

    def body(self) -> ComposeResult:
        """The month, the day's boards as lines, and in a large window what the bars mean and how the month went."""
        yield Month(self.context)
        yield self.choices
        yield Lines(self.context.palette, id="legend")
        yield Lines(self.context.palette, id="so-far")

    def beside(self) -> ComposeResult:
        """The board at the cursor, or in a large window all of the day's, and words about it."""
        yield Lines(self.context.palette, id="day")
        yield Thumbnail(self.context, id="board")
        yield self.cards
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Look for a new day now and then."""
        self.cards.can_focus = False
        self.cards.always_marked = True
        self.set_interval(20, self.look_at_the_calendar)

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
        self._played = DaysPlayed.of(
            (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        )
        self._pictures.clear()
        self.show()

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    def headline(self) -> Headline:
        """The month, where a day ends, how many days in a row were played, and how many boards were solved in it."""
        days = streak({found.day for found in days_played(self._played.entries)}, self._today)
        solved = self._played.solved_in_month(self._day)
        said = [f"{days}-day streak" if days else "", f"{counted(solved, 'board')} this month" if solved else ""]
        state = said[:1] if self.is_narrow else said if same_month(self._day, self._today) else []
        ends = f" · today until midnight {self.context.midnight}" if self.context.midnight else ""
        return Headline("Daily", f"{self._day:%B %Y}{ends}", ((" · ".join(filter(None, state)), "done"),))

    def show(self, at: DailyBoard | None = None) -> None:
        """Show the month and the pictures, too."""
        if not self.is_ready:
            return
        large = self.size.width >= _LARGE.width and self.size.height >= _LARGE.height
        self.set_class(large, "large")
        super().show(at)
        self.choices.styles.height = self.choices.option_count
        self.query_one(Month).show(self._day, self._today, self._played.done, self.size)
        self.query_one("#board").display = not large
        for name in ("#cards", "#legend", "#so-far", "#day"):
            self.query_one(name).display = large
        self._show_pictures()
        if large:
            ink = self.context.ink
            for name, lines in (
                ("#legend", legend(ink)),
                ("#so-far", self._played.month_so_far(self._day, self._today, ink)),
            ):
                self.query_one(name, Lines).lines = lines
                self.query_one(name).styles.height = len(lines)
        if self._day not in self._boards and self._asked != self._day:
            self._asked = self._day
            day = self._day

            def take(boards: dict[str, Puzzle]) -> None:
                self._boards = {**self._boards, day: boards}
                self._show_pictures()

            ask(self, self.context.answerer, DailyQuestion(day), take, "boards")

    def _show_pictures(self) -> None:
        """Show the boards of the day as they stand: pictures that are not known yet are looked for."""
        played = self._played

        def take_solved(key: DailyBoard, board: Puzzle, solutions: list[bytes]) -> None:
            self._pictures[key] = picture_of(board, board.game.solved_state(board, solutions[0])), True
            if key.day == self._day:
                self._show_pictures()

        for game, board in self._boards.get(self._day, {}).items():
            key = DailyBoard(game, self._day)
            if key in self._pictures:
                continue
            self._pictures[key] = picture_of(board, board.start), False
            state = played.state(key)
            if state is Done.BEGUN:
                _: Worker[None] = self.run_worker(partial(self._look_at, key), group=f"preview {game}", exclusive=True)
            elif state is not Done.OPEN:
                found = partial(take_solved, key, board)
                ask(self, self.context.answerer, SolutionsQuestion(board, 1), found, f"solution {game}")
        self.describe(self.choices.value)
        if self.has_class("large"):
            self.cards.rows = max(4, (self.size.height - 6) // 2 - 2)
            glyphs = self.context.glyphs
            self.cards.show(
                (day_card(played, each, self._pictures.get(each), glyphs) for each in of_day(self._day)),
                self.choices.value,
            )

    async def _look_at(self, key: DailyBoard) -> None:
        """Read a board that was begun."""
        entry = self._played.begun(key)
        seen = await self.while_open(asyncio.to_thread(preview, self.context.library, entry)) if entry else None
        if seen is not None and seen.picture is not None:
            self._pictures[key] = seen.picture, False
            self._show_pictures()

    def rows(self) -> Iterator[Choice[DailyBoard]]:
        """The boards of the day, with the times of those that are solved."""
        when = "   today" if self._day == self._today else ""
        yield Choice(((f" {self._day:%A} {self._day.day} {self._day:%B}", "good"), (when, "faint")))
        ink = self.context.ink
        for board in of_day(self._day):
            bar = bar_of(self._played.state(board), ink.pipes, ink.glyphs.unicode)
            time = ((" ", "text"), *self._played.time(board, self.context.glyphs))
            cells = named(board.game).title, size_in_words(board), time, f" {self._played.help(board)}"
            yield Choice(in_columns(_BOARD, ((" ", "text"), bar), *cells, window=self.size.width), board)

    def describe(self, value: DailyBoard | None) -> None:
        """Show the board at the cursor as a picture, and in words."""
        if value is None or not self.is_ready:
            return
        large, played = self.has_class("large"), self._played
        picture, solved = self._pictures.get(value, (None, False))
        self.query_one("#board", Thumbnail).show(picture, solved=solved)
        lines: list[Words] = [((named(value.game).title, "good"), (f" {size_in_words(value)}", "text"))]
        about_day = wrap(played.about_day(self._day, self._today), 28)
        lines += [played.about(value), *(((line, "faint"),) for line in about_day)]
        about = self.query_one("#about", Lines)
        if large:
            before = played.day_before(self._day, self.context.ink)
            lines = [*lines[:1], (), *lines[1:], (), *played.usual(value), (), *before]
        about.lines = lines
        about.styles.height = len(lines)
        about.styles.margin = (self.cards.height_of_a_card + 3, 0, 0, 0) if large else 0
        today = "today · " if self._day == self._today else ""
        head = f"  {today}{played.solved_on(self._day)} of {len(of_day(self._day))} solved"
        self.query_one("#day", Lines).lines = [
            ((f"{self._day:%A} {self._day.day} {self._day:%B}", "good"), (head, "faint"))
        ]
        if large:
            self.cards.go(of_day(self._day).index(value) if value in of_day(self._day) else 0)
        self.show_frame()

    def action_day(self, days: int, months: int = 0) -> None:
        """Go to another day, or to the month before or after; to none after today."""
        day = self._day + timedelta(days)
        if months:
            first = self._day.replace(day=1)
            other = first - timedelta(1) if months < 0 else first + timedelta(31)
            day = min(other.replace(day=min(self._day.day, 28)), self._today)
            if day.month != other.month:
                return
        if is_offered(day, self._today):
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
        solve = self._played.solve(chosen) if chosen else None
        if chosen is None or solve is None:
            self.show_message("Solve the board first; then you can copy its result.")
            return
        puzzle = daily_board(chosen.game, chosen.day)
        text = share_text(
            puzzle, chosen.day, solve.seconds, "no hints" if solve.unaided else "with help", bars(solve.seconds)
        )
        self.app.copy_to_clipboard(text)
        self.show_message(text)


def day_card(
    played: DaysPlayed, board: DailyBoard, drawn: tuple[Picture, bool] | None, glyphs: Glyphs
) -> Card[DailyBoard]:
    """The card of a board of a day; `drawn` is its picture, once that is known, and whether it is solved."""
    picture, solved = drawn or (None, False)
    title, size = named(board.game).title, size_in_words(board)
    words = ((((title, "good"),), played.time(board, glyphs)), (((size, "faint"),), ((played.help(board), "faint"),)))
    return Card(board, picture, words, solved)
