"""Screens that do nothing while they have no widgets, and that close nothing but themselves."""

from __future__ import annotations

from typing import Any, TypeVar

from textual import events, on
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

from termpuzzles.tui.adapter.inside import ScreenInside, is_being_removed

T = TypeVar("T")


class GuardedScreen(ScreenInside[T]):
    """A screen that does nothing while it has no widgets, and that closes nothing but itself.

    Textual acts on whatever is asked of a screen, also before its widgets are there, while they are being removed, and
    after the app was asked to end, when none are made any more; and `dismiss` closes the uppermost screen, whichever
    that is.
    """

    _has_begun = False
    _was_made = False

    @property
    def is_ready(self) -> bool:
        """Whether the widgets of the screen are there, with those inside them, and stay."""
        if not self._was_made:
            self._was_made = bool(self.children) and all(each.is_mounted for each in self.children)
        return self._was_made and not is_closing(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Act only while the widgets are there."""
        return self.is_ready and super().check_action(action, parameters)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, unless it is closed already or another one is above it."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def hears(self, message: Message, owner: type) -> bool:
        """Only Textual's own handlers while the screen is not ready, and those of its end."""
        return self.is_ready or isinstance(message, events.Unmount) or owner.__module__.startswith("textual.")

    @on(events.ScreenResume)
    def keep_styles(self, event: events.ScreenResume) -> None:
        """Begin with the styles that the widgets were given as they were made: Textual would find all once more."""
        if not self._has_begun:
            self._has_begun = True
            event.refresh_styles = False


def is_closing(screen: Screen[Any]) -> bool:
    """Whether the widgets of the screen are being removed, or are gone."""
    return not screen.is_attached or is_being_removed(screen)
