"""What a region proves holds in every solution with the marks; by brute force on small boards."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.hints.position import Position
from termpuzzles.hints.region import count_region, proof
from tests.data import sweep
from tests.games import web
from tests.games.boards import solvable_puzzle
from tests.hints.positions import marked
from tests.logic.oracle import fitting

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu", web.WEB.name)
BOARDS = sweep.share(300, 10)
REGIONS = 12


@pytest.mark.parametrize("name", GAMES)
def test_whatever_a_region_proves_is_so_in_every_solution(name: str) -> None:
    rng, proved = Random(f"{name} region"), 0
    for _ in range(BOARDS):
        puzzle = solvable_puzzle(rng, named(name), 4)
        problem, grid = puzzle.problem(), puzzle.grid
        every = fitting(grid, [*map(problem.domain_of, range(grid.size))])
        boards = [board for board in every if problem.judge(board)]
        state = marked(rng, puzzle, rng.choice(boards), rng.randint(0, grid.size), rng.randint(0, 2))
        position = Position(puzzle, problem, state)
        solutions = [board for board in boards if all(k >> board[c] & 1 for c, k in position.marks().items())]
        for _ in range(REGIONS):
            cells = rng.sample(range(grid.size), rng.randint(1, grid.size))
            region = count_region(position, cells)
            assert region.dark + region.light == len(cells)
            if not (hint := proof(position, region)):
                continue
            proved += 1
            claims = [(cell, known) for step in hint.steps for cell, known in step.concludes.items()]
            assert claims or not solutions
            for board in solutions:
                assert all(not ~board[cell] & known >> 4 and not board[cell] & known & 15 for cell, known in claims)
            assert all(len(each.split()) <= 30 for each in hint.sentence.replace(": ", ". ").split(". "))
    assert proved > BOARDS // 4


def test_the_exits_of_every_solution_are_as_many_as_the_figures_say() -> None:
    rng = Random("figures")
    for number in range(BOARDS):
        puzzle = solvable_puzzle(rng, named(GAMES[number % 4]), 4)
        problem, grid = puzzle.problem(), puzzle.grid
        every = fitting(grid, [*map(problem.domain_of, range(grid.size))])
        board = next(board for board in every if problem.judge(board))
        cells = rng.sample(range(grid.size), rng.randint(1, grid.size))
        region = count_region(Position(puzzle, problem, puzzle.start), cells)
        out = [(cell, side) for cell in cells for side in SIDES_OF[board[cell]] if grid.ways[side][cell] not in cells]
        open_ones = [each for each in out if each in region.exits]
        assert region.odd == bool(len(open_ones) % 2)
        if region.missing and region.two_colours:
            dark = sum(each in region.open_exits[0] for each in open_ones)
            assert region.missing[0] - region.missing[1] == dark - (len(open_ones) - dark)


def test_a_corner_of_a_simple_loop_needs_both_its_exits() -> None:
    (puzzle,) = read("simpleloop/4/4/")
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    region = count_region(position, [0])
    assert region.sentence("cell") == (
        "1 cell: 1 dark, 0 light. Exits: 0 drawn, 0 crossed, 2 open. "
        "Line ends missing: 2, an even number: dark 2, light 0."
    )
    hint = proof(position, region)
    assert hint
    assert hint.sentence == (
        "Lines join (1, 1) to (2, 1) and (1, 1) to (1, 2). Its dark cells need 2 more line ends, its light ones 0. "
        "A line inside uses one of each, so every open dark exit is drawn."
    )


@pytest.mark.parametrize(
    ("closed", "cells", "reason"),
    [
        (
            ((0, E),),
            (0,),
            "Its dark cells need 2 more line ends, its light ones 0. "
            "So 2 must leave dark cells, but only one of their exits is open.",
        ),
        (
            ((0, E), (0, S), (10, E), (10, S), (10, W), (10, N)),
            (0, 3, 10),
            "Its dark cells need 4 more line ends, its light ones 2. "
            "So 2 must leave dark cells, but none of their exits are open.",
        ),
    ],
)
def test_a_region_tells_by_its_colours_that_the_marks_around_cannot_be_right(
    closed: tuple[tuple[int, int], ...], cells: tuple[int, ...], reason: str
) -> None:
    (puzzle,) = read("simpleloop/4/4/")
    notes = bytearray(16)
    for cell, side in closed:
        notes[cell] |= side
        notes[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    position = Position(puzzle, puzzle.problem(), puzzle.start._replace(notes=bytes(notes)))
    hint = proof(position, count_region(position, cells))
    assert hint
    assert hint.sentence.startswith("The marks around the region of ")
    assert hint.sentence.endswith(f" cannot all be right. {reason}")
