"""Workers behind an executor of the standard library, or one that is made like those."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from queue import SimpleQueue
from typing import Any

from termpuzzles.batches.crew import Finished, News, WorkerSlot, next_heard
from termpuzzles.batches.work import TaskDone, do_task


class ExecutorCrew:
    """A crew that is an executor with so many workers. It is left open, without tasks of ours."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self._executor = executor
        # Those of the standard library know how many they have, and so do most others, but do not say it in public.
        known: int | None = workers or getattr(executor, "_max_workers", None)
        self._places = [WorkerSlot(str(number)) for number in range(known or os.cpu_count() or 1)]
        self._heard: SimpleQueue[tuple[WorkerSlot, Future[TaskDone]] | None] = SimpleQueue()
        self._handed: set[Future[TaskDone]] = set()

    def places(self) -> Sequence[WorkerSlot]:
        """One for each worker."""
        return self._places

    def give(self, place: WorkerSlot, function: Callable[[Any], Any], items: bytes) -> None:
        """Submit the task."""
        future = self._executor.submit(do_task, function, items)
        self._handed.add(future)
        future.add_done_callback(lambda done: self._heard.put((place, done)))

    def news(self, seconds: float) -> News:
        """The next task that is done; raises the error of one that was broken off, such as `BrokenExecutor`."""
        heard = next_heard(self._heard, seconds)
        if heard is None:
            return None
        place, future = heard
        self._handed.discard(future)
        return Finished(place, future.result())

    def wake(self) -> None:
        """Let `news` return."""
        self._heard.put(None)

    def stop(self, in_order: bool) -> None:
        """Cancel what has not begun."""
        for future in self._handed:
            future.cancel()
