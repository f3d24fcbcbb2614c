"""Our boards beside published ones, by what makes a board good: see docs/building.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean, median, pstdev
from time import process_time
from typing import NamedTuple

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.balanced_loops import IS_BEND
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator import NotFound, make_board, rng_of
from termpuzzles.generator.course import course_of
from termpuzzles.generator.needed_clues import ClueSearch
from termpuzzles.logic.answers.grades import GRADES, Difficulty
from termpuzzles.logic.task import finish
from tests import corpus

PAGE = Path(__file__).parents[2] / "termpuzzles" / "docs" / "benchmarks.md"
LABELS = ("easy", "medium", "hard")
SIZES = ("8x8", "10x10", "15x15")
ASKED = {
    "net": ("9x9w, rating block", "9x9, rating block", "9x9, rating no loop", "9x9w, rating dead end"),
    "infinity": ("9x9w, rating block", "9x9, rating block", "9x9w, rating chain", "9x9, rating chain"),
    "masyu": ("9x9, rating block", "9x9, rating chain", "9x9, rating circles", "10x10, rating chain"),
}
GRADED = {"masyu": "8x8", "infinity": "8x8w", "net": "9x9w"}
HARD_STEPS = 100  # cells: of larger boards the course is not looked at, as some take minutes to rate
HEADING = (
    "| Masyu | boards | black, white circles per cell | loop per cell (spread) | turns | circles needed "
    "| first, times, stretch, places |",
    "|---|---|---|---|---|---|---|",
)


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


def likeness(boards: int = 40) -> Iterator[str]:
    """Masyu of ours beside published boards; grades of what is made by default; techniques asked for, early and often.

    So many boards of each kind.
    """
    yield from beside_published(boards)
    yield "| made by default | boards | " + " | ".join(GRADES) + " |"
    yield "|---|---|---|---|---|---|---|"
    for game, size in GRADED.items():
        grades = Counter(_grade(_made(game, size, index)) for index in range(boards))
        yield f"| {game} {size} | {boards} | " + " | ".join(str(grades[grade]) for grade in GRADES) + " |"
    yield from early_and_again(boards)


def early_and_again(boards: int) -> Iterator[str]:
    """Of boards that are asked to need a technique three times, how many do, early, and what one of them takes."""
    yield "| asked | boards | first after, times, longest stretch, places | early, three times | rated so | seconds |"
    yield "|---|---|---|---|---|---|"
    for game, wishes in ASKED.items():
        for wish in wishes:
            made, seconds = list[Puzzle](), list[float]()
            for index in range(boards):
                begun = process_time()
                with suppress(NotFound):
                    made.append(_made(game, f"{wish}, times 3", index))
                seconds.append(process_time() - begun)
            yield _as_asked(game, wish, boards, made, median(seconds), max(seconds))


def beside_published(boards: int) -> Iterator[str]:
    """The table of Masyu boards, ours and published ones, and how ours are to those labelled medium and hard."""
    yield from HEADING
    for size in SIZES:
        rows = [row for row in corpus.rows("masyu/labels.tsv") if row[0].startswith(f"{size}:")]
        found = {label: [Look.of(puzzle) for puzzle in _sample(rows, label, boards)] for label in LABELS}
        for label in LABELS:
            yield _row(f"{size} published, {label}", found[label], _way(_sample(rows, label, boards)))
        ours = [_made("masyu", size, index) for index in range(boards)]
        looks = [*map(Look.of, ours)]
        yield _row(f"{size} ours", looks, _way(ours))
        yield _beside(f"{size} ours beside medium and hard", looks, found["medium"] + found["hard"])


def written(boards: int) -> Iterator[str]:
    """Puts the table of Masyu boards into docs/benchmarks.md, in place of the one that is there."""
    text = PAGE.read_text(encoding="utf-8")
    begin = text.index(HEADING[0].partition(" | first")[0])
    table = "\n".join(beside_published(boards))
    PAGE.write_text(text[:begin] + table + text[text.index("\n\n", begin) :], encoding="utf-8")
    yield from table.splitlines()


def _sample(rows: Sequence[Sequence[str]], label: str, boards: int) -> list[Puzzle]:
    found = [_read(text) for text, its in rows if its == label]
    return found[:: max(1, len(found) // boards)]


def _grade(puzzle: Puzzle) -> str:
    found = rate(puzzle)
    return Difficulty(puzzle.game.name, puzzle.grid.size, found.effort or 0, found.hardest or "").name


def _as_asked(game: str, asked: str, boards: int, puzzles: Sequence[Puzzle], usual: float, most: float) -> str:
    fit = sum(finish(course_of(puzzle.problem())).comes(3) for puzzle in puzzles)
    rated = sum(rate(puzzle).hardest == Params.parse(asked).rating for puzzle in puzzles)
    return f"| {game} {asked} | {boards} | {_way(puzzles)} | {fit} | {rated} | {usual:.1f}, at most {most:.1f} |"


def _row(name: str, looks: Sequence[Look], way: str) -> str:
    black, white, length, turns, needed = zip(*looks, strict=True)
    spread = f"{fmean(length):.3f} ({pstdev(length):.3f})"
    look = f"{fmean(black):.3f}, {fmean(white):.3f} | {spread} | {fmean(turns):.3f} | {fmean(needed):.0%}"
    return f"| {name} | {len(looks)} | {look} | {way} |".replace("%", " %")


def _beside(name: str, ours: Sequence[Look], others: Sequence[Look]) -> str:
    """The means of ours as multiples of those of the others, and the spread of the length."""
    one, other = (Look(*map(fmean, zip(*looks, strict=True))) for looks in (ours, others))
    black, white, length, turns, _ = (mine / their for mine, their in zip(one, other, strict=True))
    spread = pstdev(look.length for look in ours) / pstdev(look.length for look in others)
    return f"| {name} | | {black:.2f}, {white:.2f} times | {length:.2f} ({spread:.2f}) times | {turns:.2f} times | | |"


def _way(puzzles: Iterable[Puzzle]) -> str:
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
    return make_board(named(game), Params.parse(wish), rng_of("likeness", index), to_play=True)
