"""Our time and each peer's on the same puzzles, in one run, since only their ratio is comparable between machines.

A figure is the median over boards, each of which is measured by itself, on a copy that nothing was worked out for yet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from time import process_time
from typing import NamedTuple, TypeVar

from termpuzzles.errors import shortened
from termpuzzles.formats import canonical_id
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers import solver
from termpuzzles.logic.task import finish
from tests.bench.peers.solvers import PEERS, Peer
from tests.bench.spread import Spread

T = TypeVar("T")

REPEATS = 5  # runs of each measurement, for us and for every peer, after a warm-up run that does not count
RATIO = re.compile(r"\(([\d.]+)x\)")
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


def fresh(puzzle: Puzzle) -> Puzzle:
    """The puzzle, without anything that was worked out for it or its grid."""
    return replace(puzzle, grid=replace(puzzle.grid))


def by_board(work: Callable[[Puzzle], T], puzzles: Sequence[Puzzle]) -> tuple[list[float], list[T]]:
    """For each puzzle the CPU seconds that the work takes, and its answer; each run takes a fresh copy."""
    times, answers = [], []
    for puzzle in puzzles:
        copies = [fresh(puzzle) for _ in range(REPEATS + 1)]
        took, answer = seconds(lambda copies=copies: work(copies.pop()))  # type: ignore[misc]
        times.append(took.median)
        answers.append(answer)
    return times, answers


def worst(times: Sequence[float], names: Sequence[str]) -> str:
    """The most milliseconds that a board took, and the name of that board."""
    most = max(range(len(times)), key=times.__getitem__)
    return f"{1000 * times[most]:.2f} {names[most]}"


def name_of(puzzle: Puzzle) -> str:
    """The puzzle's title, or the beginning of its id."""
    return puzzle.title or shortened(canonical_id(puzzle), 24)


def behind_first(rows: Iterable[str]) -> list[str]:
    """The rows, those first, and marked by `!`, in which a peer takes less time than we do."""
    found = [(any(float(ratio) < 1 for ratio in RATIO.findall(line)), line) for line in rows]
    return [f"! {line}" if behind else f"  {line}" for behind, line in sorted(found, key=lambda each: not each[0])]


def compare(tasks: Sequence[Task]) -> Iterator[str]:
    """A row for each task: milliseconds a board, the worst of ours, and each peer's ratio to ours."""
    peers = []
    for peer in PEERS:
        if peer.missing():
            yield f"{peer.name} is not installed: skipped"
        else:
            peers.append(peer)
    yield row("  ms a board", "boards", "ours", "worst of ours", *(peer.name for peer in peers))
    slow: set[Peer] = set()
    yield from behind_first(_compared(task, peers, slow) for task in tasks)


def _compared(task: Task, peers: Sequence[Peer], slow: set[Peer]) -> str:
    mine, boards = by_board(lambda puzzle: ours(puzzle, task.wanted), task.puzzles)
    cells = [_against(peer, task, boards, mine, slow) for peer in peers]
    named = worst(mine, [name_of(puzzle) for puzzle in task.puzzles])
    return row(task.name, str(len(task.puzzles)), milliseconds(Spread.of(mine)), named, *cells)


def _against(peer: Peer, task: Task, boards: list[list[bytes]], mine: list[float], slow: set[Peer]) -> str:
    """A peer's time, after checking that it found the same solutions as we did."""
    if max(puzzle.grid.size for puzzle in task.puzzles) > peer.most or (task.puzzles[0].clues and not peer.knows_clues):
        return "not asked"
    if peer in slow:
        return "too slow"
    took, theirs = by_board(lambda puzzle: peer.solutions(puzzle, task.wanted), task.puzzles)
    if median(took) > PATIENCE:
        slow.add(peer)
    for puzzle, one, other in zip(task.puzzles, boards, theirs, strict=True):
        same = len(one) == len(other) and (len(one) != 1 or task.wanted == 1 or one == other)
        if not (same and all(map(puzzle.problem().judge, one + other))):
            raise AssertionError(f"{peer.name} and we disagree about {name_of(puzzle)}")
    return f"{milliseconds(Spread.of(took))} ({median(took) / median(mine):.2f}x)"


def milliseconds(took: Spread, boards: int = 1) -> str:
    """The median per board, and the quartiles."""
    middle, low, high = (1000 * each / boards for each in took)
    return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def row(name: str, *cells: str) -> str:
    """A row of a table."""
    return f"{name:<44}" + "".join(f"{cell:>34}" if at else f"{cell:>8}" for at, cell in enumerate(cells))
