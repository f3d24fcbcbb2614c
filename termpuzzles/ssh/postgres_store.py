"""The journals and choices of one player in a PostgreSQL database, which any process of any host may open.

Each opening begins a new generation of the journal; whatever is appended names the generation and the byte at which it
begins, so that the holder of an older one writes nothing more, and a line that is sent twice is stored once.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import psycopg

from termpuzzles.ssh.database import AwayError, Database, Rows, on_a_loop
from termpuzzles.ssh.unstored import Unstored
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.settings import differences, with_changes
from termpuzzles.storage.store import JournalInUseError, Kept, LostError, Stamp
from termpuzzles.storage.summaries import JournalList, Summary, frozen, summary_at, thawed

_CLOCK = b" clock\n"  # how a line ends that tells the time alone
_CLOCK_EVERY = 15.0  # seconds for which such a line is not sent after another one
_PATIENCE = 20.0  # seconds that one who may wait does so
_ON_A_LOOP = 0.1  # and one who should not
ALIVE = "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = split_part(holder, '/', 1))"

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
        WHERE id = %s AND generation = %s AND size = %s RETURNING id
    ), stored AS (INSERT INTO events SELECT id, %s, %s FROM held)
    SELECT id FROM held UNION ALL
    SELECT id FROM journals JOIN events ON journal = id WHERE id = %s AND generation = %s AND at = %s AND data = %s
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
_LET_GO = "UPDATE journals SET holder = NULL, claimed = false WHERE id = %s AND generation = %s RETURNING id"
_LET_GO_FIRST = """
    UPDATE journals SET holder = NULL, claimed = false
    WHERE player = %s AND name = %s AND holder = %s AND generation = 1 RETURNING id
