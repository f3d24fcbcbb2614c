"""What becomes of every kind of journal and settings file, in approved tables: read, mended, listed, exchanged."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import BytesIO
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.session.session import Session
from termpuzzles.storage.courses import FULL, LARGE, Bounds, NoRoomError, digests, merge_journal, put_in_order, rank
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import (
    cleaned,
    event_line,
    head_line,
    head_of,
    identity,
    is_finished,
    parse,
    parse_event,
    puzzle_of,
)
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.settings import OPTIONS, differences, load, with_changes
from termpuzzles.storage.store import MemoryStore
from termpuzzles.storage.summaries import JournalList, frozen, summary_at, thawed
from termpuzzles.storage.transfer import Imported, export, merge, merge_part, part_of
from tests.approved import approve
from tests.play.desk import Time

RING = read("infinity:2x2:9c3c")[0]
NAME = identity(RING)
HEAD = head_line(RING, {})


def journal(*events: str, head: bytes = HEAD) -> bytes:
    return head + b"".join(event_line(at, event) for at, event in enumerate(events, 1))


def short(data: bytes) -> str:
    """Bytes with the usual first line left out."""
    text = data.decode("utf-8", "backslashreplace").replace(HEAD.decode(), "HEAD⏎")
    text = text.replace("\n", "⏎").replace("\r", "␍")
    return text if len(text) < 200 else f"{text[:90]}…{text[-90:]} ({len(text)})"


BROKEN: dict[str, bytes] = {
    "empty": b"",
    "a head alone": HEAD,
    "events": journal("opened 2026-11-21T18:03", "move turn 1,1 1", "undo"),
    "a last line cut short": journal("undo") + b"2.0 mo",
    "a last line of no line": journal("undo") + b"\n",
    "two lines, the last cut short": journal("undo") + b"nonsense\n2.0 mo",
    "nonsense between": journal("undo") + b"nonsense\n" + journal("redo", head=b""),
    "an event that is none": journal("move turn 1,1 1", "dance", "undo"),
    "a move off the board": journal("move turn 1,1 1", "move turn 3,1 1", "undo"),
    "a move of no amount": journal("move turn 1,1 4", "undo"),
    "carriage returns": HEAD + b"1.0 undo\r\n2.0 redo\r\n",
    "a control character": journal("undo") + b"2.0 mark a\x07b\n",
    "not UTF-8": journal("undo") + b"2.0 mark \xff\n",
    "no seconds": journal("undo") + b"redo\n",
    "negative seconds": journal("undo") + b"-1.0 redo\n",
    "a head cut short": HEAD[:-1],
    "a head that is none": b"[1, 2]\n" + journal("undo", head=b""),
    "a head of brackets": b"[" * 3000 + b"\n" + journal("undo", head=b""),
    "a head without a size": json.dumps({"game": "net", "title": "", "text": ""}).encode() + b"\n",
    "version 1": HEAD.replace(b'"termpuzzles": 2', b'"termpuzzles": 1') + b"1.0 undo\n",
    "no version": HEAD.replace(b'"termpuzzles": 2, ', b"") + b"1.0 undo\n",
    "version 0": HEAD.replace(b'"termpuzzles": 2', b'"termpuzzles": 0') + b"1.0 undo\n",
    "version true": HEAD.replace(b'"termpuzzles": 2', b'"termpuzzles": true') + b"1.0 undo\n",
    "a newer version": HEAD.replace(b'"termpuzzles": 2', b'"termpuzzles": 3') + b"1.0 undo\nnonsense\n",
    "seven digits": HEAD.replace(b"2x2", b"1234567x1234567", 1) + b"1.0 undo\n",
    "eight digits": HEAD.replace(b"2x2", b"12345678x1", 1) + b"1.0 undo\n",
    "a title of many lines": HEAD.replace(b'"title": ""', b'"title": "a\\nb\\u001b[2J' + b"x" * 300 + b'"')
    + b"1.0 undo\n",
}


def opened(data: bytes) -> Iterator[str]:
    """What a reader makes of these bytes, and what is in the store once one more event was kept."""
    content = parse(data)
    head = (
        content.head
        and f"version {content.head.version}, {content.head.game} {content.head.size} “{content.head.title}”"
    )
    yield f"  read: {head}, {content.events}, good {content.good} of {len(data)}{', torn' * content.torn}"
    store = MemoryStore(lambda: 0.0)
    if data:
        store.journals[NAME], store.modified[NAME] = data, 0.0
    kept = Journal(store.open(NAME), lambda: HEAD)
    session = Session(RING)
    kept.replay(session.restore)
    yield f"  opened: {kept.events}, read only {kept.read_only}, says {kept.notice!r}, {kept.trouble!r}"
    kept.record(9.0, "clock")
    kept.close()
    yield f"  then: {short(store.read(NAME))}" + "".join(
        f", aside {name[24:]}: {short(text)}" for name, text in store.aside.items()
    )


def test_what_becomes_of_each_broken_journal() -> None:
    lines = [line for title, data in BROKEN.items() for line in (f"# {title}", *opened(data))]
    approve(__file__, "journals-broken", "\n".join(lines) + "\n")


def test_lines_of_events() -> None:
    lines = (
        *(
            b"1.0 undo\n",
            b"1 undo\n",
            b"1. undo\n",
            b".5 undo\n",
            b"01.0 undo\n",
            b"1.0 undo",
            b"1.0 undo\r\n",
            b"1.0  undo\n",
        ),
        *(
            b"123456789012.123456 x\n",
            b"1234567890123 x\n",
            b"1.1234567 x\n",
            b"1.0 \n",
            b"1.0 a\tb\n",
            b"1.0 a\x7fb\n",
            b"\n",
        ),
        *("1.0 mark é\n".encode(), b"1.0 mark \xe9\n", b"1.0 a\x1fb\n", b"1.0 a\x20b\n", b"1e3 x\n", b"\xd9\xa1.0 x\n"),
    )
    found = [f"{line!r} → {parse_event(line)}" for line in lines]
    found += [repr(event_line(seconds, "mark é")) for seconds in (0.0, 0.04, 0.05, 0.06, 59.96, 1e7)]
    found += [repr(cleaned(text)) for text in ("a\nb", "x" * 200 + "y", "\x1b[2J", "é", "")]
    approve(__file__, "journals-lines", "\n".join(found) + "\n")


PUZZLES = (
    "infinity:2x2:9c3c",
    "3x3w:9c3a5e16c",
    "4x4:4ab915ea84d835b8",
    "simpleloop/5/5/sg020",
    "https://puzz.link/p?mashu/4/4/3i0060",
    "infinity:2x2:9c3c\nsource=x",
)


def test_first_lines_and_the_puzzles_read_from_them() -> None:
    lines = []
    for text in PUZZLES[:5]:
        puzzle = read(text)[0]
        head = head_line(puzzle, {"more": [1, "é"]})
        again = puzzle_of(head_of(head), "a.journal")
        lines.append(f"{identity(puzzle)} {short(head)}")
        assert identity(again) == identity(puzzle)
        assert (again.tiles, again.clues, again.start, again.grid) == (
            puzzle.tiles,
            puzzle.clues,
            puzzle.start,
            puzzle.grid,
        )
    facts = json.loads(HEAD)
    changes: tuple[dict[str, Any], ...] = (
        {"game": "chess"},
        {"text": "nonsense"},
        {"moves": ["turn 1,1 1"], "position": 1},
        {"moves": ["turn 1,1 1"], "position": 0},
        {"moves": ["turn 1,1 1"], "position": 2},
        {"moves": ["turn 1,1 1"], "position": -1},
        {"moves": ["turn 1,1 1"], "position": True},
        {"moves": ["turn 9,1 1"], "position": 1},
        {"moves": "turn", "position": 0},
        {"moves": []},
    )
    for change in changes:
        try:
            puzzle = puzzle_of(head_of(json.dumps(facts | change).encode() + b"\n"), "a.journal")
            came = f"{puzzle.start.lines.hex()} {[str(move) for move in puzzle.moves]} at {puzzle.position}"
        except PuzzleError as error:
            came = str(error)
        lines.append(f"{change} → {came}")
    for data in (b"", b"\n", b"{}\n", HEAD[:-1], HEAD + b"more"):
        found = head_of(data)
        lines.append(f"{short(data)!r}: {found and found.game}")
    with pytest.raises(PuzzleError, match=r"a\.journal:1: expected the first line of a journal, found other text"):
        puzzle_of(None, "a.journal")
    approve(__file__, "journals-heads", "\n".join(lines) + "\n")


HISTORIES = (
    "opened 2026-11-21T18:03; move turn 1,1 1; undo",
    "opened 2026-11-21T18:03; move turn 1,1 1; finished",
    "opened 2026-11-21T18:03 daily 2026-11-21; move turn 1,1 1; finished",
    "opened 2026-11-21T23:59 daily 2026-11-21; opened 2026-11-22T00:10 daily 2026-11-21; finished",
    "opened 2026-11-22T00:10 daily 2026-11-21; finished",
    "opened 2026-11-20T10:00; opened 2026-11-22T00:10 daily 2026-11-21; finished",
    "hint edge; finished",
    "hint; hint edge; hint edge; hint no loop; clock",
    "checked 0; finished",
    "checked 2; checked 0; checked 1; finished",
    "checked; finished",
    "gave up; finished",
    "gave up; finished; attempt; finished",
    "hint edge; finished; attempt; finished; finished; attempt; checked 1; finished",
    "finished; undo",
    "finished; undo; redo; finished",
    "finished; clock; mark there; hint edge; opened 2026-11-23T09:00; checked 3; source 1,1",
    "finished; back there",
    "finished; restart",
    "attempt",
    "opened; finished",
    "opened nonsense and more; finished",
    "opened 2026-11-21T18:03 weekly 2026-11-21; finished",
)


def test_what_a_list_shows_of_each_history() -> None:
    lines = []
    head = head_of(HEAD)
    assert head is not None
    for history in HISTORIES:
        events = [(float(at), event) for at, event in enumerate(history.split("; "), 1)]
        found = summary_at("folder/0123.journal", head, events, 5.0)
        assert thawed("folder/0123.journal", 5.0, json.loads(json.dumps(frozen(found)))) == found
        shown = found._asdict()
        told = {key: shown[key] for key in ("seconds", "finished", "hints", "wrong", "gave_up", "opened") if shown[key]}
        solves = " ".join(
            f"{solve.seconds:g}{'' if solve.unaided else ' helped'} {solve.day}/{solve.daily}" for solve in found.solves
        )
        lines.append(f"{history}\n  {told}, solves [{solves}], finished {is_finished(event for _, event in events)}")
    rated = head_of(HEAD.replace(b'"title"', b'"rating": "edge\\n", "title"'))
    assert rated is not None
    summary = summary_at("a/b/0123-2.journal", rated, [(1.0, "undo")], 5.0)
    lines.append(str(summary))
    lines.append(f"{summary.path} {summary.name} {summary.identity} {summary.cells}")
    lines += [repr(JournalList.of([], skipped).notice) for skipped in (0, 1, 2)]
    assert JournalList(()) == JournalList.of([], 0)
    order = JournalList.of([summary._replace(modified=float(time)) for time in (1, 3, 2)], 0)
    assert [entry.modified for entry in order.entries] == [3.0, 2.0, 1.0]
    approve(__file__, "journals-listed", "\n".join(lines) + "\n")


# Courses

COURSES = {
    "a": journal("move turn 1,1 1"),
    "ab": journal("move turn 1,1 1", "undo"),
    "abc": journal("move turn 1,1 1", "undo", "redo"),
    "ax": journal("move turn 1,1 1", "restart"),
    "q": journal("hint edge"),
    "qr": journal("hint edge", "undo"),
    "torn": journal("move turn 1,1 1", "undo") + b"3.0 re",
    "tail": journal("move turn 1,1 1", "undo") + b"nonsense\n",
}


def held(store: MemoryStore) -> str:
    """The journals of a store by the names of the courses above."""
    names = {parse(data).good and data[: parse(data).good]: name for name, data in reversed(COURSES.items())}
    found = [
        f"{name.removeprefix(NAME) or 'board'}: {names.get(data, short(data))}"
        for name, data in sorted(store.journals.items())
    ]
    return ", ".join(
        found + [f"aside{name.removeprefix(NAME)}: {short(data)}" for name, data in sorted(store.aside.items())]
    )


def merged(sequence: Iterable[str]) -> tuple[MemoryStore, list[str]]:
    store = MemoryStore(lambda: 0.0)
    return store, [merge_journal(store, f"journals/{NAME}.journal", COURSES[name]) for name in sequence]


def test_courses_are_merged_in_any_order() -> None:
    lines = []
    for names in (
        ("a", "ab", "abc"),
        ("ab", "ax"),
        ("ab", "q", "qr"),
        ("abc", "ax", "qr"),
        ("torn", "abc"),
        ("tail", "abc"),
    ):
        for sequence in permutations(names):
            store, came = merged(sequence)
            put_in_order(store, NAME)
            lines.append(f"{' '.join(sequence)} → {' '.join(came)}: {held(store)}")
    approve(__file__, "courses-merged", "\n".join(lines) + "\n")


def test_what_is_there_already_is_mended_when_another_course_comes() -> None:
    lines = []
    for there in ("", "HEAD", "nonsense\n", "tail", "torn", "a", "held a"):
        for comes in ("ab", "q", "a", "abc"):
            store = MemoryStore(lambda: 0.0)
            name = there.removeprefix("held ")
            data = COURSES.get(name, HEAD if name == "HEAD" else name.encode())
            if data:
                store.journals[NAME], store.modified[NAME] = data, 0.0
            if there.startswith("held"):
                store.open(NAME)
            came = merge_journal(store, f"{NAME}-7.sitting", COURSES[comes]).replace(NAME, "board")
            lines.append(f"{there!r} there, {comes} comes → {came}: {held(store)}")
    for data in (b"", HEAD, b"nonsense", b"nonsense\n1.0 undo\n"):
        store = MemoryStore(lambda: 0.0)
        lines.append(f"{short(data)} comes → {merge_journal(store, 'x', data)}: {held(store)}")
    approve(__file__, "courses-mended", "\n".join(lines) + "\n")


def test_by_which_the_course_that_opens_is_chosen() -> None:
    contents = {name: parse(data) for name, data in COURSES.items()}
    order = sorted(contents, key=lambda name: rank(contents[name])[:2])
    assert order[0] in ("a", "q")
    assert order[-1] == "abc"
    later = parse(journal("move turn 1,1 1") + event_line(99.0, "undo"))
    assert rank(later) > rank(contents["ab"])
    assert rank(parse(HEAD))[:2] == (0, 0.0)
    events = contents["abc"].events
    found = digests(events, [0, 1, 2, 3, 9])
    assert found[3] == found[9]
    assert len({found[number] for number in range(4)}) == 4
    assert found[2] == digests(contents["ab"].events, [2])[2] == digests(contents["torn"].events, [5])[5]


def test_a_store_takes_just_what_is_within_bounds() -> None:
    bounds = Bounds(2, 100, 60, 4)
    bounds.spend(60)
    assert (bounds.journals, bounds.size) == (1, 40)
    bounds.spend(80, 60)
    assert (bounds.journals, bounds.size) == (1, 20)
    with pytest.raises(NoRoomError):
        bounds.spend(21)
    with pytest.raises(NoRoomError):
        bounds.spend(81, 60)
    bounds.spend(80, 60)
    assert (bounds.journals, bounds.size) == (1, 0)
    bounds.spend(0)
    with pytest.raises(NoRoomError):
        bounds.spend(0)
    bounds.spend(10, 60)
    assert (bounds.journals, bounds.size) == (0, 50)
    store, _ = merged(["a", "q"])
    counted = Bounds(5, 10_000, 60, 4)
    counted.count(store)
    assert (counted.journals, counted.size) == (3, 10_000 - len(COURSES["a"]) - len(COURSES["q"]))


def test_what_no_store_takes_is_refused() -> None:
    size = len(COURSES["ab"])
    duel = COURSES["ab"].replace(b'"game": "infinity"', b'"game": "duel:wall"')
    cases: dict[str, tuple[bytes, Bounds]] = {
        "just small enough": (COURSES["ab"], Bounds(1, size, size, 4)),
        "a byte too large": (COURSES["ab"], Bounds(1, size, size - 1, 4)),
        "a cell too many": (COURSES["ab"], Bounds(1, size, size, 3)),
        "no room for a byte": (COURSES["ab"], Bounds(1, size - 1, size, 4)),
        "no room for a journal": (COURSES["ab"], Bounds(0, size, size, 4)),
        "a game for two": (duel, Bounds(1, 1000, 1000, 1)),
        "no puzzle": (COURSES["ab"].replace(b"infinity", b"infinite"), Bounds(1, 1000, 1000, 4)),
        "a torn line does not count": (COURSES["torn"], Bounds(1, size, size, 4)),
    }
    lines = []
    for title, (data, bounds) in cases.items():
        arrived: list[str] = []
        bounds.arrives = lambda board, content, arrived=arrived: arrived.append(f"{board} {len(content.events)}")  # type: ignore[misc]
        came = merge_journal(MemoryStore(lambda: 0.0), f"journals/{NAME}-2.journal", data, bounds)
        lines.append(f"{title}: {came}; arrived {arrived}; left {bounds.journals} journals, {bounds.size} bytes")
    approve(__file__, "courses-refused", "\n".join(lines) + "\n")


def test_what_room_is_left_after_each_kind_of_merge() -> None:
    size = {name: len(data) for name, data in COURSES.items()}
    store, bounds, left = MemoryStore(lambda: 0.0), Bounds(3, 10_000, 1_000, 4), 10_000
    for course, came, journals, taken in (
        ("a", "new", 2, size["a"]),
        ("ab", "longer", 2, size["ab"] - size["a"]),
        ("a", "known", 2, 0),
        ("q", "beside", 1, size["q"]),
        ("q", "known", 1, 0),
        ("qr", "longer", 1, size["qr"] - size["q"]),
        ("ax", "beside", 0, size["ax"]),
    ):
        assert merge_journal(store, f"journals/{NAME}.journal", COURSES[course], bounds) == came
        left -= taken
        assert (bounds.journals, bounds.size) == (journals, left)
    bounds.size = size["abc"] - size["ab"]
    for course, came in (("torn", "known"), ("abc", "longer"), ("ab", "known"), ("a", "known")):
        assert merge_journal(store, f"journals/{NAME}.journal", COURSES[course], bounds) == came
    assert (bounds.journals, bounds.size) == (0, 0)
    other = journal("pin 1,1", "undo", "redo", "undo")
    assert merge_journal(store, f"journals/{NAME}.journal", other, bounds).endswith(f": {FULL}")
    assert merge_journal(store, f"journals/{'f' * 24}.journal", other, bounds).endswith(f": {FULL}")


def test_a_board_has_just_so_many_games() -> None:
    store = MemoryStore(lambda: 0.0)
    merge_journal(store, f"journals/{NAME}.journal", COURSES["ab"])
    for number in range(2, 999):
        store.journals[f"{NAME}-{number}"] = b"x"
        store.modified[f"{NAME}-{number}"] = 0.0
    assert merge_journal(store, f"journals/{NAME}.journal", COURSES["q"]) == "beside"
    assert store.journals[f"{NAME}-999"] == COURSES["q"]
    with pytest.raises(OSError, match="too many games of one board"):
        merge_journal(store, f"journals/{NAME}.journal", COURSES["ax"])


# Two machines


def library(*courses: str, **choices: object) -> Library:
    store, _ = merged(courses)
    store.save_choices({}, choices)
    nowhere = Path("nowhere")
    return Library(Folders(nowhere, nowhere), lambda: datetime(2026, 11, 21), store)


def bounds() -> Bounds:
    return Bounds(10, 100_000, 1000, 100)


# Settings

FILES = (
    "",
    'theme = "dark"\nglyphs = "ascii"\n',
    'theme = "auto"\nglyphs = "auto"\n',
    "theme = 3\n",
    'theme = "' + "x" * 80 + '"\n',
    'theme = "' + "x" * 81 + '"\n',
    'theme = "a\\u0007"\n',
    'glyphs = "asci"\nkeymap = "vi"\n',
    '[play]\nmarks = false\ntimer = false\nauto_pin = true\nturn_then_pin = true\nturn-direction = "anticlockwise"\n',
    "[play]\nmarks = 1\nmark = true\nturn = true\n",
    "marks = false\n",
    "play = 3\n",
    "[pley]\nmarks = true\n",
    '[ play ]\nmarks = 0\n[hints]\n\n"offer" = 0\n',
    "play.marks = 0\nhints = {offer = 0}\n",
    '[keys]\nplay.undo = "u"\n"play.redo" = "r"\nplay.hint = 3\n"play.do" = ""\n',
    '[keys]\n"a.b.c.d.e" = "x"\na.b.c.d.e.f = "x"\nb = "' + "x" * 81 + '"\n',
    "keys = 3\n",
    '[new]\nsize = "9x9"\ngame = "chess"\n',
    "theme = \n",
    'theme = "dark"\n[play\n',
    "a = [" * 2000,
    "zoom = 3\nnonsense = [1, 2]\n",
    '[ssh]\nwatch = "yes"\ntable = true\n',
)


def told(folder: Path, text: str | bytes, name: str = "settings.toml", **choices: Any) -> str:
    data = text.encode() if isinstance(text, str) else text
    (folder / name).write_bytes(data)
    found = load(folder, choices)
    (folder / name).unlink()
    usual = {option.name: option.default for option in OPTIONS if option.default != ""}
    values = {key: value for key, value in found.items() if usual.get(key, "") != value}
    missing = sorted(usual.keys() - found.keys() - {"glyphs"})
    shown = f"{values} fixed {sorted(found.fixed)} places {found.places} missing {missing} {'; '.join(found.warnings)}"
    return shown.replace(f"{folder}/", "")


def test_what_is_made_of_each_settings_file(tmp_path: Path) -> None:
    lines = [f"{text[:70]!r}\n  {told(tmp_path, text)}" for text in FILES]
    lines.append(f"not UTF-8: {told(tmp_path, bytes([255, 10]))}")
    marked = b'\xef\xbb\xbftheme = "dark"'
    lines.append(f"with a mark of its order of bytes: {told(tmp_path, marked)}")
    lines.append(
        "chosen in the app: "
        + told(tmp_path, "", marks=False, theme="dark", glyphs="x", keys=3, zoom={"a": 1}, other=[1])
    )
    lines.append("both: " + told(tmp_path, '[keys]\nundo = "u"', keys={"undo": "x", "redo": "r"}, marks=False))
    for old in (
        '{"marks": false, "keys": {"a": "b", "c": 3}, "zoom": {"9x9": 2, "x": true}, "glyphs": "x", "odd": 1}',
        "[]",
        "{",
        "",
        '"x"',
    ):
        lines.append(f"of 0.1.0: {old!r}\n  {told(tmp_path, old, 'settings.json')}")
    (tmp_path / "settings.toml").mkdir()
    lines.append(f"a folder: {'; '.join(load(tmp_path, {}).warnings)}".replace(f"{tmp_path}/", ""))
    approve(__file__, "settings-files", "\n".join(lines) + "\n")


def test_what_differs_is_kept_within_a_table_key_by_key() -> None:
    before = {"a": 1, "b": 2, "t": {"x": 1, "y": 2}, "u": {"x": 1}, "v": 3, "gone": 1}
    after = {"a": 1, "b": 3, "t": {"x": 1, "y": 3, "z": 4}, "u": 5, "v": {"x": 1}, "new": None, "w": {"q": 1}}
    found = differences(before, after)
    assert found == {"b": 3, "t": {"y": 3, "z": 4}, "u": 5, "v": {"x": 1}, "new": None, "w": {"q": 1}}
    assert with_changes({"t": {"o": 0, "y": 9}, "v": 7, "k": 1}, found) == {
        "t": {"o": 0, "y": 3, "z": 4},
        "v": {"x": 1},
        "k": 1,
        "b": 3,
        "u": 5,
        "new": None,
        "w": {"q": 1},
    }
    assert differences({}, {}) == {}


def test_every_option_says_what_it_takes() -> None:
    lines = [f"{option.key} = {option.expected} ({option.default!r}): {option.sentence}" for option in OPTIONS]
    for option in (OPTIONS[0], OPTIONS[1], OPTIONS[5]):
        values: tuple[object, ...] = (
            True,
            False,
            1,
            0,
            "auto",
            "ascii",
            "True",
            "",
            "x" * 80,
            "x" * 81,
            "a\nb",
            None,
            [],
        )
        lines.append(f"{option.key}: {[str(value)[:9] for value in values if option.allows(value)]}")
    approve(__file__, "settings-options", "\n".join(lines) + "\n")


def test_a_journal_tries_again_what_a_store_did_not_take() -> None:
    store, time = MemoryStore(lambda: 0.0), Time()
    log = store.open(NAME)
    kept, real, failing = Journal(log, lambda: HEAD), log.append, [True]

    def append(data: bytes, told: Any) -> None:
        if failing[0]:
            told(OSError(28, "No space left on device"))
        else:
            real(data, told)

    log.append = append  # type: ignore[method-assign,assignment]
    arrived: list[bool] = []
    kept.stored = lambda: arrived.append(kept.is_stored)
    assert kept.record(time(), "undo")
    assert (kept.trouble, kept.begun) == ("moves are not being kept: No space left on device", False)
    assert kept.record(1.0, "redo")
    failing[0] = False
    assert kept.record(2.0, "clock")
    assert (kept.trouble, kept.begun, arrived) == ("", True, [True] * 3)
    assert store.read(NAME) == HEAD + b"0.0 undo\n1.0 redo\n2.0 clock\n"
    failing[0] = True
    kept.record(3.0, "undo")
    failing[0] = False
    kept.record(4.0, "redo")
    assert store.read(NAME).endswith(b"2.0 clock\n3.0 undo\n4.0 redo\n")


# Files with many journals


def archive(**items: bytes) -> bytes:
    """A file of these items; `__` in a name stands for a slash, and `_` for a dot."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as opened:
        for name, data in items.items():
            opened.writestr(name.replace("__", "/").replace("_", "."), data)
    return out.getvalue()


