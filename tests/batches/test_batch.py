"""Any function for many puzzles, by any executor: the results of `map`, with errors about a puzzle in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import termpuzzles
from termpuzzles.batches.cluster import cluster as connected
from termpuzzles.errors import PuzzleError
from termpuzzles.games.net import NET
from tests.batches.clusters import cluster

IDS = "5x5w:78a2ab47ad541418beb984d39\ninfinity:2x2:3333\ninfinity:2x1:35\nsimpleloop/6/4/00036\n"
EXECUTORS: dict[str, Callable[[], Any]] = {
    "here": lambda: nullcontext(None),
    "threads": lambda: ThreadPoolExecutor(3),
    "processes": lambda: ProcessPoolExecutor(2, get_context("spawn")),
}


@pytest.mark.parametrize("executor", EXECUTORS)
def test_every_question_is_answered_as_it_is_one_by_one(executor: str) -> None:
    puzzles = termpuzzles.read(IDS) * 3
    with EXECUTORS[executor]() as opened:
        for function in (termpuzzles.solve, termpuzzles.count_solutions, termpuzzles.rate):
            found = list(termpuzzles.batch(function, puzzles, opened))
            assert found == list(map(function, puzzles))


def test_a_client_of_a_cluster_is_an_executor(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    puzzles = termpuzzles.read(IDS) * 3
    with cluster(tmp_path, 1) as made:
        client = connected(made.address)
        try:
            assert list(termpuzzles.batch(termpuzzles.rate, puzzles, client)) == list(map(termpuzzles.rate, puzzles))
        finally:
            client.close(timeout=1)


def refuse(number: int) -> int:
    if number == 2:
        raise PuzzleError("no two")
    if number == 4:
        raise ZeroDivisionError
    return number


class Broken(Executor):
    """An executor whose workers are gone."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("lost"))
        return future


def test_an_executor_that_is_broken_is_told_by_its_own_error() -> None:
    with pytest.raises(BrokenExecutor, match="lost"):
        list(termpuzzles.batch(refuse, range(9), Broken()))


def test_what_is_no_executor_is_an_error_of_ours() -> None:
    with pytest.raises(PuzzleError, match=r"an executor of concurrent\.futures or a client of Dask, found int"):
        termpuzzles.batch(refuse, range(9), 3)


def test_puzzles_are_asked_for_as_they_are_needed_and_given_up_when_nobody_asks() -> None:
    asked: list[int] = []

    def puzzles() -> Iterator[int]:
        for number in range(10**9):
            asked.append(number)
            yield number

    with ThreadPoolExecutor(2) as executor:
        found = termpuzzles.batch(str, puzzles(), executor)
        assert [next(found) for _ in range(3)] == ["0", "1", "2"]
        found.close()  # type: ignore[attr-defined]
    assert len(asked) < 100_000


def test_puzzles_are_sent_without_what_can_be_worked_out_again() -> None:
    from termpuzzles.batches.work import pack, unpack

    puzzle = termpuzzles.generate("net", "30x30w", 1)
    assert puzzle.game is NET
    assert puzzle.grid.ways
    (sent,) = unpack(pack([puzzle]))
    assert sent == puzzle
    assert len(pack([puzzle])) < 8 * puzzle.grid.size
