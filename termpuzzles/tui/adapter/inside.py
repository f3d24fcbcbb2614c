"""The only file that reads private names of Textual (a service's drawing has a few more, and reads them by itself).

Each class and function says what is done where a name is gone. A test renames each of `NAMES` in turn, and plays.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from textual import events
from textual.app import App
from textual.geometry import Offset, Region, Size
from textual.keys import KEY_NAME_REPLACEMENTS, Keys
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import Widget

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual._compositor import ChopsUpdate as ChopsUpdate
    from textual._compositor import LayoutUpdate as LayoutUpdate
    from textual._xterm_parser import XTermParser
else:
    try:
        from textual._compositor import ChopsUpdate, LayoutUpdate
    except ImportError:  # then Textual draws in a way that is not known
        ChopsUpdate = LayoutUpdate = None

T = TypeVar("T")

NAMES = (
    *("textual._compositor", "textual._xterm_parser", "_batch_count", "_closed", "_closing", "_compositor"),
    *("_dirty_regions", "_dirty_widgets", "_disable_tooltips", "_display", "_full_map", "_get_dispatch_methods"),
    *("_handle_exception", "_message_queue", "_next_callbacks", "_on_timer_update", "_pruning", "_refresh_layout"),
    *("_sequence_to_key_events", "_set_dirty", "_set_pointer_shape"),
)

UPDATES_ARE_SEEN = hasattr(App, "_display") and ChopsUpdate is not None  # else Textual sends what it draws by itself


class AppInside(App[None]):
    """An app whose inner hooks have public names; a hook that Textual no longer has is never called."""

    def take_update(self, screen: Screen[object], update: RenderableType | None) -> bool:
        """Send what has changed; False if Textual is to send it."""
        raise NotImplementedError

    def take_error(self, error: Exception) -> bool:
        """End the app, unless the error does no harm: False. If Textual ends it, it prints that and returns 1."""
        raise NotImplementedError

    def without_tooltips(self) -> None:
        """Let no screen have a widget for tooltips; else they have one that is never seen."""
        self._disable_tooltips = True

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if not self.take_update(screen, renderable):
            super()._display(screen, renderable)

    def _handle_exception(self, error: Exception) -> None:
        if self.take_error(error) and self.is_headless:  # a test waits for it
            super()._handle_exception(error)

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the mouse pointer as it is: few terminals know the code, and nothing here needs another."""


