"""The clock on the screen is checked when its second changes, now and then while it stands, and never after the end."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from termpuzzles.play.clock import Clock
from termpuzzles.tui.screens.play.ticking import Ticking
from tests.play.test_session import Time


class Around:
    """The app and the session around a clock."""

    def __init__(self, seconds: float, running: bool) -> None:
        self.time = Time()
        self.clock = Clock(self.time, seconds)
        if running:
            self.clock.start()
        self.after_seconds: list[float] = []
        self.look: Callable[[], None] = lambda: None
        self.done: list[str] = []
        self.lost = ""
        session = SimpleNamespace(clock=self.clock)
        kept = SimpleNamespace(session=session, look=lambda: self.lost, tick=lambda: self.done.append("kept"))
        controller: Any = SimpleNamespace(session=session, kept=kept)
        app: Any = SimpleNamespace(after=self.after)
        screen: Any = SimpleNamespace(app=app, is_ready=True, leave=lambda why: self.done.append(why))
        self.ticking = Ticking(screen, controller, lambda: self.done.append("shown"))

    def after(self, seconds: float, look: Callable[[], None]) -> object:
        self.after_seconds.append(seconds)
        self.look = look
        return SimpleNamespace(cancel=lambda: self.done.append("cancelled"))


@pytest.mark.parametrize("seconds", [0.0, 0.25, 1.0, 1.75, 3.5, 59.99])
def test_a_running_clock_is_looked_at_just_after_its_next_second(seconds: float) -> None:
    around = Around(seconds, True)
    (wait,) = around.after_seconds
    assert int(seconds + wait) == int(seconds) + 1
    assert 0 < (seconds + wait) % 1 < 0.01
    around.time.now += wait
    around.look()
    assert around.done == ["kept", "shown"]
    assert int(seconds + wait + around.after_seconds[1]) == int(seconds) + 2


def test_a_clock_that_stands_is_looked_at_twice_a_second_and_not_shown() -> None:
    around = Around(7.3, False)
    around.look()
    assert around.after_seconds == [0.5, 0.5]
    assert around.done == []


def test_a_game_that_another_window_has_taken_is_left_for_that_reason() -> None:
    around = Around(7.3, True)
    around.lost = "It is open elsewhere."
    around.look()
    assert around.done == ["It is open elsewhere."]
    around.ticking.stop()
    assert around.done[1:] == ["cancelled"]
