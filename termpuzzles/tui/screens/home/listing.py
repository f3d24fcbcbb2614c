"""Chooses the rows of the first screen: on a first start, in a filtered list, and otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from termpuzzles.catalogue.lessons import lessons_in_words
from termpuzzles.catalogue.levels import Levels, Shelved, shipped_finder
from termpuzzles.catalogue.statistics import Practice
from termpuzzles.catalogue.suggestions import Glance, Suggestion, suggest
from termpuzzles.games import USUAL
from termpuzzles.tui.screens.home import rows
from termpuzzles.tui.screens.home.rows import Room, Row, Signs
from termpuzzles.tui.widgets.choices import Choice

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context

_SHOWN = 60  # the most levels in a filtered list


@dataclass
class Listing:
    """The contents of the first screen; `is_read` is true once the journals were read."""

    context: Context
    levels: Levels
    today: date
    played: rows.Played = field(default_factory=rows.Played)
    needs: Practice = field(default_factory=Practice)
    is_read: bool = False
    glances: dict[str, Glance] = field(default_factory=dict)
    opened: frozenset[str] = frozenset()
    query: str = ""

    def __post_init__(self) -> None:
        self._untouched = self.context.library.is_untouched
        self._suggested: Suggestion | None = None

    def take(self, played: rows.Played, needs: Practice) -> None:
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
        yield from (rows.found_row(each, self.played, self.signs) for each in found[:_SHOWN])
        if not found:
            yield Choice(((" No level is like that; words, sizes, grades and techniques are looked for.", "faint"),))
        if len(found) > _SHOWN:
            yield rows.heading(f"  … and {len(found) - _SHOWN} more")

    def _first(self) -> Iterator[Row]:
        yield rows.blank()
        yield Choice(((" Turn the tiles until every line meets another.", "text"),))
        yield rows.blank()
        for lead, words, to in (
            ("Start here", "your first board, one minute", "first"),
            ("Browse", f"{self.count} boards, easy to fiendish", "browse"),
            ("Daily", "the same boards for everyone", "daily"),
        ):
            yield rows.led(lead, ((words, "faint"),), to)

    def _all(self, room: Room) -> Iterator[Row]:
        settings = self.context.settings
        yield from rows.continue_rows(self.played, self.levels, self.glances, room)
        if self._suggested:
            yield rows.suggestion_row(self._suggested)
        yield rows.daily_row(self.today, self.played, self.signs.done)
        yield rows.led("Learn", ((lessons_in_words(settings), "text"),), "learn")
        yield rows.practice_row(self.needs)
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
        """The description of the row at the cursor."""
        if isinstance(value, rows.Fold):
            return next(rows.pack_in_words(pack) for pack in self.levels.packs if pack.key == value.key)
        if isinstance(value, Shelved):
            return rows.level_in_words(value, self.context.glyphs.unicode)
        return ""
