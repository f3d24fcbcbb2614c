"""What all connections of a service share: limits, counters, players, processes, and who is here."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from termpuzzles.ssh.limits import Bucket, Limits
from termpuzzles.ssh.log import Log
from termpuzzles.ssh.metrics import Metrics
from termpuzzles.ssh.players import Player, Players
from termpuzzles.ssh.shelves import Held
from termpuzzles.ssh.workers.answering import Workers


class Visiting(Protocol):
    """A visit, as the service sees it."""

    @property
    def player(self) -> str:
        """Whose visit it is."""

    def abort(self, limit: str, sentence: str) -> None:
        """End the visit because of a limit, and say why."""

    def look_at_clocks(self) -> None:
        """End a visit that has lasted too long."""


@dataclass(frozen=True)
class Place:
    """Where a service listens, and where it keeps what it keeps; `metrics` is a host and a port, or nothing.

    `command` is what answers a visitor's command, in a process of its own: the words are added to it.
    """

    host: str
    port: int
    data: Path
    command: Sequence[str]
    metrics: tuple[str, int] | None = None
    limits: Limits = field(default_factory=Limits)


class Service:
    """What all connections share."""

    def __init__(self, place: Place, log: Log, now: Callable[[], float] = time.monotonic) -> None:
        self.place = place
        self.limits = place.limits
        self.command = place.command
        self.log = log
        self.now = now
        self.metrics = Metrics()
        self.workers = Workers(self.limits.processes, self.limits.processes_ready)
        self.players = Players(place.data, now, self.limits.token)
        self.held: Held = Held()
        self.visits: set[Visiting] = set()
        self._connections: Counter[str] = Counter()
        self._rates: dict[str, Bucket] = {}
        self._streams = sys.stdout, sys.stderr

    # Limits

    def admit(self, address: str) -> str:
        """Let a connection from there in, or name the limit that it hits."""
        self._rates = {known: bucket for known, bucket in self._rates.items() if known == address or not bucket.is_full}
        if address not in self._rates:
            rate, most = self.limits.connections_a_minute / 60, self.limits.connections_at_once
            self._rates[address] = Bucket(rate, most, self.now)
        if not self._rates[address].take():
            return "connection_rate"
        if self._connections[address] >= self.limits.sessions_an_address:
            return "sessions_an_address"
        self._connections[address] += 1
        self.metrics.count("connections")
        return ""

    def dismiss(self, address: str) -> None:
        """A connection from there is over."""
        self._connections[address] -= 1
        self._connections += Counter()  # those with none are dropped

    def room_for(self, player: Player, channels: int) -> str:
        """The limit that one more visit of the player would hit, or nothing."""
        if channels >= self.limits.channels:
            return "channels"
        if len(self.visits) >= self.limits.sessions:
            return "sessions"
        mine = sum(visit.player == player.name for visit in self.visits)
        return "sessions_a_player" if mine >= self.limits.sessions_a_player else ""

    def refuse(self, limit: str, who: str) -> None:
        """Note a refusal, and the limit that was hit."""
        self.metrics.count("refusals", limit)
        self.log("refused", limit=limit, who=who)

    # Visits

    def visit_began(self, visit: Visiting) -> None:
        """One visit more."""
        self.visits.add(visit)
        self.metrics.count("visits")
        self.metrics.sessions = len(self.visits)

    def visit_ended(self, visit: Visiting) -> None:
        """One visit less."""
        self.visits.discard(visit)
        self.metrics.sessions = len(self.visits)

    def crashed(self, error: Exception) -> None:
        """Note a bug, which has ended one visit."""
        self.metrics.count("crashes")
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        at = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "?"
        self.log("crash", error=f"{type(error).__name__}: {error}", at=at)

    def question_failed(self, why: str) -> None:
        """Note a question that found no answer."""
        self.metrics.count("questions_failed")
        self.log("no answer", why=why)

    def restore_streams(self) -> None:
        """Give the program its own streams back: textual lends them to each app, and leaves those of a dead one."""
        sys.stdout, sys.stderr = self._streams
