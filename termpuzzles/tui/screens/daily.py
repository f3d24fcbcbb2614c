"""The boards of the day: a month whose days fill, the chosen day's boards, and the one at the cursor as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import partial
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.daily import (
    DailyQuestion,
    Done,
    TodaysBoard,
    daily_board,
    daily_games,
    daily_size,
    daily_title,
    days_begun,
    days_done,
    days_played,
    month_of,
    streak,
)
from termpuzzles.catalogue.day import bars, share_text
from termpuzzles.catalogue.statistics import rows_by_size
from termpuzzles.catalogue.suggestions import preview
from termpuzzles.english import counted
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.session.questions import SolutionsQuestion
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Solve, Summary
from termpuzzles.tui.background import ask
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home_rows import state_today
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.days import Month, bar_of
from termpuzzles.tui.widgets.lines import Lines, Words, wrap
from termpuzzles.tui.widgets.plots import filled_bar
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_LARGE = Size(140, 40)  # the smallest window that shows all boards of a day
_TIME = 8  # columns of a time
_MEANINGS = ("solved without help", "solved with help", "begun", "not begun")  # of bars
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
    """A month, each day a small bar for each game, and the boards of one day; beside them the one at the cursor.

    ← and → go from day to day, ↑ and ↓ along the day's boards. A large window shows all of the day's boards.
    """

    BESIDE_FROM = 76
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
        self._pictures: dict[DailyBoard, tuple[Picture, bool]] = {}  # as they stand, and whether they are solved
        self._asked: date | None = None  # the day whose boards were asked for last
        self.cards: Cards[DailyBoard] = Cards(context, 28, 34, id="cards")

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do at the board at the cursor."""
        board = self.choices.value
        state = self._state(board) if board else Done.OPEN
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

    @property
    def _is_large(self) -> bool:
        return self.size.width >= _LARGE.width and self.size.height >= _LARGE.height

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
        for day, games in days_begun(self._entries).items():
            for game in games:
                self._done.setdefault(day, {}).setdefault(game, Done.BEGUN)
        self._pictures.clear()
        self.show()

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    def headline(self) -> Headline:
        """The month, where a day ends, how many days in a row were played, and how many boards were solved in it."""
        days = streak({found.day for found in days_played(self._entries)}, self._today)
        solved = sum(len(_solved(done)) for day, done in self._done.items() if _same_month(day, self._day))
        said = [f"{days}-day streak" if days else "", f"{counted(solved, 'board')} this month" if solved else ""]
        state = said[:1] if self.is_narrow else said if _same_month(self._day, self._today) else []
        ends = f" · today until midnight {self.context.midnight}" if self.context.midnight else ""
        return Headline("Daily", f"{self._day:%B %Y}{ends}", ((" · ".join(filter(None, state)), "done"),))

    def show(self, at: DailyBoard | None = None) -> None:
        """Show the month and the pictures, too."""
        if not self.is_ready:
            return
        large = self._is_large
        self.set_class(large, "large")
        super().show(at)
        self.choices.styles.height = self.choices.option_count
        self.query_one(Month).show(self._day, self._today, self._done, self.size)
        self.query_one("#board").display = not large
        for name in ("#cards", "#legend", "#so-far", "#day"):
            self.query_one(name).display = large
        self._show_pictures()
        if large:
            self._show_month_so_far()
        if self._day not in self._boards and self._asked != self._day:
            self._asked = self._day
            ask(self, self.context.answerer, DailyQuestion(self._day), self._take_boards, "boards")

    def _take_boards(self, boards: dict[str, Puzzle]) -> None:
        day = date.fromisoformat(dict(next(iter(boards.values())).header)["daily"]) if boards else self._day
        self._boards = {**self._boards, day: boards}
        if day == self._day:
            self._show_pictures()

    def _show_pictures(self) -> None:
        """Show the boards of the day as they stand: pictures that are not known yet are looked for."""
        for game, board in self._boards.get(self._day, {}).items():
            key = DailyBoard(game, self._day)
            if key in self._pictures:
                continue
            self._pictures[key] = picture_of(board, board.start), False
            state = self._state(key)
            if state is Done.BEGUN:
                _: Worker[None] = self.run_worker(partial(self._look_at, key), group=f"preview {game}", exclusive=True)
            elif state is not Done.OPEN:
                found = partial(self._take_solved, key, board)
                ask(self, self.context.answerer, SolutionsQuestion(board, 1), found, f"solution {game}")
        self._describe_board()
        if self._is_large:
            self.cards.rows = max(4, (self.size.height - 6) // 2 - 2)
            self.cards.show(map(self._card, self._of_the_day), self.choices.value)

    async def _look_at(self, key: DailyBoard) -> None:
        """Read a board that was begun."""
        entry = _begun(self._entries, key.game, key.day)
        seen = await self.while_open(asyncio.to_thread(preview, self.context.library, entry)) if entry else None
        if seen is not None and seen.picture is not None:
            self._pictures[key] = seen.picture, False
            self._show_pictures()

    def _take_solved(self, key: DailyBoard, board: Puzzle, solutions: list[bytes]) -> None:
        self._pictures[key] = picture_of(board, board.game.solved_state(board, solutions[0])), True
        if key.day == self._day:
            self._show_pictures()

    @property
    def _of_the_day(self) -> list[DailyBoard]:
        return [DailyBoard(game, self._day) for game in daily_games(self._day)]

    def _state(self, board: DailyBoard) -> Done:
        return self._done.get(board.day, {}).get(board.game, Done.OPEN)

    def _card(self, board: DailyBoard) -> Card[DailyBoard]:
        picture, solved = self._pictures.get(board, (None, False))
        title, size = named(board.game).title, _size_in_words(board)
        words = ((((title, "good"),), self._time(board)), (((size, "faint"),), ((self._help(board), "faint"),)))
        return Card(board, picture, words, solved)

    def _time(self, board: DailyBoard) -> Words:
        """The time of a board: that of its solving, that so far, or none."""
        solve, begun = _solve(self._entries, board.game, board.day), _begun(self._entries, board.game, board.day)
        return state_today(TodaysBoard(board.game, "", False, solve, begun), self.context.glyphs) or (("new", "faint"),)

    def _help(self, board: DailyBoard) -> str:
        state = self._state(board)
        return "no help" if state is Done.UNAIDED else "with help" if state is Done.WITH_HELP else ""

    def rows(self) -> Iterator[Choice[DailyBoard]]:
        """The boards of the day, with the times of those that are solved."""
        when = "   today" if self._day == self._today else ""
        yield Choice(((f" {self._day:%A} {self._day.day} {self._day:%B}", "good"), (when, "faint")))
        ink = self.context.ink
        for board in self._of_the_day:
            bar = bar_of(self._state(board), ink.pipes, ink.glyphs.unicode)
            names = (f" {named(board.game).title:<13}", "text"), (f"{_size_in_words(board):<11}", "faint")
            narrow, time = self.is_narrow, self._time(board)
            gap = " " * max(1, _TIME - sum(len(piece[0]) for piece in time))
            helped = (("" if narrow else f" {self._help(board)}", "faint"),)
            yield Choice(((" ", "text"), bar, *names, (gap, "text"), *time, *helped), board)

    def describe(self, value: DailyBoard | None) -> None:
        """Show the board at the cursor."""
        self._describe_board()
        if self._is_large and value is not None:
            self.cards.go(self._of_the_day.index(value) if value in self._of_the_day else 0)
        self.show_frame()

    def _describe_board(self) -> None:
        """The board at the cursor as a picture, and in words."""
        board = self.choices.value
        if board is None or not self.is_ready:
            return
        picture, solved = self._pictures.get(board, (None, False))
        self.query_one("#board", Thumbnail).show(picture, solved=solved)
        entry = _begun(self._entries, board.game, board.day)
        lines: list[Words] = [((named(board.game).title, "good"), (f" {_size_in_words(board)}", "text"))]
        if entry is not None:
            hints = counted(sum(count for _, count in entry.hints), "hint") if entry.hints else "no hints"
            lines.append(((f"{clock_text(entry.seconds)} so far, {hints}", "faint"),))
        elif (solve := _solve(self._entries, board.game, board.day)) is not None:
            lines.append(((f"solved in {clock_text(solve.seconds)}, {self._help(board)}", "faint"),))
        else:
            lines.append((("not begun yet", "faint"),))
        lines += [((line, "faint"),) for line in wrap(self._about_the_day(), 28)]
        about = self.query_one("#about", Lines)
        if self._is_large:
            lines = [*lines[:1], (), *lines[1:], (), *self._usual(board), (), *self._the_day_before()]
        about.lines = lines
        about.styles.height = len(lines)
        about.styles.margin = (self.cards.height_of_a_card + 3, 0, 0, 0) if self._is_large else 0
        today = " today" if self._day == self._today else ""
        solved_here = len(_solved(self._done.get(self._day, {})))
        head = f"  {today.strip()}{' · ' * bool(today)}{solved_here} of {len(self._of_the_day)} solved"
        self.query_one("#day", Lines).lines = [
            ((f"{self._day:%A} {self._day.day} {self._day:%B}", "good"), (head, "faint"))
        ]

    def _usual(self, board: DailyBoard) -> list[Words]:
        """The best and the usual time on boards like this one."""
        size = daily_size(board.game, board.day).removesuffix("w")
        row = next((row for row in rows_by_size(self._entries) if (row.game, row.size) == (board.game, size)), None)
        if row is None:
            return []
        best, median = clock_text(row.best), clock_text(row.median)
        return [(("your best     ", "faint"), (best, "source")), (("your median   ", "faint"), (median, "text"))]

    def _the_day_before(self) -> list[Words]:
        """The boards of the day before, as bars, and how long they took in all."""
        day, ink = self._day - timedelta(1), self.context.ink
        games = daily_games(day)
        solves = [solve.seconds for game in games if (solve := _solve(self._entries, game, day))]
        if not solves:
            return []
        bars = [bar_of(self._state(DailyBoard(game, day)), ink.pipes, ink.glyphs.unicode) for game in games]
        return [(("The day before", "good"),), (*bars, (f"  {clock_text(sum(solves))} in all", "faint"))]

    def _about_the_day(self) -> str:
        """What is to be known about the day: nothing if it is today."""
        if not self._done:
            return "Solve one of today's boards and your streak begins." if self._day == self._today else ""
        if self._day == self._today:
            return ""
        if not any(_solved(done) for day, done in self._done.items() if _same_month(day, self._day)):
            return f"Nothing solved in {self._day:%B}; [ goes further back."
        return "Earlier boards can still be played, but do not count for the streak."

    def _show_month_so_far(self) -> None:
        """What the bars mean, and of each game how many boards of this month were solved, and the best time."""
        ink = self.context.ink
        kinds = zip(_MEANINGS, (Done.UNAIDED, Done.WITH_HELP, Done.BEGUN, Done.OPEN), strict=True)
        legend = self.query_one("#legend", Lines)
        legend.lines = [
            ((" ", "text"), bar_of(kind, ink.pipes, ink.glyphs.unicode), (f" {meaning}", "faint"))
            for meaning, kind in kinds
        ]
        legend.styles.height = len(legend.lines)
        month = self.query_one("#so-far", Lines)
        last = self._today.day if _same_month(self._day, self._today) else month_of(self._day)[-1]
        days = last if isinstance(last, int) else max(day for day in last if day).day
        lines: list[Words] = [((f" {self._day:%B}", "good"),)]
        for game in daily_games(self._day):
            solves = [
                solve.seconds
                for entry in self._entries
                if entry.game == game
                for solve in entry.solves
                if solve.daily.startswith(f"{self._day:%Y-%m}")
            ]
            count = sum(game in _solved(done) for day, done in self._done.items() if _same_month(day, self._day))
            best = clock_text(min(solves)) if solves else ""
            bar = filled_bar(count / days, 14, ink.glyphs.unicode, "done")
            lines.append(
                (
                    (f" {named(game).title:<14}", "text"),
                    *bar,
                    (f"{count:>5} of {days}", "faint"),
                    (f"{best:>8}", "source"),
                )
            )
        month.lines = lines
        month.styles.height = len(lines)

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


def _size_in_words(board: DailyBoard) -> str:
    size = daily_size(board.game, board.day)
    return f"{size.removesuffix('w')}{' wraps' if size.endswith('w') else ''}"


def _same_month(one: date, other: date) -> bool:
    return (one.year, one.month) == (other.year, other.month)


def _solved(done: Mapping[str, Done]) -> set[str]:
    """The games whose boards are solved."""
    return {game for game, each in done.items() if each in (Done.UNAIDED, Done.WITH_HELP)}


def _solve(entries: Iterable[Summary], game: str, day: date) -> Solve | None:
    """How the board of that game and day was solved at its quickest."""
    solves = (solve for entry in entries if entry.game == game for solve in entry.solves)
    return min((solve for solve in solves if solve.daily == day.isoformat()), default=None)


def _begun(entries: Iterable[Summary], game: str, day: date) -> Summary | None:
    """The board of that game and day, if it was begun and is not finished."""
    title = daily_title(day)
    mine = (each for each in entries if each.game == game and each.title == title and not each.finished)
    return next(mine, None)
