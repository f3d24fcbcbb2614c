"""Players in a PostgreSQL database, which all processes of a service share: keys, names, tokens, and who is here.

A process that lives says so every few seconds. What one has left that was killed, guests and visits, is removed by the
others once it has been silent for longer than any token lives.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import psycopg

from termpuzzles.company.parts import MATCHES, RACES
from termpuzzles.company.postgres.database import AwayError, Database, Rows
from termpuzzles.company.postgres.log import PostgresLog
from termpuzzles.company.postgres.store import ALIVE, PostgresGrowingFile, PostgresStore
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.service.config import COMMITS, STORE
from termpuzzles.company.service.names import OURS, skeleton
from termpuzzles.company.service.players import KeyedPlayers, Player, Quota, Usage, joined_file
from termpuzzles.company.service.shared_store import SharedStore
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.storage.courses import merge_journal
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import Store
from termpuzzles.storage.transfer import Imported

COMMIT, PLAYER = "TERMPUZZLES_COMMIT", "TERMPUZZLES_PLAYER"  # likewise, how it commits, and the player's id
_PATIENCE = 20.0  # seconds for which such a process asks a database that is away
_SILENT = "900 seconds"  # after which a process that says nothing counts as gone
_NOWHERE = Path("/nonexistent")  # the folder of a player who has none

_FORGET = f"""
    WITH old AS (DELETE FROM tokens WHERE ends <= clock_timestamp()),
    dead AS (DELETE FROM processes WHERE seen < clock_timestamp() - interval '{_SILENT}'),
    away AS (
        DELETE FROM visits WHERE NOT {ALIVE} AND began < clock_timestamp() - interval '60 seconds'
    )
    SELECT name FROM guests
    WHERE (gone OR holder NOT IN (
        SELECT holder FROM processes WHERE seen >= clock_timestamp() - interval '{_SILENT}'
    )) AND name NOT IN (SELECT player FROM tokens WHERE ends > clock_timestamp())
"""
_OF_PLAYER = ("journals", "asides", "choices")


class QuotaPostgresStore(PostgresStore):
    """A player's part of the database, in which no more is kept than the quota; the player is told before that."""

    def __init__(self, database: Database, player: str, quota: Callable[[], Quota]) -> None:
        super().__init__(database, player)
        self._quota = quota
        self._usage = Usage(self._count, time.monotonic)

    def _count(self) -> tuple[int, int]:
        try:
            return self.used
        except AwayError:  # the board is open all the same
            return 0, 0

    def _log(self, name: str, held: Rows, data: bytes | None = None, holder: str = "") -> PostgresLog:
        """The journal, unless it would be one too many: then it says why it cannot be written."""
        log = super()._log(name, held, data, holder)
        log.obstacle, log.notice = self._usage.judge(self._quota(), is_new=not log.begun)
        return log


