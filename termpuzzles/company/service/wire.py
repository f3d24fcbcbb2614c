"""The wire to a visitor: an SSH channel, and how much of what was sent over it is still unread.

Where moves take a while to be stored, what shows them waits for that. If it takes long, the last row says so.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.terminal.wire import Inbox, Listener

if TYPE_CHECKING:
    from asyncssh import SSHServerChannel

WIDEST, TALLEST = 200, 60  # the largest window to draw for; the rest of a larger one stays blank
_RESIZED = 0.25  # seconds between two sizes of which the app hears: drawing everything anew is what costs most
_AGAIN = 0.1  # seconds between two checks of a visitor who lags
_SAID_AFTER = 0.7  # seconds after which the visitor is told that a move is not stored yet
_PART = 512  # bytes that are passed on at once: each may be a key
_SEQUENCE = 32  # bytes of most that a terminal sends for one key
_ENOUGH = 1_024  # bytes that wait, and more is not read
_LAST = 1.0  # seconds that a visit waits for its last moves to be stored
UNSTORED = "Your last moves were not shown, as they are not stored yet; they may be there when you come back."
_WAITS = " Your last moves are not stored yet: they are tried again, and then shown. "


class ChannelWire:
    """A wire over a channel; whoever asyncssh tells of the channel passes on what comes.

    `unsent` returns how much of what was written to the channel the network has not taken.
    """

    is_local = can_suspend = False

    def __init__(
        self, limits: Limits, now: Callable[[], float], unsent: Callable[[SSHServerChannel[bytes]], int]
    ) -> None:
        self.size = (80, 24)
        self._channel: SSHServerChannel[bytes] | None = None
        self._unsent = unsent
        self._inbox = Inbox(limits.request_input)
        self._intake = Intake(self._inbox)
        self._backlog = Backlog(limits.unread, now)
        self._lagged = False
        self._now = now
        self._resized_at = float("-inf")
        self._resizing: asyncio.TimerHandle | None = None
        self._unstored: Unstored | None = None
        self._held: deque[tuple[int, bytes]] = deque()  # each with how much must be stored before it is sent
        self._saying: asyncio.TimerHandle | None = None
        self._has_said = False

    @property
    def lags(self) -> bool:
        """Whether the visitor reads too slowly to draw more."""
        if self._has_said or self._backlog.lags(self._waiting):
            if not self._lagged:
                self._lagged = True
                asyncio.get_running_loop().call_later(_AGAIN, self.check_reader)
            return True
        return False

    def open(self, listener: Listener) -> None:
        """Tell the listener what comes from the visitor."""
        self._inbox.open(listener)

    def send(self, data: bytes) -> None:
        """Send bytes, once what they may show is stored, unless the visitor has gone."""
        if self._unstored is None or not (self._held or self._unstored.waits):
            self._write(data)
            return
        self._held.append((self._unstored.sent, data))
        if self._saying is None:
            self._saying = asyncio.get_running_loop().call_later(_SAID_AFTER, self._say_that_it_waits)

    def hold_for(self, unstored: Unstored | None) -> None:
        """Hold back from now on what shows moves that are not stored yet."""
        self._unstored = unstored
        if unstored is not None:
            unstored.holders.add(self)

    def answered(self) -> None:
        """Send what waited for an answer of the store that has come."""
        while self._held and self._unstored is not None and self._held[0][0] <= self._unstored.answered:
            self._write(self._held.popleft()[1])
        if not self._held and self._saying is not None:
            self._saying.cancel()
            self._saying = None
            if self._has_said:
                self._has_said = False
                if self._inbox.listener is not None:
                    self._inbox.listener.overwritten()

    def _say_that_it_waits(self) -> None:
        self._has_said = True
        width, height = self.size
        words = f"\x1b7\x1b[{height};1H\x1b[0;7m{_WAITS[:width]}\x1b8"
        self._write(words.encode())

    async def last_stored(self) -> bool:
        """Wait for a moment until the last moves are stored; what shows others is dropped. Whether all are."""
        end = asyncio.get_running_loop().time() + _LAST
        while self._held and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)
        is_stored = not self._held
        self._held.clear()
        if self._saying is not None:
            self._saying.cancel()
        self.hold_for(None)
        return is_stored

    def _write(self, data: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._backlog.sent += len(data)
            self._channel.write(data)

    def send_beside(self, data: bytes) -> None:
        """Send bytes to the visitor's standard error, unless the visitor has gone."""
        if self._channel is not None and not self._channel.is_closing():
            self._backlog.sent += len(data)
            self._channel.write_stderr(data)

    def suspend(self) -> None:
        """Do nothing: a visitor has no shell here."""

    def close(self) -> None:
        """Tell the listener nothing any more; what was sent is delivered by whoever closes the channel."""
        self._inbox.close()
        self._intake.crowd(False)

    def crowd(self, is_crowded: bool) -> None:
        """Take nothing in while the listener has enough to do."""
        self._intake.crowd(is_crowded)

    # What comes from the channel

    def connect(self, channel: SSHServerChannel[bytes]) -> None:
        """Take the open channel."""
        self._channel = channel
        self._intake.channel = channel

    def disconnect(self) -> None:
        """Send nothing any more, because the visitor has gone."""
        self._channel = self._intake.channel = None

    def receive(self, data: bytes) -> None:
        """Take what the visitor has sent."""
        self._intake.receive(data)

    def finish(self) -> None:
        """Take no more after what the visitor has sent."""
        self._intake.finish()

    def resize(self, columns: int, rows: int) -> None:
        """Take the size of the visitor's window, 0 where it is not known; of many in a row the last one counts."""
        self.size = (min(max(columns, 1), WIDEST) if columns else 80, min(max(rows, 1), TALLEST) if rows else 24)
        if self._resizing is None:
            wait = self._resized_at + _RESIZED - self._now()
            if wait <= 0:
                self._tell_size()
            else:
                self._resizing = asyncio.get_running_loop().call_later(wait, self._tell_size)

    def _tell_size(self) -> None:
        """Tell the app the latest size."""
        self._resizing, self._resized_at = None, self._now()
        if self._inbox.listener is not None:
            self._inbox.listener.resized(*self.size)

    def end(self) -> None:
        """Take no more from the visitor."""
        if self._resizing is not None:
            self._resizing.cancel()
        self._intake.end()

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will come from the visitor."""
        return self._inbox.status is not None

    def check_reader(self) -> None:
        """Have the current picture drawn once the visitor has caught up."""
        if self._lagged and (self._has_said or self._backlog.lags(self._waiting)):
            asyncio.get_running_loop().call_later(_AGAIN, self.check_reader)
        elif self._lagged:
            self._lagged = False
            if self._inbox.listener is not None:
                self._inbox.listener.caught_up()

    async def until_read(self) -> None:
        """Wait until the visitor has caught up."""
        while self.lags:
            await asyncio.sleep(_AGAIN)

    @property
    def seconds_unread(self) -> float:
        """For how long the visitor has read nothing of what is unread."""
        return self._backlog.look(self._waiting)

    @property
    def _waiting(self) -> int:
        """The bytes that were sent and not read, in the visitor's window and in the network."""
        return self._channel.get_write_buffer_size() + self._unsent(self._channel) if self._channel else 0


