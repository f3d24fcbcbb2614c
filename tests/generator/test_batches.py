"""Batches give the same boards in one process, in several, and on a cluster that loses a worker."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import active_children
from pathlib import Path
from queue import Queue
from threading import Event
from types import ModuleType, SimpleNamespace

import pytest

from termpuzzles.board.surface import TORUS
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import batch, batches, cluster, local
from tests.data import sweep

ROOT = Path(__file__).parents[2]
NET = named("net")
SMALL = Params(5, 5, surface=TORUS)


class Here(Executor):
    """An executor that runs each task immediately, and breaks after so many tasks."""

    def __init__(self, lasts: int) -> None:
        self.lasts = lasts

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # the exact type would be as long as the body
        future: Future[object] = Future()
        self.lasts -= 1
        if self.lasts < 0:
            future.set_exception(BrokenExecutor("lost"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def boards(count: int, seed: str = "seed") -> list[object]:
    return list(batch(NET, SMALL, seed, count))


def test_a_batch_is_the_same_at_any_length_and_each_board_another() -> None:
    assert boards(8)[:3] == boards(3)
    assert len({found.tiles for found in boards(8) if isinstance(found, Puzzle)}) == 8
    assert boards(3) != boards(3, "another")


def test_several_processes_make_the_same_boards() -> None:
    assert list(batch(NET, SMALL, "seed", 20, local(2))) == boards(20)


def test_what_a_broken_executor_lost_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "CELLS", 50)
    opened = iter(range(1, 100))

    @contextmanager
    def breaking() -> Iterator[Executor]:
        yield Here(next(opened))

    assert list(batch(NET, SMALL, "seed", 20, breaking)) == boards(20)


def test_executors_that_break_at_once_are_not_opened_for_ever() -> None:
    with pytest.raises(BrokenExecutor):
        list(batch(NET, SMALL, "seed", 20, lambda: nullcontext(Here(0))))


def opened_until_given_up(*lasts: int) -> int:
    """How many executors are opened that last so many tasks each, and no task once there are no more of these."""
    opened = 0

    @contextmanager
    def breaking() -> Iterator[Executor]:
        nonlocal opened
        opened += 1
        yield Idle(lasts[opened - 1] if opened <= len(lasts) else 0)

    with pytest.raises(BrokenExecutor, match="keep breaking"):
        list(batch(NET, SMALL, "seed", 10**9, breaking))
    return opened


def test_three_executors_may_break_one_after_the_other_before_a_task_is_done() -> None:
    assert opened_until_given_up() == 4
    assert opened_until_given_up(0, 0, 0, 1) == 7
    assert opened_until_given_up(0, 0, 1, 0, 0, 2, 1) == 10


class Idle(Here):
    """An executor that only says which task it was given."""

    def __init__(self, lasts: int) -> None:
        super().__init__(lasts)
        self.given: list[range] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        self.given += args
        return super().submit(list, args)  # type: ignore[no-untyped-call]


def test_sixty_four_tasks_are_handed_over_before_the_first_comes_back() -> None:
    idle = Idle(10**9)
    size = 10_000 // 25  # boards of 25 cells to a task
    found: Iterator[object] = batch(NET, SMALL, "seed", 100 * size + 1, lambda: nullcontext(idle))
    for done in range(5):
        assert next(found) == idle.given[done]
        assert len(idle.given) == 64 + done
    tasks = [*idle.given[:5], *found]
    assert (
        tasks
        == idle.given
        == [range(start, min(start + size, 100 * size + 1)) for start in range(0, 100 * size + 1, size)]
    )


@pytest.mark.parametrize(("width", "size"), [(49, 2), (50, 2), (51, 1), (101, 1)])
def test_a_task_is_at_least_one_board(width: int, size: int) -> None:
    found: Iterator[object] = batch(NET, Params(width, 100), "seed", 5, lambda: nullcontext(Idle(10**9)))
    assert next(found) == range(size)


class Stillborn(Executor):
    """An executor whose processes end while they are being started."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        raise BrokenPipeError


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs a Unix system")
def test_an_interrupt_does_not_reach_processes_even_while_they_start() -> None:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with local(3)() as executor:
        assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
        assert len(active_children()) == 3
        assert signal.SIGINT in executor.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()


def test_processes_that_end_while_they_start_are_not_taken_for_a_closed_output() -> None:
    with pytest.raises(BrokenExecutor):
        list(batch(NET, SMALL, "seed", 20, lambda: nullcontext(Stillborn())))


def test_a_worker_of_another_stream_is_refused() -> None:
    with pytest.raises(RuntimeError, match="stream"):
        batches._some(NET, SMALL, "seed", 0, range(1))


def test_a_worker_holds_its_memory_leaves_ctrl_c_to_its_parent_and_ends_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held: list[int] = []
    parent_ends, ended = Event(), Queue[int]()
    monkeypatch.setattr(batches, "hold_memory", held.append)
    monkeypatch.setattr("os._exit", ended.put)
    monkeypatch.setattr("multiprocessing.parent_process", lambda: SimpleNamespace(join=parent_ends.wait))
    before = signal.getsignal(signal.SIGINT)
    try:
        batches._begin(5_000)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert held == [5_000]
    assert ended.empty()
    parent_ends.set()
    assert ended.get() == 1


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of Dask."""
    command = [sys.executable, "-m", *arguments]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


@sweep.whole
def test_a_cluster_that_loses_a_worker_makes_the_same_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    monkeypatch.setattr(batches, "CELLS", 50)
    scheduler = tmp_path / "scheduler.json"
    at = ("--scheduler-file", str(scheduler))
    options = (*at, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
    with (
        program("distributed.cli.dask_scheduler", *at, "--port", "0", "--no-dashboard"),
        program("distributed.cli.dask_worker", *options) as doomed,
        program("distributed.cli.dask_worker", *options),
    ):
        while not scheduler.exists():
            time.sleep(0.05)
        address = json.loads(scheduler.read_text())["address"]
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2)
        made = batch(NET, SMALL, "seed", 400, cluster(address))
        found = [next(made), next(made)]
        doomed.kill()
        found += made
    assert found == boards(400)


class Cluster(ModuleType):
    """Stands in for Dask: what it was asked for."""

    def __init__(self) -> None:
        super().__init__("distributed")
        self.asked: list[object] = []

    def Client(self, address: str, **options: object) -> Cluster:  # noqa: N802 - Dask's name
        self.asked.append((address, options))
        return self

    def get_executor(self, **options: object) -> Cluster:
        self.asked.append(options)
        return self

    def shutdown(self, wait: bool) -> None:
        self.asked.append(f"shutdown, {wait=}")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self.asked.append("left")


def test_work_on_a_cluster_is_given_up_at_once_if_something_goes_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    for fails in (False, True):
        dask = Cluster()
        monkeypatch.setitem(sys.modules, "distributed", dask)
        with suppress(KeyboardInterrupt), cluster("tcp://here:8786")() as executor:
            assert executor is dask  # type: ignore[comparison-overlap]
            if fails:
                raise KeyboardInterrupt
        opened = [("tcp://here:8786", {"set_as_default": False}), {"pure": False}]
        assert dask.asked == [*opened, *["shutdown, wait=False"] * fails, "left", "left"]
