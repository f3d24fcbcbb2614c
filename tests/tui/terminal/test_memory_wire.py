"""A wire in memory, and the thread that writes to a terminal: limits, order, and what is told once."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator

import pytest

from termpuzzles.terminal.tty import WriterThread
from termpuzzles.terminal.wire import Inbox, MemoryWire, QuietListener


class Heard(QuietListener):
    """Remembers all that it is told, in order."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def received(self, data: bytes) -> None:
        self.told.append(data)

    def resized(self, columns: int, rows: int) -> None:
        self.told.append((columns, rows))

    def caught_up(self) -> None:
        self.told.append("caught up")

    def closed(self, status: int) -> None:
        self.told.append(status)


def test_a_wire_in_memory_tells_what_its_other_end_does_from_what_came_early_on() -> None:
    wire, heard = MemoryWire(), Heard()
    assert wire.size == (80, 24)
    assert not wire.is_local
    assert not wire.can_suspend
    wire.type(b"early")
    wire.type(b" keys")
    wire.resize(100, 30)
    assert wire.size == (100, 30)
    wire.open(heard)
    assert heard.told == [b"early keys"]
    wire.type(b"x")
    wire.resize(90, 20)
    wire.hang_up(7)
    wire.hang_up(8)
    assert heard.told == [b"early keys", b"x", (90, 20), 7]
    wire.close()
    wire.type(b"late")
    wire.resize(1, 1)
    assert heard.told[-1] == 7
    again = Heard()
    wire.open(again)
    assert again.told == [b"late", 7]


def test_a_wire_that_was_hung_up_early_says_so_when_it_is_opened() -> None:
    wire, heard = MemoryWire(), Heard()
    wire.hang_up(129)
    wire.open(heard)
    assert heard.told == [129]


def test_a_wire_in_memory_lags_beyond_its_limit_and_says_once_that_it_has_caught_up() -> None:
    wire, heard = MemoryWire(most=10), Heard()
    wire.open(heard)
    wire.send(b"12345")
    wire.send(b"67890")
    assert not wire.lags
    wire.send(b"x")
    assert wire.lags
    assert wire.read_sent() == b"1234567890x"
    assert heard.told == ["caught up"]
    assert not wire.lags
    assert wire.read_sent() == b""
    wire.send(b"abc")
    assert wire.read_sent() == b"abc"
    assert heard.told == ["caught up"]


def test_by_default_a_wire_in_memory_holds_64_kilobytes() -> None:
    wire = MemoryWire()
    wire.send(b"x" * 65536)
    assert not wire.lags
    wire.send(b"x")
    assert wire.lags


def test_a_wire_is_suspended_by_whoever_plays_the_shell() -> None:
    suspended: list[int] = []
    wire = MemoryWire(suspended=lambda: suspended.append(1))
    assert wire.can_suspend
    wire.suspend()
    assert suspended == [1]
    MemoryWire().suspend()


def test_what_comes_before_somebody_listens_waits_up_to_a_limit() -> None:
    inbox, heard = Inbox(4), Heard()
    for data in (b"ab", b"cd", b"ef", b"gh"):
        inbox.receive(data)
    inbox.open(heard)
    assert heard.told == [b"abcdef"]  # once more than the limit waits, nothing more is taken
    inbox.close()
    inbox.end(3)
    inbox.end(4)
    inbox.open(heard)
    assert heard.told == [b"abcdef", 3]


# --- the writer ---


class Pipe:
    """A pipe that is full, so that whoever writes to it waits."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        self._open = [self.reader, self.writer]
        os.set_blocking(self.writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(self.writer, b"." * 4096)
        os.set_blocking(self.writer, True)

    def close_reader(self) -> None:
        """Read no more."""
        os.close(self._open.pop(0))

    def close(self) -> None:
        """Close what is open."""
        while self._open:
            os.close(self._open.pop())

    def rest(self, length: int, over: threading.Event | None = None) -> bytes:
        """All that comes after the dots that filled the pipe, until there is so much of it."""
        found = b""
        while len(found) < length:
            found += os.read(self.reader, 65536).replace(b".", b"")
        assert over is None or over.wait()
        return found


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    """A full pipe."""
    made = Pipe()
    yield made
    made.close()


def test_a_writer_lags_beyond_8192_bytes_and_says_once_that_it_has_caught_up(pipe: Pipe) -> None:
    told, caught_up = [], threading.Event()

    def tell() -> None:
        told.append("caught up")
        caught_up.set()

    thread = WriterThread(pipe.writer, tell, lambda: told.append("gone"))
    data = b"".join(b"%07d " % number for number in range(1024))
    assert len(data) == 8192
    thread.write(data)
    assert not thread.lags
    thread.write(b"x")
    assert thread.lags
    assert pipe.rest(8193, caught_up) == data + b"x"
    assert told == ["caught up"]
    assert not thread.lags
    thread.write(b"more")
    thread.stop(600)
    assert os.read(pipe.reader, 100) == b"more"
    assert told == ["caught up"]


def test_a_writer_that_does_not_lag_says_nothing(pipe: Pipe) -> None:
    told: list[str] = []
    thread = WriterThread(pipe.writer, lambda: told.append("caught up"), lambda: told.append("gone"))
    thread.write(b"a" * 8192)
    assert pipe.rest(8192) == b"a" * 8192
    thread.stop(600)
    assert told == []


def test_a_writer_without_a_reader_says_once_that_the_terminal_is_gone(pipe: Pipe) -> None:
    told, gone = [], threading.Event()

    def tell() -> None:
        told.append("gone")
        gone.set()

    thread = WriterThread(pipe.writer, lambda: told.append("caught up"), tell)
    pipe.close_reader()
    thread.write(b"x")
    assert gone.wait()
    thread.write(b"y")
    thread.stop(600)
    assert told == ["gone"]


def test_a_writer_waits_where_somebody_has_made_its_terminal_non_blocking(pipe: Pipe) -> None:
    os.set_blocking(pipe.writer, False)
    thread = WriterThread(pipe.writer, lambda: None, lambda: None)
    thread.write(b"abc")
    assert pipe.rest(3) == b"abc"
    thread.stop(600)


def test_a_writer_that_cannot_write_is_waited_for_no_longer_than_that(pipe: Pipe) -> None:
    thread = WriterThread(pipe.writer, lambda: None, lambda: None)
    thread.write(b"abc")
    thread.stop(0.01)  # returns, though nobody reads
    assert pipe.rest(3) == b"abc"
