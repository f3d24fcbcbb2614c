"""Plain mode on a page of a browser: apart from the app, whose start should not load it."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.plain.play import board_place
from termpuzzles.tui.page import DataPage, linked


class PlainPage(DataPage):
    """Plain mode on the page: lines of text in, and lines of text out; `tell` shows one while an answer is awaited."""

    def __init__(self, folder: str, show: Callable[[str], None], tell: Callable[[str], None], link: str = "") -> None:
        super().__init__(folder)
        self._context = PlainContext(self._library, self._library.settings(), print_line=tell)
        self._show = show
        self._conversation = self._begun(link)

    def _begun(self, link: str) -> Conversation:
        try:
            puzzles = linked(link)
        except PuzzleError as error:
            self._show(f"The link holds no board: {error}")
            puzzles = []
        return Conversation(board_place(self._context, puzzles) if puzzles else home(self._context))

    def begin(self) -> None:
        """Show the first lines."""
        for line in self._conversation.begin():
            self._show(line)

    def answer(self, line: str) -> None:
        """Show the answer to a line; whoever leaves comes back to the first place."""
        for reply in self._conversation.answer(line):
            self._show(reply)
        if self._conversation.ended:
            self._conversation = self._begun("")
            self.begin()
