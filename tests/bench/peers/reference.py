"""Simon Tatham's own solver and generator of Net, in C, built from the source of Debian's package.

`apt-get source sgt-puzzles` fetches and patches it; the environment variable SGT_PUZZLES names the folder. Without it
the rows that compare with it are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import process_time

from termpuzzles.formats import write
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import make_board, rng_of
from tests.bench import boards
from tests.bench.peers.measure import REPEATS, behind_first, by_board, milliseconds, name_of, ours, row, worst
from tests.bench.spread import Spread

DRIVER = Path(__file__).with_suffix(".c")
PARTS = ("net", "nullfe", "dsf", "findloop", "malloc", "misc", "random", "tree234")

SOLVED = ("13x11", "13x11w", "25x25", "25x25w", "50x50", "50x50w", "100x100", "100x100w")
BY_TURNS = 25  # boards per turn: we take turns, so that other load affects both alike
# How many boards of each size. The C program's times vary so much that the median of fewer would mean little.
MADE = {
    "13x11": 201,
    "13x11w": 201,
    "25x25": 101,
    "25x25w": 101,
    "50x50": 61,
    "50x50w": 61,
    "100x100": 41,
    "100x100w": 41,
}


@cache
def program() -> Path | None:
    """The program, built with -O2; None where the source or a compiler is missing."""
    folder = Path(os.environ.get("SGT_PUZZLES", "/nowhere"))
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not (folder / "net.c").is_file() or not compiler:
        return None
    built = Path(mkdtemp()) / "reference"
    sources = [str(DRIVER), *(str(folder / f"{part}.c") for part in PARTS)]
    subprocess.run([compiler, "-O2", "-w", "-I", str(folder), "-o", str(built), *sources, "-lm"], check=True)
    return built


def of_generator(params: str, boards: range) -> list[float]:
    """The reference's CPU seconds for each of these boards, after a warm-up that does not count."""
    times = _run("generate", params, str(boards.start - 1), str(len(boards) + 1))
    return [each for (each,) in times[1:]]


def of_solver(puzzles: Sequence[Puzzle]) -> list[float]:
    """The reference's CPU seconds for each board; the first run is a warm-up and does not count."""
    ids = "".join(write(puzzle, "gameid").strip().removeprefix("net:") + "\n" for puzzle in puzzles)
    return [median(runs[1:]) for runs in _run("solve", str(REPEATS + 1), text=ids)]


def _run(*arguments: str, text: str = "") -> list[list[float]]:
    done = subprocess.run([str(program()), *arguments], input=text, check=True, capture_output=True, text=True)
    return [[float(each) / 1000 for each in line.split()] for line in done.stdout.splitlines()]


def of_ours(params: str, boards: range) -> list[float]:
    """The same for our generator; as for the reference, params and random numbers are made before the clock starts."""
    game, parsed, times = named("net"), Params.parse(params), []
    for index in range(boards.start - 1, boards.stop):
        rng = rng_of("bench", index)
        start = process_time()
        make_board(game, parsed, rng)
        times.append(process_time() - start)
    return times[1:]


def made(params: str, number: int) -> tuple[list[float], list[float]]:
    """CPU seconds of each board, ours and the reference's, taking turns."""
    mine: list[float] = []
    theirs: list[float] = []
    for first in range(0, number, BY_TURNS):
        boards = range(first, min(first + BY_TURNS, number))
        mine += of_ours(params, boards)
        theirs += of_generator(params, boards)
    return mine, theirs


def reference() -> Iterator[str]:
    """Solving and generating Net, compared with the reference collection's solver and generator."""
    if program() is None:
        yield "the C source of sgt-puzzles is not there (set SGT_PUZZLES), or no compiler: skipped"
        return
    yield row("  ms of CPU a board", "boards", "ours", "worst of ours", "C")
    yield from behind_first([*_solved(), *_made()])


def _solved() -> Iterator[str]:
    for size in SOLVED:
        puzzles = boards.net(size)
        mine, _ = by_board(lambda puzzle: ours(puzzle, 2), puzzles)
        yield _row(f"net {size}, solved", mine, of_solver(puzzles), [name_of(puzzle) for puzzle in puzzles])


def _made() -> Iterator[str]:
    for size, number in MADE.items():
        mine, theirs = made(size, number)
        yield _row(f"net {size}, made", mine, theirs, [f"seed {index}" for index in range(number)])


def _row(name: str, mine: list[float], theirs: list[float], names: list[str]) -> str:
    ratio = f" ({median(theirs) / median(mine):.2f}x)"
    beside = milliseconds(Spread.of(theirs)) + ratio
    return row(name, str(len(mine)), milliseconds(Spread.of(mine)), worst(mine, names), beside)
