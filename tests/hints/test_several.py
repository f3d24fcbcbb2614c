"""What several solutions have in common, against all of them."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.games import named
from termpuzzles.hints.several import Agreement
from termpuzzles.hints.witness import Witnesses
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import ALL, FITS, KNOWN
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.games.boards import random_puzzle

BOARDS = sweep.share(400, 25)
MOST = 1000


@pytest.mark.parametrize("name", ["net", "simpleloop", "masyu", "infinity"])
def test_what_is_told_is_so_in_all_solutions_and_if_nothing_is_they_differ_everywhere(name: str) -> None:
    rng, told = Random(name), {True: 0, False: 0}
    while sum(told.values()) < BOARDS:
        puzzle = random_puzzle(rng, named(name), 5)
        problem = puzzle.problem()
        every = finish(solutions(problem, MOST))
        if not 1 < len(every) < MOST:
            continue
        witnesses, some, share = Witnesses(problem), rng.choice(every), rng.choice((0.1, 0.3))
        held = {cell: 1 << some[cell] for cell in range(len(some)) if rng.random() < share}
        every = [board for board in every if all(keep >> board[cell] & 1 for cell, keep in held.items())]
        finish(witnesses.only(held))
        if len(every) < 2:
            continue
        base = [witnesses.left[cell] & held.get(cell, ALL) for cell in range(len(some))]
        agreement = Agreement(witnesses, held, base, min)
        by_learning = finish(agreement.at_once(100))
        assert by_learning or name == "infinity"
        for found in filter(None, (by_learning, finish(agreement.cell_by_cell()))):
            assert found.decided
            for cell, against in found.certain.items():
                assert against & base[cell]
                assert not any(against >> board[cell] & 1 for board in every)
            if not found.certain:
                for cell, left in enumerate(base):
                    seen = sum({1 << board[cell] for board in every})
                    assert not left & ~FITS[KNOWN[seen]]
            told[bool(found.certain)] += 1
    assert all(told.values())
