"""Every hint on real boards, taken to the end: each follows from the cells that it names, and the board ends solved.

The ordinary run takes a few small boards of each kind. With `TERMPUZZLES_ALL` set in the environment it takes more
than 300, up to 25x20.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.wording import AMBIGUOUS, MISTAKE, STEP
from termpuzzles.logic.rules import SEARCH
from tests.corpus import path, rows
from tests.data import tables
from tests.hints.reasons import follows, taken

EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))
LARGEST = 500 if EVERYTHING else 100  # cells


def net(name: str, every: int) -> Iterator[Puzzle]:
    for row in rows(f"net/{name}.tsv")[::every]:
        yield from read(row[0])


def pictures(folder: str) -> Iterator[Puzzle]:
    """The boards with a solution; those whose size is not told are at most 20x20."""
    for name, game, size, solutions, *_ in rows(f"{folder}/expected.tsv")[1:]:
        width, _, height = size.partition("x")
        if solutions != "0" and (size == "?" or int(width) * int(height) <= LARGEST):
            file = path(f"{folder}/{name}")
            yield from read(file.read_text(encoding="utf-8"), game=game)


def simple_loop(every: int) -> Iterator[Puzzle]:
    for row in rows("simpleloop/real.tsv")[::every]:
        if row[1] in ("unique", "multiple"):
            yield from read(row[0])


def own(game: str, every: int) -> Iterator[Puzzle]:
    for row in tables.rows(game, "unique", "hard", "ambiguous")[::every]:
        yield from read(row.id)


KINDS = {
    "own net": lambda: own("net", 5 if EVERYTHING else 40),
    "own infinity": lambda: own("infinity", 5 if EVERYTHING else 30),
    "own simple loop": lambda: own("simpleloop", 5 if EVERYTHING else 20),
    "net unique": lambda: net("unique", 12 if EVERYTHING else 150),
    "net hard": lambda: net("hard", 19 if EVERYTHING else 250),
    "net ambiguous": lambda: net("ambiguous", 7 if EVERYTHING else 60),
    "infinity": lambda: pictures("infinity"),
    "pipes": lambda: pictures("pipes"),
    "simple loop": lambda: simple_loop(3 if EVERYTHING else 30),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_hint_to_the_end_follows_from_the_cells_that_it_names(kind: str) -> None:
    number = 0
    for puzzle in KINDS[kind]():
        if puzzle.grid.size > LARGEST:
            continue
        guide = Guide(puzzle)
        hints = list(taken(puzzle, guide))
        number += 1
        if not hints:
            continue
        state, last = hints[-1]
        assert last.move
        solution = puzzle.game.play(puzzle, state, last.move).lines
        for state, hint in hints:
            assert hint.kind in (STEP, AMBIGUOUS, MISTAKE)
            if hint.kind == STEP and hint.rule != SEARCH:
                assert follows(guide, state, hint, solution), f"{hint} in {state} of {puzzle}"
    assert number
    print(f"{kind}: {number} boards")
