"""What two machines ask each other, as approved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from termpuzzles.company.sync import Exchanged, ExchangeError, answer, courses_of, exchange_with
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.storage.courses import merge_journal, put_in_order
from termpuzzles.storage.journal_text import (
    head_line,
    identity,
)
from termpuzzles.storage.library import Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.storage.transfer import Imported
from tests.approved import approve
from tests.play.storage.test_journal_tables import COURSES, NAME, bounds, held, journal, library


def test_boards_with_several_courses_are_put_in_order() -> None:
    lines = []
    for courses in (
        {"": "a", "-2": "ab"},
        {"": "ab", "-2": "a"},
        {"": "ax", "-2": "abc"},
        {"": "abc", "-2": "ax", "-3": "a"},
        {"": "q", "-2": "abc", "-4": "ax"},
        {"-2": "a", "-3": "ab"},
        {"": "nonsense", "-2": "ab"},
        {"": "ab", "-2": "tail"},
        {"": "ab", "-2": "nonsense"},
        {"": "abc", "-2": "torn"},
        {"": "a", "-2": "q", "-3": "ab", "-4": "qr"},
    ):
        store = MemoryStore(lambda: 0.0)
        for ending, name in courses.items():
            store.journals[NAME + ending], store.modified[NAME + ending] = COURSES.get(name, name.encode()), 0.0
        before = held(store)
        put_in_order(store, NAME)
        again = held(store)
        put_in_order(store, NAME)
        assert held(store) == again
        lines.append(f"{before} → {again}")
        names = [f"{course.name.removeprefix(NAME) or 'board'} {course[1:]}" for course in courses_of(store).values()]
        lines.append(f"  courses {', '.join(names)}")
    held_one = MemoryStore(lambda: 0.0)
    for ending, name in {"": "a", "-2": "ab"}.items():
        held_one.journals[NAME + ending], held_one.modified[NAME + ending] = COURSES[name], 0.0
    held_one.open(NAME)
    put_in_order(held_one, NAME)
    lines.append(f"while the board is held: {held(held_one)}")
    approve(__file__, "courses-ordered", "\n".join(lines) + "\n")


def exchanged(mine: Library, theirs: Library, log: list[str]) -> Exchanged:
    async def ask(words: Sequence[str], data: bytes) -> bytes:
        found = answer(theirs, ["1", *words], data, bounds())
        asked = data.decode() if words == ["get"] else f"{len(data) > 0} data"
        came = found.decode() if words != ["get"] else f"{len(found) > 0} data"
        log.append(f"  {' '.join(words)} {asked} → {came}".replace("\n", " | ").replace(NAME, "board"))
        return found

    return asyncio.run(exchange_with(mine, ask))


def test_what_two_machines_ask_each_other() -> None:
    lines: list[str] = []
    for mine, theirs in (
        ((), ()),
        (("a",), ()),
        ((), ("ab",)),
        (("a",), ("abc",)),
        (("abc",), ("a",)),
        (("ab",), ("ab",)),
        (("ab",), ("ax",)),
        (("abc", "q"), ("qr",)),
        (("q",), ("a", "qr")),
    ):
        here, there = library(*mine, zoom={"a": 1}), library(*theirs, zoom={"b": 2})
        lines.append(f"# {' '.join(mine) or 'nothing'} here, {' '.join(theirs) or 'nothing'} there")
        found = exchanged(here, there, lines)
        lines += [f"  {found.sentence()}", *(f"  {why}" for why in found.refusals("host"))]
        for each in (here, there):
            store = each.store
            assert isinstance(store, MemoryStore)
            lines.append(f"  {held(store)} {store.saved_choices()}")
        again = exchanged(here, there, lines)
        lines.append(f"  {again.sentence()}")
    approve(__file__, "exchange-asked", "\n".join(lines) + "\n")


def test_what_is_said_of_other_versions_and_of_answers_that_are_none() -> None:
    lines = []
    for words in (
        ["1", "list"],
        ["2", "list"],
        ["0", "list"],
        ["01", "list"],
        ["9" * 5_000, "list"],
        ["x", "list"],
        [],
        ["1"],
        ["1", "put"],
        ["1", "get"],
        ["1", "send"],
    ):
        try:
            lines.append(f"{words} → {answer(library('a'), words, b'', bounds())[:40]!r}")
        except (ExchangeError, PuzzleError) as error:
            lines.append(f"{[word[:9] for word in words]} → {type(error).__name__} {error}")
    course = f"{NAME} 1 {'0' * 32} 10"
    for answered in (
        *("", "nonsense", "termpuzzles 1 10", "termpuzzles 1 10\n{}", "termpuzzles 1 10\n[]", "termpuzzles 2 10\n{}"),
        *(
            "termpuzzles 1 10\n{}\n",
            f"termpuzzles 1 10\n{{}}\n{course}",
            f"termpuzzles 1 10\n{{}}\n{course} x",
            "x" * 300,
        ),
        *(f"termpuzzles 1 10\n{{}}\n{NAME}-1234 1 {'0' * 32} 10", f"termpuzzles 1 10\n{'[' * 5000}"),
    ):

        async def ask(words: Sequence[str], data: bytes, answered: str = answered) -> bytes:
            return answered.encode() if words == ["list"] else b"nonsense"

        try:
            lines.append(f"{answered[:60]!r} → {asyncio.run(exchange_with(library(), ask)).sentence()}")
        except ExchangeError as error:
            lines.append(f"{answered[:60]!r} → {error}")
    for sent in ("1 0 0 0", "1 0 0", "1 0 0 0 0", "1 2 3 4\na: too large\nb\x1b: no room left", "x"):

        async def send(words: Sequence[str], data: bytes, sent: str = sent) -> bytes:
            return b"termpuzzles 1 1000\n{}" if words == ["list"] else sent.encode()

        try:
            found = asyncio.run(exchange_with(library("a"), send))
            lines.append(f"sent: {sent!r} → {found.sentence()} {found.refusals('host')}")
        except ExchangeError as error:
            lines.append(f"sent: {sent!r} → {error}")
    small = asyncio.run(exchange_with(library("a"), _small))
    lines.append(f"{small.sentence()} {small.refusals('host')}".replace(NAME, "board"))
    approve(__file__, "exchange-refused", "\n".join(lines) + "\n")


async def _small(words: Sequence[str], data: bytes) -> bytes:
    return b"termpuzzles 1 10\n{}" if words == ["list"] else b"0 0 0 0"


def test_journals_go_in_parts_of_twice_the_largest_journal_that_the_other_side_takes() -> None:
    size, other = len(COURSES["ab"]), read("infinity:2x2:9c36")[0]
    head = head_line(other, {})
    same = journal("move turn 1,1 1", "undo", head=head)
    assert len(same) == size
    for largest, parts in ((size + 1000, 1), (size + 999, 2)):
        here, sent = library("ab"), list[str]()
        merge_journal(here.store, identity(other), same)

        async def ask(words: Sequence[str], data: bytes, largest: int = largest, sent: list[str] = sent) -> bytes:
            if words == ["send"]:
                sent.append(f"{len(data)}")
                return b"1 0 0 0"
            return f"termpuzzles 1 {largest}\n{{}}".encode()

        found = asyncio.run(exchange_with(here, ask))
        assert (len(sent), found.went.new) == (parts, parts)


def test_counts_in_words() -> None:
    nothing, one, many = (
        Imported(),
        Imported(1),
        Imported(2, 1, 1, 5, ("a: too large", "b: too large", "c: x: no room left")),
    )
    lines = [each.sentence() for each in (nothing, one, many, one.plus(many))]
    for came, went in (
        (nothing, nothing),
        (one, nothing),
        (nothing, many),
        (Imported(known=3), nothing),
        (many, Imported(beside=2)),
    ):
        found = Exchanged(came, went)
        lines += [found.sentence(), *found.refusals("example.org")]
    lines.append(str(Imported.of(["new", "new", "longer", "beside", "known", "x: too large"])))
    approve(__file__, "exchange-words", "\n".join(lines) + "\n")
