"""The journals of each player: when one connection opens a board, the player's other connections leave it."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from weakref import WeakValueDictionary

from termpuzzles.games.model import Puzzle
from termpuzzles.ssh.players import Player
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import Summary


class ServedJournal(Journal):
    """A journal in a server: a thread waits for the disk, because everybody would wait if the loop did."""

    def _sync(self, file: FileIO) -> None:
        asyncio.get_running_loop().run_in_executor(None, _sync, self.path)


def _sync(path: Path) -> None:
    """Sync the file without its lock: a copy of the journal's own descriptor would keep the lock until it is closed."""
    with suppress(OSError):  # each event was written before it had its effect; a failing disk must not stop a move
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


Held = WeakValueDictionary[Path, Journal]  # every journal that is open in this server, by its path


class PlayerLibrary(Library):
    """A player's journals on the server, taken over from other connections without a claim file and without waiting."""

    journal = ServedJournal

    def __init__(self, player: Player, held: Held) -> None:
        super().__init__(Folders(player.folder, player.folder))
        self._held = held

    def open(self, puzzle: Puzzle) -> Journal:
        """The journal of this puzzle; a connection that holds it stores it and must leave it."""
        path = self.place(puzzle).path
        if (before := self._held.get(path)) is not None:
            before.yield_to_claim()
        journal = super().open(puzzle)
        self._held[path] = journal
        return journal

    def resume(self, entry: Summary) -> tuple[Puzzle, Journal]:
        """The puzzle of a journal in the list, and the journal, open."""
        puzzle = self.puzzle(entry)
        return puzzle, self.open(puzzle)
