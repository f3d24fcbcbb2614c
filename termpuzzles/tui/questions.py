"""Slow questions, answered beside the keys: each runs in a thread, can be cancelled, and never blocks anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen
from textual.worker import get_current_worker

from termpuzzles.logic.task import Task, Unfinished, finish

T = TypeVar("T")

LIMIT = 60.0  # seconds after which nobody waits for an answer any more


def ask(
    screen: Screen[None],
    work: Task[T],
    answered: Callable[[T], None],
    group: str,
    gave_up: Callable[[], None] | None = None,
    waiting: Callable[[int], None] | None = None,
) -> None:
    """Do the work in a thread and hand its answer to `answered` on the screen; after `LIMIT` seconds call `gave_up`.

    `waiting` is told once a second how many have gone by.

    A new question of the same group ends it without an answer, and so does `forget`.
    """
    begin = time.monotonic()
    told = 0

    def answer() -> None:
        worker = get_current_worker()

        def no_longer() -> bool:
            nonlocal told
            seconds = int(time.monotonic() - begin)
            if waiting is not None and seconds > told and not worker.is_cancelled:
                told = seconds
                screen.app.call_from_thread(deliver, lambda: waiting(seconds))
            return worker.is_cancelled or seconds >= LIMIT

        def deliver(what: Callable[[], None]) -> None:
            if screen.is_attached and not worker.is_cancelled:
                what()

        try:
            found = finish(work, no_longer)
        except Unfinished:
            if gave_up is not None and not worker.is_cancelled:
                screen.app.call_from_thread(deliver, gave_up)
            return
        screen.app.call_from_thread(deliver, lambda: answered(found))

    screen.run_worker(answer, group=group, exclusive=True, thread=True)


def forget(screen: Screen[None], group: str) -> None:
    """Nobody wants to know any more."""
    screen.workers.cancel_group(screen, group)
