"""Five claims of the paper Simple Loop Parity (02C), each checked by brute force on a thousand small boards."""

from collections.abc import Iterator
from functools import reduce
from operator import and_
from random import Random

from termpuzzles.board.grid import SIDES_OF, E, S
from termpuzzles.logic.checkerboard.flow import BoardLines, Region, two_factor
from termpuzzles.logic.checkerboard.parity import Forced, type_1, type_2
from tests.data import sweep
from tests.logic.checkerboard.two_factors import all_two_factors, decided, random_board, regions

Line = tuple[int, int]


def boards(number: int, seed: str, most: int = 9) -> Iterator[BoardLines]:
    """This many random boards that have a 2-factor and at most `most` open cells."""
    rng = Random(seed)
    while number:
        lines = random_board(rng)
        if 0 < lines.open.count(1) <= most and isinstance(two_factor(lines), bytes):
            number -= 1
            yield lines


def after_type_1(lines: BoardLines) -> BoardLines:
    """The board after one pass of type 1, which finds everything that type 1 can find."""
    factor = two_factor(lines)
    assert isinstance(factor, bytes)
    return decided(lines, type_1(lines, factor).forced)


def number(masks: bytes, exits: list[Line]) -> int:
    return sum(1 for cell, side in exits if masks[cell] & side)


def test_lines_out_of_black_cells_exceed_those_out_of_white_by_twice_the_excess_of_black_cells() -> None:
    settled = 0
    for lines in boards(sweep.share(1000), "numbers"):
        factors = list(all_two_factors(lines))
        assert factors
        for more_black, _, black, white in regions(lines):
            numbers = [(number(factor, black), number(factor, white)) for factor in factors]
            assert all(out_of_black - out_of_white == 2 * more_black for out_of_black, out_of_white in numbers)
            if 2 * more_black == len(black) - number(lines.drawn, white):  # so all that is open is settled
                settled += 1
                assert set(numbers) == {(len(black), number(lines.drawn, white))}
    assert settled > sweep.share(1000)


def test_after_type_1_any_open_line_may_be_set_either_way() -> None:
    still_open = 0
    for lines in boards(sweep.share(1000), "either way", 12):
        rest = after_type_1(lines)
        factors = list(all_two_factors(rest))
        assert len(factors) == sum(1 for _ in all_two_factors(lines))
        for cell, side in rest.undecided():
            still_open += 1
            assert {bool(factor[cell] & side) for factor in factors} == {False, True}
    assert still_open > sweep.share(1000)


def test_after_type_1_setting_open_lines_in_any_way_never_fails() -> None:
    rng = Random("anyhow")
    for lines in boards(sweep.share(1000), "greedily", 12):
        rest = after_type_1(lines)
        while undecided := list(rest.undecided()):
            rest = after_type_1(decided(rest, [Forced(*rng.choice(undecided), rng.random() < 0.5)]))
        assert rest.drawn in set(all_two_factors(lines))


def test_type_2_never_chains() -> None:
    settled = 0
    for lines in boards(sweep.share(1000), "chains", 12):
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        found = type_2(lines, factor)
        if not isinstance(found, Region):
            settled += bool(found.dominoes)
            after = decided(lines, list(found.dominoes))
            again = two_factor(after)
            if isinstance(again, bytes):
                more = type_2(after, again)
                assert not isinstance(more, Region)
                assert not more.dominoes
    assert settled > sweep.share(100)


def non_simple_non_loop(lines: BoardLines) -> tuple[list[Line], list[int], int]:
    """The puzzle that the paper calls Non-Simple Non-Loop: its lines, its demands, and the lines already drawn.

    A cell may have any number of lines, but every region with as many black cells as white must have a line out of a
    black cell. Each demand is a set of lines, as bits, at least one of which must be drawn.
    """
    usable = [(cell, side) for cell in range(lines.grid.size) for side in SIDES_OF[lines.usable[cell] & (E | S)]]
    bit = {line: 1 << place for place, line in enumerate(usable)}
    demands = {sum(bit[line] for line in black) for more, _, black, _ in regions(lines) if not more}
    return usable, list(demands), sum(bit[cell, side] for cell, side in usable if lines.drawn[cell] & side)


def test_type_2_settles_exactly_what_the_solutions_of_non_simple_non_loop_share() -> None:
    outcomes = {"settles": 0, "refutes": 0}
    for lines in boards(sweep.share(1000), "shared", 8):
        usable, demands, drawn = non_simple_non_loop(lines)
        free = [1 << place for place in range(len(usable)) if not drawn >> place & 1]
        if len(free) > 9:
            continue
        tried = (
            drawn | sum(bit for at, bit in enumerate(free) if choice >> at & 1) for choice in range(1 << len(free))
        )
        solutions = [chosen for chosen in tried if all(chosen & demand for demand in demands)]
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        found = type_2(lines, factor)
        assert isinstance(found, Region) == (not solutions)
        outcomes["settles" if solutions else "refutes"] += 1
        if not isinstance(found, Region):
            shared = reduce(and_, solutions) & ~drawn
            assert {(cell, side) for cell, side, _ in found.dominoes} == {
                line for place, line in enumerate(usable) if shared >> place & 1
            }
            assert all(is_drawn for _, _, is_drawn in found.dominoes)
    assert min(outcomes.values()) > sweep.share(30)


def test_drawing_all_open_lines_solves_non_simple_non_loop_wherever_type_2_finds_nothing_wrong() -> None:
    for lines in boards(sweep.share(1000), "all of them", 10):
        factor = two_factor(lines)
        assert isinstance(factor, bytes)
        usable, demands, _ = non_simple_non_loop(lines)
        everything = (1 << len(usable)) - 1
        assert all(everything & demand for demand in demands) == (not isinstance(type_2(lines, factor), Region))
