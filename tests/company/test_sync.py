"""Two machines that exchange what was played: each gets all of it, whatever is killed on the way."""

from __future__ import annotations

import os
import sys
import zipfile
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from termpuzzles.company.sync import VERSION, Ask, Exchanged, ExchangeError, answer, exchange_with
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.courses import Bounds
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import Event, parse
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.transfer import part_of
from tests.data import sweep
from tests.fuzz.mutate import mutated
from tests.play.storage.opened import opened, resumed
from tests.play.storage.test_library import full_disk, ring
from tests.play.storage.test_transfer import play, turns

BOARDS = [read(f"infinity:3x3:{number:09o}")[0] for number in range(11, 19)]
Events = tuple[Event, ...]


def machine(folder: Path) -> Library:
    return Library(Folders(folder / "data", folder / "config"), lambda: datetime(2026, 11, 21))


@pytest.fixture
def here(tmp_path: Path) -> Library:
    return machine(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> Library:
    return machine(tmp_path / "there")


def bounds(journals: int = 5_000, size: int = 64 << 20, largest: int = 256 << 10, cells: int = 62_500) -> Bounds:
    return Bounds(journals, size, largest, cells)


def asking(library: Library, made: Callable[[], Bounds] = bounds) -> Ask:
    """The other side, which has this library."""

    async def ask(words: Sequence[str], data: bytes) -> bytes:
        return answer(library, [str(VERSION), *words], data, made())

    return ask


def sync(here: Library, there: Library, made: Callable[[], Bounds] = bounds) -> Exchanged:
    return at_once(exchange_with(here, asking(there, made)))


def at_once(work: Coroutine[None, None, Exchanged]) -> Exchanged:
    """What this finds, which never waits."""
    try:
        work.send(None)
    except StopIteration as end:
        found: Exchanged = end.value
        return found
    raise AssertionError


def courses(library: Library) -> dict[str, Events]:
    """The events of every journal, by its name."""
    return {stamp.name: tuple(parse(library.store.read(stamp.name)).events) for stamp in library.store.stamps()}


def state(library: Library) -> dict[str, tuple[Events, frozenset[Events]]]:
    """For each board the course that opens, and those beside it."""
    found = courses(library)
    return {
        board: (found[board], frozenset(events for name, events in found.items() if name.startswith(f"{board}-")))
        for board in {name.partition("-")[0] for name in found}
    }


def holds(library: Library, before: Events) -> bool:
    return any(events[: len(before)] == before for events in courses(library).values())


# Two folders that diverge, and are synced by processes that are killed


def go_on(library: Library, chance: Random) -> None:
    """Play somewhere: a new board, one that is known, or another course of one."""
    entries = library.journals()
    puzzle: Puzzle
    journal: Journal
    if entries and chance.random() < 0.6:
        puzzle, journal = resumed(library, chance.choice(entries))
    else:
        puzzle = chance.choice(BOARDS)
        journal = opened(library, puzzle)
    seconds = journal.events[-1][0] if journal.events else 0.0
    for _ in range(chance.randint(1, 4)):
        seconds = round(seconds + chance.choice((0.0, 0.1, 2.5)), 1)
        journal.record(seconds, f"move turn {chance.randint(1, 3)},{chance.randint(1, 3)} 1")
    journal.close()


class KilledError(Exception):
    """The process was killed."""


def forked(work: Callable[[], bytes], dies_at: int) -> bytes:
    """What a process of its own finds; it dies when it opens, names, renames or removes so many files."""
    reader, writer = os.pipe()
    if not (child := os.fork()):
        left = dies_at

        def hook(event: str, given: Sequence[object]) -> None:
            nonlocal left
            if event in ("open", "os.link", "os.rename", "os.remove", "os.mkdir") and "/data" in str(given[0]):
                left -= 1
                if not left:
                    os._exit(9)

        try:
            os.close(reader)
            sys.addaudithook(hook)
            found = work()
            left = -1
            with os.fdopen(writer, "wb") as pipe:
                pipe.write(found)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as answers:
        found = answers.read()
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 9)
    if status:
        raise KilledError
    return found


def attempt(here: Library, there: Library, chance: Random) -> bool:
    """Sync with processes that may die at any file; returns whether it came to its end."""

    async def ask(words: Sequence[str], data: bytes) -> bytes:
        dies_at = chance.choice((0, chance.randint(1, 40)))
        return forked(lambda: answer(there, [str(VERSION), *words], data, bounds()), dies_at)

    def both() -> bytes:
        try:
            at_once(exchange_with(here, ask))
        except KilledError:
            os._exit(9)  # as a client whose other side is gone
        return b""

    dies_at = chance.choice((0, chance.randint(1, 40)))
    try:
        forked(both, dies_at)
    except KilledError:
        return False
    return True


