"""The wire to the local terminal, on a real one: how it sets the terminal, reads from it, and restores it."""

from __future__ import annotations

import asyncio
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
    async with asyncio.timeout(20):
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
        async with asyncio.timeout(20):
            while not heard.statuses:
                await asyncio.sleep(0.01)
        assert heard.statuses == [128 + signal.SIGHUP]
    finally:
        wire.close()


async def test_the_terminal_and_the_signals_are_given_back_as_they_were(terminal: Ends, wire: TtyWire) -> None:
    before, attributes = [signal.getsignal(number) for number in SIGNALS], terminal.attributes
    wire.open(Heard())
    assert not set(before) & {signal.getsignal(number) for number in SIGNALS} - {signal.SIG_IGN}  # as after nohup
    wire.send(b"drawn")
    wire.close()
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
    async with asyncio.timeout(20):
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
