"""The app on a terminal that records what is sent, so that tests can check and count the bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.terminal.wire import MemoryWire
from termpuzzles.tui.adapter.driver import ENTER, LEAVE, TerminalDriver, connect
from termpuzzles.tui.app import PuzzleApp

UNSEEN = {ENTER, LEAVE, *(Terminal(each).questions for each in ColourDepth)}
_MOST = 1 << 30  # bytes: a test may take what was sent as late as it likes


class RecordingWire(MemoryWire):
    """A terminal in memory; what takes it over and gives it back shows nothing and is not recorded."""

    def send(self, data: bytes) -> None:
        if data.decode() not in UNSEEN:
            super().send(data)


class Recorded:
    """A running app, its pilot, and the terminal it writes to."""

    def __init__(self, app: PuzzleApp, pilot: Pilot[object], wire: RecordingWire) -> None:
        self.app = app
        self.pilot = pilot
        self.wire = wire

    async def press(self, *keys: str) -> str:
        """Press the keys one after the other, and return what was sent for them."""
        self.wire.read_sent()
        await self.pilot.press(*keys)
        await self.pilot.pause()
        while self.is_drawing:
            await self.pilot.pause(0.005)
        return self.take()

    @property
    def is_drawing(self) -> bool:
        """Whether something has changed that was not sent yet."""
        app, screen = self.app, self.app.screen
        waits = screen._dirty_widgets or screen._layout_required or screen._scroll_required or screen._repaint_required
        return not app.leaving and bool(waits or app.output.is_drawing)

    def take(self) -> str:
        """What was sent since the last call."""
        return self.wire.read_sent().decode()

    @property
    def waits(self) -> bool:
        """Whether something that was typed has not reached the app yet."""
        driver = self.app.output.driver
        assert isinstance(driver, TerminalDriver)
        return driver.ahead.waits


@asynccontextmanager
async def recorded(app: PuzzleApp, size: tuple[int, int]) -> AsyncIterator[Recorded]:
    """Run the app on a terminal in memory of that size."""
    wire = RecordingWire(size, _MOST, lambda: None)
    connect(app, wire)
    ready: asyncio.Future[Pilot[object]] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def steer(pilot: Pilot[object]) -> None:
        ready.set_result(pilot)
        await over.wait()

    running = asyncio.create_task(app.run_async(size=size, auto_pilot=steer))
    running.add_done_callback(lambda _: ready.done() or ready.cancel())
    try:
        pilot = await ready
        with app._context():
            await pilot.pause()
            play = Recorded(app, pilot, wire)
            while play.is_drawing:
                await pilot.pause(0.005)
            yield play
    finally:
        app.exit()
        over.set()
        await running
        if app.crash is not None:
            raise app.crash
