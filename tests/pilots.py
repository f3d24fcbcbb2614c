"""A pilot waits for those alone who have something to do: else it sends a message to every widget of the screen, and
waits until each has handled it, which takes a sixth of the time of all tests of screens.
"""

from __future__ import annotations

from typing import Any

from textual.message_pump import MessagePump
from textual.pilot import Pilot

from termpuzzles.tui.adapter.inside import is_idle, is_over

_wait_for_all = getattr(Pilot, "_wait_for_screen", None)


async def _wait_for_busy(self: Pilot[Any], timeout: float = 30.0) -> bool:
    assert _wait_for_all
    pumps: list[MessagePump] = [self.app, *self.app.screen.walk_children(with_self=True)]
    return all(map(_waits, pumps)) or await _wait_for_all(self, timeout)


def _waits(pump: MessagePump) -> bool:
    """Whether it has begun and has nothing to do, or does nothing more."""
    return is_over(pump) or (pump.is_running and bool(is_idle(pump)))


def wait_for_busy() -> None:
    """Let all pilots of this process wait so; as usual where Textual's have no such method."""
    if _wait_for_all:
        Pilot._wait_for_screen = _wait_for_busy  # type: ignore[method-assign]
