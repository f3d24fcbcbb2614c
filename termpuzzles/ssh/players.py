"""Who a visitor is, an id of ours to which public keys are linked, and the journals and name of each player.

In a folder, each key has a file named by its fingerprint, which holds the player's id; each player has a folder, with
the list of its keys. Nothing else is kept of a key. All this waits for a disk, so the loop calls it in threads.

Two names are the same if their skeletons are: case, width and look-alike letters do not count, after the idea of
Unicode Technical Standard 39 with the few letters that matter here. Letters come from one script.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
import shutil
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from itertools import pairwise
from pathlib import Path
from threading import RLock
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from termpuzzles.storage.folder_store import JOURNALS, SITTINGS, FolderLog, FolderStore
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import SharedStore
from termpuzzles.storage.transfer import merge_folder

KEYS = 16  # the most keys of one player
FULL = "Your boards fill all the room you have here"
_NEAR = 0.9  # of a quota, from which on its player is told
_COUNTED_FOR = 60.0  # seconds for which the boards of a player need not be counted again


@dataclass(frozen=True)
class Player:
    """A player: an id, the fingerprint of this visit's key, and a chosen name."""

    name: str
    fingerprint: str = ""
    chosen: str = ""

    @property
    def is_guest(self) -> bool:
        """Whether the player is a guest, of whom nothing outlasts the visit."""
        return not self.fingerprint

    @property
    def display_name(self) -> str:
        """The name by which others see the player."""
        return self.chosen or self.name

    def describe(self) -> str:
        """Who it is, and by which key."""
        if self.is_guest:
            return f"{self.display_name}, a guest"
        return f"{self.display_name}, known by the key {self.fingerprint}"


class Quota(NamedTuple):
    """The most boards of a player, and their bytes."""

    journals: int = 5_000
    bytes: int = 64 << 20

    def near(self, journals: int, size: int) -> str:
        """A sentence for somebody whose boards take nearly all of it, else ""."""
        if journals < _NEAR * self.journals and size < _NEAR * self.bytes:
            return ""
        here = f"{journals:,} boards of {size / (1 << 20):.1f} MiB"
        return f"You have {here} here; at most {self.journals:,} and {self.bytes >> 20} MiB are kept."


class QuotaStore(FolderStore):
    """A player's folder in which no more is kept than the quota; the player is told before that is reached."""

    def __init__(self, data: Path, quota: Quota, now: Callable[[], float]) -> None:
        super().__init__(data, _sync_in_thread)
        self._quota, self._now = quota, now
        self._counted: tuple[int, int] = (0, 0)
        self._counted_at = float("-inf")

    @property
    def used(self) -> tuple[int, int]:
        """The number of boards and of their bytes, as counted in the last minute."""
        if self._now() - self._counted_at > _COUNTED_FOR:
            sizes = [stamp.size for stamp in self.stamps()]
            self._counted, self._counted_at = (len(sizes), sum(sizes)), self._now()
        return self._counted

    def open(self, name: str) -> FolderLog:
        """The journal of that name, unless it would be one too many: then it says why it cannot be written."""
        log, (journals, size) = super().open(name), self.used
        is_new = not (log.begun or log.read())
        if size >= self._quota.bytes or (is_new and journals >= self._quota.journals):
            log.obstacle = FULL
        elif is_new:
            self._counted = journals + 1, size
        log.notice = log.notice or self._quota.near(journals, size)
        return log


class Players(Protocol):
    """All players of a service: their keys, their names, and what each has played. Everything may wait for a disk."""

    def guest(self) -> Player:
        """A new guest."""

    def of_key(self, fingerprint: str) -> Player:
        """The player to whom the key is linked; a new player if it is linked to nobody yet."""

    def library(self, player: Player) -> Library:
        """What the player has played."""

    def environment(self, player: Player) -> dict[str, str]:
        """The variables by which a process of its own finds what the player has played."""

    def is_full(self, player: Player) -> bool:
        """Whether the player's boards take all the room that there is for them."""

    def has_boards(self, player: Player) -> bool:
        """Whether anything was ever played."""

    def keys(self, player: Player) -> list[str]:
        """The fingerprints that are linked to the player."""

    def token(self, player: Player) -> str:
        """A token, valid for some minutes, that joins a further key to the player, or a guest's boards to a key."""

    def join(self, player: Player, token: str) -> str:
        """Link the key of this visit to the player of the token; returns the result in a sentence."""

    def unlink(self, player: Player, fingerprint: str) -> str:
        """Unlink a key of the player; returns the result in a sentence."""

    def rename(self, player: Player, wanted: str) -> str:
        """Let others see the player by that name; returns the result in a sentence."""

    def id_of(self, name: str) -> str:
        """The id of the player of that name; the name itself if nobody has chosen it."""

    def name_of(self, name: str) -> str:
        """The name by which others see the player of that id."""

    def leave(self, player: Player) -> None:
        """End a visit: a guest's boards are deleted, unless a token for them is still valid."""

    def forget_old_tokens(self) -> None:
        """Drop expired tokens, and the boards of guests that nobody can claim any more."""


