"""Hands items out to workers in tasks of about half a second, and yields the results in the order of the items.

How long items take is measured as they come back: the first are handed out one by one, then up to twice as many with
every task. A worker itself comes back after half a second, whatever it has not done by then. Toward the end tasks
become smaller, down to single items, so that all workers end at about the same time.

A task that a worker has ended on is handed out again item by item, each to a worker that does nothing else: an item
that ends such a worker, too, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from heapq import heappop, heappush
from typing import Any, NamedTuple

from termpuzzles.batches.crew import Crew, Finished, Lost, WorkerSlot
from termpuzzles.batches.work import SHORT, Failed, Skipped, pack, result_or_error, unpack

WINDOW = 16 << 20  # bytes of results that may wait for one before them; then nothing is handed out but that one
AHEAD = 20_000  # items that may be looked ahead for, to know how many are left
SHARES = 2  # the tasks for each worker into which what is left is cut
TRIES = 2  # workers that may end on an item
RESTLESS = 1.0  # seconds between two looks at the workers
_FADING = 0.5  # what counts of the times before, whenever a task comes back


class NotYet(Enum):
    """What a source of items yields while the next one is not there yet."""

    THERE = "not there yet"


_END = object()  # in place of an item that never comes


class _Task(NamedTuple):
    first: int
    items: list[Any]
    is_alone: bool  # whether the worker does nothing else meanwhile


class _Pace:
    """How many items take about half a second: not more than twice as many as ever came back at once."""

    def __init__(self) -> None:
        self._seconds = self._number = 0.0
        self._most = 0

    def add(self, number: int, seconds: float) -> None:
        """Take in the time of a task."""
        self._seconds = self._seconds * _FADING + seconds
        self._number = self._number * _FADING + number
        self._most = max(self._most, number)

    @property
    def items(self) -> int:
        """As many as one task should have."""
        if not self._most:
            return 1
        fitting = SHORT * self._number / self._seconds if self._seconds else AHEAD
        return max(1, min(int(fitting), 2 * self._most))


class _Source:
    """The items that are not handed out, in order, with as many looked ahead for as are worth knowing."""

    def __init__(self, items: Iterable[Any]) -> None:
        self._items = iter(items)
        self._number = 0
        self.waiting: list[tuple[int, Any]] = []  # a heap
        self.is_over = False
        self.is_all = False  # whether no more items are known of than wait

    def look_ahead(self, number: int) -> None:
        """Wait for nothing, but take in what is there, until so many items wait."""
        self.is_all = False
        while not self.is_over and len(self.waiting) < min(number, AHEAD):
            item = next(self._items, _END)
            self.is_over = item is _END
            if self.is_over or item is NotYet.THERE:
                self.is_all = True
                return
            self.put(self._number, item)
            self._number += 1
        self.is_all = self.is_over

    def put(self, index: int, item: Any) -> None:
        """Let an item wait, perhaps once more."""
        heappush(self.waiting, (index, item))

    def take(self, most: int, alone: set[int]) -> tuple[int, list[Any]]:
        """The first items, which follow each other, at most so many; those in `alone` only by themselves."""
        first, item = heappop(self.waiting)
        items = [item]
        while (
            self.waiting
            and len(items) < most
            and self.waiting[0][0] == first + len(items)
            and not {first, self.waiting[0][0]} & alone
        ):
            items.append(heappop(self.waiting)[1])
        return first, items


class _Results:
    """Results that came back, packed, until those before them are there, too."""

    def __init__(self) -> None:
        self.next = 0
        self.size = 0  # in bytes
        self._by_first: dict[int, tuple[int, bytes]] = {}

    def put(self, first: int, number: int, packed: bytes) -> None:
        """Keep the results of so many items."""
        self._by_first[first] = number, packed
        self.size += len(packed)

    def ready(self) -> Iterator[Any]:
        """Those whose turn has come."""
        while self.next in self._by_first:
            number, packed = self._by_first.pop(self.next)
            self.size -= len(packed)
            self.next += number
            yield from map(result_or_error, unpack(packed))


class _Run:
    """A batch while it runs: which task is where, and what is known of the items."""

    def __init__(self, crew: Crew, function: Callable[[Any], Any], items: Iterable[Any]) -> None:
        self._crew, self._function = crew, function
        self._source, self.results, self._pace = _Source(items), _Results(), _Pace()
        self._busy: dict[WorkerSlot, _Task] = {}
        self._ended_on: dict[int, int] = {}  # items, and how many workers have ended on each

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to hand out or to wait for."""
        return self._source.is_over and not self._source.waiting and not self._busy

    def hand_out(self) -> None:
        """Give each idle worker a task, as far as there are items."""
        places = self._crew.places()
        number = self._pace.items
        self._source.look_ahead(max(1, SHARES * len(places)) * number)
        waiting = self._source.waiting
        for place in places:
            if not waiting or place in self._busy or self._is_reserved(place):
                continue
            index = waiting[0][0]
            if self.results.size > WINDOW and index != self.results.next:
                return  # the worker that has the next one is awaited
            is_alone = all(other.worker != place.worker for other in self._busy)
            if index in self._ended_on and not is_alone:
                continue
            share = -(-len(waiting) // (SHARES * len(places))) if self._source.is_all else number
            first, items = self._source.take(min(number, share), set(self._ended_on))
            self._busy[place] = _Task(first, items, is_alone)
            self._crew.give(place, self._function, pack(items))

    def _is_reserved(self, place: WorkerSlot) -> bool:
        """Whether its worker is doing an item that another worker has ended on, and so nothing else."""
        return any(other.worker == place.worker and task.first in self._ended_on for other, task in self._busy.items())

    def hear(self, news: Finished | Lost) -> None:
        """Take in what a worker has to tell."""
        task = self._busy.pop(news.place, None)
        if task is None:
            return
        if isinstance(news, Lost):
            self._lose(task, news.is_to_blame)
            return
        number, seconds, results = news.done
        self._pace.add(number, seconds)
        self.results.put(task.first, number, results)
        for index in range(task.first, task.first + number):
            self._ended_on.pop(index, None)
        for index, item in enumerate(task.items[number:], task.first + number):
            self._source.put(index, item)

    def _lose(self, task: _Task, is_to_blame: bool) -> None:
        for index, item in enumerate(task.items, task.first):
            if is_to_blame:
                self._ended_on[index] = self._ended_on.get(index, 0) + 1
            if len(task.items) == 1 and task.is_alone and self._ended_on.get(index, 0) >= TRIES:
                del self._ended_on[index]
                self.results.put(index, 1, pack([Failed(Skipped(item))]))
            else:
                self._source.put(index, item)


def in_order(crew: Crew, function: Callable[[Any], Any], items: Iterable[Any]) -> Iterator[Any]:
    """Yield what the function makes of each item, in order, each as soon as it and those before it are there.

    Where it raises an error about a puzzle (`IN_PLACE`) that is yielded in its place, and `Skipped` for an item on
    which workers end; another error is raised. `items` may yield `NotYet.THERE`, and is asked again once the crew is
    woken. Closing the iterator stops the crew. Raises `WorkersError` if the crew fails.
    """
    is_over = False
    try:
        run = _Run(crew, function, items)
        run.hand_out()
        while not run.is_over:
            news = crew.news(RESTLESS)
            if news is not None:
                run.hear(news)
            run.hand_out()
            yield from run.results.ready()
        yield from run.results.ready()
        is_over = True
    finally:
        crew.stop(is_over)