def one(name: str, folder: str = "journals") -> dict[str, bytes]:
    return {f"{folder}__{NAME}_journal": COURSES[name]}


def test_a_part_is_merged_as_far_as_it_is_within_bounds() -> None:
    size = len(COURSES["ab"])
    filler = bytes(4 * size - size)
    assert merge_part(library(), archive(**one("ab"), x=filler), Bounds(9, 9999, size, 4)) == Imported(
        1, refused=(f"x: {LARGE}",)
    )
    with pytest.raises(PuzzleError, match=rf"^expected at most {4 * size} bytes of journals, found {4 * size + 1}$"):
        merge_part(library(), archive(**one("ab"), x=filler + b"x"), Bounds(9, 9999, size, 4))
    assert merge_part(library(), archive(**one("ab")), Bounds(9, 9999, size - 1, 4)).refused == (
        f"journals/{NAME}.journal: {LARGE}",
    )
    for name in ("journals__x_journal", f"elsewhere__{NAME}_journal", f"journals__{NAME}_txt", f"{NAME}_journal"):
        found = library()
        assert merge_part(found, archive(**{name: COURSES["ab"]})) == Imported()
        assert [*found.store.stamps()] == []
    for damaged in (b"", b"nonsense", archive(**one("ab"))[:-30]):
        with pytest.raises(PuzzleError, match=r"^expected a part of the journals, found "):
            merge_part(library(), damaged)


