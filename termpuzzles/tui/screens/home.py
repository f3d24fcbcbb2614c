"""The first screen: what to go on with, the boards of the day, lessons, a new board, and all levels."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input
from textual.worker import Worker

from termpuzzles.catalogue.daily import daily_board, streak
from termpuzzles.catalogue.lessons import lessons_in_words
from termpuzzles.catalogue.levels import Levels, PackLevel, shipped, shipped_finder
from termpuzzles.catalogue.statistics import Practice, practice
from termpuzzles.catalogue.suggestions import Glance, Suggestion, glance, suggest
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, names
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.summaries import JournalList, Summary
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.background import Slips
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import bound_keys
from termpuzzles.tui.screens import home_rows
from termpuzzles.tui.screens.home_rows import Fold, Go, Played, Room, Row, Signs
from termpuzzles.tui.screens.list_screen import ListScreen
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words

_TALL = 32  # rows: in a window at least this tall the corner of a board takes several rows
_CORNER = 2
CALENDAR = 20.0  # seconds until it looks again whether a new day has begun


class HomeScreen(ListScreen[None, Go | Fold | Summary | PackLevel]):
    """Lists what can be played; Enter opens one. The list is there before the journals are read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(  # handled before any other key, so that those typed right after it reach the filter
            "slash,f3",
            "filter",
            "filter",
            id="home.filter",
            tooltip="Find a level by words or by its number",
            priority=True,
        ),
        Binding("right,l", "fold(True)", "unfold", id="home.unfold", tooltip="Show the pack's levels", show=False),
        Binding("left,h", "fold(False)", "fold", id="home.fold", tooltip="Fold the pack away", show=False),
        Binding("N,f5", "go('new')", "new", id="home.new", tooltip="Make a new board", show=False),
        Binding("d", "go('daily')", "daily", id="home.daily", tooltip="The boards of the day", show=False),
        Binding("t", "go('learn')", "learn", id="home.learn", tooltip="A tiny board for each idea", show=False),
        Binding("p", "go('practise')", "practise", id="home.practise", tooltip="One idea at a time", show=False),
        Binding("s", "go('statistics')", "statistics", id="home.statistics", tooltip="What was solved, and how fast"),
        Binding("o", "go('options')", "options", id="home.options", tooltip="What the program does and shows"),
        Binding("question_mark,f1", "help", "help", id="home.help", tooltip="The rules, the keys, the techniques"),
        Binding("q,escape", "leave", "leave", id="home.leave", tooltip="Close the filter, or leave the program"),
    ]

    render_lines = blank_lines

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.listing = Listing(context, shipped(context.library.where.levels), context.library.today().date())
        self._slips = Slips(context)
        self._message: tuple[str, object] = ("", None)  # the message, and the row at which it was shown

    def body(self) -> ComposeResult:
        """The list, and the filter."""
        yield self.choices
        yield Input(placeholder="net 7x7 tricky unsolved, or sealed off, or >300, or 42", id="filter", compact=True)

    def on_mount(self) -> None:
        """Hide the filter, and look for a new day now and then."""
        self.query_one(Input).display = False
        self.query_one("#heading").styles.height = 2 if self.context.who else 1
        self.set_interval(CALENDAR, self._look_at_the_calendar)

    def on_screen_resume(self) -> None:
        """Read the journals anew: one may have been begun or finished."""
        self._look_at_the_calendar()
        _: Worker[None] = self.run_worker(self._read, group="journals", exclusive=True)

    def _look_at_the_calendar(self) -> None:
        """Offer the new boards of the day after midnight."""
        today = self.context.library.today().date()
        if self.is_ready and today != self.listing.today:
            self.listing.today = today
            self.show()

    async def _read(self) -> None:
        """Read the journals in the background, then those to go on with once more, for a glance at each."""
        listing, first = self.listing, not self.listing.is_read
        listed, played, needs = await self.while_open(asyncio.to_thread(self._journals))
        listing.take(played, needs)
        untouched = first and self.choices.is_at_first
        self.show()
        if untouched:
            self.choices.action_first()  # the rows that are now above the cursor were not there to choose from
        if listed.notice:
            self.say(listed.notice)
        if begun := played.begun[: home_rows.CONTINUED]:
            listing.glances = {
                entry.identity: await self.while_open(asyncio.to_thread(glance, self.context.library, entry))
                for entry in begun
            }
            self.show()
        if slips := await self.while_open(self._slips.of(listed.entries)):
            listing.take(played, await self.while_open(asyncio.to_thread(practice, listed.entries, slips)))
            self.show()

    def _journals(self) -> tuple[JournalList, Played, Practice]:
        """The journals, and what they show."""
        listed = self.context.library.journal_list()
        return listed, Played.of(listed.entries), practice(listed.entries)

    def on_resize(self) -> None:
        """Show more or less of each row."""
        self.show()

    def heading(self) -> list[Words]:
        """The name of the program, the days played in a row, and who plays if there are several players."""
        days = streak(self.listing.played.days, self.listing.today)
        row = f"{days} day{'s' * (days > 1)} in a row " if days else ""
        lead = " termpuzzles"
        return [
            ((lead, "good"), (f"{row:>{max(0, self.size.width - len(lead))}}", "faint")),
            *([((f" {self.context.who}", "faint"),)] if self.context.who else []),
        ]

    def rows(self) -> Iterator[Row]:
        """The rows as they are now, for the room that there is."""
        return self.listing.rows(Room(self.size.width, _CORNER if self.size.height >= _TALL else 1))

    def choose(self, value: Go | Fold | Summary | PackLevel) -> None:
        """Open what was chosen, or say why it cannot be opened."""
        try:
            if isinstance(value, Fold):
                self.listing.opened ^= {value.key}
                self.show()
            elif isinstance(value, Go):
                self.action_go(value.to)
            elif isinstance(value, PackLevel):
                self.opener.play(value.pack.puzzles(), value.place)
            else:
                self._resume(value)
        except (PuzzleError, OSError) as error:
            self.say(str(error))

    def _resume(self, entry: Summary) -> None:
        """Go on with a board; a board of a pack keeps its place, so that the next one of the pack comes next."""
        pack_level = self.listing.levels.by_identity.get(entry.identity)
        if pack_level and "-" not in entry.name:
            self.opener.play(pack_level.pack.puzzles(), pack_level.place)
        else:
            self.opener.resume(entry)

    def action_fold(self, opened: bool) -> None:
        """Show the levels of the pack at the cursor, or fold them away."""
        value = self.choices.value
        if isinstance(value, PackLevel) and not opened and not self.listing.query:
            value = Fold(value.pack.key)
        if isinstance(value, Fold):
            self.listing.opened = self.listing.opened | {value.key} if opened else self.listing.opened - {value.key}
            self.show(value)

    def action_go(self, to: str) -> None:
        """Go to another screen."""
        if to == "help":
            self.action_help()
            return
        if to in ("browse", "first"):
            self.context.settings["started"] = True
            self.context.keep_settings()
            self.show()
        if to != "browse":
            self.opener.go(to)

    def action_filter(self) -> None:
        """Filter the list as one types."""
        field = self.query_one(Input)
        field.display = True
        self.set_focus(field)  # at once: the next key is typed already

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter the list."""
        self.listing.query = event.value.strip()
        self.show()
        self.choices.action_first()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the level at the cursor."""
        self.choices.action_select()

    def on_key(self, event: events.Key) -> None:
        """Let the arrows move in the list while the filter is typed."""
        moves = {"down": self.choices.action_cursor_down, "up": self.choices.action_cursor_up}
        if isinstance(self.focused, Input) and event.key in moves:
            moves[event.key]()
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.opener.open_pasted(event.text, self.say)

    def describe(self, value: Go | Fold | Summary | PackLevel | None) -> None:
        """Describe the row at the cursor, unless there is a message about it."""
        text, at = self._message
        super().say(text if text and at == value else self.listing.described(value))

    def say(self, text: str) -> None:
        """Show a message below the list, until the cursor moves."""
        self._message = (text, self.choices.value)
        self.describe(self.choices.value)

    def action_help(self) -> None:
        """Show the rules of the game that was played last, and the keys of this screen."""
        from termpuzzles.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.context, self._example(), bound_keys(self)), self._do)

    def _example(self) -> Puzzle:
        """A level of the game that was played last, else of another; a board of the day if there is none."""
        games = [entry.game for entry in self.listing.played.entries if entry.game in names()]
        last = games[0] if games else USUAL
        for pack in sorted(self.listing.levels.packs, key=lambda pack: pack.game != last):
            with suppress(PuzzleError, OSError):
                if puzzles := pack.puzzles():
                    return puzzles[0]
        return daily_board(last, self.listing.today)

    def _do(self, action: str | None) -> None:
        """Do what was chosen in the help."""
        if action:
            self.call_later(self.run_action, action)

    def action_leave(self) -> None:
        """Close the filter, or leave the program."""
        field = self.query_one(Input)
        if field.display:
            field.value, field.display = "", False
            self.listing.query = ""
            self.show()
            self.set_focus(self.choices)
        else:
            self.app.exit()


