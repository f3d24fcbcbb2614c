"""Shared by all connections of a service: limits, counters, players, processes, and who is here."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakSet, WeakValueDictionary

from termpuzzles.company.daily_table import ProofQuestion, Result
from termpuzzles.company.meetings import Exchange
from termpuzzles.company.parts import parts_of
from termpuzzles.company.service.config import BANS, REVOKED, Bans, ServiceConfig, bans_of
from termpuzzles.company.service.daily_tables import DailyTables
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.limits import Admission, Bucket
from termpuzzles.company.service.monitoring import Log, Metrics
from termpuzzles.company.service.names import OURS
from termpuzzles.company.service.players import Players, Quota, find_player
from termpuzzles.company.service.shared import Alone, Common
from termpuzzles.company.service.workers import Broken, Worker, Workers
from termpuzzles.logic.task import Unfinished
from termpuzzles.storage.store import Store, StoreAwayError

if TYPE_CHECKING:
    from asyncssh import SSHServerChannel

    from termpuzzles.company.meetings import Exchange
    from termpuzzles.tui.screen import ShownGame

T = TypeVar("T")

_TOLD_A_SECOND, _TOLD_AT_ONCE = 1.0, 20.0  # refusals of each kind that are logged
_PROVER = "daily table"  # who asks what journals prove
_STORE, _AGAIN = 20.0, 0.3  # seconds for which a store that is away is asked again, and between two questions
_CHANGES, _COLLECT_EVERY = 10, 30.0  # visits begun or ended, or else seconds, after which memory is freed


Share = Callable[[float, Callable[[], Quota]], Common]  # from how long tokens live, and a player's quota


class OpenVisit(Protocol):
    """The service's view of a visit."""

    @property
    def player(self) -> str:
        """The id of the player; before it is known, the key or the address."""

    @property
    def game(self) -> ShownGame | None:
        """The game that is played, if others may watch it."""

    def abort(self, limit: str) -> None:
        """End the visit because of a limit, and say why."""

    def look_at_clocks(self) -> None:
        """End a visit that has lasted too long."""


class OpenConnection(Protocol):
    """The service's view of a connection."""

    def look_at_clocks(self) -> None:
        """Hang up if nothing happens."""


