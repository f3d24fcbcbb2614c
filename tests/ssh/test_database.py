"""What processes share through a database: its tables, what they tell each other, and writing while it is away."""

from __future__ import annotations

import asyncio
import threading

import pytest

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# ruff: noqa: E402 # what follows needs it
from termpuzzles.ssh.postgres.database import AwayError, Database
from termpuzzles.ssh.postgres.migrations import STEPS, migrate
from termpuzzles.ssh.postgres.store import PostgresStore
from termpuzzles.storage.journal_text import event_line, head_line
from termpuzzles.storage.store import LostError
from tests.play.storage.postgres import address, database, new_server
from tests.play.storage.test_library import ring

HEAD = head_line(ring(), {})
LONG = 20.0  # seconds that anything may take on a busy machine


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
    await asyncio.wait_for(done.wait(), LONG)
    await asyncio.sleep(0.2)
    assert heard["two"] == heard["one"] == ["first", "second\nwith a line", "last"]
    for end in ends:
        end()
    done.clear()
    one.publish("player:ann", "nobody hears this")
    ended = two.subscribe("player:carl", hear)
    two.publish("player:carl", "last")
    await asyncio.wait_for(done.wait(), LONG)
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
    await asyncio.wait_for(heard, LONG)
    assert not newer.claimed
    end()
    newer.close()


async def test_a_holder_hears_of_a_claim_on_its_loop() -> None:
    store, other = PostgresStore(database("one"), "claims"), PostgresStore(database("two"), "claims")
    log = await asyncio.to_thread(store.open, "board")
    answer: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    log.append(HEAD, answer.set_result)
    assert await asyncio.wait_for(answer, LONG) is None
    assert not log.claimed
    await asyncio.to_thread(other.claim, "board")
    for _ in range(100):
        await asyncio.sleep(0.05)
        if log.claimed:
            break
    assert log.claimed
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
