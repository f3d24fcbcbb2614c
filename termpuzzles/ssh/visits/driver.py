"""The terminal of a visitor, as a driver for the app: bytes of a channel in place of a tty."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from termpuzzles.ssh.limits import Limits
from termpuzzles.ssh.visits.pace import Pace
from termpuzzles.tui.adapter.compat import CalmApp
from termpuzzles.tui.adapter.driver import TerminalDriver


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
        self._pace: Pace[Any] = Pace(wire.limits, time.monotonic, super().typed, wire.drop)

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
        self._pace.take(message)

    def disable_input(self) -> None:
        """Read no more."""
        self._listens = False
        self._pace.stop()

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
