"""How fast a visitor may type: keys that come faster wait, and keys that come far too fast are dropped."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from termpuzzles.ssh.limits import Bucket, Limits

T = TypeVar("T")


class Pace(Generic[T]):
    """Passes keys on as fast as they may come; calls `dropped` once for each flood."""

    def __init__(
        self, limits: Limits, now: Callable[[], float], hand_on: Callable[[T], None], dropped: Callable[[], None]
    ) -> None:
        self._bucket = Bucket(limits.keys_a_second, limits.keys_at_once, now)
        self._step = 1.0 / limits.keys_a_second
        self._most = limits.keys_waiting
        self._hand_on = hand_on
        self._dropped = dropped
        self._waiting: deque[T] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._told = False

    def take(self, key: T) -> None:
        """Pass a key on, now or later, or drop it."""
        if len(self._waiting) < self._most:
            self._waiting.append(key)
        elif not self._told:
            self._told = True
            self._dropped()
        if self._timer is None:
            self._go_on()

    def _go_on(self) -> None:
        self._timer = None
        while self._waiting and self._bucket.take():
            self._hand_on(self._waiting.popleft())
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_later(self._step, self._go_on)
        else:
            self._told = False

    def stop(self) -> None:
        """Pass nothing on any more."""
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
