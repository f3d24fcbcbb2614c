"""Folders without hard links or without locks (phones, memory cards, networks): every guarantee holds there as well."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

import pytest

from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.session.session import RecordedSession
from termpuzzles.storage import folder_store, held_file
from termpuzzles.storage.folder_store import UNLOCKED, FolderStore
from termpuzzles.storage.held_file import create, lock
from termpuzzles.storage.journal import TAKEN, Journal
from termpuzzles.storage.journal_text import event_line, head_line
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import JournalInUseError
from termpuzzles.storage.transfer import export, merge
from tests.play.storage.opened import opened, taken
from tests.play.storage.test_library import paths, ring
from tests.play.storage.test_taking_over import PROJECT
from tests.play.test_session import Time

NO_LINKS = ("missing", "EPERM", "EACCES", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK", "EXDEV")
NO_LOCKS = ("ENOLCK", "EOPNOTSUPP", "ENOSYS", "EBADF", "EINVAL")


def refusing(name: str) -> Callable[..., None]:
    def refused(*_: object, **__: object) -> None:
        number = getattr(errno, name)
        raise OSError(number, os.strerror(number))

    return refused


@pytest.fixture(params=NO_LINKS)
def no_links(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "missing":
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(os, "link", refusing(request.param))


@pytest.fixture(params=NO_LOCKS)
def no_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fcntl.flock", refusing(request.param))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(Folders(tmp_path / "data", tmp_path / "config"))


def session_at(library: Library, journal: Journal | None = None) -> RecordedSession:
    return open_session(library, ring(), Time(), Opened(ring(), journal) if journal else None)


def files(library: Library) -> list[str]:
    return sorted(path.suffix for path in (library.where.data / "journals").iterdir())


@pytest.mark.usefixtures("no_links")
def test_without_links_a_board_is_played_undone_left_and_taken_up_again(library: Library) -> None:
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 0))
    assert kept.session.do(Gesture("turn", 1))
    kept.session.undo()
    kept.leave()
    assert (kept.trouble, files(library)) == ("", [".journal"])
    again = session_at(library)
    assert (again.session.turns, again.session.attempt.can_redo, again.trouble, again.notice) == (1, True, "", "")
    again.leave()
    assert [entry.path for entry in library.journals()] == [kept_path(library)]


def kept_path(library: Library) -> Path:
    return paths(library).path


@pytest.mark.usefixtures("no_links")
def test_without_links_one_window_begins_a_board_and_the_other_says_so(library: Library) -> None:
    first, second = session_at(library), session_at(library)
    assert first.session.do(Gesture("turn", 0))
    assert second.session.do(Gesture("turn", 1))
    assert first.trouble == ""
    assert second.trouble.startswith("moves are not being kept: this puzzle is open in another window")
    first.leave()
    second.leave()
    again = session_at(library)
    assert again.session.turns == 1
    again.leave()


@pytest.mark.usefixtures("no_links")
def test_without_links_what_the_first_version_wrote_goes_on(library: Library) -> None:
    old = paths(library).old
    assert old
    old.parent.mkdir(parents=True)
    old.write_bytes(head_line(ring(), {}) + event_line(1.0, "move turn 1,1 1"))
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 1))
    kept.leave()
    again = session_at(library)
    assert again.session.turns == 2
    again.leave()


@pytest.mark.usefixtures("no_links")
def test_without_links_nothing_is_left_where_the_disk_is_full(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = session_at(library)
    with monkeypatch.context() as full:
        full.setattr(os, "replace", refusing("ENOSPC"))
        assert kept.session.do(Gesture("turn", 0))
        assert kept.trouble == f"moves are not being kept: {os.strerror(errno.ENOSPC)}"
        assert files(library) == []
    assert kept.session.do(Gesture("turn", 1))
    assert kept.trouble == ""
    kept.leave()
    again = session_at(library)
    assert again.session.turns == 2
    again.leave()


def killed_before_the_first_event(library: Library) -> None:
    """What is left if a process without links is killed just before its file replaces the empty one."""
    path = kept_path(library)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    path.with_suffix(".12345").write_bytes(head_line(ring(), {}))


def test_an_empty_file_of_a_killed_process_counts_as_none(library: Library) -> None:
    killed_before_the_first_event(library)
    assert library.journal_list() == ((), 0)
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 0))
    assert (kept.trouble, kept.notice) == ("", "")
    kept.leave()
    assert [entry.path for entry in library.journals()] == [kept_path(library)]


def test_an_empty_file_of_a_killed_process_hides_nothing_that_was_kept(library: Library, tmp_path: Path) -> None:
    old = paths(library).old
    assert old
    old.parent.mkdir(parents=True)
    old.write_bytes(head_line(ring(), {}) + event_line(1.0, "move turn 1,1 1"))
    killed_before_the_first_event(library)
    assert [entry.path for entry in library.journals()] == [old]
    exported = tmp_path / "exported.zip"
    export(library.where, exported)
    assert merge(library, exported).known == 1
    kept = session_at(library)
    assert kept.session.turns == 1
    kept.leave()


def test_a_file_is_imported_where_a_killed_process_left_an_empty_one(library: Library, tmp_path: Path) -> None:
    other = Library(Folders(tmp_path / "other", tmp_path / "other"))
    kept = session_at(other)
    assert kept.session.do(Gesture("turn", 0))
    kept.leave()
    exported = tmp_path / "exported.zip"
    export(other.where, exported)
    killed_before_the_first_event(library)
    assert merge(library, exported).new == 1
    here = session_at(library)
    assert here.session.turns == 1
    here.leave()


def test_whoever_opened_the_empty_file_before_it_was_replaced_removes_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = session_at(library)
    in_use: list[JournalInUseError] = []
    replace = os.replace

    def open_in_between(fresh: Path, path: Path) -> None:
        with pytest.raises(JournalInUseError) as found:
            opened(library, ring())
        in_use.append(found.value)
        replace(fresh, path)

    monkeypatch.delattr(os, "link")
    monkeypatch.setattr(os, "replace", open_in_between)
    assert first.session.do(Gesture("turn", 0))
    assert len(in_use) == 1
    first.leave()
    again = session_at(library)
    assert again.session.turns == 1
    again.leave()


def test_a_file_that_was_replaced_while_it_was_opened_is_opened_again(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 0))
    kept.leave()
    path = kept_path(library)
    whole = path.read_bytes()
    path.write_bytes(b"")

    def replaced_before_the_lock(file: IO[bytes], wait: bool = False) -> bool:
        monkeypatch.undo()
        fresh = path.with_suffix(".1")
        fresh.write_bytes(whole)
        fresh.replace(path)
        return lock(file, wait)

    monkeypatch.setattr("termpuzzles.storage.held_file.lock", replaced_before_the_lock)
    again = session_at(library)
    assert again.session.turns == 1
    assert path.read_bytes() == whole
    again.leave()


BEGINNER = """
import os, sys, time
from pathlib import Path
from termpuzzles.games.model import Gesture
from termpuzzles.storage.library import Folders, Library
from termpuzzles.play.opening import open_session
from tests.play.storage.test_library import ring

