"""What processes share through a database: its tables, what they tell each other, and writing while it is away."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import pytest

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# ruff: noqa: E402 # what follows needs it
from termpuzzles.company.postgres.database import AwayError, Database
from termpuzzles.company.postgres.log import PostgresLog
from termpuzzles.company.postgres.migrations import STEPS, migrate
from termpuzzles.company.postgres.store import PostgresStore
from termpuzzles.storage.journal_text import event_line, head_line
from termpuzzles.storage.store import JournalInUseError, LostError
from tests.company.postgres import address, database, new_server
from tests.play.storage.test_library import ring

HEAD = head_line(ring(), {})


@pytest.mark.parametrize("before", range(len(STEPS) + 1))
def test_a_database_of_any_version_becomes_the_latest_and_keeps_what_it_has(before: int) -> None:
    with psycopg.connect(address(), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA version_{before}".encode())
        connection.execute(f"SET search_path TO version_{before}".encode())
        assert migrate(connection, before) == before
        if before:
            connection.execute("INSERT INTO choices VALUES ('somebody', '{\"theme\": \"dark\"}')")
        assert migrate(connection) == migrate(connection) == len(STEPS)
        rows = connection.execute("SELECT player FROM choices").fetchall()
        assert rows == [("somebody",)] * bool(before)
        for table in ("names", "guests", "visits", "processes"):
            connection.execute(f"SELECT FROM {table}".encode())


async def test_what_one_process_publishes_others_hear_in_order_and_itself_too() -> None:
    one, two = database("one"), database("two")
    heard: dict[str, list[str]] = {"one": [], "two": []}
    done = asyncio.Event()

    def hear(message: str) -> None:
        heard["two"].append(message)
        if message == "last":
            done.set()

    ends = [one.subscribe("player:ann", heard["one"].append), two.subscribe("player:ann", hear)]
    for message in ("first", "second\nwith a line", "last"):
        one.publish("player:ann", message)
        one.publish("player:bob", "not for ann")
    await done.wait()
    while "last" not in heard["one"]:
        await asyncio.sleep(0.005)
    assert heard["two"] == heard["one"] == ["first", "second\nwith a line", "last"]
    for end in ends:
        end()
    done.clear()
    one.publish("player:ann", "nobody hears this")
    ended = two.subscribe("player:carl", hear)
    two.publish("player:carl", "last")
    await done.wait()
    ended()
    assert heard["two"][3:] == ["last"]


async def test_a_message_that_no_database_passes_on_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="at most 7,900 are passed on"):
        database("one").publish("player:ann", "é" * 4_000)


async def test_a_claim_that_comes_late_is_not_for_the_next_holder() -> None:
    one, two = database("one"), database("two")
    store, other = PostgresStore(one, "late"), PostgresStore(two, "late")
    log = await asyncio.to_thread(store.open, "board")
    await asyncio.to_thread(log.replace, HEAD)
    await asyncio.to_thread(log.release)
    newer = await asyncio.to_thread(other.open, "board")
    heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    end = two.subscribe(newer.topic, heard.set_result)
    one.publish(newer.topic, "claim 1")
    await heard
    assert not newer.claimed
    end()
    newer.close()


async def test_a_holder_hears_of_a_claim_on_its_loop() -> None:
    store, other = PostgresStore(database("one"), "claims"), PostgresStore(database("two"), "claims")
    log = await asyncio.to_thread(store.open, "board")
    answer: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    log.append(HEAD, answer.set_result)
    assert await answer is None
    assert not log.claimed
    await asyncio.to_thread(other.claim, "board")
    while not log.claimed:
        await asyncio.sleep(0.005)
    log.close()


async def test_what_is_appended_while_the_database_is_away_is_stored_once_when_it_comes_back() -> None:
    server = new_server()
    one = Database(server.address, sync=True)
    store = PostgresStore(one, "ann")
    log = await asyncio.to_thread(store.open, "board")
    answers: list[Exception | None] = []
    log.append(HEAD, answers.append)
    while not answers:
        await asyncio.sleep(0.01)
    await asyncio.to_thread(server.stop)
    lines = [event_line(float(number), "move turn 1,1 1") for number in range(20)]
    for line in lines:
        log.append(line, answers.append)
        await asyncio.sleep(0.01)
    assert (len(answers), log.is_settled) == (1, False)
    with pytest.raises(AwayError):
        await asyncio.to_thread(store.read, "another")
    await asyncio.to_thread(server.start)
    while len(answers) < 21:
        await asyncio.sleep(0.01)
    assert answers == [None] * 21
    assert await asyncio.to_thread(store.read, "board") == HEAD + b"".join(lines)
    await asyncio.to_thread(one.close)
    server.end()


async def test_cut_connections_neither_lose_nor_repeat_what_is_written() -> None:
    one = database("cut")
    store = PostgresStore(one, "cut")
    log = await asyncio.to_thread(store.open, "board")
    answers: list[Exception | None] = []
    log.append(HEAD, answers.append)
    lines = [event_line(float(number), "move turn 1,1 1") for number in range(300)]
    ended = threading.Event()

    def cut() -> None:
        with psycopg.connect(address(), autocommit=True) as connection:
            seen = 0
            while not ended.wait(0.03):
                if len(answers) < seen + 5:  # a busy machine must come to write something in between
                    continue
                seen = len(answers)
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name = 'termpuzzles' AND pid <> pg_backend_pid()"
                )

    cutting = asyncio.ensure_future(asyncio.to_thread(cut))
    for line in lines:
        while not answers:
            await asyncio.sleep(0.001)
        log.append(line, answers.append)
        await asyncio.sleep(0.002)
    while len(answers) < 301:
        await asyncio.sleep(0.01)
    ended.set()
    await cutting
    assert answers == [None] * 301
    assert await asyncio.to_thread(store.read, "board") == HEAD + b"".join(lines)
    log.close()


async def test_a_holder_that_was_away_finds_a_newer_generation_and_writes_nothing() -> None:
    store, other = PostgresStore(database("one"), "fence"), PostgresStore(database("two"), "fence")
    log = await asyncio.to_thread(store.open, "board")
    answers: list[Exception | None] = []
    log.append(HEAD, answers.append)
    while not answers:
        await asyncio.sleep(0.01)
    newer = await asyncio.to_thread(other.take_over, "board")
    for _ in range(5):
        log.append(event_line(1.0, "undo"), answers.append)
    while len(answers) < 6:
        await asyncio.sleep(0.01)
    assert all(isinstance(answer, LostError) for answer in answers[1:])
    assert await asyncio.to_thread(other.read, "board") == HEAD
    newer.close()


def crash(journal: str, lines: int) -> None:
    """Take the last lines of a journal away, as a crash does of a database that does not wait for its disk."""
    with psycopg.connect(address(), autocommit=True) as connection:
        for _ in range(lines):
            connection.execute(
                "WITH last AS (SELECT id, max(at) AS begin FROM journals JOIN events ON journal = id "
                "WHERE player = %s GROUP BY id), cut AS (UPDATE journals SET size = begin FROM last "
                "WHERE journals.id = last.id) DELETE FROM events USING last WHERE journal = id AND at = begin",
                (journal,),
            )
        rows = connection.execute("SELECT 1 FROM events JOIN journals ON journal = id WHERE player = %s", (journal,))
        if not rows.fetchall():
            connection.execute("DELETE FROM journals WHERE player = %s", (journal,))


async def begun(store: PostgresStore, lines: int) -> tuple[PostgresLog, list[bytes], list[Exception | None]]:
    """A journal with so many lines, all of them stored, and the answers to them."""
    log = await asyncio.to_thread(store.open, "board")
    answers: list[Exception | None] = []
    written = [HEAD, *(event_line(float(number), "move turn 1,1 1") for number in range(lines - 1))]
    for line in written:
        log.append(line, answers.append)
    await answered(answers, lines)
    return log, written, answers


async def answered(answers: list[Exception | None], number: int) -> None:
    while len(answers) < number:
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("lost", [1, 4, 5])
async def test_what_a_crash_has_lost_is_written_again_by_whoever_holds_it(lost: int) -> None:
    store = PostgresStore(database("one"), f"crash{lost}")
    log, written, answers = await begun(store, 5)
    crash(f"crash{lost}", lost)
    for number in range(3):
        written.append(event_line(10.0 + number, "undo"))
        log.append(written[-1], answers.append)
    await answered(answers, 8)
    assert answers == [None] * 8
    assert await asyncio.to_thread(store.read, "board") == b"".join(written)
    log.close()
    again = await asyncio.to_thread(_opened, PostgresStore(database("two"), f"crash{lost}"))
    assert again.read() == b"".join(written)
    again.close()


@pytest.mark.parametrize(("lost", "is_kept"), [(199, True), (200, False)])
async def test_of_the_last_lines_of_a_journal_two_hundred_are_known(lost: int, is_kept: bool) -> None:
    store = PostgresStore(database("one"), f"many{lost}")
    log, written, answers = await begun(store, 202)
    await asyncio.to_thread(crash, f"many{lost}", lost)
    written.append(event_line(500.0, "undo"))
    log.append(written[-1], answers.append)
    await answered(answers, 203)
    assert isinstance(answers[-1], LostError) != is_kept
    kept = written if is_kept else written[: 202 - lost]
    assert await asyncio.to_thread(store.read, "board") == b"".join(kept)
    log.close()


async def test_what_a_crash_has_lost_is_written_again_when_the_board_is_left() -> None:
    store = PostgresStore(database("one"), "leaving")
    log, written, _ = await begun(store, 5)
    crash("leaving", 2)
    log.close()
    other = PostgresStore(database("two"), "leaving")
    again = await asyncio.to_thread(_opened, other)
    assert again.read() == b"".join(written)
    again.close()


def _opened(store: PostgresStore) -> PostgresLog:
    """The journal, once whoever left it has let it go."""
    while True:
        with suppress(JournalInUseError):
            return store.open("board")


async def test_a_crash_that_loses_an_opening_gives_nobody_the_journal_of_whoever_opens_it_next() -> None:
    store, other = PostgresStore(database("one"), "reopened"), PostgresStore(database("two"), "reopened")
    first, written, _ = await begun(store, 3)
    first.close()
    log = await asyncio.to_thread(_opened, store)
    undo = "UPDATE journals SET generation = generation - 1, holder = NULL WHERE player = 'reopened'"
    await asyncio.to_thread(database("one").rows, undo)
    newer = await asyncio.to_thread(_opened, other)
    answers: list[Exception | None] = []
    log.append(event_line(9.0, "undo"), answers.append)
    await answered(answers, 1)
    assert isinstance(answers[0], LostError)
    newer.append(event_line(8.0, "undo"), answers.append)
    await answered(answers, 2)
    assert answers[1] is None
    newer.close()
    assert await asyncio.to_thread(other.read, "board") == b"".join([*written, event_line(8.0, "undo")])


async def test_a_crash_that_loses_an_opening_takes_the_journal_from_nobody_if_no_other_has_opened_it() -> None:
    store = PostgresStore(database("one"), "kept")
    first, written, _ = await begun(store, 3)
    first.close()
    log = await asyncio.to_thread(_opened, store)
    undo = "UPDATE journals SET generation = generation - 1, holder = NULL WHERE player = 'kept'"
    await asyncio.to_thread(database("one").rows, undo)
    answers: list[Exception | None] = []
    log.append(event_line(9.0, "undo"), answers.append)
    await answered(answers, 1)
    assert answers == [None]
    assert await asyncio.to_thread(store.read, "board") == b"".join([*written, event_line(9.0, "undo")])
    log.close()
