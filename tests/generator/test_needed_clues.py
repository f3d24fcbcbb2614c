"""The clues that are needed, held to the solver: with them one solution, without any of them two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import compress, product
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid, W
from termpuzzles.games import named
from termpuzzles.games.making.circles import circles
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import draw_one_loop, turn_over
from termpuzzles.games.making.randomness import shuffled
from termpuzzles.games.masyu import UNKNOWN
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import two_solutions
from termpuzzles.generator import make_board, rng_of
from termpuzzles.generator.needed_clues import ClueSearch, Lines, keeping_clues, lines_implied
from termpuzzles.generator.target import partners
from termpuzzles.logic.problem import ClueClause, Whole
from termpuzzles.logic.rules.circles import BLACK, WHITE
from termpuzzles.logic.task import finish
from tests.games.rails import stations

MASYU = named("masyu")


def looped(place: int, game: str = "masyu", side: int = 5) -> tuple[Puzzle, bytes]:
    """A board of one solution with all clues that its loop allows, and the loop."""
    for index in range(100):
        rng, grid = rng_of(f"needed {place}", index), Grid.make(side, side)
        masks = bytes(draw_one_loop(grid, Params(side, side, density=0.55), rng))
        clues = circles(grid, masks) if game == "masyu" else stations(grid, masks)
        puzzle = Puzzle(named(game), grid, b"\1" * grid.size, clues=clues)
        if len(two_solutions(puzzle)) == 1:
            return puzzle, masks
    raise AssertionError("no board of one solution")


def needed(puzzle: Puzzle) -> list[int]:
    """The cells of the clues without which the board has two solutions."""
    clued = [cell for cell, clue in enumerate(puzzle.clues) if clue]
    return [cell for cell in clued if len(two_solutions(keeping_clues(puzzle, {*clued} - {cell}))) == 2]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("game", ["masyu", "rails"])
def test_what_is_left_is_needed_and_enough(game: str, place: int) -> None:
    puzzle, masks = looped(place, game)
    search = ClueSearch(puzzle, masks)
    assert finish(search.needed()) == needed(puzzle)
    for turn in range(2):  # the second time with the solutions that were found the first time
        order: Sequence[int] = shuffled(rng_of("order", turn), search.cells)
        left = keeping_clues(puzzle, finish(search.least([(cell,) for cell in order])))
        assert len(two_solutions(left)) == 1
        assert needed(left) == [cell for cell, clue in enumerate(left.clues) if clue]


def boards_of_two_lines(grid: Grid) -> Iterator[bytes]:
    """Every way to draw lines so that each cell has two or none: each is the sum of the borders of some squares."""
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    for chosen in product((False, True), repeat=len(squares)):
        masks = bytearray(grid.size)
        for square in compress(squares, chosen):
            turn_over(masks, grid.width, square)
        if all(mask.bit_count() in (0, 2) for mask in masks):
            yield bytes(masks)


def holds(grid: Grid, masks: bytes, lines: Lines) -> bool:
    """Whether one of the lines is drawn, or not drawn, as listed."""
    return any(bool(masks[at] & side and grid.ways[side][at] >= 0) == drawn for at, side, drawn in lines)


@pytest.mark.parametrize("clue", [WHITE, BLACK, UNKNOWN])
def test_what_follows_from_a_clause_holds_wherever_the_clause_does(clue: int) -> None:
    grid, rng, cell, found = Grid.make(5, 4), Random(clue), 7, 0
    puzzle = Puzzle(MASYU, grid, b"\1" * grid.size, clues=bytes(clue * (at == cell) for at in range(grid.size)))
    problem = puzzle.problem()
    boards = [masks for masks in boards_of_two_lines(grid) if problem.domain_of(cell) >> masks[cell] & 1]
    for _ in range(400):
        first = (cell, rng.choice(SIDES), rng.random() < 0.2)
        sides = rng.sample(SIDES, rng.randint(1, 2))
        beyond = [(grid.ways[side if rng.random() < 0.8 else W][cell], side, rng.random() < 0.5) for side in sides]
        clause = ClueClause(cell, (first, *beyond))
        for lines in lines_implied(problem, clause):
            found += 1
            assert all(holds(grid, masks, lines) for masks in boards if holds(grid, masks, clause.lines)), clause
        assert not [*lines_implied(replace(problem, whole=Whole.LINES), clause)], "cells may have any number of lines"
    assert found > 10


def test_every_circle_of_a_board_that_is_made_is_needed() -> None:
    puzzle = make_board(MASYU, Params.parse("6x6"), rng_of("needed"))
    assert needed(puzzle) == [cell for cell, clue in enumerate(puzzle.clues) if clue]
    spare = make_board(MASYU, Params.parse("6x6, spare 1"), rng_of("needed"))
    assert needed(spare) != [cell for cell, clue in enumerate(spare.clues) if clue]


@pytest.mark.parametrize("symmetry", ["half turn", "mirror"])
def test_circles_are_symmetric_and_none_can_be_spared_with_its_partner(symmetry: str) -> None:
    puzzle = make_board(MASYU, Params.parse(f"6x6, {symmetry}"), rng_of("symmetric"))
    partner = partners(puzzle.grid, symmetry)
    clued = {cell for cell, clue in enumerate(puzzle.clues) if clue}
    assert clued == {partner[cell] for cell in clued}
    assert len(two_solutions(puzzle)) == 1
    assert all(len(two_solutions(keeping_clues(puzzle, clued - {cell, partner[cell]}))) == 2 for cell in clued)
