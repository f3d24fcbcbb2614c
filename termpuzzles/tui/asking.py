"""Slow questions asked by a screen: answered beside the keys, cancelled when nobody wants to know any more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen
from textual.worker import Worker

from termpuzzles.play.questions import Question
from termpuzzles.tui.context import Answerer
from termpuzzles.tui.terminal.textual_compat import is_closing

T = TypeVar("T")

LIMIT = 60.0  # seconds after which nobody waits for an answer any more
PATIENCE = 0.3  # seconds that go by without a word


def ask(
    screen: Screen[None],
    answerer: Answerer,
    question: Question[T],
    answered: Callable[[T], None],
    group: str,
    gave_up: Callable[[], None] = lambda: None,
    waiting: Callable[[int], None] = lambda seconds: None,
) -> None:
    """Hand the answer to `answered` once it comes; after `LIMIT` seconds call `gave_up` instead.

    `waiting` is told after `PATIENCE`, and then once a second, how many whole seconds have gone by. A new question of
    the same group ends this one without an answer, and so does `forget`. A screen that is closing hears nothing more.
    """

    def wait_on(seconds: int) -> None:
        if not is_closing(screen):
            waiting(seconds)

    async def wait() -> None:
        answer = asyncio.ensure_future(answerer.answer(question))
        try:
            found = await _patiently(answer, wait_on)
        finally:
            answer.cancel()
        if is_closing(screen):
            return
        if found:
            answered(answer.result())
        else:
            gave_up()

    _: Worker[None] = screen.run_worker(wait, group=group, exclusive=True)


async def _patiently(answer: asyncio.Future[T], waiting: Callable[[int], None]) -> bool:
    """Wait for the answer, saying so now and then; False where it does not come in time."""
    done, _ = await asyncio.wait({answer}, timeout=max(0.0, min(PATIENCE, LIMIT)))
    seconds = 0
    while not done and seconds < LIMIT:
        waiting(seconds)
        done, _ = await asyncio.wait({answer}, timeout=1.0 - (0 if seconds else PATIENCE))
        seconds += 1
    return bool(done)


def forget(screen: Screen[None], *groups: str) -> None:
    """Nobody wants to know any more."""
    for group in groups:
        screen.workers.cancel_group(screen, group)
