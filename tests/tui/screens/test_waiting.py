"""What a screen says while an answer takes its time, if it takes too long, and if nobody waits any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.session.questions import Question
from termpuzzles.tui import background
from tests.tui.visit import Visit, visiting

T = TypeVar("T")
Go = Callable[[Visit], Awaitable[None]]


class Never:
    """Answers nothing, and counts what is asked and what is no longer waited for."""

    def __init__(self) -> None:
        self.asked = self.cancelled = 0

    async def answer(self, question: Question[T]) -> T:
        self.asked += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled += 1
        raise AssertionError


async def board(visit: Visit) -> None:
    visit.app.play(Levels(packs()).named("net/everyday").puzzles())


async def new(visit: Visit) -> None:
    visit.app.go("new")


async def practise(visit: Visit) -> None:
    visit.app.go("practise")


KINDS: list[tuple[Go, str, str, str]] = [
    (board, "i", "Thinking …", "This took too long; nothing was found."),
    (board, "c", "Thinking …", "This took too long; nothing was found."),
    (new, "m", "Making the board", "No such board was found in a minute."),
    (practise, "down enter", "Looking for boards …", "No board was found in a minute."),
]


async def pressed(visit: Visit, go: Go, keys: str) -> None:
    await go(visit)
    for _ in range(20):
        await visit.pause()
    for key in keys.split():
        await visit.tap(key)


@pytest.mark.parametrize(("go", "keys", "waiting", "too_long"), KINDS)
async def test_it_says_that_it_looks_for_an_answer_stops_when_told_and_gives_up_what_takes_too_long(
    go: Go, keys: str, waiting: str, too_long: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await waits(go, keys, waiting, too_long, tmp_path, monkeypatch)


async def waits(go: Go, keys: str, waiting: str, too_long: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press keys at which something is asked that is never answered."""
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    async with visiting(folder) as visit:
        visit.context.answerer = never = Never()
        await pressed(visit, go, keys)
        await visit.sees(waiting)
        assert never.asked > 0
        before = never.cancelled
        await visit.tap("escape")
        while never.cancelled == before:
            await visit.pause()
        assert waiting not in visit.window
        monkeypatch.setattr(background, "LIMIT", 0.0)
        await pressed(visit, go, keys)
        await visit.sees(too_long)
