"""Each command on the kinds of boards that were ever slow: CPU seconds and memory, the worst first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from signal import SIGXCPU
from typing import NamedTuple

from tests import corpus

LIMIT = 20  # seconds of CPU after which a run is ended
QUICK_LIMIT = 6  # the same with --quick
PATIENCE = 20 * LIMIT  # seconds of the clock after which a run is ended that does not use the CPU
MEMORY = 3 << 30  # bytes of address space that a run may have

# The most that a run should take, from the start of Python on; rows past it are marked.
BAR = 5.0  # seconds, where nothing else is said
HINT = 0.9  # seconds: 0.6 for the hint, and 0.3 for starting
RATED = {"100x100": 0.6, "500x500": 10.3}  # seconds
GENERATED = 2.3  # seconds for a board of a rare rating; what cannot be is refused at once
REFUSED = 0.5  # seconds
READ = 1.5  # seconds: `--limit 0.2`, a second more, and starting
MEGABYTES = 500
HINT_MEGABYTES = 128  # 64 for the hint, and as many for the program itself
READING = 11 << 20  # bytes of the texts without measure

Text = Callable[[], str]


class Case(NamedTuple):
    """A command, the kind and name of its board, the text for its standard input, and what it should take at most."""

    command: tuple[str, ...]
    kind: str
    board: str
    text: Text
    seconds: float = BAR
    megabytes: float = MEGABYTES


class Run(NamedTuple):
    """How a command ended: its exit status (negative: a signal), CPU seconds, and megabytes at its peak."""

    status: int
    cpu: float
    megabytes: float


# Boards


def board_id(prefix: str, side: int, wrap: str, tiles: Iterator[int]) -> str:
    """The id of a square board, with each tile turned by chance."""
    rng = Random(side)
    turned = ((tile << turn | tile >> 4 - turn) & 15 for tile in tiles for turn in (rng.randrange(4),))
    return f"{prefix}{side}x{side}{wrap}:" + "".join(map("{:x}".format, turned)) + "\n"


def tiles_of(side: int, right: Sequence[int], down: Sequence[int]) -> Iterator[int]:
    """The tiles of a wrapped board with these lines: a number 0 or 1 for each cell, to the right of it and below it."""
    for cell in range(side * side):
        left = cell - 1 if cell % side else cell + side - 1
        yield right[cell] | down[cell - side] << 1 | right[left] << 2 | down[cell] << 3


def random_lines(side: int, share: float, seed: int = 1) -> str:
    """An ∞ Loop board in whose solution each line is present with this chance."""
    rng = Random(seed)
    right = bytearray(rng.random() < share for _ in range(side * side))
    down = bytearray(rng.random() < share for _ in range(side * side))
    for index in range(side):
        right[index * side + side - 1] = down[(side - 1) * side + index] = 0
    return board_id("infinity:", side, "", tiles_of(side, right, down))


def dominoes(side: int, rng: Random) -> tuple[bytearray, bytearray]:
    """The lines of a random division of a board of even side into pairs of neighbours."""
    right, down = bytearray(side * side), bytearray(side * side)
    right[::2] = b"\1" * (side * side // 2)
    for _ in range(20 * side * side):
        cell = rng.randrange(side - 1) * side + rng.randrange(side - 1)
        beside, below = cell + 1, cell + side
        if (right[cell] and right[below]) or (down[cell] and down[beside]):
            right[cell] ^= 1
            right[below] ^= 1
            down[cell] ^= 1
            down[beside] ^= 1
    return right, down


def nearly_all_ends(side: int, share: float = 0.02, seed: int = 1) -> str:
    """An ∞ Loop board of pairs of ends, and of this share of further lines; it has several solutions."""
    rng = Random(seed)
    right, down = dominoes(side, rng)
    for cell in range(side * (side - 1)):
        if (cell + 1) % side and rng.random() < share:
            right[cell] = down[cell] = 1
    return board_id("infinity:", side, "", tiles_of(side, right, down))


def no_ends(side: int, seed: int = 1) -> str:
    """A wrapped ∞ Loop board of straights, corners and tees: every cell lacks the line of its domino, some one more."""
    rng = Random(seed)
    right, down = (bytearray(1 - line for line in lines) for lines in dominoes(side, rng))
    lacks = bytearray(b"\1") * (side * side)
    for cell in rng.sample(range(side * side), side * side):
        other = cell + 1 if (cell + 1) % side else cell + 1 - side
        if rng.random() < 0.5 and right[cell] and lacks[cell] == lacks[other] == 1:
            right[cell] = 0
            lacks[cell] = lacks[other] = 2
    return board_id("infinity:", side, "w", tiles_of(side, right, down))


def generated(*words: str) -> str:
    """What `generate` prints for these words and a fixed seed."""
    command = [sys.executable, "-m", "termpuzzles", "generate", *words, "--seed", "cliffs"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout


def pzprv3(side: int) -> str:
    """An all-open Simple Loop in the file format of pzpr, without lines."""
    grids = ((side, side, ". "), (side, side - 1, "0 "), (side - 1, side, "0 "))
    lines = [f"pzprv3\nsimpleloop\n{side}\n{side}", *(cell * width for rows, width, cell in grids for _ in range(rows))]
    return "\n".join(lines) + "\n"


# Cases


def cases(quick: bool = False, sizes: dict[str, list[int]] | None = None) -> Iterator[Case]:
    """Every case; with `quick` one size of each kind, and other `sizes` of some kinds if they are given."""
    for kind, (find, usual) in KINDS.items():
        for side in (sizes or {}).get(kind, usual)[: 1 if quick else None]:
            yield from find(kind, side)


def _three(kind: str, board: str, text: Text) -> Iterator[Case]:
    """A hint, a solution and the number of solutions."""
    yield Case(("hint",), kind, board, text, HINT, HINT_MEGABYTES)
    for command in ("solve", "check"):
        yield Case((command,), kind, board, text)


def _no_ends(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}w", lambda: no_ends(side))


def _half(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}", lambda: random_lines(side, 0.5))


def _ends(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}", lambda: nearly_all_ends(side))


def _corpus(kind: str, side: int) -> Iterator[Case]:
    for file in sorted((corpus.FOLDER / "infinity").glob(f"grid_{side}x{side}_*.loops")):
        for case in _three(kind, file.stem.removeprefix("grid_")[:20], file.read_text):
            yield case._replace(command=(*case.command, "--game", "infinity"))


def _trees(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}", lambda: generated("net", f"{side}x{side}", "--any", "--style", "uniform"))


def _large_tree(kind: str, side: int) -> Iterator[Case]:
    def text() -> str:
        return generated("net", f"{side}x{side}", "--any")

    yield Case(("solve",), kind, f"{side}x{side}", text, 8.0)


def _open_loop(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}", lambda: f"simpleloop/{side}/{side}/\n")


def _open_loops(kind: str, side: int) -> Iterator[Case]:
    yield from _three(kind, f"{side}x{side}", lambda: f"simpleloops/{side}/{side}/\n")


def _wrapped(kind: str, side: int) -> Iterator[Case]:
    size = f"{side}x{side}w"
    yield Case(("hint",), kind, size, lambda: generated("net", size), HINT, HINT_MEGABYTES)


def _rated(kind: str, side: int) -> Iterator[Case]:
    size = f"{side}x{side}"
    yield Case(("check",), kind, size, lambda: generated("net", size), RATED.get(size, BAR))


def _ratings(kind: str, seed: int) -> Iterator[Case]:
    refused = (("30x30w", "edge", REFUSED), ("3x3", "chain", REFUSED))
    sizes, ratings = ("13x11", "20x20w"), ("dead end", "colouring", "chain")
    wanted = (*refused, *((size, rating, GENERATED) for size in sizes for rating in ratings))
    for size, rating, most in wanted:
        words = ("generate", "net", size, "--rating", rating, "--seed", str(seed))
        yield Case(words, kind, f"seed {seed}", str, most)


def _texts(kind: str, kilobytes: int) -> Iterator[Case]:
    size = kilobytes << 10
    texts: dict[str, Text] = {
        "comments": lambda: "# a\n" * (size // 4),
        "one long `# walls:`": lambda: "# walls:" + " 1,1v" * (size // 5) + "\n┏┓\n┗┛\n",
        "`---`": lambda: "---\n" * (size // 4),
        "pictures": lambda: "┏┓\n┗┛\n\n" * (size // 15),
        "pzprv3": lambda: pzprv3(int((size / 6) ** 0.5)),
        "ids without boards": lambda: "5x5:\n" * (size // 5),
    }
    for name, text in texts.items():
        yield Case(("check", "--limit", "0.2"), kind, name, text, READ)


def _huge(kind: str, side: int) -> Iterator[Case]:
    for command, seconds in ((("solve",), 19.0), (("convert", "--to", "picture"), 10.0)):
        yield Case(command, kind, f"{side}x{side}", lambda: random_lines(side, 0.5), seconds, 4 * MEGABYTES)


def _drawn(kind: str, side: int) -> Iterator[Case]:
    size = f"{side}x{side}"
    forms = [("convert", "--to", form) for form in ("picture", "gameid", "numbers", "hexapipes")]
    for words in (*forms, ("render", "--to", "svg"), ("render", "--to", "html", "--solution")):
        yield Case(words, kind, size, lambda: generated("net", size))


KINDS: dict[str, tuple[Callable[[str, int], Iterator[Case]], list[int]]] = {  # by side, if nothing else is said
    "∞ of straights, corners and tees": (_no_ends, [20, 30, 50]),
    "∞ of random lines": (_half, [128]),
    "∞ nearly all ends": (_ends, [128]),
    "∞ of the corpus": (_corpus, [128]),
    "trees with several solutions": (_trees, [30, 100, 200]),
    "large tree with several solutions": (_large_tree, [1000]),
    "all-open Simple Loop": (_open_loop, [10, 20, 24, 40]),
    "all-open Simple Loops": (_open_loops, [10, 20, 40]),
    "wrapped Net": (_wrapped, [100, 150, 200]),
    "Net to rate": (_rated, [100, 500]),
    "Net of a rating": (_ratings, [1, 2]),  # seeds
    "texts without measure": (_texts, [READING >> 10]),  # kilobytes
    "the largest board": (_huge, [2000]),
    "Net to draw": (_drawn, [200]),
}

# Runs

# A small process between, because the peak that the system tells of a process begins with that of its parent.
_MEASURE = """
import json, os, resource, signal, sys
limit, patience, memory = map(int, sys.argv[1:4])
child = os.fork()
if not child:
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.alarm(patience)
    out = os.open(os.devnull, os.O_WRONLY)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.execv(sys.argv[4], sys.argv[4:])
