"""A journal in a PostgreSQL database: its lines are rows, appended by whoever holds it.

Whatever is appended names the generation, its holder and the byte at which it begins, so that the holder of an older
one writes nothing more, and a line that is sent twice is stored once. A database that does not wait for its disk loses
its last lines when it crashes; whoever still holds the journal writes them again.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any

import psycopg

from termpuzzles.company.postgres.database import AwayError, Database, Rows, on_a_loop
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.storage.store import JournalInUseError, Kept, LostError

_CLOCK = b" clock\n"  # how a line ends that tells the time alone
_CLOCK_EVERY = 15.0  # seconds for which such a line is not sent after another one
_KEPT = 200  # lines that are still known: a crash loses those of less than a second
_PATIENCE = 20.0  # seconds that one who may wait does so
_ON_A_LOOP = 0.1  # and one who should not

# A journal is begun by its first line, unless another one has begun it.
_BEGIN = """
    WITH begun AS (
        INSERT INTO journals (player, name, holder, size) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING RETURNING id
    ), stored AS (INSERT INTO events SELECT id, 0, %s FROM begun)
    SELECT id, 1::bigint FROM begun
    UNION ALL SELECT id, generation FROM journals WHERE player = %s AND name = %s AND holder = %s AND generation = 1
    LIMIT 1
"""
# The second half answers a line that was stored although nobody heard of it, as when the connection was cut.
_APPEND = """
    WITH held AS (
        UPDATE journals SET size = size + %s, modified = clock_timestamp()
        WHERE id = %s AND generation = %s AND holder = %s AND size = %s RETURNING id
    ), stored AS (INSERT INTO events SELECT id, %s, %s FROM held)
    SELECT id FROM held UNION ALL
    SELECT id FROM journals JOIN events ON journal = id
    WHERE id = %s AND generation = %s AND holder = %s AND at = %s AND data = %s
    LIMIT 1
"""
# What follows a first line that is on its way does not know yet which journal that has begun.
_FOLLOW = """
    WITH held AS (
        UPDATE journals SET size = size + %s, modified = clock_timestamp()
        WHERE player = %s AND name = %s AND holder = %s AND generation = 1 AND size = %s RETURNING id
    ), stored AS (INSERT INTO events SELECT id, %s, %s FROM held)
    SELECT id FROM held UNION ALL
    SELECT id FROM journals JOIN events ON journal = id
    WHERE player = %s AND name = %s AND holder = %s AND generation = 1 AND at = %s AND data = %s
    LIMIT 1
"""
_LET_GO = """
    UPDATE journals SET holder = NULL, claimed = false
    WHERE id = %s AND generation = %s AND holder = %s AND size = %s RETURNING id
"""
_LET_GO_FIRST = """
    UPDATE journals SET holder = NULL, claimed = false
    WHERE player = %s AND name = %s AND holder = %s AND generation = 1 RETURNING id
