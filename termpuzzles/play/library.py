"""The folders in which journals and settings outlive the program."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.play.journal import Entry, Journal, entry_of, identity, puzzle_of

_SUFFIX = ".sitting"


class Folders(NamedTuple):
    """Where journals (`data`) and settings (`config`) are kept."""

    data: Path
    config: Path


def folders(config: str | None = None) -> Folders:
    """The user's folders; `TERMPUZZLES_DATA` and `TERMPUZZLES_CONFIG` replace them, and `config` the latter."""
    import platformdirs  # 4 ms, needed only where something is kept

    data = os.environ.get("TERMPUZZLES_DATA") or platformdirs.user_data_dir("termpuzzles", appauthor=False)
    config = config or os.environ.get("TERMPUZZLES_CONFIG")
    return Folders(Path(data), Path(config or platformdirs.user_config_dir("termpuzzles", appauthor=False)))


class Library:
    """The user's journals and settings in their folders."""

    def __init__(self, where: Folders) -> None:
        self.where = where

    @property
    def _folder(self) -> Path:
        return self.where.data / "sittings"

    def open(self, puzzle: Puzzle) -> Journal:
        """The journal of this puzzle, with what happened in it before.

        Raises JournalInUseError where another program holds it, OSError where the file cannot be read.
        """
        return Journal(self._folder / (identity(puzzle) + _SUFFIX), puzzle)

    def resume(self, entry: Entry) -> tuple[Puzzle, Journal]:
        """The puzzle of a journal in the list, read from the journal itself, and the journal, open.

        Raises JournalInUseError, OSError, and PuzzleError where its text is damaged.
        """
        puzzle = puzzle_of(entry.path)
        return puzzle, Journal(entry.path, puzzle)

    def journals(self) -> list[Entry]:
        """All journals, the latest first; files that are none are passed over."""
        found = [entry_of(path) for path in self._folder.glob("*" + _SUFFIX)] if self._folder.is_dir() else []
        return sorted((entry for entry in found if entry), key=lambda entry: -entry.modified)

    def settings(self) -> dict[str, Any]:
        """The settings as they were last kept; none where there are none, or where they cannot be read."""
        import json

        try:
            found = json.loads(self._settings_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep_settings(self, settings: dict[str, Any]) -> str:
        """Keep the settings, the whole file at once; a sentence where that fails, else nothing."""
        import json

        beside = self._settings_file.with_suffix(f".{os.getpid()}")
        try:
            self.where.config.mkdir(parents=True, exist_ok=True)
            beside.write_text(json.dumps(settings, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            beside.replace(self._settings_file)
        except OSError as error:
            return f"the settings could not be kept: {error.strerror or error}"
        return ""

    @property
    def _settings_file(self) -> Path:
        return self.where.config / "settings.json"
