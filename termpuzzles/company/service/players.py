"""Who a visitor is, an id of ours to which public keys are linked, and the journals and name of each player.

All this waits for a disk or a database, so the loop calls it in threads.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from threading import RLock
from typing import NamedTuple, Protocol

from termpuzzles.company.parts import MATCHES
from termpuzzles.company.service.names import LONGEST, OURS, is_allowed
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.english import counted
from termpuzzles.errors import shortened
from termpuzzles.storage.library import Library
from termpuzzles.storage.store import Store
from termpuzzles.storage.transfer import Imported

KEYS = 16  # the most keys of one player
JOINED = "joined"  # in a player's folder: the id of the player to whom the last key was joined
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


class RefusedError(Exception):
    """Something that a player asked for is not done; its text is a sentence that says why.

    `is_answer` says that nothing was wrong with what was asked: the answer is no.
    """

    def __init__(self, sentence: str, is_answer: bool = False) -> None:
        super().__init__(sentence)
        self.is_answer = is_answer


class Quota(NamedTuple):
    """The most boards of a player, and their bytes."""

    journals: int = 5_000
    bytes: int = 64 << 20

    def near(self, journals: int, size: int) -> str:
        """A sentence for somebody whose boards take nearly all of it, else ""."""
        if journals < _NEAR * self.journals and size < _NEAR * self.bytes:
            return ""
        here = f"{counted(f'{journals:,}', 'board')} of {size / (1 << 20):.1f} MiB"
        most = f"{counted(f'{self.journals:,}', 'board')} and {self.bytes >> 20} MiB"
        return f"You have {here} here; at most {most} are kept."


class Usage:
    """How many boards a player has and how many bytes they take, as `count` found in the last minute."""

    def __init__(self, count: Callable[[], tuple[int, int]], now: Callable[[], float]) -> None:
        self._count, self._now = count, now
        self._counted: tuple[int, int]  # with the first board that is opened
        self._counted_at = float("-inf")

    def judge(self, quota: Quota, is_new: bool) -> tuple[str, str]:
        """Why a board that is opened cannot be written, and what its player should know; each mostly ""."""
        if self._now() - self._counted_at > _COUNTED_FOR:
            self._counted, self._counted_at = self._count(), self._now()
        journals, size = self._counted
        is_too_much = size >= quota.bytes or (is_new and journals >= quota.journals)
        if is_new and not is_too_much:
            self._counted = journals + 1, size
        return FULL * is_too_much, quota.near(journals, size)


class Players(Protocol):
    """All players of a service: their keys, their names, and what each has played. Everything may wait for a disk.

    `joined` is called, in the thread that joins them, with the ids of a player and of the one whom that player became;
    `is_racing` tells whether the player of that id is in a race, and is to keep the id by which its records know them.
    """

    joined: Callable[[str, str], None]
    is_racing: Callable[[str], bool]

    def guest(self) -> Player:
        """A new guest."""

    def of_key(self, fingerprint: str) -> Player:
        """The player to whom the key is linked; a new player if it is linked to nobody yet."""

    def library(self, player: Player) -> Library:
        """What the player has played."""

    def shared_store(self, of: str = MATCHES) -> Store:
        """Where journals are kept that are of several players."""

    def unstored(self, player: Player) -> Unstored | None:
        """The player's moves on their way to the store; None if each is stored at once."""

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
        """Link the key of this visit to the player of the token; returns a sentence. Raises RefusedError."""

    def unlink(self, player: Player, fingerprint: str) -> str:
        """Unlink a key of the player; returns a sentence. Raises RefusedError."""

    def rename(self, player: Player, wanted: str) -> str:
        """Let others see the player by that name; returns a sentence. Raises RefusedError."""

    def id_of(self, name: str) -> str:
        """The id of the player of that name; the name itself if nobody has chosen it.

        For the id of a player whose last key was joined to another player, it is that one's.
        """

    def name_of(self, name: str) -> str:
        """The name by which others see the player of that id."""

    def who_chose(self, choice: str) -> list[str]:
        """The ids of all players who have said yes to this choice."""

    def leave(self, player: Player) -> None:
        """End a visit: a guest's boards are deleted, unless a token for them is still valid."""

    def forget_old_tokens(self) -> None:
        """Drop expired tokens, and the boards of guests that nobody can claim any more."""


