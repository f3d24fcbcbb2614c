"""What is particular to Simple Loop: drawing and crossing out, and what is wrong with a drawing."""

from itertools import product

import pytest

from termpuzzles.board.grid import DEGREE, MASK_OF, E, Grid, N, S, W
from termpuzzles.board.survey import survey
from termpuzzles.games.judges import fits
from termpuzzles.games.model import Gesture, Mistake, Puzzle, State
from termpuzzles.games.simpleloop import SIMPLELOOP


def board(*rows: str) -> tuple[Puzzle, bytes]:
    """The puzzle and the lines of a picture, where ■ is a shaded cell."""
    text = "".join(rows)
    puzzle = Puzzle(SIMPLELOOP, Grid.make(len(rows[0]), len(rows)), bytes(glyph != "■" for glyph in text))
    return puzzle, bytes(0 if glyph == "■" else MASK_OF[glyph] for glyph in text)


def mistakes(*rows: str) -> dict[str, Mistake]:
    """What is wrong with the picture, by code."""
    puzzle, lines = board(*rows)
    return {mistake.code: mistake for mistake in SIMPLELOOP.mistakes(puzzle, survey(puzzle.grid, lines))}


def after(puzzle: Puzzle, *gestures: Gesture) -> State:
    """The state after these gestures, each of which makes a move."""
    state = puzzle.start
    for gesture in gestures:
        move = SIMPLELOOP.interpret(puzzle, state, gesture)
        assert move is not None
        state = SIMPLELOOP.play(puzzle, state, move)
    return state


def test_a_line_is_drawn_in_both_its_cells() -> None:
    puzzle, _ = board("··", "··")
    assert after(puzzle, Gesture("line", 0, E)).lines == bytes([E, W, 0, 0])
    assert after(puzzle, Gesture("line", 2, N)).lines == bytes([S, 0, N, 0])


@pytest.mark.parametrize("action", ["line", "cross"])
def test_the_same_gesture_twice_erases_from_either_cell(action: str) -> None:
    puzzle, _ = board("··", "··")
    assert after(puzzle, Gesture(action, 0, E), Gesture(action, 1, W)) == puzzle.start


def test_a_line_takes_the_place_of_a_cross_and_a_cross_that_of_a_line() -> None:
    puzzle, _ = board("··", "··")
    drawn = after(puzzle, Gesture("cross", 0, E), Gesture("line", 0, E))
    assert drawn == after(puzzle, Gesture("line", 0, E))
    crossed = after(puzzle, Gesture("line", 0, E), Gesture("cross", 0, E))
    assert crossed == after(puzzle, Gesture("cross", 0, E))
    assert crossed.notes == bytes([E, W, 0, 0])


@pytest.mark.parametrize(
    "gesture", [Gesture("line", 0, W), Gesture("cross", 0, N), Gesture("turn", 0), Gesture("pin", 0)]
)
def test_nothing_leads_off_the_board_and_nothing_turns(gesture: Gesture) -> None:
    puzzle, _ = board("··", "··")
    assert SIMPLELOOP.interpret(puzzle, puzzle.start, gesture) is None


@pytest.mark.parametrize(("cell", "side"), [(0, E), (1, W), (1, S)])
def test_a_shaded_cell_takes_neither_line_nor_cross(cell: int, side: int) -> None:
    puzzle, _ = board("·■", "··")
    for action in ("line", "cross"):
        assert SIMPLELOOP.interpret(puzzle, puzzle.start, Gesture(action, cell, side)) is None


def test_one_loop_through_every_open_cell_has_no_mistake() -> None:
    assert mistakes("┏━┓", "┃■┃", "┗━┛") == {}


def test_branches_and_loose_ends_are_told_apart() -> None:
    found = mistakes("┏┳╸", "┗┛■")
    assert found["branch"] == Mistake("branch", (1,), "1 branch")
    assert found["loose end"] == Mistake("loose end", (2,), "1 loose end")
    assert mistakes("╺┳╸╺┳╸", "·╹··╹·")["branch"].sentence == "2 branches"


def test_open_cells_without_a_line_are_counted_and_shaded_ones_are_not() -> None:
    assert mistakes("┏┓·", "┗┛■")["empty"] == Mistake("empty", (2,), "1 open cell without a line")


def test_two_loops_side_by_side_are_too_small() -> None:
    assert mistakes("┏┓┏┓", "┗┛┗┛")["loop"] == Mistake("loop", tuple(range(8)), "2 loops too small")


def test_a_loop_that_leaves_one_cell_out_is_too_small() -> None:
    assert mistakes("┏┓·", "┗┛■")["loop"] == Mistake("loop", (0, 1, 3, 4), "1 loop too small")


def test_a_bar_between_two_loops_is_on_neither() -> None:
    found = mistakes("┏┓·┏┓", "┗┻━┻┛")
    assert 7 not in found["loop"].cells
    assert found["loop"].sentence == "2 loops too small"


def test_a_line_into_a_shaded_cell_is_a_mistake() -> None:
    puzzle, _ = board("■·", "··")
    seen = survey(puzzle.grid, bytes([E, W, 0, 0]))
    assert SIMPLELOOP.mistakes(puzzle, seen)[1] == Mistake("shaded", (0,), "1 shaded cell with a line")


def test_a_board_without_an_open_cell_has_no_loop() -> None:
    puzzle, lines = board("■■", "■■")
    assert not puzzle.problem().judge(lines)
    assert [mistake.code for mistake in SIMPLELOOP.mistakes(puzzle, survey(puzzle.grid, lines))] == ["empty"]


@pytest.mark.parametrize(
    ("rows", "solutions"),
    [
        (("···", "···"), 1),
        (("···", "·■·", "···"), 1),
        (("····", "··■■", "····"), 0),
        (("··■■", "····", "····"), 1),
        (("····", "····", "····"), 2),
        (("··■··", "··■··"), 0),
    ],
)
def test_the_judge_agrees_with_the_mistakes_on_every_drawing_from_the_domains(
    rows: tuple[str, ...], solutions: int
) -> None:
    puzzle, _ = board(*rows)
    grid, judge = puzzle.grid, puzzle.problem().judge
    pairs = [mask for mask in range(16) if DEGREE[mask] == 2]
    found = 0
    choices = [
        [mask for mask in pairs if mask & sides == mask] if tile else [0]
        for tile, sides in zip(puzzle.tiles, grid.open_sides, strict=True)
    ]
    for masks in product(*choices):
        lines = bytes(masks)
        right = fits(grid, lines) and not SIMPLELOOP.mistakes(puzzle, survey(grid, lines))
        assert judge(lines) == right
        found += right
    assert found == solutions
