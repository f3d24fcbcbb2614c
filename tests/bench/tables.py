"""What is measured, by name: each table gives its lines one by one, as they are known."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from time import perf_counter, process_time

from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle, State
from termpuzzles.generator.simple import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.play.session import Session
from termpuzzles.render.picture import picture_of
from tests import corpus
from tests.bench import boards
from tests.bench.bytes import sent
from tests.bench.corpora import corpora
from tests.bench.generating import generating
from tests.bench.peers.measure import Task, compare, milliseconds, ours, row, seconds
from tests.bench.peers.reference import reference
from tests.bench.spread import Spread
from tests.bench.starting import starting


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
        yield row(f"{name} 200x100 as {game}, one solution", "1", milliseconds(took))
    for game in ("net", "infinity"):
        yield _command("solve", "--game", game, str(corpus.path("pipes/6-01.loops")))
        yield _command("check", "--game", game, str(corpus.path("pipes/6-01.loops")))


def _command(*arguments: str) -> str:
    """CPU seconds and memory of that command, run once."""
    start = perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "termpuzzles", *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu, wall = used.ru_utime + used.ru_stime, perf_counter() - start
    memory = used.ru_maxrss / 1024
    said = " ".join((*arguments[:-1], os.path.basename(arguments[-1])))
    return f"{said}: exit status {process.returncode}, {cpu:.2f} s of CPU, {wall:.2f} s, {memory:.0f} MB"


def hints() -> Iterator[str]:
    """The first hint of a large Net, in process, and each further one after it was followed."""
    yield row("ms a hint", "boards", "first", "further")
    for side in (100, 200, 500):
        puzzle = generate("net", f"{side}x{side}", "bench")
        first: list[float] = []
        further: list[float] = []
        for _ in range(5):
            guide, state = Guide(replace(puzzle)), puzzle.start
            for times in (first, further, further):
                start = process_time()
                hint = guide.hint(state, puzzle.grid.size // 2)
                times.append(process_time() - start)
                state = puzzle.game.play(puzzle, state, hint.move) if hint and hint.move else state
        yield row(f"Net {side}x{side}", "1", milliseconds(Spread.of(first)), milliseconds(Spread.of(further)))


def turns() -> Iterator[str]:
    """A turn of a tile: survey, mistakes, and the looks around it; of scrambled boards and of nearly solved ones."""
    yield row("ms a turn", "turns", "scrambled", "nearly solved")
    for game in ("net", "infinity"):
        for side in (200, 500):
            solved = boards.random_net(side, 1, scrambled=False)
            nearly = replace(solved, game=named(game), tiles=solved.tiles, start=State.of(solved.tiles))
            scrambled = boards.random_net(side, 1)
            both = (replace(scrambled, game=named(game)), nearly)
            yield row(f"{game} {side}x{side}", "60", *(milliseconds(Spread.of(_turns(puzzle))) for puzzle in both))


def _turns(puzzle: Puzzle) -> list[float]:
    session, rng, times = Session(puzzle), Random(1), list[float]()
    width = puzzle.grid.width
    for turn in range(61):
        cell = rng.randrange(puzzle.grid.size)
        start = process_time()
        session.do(Gesture("turn", cell))
        picture = picture_of(puzzle, session.state, session.seen, mistakes=session.mistakes)
        first = cell - cell % width
        for row_start in range(max(0, first - 12 * width), min(puzzle.grid.size, first + 12 * width), width):
            picture.layers(row_start, row_start + min(width, 80))
        if turn:  # the first one surveys the whole board
            times.append(process_time() - start)
    return times


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "net": net,
    "infinity": infinity,
    "simpleloop": simpleloop,
    "large": large,
    "hints": hints,
    "turns": turns,
    "starting": starting,
    "bytes": sent,
    "generating": generating,
    "reference": reference,
    "corpora": corpora,
}
