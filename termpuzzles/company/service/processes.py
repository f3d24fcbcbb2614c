"""Several processes of one host that share a port: started, told what the operator says, and replaced one by one.

Each is a service of its own with a loop and processes that answer questions. What they share is in the database, but
for what they count by address. The kernel hands each connection to one of them. A process that ends by itself is
started again.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import sys
import threading
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from tempfile import TemporaryFile
from typing import Any

from termpuzzles.company.service.addresses import HostShare, new_memory
from termpuzzles.company.service.config import ServiceConfig, read_config
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.server import serve

MODULE = "termpuzzles.company.service.processes"
_SOON = 1.0  # seconds after which a process that ended by itself is started again
_PATIENCE = 10.0  # seconds for one to end


class Processes:
    """The processes of a service."""

    def __init__(self, config: ServiceConfig, number: int, log: Log) -> None:
        self._config, self._number, self._log = config, number, log
        self._all: dict[int, asyncio.subprocess.Process] = {}  # by their place
        self._ended_by_us: set[asyncio.subprocess.Process] = set()
        self._keepers: set[asyncio.Task[None]] = set()
        self._ending = asyncio.Event()
        self._replacing = asyncio.Lock()
        self._memory = -1  # the descriptor of what they share

    async def run(self) -> int:
        """Serve until a signal comes; returns the exit status."""
        with held_port(self._config.host, self._config.port) as holder, TemporaryFile() as memory:
            new_memory(memory.fileno(), self._number)
            self._memory = memory.fileno()
            self._config = replace(self._config, port=holder.getsockname()[1], shares_port=True)
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, self._ending.set)
            loop.add_signal_handler(signal.SIGHUP, self._tell, signal.SIGHUP)
            loop.add_signal_handler(signal.SIGUSR1, lambda: self._begin(self._replace_all()))
            key = ""
            for place in range(self._number):
                key = await self._start(place)
                if not key:
                    self._ending.set()
            if key:
                print(key)
                print(f"listening on {self._config.host}:{self._config.port}", flush=True)
            await self._ending.wait()
            await asyncio.gather(*(self._end(process) for process in tuple(self._all.values())))
        return 0 if key else 1

    async def _start(self, place: int) -> str:
        """Start the process of that place; returns what it says of its host key, "" if it cannot serve."""
        pipe = asyncio.subprocess.PIPE
        argv, fds = (sys.executable, "-m", MODULE), [self._memory]
        process = await asyncio.create_subprocess_exec(*argv, stdin=pipe, stdout=pipe, pass_fds=fds)
        assert process.stdin is not None
        assert process.stdout is not None
        metrics = self._config.metrics and (self._config.metrics[0], self._config.metrics[1] + place)
        share = HostShare(self._memory, place, self._number)
        with suppress(ConnectionError):
            process.stdin.write(pickle.dumps(replace(self._config, metrics=metrics, host_share=share)))
            await process.stdin.drain()
        self._all[place] = process
        self._begin(self._keep(place, process))
        key = (await process.stdout.readline()).decode().strip()
        return key if (await process.stdout.readline()).startswith(b"listening on") else ""

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._keepers.add(task)
        task.add_done_callback(self._keepers.discard)

    async def _keep(self, place: int, process: asyncio.subprocess.Process) -> None:
        """Start another process in this place if this one ends by itself."""
        status = await process.wait()
        if process in self._ended_by_us or self._ending.is_set():
            return
        self._log("crash", error=f"a process ended with {status}", at=f"place {place}")
        await asyncio.sleep(_SOON)
        if not self._ending.is_set():
            await self._start(place)

    def _tell(self, number: signal.Signals) -> None:
        for process in self._all.values():
            with suppress(ProcessLookupError):
                process.send_signal(number)

    async def _replace_all(self) -> None:
        """End each process and start another one in its place, one after the other, while the others go on."""
        async with self._replacing:
            for place, process in tuple(self._all.items()):
                await self._end(process)
                if self._ending.is_set():
                    return
                await self._start(place)
            self._log("replaced", processes=len(self._all))

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self._ended_by_us.add(process)
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            process.kill()
            await process.wait()
        self._ended_by_us.discard(process)


def held_port(host: str, port: int) -> socket.socket:
    """A socket that keeps the port for us, although it takes no connections."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    holder = socket.socket(family, socket.SOCK_STREAM)
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    holder.bind((host, port))
    return holder


def serve_with_processes(config: ServiceConfig, number: int) -> int:
    """Serve with so many processes until a signal comes; returns the exit status."""
    if number == 1:
        return serve(config)

    async def run() -> int:
        return await Processes(config, number, Log()).run()

    return asyncio.run(run())


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """Be one of the processes: the config comes on standard input, whose end is the end of the service."""
    config, _ = read_config(pickle.load(sys.stdin.buffer))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    return serve(config)


if __name__ == "__main__":
    sys.exit(main())
