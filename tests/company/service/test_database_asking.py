"""How a database is asked: its connections, who waits how long, what is written together, and while it is away."""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# ruff: noqa: E402 # what follows needs it
from termpuzzles.company.postgres import database as database_module
from termpuzzles.company.postgres import log as log_module
from termpuzzles.company.postgres.database import AwayError, Database, Rows
from termpuzzles.company.postgres.log import PostgresLog
from termpuzzles.company.postgres.players import PostgresPlayers
from termpuzzles.company.postgres.store import PostgresStore
from termpuzzles.company.service.players import Player, Quota
from termpuzzles.storage.store import JournalInUseError, LostError
from tests.company.postgres import fresh_address

HEAD = b'{"termpuzzles": 2, "game": "infinity", "size": "2x2", "title": "", "text": "x"}\n'
T = TypeVar("T")


@pytest.fixture
def where() -> str:
    """The address of a new database."""
    return fresh_address(f"asking_{secrets.token_hex(4)}")


class Sometimes(Database):
    """A database that is away when the test says so; with `deaf`, it does what it is asked and its answer is lost."""

    is_away = is_deaf = is_slow = False

    def write(self, text: str, *given: object, done: Callable[[Rows, Exception | None], None]) -> None:
        if not self.is_slow:
            super().write(text, *given, done=done)

    def ask(self, work: Callable[[Any], T]) -> T:
        if self.is_away:
            raise AwayError
        found = super().ask(work)
        if self.is_deaf:
            raise AwayError
        return found


@pytest.fixture
def database(where: str) -> Iterator[Sometimes]:
    made = Sometimes(where)
    yield made
    made.close()


def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    while not so():
        time.sleep(0.01)


async def soon(so: Callable[[], bool]) -> None:
    """Wait on a loop until it is so."""
    while not so():
        await asyncio.sleep(0.005)


# Connections


