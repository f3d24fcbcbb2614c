"""The players of a service in a folder, with their keys, names and journals.

Each key has a file named by its fingerprint, which holds the player's id; each player has a folder, with the list of
its keys. Nothing else is kept of a key. All this waits for a disk, so the loop calls it in threads.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from weakref import WeakValueDictionary

from termpuzzles.company.parts import MATCHES
from termpuzzles.company.service.names import skeleton
from termpuzzles.company.service.players import KeyedPlayers, Player, Quota, Usage, joined_file
from termpuzzles.company.service.shared_store import SharedStore
from termpuzzles.storage.folder_store import CHOICES, JOURNALS, SITTINGS, FolderLog, FolderStore
from termpuzzles.storage.journal_text import read_all
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import Store
from termpuzzles.storage.transfer import Imported, merge_folder


class QuotaStore(FolderStore):
    """A player's folder in which no more is kept than the quota; the player is told before that is reached."""

    def __init__(self, data: Path, quota: Quota, now: Callable[[], float]) -> None:
        super().__init__(data, _sync_in_thread)
        self._quota, self._usage = quota, Usage(lambda: self.used, now)

    @property
    def used(self) -> tuple[int, int]:
        """The number of boards and of their bytes."""
        sizes = [stamp.size for stamp in self.stamps()]
        return len(sizes), sum(sizes)

    def open(self, name: str) -> FolderLog:
        """The journal of that name, unless it would be one too many: then it says why it cannot be written."""
        log = super().open(name)
        obstacle, notice = self._usage.judge(self._quota, is_new=not (log.begun or log.read()))
        log.obstacle, log.notice = obstacle or log.obstacle, log.notice or notice
        return log


