"""Hosts of several processes behind a balancer, a database that fails, and players who come back each time."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import asyncssh
import psycopg

from termpuzzles.formats import read
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import parse
from tests.company.postgres import Server
from tests.company.service.service import Guest, Window, window
from tests.company.service.test_admission import header

BOARD = "infinity:3x3:111111111"  # which turning one tile never solves
CONFIG = """\
commit = "sync"
proxies = ["127.0.0.0/8"]
[limits]
processes_ready = 0
connections_a_minute = 10_000
connections_at_once = 1_000
"""


def children(process: int) -> list[int]:
    """The processes that this one has started."""
    found = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in found.split()]


class Host:
    """A host on which two processes serve."""

    def __init__(self, folder: Path, store: str, processes: int = 2) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / "serve.toml").write_text(CONFIG)
        argv = [sys.executable, "-m", "termpuzzles", "serve", "--port", "0", "--data", str(folder)]
        argv += ["--store", store, "--processes", str(processes)]
        with (folder / "log").open("a") as log:
            self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        self.host_key = self.process.stdout.readline().split()[-1]
        self.port = int(self.process.stdout.readline().rpartition(":")[2])

    @property
    def processes(self) -> list[int]:
        """The processes that serve."""
        return children(self.process.pid)

    def kill(self) -> None:
        """End all of it at once, as a power cut does."""
        for process in (self.process.pid, *self.processes):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._wait()

    def end(self) -> None:
        """End it in good order."""
        if self.process.poll() is None:
            self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


class Balancer:
    """Passes each connection on to the next host that takes it, with a header that names the visitor's address."""

    def __init__(self) -> None:
        self.ports: list[int] = []
        self.port = 0
        self._turn = count()
        self._server: asyncio.Server | None = None
        self._pipes: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Listen on a free port."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def end(self) -> None:
        """Pass on nothing more."""
        assert self._server is not None
        self._server.close()
        for pipe in self._pipes:
            pipe.cancel()
        await asyncio.gather(*self._pipes, return_exceptions=True)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        turn = next(self._turn)
        for step in range(len(self.ports)):
            port = self.ports[(turn + step) % len(self.ports)]
            with suppress(OSError):
                to_host = await asyncio.open_connection("127.0.0.1", port)
                break
        else:
            writer.close()
            return
        to_host[1].write(header(f"192.0.2.{1 + turn % 250}"))
        for each in (self._pipe(reader, to_host[1]), self._pipe(to_host[0], writer)):
            task = asyncio.ensure_future(each)
            self._pipes.add(task)
            task.add_done_callback(self._pipes.discard)

    async def _pipe(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        writer.close()


class Visitor:
    """A player who turns one tile again and again, and comes back after everything that happens."""

    def __init__(self, balancer: Balancer) -> None:
        self.shown = self.typed = self.lost = 0
        self.returns: list[float] = []  # seconds until the board was back at the same move
        self._balancer = balancer
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self._is_leaving = False
        self.rounds = 0

    async def play(self) -> None:
        """Play until told to leave; come back whenever the connection ends."""
        gone_at: float | None = None
        while not self._is_leaving:
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with self._connected() as shown:
                    await self._board(shown)
                    if gone_at is not None:
                        self.returns.append(time.monotonic() - gone_at)
                    gone_at = None
                    await self._turn_tiles(shown)
            gone_at = gone_at or time.monotonic()
            await asyncio.sleep(0.1)

    def leave(self) -> None:
        """Play no more."""
        self._is_leaving = True

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Window]:
        given: dict[str, Any] = {"known_hosts": None, "config": None, "agent_path": None, "client_factory": Guest}
        connecting = asyncssh.connect(
            "127.0.0.1", self._balancer.port, username="anybody", client_keys=[self._key], login_timeout=30, **given
        )
        async with await connecting as connection, window(connection) as shown:
            yield shown

    async def _board(self, shown: Window) -> None:
        """Open the board, and look whether everything that was shown before is there."""
        await self._until(shown, lambda: "termpuzzles" in shown.text or "∞ Loop" in shown.text)
        shown.type(f"\x1b[200~{BOARD}\x1b[201~")
        await self._until(shown, lambda: moves(shown) is not None or "open in another" in shown.text)
        if moves(shown) is None:  # the database has not noticed yet that its process is gone
            shown.type("\r")
            await self._until(shown, lambda: moves(shown) is not None)
        found = moves(shown) or 0
        self.lost += max(0, self.shown - found)
        self.shown = max(self.shown, found)
        assert found <= self.typed, f"{found} moves, of which {self.typed} were typed"

    async def _turn_tiles(self, shown: Window) -> None:
        while not self._is_leaving:
            before = moves(shown) or 0
            self.typed += 1
            shown.type(" ")
            await self._until(shown, lambda before=before: (moves(shown) or 0) > before)  # type: ignore[misc]
            self.shown = max(self.shown, moves(shown) or 0)
            self.rounds += 1

    async def _until(self, shown: Window, holds: Callable[[], bool]) -> None:
        """Wait until it holds; ConnectionError if the visit ends before."""
        while not holds():
            if shown.is_over:
                raise ConnectionError
            await asyncio.sleep(0.02)


def moves(shown: Window) -> int | None:
    """The number of moves that the terminal shows; None while it shows no board."""
    found = re.search(r"moves +(\d+)", shown.text)
    return int(found[1]) if found else None


