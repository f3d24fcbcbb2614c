"""Small apps on a terminal in memory, with screens that are hardly more than a rectangle of letters."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.terminal.capabilities import Terminal
from termpuzzles.terminal.wire import MemoryWire
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.adapter.driver import connect
from termpuzzles.tui.adapter.guarded import GuardedScreen
from termpuzzles.tui.adapter.type_ahead import is_busy
from tests.tui.recorder import UNSEEN
from tests.tui.terminal.strict_screen import StrictScreen


class Wire(MemoryWire):
    """A terminal in memory that never lags; what takes it over and gives it back is not recorded."""

    def __init__(self, size: tuple[int, int], is_local: bool) -> None:
        super().__init__(size, 1 << 30, lambda: None)
        self.is_local = is_local

    def send(self, data: bytes) -> None:
        if data.decode() not in UNSEEN:
            super().send(data)


class Field(Widget, can_focus=True):
    """Draws its letter everywhere; notes which of its rows are asked for, and which keys come to it as events."""

    DEFAULT_CSS = "Field { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("x,z", "note('field')"), Binding("y", "note('field')", id="y")]
    knows_bindings_alone = True

    def __init__(self, letter: str = "a") -> None:
        super().__init__()
        self.letter = letter
        self.asked: list[int] = []
        self.heard: list[str] = []

    def render_lines(self, crop: Region) -> list[Strip]:
        return plain_lines(self, crop)

    def render_line(self, y: int) -> Strip:
        self.asked.append(y)
        return Strip([Segment(self.letter * self.size.width, Style(color="#102030", bgcolor="#405060"))])

    def action_note(self, who: str) -> None:
        self.heard.append(f"action of {who}")

    def on_key(self, event: events.Key) -> None:
        self.heard.append(event.key)


class Told(Message):
    """Something that a screen is told."""


class Sheet(GuardedScreen[None]):
    """A screen with fields one below the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "note('screen first')", priority=True),
        Binding("y,w", "note('screen')"),
    ]

    def __init__(self, letters: str = "a") -> None:
        super().__init__()
        self.fields = [Field(letter) for letter in letters]
        self.told = 0
        self.ended = False

    def compose(self) -> ComposeResult:
        yield from self.fields

    @property
    def field(self) -> Field:
        return self.fields[0]

    def action_note(self, who: str) -> None:
        self.field.heard.append(f"action of {who}")

    def on_told(self, message: Told) -> None:
        self.told += 1

    def on_unmount(self) -> None:
        self.ended = True


class Above(Sheet, ModalScreen[None]):
    """A sheet of which only the first row is not seen through."""


class Small(TerminalApp):
    """Shows a sheet; notes after how many seconds what is to be called."""

    CSS = "Screen { background: $surface; } Above { background: #ffffff 50%; } Above Field { height: 1; }"
    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self, first: Callable[[], Any] | None = Sheet, terminal: Terminal | None = None, has_colour: bool = True
    ) -> None:
        super().__init__()
        self._first = first
        self.waits: list[float] = []
        self.changed = 0
        self.output.use(terminal or Terminal(), has_colour)

    def on_mount(self) -> None:
        print("mounted")
        if self._first is not None:
            self.push_screen(self._first())

    def after(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        self.waits.append(seconds)
        return super().after(max(0.0, seconds), call)

    def terminal_changed(self) -> None:
        self.changed += 1


class Run:
    """A small app on a terminal, and what that shows."""

    def __init__(self, app: Small, wire: Wire) -> None:
        self.app = app
        self.wire = wire
        self.shown = StrictScreen(*wire.size)

    def take(self) -> str:
        """What was sent since the last call; the terminal shows it."""
        sent = self.wire.read_sent().decode()
        self.shown.feed(sent.replace("\x1b[?2026h", "").replace("\x1b[?2026l", ""))
        return sent

    @property
    def rows(self) -> list[str]:
        self.take()
        return ["".join(cell.text for cell in row) for row in self.shown.rows]

    @property
    def letters(self) -> str:
        """The rows, each of which has the same letter everywhere."""
        rows = self.rows
        assert rows == [row[0] * len(row) for row in rows]
        return "".join(row[0] for row in rows)

    @property
    def sheet(self) -> Sheet:
        screen = self.app.screen
        assert isinstance(screen, Sheet)
        return screen

    @property
    def field(self) -> Field:
        return self.sheet.field

    async def until(self, so: Callable[[], object]) -> None:
        while not so():
            await asyncio.sleep(0.001)

    async def rest(self) -> None:
        """Wait until nothing is left to do and to draw."""
        await self.until(lambda: not is_busy(self.app) and not self._is_dirty)

    @property
    def _is_dirty(self) -> bool:
        screen = self.app.screen
        return bool(screen._dirty_widgets) or screen._layout_required or screen._repaint_required

    async def soon(self, so: Callable[[], object]) -> None:
        """Look at every turn of the loop."""
        for _ in range(10_000):
            if so():
                return
            await asyncio.sleep(0)
        raise AssertionError("it does not come true")

    async def turns(self, number: int) -> None:
        for _ in range(number):
            await asyncio.sleep(0)


@asynccontextmanager
async def running(
    app: Small | None = None, size: tuple[int, int] = (20, 6), is_local: bool = False, starts: bool = True
) -> AsyncIterator[Run]:
    """Run a small app until the test is over; a crash is raised."""
    app, wire = app or Small(), Wire(size, is_local)
    connect(app, wire)
    task = asyncio.ensure_future(app.run_async())
    run = Run(app, wire)
    try:
        if starts:
            await run.until(lambda: task.done() or (app.is_shown and wire.sent))
            await run.rest()
            run.take()
        with app._context():
            yield run
    finally:
        app.exit()
        await task
    if app.crash is not None:
        raise app.crash