_SHOWN = 60  # the most levels in a filtered list


@dataclass
class Listing:
    """The contents of the first screen; `is_read` is true once the journals were read."""

    context: Context
    levels: Levels
    today: date
    played: home_rows.Played = field(default_factory=home_rows.Played)
    needs: Practice = field(default_factory=Practice)
    is_read: bool = False
    glances: dict[str, Glance] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    query: str = ""

    def __post_init__(self) -> None:
        self._untouched = self.context.library.is_untouched
        self._suggested: Suggestion | None = None

    def take(self, played: home_rows.Played, needs: Practice) -> None:
        """Take in what the journals show."""
        self.played, self.needs, self.is_read = played, needs, True
        last = played.entries[0].game if played.entries else USUAL
        self._suggested = suggest(self.levels, played.solved, needs.needs, last)

    @property
    def is_first_start(self) -> bool:
        """Whether nothing was ever played here."""
        return self._untouched and not self.played.entries and not self.context.settings.get("started")

    @property
    def count(self) -> int:
        """The number of levels."""
        return len(self.levels.by_identity)

    @property
    def signs(self) -> Signs:
        """The characters of the list."""
        glyphs = self.context.glyphs
        folded, unfolded = ("▸", "▾") if glyphs.unicode else ("+", "-")
        return Signs(glyphs.done, folded, unfolded, glyphs.unicode)

    def rows(self, room: Room) -> Iterator[Row]:
        """The rows, as they are now."""
        if self.query:
            return self._matches()
        return self._first() if self.is_first_start else self._all(room)

    def _matches(self) -> Iterator[Row]:
        found = shipped_finder(self.context.library.where.levels).find(self.query, self.played.solved)
        yield from (home_rows.found_row(each, self.played, self.signs) for each in found[:_SHOWN])
        if not found:
            yield Choice(((" No level is like that; words, sizes, grades and techniques are looked for.", "faint"),))
        if len(found) > _SHOWN:
            yield home_rows.heading(f"  … and {len(found) - _SHOWN} more")

    def _first(self) -> Iterator[Row]:
        yield home_rows.blank()
        yield Choice(((" Turn the tiles until every line meets another.", "text"),))
        yield home_rows.blank()
        for lead, words, to in (
            ("Start here", "your first board, one minute", "first"),
            ("Browse", f"{self.count} boards, easy to fiendish", "browse"),
            ("Daily", "the same boards for everyone", "daily"),
        ):
            yield home_rows.led(lead, ((words, "faint"),), to)

    def _all(self, room: Room) -> Iterator[Row]:
        settings = self.context.settings
        yield from home_rows.continue_rows(self.played, self.levels, self.glances, room)
        if self._suggested:
            yield home_rows.suggestion_row(self._suggested)
        yield home_rows.daily_row(self.today, self.played, self.signs.done)
        yield home_rows.led("Learn", ((lessons_in_words(settings), "text"),), "learn")
        yield home_rows.practice_row(self.needs)
        again = settings.get("again")
        made = again["words"] if isinstance(again, dict) and isinstance(again.get("words"), str) else ""
        yield home_rows.led(
            "New", ((made or "a board of your own", "text"), ("  as last time" * bool(made), "faint")), "new"
        )
        yield home_rows.blank()
        solved = sum(name in self.played.solved for name in self.levels.by_identity)
        yield Choice(((" Levels", "good"), (f"     {solved} of {self.count} solved", "faint")))
        yield from home_rows.pack_rows(self.levels, self.played, self.opened, self.signs, room)
        yield home_rows.blank()
        yield home_rows.led("Statistics", (("what was solved, how fast, and by which ideas", "faint"),), "statistics")
        yield home_rows.led("Options", (("colours, keys, and what the program does for you", "faint"),), "options")
        yield home_rows.led("Help", (("the rules of the games, the keys, the techniques", "faint"),), "help")

    def described(self, value: object) -> str:
        """The description of the row at the cursor."""
        if isinstance(value, home_rows.Fold):
            return next(home_rows.pack_in_words(pack) for pack in self.levels.packs if pack.key == value.key)
        if isinstance(value, PackLevel):
            return home_rows.level_in_words(value, self.context.glyphs.unicode)
        return ""
