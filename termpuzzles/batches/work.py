"""What a worker does with a task: as many of its items as it has time for, and back with what came of each."""

from __future__ import annotations

import copyreg
import pickle
from collections.abc import Callable, Sequence
from io import BytesIO
from time import perf_counter
from typing import Any, NamedTuple

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Unfinished, never, stopping

SHORT = 0.5  # seconds: a task goes on no longer than this and one item, whatever its items take


class TaskDone(NamedTuple):
    """What a worker has done of a task: how many of its items, in how many seconds, and the packed list of results."""

    number: int
    seconds: float
    results: bytes


class Failed(NamedTuple):
    """The result of an item on which the function has raised this error."""

    error: Exception


class Skipped(PuzzleError):  # noqa: N818 - what became of a puzzle
    """Workers have ended on this item, the last one with nothing else to do, so it has no result."""

    def __init__(self, item: object) -> None:
        super().__init__("left out: two workers have ended on it; do they have enough memory?")
        self.item = item


def _fields(grid: Grid) -> tuple[type[Grid], tuple[object, ...]]:
    return Grid, (grid.width, grid.height, grid.surface, grid.walls)


class _Packer(pickle.Pickler):
    """Leaves out the tables of grids, which would make up most of a message and are made again when asked for."""

    dispatch_table = copyreg.dispatch_table | {Grid: _fields}


def pack(values: Sequence[object]) -> bytes:
    """The values as a message, in as few bytes as possible."""
    message = BytesIO()
    _Packer(message, pickle.HIGHEST_PROTOCOL).dump(values)
    return message.getvalue()


def unpack(message: bytes) -> list[Any]:
    """The values of a message."""
    values: list[Any] = pickle.loads(message)
    return values


def attempt(function: Callable[[Any], Any], item: object) -> Any:
    """The result of the function, or the error that it has raised."""
    try:
        return function(item)
    except Exception as error:
        return Failed(error.with_traceback(None))


def do_task(
    function: Callable[[Any], Any],
    items: bytes,
    until: Callable[[], bool] = never,
    clock: Callable[[], float] = perf_counter,
) -> TaskDone:
    """Do the packed items in turn for about `SHORT` seconds, at least one; stop once `until()` is true."""
    begun = clock()
    results = []
    with stopping(until):
        for item in unpack(items):
            results.append(attempt(function, item))
            if clock() - begun >= SHORT or until():
                break
    return TaskDone(len(results), clock() - begun, pack(results))


IN_PLACE = (PuzzleError, Unfinished)  # errors about a puzzle, which stand in the place of its result


def result_or_error(result: Any) -> Any:
    """The result, or the error about the puzzle in its place; any other error is raised."""
    if not isinstance(result, Failed):
        return result
    if isinstance(result.error, IN_PLACE):
        return result.error
    raise result.error
