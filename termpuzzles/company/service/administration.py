"""What an operator does with the folder of a service, whether or not the service runs.

The service itself is not asked: journals only grow, so a copy of one is good whenever it is made, and the service looks
for bans and revoked keys every few seconds.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from termpuzzles.company.service.config import BANS, NAME, REVOKED, bans_of
from termpuzzles.company.service.folder_players import KEY_LIST, LISTED, key_owner, list_keys, listed_keys, unlink_key
from termpuzzles.company.service.players import JOINED
from termpuzzles.errors import PuzzleError, on_one_line
from termpuzzles.storage.courses import LARGEST, merge_journal
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.journal_text import read_all
from termpuzzles.storage.transfer import ANOTHER, NO_ARCHIVE

_OF_PLAYER = r"players/(player-[0-9a-f]{12})/"
_JOURNAL = re.compile(_OF_PLAYER + r"((?:journals|sittings)/[0-9a-f]{24}(?:-\d{1,3})?\.(?:journal|sitting))")
_FILE = re.compile(
    rf"{_OF_PLAYER}(?:{KEY_LIST}|{JOINED}|name|remembered\.json|settings\.toml)|(?:keys|names)/[0-9a-f]{{64}}|host_key(?:\.next)?"
    rf"|{BANS}|{re.escape(NAME)}|matches/journals/[0-9a-f]{{16,24}}\.journal|daily/\d{{4}}-\d\d-\d\d\.jsonl"
)


def backup(data: Path, file: Path) -> int:
    """Write players, keys and config to a file that nobody else may read; returns its number of journals."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    count = 0
    try:
        number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as opened, zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as out:
            for name, path in _files(data):
                with suppress(FileNotFoundError):  # guests and joined keys go while this runs
                    out.writestr(name, read_all(path))
                    count += _JOURNAL.fullmatch(name) is not None
        beside.replace(file)
    except OSError as error:
        if error.filename == str(beside):
            error.filename = str(file)  # which was asked for
        raise
    finally:
        beside.unlink(missing_ok=True)
    return count


def _files(data: Path) -> Iterator[tuple[str, Path]]:
    for folder, _, files in os.walk(data):
        for file in sorted(files):
            path = Path(folder, file)
            name = path.relative_to(data).as_posix()
            if _JOURNAL.fullmatch(name) or _FILE.fullmatch(name):
                yield name, path


class Restored(NamedTuple):
    """How many journals of a backup were merged, and why others were not."""

    journals: int
    refused: tuple[str, ...]


def restore(data: Path, file: Path) -> Restored:
    """Bring back what a backup holds: journals are merged, and other files written where there are none.

    Raises PuzzleError if the file is no backup, OSError if it cannot be read or something not be written.
    """
    count, refused = 0, list[str]()
    try:
        with zipfile.ZipFile(file) as archive:
            for item in archive.infolist():
                fate = _restore_one(data, archive, item)
                count += fate == "journal"
                refused += [fate] * (fate not in ("", "journal"))
    except NO_ARCHIVE:
        raise PuzzleError("a file that `termpuzzles service backup` wrote", ANOTHER) from None
    (data / "keys" / LISTED).unlink(missing_ok=True)
    list_keys(data)
    return Restored(count, tuple(refused))


def _restore_one(data: Path, archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> str:
    """Restore a file of a backup; returns "journal" if it is one, and else why it was not restored or ""."""
    if item.file_size > LARGEST:
        return f"{on_one_line(item.filename)}: too large"
    if found := _JOURNAL.fullmatch(item.filename):
        fate = merge_journal(FolderStore(data / "players" / found[1]), found[2], archive.read(item))
        return fate if ":" in fate else "journal"
    if not _FILE.fullmatch(item.filename):
        return f"{on_one_line(item.filename)}: not a file of a service"
    path = data / item.filename
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as opened:
            opened.write(archive.read(item))
    return ""


def ban(data: Path, words: Iterable[str], lift: bool = False) -> list[str]:
    """Ban keys, addresses, nets, or players by all their keys, or let them in again; returns all that are banned.

    Raises ValueError for anything else.
    """
    now = banned_now(_lines(data / BANS), words, lift, lambda player: listed_keys(data, player))
    _write(data / BANS, now)
    return now


def banned_now(before: list[str], words: Iterable[str], lift: bool, keys: Callable[[str], list[str]]) -> list[str]:
    """All that are banned after these words, where `keys` returns the keys of a player. Raises ValueError."""
    wanted = [each for word in words for each in (keys(word) if word.startswith("player-") else [word])]
    bans_of(wanted)
    now = [line for line in before if line not in wanted] if lift else list(dict.fromkeys([*before, *wanted]))
    bans_of(now)
    return now


def revoke(data: Path, fingerprint: str) -> str:
    """Let a lost key be nobody's, and end what is open with it; returns the id of its player, "" if it had none."""
    if owner := key_owner(data, fingerprint):
        unlink_key(data, owner, fingerprint)
        _write(data / REVOKED, [*_lines(data / REVOKED), fingerprint])
    return owner


class ListedPlayer(NamedTuple):
    """A player: id, chosen name, number of keys and of boards, and the bytes of these."""

    id: str
    name: str
    keys: int
    boards: int
    bytes: int


def players(data: Path) -> Iterator[ListedPlayer]:
    """All players, by their ids; one whose last key was joined to another player is none any more."""
    for folder in sorted(file.parent for file in (data / "players").glob(f"player-*/{KEY_LIST}")):
        name = " ".join(_lines(folder / "name"))
        sizes = [stamp.size for stamp in FolderStore(folder).stamps()]
        yield ListedPlayer(folder.name, name, len(listed_keys(data, folder.name)), len(sizes), sum(sizes))


class Home(NamedTuple):
    """A service as its operator sees it: its folder, and what can be done wherever it keeps its players."""

    data: Path
    ban: Callable[[Iterable[str], bool], list[str]]
    revoke: Callable[[str], str]
    players: Callable[[], Iterator[ListedPlayer]]


def _lines(file: Path) -> list[str]:
    try:
        return read_all(file).decode().splitlines()
    except FileNotFoundError:
        return []


def _write(file: Path, lines: Iterable[str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    beside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    beside.replace(file)
