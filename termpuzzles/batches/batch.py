"""Many puzzles, one function, and the results in order, from wherever they are worked out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from termpuzzles.batches.cluster import ClusterCrew
from termpuzzles.batches.executors import ExecutorCrew
from termpuzzles.batches.order import in_order
from termpuzzles.batches.work import attempt, result_or_error
from termpuzzles.errors import PuzzleError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from termpuzzles.batches.crew import Crew
    from termpuzzles.logic.task import Unfinished

Item = TypeVar("Item")
Result = TypeVar("Result")


def batch(
    function: Callable[[Item], Result],
    puzzles: Iterable[Item],
    executor: Executor | Any = None,
    workers: int | None = None,
) -> Iterator[Result | PuzzleError | Unfinished]:
    """Yield `function(puzzle)` for each of the puzzles, in order, each as soon as it and those before it are there.

    `executor` is a `concurrent.futures.Executor` or a `distributed.Client`; without it everything is done here.
    `workers` is how many an executor has, if it does not know. The function and its results must be such that they can
    be sent: `solve`, `rate`, `hint`, `count_solutions`, a `partial` of `generate`, a function of a module of yours.

    A `PuzzleError` or `Unfinished` that the function raises stands in the place of its result; any other error is
    raised. Closing the iterator gives up what is not done. Raises `WorkersError` if a cluster does not answer any more,
    and `PuzzleError` for an executor that is none.
    """
    if executor is None:
        return map(result_or_error, (attempt(function, puzzle) for puzzle in puzzles))
    return in_order(_crew(executor, workers), function, puzzles)


def _crew(executor: Any, workers: int | None) -> Crew:
    """The executor as a crew; a client of a cluster is known by what it can do, as its type may not be installed."""
    if not hasattr(executor, "submit"):
        raise PuzzleError("an executor of concurrent.futures or a client of Dask", type(executor).__name__)
    if hasattr(executor, "scheduler"):
        return ClusterCrew(executor)
    return ExecutorCrew(executor, workers)
