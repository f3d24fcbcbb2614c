"""What two machines ask each other so that each gets the journals that it lacks: both sides of `sync`.

The one that asks first gets a list of the other's courses, each with the number of its events and a digest of them. It
fetches those that are not the beginning of its own, merges them, and sends what the other one still lacks, all in parts
of a bounded size. Each part is merged before the next is asked for, so whoever is interrupted goes on from there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.formats.format import natural
from termpuzzles.storage.courses import LARGE, UNBOUNDED, Bounds, digests, put_in_order
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.library import Library
from termpuzzles.storage.store import Stamp, Store
from termpuzzles.storage.transfer import Imported, merge_choices, merge_part, part_of, with_choices

VERSION = 1  # of what is asked and answered
PART = 1 << 19  # bytes of the journals to exchange at once, unless one is longer: each part costs a process there
_EACH = 2_000  # bytes for which each counts besides, as a disk takes its time with every file
_COURSE = re.compile(r"([0-9a-f]{24}(?:-\d{1,3})?) (\d{1,9}) ([0-9a-f]{32}) (\d{1,9})")
_HEAD = re.compile(r"termpuzzles (\d{1,6}) (\d{1,12})")

Ask = Callable[[Sequence[str], bytes], Awaitable[bytes]]  # words and data to the other side; returns its answer


class ExchangeError(Exception):
    """The exchange ends here; what was merged is kept. The text is a sentence for the player."""


def refusal_line(code: str) -> bytes:
    """What is answered where a sync is refused, beside the sentence for the player: a line of JSON with a code."""
    return json.dumps({"refused": code}).encode() + b"\n"


def is_refusal(answer: bytes) -> bool:
    """Whether an answer is a refusal; a service that knows no sync, or no code for it, answers nothing."""
    try:
        found = json.loads(answer)
    except ValueError:
        return False
    return isinstance(found, dict) and "refused" in found


class Course(NamedTuple):
    """A journal: its name, the number of its events and a digest of them, and its bytes."""

    name: str
    events: int
    digest: str
    size: int

    @property
    def board(self) -> str:
        """The name of its board."""
        return self.name.partition("-")[0]


class Exchanged(NamedTuple):
    """What was merged here, and what there."""

    came: Imported
    went: Imported

    def sentence(self) -> str:
        """What was exchanged, in words."""
        if not any(each.new or each.longer or each.beside or each.refused for each in self):
            return "nothing new on either side"
        came, went = (each.new + each.longer + each.beside for each in self)
        both = max(self.came.beside, self.went.beside)
        twice = f"; {_boards(both)} played on both sides, both games are kept" if both else ""
        return f"{_boards(came)} came, {_boards(went)} went{twice}"

    def refusals(self, host: str) -> list[str]:
        """A sentence for each reason for which something was left."""
        places = (("here", self.came), (f"on {host}", self.went))
        found = Counter((where, why.rpartition(": ")[2]) for where, each in places for why in each.refused)
        return [f"{_boards(number)} left out {where}: {why}" for (where, why), number in found.items()]


def _boards(number: int) -> str:
    return counted(number, "board")


def courses_of(store: Store, known: Mapping[Stamp, Course] | None = None) -> dict[Stamp, Course]:
    """All courses that can be read, boards with several put in order first; those `known` are not read again."""
    boards = Counter(stamp.name.partition("-")[0] for stamp in store.stamps())
    for board in (board for board, number in boards.items() if number > 1):
        put_in_order(store, board)
    found = {stamp: (known or {}).get(stamp) or _course(store, stamp.name) for stamp in store.stamps()}
    return {stamp: course for stamp, course in found.items() if course is not None}


def _course(store: Store, name: str) -> Course | None:
    try:
        content = parse(store.read(name))
    except OSError:
        return None
    if content.head is None or not content.events:
        return None
    number = len(content.events)
    return Course(name, number, digests(content.events, [number])[number], content.good)


# The side that is asked


def answer(library: Library, words: Sequence[str], data: bytes, bounds: Bounds) -> bytes:
    """The answer to what the other side asks. Raises ExchangeError, PuzzleError and OSError."""
    version, what = [*words, "", ""][:2]
    if version != str(VERSION):
        newer = (natural(version) or 0) > VERSION
        whose = "the termpuzzles of this service" if newer else "your termpuzzles"
        spoken = f"This service speaks version {VERSION} of sync, and you {shortened(version)!r}"
        raise ExchangeError(f"{spoken}: {whose} must be updated.")
    if what == "list":
        return _list(library, bounds)
    if what == "get":
        names = [line for line in data.decode("ascii", "replace").splitlines() if re.fullmatch(r"[0-9a-f-]+", line)]
        return part_of(library, names)
    if what == "send":
        library.journal_list()  # so that whoever lists them next need not read what came with other parts
        bounds.count(library.store)
        merged = merge_part(library, data, bounds)
        library.journal_list()
        return "\n".join([" ".join(map(str, merged[:4])), *merged.refused]).encode()
    raise PuzzleError("one of list, get, send", repr(shortened(what)))


def _list(library: Library, bounds: Bounds) -> bytes:
    courses = courses_of(library.store).values()
    lines = (f"{name} {events} {digest} {size}" for name, events, digest, size in courses)
    choices = json.dumps(library.store.saved_choices())
    return "\n".join([f"termpuzzles {VERSION} {bounds.largest}", choices, *lines]).encode()


# The side that asks


async def exchange_with(library: Library, ask: Ask) -> Exchanged:
    """Merge what both sides have into each. Raises ExchangeError, and OSError if it cannot be kept here."""
    largest, choices, theirs = _listed(await ask(["list"], b""))
    merge_choices(library, choices)
    before = courses_of(library.store)
    came = Imported()
    known = _Known(library.store, before.values())
    for names in _parts(course for course in theirs if not known.has(course)):
        came = came.plus(_merged(library, await ask(["get"], "\n".join(names).encode())))
    mine = courses_of(library.store, before)
    missing, held = [], {course.digest for course in theirs}
    went = Imported()
    for course in mine.values():
        if course.digest in held:
            continue
        if course.size > largest:
            went = went.plus(Imported(refused=(f"{course.name}: {LARGE}",)))
        else:
            missing.append(course)
    further = library.store.saved_choices()
    changed = with_choices(further, choices) != choices
    for names in [*_parts(missing, min(PART, 2 * largest))] or [[]] * changed:
        went = went.plus(_imported(await ask(["send"], part_of(library, names, changed))))
    return Exchanged(came, went)


def _listed(answered: bytes) -> tuple[int, dict[str, Any], list[Course]]:
    """The most bytes of a journal there, the choices there, and the courses."""
    lines = answered.decode("utf-8", "replace").split("\n")
    head = _HEAD.fullmatch(lines[0])
    found = [_COURSE.fullmatch(line) for line in lines[2:]]
    try:
        choices = json.loads(lines[1]) if head and lines[1:] else None
    except (ValueError, RecursionError):
        choices = None
    if head is None or int(head[1]) != VERSION or not isinstance(choices, dict):
        raise _unexpected(answered)
    courses = [Course(line[1], int(line[2]), line[3], int(line[4])) for line in found if line]
    if len(courses) < len(found):
        raise _unexpected(answered)
    return int(head[2]), choices, courses


class _Known:
    """Tells whether a course is the beginning of one of ours."""

    def __init__(self, store: Store, courses: Iterable[Course]) -> None:
        self._store = store
        self._digests = {course.digest for course in courses}
        self._longer: dict[str, list[Course]] = {}
        for course in courses:
            self._longer.setdefault(course.board, []).append(course)

    def has(self, course: Course) -> bool:
        """Whether nothing of the course is missing here."""
        if course.digest in self._digests:
            return True
        longer = (mine for mine in self._longer.get(course.board, ()) if mine.events > course.events)
        return any(self._beginning(mine.name, course.events) == course.digest for mine in longer)

    def _beginning(self, name: str, events: int) -> str:
        return digests(parse(self._store.read(name)).events, [events])[events]


def _parts(courses: Iterable[Course], most: int = PART) -> Iterator[list[str]]:
    """The names of the courses, in parts of so many bytes."""
    names, size = list[str](), 0
    for course in courses:
        if names and size + course.size > most:
            yield names
            names, size = [], 0
        names.append(course.name)
        size += course.size + _EACH
    if names:
        yield names


def _merged(library: Library, data: bytes) -> Imported:
    try:
        return merge_part(library, data, UNBOUNDED)
    except PuzzleError:
        raise _unexpected(data) from None


def _imported(answered: bytes) -> Imported:
    counts, *refused = answered.decode("utf-8", "replace").split("\n")
    if not re.fullmatch(r"\d{1,9}( \d{1,9}){3}", counts):
        raise _unexpected(answered)
    new, longer, beside, known = map(int, counts.split())
    return Imported(new, longer, beside, known, tuple(map(on_one_line, refused)))


def _unexpected(answered: bytes) -> ExchangeError:
    found = shortened(on_one_line(answered[:200].decode("utf-8", "replace")))
    return ExchangeError(f"This is not the answer of a service of termpuzzles: {found!r}")
