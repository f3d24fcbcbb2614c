"""Components count what they join, and report loops."""

from __future__ import annotations

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from tests.games.boards import board


def test_each_join_and_a_loop_wait_to_be_looked_at() -> None:
    components = Knowledge(Puzzle(named("net"), Grid(2, 2), bytes([E | S, S | W, N | E, N | W])).problem()).propagator(
        Components
    )
    found = [components.waiting()]
    for cell, side, other in ((0, E, 1), (1, S, 3), (3, W, 2)):
        assert components.join(cell, side, other)
        found.append(components.waiting())
    assert found == [0, 1, 2, 3]
    assert not components.join(2, N, 0)
    assert components.waiting() == 4
    assert not components.propagate()


def test_a_loop_among_settled_cells_contradicts_what_is_known_at_once() -> None:
    for rows in (("┏┓", "┗┛"), ("┏━┓", "┃╻┃", "┗┻┛")):
        puzzle = board(named("net"), *rows)
        knowledge = Knowledge(puzzle.problem(), [1 << mask for mask in puzzle.tiles])
        assert not knowledge.propagate()
        assert knowledge.empty >= 0
