"""What a store in a folder leaves there, file by file, and what it says."""

from __future__ import annotations

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from io import FileIO
from pathlib import Path

import pytest

from termpuzzles.storage import held_file
from termpuzzles.storage.folder_store import DELETED, UNLOCKED, FolderLog, FolderStore, save_aside
from termpuzzles.storage.held_file import lock, put_new
from termpuzzles.storage.store import JournalInUseError, LostError

NAME = "a" * 24
HEAD = b'{"termpuzzles": 2, "game": "infinity", "size": "2x2", "title": "T", "text": "x"}\n'


def there(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    found = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def append(log: FolderLog, data: bytes) -> Exception | None:
    """Append to a journal; why it was not kept."""
    told: list[Exception | None] = []
    log.append(data, told.append)
    (why,) = told
    return why


def test_a_journal_from_its_first_line_to_its_end(tmp_path: Path) -> None:
    synced: list[tuple[bytes, str]] = []
    store = FolderStore(tmp_path, lambda file, path: synced.append((path.read_bytes(), path.name)))
    log, file = store.open(NAME), f"journals/{NAME}.journal"
    assert (log.begun, log.claimed, log.is_locked, log.obstacle, log.notice, log.read()) == (
        False,
        False,
        True,
        "",
        "",
        b"",
    )
    assert there(tmp_path) == {}
    log.close()
    assert synced == []
    assert append(log, HEAD) is None
    assert (log.begun, there(tmp_path)) == (True, {file: HEAD})
    assert append(log, b"1.0 undo\n") is None
    assert there(tmp_path) == {file: HEAD + b"1.0 undo\n"} == {file: log.read()}
    with pytest.raises(JournalInUseError) as held:
        store.open(NAME)
    assert str(held.value) == f"this puzzle is open in another window ({tmp_path / file})"
    store.claim(NAME)
    assert log.claimed
    assert there(tmp_path) == {file: HEAD + b"1.0 undo\n", f"journals/{NAME}.claim": b""}
    store.withdraw(NAME)
    store.withdraw(NAME)
    assert not log.claimed
    log.release()
    assert synced == [(HEAD + b"1.0 undo\n", f"{NAME}.journal")]
    assert (log.begun, log.claimed) == (False, True)
    assert isinstance(append(log, b"2.0 redo\n"), LostError)
    log.release()
    log.close()
    again = store.open(NAME)
    assert again.read() == HEAD + b"1.0 undo\n"
    again.close()
    again.close()
    assert len(synced) == 2


def test_what_replaces_a_journal(tmp_path: Path) -> None:
    store, file = FolderStore(tmp_path), f"journals/{NAME}.journal"
    log = store.open(NAME)
    append(log, HEAD + b"1.0 undo\nnonsense\n")
    assert log.replace(HEAD + b"1.0 undo\n", b"nonsense\n") == f"{NAME}.damaged"
    assert there(tmp_path) == {file: HEAD + b"1.0 undo\n", f"journals/{NAME}.damaged": b"nonsense\n"}
    assert log.replace(HEAD) == ""
    assert log.replace(HEAD + b"other\n", b"more") == f"{NAME}.damaged-2"
    assert log.replace(HEAD, b"third") == f"{NAME}.damaged-3"
    assert append(log, b"1.0 redo\n") is None
    assert there(tmp_path) == {
        file: HEAD + b"1.0 redo\n",
        f"journals/{NAME}.damaged": b"nonsense\n",
        f"journals/{NAME}.damaged-2": b"more",
        f"journals/{NAME}.damaged-3": b"third",
    }
    with pytest.raises(JournalInUseError):
        store.open(NAME)
    assert log.replace(b"") == ""
    assert (log.begun, file in there(tmp_path)) == (False, False)
    assert append(log, HEAD) is None
    log.close()


def test_asides_are_numbered_up_to_a_thousand(tmp_path: Path) -> None:
    for number in range(1, 1000):
        (tmp_path / (f"x.damaged-{number}" if number > 1 else "x.damaged")).touch()
    (tmp_path / "x.damaged-998").unlink()
    assert save_aside(tmp_path / "x.journal", b"a") == "x.damaged-998"
    with pytest.raises(OSError, match="too many damaged files"):
        save_aside(tmp_path / "x.journal", b"a")


def test_a_journal_that_was_deleted_is_written_anew_and_one_that_was_replaced_is_lost(tmp_path: Path) -> None:
    store, file = FolderStore(tmp_path), f"journals/{NAME}.journal"
    log = store.open(NAME)
    append(log, HEAD)
    (tmp_path / file).unlink()
    assert append(log, b"1.0 undo\n") is None
    assert (there(tmp_path), log.notice) == ({file: HEAD + b"1.0 undo\n"}, DELETED)
    other = store.take_over(NAME)
    assert other.read() == HEAD + b"1.0 undo\n"
    assert isinstance(append(log, b"2.0 redo\n"), LostError)
    assert append(other, b"3.0 clock\n") is None
    with pytest.raises(JournalInUseError):
        FolderStore(tmp_path).open(NAME)
    other.close()
    assert there(tmp_path) == {file: HEAD + b"1.0 undo\n3.0 clock\n"}


def test_without_locks_it_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_file, "lock", lambda file, wait=False: False)
    store = FolderStore(tmp_path)
    first = store.open(NAME)
    assert (first.notice, first.is_locked) == ("", True)
    append(first, HEAD)
    assert not first.is_locked
    first.close()
    again, other = store.open(NAME), store.open(NAME)
    assert [log.notice for log in (again, other)] == [UNLOCKED, ""]
    assert append(again, b"1.0 undo\n") is None
    assert append(again, b"2.0 undo\n") is None
    assert isinstance(append(other, b"1.0 redo\n"), LostError)
    again.close()
    assert there(tmp_path) == {f"journals/{NAME}.journal": HEAD + b"1.0 undo\n2.0 undo\n"}