class KeyedPlayers(ABC):
    """What is the same wherever players are kept: how keys are joined and taken off, and names are chosen."""

    def __init__(self) -> None:
        self._alone = RLock()
        self.joined: Callable[[str, str], None] = lambda player, to: None
        self.is_racing: Callable[[str], bool] = lambda player: False  # who then keeps the id that the others know

    def keys(self, player: Player) -> list[str]:
        """The fingerprints that are linked to the player."""
        return [] if player.is_guest else sorted(self._listed_keys(player.name))

    def has_boards(self, player: Player) -> bool:
        """Whether anything was ever played."""
        return not self.library(player).is_untouched

    def join(self, player: Player, token: str) -> str:
        """Link the key of this visit to the player of the token; returns a sentence. Raises RefusedError."""
        with self._alone:
            self.forget_old_tokens()
            if player.is_guest:
                raise RefusedError("You came without a key, so there is none to join.")
            name = self.id_of(self._use_token(token))
            if not name:
                raise RefusedError("This token is unknown or too old. Ask for a new one.")
            if name == player.name:
                return "This key is already yours."
            if self.is_racing(name) or self.is_racing(player.name):
                raise RefusedError("You are in a race that is not over. Join the key after it.", is_answer=True)
            is_guests = name.startswith("guest-")
            if self.is_full(player if is_guests else Player(name)):
                raise RefusedError(f"{FULL}: nothing more can come along.", is_answer=True)
            if is_guests:
                claimed = self._claim(player, name)
                self.forget_old_tokens()
                return f"{counted(claimed, 'board')} of {name} {'are' if claimed != 1 else 'is'} now yours."
            if len(self._listed_keys(name)) >= KEYS:
                raise RefusedError(f"A player can have {KEYS} keys at most. Take one off first.", is_answer=True)
            return f"This key now belongs to {name}. {self._join(player, name)}".rstrip()

    def _join(self, player: Player, name: str) -> str:
        """Link the key of this visit to another player, with what was played with it; says what became of that."""
        merged = self._merge(name, player.name)
        self._unlink(player.name, player.fingerprint)
        self._link(player.fingerprint, name)
        if not self._listed_keys(player.name):
            self._drop_name(player.name)
            self._note_joined(player.name, name)
            self.joined(player.name, name)
        boards = merged.new + merged.longer + merged.beside
        told = f"{counted(boards, 'board')} of this key came along." if boards else ""
        later = " What is open now comes along when it is closed." if merged.refused else ""
        return f"{told}{later}".strip()

    def id_of(self, name: str) -> str:
        """The id of the player of that name or former id; the name itself if there is none."""
        found = self._named(name) or name
        while later := self._joined_to(found) if _ID.fullmatch(found) else "":
            found = later
        return found

    def unlink(self, player: Player, fingerprint: str) -> str:
        """Unlink a key of the player; returns a sentence. Raises RefusedError."""
        with self._alone:
            if fingerprint not in self.keys(player):
                raise RefusedError("You have no key with that fingerprint.")
            if fingerprint == player.fingerprint:
                raise RefusedError("You came with that key. Use another one to take it off.")
            self._unlink(player.name, fingerprint)
            return "That key is no longer yours."

    def rename(self, player: Player, wanted: str) -> str:
        """Let others see the player by that name; returns a sentence. Raises RefusedError."""
        name = " ".join(wanted.split())
        if player.is_guest:
            raise RefusedError("You came without a key; a name is kept with a key.")
        if not is_allowed(name):
            raise RefusedError(
                f"A name has up to {LONGEST} letters of one script, digits, and single spaces or -_.' between them; "
                f"it looks unlike {' and '.join(OURS)} and the names of those who run this."
            )
        with self._alone:
            if not self._take_name(player.name, name):
                raise RefusedError("Another player has that name, or one that looks like it.", is_answer=True)
        return f"Others now see you as {name}."

    @abstractmethod
    def library(self, player: Player) -> Library:
        """What the player has played."""

    @abstractmethod
    def shared_store(self, of: str = MATCHES) -> Store:
        """Where journals are kept that are of several players."""

    @abstractmethod
    def is_full(self, player: Player) -> bool:
        """Whether the player's boards take all the room that there is for them."""

    @abstractmethod
    def _named(self, name: str) -> str:
        """The id of the player who has chosen that name; "" if nobody has."""

    @abstractmethod
    def _joined_to(self, name: str) -> str:
        """The id of the player to whom the last key of the player of that id was joined; "" if to nobody."""

    @abstractmethod
    def _note_joined(self, name: str, target: str) -> None:
        """Note to whom the last key of the player of the first id was joined."""

    @abstractmethod
    def forget_old_tokens(self) -> None:
        """Drop expired tokens, and the boards of guests that nobody can claim any more."""

    @abstractmethod
    def _use_token(self, token: str) -> str:
        """Whose token this is, which is then used up; "" if it is nobody's."""

    @abstractmethod
    def _listed_keys(self, name: str) -> list[str]:
        """The fingerprints that are linked to the player of that id."""

    @abstractmethod
    def _link(self, fingerprint: str, name: str) -> None:
        """Link a key to the player of that id."""

    @abstractmethod
    def _unlink(self, name: str, fingerprint: str) -> None:
        """Let a key of the player of that id be nobody's."""

    @abstractmethod
    def _merge(self, name: str, source: str) -> Imported:
        """Merge what another player has played into what the player of the first id has."""

    @abstractmethod
    def _claim(self, player: Player, guest: str) -> int:
        """Give the player a guest's boards, except those that the player has already; returns how many."""

    @abstractmethod
    def _take_name(self, name: str, chosen: str) -> bool:
        """Let the player of that id have this name in place of the one before, unless it is another one's."""

    @abstractmethod
    def _drop_name(self, name: str) -> None:
        """Free the name that the player of that id has now, perhaps not the one with which a visit began."""


def joined_file(player: str) -> str:
    """The file that says to whom a player was joined, below the folder of the service or in its database."""
    return f"players/{player}/{JOINED}"


_ID = re.compile("(player|guest)-[0-9a-f]{8,12}")


def find_player(players: Players, name: str) -> tuple[str, str]:
    """The id and the name as others see it of the player whom somebody calls so.

    Raises ValueError with a sentence if there is none.
    """
    found = players.id_of(name.strip())
    if not _ID.fullmatch(found):
        raise ValueError(f"no player is called {shortened(name)!r}")
    return found, players.name_of(found)