del os.link
kept = open_session(Library(Folders(Path(sys.argv[1]) / "data", Path(sys.argv[1]) / "config")), ring(), time.monotonic)
print("ready", flush=True)
sys.stdin.readline()
kept.session.do(Gesture("turn", int(sys.argv[2])))
print(kept.trouble[:24] or "kept", flush=True)
sys.stdin.readline()
"""


def test_of_windows_that_begin_a_board_at_once_without_links_one_keeps_it(library: Library, tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    windows = [
        subprocess.Popen(
            [sys.executable, "-c", BEGINNER, str(tmp_path), str(number % 4)],
            stdin=pipe,
            stdout=pipe,
            text=True,
            cwd=PROJECT,
        )
        for number in range(4)
    ]
    try:
        for window in windows:
            assert window.stdout
            assert window.stdout.readline() == "ready\n"
        for window in windows:
            assert window.stdin
            window.stdin.write("\n")
            window.stdin.flush()
        said = [window.stdout.readline().strip() for window in windows if window.stdout]
        assert sorted(said) == ["kept", *["moves are not being kept"] * 3]
    finally:
        for window in windows:
            window.send_signal(signal.SIGKILL)
            window.communicate()
    again = session_at(library)
    assert again.session.turns == 1
    again.leave()


@pytest.mark.usefixtures("no_locks")
def test_without_locks_the_first_of_two_windows_that_moves_goes_on_and_nothing_is_mixed(library: Library) -> None:
    begun = session_at(library)
    assert begun.session.do(Gesture("turn", 0))
    begun.leave()
    first, second = session_at(library), session_at(library)
    assert second.session.do(Gesture("turn", 1))
    assert not first.session.do(Gesture("turn", 2))
    assert (first.lost, second.lost) == (TAKEN, "")
    assert second.session.do(Gesture("turn", 3))
    second.leave()
    again = session_at(library)
    assert again.session.turns == 3
    again.leave()


@pytest.mark.usefixtures("no_locks")
def test_without_locks_what_the_first_version_wrote_goes_on_and_settings_are_kept(library: Library) -> None:
    old = paths(library).old
    assert old
    old.parent.mkdir(parents=True)
    old.write_bytes(head_line(ring(), {}) + event_line(1.0, "move turn 1,1 1"))
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 1))
    assert (kept.session.turns, kept.trouble) == (2, "")
    kept.leave()
    assert library.keep_settings({"zoom": 2}) == ""
    assert library.store.saved_choices() == {"zoom": 2}


WITHOUT = """
import errno, fcntl, os