class PostgresPlayers(KeyedPlayers):
    """Players kept in a database; tokens live for so many seconds of its clock."""

    def __init__(self, database: Database, token_seconds: float, quota: Callable[[], Quota] = Quota) -> None:
        super().__init__()
        self._database = database
        self._token_seconds = token_seconds
        self._quota = quota
        self._stores: WeakValueDictionary[str, SharedStore] = WeakValueDictionary()  # each for all visits of a player
        self._unstored: WeakValueDictionary[str, Unstored] = WeakValueDictionary()

    def guest(self) -> Player:
        """A new guest."""
        name = f"guest-{secrets.token_hex(4)}"
        self._say_that_one_lives()
        self._database.rows("INSERT INTO guests (name, holder) VALUES (%s, %s)", name, self._database.holder)
        return Player(name)

    def of_key(self, fingerprint: str) -> Player:
        """The player to whom the key is linked; a new player if it is linked to nobody yet."""
        name = self._owner(fingerprint)
        if not name:
            made = "INSERT INTO keys VALUES (%s, %s) ON CONFLICT DO NOTHING"
            self._database.rows(made, fingerprint, f"player-{secrets.token_hex(6)}")
            name = self._owner(fingerprint)
        chosen = self.name_of(name)
        return Player(name, fingerprint, chosen if chosen != name else "")

    def _owner(self, fingerprint: str) -> str:
        return self._one("SELECT player FROM keys WHERE fingerprint = %s", fingerprint)

    def _one(self, text: str, *given: object) -> str:
        """The text that a statement returns, "" if it returns nothing."""
        return next((str(found) for (found,) in self._database.rows(text, *given)), "")

    def library(self, player: Player) -> Library:
        """What the player has played; a board is taken over from another visit at once."""
        with self._alone:
            store = self._stores.get(player.name)
            if store is None:
                own = self._store(player.name)
                store = self._stores[player.name] = SharedStore(own)
                self._unstored[player.name] = own.unstored
        return Library(Folders(_NOWHERE, _NOWHERE), store=store)

    def _store(self, name: str) -> QuotaPostgresStore:
        return QuotaPostgresStore(self._database, name, self._quota)

    def shared_store(self, of: str = MATCHES) -> Store:
        """Where journals are kept that are of several players."""
        return PostgresStore(self._database, of)

    def unstored(self, player: Player) -> Unstored | None:
        """The moves of the player that are on their way to the database."""
        return self._unstored.get(player.name)

    def environment(self, player: Player) -> dict[str, str]:
        """The variables by which a process of its own finds what the player has played."""
        commit = COMMITS[self._database.sync]
        return {**self._database.environment, STORE: self._database.address, COMMIT: commit, PLAYER: player.name}

    def is_full(self, player: Player) -> bool:
        """Whether the player's boards take all the room that there is for them."""
        quota, (journals, size) = self._quota(), self._store(player.name).used
        return journals >= quota.journals or size >= quota.bytes

    def token(self, player: Player) -> str:
        """A token, valid for some minutes, that joins a further key to the player, or a guest's boards to a key."""
        token = secrets.token_urlsafe(9)
        self._database.rows(
            "INSERT INTO tokens VALUES (%s, %s, clock_timestamp() + make_interval(secs => %s))",
            *(token, player.name, self._token_seconds),
        )
        return token

    def _named(self, name: str) -> str:
        return self._one("SELECT player FROM names WHERE skeleton = %s", skeleton(name))

    def _joined_to(self, name: str) -> str:
        found = self._one("SELECT convert_from(data, 'UTF8') FROM files WHERE name = %s", joined_file(name))
        return found.strip()

    def _note_joined(self, name: str, target: str) -> None:
        put = "INSERT INTO files VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET data = excluded.data"
        self._database.rows(put, joined_file(name), f"{target}\n".encode())

    def name_of(self, name: str) -> str:
        """The name by which others see the player of that id."""
        return self._one("SELECT name FROM names WHERE player = %s", name) or name

    def who_chose(self, choice: str) -> list[str]:
        """The ids of all players who have said yes to this choice."""
        found = "SELECT player FROM choices WHERE player LIKE %s AND saved::jsonb -> %s = 'true' ORDER BY player"
        return [player for (player,) in self._database.rows(found, f"{OURS[0]}%", choice)]

    def leave(self, player: Player) -> None:
        """End a visit: a guest's boards are deleted, unless a token for them is still valid."""
        if player.is_guest:
            self._database.rows("UPDATE guests SET gone = true WHERE name = %s", player.name)
        elif (owner := self._owner(player.fingerprint)) and owner != player.name:
            self._merge(owner, player.name)  # the key was joined meanwhile
        self.forget_old_tokens()

    def forget_old_tokens(self) -> None:
        """Drop expired tokens, and the boards of guests that nobody can claim any more."""
        self._say_that_one_lives()
        guests = [guest for (guest,) in self._database.rows(_FORGET)]
        if guests:
            self._database.ask(partial(_delete, guests))

    def _say_that_one_lives(self) -> None:
        self._database.rows(
            "INSERT INTO processes (holder) VALUES (%s) ON CONFLICT (holder) DO UPDATE SET seen = clock_timestamp()",
            self._database.holder,
        )

    # What is the same wherever players are kept asks this

    def _use_token(self, token: str) -> str:
        return self._one("DELETE FROM tokens WHERE token = %s AND ends > clock_timestamp() RETURNING player", token)

    def _listed_keys(self, name: str) -> list[str]:
        return [key for (key,) in self._database.rows("SELECT fingerprint FROM keys WHERE player = %s", name)]

    def _link(self, fingerprint: str, name: str) -> None:
        self._database.rows(
            "INSERT INTO keys VALUES (%s, %s) ON CONFLICT (fingerprint) DO UPDATE SET player = excluded.player",
            *(fingerprint, name),
        )

    def _unlink(self, name: str, fingerprint: str) -> None:
        self._database.rows("DELETE FROM keys WHERE fingerprint = %s AND player = %s", fingerprint, name)

    def _merge(self, name: str, source: str) -> Imported:
        theirs, ours = PostgresStore(self._database, source), PostgresStore(self._database, name)
        names = [stamp.name for stamp in theirs.stamps()]
        return Imported.of(merge_journal(ours, f"journals/{each}.journal", theirs.read(each)) for each in names)

    def _claim(self, player: Player, guest: str) -> int:
        moved = self._database.rows(
            "UPDATE journals SET player = %s WHERE player = %s "
            "AND name NOT IN (SELECT name FROM journals WHERE player = %s) RETURNING name",
            *(player.name, guest, player.name),
        )
        merged = self._merge(player.name, guest)
        return len(moved) + merged.longer + merged.beside

    def _take_name(self, name: str, chosen: str) -> bool:
        return self._database.ask(partial(_take_name, name, chosen))

    def _drop_name(self, name: str) -> None:
        self._database.rows("DELETE FROM names WHERE player = %s", name)


def _take_name(name: str, chosen: str, asked: psycopg.Connection[Any]) -> bool:
    try:
        with asked.transaction():
            asked.execute("DELETE FROM names WHERE player = %s", (name,))
            asked.execute("INSERT INTO names VALUES (%s, %s, %s)", (skeleton(chosen), name, chosen))
    except psycopg.errors.UniqueViolation:
        return False
    return True


def _delete(guests: list[str], asked: psycopg.Connection[Any]) -> None:
    """Delete all that these guests have played."""
    for table in _OF_PLAYER:
        asked.execute(f"DELETE FROM {table} WHERE player = ANY(%s)".encode(), (guests,))
    asked.execute("DELETE FROM guests WHERE name = ANY(%s)", (guests,))


def library_of(environment: Mapping[str, str]) -> Library:
    """What a player has played for whom a process of its own plays, by the variables that name both."""
    return _library_in(_database_of(environment), environment)


def library_and_races(environment: Mapping[str, str]) -> tuple[Library, RaceRecords]:
    """The same, and the races of the service."""
    database = _database_of(environment)
    races = RaceRecords(partial(PostgresGrowingFile, database), PostgresStore(database, RACES))
    return _library_in(database, environment), races


def _database_of(environment: Mapping[str, str]) -> Database:
    return Database(environment[STORE], environment[COMMIT] == COMMITS[True], _PATIENCE)


def _library_in(database: Database, environment: Mapping[str, str]) -> Library:
    return Library(Folders(_NOWHERE, _NOWHERE), store=PostgresStore(database, environment[PLAYER]))