class FolderPlayers:
    """Players kept below one folder; `now` returns the time in seconds."""

    def __init__(
        self, data: Path, now: Callable[[], float], token_seconds: float, quota: Callable[[], Quota] = Quota
    ) -> None:
        self._data = data
        self._quota = quota
        self._now = now
        self._token_seconds = token_seconds
        self._tokens: dict[str, tuple[str, float]] = {}  # for each token its player or guest's folder, and its end
        self._stores: WeakValueDictionary[str, SharedStore] = WeakValueDictionary()  # each for all visits of a player
        self._left: set[str] = set()  # guests who have gone, whose boards may still be claimed
        self._alone = RLock()
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

    def environment(self, player: Player) -> dict[str, str]:
        """The variables by which a process of its own finds what the player has played."""
        folder = str(self._folder(player.name))
        return {"TERMPUZZLES_DATA": folder, "TERMPUZZLES_CONFIG": folder}

    def is_full(self, player: Player) -> bool:
        """Whether the player's boards take all the room that there is for them."""
        quota, (journals, size) = self._quota(), QuotaStore(self._folder(player.name), Quota(), self._now).used
        return journals >= quota.journals or size >= quota.bytes

    def has_boards(self, player: Player) -> bool:
        """Whether anything was ever played."""
        return not self.library(player).is_untouched

    def keys(self, player: Player) -> list[str]:
        """The fingerprints that are linked to the player."""
        if player.is_guest:
            return []
        return sorted(self._listed_keys(player.name))

    def token(self, player: Player) -> str:
        """A token, valid for some minutes, that joins a further key to the player, or a guest's boards to a key."""
        with self._alone:
            self.forget_old_tokens()
            token = secrets.token_urlsafe(9)
            self._tokens[token] = (player.name, self._now() + self._token_seconds)
            return token

    def join(self, player: Player, token: str) -> str:
        """Link the key of this visit to the player of the token; returns the result in a sentence."""
        with self._alone:
            self.forget_old_tokens()
            if player.is_guest:
                return "You came without a key, so there is none to join."
            name, _ = self._tokens.pop(token, ("", 0.0))
            if not name:
                return "This token is unknown or too old. Ask for a new one."
            if name == player.name:
                return "This key is already yours."
            is_guests = name.startswith("guest-")
            if self.is_full(player if is_guests else Player(name)):
                return f"{FULL}: nothing more can come along."
            if is_guests:
                return self._claim(player, name)
            if len(self._listed_keys(name)) >= KEYS:
                return f"A player can have {KEYS} keys at most. Take one off first."
            return f"This key now belongs to {name}. {self._join(player, name)}".rstrip()

    def _join(self, player: Player, name: str) -> str:
        """Link the key of this visit to another player, with what was played with it; says what became of that."""
        merged = merge_folder(self._folder(name), self._folder(player.name))
        unlink_key(self._data, player.name, player.fingerprint)
        self._link(player.fingerprint, name)
        if not self._listed_keys(player.name):
            self._drop_name(player)
            (self._folder(player.name) / KEY_LIST).unlink(missing_ok=True)  # nobody is this player any more
        boards = merged.new + merged.longer + merged.beside
        told = f"{boards} board{'s' * (boards != 1)} of this key came along." if boards else ""
        later = " What is open now comes along when it is closed." if merged.refused else ""
        return f"{told}{later}".strip()

    def unlink(self, player: Player, fingerprint: str) -> str:
        """Unlink a key of the player; returns the result in a sentence."""
        with self._alone:
            if fingerprint not in self.keys(player):
                return "You have no key with that fingerprint."
            if fingerprint == player.fingerprint:
                return "You came with that key. Use another one to take it off."
            unlink_key(self._data, player.name, fingerprint)
            return "That key is no longer yours."

    def rename(self, player: Player, wanted: str) -> str:
        """Let others see the player by that name; returns the result in a sentence."""
        name = " ".join(wanted.split())
        if player.is_guest:
            return "You came without a key; a name is kept with a key."
        if not is_allowed(name):
            return (
                f"A name has up to {LONGEST} letters of one script, digits, and single spaces or -_.' between them; "
                f"it looks unlike {' and '.join(OURS)} and the names of those who run this."
            )
        with self._alone:
            file = self._name_file(name)
            if file.exists() and file.read_text(encoding="utf-8").split()[0] != player.name:
                return "Another player has that name, or one that looks like it."
            self._drop_name(player)
            _put(file, f"{player.name} {name}\n")
            _put(self._folder(player.name) / "name", f"{name}\n")
        return f"Others now see you as {name}."

    def _drop_name(self, player: Player) -> None:
        """Free the name that the player has just now, perhaps not the one with which this visit began."""
        now = self.name_of(player.name)
        if now != player.name:
            self._name_file(now).unlink(missing_ok=True)
            (self._folder(player.name) / "name").unlink(missing_ok=True)

    def id_of(self, name: str) -> str:
        """The id of the player of that name; the name itself if nobody has chosen it."""
        try:
            return self._name_file(name).read_text(encoding="utf-8").split()[0]
        except (OSError, ValueError):
            return name

    def name_of(self, name: str) -> str:
        """The name by which others see the player of that id."""
        try:
            return (self._folder(name) / "name").read_text(encoding="utf-8").strip() or name
        except OSError:
            return name

    def leave(self, player: Player) -> None:
        """End a visit: a guest's boards are deleted, unless a token for them is still valid."""
        with self._alone:
            if player.is_guest:
                self._left.add(player.name)
            elif (owner := key_owner(self._data, player.fingerprint)) and owner != player.name:
                merge_folder(self._folder(owner), self._folder(player.name))  # the key was joined meanwhile
            self.forget_old_tokens()

    def _claim(self, player: Player, guest: str) -> str:
        """Give the player a guest's boards, except those that the player has already."""
        claimed = 0
        for kind in (JOURNALS, SITTINGS):
            source, target = self._folder(guest) / kind, self._folder(player.name) / kind
            for file in sorted(source.glob("*.journal")):
                target.mkdir(parents=True, exist_ok=True)
                if not (target / file.name).exists():
                    _link_or_copy(file, target / file.name)
                    claimed += 1
        merged = merge_folder(self._folder(player.name), self._folder(guest))  # the boards that both have
        claimed += merged.longer + merged.beside
        self.forget_old_tokens()
        return f"{claimed} board{'s' * (claimed != 1)} of {guest} {'are' if claimed != 1 else 'is'} now yours."

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
        _put(_key_file(self._data, fingerprint), f"{name} {fingerprint}\n")
        _put(self._folder(name) / KEY_LIST, "\n".join([*self._listed_keys(name), fingerprint]) + "\n")

    def _listed_keys(self, name: str) -> list[str]:
        return listed_keys(self._data, name)

    def _name_file(self, name: str) -> Path:
        return _name_file(self._data, name)


