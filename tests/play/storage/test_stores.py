"""Every store does the same: what was appended is there, nobody writes to a journal that another one holds."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.session.session import RecordedSession
from termpuzzles.storage.folder_store import UNLOCKED, FolderStore
from termpuzzles.storage.journal import TAKEN, Journal, take_over
from termpuzzles.storage.journal_text import event_line, head_line, identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import EventLog, JournalInUseError, LostError, MemoryLog, MemoryStore, Store
from tests.data import sweep
from tests.fuzz import kills
from tests.play.storage.test_library import full_disk, ring
from tests.play.test_session import Time

NAME = identity(ring())
HEAD = head_line(ring(), {})
ONE, TWO = event_line(1.0, "move turn 1,1 1"), event_line(2.0, "move turn 2,1 1")


class Kind(NamedTuple):
    """A store, the same one as another window or process sees it, and whether it can tell that a journal is held.

    `aside` returns what was put aside under a name; `date` says when a journal was last changed.
    """

    store: Store
    other: Store
    aside: Callable[[str], bytes]
    date: Callable[[str, float], None]
    locks: bool = True


def folder_kind(path: Path) -> Kind:
    def date(name: str, seconds: float) -> None:
        os.utime(FolderStore(path).paths(name).path, (seconds, seconds))

    return Kind(FolderStore(path), FolderStore(path), lambda name: (path / "journals" / name).read_bytes(), date)


def memory_kind(path: Path) -> Kind:
    store = MemoryStore()
    return Kind(store, store, store.aside.__getitem__, store.modified.__setitem__)


def _refuse(*_: object, **__: object) -> None:
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


FOLDERS = ("a folder", "a folder without links", "a folder without locks")
KINDS: dict[str, Callable[[Path], Kind]] = {**dict.fromkeys(FOLDERS, folder_kind), "memory": memory_kind}


def made(name: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> Kind:
    """The store of that name."""
    if name.endswith("without links"):
        monkeypatch.delattr(os, "link")
    if name.endswith("without locks"):
        monkeypatch.setattr("fcntl.flock", _refuse)
    return KINDS[name](path)._replace(locks=not name.endswith("without locks"))


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kind:
    return made(request.param, tmp_path / "data", monkeypatch)


@pytest.fixture(params=FOLDERS)
def on_disk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kind:
    return made(request.param, tmp_path / "data", monkeypatch)


def appended(log: EventLog, data: bytes) -> Exception | None:
    """What the store answers to these lines; it answers once, and every store here at once."""
    answers: list[Exception | None] = []
    log.append(data, answers.append)
    (answer,) = answers
    return answer


def begun(store: Store, data: bytes = HEAD + ONE) -> EventLog:
    """A journal in the store, held, with these lines."""
    log = store.open(NAME)
    assert appended(log, data) is None
    return log


def journal_in(store: Store) -> Journal:
    return Journal(store.open(NAME), lambda: HEAD)


def session_in(store: Store, folder: Path) -> RecordedSession:
    return open_session(Library(Folders(folder, folder), lambda: datetime(2026, 11, 21), store), ring(), Time())


# One journal


def test_before_the_first_line_there_is_no_journal(kind: Kind) -> None:
    log = kind.store.open(NAME)
    assert (log.begun, log.claimed, log.read(), log.obstacle, log.notice) == (False, False, b"", "", "")
    log.close()
    assert (list(kind.other.stamps()), kind.other.read(NAME)) == ([], b"")


def test_what_was_appended_is_there_at_once_and_for_whoever_opens_it_next(kind: Kind) -> None:
    log = begun(kind.store)
    assert log.begun
    assert kind.other.read(NAME) == log.read() == HEAD + ONE
    assert appended(log, TWO) is None
    log.close()
    again = kind.other.open(NAME)
    assert again.begun
    assert again.read() == HEAD + ONE + TWO
    again.close()


def test_whoever_only_looks_at_a_board_holds_nothing(kind: Kind) -> None:
    looking, playing = kind.store.open(NAME), kind.other.open(NAME)
    assert appended(playing, HEAD + ONE) is None
    assert isinstance(appended(looking, HEAD + TWO), JournalInUseError)
    assert kind.other.read(NAME) == HEAD + ONE
    looking.release()
    assert not looking.claimed
    playing.close()


def test_a_journal_that_is_held_is_in_use(kind: Kind) -> None:
    log = begun(kind.store)
    if kind.locks:
        with pytest.raises(JournalInUseError, match="open in another window"):
            kind.other.open(NAME)
    else:
        second = kind.other.open(NAME)
        assert second.read() == HEAD + ONE
        assert appended(second, TWO) is None
        assert isinstance(appended(log, ONE), LostError)
        assert kind.other.read(NAME) == HEAD + ONE + TWO
        second.close()
    log.close()
    kind.other.open(NAME).close()


def test_a_claim_reaches_the_holder_until_it_is_withdrawn(kind: Kind) -> None:
    kind.other.claim(NAME)  # before there is anything
    kind.other.withdraw(NAME)
    log = begun(kind.store)
    assert not log.claimed
    kind.other.claim(NAME)
    assert log.claimed
    kind.other.withdraw(NAME)
    kind.other.withdraw(NAME)
    assert not log.claimed
    log.close()


def test_a_holder_who_releases_a_journal_writes_nothing_more(kind: Kind) -> None:
    log = begun(kind.store)
    log.release()
    assert log.claimed
    second = kind.other.open(NAME)
    assert second.read() == HEAD + ONE
    assert isinstance(appended(log, TWO), LostError)
    assert appended(second, TWO) is None
    log.release()
    log.close()
    second.close()
    assert kind.other.read(NAME) == HEAD + ONE + TWO


def test_a_holder_of_an_older_generation_is_told_and_writes_nothing(kind: Kind) -> None:
    log = begun(kind.store)
    newer = kind.other.take_over(NAME)
    assert newer.begun
    assert newer.read() == HEAD + ONE
    assert isinstance(appended(log, ONE), LostError)
    assert isinstance(appended(log, ONE), LostError)
    assert log.claimed
    newest = kind.other.take_over(NAME)
    with pytest.raises(JournalInUseError):
        newer.replace(HEAD)
    assert kind.other.read(NAME) == HEAD + ONE
    for each in (log, newer, newest):
        each.close()


def test_a_new_generation_of_nothing_is_an_empty_journal(kind: Kind) -> None:
    log = kind.other.take_over(NAME)
    assert (log.begun, log.read()) == (False, b"")
    assert appended(log, HEAD + ONE) is None
    log.close()


@pytest.mark.parametrize("data", [HEAD, HEAD + TWO, HEAD + ONE + TWO + ONE])
def test_a_journal_is_replaced_and_goes_on_with_its_holder(kind: Kind, data: bytes) -> None:
    log = begun(kind.store, HEAD + ONE + TWO)
    assert log.replace(data) == ""
    assert kind.other.read(NAME) == log.read() == data
    if kind.locks:
        with pytest.raises(JournalInUseError):
            kind.other.open(NAME)
    assert appended(log, ONE) is None
    log.close()
    assert kind.other.read(NAME) == data + ONE


def test_a_journal_that_is_replaced_before_it_exists_begins(kind: Kind) -> None:
    log = kind.store.open(NAME)
    assert log.replace(HEAD + TWO) == ""
    assert log.begun
    log.close()
    assert kind.other.read(NAME) == HEAD + TWO


def test_a_journal_replaced_by_nothing_is_gone_and_can_be_begun_again(kind: Kind) -> None:
    log = begun(kind.store)
    log.replace(b"")
    assert (log.begun, log.read(), list(kind.other.stamps())) == (False, b"", [])
    assert appended(log, HEAD + TWO) is None
    log.close()
    assert kind.other.read(NAME) == HEAD + TWO


def test_what_is_put_aside_is_kept_under_a_name_of_its_own_each_time(kind: Kind) -> None:
    log = begun(kind.store, HEAD + ONE + b"first\nsecond\n")
    names = [
        log.replace(HEAD + ONE + b"first\n", aside=b"second\n"),
        log.replace(HEAD + ONE, aside=b"first\n"),
    ]
    log.close()
    assert len(set(names)) == 2
    assert [kind.aside(name) for name in names] == [b"second\n", b"first\n"]
    assert kind.other.read(NAME) == HEAD + ONE


# All of them


def test_stamps_name_every_journal_with_its_size(kind: Kind) -> None:
    assert list(kind.store.stamps()) == []
    before = time.time() - 2
    begun(kind.store).close()
    other = kind.store.open("another")
    appended(other, HEAD)
    other.close()
    found = sorted(kind.other.stamps())
    assert [(each.name, each.size) for each in found] == sorted([(NAME, len(HEAD + ONE)), ("another", len(HEAD))])
    assert all(before < each.modified < time.time() + 2 for each in found)


def test_a_list_shows_what_each_journal_comes_to_the_latest_first_and_counts_the_others(kind: Kind) -> None:
    for number, (name, data) in enumerate(
        {"first": HEAD + ONE, "bad": b"no journal\n", "begun": HEAD, "last": HEAD + ONE + TWO}.items()
    ):
        log = kind.store.open(name)
        assert appended(log, data) is None
        log.close()
        kind.date(name, float(number))
    listed = kind.other.summaries()
    assert [(entry.name, entry.size, entry.seconds) for entry in listed.entries] == [
        ("last", "2x2", 2.0),
        ("first", "2x2", 1.0),
    ]
    assert listed.skipped == 1
    assert kind.store.summaries() == listed


def test_two_windows_that_choose_different_things_lose_nothing_of_each_other(kind: Kind) -> None:
    before = kind.store.saved_choices()
    kind.store.save_choices(before, {"theme": "dark", "zoom": {"9x9": 2}})
    both = kind.other.saved_choices()
    kind.store.save_choices(both, {**both, "zoom": {"9x9": 2, "5x5": 1}})
    kind.other.save_choices(both, {**both, "theme": "light"})
    assert kind.store.saved_choices() == {"theme": "light", "zoom": {"9x9": 2, "5x5": 1}}
    kind.store.saved_choices()["zoom"].clear()
    assert kind.other.saved_choices()["zoom"] == {"9x9": 2, "5x5": 1}


# Journals and sessions


def test_a_session_goes_on_where_it_ended_in_every_store(kind: Kind, tmp_path: Path) -> None:
    kept = session_in(kind.store, tmp_path)
    for cell in (0, 1):
        assert kept.session.do(Gesture("turn", cell))
    assert kept.session.undo()
    kept.leave()
    again = session_in(kind.other, tmp_path)
    assert (again.session.turns, again.session.attempt.can_redo, again.trouble) == (1, True, "")
    again.leave()


@pytest.mark.parametrize(
    "bad", [b"nonsense\n", HEAD[:30], HEAD + ONE + b"nan hint\n9.0 undo\n", HEAD + ONE + b"9.0 un"]
)
def test_a_journal_that_cannot_be_read_to_its_end_is_mended_in_every_store(
    kind: Kind, tmp_path: Path, bad: bytes
) -> None:
    begun(kind.store, bad).close()
    kept = session_in(kind.store, tmp_path)
    whole = bad.startswith(HEAD)
    assert kept.session.turns == whole
    what = "Part of this journal" if whole else "This journal"
    torn = bad.endswith(b"un")
    assert kept.notice.replace(UNLOCKED, "").startswith("" if torn else f"{what} cannot be read; it is kept as {NAME}.")
    assert bool(kept.notice.replace(UNLOCKED, "")) != torn
    assert kept.session.do(Gesture("turn", 1))
    kept.leave()
    again = session_in(kind.other, tmp_path)
    assert again.session.turns == whole + 1
    again.leave()


def test_a_journal_that_another_window_takes_while_it_is_mended_is_in_use() -> None:
    class TakenLog(MemoryLog):
        def replace(self, data: bytes, aside: bytes = b"") -> str:
            raise JournalInUseError("taken")

    store = MemoryStore()
    store.journals[NAME] = HEAD + ONE + b"nonsense\n"
    log = store.open(NAME)
    log.__class__ = TakenLog
    with pytest.raises(JournalInUseError, match=r"^taken$"):
        Journal(log, lambda: HEAD)
    assert store.read(NAME) == HEAD + ONE + b"nonsense\n"


def test_events_that_cannot_be_played_are_dropped_and_kept_aside_in_every_store(kind: Kind) -> None:
    begun(kind.store, HEAD + ONE + TWO + TWO).close()
    journal = journal_in(kind.store)
    journal.replay(lambda events: len(list(events)) - 2)
    assert "Part of this journal cannot be read; it is kept as" in journal.notice
    assert journal.record(3.0, "undo")
    journal.close()
    assert kind.other.read(NAME) == HEAD + ONE + event_line(3.0, "undo")


@pytest.mark.parametrize("answers", [True, False])
def test_a_journal_is_taken_over_in_every_store_whether_or_not_its_holder_answers(kind: Kind, answers: bool) -> None:
    clock, holder = Time(), journal_in(kind.store)
    assert holder.record(1.0, "move turn 1,1 1")

    def sleep(seconds: float) -> None:
        clock.now += seconds
        if answers and holder.claimed:
            holder.yield_to_claim()

    began = clock.now
    journal = Journal(take_over(kind.other, NAME, clock, sleep), lambda: HEAD)
    if kind.locks:
        assert (clock.now - began < 0.2) == answers
    assert journal.events == [(1.0, "move turn 1,1 1")]
    assert journal.record(2.0, "move turn 2,1 1")
    assert not holder.record(3.0, "undo")
    assert holder.lost == TAKEN
    assert not journal.claimed
    holder.close()
    journal.close()
    assert kind.other.read(NAME) == HEAD + ONE + TWO


class LateLog:
    """A log that answers later, as one in a database does: it stores what waits when `arrive` is called."""

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._waiting: list[tuple[bytes, Callable[[Exception | None], None]]] = []
        self.begun, self.claimed, self.obstacle, self.notice = log.begun, False, "", ""
        self.read, self.replace, self.release, self.close = log.read, log.replace, log.release, log.close

    def append(self, data: bytes, kept: Callable[[Exception | None], None]) -> None:
        self._waiting.append((data, kept))

    def arrive(self) -> None:
        waiting, self._waiting = self._waiting, []
        for data, kept in waiting:
            self._log.append(data, kept)
        self.begun = self._log.begun


def test_a_journal_may_learn_later_that_its_events_are_stored_or_lost() -> None:
    store = MemoryStore()
    log = LateLog(store.open(NAME))
    journal = Journal(log, lambda: HEAD)
    assert journal.record(1.0, "move turn 1,1 1")
    assert journal.record(2.0, "move turn 2,1 1")
    assert store.read(NAME) == b""
    log.arrive()
    assert store.read(NAME) == HEAD + ONE + TWO
    store.take_over(NAME)
    assert journal.record(3.0, "undo")
    assert journal.lost == ""
    log.arrive()
    assert journal.lost == TAKEN
    assert store.read(NAME) == HEAD + ONE + TWO


# What only a disk does


def test_a_full_disk_takes_all_of_a_line_or_nothing(on_disk: Kind) -> None:
    for room in (0, 5, len(HEAD)):
        log = on_disk.store.open(NAME)
        with full_disk(room):
            assert isinstance(appended(log, HEAD + ONE), OSError)
        assert (log.begun, list(on_disk.other.stamps())) == (False, [])
    log = begun(on_disk.store)
    size = len(HEAD + ONE)
    for room in (0, 5):
        with full_disk(size + room):
            assert isinstance(appended(log, TWO), OSError)
            with pytest.raises(OSError, match=r"the disk is full|File too large"):
                log.replace(HEAD + TWO + ONE)
            with pytest.raises(OSError, match=r"the disk is full|File too large"):
                log.replace(HEAD, aside=bytes(size + 6))
        assert on_disk.other.read(NAME) == log.read() == HEAD + ONE
    assert appended(log, TWO) is None
    log.close()
    assert on_disk.other.read(NAME) == HEAD + ONE + TWO


def test_a_full_disk_leaves_the_choices_as_they_were(on_disk: Kind) -> None:
    on_disk.store.save_choices({}, {"theme": "dark"})
    with full_disk(5), pytest.raises(OSError, match="File too large"):
        on_disk.store.save_choices({}, {"theme": "light"})
    assert on_disk.other.saved_choices() == {"theme": "dark"}


def test_on_a_full_disk_nothing_of_a_copy_is_left_and_the_holder_goes_on(on_disk: Kind, tmp_path: Path) -> None:
    log = begun(on_disk.store)
    with full_disk(5), pytest.raises(OSError, match="the disk is full"):
        on_disk.other.take_over(NAME)
    assert len(list((tmp_path / "data" / "journals").iterdir())) == 1
    assert appended(log, TWO) is None
    log.close()


def test_in_a_folder_that_may_not_be_written_journals_are_read_and_nothing_is_kept(
    on_disk: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(on_disk.store).close()
    real = os.open

    def read_only(path: str, flags: int, *rest: int, **options: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), path)
        return real(path, flags, *rest, **options)

    monkeypatch.setattr(os, "open", read_only)
    kept = session_in(on_disk.store, tmp_path)
    assert kept.session.turns == 1
    assert kept.trouble == "The file of this journal may not be written: moves are not being kept."
    assert kept.session.do(Gesture("turn", 1))
    assert kept.session.turns == 2
    kept.leave()
    assert [entry.name for entry in on_disk.store.summaries().entries] == [NAME]
    assert isinstance(appended(on_disk.store.open("another"), HEAD), OSError)
    assert on_disk.store.read(NAME) == HEAD + ONE


def test_a_window_of_the_first_version_is_asked_in_vain_and_its_board_goes_on_in_a_file_of_its_own(
    on_disk: Kind, tmp_path: Path
) -> None:
    if not on_disk.locks:
        pytest.skip("without locks nobody can tell that its window is open")
    import fcntl

    old = FolderStore(tmp_path / "data").paths(NAME).old
    assert old
    old.parent.mkdir(parents=True)
    old.write_bytes(HEAD + ONE)
    clock = Time()

    def sleep(seconds: float) -> None:
        clock.now += seconds

    with old.open("rb") as window:
        fcntl.flock(window, fcntl.LOCK_EX)
        with pytest.raises(JournalInUseError):
            on_disk.store.open(NAME)
        journal = Journal(take_over(on_disk.store, NAME, clock, sleep), lambda: HEAD)
        assert journal.record(2.0, "move turn 2,1 1")
        journal.close()
    assert on_disk.other.read(NAME) == HEAD + ONE + TWO
    assert old.read_bytes() == HEAD + ONE


@pytest.mark.parametrize("name", FOLDERS)
def test_players_killed_at_any_moment_lose_no_move_in_any_store_on_a_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    store = made(name, tmp_path / "data", monkeypatch).store
    assert kills.run(tmp_path, sweep.share(30), store=store).endswith(" 0 with a move lost")
