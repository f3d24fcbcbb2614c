"""Slow questions: when a screen is told that it waits, that the answer has come, or that none will."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from weakref import WeakSet

import pytest
from textual.app import App

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui import background
from termpuzzles.tui.background import ask, latest_wrong_pins, practise

if TYPE_CHECKING:
    from termpuzzles.tui.context import Context
    from termpuzzles.tui.screen import PuzzleScreen


class Screen:
    """A screen that runs what it is given at once, in the task of the test."""

    is_attached = True

    def __init__(self) -> None:
        self.groups: list[str] = []
        self.work: Any = None

    def run_worker(self, work: Any, group: str, exclusive: bool) -> None:
        assert exclusive
        self.groups.append(group)
        self.work = work


class Answers:
    """Answers a question once it is told to; or never."""

    def __init__(self) -> None:
        self.told: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.ended = False

    async def answer(self, question: object) -> Any:
        try:
            return await self.told
        finally:
            self.ended = True


class Asked:
    """A question that was asked, and what the screen heard of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, comes_after: int | None, closes_after: int | None) -> None:
        self.screen = Screen()
        self.heard: list[object] = []
        self.waits: list[float] = []
        self.answers = Answers()
        self._comes_after, self._closes_after = comes_after, closes_after
        as_it_is = {name: getattr(asyncio, name) for name in ("ensure_future", "CancelledError")}
        monkeypatch.setattr(background, "asyncio", SimpleNamespace(wait=self._wait, **as_it_is))
        screen: Any = self.screen
        question: Any = "question"
        gave_up = lambda: self.heard.append("gave up")  # noqa: E731
        ask(screen, self.answers, question, self._answered, "group", gave_up, self.heard.append)

    def _answered(self, answer: int) -> None:
        self.heard.append(f"answer {answer}")

    async def _wait(self, awaited: set[Any], timeout: float) -> tuple[set[Any], set[Any]]:
        self.waits.append(round(timeout, 6))
        await asyncio.sleep(0)
        if self._closes_after == len(self.waits):
            self.screen.is_attached = False
        if self._comes_after == len(self.waits):
            self.answers.told.set_result(42)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return awaited, set()
        return set(), awaited


@pytest.mark.parametrize(
    ("comes", "closes", "waits", "heard"),
    [
        (1, None, [0.3], ["answer 42"]),
        (2, None, [0.3, 0.7], [0, "answer 42"]),
        (4, None, [0.3, 0.7, 1.0, 1.0], [0, 1, 2, "answer 42"]),
        (None, None, [0.3, 0.7, 1.0, 1.0], [0, 1, 2, "gave up"]),
        (2, 2, [0.3, 0.7], [0]),
        (None, 2, [0.3, 0.7, 1.0, 1.0], [0]),
    ],
)
async def test_a_screen_hears_each_second_that_it_waits_and_then_the_answer_or_that_none_comes(
    comes: int | None, closes: int | None, waits: list[float], heard: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "LIMIT", 3.0)
    asked = Asked(monkeypatch, comes, closes)
    assert asked.screen.groups == ["group"]
    await asked.screen.work()
    assert (asked.waits, asked.heard) == (waits, heard)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert asked.answers.ended


