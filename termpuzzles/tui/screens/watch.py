"""Watching somebody else's game: their board as it is now, in the watcher's colours; no key changes it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.render.ink import SMALL, Ink
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen, ShownGame, Watched
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.geometry import largest_zoom
from termpuzzles.tui.widgets.lines import Lines

_EVERY = 0.25  # seconds between two looks at the game


class WatchScreen(PuzzleScreen[None]):
    """The board of a player who lets others watch; `look` gives it as it is now, or None while there is none."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "leave", id="watch.leave", tooltip="Watch no longer"),
    ]

    def __init__(self, context: Context, name: str, look: Watched) -> None:
        super().__init__()
        self.context = context
        self._name_of_player = name
        self._look = look

    def compose(self) -> ComposeResult:
        """The name of the player, the board, and a line about it."""
        yield Lines(self.context.palette, id="heading")
        yield Lines(self.context.palette, id="said")

    def on_mount(self) -> None:
        """Begin to watch."""
        self.set_interval(_EVERY, self._show)
        self._show()

    def on_resize(self) -> None:
        """Draw the board as large as possible."""
        self._show()

    def use(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        for board in self.query(Board):
            board.use(ink)

    def _show(self) -> None:
        if not self.is_ready:
            return
        game = self._look()
        self.query_one("#heading", Lines).lines = [
            ((f" {self._name_of_player}", "good"), (f"   {game.title}" if game else "", "text"))
        ]
        progress = game.progress if game else "No board is open just now."
        self.query_one("#said", Lines).lines = [((f" {progress}", "text"), ("   q: leave", "faint"))]
        if game is not None:
            self._draw(game)
        else:
            self.query(Board).remove()

    def _draw(self, game: ShownGame) -> None:
        found = self.query(Board)
        if not found:
            board = Board(game.picture, self.context.ink, self.context.palette)
            board.can_focus = False
            self.mount(board, after="#heading")
            return
        board = found.first()
        board.picture = game.picture
        board.zoom = largest_zoom(game.picture.grid, board.size, board.zooms) or SMALL
        board.place_cursor(game.cursor)
