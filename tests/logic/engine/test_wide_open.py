"""When one loop is made by merging many, and how often that is tried: exactly at each limit, and one beyond."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.solver import deduced, merged_loops, solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import finish


class Merging:
    """Stands in for the search for loops: which were asked for, how many and in how many attempts."""

    def __init__(self, *answers: list[bytes] | None) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, int]] = []

    def single_loops(self, lines: object, most: int, attempts: int) -> Generator[None, None, list[bytes] | None]:
        self.asked.append((most, attempts))
        yield
        return self.answers.pop(0)


def loop(width: int, height: int, *shaded: int) -> Problem:
    """A board of which only the corners and the shaded cells are settled at first."""
    grid = Grid(width, height)
    return Puzzle(named("simpleloop"), grid, bytes(cell not in shaded for cell in range(grid.size))).problem()


@pytest.fixture
def merging(monkeypatch: pytest.MonkeyPatch) -> Merging:
    found = Merging()
    monkeypatch.setattr("termpuzzles.logic.checkerboard.merging.single_loops", found.single_loops)
    return found


@pytest.mark.parametrize(("most", "attempts"), [(1, 2), (2, 2), (3, 9), (5, 15)])
def test_loops_are_merged_on_two_hundred_open_cells(most: int, attempts: int, merging: Merging) -> None:
    boards = [bytes([number]) for number in range(most)]
    merging.answers = [boards]
    assert finish(solutions(loop(12, 17), most)) == boards
    assert merging.asked == [(most, attempts)]


def test_on_fewer_than_two_hundred_open_cells_no_loops_are_merged(merging: Merging) -> None:
    assert finish(solutions(loop(12, 17, 100), 1)) == []  # as a loop passes an even number of cells
    assert merging.asked == []


def test_a_second_loop_is_looked_for_in_earnest_once_all_is_deduced(merging: Merging) -> None:
    one, other = b"one", b"other"
    merging.answers = [[one], [one, other]]
    assert finish(solutions(loop(12, 17))) == [one, other]
    assert merging.asked == [(2, 2), (2, 24)]


def test_no_loop_at_all_is_the_answer_without_another_attempt(merging: Merging) -> None:
    merging.answers = [[]]
    assert finish(solutions(loop(12, 17))) == []
    assert merging.asked == [(2, 2)]


@pytest.mark.parametrize(("shaded", "is_asked"), [((), True), ((27,), False)])
def test_where_much_is_known_loops_are_merged_on_sixty_open_cells(
    shaded: tuple[int, ...], is_asked: bool, merging: Merging
) -> None:
    merging.answers = [[b"one", b"other"]]
    found = finish(merged_loops(Knowledge(loop(8, 8, *shaded)), 2))
    assert found == ([b"one", b"other"] if is_asked else None)
    assert merging.asked == [(2, 24)] * is_asked


@pytest.mark.parametrize(("width", "height", "at_once"), [(20, 20, False), (1, 400, False), (1, 401, True)])
def test_whole_board_deduction_is_begun_with_on_more_than_four_hundred_cells(
    width: int, height: int, at_once: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = Grid(width, height)
    problem = Puzzle(named("infinity"), grid, bytes(grid.size)).problem()
    asked = []

    def settling(problem: Problem, **given: object) -> Generator[None, None, object]:
        asked.append(given)
        yield
        return type("Settled", (), {"contradiction": True})

    monkeypatch.setattr("termpuzzles.logic.bitboards.settling", settling)
    _, consistent = finish(deduced(problem, {0: 1}))
    assert consistent
    assert asked == [{"given": {0: 1}}] * at_once
