"""Statistics: how fast boards were solved, a year of days, and the techniques met and to be practised."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.catalogue.daily import days_played, streak
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import Need, Row, practice, rows_by_size, solved_on, techniques_met
from termpuzzles.games import named, names
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules import FILES
from termpuzzles.render.ink import Ink
from termpuzzles.session.session import clock_text
from termpuzzles.tui.background import latest_wrong_pins, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, Stack
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.captions import time_chart
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.days import Year
from termpuzzles.tui.widgets.lines import Lines, Middle, filled_bar

_BOTH = 140  # columns: in a window at least this wide both lists are shown
# The widths of the columns; a time of ten hours and more stands apart from what is before it.
_FIGURES = (("solved", 6), ("best", 9), ("median", 9), ("streak", 7), ("no help", 9), ("latest", 14))
_BAR = 14  # columns
_NOTHING: Choice[Any] = Choice(((" Nothing has been solved yet.", "faint"),))


class BoardsOf(NamedTuple):
    """The row of a game and a size."""

    game: str
    size: str


class TechniqueRow(NamedTuple):
    """The row of a technique of a game."""

    game: str
    rule: str


class StatisticsScreen(FramedScreen[None]):
    """A year of days above two lists: boards by game and size, and techniques; Tab goes from one to the other."""

    TITLE = "Statistics"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "practise", "practise", id="statistics.practise", tooltip="What needs practice"),
        Binding("q,escape", "leave", "back", id="statistics.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "list.choose", "frame.turn", "statistics.practise", "statistics.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._lists: dict[str, Choices[BoardsOf | TechniqueRow]] = {
            name: Choices(context, id=name) for name in ("boards", "techniques")
        }
        self._shown = "boards"
        self._is_read = False
        self._rows: list[Row] = []
        self._streak = 0
        self._met: Counter[tuple[str, str]] = Counter()
        self._needs: tuple[Need, ...] = ()

    def body(self) -> ComposeResult:
        """The year, and both lists, each below a heading."""
        yield Year(self.context)
        with Middle(id="lists"):
            for name, choices in self._lists.items():
                with Stack(id=f"{name}-part"):
                    yield Lines(self.context.palette, id=f"{name}-head")
                    yield choices

    def headline(self) -> Headline:
        """How many boards were solved, and the days played in a row."""
        solved, alone = (sum(getattr(row, name) for row in self._rows) for name in ("solved", "unaided"))
        about = f"{solved:,} solved" if solved else ""
        about += f", {alone:,} without help" if solved and not self.is_narrow else ""
        return Headline("Statistics", about, ((f"{self._streak}-day streak" if self._streak else "", "faint"),))

    @property
    def keys_now(self) -> tuple[str, ...]:
        """All of them, or those that act where nothing is listed to choose from."""
        is_empty = self._is_read and self._lists[self._shown].value is None
        return self.KEYS[2:] if is_empty else self.KEYS

    def on_mount(self) -> None:
        """Read the journals in the background."""
        self._arrange()
        _: Worker[None] = self.run_worker(self._read)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self._arrange()
        self._show_boards()
        if self._is_read:
            self._show_techniques()

    def set_ink(self, ink: Ink) -> None:
        """Show the lists in these characters from now on, too."""
        super().set_ink(ink)
        if self._is_read and self.is_ready:
            self._show_boards()
            self._show_techniques()

    def _arrange(self) -> None:
        """Show both lists, or the one that was chosen."""
        both = self.size.width >= _BOTH
        for name in self._lists:
            self.query_one(f"#{name}-part").display = both or name == self._shown
        self._lists[self._shown].focus()
        self.query_one(Year).fit(self.size)

    @property
    def _today(self) -> date:
        return self.context.library.today().date()

    async def _read(self) -> None:
        listed = await self.while_open(asyncio.to_thread(self.context.library.journal_list))
        self._is_read = True
        self._rows = rows_by_size(listed.entries)
        self._streak = streak({found.day for found in days_played(listed.entries)}, self._today)
        self._met = techniques_met(listed.entries, shipped(self.context.library.where.levels).steps)
        self.query_one(Year).show(solved_on(listed.entries))
        self._show_boards()
        self._needs = practice(listed.entries).needs
        self._show_techniques()
        self.show_message(listed.notice)
        wrong_pins = await self.while_open(latest_wrong_pins(self.context, listed.entries))
        if wrong_pins and (found := practice(listed.entries, wrong_pins).needs) != self._needs:
            self._needs = found
            self._show_techniques()

    def _show_boards(self) -> None:
        room = self.size.width - 25
        figures = [figure for place, figure in enumerate(_FIGURES) if sum(f[1] for f in _FIGURES[: place + 1]) <= room]
        titles = "".join(f"{title:>{width}}" if title != "latest" else f"  {title}" for title, width in figures)
        heading = f" {'boards':<20}{titles}" if self._rows else ""
        self.query_one("#boards-head", Lines).lines = [((heading, "faint"),)]
        self._lists["boards"].show(self._board_rows(figures))
        self.show_frame()

    def _board_rows(self, figures: list[tuple[str, int]]) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
        above = ""
        if self._is_read and not self._rows:
            yield _NOTHING
        for row in self._rows:
            title = named(row.game).title if row.game in names() else row.game
            cells = {
                "solved": str(row.solved),
                "best": clock_text(row.best),
                "median": clock_text(row.median),
                "streak": str(row.streak),
                "no help": str(row.unaided),
            }
            words = [(f" {title:<13}", "faint" if row.game == above else "text"), (f"{row.size:<7}", "text")]
            words += [(f"{cells[name]:>{width}}", "text") for name, width in figures if name in cells]
            has_room = len(figures) == len(_FIGURES)  # for the times, which stand last
            words += [(f"  {time_chart(row.times, self.context.glyphs.unicode)}", "done")] * has_room
            above = row.game
            yield Choice(tuple(words), BoardsOf(row.game, row.size))

    def _show_techniques(self) -> None:
        self._lists["techniques"].show(self._technique_rows())

    def _technique_rows(self) -> Iterator[Choice[BoardsOf | TechniqueRow]]:
        """What needs practice, then what was met, each with a bar."""
        needs, met = self._needs, self._met
        head = self.query_one("#techniques-head", Lines)
        head.lines = [((" techniques" if needs or met else "", "faint"),)]
        if not (needs or met):
            yield _NOTHING
        most = max((need.missed for need in needs), default=1)
        if needs:
            yield Choice(((" Needs practice", "good"), ("  hints and wrong pins", "faint")))
        for need in needs:
            yield self._technique(need.game, need.rule, need.missed, most, "bad loop")
        for game in names():
            found = {
                rule: count for (of, rule), count in met.items() if of == game and rule in FILES and rule != SEARCH
            }
            if found:
                yield Choice(((f" {named(game).title}", "good"), ("   boards that needed it", "faint")))
            for rule in sorted(found, key=list(FILES).index):
                yield self._technique(game, rule, found[rule], max(found.values()), "done")

    def _technique(self, game: str, rule: str, count: int, most: int, tone: str) -> Choice[BoardsOf | TechniqueRow]:
        name = technique_name(rule)
        width = 0 if self.is_narrow else _BAR
        words = (
            (f"   {name:<{20 if width else 17}}", "text"),
            *filled_bar(count / most, width, self.context.glyphs.unicode, tone),
            (f"{count:>5}", "text"),
            (f"  {named(game).title}" * (tone == "bad loop"), "faint"),
        )
        return Choice(words, TechniqueRow(game, rule))

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Practise a technique, or choose a new board of that size."""
        if isinstance(event.value, TechniqueRow):
            practise(self, self.context, event.value.game, event.value.rule)
        elif isinstance(event.value, BoardsOf) and event.value.game in names():
            self.context.settings["again"] = {"game": event.value.game, "size": event.value.size}
            self.opener.go("new")

    def action_turn(self) -> None:
        """Go to the other list."""
        self._shown = "techniques" if self._shown == "boards" else "boards"
        self._arrange()

    def action_practise(self) -> None:
        """Show what needs practice."""
        self.opener.go("practise")