"""


class PostgresLog:
    """A journal of a `PostgresStore`, held once it exists."""

    def __init__(self, database: Database, player: str, name: str, unstored: Unstored) -> None:
        self.obstacle = ""
        self.notice = ""
        self._database, self._player, self._name = database, player, name
        self._unstored = unstored
        self._holder = _new_holder(database)
        self._id = self._generation = self._size = 0
        self._is_lost = self._is_claimed = self._is_refused = self._is_over = False
        self._content: bytes | None = None  # as it was opened, until something is written
        self._clock, self._clock_at = b"", float("-inf")  # the time that is not sent yet, and when a line was last sent
        self._waiting: dict[int, threading.Event] = {}
        self._sent = 0
        self._end: Callable[[], None] = lambda: None

    @property
    def topic(self) -> str:
        """On which its holder hears that somebody asks for it."""
        return _topic(self._player, self._name)

    @property
    def begun(self) -> bool:
        """Whether it exists and is held."""
        return self._generation > 0

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
        self._sent += 1
        number, at = self._sent, self._size
        self._waiting[number] = threading.Event()
        self._content = None
        self._size += len(data)
        done = partial(self._stored, number, is_first, answer)
        whom = self._player, self._name, self._holder
        if is_first:
            self._database.write(_BEGIN, *whom, len(data), data, *whom, done=done)
        elif self.begun:
            whose = self._id, self._generation, at
            self._database.write(_APPEND, len(data), *whose, at, data, *whose, data, done=done)
        else:
            self._database.write(_FOLLOW, len(data), *whom, at, at, data, *whom, at, data, done=done)

    def _stored(
        self,
        number: int,
        is_first: bool,
        answer: Callable[[Exception | None], None],
        rows: Rows,
        error: Exception | None,
    ) -> None:
        """Take in what became of lines, in the writing thread."""
        self._is_refused = not rows if is_first else self._is_refused
        if error is not None:
            self._is_lost = True  # nothing can follow what is missing
            answer(OSError(None, str(error)))
        elif not rows:
            self._size *= not self._is_refused
            self._is_lost = not self._is_refused
            answer(_in_use() if self._is_refused else LostError())
        else:
            if is_first and not self._is_over:
                self._id, self._generation = rows[0]
                self._end = self._database.subscribe(self.topic, self._told)
            answer(None)
        self._waiting.pop(number).set()

    def replace(self, data: bytes, aside: bytes = b"") -> str:
        """Let it hold this instead."""
        self.settle()
        if self._is_lost:
            raise _in_use()
        self._content = None
        name, row = self._database.ask(partial(self._replace, data, aside))
        if row is None:
            self._is_lost = self.begun
            raise _in_use()
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
                "WHERE id = %s AND generation = %s RETURNING id, generation, size",
                (len(data), self._id, self._generation),
            ).fetchone()
        else:
            held = asked.execute(
                "INSERT INTO journals (player, name, holder, size) VALUES (%s, %s, %s, %s) "
                "ON CONFLICT DO NOTHING RETURNING id, generation, size",
                (self._player, self._name, self._holder, len(data)),
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
        self._sent += 1
        number, waiting = self._sent, threading.Event()
        self._waiting[number] = waiting

        def done(rows: Rows, error: Exception | None) -> None:
            del self._waiting[number]
            waiting.set()

        self._is_over = True
        if self.begun:
            self._database.write(_LET_GO, self._id, self._generation, done=done)
        else:
            self._database.write(_LET_GO_FIRST, self._player, self._name, self._holder, done=done)
        self._end()
        if not on_a_loop():
            self.settle()


class PostgresStore:
    """The journals and choices of a player."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player
        self.unstored = Unstored()
        self._known: set[str] = set()  # the journals that were opened here
        self._unwanted: list[str] = []  # who was to hold a journal by a question that nobody heard the answer of
        self._logs: dict[str, PostgresLog] = {}  # whose end may still be on its way
        self._listed: tuple[Rows, JournalList] | None = None

    def open(self, name: str) -> PostgresLog:
        """The journal of that name, as a new generation if it exists."""
        self._settle(name)
        holder = _new_holder(self._database)
        try:
            held, exists, data = self._database.ask(partial(self._open, name, holder))
        except AwayError:
            self._unwanted.append(holder)  # the answer may be on its way
            if on_a_loop() and self._is_new(name):
                return self._log(name, [])
            raise
        if not held and exists:
            raise _in_use()
        return self._log(name, held, data)

    def _open(self, name: str, holder: str, asked: psycopg.Connection[Any]) -> tuple[Rows, bool, bytes]:
        """The journal, held by this holder from now on; whether it exists; and what is in it."""
        held = asked.execute(
            f"UPDATE journals SET generation = generation + 1, holder = %s, claimed = false "
            f"WHERE player = %s AND name = %s AND NOT (holder IS NOT NULL AND {ALIVE} AND holder <> ALL(%s)) "
            f"RETURNING id, generation, size".encode(),
            (holder, self._player, name, self._unwanted),
        ).fetchall()
        if held:
            rows = asked.execute("SELECT data FROM events WHERE journal = %s ORDER BY at", held[0][:1]).fetchall()
            return held, True, b"".join(row[0] for row in rows)
        found = "SELECT 1 FROM journals WHERE player = %s AND name = %s"
        return [], asked.execute(found, (self._player, name)).fetchone() is not None, b""

    def _is_new(self, name: str) -> bool:
        """Whether there was no such journal when they were last listed: then it is begun by its first line."""
        return self._listed is not None and name not in self._known and all(row[0] != name for row in self._listed[0])

    def _log(self, name: str, held: Rows, data: bytes | None = None) -> PostgresLog:
        log = PostgresLog(self._database, self._player, name, self.unstored)
        self._known.add(name)
        if held:
            log.hold(held[0], data)
        self._logs = {key: each for key, each in self._logs.items() if each.begun or not each.is_settled}
        self._logs[name] = log
        return log

    def _settle(self, name: str) -> None:
        """Wait for what was sent to this journal and not yet stored."""
        if (before := self._logs.get(name)) is not None:
            before.settle()

    def claim(self, name: str) -> None:
        """Ask the holder of this journal for it."""
        self._mark(name, True)

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""
        self._mark(name, False)

    def _mark(self, name: str, claimed: bool) -> None:
        changed = self._database.rows(
            "UPDATE journals SET claimed = %s WHERE player = %s AND name = %s AND claimed <> %s RETURNING generation",
            *(claimed, self._player, name, claimed),
        )
        if changed:
            self._tell(name, f"{'claim' if claimed else 'withdrawn'} {changed[0][0]}")

    def _tell(self, name: str, message: str) -> None:
        self._database.publish(_topic(self._player, name), message)

    def take_over(self, name: str) -> PostgresLog:
        """A new generation of this journal, whoever holds the present one."""
        held = self._database.rows(
            "UPDATE journals SET generation = generation + 1, holder = %s, claimed = false "
            "WHERE player = %s AND name = %s RETURNING id, generation, size",
            *(_new_holder(self._database), self._player, name),
        )
        if held:
            self._tell(name, f"taken {held[0][1]}")
        return self._log(name, held)

    def stamps(self) -> Iterator[Stamp]:
        """Every journal, without reading any."""
        found = "SELECT name, extract(epoch FROM modified)::float8, size FROM journals WHERE player = %s"
        yield from (Stamp(*row) for row in self._database.rows(found, self._player))

    def courses(self, name: str) -> list[str]:
        """The names of other courses of the board of that name."""
        found = "SELECT name FROM journals WHERE player = %s AND starts_with(name, %s) ORDER BY name"
        return [row[0] for row in self._database.rows(found, self._player, f"{name}-")]

    @property
    def used(self) -> tuple[int, int]:
        """The number of journals and of their bytes."""
        found = "SELECT count(*), coalesce(sum(size), 0)::bigint FROM journals WHERE player = %s"
        ((journals, size),) = self._database.rows(found, self._player)
        return journals, size

    def read(self, name: str) -> bytes:
        """All that is in a journal, whoever holds it; nothing if there is none."""
        self._settle(name)
        return content(self._database, self._player, name)

    def summaries(self) -> JournalList:
        """What each journal comes to, as the database has it; what has changed since is read."""
        try:
            return self._summaries()
        except OSError:
            return self._listed[1] if self._listed else JournalList(())

    def _summaries(self) -> JournalList:
        rows = self._database.rows(
            "SELECT name, extract(epoch FROM modified)::float8, generation || ' ' || size, summary_of, summary "
            "FROM journals WHERE player = %s ORDER BY name",
            self._player,
        )
        if self._listed is None or self._listed[0] != rows:
            found = [self._summary(*row) for row in rows]
            entries = [each for each in found if isinstance(each, Summary)]
            self._listed = rows, JournalList.of(entries, found.count(False))
        return self._listed[1]

    def _summary(self, name: str, modified: float, now: str, then: str | None, text: str | None) -> Summary | bool:
        """The summary of a journal; True if there is nothing in it yet, False if it is not a journal."""
        if then == now and text is not None:
            known = json.loads(text)
            return known if isinstance(known, bool) else thawed(name, modified, known)
        read = parse(content(self._database, self._player, name))
        made: Summary | bool = read.head is not None
        if read.head and read.events:
            made = summary_at(name, read.head, read.events, modified)
        text = json.dumps(frozen(made) if isinstance(made, Summary) else made)
        self._database.rows(
            "UPDATE journals SET summary = %s, summary_of = %s WHERE player = %s AND name = %s",
            *(text, now, self._player, name),
        )
        return made

    def saved_choices(self) -> dict[str, Any]:
        """The choices that were saved."""
        try:
            rows = self._database.rows("SELECT saved FROM choices WHERE player = %s", self._player)
        except OSError:
            return {}
        return dict(json.loads(rows[0][0])) if rows else {}

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two, and nothing else."""
        if changes := differences(before, after):
            self._database.ask(partial(self._save, changes))

    def _save(self, changes: Any, asked: psycopg.Connection[Any]) -> None:
        asked.execute("INSERT INTO choices VALUES (%s, '{}') ON CONFLICT DO NOTHING", (self._player,))
        row = asked.execute("SELECT saved FROM choices WHERE player = %s FOR UPDATE", (self._player,)).fetchone()
        saved = with_changes(json.loads(row[0]) if row else {}, changes)
        asked.execute("UPDATE choices SET saved = %s WHERE player = %s", (json.dumps(saved), self._player))


def _topic(player: str, name: str) -> str:
    return f"journal:{player}/{name}"


def _new_holder(database: Database) -> str:
    """A holder that this process is, apart from all its others."""
    return f"{database.holder}/{secrets.token_hex(4)}"


def content(database: Database, player: str, name: str) -> bytes:
    """All that is in a journal. Raises AwayError."""
    found = "SELECT data FROM events JOIN journals ON journal = id WHERE player = %s AND name = %s ORDER BY at"
    return b"".join(row[0] for row in database.rows(found, player, name))


def _call(loop: asyncio.AbstractEventLoop, kept: Kept, error: Exception | None) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(kept, error)


def _in_use() -> JournalInUseError:
    return JournalInUseError("this puzzle is open in another window")