class FolderPlayers(KeyedPlayers):
    """Players kept below one folder; `now` returns the time in seconds."""

    def __init__(
        self, data: Path, now: Callable[[], float], token_seconds: float, quota: Callable[[], Quota] = Quota
    ) -> None:
        super().__init__()
        self._data = data
        self._quota = quota
        self._now = now
        self._token_seconds = token_seconds
        self._tokens: dict[str, tuple[str, float]] = {}  # for each token its player or guest's folder, and its end
        self._stores: WeakValueDictionary[str, SharedStore] = WeakValueDictionary()  # each for all visits of a player
        self._left: set[str] = set()  # guests who have gone, whose boards may still be claimed
        shutil.rmtree(data / "guests", ignore_errors=True)  # left by a server that was killed
        list_keys(data)

    def guest(self) -> Player:
        """A new guest."""
        name = f"guest-{secrets.token_hex(4)}"
        self._folder(name).mkdir(parents=True, mode=0o700)
        return Player(name)

    def of_key(self, fingerprint: str) -> Player:
        """The player to whom the key is linked; a new player if it is linked to nobody yet."""
        with self._alone:
            name = key_owner(self._data, fingerprint)
            if not name:
                name = f"player-{secrets.token_hex(6)}"
                self._link(fingerprint, name)
            return self._player(name, fingerprint)

    def library(self, player: Player) -> Library:
        """What the player has played; a board is taken over from another visit at once."""
        folder = self._folder(player.name)
        with self._alone:
            store = self._stores.get(player.name) or SharedStore(QuotaStore(folder, self._quota(), self._now))
            self._stores[player.name] = store
        return Library(Folders(folder, folder), store=store)

    def shared_store(self, of: str = MATCHES) -> Store:
        """Where journals are kept that are of several players."""
        return FolderStore(self._data / of, _sync_in_thread)

    def unstored(self, player: Player) -> None:
        """Nothing: each move is stored at once."""

    def environment(self, player: Player) -> dict[str, str]:
        """The variables by which a process of its own finds what the player has played."""
        folder = str(self._folder(player.name))
        return {"TERMPUZZLES_DATA": folder, "TERMPUZZLES_CONFIG": folder}

    def is_full(self, player: Player) -> bool:
        """Whether the player's boards take all the room that there is for them."""
        quota, (journals, size) = self._quota(), QuotaStore(self._folder(player.name), Quota(), self._now).used
        return journals >= quota.journals or size >= quota.bytes

    def token(self, player: Player) -> str:
        """A token, valid for some minutes, that joins a further key to the player, or a guest's boards to a key."""
        with self._alone:
            self.forget_old_tokens()
            token = secrets.token_urlsafe(9)
            self._tokens[token] = (player.name, self._now() + self._token_seconds)
            return token

    def _named(self, name: str) -> str:
        try:
            return read_all(self._name_file(name)).decode().split()[0]
        except (OSError, ValueError, IndexError):
            return ""

    def _joined_to(self, name: str) -> str:
        try:
            return read_all(self._data / joined_file(name)).decode("ascii").strip()
        except FileNotFoundError:
            return ""

    def _note_joined(self, name: str, target: str) -> None:
        _put(self._data / joined_file(name), f"{target}\n")

    def name_of(self, name: str) -> str:
        """The name by which others see the player of that id."""
        try:
            return read_all(self._folder(name) / "name").decode().strip() or name
        except OSError:
            return name

    def who_chose(self, choice: str) -> list[str]:
        """The ids of all players who have said yes to this choice."""
        folders = (file.parent for file in sorted((self._data / "players").glob(f"player-*/{CHOICES}")))
        return [folder.name for folder in folders if FolderStore(folder).saved_choices().get(choice) is True]

    def leave(self, player: Player) -> None:
        """End a visit: a guest's boards are deleted, unless a token for them is still valid."""
        with self._alone:
            if player.is_guest:
                self._left.add(player.name)
            elif (owner := key_owner(self._data, player.fingerprint)) and owner != player.name:
                self._merge(owner, player.name)  # the key was joined meanwhile
            self.forget_old_tokens()

    def _use_token(self, token: str) -> str:
        return self._tokens.pop(token, ("", 0.0))[0]

    def _claim(self, player: Player, guest: str) -> int:
        claimed = 0
        for kind in (JOURNALS, SITTINGS):
            source, target = self._folder(guest) / kind, self._folder(player.name) / kind
            for file in sorted(source.glob("*.journal")):
                target.mkdir(parents=True, exist_ok=True)
                if not (target / file.name).exists():
                    _link_or_copy(file, target / file.name)
                    claimed += 1
        merged = self._merge(player.name, guest)  # the boards that both have
        return claimed + merged.longer + merged.beside

    def _merge(self, name: str, source: str) -> Imported:
        return merge_folder(self._folder(name), self._folder(source))

    def _unlink(self, name: str, fingerprint: str) -> None:
        unlink_key(self._data, name, fingerprint)
        if not self._listed_keys(name):
            (self._folder(name) / KEY_LIST).unlink(missing_ok=True)  # nobody is this player any more

    def _take_name(self, name: str, chosen: str) -> bool:
        file = self._name_file(chosen)
        if file.exists() and read_all(file).decode().split()[0] != name:
            return False
        self._drop_name(name)
        put_name(self._data, name, chosen)
        return True

    def _drop_name(self, name: str) -> None:
        now = self.name_of(name)
        if now != name:
            self._name_file(now).unlink(missing_ok=True)
            (self._folder(name) / "name").unlink(missing_ok=True)

    def forget_old_tokens(self) -> None:
        """Drop expired tokens, and the boards of guests that nobody can claim any more."""
        with self._alone:
            now = self._now()
            self._tokens = {token: held for token, held in self._tokens.items() if held[1] > now}
            wanted = {name for name, _ in self._tokens.values()}
            for guest in self._left - wanted:
                shutil.rmtree(self._folder(guest), ignore_errors=True)
            self._left &= wanted

    def _player(self, name: str, fingerprint: str) -> Player:
        self._folder(name).mkdir(parents=True, exist_ok=True, mode=0o700)
        chosen = self.name_of(name)
        return Player(name, fingerprint, chosen if chosen != name else "")

    def _folder(self, name: str) -> Path:
        return self._data / ("guests" if name.startswith("guest-") else "players") / name

    def _link(self, fingerprint: str, name: str) -> None:
        link_key(self._data, fingerprint, name)

    def _listed_keys(self, name: str) -> list[str]:
        return listed_keys(self._data, name)

    def _name_file(self, name: str) -> Path:
        return _name_file(self._data, name)


