"""The time spent on a sitting: a stopwatch over whatever tells the time."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """A stopwatch that shows seconds; `now` tells the time in seconds, counted from anywhere."""

    def __init__(self, now: Callable[[], float], seconds: float = 0.0) -> None:
        self._now = now
        self._before = seconds
        self._started: float | None = None

    @property
    def running(self) -> bool:
        """Whether time is being counted."""
        return self._started is not None

    @property
    def seconds(self) -> float:
        """All the time counted so far."""
        return self._before if self._started is None else self._before + max(0.0, self._now() - self._started)

    def at(self, seconds: float) -> Clock:
        """A clock that tells the time in the same way and stands at so many seconds."""
        return Clock(self._now, seconds)

    def start(self) -> None:
        """Go on counting; nothing happens to a clock that runs."""
        if self._started is None:
            self._started = self._now()

    def stop(self) -> None:
        """Stop counting; nothing happens to a clock that stands."""
        self._before, self._started = self.seconds, None


def clock_text(seconds: float) -> str:
    """The time as a player reads it: `1:05`, `1:02:03`."""
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
