"""Statistics: what was solved, how fast, and which ideas were met."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Footer, Static
from textual.worker import Worker

from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import Row, ideas_met, rows
from termpuzzles.games import named, names
from termpuzzles.logic.explain.grades import technique_name
from termpuzzles.session.session import clock_text
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.tui.widgets.captions import chart
from termpuzzles.tui.widgets.lines import Lines

COLUMNS = ("board", "hardest", "solved", "unaided", "best", "median", "streak", "recent")


class StatisticsScreen(PuzzleScreen[None]):
    """A table by game, size and technique, with a chart of the latest times in each row."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "practise", "practise", id="statistics.practise", tooltip="What needs practice"),
        Binding("q,escape", "leave", "back", id="statistics.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    def compose(self) -> ComposeResult:
        """A heading, the table, and the ideas met."""
        yield Lines(self.context.palette, id="heading")
        table: DataTable[str] = DataTable(cursor_type="row", id="table")
        yield table
        yield Static(id="ideas", markup=False)
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Read the journals in the background."""
        self.query_one("#heading", Lines).lines = [((" Statistics", "good"),)]
        self.query_one("#table", DataTable).add_columns(*COLUMNS)
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        listed = await self.while_open(asyncio.to_thread(self.context.library.journal_list))
        levels = await self.while_open(asyncio.to_thread(shipped))
        found = rows(listed.entries, levels.ratings)
        table = self.query_one("#table", DataTable)
        for row in found:
            table.add_row(*map(self.context.palette.spelled, self._cells(row)))
        met = ", ".join(
            f"{technique_name(rule)} {n}" for rule, n in ideas_met(listed.entries, levels.steps).most_common()
        )
        ideas = f"Ideas met: {met}." if met else "" if found else "Nothing has been solved yet."
        self.query_one("#ideas", Static).update(self.context.palette.spelled(ideas))
        table.focus()
        if listed.notice:
            self.say(listed.notice)

    def _cells(self, row: Row) -> tuple[str, ...]:
        title = named(row.game).title if row.game in names() else row.game
        hardest = technique_name(row.rating) if row.rating else ""
        times = (clock_text(row.best), clock_text(row.median))
        recent = chart(row.times, self.context.glyphs.unicode)
        return (f"{title} {row.size}", hardest, str(row.solved), str(row.unaided), *times, str(row.streak), recent)

    def say(self, text: str) -> None:
        """Show a message below the table."""
        self.query_one("#said", Lines).lines = [((f" {text}", "faint"),)]

    def action_practise(self) -> None:
        """Show what needs practice."""
        self.opener.go("practise")
