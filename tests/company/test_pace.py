"""A game faster than hands is told from one that is only quick."""

from __future__ import annotations

import pytest

from termpuzzles.company.pace import is_by_machine

BOARD = [(x, y) for x in range(1, 12) for y in range(1, 12)]


def game(pause: float, twice: float = 0.0) -> list[tuple[float, str]]:
    """A tile after the other, each turned twice with that time in between, and pinned."""
    events, now = [(0.0, "opened 2026-11-29T12:00")], 0.0
    for x, y in BOARD:
        now += pause
        events += [(round(at, 1), f"move turn {x},{y} 1") for at in (now, now + twice)]
        now += twice
        events.append((round(now, 1), f"move pin {x},{y}"))
    return events


@pytest.mark.parametrize(("pause", "twice", "told"), [(0.09, 0.0, True), (0.0, 0.0, True), (0.3, 0.0, False)])
def test_the_usual_pause_tells(pause: float, twice: float, told: bool) -> None:
    assert is_by_machine(game(pause, twice)) is told


def test_a_key_pressed_twice_or_held_is_a_hand() -> None:
    assert not is_by_machine(game(0.35, 0.05))
    assert not is_by_machine([(0.0, f"move pin {x},{y}") for x, y in BOARD])


def test_a_few_quick_moves_say_nothing() -> None:
    assert not is_by_machine(game(0.01)[:20])
