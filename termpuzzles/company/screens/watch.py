"""Watching somebody else's game: their board as it is now, in the watcher's colours; no key changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.render.ink import Ink
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.screen import Headline, ShownGame, Watched
from termpuzzles.tui.widgets.board import FittedBoard

_EVERY = 0.25  # seconds between two looks at the game


class WatchScreen(FramedScreen[None]):
    """The board of a player who lets others watch; `look` gives it as it is now, or None while there is none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "leave", id="watch.leave", tooltip="Stop watching"),
    ]

    def __init__(
        self, context: Context, name: str, look: Watched, may_watch: Callable[[], bool] = lambda: True
    ) -> None:
        super().__init__(context)
        self._name_of_player = name
        self._look, self._may_watch = look, may_watch
        self._game: ShownGame | None = None

    def body(self) -> ComposeResult:
        """The board, once there is one."""
        return ()

    def headline(self) -> Headline:
        """The player, the board, and how far it is."""
        game = self._game
        state = ((game.progress, "text"),) if game else ()
        return Headline(self._name_of_player, game.title if game else "", state)

    def on_mount(self) -> None:
        """Begin to watch."""
        self.set_interval(_EVERY, self._show)
        self._show()

    def set_ink(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        for board in self.query(FittedBoard):
            board.set_ink(ink)

    def _show(self) -> None:
        if not self.is_ready:
            return
        self._game = self._look()
        self.show_frame()
        away = "shows no board right now" if self._may_watch() else "has switched watching off"
        self.show_message("" if self._game else f"{self._name_of_player} {away}.")
        if self._game is not None:
            self._draw(self._game)
        else:
            self.query(FittedBoard).remove()

    def _draw(self, game: ShownGame) -> None:
        found = self.query(FittedBoard)
        if not found:
            board = FittedBoard(game.picture, self.context.ink, self.context.palette)
            board.can_focus, board.cursor = False, game.cursor
            self.query_one("#body").mount(board)
            return
        board = found.first()
        board.picture = game.picture
        board.fit()
        board.place_cursor(game.cursor)
