"""A PostgreSQL database that processes of a service share: asking it, writing to it together, and hearing each other.

Whoever may wait asks with a connection of the pool. A loop, on which everybody's keys wait, waits for an instant only,
and after an answer that did not come it does not ask again for a while. What the loop writes goes to a thread, which
commits at once all that came during the commit before, and tries again for as long as the database is away. A second
thread listens. The pool is our own: where no connection can be made, that of psycopg_pool waits until time has run out
and only logs why, and its pool that says so at once keeps no connections; but whoever is to mend it must be told.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import psycopg

from termpuzzles.company.meetings import check_length
from termpuzzles.company.postgres.faults import said_of
from termpuzzles.company.postgres.migrations import migrate
from termpuzzles.company.service.config import without_password
from termpuzzles.storage.store import StoreAwayError

T = TypeVar("T")
Rows = list[tuple[Any, ...]]
Hear = Callable[[str], None]

# What a database raises that is away, or is not to be written for a while: a standby is not yet in charge
AWAY = (psycopg.OperationalError, psycopg.InterfaceError, psycopg.errors.ReadOnlySqlTransaction)
CHANNEL = "termpuzzles"
_MOST = 500  # statements of one commit
_AGAIN, _LATER = 0.05, 0.5  # seconds until a database that is away is tried again: the first time, and at most
_CONNECT = 3  # seconds in which a connection must stand
_STATEMENT = 5_000  # milliseconds that a statement may take
_IDLE = 4  # connections that are kept for the next one who asks
_PATIENCE = 20.0  # seconds that one who may wait does so
_INSTANT = 0.1  # seconds that a loop waits
_PAUSE = 1.0  # seconds for which it then does not ask
_HELPERS = 4  # threads that ask for the loop
_LISTENS = 0.5  # seconds after which the thread that listens looks whether the end has come


class AwayError(StoreAwayError):
    """The database does not answer, or not as it should."""

    def __init__(self, why: object = "") -> None:
        super().__init__(None, said_of("the database does not answer", why))


class _UnwantedError(Exception):
    """Nobody waits for the answer any more, so nothing is changed."""


class Statement(NamedTuple):
    """Something to be written; `done` is called in the writing thread, with its rows, or the reason why it failed."""

    text: str
    given: tuple[Any, ...]
    done: Callable[[Rows, Exception | None], None]


def on_a_loop() -> bool:
    """Whether this is a thread that must not wait."""
    with suppress(RuntimeError):
        asyncio.get_running_loop()
        return True
    return False


class Subscribers:
    """Who hears what is told on which topic; from any thread."""

    def __init__(self) -> None:
        self._heard: dict[str, list[Hear]] = defaultdict(list)
        self._alone = threading.Lock()

    def add(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Hear what is told on a topic, on the loop if this is one; returns what ends it."""
        loop = asyncio.get_running_loop() if on_a_loop() else None
        ended = threading.Event()

        def unless_ended(message: str) -> None:
            if not ended.is_set():
                hear(message)

        def on_its_loop(message: str) -> None:
            if loop is None:
                hear(message)
            else:
                with suppress(RuntimeError):  # the loop is closed
                    loop.call_soon_threadsafe(unless_ended, message)

        with self._alone:
            self._heard[topic].append(on_its_loop)

        def end() -> None:
            ended.set()
            with self._alone, suppress(ValueError):
                self._heard[topic].remove(on_its_loop)
                if not self._heard[topic]:
                    del self._heard[topic]

        return end

    def tell(self, payload: str) -> None:
        """Tell a message after its topic and the end of a line."""
        topic, _, message = payload.partition("\n")
        with self._alone:
            heard = list(self._heard.get(topic, ()))
        for hear in heard:
            hear(message)