def test_what_is_remembered_comes_along_where_there_is_nothing_yet_and_not_too_much_of_it() -> None:
    def remembered(text: str, **own: object) -> dict[str, Any]:
        here = library(**own)
        merge_part(here, archive(remembered_json=text.encode()))
        return here.store.saved_choices()

    theirs = {"a": 1, "t": {"x": 1, "y": 2}, "u": {"x": 1}}
    assert remembered(json.dumps(theirs), a=2, t={"y": 3}, u=4, b=5) == {
        "a": 2,
        "t": {"x": 1, "y": 3},
        "u": 4,
        "b": 5,
    }
    for text in ("", "[]", "nonsense", "3", "[" * 5000):
        assert remembered(text, a=2) == {"a": 2}
    most = (1 << 18) - len(json.dumps({"a": 2, "b": ""}))
    assert len(remembered(json.dumps({"b": "x" * most}), a=2)["b"]) == most
    assert remembered(json.dumps({"b": "x" * (most + 1)}), a=2) == {"a": 2}


def test_a_part_has_whole_events_alone_and_choices_if_they_are_asked_for() -> None:
    found = library("torn", "q", a="é")
    (board,) = (stamp.name for stamp in found.store.stamps() if "-" not in stamp.name)
    for choices in (False, True):
        with zipfile.ZipFile(BytesIO(part_of(found, [board, f"{board}-2", "0" * 24], choices))) as opened:
            names = [f"journals/{board}.journal", f"journals/{board}-2.journal", *["remembered.json"] * choices]
            assert opened.namelist() == names
            assert {opened.read(name) for name in names[:2]} == {COURSES["ab"], COURSES["q"]}
            if choices:
                assert opened.read("remembered.json").decode() == '{"a": "é"}'


