"""The wire between the app and a terminal, wherever that is: bytes out, bytes in, and a size.

What comes before somebody listens waits: for the local terminal in the system, for any other wire in an `Inbox`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

_MOST_EARLY = 1 << 20  # bytes of input that wait for a listener
_MOST_UNREAD = 1 << 16  # bytes


class Listener(Protocol):
    """Hears what comes over a wire, always in the loop in which the wire was opened.

    A local terminal may also be asked for by its shell, and be written to by others while the program is stopped.
    """

    def received(self, data: bytes) -> None:
        """Take input, whole and in order."""

    def resized(self, columns: int, rows: int) -> None:
        """Take the size of the window, changed or not."""

    def caught_up(self) -> None:
        """Draw again: the wire lagged, and does no longer."""

    def overwritten(self) -> None:
        """Draw everything anew, because the contents of the terminal are unknown."""

    def suspend_requested(self) -> None:
        """Leave the terminal, and then call `Wire.suspend`."""

    def closed(self, status: int) -> None:
        """Come to an end with this exit status, because no more input will come."""


class QuietListener:
    """Heeds nothing; a listener that heeds little is made from it."""

    def received(self, data: bytes) -> None:
        """Drop the input."""

    def resized(self, columns: int, rows: int) -> None:
        """Do nothing: there is no picture."""

    def caught_up(self) -> None:
        """Do nothing: there is no picture."""

    def overwritten(self) -> None:
        """Do nothing: there is no picture."""

    def suspend_requested(self) -> None:
        """Do nothing: no terminal was taken over."""

    def closed(self, status: int) -> None:
        """Do nothing."""


class Wire(Protocol):
    """Carries bytes to a terminal and from it."""

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the window."""

    @property
    def lags(self) -> bool:
        """Whether so much is unread that nothing should be drawn; if so, the listener hears when it has caught up."""

    @property
    def is_local(self) -> bool:
        """Whether whoever looks at the terminal sits at this computer, with its files and its browser."""

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell to go back to; asked before the terminal is left, and so apart from `suspend`."""

    def open(self, listener: Listener) -> None:
        """Tell the listener what comes, beginning with the input that came before."""

    def send(self, data: bytes) -> None:
        """Send bytes after all that were sent before, unless nobody is there any more."""

    def suspend(self) -> None:
        """Return once the shell has let the program go on; the listener has left the terminal."""

    def close(self) -> None:
        """Deliver what was sent, and tell the listener nothing any more."""


class Inbox:
    """Passes on what comes over a wire; what comes before somebody listens waits here, up to a limit."""

    def __init__(self, most: int = _MOST_EARLY) -> None:
        self.listener: Listener | None = None
        self.status: int | None = None  # the exit status with which the wire was closed at its other end
        self._most = most
        self._early = b""

    def open(self, listener: Listener) -> None:
        """Pass everything on to the listener, beginning with what waits."""
        self.listener = listener
        early, self._early = self._early, b""
        if early:
            listener.received(early)
        if self.status is not None:
            listener.closed(self.status)

    def receive(self, data: bytes) -> None:
        """Pass input on, or let it wait."""
        if self.listener is not None:
            self.listener.received(data)
        elif len(self._early) <= self._most:
            self._early += data

    def end(self, status: int) -> None:
        """Pass on that no more input will come, once."""
        if self.status is None:
            self.status = status
            if self.listener is not None:
                self.listener.closed(status)

    def close(self) -> None:
        """Let everything wait again."""
        self.listener = None


class MemoryWire:
    """A wire whose other end is in this program, too: a test, or a page in a browser.

    The other end calls `type`, `resize`, `take` and `hang_up`. `suspended` is called in place of a stop.
    """

    is_local = False

    def __init__(
        self, size: tuple[int, int] = (80, 24), most: int = _MOST_UNREAD, suspended: Callable[[], None] | None = None
    ) -> None:
        self.size = size
        self.sent: list[bytes] = []  # what was sent since the last `take`, write by write
        self._most = most
        self._suspended = suspended
        self._inbox = Inbox()
        self._lagged = False

    @property
    def lags(self) -> bool:
        """Whether the other end has taken too little."""
        self._lagged = self._lagged or sum(map(len, self.sent)) > self._most
        return self._lagged

    @property
    def can_suspend(self) -> bool:
        """Whether the other end plays the shell."""
        return self._suspended is not None

    def open(self, listener: Listener) -> None:
        """Tell the listener what the other end does."""
        self._inbox.open(listener)

    def send(self, data: bytes) -> None:
        """Keep the bytes until the other end takes them."""
        self.sent.append(data)

    def suspend(self) -> None:
        """Let the other end play the shell."""
        if self._suspended is not None:
            self._suspended()

    def close(self) -> None:
        """Tell the listener nothing any more."""
        self._inbox.close()

    def type(self, data: bytes) -> None:
        """Send input from the other end."""
        self._inbox.receive(data)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the other end's window."""
        self.size = columns, rows
        if self._inbox.listener is not None:
            self._inbox.listener.resized(columns, rows)

    def read_sent(self) -> bytes:
        """Read at the other end what was sent."""
        taken, self.sent = b"".join(self.sent), []
        if self._lagged and self._inbox.listener is not None:
            self._lagged = False
            self._inbox.listener.caught_up()
        return taken

    def hang_up(self, status: int) -> None:
        """End the input at the other end."""
        self._inbox.end(status)