def refused(*_):
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

del os.link
fcntl.flock = refused
"""


def test_plain_mode_without_links_and_locks_keeps_every_move_and_says_once_what_does_not_work(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    environment = {
        **os.environ,
        "PYTHONPATH": f"{tmp_path}:{PROJECT}",
        "TERMPUZZLES_DATA": str(tmp_path / "data"),
        "TERMPUZZLES_CONFIG": str(tmp_path / "config"),
    }

    def played(words: str) -> str:
        command = [sys.executable, "-m", "termpuzzles", "play", "--plain", "infinity:2x2:1111"]
        done = subprocess.run(command, input=words, capture_output=True, env=environment, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert "not being kept" not in played("turn 1 1\nturn 2 2\nquit\n")
    again = played("what is wrong\nundo\nundo\nundo\nquit\n")
    assert again.count(UNLOCKED) == 1
    assert [line for line in again.splitlines() if line.startswith(("Undone", "There is"))] == [
        "Undone: 1 turn at column 2 row 2.",
        "Undone: 1 turn at column 1 row 1.",
        "There is nothing to undo.",
    ]


class LocksOfWindows:
    """Stands in for `msvcrt`: a locked file is locked for everybody else, and open files stay where they are."""

    LK_LOCK, LK_NBLCK = 1, 2

    def locking(self, number: int, mode: int, size: int) -> None:
        assert (os.lseek(number, 0, os.SEEK_CUR), size) == (0x7FFFFFF0, 1)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None


def open_here() -> set[tuple[int, int]]:
    """What this process has open."""
    found = set()
    for number in os.listdir("/proc/self/fd"):
        with suppress(OSError):
            status = os.stat(f"/proc/self/fd/{number}")
            found.add((status.st_dev, status.st_ino))
    return found


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("this system does not say which files are open")

    def only_closed(act: Callable[..., None]) -> Callable[..., None]:
        def acting(*names: Path, **more: object) -> None:
            for name in names:
                with suppress(FileNotFoundError):
                    status = os.stat(name)
                    if (status.st_dev, status.st_ino) in open_here():
                        raise PermissionError(errno.EACCES, "it is open", str(name))
            act(*names, **more)

        return acting

    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, only_closed(getattr(os, name)))
    monkeypatch.setitem(sys.modules, "msvcrt", LocksOfWindows())
    monkeypatch.setattr(held_file, "fcntl", None)
    for module in (folder_store, held_file):
        monkeypatch.setattr(module, "MOVES_OPEN_FILES", False)


class RefusedLocks:
    """Stands in for `msvcrt` where no file can be locked, for this reason."""

    LK_LOCK, LK_NBLCK = 1, 2

    def __init__(self, reason: int) -> None:
        self.reason, self.modes = reason, list[int]()

    def locking(self, number: int, mode: int, size: int) -> None:
        self.modes.append(mode)
        if self.reason:
            raise OSError(self.reason, "refused")


@pytest.mark.parametrize(
    ("reason", "is_locked"),
    [(0, True), (errno.EACCES, None), (errno.EDEADLK, None), (errno.ENOSYS, False), (errno.EINVAL, False)],
)
@pytest.mark.parametrize(("wait", "mode"), [(False, 2), (True, 1)])
def test_on_windows_a_file_is_locked_or_held_by_another_or_cannot_be_locked(
    reason: int, is_locked: bool | None, wait: bool, mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks = RefusedLocks(reason)
    monkeypatch.setitem(sys.modules, "msvcrt", locks)
    monkeypatch.setattr(held_file, "fcntl", None)
    with open(tmp_path / "file", "w+b") as file:
        file.write(b"some")
        if is_locked is None:
            with pytest.raises(BlockingIOError):
                held_file.lock(file, wait)
        else:
            assert held_file.lock(file, wait) is is_locked
        assert (file.tell(), locks.modes) == (4, [mode])


def test_where_there_are_no_locks_at_all_no_file_is_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    monkeypatch.setattr(held_file, "fcntl", None)
    with open(tmp_path / "file", "w+b") as file:
        assert held_file.lock(file) is False


@pytest.mark.usefixtures("windows")
def test_on_windows_a_board_is_played_undone_left_and_taken_up_again(library: Library) -> None:
    test_without_links_a_board_is_played_undone_left_and_taken_up_again(library)


@pytest.mark.usefixtures("windows")
def test_on_windows_one_window_begins_a_board_and_the_other_says_so(library: Library) -> None:
    test_without_links_one_window_begins_a_board_and_the_other_says_so(library)


@pytest.mark.usefixtures("windows")
def test_on_windows_a_board_is_given_up_by_the_window_that_holds_it_or_not_at_all(library: Library) -> None:
    first = session_at(library)
    assert first.session.do(Gesture("turn", 0))
    with pytest.raises(JournalInUseError):
        taken(library, ring(), iter((0.0, 1.0, 2.0)).__next__, lambda _: None)
    assert first.session.do(Gesture("turn", 1))
    journal = taken(library, ring(), lambda: 0.0, lambda _: first.leave())
    second = session_at(library, journal)
    assert second.session.turns == 2
    assert second.session.do(Gesture("turn", 2))
    second.leave()
    assert files(library) == [".journal"]


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize("damage", [b"1.0 move tu", b"1.0 move turn 9,9 1\n", b"\xff\n3.0 undo\n"])
def test_on_windows_a_damaged_journal_is_mended(library: Library, damage: bytes) -> None:
    kept = session_at(library)
    assert kept.session.do(Gesture("turn", 0))
    kept.leave()
    with kept_path(library).open("ab") as file:
        file.write(damage)
    again = session_at(library)
    assert again.session.turns == 1
    assert again.session.do(Gesture("turn", 1))
    again.leave()
    once_more = session_at(library)
    assert (once_more.session.turns, once_more.trouble) == (2, "")
    once_more.leave()


@pytest.mark.usefixtures("windows")
def test_on_windows_what_a_journal_holds_is_replaced_and_removed_where_it_lies(tmp_path: Path) -> None:
    store, kept = FolderStore(tmp_path), list[Exception | None]()
    file = tmp_path / "journals" / "board.journal"
    log = store.open("board")
    log.append(b"head\n1.0 undo\n", kept.append)
    assert log.replace(b"other\n") == ""
    log.append(b"2.0 undo\n", kept.append)
    assert file.read_bytes() == b"other\n2.0 undo\n"
    with pytest.raises(JournalInUseError):
        FolderStore(tmp_path).open("board")
    assert log.replace(b"") == ""
    assert not file.exists()
    log.append(b"head\n", kept.append)
    log.close()
    assert kept == [None] * 3
    taken = FolderStore(tmp_path).take_over("board")
    assert taken.read() == b"head\n"
    taken.append(b"3.0 undo\n", kept.append)
    taken.close()
    assert file.read_bytes() == b"head\n3.0 undo\n"


@pytest.mark.usefixtures("windows")
@pytest.mark.parametrize(
    ("number", "found"), [("EACCES", None), ("EDEADLK", None), ("EINVAL", False), ("ENOLCK", False)]
)
def test_on_windows_a_lock_is_held_by_another_or_there_are_none(
    number: str, found: bool | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["msvcrt"], "locking", refusing(number))
    with (tmp_path / "file").open("w+b") as file:
        file.write(b"some")
        if found is None:
            with pytest.raises(BlockingIOError):
                lock(file)
        else:
            assert lock(file) == found
        assert file.tell() == 4


def test_a_new_file_that_another_window_has_locked_first_is_closed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[IO[bytes]]()

    def locked(file: IO[bytes], wait: bool = False) -> bool:
        made.append(file)
        raise BlockingIOError

    monkeypatch.setattr(held_file, "lock", locked)
    with pytest.raises(BlockingIOError):
        create(tmp_path / "file")
    assert [file.closed for file in made] == [True]


def test_a_file_that_may_not_be_written_is_replaced_by_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, real = tmp_path / "journals" / "board.journal", os.open
    file.parent.mkdir()
    file.write_bytes(b"head\nnonsense\n")

    def protected(path: str, flags: int, *rest: int, **options: int) -> int:
        if flags & os.O_RDWR and os.fspath(path) == str(file):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, *rest, **options)

    with monkeypatch.context() as patched:
        patched.setattr(os, "open", protected)
        log = FolderStore(tmp_path).open("board")
        assert log.obstacle == "The file of this journal may not be written"
        assert log.read() == b"head\nnonsense\n"
        assert log.replace(b"head\n", b"nonsense\n") == "board.damaged"
        log.close()
    assert file.read_bytes() == b"head\n"
    assert file.with_suffix(".damaged").read_bytes() == b"nonsense\n"
