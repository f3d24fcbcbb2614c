"""The wire to the local terminal, on a real one: how it sets the terminal, reads from it, and restores it."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import pty
import signal
import struct
import termios
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from termpuzzles.terminal.tty import TtyWire
from termpuzzles.terminal.wire import QuietListener

HEEDED = (
    termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
)  # what a terminal may do to what is typed
EVERY_KEY = bytes(range(1, 256))
LAST_WORDS = b"last words"
SIGNALS = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM),
    *(signal.SIGWINCH, signal.SIGTSTP),
)


class Heard(QuietListener):
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.keys = b""
        self.statuses: list[int] = []
        self.drawn_anew = 0

    def received(self, data: bytes) -> None:
        self.keys += data

    def overwritten(self) -> None:
        self.drawn_anew += 1

    def closed(self, status: int) -> None:
        self.statuses.append(status)


class Ends(NamedTuple):
    """The two ends of a terminal: somebody types at one, and the program reads at the other."""

    hands: int
    program: int

    @property
    def attributes(self) -> list[Any]:
        return termios.tcgetattr(self.program)


@pytest.fixture
def terminal() -> Iterator[Ends]:
    """A terminal with every key translation turned on."""
    hands, program = pty.openpty()
    attributes = termios.tcgetattr(program)
    attributes[0] |= HEEDED
    termios.tcsetattr(program, termios.TCSANOW, attributes)
    yield Ends(hands, program)
    os.close(hands)
    os.close(program)


@pytest.fixture
def wire(terminal: Ends) -> TtyWire:
    return TtyWire(terminal.program, terminal.program, LAST_WORDS)


async def until(heard: Heard, keys: bytes) -> None:
    """Wait until these keys have come."""
    while heard.keys != keys:
        await asyncio.sleep(0.01)


def waiting(descriptor: int) -> int:
    """The number of bytes that can be read there now."""
    (number,) = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))
    return int(number)


async def test_every_key_comes_at_once_as_it_was_typed(terminal: Ends, wire: TtyWire) -> None:
    before, heard = terminal.attributes, Heard()
    wire.open(heard)
    try:
        assert terminal.attributes[3] & (termios.ECHO | termios.ICANON | termios.ISIG) == 0
        assert not terminal.attributes[0] & termios.IXOFF
        os.write(terminal.hands, EVERY_KEY)
        await until(heard, EVERY_KEY)
        os.write(terminal.hands, b"d")
        await until(heard, EVERY_KEY + b"d")
    finally:
        wire.close()
    assert terminal.attributes == before


async def test_reading_tells_that_the_terminal_is_gone_though_nothing_is_written(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_end_soon", lambda number: None)  # which would end the test run
    heard = Heard()
    wire.open(heard)
    try:
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), terminal.hands)
        while not heard.statuses:
            await asyncio.sleep(0.01)
        assert heard.statuses == [128 + signal.SIGHUP]
    finally:
        wire.close()


async def test_a_terminal_that_cannot_be_read_any_more_is_gone(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(number: int, size: int) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(wire, "_end_soon", lambda number: None)  # which would end the test run
    heard = Heard()
    wire.open(heard)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(os, "read", failing)
            os.write(terminal.hands, b"key")
            while not (heard.statuses or heard.keys):
                await asyncio.sleep(0.01)
        assert (heard.statuses, heard.keys) == ([128 + signal.SIGHUP], b"")
    finally:
        wire.close()


async def test_keys_that_somebody_else_has_read_first_are_no_end(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_end_soon", lambda number: None)  # which would end the test run
    heard, read, refused = Heard(), os.read, list[int]()

    def reading(number: int, size: int) -> bytes:
        if number == terminal.program and not refused:
            refused.append(number)
            raise BlockingIOError
        return read(number, size)

    monkeypatch.setattr(os, "read", reading)
    wire.open(heard)
    try:
        os.write(terminal.hands, b"key")
        await until(heard, b"key")
        assert (len(refused), heard.statuses) == (1, [])
    finally:
        wire.close()


async def test_what_a_screen_that_does_not_block_has_no_room_for_is_written_later(
    terminal: Ends, wire: TtyWire
) -> None:
    picture = b"".join(b"%06d" % number for number in range(20_000))
    os.set_blocking(terminal.program, False)
    wire.open(Heard())
    try:
        wire.send(picture)
        shown = b""
        while len(shown) < len(picture):
            shown += await asyncio.to_thread(os.read, terminal.hands, 1 << 16)
    finally:
        os.set_blocking(terminal.program, True)
        wire.close()
    assert shown == picture


async def test_the_terminal_and_the_signals_are_given_back_as_they_were(terminal: Ends, wire: TtyWire) -> None:
    before, attributes = [signal.getsignal(number) for number in SIGNALS], terminal.attributes
    wire.open(Heard())
    assert not set(before) & {signal.getsignal(number) for number in SIGNALS} - {signal.SIG_IGN}  # as after nohup
    wire.send(b"drawn")
    wire.close()
    assert not asyncio.get_running_loop().remove_reader(terminal.program), "nobody reads there any more"
    assert [signal.getsignal(number) for number in SIGNALS] == before
    assert terminal.attributes == attributes
    assert os.read(terminal.hands, 1 << 16) == b"drawn"


async def test_what_is_typed_as_it_ends_is_not_for_the_shell_but_what_is_typed_as_it_stops_is(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    monkeypatch.setattr(os, "kill", lambda to, number: kept.append(waiting(terminal.program)))  # as it stops
    wire.open(Heard())
    os.write(terminal.hands, b"d\n")
    while not waiting(terminal.program):  # without giving the loop a chance to read it
        time.sleep(0.01)
    wire.suspend()
    assert len(kept) == 1
    assert kept[0] > 0
    wire.close()
    assert not waiting(terminal.program)


async def test_the_shell_has_its_terminal_and_its_signals_while_the_program_is_stopped(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, found = (terminal.attributes, signal.getsignal(signal.SIGTERM)), list[object]()

    def stop(to: int, number: int) -> None:
        found.append((terminal.attributes, signal.getsignal(signal.SIGTERM)))

    heard = Heard()
    wire.open(heard)
    monkeypatch.setattr(os, "kill", stop)
    wire.suspend()
    assert found == [before]
    assert not terminal.attributes[3] & termios.ECHO
    os.write(terminal.hands, b"d")
    await until(heard, b"d")
    wire.close()


async def test_a_program_that_is_continued_as_it_ends_leaves_the_terminal_alone(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())  # as if it were in the foreground
    before, heard = terminal.attributes, Heard()
    wire.open(heard)
    os.kill(os.getpid(), signal.SIGCONT)
    while not heard.drawn_anew:
        await asyncio.sleep(0.01)
    wire.close()
    os.kill(os.getpid(), signal.SIGCONT)
    await asyncio.sleep(0.1)
    assert terminal.attributes == before
    assert heard.drawn_anew == 1


@pytest.mark.parametrize(
    ("columns", "rows", "size"), [(100, 30, (100, 30)), (0, 0, (80, 24)), (0, 30, (80, 30)), (100, 0, (100, 24))]
)
def test_the_window_is_as_large_as_the_terminal_says_and_80x24_where_it_does_not_say(
    terminal: Ends, wire: TtyWire, columns: int, rows: int, size: tuple[int, int]
) -> None:
    fcntl.ioctl(terminal.hands, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    assert wire.size == size


def test_without_any_terminal_the_window_is_taken_for_80x24() -> None:
    reader, writer = os.pipe()
    try:
        assert TtyWire(reader, writer, LAST_WORDS).size == (80, 24)
    finally:
        os.close(reader)
        os.close(writer)


def test_the_window_is_that_of_the_screen_and_where_it_is_none_that_of_the_keys(terminal: Ends) -> None:
    other_hands, other = pty.openpty()
    reader, writer = os.pipe()
    try:
        fcntl.ioctl(terminal.hands, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
        fcntl.ioctl(other_hands, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        assert TtyWire(terminal.program, other, LAST_WORDS).size == (120, 40)
        assert TtyWire(terminal.program, writer, LAST_WORDS).size == (100, 30)
    finally:
        for number in (other_hands, other, reader, writer):
            os.close(number)


async def test_where_no_keys_can_come_from_a_terminal_it_is_as_if_it_were_gone(
    terminal: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, writer = os.pipe()
    heard, wire = Heard(), TtyWire(reader, terminal.program, LAST_WORDS)
    monkeypatch.setattr(wire, "_end_soon", lambda number: None)
    wire.open(heard)
    try:
        while not heard.statuses:
            await asyncio.sleep(0.01)
        assert heard.statuses == [128 + signal.SIGHUP]
    finally:
        wire.close()
        os.close(reader)
        os.close(writer)


async def test_a_terminal_that_reads_too_slowly_lags_and_one_that_is_not_open_does_not(
    terminal: Ends, wire: TtyWire
) -> None:
    assert not wire.lags
    wire.send(b"nobody reads this")
    wire.open(Heard())
    wire.send(b"x" * 200_000)
    assert wire.lags
    read = 0
    while read < 200_000:
        read += len(os.read(terminal.hands, 1 << 16))
    while wire.lags:
        await asyncio.sleep(0.01)
    wire.close()
    assert not wire.lags


async def test_a_new_size_and_a_request_to_stop_are_told(terminal: Ends, wire: TtyWire) -> None:
    told: list[object] = []

    class Told(Heard):
        def resized(self, columns: int, rows: int) -> None:
            told.append((columns, rows))

        def suspend_requested(self) -> None:
            told.append("stop")

    wire.open(Told())
    try:
        fcntl.ioctl(terminal.hands, termios.TIOCSWINSZ, struct.pack("HHHH", 31, 101, 0, 0))
        os.kill(os.getpid(), signal.SIGWINCH)
        os.kill(os.getpid(), signal.SIGTSTP)
        while len(told) < 2:
            await asyncio.sleep(0.01)
        assert sorted(told, key=str) == [(101, 31), "stop"]
    finally:
        wire.close()


async def test_no_key_is_told_any_more_once_the_end_was(
    terminal: Ends, wire: TtyWire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_end_soon", lambda number: None)
    heard = Heard()
    wire.open(heard)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        while not heard.statuses:
            await asyncio.sleep(0.01)
        os.kill(os.getpid(), signal.SIGHUP)
        os.write(terminal.hands, b"late")
        await asyncio.sleep(0.1)
        assert heard.statuses == [128 + signal.SIGTERM]
        assert heard.keys == b""
    finally:
        wire.close()


@pytest.mark.parametrize(("session", "can_suspend"), [(77, True), (88, False)])
def test_only_a_program_that_a_shell_has_started_can_go_back_to_it(
    wire: TtyWire, monkeypatch: pytest.MonkeyPatch, session: int, can_suspend: bool
) -> None:
    monkeypatch.setattr(os, "getsid", lambda process: session if process == 0 else -1)
    monkeypatch.setattr(os, "getpid", lambda: 88)
    assert wire.can_suspend == can_suspend