class Intake:
    """What a visitor has sent, on its way to whoever listens: part by part, and no faster than it is taken in.

    While enough waits, the channel is not read, so that its window closes and the visitor's program keeps the rest.
    """

    channel: SSHServerChannel[bytes] | None = None

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._waiting = bytearray()
        self._goes_on = self._is_crowded = self._is_paused = self._is_finished = False

    def receive(self, data: bytes) -> None:
        """Pass a part on, and the rest when it is the visitor's turn again."""
        self._waiting += data
        if not self._goes_on:
            self._pass_on()
        if len(self._waiting) > _ENOUGH and self.channel is not None and not self._is_paused:
            self._is_paused = True
            self.channel.pause_reading()

    def crowd(self, is_crowded: bool) -> None:
        """Pass nothing on while the listener has enough to do."""
        self._is_crowded = is_crowded
        if not is_crowded:
            self._later()

    def finish(self) -> None:
        """End the input after what waits."""
        self._is_finished = True
        self._later()

    def end(self) -> None:
        """End the input now."""
        self._waiting.clear()
        self._inbox.end(0)

    def _later(self) -> None:
        if not self._goes_on:
            self._goes_on = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._goes_on = False
        self._pass_on()
        if self._is_paused and len(self._waiting) <= _ENOUGH:
            self._is_paused = False
            if self.channel is not None and not self.channel.is_closing():
                self.channel.resume_reading()

    def _pass_on(self) -> None:
        if self._is_crowded:
            return
        if self._waiting:
            length = _length_of_part(self._waiting)
            part = bytes(self._waiting[:length])
            del self._waiting[:length]
            self._inbox.receive(part)
        if self._waiting:
            self._later()
        elif self._is_finished:
            self._inbox.end(0)


def _length_of_part(data: bytearray) -> int:
    """How many bytes are passed on at once: an escape near their end may begin what the next ones go on with."""
    if len(data) <= _PART:
        return len(data)
    escape = data.rfind(b"\x1b", _PART - _SEQUENCE, _PART)
    return escape if escape > 0 else _PART


class Backlog:
    """Watches how much of what was sent is still unread, and since when nothing was read."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._taken = 0
        self._since = now()
        self.sent = 0

    def look(self, waiting: int) -> float:
        """The seconds in which none of the unread bytes was read; 0 if nothing is unread."""
        taken = self.sent - waiting
        if waiting <= 0 or taken > self._taken:
            self._taken, self._since = max(taken, self._taken), self._now()
        return self._now() - self._since

    def lags(self, waiting: int) -> bool:
        """Whether so much is unread that nothing more should be sent."""
        return waiting > self._most


def unsent(channel: SSHServerChannel[bytes]) -> int:
    """The bytes for the connection of this channel that the network has not taken."""
    transport = getattr(channel.get_connection(), "_transport", None)
    return transport.get_write_buffer_size() if transport is not None else 0


def hang_up(channel: SSHServerChannel[bytes] | None) -> None:
    """End the connection of this channel at once."""
    if channel is not None:
        channel.get_connection().abort()
