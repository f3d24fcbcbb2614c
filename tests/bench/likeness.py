"""Our boards beside published ones, by what makes a board good: see docs/building.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import fmean, pstdev
from typing import NamedTuple

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.balanced_loops import IS_BEND
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator import make_board, rng_of
from termpuzzles.generator.course import course_of
from termpuzzles.generator.needed_clues import ClueSearch
from termpuzzles.logic.task import finish
from tests import corpus

LABELS = ("easy", "medium", "hard")
SIZES = {"8x8": 30, "10x10": 30, "15x15": 10}  # and how many boards of each are looked at
ASKED = {
    "net": ("9x9w, rating block, times 3", "9x9, rating block, times 3"),
    "infinity": ("9x9w, rating block, times 3", "9x9, rating block, times 3"),
    "masyu": ("9x9, rating block, times 3",),
}
HARD_STEPS = 100  # cells: of larger boards the course is not looked at, as some take minutes to rate


class Look(NamedTuple):
    """A Masyu board: circles, and length of the loop, for each cell; turns for each cell of it; circles needed."""

    black: float
    white: float
    length: float
    turns: float
    needed: float

    @classmethod
    def of(cls, puzzle: Puzzle) -> Look:
        """The look of a board with one solution."""
        solution = solve(puzzle)
        assert solution
        loop, cells = [mask for mask in solution.lines if mask], puzzle.grid.size
        search = ClueSearch(puzzle, solution.lines)
        needed = finish(search.needed())
        clues = puzzle.clues
        turns = sum(IS_BEND[mask] for mask in loop) / len(loop)
        share = len(needed) / len(search.cells)
        return cls(clues.count(2) / cells, clues.count(1) / cells, len(loop) / cells, turns, share)


class Way(NamedTuple):
    """How one gets through a board: see `SolveCourse`."""

    first: float
    times: float
    stretch: float
    width: float

    @classmethod
    def of(cls, puzzle: Puzzle) -> Way:
        """The way through a board."""
        course = finish(course_of(puzzle.problem()))
        return cls(course.first, course.times, course.stretch, course.width)


def likeness() -> Iterator[str]:
    """Masyu boards of ours beside published ones; boards asked to need a technique early and often beside others."""
    yield "| Masyu | boards | black, white circles per cell | loop per cell (spread) | turns | circles needed | way |"
    yield "|---|---|---|---|---|---|---|"
    for size, count in SIZES.items():
        for label in (*LABELS, "medium, hard", "all"):
            wanted = LABELS if label == "all" else tuple(label.split(", "))
            rows = [row for row in corpus.rows("masyu/labels.tsv") if row[0].startswith(f"{size}:")]
            found = [_read(text) for text, its in rows if its in wanted]
            yield _row(f"{size} published, {label}", found[:: max(1, len(found) // count)])
        yield _row(f"{size} ours", (_made("masyu", size, index) for index in range(count)))
    yield "| asked | boards | first after, times, longest stretch, places | as asked |"
    yield "|---|---|---|---|"
    for game, wishes in ASKED.items():
        for wish in wishes:
            for asked in (wish.partition(", times")[0], wish):
                puzzles = [_made(game, asked, index) for index in range(10)]
                fit = sum(finish(course_of(puzzle.problem())).comes(3) for puzzle in puzzles)
                yield f"| {game} {asked} | {len(puzzles)} | {_way(puzzles)} | {fit} |"


def _row(name: str, found: Iterable[Puzzle]) -> str:
    puzzles = list(found)
    black, white, length, turns, needed = zip(*map(Look.of, puzzles), strict=True)
    spread = f"{fmean(length):.3f} ({pstdev(length):.3f})"
    look = f"{fmean(black):.3f}, {fmean(white):.3f} | {spread} | {fmean(turns):.3f} | {fmean(needed):.0%}"
    return f"| {name} | {len(puzzles)} | {look} | {_way(puzzles)} |"


def _way(puzzles: list[Puzzle]) -> str:
    """Where the hardest technique comes first, how often, the longest stretch without choice, and places open."""
    ways = [Way.of(puzzle) for puzzle in puzzles if puzzle.grid.size <= HARD_STEPS]
    if not ways:
        return "–"
    first, times, stretch, width = zip(*ways, strict=True)
    return f"{fmean(first):.0%}, {fmean(times):.1f}, {fmean(stretch):.0%}, {fmean(width):.1f}"


def _read(text: str) -> Puzzle:
    (puzzle,) = read(text, game="masyu")
    return puzzle


def _made(game: str, wish: str, index: int) -> Puzzle:
    return make_board(named(game), Params.parse(wish), rng_of("likeness", index))
