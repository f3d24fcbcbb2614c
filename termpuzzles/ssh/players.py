"""Who a visitor is: an id of ours, to which public keys are linked; without a key a guest.

Each key has a file named by its fingerprint, which holds the player's id; each player a folder. Nothing else is kept of
a key.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

KEYS = 16  # at most, of one player


@dataclass(frozen=True)
class Player:
    """A player: an id, the folder of all that is kept, and the fingerprint by which this visit is known."""

    name: str
    folder: Path
    fingerprint: str = ""

    @property
    def is_guest(self) -> bool:
        """Whether nothing outlasts the visit."""
        return not self.fingerprint


class Players:
    """All players of a service, kept below one folder; `now` tells the time in seconds."""

    def __init__(self, data: Path, now: Callable[[], float], token_seconds: float) -> None:
        self._data = data
        self._now = now
        self._token_seconds = token_seconds
        self._tokens: dict[str, tuple[str, float]] = {}  # of a player, or of a guest's folder, and until when
        shutil.rmtree(data / "guests", ignore_errors=True)  # a server that was killed has left them

    def guest(self) -> Player:
        """A new guest."""
        name = f"guest-{secrets.token_hex(4)}"
        folder = self._data / "guests" / name
        folder.mkdir(parents=True, mode=0o700)
        return Player(name, folder)

    def of_key(self, fingerprint: str) -> Player:
        """The player to whom the key is linked; a new one where it is none's yet."""
        file = self._file(fingerprint)
        try:
            name = file.read_text(encoding="ascii").split()[0]
        except FileNotFoundError:
            name = f"player-{secrets.token_hex(6)}"
            self._link(fingerprint, name)
        return self._player(name, fingerprint)

    def keys(self, player: Player) -> list[str]:
        """The fingerprints that are linked to the player."""
        found = []
        for file in sorted((self._data / "keys").glob("*")):
            words = file.read_text(encoding="ascii").split()
            if words[0] == player.name:
                found.append(words[1])
        return found

    def token(self, player: Player) -> str:
        """What joins a further key to the player, or a guest's boards to a key, for some minutes."""
        self._forget_old_tokens()
        token = secrets.token_urlsafe(9)
        self._tokens[token] = (player.name, self._now() + self._token_seconds)
        return token

    def join(self, player: Player, token: str) -> str:
        """Link the key of this visit to the player of the token; what came of it, in a sentence."""
        self._forget_old_tokens()
        name, _ = self._tokens.pop(token, ("", 0.0))
        if not name:
            return "This token is not known, or is too old: ask for a new one."
        if player.is_guest:
            return "You came without a key, so there is none to join."
        if name.startswith("guest-"):
            return self._claim(player, name)
        if name == player.name:
            return "This key is yours already."
        if len(self.keys(self._player(name, ""))) >= KEYS:
            return f"A player can have {KEYS} keys at most: take one off first."
        self._link(player.fingerprint, name)
        return f"This key now belongs to {name}."

    def take_off(self, player: Player, fingerprint: str) -> str:
        """Unlink a key of the player; what came of it, in a sentence."""
        if fingerprint not in self.keys(player):
            return "You have no key with that fingerprint."
        if fingerprint == player.fingerprint:
            return "That is the key you came with; take it off with another one."
        self._file(fingerprint).unlink(missing_ok=True)
        return "That key is taken off."

    def leave(self, player: Player) -> None:
        """A visit is over: what a guest had is gone, unless a token for it is still good."""
        self._forget_old_tokens()
        if player.is_guest and all(name != player.name for name, _ in self._tokens.values()):
            shutil.rmtree(player.folder, ignore_errors=True)

    def _claim(self, player: Player, guest: str) -> str:
        """Give a guest's boards to the player: those of which there is none yet."""
        source = self._data / "guests" / guest / "sittings"
        target = player.folder / "sittings"
        target.mkdir(parents=True, exist_ok=True)
        claimed = 0
        for file in sorted(source.glob("*.journal")):
            if not (target / file.name).exists():
                os.link(file, target / file.name)
                claimed += 1
        shutil.rmtree(source.parent, ignore_errors=True)
        return f"{claimed} board{'s' * (claimed != 1)} of {guest} {'are' if claimed != 1 else 'is'} yours now."

    def _forget_old_tokens(self) -> None:
        now = self._now()
        self._tokens = {token: held for token, held in self._tokens.items() if held[1] > now}

    def _player(self, name: str, fingerprint: str) -> Player:
        folder = self._data / "players" / name
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return Player(name, folder, fingerprint)

    def _link(self, fingerprint: str, name: str) -> None:
        file = self._file(fingerprint)
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = file.with_suffix(f".{secrets.token_hex(4)}")
        beside.write_text(f"{name} {fingerprint}\n", encoding="ascii")
        beside.replace(file)

    def _file(self, fingerprint: str) -> Path:
        return self._data / "keys" / hashlib.sha256(fingerprint.encode()).hexdigest()