_, status, used = os.wait4(child, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""


def measured(command: Sequence[str], given: Path, limit: int = LIMIT) -> Run:
    """Run the program within the limits, with that file as its standard input."""
    bounds = map(str, (limit, PATIENCE, MEMORY))
    with given.open("rb") as stdin:
        done = subprocess.run(
            [sys.executable, "-S", "-c", _MEASURE, *bounds, sys.executable, "-m", "termpuzzles", *command],
            stdin=stdin,
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    return Run(*json.loads(done.stdout))


def of_bar(case: Case, run: Run) -> float:
    """How many times the bar of its case a run takes, in time or in memory, whichever is worse."""
    return max(run.cpu / case.seconds, run.megabytes / case.megabytes, 99.0 * (run.status < 0))


def ending(run: Run, limit: int = LIMIT) -> str:
    """How the run ended, for the table."""
    if run.status == -SIGXCPU:
        return f"over {limit} s"
    return str(run.status) if run.status >= 0 else f"signal {-run.status}"


def measure_all(found: Sequence[Case], limit: int = LIMIT) -> Iterator[tuple[Case, Run]]:
    """Each case with its run; a board is made once for the cases that follow each other with it.

    Each row goes to standard error as soon as it is known, so that nothing is lost if the bench is interrupted.
    """
    with tempfile.TemporaryDirectory() as name:
        given, made = Path(name) / "board", ("", "")
        for number, case in enumerate(found, 1):
            if (case.kind, case.board) != made:
                given.write_text(case.text(), encoding="utf-8")
                made = case.kind, case.board
            run = measured(case.command, given, limit)
            print(f"{number} of {len(found)}", _line(case, run, limit), file=sys.stderr, flush=True)
            yield case, run


def _line(case: Case, run: Run, limit: int) -> str:
    past = of_bar(case, run)
    what = f"{'!' if past > 1 else ' '} {' '.join(case.command)}: {case.kind}"
    share = "-" if run.status < 0 else f"{past:.2f}"
    return _row(what, case.board, f"{run.cpu:.2f}", f"{run.megabytes:.0f}", ending(run, limit), share)


def _row(what: str, board: str, *cells: str) -> str:
    return f"{what:<64}{board:>22}" + "".join(f"{cell:>11}" for cell in cells)


def load() -> str:
    """How busy the machine is."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


def cliffs(quick: bool = False, sizes: dict[str, list[int]] | None = None) -> Iterator[str]:
    """Each command on the kinds of boards that were ever slow, the worst first; `!` marks what is past its bar."""
    before = load()
    if not (corpus.FOLDER / "infinity").exists():
        yield f"∞ of the corpus: skipped, {corpus.FOLDER} does not exist (set TERMPUZZLES_CORPUS)"
    limit = QUICK_LIMIT if quick else LIMIT
    runs = sorted(measure_all(list(cases(quick, sizes)), limit), key=lambda pair: -of_bar(*pair))
    yield _row("  command and kind of board", "board", "CPU s", "MB", "status", "of bar")
    for case, run in runs:
        yield _line(case, run, limit)
    over = sum(of_bar(*pair) > 1 for pair in runs)
    yield f"{over} of {len(runs)} past their bars; each run ends at {limit} s of CPU or {MEMORY >> 20} MB of addresses"
    yield f"{before} at the beginning, {load()} at the end"
