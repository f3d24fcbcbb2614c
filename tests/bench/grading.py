"""How well grades part boards as their makers do: published Masyu of several sizes together, by their labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from termpuzzles.formats import read
from termpuzzles.games.queries import rate
from termpuzzles.logic.answers.grades import GRADES, Difficulty
from tests import corpus

LABELS = ("easy", "medium", "hard")
MIXED = 0.95  # the least area under the curve between two labels that follow each other, over all sizes


def by_label() -> dict[str, list[Difficulty]]:
    """How hard the labelled boards are."""
    found: dict[str, list[Difficulty]] = {label: [] for label in LABELS}
    for text, label in corpus.rows("masyu/labels.tsv"):
        (puzzle,) = read(f"pearl:{text}")
        rating = rate(puzzle)
        found[label].append(Difficulty("masyu", puzzle.grid.size, rating.effort or 0, rating.hardest or ""))
    return found


def area(lower: Sequence[float], higher: Sequence[float]) -> float:
    """The chance that one of the higher lies above one of the lower, a tie being half."""
    return sum((low < high) + (low == high) / 2 for low in lower for high in higher) / (len(lower) * len(higher))


def areas(found: dict[str, list[Difficulty]]) -> dict[str, float]:
    """The area under the curve for each two labels that follow each other."""
    scores = {label: [board.score for board in boards] for label, boards in found.items()}
    return {f"{lower} and {higher}": area(scores[lower], scores[higher]) for lower, higher in pairwise(LABELS)}


def grading() -> Iterator[str]:
    """Labels of published Masyu, 6x6 to 15x15 together: how well grades part them, and which grades each has."""
    found = by_label()
    for names, value in areas(found).items():
        yield f"{names}: area under the curve {value:.3f}, at least {MIXED} wanted"
    for label, boards in found.items():
        counts = Counter(board.name for board in boards)
        yield f"{label}: {', '.join(f'{counts[name]} {name}' for name in GRADES if counts[name])}"