"""


class PostgresLog:
    """A journal of a `PostgresStore`, held once it exists."""

    def __init__(self, database: Database, player: str, name: str, unstored: Unstored, holder: str = "") -> None:
        self.obstacle = ""
        self.notice = ""
        self._database, self._player, self._name = database, player, name
        self._unstored = unstored
        self.holder = holder or new_holder(database)  # as the database knows it
        self._id = self._generation = self._size = 0
        self._is_lost = self._is_claimed = self._is_refused = self._is_over = False
        self._content: bytes | None = None  # as it was opened, until something is written
        self._clock, self._clock_at = b"", float("-inf")  # the time that is not sent yet, and when a line was last sent
        self._latest: deque[tuple[int, bytes]] = deque(maxlen=_KEPT)  # what was sent last, and where that begins
        self._waiting: dict[int, threading.Event] = {}
        self._numbers = count()
        self._end: Callable[[], None] = lambda: None

    @property
    def topic(self) -> str:
        """On which its holder hears that somebody asks for it."""
        return topic_of_journal(self._player, self._name)

    @property
    def begun(self) -> bool:
        """Whether it exists and is held."""
        return self._generation > 0

    @property
    def is_held(self) -> bool:
        """Whether it is held and not left."""
        return self.begun and not self._is_over and not self._is_lost

    @property
    def claimed(self) -> bool:
        """Whether somebody else asks for it, or has it already."""
        if self._is_lost or not self.begun or on_a_loop():
            return self._is_lost or (self.begun and self._is_claimed)
        rows = self._database.rows("SELECT generation = %s AND NOT claimed FROM journals WHERE id = %s",
                                   self._generation, self._id)  # fmt: skip
        return rows != [(True,)]

    @property
    def is_settled(self) -> bool:
        """Whether all that was appended is stored or refused."""
        return not self._waiting

    def hold(self, row: tuple[Any, ...], content: bytes | None = None) -> None:
        """Hold the journal of this id, generation and size, in which there is this content if it is known."""
        self._id, self._generation, self._size = row
        self._content = content
        self._end = self._database.subscribe(self.topic, self._told)

    def _told(self, message: str) -> None:
        """Somebody asks for it, or no longer, or has begun a new generation; what another holder was told is late."""
        what, _, generation = message.partition(" ")
        if not generation.isdecimal():
            return  # another version said it
        if what == "taken":
            self._is_claimed |= int(generation) > self._generation
        elif int(generation) == self._generation:
            self._is_claimed = what == "claim"

    def read(self) -> bytes:
        """All that is in it."""
        if self._content is not None:
            return self._content
        self.settle()
        return content(self._database, self._player, self._name)

    def settle(self, seconds: float = 0.0) -> None:
        """Wait until all that was appended is stored; AwayError if that takes too long."""
        for waiting in list(self._waiting.values()):
            if not waiting.wait(seconds or (_ON_A_LOOP if on_a_loop() else _PATIENCE)):
                raise AwayError

    def append(self, data: bytes, kept: Kept) -> None:
        """Append whole lines: on a loop, `kept` is called there later; elsewhere this waits for the database."""
        if self._is_lost:
            kept(LostError())
            return
        if not on_a_loop():
            self._append_and_wait(data, kept)
            return
        loop, unstored = asyncio.get_running_loop(), self._unstored
        if data.endswith(_CLOCK) and loop.time() - self._clock_at < _CLOCK_EVERY:
            self._clock = data  # the next line has the time, too
            kept(None)
            return
        self._clock, self._clock_at = b"", loop.time()

        def answered(error: Exception | None) -> None:
            kept(error)
            unstored.answer()

        unstored.sent += 1
        self._send(data, lambda error: _call(loop, answered, error))

    def _append_and_wait(self, data: bytes, kept: Kept) -> None:
        answers: list[Exception | None] = []
        self._send(data, answers.append)
        try:
            self.settle()
        except AwayError as error:  # it may still be stored, so nothing can follow it
            self._is_lost = True
            answers.append(error)
        kept(answers[0])

    def _send(self, data: bytes, answer: Callable[[Exception | None], None]) -> None:
        """Send lines to be stored, in their order."""
        is_first = not self.begun and not self._size
        number, at = next(self._numbers), self._size
        self._waiting[number] = threading.Event()
        self._content = None
        self._size += len(data)
        self._latest.append((at, data))
        done = partial(self._stored, number, at, is_first, answer)
        whom = self._player, self._name, self.holder
        if is_first:
            self._database.write(_BEGIN, *whom, len(data), data, *whom, done=done)
        elif self.begun:
            whose = self._id, self._generation, self.holder, at
            self._database.write(_APPEND, len(data), *whose, at, data, *whose, data, done=done)
        else:
            self._database.write(_FOLLOW, len(data), *whom, at, at, data, *whom, at, data, done=done)

    def _stored(
        self,
        number: int,
        at: int,
        is_first: bool,
        answer: Callable[[Exception | None], None],
        rows: Rows,
        error: Exception | None,
    ) -> None:
        """Take in what became of lines, in the writing thread."""
        if error is None and not (rows or is_first) and self.begun and self._is_written_again(at, self._generation):
            rows = [()]
        self._is_refused = not rows if is_first else self._is_refused
        if error is not None:
            self._is_lost = True  # nothing can follow what is missing
            answer(OSError(None, str(error)))
        elif not rows:
            self._size *= not self._is_refused
            self._is_lost = not self._is_refused
            answer(in_use() if self._is_refused else LostError())
        else:
            if is_first and not self._is_over:
                ((self._id, self._generation),) = rows
                self._end = self._database.subscribe(self.topic, self._told)
            answer(None)
        self._waiting.pop(number).set()

    def _is_written_again(self, at: int, generation: int) -> bool:
        """Whether this still holds the journal and what begins there is stored, after what the database has lost."""
        try:
            return self._database.ask_until_answered(partial(self._write_again, at, generation))
        except OSError:
            return False

    def _write_again(self, at: int, generation: int, asked: psycopg.Connection[Any]) -> bool:
        lines = dict(self._latest)
        size = self._held_size(generation, asked)
        if size < 0 or (size <= at and size not in lines):
            return False
        if self._id == 0:
            begin = "INSERT INTO journals (player, name, generation) VALUES (%s, %s, %s) RETURNING id"
            ((self._id,),) = asked.execute(begin, (self._player, self._name, generation)).fetchall()
        while size <= at:
            asked.execute("INSERT INTO events VALUES (%s, %s, %s)", (self._id, size, lines[size]))
            size += len(lines[size])
        hold = "UPDATE journals SET size = %s, generation = %s, holder = %s WHERE id = %s"
        asked.execute(hold, (size, generation, self.holder, self._id))
        found = asked.execute("SELECT data FROM events WHERE journal = %s AND at = %s", (self._id, at))
        return [bytes(data) for (data,) in found] == [lines.get(at)]

    def _held_size(self, generation: int, asked: psycopg.Connection[Any]) -> int:
        """The size of the journal as the database has it now, -1 if it is another one's.

        It is still this one's if the database has lost that it was opened, and nobody has opened it since; and 0 if it
        has lost all of it, the id too.
        """
        found = "SELECT id, size, generation, holder FROM journals WHERE player = %s AND name = %s FOR UPDATE"
        row = asked.execute(found, (self._player, self._name)).fetchone()
        self._id, size, *held = row or (0, 0, generation, self.holder)
        return size if held in ([generation, self.holder], [generation - 1, None]) else -1

    def replace(self, data: bytes, aside: bytes = b"") -> str:
        """Let it hold this instead."""
        self.settle()
        if self._is_lost:
            raise in_use()
        self._content = None
        self._latest.clear()
        name, row = self._database.ask(partial(self._replace, data, aside))
        if row is None:
            self._is_lost = self.begun
            raise in_use()
        if not data:
            self._end()
            self._id = self._generation = self._size = 0
        elif self.begun:
            self._size = len(data)
        else:
            self.hold(row)
        return name

    def _replace(self, data: bytes, aside: bytes, asked: psycopg.Connection[Any]) -> tuple[str, tuple[Any, ...] | None]:
        """The name of what is put aside, and the row of the journal as it is now; None if it is another one's."""
        name = ""
        if self.begun:
            held = asked.execute(
                "UPDATE journals SET size = %s, modified = clock_timestamp(), summary_of = NULL "
                "WHERE id = %s AND generation = %s AND holder = %s RETURNING id, generation, size",
                (len(data), self._id, self._generation, self.holder),
            ).fetchone()
        else:
            held = asked.execute(
                "INSERT INTO journals (player, name, holder, size) VALUES (%s, %s, %s, %s) "
                "ON CONFLICT DO NOTHING RETURNING id, generation, size",
                (self._player, self._name, self.holder, len(data)),
            ).fetchone()
        if held is None:
            return "", None
        if aside:
            name = self._put_aside(asked, aside)
        asked.execute("DELETE FROM events WHERE journal = %s", held[:1])
        if data:
            asked.execute("INSERT INTO events VALUES (%s, 0, %s)", (held[0], data))
        else:
            asked.execute("DELETE FROM journals WHERE id = %s", held[:1])
        return name, held

    def _put_aside(self, asked: psycopg.Connection[Any], data: bytes) -> str:
        for number in range(1, 1000):
            name = f"{self._name}.damaged" + f"-{number}" * (number > 1)
            put = "INSERT INTO asides VALUES (%s, %s, %s) ON CONFLICT DO NOTHING RETURNING name"
            if asked.execute(put, (self._player, name, data)).fetchone():
                return name
        raise OSError(None, "too many damaged journals", self._name)

    def release(self) -> None:
        """Store everything and let another one have it."""
        if self._has_lines and not self._is_lost:
            self._let_go()
            self._is_lost = True

    def close(self) -> None:
        """Store everything and end."""
        if self._has_lines and not self._is_lost:
            self._let_go()
            self._generation = self._size = 0
        self._end()

    @property
    def _has_lines(self) -> bool:
        """Whether it is held, or will be once its first line is stored."""
        return self.begun or self._size > 0

    def _let_go(self) -> None:
        """Hold it no more, once all that was sent is stored; a loop does not wait for that."""
        if self._clock:
            self._send(self._clock, lambda error: None)
            self._clock = b""
        number, waiting = next(self._numbers), threading.Event()
        self._waiting[number] = waiting
        generation, size, latest = self._generation, self._size, self._latest

        def done(rows: Rows, error: Exception | None) -> None:
            if not (rows or self._is_lost) and latest and self._is_written_again(latest[-1][0], generation):
                again = self._id, generation, self.holder, size
                with suppress(AwayError):
                    self._database.ask_until_answered(lambda asked: asked.execute(_LET_GO.encode(), again))
            del self._waiting[number]
            waiting.set()

        self._is_over = True
        if self.begun:
            self._database.write(_LET_GO, self._id, generation, self.holder, size, done=done)
        else:
            self._database.write(_LET_GO_FIRST, self._player, self._name, self.holder, done=done)
        self._end()
        if not on_a_loop():
            self.settle()


def topic_of_journal(player: str, name: str) -> str:
    return f"journal:{player}/{name}"


def new_holder(database: Database) -> str:
    """A holder that this process is, apart from all its others."""
    return f"{database.holder}/{secrets.token_hex(4)}"


def content(database: Database, player: str, name: str) -> bytes:
    """All that is in a journal. Raises AwayError."""
    found = "SELECT data FROM events JOIN journals ON journal = id WHERE player = %s AND name = %s ORDER BY at"
    return b"".join(data for (data,) in database.rows(found, player, name))


def _call(loop: asyncio.AbstractEventLoop, kept: Kept, error: Exception | None) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(kept, error)


def in_use() -> JournalInUseError:
    return JournalInUseError("this puzzle is open in another window")
