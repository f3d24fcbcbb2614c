"""Slow questions asked by a screen: answered in the background, cancelled when no longer wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from termpuzzles.tui.context import Answerer
from termpuzzles.tui.terminal.textual_compat import is_closing

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question

T = TypeVar("T")

LIMIT = 60.0  # seconds to wait for an answer
PATIENCE = 0.3  # seconds before the player is told that it takes a while


def ask(
    screen: Screen[None],
    answerer: Answerer,
    question: Question[T],
    answered: Callable[[T], None],
    group: str,
    gave_up: Callable[[], None] = lambda: None,
    waiting: Callable[[int], None] = lambda seconds: None,
) -> None:
    """Call `answered` with the answer once it comes; after `LIMIT` seconds call `gave_up` instead.

    `waiting` is called after `PATIENCE` and then once a second, with the number of whole seconds so far. A new question
    of the same group cancels this one, and so does `forget`. Nothing is called on a screen that is closing.
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
    """Wait for the answer and report that now and then; False if it does not come in time."""
    done, _ = await asyncio.wait({answer}, timeout=max(0.0, min(PATIENCE, LIMIT)))
    seconds = 0
    while not done and seconds < LIMIT:
        waiting(seconds)
        done, _ = await asyncio.wait({answer}, timeout=1.0 - (0 if seconds else PATIENCE))
        seconds += 1
    return bool(done)


def forget(screen: Screen[None], *groups: str) -> None:
    """Cancel the questions of these groups."""
    for group in groups:
        screen.workers.cancel_group(screen, group)
