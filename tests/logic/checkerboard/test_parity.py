"""Counting black and white cells, against its definition over every region and 2-factor of small boards."""

from itertools import pairwise
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.checkerboard.flow import BoardLines, Region, Shortage, offsets, two_factor
from termpuzzles.logic.checkerboard.parity import Forced, two_matchings, type_1, type_2, ways_by_matching
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.two_factor import Balance
from tests.data import sweep
from tests.logic.checkerboard.two_factors import all_two_factors, boards, decided, lines_of, regions, shuffled, solvable

PAPER = Grid(6, 4), bytes(map(int, "111111111111111111001100"))  # puzz.link simpleloop/6/4/00036


def type_1_by_definition(lines: BoardLines) -> set[Forced] | None:
    """What the numbers of each single region settle, or None if some region's numbers are impossible."""
    found = set()
    for more_black, _, black_exits, white_exits in regions(lines):
        for more, leaving, entering in (
            (more_black, black_exits, white_exits),
            (-more_black, white_exits, black_exits),
        ):
            fixed = sum(1 for cell, side in entering if lines.drawn[cell] & side)
            if len(leaving) - fixed < 2 * more:
                return None
            if len(leaving) - fixed == 2 * more:
                found |= {Forced(*line, True) for line in leaving} | {Forced(*line, False) for line in entering}
    return {forced for forced in found if not lines.drawn[forced.cell] & forced.side}


def type_2_by_definition(lines: BoardLines) -> set[Forced] | None:
    """What regions with as many black cells as white settle because the loop must leave them; None if it cannot."""
    found = set()
    for more_black, _, black_exits, white_exits in regions(lines):
        if more_black:
            continue
        if not black_exits or not white_exits:
            return None
        found |= {Forced(*exits[0], True) for exits in (black_exits, white_exits) if len(exits) == 1}
    return {forced for forced in found if not lines.drawn[forced.cell] & forced.side}


def test_a_two_factor_is_found_wherever_there_is_one() -> None:
    rng = Random("factors")
    found = 0
    for lines in boards(400, "two-factors"):
        factor = two_factor(lines, rng.choice((None, shuffled(rng, lines))))
        everyone = set(all_two_factors(lines))
        assert isinstance(factor, Shortage) == (not everyone)
        assert isinstance(factor, Shortage) or factor in everyone
        found += bool(everyone)
    assert 100 < found < 350


def test_where_there_is_no_two_factor_the_numbers_of_the_region_shown_are_impossible() -> None:
    for lines in boards(400, "shortage"):
        if isinstance(short := two_factor(lines), Shortage):
            region = Region.of(lines, short.region)
            overfull = any(DEGREE[lines.drawn[cell]] > 2 for cell in region.cells)
            assert overfull or min(region.spare(True), region.spare(False)) < 0


def test_type_1_is_exactly_what_all_two_factors_share() -> None:
    for lines in boards(400, "shared"):
        factor = two_factor(lines)
        if isinstance(factor, bytes):
            everyone = list(all_two_factors(lines))
            shared = {
                Forced(cell, side, bool(factor[cell] & side))
                for cell, side in lines.undecided()
                if len({other[cell] & side for other in everyone}) == 1
            }
            assert set(type_1(lines, factor).forced) == shared


def test_type_1_is_exactly_what_the_numbers_of_some_region_settle() -> None:
    for lines in boards(sweep.share(80), "regions"):
        factor = two_factor(lines)
        expected = type_1_by_definition(lines)
        if isinstance(factor, bytes):
            assert set(type_1(lines, factor).forced) == expected


def test_type_1_never_chains() -> None:
    for lines in boards(300, "chains"):
        factor = two_factor(lines)
        if isinstance(factor, bytes):
            after = decided(lines, type_1(lines, factor).forced)
            again = two_factor(after)
            assert isinstance(again, bytes)
            assert type_1(after, again).forced == []


def test_the_regions_given_for_type_1_settle_all_of_its_lines_one_after_the_other() -> None:
    reasons = 0
    for lines in solvable(200, "reasons"):
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        shared = type_1(lines, factor)
        now = lines
        while regions := shared.regions(now):
            region = regions[-1]
            black = region.spare(True) == 0
            assert black or region.spare(False) == 0
            settled = [Forced(*line, True) for line in region.exits(black) if line not in region.drawn]
            settled += [Forced(*line, False) for line in region.exits(not black) if line not in region.drawn]
            assert settled
            now = decided(now, settled)
            reasons += 1
        assert now == decided(lines, shared.forced)
    assert reasons > 100