class Service:
    """The state shared by all connections."""

    def __init__(
        self, config: ServiceConfig, log: Log, now: Callable[[], float] = time.monotonic, share: Share | None = None
    ) -> None:
        self.command = config.command
        self.log = log
        self.now = now
        self.metrics = Metrics()
        limits = config.limits
        self.workers = Workers(limits.processes, limits.processes_ready, lambda: Worker(self.limits.process_memory))
        self.shared: Common = (
            share(limits.token, self._quota)
            if share
            else Alone(FolderPlayers(config.data, now, limits.token, self._quota), config.data)
        )
        self.players: Players = self.shared.players
        self.exchange: Exchange = self.shared.exchange  # by which players meet
        self.tables = DailyTables(self.shared.open_file, self.players, self._prove)
        self.visits: set[OpenVisit] = set()
        self.connections: set[OpenConnection] = set()
        self.apps: WeakSet[object] = WeakSet()  # the apps that are still in memory
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # for each visitor
        self._tasks: set[asyncio.Future[Any]] = set()
        self._collected, self._collected_at = now(), 0
        self.metrics.gauges |= {
            "sessions": lambda: len(self.visits),
            "connections": lambda: len(self.connections),
            "apps": lambda: len(self.apps),
        }
        self.door = Admission(limits, now, config.host_share)
        self._bans = Bans()
        self.revoked: frozenset[str] = frozenset()  # keys that players have lost: what is open with them ends
        self._changed = dict[str, int]()
        self.use(config)
        self.parts = parts_of(self)
        self.words = {word: lines for part in self.parts for word, lines in part.words.items()}
        self.players.joined = self._joined
        self._look_at_orders()
        self._told: dict[str, Bucket] = {}
        self._untold: Counter[str] = Counter()
        self.streams = sys.stdout, sys.stderr

    def _quota(self) -> Quota:
        return Quota(self.limits.journals, self.limits.journal_bytes)

    def use(self, config: ServiceConfig) -> None:
        """Go by this config from now on; visits that have begun keep their limits."""
        self.config, limits = config, config.limits
        self.limits = self.door.limits = limits
        self.log.level = config.log
        self.workers.most, self.workers.warm = limits.processes, limits.processes_ready
        self.starting = asyncio.Semaphore(limits.starts)
        self.talks = asyncio.Semaphore(limits.plain)
        self._commands = asyncio.Semaphore(limits.commands)

    # What parts use

    def shared_store(self) -> Store:
        """Where journals are kept that are of several players."""
        return self.players.shared_store()

    def find(self, name: str) -> tuple[str, str]:
        """The id and the name of the player whom somebody calls so. Raises ValueError with a sentence."""
        return find_player(self.players, name)

    def kept(self) -> int:
        """How many games of a player that are over are kept whole."""
        return self.limits.matches

    def _joined(self, player: str, to: str) -> None:
        for part in self.parts:
            part.joined(player, to)

    # Limits

    def is_banned(self, address: str, key: str = "") -> bool:
        """Whether somebody with this address and this key may not be here."""
        return any(bans.hold(address, key) for bans in (self.config.bans, self._bans, self.shared.bans))

    def _look_at_orders(self) -> None:
        """Read what the operator has banned and revoked while the service runs, if it has changed."""
        with suppress(ValueError):
            if (lines := self._new_lines(BANS)) is not None:
                self._bans = bans_of(lines)
        self.revoked = frozenset(self._new_lines(REVOKED) or ()) | self.shared.revoked

    def _new_lines(self, name: str) -> list[str] | None:
        """The lines of a file that has changed since they were read; None if it has not."""
        file = self.config.data / name
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            return [] if self._changed.pop(name, None) else None
        if changed == self._changed.get(name):
            return None
        self._changed[name] = changed
        return file.read_text(encoding="utf-8", errors="replace").splitlines()

    def admit(self, address: str) -> str:
        """Admit a connection from this address, or return the limit that it hits."""
        limit = "banned" if self.is_banned(address) else self.door.admit(address)
        self.metrics.count("connections", number=not limit)
        return limit

    def room(self) -> str:
        """The limit that one more visit would hit, or ""."""
        return "sessions" if len(self.visits) >= self.limits.sessions else ""

    async def room_for(self, visit: OpenVisit) -> str:
        """The limit that this visit of its player hits, or ""."""
        same = sum(other.player == visit.player for other in self.visits)
        same += await self.ask(self.shared.arrive, str(id(visit)), visit.player)
        return "sessions_a_player" if same > self.limits.sessions_a_player else ""

    def refuse(self, limit: str, who: str) -> None:
        """Count a refusal and log the limit that was hit; of many only some, with the number of those left out."""
        self.metrics.count("refusals", limit)
        if self._told.setdefault(limit, Bucket(_TOLD_A_SECOND, _TOLD_AT_ONCE, self.now)).take():
            untold = self._untold.pop(limit, 0)
            self.log("refused", limit=limit, who=who, **({"unlogged": untold} if untold else {}))
        else:
            self._untold[limit] += 1

    async def ask(self, work: Callable[..., T], *given: object) -> T:
        """What this returns in a thread, asked again for a while if the store is away. Raises StoreAwayError."""
        until = self.now() + _STORE
        while True:
            try:
                return await asyncio.to_thread(work, *given)
            except StoreAwayError:
                if self.now() > until:
                    raise
            await asyncio.sleep(_AGAIN)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait until a command of this visitor may run: one of each visitor, and so many in all."""
        own = self._turns.setdefault(who, asyncio.Lock())
        async with own, self._commands:
            yield

    # Visits

    def visit_began(self, visit: OpenVisit) -> None:
        """Add a visit."""
        self.visits.add(visit)
        self.metrics.count("visits")

    def visit_ended(self, visit: OpenVisit) -> None:
        """Remove a visit."""
        if visit in self.visits:
            self.shared.depart(str(id(visit)))
        self.visits.discard(visit)
        if self.config.daily_table and visit.player.startswith(OURS[0]):
            self.begin(self.tables.look(visit.player))

    def list_everybody(self) -> None:
        """Begin to look at all who want to be in the daily tables, if the service keeps any."""
        if self.config.daily_table:
            self.begin(self.tables.look_at_all())

    async def _prove(self, question: ProofQuestion) -> list[Result] | None:
        """What journals prove, found in a process; None if that fails."""
        try:
            found: list[Result] = await self.workers.ask(_PROVER, question, self.limits.question.seconds)
            return found
        except (Broken, Unfinished) as error:
            self.question_failed(str(error))
            return None

    def look_at_clocks(self) -> None:
        """End what has lasted too long; a method of its own, because a waiting loop would keep its last value alive."""
        self._look_at_orders()
        for each in (*self.visits, *self.connections):
            each.look_at_clocks()
        self._collect()

    def _collect(self) -> None:
        """Free the memory of ended visits and of starts, a few at a time, as it takes long when many play."""
        changed = self.metrics.counts["visits", ""] + len(self.apps) - len(self.visits) - self._collected_at
        if changed >= _CHANGES or (changed > 0 and self.now() - self._collected > _COLLECT_EVERY):
            self._collected = self.now()
            forget_drawn()
            gc.collect()
            _give_back()
            self._collected_at = self.metrics.counts["visits", ""]

    def game_of(self, player: str) -> ShownGame | None:
        """The game that the player of that id lets others watch."""
        games = (visit.game for visit in tuple(self.visits) if visit.player == player)
        return next((game for game in games if game is not None), None) or self.shared.game_of(player)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that runs on its own."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait for the tasks that run on their own."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # The network below a visit

    def unsent(self, channel: SSHServerChannel[bytes]) -> int:
        """The bytes for the connection of this channel that the network has not taken."""
        transport = getattr(channel.get_connection(), "_transport", None)
        return transport.get_write_buffer_size() if transport is not None else 0

    def hang_up(self, channel: SSHServerChannel[bytes] | None) -> None:
        """End the connection of this channel at once."""
        if channel is not None:
            channel.get_connection().abort()

    def crashed(self, error: Exception) -> None:
        """Log a bug that has ended one visit."""
        self.metrics.count("crashes")
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        at = f"{where.tb_frame.f_code.co_filename}:{where.tb_lineno}" if where else "?"
        self.log("crash", error=f"{type(error).__name__}: {error}", at=at)

    def question_failed(self, why: str) -> None:
        """Log a question that found no answer."""
        self.metrics.count("questions_failed")
        self.log("no answer", why=why)


_DRAWN_WITH = {"textual._styles_cache": "StylesCache", "textual.geometry": "Region", "rich.cells": ""}


def forget_drawn() -> None:
    """Empty the caches of Textual and Rich: one keeps closed widgets, others thousands of regions and widths."""
    for module, name in _DRAWN_WITH.items():
        loaded = sys.modules.get(module)
        holder = getattr(loaded, name, None) if name else loaded
        for each in vars(holder).values() if holder is not None else ():
            if callable(clear := getattr(each, "cache_clear", None)):
                clear()


def _give_back() -> None:
    """Return freed memory to the system, if the C library can: it would otherwise fragment and grow."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
