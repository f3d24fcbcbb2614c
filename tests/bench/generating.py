"""The time to generate a board, ours and, where it is installed, that of the reference collection's generator."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from math import log
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.generator import make_board, rng_of
from tests.bench.peers.measure import row

REFERENCE = "sgt-net"
NETS = {"13x11": 200, "25x25": 60, "50x50": 30, "100x100": 8, "200x200": 3}  # how many boards of each size
LOOPS = {"10x10": 300, "50x50": 40, "100x100": 10, "1000x1000": 1}

SIMPLE_LOOPS = {"7x7": 20, "10x10": 20, "14x14": 10}


def made(game: str, params: str, boards: int) -> float:
    """Milliseconds of CPU per board: the median over that many seeds."""
    times = []
    for index in range(boards):
        start = process_time()
        make_board(named(game), Params.parse(params), rng_of("bench", index))
        times.append(1000 * (process_time() - start))
    return median(times)


def of_reference(program: str, params: str, boards: int) -> float:
    """Milliseconds of CPU per board for the reference program, which makes all of them in one run."""
    start = getrusage(RUSAGE_CHILDREN).ru_utime
    subprocess.run([program, "--generate", str(boards), params], check=True, stdout=subprocess.DEVNULL)
    return 1000 * (getrusage(RUSAGE_CHILDREN).ru_utime - start) / boards


def generating() -> Iterator[str]:
    """New boards with one solution, medians; those of the reference are means."""
    program = shutil.which(REFERENCE, path="/usr/games:/usr/local/games:/usr/local/bin:/usr/bin")
    if not program:
        yield f"{REFERENCE} is not installed: skipped"
    yield row("ms of CPU a board", "boards", "ours", *([REFERENCE] if program else []))
    for size, boards in LOOPS.items():
        yield row(f"∞ Loop {size}", str(boards), f"{made('infinity', size, boards):.2f}")
    for size, boards in SIMPLE_LOOPS.items():
        yield row(f"Simple Loop {size}", str(boards), f"{made('simpleloop', size, boards):.2f}")
    for wrap in ("", "w"):
        ours = {size: made("net", size + wrap, boards) for size, boards in NETS.items()}
        for size, boards in NETS.items():
            cells = [str(boards), f"{ours[size]:.2f}"]
            if program and size != "200x200":
                theirs = of_reference(program, size + wrap, boards)
                cells.append(f"{theirs:.2f} ({theirs / ours[size]:.1f}x)")
            yield row(f"Net {size}{wrap}", *cells)
        yield f"from 50x50{wrap} to 200x200{wrap} as cells^{log(ours['200x200'] / ours['50x50'], 16):.2f}"
