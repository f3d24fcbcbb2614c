"""What a journal shows without being played, kept from one start to the next: for lists and statistics.

The file can be deleted at any time: what is missing from it, or older than its journal, is read anew.
"""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.english import counted
from termpuzzles.storage.journal_text import Event, Head, cleaned, is_finished, open_regular, parse, read_all


def is_of_a_guest(game: str) -> bool:
    """Whether that is a game of a guest's, not of puzzles: a colon follows the guest's prefix."""
    return ":" in game


class Solve(NamedTuple):
    """One solving of a board: the clock's seconds, whether without help, and the local date on which it was opened.

    `daily` is the date whose board of the day it was, or ""; it counts for that date if it was opened on it.
    """

    seconds: float
    unaided: bool
    day: str = ""
    daily: str = ""


class Summary(NamedTuple):
    """A journal in a list: which board, how long it took so far, and whether it is finished.

    `file` is its path as text, because there may be twenty thousand of them, and making a Path of each takes longest.
    `hints` counts the hints taken by the rule that each named, `wrong` the checks that found something. `opened` is the
    local date of its last session.
    """

    file: str
    game: str
    title: str
    size: str
    seconds: float
    finished: bool
    modified: float
    rating: str = ""
    solves: tuple[Solve, ...] = ()
    hints: tuple[tuple[str, int], ...] = ()
    wrong: int = 0
    gave_up: bool = False
    opened: str = ""

    @property
    def path(self) -> Path:
        """The path of the file."""
        return Path(self.file)

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.file.rpartition(os.sep)[2].partition(".")[0]

    @property
    def identity(self) -> str:
        """The identity of the puzzle; the file of a second course of it has a number as well."""
        return self.name.partition("-")[0]

    @property
    def cells(self) -> int:
        """How many cells the board has."""
        width, _, height = self.size.partition("x")
        return int(width) * int(height)


class JournalList(NamedTuple):
    """All journals, the latest first, and the number of other entries among them that were skipped."""

    entries: tuple[Summary, ...]
    skipped: int = 0

    @classmethod
    def of(cls, entries: Iterable[Summary], skipped: int) -> JournalList:
        """The list of these journals."""
        return cls(tuple(sorted(entries, key=lambda entry: -entry.modified)), skipped)

    @property
    def notice(self) -> str:
        """A line about skipped entries, or ""."""
        if not self.skipped:
            return ""
        return (
            f"{counted(self.skipped, 'file')} among the journals cannot be read and "
            f"{'are' if self.skipped > 1 else 'is'} not listed."
        )


class _Reading:
    """Reads events one after the other and adds up each attempt."""

    def __init__(self) -> None:
        self.solves: list[Solve] = []
        self.hints: Counter[str] = Counter()
        self.wrong = 0
        self.gave_up = False
        self.day = self.daily = ""
        self._begun_on: set[str] = set()
        self._helped = self._done = False

    def apply(self, seconds: float, event: str) -> None:
        word, _, rest = event.partition(" ")
        if word == "hint":
            self._helped = True
            self.hints[rest] += 1
        elif word == "checked" and rest != "0":
            self._helped = True
            self.wrong += 1
        elif word == "gave":
            self._helped = self.gave_up = True
        elif word == "opened":
            day, _, note = cleaned(rest).partition(" ")
            self.daily = note.removeprefix("daily ")[:10] if note.startswith("daily ") else ""
            self._begun_on |= {day[:10]}
            self.day = self.daily if self.daily in self._begun_on else day[:10]
        elif word == "attempt":
            self._helped = self._done = self.gave_up = False
        elif word == "finished" and not self._done:
            self._done = True
            self.solves.append(Solve(seconds, not self._helped, self.day, self.daily))


def summary_at(file: str, head: Head, events: list[Event], modified: float) -> Summary:
    """What a list shows of the journal that begins with this head and goes on with these events."""
    reading = _Reading()
    for seconds, event in events:
        if not event.startswith("move"):
            reading.apply(seconds, event)
    return Summary(
        file,
        head.game,
        head.title,
        head.size,
        events[-1][0],
        is_finished(event for _, event in events),
        modified,
        head.word("rating"),
        tuple(reading.solves),
        tuple(sorted(reading.hints.items())),
        reading.wrong,
        reading.gave_up,
        reading.day,
    )


