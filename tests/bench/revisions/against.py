"""`.venv/bin/python -m tests.bench --against REVISION`: this checkout and another revision, run by turns.

Both do the same work in turns, each in its own process, so that other load on the machine affects both alike.
A ratio is our CPU time over theirs in one round: 1 means no change, 0.5 twice as fast. What is printed is the median
of the rounds and the quartiles around it; where 1 lies between the quartiles, no change has been measured.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from termpuzzles.formats import read, write
from tests.bench.spread import Spread

HERE = Path(__file__).parents[3]
WORKER = Path(__file__).with_name("worker.py")

ROUNDS = 15  # rounds of each task
PROCESSES = 3  # pairs of workers, one after the other, because the memory layout of a process affects its speed
LEAST = 0.1  # CPU seconds of a task in one round; quicker tasks are repeated
COMMAND_ROUNDS = 21  # rounds of a whole command, which runs in a new process each time


class Task(NamedTuple):
    """A task to compare: its name, a function of `tests.bench.revisions.worker`, and the texts it works on."""

    name: str
    work: str
    texts: tuple[str, ...]


class Command(NamedTuple):
    """A whole command: its name, and what follows `python3`."""

    name: str
    arguments: tuple[str, ...]


@cache
def shipped(game: str) -> tuple[tuple[int, str], ...]:
    """All levels of a game whose ids every revision reads, which leaves out twisted boards: number of cells, and id."""
    files = sorted((HERE / "levels" / game).glob("*.loops"))
    puzzles = [puzzle for file in files for puzzle in read(file.read_text(encoding="utf-8"), game=game)]
    return tuple((puzzle.grid.size, write(puzzle, "gameid")) for puzzle in puzzles if not puzzle.grid.is_twisted)


def levels(game: str, least: int, most: int, number: int) -> tuple[str, ...]:
    """That many levels of the game with a number of cells in this range, evenly spread over those that exist."""
    found = [text for cells, text in shipped(game) if least <= cells <= most]
    return tuple(found[:: max(1, len(found) // number)][:number])


def tasks() -> list[Task]:
    """All tasks that are compared, on boards from the repository."""
    nets, large_nets = levels("net", 120, 200, 8), levels("net", 400, 700, 10)
    huge_nets, small_nets = levels("net", 900, 10**6, 2), levels("net", 25, 64, 10)
    infinity, large_infinity = levels("infinity", 120, 200, 10), levels("infinity", 900, 10**6, 4)
    loops, large_loops = levels("simpleloop", 100, 150, 6), levels("simpleloop", 190, 400, 4)
    return [
        Task("read 13x11", "read", nets),
        Task("solve Net 13x11", "solve", nets),
        Task("solve Net 25x25", "solve", large_nets),
        Task("solve Net huge", "solve", huge_nets),
        Task("solve Net to 8x8", "solve", small_nets),
        Task("solve ∞ Loop 13x11", "solve", infinity),
        Task("solve ∞ Loop huge", "solve", large_infinity),
        Task("solve Simple Loop 12x12", "solve", loops),
        Task("solve Simple Loop 20x20", "solve", large_loops),
        Task("count ∞ Loop", "count", infinity),
        Task("rate Net 13x11", "rate", nets),
        Task("rate Net to 8x8", "rate", small_nets),
        Task("rate ∞ Loop 13x11", "rate", infinity),
        Task("rate Simple Loop 12x12", "rate", loops),
        Task("first hint Net 13x11", "hint", nets),
        Task("first hint Net huge", "hint", huge_nets),
        Task("first hint ∞ Loop 13x11", "hint", infinity),
        Task("first hint Simple Loop 12x12", "hint", loops),
        Task("generate Net 13x11", "generate", tuple(f"net 13x11 {seed}" for seed in range(40))),
        Task("generate Net 25x25", "generate", tuple(f"net 25x25 {seed}" for seed in range(10))),
        Task("generate Net 13x11w", "generate", tuple(f"net 13x11w {seed}" for seed in range(20))),
        Task("generate ∞ Loop 20x20", "generate", tuple(f"infinity 20x20 {seed}" for seed in range(20))),
        Task("generate Simple Loop 7x7", "generate", tuple(f"simpleloop 7x7 {seed}" for seed in range(5))),
    ]


def commands() -> list[Command]:
    """The whole commands that are compared; they spend most of their time loading modules."""
    module, board = ("-m", "termpuzzles"), levels("net", 120, 200, 1)
    return [
        Command("import termpuzzles", ("-c", "import termpuzzles")),
        Command("--version", (*module, "--version")),
        Command("solve a 13x11", (*module, "solve", *board)),
        Command("hint a 13x11", (*module, "hint", *board)),
        Command("check a 13x11", (*module, "check", *board)),
    ]


class Worker:
    """A process that runs `tests.bench.revisions.worker` on a checkout."""

    def __init__(self, checkout: Path) -> None:
        command = [sys.executable, "-P", str(WORKER)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment(checkout), stdin=pipe, stdout=pipe, text=True)
        assert self._process.stdin
        assert self._process.stdout
        self._requests, self._answers = self._process.stdin, self._process.stdout

    def seconds(self, task: Task, times: int) -> float:
        """The CPU seconds of the task, averaged over that many runs."""
        request = json.dumps({"work": task.work, "texts": task.texts, "times": times})
        print(request, file=self._requests, flush=True)
        line = self._answers.readline()
        if not line:
            raise RuntimeError(f"{task.name}: the worker ended with status {self._process.wait()}")
        return float(line)

    def close(self) -> None:
        """End the process."""
        self._requests.close()
        self._answers.close()
        self._process.wait()


def environment(checkout: Path) -> dict[str, str]:
    """The environment in which a process runs that checkout, the same way each time."""
    return {**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"}


def unpack(revision: str, folder: Path) -> None:
    """Write the package as of that revision, together with its compiled form, into the folder."""
    packed = subprocess.run(["git", "archive", revision], cwd=HERE, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def compile_all(checkout: Path) -> None:
    """Compile the checkout, so that no run has to do it."""
    command = [sys.executable, "-m", "compileall", "-q", str(checkout / "termpuzzles")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def compare(task: Task, ours: Worker, theirs: Worker, rounds: int) -> list[tuple[float, float]]:
    """Both times of each round; they take turns at going first. The first run of each is an uncounted warm-up."""
    times = max(1, round(LEAST / max(ours.seconds(task, 1), theirs.seconds(task, 1), 1e-6)))
    pairs = []
    for index in range(rounds):
        if index % 2:
            other, mine = theirs.seconds(task, times), ours.seconds(task, times)
        else:
            mine, other = ours.seconds(task, times), theirs.seconds(task, times)
        pairs.append((mine, other))
    return pairs


def whole_command(command: Command, checkout: Path) -> float:
    """The CPU seconds of the command on the checkout, from beginning to end; whatever its exit status."""
    process = subprocess.Popen(
        [sys.executable, *command.arguments],
        env=environment(checkout),
        cwd=checkout,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def against(revision: str, wanted: Sequence[str] = ()) -> Iterator[str]:
    """A line for each task whose name contains one of the wanted words, by default for all tasks."""
    with ExitStack() as stack:
        there = Path(stack.enter_context(TemporaryDirectory()))
        unpack(revision, there)
        for checkout in (HERE, there):
            compile_all(checkout)
        yield f"{'this checkout over ' + revision:<34}{'ours':>12}{'theirs':>12}   ratio (quartiles)"
        for task in filter(lambda task: _is_wanted(task.name, wanted), tasks()):
            yield _row(task.name, list(_rounds(task, there)))
        for command in filter(lambda command: _is_wanted(command.name, wanted), commands()):
            whole_command(command, HERE), whole_command(command, there)
            pairs = [(whole_command(command, HERE), whole_command(command, there)) for _ in range(COMMAND_ROUNDS)]
            yield _row(f"command: {command.name}", pairs)


def _is_wanted(name: str, wanted: Sequence[str]) -> bool:
    return not wanted or any(word.lower() in name.lower() for word in wanted)


def _rounds(task: Task, there: Path) -> Iterator[tuple[float, float]]:
    for _ in range(PROCESSES):
        workers = Worker(HERE), Worker(there)
        try:
            yield from compare(task, *workers, ROUNDS // PROCESSES)
        finally:
            for worker in workers:
                worker.close()


def _row(name: str, pairs: list[tuple[float, float]]) -> str:
    ours, theirs = (Spread.of([1000 * pair[which] for pair in pairs]) for which in (0, 1))
    ratio = Spread.of([mine / other for mine, other in pairs])
    return f"{name:<34}{ours.median:>9.2f} ms{theirs.median:>9.2f} ms   {ratio}"