def test_type_2_is_exactly_what_the_balanced_regions_settle() -> None:
    outcomes = {"settles": 0, "refutes": 0}
    for lines in boards(sweep.share(160), "balanced"):
        factor = two_factor(lines)
        if isinstance(factor, bytes) and any(lines.open):
            found, expected = type_2(lines, factor), type_2_by_definition(lines)
            assert isinstance(found, Region) == (expected is None)
            assert isinstance(found, Region) or set(found.dominoes) == expected
            outcomes["refutes" if isinstance(found, Region) else "settles"] += 1
    assert outcomes["settles"] > sweep.share(30)
    assert outcomes["refutes"] > sweep.share(3)


@pytest.mark.parametrize("shaded", [(), (0, 3), (5, 6), (12, 15)])
def test_both_types_agree_with_every_region_of_sixteen_cells(shaded: tuple[int, ...]) -> None:
    lines = lines_of(Grid(4, 4), bytes(cell not in shaded for cell in range(16)))
    factor = two_factor(lines)
    assert isinstance(factor, bytes)
    assert set(type_1(lines, factor).forced) == type_1_by_definition(lines)
    found = type_2(lines, factor)
    assert (None if isinstance(found, Region) else set(found.dominoes)) == type_2_by_definition(lines)


def test_the_region_given_for_type_2_is_balanced_and_has_no_other_exit_of_that_colour() -> None:
    reasons = 0
    for lines in solvable(200, "balanced reasons"):
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        found = type_2(lines, factor)
        if isinstance(found, Region):
            assert found.black == found.white
            assert 0 in (len(found.black_exits), len(found.white_exits))
            continue
        now = lines
        while first := found.first(now):
            forced, region = first
            now = decided(now, [forced])
            mine = {(forced.cell, forced.side), (forced.cell + offsets(lines.grid)[forced.side], OPPOSITE[forced.side])}
            assert region.black == region.white
            assert any(len(exits) == 1 and exits[0] in mine for exits in (region.black_exits, region.white_exits))
            reasons += 1
    assert reasons > 100


def test_a_region_that_nothing_can_leave_is_the_last_that_type_2_finds() -> None:
    regions = 0
    for lines in boards(150, "stranded"):
        factor = two_factor(lines)
        if isinstance(factor, bytes):
            *others, last = ways_by_matching(lines, factor)
            assert not any(isinstance(each, Region) for each in others)
            assert isinstance(last, Region) == isinstance(type_2(lines, factor), Region)
            regions += isinstance(last, Region)
    assert regions


def test_a_two_factor_splits_into_two_matchings() -> None:
    for lines in boards(100, "matchings"):
        factor = two_factor(lines)
        if isinstance(factor, bytes):
            for matching in two_matchings(lines, factor):
                assert [DEGREE[side] for side in matching] == list(lines.open)
            first, second = two_matchings(lines, factor)
            assert bytes(one | other for one, other in zip(first, second, strict=True)) == factor


def settle_by_parity(lines: BoardLines) -> BoardLines:
    """The board when neither type finds anything more; it must have a 2-factor and no region that type 2 refutes."""
    while True:
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        found = type_1(lines, factor).forced
        if not found:
            balanced = type_2(lines, factor)
            assert not isinstance(balanced, Region)
            found = list(balanced.dominoes)
        if not found:
            return lines
        lines = decided(lines, found)


def loops_of(masks: bytes, grid: Grid) -> int:
    """The number of loops in a 2-factor."""
    offset, left, loops = offsets(grid), {cell for cell, mask in enumerate(masks) if mask}, 0
    while left:
        cell = min(left)
        loops += 1
        while cell in left:
            left.remove(cell)
            cell = next((cell + offset[side] for side in SIDES_OF[masks[cell]] if cell + offset[side] in left), cell)
    return loops


def test_the_paper_board_leaves_a_line_to_the_loop_rule() -> None:
    grid, tiles = PAPER
    start = lines_of(grid, tiles)
    solutions = [factor for factor in all_two_factors(start) if loops_of(factor, grid) == 1]
    assert len(solutions) == 4
    lines = settle_by_parity(start)
    line = (grid.cell(2, 2), E)
    assert line in lines.undecided()
    assert len({solution[line[0]] & line[1] for solution in solutions}) == 1
    # the line would close a loop: its ends are joined already
    cell, seen = grid.cell(2, 2), []
    while cell not in seen:
        seen.append(cell)
        cell = next(
            (
                cell + offsets(grid)[side]
                for side in SIDES_OF[lines.drawn[cell]]
                if cell + offsets(grid)[side] not in seen
            ),
            cell,
        )
    assert grid.cell(3, 2) in seen
    assert all(other - one in offsets(grid).values() for one, other in pairwise(seen))


def test_where_the_numbers_of_a_region_are_impossible_type_1_shows_it_and_type_2_finds_nothing() -> None:
    knowledge = Knowledge(Puzzle(named("simpleloop"), Grid.make(5, 5), bytes([1] * 25)).problem())
    assert knowledge.propagate()
    balance = knowledge.propagator(Balance)
    (region,) = balance.look_1()
    assert min(region.spare(True), region.spare(False)) < 0
    assert balance.look_2() is None
