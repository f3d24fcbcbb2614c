"""What is measured, by name: each table gives its lines one by one, as they are known."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

from tests import corpus
from tests.bench import boards
from tests.bench.corpora import corpora
from tests.bench.generating import generating
from tests.bench.measure import Task, compare, ours, row, seconds


def net() -> Iterator[str]:
    """Net, solved and proved unique."""
    yield from compare(
        [
            Task(f"net {size}, proved unique", boards.net(size, most), 2)
            for size, most in (
                ("25x25", 13),
                ("25x25w", 13),
                ("50x50", 3),
                ("50x50w", 3),
                ("100x100", 1),
                ("100x100w", 1),
            )
        ]
    )


def infinity() -> Iterator[str]:
    """∞ Loop, one solution of random boards and of real ones, and two where they are wide open."""
    wide = "infinity/grid_{}.loops"
    yield from compare(
        [
            Task("∞ random 50x50, one solution", [boards.random_infinity(50, seed) for seed in range(10)], 1),
            Task("∞ random 100x100, one solution", [boards.random_infinity(100, seed) for seed in range(5)], 1),
            Task("∞ random 100x100, two solutions", [boards.random_infinity(100, seed) for seed in range(5)], 2),
            *(
                Task(f"∞ nearly all ends {size}, two solutions", [boards.picture(wide.format(rest), "infinity")], 2)
                for size, rest in (
                    ("32x32", "32x32_dist.1_vflip.true_hflip.true_messedup.false_id.1"),
                    ("64x64", "64x64_dist.1_vflip.false_hflip.true_messedup.false_id.1"),
                    ("128x128", "128x128_dist.1_vflip.true_hflip.true_messedup.false_id.1"),
                )
            ),
        ]
    )


def simpleloop() -> Iterator[str]:
    """Simple Loop, solved and proved unique."""
    yield from compare(
        [
            Task(f"simple loop {size}, proved unique", boards.simple_loop(size, most), 2)
            for size, most in (("10x10", 20), ("20x20", 16), ("35x35", 1), ("75x75", 1))
        ]
    )


def large() -> Iterator[str]:
    """Large boards: 200x100 in process, 1000x1000 as a whole command."""
    yield row("ms a board", "boards", "ours")
    for name, game in (("pipes/4-01", "net"), ("pipes/4-02", "net"), ("pipes/4-05", "net"), ("pipes/4-01", "infinity")):
        puzzle = boards.picture(f"{name}.loops", game)
        took, _ = seconds(lambda puzzle=puzzle: ours(puzzle, 1))  # type: ignore[misc]
        yield row(f"{name} 200x100 as {game}, one solution", "1", f"{1000 * took:.1f}")
    yield _command("pipes/6-01.loops")


def _command(name: str) -> str:
    """CPU seconds and memory of `solve` on that board."""
    command = [sys.executable, "-m", "termpuzzles", "solve", str(corpus.path(name))]
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu, wall = used.ru_utime + used.ru_stime, perf_counter() - start
    memory = used.ru_maxrss / 1024
    return f"solve {name}: exit status {process.returncode}, {cpu:.2f} s of CPU, {wall:.2f} s, {memory:.0f} MB"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "net": net,
    "infinity": infinity,
    "simpleloop": simpleloop,
    "large": large,
    "generating": generating,
    "corpora": corpora,
}
