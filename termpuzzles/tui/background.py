"""Slow questions asked by a screen: answered in the background, cancelled when no longer wanted; news of others."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal_text import Event
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.guarded import is_closing
from termpuzzles.tui.context import Answerer, Context
from termpuzzles.tui.screen import PuzzleScreen

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question


T = TypeVar("T")
P = ParamSpec("P")

LIMIT = 60.0  # seconds to wait for an answer
PATIENCE = 0.3  # seconds before the player is told that it takes a while


def ask(
    screen: Screen[Any],
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

    # Textual holds this function and what it raises until a collector comes by, but need not hold what was asked.
    async def wait() -> None:
        nonlocal question
        answer = asyncio.ensure_future(answerer.answer(question))
        del question
        try:
            found = await _patiently(answer, wait_on)
        except asyncio.CancelledError:
            return
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


def practise(screen: PuzzleScreen[None], context: Context, game: str, rule: str) -> None:
    """Look for boards on which a technique comes next, and play them, without keeping anything."""
    from termpuzzles.catalogue.practice import PracticeQuestion  # a board needs none of its logic

    def play(boards: list[Puzzle]) -> None:
        if boards:
            screen.opener.play(boards, kept=False)
        else:
            screen.show_message("No level needs this technique.")

    def waiting(seconds: int) -> None:
        screen.show_message(f"Looking for boards … {seconds} s   Esc stops" if seconds else "Looking for boards …")

    question = PracticeQuestion(game, rule)
    gave_up = "No board was found in a minute."
    ask(screen, context.answerer, question, play, PRACTICE, lambda: screen.show_message(gave_up), waiting)


PRACTICE = "practice"  # the group of the question for boards to practise on

_LATEST = 20  # games to play again


async def latest_wrong_pins(context: Context, entries: Iterable[Summary]) -> dict[tuple[str, str], int]:
    """The wrong pins of the latest of these games, by game and technique."""
    from termpuzzles.catalogue.practice import LARGEST, WrongPinsQuestion  # a board needs none of its logic

    latest = list(islice((entry for entry in entries if entry.cells <= LARGEST), _LATEST))
    fresh = [entry for entry in latest if _key(entry) not in context.wrong_pins]
    games = await asyncio.to_thread(lambda: [_game(context.library, entry) for entry in fresh])
    found = [(entry, game) for entry, game in zip(fresh, games, strict=True) if game]
    if found:
        answer = await context.answerer.answer(WrongPinsQuestion(tuple(game for _, game in found)))
        context.wrong_pins |= {_key(entry): told for (entry, _), told in zip(found, answer, strict=True)}
    total: Counter[tuple[str, str]] = Counter()
    for entry in latest:
        for rule, count in context.wrong_pins.get(_key(entry), {}).items():
            total[entry.game, rule] += count
    return dict(total)


def _key(entry: Summary) -> tuple[str, float]:
    return entry.name, entry.modified


def _game(library: Library, entry: Summary) -> tuple[Puzzle, tuple[Event, ...]] | None:
    """The game in a journal; None if it is damaged."""
    try:
        puzzle, events = library.game(entry)
        return puzzle, tuple(events)
    except (OSError, PuzzleError):
        return None


def heard_by(app: TerminalApp, hear: Callable[P, object]) -> Callable[P, None]:
    """`hear` as anybody may call it: the app calls it, not whoever has news."""

    def pass_on(*news: P.args, **named: P.kwargs) -> None:
        app.call_later(hear, *news, **named)

    return pass_on
