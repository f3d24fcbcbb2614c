"""A place where the player can be: the lines said on arrival, and answers to commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from termpuzzles.logic.task import never
from termpuzzles.storage.library import Library


@dataclass
class Desk:
    """Shared by all places: the player's library, clocks, and how detailed descriptions are."""

    library: Library
    now: Callable[[], float]
    today: Callable[[], datetime] = datetime.now
    until: Callable[[], bool] = never  # ends answers that take too long
    full: bool = False  # full sentences about each cell, or brief ones
    seed: str | None = None  # the seed of new boards; without it, another board each time


class PlainPlace(Protocol):
    """One place of the conversation."""

    def enter(self) -> Iterator[str]:
        """The lines to say when the player arrives or comes back."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a line, given as words in lower case; if it yields a place, the player enters it."""

    def leave(self) -> None:
        """Called when the player goes away from here."""


class Back(Exception):  # noqa: N818 - going back is no error
    """The player goes back to where this place was entered from."""
