"""The journals and choices of one player in a PostgreSQL database, which any process of any host may open.

Each opening begins a new generation of the journal, which fences whoever held it before.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import psycopg

from termpuzzles.company.postgres.database import AwayError, Database, Rows, on_a_loop
from termpuzzles.company.postgres.log import PostgresLog, content, in_use, new_holder, topic_of_journal
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.settings import differences, with_changes
from termpuzzles.storage.store import Stamp
from termpuzzles.storage.summaries import JournalList, Summary, frozen, summary_at, thawed

ALIVE = "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = split_part(holder, '/', 1))"


class JournalListing:
    """The journals of a player as they were listed last; what has changed since is read when they are listed again."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player
        self._listed: tuple[Rows, JournalList] | None = None

    def lacks(self, name: str) -> bool:
        """Whether they were listed, and there was no journal of that name."""
        return self._listed is not None and all(row[0] != name for row in self._listed[0])

    def summaries(self) -> JournalList:
        """What each journal comes to, as the database has it; what has changed since is read."""
        try:
            return self._read()
        except OSError:
            return self._listed[1] if self._listed else JournalList(())

    def _read(self) -> JournalList:
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


class PostgresStore:
    """The journals and choices of a player."""

    def __init__(self, database: Database, player: str) -> None:
        self._database, self._player = database, player
        self.unstored = Unstored()
        self._unwanted: list[str] = []  # who was to hold a journal by a question that nobody heard the answer of
        self._logs: dict[str, PostgresLog] = {}  # whose end may still be on its way
        self._holders: dict[str, str] = {}  # who has held each journal last that was opened here
        self._list = JournalListing(database, player)

    def open(self, name: str) -> PostgresLog:
        """The journal of that name, as a new generation if it exists."""
        self._settle(name)
        holder = new_holder(self._database)
        try:
            held, exists, data = self._database.ask(partial(self._open, name, holder, self._gone(name)))
        except AwayError:
            self._unwanted.append(holder)  # the answer may be on its way
            if on_a_loop() and self._is_new(name):
                return self._log(name, [])
            raise
        if not held and exists:
            raise in_use()
        return self._log(name, held, data, holder)

    def _gone(self, name: str) -> list[str]:
        """Who of this process does not hold the journal any more, even if a crash of the database has lost that."""
        before = self._logs.get(name)
        is_held = before is not None and before.is_held
        return self._unwanted if is_held or name not in self._holders else [*self._unwanted, self._holders[name]]

    def _open(
        self, name: str, holder: str, gone: list[str], asked: psycopg.Connection[Any]
    ) -> tuple[Rows, bool, bytes]:
        """The journal, held by this holder from now on; whether it exists; and what is in it."""
        held = asked.execute(
            f"UPDATE journals SET generation = generation + 1, holder = %s, claimed = false "
            f"WHERE player = %s AND name = %s AND NOT (holder IS NOT NULL AND {ALIVE} AND holder <> ALL(%s)) "
            f"RETURNING id, generation, size".encode(),
            (holder, self._player, name, gone),
        ).fetchall()
        if held:
            rows = asked.execute("SELECT data FROM events WHERE journal = %s ORDER BY at", held[0][:1]).fetchall()
            return held, True, b"".join(data for (data,) in rows)
        found = "SELECT 1 FROM journals WHERE player = %s AND name = %s"
        return [], asked.execute(found, (self._player, name)).fetchone() is not None, b""

    def _is_new(self, name: str) -> bool:
        """Whether there was no such journal when they were last listed: then it is begun by its first line."""
        return name not in self._holders and self._list.lacks(name)

    def _log(self, name: str, held: Rows, data: bytes | None = None, holder: str = "") -> PostgresLog:
        log = PostgresLog(self._database, self._player, name, self.unstored, holder)
        self._holders[name] = log.holder
        for row in held:
            log.hold(row, data)
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
        self._database.publish(topic_of_journal(self._player, name), message)

    def take_over(self, name: str) -> PostgresLog:
        """A new generation of this journal, whoever holds the present one."""
        holder = new_holder(self._database)
        held = self._database.rows(
            "UPDATE journals SET generation = generation + 1, holder = %s, claimed = false "
            "WHERE player = %s AND name = %s RETURNING id, generation, size",
            *(holder, self._player, name),
        )
        if held:
            self._tell(name, f"taken {held[0][1]}")
        return self._log(name, held, holder=holder)

    def stamps(self) -> Iterator[Stamp]:
        """Every journal, without reading any."""
        found = "SELECT name, extract(epoch FROM modified)::float8, size FROM journals WHERE player = %s"
        yield from (Stamp(*row) for row in self._database.rows(found, self._player))

    def courses(self, name: str) -> list[str]:
        """The names of other courses of the board of that name."""
        found = "SELECT name FROM journals WHERE player = %s AND starts_with(name, %s) ORDER BY name"
        return [course for (course,) in self._database.rows(found, self._player, f"{name}-")]

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
        """What each journal comes to."""
        return self._list.summaries()

    def saved_choices(self) -> dict[str, Any]:
        """The choices that were saved."""
        try:
            rows = self._database.rows("SELECT saved FROM choices WHERE player = %s", self._player)
        except OSError:
            return {}
        return next((dict(json.loads(saved)) for (saved,) in rows), {})

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two, and nothing else."""
        if changes := differences(before, after):
            self._database.ask(partial(self._save, changes))

    def _save(self, changes: Any, asked: psycopg.Connection[Any]) -> None:
        asked.execute("INSERT INTO choices VALUES (%s, '{}') ON CONFLICT DO NOTHING", (self._player,))
        found = asked.execute("SELECT saved FROM choices WHERE player = %s FOR UPDATE", (self._player,))
        ((text,),) = found.fetchall()
        saved = with_changes(json.loads(text), changes)
        asked.execute("UPDATE choices SET saved = %s WHERE player = %s", (json.dumps(saved), self._player))


class PostgresGrowingFile(NamedTuple):
    """A file in the database that only grows, by whole lines."""

    database: Database
    name: str

    def read(self, since: int) -> bytes:
        """What comes after so many bytes."""
        rows = self.database.rows("SELECT substring(data FROM %s) FROM files WHERE name = %s", since + 1, self.name)
        return next((bytes(data) for (data,) in rows), b"")

    def add(self, line: bytes) -> None:
        """Add a line, with its end."""
        put = "INSERT INTO files VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET data = files.data || excluded.data"
        self.database.rows(put, self.name, line)