@pytest.mark.parametrize(("sync", "commit"), [(False, "off"), (True, "on")])
def test_every_connection_has_its_bounds_and_a_name(
    where: str, sync: bool, commit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, given = psycopg.connect, list[dict[str, Any]]()

    def connecting(address: str, **options: Any) -> Any:
        assert address == where
        given.append(options)
        return connect(address, **options)

    monkeypatch.setattr(psycopg, "connect", connecting)
    database = Database(where, sync)
    try:
        shown = [database.rows(f"SHOW {name}")[0][0] for name in ("synchronous_commit", "statement_timeout")]
        assert shown == [commit, "5s"]
        assert database.rows("SHOW application_name") == [("termpuzzles",)]
    finally:
        database.close()
    bounds = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
    bounds |= {"connect_timeout": 3, "autocommit": True}
    assert len(given) == 2
    assert all(bounds.items() <= options.items() for options in given)
    assert [options["application_name"] for options in given] == ["termpuzzles", database.holder]


def test_of_many_connections_four_are_kept_and_none_is_left_at_the_end(where: str) -> None:
    database, other = Database(where), Database(where)
    counted = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = %s"

    def number() -> int:
        return int(other.rows(counted, "termpuzzles")[0][0]) - 1

    assert number() == 1
    at_once = threading.Barrier(7)
    with ThreadPoolExecutor(7) as threads:
        for _ in range(7):
            threads.submit(database.ask, lambda asked: (asked.execute("SELECT 1"), at_once.wait()))
    until(lambda: number() == 4)
    assert int(other.rows(counted, database.holder)[0][0]) == 1
    database.close()
    until(lambda: number() == 0)
    until(lambda: other.rows(counted, database.holder) == [(0,)])
    other.close()


def test_a_connection_that_was_cut_is_replaced_and_what_is_wrong_is_told_apart(database: Database) -> None:
    database.rows("CREATE TABLE tried (number integer UNIQUE)")
    other = Database(database.address)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'termpuzzles' "
    other.rows(f"{cut} AND pid <> pg_backend_pid() AND datname = current_database()")
    assert database.rows("INSERT INTO tried VALUES (1) RETURNING number") == [(1,)]
    assert database.rows("INSERT INTO tried VALUES (2)") == []
    for text, said in (("nonsense", "syntax error"), ("INSERT INTO tried VALUES (1)", "duplicate key")):
        with pytest.raises(OSError, match=said) as refused:
            database.rows(text)
        assert not isinstance(refused.value, AwayError)

    def fail(asked: Any) -> None:
        asked.execute("INSERT INTO tried VALUES (3)")
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        database.ask(fail)
    assert database.rows("SELECT number FROM tried ORDER BY 1") == [(1,), (2,)]
    other.close()


def test_a_database_that_is_not_there_is_named_on_one_line() -> None:
    assert str(AwayError()) == "the database does not answer"
    assert str(AwayError("gone\nfor good")) == "the database does not answer (gone)"
    with pytest.raises(AwayError, match=r"^the database does not answer \([^\n]*\)$"):
        Database("postgresql:///nothing?host=/nonexistent")


@pytest.mark.parametrize(("patience", "failures", "asked"), [(0.0, 1, 1), (1e6, 2, 3)])
def test_whoever_has_patience_asks_again(
    where: str, patience: float, failures: int, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, tried = psycopg.connect, list[str]()

    def failing(address: str, **options: Any) -> Any:
        if options["application_name"] == "termpuzzles":
            tried.append(address)
            if len(tried) <= failures:
                raise psycopg.OperationalError("not yet")
        return connect(address, **options)

    monkeypatch.setattr(psycopg, "connect", failing)
    monkeypatch.setattr(database_module, "_LATER", 0.01)
    if patience:
        Database(where, patience=patience).close()
    else:
        with pytest.raises(AwayError, match="not yet"):
            Database(where)
    assert len(tried) == asked


def test_a_pool_of_connections_that_were_cut_is_thrown_away_and_only_two_are_tried(database: Database) -> None:
    at_once = threading.Barrier(3)
    with ThreadPoolExecutor(3) as threads:
        for _ in range(3):
            threads.submit(database.ask, lambda asked: (asked.execute("SELECT 1"), at_once.wait()))
    other = Database(database.address)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'termpuzzles' "
    assert len(other.rows(f"{cut} AND pid <> pg_backend_pid() AND datname = current_database()")) >= 3
    assert database.rows("SELECT 1") == [(1,)]
    other.close()
    tried = list[int]()

    def fail(asked: Any) -> None:
        tried.append(asked.execute("SELECT pg_backend_pid()").fetchone()[0])
        raise psycopg.OperationalError("gone\nfor good")

    with pytest.raises(AwayError, match=r"^the database does not answer \(gone\)$"):
        database.ask(fail)
    assert len(set(tried)) == len(tried) == 2


def test_threads_of_a_database_keep_no_program_alive_and_hear_from_the_first_moment(where: str) -> None:
    before = set(threading.enumerate())
    database, heard = Database(where), threading.Event()
    started = [each for each in threading.enumerate() if each not in before]
    assert len(started) == 2
    assert all(each.daemon for each in started)
    other = Database(where)
    database.subscribe("a", lambda message: heard.set())
    other.publish("a", "at once")
    assert heard.wait()
    for each in (database, other):
        each.close()
        each.close()
    until(lambda: not any(each.is_alive() for each in started))


# On a loop


def test_loops_have_four_helpers_and_what_nobody_waits_for_is_not_begun(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on, asked = list[int](), threading.Event(), threading.Barrier(6)
    submit = database._helpers.submit

    def submitted(work: Callable[..., object], *given: object) -> object:
        """The instant for which a loop waits is over once four have begun."""
        future = submit(work, *given)

        def result(seconds: float) -> object:
            until(lambda: len(begun) == 4)
            raise TimeoutError

        monkeypatch.setattr(future, "result", result)
        return future

    monkeypatch.setattr(database._helpers, "submit", submitted)

    def slow(number: int) -> Callable[[Any], None]:
        def work(connection: Any) -> None:
            begun.append(number)
            going_on.wait()

        return work

    async def ask(number: int) -> str:
        asked.wait()
        try:
            database.ask(slow(number))
        except AwayError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(6) as threads:
        asking = [threads.submit(asyncio.run, ask(number)) for number in range(6)]
        assert [each.result() for each in asking] == ["the database does not answer"] * 6
    going_on.set()
    assert database.rows("SELECT 1") == [(1,)]
    time.sleep(0.05)
    assert len(begun) == 4


async def test_a_loop_waits_for_an_instant_and_then_does_not_ask_for_a_while(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = SimpleNamespace(seconds=100.0)
    now.monotonic = lambda: now.seconds
    monkeypatch.setattr(database_module, "time", now)
    await asyncio.to_thread(database.rows, "CREATE TABLE tried (number integer)")
    going_on = threading.Event()

    def slow(asked: Any) -> None:
        asked.execute("INSERT INTO tried VALUES (1)")
        going_on.wait()

    def count() -> int:
        return int(database.rows("SELECT count(*) FROM tried")[0][0])

    with pytest.raises(AwayError, match=r"^the database does not answer$"):
        database.ask(slow)
    going_on.set()
    with pytest.raises(AwayError):
        database.ask(lambda asked: asked.execute("INSERT INTO tried VALUES (2)"))
    assert await asyncio.to_thread(count) == 0, "whoever may wait is answered, and nothing was changed"

    async def answered() -> bool:
        now.seconds += 2.0
        try:
            return count() == 0
        except AwayError:
            await asyncio.sleep(0.01)
            return False

    while not await answered():
        pass


# Writing


def test_what_is_written_is_written_in_its_order_and_only_what_is_refused_is_left_out(database: Database) -> None:
    database.rows("CREATE TABLE tried (number integer UNIQUE, place serial)")
    answers: dict[int, tuple[Rows, str]] = {}
    ready = threading.Event()

    def write(number: int, value: int) -> None:
        def done(rows: Rows, error: Exception | None) -> None:
            ready.wait()
            answers[number] = rows, str(error or "").partition("\n")[0]

        database.write("INSERT INTO tried (number) VALUES (%s) RETURNING number", value, done=done)

    write(0, 0)
    for number in range(1, 1300):
        write(number, 7 if number in (900, 1299) else number)
    ready.set()
    until(lambda: len(answers) == 1300)
    assert list(answers) == list(range(1300))
    refused = {number: said for number, (rows, said) in answers.items() if said}
    assert list(refused) == [900, 1299]
    assert all("duplicate key" in said for said in refused.values())
    assert all(rows == [(number,)] * (number not in refused) for number, (rows, _) in answers.items())
    found = [row[0] for row in database.rows("SELECT number FROM tried ORDER BY place")]
    assert found == [number for number in range(1300) if number not in refused]


def test_at_most_five_hundred_statements_are_committed_together(database: Database) -> None:
    database.rows("CREATE TABLE tried (number integer)")
    commits, begun, ready = list[str](), threading.Event(), threading.Event()

    def hold_up(rows: Rows, error: Exception | None) -> None:
        begun.set()
        ready.wait()

    database.write("SELECT 1", done=hold_up)
    assert begun.wait()
    for number in range(1_203):
        database.write(
            "INSERT INTO tried VALUES (%s) RETURNING pg_current_xact_id()::text",
            number,
            done=lambda rows, error: commits.append(rows[0][0]),
        )
    ready.set()
    until(lambda: len(commits) == 1_203)
    assert list(Counter(commits).values()) == [500, 500, 203]


def test_what_is_to_be_written_is_written_before_the_end(where: str) -> None:
    database, other = Database(where), Database(where)
    database.rows("CREATE TABLE tried (number integer)")
    answers = list[Exception | None]()
    for number in range(50):
        database.write("INSERT INTO tried VALUES (%s) RETURNING 1", number, done=lambda _, error: answers.append(error))
    database.close()
    assert answers == [None] * 50
    assert other.rows("SELECT count(*) FROM tried") == [(50,)]
    other.close()


def test_writing_goes_on_with_a_new_connection_until_it_is_answered(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(where)
    database.rows("CREATE TABLE tried (number integer)")
    connect, failures = psycopg.connect, [0, 0, 0, 0]

    def failing(address: str, **options: Any) -> Any:
        if failures:
            failures.pop()
            raise psycopg.OperationalError("not yet")
        return connect(address, **options)

    monkeypatch.setattr(psycopg, "connect", failing)
    answers = list[tuple[Rows, Exception | None]]()
    for number in (1, 2):
        database.write("INSERT INTO tried VALUES (%s) RETURNING number", number, done=lambda *one: answers.append(one))
    until(lambda: len(answers) == 2)
    assert answers == [([(1,)], None), ([(2,)], None)]
    assert database.rows("SELECT number FROM tried ORDER BY 1") == [(1,), (2,)]
    database.close()


def test_at_the_end_nobody_waits_for_a_database_that_is_away(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(where)

    def failing(address: str, **options: Any) -> Any:
        raise psycopg.OperationalError("not yet")

    monkeypatch.setattr(psycopg, "connect", failing)
    answers = list[object]()
    database.write("SELECT 1", done=lambda *one: answers.append(one))
    database.close(patience=0.05)
    assert answers == []
    with pytest.raises(AwayError):
        database.ask_until_answered(lambda asked: asked.execute("SELECT 1"))


# Hearing each other


async def test_all_who_have_subscribed_hear_a_message_until_they_end_it(database: Database) -> None:
    heard = list[str]()
    here = database.subscribe("a", lambda message: heard.append(f"loop {message}"))
    there = await asyncio.to_thread(database.subscribe, "a", lambda message: heard.append(f"thread {message}"))
    database.publish("a", "1")
    await soon(lambda: len(heard) == 2)
    assert sorted(heard) == ["loop 1", "thread 1"]
    here()
    here()
    heard.clear()
    last = database.subscribe("b", lambda message: heard.append(f"b {message}"))
    for message in ("2", "", "two\nlines"):
        database.publish("a", message)
    database.publish("b", "end")
    await soon(lambda: "b end" in heard)
    assert heard == ["thread 2", "thread ", "thread two\nlines", "b end"]
    there()
    last()
    heard.clear()
    again = database.subscribe("a", heard.append)
    database.publish("a", "3")
    await soon(lambda: heard == ["3"])
    again()


async def test_what_was_said_before_one_stopped_listening_is_not_heard_after(database: Database) -> None:
    heard, passed = list[str](), threading.Event()
    end = database.subscribe("a", heard.append)
    other = await asyncio.to_thread(database.subscribe, "a", lambda message: passed.set())
    database.publish("a", "late")
    passed.wait()  # the loop has not had its turn since
    end()
    await asyncio.sleep(0.05)
    assert heard == []
    other()


# Journals on a loop


async def begun(store: PostgresStore, name: str = "b") -> tuple[PostgresLog, list[Exception | None]]:
    log, answers = await asyncio.to_thread(store.open, name), list[Exception | None]()
    log.append(HEAD, answers.append)
    await soon(lambda: len(answers) == 1 and log.is_settled)
    return log, answers


async def test_a_line_that_tells_the_time_alone_is_sent_now_and_then_and_at_the_end(database: Database) -> None:
    store = PostgresStore(database, "ann")

    def content() -> bytes:
        return store.read("b").removeprefix(HEAD)

    log, answers = await begun(store)
    log.append(b"1.0 clock\n", answers.append)
    assert (answers, log.is_settled, store.unstored.waits) == ([None, None], True, False)
    log.append(b"2.0 undo\n", answers.append)
    assert store.unstored.waits
    await soon(lambda: len(answers) == 3)
    assert (store.unstored.waits, await asyncio.to_thread(content)) == (False, b"2.0 undo\n")
    log.append(b"3.0 clock\n", answers.append)
    log.append(b"4.0 clock\n", answers.append)
    assert len(answers) == 5
    log.close()
    await soon(lambda: log.is_settled)
    assert await asyncio.to_thread(content) == b"2.0 undo\n4.0 clock\n"
    again = await asyncio.to_thread(store.open, "b")
    again.append(b"5.0 clock\n", answers.append)
    assert len(answers) == 5, "the first line after an opening is sent, whatever it is"
    await soon(lambda: len(answers) == 6)
    assert (await asyncio.to_thread(content)).endswith(b"5.0 clock\n")
    await asyncio.to_thread(again.append, b"6.0 clock\n", answers.append)
    assert (await asyncio.to_thread(content)).endswith(b"5.0 clock\n6.0 clock\n")
    await asyncio.to_thread(again.close)


async def test_the_time_is_sent_fifteen_seconds_after_another_line(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, loop = PostgresStore(database, "ann"), asyncio.get_running_loop()
    log, answers = await begun(store)
    real, now = loop.time, loop.time() + 1_000.0
    sent = list[int]()
    for seconds in (0.0, 14.9, 15.0, 29.9, 30.0):
        monkeypatch.setattr(loop, "time", lambda seconds=seconds: now + seconds)
        log.append(f"{seconds} {'clock' if seconds else 'undo'}\n".encode(), answers.append)
        monkeypatch.setattr(loop, "time", real)
        sent.append(store.unstored.sent)
    assert sent == [2, 2, 3, 3, 4]
    await soon(lambda: len(answers) == 6)
    log.close()


async def test_lines_follow_a_first_one_that_is_not_stored_yet(database: Database) -> None:
    store, answers = PostgresStore(database, "ann"), list[Exception | None]()
    log = await asyncio.to_thread(store.open, "b")
    lines = [HEAD, b"1.0 undo\n", b"2.0 redo\n"]
    for line in lines:
        log.append(line, answers.append)
    assert store.unstored.sent == 3
    log.close()
    await soon(lambda: log.is_settled and len(answers) == 3)
    assert answers == [None] * 3
    assert not log.begun, "who has left holds nothing once the first line is stored"
    assert await asyncio.to_thread(store.read, "b") == b"".join(lines)
    found = await asyncio.to_thread(database.rows, "SELECT holder, size FROM journals")
    assert found == [(None, len(b"".join(lines)))]
    again = await asyncio.to_thread(store.open, "b")
    assert again.begun
    await asyncio.to_thread(again.close)


async def test_who_has_let_a_journal_go_asks_no_more(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[object]()
    store, answers = PostgresStore(database, "ann"), list[Exception | None]()
    log = await asyncio.to_thread(store.open, "b")
    for line in (HEAD, b"1.0 undo\n"):
        log.append(line, answers.append)
    await soon(lambda: len(answers) == 2)
    monkeypatch.setattr(database, "ask_until_answered", asked.append)
    log.close()
    await soon(lambda: log.is_settled)
    assert asked == []


# While it is away


async def test_a_new_board_is_begun_while_the_database_is_away_if_it_is_known_to_be_new(database: Sometimes) -> None:
    store, other = PostgresStore(database, "ann"), PostgresStore(database, "ann")
    await asyncio.to_thread((await asyncio.to_thread(other.open, "old")).append, HEAD, lambda error: None)
    database.is_away = True
    with pytest.raises(AwayError):
        store.open("new")
    assert store.summaries().entries == ()
    database.is_away = False
    await asyncio.to_thread(store.summaries)
    database.is_away = True
    with pytest.raises(AwayError):
        store.open("old")
    with pytest.raises(AwayError):
        await asyncio.to_thread(store.open, "new")
    log, answers = store.open("new"), list[Exception | None]()
    assert (log.begun, log.obstacle) == (False, "")
    log.append(HEAD, answers.append)
    await soon(lambda: len(answers) == 1)
    assert (answers, log.begun) == ([None], True)
    with pytest.raises(AwayError):
        store.open("new")
    database.is_away = False
    assert await asyncio.to_thread(store.read, "new") == HEAD
    log.close()


def test_an_opening_whose_answer_was_lost_keeps_nobody_out(database: Sometimes) -> None:
    store, other = PostgresStore(database, "ann"), PostgresStore(database, "ann")
    with_line = store.open("b")
    with_line.append(HEAD, lambda error: None)
    with_line.close()
    database.is_deaf = True
    for _ in range(2):
        with pytest.raises(AwayError):
            store.open("b")
    database.is_deaf = False
    with pytest.raises(JournalInUseError):
        other.open("b")
    log = store.open("b")
    assert (log.begun, log.read()) == (True, HEAD)
    with pytest.raises(JournalInUseError):
        store.open("b")
    log.close()


def test_who_left_a_journal_may_open_it_again_although_a_crash_has_lost_the_leaving(database: Sometimes) -> None:
    store, other = PostgresStore(database, "ann"), PostgresStore(database, "ann")
    log = store.open("b")
    log.append(HEAD, lambda error: None)
    ((holder,),) = database.rows("SELECT holder FROM journals")
    log.close()
    database.rows("UPDATE journals SET holder = %s", holder)
    with pytest.raises(JournalInUseError):
        other.open("b")
    again = store.open("b")
    assert again.begun
    again.close()


def test_who_waits_in_vain_for_a_line_to_be_stored_writes_no_other(
    database: Sometimes, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, answers = PostgresStore(database, "ann").open("b"), list[Exception | None]()
    log.append(HEAD, answers.append)
    monkeypatch.setattr(log_module, "_PATIENCE", 0.05)
    database.is_slow = True
    log.append(b"1.0 undo\n", answers.append)
    database.is_slow = False
    log.append(b"2.0 undo\n", answers.append)
    assert [type(answer) for answer in answers] == [type(None), AwayError, LostError]
    assert (log.is_settled, log.claimed, log.is_held) == (False, True, False)
    with pytest.raises(AwayError):
        log.settle()
    with pytest.raises(AwayError):
        log.read()
    assert database.rows("SELECT data FROM events") == [(HEAD,)]
    log.close()


async def test_a_loop_waits_for_an_instant_until_all_is_stored(database: Sometimes) -> None:
    store = PostgresStore(database, "ann")
    log, answers = await begun(store)
    log.settle()
    database.is_slow = True
    log.append(b"1.0 undo\n", answers.append)
    with pytest.raises(AwayError):
        log.settle()
    with pytest.raises(AwayError):
        store.read("b")
    assert len(answers) == 1
    log.close()


def test_what_was_known_last_is_shown_while_the_database_is_away(database: Sometimes) -> None:
    store = PostgresStore(database, "ann")
    log = store.open("b")
    log.append(HEAD + b"1.0 undo\n", lambda error: None)
    store.save_choices({}, {"theme": "dark"})
    store.save_choices({"theme": "dark"}, {"theme": "dark", "watch": True})
    store.save_choices({"theme": "dark"}, {"theme": "dark"})
    assert store.saved_choices() == {"theme": "dark", "watch": True}
    shown = store.summaries()
    assert [entry.file for entry in shown.entries] == ["b"]
    database.is_away = True
    assert store.saved_choices() == {}
    assert store.summaries() == shown
    assert PostgresStore(database, "ann").summaries().entries == ()
    for ask in (store.stamps, lambda: [store.used], lambda: store.read("b"), lambda: store.save_choices({}, {"a": 1})):
        with pytest.raises(AwayError):
            list(ask() or ())
    database.is_away = False
    log.close()


def test_boards_that_cannot_be_counted_are_opened_all_the_same(database: Sometimes) -> None:
    quota = Quota(journals=2)
    players = PostgresPlayers(database, 600.0, lambda: quota)
    store = players.library(players.of_key("SHA256:a")).store
    for name in "ab":
        with_line = store.open(name)
        assert with_line.obstacle == ""
        with_line.append(HEAD, lambda error: None)
        with_line.close()
    assert [players.is_full(players.of_key(f"SHA256:{key}")) for key in "ab"] == [True, False]
    quota = Quota(3, 2 * len(HEAD))
    assert players.is_full(players.of_key("SHA256:a"))
    quota = Quota(3, 2 * len(HEAD) + 1)
    assert not players.is_full(players.of_key("SHA256:a"))
    assert len(players.token(players.of_key("SHA256:a"))) == 12
    quota = Quota(journals=2)
    full = store.open("c")
    assert full.obstacle == "Your boards fill all the room you have here"
    known = store.open("a")
    assert (known.obstacle, known.notice[:16]) == ("", "You have 2 board")
    known.close()


async def test_boards_are_not_counted_while_the_database_is_away(database: Sometimes) -> None:
    quota = Quota(1, 1)
    players = PostgresPlayers(database, 600.0, lambda: quota)
    store = players.library(Player("player-1")).store
    await asyncio.to_thread(store.summaries)
    database.is_away = True
    found = [store.open(name) for name in "ab"]
    assert [log.obstacle for log in found] == ["", "Your boards fill all the room you have here"]
    assert [log.notice for log in found] == [
        "",
        "You have 1 board of 0.0 MiB here; at most 1 board and 0 MiB are kept.",
    ]
