"""`data`: everything that was played, written to one file or read from one."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.commands.answers import BAD, YES, Answer
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.storage.library import Library
from termpuzzles.storage.transfer import export, merge


def write_all(library: Library, file: str) -> Answer:
    """Write everything to the file."""
    count = export(library.where, Path(file))
    return Answer(f"{count} journal{'s' * (count != 1)} written to {file}")


def take_in(library: Library, file: str) -> Answer:
    """Merge what is in the file, and say what was new."""
    try:
        imported = merge(library, Path(file))
    except PuzzleError as error:
        return Answer("", BAD, f"{shortened(file)}: {error}")
    return Answer(imported.sentence(), YES, "; ".join(imported.refused))
