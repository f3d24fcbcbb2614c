"""Puzzles answered by other processes and machines.

Standard input is read in a thread, so that an answer need not wait for the next puzzle.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from io import UnsupportedOperation
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from termpuzzles.batches.cluster import ClusterCrew, cluster
from termpuzzles.batches.order import NotYet, in_order
from termpuzzles.batches.processes import ProcessCrew, interrupts_held
from termpuzzles.batches.work import Skipped
from termpuzzles.commands.answers import Answer, Console
from termpuzzles.commands.command import budget_of
from termpuzzles.commands.reading import Answering, Entry, Item, Line, items_of
from termpuzzles.logic.task import Budget

if TYPE_CHECKING:
    from termpuzzles.batches.crew import Crew

_LEAST_SHARE = 1 << 27  # bytes of memory for a job: Python itself hardly runs with less
_PIECES = 64  # pieces of standard input that may be read before they are wanted


def memory_share(jobs: int, budget: Budget) -> Budget:
    """The budget of one among so many processes: each has its share of the memory, but enough to run at all."""
    return budget if jobs == 1 else replace(budget, bytes=max(_LEAST_SHARE, budget.bytes // jobs))


@contextmanager
def crew_for(jobs: int, scheduler: str | None, budget: Budget, say: Callable[[str], None]) -> Iterator[Crew]:
    """Open the workers asked for. Raises `WorkersError` if there can be none."""
    if scheduler is None:
        processes = ProcessCrew(jobs, memory_share(jobs, budget).bytes)
        try:
            yield processes
        finally:
            processes.stop(in_order=False)
        return
    client = cluster(scheduler)
    try:
        crew = ClusterCrew(client, say)
        try:
            yield crew
        finally:
            crew.stop(in_order=False)
    finally:
        client.close(timeout=1)


def handing_out(crew: Crew) -> Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]:
    """How to apply a function to items by the crew, with the errors about one in its place."""
    return partial(in_order, crew)


class _Answered(NamedTuple):
    """What a worker sends back: the answers to a puzzle, and what is remarked about its text."""

    name: str
    remarks: tuple[str, ...]
    answers: tuple[Answer, ...]


def answers_from(options: argparse.Namespace, console: Console, answering: Answering) -> Iterator[Answer]:
    """The answers to each puzzle that the command line asks for, in order, by the workers that it asks for."""
    budget = memory_share(options.jobs, budget_of(options))
    with crew_for(options.jobs, options.scheduler, budget_of(options), console.say) as crew:
        yield from _answers_of(crew, options, console, answering(budget), budget)


def _answers_of(
    crew: Crew,
    options: argparse.Namespace,
    console: Console,
    answer: Callable[[Entry], Iterable[Answer]],
    budget: Budget,
) -> Iterator[Answer]:
    arriving = _Arriving(console.stdin.buffer, crew.wake)
    items = (NotYet.THERE if item is None else item for item in items_of(options, console, arriving.read))
    said: set[str] = set()
    for found in in_order(crew, partial(_answered, answer, budget), items):
        if isinstance(found, Skipped):
            assert isinstance(found.item, Entry | Line)
            yield from answer(Entry(found.item.name, found, found.item.form))
            continue
        for remark in found.remarks:
            if remark not in said:
                console.say(f"{found.name}: {remark}")
                said.add(remark)
        yield from found.answers


def _answered(answer: Callable[[Entry], Iterable[Answer]], budget: Budget, item: Item) -> _Answered:
    entry = item.read(budget)
    return _Answered(entry.name, entry.remarks, tuple(answer(entry)))


class _Arriving:
    """Standard input, read in a thread once somebody asks for it; `on_arrival` is called there for each piece."""

    def __init__(self, stream: BinaryIO, on_arrival: Callable[[], None]) -> None:
        self._stream, self._on_arrival = stream, on_arrival
        self._pieces: Queue[bytes | OSError] = Queue(_PIECES)
        self._is_begun = False

    def read(self, most: int) -> bytes | None:
        """What has come, b"" at the end, None if nothing has come yet."""
        if not self._is_begun:
            self._is_begun = True
            with interrupts_held():  # which are for the main thread
                Thread(target=self._listen, args=(most,), daemon=True).start()
        try:
            piece = self._pieces.get_nowait()
        except Empty:
            return None
        if isinstance(piece, OSError):
            raise piece
        if not piece:
            self._pieces.put(piece)  # for whoever asks again
        return piece

    def _listen(self, most: int) -> None:
        """Read to the end; past the buffer of the stream, whose lock would be held when the program ends."""
        try:
            descriptor = self._stream.fileno()
            read = partial(os.read, descriptor, most)
        except UnsupportedOperation:
            read = partial(self._stream.read, most)
        piece: bytes | OSError = b"-"
        while piece and not isinstance(piece, OSError):
            try:
                piece = read()
            except OSError as error:
                piece = error
            self._pieces.put(piece)
            self._on_arrival()
