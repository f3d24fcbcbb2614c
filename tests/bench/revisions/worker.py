"""Runs in a process of its own, on whichever checkout comes first on its path: tasks in, CPU seconds out.

It is started as a script and uses the public API alone, which every revision has. Each line of standard input is a
JSON object: `work`, the name of a function below; `texts`, its input; `times`, how often. The answer to each is
the average CPU seconds of one run.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from time import process_time
from typing import Any

import termpuzzles


@lru_cache(maxsize=4)
def puzzles(texts: tuple[str, ...]) -> list[Any]:
    """The puzzles of the texts, each of which has at least one."""
    return [puzzle for text in texts for puzzle in termpuzzles.read(text)]


def of_puzzles(ask: Callable[[Any], object]) -> Callable[[tuple[str, ...]], None]:
    """Work that asks something of every puzzle of the texts."""

    def work(texts: tuple[str, ...]) -> None:
        for puzzle in puzzles(texts):
            ask(puzzle)

    return work


def make(texts: tuple[str, ...]) -> None:
    """A new board for each `game params seed`."""
    for text in texts:
        game, params, seed = text.split()
        termpuzzles.generate(game, params, seed)


def take_in(texts: tuple[str, ...]) -> None:
    """Read each text."""
    for text in texts:
        termpuzzles.read(text)


def first_hint(puzzle: Any) -> object:
    """Find the first hint for a player who has done nothing yet."""
    return termpuzzles.hint(puzzle, puzzle.start)


WORK: dict[str, Callable[[tuple[str, ...]], None]] = {
    "read": take_in,
    "solve": of_puzzles(termpuzzles.solve),
    "rate": of_puzzles(termpuzzles.rate),
    "count": of_puzzles(termpuzzles.count_solutions),
    "hint": of_puzzles(first_hint),
    "generate": make,
}


def seconds(work: str, texts: Sequence[str], times: int) -> float:
    """The CPU seconds that the work takes, averaged over that many runs."""
    run, texts = WORK[work], tuple(texts)
    if work not in ("read", "generate"):
        puzzles(texts)
    start = process_time()
    for _ in range(times):
        run(texts)
    return (process_time() - start) / times


if __name__ == "__main__":
    for line in sys.stdin:
        print(seconds(**json.loads(line)), flush=True)
