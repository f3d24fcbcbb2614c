"""Published Masyu, solved and proved unique: ours beside python-sat, whole calls, if that is installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from time import process_time

from termpuzzles.formats import read
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.task import finish
from tests import corpus
from tests.bench.spread import Spread

BOARDS = 20  # of each size


def sat() -> Iterator[str]:
    """Published Masyu, proved unique: milliseconds of ours and of python-sat, and their ratio, board by board."""
    if not find_spec("pysat"):
        yield "python-sat is not installed"
        return
    from tests.logic.learning.test_published import by_sat

    for size in ("15x15", "20x20", "25x25", "35x35"):
        rows = corpus.rows(f"masyu/{size}.tsv")
        ours, theirs = [], []
        for (text,) in rows[:: max(1, len(rows) // BOARDS)]:
            (puzzle,) = read(f"pearl:{text}")
            begun = process_time()
            found = finish(solutions(puzzle.problem()))
            between = process_time()
            assert found == by_sat(puzzle.problem())
            ours.append(1e3 * (between - begun))
            theirs.append(1e3 * (process_time() - between))
        ratio = Spread.of([other / own for own, other in zip(ours, theirs, strict=True)])
        yield f"masyu {size}: ours {Spread.of(ours)}, python-sat {Spread.of(theirs)}, theirs by ours {ratio}"
