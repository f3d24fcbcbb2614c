"""The clock on the screen follows the clock of the board, stands while that stands, and ends with the board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events

from termpuzzles.games import named
from termpuzzles.tui.screens.play import Ticking
from tests.games.boards import board
from tests.tui.apps import Game, playing, shown


async def wait_for(game: Game, words: str) -> None:
    """Wait until the screen shows these words."""
    await game.until(lambda: any(words in line for line in shown(game.app)))


async def test_the_clock_shows_each_second_without_a_key_and_stands_while_nobody_looks(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "┗┓", "┗┛")) as game:
        await wait_for(game, "0:00")
        game.time.now += 75
        await wait_for(game, "1:15")
        game.time.now += 1
        await wait_for(game, "1:16")
        game.app.on_app_blur(events.AppBlur())
        game.time.now += 100
        await game.pilot.pause()
        game.app.on_app_focus(events.AppFocus())
        game.time.now += 1
        await wait_for(game, "1:17")


class Desk:
    """A screen, its app and its controller as the clock on the screen knows them, with a time that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, shares_loop: bool = False) -> None:
        self.now = 0.0
        self.done: list[str] = []
        self.waits: list[float] = []
        self.typed, self.shares_loop, self.is_ready = 0, shares_loop, True
        self.runs_on = False
        self.lost = self.claimed = ""
        self.clock = SimpleNamespace(seconds=0.0, running=True)
        self.app = self.recorded = self
        self.session = SimpleNamespace(clock=self.clock)
        loop = SimpleNamespace(time=lambda: self.now)
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
        one: Any = self  # it has all that is asked of a screen and of a controller
        self.ticking = Ticking(one, one, lambda: self.done.append("shown"))

    def after(self, seconds: float, then: Callable[[], None]) -> SimpleNamespace:
        self.waits.append(round(seconds, 4))
        self._then = then
        return SimpleNamespace(cancel=lambda: self.done.append("cancelled"))

    def tick(self) -> str:
        self.done.append("ticked")
        return self.lost

    def check_claim(self) -> str:
        self.done.append("checked")
        return self.claimed

    def leave(self, why: str) -> None:
        self.done.append(why)

    def later(self, seconds: float) -> str:
        """What is done after so many seconds."""
        self.now += seconds
        self.clock.seconds += seconds
        self.done.clear()
        self._then()
        return " ".join(self.done)


@pytest.mark.parametrize(
    ("seconds", "running", "expected"),
    [(0.0, True, 1.005), (7.0, True, 1.005), (3.25, True, 0.755), (9.999, True, 0.006), (3.25, False, 0.5)],
)
def test_the_clock_is_looked_at_just_after_its_next_second(
    seconds: float, running: bool, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(monkeypatch)
    desk.clock.seconds, desk.clock.running = seconds, running
    desk.later(0)
    assert desk.waits[1:] == [expected]


def test_each_look_keeps_the_time_and_shows_it_unless_it_stands_or_nobody_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(monkeypatch)
    assert desk.later(1) == "ticked shown"
    desk.clock.running = False
    assert desk.later(1) == "ticked"
    desk.clock.running, desk.is_ready = True, False
    assert desk.later(1) == ""
    desk.is_ready, desk.lost = True, "another window has it"
    assert desk.later(1) == "ticked another window has it"
    assert len(desk.waits) == 5
    desk.done.clear()
    desk.ticking.stop()
    assert desk.done == ["cancelled"]


def test_on_a_service_a_board_left_alone_for_a_minute_shows_its_time_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = Desk(monkeypatch, shares_loop=True)
    assert [desk.later(1) for _ in range(61)] == ["ticked shown"] * 61
    assert [desk.later(1) for _ in range(30)] == (["checked"] * 9 + ["ticked shown"]) * 3
    desk.claimed = "another window has it"
    assert desk.later(1) == "checked another window has it"
    desk.claimed = ""
    desk.typed += 1
    assert [desk.later(1) for _ in range(61)] == ["ticked shown"] * 61
    assert desk.later(1) == "checked"
    alone = Desk(monkeypatch)
    assert [alone.later(1) for _ in range(100)] == ["ticked shown"] * 100
