"""Statistics: figures, a year of days, how fast boards were solved, and the techniques met and to be practised."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.worker import Worker

from termpuzzles.catalogue.daily import days_played, streak
from termpuzzles.catalogue.ladder import ratings_of
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import practice, rows_by_size, solved_on, techniques_met
from termpuzzles.catalogue.suggestions import suggest
from termpuzzles.games import named, names
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import picture_of
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import latest_wrong_pins, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, Stack
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.figures import (
    BESIDE_DAYS,
    FIGURES,
    BoardsOf,
    Room,
    TechniqueRow,
    Told,
    boards_head,
    figure_cards,
    figures_in_line,
    first_board,
    has_months,
    ladder_lines,
    month_lines,
    needs_lines,
    table_rows,
    technique_rows,
    techniques_head,
    times_below,
    times_beside,
)
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.widgets.choices import Choices
from termpuzzles.tui.widgets.days import Year
from termpuzzles.tui.widgets.lines import Lines, Middle, Words
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_LARGE = Size(140, 40)  # the smallest window that shows everything at once
_HISTOGRAM = Size(60, 24)  # the smallest with a histogram below the table


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
        Binding("p", "go('practise')", "practise", id="statistics.practise", tooltip="What needs practice"),
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
            for place in range(FIGURES):
                yield Lines(palette, id=f"figure-{place}", ground="checker")
        yield Lines(palette, id="days-head")
        with Middle(id="days"):
            yield Year(self.context)
            yield Lines(palette, id="months")
        with Middle(id="first"):
            yield Lines(palette, id="first-board")
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
        first = date.fromisoformat(min(told.days)) if told.days else self.context.library.today().date()
        since = f"{first:%B}" if first.year == self.context.library.today().date().year else f"{first:%B %Y}"
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
    def _room(self) -> Room:
        large = self.size.width >= _LARGE.width and self.size.height >= _LARGE.height
        return Room(self.size.width, large, self.context.glyphs.unicode)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: those that lead to a first board do so before there is one."""
        if action == "first" or (action == "go" and parameters != ("practise",)):
            return self._is_empty
        return not (action in ("turn", "go") and self._is_empty) and super().check_action(action, parameters)

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
        self.on_resize()

    def _arrange(self) -> None:
        """Show what has room, and of the lists the one that was chosen."""
        empty, large = self._is_empty, self._room.large
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

    async def _read(self) -> None:
        listed = await self.while_open(asyncio.to_thread(self.context.library.journal_list))
        levels = shipped(self.context.library.where.levels)
        told = _count(listed.entries, levels.steps, self.context.library.today().date())
        rated = self.context.settings["ladder"]
        self._told = replace(told, ratings=ratings_of(listed.entries, levels)) if rated else told
        self._is_read = True
        self.query_one(Year).show(self._told.days, mark_today=not self._told.rows)
        self._arrange()
        self._show_all()
        latest = next((entry for entry in listed.entries if entry.solves), None)
        if latest is not None:  # the kind of boards that was played last
            self._lists["boards"].show(table_rows(self._told, self._room), BoardsOf(latest.game, latest.size))
        self.refresh_bindings()
        self.show_message(listed.notice)
        wrong_pins = await self.while_open(latest_wrong_pins(self.context, listed.entries))
        if wrong_pins and (found := practice(listed.entries, wrong_pins).needs) != self._told.needs:
            self._told = replace(self._told, needs=found)
            self._show_all()

    def _show_all(self) -> None:
        told, room = self._told, self._room
        if self._is_empty:
            self._show_suggestion()
        self._show_figures()
        self.query_one("#boards-head", Lines).lines = [boards_head(room)]
        self._lists["boards"].show(table_rows(told, room))
        self.on_option_list_option_highlighted()
        head = self.query_one("#techniques-head", Lines)
        head.lines = [] if told.needs and not room.large else [techniques_head(room)]
        head.display = bool(head.lines)
        self._lists["techniques"].show(technique_rows(told, room))
        self.query_one("#needs", Lines).lines = needs_lines(told, room.unicode)
        self.show_frame()

    def _show_figures(self) -> None:
        """The first row, and the boards of each of the last twelve months beside the year."""
        told, room, height = self._told, self._room, self.query_one(Year).days_height
        for card, lines in zip(self.query_one("#cards").query(Lines), figure_cards(told, room), strict=True):
            card.lines = lines
            card.styles.height = len(lines)
        self.query_one("#figures", Lines).lines = [figures_in_line(told, room)]
        head = (" Days", "good"), ("  a square a day, brighter with more boards", "faint")
        self.query_one("#days-head", Lines).lines = [head]
        months, width = self.query_one("#months", Lines), room.width - BESIDE_DAYS
        months.styles.width = max(1, width)
        months.display = has_months(room) and not self._is_empty
        if self._is_empty:
            months.display = width >= len("today's square")
            blank: list[Words] = [()] * (height - 1)
            months.lines = [*blank, (("today's square", "done"),), (("is still empty", "done"),)]
        elif months.display:
            months.lines = month_lines(told, self.context.library.today().date(), height, room)
        months.styles.height = max(1, len(months.lines))

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
        lines = first_board(name, narrow)
        has_room = self.query_one(Year).display
        self.query_one("#first-board", Lines).lines = lines if has_room else [line for line in lines if line]

    def on_option_list_option_highlighted(self) -> None:
        """Show the histogram of the boards at the cursor: beside the table, or below it."""
        if not self.is_ready:
            return
        lines, at, room = self.query_one("#times", Lines), self._lists["boards"].value, self._room
        row = next((row for row in self._told.rows if (row.game, row.size) == at), None)
        if row is None or not lines.display:
            lines.lines = []
            return
        drawn = times_beside(row, room) if room.large else times_below(row, room)
        lines.lines = [*drawn, *ladder_lines(self._told, row.game, room)]
        lines.styles.height = "1fr" if room.large else len(lines.lines) + 1

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


def _count(entries: tuple[Summary, ...], steps: Mapping[str, Mapping[str, int]], today: date) -> Told:
    return Told(
        rows=tuple(rows_by_size(entries)),
        days=solved_on(entries),
        hours=sum(entry.seconds for entry in entries) / 3600,
        streak=streak({found.day for found in days_played(entries)}, today),
        met=techniques_met(entries, steps),
        alone=techniques_met(entries, steps, alone=True),
        needs=practice(entries).needs,
    )
