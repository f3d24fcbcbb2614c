"""Simple Loops: how much its rules settle, and how many solutions the board of the paper has."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from termpuzzles.board.grid import Grid
from termpuzzles.formats import canonical_id, read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import count_solutions
from termpuzzles.games.simpleloops import SIMPLELOOPS
from termpuzzles.logic.answers.rating import rating_of
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import finish
from tests.logic.checkerboard.two_factors import all_two_factors, lines_of


def random_puzzles(number: int) -> Iterator[tuple[Puzzle, set[bytes]]]:
    """Small boards, each with its solutions: all 2-factors of its open cells."""
    rng = Random("loops")
    for _ in range(number):
        grid = Grid(rng.randint(2, 6), rng.randint(2, 5))
        tiles = bytes(rng.random() < rng.choice((0.7, 0.85, 1)) for _ in range(grid.size))
        yield Puzzle(SIMPLELOOPS, grid, tiles), set(all_two_factors(lines_of(grid, tiles)))


def test_degree_alone_solves_every_board_with_one_solution() -> None:
    unique = 0
    for puzzle, solved in random_puzzles(1500):
        if len(solved) == 1 and any(puzzle.tiles):
            unique += 1
            assert finish(rating_of(puzzle.problem())).hardest == "degree"
    assert unique > 60


def test_parity_type_1_settles_exactly_what_all_solutions_share() -> None:
    for puzzle, solved in random_puzzles(300):
        if not solved:
            continue
        knowledge = Knowledge(replace(puzzle.problem(), rules=("degree", "parity type 1")))
        for _ in chain(knowledge, rules_of(("degree", "parity type 1"))):
            pass
        for cell in range(puzzle.grid.size):
            masks = {solution[cell] for solution in solved}
            shared = [side for side in (8, 4, 2, 1) if len({mask & side for mask in masks}) == 1]
            left = {mask for mask in range(16) if knowledge.left[cell] >> mask & 1}
            assert shared == [side for side in (8, 4, 2, 1) if len({mask & side for mask in left}) == 1]


def test_a_board_has_more_solutions_than_as_simple_loop() -> None:
    (one,), (many,) = read("simpleloop/6/4/00036"), read("simpleloops/6/4/00036")
    assert one.tiles == many.tiles
    assert (count_solutions(one), count_solutions(many)) == (4, 14)
    assert canonical_id(many) == "simpleloops/6/4/00036"
