"""What the operator orders while the service runs: who is banned, and which keys players have lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from termpuzzles.company.service.config import BANS, REVOKED, Bans, ServiceConfig, bans_of
from termpuzzles.company.service.shared import Common
from termpuzzles.storage.journal_text import read_all


class Orders:
    """The orders in the config, in files beside the players, and in a store that several processes share."""

    def __init__(self, config: Callable[[], ServiceConfig], shared: Common) -> None:
        self._config, self._shared = config, shared
        self._bans = Bans()
        self.revoked: frozenset[str] = frozenset()  # keys that players have lost: what is open with them ends
        self._changed = dict[str, int]()
        self.look()

    def is_banned(self, address: str, key: str = "") -> bool:
        """Whether somebody with this address and this key may not be here."""
        return any(bans.hold(address, key) for bans in (self._config().bans, self._bans, self._shared.bans))

    def look(self) -> None:
        """Read what the operator has banned and revoked while the service runs, if it has changed."""
        with suppress(ValueError):
            if (lines := self._new_lines(BANS)) is not None:
                self._bans = bans_of(lines)
        self.revoked = frozenset(self._new_lines(REVOKED) or ()) | self._shared.revoked

    def _new_lines(self, name: str) -> list[str] | None:
        """The lines of a file that has changed since they were read; None if it has not."""
        file = self._config().data / name
        try:
            changed = file.stat().st_mtime_ns
        except OSError:
            return [] if self._changed.pop(name, None) else None
        if changed == self._changed.get(name):
            return None
        with suppress(OSError):  # what holds goes on to hold if that cannot be read
            self._changed[name] = changed
            return read_all(file).decode(errors="replace").splitlines()
        return None
