"""What an operator does with the database of a service, whether or not the service runs: bans, lost keys, who plays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from termpuzzles.company.postgres.database import Database
from termpuzzles.company.service.administration import Home, ListedPlayer, banned_now
from termpuzzles.company.service.config import BANS, REVOKED

_PLAYERS = """
    SELECT player, coalesce(max(names.name), ''), count(DISTINCT fingerprint), coalesce(max(boards), 0),
        coalesce(max(bytes), 0)
    FROM (SELECT player, fingerprint FROM keys UNION SELECT player, NULL FROM journals) AS known
    LEFT JOIN names USING (player)
    LEFT JOIN (
        SELECT player, count(*) AS boards, sum(size)::bigint AS bytes FROM journals GROUP BY player
    ) AS played USING (player)
    WHERE player LIKE 'player-%%' GROUP BY player ORDER BY player
"""


def _ban(words: list[str], lift: bool, asked: psycopg.Connection[Any]) -> list[str]:
    def keys(player: str) -> list[str]:
        return [key for (key,) in asked.execute("SELECT fingerprint FROM keys WHERE player = %s", (player,))]

    now = banned_now(_lines(asked, BANS), words, lift, keys)
    _write(asked, BANS, now)
    return now


def _revoke(fingerprint: str, asked: psycopg.Connection[Any]) -> str:
    for (player,) in asked.execute("DELETE FROM keys WHERE fingerprint = %s RETURNING player", (fingerprint,)):
        _write(asked, REVOKED, [*_lines(asked, REVOKED), fingerprint])
        return str(player)
    return ""


def home_at(address: str, data: Path) -> Home:
    """The service that keeps its players in the database of this address. Raises AwayError."""
    return home_of(Database(address), data)


def home_of(database: Database, data: Path) -> Home:
    """The service that keeps its players in this database. What is asked of it raises AwayError."""

    def ban(words: Iterable[str], lift: bool = False) -> list[str]:
        return database.ask(partial(_ban, list(words), lift))

    def revoke(fingerprint: str) -> str:
        return database.ask(partial(_revoke, fingerprint))

    def players() -> Iterator[ListedPlayer]:
        yield from (ListedPlayer(*row) for row in database.rows(_PLAYERS))

    return Home(data, ban, revoke, players)


def _lines(asked: psycopg.Connection[Any], name: str) -> list[str]:
    rows = asked.execute("SELECT data FROM files WHERE name = %s FOR UPDATE", (name,)).fetchall()
    return [line for (data,) in rows for line in bytes(data).decode("utf-8", "replace").splitlines()]


def _write(asked: psycopg.Connection[Any], name: str, lines: list[str]) -> None:
    put = "INSERT INTO files VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET data = excluded.data"
    asked.execute(put, (name, "".join(f"{line}\n" for line in lines).encode()))
