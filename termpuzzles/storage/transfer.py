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
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from termpuzzles.errors import PuzzleError, on_one_line
from termpuzzles.storage.journal import Journal, JournalInUseError, Place
from termpuzzles.storage.journal_text import Content, open_regular, parse, puzzle_of, read_all
from termpuzzles.storage.library import ENDING, JOURNALS, OLD_ENDING, SITTINGS, Folders, Library

LARGEST = 1 << 26  # bytes of one journal
_NAME = re.compile(r"(journals|sittings)/([0-9a-f]{24})(-\d{1,3})?\.(journal|sitting)")
_REMEMBERED, _SETTINGS = "remembered.json", "settings.toml"


class Imported(NamedTuple):
    """How many journals of a file were new, longer than ours, kept beside ours, known, and refused."""

    new: int = 0
    longer: int = 0
    beside: int = 0
    known: int = 0
    refused: tuple[str, ...] = ()

    def sentence(self) -> str:
        """The counts in words."""
        return (
            f"{self.new} new, {self.longer} longer than here, {self.beside} kept beside another course, "
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
    counts = dict.fromkeys(("new", "longer", "beside", "known"), 0)
    refused = []
    try:
        with open(open_regular(path), "rb") as opened, zipfile.ZipFile(opened) as archive:
            for item in archive.infolist():
                if item.file_size > LARGEST:
                    refused.append(f"{on_one_line(item.filename)}: too large")
                elif _NAME.fullmatch(item.filename):
                    fate = _merge_journal(library, item.filename, archive.read(item))
                    if fate in counts:
                        counts[fate] += 1
                    else:
                        refused.append(fate)
                elif item.filename in (_REMEMBERED, _SETTINGS):
                    _merge_settings(library, item.filename, archive.read(item))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise PuzzleError("a file that `termpuzzles data export` wrote", on_one_line(str(error))) from None
    return Imported(**counts, refused=tuple(refused))


def _merge_journal(library: Library, name: str, data: bytes) -> str:
    """Merge one journal; returns a key of the counts, or why it is refused."""
    theirs = parse(data)
    if theirs.head is None or not theirs.events:
        return f"{name}: no journal"
    identity = name.partition("/")[2][:24]
    place = library.place_of(identity)
    courses = [Place(path) for path in _courses(place.path)] or [place]
    for course in courses:
        ours = _content(course)
        if ours is None:
            if place.path.exists():  # though nothing of it can be read
                return "new" if _replace(place, data[: theirs.good]) else f"{name}: it is open in another window"
            place.path.parent.mkdir(parents=True, exist_ok=True)
            _write_new(place.path, data[: theirs.good])
            return "new"
        if _is_prefix(theirs, ours):
            return "known"
        if _is_prefix(ours, theirs):
            return _prolong(course, data[: theirs.good], name)
    return _keep_both(place, theirs, data[: theirs.good], name)


def _courses(path: Path) -> list[Path]:
    """The journals of a board: the one that opens, and other courses of it; an empty file is none."""
    found = (path, *sorted(path.parent.glob(f"{path.stem}-*{ENDING}")))
    return [course for course in found if course.exists() and course.stat().st_size]


def _content(place: Place) -> Content | None:
    for path in (place.path, place.old):
        if path is not None and path.exists():
            content = parse(read_all(path))
            if content.head:
                return content
    return None


def _is_prefix(shorter: Content, longer: Content) -> bool:
    return shorter.events == longer.events[: len(shorter.events)]


def _write_new(path: Path, data: bytes) -> None:
    with path.open("xb") as file:
        file.write(data)


def _prolong(place: Place, data: bytes, name: str) -> str:
    """Put the longer journal in the place of ours, unless a window holds it."""
    return "longer" if _replace(place, data) else f"{name}: it is open in another window"


def _replace(place: Place, data: bytes) -> bool:
    content = parse(data)
    try:
        with suppress(PuzzleError):
            Journal(place, puzzle_of(content.head, str(place.path))).close()  # whether another window holds it
    except JournalInUseError:
        return False
    place.path.parent.mkdir(parents=True, exist_ok=True)
    beside = place.path.with_suffix(f".{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(place.path)
    return True


def _keep_both(place: Place, theirs: Content, data: bytes, name: str) -> str:
    """Keep two courses of one board: the longer one opens."""
    ours = _content(place)
    assert ours is not None
    if len(theirs.events) <= len(ours.events):
        _write_new(_free(place.path), data)
        return "beside"
    if place.path.exists():
        kept = place.path.read_bytes()
        free = _free(place.path)
        if not _replace(place, data):
            _write_new(free, data)
        else:
            _write_new(free, kept)
    else:  # ours is a `.sitting` of 0.1.0, which stays as it is; its content is kept in a `.journal` as well
        assert place.old is not None
        _replace(Place(place.path), data)
        _write_new(_free(place.path), read_all(place.old))
    return "beside"


def _free(path: Path) -> Path:
    return next(
        free for number in range(2, 1000) if not (free := path.with_name(f"{path.stem}-{number}{ENDING}")).exists()
    )


def _merge_settings(library: Library, name: str, data: bytes) -> None:
    """Merge key by key what is remembered, where ours wins; write the player's own settings only if we have none."""
    if name == _REMEMBERED:
        with suppress(ValueError, RecursionError):
            theirs, ours = json.loads(data), library.remembered.values()
            if isinstance(theirs, dict):
                library.remembered.change(ours, _beneath(theirs, ours))
        return
    own = library.where.config / _SETTINGS
    own.parent.mkdir(parents=True, exist_ok=True)
    if not own.exists():
        _write_new(own, data)
    elif own.read_bytes() != data:
        number = 1
        while (kept := own.with_name(f"settings-imported-{number}.toml")).exists():
            if kept.read_bytes() == data:
                return
            number += 1
        _write_new(kept, data)


def _beneath(theirs: dict[str, object], ours: dict[str, object]) -> dict[str, object]:
    merged = {**theirs, **ours}
    for name, value in theirs.items():
        own = ours.get(name)
        if isinstance(value, dict) and isinstance(own, dict):
            merged[name] = {**value, **own}
    return merged
