"""Slow questions, answered in processes that can be killed: nothing is deduced in the server itself.

One process answers one question at a time, and keeps what it has learnt of the latest puzzle for the next question of
the same player. A question whose asker has gone, or that has used up its seconds, ends with its process.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import resource
from collections.abc import Awaitable, Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.play.questions import Desk, Question

T = TypeVar("T")

WARM = 2  # processes that wait for questions at any time
MOST = 8  # processes at once: more than there are processors, so that a short question need not wait for long ones
MEMORY = 1 << 30  # bytes that a process may take
NICE = 10


class Broken(Exception):  # noqa: N818 - what went wrong is the question's, and is told as no answer
    """The process that should have answered has ended, or the question failed."""


def _serve(connection: Connection) -> None:
    """What a process does: answer one question after the other until its server is gone."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    desk = Desk()
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            question = connection.recv()
            try:
                answer: tuple[bool, Any] = (True, finish(question.work(desk)))
            except Exception as error:  # whatever a board does to the work, the next question is answered
                answer, desk = (False, f"{type(error).__name__}: {error}"), Desk()
            connection.send(answer)


class _Worker:
    """One process, and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")  # a fork would bring the server's sockets along
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.player = ""

    async def answer(self, question: object) -> Any:
        """The process's answer; raises `Broken` where there is none."""
        loop = asyncio.get_running_loop()
        heard: asyncio.Future[None] = loop.create_future()
        loop.add_reader(self._pipe.fileno(), _hear, heard)
        try:
            self._pipe.send(question)
            await heard
            fine, answer = self._pipe.recv()
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            raise Broken(str(error)) from None
        finally:
            loop.remove_reader(self._pipe.fileno())
        if not fine:
            raise Broken(answer)
        return answer

    def kill(self) -> None:
        """End the process at once."""
        self.process.kill()
        self._pipe.close()
        self.process.join(1.0)


def _hear(heard: asyncio.Future[None]) -> None:
    if not heard.done():
        heard.set_result(None)


class Workers:
    """The processes of a service."""

    def __init__(self, most: int = MOST, warm: int = WARM) -> None:
        self._most, self._warm = most, warm
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._free = asyncio.Condition()

    def start(self) -> None:
        """Have some processes ready, before anybody asks."""
        while len(self._idle) + len(self._busy) < self._warm:
            self._idle.append(_Worker())

    def stop(self) -> None:
        """End them all."""
        for worker in (*self._idle, *self._busy):
            worker.kill()
        self._idle, self._busy = [], set()

    async def ask(self, player: str, question: object, seconds: float) -> Any:
        """The answer to the player's question; `Unfinished` after so many seconds, `Broken` where it fails."""
        worker = await self._take(player)
        keep = False
        try:
            answer = await asyncio.wait_for(worker.answer(question), seconds)
            keep = True
        except TimeoutError:
            raise Unfinished from None
        finally:
            self._busy.discard(worker)
            if keep:
                worker.player = player
                self._idle.append(worker)
            else:
                worker.kill()
                self.start()
            async with self._free:
                self._free.notify()
        return answer

    async def _take(self, player: str) -> _Worker:
        async with self._free:
            while not self._idle and len(self._busy) >= self._most:
                await self._free.wait()
            mine = next((worker for worker in self._idle if worker.player == player), None)
            if mine is not None:
                self._idle.remove(mine)
            worker = mine or (self._idle.pop(0) if self._idle else _Worker())
            self._busy.add(worker)
            return worker


class PlayersAnswerer:
    """Answers one player's questions, one after the other; a new one waits for the last to end or be cancelled."""

    def __init__(self, workers: Workers, player: str, seconds: float, failed: Callable[[str], None]) -> None:
        self._workers = workers
        self._player = player
        self._seconds = seconds
        self._failed = failed
        self._turn = asyncio.Lock()

    async def answer(self, question: Question[T]) -> T:
        """The answer; being cancelled kills the process that works on it."""
        async with self._turn:
            try:
                asked: Awaitable[T] = self._workers.ask(self._player, question, self._seconds)
                return await asked
            except (Broken, Unfinished) as error:
                self._failed(str(error))
                await asyncio.Event().wait()  # no answer will come: whoever waits gives up by a clock of its own
                raise
