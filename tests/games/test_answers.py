"""For every game, whatever its rules, the answers of the logic agree with brute force."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, Grid
from termpuzzles.games import named, names, queries
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import rng_of
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.generator.generate import make_board
from termpuzzles.hints.check import check
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.answers.rating import rating_of
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.counting import clusters
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Step
from termpuzzles.logic.problem import SEARCH, Domain, Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import Task, Unfinished, finish
from termpuzzles.session.session import Session
from tests.data import sweep
from tests.games.boards import MADE, random_puzzle, solvable_puzzle
from tests.logic.oracle import fitting

BOARDS = sweep.share(100, 2)  # of each kind for each game
SIZES = ("3x3", "4x4", "5x4", "6x6")

every_game = pytest.mark.parametrize("name", names())
every_game_that_is_made = pytest.mark.parametrize("name", MADE)


def boards(name: str, number: int = BOARDS) -> Iterator[Puzzle]:
    """Small boards of the game, every other one with a solution; plain, wrapped, walled, some with blanks."""
    rng = Random(f"boards of {name}")
    for _ in range(number):
        yield solvable_puzzle(rng, named(name))
        yield random_puzzle(rng, named(name), 4)


def by_trial(problem: Problem) -> set[bytes]:
    """All solutions: the full boards without a loose end that the judge accepts."""
    domains = [problem.domain_of(cell) for cell in range(problem.grid.size)]
    return set(filter(problem.judge, fitting(problem.grid, domains)))


def test_steps_end_when_they_are_told_to_and_say_what_is_known_by_then() -> None:
    puzzle = make_board(named("net"), Params(5, 5), rng_of(1))
    whole, asked, taken = list(queries.steps(puzzle)), iter([False] * 19 + [True]), list[Step]()
    with pytest.raises(Unfinished) as stopped:
        taken.extend(queries.steps(puzzle, lambda: next(asked)))
    assert 0 < len(taken) < len(whole)
    assert taken == whole[: len(taken)]
    first = [puzzle.problem().domain_of(cell) for cell in range(puzzle.grid.size)]
    shown = first.copy()
    for step in taken:
        for cell, _, after in step.narrowed:
            shown[cell] &= after
    left = stopped.value.left
    assert left is not None
    assert list(left) != first, "the steps of a round are put in together"
    assert all(after & ~now == now & ~before == 0 for before, now, after in zip(first, left, shown, strict=True))


@every_game
def test_solutions_agree_with_brute_force_whichever_rules_there_are(name: str) -> None:
    rng, numbers = Random(1), set()
    for puzzle in boards(name):
        problem = puzzle.problem()
        expected = by_trial(problem)
        kept = tuple(rule for rule in problem.rules if rule == SEARCH or rng.random() < 0.5)
        assert set(finish(solutions(problem, 2000))) == expected
        assert set(finish(solutions(replace(problem, rules=kept), 2000))) == expected, kept
        found = finish(solutions(replace(problem, rules=kept), 2))
        assert set(found) <= expected
        assert len(set(found)) == min(2, len(expected)), kept
        numbers.add(min(len(expected), 2))
    assert numbers == {0, 1, 2}


@every_game
def test_counting_solving_and_rating_say_the_same(name: str) -> None:
    for puzzle in boards(name):
        expected = by_trial(puzzle.problem())
        number = queries.count_solutions(puzzle)
        assert number == len(expected) if number.exact else number <= len(expected)
        assert number.exact or len(expected) > queries.MOST_COUNTED
        solved = queries.solve(puzzle)
        assert solved.lines in expected if solved else not expected
        pair = queries.two_solutions(puzzle)
        assert len({state.lines for state in pair}) == min(2, len(expected))
        assert (finish(rating_of(puzzle.problem())).hardest is not None) == (len(expected) == 1)


@pytest.mark.parametrize("given", [0, 1, 2])
def test_where_a_cluster_is_too_wide_to_count_two_solutions_tell_that_there_are_more(
    given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_wide(problem: Problem, is_solvable: bool) -> Task[None]:
        assert is_solvable == (given > 0)
        yield None

    monkeypatch.setattr(clusters, "count_lines", too_wide)
    numbers = set()
    for puzzle in boards("infinity", 40):
        expected = len(by_trial(puzzle.problem()))
        if expected >= given:
            number = queries.count_solutions(puzzle, known=given)
            assert (number, number.exact) == (min(2, expected), expected < 2)
            numbers.add(min(3, expected))
    assert {*range(given, 4)} <= numbers


def drops_a_solution(finding: Finding, solved: set[bytes]) -> bool:
    """Whether a finding drops a mask that some solution uses."""
    return any(
        (before & ~after) >> solution[cell] & 1 for cell, before, after in finding.narrowed for solution in solved
    )


@every_game
def test_every_finding_is_sound_wherever_easier_rules_stall(name: str) -> None:
    for puzzle in boards(name, sweep.share(60)):
        problem = puzzle.problem()
        solved = by_trial(problem)
        rules = [rule for rule in problem.rules if rule != SEARCH]
        for easier in range(1, len(rules)):
            knowledge = Knowledge(problem)
            for finding in chain(knowledge, rules_of(rules[:easier])):
                assert finding is None or not drops_a_solution(finding, solved)
            if knowledge.contradicted or (finding and finding.contradiction):
                break
            for rule in rules[easier:]:
                for finding in rule_named(rule).find(knowledge, range(knowledge.size)):
                    assert not drops_a_solution(finding, solved), (rule, rules[:easier], puzzle)
                    assert not (finding.contradiction and solved), (rule, rules[:easier], puzzle)


@every_game
def test_a_chain_of_steps_settles_every_line_of_a_board_with_one_solution(name: str) -> None:
    for puzzle in boards(name, sweep.share(60)):
        solved = by_trial(puzzle.problem())
        if len(solved) != 1:
            continue
        (solution,) = solved
        left = [puzzle.problem().domain_of(cell) for cell in range(puzzle.grid.size)]
        for step in queries.steps(puzzle):
            for cell, _, after in step.narrowed:
                left[cell] &= after
        for cell, mask in enumerate(solution):
            assert left[cell] >> mask & 1
            beyond = ((side, puzzle.grid.beyond(cell, side)) for side in SIDES)
            known_sides = sum(
                side for side, other in beyond if other is not None and is_known(left[other], OPPOSITE[side])
            )
            known_sides |= 15 ^ puzzle.grid.open_sides[cell]
            agreeing = [one for one in range(16) if left[cell] >> one & 1 and not (one ^ mask) & known_sides]
            assert agreeing == [mask]


def is_known(domain: Domain, side: int) -> bool:
    """Whether all masks of the domain have the side, or none has."""
    return len({mask & side for mask in range(16) if domain >> mask & 1}) == 1


@every_game_that_is_made
def test_new_boards_have_one_solution_and_hints_lead_there(name: str) -> None:
    for number, size in enumerate(SIZES):
        puzzle = make_board(named(name), Params.parse(size), rng_of("answers", number))
        assert queries.count_solutions(puzzle) == 1
        solution = queries.solve(puzzle)
        assert solution
        session = Session(puzzle)
        for _ in range(20 * puzzle.grid.size):
            hint = Guide(puzzle).hint(session.state)
            if hint is None:
                break
            assert hint.move, hint
            session.play(hint.move)
        assert session.solved
        assert session.state.lines == solution.lines
        assert not session.mistakes


@every_game_that_is_made
def test_a_check_finds_nothing_on_the_way_to_the_solution_and_finds_a_wrong_pin_or_cross(name: str) -> None:
    rng = Random(5)
    for number in range(6):
        puzzle = make_board(named(name), Params.parse("5x5"), rng_of("check", number))
        guide, state = Guide(puzzle), puzzle.start
        while (hint := guide.hint(state)) and rng.random() < 0.9:
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)
            assert not finish(check(guide, state)).wrong
        solution = queries.solve(puzzle)
        assert solution
        wrong = wrong_gesture(rng, puzzle, solution.lines)
        move = puzzle.game.interpret(puzzle, puzzle.start, wrong)
        assert move
        assert wrong.cell in finish(check(guide, puzzle.game.play(puzzle, puzzle.start, move))).wrong


def wrong_gesture(rng: Random, puzzle: Puzzle, solution: bytes) -> Gesture:
    """A pin on a tile that does not stand as in the solution, or a cross where that has a line."""
    if puzzle.game.pins:
        return Gesture(
            "pin", rng.choice([cell for cell in range(puzzle.grid.size) if puzzle.tiles[cell] != solution[cell]])
        )
    cell = rng.choice([cell for cell in range(puzzle.grid.size) if solution[cell]])
    return Gesture("cross", cell, solution[cell] & -solution[cell])


@pytest.mark.parametrize(("side", "number"), [(2, "1"), (3, "13"), (4, "100+")])
def test_up_to_ninety_nine_solutions_are_counted_of_a_game_whose_lines_are_one_loop(side: int, number: str) -> None:
    grid = Grid(side, side)  # without a circle any loop will do: on 4x4 cells there are 213
    assert str(queries.count_solutions(Puzzle(named("masyu"), grid, b"\1" * grid.size))) == number
