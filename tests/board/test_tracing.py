"""Bridges, against walking along walls, and on boards whose borders are joined with a twist."""

from random import Random

import pytest

from termpuzzles.board.graph import forest
from termpuzzles.board.grid import Grid
from tests.board.surfaces import glued
from tests.board.test_graph import Lines, graph, joins, parts
from tests.board.tracing import traced
from tests.games.boards import drawing, random_tree


def position(rng: Random, grid: Grid) -> bytes:
    """A tree with some extra lines, or random lines: in both, some are bridges, and some are not."""
    chance = rng.choice((0.05, 0.2, 0.5))
    tree = set(random_tree(rng, grid)) if rng.random() < 0.6 else set()
    return drawing(grid, (line for line in grid.lines() if line in tree or rng.random() < chance))


def bridges(grid: Grid, lines: bytes) -> set[int]:
    return {bridge.line for bridge in forest(range(grid.size), joins(grid, lines)).bridges}


def drawn_lines(grid: Grid, lines: bytes) -> set[int]:
    return {grid.line(cell, side) for cell in range(grid.size) for side in (8, 4, 2, 1) if lines[cell] & side}


def test_on_a_plane_the_lines_with_one_walk_on_both_sides_are_the_bridges() -> None:
    rng = Random(1)
    for _ in range(400):
        grid = Grid(rng.randint(1, 9), rng.randint(2, 9))
        lines = position(rng, grid)
        sure, others = traced(grid, lines)
        assert sure == bridges(grid, lines)
        assert others == drawn_lines(grid, lines) - sure


@pytest.mark.parametrize(("wrap_x", "wrap_y"), [(True, True), (True, False), (False, True)])
def test_on_a_torus_or_a_cylinder_what_the_walks_tell_is_true(wrap_x: bool, wrap_y: bool) -> None:
    rng = Random(2)
    certain = lines_seen = 0
    for _ in range(300):
        grid = Grid(rng.randint(1, 8), rng.randint(2, 8), glued(wrap_x, wrap_y))
        lines = position(rng, grid)
        sure, others = traced(grid, lines)
        found = bridges(grid, lines)
        assert sure <= found
        assert not others & found
        certain += len(sure | others)
        lines_seen += len(drawn_lines(grid, lines))
    assert certain > 0.8 * lines_seen


def twisted_board(rng: Random, klein: bool) -> tuple[int, Lines]:
    """Some of the lines of a board whose right border is joined to its left one upside down: a Möbius strip.

    If `klein`, its lower border is also joined to its upper one: a Klein bottle.
    """
    width, height = rng.randint(1, 5), rng.randint(1, 5)
    ends = []
    for y in range(height):
        for x in range(width):
            beyond = (x + 1, y) if x + 1 < width else (0, height - 1 - y)
            ends.append((y * width + x, beyond[1] * width + beyond[0]))
            if y + 1 < height or klein:
                ends.append((y * width + x, (y + 1) % height * width + x))
    chance = rng.choice((0.4, 0.6, 0.9))
    return width * height, [line for line in ends if rng.random() < chance]


@pytest.mark.parametrize("klein", [False, True], ids=["a Möbius strip", "a Klein bottle"])
def test_bridges_are_the_same_where_borders_are_joined_with_a_twist(klein: bool) -> None:
    rng = Random(3)
    some = 0
    for _ in range(300):
        size, lines = twisted_board(rng, klein)
        tree = forest(range(size), graph(size, lines))
        whole = parts(size, lines)
        expected = {line for line in range(len(lines)) if parts(size, lines, (line,)) > whole}
        assert {bridge.line for bridge in tree.bridges} == expected
        some += 0 < len(expected) < len(lines)
    assert some > 60
