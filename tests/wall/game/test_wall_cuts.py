"""What walls would cut off, against removing lines and looking again."""

from itertools import product
from random import Random

from termpuzzles.board.graph import forest, reached_without
from termpuzzles.board.grid import Grid
from termpuzzles.wall.game.cuts import DoubleCut, separating_bridges
from tests.board.surfaces import glued
from tests.board.test_graph import Lines, graph, long_path, random_graphs


def test_separating_bridges_are_those_without_which_a_pair_is_no_longer_joined() -> None:
    rng = Random(8)
    for size, lines in random_graphs(8, 200):
        neighbours = graph(size, lines)
        tree = forest(range(size), neighbours)
        pairs = [(rng.randrange(size), rng.randrange(size)) for _ in range(rng.randint(0, 4))]
        joined = [(one, other) for one, other in pairs if other in reached_without(one, neighbours, ())]
        expected = {
            line
            for line in range(len(lines))
            if any(other not in reached_without(one, neighbours, {line}) for one, other in joined)
        }
        assert separating_bridges(tree, pairs, rng) == expected


def check_double_cuts(size: int, lines: Lines, source: int, target: int, rng: Random) -> None:
    neighbours = graph(size, lines)
    cut = DoubleCut(source, target, neighbours, rng)
    for one, other in product(range(len(lines)), repeat=2):
        assert cut.separates(one, other) == (target not in reached_without(source, neighbours, {one, other}))


def test_two_lines_separate_two_nodes_exactly_when_removing_them_leaves_no_way() -> None:
    rng = Random(6)
    for size, lines in random_graphs(6, 120):
        check_double_cuts(size, lines, rng.randrange(size), rng.randrange(size), rng)


def test_two_lines_separate_on_grids_of_five_by_five() -> None:
    rng = Random(7)
    for _ in range(6):
        grid = Grid.make(5, 5, glued(rng.random() < 0.3, rng.random() < 0.3))
        lines = [grid.ends(line) for line in grid.lines() if rng.random() < rng.choice((0.5, 0.7))]
        check_double_cuts(grid.size, lines, rng.randrange(25), rng.randrange(25), rng)


def test_in_a_path_of_a_hundred_thousand_nodes_each_line_separates_the_ends() -> None:
    size = 100_000
    assert DoubleCut(0, size - 1, long_path(size), Random(1)).separates(7, 7)
