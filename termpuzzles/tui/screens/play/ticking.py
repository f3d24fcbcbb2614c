"""The clock on the screen: looked at whenever it shows another second, and drawn alone.

Not by a timer of textual's: each is a task and sends messages, and on a server many clocks tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from termpuzzles.tui.base import BaseApp
from termpuzzles.tui.controller.controller import Controller

_LATER = 0.005  # seconds after the clock has come to another second: timers come early by a little
_STANDING = 0.5  # seconds between two looks at a clock that stands


class Ticking:
    """Looks at the sitting each second of its clock, and now and then while that stands."""

    def __init__(self, app: BaseApp, controller: Controller, show_time: Callable[[], None]) -> None:
        self._app = app
        self._controller = controller
        self._show_time = show_time
        self._wait()

    def stop(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def _wait(self) -> None:
        clock = self._controller.session.clock
        seconds = 1 - clock.seconds % 1 + _LATER if clock.running else _STANDING
        self._timer: asyncio.TimerHandle = self._app.after(seconds, self._look)

    def _look(self) -> None:
        self._wait()
        kept = self._controller.kept
        if lost := kept.look():
            self._app.leave(lost)
        elif kept.session.clock.running:
            kept.tick()
            self._show_time()
