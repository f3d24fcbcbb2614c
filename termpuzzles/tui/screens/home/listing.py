"""Which rows the first screen has: on a first start, while the list is narrowed, and else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from termpuzzles.play.shelf.continuing import Glance
from termpuzzles.play.shelf.finding import shipped_finder
from termpuzzles.play.shelf.learning.lessons import lessons_in_words
from termpuzzles.play.shelf.levels import Levels, Shelved
from termpuzzles.play.shelf.statistics import practice
from termpuzzles.play.shelf.suggestions import suggest
from termpuzzles.tui.screens.home import rows
from termpuzzles.tui.screens.home.rows import Room, Row, Signs
from termpuzzles.tui.widgets.choices import Choice

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context

_SHOWN = 60  # levels in a list that was narrowed


@dataclass
class Listing:
    """What the first screen lists; `is_read` once the journals are."""

    context: Context
    levels: Levels
    today: date
    played: rows.Played = rows.NOTHING
    is_read: bool = False
    glances: dict[str, Glance] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    query: str = ""
    slips: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._untouched = self.context.library.is_untouched

    @property
    def is_first_start(self) -> bool:
        """Whether nothing was ever played here."""
        return self._untouched and not self.played.entries and not self.context.settings.get("started")

    @property
    def count(self) -> int:
        """How many levels there are."""
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
            return self._found()
        return self._first() if self.is_first_start else self._all(room)

    def _found(self) -> Iterator[Row]:
        found = shipped_finder().find(self.query, self.played.solved)
        yield from (rows.found_row(each, self.played, self.signs) for each in found[:_SHOWN])
        if not found:
            yield Choice(((" No level is like that; words, sizes, grades and techniques are looked for.", "faint"),))
        if len(found) > _SHOWN:
            yield rows.heading(f"  … and {len(found) - _SHOWN} more")

    def _first(self) -> Iterator[Row]:
        yield rows.blank()
        yield Choice(((" Turn the tiles until every line meets another.", "text"),))
        yield rows.blank()
        for lead, told, to in (
            ("Start here", "your first board, one minute", "first"),
            ("Browse", f"{self.count} boards, easy to fiendish", "browse"),
            ("Daily", "the same boards for everyone", "daily"),
        ):
            yield rows.led(lead, ((told, "faint"),), to)

    def _all(self, room: Room) -> Iterator[Row]:
        settings, entries = self.context.settings, self.played.entries
        needs = practice(entries, self.slips)
        yield from rows.continue_rows(self.played, self.levels, self.glances, room)
        if suggestion := suggest(self.levels, entries, needs.needs) if self.is_read else None:
            yield rows.suggestion_row(suggestion)
        yield rows.daily_row(self.today, self.played, self.signs.done)
        yield rows.led("Learn", ((lessons_in_words(settings), "text"),), "learn")
        yield rows.practice_row(needs)
        again = settings.get("again")
        made = again["words"] if isinstance(again, dict) and isinstance(again.get("words"), str) else ""
        yield rows.led(
            "New", ((made or "a board of your own", "text"), ("  as last time" * bool(made), "faint")), "new"
        )
        yield rows.blank()
        solved = sum(name in self.played.solved for name in self.levels.by_identity)
        yield Choice(((" Levels", "good"), (f"     {solved} of {self.count} solved", "faint")))
        yield from rows.pack_rows(self.levels, self.played, self.opened, self.signs, room)
        yield rows.blank()
        yield rows.led("Statistics", (("what was solved, how fast, and by which ideas", "faint"),), "statistics")
        yield rows.led("Options", (("colours, keys, and what the program does for you", "faint"),), "options")
        yield rows.led("Help", (("the rules of the games, the keys, the techniques", "faint"),), "help")

    def described(self, value: object) -> str:
        """What is said of the row at the cursor."""
        if isinstance(value, rows.Fold):
            return next(rows.pack_in_words(pack) for pack in self.levels.packs if pack.key == value.key)
        if isinstance(value, Shelved):
            return rows.level_in_words(value, self.context.glyphs.unicode)
        return ""
