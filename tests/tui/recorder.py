"""The app on a terminal that records what is sent, so that tests can check and count the bytes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.pilot import Pilot

from termpuzzles.tui.adapter.compat import CalmApp
from termpuzzles.tui.app import PuzzleApp


class RecordingDriver(Driver):
    """A terminal in memory: `sent` holds every byte sent to it until `take` is called."""

    sent: list[str]
    _app: CalmApp

    def write(self, data: str) -> None:
        self.sent.append(data)

    def take(self) -> str:
        """Return what was sent since the last call."""
        taken = "".join(self.sent)
        self.sent.clear()
        return taken

    def start_application_mode(self) -> None:
        self.sent = [*getattr(self, "sent", ())]
        self._app.return_to_terminal()

    def tell_size(self, width: int, height: int) -> None:
        """Report this size of the window, even if it has not changed."""
        self._size = (width, height)
        size = Size(width, height)
        self.send_message(events.Resize(size, size))

    def disable_input(self) -> None:
        pass

    def stop_application_mode(self) -> None:
        self._app.leave_terminal()

    @property
    def can_suspend(self) -> bool:
        return True

    @contextmanager
    def no_automatic_restart(self) -> Iterator[None]:
        yield


class Recorded:
    """A running app, its pilot, and the terminal it writes to."""

    def __init__(self, app: PuzzleApp, pilot: Pilot[object], driver: RecordingDriver) -> None:
        self.app = app
        self.pilot = pilot
        self.driver = driver

    async def press(self, *keys: str) -> str:
        """Press the keys one after the other, and return what was sent for them."""
        self.driver.take()
        await self.pilot.press(*keys)
        await self.pilot.pause()
        return self.driver.take()


@asynccontextmanager
async def recorded(app: PuzzleApp, size: tuple[int, int]) -> AsyncIterator[Recorded]:
    """Run the app on a terminal in memory of that size."""
    app.driver_class = RecordingDriver
    ready: asyncio.Future[Pilot[object]] = asyncio.get_running_loop().create_future()
    over = asyncio.Event()

    async def steer(pilot: Pilot[object]) -> None:
        ready.set_result(pilot)
        await over.wait()

    running = asyncio.create_task(app.run_async(size=size, auto_pilot=steer))
    running.add_done_callback(lambda _: ready.done() or ready.cancel())
    try:
        pilot = await ready
        driver = app._driver
        assert isinstance(driver, RecordingDriver)
        with app._context():
            await pilot.pause()
            yield Recorded(app, pilot, driver)
    finally:
        app.exit()
        over.set()
        await running
        if app.crash is not None:
            raise app.crash
