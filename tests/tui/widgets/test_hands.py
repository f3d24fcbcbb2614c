"""The gestures that the mouse makes on a board, tested without a board widget."""

import pytest

from termpuzzles.board.grid import SIDES, TURNS, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.region_commands import INTO, OUT
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.tui.widgets.mouse import COUNTING, LEFT, MIDDLE, RIGHT, Click, MouseSettings, TurningHand

QUARTERS = {"turn": 1, "turn half": 2, "turn back": 3}


def board(mask: int) -> Picture:
    """A board of one tile."""
    puzzle = Puzzle(named("infinity"), Grid(1, 1), bytes([mask]))
    return picture_of(puzzle, puzzle.start)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("mask", range(16))
def test_a_tile_is_oriented_by_the_fewest_turns_that_bring_a_line_to_the_clicked_side(mask: int, side: int) -> None:
    gestures = TurningHand().press(board(mask), Click(0, side, LEFT), MouseSettings(orient=True))
    turned = {quarters: TURNS[mask][quarters] for quarters in (1, 2, 3)}
    wanted = {quarters for quarters, lines in turned.items() if lines & side and lines != mask}
    assert {QUARTERS[gesture.action] for gesture in gestures} == (
        {min(wanted, key=(1, 3, 2).index)} if wanted else set()
    )


@pytest.mark.parametrize(
    ("button", "manner", "action"),
    [
        (LEFT, MouseSettings(), "turn"),
        (RIGHT, MouseSettings(), "turn back"),
        (LEFT, MouseSettings(clockwise=False), "turn back"),
        (RIGHT, MouseSettings(clockwise=False), "turn"),
        (RIGHT, MouseSettings(orient=True), "turn back"),
        (MIDDLE, MouseSettings(orient=True), "pin"),
    ],
)
def test_each_button_does_one_thing(button: int, manner: MouseSettings, action: str) -> None:
    assert TurningHand().press(board(3), Click(0, 8, button), manner) == [Gesture(action, 0)]


@pytest.mark.parametrize(("button", "action"), [(LEFT, INTO), (RIGHT, OUT)])
def test_a_region_takes_in_or_lets_go_of_each_cell_on_the_way(button: int, action: str) -> None:
    picture = board(5)
    assert COUNTING.press(picture, Click(3, 0, button), MouseSettings()) == [Gesture(action, 3)]
    assert COUNTING.drag(picture, Click(4, 0, button)) == [Gesture(action, 4)]
    assert COUNTING.release(picture, Click(4, 0, button)) == []
