"""The comparison with another revision: its boards exist, and its worker can do every task."""

from __future__ import annotations

import pytest

from tests.bench.revisions.against import HERE, Task, Worker, tasks
from tests.bench.revisions.worker import WORK
from tests.bench.spread import Spread


def test_every_task_has_boards_and_work() -> None:
    assert {task.work for task in tasks()} == set(WORK)
    assert all(task.texts for task in tasks())


@pytest.mark.parametrize("work", WORK)
def test_a_worker_in_its_own_process_tells_the_seconds(work: str) -> None:
    texts = ("infinity 4x4 1",) if work == "generate" else ("infinity:2x2:3333",)
    worker = Worker(HERE)
    try:
        assert worker.seconds(Task(work, work, texts), 2) > 0
    finally:
        worker.close()


def test_the_spread_is_the_median_between_its_quartiles() -> None:
    assert Spread.of([5, 1, 4, 2, 3]) == (3, 2, 4)
    assert Spread.of([7]) == (7, 7, 7)
