"""Asks whether to take over a puzzle that another window holds."""

from __future__ import annotations

import asyncio
import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Label
from textual.worker import Worker

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal import Journal
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleDialog


class TakeOverScreen(PuzzleDialog[Journal | None]):
    """Enter takes the puzzle over and answers with its journal; Esc leaves it where it is."""

    CSS_PATH = "../screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "take over", id="take.over", tooltip="Go on with the puzzle in this window"),
        Binding("escape,q", "dismiss(None)", "back", id="take.leave", tooltip="Leave it in the other window"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle) -> None:
        super().__init__()
        self.context = context
        self._puzzle = puzzle

    def compose(self) -> ComposeResult:
        """The question, and what the keys do."""
        with Vertical(id="box"):
            yield Label("Another window has this puzzle open.", id="question")
            yield Label("Enter goes on with it here; the other window leaves it. Esc goes back.", id="answers")

    def action_take(self) -> None:
        """Ask the other window for the puzzle, and take it if it does not answer."""
        self.query_one("#answers", Label).update("Taking it over …")
        _: Worker[None] = self.run_worker(self._take, exclusive=True)

    async def _take(self) -> None:
        taking = asyncio.ensure_future(
            asyncio.to_thread(self.context.library.take_over, self._puzzle, time.monotonic, time.sleep)
        )
        taking.add_done_callback(self._taken)
        await asyncio.shield(taking)

    def _taken(self, taking: asyncio.Future[Journal]) -> None:
        """Answer with the journal, or let it go again if the player no longer wants it."""
        if taking.cancelled():  # the app has ended
            return
        if not taking.exception() and not self.is_ready:
            taking.result().close()
        elif not taking.exception():
            self.dismiss(taking.result())
        elif self.is_ready:
            self.query_one("#answers", Label).update(f"That did not work: {taking.exception()}. Esc goes back.")
