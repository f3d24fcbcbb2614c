"""What a sentence mentions is marked on the board: exactly the cells it means, with the sides that matter."""

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.board.surface import CYLINDER_ACROSS
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import Role, group, line_of, many, one, part
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import HAS
from termpuzzles.logic.rules.parity import crossed_so_far, needed
from tests.games.boards import board
from tests.logic.boards import net_problem

PROBLEM = net_problem(Grid.make(3, 2), bytes([4, 7, 2, 4, 5, 1]))


def test_cells_alone_are_marked_without_any_side() -> None:
    assert group(PROBLEM, [0, 1], Role.CUT_OFF).cells == {0: 0, 1: 0}
    assert many(PROBLEM, [2, 3], Role.BECAUSE).cells == {2: 0, 3: 0}
    assert one(PROBLEM, 2, Role.TARGET).cells == {2: 0}


def test_sides_that_are_given_are_kept() -> None:
    assert group(PROBLEM, {0: E, 1: N}, Role.CUT_OFF).cells == {0: E, 1: N}
    result = part("{} meets {}.", group(PROBLEM, {0: E}, Role.CUT_OFF), many(PROBLEM, [4], Role.BECAUSE))
    assert result.marks == {Role.CUT_OFF: {0: E}, Role.BECAUSE: {4: 0}}


def test_a_line_has_the_number_of_the_cell_at_its_left_or_above_it() -> None:
    for line, words, cells in (
        (0, "the line between (1, 1) and (2, 1)", {0: E, 1: W}),
        (5, "the line between (3, 1) and (3, 2)", {2: S, 5: N}),
        (8, "the line between (2, 2) and (3, 2)", {4: E, 5: W}),
    ):
        result = line_of(PROBLEM, line, Role.TARGET)
        assert (result.plain, result.cells) == (words, cells)


def test_a_line_from_a_cell_to_itself_is_marked_at_both_its_ends() -> None:
    problem = net_problem(Grid(1, 2, CYLINDER_ACROSS), bytes([5, 5]))
    assert line_of(problem, 2, Role.TARGET).cells == {1: E | W}


def test_cells_too_many_to_name_are_described_as_they_look_or_listed_apart() -> None:
    problem = net_problem(Grid.make(3, 3), bytes([5] * 9))
    result = part("through {} and {}.", many(problem, range(5), Role.BECAUSE), many(problem, [7, 8], Role.CUT_OFF))
    assert result.plain == "Through the 5 straights in brackets and the straights at (2, 3) and (3, 3)."
    assert result.pictured == "Through the 5 tinted straights and the straights at (2, 3) and (3, 3)."
    assert result.bare == "Through the 5 straights and the straights at (2, 3) and (3, 3)."
    assert {words: sorted(cells) for words, cells in result.unnamed.items()} == {"5 straights": [0, 1, 2, 3, 4]}


@pytest.mark.parametrize(
    ("lines", "number"), [(0, "no line leads"), (1, "one line leads"), (2, "2 lines lead"), (3, "3 lines lead")]
)
def test_lines_out_of_a_region_are_counted(lines: int, number: str) -> None:
    knowledge = Knowledge(Puzzle(named("simpleloop"), Grid(4, 3), bytes([1] * 12)).problem())
    for cell in (1, 5, 9)[:lines]:
        knowledge.narrow(cell, HAS[E])
        knowledge.narrow(cell + 1, HAS[W])
    said = crossed_so_far(knowledge, frozenset({0, 1, 4, 5, 8, 9}))
    assert said.shown == f"The loop enters and leaves the striped cells equally often; so far {number} out."


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ((0, 1), "The cells at (1, 1) and (2, 1) still need 3 line ends, an odd number."),
        ((0, 4), "The cells at (1, 1) and (1, 2) still need 4 line ends, an even number."),
        ((1,), "The cell at (2, 1) still needs 1 line end, an odd number."),
        ((0,), "The cell at (1, 1) still needs 2 line ends, an even number."),
    ],
)
def test_line_ends_that_a_region_needs_are_counted(cells: tuple[int, ...], says: str) -> None:
    knowledge = Knowledge(Puzzle(named("simpleloop"), Grid(4, 3), bytes([1] * 12)).problem())
    knowledge.narrow(1, HAS[E])
    assert needed(knowledge, cells).plain == says


def test_a_cell_that_is_on_the_loop_for_certain_has_two_lines() -> None:
    problem = board(named("masyu"), "···", "·○·").problem()
    every = problem.domain_of(0)
    straight = 1 << (E | W)
    for left, words in ((every & ~1, ""), (every & ~1 & ~straight, ", but cannot have lines left and right")):
        said = conclusion_of(problem, (Narrowing(0, every, left),))
        assert said.plain == f"The cell at (1, 1) has two lines{words}."
