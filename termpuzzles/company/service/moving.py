"""Moves all that a service keeps from a folder into a database, or back, and loses nothing.

Guests, tokens and what can be made anew are left out. What is there already stays: of two courses of a board the longer
one opens, and the other is kept beside it. What the database has no table for goes there as a file with its name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from termpuzzles.company.parts import MATCHES, RACES
from termpuzzles.company.postgres.database import Database
from termpuzzles.company.postgres.log import content
from termpuzzles.company.postgres.store import PostgresStore
from termpuzzles.company.service.config import is_address
from termpuzzles.company.service.folder_players import LISTED, link_key, list_keys, put_name
from termpuzzles.company.service.names import skeleton
from termpuzzles.errors import PuzzleError
from termpuzzles.storage.courses import merge_journal
from termpuzzles.storage.folder_store import ENDING, JOURNALS, OLD_ENDING, SITTINGS, FolderStore
from termpuzzles.storage.journal_text import read_all

_JOURNAL = re.compile(rf"(?:players/)?([^/]+)/{JOURNALS}/([^/]+){re.escape(ENDING)}")
_SITTING = re.compile(rf"players/([^/]+)/{SITTINGS}/([^/]+){re.escape(OLD_ENDING)}")  # of 0.1.0
_ASIDE = re.compile(rf"players/([^/]+)/{JOURNALS}/([^/]+\.damaged[^/]*)")
_CHOICES = re.compile(r"players/([^/]+)/remembered\.json")
_OF_KEY, _OF_NAME = re.compile(r"keys/[0-9a-f]{64}"), re.compile(r"names/[0-9a-f]{64}")
_MADE_ANEW = re.compile(
    rf"guests/.*|.*\.(lock|claim|part)|(.*/)?summaries\.json|keys/{re.escape(LISTED)}|players/[^/]+/(keys|name)"
)
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'termpuzzles-%%' AND application_name <> %s
"""


class Moved(NamedTuple):
    """How many journals, keys and names were moved, and other files; and journals that could not be merged."""

    journals: int
    keys: int
    names: int
    files: int
    refused: tuple[str, ...]


def move_everything(source: str, target: str) -> Moved:
    """Move everything from a folder into the database of an address, or back.

    Raises OSError, and PuzzleError while a service uses the database.
    """
    database = Database(source if is_address(source) else target)
    try:
        return to_folder(database, Path(target)) if is_address(source) else to_database(Path(source), database)
    finally:
        database.close()


def to_database(data: Path, database: Database) -> Moved:
    """Move what is in the folder into the database. Raises OSError, and PuzzleError while a service uses that."""
    _check_alone(database)
    counts, refused = dict.fromkeys(("journals", "keys", "names", "files"), 0), []
    for name, path in _files(data):
        if found := _JOURNAL.fullmatch(name):
            fate = _take_journal(database, found[1], found[2], path)
            refused += [fate] * (":" in fate)
            counts["journals"] += bool(fate) and ":" not in fate
        elif found := _ASIDE.fullmatch(name):
            put = "INSERT INTO asides VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
            database.rows(put, found[1], found[2], read_all(path))
        elif (found := _CHOICES.fullmatch(name)) and _is_choices(read_all(path)):
            put = "INSERT INTO choices VALUES (%s, %s) ON CONFLICT DO NOTHING"
            database.rows(put, found[1], read_all(path).decode())
        elif _OF_KEY.fullmatch(name):
            player, fingerprint = read_all(path).decode("ascii").split()
            database.rows("INSERT INTO keys VALUES (%s, %s) ON CONFLICT DO NOTHING", fingerprint, player)
            counts["keys"] += 1
        elif _OF_NAME.fullmatch(name):
            player, _, chosen = read_all(path).decode().strip().partition(" ")
            put = "INSERT INTO names VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
            database.rows(put, skeleton(chosen), player, chosen)
            counts["names"] += 1
        else:
            if (found := _SITTING.fullmatch(name)) and not FolderStore(data / "players" / found[1]).paths(
                found[2]
            ).path.exists():
                counts["journals"] += _take_journal(database, found[1], found[2], path) == "new"
            database.rows("INSERT INTO files VALUES (%s, %s) ON CONFLICT DO NOTHING", name, read_all(path))
            counts["files"] += 1
    return Moved(**counts, refused=tuple(refused))


