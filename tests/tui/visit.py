"""A visit to the app, written down: the window at its beginning, and after each step the rows that have changed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from textual import events
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Input
from textual.worker import WorkerError

from termpuzzles.session.questions import Question
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.capabilities import Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.type_ahead import is_busy
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Companion, Context, ThreadAnswerer
from termpuzzles.tui.widgets.board import Board
from tests.play.test_session import Time
from tests.tui.past import NOW
from tests.tui.recorder import Recorded, recorded

T = TypeVar("T")

_SIZE = re.compile(r"(\d+)x(\d+)")


class Visit:
    """Somebody who looks at the app, presses keys and changes the window; `text` tells what was seen."""

    def __init__(self, play: Recorded, context: Context, time: Time) -> None:
        self.context = context
        self.time = time
        self._play = play
        self._said: list[str] = []
        self._rows: list[str] = []
        self._copied = ""

    @property
    def app(self) -> PuzzleApp:
        """The app."""
        return self._play.app

    @property
    def text(self) -> str:
        """What was seen so far."""
        return "\n".join([*self._said, ""])

    async def settle(self) -> None:
        """Wait until the app has read and drawn everything, and no light runs: until three looks in a row are alike."""
        seen: list[list[Strip] | None] = [None] * 3
        while seen[0] is None or seen.count(seen[0]) < len(seen):
            for field in self.app.screen.query(Input):
                field.cursor_blink = False  # a cursor that blinks would be seen or not
            with suppress(WorkerError):  # of a worker that another one has replaced
                await self.app.workers.wait_for_complete()
            await self._play.pilot.pause(0.02)
            is_over = not (self._has_work or any(board.light.left for board in self.app.screen.query(Board)))
            seen = [*seen[1:], self.app.screen._compositor.render_strips() if is_over else None]

    async def show(self, screen: Screen[Any]) -> None:
        """Open a screen."""
        self.app.push_screen(screen)
        await self.settle()

    async def until(self, so: Callable[[], bool]) -> None:
        """Wait until others have brought something about, and it is drawn."""
        while not so():
            await self._play.pilot.pause(0.01)
        await self.settle()

    async def sees(self, words: str) -> None:
        """Wait until the window shows these words, whatever else is still going on."""
        while words not in self.window:
            await self.pause()

    async def tap(self, key: str) -> None:
        """Press a key, and wait for nothing."""
        await self._play.pilot.press(key)
        await self.pause()

    async def pause(self) -> None:
        """Let the app go on for a moment."""
        await self._play.pilot.pause(0.01)

    @property
    def window(self) -> str:
        """The text in the window."""
        return "\n".join(strip.text for strip in self.app.screen._compositor.render_strips())

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            await self._play.pilot.press(key)
            await self.settle()

    async def paste(self, text: str) -> None:
        """Paste a text, and look."""
        self.app.screen.post_message(events.Paste(text))
        await self.settle()
        self.look(f"pasted {text[:60]}")

    async def take(self, *steps: str) -> None:
        """Take steps, each of keys with blanks between them or of a size of the window, and look after each."""
        for step in steps:
            if size := _SIZE.fullmatch(step):
                width, height = map(int, size.groups())
                await self._play.pilot.resize_terminal(width, height)
                await self.until(lambda: self.app.screen.size == (width, height))  # noqa: B023 - at once
                self._rows = []
            else:
                await self.press(*step.split())
            self.look(step)

    async def resize(self, size: str) -> None:
        """Change the window, and wait until the app has drawn it; unlike `take` this writes nothing down."""
        width, height = map(int, size.split("x"))
        await self._play.pilot.resize_terminal(width, height)
        rests = 0
        while rests < 3:  # in a row, as a screen may look again once all is laid out
            await self._play.pilot.pause(0.005)
            is_done = self.app.screen.size == (width, height) and not (self._has_work or self._play.is_drawing)
            rests = rests + 1 if is_done else 0

    @property
    def _has_work(self) -> bool:
        return is_busy(self.app) or not all(worker.is_finished for worker in self.app.workers)

    def look(self, step: str) -> None:
        """Write down what has changed."""
        screens = self.app.screen_stack
        if not screens:
            self._said.append(f"--- {step}: left")
            return
        if self.app.clipboard != self._copied:
            self._copied = self.app.clipboard
            step = f"{step}: copied {self._copied!r}"
        strips = self.app.screen._compositor.render_strips()
        rows = [_row(strip) for strip in strips]
        before = self._rows if len(self._rows) == len(rows) else [""] * len(rows)
        self._said.append(f"--- {step}")
        changed = [number for number, row in enumerate(rows) if row != before[number]]
        for _, alike in groupby(changed, lambda number: (rows[number], number - changed.index(number))):
            first, *more = alike
            self._said.append(f"{first:2} {rows[first]}" if not more else f"{first:2} {rows[first]}  to {more[-1]}")
        self._rows = rows


def _row(strip: Strip) -> str:
    """A short digest of the styles in a row, and its text."""
    styles = [(str(segment.style), segment.cell_length) for segment in strip.simplify()]
    digest = sha256(repr(styles).encode()).hexdigest()[:4]
    return f"{digest} {strip.text}".rstrip()


class Calm(ThreadAnswerer):
    """Answers as usual, but the engine of the Wall Game searches to a fixed depth, not for some time."""

    async def answer(self, question: Question[T]) -> T:
        """The answer."""
        asked: Any = question
        if type(asked).__name__ in ("BestQuestion", "RankingQuestion") and asked.level in ("hard", "expert"):
            asked = asked._replace(level="medium")
        found: T = await super().answer(asked)
        return found


@asynccontextmanager
async def visiting(
    folder: Path,
    size: tuple[int, int] = (80, 24),
    *,
    theme_name: str = theme.DARK,
    ascii_only: bool = False,
    terminal: Terminal | None = None,
    started: bool = True,
    companions: Sequence[Callable[[TerminalApp, Context], Companion]] = (),
    brought: dict[str, Any] | None = None,
    **settings: object,
) -> AsyncIterator[Visit]:
    """A visit that begins on the first screen, at noon of the day after which the past has ended."""
    library, time = Library(Folders(folder / "data", folder / "config"), lambda: NOW), Time()
    context = Context(
        library,
        library.settings(),
        time,
        ascii_only,
        theme_name,
        terminal or Terminal(),
        Calm(),
        seed=lambda: "1",
        companions=companions,
        brought=brought or {},
    )
    context.settings.update({"started": started, "look": "lines", **settings})
    async with recorded(make_app(context), size) as play:
        visit = Visit(play, context, time)
        await visit.settle()
        yield visit
