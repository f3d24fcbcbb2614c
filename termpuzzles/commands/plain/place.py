"""Where the player is: what is said on arriving there, and how a line is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from termpuzzles.logic.task import never
from termpuzzles.play.storage.library import Library


@dataclass
class Desk:
    """What all places share: the player's library, clocks, and how much is said."""

    library: Library
    now: Callable[[], float]
    today: Callable[[], datetime] = datetime.now
    until: Callable[[], bool] = never  # ends answers that take too long
    full: bool = False  # full sentences about each cell, or brief ones
    seed: str | None = None  # what new boards are made from; without it, another board each time


class PlainPlace(Protocol):
    """One place of the conversation."""

    def enter(self) -> Iterator[str]:
        """What is said on arriving, or coming back."""

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """The answer to a line, its words in lower case; a place among it is gone into."""

    def leave(self) -> None:
        """The player goes away from here."""


class Back(Exception):  # noqa: N818 - going back is no error
    """The player goes back to where this place was entered from."""
