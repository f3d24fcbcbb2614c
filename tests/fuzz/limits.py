"""Every command, at sizes from one cell to the largest accepted, ends in time and uses at most a gigabyte.

So does every command that reads a large text of any kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.cli.measured import BOARDS, OF_A_BOARD, Measured, measured
from tests.fuzz.large_texts import LARGE_TEXTS

SIZES = (1, 2, 10, 100, 1000, 2000)
LIMIT = 0.3
GRACE = 1.0  # seconds after the limit within which a command must end
GIGABYTE = 1 << 30
TRIES = 3  # the quickest try counts, because the machine may be busy
LONG = 11_000_000  # characters of a large text
READERS = (("solve",), ("check", "--json"), ("hint",), ("convert",), ("render", "--to", "svg"))
GENERATE = ((), ("--any",), ("--count", "1000000000"))


def commands(folder: Path) -> Iterator[tuple[str, ...]]:
    """The command lines of all commands; their boards are written to the folder."""
    for game, board in BOARDS.items():
        for size in SIZES:
            file = folder / f"{game}-{size}.ids"
            file.write_text(board(size) + "\n", encoding="ascii")
            yield from ((*words, str(file)) for words in OF_A_BOARD)
            yield from (("generate", game, f"{size}x{size}", *more) for more in GENERATE)
    for number, text in enumerate(LARGE_TEXTS.values()):
        file = folder / f"text-{number}"
        file.write_text(text(LONG), encoding="utf-8")
        yield from ((*words, str(file)) for words in READERS)


def quickest(words: tuple[str, ...], folder: Path) -> Measured:
    """The first run of the command that ended in time, or else the quickest."""
    runs: list[Measured] = []
    for _ in range(TRIES):
        runs.append(measured(*words, "--limit", str(LIMIT), folder=folder))
        if runs[-1].seconds < LIMIT + GRACE:
            break
    return min(runs, key=lambda done: done.seconds)


def largest_loop(folder: Path) -> Measured:
    """Solve the largest Simple Loop that is accepted, with all cells open, without a time limit."""
    file = folder / "largest.ids"
    file.write_text(BOARDS["simpleloop"](SIZES[-1]) + "\n", encoding="ascii")
    return measured("solve", str(file), folder=folder)


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try that many commands, at most all of them, and report the most time and memory used."""
    latest, most = 0.0, 0
    chosen = list(commands(folder))
    Random(seed).shuffle(chosen)
    for words in chosen[:count]:
        done = quickest(words, folder)
        assert done.status in (0, 1, 2, 3), (words, done.err)
        assert done.seconds < LIMIT + GRACE, (words, done.seconds)
        assert done.peak < GIGABYTE, (words, done.peak)
        latest, most = max(latest, done.seconds - LIMIT), max(most, done.peak)
    loop = largest_loop(folder)
    assert (loop.status, loop.peak < GIGABYTE) == (0, True)
    tried = f"{min(count, len(chosen))} commands, at most {latest:.2f} s past their limit and {most >> 20} MB"
    return f"{tried}; the largest Simple Loop solved in {loop.seconds:.0f} s and {loop.peak >> 20} MB"
