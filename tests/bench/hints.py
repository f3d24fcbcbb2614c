"""Hints: the first of a board, witness included, and all further ones; on each kind of board that was ever slow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from time import process_time
from tracemalloc import get_traced_memory, start, stop
from typing import NamedTuple

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.commands.startup import collect_as_usual
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.circles import circles as all_circles
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import draw_one_loop
from termpuzzles.games.making.random_tree import grown_tree
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from tests import corpus
from tests.bench.cliffs import load, no_ends
from tests.board.surfaces import glued

BOARDS = 12
SEED = "hints"
MOST_SECONDS = 20.0  # of CPU for following one board
SIDES_OF_FIRST = {25: 0.02, 50: 0.03, 100: 0.06, 200: 0.15}  # each with the bar for the first hint
FIRST, ANY = 0.3, 0.6  # the bars of the kinds that were slow
AT_RANDOM = {
    "straights and tees": bytes((5, 7)),
    "straights, corners and tees": bytes((3, 5, 7)),
    "corners and tees": bytes((3, 7)),
    "ends and tees": bytes((1, 7)),
    "ends, straights and tees": bytes((1, 5, 7)),
}  # kinds of tiles of ∞ Loop, by their masks


class Waits(NamedTuple):
    """Seconds of CPU to the first hint of a board and to each further one, and the megabytes that they took."""

    first: float
    further: list[float]
    megabytes: float
    refused: bool


def waits(puzzle: Puzzle, most: int, memory: bool = False) -> Waits:
    """Follow the hints of a board, up to so many, with the cursor where the last one was."""
    guide, state, near = Guide(replace(puzzle)), puzzle.start, puzzle.grid.size // 2 + puzzle.grid.width // 2
    collect_as_usual()  # as the app does once it has started
    if memory:
        start()
    times: list[float] = []
    begun = process_time()
    hint = None
    while len(times) < most and process_time() - begun < MOST_SECONDS:
        before = process_time()
        hint = guide.hint(state, near)
        times.append(process_time() - before)
        if hint is None or hint.move is None:
            break
        near = near if hint.cell is None else hint.cell
        state = puzzle.game.play(puzzle, state, hint.move)
    peak = get_traced_memory()[1] / 1e6 if memory else 0.0
    if memory:
        stop()
    return Waits(times[0], times[1:], peak, hint is not None and hint.move is None)


def tree(side: int, wraps: bool, seed: int) -> Puzzle:
    """A Net board of a random tree, which may have several solutions."""
    rng, grid = Random(seed), Grid.make(side, side, glued(wraps, wraps))
    return Puzzle(named("net"), grid, bytes(TURNS[mask][rng.randrange(4)] for mask in grown_tree(grid, rng)))


def _generated(game: str, size: str, number: int) -> Puzzle:
    return generate(game, size, f"{SEED} {number}")


def _no_ends(side: int, number: int) -> Puzzle:
    (puzzle,) = read(no_ends(side, number))
    return puzzle


def _open(game: str, side: int, number: int) -> Puzzle:
    (puzzle,) = read(f"{game}/{side}/{side}/")
    return puzzle


def _few_circles(side: int, number: int) -> Puzzle:
    """A Masyu of which half the circles are taken away, so that it has several solutions."""
    puzzle, rng = _generated("masyu", f"{side}x{side}", number), Random(number)
    return replace(puzzle, header=(), clues=bytes(clue if rng.random() < 0.5 else 0 for clue in puzzle.clues))


def _circles(side: int, circles: int, number: int) -> Puzzle:
    """A Masyu with so many of the circles that one random loop shows, so that it has very many solutions."""
    rng, grid = Random(number), Grid.make(side, side)
    shown = all_circles(grid, bytes(draw_one_loop(grid, Params(side, side), rng)))
    kept = set(rng.sample([cell for cell, clue in enumerate(shown) if clue], circles))
    clues = bytes(clue if cell in kept else 0 for cell, clue in enumerate(shown))
    return Puzzle(named("masyu"), grid, bytes([1]) * grid.size, clues=clues)


def _at_random(tiles: bytes, side: int, number: int) -> Puzzle:
    """A wrapped ∞ Loop board of such tiles by chance: of most kinds it has no solution."""
    rng, grid = Random(number), Grid.make(side, side, glued(True, True))
    return Puzzle(named("infinity"), grid, bytes(TURNS[rng.choice(tiles)][rng.randrange(4)] for _ in range(grid.size)))


def _corpus(number: int) -> Puzzle:
    files = sorted((corpus.FOLDER / "infinity").glob("grid_128x128_*.loops"))
    (puzzle,) = read(files[number % len(files)].read_text(encoding="utf-8"), game="infinity")
    return puzzle


class Kind(NamedTuple):
    """A kind of board: how to make one by its number, how many of them and of their hints, and the bars."""

    name: str
    make: Callable[[int], Puzzle]
    boards: int = BOARDS
    hints: int = 40
    first: float = FIRST
    any: float = ANY


def kinds() -> Iterator[Kind]:
    """Every kind of board."""
    for wrap in ("", "w"):
        for side, bar in SIDES_OF_FIRST.items():
            size = f"{side}x{side}{wrap}"
            further = {100: 0.06, 200: 0.15}.get(side, ANY)
            yield Kind(f"Net {size}", partial(_generated, "net", size), hints=1 << 30, first=bar, any=further)
    for side in (20, 30, 50):
        yield Kind(f"∞ straights, corners, tees {side}x{side}w", partial(_no_ends, side))
    for side in (20, 40, 60):
        for name, tiles in AT_RANDOM.items():
            yield Kind(f"∞ {name} at random {side}x{side}w", partial(_at_random, tiles, side), 4, 6, 0.5, 0.1)
    if corpus.FOLDER.exists():
        yield Kind("∞ of the corpus 128x128", _corpus, 5)
    for side, wraps in ((30, False), (30, True), (100, False), (100, True), (200, False)):
        yield Kind(f"Net, random tree {side}x{side}{'w' * wraps}", partial(tree, side, wraps))
    for size in ("10x10", "20x20"):
        yield Kind(f"Masyu {size}", partial(_generated, "masyu", size), hints=1 << 30)
    for side in (20, 30, 40):
        for circles, first in ((0, 0.5), (1, 0.5), (5, 0.5), (20, 1.0)):
            name = f"Masyu of {circles} circles {side}x{side}"
            yield Kind(name, partial(_circles, side, circles), 4 if circles else 1, 20, first, 0.1)
    for side in (10, 20):
        yield Kind(f"Masyu, few circles {side}x{side}", partial(_few_circles, side), 40)
    for game in ("simpleloop", "simpleloops"):
        for side in (10, 14, 24, 30, 40):
            yield Kind(f"{game}, all open {side}x{side}", partial(_open, game, side), 1)
    for side in (60, 100):
        yield Kind(f"simpleloop, all open {side}x{side}", partial(_open, "simpleloop", side), 1, 20, 0.5, 0.1)


def hints(words: str = "", most: int = 1 << 30) -> Iterator[str]:
    """The CPU time in process to the first hint and to further ones, each followed; `!` marks what is past its bar."""
    yield f"{load()}; ms"
    names = ("first", "worst", "hints", "median", "p95", "max")
    yield f"  {'kind':<44}{'boards':>7}" + "".join(f"{name:>8}" for name in names) + f"{'MB':>6}"
    for kind in kinds():
        if words in kind.name:
            yield _line(kind, most)
    yield load()


def _line(kind: Kind, most: int) -> str:
    found = [waits(kind.make(number), min(kind.hints, most)) for number in range(1, kind.boards + 1)]
    megabytes = waits(kind.make(1), min(3, most), memory=True).megabytes
    firsts = sorted(each.first for each in found)
    further = sorted(seconds for each in found for seconds in each.further) or [0.0]
    past = firsts[-1] > kind.first or further[-1] > kind.any or any(each.refused for each in found)
    worst = 1 + max(range(len(found)), key=lambda at: max(found[at].first, *found[at].further, 0.0))
    cells = [firsts[len(firsts) // 2], firsts[-1]]
    more = [further[len(further) // 2], further[len(further) * 95 // 100], further[-1]]
    numbers = "".join(f"{seconds * 1e3:>8.1f}" for seconds in cells) + f"{len(further):>8}"
    numbers += "".join(f"{seconds * 1e3:>8.1f}" for seconds in more) + f"{megabytes:>6.0f}"
    return f"{'! ' if past else '  '}{kind.name:<44}{len(found):>7}{numbers}  worst: number {worst}"
