"""Refuted turns and possible turns, checked against all solutions of small boards."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import TURNS
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.check import possible, why_not
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import POSSIBLE, REFUTED
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.task import finish
from tests.games.boards import drawing, random_grid, random_tree
from tests.hints.model import Model, known


def every(puzzle: Puzzle) -> list[bytes]:
    found: list[bytes] = finish(solutions(puzzle.problem(), 500))
    return found


def boards(name: str, number: int) -> list[Puzzle]:
    rng = Random(6)
    found: list[Puzzle] = []
    while len(found) < number:
        grid = random_grid(rng, 4)
        solved = drawing(grid, random_tree(rng, grid))
        puzzle = Puzzle(named(name), grid, bytes(rng.choice(TURNS[mask]) for mask in solved))
        if any(solved) and every(puzzle):
            found.append(puzzle)
    return found


@pytest.mark.parametrize("name", ["net", "infinity"])
def test_a_turn_is_refuted_exactly_when_no_solution_has_it_for_a_reason_that_holds(name: str) -> None:
    rng = Random(8)
    for puzzle in boards(name, 40):
        guide, right = Guide(puzzle), every(puzzle)
        if len(right) == 500:
            continue
        cell = rng.randrange(puzzle.grid.size)
        for mask in set(TURNS[puzzle.tiles[cell]]):
            hint = finish(why_not(guide, puzzle.start, cell, mask))
            assert hint.kind == (POSSIBLE if any(solution[cell] == mask for solution in right) else REFUTED)
            if hint.kind == POSSIBLE:
                assert ("the only solution" in hint.sentence) == (len(right) == 1)
            if hint.kind == REFUTED and hint.rule != SEARCH:
                held = known(puzzle, puzzle.start, right)
                named_cells = {other: held[other] for other in hint.because} | {cell: {mask}}
                assert not Model(puzzle.problem(), named_cells).is_possible([]), hint


@pytest.mark.parametrize("name", ["net", "infinity"])
def test_what_is_possible_holds_all_solutions_that_agree_with_what_is_pinned(name: str) -> None:
    rng = Random(3)
    for puzzle in boards(name, 40):
        right = every(puzzle)
        solution = rng.choice(right)
        pins = bytes(rng.random() < 0.3 for _ in solution)
        lines = bytes(shown if pin else given for shown, given, pin in zip(solution, puzzle.tiles, pins, strict=True))
        state = State(lines, pins, bytes(len(pins)))
        guide = Guide(puzzle)
        by_edge, by_all = (finish(possible(guide, state, all_rules)) for all_rules in (False, True))
        for cell, left in enumerate(by_all):
            assert not left & ~by_edge[cell]
            if len(right) == 1:
                assert left >> solution[cell] & 1
