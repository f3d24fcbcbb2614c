"""The time to generate a board, ours and, where it is installed, that of the reference collection's generator."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from resource import RUSAGE_CHILDREN, getrusage
from statistics import fmean
from time import process_time

from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.generator import make_board, rng_of
from tests.bench.peers.measure import behind_first, milliseconds, row, worst
from tests.bench.spread import Spread

REFERENCE = "sgt-net"
NETS = {"13x11": 200, "25x25": 60, "50x50": 30, "100x100": 12, "200x200": 12}  # how many boards of each size
LOOPS = {"10x10": 200, "50x50": 40, "50x50w": 40, "100x100": 12, "100x100w": 12, "1000x1000": 12}
SIMPLE_LOOPS = {"7x7": 20, "10x10": 20, "14x14": 12}
RATED = {
    "net": ("dead end", "colouring", "chain"),
    "infinity": ("block", "colouring", "chain"),
}  # the ratings that hardly any drawn board has
RATED_SIZES = ("7x7", "13x11", "13x11w", "20x20", "20x20w")


def made(game: str, params: str, boards: int) -> list[float]:
    """CPU seconds of each board, one of each seed."""
    times = []
    for index in range(boards):
        asked, rng = Params.parse(params), rng_of("bench", index)
        start = process_time()
        make_board(named(game), asked, rng)
        times.append(process_time() - start)
    return times


def of_reference(program: str, params: str, boards: int) -> float:
    """CPU seconds per board for the reference program, which makes all of them in one run."""
    start = getrusage(RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, "--generate", str(boards), params], check=True, stdout=subprocess.DEVNULL)
    return (getrusage(RUSAGE_CHILDREN).ru_utime - start) / boards


def generating() -> Iterator[str]:
    """New boards with one solution, medians; those of the reference are means, to which ours is the mean, too."""
    program = shutil.which(REFERENCE, path="/usr/games:/usr/local/games:/usr/local/bin:/usr/bin")
    if not program:
        yield f"{REFERENCE} is not installed: skipped"
    yield row("  ms of CPU a board", "boards", "ours", "worst", *([REFERENCE] if program else []))
    yield from behind_first(_nets(program))
    for size, boards in LOOPS.items():
        yield "  " + _row(f"∞ Loop {size}", made("infinity", size, boards))
    for size, boards in SIMPLE_LOOPS.items():
        yield "  " + _row(f"Simple Loop {size}", made("simpleloop", size, boards))
    for game, ratings in RATED.items():
        for rating in ratings:
            for size in RATED_SIZES:
                yield "  " + _row(f"{game} {size}, rating {rating}", made(game, f"{size}, rating {rating}", 12))


def _nets(program: str | None) -> Iterator[str]:
    for size, boards in NETS.items():
        for params in (size, f"{size}w"):
            ours, cells = made("net", params, boards), []
            if program and size != "200x200":
                theirs = of_reference(program, params, boards)
                cells.append(f"mean {1000 * theirs:.2f} ({theirs / fmean(ours):.2f}x)")
            yield _row(f"Net {params}", ours, *cells)


def _row(name: str, times: list[float], *cells: str) -> str:
    seeds = [f"seed {index}" for index in range(len(times))]
    return row(name, str(len(times)), milliseconds(Spread.of(times)), worst(times, seeds), *cells)
