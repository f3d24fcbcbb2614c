"""Files that only grow, by whole lines, whichever process of a service adds them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple, Protocol

from termpuzzles.storage.journal_text import open_regular


class GrowingFile(Protocol):
    """A file that only grows, by whole lines, whichever process adds them. What is asked of it may wait."""

    def read(self, since: int) -> bytes:
        """What comes after so many bytes."""

    def add(self, line: bytes) -> None:
        """Add a line, with its end."""


class FolderGrowingFile(NamedTuple):
    """Such a file in a folder, which is made when it is needed."""

    file: Path

    def read(self, since: int) -> bytes:
        """What comes after so many bytes."""
        try:
            with open(open_regular(self.file), "rb") as opened:
                opened.seek(since)
                return opened.read()
        except FileNotFoundError:
            return b""

    def add(self, line: bytes) -> None:
        """Add a line, with its end."""
        self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(open_regular(self.file, os.O_WRONLY | os.O_APPEND | os.O_CREAT), "ab", buffering=0) as opened:
            opened.write(line)
