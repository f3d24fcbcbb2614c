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
from tempfile import mkdtemp
from time import process_time

from termpuzzles.formats import write
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import make_board, rng_of
from tests.bench import boards
from tests.bench.peers.measure import REPEATS, milliseconds, ours, row, seconds
from tests.bench.spread import Spread

DRIVER = Path(__file__).with_suffix(".c")
PARTS = ("net", "nullfe", "dsf", "findloop", "malloc", "misc", "random", "tree234")

SOLVED = {"25x25": 13, "25x25w": 13, "50x50": 3, "50x50w": 3, "100x100": 1, "100x100w": 1}
BY_TURNS = 25  # boards per turn: we take turns, so that other load affects both alike
# How many boards of each size. The C program's times vary so much that the median of fewer would mean little.
MADE = {"13x11": 201, "25x25": 101, "25x25w": 101, "50x50": 61, "50x50w": 61, "100x100": 41, "100x100w": 41}


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


def of_solver(puzzles: Sequence[Puzzle]) -> Spread:
    """The reference's CPU seconds for all the boards; the first run is a warm-up and does not count."""
    ids = "".join(write(puzzle, "gameid").strip().removeprefix("net:") + "\n" for puzzle in puzzles)
    times = _run("solve", str(REPEATS + 1), text=ids)
    return Spread.of([sum(run) for run in list(zip(*times, strict=True))[1:]])


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


def made(params: str, number: int) -> tuple[Spread, Spread]:
    """CPU seconds per board, ours and the reference's, taking turns."""
    mine: list[float] = []
    theirs: list[float] = []
    for first in range(0, number, BY_TURNS):
        boards = range(first, min(first + BY_TURNS, number))
        mine += of_ours(params, boards)
        theirs += of_generator(params, boards)
    return Spread.of(mine), Spread.of(theirs)


def reference() -> Iterator[str]:
    """Solving and generating Net, compared with the reference collection's solver and generator; medians."""
    if program() is None:
        yield "the C source of sgt-puzzles is not there (set SGT_PUZZLES), or no compiler: skipped"
        return
    yield row("ms of CPU a board", "boards", "ours", "C")
    for size, most in SOLVED.items():
        puzzles = boards.net(size, most)
        mine, _ = seconds(lambda puzzles=puzzles: [ours(puzzle, 2) for puzzle in puzzles])  # type: ignore[misc]
        yield _row(f"net {size}, solved", len(puzzles), mine, of_solver(puzzles), len(puzzles))
    for size, number in MADE.items():
        yield _row(f"net {size}, made", number, *made(size, number), 1)


def _row(name: str, number: int, mine: Spread, theirs: Spread, each: int) -> str:
    ratio = f" ({theirs.median / mine.median:.2f}x)"
    return row(name, str(number), milliseconds(mine, each), milliseconds(theirs, each) + ratio)
