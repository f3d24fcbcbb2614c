"""Our time and each peer's on the same puzzles, in one run, since only their ratio is comparable between machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time
from typing import NamedTuple, TypeVar

from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine import solver
from termpuzzles.logic.task import finish
from tests.bench.peers.solvers import PEERS, Peer
from tests.bench.spread import Spread

T = TypeVar("T")

REPEATS = 5  # runs of each measurement, for us and for every peer, after a warm-up run that does not count
PATIENCE = 5.0  # seconds per board; a slower peer is not asked for larger ones


class Task(NamedTuple):
    """Puzzles of one kind, and how many solutions of each to look for: 2 proves that there is just one."""

    name: str
    puzzles: Sequence[Puzzle]
    wanted: int


def seconds(work: Callable[[], T]) -> tuple[Spread, T]:
    """The CPU seconds that the work takes, and its answer; slow work needs no warm-up and is run once."""
    times: list[float] = []
    answer = work()
    while len(times) < REPEATS and sum(times) < PATIENCE:
        start = process_time()
        answer = work()
        times.append(process_time() - start)
    return Spread.of(times), answer


def ours(puzzle: Puzzle, wanted: int) -> list[bytes]:
    """Up to so many solutions by our logic."""
    return finish(solver.solutions(puzzle.problem(), wanted))


def compare(tasks: Sequence[Task]) -> Iterator[str]:
    """A table with a row per task, smaller ones first: milliseconds per board, and each peer's ratio to ours."""
    peers = []
    for peer in PEERS:
        if peer.missing():
            yield f"{peer.name} is not installed: skipped"
        else:
            peers.append(peer)
    yield row("ms a board", "boards", "ours", *(peer.name for peer in peers))
    slow: set[Peer] = set()
    for task in tasks:
        mine, boards = seconds(lambda task=task: [ours(puzzle, task.wanted) for puzzle in task.puzzles])  # type: ignore[misc]
        cells = [_against(peer, task, boards, mine, slow) for peer in peers]
        yield row(task.name, str(len(task.puzzles)), milliseconds(mine, len(task.puzzles)), *cells)


def _against(peer: Peer, task: Task, boards: list[list[bytes]], mine: Spread, slow: set[Peer]) -> str:
    """A peer's time, after checking that it found the same solutions as we did."""
    if max(puzzle.grid.size for puzzle in task.puzzles) > peer.most:
        return "not asked"
    if peer in slow:
        return "too slow"
    took, theirs = seconds(lambda: [peer.solutions(puzzle, task.wanted) for puzzle in task.puzzles])
    if took.median > PATIENCE * len(task.puzzles):
        slow.add(peer)
    for puzzle, one, other in zip(task.puzzles, boards, theirs, strict=True):
        same = len(one) == len(other) and (len(one) != 1 or task.wanted == 1 or one == other)
        if not (same and all(map(puzzle.problem().judge, one + other))):
            raise AssertionError(f"{peer.name} and we disagree about {puzzle.title or puzzle.source or task.name}")
    return f"{milliseconds(took, len(task.puzzles))} ({took.median / mine.median:.1f}x)"


def milliseconds(took: Spread, boards: int = 1) -> str:
    """The median per board, and half the interquartile range."""
    return f"{1000 * took.median / boards:.2f} ±{500 * (took.high - took.low) / boards:.2f}"


def row(name: str, *cells: str) -> str:
    """A row of a table."""
    return f"{name:<44}" + "".join(f"{cell:>26}" if at else f"{cell:>8}" for at, cell in enumerate(cells))
