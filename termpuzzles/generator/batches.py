"""Many boards of one kind, here or on other processes and machines, always the same ones for the same seed."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING

from termpuzzles.games.making.randomness import STREAM, rng_of
from termpuzzles.generator.generate import NotFound, make_board
from termpuzzles.logic.task import Budget, hold_memory

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Game, Puzzle

Executors = Callable[[], AbstractContextManager[Executor]]  # opens an executor, and another one if it breaks

CELLS = 10_000  # about this many make one task, so that handing tasks over takes little of the time
AHEAD = 64  # tasks handed over before the first comes back
LOSSES = 3  # executors that may break one after the other before a single task is done


def batch(
    game: Game, params: Params, seed: str | int, count: int, executors: Executors | None = None
) -> Iterator[Puzzle | NotFound]:
    """Yield `count` new puzzles in order, each as soon as it is there, or the reason why one was not found.

    Each depends only on the params, the seed and its place, not on where it was made. `executors` opens the executors
    that make them, such as `local(2)`; without it they are made here. Boards lost by a broken executor are made again.
    Closing the iterator stops the work.
    """
    if executors is None:
        for index in range(count):
            yield _one(game, params, seed, index)
        return
    size = max(1, CELLS // (params.width * params.height))
    starts = range(0, count, size)
    for made in _in_order(executors, partial(_some, game, params, seed, STREAM), starts):
        yield from made


def local(jobs: int, memory: int = Budget.bytes) -> Executors:
    """Open `jobs` processes on this machine, each with `memory` bytes at most; leaving early ends them at once."""

    @contextmanager
    def processes() -> Iterator[Executor]:
        from concurrent.futures import ProcessPoolExecutor  # 15 ms, of use only to many boards
        from multiprocessing import active_children, get_context

        others = active_children()
        # A process forked while other threads run may hang, so each begins anew.
        with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (memory,)) as executor:
            with _interrupts_held():
                for _ in range(jobs):  # each starts one, as none is idle yet
                    executor.submit(os.getpid)
            try:
                yield executor
            except BaseException:
                for process in active_children():
                    if process not in others:
                        process.kill()  # it may be in the middle of a board that takes hours
                raise  # the executor is broken now, and leaving it waits for nothing but its own threads

    return processes


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until this is over; processes that are started meanwhile never hear of one.

    A process that has just begun would print where it was interrupted, before anything of ours runs in it.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # which would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def cluster(address: str) -> Executors:
    """Open the Dask cluster whose scheduler is at the address, such as `tcp://10.0.0.7:8786`.

    If a worker is lost, the cluster gives its tasks to another. Raises ImportError without the extra `cluster`.
    """

    @contextmanager
    def workers() -> Iterator[Executor]:
        distributed = import_module("distributed")  # 600 ms, and only installed with the extra
        with distributed.Client(address, set_as_default=False) as client, client.get_executor(pure=False) as executor:
            try:
                yield executor
            except BaseException:
                executor.shutdown(wait=False)
                raise

    return workers


def _begin(memory: int) -> None:
    """Limit the process's memory, leave Ctrl-C to its parent, and end when the parent does, however it ends."""
    from multiprocessing import parent_process

    hold_memory(memory)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent
    Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    """End this process once the parent has ended: a worker would otherwise wait for ever for work."""
    parent.join()
    os._exit(1)


def _one(game: Game, params: Params, seed: str | int, index: int) -> Puzzle | NotFound:
    try:
        return make_board(game, params, rng_of(seed, index))
    except NotFound as reason:
        return reason


def _some(game: Game, params: Params, seed: str | int, stream: int, indices: range) -> list[Puzzle | NotFound]:
    """The boards at these places, without the caches of their grids, which would make up most of the message."""
    if stream != STREAM:
        raise RuntimeError(f"asked for boards of stream {stream}, but this worker makes those of stream {STREAM}")
    made = (_one(game, params, seed, index) for index in indices)
    return [found if isinstance(found, NotFound) else replace(found, grid=replace(found.grid)) for found in made]


def _in_order(
    executors: Executors, work: Callable[[range], list[Puzzle | NotFound]], starts: range
) -> Iterator[list[Puzzle | NotFound]]:
    """Yield the results of the tasks in order; another executor takes over from one that breaks.

    A task goes from one of the `starts` to the next, the last one to where they stop.
    """
    done = losses = 0
    while done < len(starts):
        waiting: deque[Future[list[Puzzle | NotFound]]] = deque()
        left = (range(start, min(start + starts.step, starts.stop)) for start in islice(starts, done, None))
        try:
            with executors() as executor:
                waiting.extend(executor.submit(work, task) for task in islice(left, AHEAD))
                while waiting:
                    result = waiting[0].result()
                    waiting.popleft()
                    done += 1
                    losses = 0
                    yield result
                    waiting.extend(executor.submit(work, task) for task in islice(left, 1))
        except (BrokenExecutor, BrokenPipeError) as broken:  # the pipe breaks if a process ends while it is started
            losses += 1
            if losses > LOSSES:
                raise BrokenExecutor("the executors keep breaking") from broken
