"""The first screen: what to go on with, the boards of the day, lessons, a new board, and all levels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Input
from textual.worker import Worker

from termpuzzles.errors import PuzzleError
from termpuzzles.play.shelf.continuing import Glance, glance
from termpuzzles.play.shelf.daily import days_played, streak
from termpuzzles.play.shelf.finding import shipped_finder
from termpuzzles.play.shelf.lessons import lessons_in_words
from termpuzzles.play.shelf.levels import Shelved, shipped
from termpuzzles.play.shelf.suggestions import suggest
from termpuzzles.play.storage.library import Shelf
from termpuzzles.play.storage.summaries import Summary
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens import home_rows as rows
from termpuzzles.tui.screens.home_rows import Fold, Go, Played, Row, Signs
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from termpuzzles.tui.base import BaseApp

_SHOWN = 60  # levels in a list that was narrowed
_WIDE = 90  # columns from which a corner of each board is shown


class HomeScreen(Screen[None]):
    """Lists what can be played; Enter opens one. The list is there before the journals are read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(  # before any other key, so that those typed right after it reach the filter
            "slash,f3",
            "filter",
            "filter",
            id="home.filter",
            tooltip="Find a level by words or by its number",
            priority=True,
        ),
        Binding("right,l", "fold(True)", "unfold", id="home.unfold", tooltip="Show the pack's levels", show=False),
        Binding("left,h", "fold(False)", "fold", id="home.fold", tooltip="Fold the pack away", show=False),
        Binding("N,f5", "go('new')", "new", id="home.new", tooltip="Make a new board"),
        Binding("d", "go('daily')", "daily", id="home.daily", tooltip="The boards of the day"),
        Binding("s", "go('statistics')", "statistics", id="home.statistics", tooltip="What was solved, and how fast"),
        Binding("o", "go('options')", "options", id="home.options", tooltip="What the program does and shows"),
        Binding("question_mark,f1", "help", "help", id="home.help", tooltip="Say what the keys do"),
        Binding("q,escape", "leave", "quit", id="home.leave", tooltip="Leave the program"),
    ]

    app: BaseApp

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.levels = shipped()
        self._played = rows.NOTHING
        self._shelf: Shelf | None = None  # until the journals have been read
        self._glances: dict[str, Glance] = {}
        self._open: set[str] = set()
        self._query = ""
        self._untouched = context.library.is_untouched
        self._today = context.library.today().date()

    def compose(self) -> ComposeResult:
        """A heading, the list, where the filter is typed, what is said, and the keys."""
        yield Lines(self.context.palette, id="heading")
        choices: Choices[Go | Fold | Summary | Shelved] = Choices(self.context, id="list")
        yield choices
        yield Input(placeholder="words, such as: net 7x7 unsolved; or a level's number", id="filter", compact=True)
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    @property
    def _list(self) -> Choices[Go | Fold | Summary | Shelved]:
        return self.query_one("#list", Choices)

    def on_mount(self) -> None:
        """Show the list, before any journal is read."""
        self.query_one(Input).display = False
        self.set_interval(20, self._look_at_the_calendar)
        self._show()
        self._list.focus()
        for doubt in self.context.settings.doubts[:1]:
            self.say(doubt)

    def on_screen_resume(self) -> None:
        """Read the journals anew: one may have been begun or finished."""
        self._look_at_the_calendar()
        _: Worker[None] = self.run_worker(self._read, group="shelf", exclusive=True)

    def _look_at_the_calendar(self) -> None:
        """Offer the new boards of the day after midnight."""
        today = self.context.library.today().date()
        if today != self._today:
            self._today = today
            self._show()

    async def _read(self) -> None:
        """Read the journals beside the keys, then those to go on with once more, for a glance at each."""
        shelf = await asyncio.to_thread(self.context.library.shelf)
        self._shelf, self._played = shelf, Played.of(shelf.entries)
        begun = rows.unfinished(self._played)[: rows.CONTINUED]
        self._show()
        if shelf.notice:
            self.say(shelf.notice)
        self._glances = {entry.identity: await asyncio.to_thread(glance, entry) for entry in begun}
        self._show()

    def _is_first_start(self) -> bool:
        """Whether nothing was ever played here."""
        return self._untouched and not self._played.entries and not self.context.settings.get("started")

    def on_resize(self) -> None:
        """Show more or less of each row."""
        self._show()

    def _show(self) -> None:
        count, days = (
            len(self.levels.by_identity),
            streak({d.day for d in days_played(self._played.entries)}, self._today),
        )
        row = f"{days} day{'s' * (days > 1)} in a row " if days else ""
        lead = " termpuzzles"
        self.query_one("#heading", Lines).lines = [
            ((lead, "good"), (f"{row:>{max(0, self.size.width - len(lead))}}", "faint"))
        ]
        self._list.show(self._rows(count))

    def _rows(self, count: int) -> Iterator[Row]:
        if self._query:
            found = shipped_finder().find(self._query, self._played.solved)
            yield from (rows.found_row(each, self._played, self._signs) for each in found[:_SHOWN])
            if len(found) > _SHOWN:
                yield rows.heading(f"  … and {len(found) - _SHOWN} more")
            return
        if self._is_first_start():
            yield from self._first_rows(count)
            return
        wide = self.size.width >= _WIDE
        yield from rows.continue_rows(self._played, self.levels, self._glances, wide)
        yield rows.daily_row(self._today, self._played, self._signs.done)
        yield from self._other_rows()
        yield rows.blank()
        solved = sum(name in self._played.solved for name in self.levels.by_identity)
        yield Choice(((" Levels", "good"), (f"  {solved} of {count} solved", "faint")))
        yield from rows.pack_rows(self.levels, self._played, self._open, self._signs)

    def _other_rows(self) -> Iterator[Row]:
        settings = self.context.settings
        yield Choice(((" Learn      ", "good"), (lessons_in_words(self.context.settings), "text")), Go("learn"))
        again = settings.get("again")
        made = (
            f"{again['words']}  (as last time)"
            if isinstance(again, dict) and "words" in again
            else "a board of your own"
        )
        yield Choice(((" New        ", "good"), (made, "text")), Go("new"))
        if suggestion := suggest(self.levels, self._played.entries) if self._shelf else None:
            yield rows.suggestion_row(suggestion)
        yield Choice(
            ((" Statistics ", "good"), ("what was solved, how fast, what needs practice", "faint")), Go("statistics")
        )

    def _first_rows(self, count: int) -> Iterator[Row]:
        yield rows.blank()
        yield Choice(((" Turn the tiles until every line meets another.", "text"),))
        yield rows.blank()
        yield Choice(((" Start here   ", "good"), ("your first board, one minute", "faint")), Go("first"))
        yield Choice(((" Browse       ", "good"), (f"{count} boards, easy to fiendish", "faint")), Go("browse"))
        yield Choice(((" Daily        ", "good"), ("the same boards for everyone", "faint")), Go("daily"))

    @property
    def _signs(self) -> Signs:
        glyphs = self.context.glyphs
        folded, unfolded = ("▸", "▾") if glyphs.unicode else ("+", "-")
        return Signs(glyphs.done, folded, unfolded, glyphs.unicode)

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Open what was chosen, or say why it cannot be opened."""
        value = event.value
        try:
            if isinstance(value, Fold):
                self._open ^= {value.key}
                self._show()
            elif isinstance(value, Go):
                self.action_go(value.to)
            elif isinstance(value, Shelved):
                self.app.play(value.pack.puzzles(), value.place)
            elif isinstance(value, Summary):
                self._resume(value)
        except (PuzzleError, OSError) as error:
            self.say(str(error))

    def _resume(self, entry: Summary) -> None:
        """Go on with a board; one of a pack keeps its place, so that the next one of the pack is the next."""
        shelved = self.levels.by_identity.get(entry.identity)
        if shelved and "-" not in entry.path.stem:
            self.app.play(shelved.pack.puzzles(), shelved.place)
        else:
            self.app.play_journal(entry)

    def action_fold(self, opened: bool) -> None:
        """Show the levels of the pack at the cursor, or fold them away."""
        value = self._list.value
        if isinstance(value, Shelved) and not opened and not self._query:
            value = Fold(value.pack.key)
        if isinstance(value, Fold):
            self._open = self._open | {value.key} if opened else self._open - {value.key}
            self._list.show(self._rows(len(self.levels.by_identity)), value)

    def action_go(self, to: str) -> None:
        """Go to another screen."""
        if to in ("browse", "first"):
            self.context.settings["started"] = True
            self.context.keep_settings()
            self._show()
        if to != "browse":
            self.app.go(to)

    def action_filter(self) -> None:
        """Narrow the list as one types."""
        field = self.query_one(Input)
        field.display = True
        self.set_focus(field)  # at once: the next key is typed already

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list."""
        self._query = event.value.strip()
        self._list.show(self._rows(len(self.levels.by_identity)))
        self._list.highlighted = next(
            (n for n in range(self._list.option_count) if not self._list.get_option_at_index(n).disabled), None
        )

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the level at the cursor."""
        self._list.action_select()

    def on_key(self, event: events.Key) -> None:
        """While the filter is typed, let the arrows move in the list."""
        moves = {"down": self._list.action_cursor_down, "up": self._list.action_cursor_up}
        if isinstance(self.focused, Input) and event.key in moves:
            moves[event.key]()
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.app.open_pasted(event.text, self.say)

    def say(self, text: str) -> None:
        """Say something below the list."""
        self.query_one("#said", Lines).lines = [((f" {text}", "faint"),)] if text else []

    def action_help(self) -> None:
        """Say what the keys do."""
        self.say("↑ ↓ choose   ← → fold and unfold packs   ↵ opens   / finds   paste an id to open it   q quits")

    def action_leave(self) -> None:
        """Close the filter, or leave the program."""
        field = self.query_one(Input)
        if field.display:
            field.value, field.display = "", False
            self._query = ""
            self._show()
            self.set_focus(self._list)
        else:
            self.app.exit()
