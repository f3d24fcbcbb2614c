"""The clock on the screen: checked whenever it shows another second, and drawn alone.

This does not use Textual's timers: each is a task and sends messages, and on a server many clocks tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from termpuzzles.tui.controller.controller import Controller
from termpuzzles.tui.screen import PuzzleScreen

_LATER = 0.005  # seconds to wait after the next second of the clock: timers come a little early
_STANDING = 0.5  # seconds between two checks of a stopped clock


class Ticking:
    """Checks the session at each second of its clock, and now and then while that is stopped."""

    def __init__(self, screen: PuzzleScreen[None], controller: Controller, show_time: Callable[[], None]) -> None:
        self._screen = screen
        self._controller = controller
        self._show_time = show_time
        self._wait()

    def stop(self) -> None:
        """Stop checking."""
        self._timer.cancel()

    def _wait(self) -> None:
        clock = self._controller.session.clock
        seconds = 1 - clock.seconds % 1 + _LATER if clock.running else _STANDING
        self._timer: asyncio.TimerHandle = self._screen.app.after(seconds, self._look)

    def _look(self) -> None:
        self._wait()
        if not self._screen.is_ready:
            return
        kept = self._controller.kept
        if lost := kept.look():
            self._screen.leave(lost)
        elif kept.session.clock.running:
            kept.tick()
            self._show_time()
