"""What the program itself remembers (zooms, choices made in the app): in the data folder, merged key by key.

Two windows that change different things lose nothing of each other's: each change is put into the file as it is now.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from termpuzzles.play.storage.locked_file import lock

_LARGEST = 1 << 20  # bytes


class Remembered:
    """The file `remembered.json` of a data folder; one that cannot be read counts as empty."""

    def __init__(self, data: Path) -> None:
        self._file = data / "remembered.json"

    def values(self) -> dict[str, Any]:
        """Everything remembered, by name."""
        try:
            if self._file.stat().st_size > _LARGEST:
                return {}
            found = json.loads(self._file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def change(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
        """Remember what differs between the two; a sentence if that fails, else ""."""
        changes = dict(_differences(before, after))
        if not changes:
            return ""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._alone():
                self._write(_merge(self.values(), changes))
        except OSError as error:
            return f"the settings could not be kept: {error.strerror or error}"
        return ""

    def _write(self, values: dict[str, Any]) -> None:
        beside = self._file.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        beside.replace(self._file)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other windows from changing the file meanwhile, except on systems without locks."""
        with open(self._file.with_suffix(".lock"), "ab") as file:
            lock(file, wait=True)
            yield


_GONE = object()


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What is new or different in `after`; within a table only the keys that differ."""
    for name, value in after.items():
        old = before.get(name, _GONE)
        if old == value:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            yield name, dict(_differences(old, value))
        else:
            yield name, value


def _merge(values: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(values)
    for name, value in changes.items():
        old = merged.get(name)
        merged[name] = {**old, **value} if isinstance(value, dict) and isinstance(old, dict) else value
    return merged