def _files(data: Path) -> Iterator[tuple[str, Path]]:
    for folder, _, files in os.walk(data):
        for file in sorted(files):
            path = Path(folder, file)
            name = path.relative_to(data).as_posix()
            if not _MADE_ANEW.fullmatch(name):
                yield name, path


def _is_choices(data: bytes) -> bool:
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(data), dict)
    return False


def _take_journal(database: Database, player: str, name: str, path: Path) -> str:
    """Insert a journal as it is, or merge it with the one that is there; "" if there is nothing in it."""
    data, modified = read_all(path), path.stat().st_mtime
    if not data or database.ask(partial(_insert, player, name, data, modified)):
        return "new" if data else ""
    return merge_journal(PostgresStore(database, player), f"{JOURNALS}/{name}{ENDING}", data)


def _insert(player: str, name: str, data: bytes, modified: float, asked: psycopg.Connection[Any]) -> bool:
    made = asked.execute(
        "INSERT INTO journals (player, name, size, modified) VALUES (%s, %s, %s, to_timestamp(%s)) "
        "ON CONFLICT DO NOTHING RETURNING id",
        (player, name, len(data), modified),
    ).fetchall()
    for (journal,) in made:
        asked.execute("INSERT INTO events VALUES (%s, 0, %s)", (journal, data))
    return bool(made)


def to_folder(database: Database, data: Path) -> Moved:
    """Move what is in the database into the folder. Raises OSError, and PuzzleError while a service uses it."""
    _check_alone(database)
    refused, journals = [], 0
    files: dict[str, bytes] = dict(database.rows("SELECT name, data FROM files"))
    found = "SELECT player, name, extract(epoch FROM modified)::float8 FROM journals WHERE player NOT LIKE 'guest-%%'"
    for player, name, modified in database.rows(found):
        folder = data / player if player in (MATCHES, RACES) else data / "players" / player
        path = folder / JOURNALS / f"{name}{ENDING}"
        read = content(database, player, name)
        if read and files.get(f"players/{player}/{SITTINGS}/{name}{OLD_ENDING}") == read:
            journals += 1  # which is put back as it was
        elif read and _put_new(path, read):
            os.utime(path, (modified, modified))
            journals += 1
        elif read:
            fate = merge_journal(FolderStore(folder), f"{JOURNALS}/{path.name}", read)
            refused += [fate] * (":" in fate)
            journals += ":" not in fate
    for player, name, aside in database.rows("SELECT player, name, data FROM asides WHERE player NOT LIKE 'guest-%%'"):
        _put_new(data / "players" / player / JOURNALS / name, aside)
    for player, saved in database.rows("SELECT player, saved FROM choices WHERE player NOT LIKE 'guest-%%'"):
        _put_new(data / "players" / player / "remembered.json", saved.encode())
    for name, read in files.items():
        _put_new(data / name, read)
    keys = database.rows("SELECT fingerprint, player FROM keys ORDER BY fingerprint")
    for fingerprint, player in keys:
        link_key(data, fingerprint, player)
    names = database.rows("SELECT player, name FROM names")
    for player, chosen in names:
        put_name(data, player, chosen)
    list_keys(data)
    return Moved(journals, len(keys), len(names), len(files), tuple(refused))


def _put_new(path: Path, data: bytes) -> bool:
    """Write a file that only we may read; False if there is one of that name."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as opened:
            opened.write(data)
        return True
    return False


def _check_alone(database: Database) -> None:
    """Raise PuzzleError while processes of a service are connected."""
    ((others,),) = database.rows(_OTHERS, database.holder)
    if others:
        found = f"{others} process{'es' * (others != 1)} connected to it"
        raise PuzzleError("a database that no service uses now", found)
