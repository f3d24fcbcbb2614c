"""Opening a board or a game in plain mode: whether to take it over, or to ask the store again, is a menu."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Back, Menu, MenuItem, PlainPlace
from termpuzzles.play.opening import Away, Closed, InUse, Opened, Opening

T = TypeVar("T")


def settled(found: Opening[T], place: Callable[[Opened[T]], PlainPlace], what: str = "puzzle") -> PlainPlace:
    """The place of what is open, or the menu that leads there."""
    if isinstance(found, Opened):
        return place(found)
    return _Refusal(found.why) if isinstance(found, Closed) else _Asking(found, place, what)


class _Refusal(PlainPlace):
    """Says why it cannot be opened, and leads back."""

    def __init__(self, why: str) -> None:
        self._why = why

    def enter(self) -> Iterator[str]:
        """The reason."""
        yield self._why
        raise Back

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Nothing: nobody stays here."""
        return iter(())

    def leave(self) -> None:
        """Nothing is kept here."""


class _Asking(Menu, Generic[T]):
    """Leads on once it is settled, and is not there any more for whoever comes back."""

    def __init__(self, found: InUse[T] | Away[T], place: Callable[[Opened[T]], PlainPlace], what: str) -> None:
        self._found, self._place = found, place
        self._is_settled = False
        if isinstance(found, InUse):
            question = (
                f"This {what} is open in another window. Go on with it here? The other window will then leave it."
            )
            choice = "Go on here"
        else:
            question, choice = f"It cannot be opened now: {found.why}.", "Try again"
        super().__init__(question, lambda: [MenuItem(choice, self._try), MenuItem("Back", self._go_back)])

    def enter(self) -> Iterator[str]:
        """The question, until it is answered."""
        if self._is_settled:
            raise Back
        yield from super().enter()

    def _try(self) -> Iterator[str | PlainPlace]:
        found = self._found
        try:
            new = found.take_over(time.monotonic, time.sleep) if isinstance(found, InUse) else found.again()
        except (OSError, PuzzleError) as error:
            yield f"That did not work: {error}."
            return
        if isinstance(new, Away):
            yield f"It cannot be opened now: {new.why}."
            return
        self._is_settled = True
        yield settled(new, self._place)

    def _go_back(self) -> Iterator[str | PlainPlace]:
        raise Back
