"""Whole boards at once: the local rule is complete, all rules are sound, and nothing leaks round the borders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import product
from operator import and_, or_
from pathlib import Path
from random import Random

import pytest

from termpuzzles.board.grid import MASK_OF, MASKS, OPPOSITE, SIDES, TURNS, E, Grid, N, S, W
from termpuzzles.board.surface import CYLINDER_ACROSS, CYLINDER_DOWN, TORUS
from termpuzzles.games import named
from termpuzzles.games.making.random_tree import depth_first, grown_tree, uniform
from termpuzzles.games.model import Puzzle
from termpuzzles.logic import bitboards
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.bitboards import fixpoint, solved_tree, tree
from termpuzzles.logic.bitboards.frame import NOTHING, NOTHING_GIVEN, Frame, KnownLines, Sides, TileBits
from termpuzzles.logic.counting.sweep import undecided
from termpuzzles.logic.problem import Problem, Whole
from termpuzzles.logic.task import finish
from tests import corpus
from tests.board.surfaces import glued
from tests.data.sweep import share
from tests.logic.bitboards import local
from tests.logic.boards import infinity_problem
from tests.logic.trees import ORBITS, is_tree, random_tree, tree_problem, walls

SEEDS = range(share(60))


def edge_problem(grid: Grid, masks: list[int]) -> Problem:
    return Problem(grid, bytes(masks), ORBITS, Whole.LINES, ("edge",), lambda full: True)


def settle_slowly(grid: Grid, masks: list[int], given: Mapping[int, int] = NOTHING_GIVEN) -> list[int] | None:
    """The local rule the slow way, cell by cell until nothing changes: domains, or None on a contradiction."""
    left = [ORBITS[mask] for mask in masks]
    for cell, domain in given.items():
        some = [mask for mask in MASKS if (left[cell] & domain) >> mask & 1]
        same = [side for side in SIDES if len({mask & side for mask in some}) == 1]
        left[cell] = sum(
            1 << mask for mask in set(TURNS[masks[cell]]) if all(mask & side == some[0] & side for side in same)
        )
    changed = True
    while changed:
        changed = False
        for cell in range(grid.size):
            for mask in MASKS:
                if left[cell] >> mask & 1 and not all(supported(grid, left, cell, mask, side) for side in SIDES):
                    left[cell] ^= 1 << mask
                    changed = True
    return left if all(left) else None


def supported(grid: Grid, left: list[int], cell: int, mask: int, side: int) -> bool:
    other = grid.beyond(cell, side)
    if other is None:
        return not mask & side
    if other == cell:
        return bool(mask & side) == bool(mask & OPPOSITE[side])
    return any(left[other] >> facing & 1 and bool(facing & OPPOSITE[side]) == bool(mask & side) for facing in MASKS)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_local_rule_says_the_same_as_cell_by_cell(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        grid = local.random_grid(rng, 30)
        masks = local.random_lines(rng, grid, rng.choice((0.3, 0.5, 0.7)))
        if rng.random() < 0.3:
            masks[rng.randrange(grid.size)] = rng.choice(MASKS)
        found = bitboards.settle(edge_problem(grid, masks))
        expected = settle_slowly(grid, masks)
        assert found.contradiction == (expected is None)
        if expected is not None:
            assert found.domains() == expected


@pytest.mark.parametrize("seed", range(20))
def test_lines_on_which_all_given_masks_of_a_cell_agree_count_as_known(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        grid = local.random_grid(rng, 20)
        masks = local.random_lines(rng, grid, rng.choice((0.3, 0.5, 0.7)))
        chosen = rng.sample(range(grid.size), min(grid.size, rng.randint(1, 3)))
        given = {cell: 1 << masks[cell] | rng.getrandbits(16) & rng.getrandbits(16) for cell in chosen}
        found = finish(bitboards.settling(edge_problem(grid, masks), given=given))
        expected = settle_slowly(grid, masks, given)
        assert found.contradiction == (expected is None)
        if expected is not None:
            assert found.domains() == expected


@pytest.mark.parametrize("seed", SEEDS)
def test_no_turn_of_any_solution_is_dropped_on_small_boards(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        grid = local.random_grid(rng, 12)
        masks = random_tree(rng, grid, rng.choice((0, 0.2)))
        if rng.random() < 0.3:
            masks[rng.randrange(grid.size)] = rng.choice(MASKS)
        found = bitboards.settle(tree_problem(grid, masks))
        left = found.domains()
        for solution in local.solutions(grid, [ORBITS[mask] for mask in masks]):
            if is_tree(grid, solution):
                assert not found.contradiction
                assert all(left[cell] >> mask & 1 for cell, mask in enumerate(solution)), (grid, masks)


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_tree_that_was_drawn_is_never_ruled_out(seed: int, deep: bool) -> None:
    rng = Random(seed)
    for _ in range(12):
        width, height = rng.randint(1, 12), rng.randint(2, 12)
        wrap_x, wrap_y = rng.choice(((False, False), (True, True), (True, False), (False, True)))
        grid = Grid.make(width, height, glued(wrap_x, wrap_y), walls(rng, width, height, rng.choice((0, 0, 0.15))))
        masks = random_tree(rng, grid, rng.choice((0, 0, 0.15)), deep)
        found = bitboards.settle(tree_problem(grid, masks))
        assert not found.contradiction
        assert all(domain >> mask & 1 for domain, mask in zip(found.domains(), masks, strict=True))


@pytest.mark.parametrize("seed", range(12))
def test_boards_are_solved_alike_with_and_without_bitboards(seed: int) -> None:
    rng = Random(seed)
    for _ in range(5):
        width, height, wraps = rng.randint(2, 7), rng.randint(1, 7), rng.random() < 0.5
        grid = Grid.make(width, height, glued(wraps, wraps), walls(rng, width, height, rng.choice((0, 0.1))))
        problem = tree_problem(grid, random_tree(rng, grid, rng.choice((0, 0, 0.15)), rng.random() < 0.5))
        whole = finish(solutions(problem, 4))
        by_cells = finish(solutions(problem, 4, [problem.domain_of(cell) for cell in range(grid.size)]))
        assert len(whole) == len(by_cells)
        assert len(whole) == 4 or sorted(whole) == sorted(by_cells)


def test_a_tile_whose_four_sides_the_neighbours_settle_is_still_checked() -> None:
    # The crosses draw all four lines of the bar in the middle.
    masks = [N | S if cell == 4 else 15 for cell in range(9)]
    assert bitboards.settle(edge_problem(Grid.make(3, 3, TORUS), masks)).contradiction


def test_a_chain_longer_than_the_passes_is_left_open_but_not_wrong() -> None:
    # One row, in which a bar might also join itself round the board: the ends settle the bars one after the other.
    length = fixpoint.PASSES * 3
    found = bitboards.settle(edge_problem(Grid.make(length, 1, CYLINDER_DOWN), [N, *[N | S] * (length - 2), N]))
    assert not found.contradiction
    assert 0 < len(found.left) < length
    assert all(domain >> (E | W) & 1 for domain in found.domains()[1:-1])


@pytest.mark.parametrize(("wrap_x", "wrap_y"), [(False, False), (True, False), (False, True), (True, True)])
def test_bitboards_move_as_the_grid_says(wrap_x: bool, wrap_y: bool) -> None:
    for width, height in ((1, 2), (2, 1), (2, 2), (3, 2), (5, 4)):
        grid = Grid.make(width, height, glued(wrap_x, wrap_y))
        frame = Frame(grid)
        for cell in range(grid.size):
            bitboard = frame.bitboard_of_places([cell])
            beyond = frame.across(Sides(bitboard, bitboard, bitboard, bitboard))
            for side, moved in zip(SIDES, beyond, strict=True):
                assert frame.places(moved) == [place for place in range(grid.size) if grid.beyond(place, side) == cell]


@pytest.mark.parametrize("mask", [N, E | W, S | W, N | E | W, N | E | S | W, 0])
def test_every_tile_that_turns_or_is_held_to_one_turn_fits_into_bitboards(mask: int) -> None:
    assert bitboards.fits(edge_problem(Grid(2, 2), [mask] * 4))
    two_ends = Problem(Grid(2, 1), bytes(2), (1 << N | 1 << S,), Whole.LINES, ("edge",), lambda full: True)
    assert not bitboards.fits(two_ends)


@pytest.mark.parametrize("number", [0, 1, 99, 101, 150, 900, 1600])
def test_the_cells_of_a_bitboard_are_those_that_it_was_made_of(number: int) -> None:
    frame, rng = Frame(Grid(40, 40)), Random(number)
    cells = sorted({*rng.sample(range(1600), number), *([0, 1599] if number else [])})
    bitboard = frame.bitboard_of_places(cells)
    assert frame.places(bitboard) == cells
    assert [cell for cell, mark in enumerate(frame.marks(bitboard)) if mark] == cells


def test_the_lowest_of_some_cells_is_the_first_of_them() -> None:
    rng, frame = Random(5), Frame(Grid(7, 6, CYLINDER_ACROSS))
    for _ in range(50):
        cells = sorted(rng.sample(range(42), rng.randint(1, 9)))
        assert frame.lowest(frame.bitboard_of_places(cells)) == cells[0]


@pytest.mark.parametrize("kind", range(4))
def test_passes_over_a_tree_find_exactly_what_the_turns_left_to_a_tile_share(kind: int) -> None:
    """Tries all that may be known of a tile's sides and dead ends; a turn needs a side that is no dead end."""
    grid, centre = Grid(3, 3), 4
    frame = Frame(grid)
    here = frame.bitboard_of_places([centre])
    tiles = TileBits(*(here if kind == other else 0 for other in range(5)))
    turns = TURNS[(N, N | S, N | E, N | E | S)[kind]]
    for dead, drawn, out in product(range(16), repeat=3):
        left = [mask for mask in turns if mask & drawn == drawn and not mask & out and mask & ~dead]
        if not left:
            continue  # a contradiction, which may show at any side
        lines = KnownLines(*(Sides(*(here * bool(known & side) for side in (N, E, S, W))) for known in (drawn, out)))
        ends = Sides(*(here * bool(dead & side) for side in (N, E, S, W)))
        for _ in range(2):
            lines = tree.tree_pass(frame, tiles, tree.Facts(lines, NOTHING), ends).lines
        computed = [frame.masks_at(sides, here)[centre] for sides in lines]
        assert computed == [reduce(and_, left), 15 & ~reduce(or_, left)], (turns, dead, drawn, out)


