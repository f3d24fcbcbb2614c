"""Connects the app to a wire: bytes to Textual's events, modes on and off, questions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO, TextIO

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from termpuzzles.terminal.input import Clicked, Focus, Input, KeySequence, Pasted, TerminalAnswer, Token, Typed, WithAlt
from termpuzzles.terminal.wire import Wire
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.inside import keys_named
from termpuzzles.tui.adapter.type_ahead import TypeAhead

# Buttons, drags while one is held (1002; with 1003 every move of the mouse costs an event), in numbers of any size;
# the focus; pastes in brackets; no line wraps; all keys, with their text, in the kitty protocol.
_MODES_ON = "\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[?1004h\x1b[?2004h\x1b[?7l\x1b[>25u"
_MODES_OFF = "\x1b[<u\x1b[?7h\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1002l\x1b[?1000l"
ENTER = "\x1b[?1049h\x1b[?25l" + _MODES_ON  # a screen apart from the shell's, without a cursor
LEAVE = "\x1b[?2026l\x1b[m" + _MODES_OFF + "\x1b[?1049l\x1b[?25h"


class TerminalDriver(Driver):
    """A driver for the terminal at the other end of a wire; its app is a `TerminalApp`.

    Where that is not this computer, nothing of the app reaches this computer's files or its browser.
    """

    def __init__(
        self,
        app: TerminalApp,
        *,
        wire: Wire,
        crowd: Callable[[bool], None] | None = None,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        if size is None and wire.is_local:  # elsewhere the first frame waits for the size, which saves a frame
            size = wire.size
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal_app = app
        self._output = app.output
        self._output.driver = self
        self._wire = wire
        self._input = Input()
        self.ahead = TypeAhead(app, self.process_message, crowd)
        self._expiry: asyncio.TimerHandle | None = None
        self._asked = self._entered = self._listens = False

    @property
    def lags(self) -> bool:
        """Whether so much is unread that nothing should be added."""
        return self._wire.lags

    @property
    def is_local(self) -> bool:
        """Whether the player sits at this computer."""
        return self._wire.is_local

    @property
    def can_suspend(self) -> bool:
        """Whether there is a shell that can bring the program back."""
        return self._wire.can_suspend

    def write(self, data: str) -> None:
        """Write to the terminal."""
        self._wire.send(data.encode("utf-8", "replace"))

    def start_application_mode(self) -> None:
        """Take the terminal over."""
        self._listens = True
        self._wire.open(self)
        self._enter()

    def disable_input(self) -> None:
        """Take in no more."""
        self._listens = False

    def stop_application_mode(self) -> None:
        """Leave the terminal as it was."""
        if self._entered:
            self._entered = False
            self._output.leave_terminal()
            self.write(LEAVE)
        self.disable_input()

    def close(self) -> None:
        """Give the wire back."""
        self._wire.close()

    def _enter(self) -> None:
        """Draw on the terminal, and the first time ask what it is, without waiting for its answers."""
        self._listens = self._entered = True
        self.write(ENTER)
        if not self._asked:
            self._asked = True
            self._input.expect_answers()
            self.write(self._output.terminal.questions)
        self._output.return_to_terminal()
        self.resized(*self._wire.size)

    # What comes over the wire

    def received(self, data: bytes) -> None:
        """Take in what the terminal has sent."""
        if self._listens:
            self._hand_over(self._input.feed(data, asyncio.get_running_loop().time()))

    def resized(self, columns: int, rows: int) -> None:
        """Take the size of the window, changed or not."""
        size = Size(columns, rows)
        self.process_message(events.Resize(size, size))

    def caught_up(self) -> None:
        """Draw the current picture."""
        self._output.paint()

    def overwritten(self) -> None:
        """Paint everything anew."""
        if self._entered:
            self._output.return_to_terminal()

    def suspend_requested(self) -> None:
        """Give the terminal to the shell until it lets us continue."""
        if self._entered:
            self.stop_application_mode()
            self._wire.suspend()
            self._enter()
            self.process_message(self.SignalResume())
        else:  # the app is about to end
            self._wire.suspend()

    def closed(self, status: int) -> None:
        """End the app."""
        self._terminal_app.end_status = status
        self._terminal_app.exit()

    def send_message(self, message: Message) -> None:
        """Post the message in the loop that runs the app."""
        self._terminal_app.post_message(message)

    def _hand_over(self, tokens: list[Token]) -> None:
        for token in tokens:
            if isinstance(token, TerminalAnswer):
                self._terminal_app.on_answer(token.code)
            else:
                for message in messages_of(token):
                    self.ahead.enqueue(message)
        if self._expiry is not None:
            self._expiry.cancel()
        deadline = self._input.deadline
        self._expiry = None if deadline is None else asyncio.get_running_loop().call_at(deadline, self._expire)

    def _expire(self) -> None:
        self._hand_over(self._input.expire(asyncio.get_running_loop().time()))

    # What Textual would do with files and a browser

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open a browser, for a player at this computer."""
        if self._wire.is_local:
            super().open_url(url, new_tab)

    def deliver_binary(self, binary: BinaryIO | TextIO, **options: Any) -> None:
        """Save a file, for a player at this computer."""
        if self._wire.is_local:
            super().deliver_binary(binary, **options)


def connect(app: TerminalApp, wire: Wire, crowd: Callable[[bool], None] | None = None) -> None:
    """Have the app run on the terminal at the other end of the wire.

    `crowd` is called with True when so much has been typed ahead that no more should be read, and then with False.
    """
    app.driver_class = partial(TerminalDriver, wire=wire, crowd=crowd)  # type: ignore[assignment]


_WHEEL = (events.MouseScrollUp, events.MouseScrollDown, events.MouseScrollLeft, events.MouseScrollRight)


def messages_of(token: Token) -> Iterator[Message]:
    """Textual's events for a token; none for an unknown key."""
    match token:
        case Typed(text):
            for character in text:
                yield from keys_named(character)
        case KeySequence(code):
            yield from keys_named(code)
        case WithAlt(character):
            yield from keys_named(f"\x1b{character}") or keys_named(character, alt=True)
        case Clicked():
            yield _mouse(token)
        case Pasted(text):
            yield events.Paste(text)
        case Focus(gained):
            yield events.AppFocus() if gained else events.AppBlur()


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
