"""Everything that was played, in one file: written here, merged there, and nothing lost.

The file is a zip of the journals as they lie in their folders, of what the program remembers, and of the player's own
settings. Where both sides know a course of the same board, the longer one opens; another course is kept beside it.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, Protocol

from termpuzzles.errors import PuzzleError, on_one_line
from termpuzzles.storage.folder_store import (
    ENDING,
    JOURNALS,
    OLD_ENDING,
    SITTINGS,
    FolderStore,
    put_new,
)
from termpuzzles.storage.journal_text import Content, open_regular, parse, read_all
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import JournalInUseError, Store

LARGEST = 1 << 26  # bytes of one journal
_NAME = re.compile(r"(journals|sittings)/([0-9a-f]{24})(-\d{1,3})?\.(journal|sitting)")
_COUNTED = ("new", "longer", "beside", "known")
_REMEMBERED, _SETTINGS = "remembered.json", "settings.toml"


class Imported(NamedTuple):
    """How many journals of a file were new, longer than ours, kept beside ours, known, and refused."""

    new: int = 0
    longer: int = 0
    beside: int = 0
    known: int = 0
    refused: tuple[str, ...] = ()

    @classmethod
    def of(cls, fates: Iterable[str]) -> Imported:
        """What became of journals, each as `merge_journal` says it."""
        found = list(fates)
        counts = {fate: found.count(fate) for fate in _COUNTED}
        return cls(**counts, refused=tuple(fate for fate in found if fate not in _COUNTED))

    def sentence(self) -> str:
        """The counts in words."""
        return (
            f"{self.new} new, {self.longer} longer than here, {self.beside} kept beside a different game, "
            f"{self.known} already here" + f", {len(self.refused)} refused" * bool(self.refused)
        )


def export(where: Folders, path: Path) -> int:
    """Write everything to a file that appears once it is complete; returns its number of journals. Raises OSError."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    count = 0
    try:
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED) as out:
            for name, file in _ours(where):
                with suppress(OSError):
                    if data := read_all(file):  # an empty file is left by a process that was killed too soon
                        out.writestr(name, data)
                        count += _NAME.fullmatch(name) is not None
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return count


def _ours(where: Folders) -> Iterator[tuple[str, Path]]:
    for folder, ending in ((JOURNALS, ENDING), (SITTINGS, OLD_ENDING)):
        for file in sorted((where.data / folder).glob(f"*{ending}")):
            if _NAME.fullmatch(f"{folder}/{file.name}"):
                yield f"{folder}/{file.name}", file
    yield _REMEMBERED, where.data / _REMEMBERED
    yield _SETTINGS, where.config / _SETTINGS


def merge(library: Library, path: Path) -> Imported:
    """Merge a file written by `export`. Raises PuzzleError if it is not one, OSError if it cannot be read."""
    store = FolderStore(library.where.data)
    counts = dict.fromkeys(_COUNTED, 0)
    refused = []
    try:
        with open(open_regular(path), "rb") as opened, zipfile.ZipFile(opened) as archive:
            for item in archive.infolist():
                if item.file_size > LARGEST:
                    refused.append(f"{on_one_line(item.filename)}: too large")
                elif _NAME.fullmatch(item.filename):
                    fate = merge_journal(store, item.filename, archive.read(item))
                    if fate in counts:
                        counts[fate] += 1
                    else:
                        refused.append(fate)
                elif item.filename in (_REMEMBERED, _SETTINGS):
                    _merge_settings(library, item.filename, archive.read(item))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise PuzzleError("a file that `termpuzzles data export` wrote", on_one_line(str(error))) from None
    return Imported(**counts, refused=tuple(refused))


def merge_folder(into: Path, source: Path) -> Imported:
    """Merge the journals of one folder into those of another, and leave the first as it is. Raises OSError."""
    store, folders = FolderStore(into), Folders(source, source)
    ours = ((name, file) for name, file in _ours(folders) if _NAME.fullmatch(name))
    return Imported.of(merge_journal(store, name, read_all(file)) for name, file in ours)