def test_a_line_is_dead_where_every_turn_left_that_takes_it_leads_only_to_dead_ends() -> None:
    rng, ways, kinds = Random(6), (N, E, S, W), (N, N | S, N | E, N | E | S, 15)
    turns = {N | E: (N | E, E | S, S | W, W | N), N | E | S: tuple(15 ^ side for side in ways)}  # by their numbers
    for number in range(60):
        grid = Grid.make(5, 4, glued(number % 2 == 0, number % 3 == 0))
        frame, cells = Frame(grid), range(grid.size)
        masks = [rng.choice((0, *kinds)) for _ in cells]
        out, dead = ([{cell for cell in cells if rng.random() < share} for _ in ways] for share in (0.4, 0.6))
        bits = [frame.bitboard_of_places([cell for cell in cells if masks[cell] == kind]) for kind in kinds]
        known = [Sides(*(frame.bitboard_of_places(sorted(some)) for some in found)) for found in (out, dead)]
        computed = frame.stripped(frame.masks(Sides(*tree.dead_ends(frame, TileBits(*bits), *known))))
        for cell, side in product(cells, ways):
            tile = grid.beyond(cell, side)
            if tile is None:
                continue
            mask, back = masks[tile], OPPOSITE[side]
            left = [turn for turn, ruled_out in zip(turns.get(mask, ()), out, strict=False) if tile not in ruled_out]
            onward = [turn ^ back for turn in (left if mask in turns else set(TURNS[mask])) if turn & back]
            is_dead = all(tile in dead[at] for turn in onward for at in range(4) if turn & ways[at])
            assert bool(computed[cell] & side) == (mask > 0 and is_dead), (grid, mask, left)


