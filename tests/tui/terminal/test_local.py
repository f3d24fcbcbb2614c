"""The driver for the local terminal, on a real one: how it sets the terminal, reads from it, and restores it."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import termios
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from termpuzzles.tui.adapter.compat import CalmApp
from termpuzzles.tui.adapter.driver import ENTER, LEAVE
from termpuzzles.tui.adapter.local import LocalDriver

HEEDED = (
    termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
)  # what a terminal may do to what is typed
EVERY_KEY = bytes(range(1, 256))
SIGNALS = (
    *(signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM),
    *(signal.SIGWINCH, signal.SIGTSTP),
)


class Ends(NamedTuple):
    """The two ends of a terminal: somebody types at one, and the program reads at the other."""

    hands: int
    program: int

    @property
    def attributes(self) -> list[Any]:
        return termios.tcgetattr(self.program)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ends]:
    """Replace the terminal of the test run by one with every key translation turned on."""
    hands, program = pty.openpty()
    attributes = termios.tcgetattr(program)
    attributes[0] |= HEEDED
    termios.tcsetattr(program, termios.TCSANOW, attributes)
    with os.fdopen(program, "r+b", buffering=0) as stream:
        monkeypatch.setattr("sys.__stdin__", stream)
        monkeypatch.setattr("sys.__stderr__", stream)
        yield Ends(hands, program)
    os.close(hands)


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> bytearray:
    """The bytes that any driver has read."""
    found = bytearray()
    monkeypatch.setattr(LocalDriver, "receive", lambda driver, data: found.extend(data))
    return found


@pytest.fixture
async def driver(terminal: Ends) -> LocalDriver:
    return LocalDriver(CalmApp())


async def until(received: bytearray, keys: bytes) -> None:
    """Wait until these keys have come."""
    async with asyncio.timeout(5):
        while received != keys:
            await asyncio.sleep(0.01)


def waiting(descriptor: int) -> int:
    """The number of bytes that can be read there now."""
    (number,) = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)))
    return int(number)


async def test_every_key_comes_at_once_as_it_was_typed(
    terminal: Ends, driver: LocalDriver, received: bytearray
) -> None:
    before = terminal.attributes
    driver.start_application_mode()
    try:
        assert terminal.attributes[3] & (termios.ECHO | termios.ICANON | termios.ISIG) == 0
        assert not terminal.attributes[0] & termios.IXOFF
        os.write(terminal.hands, EVERY_KEY)
        await until(received, EVERY_KEY)
        os.write(terminal.hands, b"d")
        await until(received, EVERY_KEY + b"d")
    finally:
        driver.stop_application_mode()
        driver.close()
    assert terminal.attributes == before


async def test_reading_tells_that_the_terminal_is_gone_though_nothing_is_written(
    terminal: Ends, driver: LocalDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(driver, "_end", ended.append)
    driver.start_application_mode()
    try:
        written = b""
        while ENTER.encode() not in written:
            written += os.read(terminal.hands, 1 << 16)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), terminal.hands)
        async with asyncio.timeout(5):
            while not ended:
                await asyncio.sleep(0.01)
        assert set(ended) == {signal.SIGHUP}
    finally:
        driver.stop_application_mode()
        driver.close()


async def test_the_terminal_and_the_signals_are_given_back_as_they_were(terminal: Ends, driver: LocalDriver) -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    driver.start_application_mode()
    assert not set(before) & {signal.getsignal(number) for number in SIGNALS}
    driver.stop_application_mode()
    driver.close()
    assert [signal.getsignal(number) for number in SIGNALS] == before
    written = os.read(terminal.hands, 1 << 16).decode()
    assert written.startswith(ENTER)
    assert written.endswith(LEAVE)


async def test_what_is_typed_as_it_ends_is_not_for_the_shell_but_what_is_typed_as_it_stops_is(
    terminal: Ends, driver: LocalDriver
) -> None:
    driver.start_application_mode()
    os.write(terminal.hands, b"d\n")
    driver.suspend_application_mode()
    assert waiting(terminal.program)
    driver.resume_application_mode()
    driver.stop_application_mode()
    assert not waiting(terminal.program)
    driver.close()


async def test_a_program_that_is_continued_as_it_ends_leaves_the_terminal_alone(
    terminal: Ends, driver: LocalDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp())  # as if it were in the foreground
    before = terminal.attributes
    driver.start_application_mode()
    driver.stop_application_mode()
    os.kill(os.getpid(), signal.SIGCONT)
    await asyncio.sleep(0.1)
    assert terminal.attributes == before
    driver.close()
    assert os.read(terminal.hands, 1 << 16).decode().endswith(LEAVE)


@pytest.mark.parametrize(
    ("columns", "rows", "size"), [(100, 30, (100, 30)), (0, 0, (80, 24)), (0, 30, (80, 30)), (100, 0, (100, 24))]
)
async def test_the_window_is_as_large_as_the_terminal_says_and_80x24_where_it_does_not_say(
    terminal: Ends,
    driver: LocalDriver,
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    rows: int,
    size: tuple[int, int],
) -> None:
    fcntl.ioctl(terminal.hands, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    sizes: list[tuple[int, int]] = []
    monkeypatch.setattr(driver, "resized", lambda *measured: sizes.append(measured))
    driver.start_application_mode()
    driver.stop_application_mode()
    driver.close()
    assert sizes == [size]
