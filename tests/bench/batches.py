"""How busy workers are kept, and how many boards they answer in a second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import exp, log
from random import Random
from time import perf_counter, sleep
from typing import Any

from termpuzzles.batches.executors import ExecutorCrew
from termpuzzles.batches.order import in_order
from termpuzzles.batches.processes import ProcessCrew
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.generator import make_board, rng_of

WORKERS = (1, 2, 4)
MANY = 64
SECONDS = 6.0  # of delays for each worker, and for each rate
DELAYS = (("1 ms", 0.001, 0.001), ("30 ms", 0.03, 0.03), ("1 s", 1.0, 1.0), ("1 ms to 5 s", 0.001, 5.0))
BOARDS = ("net 7x7", "net 13x13w", "masyu 10x10")


def batches() -> Iterator[str]:
    """Delays instead of work: the share of the time in which workers are busy, and when the first result comes."""
    yield f"{'delays':<14} {'workers':>8} {'busy':>7} {'first':>8}"
    for name, least, most in DELAYS:
        for workers in WORKERS:
            yield _delayed(name, least, most, workers, ProcessCrew(workers))
        with ThreadPoolExecutor(MANY) as threads:
            yield _delayed(name, least, most, MANY, ExecutorCrew(threads))
    yield ""
    yield f"{'boards made':<18} {'alone':>9}" + "".join(f"{f'{jobs} jobs':>9}" for jobs in WORKERS) + "   (a second)"
    for kind in BOARDS:
        yield _made(kind)


def _delay(seconds: float) -> float:
    """Sleep, and return how long that took."""
    begun = perf_counter()
    sleep(seconds)
    return perf_counter() - begun


def _delays(least: float, most: float, workers: int) -> list[float]:
    """Delays that take each of so many workers about `SECONDS`, at most 20,000 of them."""
    rng, found, total = Random(0), list[float](), 0.0
    while total < SECONDS * workers and len(found) < 20_000 * max(1, workers // 8):
        found.append(exp(rng.uniform(log(least), log(most))))
        total += found[-1]
    return found


def _delayed(name: str, least: float, most: float, workers: int, crew: Any) -> str:
    while isinstance(crew, ProcessCrew) and len(crew.ready) < workers:
        crew.news(1.0)  # how long Python takes to begin is not asked here
    begun, first, slept = perf_counter(), 0.0, 0.0
    for seconds in in_order(crew, _delay, _delays(least, most, workers)):
        first = first or perf_counter() - begun - seconds
        slept += seconds
    busy = slept / (workers * (perf_counter() - begun))
    return f"{name:<14} {workers:>8} {busy:>7.0%} {first * 1000:>5.0f} ms"


def _board(kind: str, place: int) -> str:
    game, size = kind.split()
    return str(make_board(named(game), Params.parse(size), rng_of("bench", place)))


def _made(kind: str) -> str:
    """How many boards of the kind are made in a second."""
    alone = _rate(map(partial(_board, kind), range(10**9)))
    rates = (_rate(in_order(ProcessCrew(jobs), partial(_board, kind), range(10**9))) for jobs in WORKERS)
    return f"{kind:<18} {alone:>9.1f}" + "".join(f"{rate:>9.1f}" for rate in rates)


def _rate(boards: Iterable[str]) -> float:
    """The boards a second, of so many seconds after the first."""
    boards = iter(boards)
    next(boards)
    begun = perf_counter()
    number = 0
    while (passed := perf_counter() - begun) < SECONDS:
        next(boards)
        number += 1
    return number / passed