LISTED = ".listed-2"  # among the keys, once lists are there; another number wherever names are compared anew
KEY_LIST = "keys"  # in a player's folder: one fingerprint a line


def listed_keys(data: Path, player: str) -> list[str]:
    """The fingerprints of a player's keys."""
    try:
        return read_all(data / "players" / player / KEY_LIST).decode("ascii").split()
    except FileNotFoundError:
        return []


def key_owner(data: Path, fingerprint: str) -> str:
    """The id of the player to whom the key is linked; "" if to nobody."""
    try:
        return read_all(_key_file(data, fingerprint)).decode("ascii").split()[0]
    except FileNotFoundError:
        return ""


def link_key(data: Path, fingerprint: str, player: str) -> None:
    """Link a key to the player of that id."""
    _put(_key_file(data, fingerprint), f"{player} {fingerprint}\n")
    listed = [each for each in listed_keys(data, player) if each != fingerprint]
    _put(data / "players" / player / KEY_LIST, "".join(f"{each}\n" for each in [*listed, fingerprint]))


def put_name(data: Path, player: str, chosen: str) -> None:
    """Let the player of that id have this name."""
    _put(_name_file(data, chosen), f"{player} {chosen}\n")
    _put(data / "players" / player / "name", f"{chosen}\n")


def unlink_key(data: Path, player: str, fingerprint: str) -> None:
    """Let a key of the player be nobody's."""
    _key_file(data, fingerprint).unlink(missing_ok=True)
    left = [each for each in listed_keys(data, player) if each != fingerprint]
    _put(data / "players" / player / KEY_LIST, "".join(f"{each}\n" for each in left))


def list_keys(data: Path) -> None:
    """List the keys of each player, once, where an earlier version did not; names are found as they are compared."""
    done = data / "keys" / LISTED
    if done.exists():
        return
    found: dict[str, list[str]] = {}
    for file in sorted((data / "keys").glob("[0-9a-f]*")):
        player, fingerprint = read_all(file).decode("ascii").split()
        found.setdefault(player, []).append(fingerprint)
    for player, keys in found.items():
        _put(data / "players" / player / KEY_LIST, "".join(f"{key}\n" for key in keys))
        with suppress(OSError):
            name = read_all(data / "players" / player / "name").decode().strip()
            if not _name_file(data, name).exists():
                _put(_name_file(data, name), f"{player} {name}\n")
    _put(done, "")


def _key_file(data: Path, fingerprint: str) -> Path:
    return data / "keys" / hashlib.sha256(fingerprint.encode()).hexdigest()


def _name_file(data: Path, name: str) -> Path:
    return data / "names" / hashlib.sha256(skeleton(name).encode()).hexdigest()


def _link_or_copy(file: Path, to: Path) -> None:
    try:
        os.link(file, to)
    except (AttributeError, OSError):  # a copy where there are no hard links: the guest's file is deleted in the end
        beside = to.with_suffix(f".{secrets.token_hex(4)}")
        shutil.copy2(file, beside)
        beside.replace(to)


def _put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    beside = file.with_suffix(f".{secrets.token_hex(4)}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(file)


def _sync_in_thread(file: FileIO, path: Path) -> None:
    """Let a thread wait for the disk, because everybody would wait if the loop did."""
    try:
        asyncio.get_running_loop().run_in_executor(None, _sync, path)
    except RuntimeError:  # this is no loop but a thread, which may wait
        _sync(path)


def _sync(path: Path) -> None:
    """Sync the file without its lock: a copy of the journal's own descriptor would keep the lock until it is closed."""
    with suppress(OSError):  # each event was written before it had its effect; a failing disk must not stop a move
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