def test_a_ball_is_never_counted_too_small() -> None:
    for width, height, wrap in ((1, 7, True), (2, 5, True), (4, 4, True), (5, 3, False), (6, 6, True), (7, 2, True)):
        grid = Grid.make(width, height, glued(wrap, wrap))
        frame = Frame(grid)
        for joined in range(2, grid.size + 1):
            steps = tree.deepest(frame, joined)
            assert max(ball(grid, cell, steps) for cell in range(grid.size)) < joined


def ball(grid: Grid, centre: int, steps: int) -> int:
    reached = {centre}
    for _ in range(steps):
        reached |= {other for cell in reached for side in SIDES if (other := grid.beyond(cell, side)) is not None}
    return len(reached)


def test_each_of_the_corpus_boards_with_one_solution_keeps_it_and_most_are_settled() -> None:
    # Every tenth board of the corpus. The boards left open need the sizes of dead ends, or more.
    rows = corpus.rows("net/unique.tsv")[::10]
    unsettled = 0
    for identity, solution in rows:
        problem = read_net(identity)
        found = bitboards.settle(problem)
        assert not found.contradiction
        assert all(
            domain >> NET_BITS[int(digit, 16)] & 1 for domain, digit in zip(found.domains(), solution, strict=True)
        )
        unsettled += bool(found.left)
    assert unsettled * 20 < len(rows)


