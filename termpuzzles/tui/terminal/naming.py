"""Turns tokens of input into Textual's events: keys by name, the mouse, the focus and pastes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from textual import events
from textual.keys import Keys
from textual.message import Message

from termpuzzles.terminal.input import Clicked, Focus, KeySequence, Pasted, Token, Typed, WithAlt

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser

_WHEEL = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)


@lru_cache(maxsize=1)
def _parser() -> XTermParser:
    """The parser that names keys; its caches keep it for ever, so it must not belong to an app."""
    from textual._xterm_parser import XTermParser  # 2 ms, not needed for the first frame

    return XTermParser()


def messages_of(token: Token) -> Iterator[Message]:
    """Textual's events for a token; none for an unknown key."""
    match token:
        case Typed(text):
            for character in text:
                yield from _keys(character)
        case KeySequence(code):
            yield from _keys(code)
        case WithAlt(character):
            yield from _keys(f"\x1b{character}") or _keys(character, alt=True)
        case Clicked():
            yield _mouse(token)
        case Pasted(text):
            yield events.Paste(text)
        case Focus(gained):
            yield events.AppFocus() if gained else events.AppBlur()


def _keys(code: str, alt: bool = False) -> list[events.Key]:
    try:
        keys = list(_parser()._sequence_to_key_events(code, alt))
    except (ValueError, OverflowError):  # numbers that are no characters
        return []
    except (AttributeError, TypeError):  # another textual: then as it comes to them itself, if slower
        from textual._xterm_parser import XTermParser

        keys = [event for event in XTermParser().feed(code) if isinstance(event, events.Key)]
    return [key for key in keys if key.key != Keys.Ignore]


def _mouse(click: Clicked) -> events.MouseEvent:
    kind: type[events.MouseEvent]
    button = (click.buttons + 1) & 3
    if click.buttons & 64:
        kind, button = _WHEEL[click.buttons & 3], 0
    elif click.buttons & 32 or button == 0:
        kind = events.MouseMove
    else:
        kind = events.MouseUp if click.released else events.MouseDown
    shift, meta, ctrl = (bool(click.buttons & bit) for bit in (4, 8, 16))
    x, y = click.x, click.y
    return kind(None, x, y, 0, 0, button, shift, meta, ctrl, screen_x=x, screen_y=y)
