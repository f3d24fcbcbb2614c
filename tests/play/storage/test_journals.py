"""Journals as a gate: whatever lies in the folder is read, skipped and counted, or reported; nothing is lost."""

import json
import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import Opened, open_session
from termpuzzles.session.attempt import HINT
from termpuzzles.session.session import RecordedSession
from termpuzzles.storage.journal import TAKEN
from termpuzzles.storage.journal_text import head_line, head_of, parse
from termpuzzles.storage.library import Folders, Library
from tests.play.storage.opened import taken
from tests.play.storage.test_library import full_disk, paths, ring
from tests.play.test_session import Time


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(Folders(tmp_path / "data", tmp_path / "config"), lambda: datetime(2026, 11, 21, 23, 50))


def session_at(library: Library) -> RecordedSession:
    return open_session(library, ring(), Time())


def played(library: Library) -> Path:
    """The file of a journal with one turn."""
    kept = session_at(library)
    kept.session.do(Gesture("turn", 0))
    kept.leave()
    return paths(library).path


def _no_permission(path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("whoever runs the tests may read everything")
    path.write_bytes(b"{}\n")
    path.chmod(0)


BAD: dict[str, Callable[[Path], object]] = {
    "no permission": _no_permission,
    "a folder": Path.mkdir,
    "a FIFO": lambda path: os.mkfifo(path),
    "a broken link": lambda path: path.symlink_to("nowhere"),
    "a circular link": lambda path: path.symlink_to(path.name),
    "a link to a device without end": lambda path: path.symlink_to("/dev/zero"),
    "a time that is no number": lambda path: path.write_bytes(b'{"game": "net"}\nnan hint\n'),
    "a hundred thousand brackets": lambda path: path.write_bytes(b"[" * 100_000 + b"\n1.0 hint\n"),
    "nothing but zeros": lambda path: path.write_bytes(bytes(100_000)),
    "other JSON": lambda path: path.write_bytes(b"[1]\n1.0 undo\n"),
    "no text at all": lambda path: path.write_bytes(b"\xff\xfe\xff\n1.0 undo\n"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_entry_is_skipped_and_counted_and_the_others_are_listed(library: Library, kind: str) -> None:
    good = played(library)
    BAD[kind](good.with_name("bad.journal"))
    listed = library.journal_list()
    assert [entry.path for entry in listed.entries] == [good]
    assert listed.skipped == 1
    assert listed.notice == "1 file among the journals cannot be read and is not listed."


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_in_the_place_of_a_journal_is_reported_and_the_board_can_be_played(
    library: Library, kind: str
) -> None:
    path = paths(library).path
    path.parent.mkdir(parents=True)
    BAD[kind](path)
    kept = session_at(library)
    kept.session.do(Gesture("turn", 0))
    assert kept.session.turns == 1
    assert kept.trouble or kept.notice
    kept.leave()


def test_a_journal_whose_bad_tail_can_be_kept_nowhere_is_left_unchanged_and_reported(
    library: Library,
) -> None:
    path = played(library)
    path.write_bytes(path.read_bytes() + b"nan hint\n9.0 undo\n")
    before = path.read_bytes()
    with full_disk(10):
        kept = session_at(library)
    assert kept.session.turns == 1
    assert kept.trouble == (
        "Part of this journal cannot be read, nor kept elsewhere (the disk is full): moves are not being kept."
    )
    kept.session.do(Gesture("turn", 1))
    assert kept.session.turns == 2
    kept.leave()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_titles_and_sizes_reach_a_list_without_control_characters(library: Library) -> None:
    path = played(library)
    head, rest = path.read_bytes().split(b"\n", 1)
    changed = json.loads(head) | {"title": "a\x1b[2J\u202eb\nc" + "x" * 1000}
    path.write_bytes(json.dumps(changed).encode() + b"\n" + rest)
    (entry,) = library.journal_list().entries
    assert entry.title.isprintable()
    assert entry.title.startswith("a\\x1b[2J")
    assert len(entry.title) < 1000
    path.write_bytes(json.dumps(changed | {"size": "\x1b[31m"}).encode() + b"\n" + rest)
    assert library.journal_list().skipped == 1


def test_a_sitting_begins_with_the_local_time_at_which_it_was_opened(library: Library) -> None:
    path = played(library)
    assert path.read_text(encoding="utf-8").splitlines()[1] == "0.0 opened 2026-11-21T23:50"
    assert library.journal_list().entries[0].opened == "2026-11-21"


def test_a_new_attempt_has_its_own_clock_and_no_way_back_to_the_finished_board(library: Library) -> None:
    kept = session_at(library)
    for cell, quarters in enumerate((3, 0, 2, 1)):
        for _ in range(quarters):
            kept.session.do(Gesture("turn", cell))
    kept.session.clock = kept.session.clock.at(40.0)
    if not kept.session.solved:
        pytest.fail("the ring is not closed by these turns")
    kept.session.apply(HINT, "edge")
    assert kept.session.restart()
    assert (kept.session.clock.seconds, kept.session.attempt.hints, kept.session.attempt.unaided) == (0.0, 0, True)
    assert not kept.session.undo()
    kept.leave()
    again = session_at(library)
    assert (again.session.clock.seconds, again.session.turns) == (0.0, 0)
    again.leave()


def test_a_list_read_twice_is_the_same_and_reads_changed_journals_anew(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from termpuzzles.storage import summaries

    monkeypatch.setattr(summaries, "_WORTH_KEEPING", 1)
    path = played(library)
    first = library.journal_list()
    assert (library.where.data / "summaries.json").is_file()
    monkeypatch.setattr(summaries, "summary_of", lambda path: pytest.fail("it was read again"))
    assert library.journal_list() is first
    assert Library(library.where, library.today).journal_list() == first
    monkeypatch.undo()
    path.write_bytes(path.read_bytes() + b"99.0 hint no loop\n")
    assert library.journal_list().entries[0].hints == (("no loop", 1),)


def kept_list(library: Library, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path, dict[str, Any]]:
    """The title of the one journal, and where the list with it is kept, and as what."""
    monkeypatch.setattr("termpuzzles.storage.summaries._WORTH_KEEPING", 1)
    played(library)
    title = library.journal_list().entries[0].title
    path = library.where.data / "summaries.json"
    return title, path, json.loads(path.read_bytes())


@pytest.mark.parametrize(("form", "is_used"), [(0, False), (1, True), (2, False)])
def test_a_list_is_kept_in_a_form_with_a_number_and_no_other_form_is_used(
    library: Library, monkeypatch: pytest.MonkeyPatch, form: int, is_used: bool
) -> None:
    title, path, kept = kept_list(library, monkeypatch)
    ((name, (*stamp, values)),) = kept["journals"].items()
    values[1] = "as kept"
    path.write_text(json.dumps({"form": form, "journals": {name: [*stamp, values]}}))
    listed = Library(library.where, library.today).journal_list()
    assert listed.entries[0].title == ("as kept" if is_used else title)


@pytest.mark.parametrize(
    ("later", "longer", "more", "is_used"),
    [(0, 0, 0, True), (0, 0, -1, False), (1, 0, 0, False), (0, 1, 0, False)],
)
def test_a_list_that_is_too_large_or_tells_of_a_journal_as_it_was_is_not_used(
    library: Library, monkeypatch: pytest.MonkeyPatch, later: int, longer: int, more: int, is_used: bool
) -> None:
    title, path, kept = kept_list(library, monkeypatch)
    ((name, (modified, size, values)),) = kept["journals"].items()
    values[1] = "as kept"
    kept["journals"][name] = [modified + later, size + longer, values]
    path.write_text(json.dumps(kept | {"more": " " * size}))
    monkeypatch.setattr("termpuzzles.storage.summaries._LARGEST", path.stat().st_size + more)
    listed = Library(library.where, library.today).journal_list()
    assert listed.entries[0].title == ("as kept" if is_used else title)


@pytest.mark.parametrize("content", [b"", b"[", b'{"form": 1, "journals": 5}', b'{"form": 1, "journals": {"x": [1]}}'])
def test_a_damaged_cache_of_the_list_is_as_good_as_none(library: Library, content: bytes) -> None:
    path = played(library)
    (library.where.data / "summaries.json").write_bytes(content.replace(b"x", path.name.encode()))
    assert len(library.journal_list().entries) == 1


def test_a_holder_that_does_not_answer_loses_the_journal_and_writes_nothing_when_it_wakes(library: Library) -> None:
    holder = session_at(library)
    holder.session.do(Gesture("turn", 0))
    time = Time()

    def sleep(seconds: float) -> None:
        time.now += seconds

    journal = taken(library, ring(), time, sleep)
    assert 101 < time.now <= 102
    kept = open_session(library, ring(), Time(), Opened(ring(), journal))
    assert kept.session.turns == 1
    kept.session.do(Gesture("turn", 2))
    before = paths(library).path.read_bytes()
    assert not holder.session.do(Gesture("turn", 1))
    assert not holder.session.undo()
    assert (holder.session.turns, holder.lost) == (1, TAKEN)
    holder.leave()
    assert paths(library).path.read_bytes() == before
    kept.leave()


@pytest.mark.parametrize("more", [0, 1])
def test_a_first_line_of_more_than_sixteen_megabytes_is_no_head(more: int) -> None:
    start, end = b'{"game": "net", "size": "3x3", "title": "", "text": "', b'"}\n'
    head = start + b" " * (16 * 1024 * 1024 - len(start) - len(end) + more) + end
    assert (head_of(head) is None) == (parse(head + b"1.0 undo\n").head is None) == bool(more)


DAMAGED = {
    "nothing": b"",
    "no head": b"1.0 undo\n",
    "moves that are no list": head_line(ring(), {"moves": "turn 1,1 1"}),
    "a position that is no number": head_line(ring(), {"position": "0"}),
    "a position before the first move": head_line(ring(), {"position": -1}),
    "a position after the last move": head_line(ring(), {"position": 1}),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_journal_damaged_after_it_was_listed_is_refused_by_its_name(library: Library, kind: str) -> None:
    path = played(library)
    (entry,) = library.journals()
    path.write_bytes(DAMAGED[kind])
    with pytest.raises(PuzzleError, match=":1: expected the first line of a journal") as refused:
        library.puzzle(entry)
    assert refused.value.source == entry.file
