"""Workers that are processes on this machine, each with memory of its own; leaving early ends them at once."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.resource_tracker import ensure_running
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from termpuzzles.batches.crew import Finished, Lost, News, WorkerSlot
from termpuzzles.batches.work import TaskDone, do_task
from termpuzzles.errors import WorkersError
from termpuzzles.logic.task import Budget, hold_memory

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

STILLBORN = 3  # processes that may end one after the other before they are ready for work
_READY = "ready"
Heard = tuple[WorkerSlot | None, Any]  # who said something, and what; None if it has ended; nobody to wake up


class ProcessCrew:
    """A crew of `jobs` processes, each with `memory` bytes at most. One that ends is replaced."""

    def __init__(self, jobs: int, memory: int = Budget.bytes) -> None:
        self._memory = memory
        self._places = [WorkerSlot(str(number)) for number in range(jobs)]
        self._heard: SimpleQueue[Heard] = SimpleQueue()
        self._running: dict[WorkerSlot, tuple[BaseProcess, Connection[Any, Any]]] = {}
        self._stillborn = 0
        self.ready: set[WorkerSlot] = set()  # the places whose processes have begun to listen
        try:
            with interrupts_held():
                for place in self._places:
                    self._start(place)
        except BaseException:
            self.stop(in_order=False)
            raise

    def _start(self, place: WorkerSlot) -> None:
        context = get_context("spawn")  # a process forked while other threads run may hang
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._memory), daemon=True)
        process.start()
        there.close()
        self._running[place] = process, here
        Thread(target=_listen, args=(place, here, self._heard), daemon=True).start()

    def places(self) -> Sequence[WorkerSlot]:
        """All of them, whether they are ready or not: what is given to a process waits for it in a pipe."""
        return self._places

    def give(self, place: WorkerSlot, function: Callable[[Any], Any], items: bytes) -> None:
        """Send a task to a process."""
        with suppress(BrokenPipeError):  # it has ended, as will be heard
            self._running[place][1].send((function, items))

    def news(self, seconds: float) -> News:
        """What the next process says, or that it has ended; another one takes its place."""
        try:
            place, said = self._heard.get(timeout=seconds)
        except Empty:
            return None
        if place is None:
            return None
        if said == _READY:
            self.ready.add(place)
            self._stillborn = 0
            return None
        if isinstance(said, TaskDone):
            return Finished(place, said)
        if isinstance(said, Exception):
            raise said
        is_to_blame = place in self.ready
        self.ready.discard(place)
        self._stillborn += not is_to_blame
        if self._stillborn > STILLBORN:
            raise WorkersError("the processes that do the work keep ending early; is there enough memory?")
        self._running[place][1].close()
        with interrupts_held():
            self._start(place)
        return Lost(place, is_to_blame)

    def wake(self) -> None:
        """Let `news` return."""
        self._heard.put((None, None))

    def stop(self, in_order: bool) -> None:
        """End all processes at once: one may be in the middle of a board that takes hours."""
        for process, _ in self._running.values():
            process.kill()
        for process, _ in self._running.values():
            process.join()
        self._running.clear()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until this is over; processes and threads that are started meanwhile never hear of one.

    A process that has just begun would print where it was interrupted, before anything of ours runs in it; and so it
    would if its parent were, halfway through telling it what to do, which is what a thread that hears it leads to.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        ensure_running()  # it lets interrupts through again
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _listen(place: WorkerSlot, connection: Connection[Any, Any], heard: SimpleQueue[Heard]) -> None:
    """Pass on what a process says until it ends, and then None."""
    while True:
        try:
            heard.put((place, connection.recv()))
        except (EOFError, OSError):
            heard.put((place, None))
            return
        except Exception as error:  # an error of the process that is none here
            heard.put((place, error))


def _serve(connection: Connection[Any, Any], memory: int) -> None:
    """Do one task after the other, in a process of its own."""
    _begin(memory)
    connection.send(_READY)
    while True:
        try:
            function, items = connection.recv()
            answer: TaskDone | Exception = do_task(function, items)
        except (EOFError, OSError):
            return  # the parent has ended
        except Exception as error:
            answer = error.with_traceback(None)
        connection.send(answer)


def _begin(memory: int) -> None:
    """Limit the process's memory, leave Ctrl-C to its parent, and end when the parent does, however it ends."""
    hold_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent
    Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    """End this process once the parent has ended: it may be in the middle of a board that takes hours."""
    parent.join()
    os._exit(1)
