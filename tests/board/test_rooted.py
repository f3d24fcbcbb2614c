"""Rooted trees, against walking the whole tree."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.board.rooted_tree import SMALL, Tree
from termpuzzles.board.surface import CYLINDER_ACROSS, TORUS
from termpuzzles.games.making import random_tree
from tests.data import sweep

GRIDS = [Grid.make(4, 5), Grid.make(7, 6, TORUS), Grid.make(24, 9, CYLINDER_ACROSS), Grid.make(60, 40)]
STYLES = [random_tree.grown_tree, random_tree.uniform, random_tree.depth_first]


def below(grid: Grid, tree: Tree, lower: int) -> set[int]:
    """The cells whose path to the root goes through `lower`."""
    found = set()
    for start in range(grid.size):
        cell = start
        while cell != lower and tree.above[cell] != cell:
            cell = tree.above[cell]
        if cell == lower:
            found.add(start)
    return found


def assert_rooted(grid: Grid, tree: Tree) -> None:
    """Check that every cell but the root has a line to its parent, and that these lines join all cells."""
    roots = [cell for cell in range(grid.size) if not tree.up[cell]]
    assert [tree.above[root] for root in roots] == roots
    assert len(roots) == 1
    lines = bytearray(grid.size)
    for cell, side in enumerate(tree.up):
        if side:
            assert grid.ways[side][cell] == tree.above[cell]
            lines[cell] |= side
            lines[tree.above[cell]] |= OPPOSITE[side]
    assert lines == tree
    assert below(grid, tree, roots[0]) == set(range(grid.size))


def test_in_a_bare_tree_nothing_is_above_any_cell_but_the_root() -> None:
    tree = Tree.bare(Grid(3, 2), 4)
    assert (bytes(tree), list(tree.above), bytes(tree.up)) == (bytes(6), [-1, -1, -1, -1, 4, -1], bytes(6))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
@pytest.mark.parametrize("draw", STYLES)
def test_trees_are_drawn_with_the_ways_to_their_root(draw: object, grid: Grid) -> None:
    assert callable(draw)
    tree = draw(grid, Random(1))
    assert_rooted(grid, tree)
    assert_rooted(grid, Tree.rooted(grid, bytes(tree), 3))
    first = Tree.rooted(grid, bytes(tree))
    assert_rooted(grid, first)
    assert (first.above[0], first.up[0]) == (0, 0)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_branch_holds_those_of_the_wanted_cells_whose_path_goes_through_it(grid: Grid) -> None:
    rng = Random(1)
    tree = random_tree.depth_first(grid, rng)
    sizes = set()
    for _ in range(sweep.share(60, 10)):
        lower = rng.choice([cell for cell in range(grid.size) if tree.up[cell]])
        wanted = {rng.randrange(grid.size) for _ in range(8)}
        expected = below(grid, tree, lower)
        assert wanted & expected == wanted & tree.among(lower, wanted) <= expected
        assert tree.branch(grid, lower) == (expected if len(expected) <= SMALL else None)
        sizes.add(len(expected) > SMALL)
    assert sizes == {False, True} or grid.size < 2 * SMALL


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_tree_stays_rooted_while_its_lines_are_moved(grid: Grid) -> None:
    rng = Random(1)
    tree = random_tree.grown_tree(grid, rng)
    moved = 0
    for _ in range(sweep.share(40, 4)):
        patch = [rng.randrange(grid.size)]
        patch += [grid.ways[side][patch[0]] for side in SIDES_OF[grid.open_sides[patch[0]]]]
        moved += random_tree.relink(grid, tree, patch, rng)
        assert_rooted(grid, tree)
    assert moved > sweep.share(10, 4)


def test_changing_a_copy_leaves_the_original_as_it_was() -> None:
    grid, rng = Grid.make(6, 6), Random(1)
    tree = random_tree.grown_tree(grid, rng)
    other = tree.copy()
    assert (other, other.above, other.up) == (tree, tree.above, tree.up)
    while not random_tree.relink(grid, other, [*range(20)], rng):
        pass
    assert_rooted(grid, tree)
    assert_rooted(grid, other)
    assert tree != other