LISTED = ".listed-2"  # among the keys, once lists are there; another number wherever names are compared anew
KEY_LIST = "keys"  # in a player's folder: one fingerprint a line


def listed_keys(data: Path, player: str) -> list[str]:
    """The fingerprints of a player's keys."""
    try:
        return (data / "players" / player / KEY_LIST).read_text(encoding="ascii").split()
    except FileNotFoundError:
        return []


def key_owner(data: Path, fingerprint: str) -> str:
    """The id of the player to whom the key is linked; "" if to nobody."""
    try:
        return _key_file(data, fingerprint).read_text(encoding="ascii").split()[0]
    except FileNotFoundError:
        return ""


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
        player, fingerprint = file.read_text(encoding="ascii").split()
        found.setdefault(player, []).append(fingerprint)
    for player, keys in found.items():
        _put(data / "players" / player / KEY_LIST, "".join(f"{key}\n" for key in keys))
        with suppress(OSError):
            name = (data / "players" / player / "name").read_text(encoding="utf-8").strip()
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


LONGEST = 24
OURS = ("player-", "guest-")  # what we call those who have chosen no name
_RESERVED = ("admin", "administrator", "moderator", "operator", "root", "server", "support", "system", "termpuzzles")
_MARKS = " -_.'"  # between letters and digits
_ALIKE = str.maketrans(
    {
        **dict(zip("аеорсухіјѕӏԁһԛԝъвкмнт", "aeopcyxljsldhqwbbkmht", strict=True)),  # Cyrillic
        **dict(zip("αβγεικνορτυχωη", "abyelkvoptuxwn", strict=True)),  # Greek
        **dict(zip("ıɩǀ", "lll", strict=True)),
        **dict(zip("01i_. '", "oll----", strict=True)),
    }
)


def skeleton(name: str) -> str:
    """What is compared: names with the same skeleton look alike."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    return bare.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def is_allowed(name: str) -> bool:
    """Whether a player may have this name: letters of one script, digits, and marks between them."""
    if not 0 < len(name) <= LONGEST or unicodedata.normalize("NFKC", name) != name:
        return False
    if (
        name[0] in _MARKS
        or name[-1] in _MARKS
        or any(pair[0] in _MARKS and pair[1] in _MARKS for pair in pairwise(name))
    ):
        return False
    letters = [letter for letter in name if letter not in _MARKS and not (letter.isascii() and letter.isdigit())]
    if not all(letter.isalpha() and not _is_phonetic(letter) for letter in letters):
        return False
    if len({_script(letter) for letter in letters}) > 1:
        return False
    bare = skeleton(name)
    if bare.startswith(tuple(map(skeleton, OURS))):
        return False
    return not {*bare.split("-"), bare.replace("-", "")} & {*map(skeleton, _RESERVED)}


def _is_phonetic(letter: str) -> bool:
    """Whether only the spelling of sounds has this letter: many of them look like ordinary ones."""
    return "\u0250" <= letter < "\u0370" or "\u1d00" <= letter < "\u1e00" or "\ua720" <= letter < "\ua800"


def _script(letter: str) -> str:
    """The script of a letter, by its name in Unicode; Chinese and Japanese letters are written together."""
    script = unicodedata.name(letter, "?").split()[0]
    return "CJK" if script in ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA") else script