def test_own_settings_that_come_along_are_kept_beside_those_that_are_there(tmp_path: Path) -> None:
    here = Library(Folders(tmp_path / "data", tmp_path / "config"), store=MemoryStore())
    (tmp_path / "config").mkdir()

    def brought(text: bytes) -> dict[str, bytes]:
        (tmp_path / "file").write_bytes(archive(settings_toml=text))
        assert merge(here, tmp_path / "file") == Imported()
        return {file.name: file.read_bytes() for file in sorted((tmp_path / "config").iterdir())}

    assert brought(b"one") == {"settings.toml": b"one"}
    assert brought(b"one") == {"settings.toml": b"one"}
    both = {"settings-imported-1.toml": b"two", "settings.toml": b"one"}
    assert brought(b"two") == both
    assert brought(b"two") == both
    assert brought(b"three") == both | {"settings-imported-2.toml": b"three"}
    (tmp_path / "file").write_bytes(b"nonsense")
    with pytest.raises(PuzzleError, match=r"^expected a file that `termpuzzles data export` wrote, found "):
        merge(here, tmp_path / "file")


def test_everything_is_written_to_one_file_and_counted(tmp_path: Path) -> None:
    where = Folders(tmp_path / "data", tmp_path / "config")
    there = {
        f"data/journals/{NAME}.journal": COURSES["ab"],
        f"data/journals/{NAME}-2.journal": COURSES["q"],
        f"data/journals/{NAME}-3.journal": b"",
        f"data/journals/{NAME}.damaged-1": b"nonsense",
        "data/journals/x.journal": COURSES["a"],
        f"data/sittings/{NAME}.sitting": COURSES["ax"],
        "data/remembered.json": b"{}",
        "config/settings.toml": b"",
        "data/other.json": b"{}",
    }
    for name, data in there.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert export(where, tmp_path / "all.zip") == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["all.zip", "config", "data"]
    with zipfile.ZipFile(tmp_path / "all.zip") as opened:
        assert opened.namelist() == [
            f"journals/{NAME}-2.journal",
            f"journals/{NAME}.journal",
            f"sittings/{NAME}.sitting",
            "remembered.json",
        ]
        assert opened.read(f"journals/{NAME}.journal") == COURSES["ab"]
