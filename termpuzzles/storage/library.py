"""What was played: the journals of one player, the list of them, and the settings."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.journal import Journal, take_over
from termpuzzles.storage.journal_text import Event, Head, head_of, identity, parse, puzzle_of
from termpuzzles.storage.settings import Settings, load
from termpuzzles.storage.store import MemoryStore, Store
from termpuzzles.storage.summaries import JournalList, Summary, is_of_a_guest


@contextmanager
def collecting_later() -> Iterator[None]:
    """Put off garbage collection: it takes most of the time when thousands of small values are made at once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Folders(NamedTuple):
    """The folder for journals and everything the program remembers (`data`), and the one for settings (`config`).

    `levels` is the folder of levels, None for those that come with the program.
    """

    data: Path
    config: Path
    levels: Path | None = None


def folders(environment: Mapping[str, str], config: str | None = None) -> Folders:
    """The user's folders; `TERMPUZZLES_DATA` and `TERMPUZZLES_CONFIG` replace them, and `config` the latter."""
    import platformdirs  # 4 ms, needed only where something is kept

    data = environment.get("TERMPUZZLES_DATA") or platformdirs.user_data_dir("termpuzzles", appauthor=False)
    config = config or environment.get("TERMPUZZLES_CONFIG")
    return Folders(Path(data), Path(config or platformdirs.user_config_dir("termpuzzles", appauthor=False)))


class Library:
    """What a player has played: journals in a store, and settings. `today` returns the local date and time.

    The store is a folder unless another one is given. Without `keeps`, nothing is kept of opened boards. `why_closed`
    says in a sentence why the board whose journal has that name may not be opened now; "" for all others.
    """

    def __init__(
        self,
        where: Folders,
        today: Callable[[], datetime] = datetime.now,
        store: Store | None = None,
        keeps: bool = True,
        why_closed: Callable[[str], str] = lambda name: "",
    ) -> None:
        self.where = where
        self.today = today
        self.store = store or FolderStore(where.data)
        self.keeps, self.why_closed = keeps, why_closed
        self._settings_before: dict[str, Any] = {}
        self._of_puzzles = (JournalList(()), JournalList(()))  # the whole list, and without those of guests

    def in_memory(self) -> Library:
        """This library with its list and settings, in which what is played from now on is not kept: for lessons."""
        return Library(self.where, self.today, self.store, keeps=False, why_closed=self.why_closed)

    def settings(self, given: Mapping[str, Any] | None = None) -> Settings:
        """The settings in force, with a sentence about what cannot be used; `given` on the command line wins."""
        found = load(self.where.config, self.store.saved_choices(), given)
        self._settings_before = deepcopy(dict(found))
        return found

    def keep_settings(self, settings: Mapping[str, Any]) -> str:
        """Remember what has changed in the settings since they were read; a sentence if that fails, else ""."""
        try:
            self.store.save_choices(self._settings_before, settings)
        except OSError as error:
            return f"the settings could not be kept: {error.strerror or error}"
        finally:
            self._settings_before = deepcopy(dict(settings))
        return ""

    def puzzle(self, entry: Summary) -> Puzzle:
        """The puzzle of a journal in the list. Raises OSError, and PuzzleError if its text is damaged."""
        return puzzle_of(head_of(self.store.read(entry.name)), entry.file)

    def game(self, entry: Summary) -> tuple[Puzzle, list[Event]]:
        """The puzzle of a journal in the list, and all events. Raises OSError, and PuzzleError if it is damaged."""
        content = parse(self.store.read(entry.name))
        return puzzle_of(content.head, entry.file), content.events

    def events(self, puzzle: Puzzle) -> list[Event]:
        """All events in the journal of this puzzle, whoever holds it. Raises OSError if it cannot be read."""
        return parse(self.store.read(identity(puzzle))).events

    def journal_list(self) -> JournalList:
        """All journals of puzzles, the latest first, and how many other files lie beside them; never fails."""
        found = self._everything()
        if self._of_puzzles[0] is not found:
            entries = tuple(entry for entry in found.entries if not is_of_a_guest(entry.game))
            same = len(entries) == len(found.entries)
            self._of_puzzles = found, found if same else found._replace(entries=entries)
        return self._of_puzzles[1]

    def others(self, prefix: str) -> list[Summary]:
        """The journals of a guest, whose games begin with that, the latest first."""
        return [entry for entry in self._everything().entries if entry.game.startswith(prefix)]

    def open_named(self, name: str, head: Callable[[], bytes]) -> Journal:
        """The journal of that name. Raises JournalInUseError if another window holds it, OSError."""
        if not self.keeps:
            return Journal(MemoryStore().open(name), bytes)  # nobody reads it, so it needs no head
        return Journal(self.store.open(name), head)

    def take_over_named(
        self, name: str, head: Callable[[], bytes], now: Callable[[], float], sleep: Callable[[float], None]
    ) -> Journal:
        """The journal of that name, taken within two seconds from the window that holds it."""
        return Journal(take_over(self.store, name, now, sleep), head)

    def head(self, name: str) -> Head | None:
        """The first line of the journal of that name; None if it cannot be read. Raises OSError."""
        return head_of(self.store.read(name))

    def _everything(self) -> JournalList:
        with collecting_later():
            return self.store.summaries()

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was ever played here, found without reading any journal."""
        return next(iter(self.store.stamps()), None) is None

    def journals(self) -> list[Summary]:
        """All journals of puzzles, the latest first."""
        return list(self.journal_list().entries)
