"""Statistics: what was solved, how fast, which ideas were met, and what needs practice."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer
from textual.worker import Worker

from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.play.clock import clock_text
from termpuzzles.play.shelf.grades import technique_name
from termpuzzles.play.shelf.levels import shipped
from termpuzzles.play.shelf.statistics import Practice, Row, ideas_met, practice, rows
from termpuzzles.play.storage.summaries import Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.tui.widgets.words import chart

if TYPE_CHECKING:
    from termpuzzles.tui.base import BaseApp

COLUMNS = ("board", "hardest", "solved", "unaided", "best", "median", "streak", "recent")


class StatisticsScreen(Screen[None]):
    """A table, and the boards that were finished with help, to be played again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "table, boards", id="statistics.next", tooltip="From the table to the boards"),
        Binding("q,escape", "leave", "back", id="statistics.leave", tooltip="Back to where you were"),
    ]

    app: BaseApp

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    def compose(self) -> ComposeResult:
        """A heading, the table, the ideas met, and what needs practice."""
        yield Lines(self.context.palette, id="heading")
        table: DataTable[str] = DataTable(cursor_type="row", id="table")
        yield table
        yield Lines(self.context.palette, id="ideas")
        choices: Choices[Summary] = Choices(self.context, id="list")
        yield choices
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Read the journals beside the keys."""
        self.query_one("#heading", Lines).lines = [((" Statistics", "good"),)]
        self.query_one("#table", DataTable).add_columns(*COLUMNS)
        _: Worker[None] = self.run_worker(self._read, exclusive=True)

    async def _read(self) -> None:
        shelf = await asyncio.to_thread(self.context.library.shelf)
        levels = await asyncio.to_thread(shipped)
        found = rows(shelf.entries, levels.ratings)
        table = self.query_one("#table", DataTable)
        for row in found:
            table.add_row(*map(self.context.palette.spelled, self._cells(row)))
        met = ", ".join(
            f"{technique_name(rule)} {n}" for rule, n in ideas_met(shelf.entries, levels.steps).most_common()
        )
        ideas = f" Ideas met: {met}." if met else " Nothing has been solved yet."
        self.query_one("#ideas", Lines).lines = [((ideas, "faint"),)]
        self.query_one("#list", Choices).show(self._practice(practice(shelf.entries)))
        table.focus()
        if shelf.notice:
            self.query_one("#said", Lines).lines = [((f" {shelf.notice}", "faint"),)]

    def _cells(self, row: Row) -> tuple[str, ...]:
        title = named(row.game).title if row.game in names() else row.game
        hardest = technique_name(row.rating) if row.rating else ""
        times = (clock_text(row.best), clock_text(row.median))
        recent = chart(row.times, self.context.glyphs.unicode)
        return (f"{title} {row.size}", hardest, str(row.solved), str(row.unaided), *times, str(row.streak), recent)

    def _practice(self, found: Practice) -> Iterator[Choice[Summary]]:
        ideas = ", ".join(f"{technique_name(rule)} ({count} hints)" for rule, count in found.rules)
        yield Choice(((" Needs practice: ", "good"), (ideas or "unclear as yet", "text")))
        if found.helped:
            yield Choice(((" Finished with help, to be played again:", "faint"),))
        for entry in found.helped:
            title = named(entry.game).title if entry.game in names() else entry.game
            yield Choice(((f"   {title} {entry.size:<8} {entry.title.rpartition('/')[2]}", "text"),), entry)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Open a board again."""
        if isinstance(event.value, Summary):
            try:
                self.app.play_journal(event.value)
            except (PuzzleError, OSError) as error:
                self.query_one("#said", Lines).lines = [((f" {error}", "faint"),)]

    def action_leave(self) -> None:
        """Go back."""
        self.app.leave()
