"""Of the marks in a conflict each is needed, and hardly ever would fewer do; by brute force."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.logic.learning import conflicts
from termpuzzles.logic.learning.conflicts import Conflicts
from termpuzzles.logic.problem import HAS, LACKS, Domain, Problem
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.logic.learning.boards import boards
from tests.logic.learning.test_board_search import search_of

BOARDS = sweep.share(3000, 10)
MOST_MARKS = 12
FEW = 4

Mark = dict[int, Domain]


def some_marks(rng: Random, problem: Problem) -> list[Mark]:
    """Lines drawn and crossed out, and cells with a single mask, by chance; some of them twice."""
    found: list[Mark] = []
    lines = list(problem.grid.lines())
    for line in rng.sample(lines, min(len(lines), rng.randint(2, MOST_MARKS))):
        (one, other), side = problem.grid.ends(line), S if line & 1 else E
        if one == other:
            continue
        masks = rng.choice((HAS, LACKS))
        found.append({one: masks[side], other: masks[OPPOSITE[side]]})
    for cell in rng.sample(range(problem.grid.size), rng.randint(0, 2)):
        found.append({cell: 1 << rng.randrange(16)})
    return [*found, *found[:1]][:MOST_MARKS]


def has(board: bytes, mark: Mark) -> bool:
    return all(keep >> board[cell] & 1 for cell, keep in mark.items())


def is_conflict(marks: list[Mark], some: Iterable[int], solutions: set[bytes]) -> bool:
    chosen = [marks[each] for each in some]
    return not any(all(has(board, mark) for mark in chosen) for board in solutions)


@pytest.mark.parametrize("patience", [conflicts.EACH_FURTHER, 1])
def test_no_conflict_has_a_mark_too_many_and_the_first_is_hardly_ever_larger_than_need_be(
    patience: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conflicts, "EACH_FURTHER", patience)
    rng, with_any, with_others, larger = Random(patience), 0, 0, 0
    for problem, solutions in boards(BOARDS, 71):
        model = search_of(problem)
        if model is None or not solutions:
            continue
        marks = some_marks(rng, problem)
        known = rng.sample(sorted(solutions), min(len(solutions), rng.randint(0, 2)))
        found = finish(Conflicts(model, marks, known).find(FEW))
        every = range(len(marks))
        if not is_conflict(marks, every, solutions):
            assert not found
            continue
        sizes = (size for size in every for some in combinations(every, size) if is_conflict(marks, some, solutions))
        least = next(sizes, len(marks))
        larger += len(found[0]) > least
        for each in found:
            assert len(found[0]) <= len(each) <= max(FEW, len(found[0]))
            assert is_conflict(marks, each, solutions)
            assert all(not is_conflict(marks, [*each[:at], *each[at + 1 :]], solutions) for at in range(len(each)))
        assert len(found) == len({*map(tuple, found)})
        with_any += 1
        with_others += len(found) > 1
    assert with_any > BOARDS // 5
    assert with_others > BOARDS // 20
    assert larger <= with_any // 100