@pytest.mark.parametrize(("limit", "first"), [(0.1, 0.1), (-1.0, 0.0), (60.0, 0.3)])
async def test_nobody_waits_longer_than_the_limit(limit: float, first: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LIMIT", limit)
    asked = Asked(monkeypatch, None if limit < 1 else 1, None)
    await asked.screen.work()
    assert asked.waits[0] == first
    assert asked.heard[-1] == ("gave up" if limit < 1 else "answer 42")


class Pasted:
    """A question as large as what was pasted."""


async def test_what_was_asked_is_freed_at_once_whether_it_was_answered_or_another_took_its_place() -> None:
    app = App[None]()
    async with app.run_test() as pilot:
        questions: list[Any] = [Pasted() for _ in range(3)]
        held = WeakSet(questions)
        gc.collect()
        gc.disable()
        try:
            while questions:
                answers = Answers()
                ask(app.screen, answers, questions.pop(), lambda answer: None, "paste")
                await pilot.pause()
                assert len(held) == 1 + len(questions), "of those asked only the latest is held"
            answers.told.set_result(42)
            await pilot.pause()
            assert not held
        finally:
            gc.enable()


# --- wrong pins ---


class Past:
    """The library and the answerer of a player: each game has as many wrong pins as its name says."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []
        self.wrong_pins: dict[tuple[str, float], dict[str, int]] = {}
        self.library = self.answerer = self

    def game(self, entry: Summary) -> tuple[str, list[str]]:
        if entry.title == "damaged":
            raise PuzzleError("a journal", "damage")
        if entry.title == "gone":
            raise OSError
        return entry.name, ["an event"]

    async def answer(self, question: Any) -> list[dict[str, int]]:
        games = [name for name, events in question.games]
        self.asked.append(games)
        return [{"a rule": int(name), f"rule {int(name) % 2}": 1} for name in games]

    async def wrong(self, entries: Iterable[Summary]) -> dict[tuple[str, str], int]:
        context: Any = self
        return await latest_wrong_pins(context, entries)


def entry(number: int, size: str = "7x7", title: str = "", game: str = "net", modified: float = 1.0) -> Summary:
    return Summary(f"/data/{number}.jsonl", game, title, size, 10.0, True, modified)


async def test_the_wrong_pins_of_the_latest_twenty_games_are_counted_by_game_and_technique() -> None:
    past = Past()
    entries = [entry(1), entry(2, game="infinity"), entry(3), entry(400, size="401x1"), entry(5, size="20x20")]
    assert await past.wrong(entries) == {
        ("net", "a rule"): 1 + 3 + 5,
        ("net", "rule 1"): 3,
        ("infinity", "a rule"): 2,
        ("infinity", "rule 0"): 1,
    }
    assert past.asked == [["1", "2", "3", "5"]]
    many = [entry(number) for number in range(100, 125)]
    assert (await past.wrong(many))["net", "a rule"] == sum(range(100, 120))
    assert await past.wrong([]) == {}
    assert len(past.asked) == 2


async def test_only_games_that_have_changed_are_looked_at_again_and_damaged_ones_are_left_out() -> None:
    past = Past()
    await past.wrong([entry(1), entry(2)])
    found = await past.wrong([entry(1), entry(2, modified=2.0), entry(3, title="damaged"), entry(4, title="gone")])
    assert past.asked == [["1", "2"], ["2"]]
    assert found == {("net", "a rule"): 3, ("net", "rule 1"): 1, ("net", "rule 0"): 1}
    assert await past.wrong([entry(1)]) == {("net", "a rule"): 1, ("net", "rule 1"): 1}
    assert len(past.asked) == 2


def test_where_no_level_needs_a_technique_that_is_said_and_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    said, opened, boards = list[str](), list[Any](), list[Any]()

    def ask_at_once(screen: Any, answerer: Any, question: Any, play: Any, *more: Any) -> None:
        assert (question.game, question.rule) == ("net", "parity")
        play(boards)

    monkeypatch.setattr(background, "ask", ask_at_once)
    opener = SimpleNamespace(play=lambda found, kept: opened.append((found, kept)))
    screen = cast("PuzzleScreen[None]", SimpleNamespace(show_message=said.append, opener=opener))
    practise(screen, cast("Context", SimpleNamespace(answerer=None)), "net", "parity")
    assert (said, opened) == (["No level needs this technique."], [])
    boards.append("a board")
    practise(screen, cast("Context", SimpleNamespace(answerer=None)), "net", "parity")
    assert (said[1:], opened) == ([], [(["a board"], False)])
