"""How much a visitor may use, and a sentence for each refusal."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from termpuzzles.logic.task import Budget

REQUEST = Budget(seconds=30.0)
QUESTION = Budget(cells=62_500, seconds=20.0)


@dataclass(frozen=True)
class Limits:
    """The limits of a service: numbers of sessions, seconds, bytes and keys."""

    sessions: int = 200
    connections: int = 400  # in all
    knocking: int = 100  # connections that have not logged in; one more drops the oldest
    sessions_an_address: int = 20  # these are connections; each may have several sessions
    sessions_a_player: int = 4
    channels: int = 4  # in one connection
    connections_a_minute: float = 60.0  # from one address
    connections_at_once: int = 30  # from one address, before the rate counts
    work_a_second: float = 0.2  # seconds that the server works in each second for what one address sends
    work_at_once: float = 2.0  # before that rate counts
    start_work: float = 0.1  # seconds of work that opening a screen counts as
    starts: int = 2  # screens opened at the same time; others wait for their turn
    keys_a_second: float = 60.0  # clicks and pastes are keys, too
    keys_at_once: int = 200
    keys_waiting: int = 1_000  # further keys are dropped
    bytes_a_second: float = 4_000.0  # of input to a screen
    bytes_at_once: int = 1 << 20  # a paste
    empty: float = 60.0  # seconds that a connection may last without opening anything
    idle: float = 3_600.0
    stay: float = 12 * 3_600.0
    reader: float = 50.0  # seconds in which nothing that was sent is read; noticing it takes a few more
    unread: int = 1 << 16  # unread bytes after which nothing more is drawn
    request: Budget = REQUEST  # for a command
    request_input: int = 1 << 20
    request_output: int = 8 << 20
    question: Budget = QUESTION  # for a hint on a screen
    processes: int = 6  # to answer questions: more than processors, so that short ones need not wait for long ones
    processes_ready: int = 2
    process_memory: int = 192 << 20  # bytes of each process
    commands: int = min(4, os.cpu_count() or 1)  # that run at the same time; others wait, and each visitor has one
    plain: int = 6  # visitors without a terminal, each with a process
    journals: int = 5_000  # boards of a player
    journal_bytes: int = 64 << 20  # of all of them
    token: float = 600.0  # seconds for which a token to join a further key is valid


SENTENCES = {
    "connection_rate": "You are connecting too often. Wait a minute, then try again.",
    "sessions_an_address": "There are too many connections from your address. Close one, then try again.",
    "connections": "The server is full. Try again in a while.",
    "knocking": "Too many visitors are logging in. Try again in a while.",
    "banned": "You are banned from this server.",
    "revoked": "This key has been revoked.",
    "proxy": "Connections from this address must begin with a PROXY header.",
    "sessions": "The server is full. Try again in a while.",
    "channels": "This connection has too many sessions. Close one first.",
    "sessions_a_player": "You have too many sessions open. Close one first.",
    "plain": "Too many visitors are playing without a terminal. Try again in a while, or with one (ssh -t).",
    "quota": "Your boards fill all the room you have here. With a terminal you can still play.",
    "keys": "You typed too fast, and some keys were dropped.",
    "empty": "Nothing was opened on this connection.",
    "idle": "Nothing was typed for a long time. Every move is kept; come back any time.",
    "stay": "You have been here for the longest time allowed. Every move is kept; come back any time.",
    "reader": "Your terminal has stopped reading.",
    "request_input": "This is more input than a command may take.",
    "request_output": "This answer is longer than a command may give.",
    "shutdown": "The server is shutting down. Every move is kept; come back later.",
    "subsystem": "There are no subsystems here.",
}


class Bucket:
    """A token bucket: it refills at a rate up to a maximum, each use takes tokens, and an empty bucket refuses."""

    def __init__(self, rate: float, most: float, now: Callable[[], float]) -> None:
        self._rate, self._most, self._now = rate, most, now
        self._tokens, self._at = most, now()

    def take(self, number: float = 1.0) -> bool:
        """Take this many tokens; False if there are not enough."""
        self._refill()
        if self._tokens < number:
            return False
        self._tokens -= number
        return True

    def owe(self, number: float) -> float:
        """Take this many tokens even if there are not enough; returns the seconds until the debt is paid."""
        self._refill()
        self._tokens -= number
        return max(0.0, -self._tokens / self._rate)

    @property
    def is_full(self) -> bool:
        """Whether the bucket has refilled completely."""
        self._refill()
        return self._tokens >= self._most

    def _refill(self) -> None:
        now = self._now()
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now