class Outcome(NamedTuple):
    """What became of players: kills, moves that were shown and lost, the longest return, and torn journals."""

    kills: int
    lost: int
    longest: float
    torn: int
    moves: int


class Cluster:
    """Two hosts behind a balancer, and a database of their own."""

    def __init__(self, folder: Path, server: Server, balancer: Balancer) -> None:
        self.server, self.balancer = server, balancer
        self._folder = folder
        self.hosts: list[Host] = []

    async def start_host(self, place: int) -> None:
        """Start a host in its place behind the balancer."""
        host = await asyncio.to_thread(Host, self._folder / f"host{place}", self.server.address)
        self.hosts[place : place + 1] = [host]
        self.balancer.ports[place : place + 1] = [host.port]

    # What happens to them

    async def kill_a_process(self, chance: Random) -> None:
        """One process is killed; its host starts another."""
        os.kill(chance.choice(self.hosts[chance.randrange(2)].processes), signal.SIGKILL)

    async def kill_a_host(self, chance: Random) -> None:
        """A host is gone at once, and comes back."""
        place = chance.randrange(2)
        await asyncio.to_thread(self.hosts[place].kill)
        await self.start_host(place)

    async def replace_processes(self, chance: Random) -> None:
        """A host replaces its processes one by one."""
        host = self.hosts[chance.randrange(2)]
        before = set(host.processes)
        host.process.send_signal(signal.SIGUSR1)
        await _until(lambda: not before & set(host.processes) and len(host.processes) == len(before))

    async def pause_the_database(self, chance: Random) -> None:
        """The database stops for a while."""
        postmaster = int((self.server.folder / "data" / "postmaster.pid").read_text().split()[0])
        stopped = [postmaster, *children(postmaster)]
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        await asyncio.sleep(chance.uniform(0.5, 3.0))
        for process in stopped:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)

    async def restart_the_database(self, chance: Random) -> None:
        """The database crashes and starts again; what it had committed it has kept, as its disk has not failed."""
        await asyncio.to_thread(self.server.stop)
        await asyncio.sleep(chance.uniform(0.0, 1.0))
        await asyncio.to_thread(self.server.start)

    async def cut_connections(self, chance: Random) -> None:
        """Every connection to the database is cut."""
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"

        def work() -> None:
            with psycopg.connect(self.server.address, autocommit=True) as connection:
                connection.execute(cut)

        await asyncio.to_thread(work)

    @property
    def happenings(self) -> list[Callable[[Random], Any]]:
        """All of it."""
        return [
            self.kill_a_process,
            self.pause_the_database,
            self.cut_connections,
            self.kill_a_host,
            self.restart_the_database,
            self.replace_processes,
        ]

    def torn(self) -> int:
        """The journals whose lines do not follow each other, or that two holders have written to at once."""
        bad = 0
        with psycopg.connect(self.server.address) as connection:
            for journal, size in connection.execute("SELECT id, size FROM journals").fetchall():
                found = "SELECT at, data FROM events WHERE journal = %s ORDER BY at"
                rows = connection.execute(found, (journal,)).fetchall()
                data = b"".join(row[1] for row in rows)
                places = [sum(len(row[1]) for row in rows[:number]) for number in range(len(rows))]
                content = parse(data)
                played = Session(read(BOARD)[0]).restore(content.events)
                whole = content.good == len(data) == size and played == len(content.events)
                bad += not whole or places != [row[0] for row in rows]
        return bad


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.05)


@asynccontextmanager
async def cluster(folder: Path, server: Server) -> AsyncIterator[Cluster]:
    """Run two hosts of two processes behind a balancer until the block ends."""
    balancer = Balancer()
    await balancer.start()
    made = Cluster(folder, server, balancer)
    try:
        for place in range(2):
            await made.start_host(place)
        yield made
    finally:
        await balancer.end()
        for host in made.hosts:
            await asyncio.to_thread(host.end)


async def survive(folder: Path, server: Server, kills: int, players: int = 2, seed: int = 1) -> Outcome:
    """Let players play while so many things happen, one after the other, and tell what became of them."""
    chance = Random(seed)
    async with cluster(folder, server) as made:
        visitors = [Visitor(made.balancer) for _ in range(players)]
        playing = [asyncio.ensure_future(visitor.play()) for visitor in visitors]
        for number in range(kills):
            before = [visitor.rounds for visitor in visitors]
            await _all_play(visitors, playing, before)
            await asyncio.sleep(chance.uniform(0.0, 0.5))
            await made.happenings[number % len(made.happenings)](chance)
            await _all_play(visitors, playing, [visitor.rounds for visitor in visitors])
        for visitor in visitors:
            visitor.leave()
        await asyncio.gather(*playing)
        torn = await asyncio.to_thread(made.torn)
    longest = max((each for visitor in visitors for each in visitor.returns), default=0.0)
    return Outcome(kills, sum(each.lost for each in visitors), longest, torn, sum(each.shown for each in visitors))


async def _all_play(visitors: list[Visitor], playing: list[asyncio.Task[None]], before: list[int]) -> None:
    """Wait until each has made two moves more."""
    while any(visitor.rounds < rounds + 2 for visitor, rounds in zip(visitors, before, strict=True)):
        for task in playing:
            if task.done():
                task.result()
        await asyncio.sleep(0.05)
