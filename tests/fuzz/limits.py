"""Every command, at sizes from one cell to the largest accepted: in time, and in a gigabyte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.cli.measured import BOARDS, OF_A_BOARD, Measured, measured

SIZES = (1, 2, 10, 100, 1000, 2000)
LIMIT = 0.3
GRACE = 1.0  # seconds more, within which a command ends
GIGABYTE = 1 << 30
TRIES = 3  # of which the quickest counts: a busy machine takes its time, too
GENERATE = ((), ("--any",), ("--count", "1000000000"))


def commands(folder: Path) -> Iterator[tuple[str, ...]]:
    """The words of all commands, their boards written to the folder."""
    for game, board in BOARDS.items():
        for size in SIZES:
            file = folder / f"{game}-{size}.ids"
            file.write_text(board(size) + "\n", encoding="ascii")
            yield from ((*words, str(file)) for words in OF_A_BOARD)
            yield from (("generate", game, f"{size}x{size}", *more) for more in GENERATE)


def quickest(words: tuple[str, ...], folder: Path) -> Measured:
    """How the command ended, in the first run that was in time, or else in the quickest."""
    runs: list[Measured] = []
    for _ in range(TRIES):
        runs.append(measured(*words, "--limit", str(LIMIT), folder=folder))
        if runs[-1].seconds < LIMIT + GRACE:
            break
    return min(runs, key=lambda done: done.seconds)


def largest_loop(folder: Path) -> Measured:
    """The largest Simple Loop that is accepted, all of it open, solved without a limit of time."""
    file = folder / "largest.ids"
    file.write_text(BOARDS["simpleloop"](SIZES[-1]) + "\n", encoding="ascii")
    return measured("solve", str(file), folder=folder)


def run(folder: Path, count: int, seed: int = 1) -> str:
    """Try so many of them, or all there are; what they took at most."""
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
