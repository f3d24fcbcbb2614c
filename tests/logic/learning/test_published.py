"""Published Masyu have just the solution that a SAT solver finds, and no other; within few conflicts."""

from collections.abc import Iterator

import pytest

from termpuzzles.board.grid import E, S
from termpuzzles.formats import read
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data import sweep
from tests.logic.learning.test_cores import Rules

MOST_CONFLICTS = 2000  # four times as many as any of them takes


def loops(problem: Problem, lines: set[int]) -> Iterator[list[int]]:
    """The loops that lines make of which each cell has two or none."""
    grid = problem.grid
    at: dict[int, list[int]] = {}
    for line in lines:
        for cell in grid.ends(line):
            at.setdefault(cell, []).append(line)
    rest = set(lines)
    while rest:
        line = rest.pop()
        loop, cell = [line], grid.ends(line)[1]
        while ahead := [other for other in at[cell] if other in rest]:
            line = ahead[0]
            rest.remove(line)
            loop.append(line)
            one, other = grid.ends(line)
            cell = other if cell == one else one
        yield loop


def by_sat(problem: Problem) -> list[bytes]:
    """Up to two solutions according to a SAT solver."""
    rules, found = Rules(problem, range(problem.grid.size), False, {}), list[bytes]()
    while len(found) < 2 and rules.solver.solve():
        model = set(rules.solver.get_model())
        lines = {line for line, number in rules.lines.items() if number in model}
        made = list(loops(problem, lines))
        if len(made) == 1:
            found.append(board(problem, lines))
        for loop in made:
            rules.solver.add_clause([-rules.lines[line] for line in loop])
    return found


def board(problem: Problem, lines: set[int]) -> bytes:
    masks = bytearray(problem.grid.size)
    for line in lines:
        one, other = problem.grid.ends(line)
        masks[one] |= S if line & 1 else E
        masks[other] |= 8 if line & 1 else 1
    return bytes(masks)


@pytest.mark.parametrize("name", ["15x15", "20x20", "25x25", "35x35"])
def test_published_masyu_have_the_one_solution_of_a_sat_solver(name: str) -> None:
    for (text,) in sweep.sample(corpus.rows(f"masyu/{name}.tsv"), 20):
        (puzzle,) = read(f"pearl:{text}")
        problem = puzzle.problem()
        knowledge = Knowledge(problem)
        assert finish(knowledge.deducing())
        model = BoardSearch(knowledge)
        found = finish(model.solutions(2))
        assert found == by_sat(problem)
        assert len(found) == 1
        assert model.search.conflicts <= MOST_CONFLICTS
