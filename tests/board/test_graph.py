"""The graph routines against removing lines and counting again."""

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product
from random import Random

import pytest

from termpuzzles.board.directed import strong_components
from termpuzzles.board.graph import (
    DisjointSets,
    Forest,
    Neighbours,
    cycle_labels,
    forest,
    reached_without,
    two_line_cuts,
)
from termpuzzles.board.grid import SIDES_OF, E, Grid, N, S, W
from termpuzzles.board.surface import TORUS
from tests.board.surfaces import random_surface

Lines = list[tuple[int, int]]


def graph(size: int, lines: Lines) -> Neighbours:
    """The neighbour function of the graph with these lines, numbered in order; it gives a self-loop twice."""
    table: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for line, (one, other) in enumerate(lines):
        table[one].append((line, other))
        table[other].append((line, one))
    return table.__getitem__


def random_lines(rng: Random, size: int, number: int) -> Lines:
    """Lines between random nodes, including double lines, self-loops and separate parts."""
    return [(rng.randrange(size), rng.randrange(size)) for _ in range(number)]


def grid_lines(rng: Random, largest: int) -> tuple[int, Lines]:
    """A random part of the lines of a random grid, wrapped or not."""
    width, height = rng.randint(1, largest), rng.randint(2, largest)
    grid = Grid.make(width, height, random_surface(rng))
    chance = rng.choice((0.5, 0.8, 1.0))
    return grid.size, [grid.ends(line) for line in grid.lines() if rng.random() < chance]


