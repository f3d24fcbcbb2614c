"""What journals prove to a service."""

from __future__ import annotations

import random

import pytest

from termpuzzles.company.daily_table import Result, proven
from tests.company.test_daily_table import DAY, OPENED, board, honest
from tests.play.test_ghost import Events, played


def test_whoever_was_shown_the_solution_proves_nothing_by_another_attempt() -> None:
    events = honest(random.Random(1))
    again = [(0.0, OPENED), (3.0, "gave up"), (4.0, "attempt"), *events[1:]]
    assert proven(board(), DAY, [event for event in again if event[1] != "gave up"]) is not None
    assert proven(board(), DAY, again) is None


def hurried(chance_of: int, cells_a_second: float) -> Events:
    """A game of the day in which so many cells a second were changed, on average."""

    _, events = played(board(), random.Random(chance_of), 0)
    moves = [event for _, event in events if event.startswith("move")]
    changes = sum(event.count(";") + 1 for event in moves)
    while changes % 5:  # so that the time is a sum of powers of two
        moves = [*moves[:1], *["move turn 1,1 2", "move turn 1,1 1", "move turn 1,1 1"], *moves[1:]]
        changes += 3
    return [(0.0, OPENED), *((0.25, event) for event in moves), (changes / cells_a_second, "finished")]


@pytest.mark.parametrize(("cells_a_second", "is_proven"), [(10, True), (20, True), (20.5, False), (40, False)])
def test_nobody_changes_more_than_twenty_cells_a_second(cells_a_second: float, is_proven: bool) -> None:
    events = hurried(3, cells_a_second)
    assert proven(board(), DAY, events) == (Result("net", False, events[-1][0], True) if is_proven else None)
