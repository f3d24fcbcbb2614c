"""How much of each corpus the logic finishes, by which means, and how fast. Every board is tried, not a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from time import perf_counter

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games import queries
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers import rating
from termpuzzles.logic.engine.knowledge import Knowledge
from tests import corpus

Row = list[str]
Verdict = str | bool  # how a board is finished, or whether its result is as expected

OF_DIGIT = [
    (digit & 1 and E) | (digit & 2 and N) | (digit & 4 and W) | (digit & 8 and S) for digit in range(16)
]  # the mask of a Net id's digit


def corpora() -> Iterator[str]:
    """What finishes each real board, and whether everything listed is found."""
    for name, verdict in CHECKS.items():
        rows = [row for row in corpus.rows(name) if row[0] != "file"]  # the table's heading
        start = perf_counter()
        found = Counter(str(verdict(each)) for each in rows)
        took = perf_counter() - start
        summary = ", ".join(f"{number} {what}" for what, number in found.most_common())
        yield f"{name:<28}{len(rows):>6} boards {took:>8.1f} s   {summary}"


def _puzzle(text: str) -> Puzzle:
    (puzzle,) = read(text)
    return puzzle


def _rating(row: Row) -> Verdict:
    """The hardest rule that the board needs."""
    return queries.rate(_puzzle(row[0])).hardest or "without one solution"


def _simple_loop(row: Row) -> Verdict:
    return row[1] if row[1] != "unique" else _rating(row)


def _number(row: Row) -> Verdict:
    """Whether the number of solutions is the listed one."""
    return "as listed" if str(queries.count_solutions(_puzzle(row[0]))) == row[2] else "OTHERWISE"


def _picture(folder: str) -> Callable[[Row], Verdict]:
    def verdict(row: Row) -> Verdict:
        (puzzle,) = read(corpus.path(f"{folder}/{row[0]}").read_text(encoding="utf-8"), game=row[1])
        if row[3].endswith("+"):
            return "as listed" if len(queries.two_solutions(puzzle)) == 2 else "OTHERWISE"
        found = str(queries.count_solutions(puzzle))
        return f"{found} where none is listed" if row[3] == "?" else "as listed" if found == row[3] else "OTHERWISE"

    return verdict


def _deduced(row: Row) -> Verdict:
    """The means by which everything listed is deduced."""
    knowledge = Knowledge(_puzzle(row[0]).problem())
    knowledge.propagate()
    if _covers(knowledge, row[2]):
        return "covered by edge, no loop and dead end"
    knowledge = Knowledge(knowledge.problem)
    for _ in rating.findings(knowledge):
        pass
    return "covered by all rules" if _covers(knowledge, row[2]) else "NOT COVERED"


def _covers(knowledge: Knowledge, listed: str) -> bool:
    return all(
        digit == "." or domain == 1 << OF_DIGIT[int(digit, 16)]
        for domain, digit in zip(knowledge.left, listed, strict=True)
    )


def _seen(row: Row) -> Verdict:
    """Whether the same lines lie on loops and the same tiles are lit."""
    puzzle = _puzzle(row[0])
    grid, seen = puzzle.grid, survey(puzzle.grid, puzzle.tiles)
    looped = bytes(OF_DIGIT[int(digit, 16)] for digit in row[1])
    lit = bytes(map(int, row[2]))
    middle = grid.cell(grid.width // 2, grid.height // 2)
    return "as listed" if (seen.looped, seen.lit(middle)) == (looped, lit) else "OTHERWISE"


CHECKS: dict[str, Callable[[Row], Verdict]] = {
    "net/unique.tsv": _rating,
    "net/hard.tsv": _rating,
    "net/ambiguous.tsv": _number,
    "net/deduce.tsv": _deduced,
    "net/loops.tsv": _seen,
    "infinity/expected.tsv": _picture("infinity"),
    "pipes/expected.tsv": _picture("pipes"),
    "simpleloop/real.tsv": _simple_loop,
}
