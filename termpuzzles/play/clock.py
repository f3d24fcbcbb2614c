"""The time spent on a session: a stopwatch over any source of time."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """A stopwatch in seconds; `now` returns the time in seconds, counted from any moment."""

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
        """A clock with the same source of time that stands at this many seconds."""
        return Clock(self._now, seconds)

    def start(self) -> None:
        """Go on counting; does nothing if the clock runs already."""
        if self._started is None:
            self._started = self._now()

    def stop(self) -> None:
        """Stop counting; does nothing if the clock is stopped already."""
        self._before, self._started = self.seconds, None


def clock_text(seconds: float) -> str:
    """The time as a player reads it: `1:05`, `1:02:03`."""
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
