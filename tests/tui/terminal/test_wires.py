"""Every wire keeps what `Wire` promises: the local terminal's on a pty, a visitor's over SSH, and the one in memory."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import struct
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from termpuzzles.games import named
from termpuzzles.storage.library import Folders, Library
from termpuzzles.terminal.tty import TtyWire
from termpuzzles.terminal.wire import MemoryWire, QuietListener, Wire
from termpuzzles.tui.adapter.driver import LEAVE, connect
from termpuzzles.tui.app import make_app
from termpuzzles.tui.context import Context
from tests.games.boards import board

UNREAD = 1 << 16  # bytes from which on each of the wires lags


class Heard(QuietListener):
    """Remembers what it is told, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[object, ...]] = []

    @property
    def keys(self) -> bytes:
        return b"".join(call[1] for call in self.calls if call[0] == "received" and isinstance(call[1], bytes))

    def received(self, data: bytes) -> None:
        self.calls.append(("received", data))

    def resized(self, columns: int, rows: int) -> None:
        self.calls.append(("resized", columns, rows))

    def caught_up(self) -> None:
        self.calls.append(("caught up",))

    def closed(self, status: int) -> None:
        self.calls.append(("closed", status))


class End(NamedTuple):
    """A wire, and what can be done at its other end."""

    wire: Wire
    type: Callable[[bytes], object]
    resize: Callable[[int, int], object]
    read: Callable[[], bytes]  # what has come since the last call
    hang_up: Callable[[], object]
    status: int  # with which it is then closed


@asynccontextmanager
async def memory(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[End]:
    wire = MemoryWire((80, 24), UNREAD, lambda: None)
    yield End(wire, wire.type, wire.resize, wire.read_sent, lambda: wire.hang_up(7), 7)


@asynccontextmanager
async def tty(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[End]:
    hands, program = pty.openpty()
    os.set_blocking(hands, False)
    kill = os.kill
    monkeypatch.setattr(os, "kill", lambda to, number: None if number == signal.SIGSTOP else kill(to, number))
    wire = TtyWire(program, program, b"")
    monkeypatch.setattr(wire, "_end_soon", lambda number: None)  # which would end the test run

    def resize(columns: int, rows: int) -> None:
        fcntl.ioctl(hands, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        kill(os.getpid(), signal.SIGWINCH)  # the terminal of the test run is another one

    def read() -> bytes:
        try:
            return os.read(hands, 1 << 16)
        except BlockingIOError:
            return b""

    def hang_up() -> None:
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), hands)

    fcntl.ioctl(hands, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    yield End(wire, lambda data: os.write(hands, data), resize, read, hang_up, 128 + signal.SIGHUP)
    for descriptor in (hands, program):
        os.close(descriptor)


WIRES = [memory, tty]
Wired = Callable[[pytest.MonkeyPatch], AbstractAsyncContextManager[End]]


async def until(holds: Callable[[], object]) -> None:
    """Wait until something is true."""
    while not holds():
        await asyncio.sleep(0.01)


@pytest.fixture(params=WIRES, ids=lambda wire: wire.__name__)
def wired(request: pytest.FixtureRequest) -> Wired:
    found: Wired = request.param
    return found


async def test_input_that_came_before_is_heard_first_and_all_of_it_in_order(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(monkeypatch) as end:
        heard, chance, typed = Heard(), Random(1), b"early"
        end.type(typed)
        await asyncio.sleep(0.1)
        end.wire.open(heard)
        for _ in range(40):
            data = bytes(chance.choices(range(32, 256), k=chance.randint(1, 90)))
            end.type(data)
            typed += data
            await asyncio.sleep(0)
        await until(lambda: len(heard.keys) >= len(typed))
        end.wire.close()
        assert heard.keys == typed


async def test_what_is_sent_arrives_whole_and_in_order(wired: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with wired(monkeypatch) as end:
        end.wire.open(Heard())
        chance, sent, read = Random(2), b"", b""
        for _ in range(200):
            data = bytes(chance.choices(range(32, 256), k=chance.randint(1, 2000)))
            end.wire.send(data)
            sent += data
            read += end.read()
            await asyncio.sleep(0)

        def all_came() -> bool:
            nonlocal read
            read += end.read()
            return len(read) >= len(sent)

        await until(all_came)
        end.wire.close()
        assert read == sent


async def test_the_size_is_known_before_it_is_opened_and_a_change_is_told(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(monkeypatch) as end:
        assert end.wire.size == (80, 24)
        heard = Heard()
        end.wire.open(heard)
        end.resize(100, 30)
        await until(lambda: heard.calls)
        assert heard.calls[0] == ("resized", 100, 30)
        assert end.wire.size == (100, 30)
        end.wire.close()


async def test_a_wire_whose_other_end_reads_nothing_lags_until_it_has_read(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(monkeypatch) as end:
        heard = Heard()
        end.wire.open(heard)
        assert not end.wire.lags
        for _ in range(40):
            end.wire.send(b"x" * (UNREAD // 10))
        await until(lambda: end.wire.lags)
        assert heard.calls == []
        await until(lambda: (end.read(), heard.calls)[1])
        assert heard.calls[0] == ("caught up",)
        assert not end.wire.lags
        end.wire.close()


async def test_a_wire_that_was_suspended_goes_on(wired: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with wired(monkeypatch) as end:
        heard = Heard()
        end.wire.open(heard)
        end.wire.suspend()
        end.type(b"keys")
        await until(lambda: heard.keys)
        end.wire.send(b"drawn")
        read = b""

        def came() -> bool:
            nonlocal read
            read += end.read()
            return len(read) >= len(b"drawn")

        await until(came)
        end.wire.close()
        assert (heard.keys, read) == (b"keys", b"drawn")


async def test_the_end_of_the_input_is_told_once_with_a_status_and_nothing_after_the_wire_is_closed(
    wired: Wired, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(monkeypatch) as end:
        heard = Heard()
        end.wire.open(heard)
        end.hang_up()
        await until(lambda: heard.calls)
        end.wire.close()
        await asyncio.sleep(0.05)
        assert heard.calls == [("closed", end.status)]


async def test_a_closed_wire_tells_its_listener_nothing(wired: Wired, monkeypatch: pytest.MonkeyPatch) -> None:
    async with wired(monkeypatch) as end:
        heard = Heard()
        end.wire.open(heard)
        end.wire.close()
        end.type(b"for others")
        await asyncio.sleep(0.1)
        assert heard.calls == []


async def test_the_app_takes_keys_typed_before_it_came_draws_and_ends_with_its_wire(
    wired: Wired, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    app = make_app(Context(library, library.settings()), [board(named("net"), "┗┓", "┗┛")])
    async with wired(monkeypatch) as end:
        end.type(b"d")
        await asyncio.sleep(0.1)
        connect(app, end.wire)
        running = asyncio.ensure_future(app.run_async())
        drawn = b""

        def shows(text: str) -> bool:
            nonlocal drawn
            drawn += end.read()
            return text.encode() in drawn

        await until(lambda: shows("Net 2x2"))
        await until(lambda: list(app.context.library.journals()))
        drawn = b""
        end.type(b"?")
        await until(lambda: shows("Ten keys"))
        end.hang_up()
        await running
        assert app.end_status == end.status
        if not isinstance(end.wire, TtyWire):  # whose other end is gone
            await until(lambda: shows(LEAVE))
