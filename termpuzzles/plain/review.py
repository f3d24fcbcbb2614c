"""A look back on one's own game in plain mode: a menu of its moments, each of which leads to the board as it stood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from termpuzzles.games.model import Puzzle
from termpuzzles.plain.conversation import Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.words import clock, for_speech
from termpuzzles.play.controller import Controller
from termpuzzles.play.review import Review, ReviewQuestion, shown_at, starts
from termpuzzles.storage.journal_text import Event

Stand = Callable[[PlainContext, Puzzle], PlainPlace]  # the place of a board


def look_back(context: PlainContext, controller: Controller, stand: Stand) -> Iterator[str | PlainPlace]:
    """Look back on this game; `stand` makes the place of the board as it stood."""
    puzzle, found = controller.puzzle, list[Review]()
    events = tuple(context.library.events(puzzle))
    if not events:
        yield "There is no record of this game to look back on."
        return
    controller.count_help()  # it tells of mistakes and techniques
    controller.stage.ask(ReviewQuestion(puzzle, events), found.append, "review")
    if not found:
        yield controller.message.text
        return
    review = found[0]
    if not (review.wrong or review.pauses):
        yield "No wrong pins and no long pauses."
    moments = partial(_moments, context, puzzle, events, review, stand)
    yield Menu("Looking back. Type a number to play on from there; that is not kept.", moments)


def _moments(
    context: PlainContext, puzzle: Puzzle, events: Sequence[Event], review: Review, stand: Stand
) -> list[MenuItem]:
    """The moments of a game that are worth a look, then a few from its beginning to its end."""
    items = []
    for moment in (*review.wrong, *review.pauses, *starts(events)):
        seconds, words = clock(moment.seconds), for_speech(moment.sentence)
        at = f"after {moment.event} of {len(events)} events, {seconds}" if moment.event else "the start"
        elsewhere = replace(context, library=context.library.in_memory())
        go = partial(_stand, stand, elsewhere, shown_at(puzzle, events, moment.event))
        items.append(MenuItem(f"{seconds}: {words}" if words else at, go))
    return items


def _stand(stand: Stand, context: PlainContext, shown: Puzzle) -> Iterator[PlainPlace]:
    yield stand(context, shown)