def summary_of(file: str) -> Summary | None:
    """What a list shows of the file; None if nothing has happened in it yet. ValueError or OSError if it is bad."""
    with open(open_regular(Path(file)), "rb") as journal:
        modified = os.fstat(journal.fileno()).st_mtime
        content = parse(journal.read())
    if content.head is None:
        raise ValueError("no journal")
    return summary_at(file, content.head, content.events, modified) if content.events else None


_FORM = 1
_WORTH_KEEPING = 50  # it is worth writing the file once this many journals were read anew
_LONG = 20_000  # bytes: a longer journal counts as several
_LARGEST = 1 << 27  # bytes: a larger file cannot be ours and is not read


class _Known(NamedTuple):
    """A summary, and the modification time (ns) and size (bytes) of the journal that it was read from."""

    modified: int
    size: int
    summary: Summary


class SummaryCache:
    """Gives summaries, from memory or else from the file if they are there, and keeps those that were read anew.

    Of 5,000 journals of 80 moves, reading them anew takes 1.4 s of CPU time, reading the file 0.05 s, and finding that
    nothing has changed 0.02 s.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, _Known] | None = None  # by the name of the journal; None before the file was read
        self._list = JournalList(())
        self._new = 0  # summaries that the file lacks

    def summaries(self, files: Iterable[tuple[str, os.stat_result | None]]) -> JournalList:
        """The summaries of these files, which come with their status; the same list as before if none has changed."""
        known = self._known
        stored: dict[str, list[Any]] | None = None
        seen: dict[str, _Known] = {}
        changed = skipped = 0
        for file, status in files:
            if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
                skipped += 1
                continue
            name, stamp = file.rpartition(os.sep)[2], (status.st_mtime_ns, status.st_size)
            found = known.get(name) if known else None
            if found is None or found[:2] != stamp:
                if stored is None and (known is None or changed >= _WORTH_KEEPING):
                    stored = _load(self._path)  # another process may have read them
                summary = _from_cache(file, status, (stored or {}).get(name)) or self._read(file, status.st_size)
                if isinstance(summary, bool):
                    skipped += summary
                    continue
                found = _Known(*stamp, summary)
                changed += 1
            seen[name] = found
        if changed or known is None or len(seen) < len(known) or skipped != self._list.skipped:
            self._list = JournalList.of((each.summary for each in seen.values()), skipped)
            self._known = seen
            self._keep(seen)
        return self._list

    def _read(self, file: str, size: int) -> Summary | bool:
        """The summary of that file; False if there is nothing in it yet, True if it is not a journal."""
        try:
            found = summary_of(file)
        except (OSError, ValueError, MemoryError):
            return True
        self._new += 0 if found is None else 1 + size // _LONG
        return found or False

    def _keep(self, seen: Mapping[str, _Known]) -> None:
        """Write the file if many journals were read anew."""
        if self._new < _WORTH_KEEPING:
            return
        self._new = 0
        journals = {name: [*each[:2], frozen(each.summary)] for name, each in seen.items()}
        beside = self._path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            beside.write_text(json.dumps({"form": _FORM, "journals": journals}), encoding="utf-8")
            beside.replace(self._path)


def _load(path: Path) -> dict[str, list[Any]]:
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found = json.loads(read_all(path))
        return dict(found["journals"]) if found["form"] == _FORM else {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def frozen(summary: Summary) -> list[Any]:
    """A summary as a list for JSON, without its file and the time of it."""
    values = list(summary)
    return [*values[1:6], *values[7:]]


def thawed(file: str, modified: float, values: Any) -> Summary:
    """The summary of this file that was kept as a list. Raises TypeError or ValueError if it is none."""
    game, title, board, seconds, finished, rating, solves, hints, wrong, gave_up, opened = values
    return Summary(
        file,
        game,
        title,
        board,
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


def _from_cache(file: str, status: os.stat_result, stored: Any) -> Summary | None:
    """The summary that was stored of this file; None if there is none, or if the file has changed since."""
    try:
        modified, size, values = stored
        if modified != status.st_mtime_ns or size != status.st_size:
            return None
        return thawed(file, status.st_mtime, values)
    except (TypeError, ValueError):
        return None
