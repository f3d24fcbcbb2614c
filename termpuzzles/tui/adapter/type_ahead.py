"""What is typed reaches the app one by one, each key once the one before has had its whole effect."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count

from textual.message import Message
from textual.message_pump import MessagePump

from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.inside import is_idle

_ENOUGH = 64  # keys that wait
_TURNS = 20  # of the loop in which most messages have had their whole effect
_REST = 0.002  # seconds between two looks after that
_MOST = 1_000  # such looks, of two seconds or, where others go first, more; what takes longer gets the next key
_SECONDS = 2.0  # likewise where nobody can look


class TypeAhead:
    """Hands what is typed to the app one by one, each once the one before has had its whole effect.

    Several keys in one write are ordinary. Textual hands each to whatever has the focus at that moment, while those
    before it are still on their way: letters would overtake the Enter before them, and go to a screen that is leaving.

    `crowd` is called with True when enough waits, and with False once half of it is handed over.
    """

    def __init__(
        self, app: TerminalApp, hand_over: Callable[[Message], None], crowd: Callable[[bool], None] | None = None
    ) -> None:
        self._app = app
        self._hand_over = hand_over
        self._crowd = crowd or (lambda is_crowded: None)
        self._is_crowded = False
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def waits(self) -> bool:
        """Whether something that was typed has not been handed over yet."""
        return self._task is not None

    def enqueue(self, message: Message) -> None:
        """Hand over a key, a click or a paste: at once if the app is idle, else as soon as it is."""
        if not self.waits and not is_busy(self._app):
            self._hand_over(message)
            return
        self._waiting.append(message)
        if len(self._waiting) >= _ENOUGH:
            self._tell(True)
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._hand_over_all())

    def _tell(self, is_crowded: bool) -> None:
        if is_crowded is not self._is_crowded:
            self._is_crowded = is_crowded
            self._crowd(is_crowded)

    async def _hand_over_all(self) -> None:
        try:
            while self._waiting:
                await until_idle(self._app)
                self._hand_over(self._waiting.popleft())  # which the app drops if it is about to end
                if len(self._waiting) <= _ENOUGH // 2:
                    self._tell(False)
        finally:
            self._task = None
            self._tell(False)


def is_busy(app: TerminalApp) -> bool:
    """Whether something that the app was asked for is not done, as far as can be seen: a message waits, is being
    handled, or has led on.
    """
    return is_idle(app) is None or _is_beginning(app) or bool(_busy(app))


def _is_beginning(app: TerminalApp) -> bool:
    """Whether what comes next is not there yet."""
    if app.output.is_at_start or app.output.is_drawing:
        return True
    return not app.screen.is_mounted or bool(getattr(app.screen, "is_searching", False))


def _busy(app: TerminalApp) -> list[MessagePump]:
    """What still has something to do: the app, its screens, and the widgets of the uppermost one."""
    pumps = (app, *app.screen_stack, *app.screen.walk_children())
    return [pump for pump in pumps if pump not in app.stuck and is_idle(pump) is False]


async def until_idle(app: TerminalApp) -> None:
    """Wait until everything that the app was asked for is done, or the app is about to end.

    What takes too long is waited for no more, so that it holds up one key and not each.
    """
    if is_idle(app) is None and not app.output.is_at_start:
        await _until_passed(app)
    for turn in count():
        if app.leaving or not (_is_beginning(app) or _busy(app)):
            return
        if turn > _TURNS + _MOST:
            app.stuck.update(_busy(app))
            return
        await asyncio.sleep(0 if turn < _TURNS else _REST)


async def _until_passed(app: TerminalApp) -> None:
    """Wait until a message has passed through all that a key passes through, and the screen is drawn after it.

    For a Textual in which nobody can see what is still to be done: it takes longer.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(_SECONDS):
            for _ in range(2):  # to where the key goes, and through what it leads to
                for pump in (app, *reversed(app.screen.focused.ancestors_with_self if app.screen.focused else ())):
                    passed = asyncio.Event()
                    if pump.is_running and pump.call_later(passed.set):
                        await passed.wait()
            drawn = asyncio.Event()
            if not app.leaving and app.screen.call_after_refresh(drawn.set):
                await drawn.wait()
