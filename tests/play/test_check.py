"""Checking what is settled: pins and lines against the solutions, and nothing else given away."""

import pytest

from termpuzzles.board.grid import E, S
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.logic.work import finish
from termpuzzles.play.check import Verdict, check
from termpuzzles.play.session import Session
from tests.games.boards import board


def verdict(puzzle: Puzzle, *gestures: Gesture) -> Verdict:
    session = Session(puzzle)
    for gesture in gestures:
        assert session.do(gesture)
    return finish(check(puzzle, session.state))


def test_tiles_that_are_not_pinned_are_never_wrong() -> None:
    assert verdict(board(named("infinity"), "┓┓", "┗┛")) == Verdict(frozenset(), "Nothing wrong so far.")


def test_a_pin_against_the_only_solution_is_wrong() -> None:
    found = verdict(board(named("infinity"), "┓┓", "┗┛"), Gesture("pin", 0), Gesture("pin", 1))
    assert found == Verdict(frozenset({0}), "1 pinned tile is wrong.")


def test_pins_that_exclude_each_other_are_told_where_each_alone_could_be_right() -> None:
    bars = board(named("infinity"), "━┃", "━┃", wrap=True)
    assert verdict(bars, Gesture("pin", 0)).wrong == frozenset()
    found = verdict(bars, Gesture("pin", 0), Gesture("pin", 1))
    assert found == Verdict(frozenset(), "The pinned tiles cannot all be right together.")


def test_a_board_without_a_solution_is_told_as_such() -> None:
    assert verdict(board(named("infinity"), "╋╋"), Gesture("pin", 0)).sentence == "This board has no solution."


@pytest.mark.parametrize(("action", "wrong"), [("line", True), ("cross", False)])
def test_drawn_lines_and_crosses_are_checked_alike(action: str, wrong: bool) -> None:
    ring = board(named("simpleloop"), "···", "·■·", "···")
    sides = [Gesture("line", 0, E), Gesture("line", 0, S)]
    assert verdict(ring, *sides).sentence == "Nothing wrong so far."
    crossed = verdict(ring, Gesture("cross", 0, E))
    assert crossed == Verdict(frozenset({0, 1}), "2 cells are wrong.")
    two_by_three = board(named("simpleloop"), "···", "···")
    assert bool(verdict(two_by_three, Gesture(action, 1, S)).wrong) == wrong
