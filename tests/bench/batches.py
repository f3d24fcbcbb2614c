"""How busy workers are kept, and how many boards they make in a second of a processor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import exp, log
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import perf_counter
from typing import Any

from termpuzzles.batches.executors import ExecutorCrew
from termpuzzles.batches.order import in_order
from termpuzzles.batches.processes import ProcessCrew
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.generator import make_board, rng_of
from tests.bench.delay import delay

WORKERS = (1, 2, 4)
MANY = 64
SECONDS = 6.0  # of delays for each worker, and at least so many of the longest:
LONGEST = 8
DELAYS = (("1 ms", 0.001, 0.001), ("30 ms", 0.03, 0.03), ("1 s", 1.0, 1.0), ("1 ms to 5 s", 0.001, 5.0))
BOARDS = (("net 7x7", 20_000), ("net 13x13w", 5000), ("masyu 10x10", 80))  # how many of each are made


def batches() -> Iterator[str]:
    """Delays instead of work: the share of the time in which workers are busy, and when the first result comes."""
    yield f"{'delays':<14} {'workers':>8} {'busy':>7} {'first':>8}"
    for name, least, most in DELAYS:
        for workers in WORKERS:
            yield _delayed(name, least, most, workers, ProcessCrew(workers))
        with ThreadPoolExecutor(MANY) as threads:
            yield _delayed(name, least, most, MANY, ExecutorCrew(threads))
    yield ""
    yield "boards made in a second of a processor, all processes and their start counted:"
    yield f"{'':<14} {'alone':>9}" + "".join(f"{f'{jobs} jobs':>9}" for jobs in WORKERS)
    for kind, number in BOARDS:
        yield _made(kind, number)


def _delays(least: float, most: float, workers: int) -> list[float]:
    """Delays that take each of so many workers long enough."""
    rng, found, total = Random(0), list[float](), 0.0
    while total < max(SECONDS, LONGEST * most) * workers:
        found.append(exp(rng.uniform(log(least), log(most))))
        total += found[-1]
    return found


def _delayed(name: str, least: float, most: float, workers: int, crew: Any) -> str:
    while isinstance(crew, ProcessCrew) and len(crew.ready) < workers:
        crew.news(1.0)  # how long Python takes to begin is not asked here
    begun, first, slept = perf_counter(), 0.0, 0.0
    for seconds in in_order(crew, delay, _delays(least, most, workers)):
        first = first or perf_counter() - begun - seconds
        slept += seconds
    busy = slept / (workers * (perf_counter() - begun))
    return f"{name:<14} {workers:>8} {busy:>7.0%} {first * 1000:>5.0f} ms"


def _board(kind: str, place: int) -> str:
    game, size = kind.split()
    return str(make_board(named(game), Params.parse(size), rng_of("bench", place)))


def _made(kind: str, number: int) -> str:
    """How many boards of the kind are made in a second of a processor: alone, and by so many jobs."""
    board, places = partial(_board, kind), range(number)
    rates = [_rate(number, map(board, places))]
    rates += [_rate(number, in_order(ProcessCrew(jobs), board, places)) for jobs in WORKERS]
    return f"{kind:<14}" + "".join(
        f" {rate:>8.1f}" if not place else f"{rate:>9.1f}" for place, rate in enumerate(rates)
    )


def _rate(number: int, boards: Iterable[str]) -> float:
    begun = _processor_time()
    assert len(list(boards)) == number
    return number / (_processor_time() - begun)


def _processor_time() -> float:
    """Seconds of this process, and of those that it has waited for."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))