def test_which_files_count_as_journals(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    assert [*store.stamps()] == []
    for name, data in (
        ("journals/a.journal", HEAD + b"1.0 undo\n"),
        ("journals/a-2.journal", HEAD + b"1.0 undo\n"),
        ("journals/a-10.journal", HEAD),
        ("journals/b.journal", b""),
        ("journals/c.damaged", b"x"),
        ("journals/c.claim", b""),
        ("journals/d.1234", b"x"),
        ("sittings/a.sitting", b"old"),
        ("sittings/b.sitting", b"older"),
        ("sittings/c.journal", b"x"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = {stamp.name: stamp.size for stamp in store.stamps()}
    assert found == {"a": len(HEAD) + 9, "a-2": len(HEAD) + 9, "a-10": len(HEAD), "b": 5}
    assert all(abs(stamp.modified - time.time()) < 1000 for stamp in store.stamps())
    assert [store.read(name) for name in ("a-10", "b", "c")] == [HEAD, b"older", b""]
    assert store.courses("a") == ["a-10", "a-2"]
    listed = store.summaries()
    assert sorted(entry.name for entry in listed.entries) == ["a", "a-2"]
    assert listed.skipped == 1


def test_what_a_killed_process_has_left_is_removed_after_a_minute(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    folder.mkdir()
    FolderStore(tmp_path / "none").drop_leftovers()
    for name, age in (("a.123", 70), ("b.123", 0), ("c.journal", 70), ("d.damaged-1", 70), ("e.12x", 70)):
        (folder / name).write_bytes(b"x")
        os.utime(folder / name, (time.time() - age,) * 2)
    FolderStore(tmp_path).drop_leftovers()
    assert [*there(folder)] == ["b.123", "c.journal", "d.damaged-1", "e.12x"]


def test_choices_are_kept_in_a_file_that_people_can_read(tmp_path: Path) -> None:
    store = FolderStore(tmp_path / "data")
    assert store.saved_choices() == {}
    store.save_choices({"a": 1}, {"a": 1})
    assert there(tmp_path) == {}
    store.save_choices({"a": 1}, {"a": 2, "é": {"x": 1}})
    assert there(tmp_path) == {
        "data/remembered.json": '{\n "a": 2,\n "é": {\n  "x": 1\n }\n}\n'.encode(),
        "data/remembered.lock": b"",
    }
    FolderStore(tmp_path / "data").save_choices({}, {"é": {"y": 2}})
    assert store.saved_choices() == {"a": 2, "é": {"x": 1, "y": 2}}
    file = tmp_path / "data" / "remembered.json"
    whole = json.dumps({"a": 1}).encode()
    for more, expected in ((0, {"a": 1}), (1, {})):
        file.write_bytes(whole.ljust((1 << 20) + more))
        assert store.saved_choices() == expected
    for text in (b"", b"[]", b"3", b"{", b"[" * 5000, b"\xff"):
        file.write_bytes(text)
        assert store.saved_choices() == {}


def test_a_new_file_is_whole_or_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a" / "b.journal"
    put_new(file, b"one").close()
    with pytest.raises(FileExistsError):
        put_new(file, b"two")
    assert there(tmp_path) == {"a/b.journal": b"one"}
    with FileIO(file, "rb+") as opened, FileIO(file, "rb+") as other:
        assert lock(opened)
        with pytest.raises(BlockingIOError):
            lock(other)


def test_choices_wait_for_a_window_that_writes_them_now(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.save_choices({}, {"a": 1})
    with ThreadPoolExecutor(1) as pool:
        with FileIO(tmp_path / "remembered.lock", "ab") as held:
            assert lock(held)
            saved = pool.submit(store.save_choices, {}, {"b": 2})
            with pytest.raises(TimeoutError):
                saved.result(0.1)
        saved.result()
    assert store.saved_choices() == {"a": 1, "b": 2}


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such modes")
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0, 0o666)])
def test_a_journal_may_be_read_by_all_whom_the_umask_of_its_player_lets(
    umask: int, mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(umask)
    try:
        put_new(tmp_path / "linked", b"x").close()
        monkeypatch.delattr(os, "link")
        put_new(tmp_path / "named", b"x").close()
    finally:
        os.umask(before)
    assert [file.stat().st_mode & 0o777 for file in sorted(tmp_path.iterdir())] == [mode] * 2
