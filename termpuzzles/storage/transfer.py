"""Everything that was played, in one file: written here, merged there, and nothing lost.

The file is a zip of the journals as they lie in their folders, of what the program remembers, and of the player's own
settings. Where both sides know a course of the same board, the longer one opens; another course is kept beside it. A
part of them in the same form is what two machines exchange.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from operator import add
from pathlib import Path
from typing import IO, Any, NamedTuple

from termpuzzles.errors import PuzzleError, on_one_line
from termpuzzles.storage.courses import LARGE, MERGED, UNBOUNDED, Bounds, merge_journal
from termpuzzles.storage.folder_store import ENDING, JOURNALS, OLD_ENDING, SITTINGS, FolderStore
from termpuzzles.storage.held_file import put_new
from termpuzzles.storage.journal_text import open_regular, parse, read_all
from termpuzzles.storage.library import Folders, Library

_NAME = re.compile(r"(journals|sittings)/([0-9a-f]{24})(-\d{1,3})?\.(journal|sitting)")
_REMEMBERED, _SETTINGS = "remembered.json", "settings.toml"
_A_PART = 4  # times the most bytes of a journal that a part may come to
_MOST_CHOICES = 1 << 18  # characters of all choices


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
        counts = {fate: found.count(fate) for fate in MERGED}
        return cls(**counts, refused=tuple(fate for fate in found if fate not in MERGED))

    def plus(self, more: Imported) -> Imported:
        """What both come to."""
        return Imported(*map(add, self, more))

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
    try:
        with open(open_regular(path), "rb") as opened:
            return _merge_archive(library, opened, UNBOUNDED, (_REMEMBERED, _SETTINGS))
    except NO_ARCHIVE:
        raise PuzzleError("a file that `termpuzzles data export` wrote", ANOTHER) from None


def part_of(library: Library, names: Iterable[str], choices: bool = False) -> bytes:
    """Those journals as a file like that of `export`, perhaps with the choices made in the app. Raises OSError."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            if data := library.store.read(name):
                archive.writestr(f"{JOURNALS}/{name}{ENDING}", data[: parse(data).good])
        if choices:
            archive.writestr(_REMEMBERED, json.dumps(library.store.saved_choices(), ensure_ascii=False))
    return out.getvalue()


def merge_part(library: Library, data: bytes, bounds: Bounds = UNBOUNDED) -> Imported:
    """Merge what `part_of` made, as far as it is within bounds. Raises PuzzleError if it was not made so, OSError."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            size = sum(item.file_size for item in archive.infolist())
        if size > _A_PART * bounds.largest:
            raise PuzzleError(f"at most {_A_PART * bounds.largest:,} bytes of journals", f"{size:,}")
        return _merge_archive(library, BytesIO(data), bounds, (_REMEMBERED,))
    except PuzzleError:
        raise
    except NO_ARCHIVE:
        raise PuzzleError("a part of the journals", ANOTHER) from None


ANOTHER = "another one, or a damaged one"  # what is found in place of an archive that the program wrote
NO_ARCHIVE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


def _merge_archive(library: Library, opened: IO[bytes], bounds: Bounds, settings: Iterable[str]) -> Imported:
    fates = []
    with zipfile.ZipFile(opened) as archive:
        for item in archive.infolist():
            if item.file_size > bounds.largest:
                fates.append(f"{on_one_line(item.filename)}: {LARGE}")
            elif _NAME.fullmatch(item.filename):
                fates.append(merge_journal(library.store, item.filename, archive.read(item), bounds))
            elif item.filename in settings:
                _merge_settings(library, item.filename, archive.read(item))
    return Imported.of(fates)


def merge_folder(into: Path, source: Path) -> Imported:
    """Merge the journals of one folder into those of another, and leave the first as it is. Raises OSError."""
    store, folders = FolderStore(into), Folders(source, source)
    ours = (each for each in _ours(folders) if _NAME.fullmatch(each[0]))
    return Imported.of(merge_journal(store, name, read_all(file)) for name, file in ours)


def _merge_settings(library: Library, name: str, data: bytes) -> None:
    """Merge key by key what is remembered, where ours wins; write the player's own settings only if we have none."""
    if name == _REMEMBERED:
        with suppress(ValueError, RecursionError):
            theirs = json.loads(data)
            if isinstance(theirs, dict):
                merge_choices(library, theirs)
        return
    own = library.where.config / _SETTINGS
    if not own.exists():
        put_new(own, data).close()
    elif read_all(own) != data:
        number = 1
        while (kept := own.with_name(f"settings-imported-{number}.toml")).exists():
            if read_all(kept) == data:
                return
            number += 1
        put_new(kept, data).close()


def merge_choices(library: Library, theirs: dict[str, Any]) -> None:
    """Merge choices key by key, where ours win. Raises OSError."""
    ours = library.store.saved_choices()
    merged = with_choices(theirs, ours)
    if len(json.dumps(merged)) <= _MOST_CHOICES:
        library.store.save_choices(ours, merged)


def with_choices(theirs: dict[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """Our choices with those of theirs that we lack."""
    merged = {**theirs, **ours}
    for name, value in theirs.items():
        own = ours.get(name)
        if isinstance(value, dict) and isinstance(own, dict):
            merged[name] = {**value, **own}
    return merged
