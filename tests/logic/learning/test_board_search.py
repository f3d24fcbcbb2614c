"""A search that learns finds just the solutions that there are, whatever is assumed, and learns only what holds."""

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning import search
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.learning.search import Clause, Search, luby
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.logic.learning.boards import MOST, boards

BOARDS = sweep.share(50_000, 100)
QUESTIONS = sweep.share(10_000, 10)


def search_of(problem: Problem, thorough: bool = False) -> BoardSearch | None:
    """What propagation leaves open of the board; None if it finds a contradiction, or leaves nothing open."""
    knowledge, grid = Knowledge(problem), problem.grid
    thorough = thorough and not (problem.two_lines_each and (grid.walls or not grid.surface.is_plane))
    if not finish(knowledge.deducing() if thorough else knowledge.propagating()) or not knowledge.open_cells():
        return None
    return BoardSearch(knowledge)


def holds(model: BoardSearch, literal: int, board: bytes) -> bool:
    """Whether the literal holds on the board."""
    if literal < 2:
        return literal == 0
    cell, side = model.lines.places[literal >> 1]
    return bool(board[cell] & side) != bool(literal & 1)


@pytest.mark.parametrize("thorough", [False, True])
def test_the_solutions_are_those_of_brute_force(thorough: bool) -> None:
    searched = 0
    for problem, expected in boards(BOARDS // 2, 51 + thorough):
        if model := search_of(problem, thorough):
            found = finish(model.solutions(MOST + 1))
            assert len(found) == len(set(found))
            assert set(found) == expected
            searched += 1
    assert searched > BOARDS // 20


def test_a_search_that_starts_again_and_forgets_all_the_time_finds_no_board_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "MOST_LEARNED", 1)
    monkeypatch.setattr(search, "UNIT", 1)
    monkeypatch.setattr(search, "GLUE", 0)
    for problem, expected in boards(BOARDS // 10, 55):
        if model := search_of(problem):
            assert sorted(finish(model.solutions(MOST + 1))) == sorted(expected)


def test_every_learned_clause_holds_on_all_solutions_that_are_still_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    learned: list[Clause] = []
    learn = Search._first_unique_point

    def noted(its: Search, conflict: Clause) -> Clause:
        learned.append(clause := learn(its, conflict))
        return clause

    monkeypatch.setattr(Search, "_first_unique_point", noted)
    clauses = 0
    for problem, expected in boards(BOARDS // 2, 53):
        model, rest = search_of(problem), set(expected)
        while model:
            board = finish(model.solve())
            for clause in learned:
                assert all(any(holds(model, literal, other) for literal in clause) for other in rest)
            clauses += len(learned)
            learned.clear()
            if board is None:
                break
            rest.remove(board)
            model.search.rule_out(model.other())
    assert clauses > BOARDS // 2


def test_a_search_kept_over_assumptions_in_any_order_says_of_each_whether_a_solution_has_them() -> None:
    rng, asked, refuted, kept = Random(7), 0, 0, 20
    while asked < QUESTIONS:
        for problem, expected in boards(10, rng.randrange(1 << 30)):
            model = search_of(problem)
            if model is None:
                continue
            literals, assumed = range(2, 2 * len(model.lines.cells)), list[int]()
            for _ in range(kept):
                assumed = assumed[: rng.randint(0, len(assumed))]
                assumed += rng.sample(literals, min(len(literals), rng.randint(0, 6)))
                board = finish(model.solve(assumed))
                fitting = [each for each in expected if all(holds(model, literal, each) for literal in assumed)]
                assert board in fitting if board else not fitting
                if board is None:
                    core = model.search.core
                    refuted += 1
                    assert set(core) <= set(assumed)
                    assert not any(all(holds(model, literal, each) for literal in core) for each in expected)
                asked += 1
    assert refuted > asked // 10


def test_what_is_denied_at_once_no_solution_has_with_the_assumptions_that_are_named() -> None:
    rng, denied = Random(11), 0
    for problem, expected in boards(BOARDS, 63):
        model = search_of(problem)
        if model is None:
            continue
        lines = range(2, 2 * len(model.lines.cells))
        assumed = rng.sample(lines, min(len(lines), rng.randint(0, 4)))
        if not model.search.assume(assumed):
            assert not any(all(holds(model, each, board) for each in assumed) for board in expected)
            continue
        for literal in lines:
            core = model.search.denied_by(literal)
            if core is not None:
                assert {*core} <= {*assumed, literal}
                assert not any(all(holds(model, each, board) for each in (*core, literal)) for board in expected)
                denied += 1
    assert denied > BOARDS // 4


def test_a_cell_is_held_to_just_the_masks_that_are_asked_for() -> None:
    rng, asked = Random(9), 0
    for problem, expected in boards(BOARDS // 5, 57):
        model = search_of(problem)
        if model is None:
            continue
        for _ in range(8):
            held = {cell: rng.getrandbits(16) for cell in rng.sample(range(problem.grid.size), 2)}
            board = finish(model.solve([each for cell, keep in held.items() for each in model.holding(cell, keep)]))
            fitting = [each for each in expected if all(keep >> each[cell] & 1 for cell, keep in held.items())]
            assert board in fitting if board else not fitting
            asked += 1
    assert asked > BOARDS // 5


def test_both_cells_at_a_line_speak_of_it_by_one_literal() -> None:
    for problem, _ in boards(50, 3):
        if model := search_of(problem):
            for cell in range(problem.grid.size):
                for side, way in problem.grid.ways.items():
                    if way[cell] >= 0:
                        literal = model.literal(cell, side)
                        assert literal == model.literal(way[cell], OPPOSITE[side])
                        assert model.literal(cell, side, drawn=False) == literal ^ 1


def test_restarts_follow_the_sequence_of_luby() -> None:
    assert [luby(number) for number in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
