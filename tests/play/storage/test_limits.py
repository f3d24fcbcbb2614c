"""Every limit of what is kept, read and exchanged: what is exactly at it, and what is one beyond."""

from __future__ import annotations

import stat
import struct
import zipfile
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termpuzzles.play.opening import open_session
from termpuzzles.session.attempt import HINT
from termpuzzles.storage.journal_text import event_line, head_line, parse
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.storage.summaries import SummaryCache
from termpuzzles.storage.transfer import merge
from tests.play.storage.test_library import ring
from tests.play.test_session import Time

BOARD = "a" * 24


def in_memory(folder: Path) -> Library:
    """A library that keeps nothing on the disk."""
    return Library(Folders(folder, folder), lambda: datetime(2026, 11, 21), MemoryStore(lambda: 0.0))


@pytest.mark.parametrize(("size", "is_read"), [(1 << 20, True), ((1 << 20) + 1, False)])
def test_a_file_of_settings_has_a_mebibyte_at_most(size: int, is_read: bool, tmp_path: Path) -> None:
    text = "plain = true\n#"
    (tmp_path / "settings.toml").write_text(text.ljust(size, "x"), encoding="ascii")
    found = Library(Folders(tmp_path / "data", tmp_path)).settings()
    assert found["plain"] is is_read
    too_large = f"{tmp_path / 'settings.toml'}: the file is too large for settings; the settings in it are not used"
    assert found.warnings == (() if is_read else (too_large,))


def test_the_clock_is_recorded_once_it_has_run_for_a_tenth_of_a_second(tmp_path: Path) -> None:
    library, time = in_memory(tmp_path), Time()
    kept = open_session(library, ring(), time)
    kept.session.resume()
    time.now += 60
    kept.tick()
    assert not kept.begun
    kept.session.apply(HINT)
    (name,) = library.store.journals  # type: ignore[attr-defined]

    def events() -> list[tuple[float, str]]:
        return parse(library.store.read(name)).events[1:]

    assert events() == [(60.0, "hint")]
    for seconds, recorded in ((0.0625, 1), (0.0625, 2), (0.0625, 2), (1.0, 3)):
        time.now += seconds
        kept.tick()
        assert len(events()) == recorded
    assert events()[1:] == [(60.1, "clock"), (61.2, "clock")]
    kept.leave()


@pytest.mark.parametrize(("size", "is_listed"), [(1 << 27, True), ((1 << 27) + 1, False)])
def test_a_file_of_more_than_128_mebibytes_is_no_journal(size: int, is_listed: bool, tmp_path: Path) -> None:
    file = tmp_path / f"{BOARD}.journal"
    file.write_bytes(head_line(ring(), {}) + event_line(1.0, "undo"))
    status: Any = SimpleNamespace(st_mode=stat.S_IFREG, st_size=size, st_mtime_ns=5, st_mtime=5e-9)
    found = SummaryCache(tmp_path / "summaries.json").summaries([(str(file), status)])
    assert (len(found.entries), found.skipped) == ((1, 0) if is_listed else (0, 1))


@pytest.mark.parametrize(
    ("number", "size", "is_kept"), [(49, 100, False), (50, 100, True), (1, 979_999, False), (1, 980_000, True)]
)
def test_what_journals_come_to_is_kept_once_fifty_were_read_and_long_ones_count_more(
    number: int, size: int, is_kept: bool, tmp_path: Path
) -> None:
    files, kept = list[tuple[str, Any]](), tmp_path / "summaries.json"
    for place in range(number):
        file = tmp_path / f"{place:024}.journal"
        file.write_bytes(head_line(ring(), {}) + event_line(1.0, "undo"))
        status = SimpleNamespace(st_mode=stat.S_IFREG, st_size=size, st_mtime_ns=5, st_mtime=5e-9)
        files.append((str(file), status))
    found = SummaryCache(kept).summaries(files)
    assert len(found.entries) == number
    assert kept.exists() == is_kept
    for name, _ in files:
        Path(name).unlink()
    again = SummaryCache(kept).summaries(files)
    assert (len(again.entries), again.skipped) == ((number, 0) if is_kept else (0, number))


@pytest.mark.parametrize(("size", "refused"), [(64 << 20, ()), ((64 << 20) + 1, ("x: too large",))])
def test_a_journal_of_more_than_64_mebibytes_is_left_unread(
    size: int, refused: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "all.zip"
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("x", b"")
    data = bytearray(file.read_bytes())
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, size)  # of its item, as the list of them says
    file.write_bytes(data)
    assert merge(in_memory(tmp_path), file).refused == refused
