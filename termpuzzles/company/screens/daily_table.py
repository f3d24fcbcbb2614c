"""The daily table of a service: who solved the boards of a day how quickly, of those who want to be listed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.company.pace import BY_MACHINE
from termpuzzles.company.slots import TABLE, UNLISTED
from termpuzzles.english import sentence
from termpuzzles.session.session import clock_text
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.daily import day_keys, is_offered
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words, margin

if TYPE_CHECKING:
    from termpuzzles.company.daily_table import TablePart, TableRow


class DailyTableScreen(ListScreen[None, int]):
    """The table of a day, game by game; ← and → go from day to day."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *day_keys("table"),
        Binding("m", "list_me", "list me", id="table.list_me", tooltip="List your times here, or no longer"),
        Binding("q,escape", "leave", "back", id="table.leave", tooltip="Back to where you were"),
    ]
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {"day": ("table.before", "table.after")}
    KEYS = ("day", "table.list_me", "table.leave")

    def __init__(self, context: Context, day: date) -> None:
        super().__init__(context)
        self._day = day
        self._unlisted: list[str] = []  # why boards that the player has solved are not here
        self._parts: list[TablePart] | None = None  # None while they are looked for

    def headline(self) -> Headline:
        """The day."""
        return Headline("Daily table", f"{self._day:%A} {self._day.day} {self._day:%B}")

    def on_mount(self) -> None:
        """Look for the table."""
        self._look()

    def _look(self) -> None:
        self._parts = None
        self.show()
        _: Worker[None] = self.run_worker(self._find, exclusive=True)

    async def _find(self) -> None:
        self._parts = await self.while_open(asyncio.ensure_future(TABLE.required(self.context)(self._day)))
        why = UNLISTED.of(self.context)
        self._unlisted = await self.while_open(asyncio.ensure_future(why(self._day))) if why else []
        self.show()

    def show(self, at: int | None = None) -> None:
        """Show the table, and whether the player is in it."""
        super().show(at)
        if self._parts is None:
            self.show_message("Looking …")
        elif self.context.settings.get("table"):
            listed = "Your times are listed. Each is replayed from your journal."
            self.show_message(" ".join(self._unlisted) or listed)
        else:
            self.show_message("You are not listed. m lists your times.")

    def rows(self) -> Iterator[Choice[int]]:
        """A heading for each board, with help or without, and the players below it."""
        number = 0
        for part in self._parts or ():
            if part.rows:
                yield Choice(((f" {part.title}", "good"),))
            for row in part.rows:
                number += 1
                yield Choice(self._words(row), number)
        if self._parts is not None and not number:
            yield Choice(((" Nobody listed has solved a board yet.", "faint"),))

    def _words(self, row: TableRow) -> Words:
        """Place, time, name and streak; a name that is too long is cut, not the streak."""
        streak = "  ".join([f"{row.streak}-day streak"] * (row.streak > 1) + [BY_MACHINE] * row.by_machine)
        before = f"{row.rank:>4}  {clock_text(row.seconds):>{5 if self.is_narrow else 8}}  "
        room = self.size.width - len(before) - len(streak) - 2 - 2 * margin(self.size.width)
        return (
            (before, "text"),
            (self.context.palette.cut(row.name, room), "text"),
            (f"  {streak}" if streak else "", "faint"),
        )

    def choose(self, value: int) -> None:
        """Nothing: there is nothing behind a row."""

    def action_day(self, step: int) -> None:
        """Go to another day, none after today."""
        day = self._day + timedelta(step)
        if is_offered(day, self.context.library.today().date()):
            self._day = day
            self._look()

    def action_list_me(self) -> None:
        """List the player's times, or no longer."""
        settings = self.context.settings
        settings["table"] = not settings.get("table")
        if trouble := self.context.keep_settings():
            self.show_message(sentence(trouble))
        else:
            self._look()