NET_BITS = [
    (mask & 1) << 2 | (mask & 2) << 2 | (mask & 4) >> 2 | (mask & 8) >> 2 for mask in MASKS
]  # right 1, up 2, left 4, down 8


def read_net(identity: str) -> Problem:
    size, tiles = identity.split(":")
    wrap = size.endswith("w")
    width, height = map(int, size.rstrip("w").split("x"))
    masks: list[int] = []
    barriers = []
    for letter in tiles:
        if letter in "vh":
            barriers.append((len(masks) - 1, 4 if letter == "v" else 2))
        else:
            masks.append(NET_BITS[int(letter, 16)])
    return tree_problem(Grid.make(width, height, glued(wrap, wrap), barriers), masks)


def test_the_classic_board_is_settled_by_the_local_rule() -> None:
    text = (Path(__file__).parents[3] / "levels" / "infinity" / "classic.loops").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if row[0] != "#"]
    masks = [MASK_OF[letter] for row in rows for letter in row]
    found = bitboards.settle(edge_problem(Grid.make(len(rows[0]), len(rows)), masks))
    assert not found.contradiction
    assert not found.left
    assert all(mask in TURNS[tile] for mask, tile in zip(found.drawn, masks, strict=True))


def test_contradictions_are_lines_both_drawn_and_ruled_out() -> None:
    frame = Frame(Grid.make(2, 1))
    nothing = Sides(0, 0, 0, 0)
    assert not fixpoint.contradicts(KnownLines(Sides(0, 1, 0, 0), nothing))
    assert fixpoint.contradicts(KnownLines(Sides(0, 1, 0, 0), frame.closed._replace(e=1)))


@pytest.mark.parametrize("seed", range(20))
def test_knowing_the_solution_of_a_tree_leaves_the_same_cells_open(seed: int) -> None:
    rng = Random(seed)
    for _ in range(8):
        wrap_x, wrap_y = rng.random() < 0.5, rng.random() < 0.5
        width, height = rng.randint(1, 20), rng.randint(2, 20)
        grid = Grid.make(width, height, glued(wrap_x, wrap_y))
        masks = rng.choice((grown_tree, uniform, depth_first))(grid, rng)
        if rng.random() < 0.3:
            free = [(cell, side) for cell, mask in enumerate(masks) for side in (E, S) if not mask & side]
            grid = Grid.make(width, height, glued(wrap_x, wrap_y), rng.sample(free, len(free) // 4))
        patience = rng.choice((1, 8, 200))
        found = finish(solved_tree.still_open(Frame(grid), masks, patience))
        settled = bitboards.settle(Puzzle(named("net"), grid, bytes(masks)).problem(), None, patience)
        if found is None:
            assert min(width, height) == 1 or not settled.finished
            continue
        assert found == {cell: undecided(domain) for cell, domain in settled.left.items()}


@pytest.mark.parametrize(("height", "finished"), [(398, True), (400, True), (402, False), (404, False)])
def test_a_chain_of_conclusions_is_followed_for_two_hundred_passes_from_each_end(height: int, finished: bool) -> None:
    tiles = bytes([S | E, S | W, N | E, N | W]) * (height // 2)
    found = bitboards.settle(infinity_problem(Grid.make(2, height), tiles))
    assert (found.finished, found.contradiction) == (finished, False)
    assert len(found.left) == 2 * max(0, height - 400)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (4, 1), (2, 2), (3, 2), (2, 5), (4, 4), (5, 3), (6, 7)])
def test_the_deepest_ball_is_the_largest_on_a_wrapped_board_that_holds_too_few_cells(width: int, height: int) -> None:
    frame = Frame(Grid.make(width, height, TORUS))
    balls = []
    for steps in range(1, width + height + 1):
        across = [min(x, width - x) for x in range(width)]
        down = [min(y, height - y) for y in range(height)]
        balls.append(sum(x + y <= steps for x in across for y in down))
    for joined in range(width * height + 1):
        assert tree.deepest(frame, joined) == sum(ball < joined for ball in balls)
