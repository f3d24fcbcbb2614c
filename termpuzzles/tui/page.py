"""The app on a page of a browser, run there by Python as WebAssembly: no server, no threads, and one window.

What is outside this file is a page with a terminal, and a worker that loads Python, keeps the player's files in the
browser, and calls what is here. It shows what the app has sent once the files are kept as they were at that moment.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar

from termpuzzles.catalogue.daily import daily_board
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.session.questions import GuideCache, Question
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.transfer import export, merge
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.terminal.wire import MemoryWire
from termpuzzles.tui.adapter.driver import connect
from termpuzzles.tui.app import PuzzleApp, all_screens, make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen

_SLICE = 0.008  # seconds of work on a question between two looks at the keys

T = TypeVar("T")


class SteppingAnswerer:
    """Answers each question in the loop of the app, a few milliseconds at a time, as there are no threads."""

    def __init__(self) -> None:
        self._cache = GuideCache()

    async def answer(self, question: Question[T]) -> T:
        """The answer; the work on it ends once nobody waits for it."""
        task = question.work(self._cache)
        try:
            while True:
                until = monotonic() + _SLICE
                while monotonic() < until:
                    next(task)
                await asyncio.sleep(0)
        except StopIteration as end:
            answer: T = end.value
            return answer
        finally:
            task.close()


class PageWire(MemoryWire):
    """The wire to the terminal on the page; `show` is called with all that is to be shown there."""

    is_local = True

    def __init__(self, show: Callable[[str], None], size: tuple[int, int]) -> None:
        super().__init__(size)
        self._show = show
        self._passed = 0

    def send(self, data: bytes) -> None:
        """Have the terminal show this; it counts as unread until `drawn` says otherwise."""
        super().send(data)
        self._show(data.decode("utf-8", "replace"))

    def drawn(self) -> None:
        """Take note that the terminal has shown everything."""
        self.read_sent()


class DataPage:
    """What both pages do with all that was played."""

    def __init__(self, folder: str) -> None:
        self._library = library_in(folder)

    def export(self, file: str) -> None:
        """Write everything that was played to the file."""
        export(self._library.where, Path(file))

    def merge(self, file: str) -> str:
        """Merge what is in the file, and say what was new."""
        try:
            return merge(self._library, Path(file)).sentence()
        except (PuzzleError, OSError) as error:
            return f"Nothing was read: {error}"


class Page(DataPage):
    """The app on the page: begun again whenever the player leaves it. `link` is what follows # in the address."""

    def __init__(
        self, folder: str, show: Callable[[str], None], columns: int, rows: int, link: str, is_light: bool
    ) -> None:
        super().__init__(folder)
        self._wire = PageWire(show, (columns, rows))
        self._link = link
        self._terminal = Terminal(ColourDepth.TRUECOLOR, light=is_light, shows_at_once=True)

    async def run(self) -> None:
        """Run until the player chooses plain mode; raises what the app ended with if that was a bug."""
        link = self._link
        while True:
            app = self._app(link)
            await app.run_async()
            if app.crash is not None:
                raise app.crash
            if app.context.settings.get("plain"):
                app.context.settings["plain"] = False  # the page for it is another one
                app.context.keep_settings()
                return
            link = ""

    def _app(self, link: str) -> PuzzleApp:
        context = Context(
            self._library,
            self._library.settings(),
            terminal=self._terminal,
            answerer=SteppingAnswerer(),
            keeps_files=False,
        )
        context.fit_terminal()
        opens, _, lesson = link.partition("lesson/")
        try:
            puzzles, refusal = [] if lesson or link in all_screens() else linked(link), ""
        except PuzzleError as error:
            puzzles, refusal = [], f"The link holds no board: {error}"
        app = make_app(context, puzzles)
        app.opens = opens if opens in all_screens() else ""
        game, _, rule = lesson.partition("/")
        if rule:
            app.once_drawn(partial(app.action_teach, game, rule))
        if refusal:
            app.once_drawn(lambda: _say(app, refusal))
        connect(app, self._wire)
        return app

    def typed(self, text: str) -> None:
        """Pass on what the player has typed, clicked or pasted."""
        self._wire.type(text.encode("utf-8", "replace"))

    def resized(self, columns: int, rows: int) -> None:
        """Pass on the size of the terminal."""
        self._wire.resize(columns, rows)

    def drawn(self) -> None:
        """Take note that the terminal has shown everything that was sent."""
        self._wire.drawn()


def library_in(folder: str) -> Library:
    """What the player has played, in this folder of the worker's memory."""
    return Library(Folders(Path(folder) / "data", Path(folder) / "config"))


def linked(link: str) -> list[Puzzle]:
    """The boards that a link names: `daily/GAME`, or an id; none for "". Raises PuzzleError."""
    daily, _, game = link.partition("/")
    if daily == "daily":
        try:
            return [daily_board(game, datetime.now().date())] if game else []
        except KeyError:
            raise PuzzleError("the name of a game that has a daily board", repr(game)) from None
    return read(link, source="the link") if link else []


def _say(app: PuzzleApp, sentence: str) -> None:
    if isinstance(app.screen, PuzzleScreen):
        app.screen.show_message(sentence)
