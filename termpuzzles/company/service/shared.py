"""What the processes of a service share, and what that is where there is only one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from asyncssh import SSHKey

from termpuzzles.company.growing import FolderGrowingFile, GrowingFile
from termpuzzles.company.meetings import Exchange, LocalExchange
from termpuzzles.company.service.config import TOGETHER, Bans
from termpuzzles.company.service.host_keys import host_keys
from termpuzzles.company.service.players import Players

if TYPE_CHECKING:
    from termpuzzles.tui.screen import ShownGame


class Common(Protocol):
    """What the processes of a service share: players, news, who is here, and what the operator has ordered."""

    @property
    def players(self) -> Players:
        """All players."""

    @property
    def exchange(self) -> Exchange:
        """By which they hear of each other."""

    @property
    def bans(self) -> Bans:
        """Who may not come in, beside what each process knows by itself."""

    @property
    def revoked(self) -> frozenset[str]:
        """The keys that players have lost, likewise."""

    def arrive(self, visit: str, player: str) -> int:
        """Say that a player is here; returns how many visits of the same player other processes have. May wait."""

    def depart(self, visit: str) -> None:
        """Say that a visit is over."""

    def game_of(self, player: str) -> ShownGame | None:
        """The game that the player of that id plays in another process and lets others watch, as was seen last."""

    def look(self) -> None:
        """See what others have ordered and play. May wait."""

    def watch(self, player: str) -> None:
        """Look at the game of this player, in this call and from now on for as long as somebody asks for it."""

    def host_keys(self, data: Path) -> list[SSHKey]:
        """The host keys of a process with this folder, the one in use first. May wait."""

    def open_file(self, name: str) -> GrowingFile:
        """The file of that name, with its folder before it."""

    def environment(self) -> dict[str, str]:
        """The variables by which a process of its own finds what players have together."""

    def close(self) -> None:
        """End; what is on its way has a moment to arrive."""


class Alone:
    """The only process of a service, which keeps everything in a folder."""

    def __init__(self, players: Players, data: Path) -> None:
        self.players, self._data = players, data
        self.exchange: Exchange = LocalExchange()
        self.bans = Bans()
        self.revoked: frozenset[str] = frozenset()

    def arrive(self, visit: str, player: str) -> int:
        """Nobody else has visits."""
        return 0

    def depart(self, visit: str) -> None:
        """Do nothing."""

    def game_of(self, player: str) -> None:
        """There is no other process."""

    def look(self) -> None:
        """Do nothing."""

    def watch(self, player: str) -> None:
        """Do nothing."""

    def host_keys(self, data: Path) -> list[SSHKey]:
        """The host keys in the folder."""
        return host_keys(data)

    def open_file(self, name: str) -> FolderGrowingFile:
        """The file of that name in the folder."""
        return FolderGrowingFile(self._data / name)

    def environment(self) -> dict[str, str]:
        """The folder."""
        return {TOGETHER: str(self._data)}

    def close(self) -> None:
        """Do nothing."""