class Database:
    """A database by its address, `postgresql://…`. With `sync`, what is committed outlasts a crash of the database.

    While it is away, whoever is not on a loop asks it again for so many seconds as `patience` says. Raises AwayError if
    it does not answer.
    """

    def __init__(self, address: str, sync: bool = False, patience: float = 0.0) -> None:
        self.holder = f"termpuzzles-{secrets.token_hex(8)}"  # by which the database knows that this process lives
        self.address, self.sync, self._patience = address, sync, patience
        self.environment = {name: value for name, value in os.environ.items() if name.startswith("PG")}  # libpq's
        self._free: deque[psycopg.Connection[Any]] = deque()
        self._queue: SimpleQueue[Statement | None] = SimpleQueue()
        self._subscribers = Subscribers()
        self._helpers = ThreadPoolExecutor(_HELPERS, "termpuzzles-database")
        self._silent_until = float("-inf")
        self._ended = threading.Event()
        self._listening = threading.Event()
        try:
            self._ask_patiently(migrate)
        except OSError as error:
            error.filename = without_password(address)
            raise
        self._writer, self._listener = (
            threading.Thread(target=work, daemon=True) for work in (self._write, self._listen)
        )
        self._writer.start()
        self._listener.start()
        self._listening.wait(_CONNECT)

    def close(self, patience: float = _PATIENCE) -> None:
        """Write what is to be written, as far as the database takes it in so many seconds, and end."""
        self._queue.put(None)
        self._writer.join(patience)
        self._ended.set()
        self._listener.join(_CONNECT)
        self._close_free()

    # Asking

    def _connect(self, name: str = "") -> psycopg.Connection[Any]:
        commit = "on" if self.sync else "off"
        options = f"-c synchronous_commit={commit} -c statement_timeout={_STATEMENT}"
        return psycopg.connect(
            self.address,
            autocommit=True,
            connect_timeout=_CONNECT,
            application_name=name or "termpuzzles",
            options=options,
            keepalives_idle=5,
            keepalives_interval=2,
            keepalives_count=3,
            tcp_user_timeout=10_000,
        )

    @contextmanager
    def _connection(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection of the pool, which is given back unless something went wrong."""
        try:
            connection = self._free_or_new()
        except psycopg.Error as error:
            raise AwayError(error) from None
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        if len(self._free) < _IDLE and not self._ended.is_set():
            self._free.append(connection)
        else:
            connection.close()

    def _free_or_new(self) -> psycopg.Connection[Any]:
        with suppress(IndexError):  # another thread may take the last one
            return self._free.pop()
        return self._connect()

    def _close_free(self) -> None:
        """Close the connections that nobody uses now."""
        with suppress(IndexError):
            while True:
                self._free.pop().close()

    def ask(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        """What `work` returns, all of it in one transaction; tried once more on a new connection. Raises AwayError."""
        return self._ask_for_the_loop(work) if on_a_loop() else self._ask_patiently(work)

    def _ask_for_the_loop(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        if time.monotonic() < self._silent_until:
            raise AwayError
        is_unwanted = threading.Event()

        def wanted(connection: psycopg.Connection[Any]) -> T:
            found = work(connection)
            if is_unwanted.is_set():
                raise _UnwantedError
            return found

        asking = self._helpers.submit(self._ask, wanted)
        try:
            return asking.result(_INSTANT)
        except TimeoutError:
            is_unwanted.set()
            asking.cancel()
            self._silent_until = time.monotonic() + _PAUSE
            raise AwayError from None

    def _ask_patiently(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        until = time.monotonic() + self._patience
        while True:
            try:
                return self._ask(work)
            except AwayError:
                if time.monotonic() >= until or self._ended.wait(_LATER):
                    raise

    def _ask(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        for is_last in (False, True):
            try:
                with self._connection() as connection, connection.transaction():
                    return work(connection)
            except AWAY as error:
                self._close_free()
                if is_last:
                    raise AwayError(error) from None
            except psycopg.Error as error:
                raise OSError(None, said_of("the database refuses", error)) from None
        raise AssertionError

    def rows(self, text: str, *given: object) -> Rows:
        """The rows that a statement returns. Raises AwayError."""
        return self.ask(partial(_fetch, text, given))

    # Writing

    def write(self, text: str, *given: object, done: Callable[[Rows, Exception | None], None]) -> None:
        """Write this in its turn; `done` is called in another thread."""
        self._queue.put(Statement(text, given, done))

    def _write(self) -> None:
        connection: psycopg.Connection[Any] | None = None
        pause = _AGAIN
        batch: list[Statement] = []
        while batch or (batch := _batch(self._queue)):
            try:
                connection = connection or self._connect()
                found = _written(connection, batch)
            except psycopg.Error as error:
                if connection is not None:
                    connection.close()
                connection = None
                if not isinstance(error, AWAY):
                    self._write_singly(batch)
                    batch = []
                    continue
                if self._ended.wait(pause):
                    return
                pause = min(2 * pause, _LATER)
                continue
            pause = _AGAIN
            for statement, rows in zip(batch, found, strict=True):
                statement.done(rows, None)
            batch = []
        if connection is not None:
            connection.close()

    def _write_singly(self, batch: list[Statement]) -> None:
        """Write each by itself and answer it, because one of them was refused."""
        for each in batch:
            rows, refused = self._written_at_last(each)
            each.done(rows, refused)

    def _written_at_last(self, statement: Statement) -> tuple[Rows, Exception | None]:
        """What a statement returns, or why it is refused, once the database answers; at the end nothing."""
        try:
            return self.ask_until_answered(partial(_fetch, statement.text, statement.given)), None
        except OSError as error:
            return [], error

    def ask_until_answered(self, work: Callable[[psycopg.Connection[Any]], T]) -> T:
        """What `work` returns, once the database answers; not for a loop. Raises AwayError only at the end."""
        while True:
            try:
                return self._ask(work)
            except AwayError:
                if self._ended.wait(_LATER):
                    raise

    # Hearing each other: an Exchange

    def publish(self, topic: str, message: str) -> None:
        """Tell all who have subscribed to the topic, in this process and others; ValueError if it is too long."""
        check_length(message)
        self.write("SELECT pg_notify(%s, %s)", CHANNEL, f"{topic}\n{message}", done=nothing)

    def subscribe(self, topic: str, hear: Hear) -> Callable[[], None]:
        """Hear what is published on a topic, on the loop if this is one; returns what ends it."""
        return self._subscribers.add(topic, hear)

    def _listen(self) -> None:
        while not self._ended.is_set():
            with suppress(psycopg.Error), self._connect(self.holder) as connection:
                connection.execute(f"LISTEN {CHANNEL}".encode())
                self._listening.set()
                while not self._ended.is_set():
                    for notice in connection.notifies(timeout=_LISTENS):
                        self._subscribers.tell(notice.payload)
            self._ended.wait(_AGAIN)


def _batch(queue: SimpleQueue[Statement | None]) -> list[Statement]:
    """What is to be written together; nothing at the end."""
    first = queue.get()
    if first is None:
        return []
    batch = [first]
    with suppress(Empty):
        while len(batch) < _MOST:
            following = queue.get_nowait()
            if following is None:
                queue.put(None)
                break
            batch.append(following)
    return batch


def _fetch(text: str, given: tuple[Any, ...], connection: psycopg.Connection[Any]) -> Rows:
    cursor = connection.execute(text.encode(), given)
    return cursor.fetchall() if cursor.description else []


def _written(connection: psycopg.Connection[Any], batch: list[Statement]) -> list[Rows]:
    """What each statement returns, once they are committed, all or none: a pipeline is a transaction of its own."""
    with connection.pipeline():  # which asks for answers once, at its end
        cursors = [connection.execute(each.text.encode(), each.given) for each in batch]
    return [cursor.fetchall() for cursor in cursors]


def nothing(rows: Rows, error: Exception | None) -> None:
    """Nobody waits for it."""