def random_graphs(seed: int, number: int) -> list[tuple[int, Lines]]:
    rng = Random(seed)
    made = [grid_lines(rng, 4) for _ in range(number // 2)]
    for _ in range(number - len(made)):
        size = rng.randint(1, 9)
        made.append((size, random_lines(rng, size, rng.randint(0, 14))))
    return made


def parts(size: int, lines: Lines, removed: tuple[int, ...] = ()) -> int:
    """How many groups are left without the removed lines, by disjoint sets."""
    sets = DisjointSets(size)
    for line, (one, other) in enumerate(lines):
        if line not in removed:
            sets.join(one, other)
    return sets.sets


def test_disjoint_sets_agree_with_joining_lists() -> None:
    rng = Random(1)
    for _ in range(50):
        size = rng.randint(1, 12)
        sets, groups = DisjointSets(size), [{item} for item in range(size)]
        for _ in range(15):
            one, other = rng.randrange(size), rng.randrange(size)
            apart = groups[one] is not groups[other]
            assert sets.joined(one, other) is not apart
            assert sets.join(one, other) is apart
            if apart:
                groups[one] |= groups[other]
                for item in groups[other]:
                    groups[item] = groups[one]
        assert [sets.find(item) for item in range(size)] == [min(groups[item]) for item in range(size)]
        assert sets.sets == len({id(group) for group in groups})


def test_joining_many_pairs_is_joining_one_after_the_other_up_to_the_first_that_is_joined_already() -> None:
    rng, ends = Random(10), Counter[bool]()
    for _ in range(200):
        size = rng.randint(2, 30)
        pairs = [(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(0, 12))]
        at_once, singly = DisjointSets(size), DisjointSets(size)
        for _ in range(2):
            joins = at_once.join_all(*([pair[at] for pair in pairs] for at in (0, 1)))
            assert joins == all(singly.join(*pair) for pair in pairs)
            assert at_once.sets == singly.sets
            assert [at_once.find(item) for item in range(size)] == [singly.find(item) for item in range(size)]
            ends[joins] += 1
            pairs = [(rng.randrange(size), rng.randrange(size)) for _ in range(3)]
    assert min(ends.values()) > 50


def test_bridges_are_the_lines_whose_removal_leaves_one_group_more() -> None:
    for size, lines in random_graphs(2, 400):
        tree = forest(range(size), graph(size, lines))
        whole = parts(size, lines)
        expected = {line for line in range(len(lines)) if parts(size, lines, (line,)) > whole}
        assert {bridge.line for bridge in tree.bridges} == expected


def test_a_forest_knows_its_groups_and_what_lies_below_each_bridge() -> None:
    for size, lines in random_graphs(3, 200):
        neighbours = graph(size, lines)
        tree = forest(range(size), neighbours)
        assert sorted(tree.order) == list(range(size))
        assert all(tree.order[tree.position[node]] == node for node in range(size))
        for node in range(size):
            assert set(tree.group(node)) == reached_without(node, neighbours)
        for line, below in tree.bridges:
            assert set(tree.below(below)) == reached_without(below, neighbours, {line})


def test_sums_add_up_any_weight_on_the_far_side_of_each_bridge() -> None:
    rng = Random(4)
    for size, lines in random_graphs(4, 200):
        neighbours = graph(size, lines)
        weights = [rng.randint(-9, 9) for _ in range(size)]
        tree = forest(range(size), neighbours)
        sums = tree.sums(weights.__getitem__)
        for line, below in tree.bridges:
            here = tree.position[below]
            far = reached_without(below, neighbours, {line})
            near = set(tree.group(below)) - far
            assert sums[here] == sum(weights[node] for node in far)
            assert sums[tree.root[here]] - sums[here] == sum(weights[node] for node in near)


def test_classes_of_two_line_cuts_hold_every_pair_that_cuts_and_no_other() -> None:
    rng = Random(8)
    for size, lines in random_graphs(8, 200):
        neighbours = graph(size, lines)
        tree = forest(range(size), neighbours)
        found = two_line_cuts(cycle_labels(tree, neighbours, rng))
        inside = {frozenset(pair) for lines_of_class in found for pair in combinations(lines_of_class, 2)}
        whole = parts(size, lines)
        others = sorted(set(range(len(lines))) - {line for line, _ in tree.bridges})
        assert inside == {frozenset(pair) for pair in combinations(others, 2) if parts(size, lines, pair) > whole}


def test_a_pair_sum_is_what_one_side_of_a_two_line_cut_weighs() -> None:
    rng = Random(9)
    for size, lines in random_graphs(9, 200):
        neighbours = graph(size, lines)
        weights = [rng.randint(0, 99) for _ in range(size)]
        tree = forest(range(size), neighbours)
        sums = tree.sums(weights.__getitem__)
        for lines_of_class in two_line_cuts(cycle_labels(tree, neighbours, rng)):
            for one, other in combinations(lines_of_class, 2):
                sides = [reached_without(end, neighbours, {one, other}) for end in lines[one]]
                assert tree.pair_sum(sums, one, other) in [sum(weights[node] for node in side) for side in sides]


def test_the_label_of_a_bridge_is_zero_and_that_of_a_line_of_a_loop_is_not() -> None:
    for size, lines in random_graphs(10, 100):
        neighbours = graph(size, lines)
        tree = forest(range(size), neighbours)
        labels = cycle_labels(tree, neighbours, Random(10))
        assert set(labels) == set(range(len(lines)))
        assert {line for line, label in labels.items() if not label} == {bridge.line for bridge in tree.bridges}


def test_strong_components_are_the_nodes_that_reach_each_other() -> None:
    rng = Random(11)
    for _ in range(200):
        size = rng.randint(1, 9)
        arcs: list[Lines] = [[] for _ in range(size)]
        for _ in range(rng.randint(0, 20)):
            arcs[rng.randrange(size)].append((0, rng.randrange(size)))
        components = strong_components(size, [[other for _, other in out] for out in arcs].__getitem__)
        ways = [reached_without(node, arcs.__getitem__) for node in range(size)]
        for one, other in product(range(size), repeat=2):
            assert (components[one] == components[other]) == (other in ways[one] and one in ways[other])
            assert components[one] >= components[other] or other not in ways[one]


def joins(grid: Grid, lines: bytes) -> Neighbours:
    """The graph of a position in which every line is met from beyond."""

    def neighbours(cell: int) -> list[tuple[int, int]]:
        return [(grid.line(cell, side), grid.ways[side][cell]) for side in SIDES_OF[lines[cell]]]

    return neighbours


def loops_of(grid: Grid, lines: bytes) -> set[int]:
    tree = forest(range(grid.size), joins(grid, lines))
    drawn = {grid.line(cell, side) for cell in range(grid.size) for side in SIDES_OF[lines[cell]]}
    return drawn - {line for line, _ in tree.bridges}


def test_the_bar_of_a_dumb_bell_is_no_loop() -> None:
    grid = Grid(6, 2)
    lines = bytes([E | S, W | S | E, W | E, W | E, W | E | S, W | S, N | E, N | W, 0, 0, N | E, N | W])
    bar = {grid.line(1, E), grid.line(2, E), grid.line(3, E)}
    drawn = {grid.line(cell, side) for cell in range(12) for side in SIDES_OF[lines[cell]]}
    assert loops_of(grid, lines) == drawn - bar


def test_two_loops_around_a_torus_that_meet_in_one_cell_are_both_loops() -> None:
    grid = Grid(4, 3, TORUS)
    lines = bytearray(12)
    for x in range(4):
        lines[grid.cell(x, 1)] |= E | W
    for y in range(3):
        lines[grid.cell(2, y)] |= N | S
    assert len(loops_of(grid, bytes(lines))) == 4 + 3


@pytest.mark.parametrize(
    ("width", "height", "mask", "looped"),
    [(2, 1, E | W, 2), (2, 2, E | W, 4), (1, 2, E | W, 2), (2, 1, N | S, 2), (1, 3, 15, 6), (2, 2, 15, 8)],
)
def test_on_narrow_wrapped_boards_double_lines_and_lines_from_a_cell_to_itself_are_loops(
    width: int, height: int, mask: int, looped: int
) -> None:
    grid = Grid(width, height, TORUS)
    assert len(loops_of(grid, bytes([mask]) * grid.size)) == looped


def test_a_single_line_between_two_cells_of_a_wrapped_pair_is_no_loop() -> None:
    assert loops_of(Grid(2, 1, TORUS), bytes([E, W])) == set()
    assert loops_of(Grid(2, 1, TORUS), bytes([W, E])) == set()


def long_path(size: int) -> Neighbours:
    return lambda node: [(near, other) for near, other in ((node - 1, node - 1), (node, node + 1)) if 0 <= other < size]


@pytest.mark.parametrize("start", [0, 50_000])
def test_a_path_of_a_hundred_thousand_nodes_needs_no_recursion(start: int) -> None:
    size = 100_000
    neighbours = long_path(size)
    tree = forest((start,), neighbours)
    assert len(tree.bridges) == size - 1
    assert two_line_cuts(cycle_labels(tree, neighbours, Random(1))) == []


def test_strong_components_of_a_long_ring_need_no_recursion() -> None:
    size = 100_000
    successors: Callable[[int], list[int]] = lambda node: [(node + 1) % size]  # noqa: E731 - a graph in one line
    assert set(strong_components(size, successors)) == {0}


def test_a_forest_without_starts_is_empty() -> None:
    tree: Forest = forest((), lambda node: [])
    assert (tree.order, tree.bridges) == ([], [])
