"""A service for one test, in the test's own loop, and clients that look at what it draws."""

from __future__ import annotations

import asyncio
import io
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import sample
from typing import Any

import asyncssh
import pyte

from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.limits import QUESTION, REQUEST, Limits
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.server import run, share_of
from termpuzzles.company.service.service import Service

PATIENCE = 3_600.0  # seconds that an answer may take
SAID_AFTER = 1_000  # looks at a terminal in vain, after which it is said (with `-s`) what is awaited
COMMAND = (sys.executable, "-m", "termpuzzles.company.remote")


def free_port() -> int:
    """A port to listen on; connections that go out never take it, as they would take one that the kernel chooses."""
    for port in sample(range(20_000, 32_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("a hundred ports are taken")


class Guest(asyncssh.SSHClient):
    """A client that answers an empty challenge with nothing."""

    def kbdint_auth_requested(self) -> str:
        """Yes, like every client of OpenSSH."""
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        """No prompts, no answers."""
        return ["" for _ in prompts]


class Running:
    """A service that listens."""

    def __init__(self, service: Service, port: int, log: io.StringIO) -> None:
        self.service = service
        self.port = port
        self._log = log

    @property
    def log(self) -> str:
        """All that was logged."""
        return self._log.getvalue()

    @asynccontextmanager
    async def client(self, key: asyncssh.SSHKey | None = None, **options: Any) -> AsyncIterator[Any]:
        """Connect a client with this key, or as a guest."""
        given: dict[str, Any] = {
            "username": "somebody",
            "known_hosts": None,
            "config": None,
            "client_keys": [key] if key else None,
            "agent_path": None,
            "client_factory": Guest,
            **options,
        }
        async with asyncssh.connect("127.0.0.1", self.port, **given) as connection:
            yield connection

    async def ask(
        self, command: str, data: str | bytes = b"", key: asyncssh.SSHKey | None = None
    ) -> tuple[int, str, str]:
        """Run a command and return its exit status, standard output and standard error."""
        async with self.client(key) as connection:
            given = data.encode() if isinstance(data, str) else data
            done = await connection.run(command, input=given, encoding=None)
            return done.exit_status, done.stdout.decode(), done.stderr.decode()


class Window:
    """A client's terminal: what it has shown, as a screen."""

    def __init__(self, process: Any, width: int, height: int) -> None:
        self.process = process
        self.received = b""
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self._text = 0, ""  # what the screen has shown once so many bytes had come
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        with suppress(OSError, asyncssh.Error):  # the connection is cut
            while data := await self.process.stdout.read(1 << 16):
                self.received += data
                self._stream.feed(data)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be shown."""
        return self._reading.done()

    @property
    def text(self) -> str:
        """The rows that the terminal shows."""
        if self._text[0] != len(self.received):  # pyte takes longer for its rows than most looks apart
            self._text = len(self.received), "\n".join(self.screen.display)
        return self._text[1]

    def type(self, keys: str) -> None:
        """Send keys."""
        self.process.stdin.write(keys.encode())

    async def until(self, what: str | Callable[[str], bool]) -> str:
        """Wait until the terminal shows something, and return the whole text; fails at the end of the visit."""
        holds = (lambda text: what in text) if isinstance(what, str) else what
        is_over, looks = False, count(1)
        while not holds(self.text):
            assert not is_over, f"{what!r} was never shown:\n{self.text}"
            is_over = self.is_over
            await asyncio.sleep(0.02)
            if next(looks) == SAID_AFTER:
                print(f"still waiting for {what!r}:\n{self.text}", file=sys.__stderr__)
        return self.text


@asynccontextmanager
async def window(
    connection: Any, width: int = 80, height: int = 24, term: str = "xterm-256color", **options: Any
) -> AsyncIterator[Window]:
    """Open a terminal for the connection to play on."""
    process = await connection.create_process(
        term_type=term, term_size=(width, height), encoding=None, stderr=asyncssh.DEVNULL, **options
    )
    shown = Window(process, width, height)
    try:
        yield shown
    finally:
        process.close()


@asynccontextmanager
async def running(
    data: Path, limits: Limits | None = None, now: Callable[[], float] = time.monotonic, **config: Any
) -> AsyncIterator[Running]:
    """Run a service on a free port of loopback until the block ends; `now` is its clock. Answers may take as long as
    they need on a busy machine, unless `limits` say otherwise.
    """
    log, limits = io.StringIO(), limits or Limits(processes_ready=0)
    if limits.request is REQUEST:
        limits = replace(limits, request=replace(REQUEST, seconds=PATIENCE))
    if limits.question is QUESTION:
        limits = replace(limits, question=replace(QUESTION, seconds=PATIENCE))
    given = ServiceConfig("127.0.0.1", 0, data, COMMAND, limits=limits, **config)
    share = await asyncio.to_thread(share_of, given)
    service, ending = Service(given, Log(log), now, share), asyncio.Event()
    ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(run(service, lambda host, port, key: ready.set_result(port), ending))
    try:
        yield Running(service, await ready, log)
    finally:
        ending.set()
        await task
