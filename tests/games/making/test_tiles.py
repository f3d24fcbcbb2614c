"""What new boards of turning tiles are made from: trees, lines, changes to them, and the turns that hide them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import TURNS, E, Grid, S
from termpuzzles.board.surface import CYLINDER_ACROSS, CYLINDER_DOWN, TORUS
from termpuzzles.board.survey import survey
from termpuzzles.games import judges, named
from termpuzzles.games.making import random_lines, random_tree
from termpuzzles.games.making.maker import scramble, scramble_without_loops
from termpuzzles.games.making.params import STYLES, Params
from termpuzzles.games.model import Puzzle
from tests.logic.trees import is_tree, walls

GRIDS = [
    Grid.make(7, 5),
    Grid.make(6, 6, TORUS),
    Grid.make(2, 9, TORUS),
    Grid.make(1, 8),
    Grid.make(8, 1, TORUS),
    Grid.make(6, 6, CYLINDER_DOWN, walls(Random(4), 6, 6, 0.1)),
]


def fits(grid: Grid, masks: bytes | bytearray) -> bool:
    return judges.fits(grid, bytes(masks))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_every_style_draws_a_tree_through_all_cells(grid: Grid, style: str) -> None:
    for seed in range(5):
        masks = random_tree.draw(grid, Params(grid.width, grid.height, style=style), Random(seed))
        assert fits(grid, masks)
        assert all(masks)
        assert is_tree(grid, masks)


def test_uniform_gives_each_tree_the_same_chance() -> None:
    rng = Random(1)
    grid = Grid.make(3, 2)
    drawn = Counter(bytes(random_tree.uniform(grid, rng)) for _ in range(6_000))
    assert len(drawn) == 15
    assert 320 < min(drawn.values()) <= max(drawn.values()) < 480


def test_growth_draws_no_cross_where_it_can_do_without() -> None:
    assert not any(15 in random_tree.grown_tree(Grid.make(20, 20), Random(seed)) for seed in range(5))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_a_tree_that_is_mended_is_still_a_tree(grid: Grid) -> None:
    rng = Random(1)
    params = Params(grid.width, grid.height)
    masks = random_tree.draw(grid, params, rng)
    seen = {bytes(masks)}
    for _ in range(60):
        patch = sorted({rng.randrange(grid.size) for _ in range(rng.randint(1, 4))})
        random_tree.mend(grid, masks, [patch], params, rng)
        assert fits(grid, masks)
        assert is_tree(grid, masks)
        seen.add(bytes(masks))
    assert len(seen) > 10 or 1 in (grid.width, grid.height)


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_lines_drawn_and_mended_have_no_loose_end(grid: Grid) -> None:
    rng = Random(1)
    params = Params(grid.width, grid.height)
    masks = random_lines.draw(grid, params, rng)
    assert fits(grid, masks)
    for _ in range(40):
        before = bytes(masks)
        patch = [rng.randrange(grid.size)]
        random_lines.mend(grid, masks, [patch], params, rng)
        assert fits(grid, masks)
        assert bytes(masks) != before
        assert masks[patch[0]] != before[patch[0]]


def test_a_tile_with_walls_all_around_is_not_mended_but_the_others_of_its_patch_are() -> None:
    grid, params = Grid.make(3, 2, walls=[(0, E), (0, S)]), Params(3, 2, density=0.98)
    for seed in range(10):
        masks = bytearray(6)
        random_lines.mend(grid, masks, [[0, 5]], params, Random(seed))
        assert masks[0] == 0
        assert masks[5] > 0


@pytest.mark.parametrize("density", [0.2, 0.5, 0.8])
def test_mending_keeps_to_the_density(density: float) -> None:
    rng = Random(1)
    grid, params = Grid.make(30, 30), Params(30, 30, density=density)
    masks = random_lines.draw(grid, params, rng)
    lines = sum(1 for _ in grid.lines())
    for _ in range(400):
        random_lines.mend(grid, masks, [[rng.randrange(grid.size)] for _ in range(10)], params, rng)
    assert abs(sum(mask.bit_count() for mask in masks) / 2 / lines - density) < 0.05


def lines_changed(grid: Grid, before: bytes, after: bytes | bytearray) -> int:
    """How many lines of two boards without loose ends differ."""
    return sum((one ^ other).bit_count() for one, other in zip(before, after, strict=True)) // 2


@pytest.mark.parametrize(
    ("density", "lines", "cells", "changes"),
    [
        *((0.5, lines, cells, 1 + cells // 6) for lines in ("none", "all") for cells in (1, 5, 6, 11, 12, 36)),
        *((0.25, "all", cells, 2 * (1 + cells // 6)) for cells in (5, 6)),
        *((0.75, "none", cells, 2 * (1 + cells // 6)) for cells in (5, 6)),
        *((0.2, "all", cells, round(2.5 * (1 + cells // 6))) for cells in (5, 6, 12)),
    ],
)
def test_a_line_is_changed_for_every_six_cells_of_a_patch_and_oftener_where_most_changes_are_refused(
    density: float, lines: str, cells: int, changes: int
) -> None:
    grid, params = Grid.make(40, 40, TORUS), Params(40, 40, density=density)
    patch = [grid.cell(3 * number % 40, 3 * (3 * number // 40)) for number in range(cells)]
    before = bytes(grid.size) if lines == "none" else b"\x0f" * grid.size
    most = 0
    for seed in range(12):  # now and then the same line is changed twice
        masks = bytearray(before)
        random_lines.mend(grid, masks, [patch], params, Random(seed))
        most = max(most, lines_changed(grid, before, masks))
    assert most == changes


def test_a_cell_without_a_way_out_keeps_no_other_of_its_patch_from_being_changed() -> None:
    grid, params = Grid.make(5, 5, TORUS, [(12, 4), (12, 2), (11, 4), (7, 2)]), Params(5, 5, density=0.1)
    before = bytes(grid.open_sides)
    changed = 0
    for seed in range(40):
        masks = bytearray(before)
        random_lines.mend(grid, masks, [[12, 0]], params, Random(seed))
        changed += masks[0] != before[0]
    assert changed > 32, "one time in 32 none of five tries is at the other cell"


@pytest.mark.parametrize(("cells", "links"), [(1, 1), (5, 1), (6, 2), (11, 2), (12, 3)])
def test_a_tree_is_linked_anew_once_and_again_for_every_six_cells_of_a_patch(cells: int, links: int) -> None:
    grid, params = Grid.make(12, 12), Params(12, 12)
    most = 0
    for seed in range(25):
        rng = Random(seed)
        tree = random_tree.draw(grid, params, rng)
        before = bytes(tree)
        random_tree.mend(grid, tree, [list(range(40, 40 + cells))], params, rng)
        most = max(most, lines_changed(grid, before, tree))
    assert most == 2 * links


def test_a_drawn_board_has_a_tile_to_turn_however_few_lines_there_are() -> None:
    for seed in range(20):
        for density in (0.01, 0.99):
            masks = random_lines.draw(Grid.make(2, 2, CYLINDER_ACROSS), Params(2, 2, density=density), Random(seed))
            assert any(mask not in (0, 15) for mask in masks)


@pytest.mark.parametrize("name", ["net", "infinity"])
def test_every_turn_of_every_tile_comes_about_equally_often(name: str) -> None:
    grid, rng = Grid.make(8, 8, TORUS), Random(1)
    solved = bytes(random_tree.draw(grid, Params(8, 8, TORUS), rng))
    problem = Puzzle(named(name), grid, solved).problem()
    chances: dict[int, Counter[int]] = {}
    for _ in range(300):
        for tile, turned in zip(solved, scramble(problem, solved, rng), strict=True):
            chances.setdefault(tile, Counter())[turned] += 1
    for tile, times in chances.items():
        assert set(times) == set(TURNS[tile])
        fair = times.total() / len(times)
        assert all(abs(often - fair) < 0.15 * fair for often in times.values())


@pytest.mark.parametrize("size", [(2, 1), (3, 1), (2, 2), (3, 3)])
def test_scrambling_leaves_no_board_solved(size: tuple[int, int]) -> None:
    grid, rng = Grid.make(*size), Random(1)
    for _ in range(50):
        solved = bytes(random_tree.draw(grid, Params(*size), rng))
        for name, scrambled in (("net", scramble_without_loops), ("infinity", scramble)):
            problem = Puzzle(named(name), grid, solved).problem()
            turned = scrambled(problem, solved, rng)
            assert not problem.judge(turned)
            assert all(tile in TURNS[mask] for tile, mask in zip(turned, solved, strict=True))


@pytest.mark.parametrize("grid", GRIDS, ids=str)
def test_scrambling_a_net_leaves_no_loop(grid: Grid) -> None:
    rng = Random(1)
    for _ in range(10):
        solved = bytes(random_tree.draw(grid, Params(grid.width, grid.height), rng))
        turned = scramble_without_loops(Puzzle(named("net"), grid, solved).problem(), solved, rng)
        assert not any(survey(grid, turned).looped)


@pytest.mark.parametrize("density", [0.1, 0.9])
def test_random_lines_always_leave_some_tile_to_turn(density: float) -> None:
    grid, rng = Grid.make(2, 2, TORUS), Random(density)
    for _ in range(50):
        masks = random_lines.draw(grid, Params(2, 2, density=density), rng)
        assert fits(grid, masks)
        assert any(TURNS[mask][1] != mask for mask in masks)
