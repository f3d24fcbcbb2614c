"""Results of the Wall Game: against the program, and on a service against other players, with ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import Worker

from termpuzzles.english import sentence
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.wall.match.offers import LobbyError
from termpuzzles.wall.match.ratings import PROVISIONAL
from termpuzzles.wall.match.results import ResultRow, results_among, results_here
from termpuzzles.wall.slots import LOBBY

_INVITATION: tuple[Words, ...] = (
    ((" No game has been finished yet.", "text"),),
    (),
    ((" Afterwards this page shows", "faint"),),
    (("   · whom you played, and which variant", "faint"),),
    (("   · games won, lost and drawn", "faint"),),
    (),
    ((" Enter", "source"), (" play one", "faint")),
)
_KIND = Column(10, gap=1), Column(10, "faint")  # against whom, and the variant
_RATING = Column(tone="good", gap=2)


class WallResultsScreen(FramedScreen[None]):
    """Two tables of results."""

    TITLE = "Wall Game"
    SUB_TITLE = "results"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="results.play", tooltip="A new game, like the last one"),
        Binding("q,escape", "leave", "back", id="results.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("results.play", "results.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._is_read = False
        self._here: list[ResultRow] = []
        self._others: list[ResultRow] = []

    def body(self) -> ComposeResult:
        """The tables."""
        yield Lines(self.context.palette, id="about")

    def on_mount(self) -> None:
        """Read the journals in the background."""
        _: Worker[None] = self.run_worker(self._read)

    def on_resize(self) -> None:
        """Show as much as there is room for."""
        self._show()

    async def _read(self) -> None:
        self._here = await self.while_open(asyncio.to_thread(results_here, self.context.library))
        if lobby := LOBBY.of(self.context):
            try:
                found = await self.while_open(lobby.standings())
                self._others = results_among(found)
                if found.notice:
                    self.show_message(found.notice)
            except LobbyError as error:
                self.show_message(sentence(str(error)))
        self._is_read = True
        self._show()

    def action_play(self) -> None:
        """Play a game."""
        self.opener.go("wall game")

    def _show(self) -> None:
        if self.is_ready and self._is_read:
            self.query_one("#about", Lines).lines = list(self._lines())

    def _lines(self) -> Iterator[Words]:
        if not (self._here or self._others):
            yield from (line for line in _INVITATION if line or not self.has_class("-low"))
        if self._here:
            yield from self._table("against", self._here)
        if self._here and self._others:
            yield ()
        if self._others:
            yield from self._table("players", self._others)
            if any("?" in row.rating for row in self._others):
                yield ((f" ? fewer than {PROVISIONAL} games", "faint"),)

    def _table(self, what: str, rows: Sequence[ResultRow]) -> Iterator[Words]:
        titles, widths = (("w", "l", "d"), (3, 3, 3)) if self.is_narrow else (("won", "lost", "drawn"), (5, 5, 6))
        columns = *_KIND, *(Column(width, right=True) for width in widths)
        yield in_columns(columns, *(((title, "faint"),) for title in (what, "variant", *titles)))
        for row in rows:
            rating = row.rating.partition(",")[0] if self.is_narrow else row.rating
            cells = row.against, row.variant, str(row.won), str(row.lost), str(row.drawn), rating
            yield in_columns((*columns, _RATING), *cells)
