"""Slow questions, answered beside the keys: each runs in a thread, can be cancelled, and never blocks anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from textual.screen import Screen
from textual.worker import get_current_worker

from termpuzzles.logic.work import Unfinished, Work, finish

T = TypeVar("T")


def ask(screen: Screen[None], work: Work[T], answered: Callable[[T], None], group: str) -> None:
    """Do the work in a thread and hand its answer to `answered` on the screen; a new question of the group ends it."""

    def answer() -> None:
        worker = get_current_worker()
        try:
            found = finish(work, lambda: worker.is_cancelled)
        except Unfinished:
            return
        screen.app.call_from_thread(deliver, found)

    def deliver(found: T) -> None:
        if screen.is_attached:
            answered(found)

    screen.run_worker(answer, group=group, exclusive=True, thread=True)


def forget(screen: Screen[None], group: str) -> None:
    """Nobody wants to know any more."""
    screen.workers.cancel_group(screen, group)
