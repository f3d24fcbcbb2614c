"""How much a visitor may use, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a service: numbers of sessions, seconds, bytes and keys."""

    sessions: int = 200
    sessions_an_address: int = 20
    sessions_a_player: int = 4
    channels: int = 4  # of one connection
    connections_a_minute: float = 60.0  # of one address
    connections_at_once: int = 30  # of one address, before the rate counts
    bytes_a_second: float = 4_000.0  # of input to a screen
    bytes_at_once: int = 1 << 20  # a paste
    idle: float = 3_600.0
    stay: float = 12 * 3_600.0
    reader: float = 60.0  # that a screen may go unread
    unread: int = 1 << 16  # bytes that wait for a reader before nothing more is drawn
    request: float = 30.0  # of a command
    request_input: int = 1 << 20
    request_output: int = 8 << 20
    question: float = 20.0  # of a hint on a screen
    processes: int = 8  # that answer questions: more than processors, so that a short one need not wait for long ones
    processes_ready: int = 2
    token: float = 600.0  # that joins a further key


class Bucket:
    """Tokens that refill at a rate up to a number: each use takes some, and an empty bucket refuses."""

    def __init__(self, rate: float, most: float, now: Callable[[], float]) -> None:
        self._rate, self._most, self._now = rate, most, now
        self._tokens, self._at = most, now()

    def take(self, number: float = 1.0) -> bool:
        """Take so many tokens, if there are so many."""
        self._refill()
        if self._tokens < number:
            return False
        self._tokens -= number
        return True

    def owe(self, number: float) -> float:
        """Take so many tokens whether they are there or not; the seconds until the debt is paid."""
        self._refill()
        self._tokens -= number
        return max(0.0, -self._tokens / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken lately."""
        self._refill()
        return self._tokens >= self._most

    def _refill(self) -> None:
        now = self._now()
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now
