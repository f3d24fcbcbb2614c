"""Answers slow questions in processes that can be killed: nothing is deduced in the server itself.

One process answers one question at a time, and keeps what it has learnt about the latest puzzle for the next question
of the same player. If the asker has gone, or the question has used up its seconds, its process is killed.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Any, TypeVar

from termpuzzles.company.service.worker import HEAD, PATIENCE
from termpuzzles.logic.task import USUAL, Unfinished
from termpuzzles.session.questions import Question

T = TypeVar("T")


class Broken(Exception):  # noqa: N818 - the failure is the question's: the player gets no answer
    """The process that should have answered has ended, or the question failed."""


class Worker:
    """One process (`termpuzzles.company.service.worker`) with so many bytes of memory, and the pipes to it."""

    def __init__(self, memory: int = USUAL.bytes) -> None:
        self._memory = memory
        self.player = ""
        self.is_slow = False  # whether its question takes so long that others go first now
        self._process: asyncio.subprocess.Process | None = None

    @property
    def is_started(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def start(self) -> None:
        """Start the process."""
        pipe = asyncio.subprocess.PIPE
        argv = (sys.executable, "-m", "termpuzzles.company.service.worker", str(self._memory))
        self._process = await asyncio.create_subprocess_exec(*argv, stdin=pipe, stdout=pipe)

    async def answer(self, question: object) -> Any:
        """The process's answer; raises `Broken` if there is none."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            data = pickle.dumps(question)
            process.stdin.write(HEAD.pack(len(data)) + data)
            await process.stdin.drain()
            (length,) = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
            fine, answer = pickle.loads(await process.stdout.readexactly(length))
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Broken(f"the process ended: {error}") from None
        if not fine:
            raise Broken(answer)
        return answer

    async def end(self) -> None:
        """End the process at once, and wait until it is gone."""
        if self._process is not None:
            await end(self._process)


class Workers:
    """The processes of a service: at most `most`, with `warm` of them ready before anybody asks.

    `worker` makes one of them; one that took more than `patience` seconds over a question is slow.
    """

    def __init__(self, most: int, warm: int, worker: Callable[[], Worker] = Worker, patience: float = PATIENCE) -> None:
        self.most, self.warm = most, warm
        self._worker, self._patience = worker, patience
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._free = asyncio.Condition()
        self._starting = 0
        self._stopped = False
        self._refilling: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start processes for those who ask next, as far as there may be more."""
        while not self._stopped and self._fresh < self.warm and self._starting + self._all < self.most:
            self._starting += 1
            try:
                worker = self._worker()
                await worker.start()
                self._idle.append(worker)
            finally:
                self._starting -= 1
            async with self._free:
                self._free.notify()

    @property
    def _all(self) -> int:
        return len(self._idle) + len(self._busy)

    @property
    def _fresh(self) -> int:
        """The number of processes that nobody has used yet, including those being started."""
        return self._starting + sum(not worker.player for worker in self._idle)

    async def stop(self) -> None:
        """End them all."""
        self._stopped = True
        if self._refilling is not None:
            await self._refilling
        workers, self._idle, self._busy = [*self._idle, *self._busy], [], set()
        await asyncio.gather(*(worker.end() for worker in workers))

    async def ask(self, player: str, question: object, seconds: float) -> Any:
        """The answer to the player's question; raises `Unfinished` after `seconds`, `Broken` if it fails."""
        worker = await self._take(player)
        keep, begun = False, asyncio.get_running_loop().time()
        try:
            answer = await asyncio.wait_for(worker.answer(question), seconds)
            keep = True
        except TimeoutError:
            raise Unfinished from None
        finally:
            self._busy.discard(worker)
            if keep:
                worker.player = player
                worker.is_slow |= asyncio.get_running_loop().time() - begun > self._patience
                self._idle.append(worker)
            else:
                await worker.end()
            async with self._free:
                self._free.notify()
        return answer

    async def _take(self, player: str) -> Worker:
        async with self._free:
            while not self._idle and len(self._busy) >= self.most:
                await self._free.wait()
            mine = next((worker for worker in self._idle if worker.player == player), None)
            quick = mine or min(self._idle, key=lambda worker: (worker.is_slow, worker.player), default=None)
            if quick is not None:
                self._idle.remove(quick)
            if quick is not None and quick.is_slow and quick is not mine:
                await quick.end()  # it has lowered its priority for good
                quick = None
            worker = quick or self._worker()
            self._busy.add(worker)
        self._refilling = asyncio.ensure_future(self.start())
        if not worker.is_started:
            await worker.start()
        return worker


class PlayersAnswerer:
    """Answers one player's questions, one after the other; a new one waits for the last to end or be cancelled.

    It asks in a context of its own: pipes keep the context in which they are opened, and a player's holds the app.
    """

    def __init__(self, workers: Workers, player: str, seconds: float, failed: Callable[[str], None]) -> None:
        self._workers = workers
        self._player = player
        self._seconds = seconds
        self._failed = failed
        self._turn = asyncio.Lock()

    async def answer(self, question: Question[T]) -> T:
        """The answer; cancelling it kills the process that works on it."""
        async with self._turn:
            try:
                asking = self._workers.ask(self._player, question, self._seconds)
                answer: T = await asyncio.get_running_loop().create_task(asking, context=Context())
                return answer
            except (Broken, Unfinished) as error:
                self._failed(str(error))
                await asyncio.Event().wait()  # no answer will come: whoever waits gives up by a clock of its own
                raise


_GONE = 1.0  # seconds to wait for the pipes of a killed process before they are left as they are


async def end(process: asyncio.subprocess.Process) -> None:
    """Kill a process if it still runs, and wait until it and the pipes to it are gone."""
    if process.returncode is None:
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(process.communicate(), _GONE)  # reads the pipes to their ends: only then they close
