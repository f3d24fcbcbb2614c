"""A crew in a time of its own: items take as long as they are said to, and workers end where they are said to end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from termpuzzles.batches.crew import Finished, Lost, News, WorkerSlot
from termpuzzles.batches.order import in_order
from termpuzzles.batches.work import TaskDone, do_task, unpack

DELAY = 0.005  # seconds that a message takes to a worker or back


class Imagined:
    """Workers of so many places each; `cost` says how many seconds an item takes, `ends` which item ends a worker."""

    def __init__(
        self,
        workers: int,
        cost: Callable[[Any], float] = lambda item: 0.01,
        ends: Callable[[Any], bool] = lambda item: False,
        threads: int = 1,
    ) -> None:
        self.now = self.worked = 0.0
        self.tasks: list[list[Any]] = []  # as they were handed out
        self.deaths: list[list[Any]] = []  # the tasks that workers have ended on
        self.given_at: list[float] = []  # when each was
        self.stopped: bool | None = None
        self._places = [WorkerSlot(str(worker), number) for number in range(threads) for worker in range(workers)]
        self._cost, self._ends, self._serial = cost, ends, count()
        self._coming: list[tuple[float, int, WorkerSlot, TaskDone | None]] = []

    def places(self) -> Sequence[WorkerSlot]:
        """All of them, always."""
        return self._places

    def give(self, place: WorkerSlot, function: Callable[[Any], Any], items: bytes) -> None:
        """Work out when the task will be done, and with what."""
        assert all(place != busy for _, _, busy, _ in self._coming), "one task at a time"
        self.tasks.append(unpack(items))
        self.given_at.append(self.now)
        begun = clock = self.now + DELAY

        def take(item: Any) -> Any:
            nonlocal clock
            clock += self._cost(item)
            if self._ends(item):
                raise SystemExit
            return function(item)

        done: TaskDone | None = None
        try:
            done = do_task(take, items, clock=lambda: clock)
        except SystemExit:
            self.deaths.append(unpack(items))
        self.worked += clock - begun
        heappush(self._coming, (clock + DELAY, next(self._serial), place, done))

    def news(self, seconds: float) -> News:
        """The next task that comes back."""
        if not self._coming:
            self.now += seconds
            return None
        self.now, _, place, done = heappop(self._coming)
        if done is not None:
            return Finished(place, done)
        also = [each for each in self._coming if each[2].worker == place.worker]
        for each in also:
            self._coming.remove(each)
            heappush(self._coming, (self.now, each[1], each[2], None))
        return Lost(place)

    def wake(self) -> None:
        """Nothing waits."""

    def stop(self, in_order: bool) -> None:
        """Remember it."""
        self.stopped = in_order

    def run(self, items: Iterable[Any], function: Callable[[Any], Any] = lambda item: item) -> list[Any]:
        """All results of the batch."""
        return list(in_order(self, function, items))

    @property
    def efficiency(self) -> float:
        """The share of the time until now in which workers worked, of all the time that they had."""
        return self.worked / (len(self._places) * self.now)
