"""Boards of our own, whose solutions a SAT solver counted: solved, counted, rated and explained as they should be."""

from __future__ import annotations

import pytest

from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games.model import Mistake, Puzzle
from termpuzzles.games.queries import contradiction, count_solutions, rate, solve
from termpuzzles.logic.answers.rating import chain_steps
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.data.tables import GAMES, KINDS, MOST, Row, masks, rows

every_game = pytest.mark.parametrize("game", GAMES)


def puzzle_of(row: Row) -> Puzzle:
    (puzzle,) = read(row.id)
    return puzzle


def some(game: str, *kinds: str) -> list[Row]:
    """A sample of the boards of each kind, or all of them."""
    return [row for kind in kinds or KINDS for row in sweep.sample(rows(game, kind))]


def small(game: str, *kinds: str) -> list[Row]:
    """The boards except those on which deducing everything takes seconds: large ones whose lines are drawn."""
    return [row for row in some(game, *kinds) if row.cells <= 60 or "/" not in row.id]


def mistakes(puzzle: Puzzle, lines: bytes) -> tuple[Mistake, ...]:
    """What is wrong with that position."""
    return puzzle.game.mistakes(puzzle, survey(puzzle.grid, lines))


def number_of(row: Row) -> str:
    """How many solutions the package counts, written as in the table."""
    number = count_solutions(puzzle_of(row))
    return str(number) if number <= MOST and number.exact else "100+"


def test_there_are_enough_boards_of_every_kind() -> None:
    numbers = {game: len(rows(game)) for game in ("net", "infinity", "simpleloop", "simpleloops")}
    assert all(numbers[game] >= least for game, least in zip(numbers, (300, 150, 150, 50), strict=True))
    for game in GAMES:
        assert all(len(rows(game, kind)) > 15 for kind in ("unique", "ambiguous", "contradictory"))
    assert all(len(rows(game, "hard")) >= 15 for game in ("net", "infinity", "simpleloop"))


@every_game
def test_every_board_has_as_many_solutions_as_a_sat_solver_finds(game: str) -> None:
    for row in some(game):
        assert number_of(row) == row.number, row.id


@every_game
def test_a_board_is_solved_as_the_sat_solver_solves_it(game: str) -> None:
    for row in some(game):
        puzzle = puzzle_of(row)
        found = solve(puzzle)
        if found is None:
            assert row.number == "0", row.id
        elif row.number == "1":
            assert found.lines == masks(row.solution), row.id
        assert found is None or puzzle.problem().judge(found.lines)


@every_game
def test_all_solutions_of_an_ambiguous_board_are_found_and_the_judge_accepts_each(game: str) -> None:
    for row in some(game, "ambiguous"):
        problem = puzzle_of(row).problem()
        found = finish(solutions(problem, MOST + 1))
        assert len(set(found)) == len(found) == min(MOST + 1, int(row.number.rstrip("+"))), row.id
        assert all(map(problem.judge, found))
        assert row.number == "100+" or masks(row.solution) in found


@every_game
def test_the_judge_takes_the_solution_and_nothing_one_cell_off(game: str) -> None:
    for row in some(game, "unique", "ambiguous"):
        problem, solution = puzzle_of(row).problem(), masks(row.solution)
        assert problem.judge(solution), row.id
        assert not mistakes(puzzle_of(row), solution), row.id
        for cell in range(0, len(solution), 1 + len(solution) // 10):
            for mask in masks_of(problem.domain_of(cell) & ~(1 << solution[cell])):
                off = bytearray(solution)
                off[cell] = mask
                assert not problem.judge(bytes(off)), row.id
                assert problem.two_lines_each or mistakes(puzzle_of(row), bytes(off)), row.id


@every_game
def test_exactly_the_boards_with_one_solution_have_a_rating(game: str) -> None:
    for row in small(game):
        rating = rate(puzzle_of(row))
        assert (rating.hardest is not None) == (row.number == "1"), row.id
        assert not rating.contradiction or row.number == "0", row.id


@every_game
def test_the_steps_keep_to_the_solution_and_end_with_it(game: str) -> None:
    for row in some(game, "unique", "hard"):
        problem, solution = puzzle_of(row).problem(), masks(row.solution)
        left = [problem.domain_of(cell) for cell in range(problem.grid.size)]
        for step in chain_steps(problem):
            assert not step.contradiction
            for cell, before, after in step.narrowed:
                # with two lines each, a line that is known is known at both its ends
                assert left[cell] == before or problem.two_lines_each, (row.id, step)
                assert after >> solution[cell] & 1, (row.id, step)
                left[cell] = after
        assert left == [1 << mask for mask in solution] or problem.two_lines_each, row.id


@every_game
def test_no_step_on_an_ambiguous_board_drops_a_solution(game: str) -> None:
    for row in small(game, "ambiguous"):
        problem = puzzle_of(row).problem()
        found = finish(solutions(problem, MOST + 1))
        for step in chain_steps(problem):
            assert not step.contradiction
            for cell, before, after in step.narrowed:
                dropped = before & ~after
                assert not any(dropped >> solution[cell] & 1 for solution in found), (row.id, step)


@every_game
def test_a_contradiction_has_a_sentence_and_names_cells_of_the_board(game: str) -> None:
    named = 0
    for row in some(game, "contradictory"):
        puzzle = puzzle_of(row)
        if found := contradiction(puzzle):
            named += 1
            assert found.sentence
            assert all(0 <= cell < puzzle.grid.size for cell in found.cells)
    assert named