class ScreenInside(Screen[T]):
    """A screen whose inner hooks have public names; a hook that Textual no longer has is never called."""

    _laid_out: Any = None  # the places of the widgets after the last layout

    def hears(self, message: Message, owner: type) -> bool:
        """Whether a handler of that class is called for the message."""
        return True

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[Any]]]]:
        found = super()._get_dispatch_methods(method_name, message)
        return ((owner, handler) for owner, handler in found if self.hears(message, owner))

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """What is at that place; nothing where a widget is seen that has gone: no text is selected in it."""
        widget, offset = super().get_widget_and_offset_at(x, y)
        is_gone = widget is not None and widget is not self and widget.parent is None
        return (None, None) if is_gone else (widget, offset)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay the widgets out, and draw all that has moved since this was done last.

        If somebody asks where a widget is after one was shown or hidden, but before the layout that follows, Textual
        may look all places up anew. It would then find nothing moved in that layout, and leave parts undrawn.
        """
        compositor: Any = getattr(self, "_compositor", None)
        if self._laid_out is not None and not scroll:
            compositor._full_map = self._laid_out
        super()._refresh_layout(size, scroll)
        self._laid_out = getattr(compositor, "_full_map", None)


_COMPOSES = ("_dirty_regions", "size", "visible_widgets", "cuts", "render_partial_update")


def compositor_of(screen: Screen[Any]) -> Any:
    """What composes the screen; None if it does so in a way that is not known."""
    compositor = getattr(screen, "_compositor", None)
    return compositor if all(hasattr(compositor, name) for name in _COMPOSES) else None


def take_regions(compositor: Any) -> set[Region]:
    """The regions that have changed since this was asked last."""
    regions: set[Region] = compositor._dirty_regions.copy()
    compositor._dirty_regions.clear()
    return regions


def mark_changed(widget: Widget, *regions: Region) -> bool:
    """Note that these regions of a widget have changed; False if Textual is to be told of that in its own way."""
    screen: Any = widget.screen
    dirty, draws = getattr(screen, "_dirty_widgets", None), hasattr(screen, "_on_timer_update")
    if dirty is None or not draws or not hasattr(widget, "_set_dirty"):
        return False
    widget._set_dirty(*regions)
    dirty.add(widget)
    return True


def draw_changes(screen: Screen[Any]) -> None:
    """Draw what has changed on the screen; what marks changes has seen that it can be drawn."""
    screen._on_timer_update()


def batches(app: App[Any]) -> bool:
    """Whether changes are being gathered; if that cannot be seen, each is sent."""
    return bool(getattr(app, "_batch_count", 0))


def is_idle(pump: MessagePump) -> bool | None:
    """Whether the app, a screen or a widget has handled all its messages, or handles no more; None if unknown."""
    seen: Any = pump
    try:
        queue, is_over = seen._message_queue, seen._closing or seen._closed
        waits = queue.empty() and not seen._next_callbacks
        return bool(is_over or (waits and (queue.ready_event._waiters or not seen.is_running)))
    except AttributeError:
        return None


def is_over(pump: MessagePump) -> bool:
    """Whether it handles no more messages; if that cannot be seen, what is asked of it is lost."""
    return bool(getattr(pump, "_closing", False) or getattr(pump, "_closed", False))


def is_being_removed(screen: MessagePump) -> bool:
    """Whether its widgets are being removed; if that cannot be seen, only what is gone is known."""
    return bool(getattr(screen, "_pruning", False))


@lru_cache(maxsize=1)
def _parser() -> XTermParser | None:
    """The parser that names keys; its caches keep it for ever, so it must not belong to an app."""
    try:
        from textual._xterm_parser import XTermParser  # 2 ms, not needed for the first frame
    except ImportError:
        return None
    return XTermParser()


def keys_named(code: str, alt: bool = False) -> list[events.Key]:
    """Textual's keys for a sequence that a terminal sends, else those of a table of ours; none without a name."""
    parser: Any = _parser()
    try:
        keys = list(parser._sequence_to_key_events(code, alt))
    except (AttributeError, TypeError):
        keys = _usual_keys(code, alt)
    except (ValueError, OverflowError):  # numbers that are no characters
        return []
    return [key for key in keys if key.key != Keys.Ignore]


_WAYS = zip("ABCDHF", ("up", "down", "right", "left", "home", "end"), strict=True)
_NUMBERED = {2: "insert", 3: "delete", 5: "pageup", 6: "pagedown"}
_FUNCTIONS = (15, 17, 18, 19, 20, 21, 23, 24)  # the numbers of F5 and those after it
_USUAL = {
    **{"\r": "enter", "\t": "tab", "\x1b": "escape", "\x7f": "backspace", "\x1b[Z": "shift+tab"},
    **{f"\x1b{mark}{code}": name for code, name in _WAYS for mark in "[O"},
    **{f"\x1b[{code}~": name for code, name in _NUMBERED.items()},
    **{f"\x1bO{code}": f"f{number}" for number, code in enumerate("PQRS", 1)},
    **{f"\x1b[{code}~": f"f{number}" for number, code in enumerate(_FUNCTIONS, 5)},
}  # what every terminal sends
_CODED = r"\x1b\[(\d+)(?::\d*)*(?:;(\d*)(?:;(\d+))?)?u"  # a key, its modifiers, what it types
_ALT, _CTRL = 2, 4  # of the modifiers, which are counted from 1


def _usual_keys(code: str, alt: bool) -> list[events.Key]:
    """The key for what every terminal sends, if need be in the kitty protocol."""
    is_ctrl = False
    if coded := re.fullmatch(_CODED, code):
        key, modifiers, typed = coded.groups()
        held = int(modifiers or 1) - 1
        code, alt, is_ctrl = chr(int(typed or key)), bool(held & _ALT), bool(held & _CTRL)
    name = _USUAL.get(code, "")
    if not name and len(code) == 1:
        is_ctrl |= code < " "
        name = chr(ord(code) + 96) if code < " " else _named(code)
    if not name:
        return []
    types = len(code) == 1 and code.isprintable() and not (alt or is_ctrl)
    return [events.Key("alt+" * alt + "ctrl+" * is_ctrl + name, code if types else None)]


def _named(character: str) -> str:
    """Textual's name for the key of a character."""
    name = character if character.isalnum() else unicodedata.name(character, "").lower()
    name = name.replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)
