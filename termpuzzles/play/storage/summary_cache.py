"""Summaries of journals kept from one start to the next, so that a list of twenty thousand need not read them all.

The file can be deleted at any time: what is missing from it, or older than its journal, is read anew.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Any

from termpuzzles.play.storage.summaries import Solve, Summary, summary_of

_FORM = 1
_WORTH_KEEPING = 50  # it is worth writing the file once this many journals were read anew
_LARGEST = 1 << 27  # bytes: a larger file cannot be ours and is not read


class SummaryCache:
    """Gives summaries, from the file if it has them, and keeps those that were read anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _load(path)
        self._seen: dict[str, list[Any]] = {}
        self._new = 0

    def summary(self, file: str, status: os.stat_result | None) -> Summary | bool:
        """The summary of that file; False if there is nothing in it yet, True if it is not a journal."""
        if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            return True
        stamp = [status.st_mtime_ns, status.st_size]
        name = os.path.basename(file)
        known = self._known.get(name)
        if known is not None and known[:2] == stamp and (found := _from_cache(file, status.st_mtime, known[2])):
            self._seen[name] = known
            return found
        try:
            read = summary_of(file)
        except (OSError, ValueError, MemoryError):
            return True
        if read is None:
            return False
        self._new += 1
        self._seen[name] = [*stamp, _frozen(read)]
        return read

    def keep(self) -> None:
        """Write the file if many journals were read anew."""
        if self._new < _WORTH_KEEPING:
            return
        beside = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            beside.write_text(json.dumps({"form": _FORM, "journals": self._seen}), encoding="utf-8")
            beside.replace(self._path)


def _load(path: Path) -> dict[str, list[Any]]:
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(path.read_bytes())
        return dict(found["journals"]) if found["form"] == _FORM else {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def _frozen(summary: Summary) -> list[Any]:
    values = list(summary)
    return [*values[1:6], *values[7:]]


def _from_cache(file: str, modified: float, values: Any) -> Summary | None:
    try:
        game, title, size, seconds, finished, rating, solves, hints, wrong, gave_up, opened = values
        return Summary(
            file,
            game,
            title,
            size,
            seconds,
            finished,
            modified,
            rating,
            tuple(Solve(*solve) for solve in solves),
            tuple((rule, count) for rule, count in hints),
            wrong,
            gave_up,
            opened,
        )
    except (TypeError, ValueError):
        return None
