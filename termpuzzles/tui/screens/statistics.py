"""Statistics: figures, a year of days, how fast boards were solved, and the techniques met and to be practised."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.daily import days_played, streak
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import RECENT, Need, Row, practice, rows_by_size, solved_on, techniques_met
from termpuzzles.catalogue.suggestions import suggest
from termpuzzles.english import counted
from termpuzzles.games import named, names
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules import FILES
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import picture_of
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import latest_wrong_pins, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, Stack
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.home_rows import short_game
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.days import Year
from termpuzzles.tui.widgets.lines import Lines, Middle, Words
from termpuzzles.tui.widgets.plots import big_figures, binned, columns, filled_bar, spark, stacked_bar
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_LARGE = Size(140, 40)  # the smallest window that shows everything at once
_HISTOGRAM = Size(60, 24)  # the smallest with a histogram below the table
# The widths of the columns; a time of ten hours and more stands apart from what is before it.
_COLUMNS = (("solved", 8), ("no help", 9), ("best", 9), ("median", 9), ("last twelve", 14), ("streak", 7))
_MATTER = ("solved", "best", "median", "no help", "last twelve", "streak")  # what has room first
_NAMES = 21  # columns of a game and a size
_BAR, _LONG_BAR = 14, 40  # columns
_TOLD = 16  # columns of the words beside a histogram
_MOST_BARS, _BAR_GAP = 14, 1
_ENOUGH = 3  # boards of a kind whose times are shown as a histogram
_MONTHS = 12
_FIGURES = 4
_A_MONTH = "  boards a month"
_TABLE = 90  # columns of the table in a large window


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

    @property
    def solved(self) -> int:
        """The number of boards."""
        return sum(row.solved for row in self.rows)

    @property
    def unaided(self) -> int:
        """How many of them were solved without help."""
        return sum(row.unaided for row in self.rows)


class StatisticsScreen(FramedScreen[None]):
    """Figures, a year of days, a table of games with the times of the row at the cursor, and techniques.

    A large window shows all of it; in others Tab goes from the games to the techniques.
    """

    TITLE = "Statistics"
    keeps_a_row = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "first", "play", id="statistics.first", tooltip="Play the first board"),
        Binding("d", "go('daily')", "today's boards", id="statistics.daily", tooltip="Today's boards, and a calendar"),
        Binding("l", "go('learn')", "learn", id="statistics.learn", tooltip="A tiny board for each technique"),
        Binding("p", "practise", "practise", id="statistics.practise", tooltip="What needs practice"),
        Binding("q,escape", "leave", "back", id="statistics.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = (
        *("statistics.first", "statistics.daily", "statistics.learn"),
        *("choose", "list.choose", "statistics.practise", "frame.turn", "statistics.leave"),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._lists: dict[str, Choices[BoardsOf | TechniqueRow]] = {
            name: Choices(context, id=name) for name in ("boards", "techniques")
        }
        self._shown = "boards"
        self._is_read = False
        self._told = Told()

    def body(self) -> ComposeResult:
        """Everything, in one order; what has no room is hidden."""
        palette = self.context.palette
        yield Lines(palette, id="figures")
        with Middle(id="cards"):
            for place in range(_FIGURES):
                yield Lines(palette, id=f"figure-{place}", ground="checker")
        yield Lines(palette, id="days-head")
        with Middle(id="days"):
            yield Year(self.context)
            yield Lines(palette, id="months")
        with Middle(id="first"):
            yield Lines(palette, id="invitation")
            yield Thumbnail(self.context, id="example")
        for name, other in (("boards", "times"), ("techniques", "needs")):
            with Middle(id=f"{name}-part"):
                with Stack(id=f"{name}-list"):
                    yield Lines(palette, id=f"{name}-head")
                    yield self._lists[name]
                yield Lines(palette, id=other)

    def headline(self) -> Headline:
        """How many boards were solved, and since when."""
        told = self._told
        if not self._is_read or not told.rows:
            return Headline("Statistics", "nothing solved yet" if self._is_read else "")
        first = date.fromisoformat(min(told.days)) if told.days else self._today
        since = f"{first:%B}" if first.year == self._today.year else f"{first:%B %Y}"
        boards = f"{told.solved:,} board{'s' * (told.solved != 1)}"
        return Headline("Statistics", f"{boards} since {since}")

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do now."""
        other = "games" if self._shown == "techniques" else "techniques"
        is_technique = self._shown == "techniques"
        named_now = {"list.choose": "practise it" if is_technique else "its boards", "frame.turn": other}
        return named_now | ({"choose": "", "list.choose": "", "frame.turn": ""} if self._is_empty else {})

    @property
    def _is_empty(self) -> bool:
        return self._is_read and not self._told.rows

    @property
    def _is_large(self) -> bool:
        return self.size.width >= _LARGE.width and self.size.height >= _LARGE.height

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: those that lead to a first board do so before there is one."""
        if action in ("first", "go"):
            return self._is_empty
        return not (action in ("turn", "practise") and self._is_empty) and super().check_action(action, parameters)

    def on_mount(self) -> None:
        """Read the journals in the background."""
        self._arrange()
        _: Worker[None] = self.run_worker(self._read)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self._arrange()
        if self._is_read:
            self._show_all()

    def set_ink(self, ink: Ink) -> None:
        """Show everything in these characters from now on, too."""
        super().set_ink(ink)
        if self._is_read and self.is_ready:
            self._show_all()

    def _arrange(self) -> None:
        """Show what has room, and of the lists the one that was chosen."""
        empty, large = self._is_empty, self._is_large
        self.set_class(large, "large")
        for name in self._lists:
            self.query_one(f"#{name}-part").display = not empty and (large or name == self._shown)
        self.query_one("#first").display = empty
        self.query_one("#cards").display = large and not empty
        self.query_one("#figures").display = not (large or empty)
        self.query_one("#times").display = large or (
            self.size.width >= _HISTOGRAM.width and self.size.height >= _HISTOGRAM.height
        )
        self.query_one("#needs").display = large
        year = self.query_one(Year)
        year.fit(self.size)
        self.query_one("#days").display = year.display
        self.query_one("#days-head").display = year.display and large
        self.set_focus(None if empty else self._lists[self._shown])

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    async def _read(self) -> None:
        listed = await self.while_open(asyncio.to_thread(self.context.library.journal_list))
        self._told = self._count(listed.entries)
        self._is_read = True
        self.query_one(Year).show(self._told.days, mark_today=not self._told.rows)
        self._arrange()
        self._show_all()
        latest = next((entry for entry in listed.entries if entry.solves), None)
        if latest is not None:  # the kind of boards that was played last
            self._lists["boards"].show(self._board_rows(self._columns), BoardsOf(latest.game, latest.size))
        self.refresh_bindings()
        self.show_message(listed.notice)
        wrong_pins = await self.while_open(latest_wrong_pins(self.context, listed.entries))
        if wrong_pins and (found := practice(listed.entries, wrong_pins).needs) != self._told.needs:
            self._told = replace(self._told, needs=found)
            self._show_techniques()

    def _count(self, entries: tuple[Summary, ...]) -> Told:
        steps = shipped(self.context.library.where.levels).steps
        return Told(
            rows=tuple(rows_by_size(entries)),
            days=solved_on(entries),
            hours=sum(entry.seconds for entry in entries) / 3600,
            streak=streak({found.day for found in days_played(entries)}, self._today),
            met=techniques_met(entries, steps),
            alone=techniques_met(entries, steps, alone=True),
            needs=practice(entries).needs,
        )

    def _show_all(self) -> None:
        if self._is_empty:
            self._show_suggestion()
        self._show_figures()
        self._show_boards()
        self._show_techniques()
        self.show_frame()

    def _figures(self) -> list[tuple[str, str, str, str]]:
        """The figures of the first row: each with its words, its tone, and what stands beside the words."""
        told = self._told
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

    def _show_figures(self) -> None:
        figures, unicode = self._figures(), self.context.glyphs.unicode
        for place, (card, (number, words, tone, more)) in enumerate(
            zip(self.query_one("#cards").query(Lines), figures, strict=True)
        ):
            room = max(1, (self.size.width - 4) // len(figures) - 2)
            gap = " " * (room - len(words) - len(more) - 3 - (place == 0))
            drawn: list[Words] = [((f"  {row}", tone),) for row in big_figures(number, unicode)]
            card.lines = [(), *drawn, ((f"  {words}", "text"), (f"{gap}{more}", "faint")), ()]
            card.styles.height = len(card.lines)
        line: list[tuple[str, ...]] = [(" ", "text")]
        left = self.size.width - 5
        for number, words, _, _ in figures:
            if words == "hours":
                hours, minutes = number.split(":")
                number, words = (f"{hours} h" if int(hours) else f"{int(minutes)} min"), "played"
            if len(number) + len(words) + 1 <= left:
                line += [(number, "source"), (f" {words}   ", "faint")]
                left -= len(number) + len(words) + 4
        self.query_one("#figures", Lines).lines = [tuple(line)]
        self._show_months()

    def _show_months(self) -> None:
        """The boards of each of the last twelve months, beside the year."""
        lines, room = self.query_one("#months", Lines), self.size.width - 64
        lines.styles.width = max(1, room)
        large = self._is_large
        lines.display = room >= len(_A_MONTH) and not self._is_empty and (large or self.size.width < _LARGE.width)
        self.query_one("#days-head", Lines).lines = [
            ((" Days", "good"), ("  a square a day, brighter with more boards", "faint"))
        ]
        if self._is_empty:
            lines.display, height = room >= len("today's square"), self.query_one(Year).days_height
            blank: list[Words] = [()] * (height - 1)
            lines.lines = [*blank, (("today's square", "done"),), (("is still empty", "done"),)]
            lines.styles.height = height + 1
        if not lines.display or self._is_empty:
            return
        today, counts = self._today, []
        for back in reversed(range(_MONTHS)):
            year, month = divmod(today.year * 12 + today.month - 1 - back, 12)
            counts.append(sum(n for day, n in self._told.days.items() if day.startswith(f"{year}-{month + 1:02}")))
        wide, gap = (2, 1) if large or room >= 3 * _MONTHS + 2 else (1, 0)
        rows = self.query_one(Year).days_height
        drawn = columns(counts, rows, self.context.glyphs.unicode, wide, gap, _MONTHS - 1)
        head: Words = ((_A_MONTH, "faint"),)
        lines.lines = [head, *((("  ", "text"), *row) for row in drawn)]
        lines.styles.height = len(lines.lines)

    def _show_suggestion(self) -> None:
        """What a player reads who has solved nothing yet."""
        found, narrow = suggest(shipped(self.context.library.where.levels), ()), self.is_narrow
        name = "a first board"
        if found:
            level, game = found.pack_level.level, found.pack_level.pack.game
            kind = f"{named(game).title} {level.size}, {level.difficulty(game).words}"
            name = level.title if narrow else f"{level.title}   {kind}"
            puzzle = found.pack_level.pack.puzzles()[found.pack_level.place]
            self.query_one("#example", Thumbnail).show(picture_of(puzzle, puzzle.start))
        self.query_one("#example").display = not narrow
        text: list[Words] = [
            ((" Your first board takes about a minute.", "good"),),
            (),
            ((" Afterwards this page shows", "faint"),),
            *(((f"   · {each}{'' if narrow else more}", "text"),) for each, more in _SHOWS),
            (),
            ((" Enter", "source", "screen.first"), (f" play {name}", "text", "screen.first")),
            ((" d    ", "source", "screen.go('daily')"), (" today's boards", "text", "screen.go('daily')")),
        ]
        if not self.query_one(Year).display:
            text = [line for line in text if line]
        self.query_one("#invitation", Lines).lines = text

    @property
    def _edges(self) -> int:
        """The columns at both sides of a list, with its scrollbar."""
        return 1 if self.is_narrow else 3

    @property
    def _columns(self) -> list[tuple[str, int]]:
        """The columns of the table for which there is room."""
        left, shown = (_TABLE if self._is_large else max(40, self.size.width)) - _NAMES - self._edges, []
        for name in _MATTER:
            if (width := dict(_COLUMNS)[name]) <= left:
                shown.append(name)
                left -= width
        return [each for each in _COLUMNS if each[0] in shown]

    def _show_boards(self) -> None:
        shown = self._columns
        titles = "".join(f"{title:>{width}}" if title != "last twelve" else f"  {title:<12}" for title, width in shown)
        self.query_one("#boards-head", Lines).lines = [((f" {'Games':<20}", "good"), (titles, "faint"))]
        self._lists["boards"].show(self._board_rows(shown))
        self._show_times()

    def _board_rows(self, shown: list[tuple[str, int]]) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
        unicode = self.context.glyphs.unicode
        for row in self._told.rows:
            title = named(row.game).title if row.game in names() else row.game
            cells = {
                "solved": (str(row.solved), "text"),
                "no help": (str(row.unaided), "text"),
                "best": (clock_text(row.best), "source"),
                "median": (clock_text(row.median), "text"),
                "streak": (str(row.streak), "faint"),
            }
            words: list[tuple[str, ...]] = [(f" {title:<13}", "text"), (f"{row.size:<7}", "faint")]
            for name, width in shown:
                if name in cells:
                    words.append((f"{cells[name][0]:>{width}}", cells[name][1]))
                    continue
                chart = spark(row.times[-RECENT:], unicode)
                words += [("  ", "text"), *chart, (" " * (12 - sum(len(piece[0]) for piece in chart)), "text")]
            yield Choice(tuple(words), BoardsOf(row.game, row.size))

    def on_option_list_option_highlighted(self) -> None:
        """Show the times of the boards at the cursor."""
        if self.is_ready:
            self._show_times()

    def _show_times(self) -> None:
        """The histogram of the row at the cursor: beside the table, or below it."""
        lines, at = self.query_one("#times", Lines), self._lists["boards"].value
        row = next((row for row in self._told.rows if (row.game, row.size) == at), None)
        if row is None or not lines.display:
            lines.lines = []
            return
        name = f"{named(row.game).title if row.game in names() else row.game} {row.size}"
        lines.lines = self._times_beside(name, row) if self._is_large else self._times_below(name, row)
        lines.styles.height = "1fr" if self._is_large else len(lines.lines) + 1

    def _times_below(self, name: str, row: Row) -> list[Words]:
        """Bars four rows high, with words at their left."""
        words: list[tuple[str, str]] = [
            (name, "good"),
            (counted(len(row.times), "time"), "faint"),
            ("", "text"),
            (f"best {clock_text(row.best)}", "source"),
            (f"median {clock_text(row.median)}", "text"),
        ]
        if len(row.times) < _ENOUGH:
            return [(), ((f" {name}   ", "good"), (self._more_needed(row), "faint"))]
        pitch = max(2, min(6, (self.size.width - _TOLD - 6) // _MOST_BARS))
        bins = binned(row.times, _MOST_BARS)
        drawn = columns(bins.counts, 4, self.context.glyphs.unicode, pitch - 1, _BAR_GAP, bins.place(row.times[-1]))
        right: list[Words] = [*drawn, ((bins.scale(pitch), "faint"),)]
        return [(), *(((f" {text:<{_TOLD}} ", tone), *line) for (text, tone), line in zip(words, right, strict=True))]

    def _times_beside(self, name: str, row: Row) -> list[Words]:
        """Bars eight rows high, with a sentence below."""
        head: Words = ((name, "good"), (f"  times of {counted(len(row.times), 'board')}", "faint"))
        if len(row.times) < _ENOUGH:
            return [head, (), ((self._more_needed(row), "faint"),)]
        pitch = max(3, min(5, (self.size.width - 96) // _MOST_BARS))
        bins = binned(row.times, _MOST_BARS)
        drawn = columns(bins.counts, 8, self.context.glyphs.unicode, pitch - 1, _BAR_GAP, bins.place(row.times[-1]))
        slower = sum(time > row.times[-1] for time in row.times)
        last = f"   the last {clock_text(row.times[-1])}, faster than {slower} of {len(row.times)}"
        return [
            head,
            *drawn,
            ((bins.scale(pitch), "faint"),),
            ((f"best {clock_text(row.best)}", "source"), (f"   median {clock_text(row.median)}", "text")),
            ((last.strip(), "faint"),),
        ]

    def _more_needed(self, row: Row) -> str:
        left = _ENOUGH - len(row.times)
        return f"{('One', 'Two')[left - 1]} more board{'s' * (left > 1)}, and your times show here."

    def _show_techniques(self) -> None:
        needs = self._told.needs
        head = self.query_one("#techniques-head", Lines)
        head.lines = [] if needs and not self._is_large else [self._techniques_head]
        head.display = bool(head.lines)
        self._lists["techniques"].show(self._technique_rows())
        beside = self.query_one("#needs", Lines)
        most = max((need.missed for need in needs), default=1)
        lines: list[Words] = [(("Needs practice", "good"), ("  hints and wrong pins", "faint"))]
        if not needs:
            lines = [(("Needs practice", "good"), ("  nothing: no technique has cost you three hints", "faint"))]
        for need in needs[:8]:
            bar = filled_bar(need.missed / most, _BAR, self.context.glyphs.unicode, "bad loop")
            words = (f"{technique_name(need.rule):<18}", "text"), (f"{named(need.game).title:<14}", "faint")
            lines.append((*words, *bar, (f"{need.missed:>5}", "text")))
        if needs:
            lines += [(), (("p", "source"), (" practises on boards that you have not seen", "faint"))]
        beside.lines = lines

    def _technique_rows(self) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
        """What needs practice, where that does not stand beside the list, then what was met, each with a bar."""
        needs, met = self._told.needs if not self._is_large else (), self._told.met
        most = max((need.missed for need in needs), default=1)
        if needs:
            yield Choice(((" Needs practice", "good"), ("  hints and wrong pins", "faint")))
        for need in needs:
            bar = filled_bar(need.missed / most, self._bar, self._unicode, "bad loop")
            yield self._technique(TechniqueRow(need.game, need.rule), bar, f"{need.missed}")
        if needs and met:
            yield Choice(((" ", "text"),))
            yield Choice(self._techniques_head)
        most = max(met.values(), default=1)
        for game in names():
            found = [rule for of, rule in met if of == game and rule in FILES and rule != SEARCH]
            for rule in sorted(found, key=list(FILES).index):
                every, alone = met[game, rule], self._told.alone[game, rule]
                parts = ((alone / most, "done"), ((every - alone) / most, "bad loop"))
                bar = stacked_bar(parts, self._bar, self._unicode)
                yield self._technique(TechniqueRow(game, rule), bar, f"{alone} of {every}")

    @property
    def _techniques_head(self) -> Words:
        about = "  solved alone, of the boards that needed it"
        return ((" Techniques", "good"), ("  solved alone" if self.is_narrow else about, "faint"))

    @property
    def _unicode(self) -> bool:
        return self.context.glyphs.unicode

    @property
    def _bar(self) -> int:
        return 0 if self.is_narrow else _LONG_BAR if self._is_large else _BAR + min(14, max(0, self.size.width - 80))

    def _technique(self, row: TechniqueRow, bar: Words, figures: str) -> Choice[BoardsOf | TechniqueRow]:
        narrow = self.is_narrow
        words = (
            (f"{'' if narrow else '  '} {technique_name(row.rule):<17}", "text"),
            (f" {short_game(row.game) if narrow else named(row.game).title:<{4 if narrow else 13}}", "faint"),
            *(bar if self._bar else ()),
            (f"{figures:>{10 if narrow else 14}}", "text"),
        )
        return Choice(words, row)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Practise a technique, or show the levels of that game and size."""
        if isinstance(event.value, TechniqueRow):
            practise(self, self.context, event.value.game, event.value.rule)
        elif isinstance(event.value, BoardsOf) and event.value.game in names():
            query = f"{named(event.value.game).title} {event.value.size}".lower()
            self.app.push_screen(LevelsScreen(self.context, query))

    def action_turn(self) -> None:
        """Go to the other list."""
        self._shown = "techniques" if self._shown == "boards" else "boards"
        self._arrange()
        self.show_frame()

    def action_practise(self) -> None:
        """Show what needs practice."""
        self.opener.go("practise")

    def action_go(self, to: str) -> None:
        """Go to another screen."""
        self.opener.go(to)

    def action_first(self) -> None:
        """Play the board with which a player begins."""
        found = suggest(shipped(self.context.library.where.levels), ())
        if found:
            self.opener.play(found.pack_level.pack.puzzles(), found.pack_level.place)
        else:
            self.opener.go("new")


_SHOWS = (
    ("the days on which you played", ", a square each"),
    ("your times on every size", ", best and median"),
    ("what you solved without help", ""),
    ("the techniques that cost you hints", ""),
)
