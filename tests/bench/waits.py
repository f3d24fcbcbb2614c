"""What a player waits for: hints, turns and `check`, each compared with solving the same board."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import process_time
from typing import NamedTuple

from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle, State
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.render.picture import picture_of
from termpuzzles.session.session import Session
from tests import corpus
from tests.bench import boards
from tests.bench.peers.measure import milliseconds, ours, row, seconds
from tests.bench.spread import Spread

HINTED = (100, 200, 500)
TURNED = (200, 500)
TURNS = 60
LARGE = "pipes/6-01.loops"  # 1000x1000; as Net it has more solutions than `check` counts
GAMES = ("net", "infinity")


class Command(NamedTuple):
    """What a whole command took: its exit status, CPU seconds, and megabytes."""

    status: int
    cpu: float
    megabytes: float


def command(*arguments: str) -> Command:
    """Run it once."""
    process = subprocess.Popen([sys.executable, "-m", "termpuzzles", *arguments], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Command(process.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def on_large(name: str, game: str) -> Command:
    """That command on the largest board of the corpus."""
    return command(name, "--game", game, str(corpus.path(LARGE)))


def hinted(puzzle: Puzzle) -> tuple[Spread, Spread]:
    """Seconds to the first hint, and to each of two more after following the one before."""
    first: list[float] = []
    further: list[float] = []
    for _ in range(5):
        guide, state = Guide(replace(puzzle)), puzzle.start
        for times in (first, further, further):
            start = process_time()
            hint = guide.hint(state, puzzle.grid.size // 2)
            times.append(process_time() - start)
            state = puzzle.game.play(puzzle, state, hint.move) if hint and hint.move else state
    return Spread.of(first), Spread.of(further)


def turned(puzzle: Puzzle) -> Spread:
    """Seconds for turning a tile: survey, mistakes, and the looks of the cells around it."""
    session, rng, times = Session(puzzle), Random(1), list[float]()
    width = puzzle.grid.width
    for turn in range(TURNS + 1):
        cell = rng.randrange(puzzle.grid.size)
        start = process_time()
        session.do(Gesture("turn", cell))
        picture = picture_of(puzzle, session.state, session.survey, mistakes=session.mistakes)
        first = cell - cell % width
        for row_start in range(max(0, first - 12 * width), min(puzzle.grid.size, first + 12 * width), width):
            picture.layers(row_start, row_start + min(width, 80))
        if turn:  # the first one surveys the whole board
            times.append(process_time() - start)
    return Spread.of(times)


def turns() -> Iterator[str]:
    """Turning a tile of a scrambled and of a nearly solved board: survey, mistakes, and the looks around the tile."""
    yield row("ms a turn", "turns", "scrambled", "nearly solved")
    for game in GAMES:
        for side in TURNED:
            solved = boards.random_net(side, 1, scrambled=False)
            nearly = replace(solved, game=named(game), tiles=solved.tiles, start=State.of(solved.tiles))
            both = (replace(boards.random_net(side, 1), game=named(game)), nearly)
            yield row(f"{game} {side}x{side}", str(TURNS), *(milliseconds(turned(puzzle)) for puzzle in both))


def beside_solving() -> Iterator[tuple[str, float]]:
    """The ratio of each wait to the time of solving the board."""
    for side in HINTED:
        puzzle = generate("net", f"{side}x{side}", "bench")
        solved, _ = seconds(lambda puzzle=puzzle: ours(puzzle, 1))  # type: ignore[misc]
        for name, took in zip(("first hint", "further hint"), hinted(puzzle), strict=True):
            yield f"{name}, Net {side}x{side}", took.median / solved.median
        if side in TURNED:
            yield f"turn of a tile, Net {side}x{side}", turned(puzzle).median / solved.median
    for game in GAMES:
        ratio = on_large("check", game).cpu / on_large("solve", game).cpu
        yield f"`check`, whole command, {named(game).title} 1000x1000", ratio