class CourseStore(Store, Protocol):
    """A store that also finds the other courses of a board."""

    def courses(self, name: str) -> list[str]:
        """The names of other courses of the board of that name."""


def merge_journal(store: CourseStore, name: str, data: bytes) -> str:
    """Merge one journal; returns a key of the counts, or after a colon why it is refused."""
    theirs = parse(data)
    if theirs.head is None or not theirs.events:
        return f"{name}: not a journal"
    identity = name.partition("/")[2][:24]
    try:
        return _merge_course(store, identity, theirs, data[: theirs.good])
    except JournalInUseError:
        return f"{name}: it is open in another window"


def _merge_course(store: CourseStore, identity: str, theirs: Content, data: bytes) -> str:
    """Merge a course of a board with those of ours; raises JournalInUseError if a window holds the same one."""
    for course in (identity, *store.courses(identity)):
        ours = parse(store.read(course))
        if ours.head is None and course == identity:
            return _begin(store, course, data)
        if _is_prefix(theirs, ours):
            return "known"
        if ours.head and _is_prefix(ours, theirs):
            return _prolong(store, course, data)
    return _keep_both(store, identity, theirs, data)


def _is_prefix(shorter: Content, longer: Content) -> bool:
    return shorter.events == longer.events[: len(shorter.events)]


def _begin(store: CourseStore, name: str, data: bytes) -> str:
    """Let the journal hold this, where there is none yet or nothing of it can be read."""
    with closing(store.open(name)) as log:
        log.replace(data, aside=log.read() if log.begun else b"")
    return "new"


def _prolong(store: CourseStore, name: str, data: bytes) -> str:
    """Put the longer journal in the place of ours."""
    with closing(store.open(name)) as log:
        own = log.read()
        content = parse(own)
        log.replace(data, aside=own[content.good :] if log.begun and not content.torn else b"")
    return "longer"


def _keep_both(store: CourseStore, name: str, theirs: Content, data: bytes) -> str:
    """Keep two courses of one board: the longer one opens, unless a window holds ours."""
    with suppress(JournalInUseError), closing(store.open(name)) as log:
        own = log.read()
        if len(theirs.events) > len(parse(own).events):
            if own:  # it may be a `.sitting` of 0.1.0, which stays as it is
                _put_beside(store, name, own)
            log.replace(data)
            return "beside"
    _put_beside(store, name, data)
    return "beside"


def _put_beside(store: CourseStore, name: str, data: bytes) -> None:
    """Keep another course of the board of that name."""
    taken = store.courses(name)
    free = next(free for number in range(2, 1000) if (free := f"{name}-{number}") not in taken)
    with closing(store.open(free)) as log:
        log.replace(data)


def _merge_settings(library: Library, name: str, data: bytes) -> None:
    """Merge key by key what is remembered, where ours wins; write the player's own settings only if we have none."""
    if name == _REMEMBERED:
        with suppress(ValueError, RecursionError):
            theirs, ours = json.loads(data), library.store.saved_choices()
            if isinstance(theirs, dict):
                library.store.save_choices(ours, _beneath(theirs, ours))
        return
    own = library.where.config / _SETTINGS
    if not own.exists():
        put_new(own, data).close()
    elif own.read_bytes() != data:
        number = 1
        while (kept := own.with_name(f"settings-imported-{number}.toml")).exists():
            if kept.read_bytes() == data:
                return
            number += 1
        put_new(kept, data).close()


def _beneath(theirs: dict[str, object], ours: dict[str, object]) -> dict[str, object]:
    merged = {**theirs, **ours}
    for name, value in theirs.items():
        own = ours.get(name)
        if isinstance(value, dict) and isinstance(own, dict):
            merged[name] = {**value, **own}
    return merged
