"""Shared by all connections of a service: limits, counters, players, processes, and who is here."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from weakref import WeakSet, WeakValueDictionary

from termpuzzles.company.meetings import Exchange
from termpuzzles.company.parts import RACES, parts_of
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.daily_tables import DailyTables
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.limits import Admission
from termpuzzles.company.service.memory import Collector
from termpuzzles.company.service.monitoring import Log, Metrics, Reports
from termpuzzles.company.service.names import OURS
from termpuzzles.company.service.orders import Orders
from termpuzzles.company.service.players import Players, Quota, find_player
from termpuzzles.company.service.rush_tables import RushTables
from termpuzzles.company.service.shared import Alone, Common
from termpuzzles.company.service.shared_store import SharedStore
from termpuzzles.company.service.workers import Broken, Worker, Workers
from termpuzzles.logic.task import Unfinished
from termpuzzles.storage.store import Store, StoreAwayError

if TYPE_CHECKING:
    from termpuzzles.company.meetings import Exchange
    from termpuzzles.session.questions import Question
    from termpuzzles.tui.screen import ShownGame

T = TypeVar("T")

_PROVER = "daily table"  # who asks what journals prove
_STORE, _AGAIN = 20.0, 0.3  # seconds for which a store that is away is asked again, and between two questions


Share = Callable[[float, Callable[[], Quota]], Common]  # from how long tokens live, and a player's quota


class OpenVisit(Protocol):
    """The service's view of a visit."""

    @property
    def player(self) -> str:
        """The id of the player; before it is known, the key or the address."""

    @property
    def game(self) -> ShownGame | None:
        """The game that is played, if others may watch it."""

    @property
    def lets_watch(self) -> bool:
        """Whether others may watch what is played."""

    def abort(self, limit: str) -> None:
        """End the visit because of a limit, and say why."""

    def check_timeouts(self) -> None:
        """End a visit that has lasted too long."""


class OpenConnection(Protocol):
    """The service's view of a connection."""

    def check_timeouts(self) -> None:
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
        self.reports = Reports(log, self.metrics, now)
        limits = config.limits
        self.workers = Workers(limits.processes, limits.processes_ready, lambda: Worker(self.limits.process_memory))
        self.shared: Common = (
            share(limits.token, self._quota)
            if share
            else Alone(FolderPlayers(config.data, now, limits.token, self._quota), config.data)
        )
        self.players: Players = self.shared.players
        self.exchange: Exchange = self.shared.exchange  # by which players meet
        store = SharedStore(self.players.shared_store(RACES))
        self.races = RaceRecords(self.shared.open_file, store)
        self.tables = DailyTables(self.shared.open_file, self.players, self._prove)
        self.rush_tables = RushTables(self.players, self._prove)
        self.visits: set[OpenVisit] = set()
        self.connections: set[OpenConnection] = set()
        self.apps: WeakSet[object] = WeakSet()  # the apps that are still in memory
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # for each visitor
        self._tasks: set[asyncio.Future[Any]] = set()
        self._memory = Collector(
            now, lambda: self.metrics.counts["visits", ""], lambda: len(self.apps) - len(self.visits)
        )
        self.metrics.gauges |= {
            "sessions": lambda: len(self.visits),
            "connections": lambda: len(self.connections),
            "apps": lambda: len(self.apps),
        }
        self.door = Admission(limits, now, config.host_share)
        self.use(config)
        self.parts = parts_of(self)
        self.words = {word: lines for part in self.parts for word, lines in part.words.items()}
        self.players.joined = self._joined
        self.players.is_racing = lambda player: bool(self.races.running(player))
        self.orders = Orders(lambda: self.config, self.shared)
        self.streams = sys.stdout, sys.stderr

    def _quota(self) -> Quota:
        return Quota(self.limits.journals, self.limits.journal_bytes)

    def use(self, config: ServiceConfig) -> None:
        """Go by this config from now on; visits that have begun keep their limits."""
        self.config, limits = config, config.limits
        self.limits = self.door.limits = limits
        self.log.level = config.log
        self.workers.most, self.workers.warm = limits.processes, limits.processes_ready
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

    def admit(self, address: str) -> str:
        """Admit a connection from this address, or return the limit that it hits."""
        limit = "banned" if self.orders.is_banned(address) else self.door.admit(address)
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

    async def _prove(self, question: Question[list[T]]) -> list[T] | None:
        """What journals prove, found in a process; None if that fails."""
        try:
            found: list[T] = await self.workers.ask(_PROVER, question, self.limits.question.seconds)
            return found
        except (Broken, Unfinished) as error:
            self.reports.question_failed(str(error))
            return None

    def check_timeouts(self) -> None:
        """End what has lasted too long; a method of its own, because a waiting loop would keep its last value alive."""
        self.orders.look()
        for each in (*self.visits, *self.connections):
            each.check_timeouts()
        self._memory.collect()

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
