"""Judging boards by how they differ from a tree, against the judge of the problem."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS, Grid
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making import random_tree
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.search import Contracted, FullBoardJudge, search
from termpuzzles.logic.task import finish
from tests.board.surfaces import random_surface
from tests.games.boards import board
from tests.logic import trees
from tests.logic.bitboards.local import random_grid


def test_boards_that_differ_from_a_tree_in_some_cells_are_judged_as_their_judge_does() -> None:
    rng = Random(1)
    verdicts = []
    for _ in range(400):
        grid = Grid.make(rng.randint(2, 5), rng.randint(2, 5), random_surface(rng))
        tree = random_tree.grown_tree(grid, rng)
        problem = Puzzle(named("net"), grid, bytes(tree)).problem()
        other = tree.copy()
        for _ in range(rng.randint(1, 3)):
            random_tree.relink(grid, other, range(grid.size), rng)
        cells = sorted({cell for cell in range(grid.size) if tree[cell] != other[cell] or rng.random() < 0.1})
        contracted = Contracted(problem, bytes(tree), cells)
        assert contracted.is_tree(tree)
        assert contracted.is_tree(other)
        for _ in range(20):
            board = bytearray(rng.choice((tree, other)))
            for cell in rng.sample(cells, min(len(cells), rng.randint(0, 3))):
                board[cell] = rng.choice((tree[cell], other[cell], *TURNS[board[cell]]))
            verdicts.append(problem.judge(bytes(board)))
            assert contracted.is_tree(board) == verdicts[-1]
    assert 1000 < sum(verdicts) < len(verdicts) - 1000


def test_boards_with_a_blank_cell_more_or_less_are_judged_as_their_judge_does() -> None:
    rng = Random(2)
    verdicts = []
    for _ in range(100):
        grid = Grid(rng.randint(2, 4), rng.randint(2, 4))
        tree = random_tree.grown_tree(grid, rng)
        problem = Puzzle(named("net"), grid, bytes(tree)).problem()
        end = rng.choice([cell for cell in range(grid.size) if tree[cell] in SIDES])
        beside, less = grid.ways[tree[end]][end], tree.copy()
        less[beside] ^= OPPOSITE[tree[end]]
        less[end] = 0
        for one, other in ((tree, less), (less, tree)):
            contracted = Contracted(problem, bytes(one), [end, beside])
            for masks in ((other[end], other[beside]), (one[end], other[beside]), (other[end], one[beside])):
                board = bytearray(one)
                board[end], board[beside] = masks
                verdicts.append(problem.judge(bytes(board)))
                assert contracted.is_tree(board) == verdicts[-1]
    assert any(verdicts)
    assert not all(verdicts)


def test_as_many_lines_that_are_a_loop_and_a_path_are_no_tree() -> None:
    snake, loop_and_path = (board(named("net"), *rows) for rows in (("╺━┓", "┏━┛", "┗━╸"), ("┏┓╻", "┗┛┃", "╺━┛")))
    contracted = Contracted(snake.problem(), snake.tiles, range(9))
    assert contracted.is_tree(snake.tiles)
    assert not contracted.is_tree(loop_and_path.tiles)


def test_a_board_is_judged_only_once_it_is_full_the_first_time_and_later() -> None:
    (puzzle,) = read("net:3x3:3c8aee281")
    (solution,) = finish(solutions(puzzle.problem()))
    domains = [1 << mask for mask in solution]
    knowledge = Knowledge(puzzle.problem(), domains)
    judging = FullBoardJudge(knowledge, range(9), few=0)
    for cell in (0, 8):
        knowledge.left[cell] = 0xFFFF
        assert judging.solution() is None
        knowledge.left[cell] = domains[cell]
        assert judging.solution() == solution


@pytest.mark.parametrize("seed", range(30))
def test_a_search_finds_the_same_solutions_however_it_judges(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        grid = random_grid(rng, 16)
        problem = Puzzle(named("net"), grid, bytes(trees.random_tree(rng, grid, 0.1))).problem()
        answers = []
        for few in (0, grid.size + 1):
            knowledge, found = Knowledge(problem), list[bytes]()
            assert knowledge.propagate()
            finish(search(knowledge, 200, found, few))
            assert all(map(problem.judge, found))
            answers.append(found)
        assert answers[0] == answers[1]
        assert len(set(answers[0])) == len(answers[0]) > 0
