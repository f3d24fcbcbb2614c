"""The stack of places in plain mode, and what a place is: lines in, lines out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol

from termpuzzles.logic.task import Budget
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.questions import Desk

LONGEST = 1000  # the most characters of a line to read
LONGEST_WAIT = Budget(seconds=60.0)


class Conversation:
    """Answers one line after the other, in the place where the player is; `ended` once no place is left."""

    def __init__(self, first: PlainPlace) -> None:
        self._places = [first]

    @property
    def ended(self) -> bool:
        """Whether the player has left the outermost place."""
        return not self._places

    def begin(self) -> Iterator[str]:
        """The lines to say before the player's first line."""
        yield from self._places[-1].enter()

    def answer(self, line: str) -> Iterator[str]:
        """The answer to one line, line by line."""
        words = line[:LONGEST].lower().split()
        if self.ended:
            return
        if words == ["q"] or words[:1] in (["quit"], ["exit"]):
            self.close()
            return
        here = self._places[-1]
        try:
            for reply in here.answer(words) if words else here.on_empty_line():
                if isinstance(reply, str):
                    yield reply
                else:
                    self._places.append(reply)
                    yield from reply.enter()
        except Back:
            yield from self._go_back()

    def close(self) -> None:
        """Leave every place at the end of the input, so that everything is kept."""
        while self._places:
            self._places.pop().leave()

    def _go_back(self) -> Iterator[str]:
        self._places.pop().leave()
        if self._places:
            yield from self._places[-1].enter()


def talk(conversation: Conversation, lines: Iterable[str]) -> Iterator[str]:
    """The whole conversation, as the lines come in; everything is kept at its end, however it ends."""
    try:
        yield from conversation.begin()
        for line in lines:
            yield from conversation.answer(line)
            if conversation.ended:
                return
    finally:
        conversation.close()


@dataclass
class PlainContext(PlayContext):
    """Shared by all places: what games depend on, what an answer may cost, and how detailed descriptions are."""

    today: Callable[[], datetime] = datetime.now
    budget: Budget = LONGEST_WAIT
    full: bool = False  # full sentences about each cell, or brief ones

    @cached_property
    def cache(self) -> Desk:
        """What the answers so far have found out, for the next question."""
        return Desk()


class PlainPlace(Protocol):
    """One place of the conversation."""

    def enter(self) -> Iterator[str]:
        """The lines to say when the player arrives or comes back."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a line, given as words in lower case; if it yields a place, the player enters it."""

    def on_empty_line(self) -> Iterator[str | PlainPlace]:
        """The answer to a line without words."""
        return iter(())

    def leave(self) -> None:
        """Called when the player goes away from here."""


class Back(Exception):  # noqa: N818 - going back is no error
    """The player goes back to where this place was entered from."""
