"""Boards on a Möbius strip or a Klein bottle: their solutions, their hints and their ratings."""

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.board.surface import Seam, Surface
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.generator import make_board, rng_of
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.counting.clusters import count_lines
from termpuzzles.logic.problem import Whole
from termpuzzles.logic.task import finish
from tests.board.surfaces import TWISTED
from tests.data import sweep
from tests.hints.oracle import judged
from tests.logic.oracle import all_solutions, random_lines, random_problem, random_tree

BOARDS = sweep.share(3000, 20)  # on each surface
HINTED = sweep.share(300, 50)
twisted = pytest.mark.parametrize("surface", TWISTED, ids=str)


@twisted
def test_solutions_are_those_that_brute_force_finds(surface: Surface) -> None:
    rng, numbers = Random(f"solutions {surface}"), Counter[bool]()
    for _ in range(BOARDS):
        problem = random_problem(rng, 12, surface)
        expected = all_solutions(problem)
        assert set(finish(solutions(problem, 10_000))) == expected, problem
        if problem.whole is Whole.LINES:
            assert finish(count_lines(problem)) == len(expected)
        numbers[len(expected) > 1] += 1
    assert min(numbers[True], numbers[False]) > BOARDS // 10


def made(game: str, surface: Surface, seed: int, size: tuple[int, int] = (5, 4)) -> Puzzle:
    return make_board(named(game), Params(*size, surface), rng_of(f"surface {seed}"))


@twisted
@pytest.mark.parametrize("game", ["net", "infinity"])
def test_a_board_that_is_made_has_one_solution_and_lies_on_its_surface(game: str, surface: Surface) -> None:
    for seed in range(sweep.share(50, 25)):
        puzzle = made(game, surface, seed)
        assert puzzle.grid == Grid(5, 4, surface)
        assert len(two_solutions(puzzle)) == 1
        assert rate(puzzle).hardest


@twisted
def test_hints_hold_wherever_easier_rules_stall(surface: Surface) -> None:
    """From mixed positions of boards with one solution, with several, or none, judged by a SAT solver."""
    rng, counts = Random(f"hints {surface}"), Counter[str]()
    for number in range(2 * HINTED):
        game = ("net", "infinity")[number % 2]
        grid = Grid(rng.randint(3, 6), rng.randint(3, 5), surface)
        draw = random_tree if game == "net" else random_lines
        tiles = bytes(rng.choice(TURNS[mask]) for mask in draw(rng, grid))
        assert not list(judged(rng, game, 0, counts, Puzzle(named(game), grid, tiles)))
    stalled = sum(counts[rule] for rule in ("pocket", "no loop", "block", "dead end", "colouring", "chain"))
    assert stalled >= (HINTED // 20 if sweep.IS_LONG else 0)
    assert counts["edge"] > HINTED


def shifted(puzzle: Puzzle, columns: int, rows: int) -> Puzzle:
    """The same board begun elsewhere: what has crossed a flipped seam is seen mirrored."""
    grid, tiles = puzzle.grid, bytearray(puzzle.grid.size)
    for cell in range(grid.size):
        x, y = grid.place(cell)
        seen = grid.unrolled(x + columns, y + rows)
        assert seen
        tiles[seen[0]] = puzzle.tiles[cell]  # a mirrored tile is the same tile at another turn
    return Puzzle(puzzle.game, grid, bytes(tiles))


@twisted
@pytest.mark.parametrize("game", ["net", "infinity"])
def test_a_rating_does_not_depend_on_where_a_board_begins(game: str, surface: Surface) -> None:
    rng = Random(5)
    along = surface.across is Seam.FLIPPED  # only this way a Klein bottle looks the same after any number of steps
    for seed in range(sweep.share(20, 10)):
        puzzle = made(game, surface, seed)
        other = shifted(puzzle, rng.randrange(10) * along, rng.randrange(8) * (not along))
        one, two = rate(puzzle), rate(other)
        assert one.hardest == two.hardest
        assert one.effort is not None
        assert two.effort is not None
        assert abs(one.effort - two.effort) <= 0.1 * one.effort + 1
