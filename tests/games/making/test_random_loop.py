"""A random loop: always one loop, about as long as asked, the same for the same seed, and still one after a change."""

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.games.making import random_loops
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import (
    draw_one_loop,
    growth_of_one_loop,
    mend_one_loop,
    offer_one_loop,
    refuse_one_loop,
)
from tests.approved import approve
from tests.logic.tally import Tally

SIZES = ((2, 2), (2, 5), (3, 3), (7, 4), (10, 10))


def params_for(share: float) -> Params:
    """Params that ask for a loop through that share of the cells; the size does not matter."""
    return Params(2, 2, density=share / 1.6)


def is_one_loop(grid: Grid, masks: bytes) -> bool:
    """Whether all lines are one loop: two in each of its cells, all met, and all of these cells joined."""
    cells = [cell for cell, mask in enumerate(masks) if mask]
    seen, waiting = {cells[0]}, [cells[0]]
    while waiting:
        cell = waiting.pop()
        for side in SIDES_OF[masks[cell]]:
            other = grid.beyond(cell, side)
            if other is None or not masks[other] & OPPOSITE[side]:
                return False
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(cells) and all(DEGREE[masks[cell]] == 2 for cell in cells)


@pytest.mark.parametrize("size", SIZES)
def test_a_drawn_loop_is_one_loop_about_as_long_as_asked(size: tuple[int, int]) -> None:
    grid, rng = Grid(*size), Random("draw")
    for share in (0.0, 0.4, 0.7):
        masks = bytes(draw_one_loop(grid, params_for(share), rng))
        assert is_one_loop(grid, masks)
        cells = grid.size - masks.count(0)
        assert cells <= max(4, share * grid.size + 2)
        assert size != (10, 10) or cells >= share * grid.size


def test_a_share_that_no_loop_can_have_still_gives_one_loop() -> None:
    grid = Grid(3, 3)
    assert is_one_loop(grid, bytes(draw_one_loop(grid, params_for(1.0), Random(1))))


def test_growth_accepts_exactly_the_squares_that_leave_one_loop() -> None:
    rng = Random("growth")
    for _ in range(200):
        grid = Grid(rng.randint(2, 6), rng.randint(2, 6))
        masks = draw_one_loop(grid, params_for(rng.random()), rng)
        before = grid.size - masks.count(0)
        for square in range(grid.size):
            if square % grid.width == grid.width - 1 or square >= grid.size - grid.width:
                continue
            turned = bytearray(masks)
            for cell, sides in ((0, 6), (1, 3), (grid.width, 12), (grid.width + 1, 9)):
                turned[square + cell] ^= sides
            more = growth_of_one_loop(masks, grid.width, square)
            assert (more is not None) == (any(turned) and is_one_loop(grid, bytes(turned)))
            assert more is None or more == grid.size - turned.count(0) - before


def test_a_changed_loop_is_one_loop() -> None:
    rng = Random("changed")
    grid = Grid(8, 8)
    loop = draw_one_loop(grid, params_for(0.7), rng)
    changes = 0
    for _ in range(500):
        other = random_loops.changed(grid, loop, rng.randrange(grid.size), rng, growth_of_one_loop)
        assert is_one_loop(grid, bytes(other))
        changes += other != loop
        loop = other
    assert changes > 100


def test_mending_changes_the_loop_near_the_open_cells_and_keeps_its_length() -> None:
    rng = Random("mend")
    grid = Grid(12, 12)
    masks = draw_one_loop(grid, params_for(0.8), rng)
    for _ in range(100):
        before, cell = bytes(masks), rng.randrange(grid.size)
        if not any(random_loops.changed(grid, masks, cell, rng, growth_of_one_loop) != masks for _ in range(50)):
            continue
        mend_one_loop(grid, masks, [[cell]], params_for(0.8), rng)
        assert is_one_loop(grid, bytes(masks))
        x, y = grid.place(cell)
        moved = [grid.place(other) for other in range(grid.size) if masks[other] != before[other]]
        assert moved
        assert all(abs(column - x) <= 8 and abs(row - y) <= 8 for column, row in moved)
        assert abs(grid.size - masks.count(0) - 0.8 * grid.size) < 0.1 * grid.size


def offered(grid: Grid, params: Params, seed: str) -> list[tuple[int, int]]:
    """How many cells a loop passes before each change that is offered, and after it, where every change is taken."""
    masks, found = bytearray(grid.size), []
    for other in offer_one_loop(grid, masks, params, Random(seed)):
        assert is_one_loop(grid, bytes(other))
        found.append((grid.size - masks.count(0), grid.size - other.count(0)))
        masks[:] = other
    return found


def test_a_loop_as_long_as_asked_for_is_offered_other_ways_of_that_length_or_less() -> None:
    grid, enough = Grid(10, 10), 44  # within 6 of the 50 asked for
    changes = [each for number in range(4) for each in offered(grid, params_for(0.5), f"offer {number}")]
    assert {after - before for before, after in changes if before >= enough} == {0, -2}
    assert {after - before for before, after in changes if before < enough} == {2, 0, -2}
    assert {before for before, _ in changes if before >= enough} == {enough}


def test_how_many_changes_are_offered_is_as_approved() -> None:
    tally = Tally()
    for width, height, share in ((2, 2, 0.8), (2, 7, 0.8), (4, 4, 0.5), (6, 5, 0.8), (7, 7, 1.0), (9, 8, 0.3)):
        for number in range(3):
            changes = offered(Grid(width, height), params_for(share), f"offered {number}")
            kinds = Counter(after - before for before, after in changes)
            last = changes[-1][1] if changes else 0
            row = f"{width}x{height} {share}"
            tally.add(row, longer=kinds[2], as_long=kinds[0], shorter=kinds[-2], cells_at_last=last)
    approve(__file__, "offered", tally.text)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_the_smallest_boards_are_never_rated_no_loop(width: int, height: int) -> None:
    assert "never needs more than 'Two lines each'" in refuse_one_loop(Params(width, height, rating="no loop"))
    assert not refuse_one_loop(Params(width, height, rating="no loop", at_most=True))
    assert not refuse_one_loop(Params(width, height + 2, rating="no loop"))


@pytest.mark.parametrize("rating", ["parity", "pairs", "parity type 1", "parity type 2", "one step ahead"])
def test_boards_of_up_to_sixteen_cells_have_none_of_the_harder_ratings(rating: str) -> None:
    for width, height in ((4, 4), (8, 2), (2, 8), (3, 5)):
        assert "at most 16 cells" in refuse_one_loop(Params(width, height, rating=rating))
        assert not refuse_one_loop(Params(width, height, rating=rating, at_most=True))
    assert ("43x20" in refuse_one_loop(Params(3, 6, rating=rating))) == (rating == "one step ahead")


def test_impossible_params_are_refused_with_the_reason() -> None:
    assert not refuse_one_loop(Params(2, 5))
    assert not refuse_one_loop(Params(5, 2))
    assert refuse_one_loop(Params(5, 1)) == "a loop takes at least two rows and two columns"
    assert refuse_one_loop(Params(1, 5)) == "a loop takes at least two rows and two columns"
    assert "wraps" in refuse_one_loop(Params(5, 5, surface=TORUS))
    assert "walls" in refuse_one_loop(Params(5, 5, walls=0.1))
    assert not refuse_one_loop(Params(5, 5))


def test_the_same_seed_draws_the_same_loop() -> None:
    grid = Grid(6, 6)
    assert draw_one_loop(grid, params_for(0.8), Random(5)) == draw_one_loop(grid, params_for(0.8), Random(5))