def test_folders_that_diverge_are_equal_after_syncs_that_were_killed_and_lose_no_event(
    here: Library, there: Library
) -> None:
    chance, killed = Random(9), 0  # on every file system some board has three courses
    for _ in range(sweep.share(200, 15)):
        for library in (here, there):
            for _ in range(chance.randint(0, 3)):
                go_on(library, chance)
        played = {*courses(here).values(), *courses(there).values()}
        while not attempt(here, there, chance):
            killed += 1
            assert all(holds(here, events) or holds(there, events) for events in played)
        assert state(here) == state(there)
        assert all(holds(here, events) for events in played)
        assert sync(here, there).sentence() == "nothing new on either side"
    assert killed > sweep.share(200, 15) / 2
    assert max(len(beside) for _, beside in state(here).values()) > 1


# What is exchanged


def test_the_longest_course_opens_on_both_after_another_one_was_played_on(here: Library, there: Library) -> None:
    play(here, 0, 1, 2)
    play(there, 2, 1)
    sync(here, there)
    (shorter,) = (entry for entry in here.journals() if "-" in entry.name)
    _, journal = resumed(here, shorter)
    for second in range(9):
        journal.record(float(second), "move turn 1,1 1")
    journal.close()
    sync(here, there)
    assert state(here) == state(there)
    assert len(courses(here)) == 2
    assert turns(here) == turns(there) == 11


def test_a_board_that_is_open_is_left_and_comes_the_next_time(here: Library, there: Library) -> None:
    play(here, 0)
    sync(here, there)
    play(here, 1)
    journal = opened(there, ring())
    found = sync(here, there)
    assert found.refusals("HOST") == ["1 board left out on HOST: open in another window"]
    journal.close()
    assert sync(here, there).refusals("HOST") == []
    assert state(here) == state(there)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: bounds(journals=0), "no room left"),
        (lambda: bounds(size=10), "no room left"),
        (lambda: bounds(cells=3), "too large"),
        (lambda: bounds(largest=100), "too large"),
    ],
)
def test_what_the_other_side_has_no_room_for_is_said_and_stays_here(
    here: Library, there: Library, made: Callable[[], Bounds], why: str
) -> None:
    play(here, 0)
    assert sync(here, there, made).refusals("HOST") == [f"1 board left out on HOST: {why}"]
    assert courses(there) == {}
    assert turns(here) == 1


def test_parts_beyond_the_bounds_are_refused_before_anything_is_read(here: Library, there: Library) -> None:
    play(here, 0)
    whole = part_of(here, courses(here))
    with pytest.raises(PuzzleError, match="at most 40 bytes of journals"):
        answer(there, ["1", "send"], whole, bounds(largest=10))
    assert courses(there) == {}


def test_nothing_but_journals_and_choices_is_taken_from_the_other_side(there: Library, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as out:
        for name in ("settings.toml", "../evil", "journals/../../evil.journal", "keys"):
            out.writestr(name, b"x")
        out.writestr("remembered.json", b"[" * 10_000)
    answer(there, ["1", "send"], (tmp_path / "x").read_bytes(), bounds())
    assert {file.name for file in (tmp_path / "there").rglob("*") if file.is_file()} <= {"remembered.lock"}


def test_a_full_disk_here_ends_the_exchange_and_the_next_one_goes_on(here: Library, there: Library) -> None:
    play(there, 0, 1, 2)
    with full_disk(20), pytest.raises(OSError, match=r"the disk is full|File too large"):
        sync(here, there)
    assert courses(here) == {}
    sync(here, there)
    assert turns(here) == 3


def test_garbled_answers_and_questions_end_in_a_sentence_and_lose_nothing(here: Library, tmp_path: Path) -> None:
    play(here, 0, 1)
    before, refused = courses(here), 0
    there = machine(tmp_path / "there")
    play(there, 2)
    chance = Random(3)
    answers = [answer(there, ["1", "list"], b"", bounds()), part_of(there, courses(there)), b"1 0 0 0\nx: y", b""]

    async def ask(words: Sequence[str], data: bytes) -> bytes:
        return mutated(chance, chance.choice(answers), answers)

    for number in range(100_000 if sweep.IS_LONG else 400):
        library = machine(tmp_path / f"{number % 50}")
        try:
            at_once(exchange_with(library, ask))
        except ExchangeError as error:
            refused += str(error).isprintable()
        with suppress(PuzzleError, ExchangeError):
            words = ["1", chance.choice(("get", "send"))]
            answer(here, words, mutated(chance, chance.choice(answers), answers), bounds())
    assert refused > 100
    assert all(holds(here, events) for events in before.values())
