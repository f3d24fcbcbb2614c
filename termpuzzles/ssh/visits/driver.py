"""The terminal of a visitor, as a driver for the app: bytes of a channel in place of a tty."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from termpuzzles.tui.terminal.driver import TerminalDriver
from termpuzzles.tui.terminal.textual_compat import CalmApp


class Wire(Protocol):
    """What carries bytes to a visitor."""

    @property
    def lags(self) -> bool:
        """Whether so much waits to be read that nothing more should be drawn."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the visitor's window."""

    def send(self, data: bytes) -> None:
        """Send bytes, unless the visitor has gone."""


class WireDriver(TerminalDriver):
    """Draws over a wire; nothing of it reaches the server's own files, browser or shell."""

    def __init__(self, app: CalmApp, wire: Wire, *, debug: bool = False, mouse: bool = True, size: Any = None) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._wire = wire
        self._listens = self._entered = False

    @property
    def lags(self) -> bool:
        """Whether so much waits to be read that it makes no sense to add to it."""
        return self._wire.lags

    def write(self, data: str) -> None:
        """Write to the terminal."""
        self._wire.send(data.encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._listens = self._entered = True
        self.enter()
        self.resized(*self._wire.size)

    def disable_input(self) -> None:
        """Read no more."""
        self._listens = False

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        if self._entered:
            self._entered = False
            self.leave()
        self.disable_input()

    def close(self) -> None:
        """Nothing of ours is left."""

    def receive(self, data: bytes) -> None:
        """Take in what the visitor has typed."""
        if self._listens:
            super().receive(data)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """A visitor's browser is not here."""

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
        """A visitor's files are not here."""


def driver_for(wire: Wire, made: Callable[[WireDriver], None]) -> Callable[..., WireDriver]:
    """What the app calls to make its driver; `made` is given the driver."""

    def make(app: CalmApp, **options: Any) -> WireDriver:
        driver = WireDriver(app, wire, **options)
        made(driver)
        return driver

    return make
