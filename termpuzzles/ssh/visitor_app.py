"""The app on a visitor's terminal, to play or to watch: its driver, and how fast a visitor may type."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, Literal, Protocol, TextIO, TypeVar

from termpuzzles.ssh.limits import Bucket, Limits
from termpuzzles.ssh.players import Player, PlayerLibrary
from termpuzzles.ssh.service import Service
from termpuzzles.ssh.workers import PlayersAnswerer
from termpuzzles.tui.adapter.compat import CalmApp
from termpuzzles.tui.adapter.driver import TerminalDriver

if TYPE_CHECKING:
    from termpuzzles.tui.app import PuzzleApp
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.screen import ShownGame


class VisitorApp:
    """One visitor's app: `run` shows it until it ends."""

    def __init__(self, service: Service, player: Player, wire: Wire, environment: Mapping[str, str]) -> None:
        self._service = service
        self._player = player
        self._wire = wire
        self._environment = environment
        self._early = b""  # input that came before the app could take it
        self._app: PuzzleApp | None = None
        self._driver: WireDriver | None = None
        self._ended = False

    async def run(self, watched: str = "") -> str:
        """Play, or watch the player of that id; returns the farewell."""
        async with self._service.starting:  # a start occupies the loop for a while, and others type
            app = await self._make(watched)
            running = asyncio.ensure_future(app.run_async())
            while not running.done() and not app.is_shown:
                await asyncio.sleep(0.01)
        try:
            await running
        finally:
            self._driver = None
        if app.crash is not None:
            raise app.crash
        return app.farewell

    async def _make(self, watched: str) -> PuzzleApp:
        from termpuzzles.tui.app import WatchApp, make_app

        context = await self._context()
        if watched:
            name = await asyncio.to_thread(self._service.players.name_of, watched)
            app: PuzzleApp = WatchApp(context, name, lambda: self._service.game_of(watched))
        else:
            app = make_app(context)
        app.driver_class = driver_for(self._wire, self._take_driver)  # type: ignore[assignment]
        app.leave_streams(*self._service.streams)
        self._app = app
        self._service.apps.add(app)
        if self._ended:
            app.exit()
        return app

    async def _context(self) -> Context:
        from termpuzzles.terminal.capabilities import terminal_of
        from termpuzzles.tui.context import Context

        service, player = self._service, self._player
        library = PlayerLibrary(player, service.held)
        settings = await asyncio.to_thread(library.settings)
        budget = service.limits.question
        answerer = PlayersAnswerer(service.workers, player.name, budget.seconds, service.question_failed)
        terminal = terminal_of(self._environment, lambda name: True)
        context = Context(
            library,
            settings,
            terminal=terminal,
            answerer=answerer,
            keeps_files=False,
            budget=budget,
            who=player.in_words,
        )
        context.fit_terminal()
        await asyncio.to_thread(lambda: context.solved)  # reads journals, once
        return context

    @property
    def game(self) -> ShownGame | None:
        """The game that is played, if the player lets others watch."""
        if self._app is None or self._driver is None or not self._app.context.settings.get("watch"):
            return None
        return self._app.shown_game

    def receive(self, data: bytes) -> None:
        """Take in what the visitor has typed."""
        if self._driver is not None:
            self._driver.receive(data)
        elif len(self._early) < self._service.limits.keys_waiting:
            self._early += data

    def resized(self, width: int, height: int) -> None:
        """Take the new size of the visitor's window."""
        if self._driver is not None:
            self._driver.resized(width, height)

    def paint(self) -> None:
        """Draw the current picture, because the visitor has caught up."""
        if self._app is not None and self._driver is not None:
            self._app.paint()

    def say(self, text: str) -> None:
        """Show a message over whatever is on the screen."""
        if self._app is not None and self._driver is not None:
            self._app.notify(text)

    def end(self) -> None:
        """End the app, in good order."""
        self._ended = True
        if self._app is not None:
            self._app.exit()

    def _take_driver(self, driver: WireDriver) -> None:
        self._driver = driver
        asyncio.get_running_loop().call_soon(self._hand_over, driver)

    def _hand_over(self, driver: WireDriver) -> None:
        early, self._early = self._early, b""
        driver.receive(early)


class Wire(Protocol):
    """Carries bytes to a visitor."""

    @property
    def lags(self) -> bool:
        """Whether so much is still unread that nothing more should be drawn."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the visitor's window."""

    def send(self, data: bytes) -> None:
        """Send bytes, unless the visitor has gone."""

    def drop(self) -> None:
        """Tell the visitor that keys were dropped."""

    @property
    def limits(self) -> Limits:
        """How fast the visitor may type."""


class WireDriver(TerminalDriver):
    """Draws over a wire; nothing of a visitor reaches the server's own files, browser or shell."""

    def __init__(self, app: CalmApp, wire: Wire, *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._wire = wire
        self._listens = self._entered = False
        self._limiter: KeyRateLimiter[Any] = KeyRateLimiter(wire.limits, time.monotonic, super().typed, wire.drop)

    @property
    def lags(self) -> bool:
        """Whether so much is still unread that nothing more should be drawn."""
        return self._wire.lags

    def write(self, data: str) -> None:
        """Write to the terminal."""
        self._wire.send(data.encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._listens = self._entered = True
        self.enter()
        self.resized(*self._wire.size)

    def typed(self, message: Any) -> None:
        """Pass on typed keys, as fast as they may come."""
        self._limiter.take(message)

    def disable_input(self) -> None:
        """Read no more."""
        self._listens = False
        self._limiter.stop()

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if self._entered:
            self._entered = False
            self.leave()
        self.disable_input()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def receive(self, data: bytes) -> None:
        """Take in what the visitor has typed."""
        if self._listens:
            super().receive(data)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: a visitor's browser is not here."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Any,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Do nothing: a visitor's files are not here."""


def driver_for(wire: Wire, made: Callable[[WireDriver], None]) -> Callable[..., WireDriver]:
    """The factory for the app's driver; `made` is called with the driver."""

    def make(app: CalmApp, **options: Any) -> WireDriver:
        driver = WireDriver(app, wire, **options)
        made(driver)
        return driver

    return make


T = TypeVar("T")


class KeyRateLimiter(Generic[T]):
    """Passes keys on as fast as they may come; calls `dropped` once for each flood."""

    def __init__(
        self, limits: Limits, now: Callable[[], float], hand_on: Callable[[T], None], dropped: Callable[[], None]
    ) -> None:
        self._bucket = Bucket(limits.keys_a_second, limits.keys_at_once, now)
        self._step = 1.0 / limits.keys_a_second
        self._most = limits.keys_waiting
        self._hand_on = hand_on
        self._dropped = dropped
        self._waiting: deque[T] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._told = False

    def take(self, key: T) -> None:
        """Pass a key on, now or later, or drop it."""
        if len(self._waiting) < self._most:
            self._waiting.append(key)
        elif not self._told:
            self._told = True
            self._dropped()
        if self._timer is None:
            self._go_on()

    def _go_on(self) -> None:
        self._timer = None
        while self._waiting and self._bucket.take():
            self._hand_on(self._waiting.popleft())
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_later(self._step, self._go_on)
        else:
            self._told = False

    def stop(self) -> None:
        """Pass nothing on any more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
