"""What a service decides without any visitor: its options, descriptors and doubts, and who may ask when."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import io
import json
import logging
import os
import resource
import signal
import sys
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

from termpuzzles.company.meetings import LocalExchange
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.exchange_pipe import ExchangePipe
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.monitoring import LibraryLog, Log
from termpuzzles.company.service.players import Quota
from termpuzzles.company.service.requests import LIMIT, Request
from termpuzzles.company.service.server import (
    allow_descriptors,
    config_doubts,
    descriptors_needed,
    loose_modes,
    read_again,
    run,
    serve,
)
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.shared import Alone
from termpuzzles.company.service.workers import Broken, PlayersAnswerer
from termpuzzles.logic.task import Budget, Unfinished
from termpuzzles.plain.conversation import Conversation
from termpuzzles.session.questions import ReadQuestion
from termpuzzles.storage.store import StoreAwayError
from tests.company.service.service import free_port
from tests.play.desk import Time

LONG = 1e6  # seconds: more than anything takes
PYTHON = sys.executable


def made(folder: Path, limits: Limits | None = None, **given: Any) -> tuple[Service, Time, Callable[[], list[str]]]:
    """A service, its clock, and what it has logged since the last time."""
    time, log = Time(), io.StringIO()
    config = ServiceConfig("127.0.0.1", 0, folder, (PYTHON,), limits=limits or Limits(processes_ready=0), **given)

    def logged() -> list[str]:
        found = [line.partition(" ")[2] for line in log.getvalue().splitlines()]
        log.seek(0)
        log.truncate()
        return found

    return Service(config, Log(log), time), time, logged


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)


# What it listens with


async def test_what_is_offered_to_strangers_is_little_and_strong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, _, _ = made(tmp_path)
    listen, given, ending, told = asyncssh.listen, dict[str, Any](), asyncio.Event(), list[object]()

    async def listening(host: str, port: int, **options: Any) -> Any:
        given.update(options, host=host, port=port)
        return await listen(host, port, **options)

    def ready(*words: object) -> None:
        told.extend(words)
        ending.set()

    monkeypatch.setattr(asyncssh, "listen", listening)
    await run(service, ready, ending)
    (key,) = given.pop("server_host_keys")
    assert (told[0], told[2]) == ("127.0.0.1", key.get_fingerprint())
    lists = {name: len(given.pop(name)) for name in ("kex_algs", "encryption_algs", "mac_algs", "signature_algs")}
    assert lists == {"kex_algs": 6, "encryption_algs": 5, "mac_algs": 3, "signature_algs": 8}
    given.pop("server_factory")
    no = ["password_auth", "host_based_auth", "gss_kex", "gss_auth", "agent_forwarding", "x11_forwarding", "allow_scp"]
    no += ["line_editor", "rdns_lookup", "reuse_port"]
    assert given == {
        **dict.fromkeys(no, False),
        **dict.fromkeys(("gss_host", "sftp_factory", "encoding", "config"), None),
        "host": "127.0.0.1",
        "port": 0,
        "send_server_host_keys": True,
        "server_version": "termpuzzles",
        "compression_algs": ["none"],
        "login_timeout": 20,
        "keepalive_interval": 15,
        "keepalive_count_max": 3,
        "window": 64 << 10,
    }


def test_so_many_files_may_be_open_that_nobody_lacks_one(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(connections=1_000, sessions=10, processes=3, commands=2, plain=1)
    assert descriptors_needed(limits) == 1_000 + 4 * 16 + 100 == 1_164
    asked: list[tuple[int, int]] = []

    def allowed(now: int, most: int) -> tuple[int, list[tuple[int, int]]]:
        asked.clear()
        monkeypatch.setattr(resource, "getrlimit", lambda number: (now, most))
        monkeypatch.setattr(resource, "setrlimit", lambda number, both: asked.append(both))
        return allow_descriptors(limits), list(asked)

    free = resource.RLIM_INFINITY
    assert allowed(1_024, 4_096) == (1_164, [(1_164, 4_096)])
    assert allowed(1_024, 1_100) == (1_100, [(1_100, 1_100)])
    assert allowed(1_024, free) == (1_164, [(1_164, free)])
    assert allowed(1_164, 4_096) == (1_164, [])
    assert allowed(2_000, 4_096) == (2_000, [])
    assert allowed(free, free) == (1_164, [])
    assert allowed(1_163, 1_163) == (1_163, [(1_163, 1_163)])


def test_what_keeps_a_service_from_running_is_said_in_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource, "setrlimit", lambda number, both: None)
    data, limits = tmp_path / "with space", Limits(connections=1_000, sessions=10, processes=3, commands=2, plain=1)

    def doubts(most: int = 4_096, **given: Any) -> list[str]:
        monkeypatch.setattr(resource, "getrlimit", lambda number: (most, most))
        return config_doubts(ServiceConfig("::1", 22, data, (PYTHON,), limits=limits, **given))

    assert doubts() == []
    assert data.stat().st_mode & 0o777 == 0o700
    few = "these limits need 1164 open files, and 1163 are allowed: raise LimitNOFILE, or ulimit -n"
    assert (doubts(1_163), doubts(1_164)) == ([few], [])
    assert doubts(metrics=("localhost", 1)) == []
    data.chmod(0o710)
    (data / "host_key").chmod(0o604)
    (data / "host_key.next").write_text("no key")
    (data / "host_key.next").chmod(0o600)
    *loose, key = doubts()
    assert loose == [
        f"others can read {data}: chmod 700 '{data}'",
        f"others can read {data / 'host_key'}: chmod 600 '{data / 'host_key'}'",
    ]
    assert loose_modes(data) == loose
    assert key.startswith(f"{data}: ")
    (data / "host_key.next").chmod(0o620)
    assert len(loose_modes(data)) == 3
    elsewhere = tmp_path / "elsewhere" / "below"
    given: dict[str, Any] = {"limits": limits, "store": "postgresql://db/x"}
    assert config_doubts(ServiceConfig("::1", 22, elsewhere, (PYTHON,), **given)) == []
    assert not (elsewhere / "host_key").exists()
    assert loose_modes(tmp_path / "nothing") == []


def test_a_database_that_is_not_there_is_said_without_its_password(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")
    address = "postgresql://u:secret@/x?host=/nonexistent"
    assert serve(ServiceConfig("127.0.0.1", 0, tmp_path, (PYTHON,), store=address)) == 1
    said = capsys.readouterr().err
    assert said.startswith("postgresql://u@/x?host=/nonexistent: the database does not answer (")


def test_a_service_says_where_it_listens_and_seldom_looks_through_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thresholds, interval, told = gc.get_threshold(), sys.getswitchinterval(), list[object]()
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "utf-8", newline="\n"))

    async def running(service: Service, ready: Callable[[str, int, str], None], ending: asyncio.Event) -> None:
        ready("127.0.0.1", 2222, "SHA256:x")
        assert written.getvalue() == b"host key SHA256:x\nlistening on 127.0.0.1:2222\n", "it is there at once"
        told.extend([gc.get_threshold(), sys.getswitchinterval(), gc.get_freeze_count() > 0])
        for number in (signal.SIGHUP, signal.SIGTERM):
            os.kill(os.getpid(), number)
        await ending.wait()
        told.append(service.config.message)

    def gone(status: int) -> None:
        raise SystemExit(status)

    (tmp_path / "serve.toml").write_text('message = "read again"')
    monkeypatch.setattr("termpuzzles.company.service.server.run", running)
    monkeypatch.setattr(os, "_exit", gone)
    try:
        with pytest.raises(SystemExit) as ended:
            serve(ServiceConfig("127.0.0.1", 2222, tmp_path, (PYTHON,), file=tmp_path / "serve.toml"))
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
    assert ended.value.code == 0
    assert told == [(700, 60, 1_000_000), 0.0005, True, "read again"]


class Stepping(Time):
    """A clock that moves on whenever somebody looks at it."""

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


class Leaving:
    """A visit that leaves once it is told to end, or stays."""

    lets_watch = True

    def __init__(self, service: Service, leaves: bool) -> None:
        self.player, self.game = "guest-1", None
        self.told = list[str]()
        self._service, self._leaves = service, leaves

    def abort(self, limit: str) -> None:
        self.told.append(limit)
        if self._leaves:
            asyncio.get_running_loop().call_later(0.05, self._service.visit_ended, self)

    def check_timeouts(self) -> None:
        """Nothing."""


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_service_ends_every_visit_and_leaves_nothing_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    following = asyncssh.generate_private_key("ssh-ed25519")
    following.write_private_key(tmp_path / "host_key.next")
    page = free_port()
    log, told = io.StringIO(), list[object]()
    limits = Limits(processes_ready=1)
    config = ServiceConfig("127.0.0.1", 0, tmp_path, (PYTHON,), ("127.0.0.1", page), limits)
    service = Service(config, Log(log), Time() if leaves else Stepping())
    before, ending, listening = asyncio.all_tasks(), asyncio.Event(), asyncio.Event()
    stop, stop_workers, close = service.parts[0].stop, service.workers.stop, service.shared.close

    async def stopping() -> None:
        told.append("stopped")
        await stop_workers()

    def stopped() -> None:
        told.append(f"{len(service.visits)} visits")
        stop()

    def closed() -> None:
        told.append("closed")
        close()

    monkeypatch.setattr(service.parts[0], "stop", stopped)
    monkeypatch.setattr(service.workers, "stop", stopping)
    monkeypatch.setattr(service.shared, "close", closed)

    def ready(host: str, port: int, key: str) -> None:
        told.extend([port, key])
        listening.set()

    running = asyncio.ensure_future(run(service, ready, ending))
    await listening.wait()
    port, key = told
    assert isinstance(port, int)
    told.clear()
    logged = [line.split("fingerprint=")[1] for line in log.getvalue().splitlines()]
    assert logged == [key, following.get_fingerprint()]
    for place in (port, page):
        _, writer = await asyncio.open_connection("127.0.0.1", place)
        writer.close()
    visit = Leaving(service, leaves)
    service.visit_began(visit)
    service.begin(asyncio.sleep(60))
    ending.set()
    await running
    assert visit.told == ["shutdown"]
    assert told == [f"{int(not leaves)} visits", "stopped", "closed"]
    for place in (port, page):
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", place)
    left = asyncio.all_tasks() - before
    assert all("sleep" in repr(task.get_coro()) for task in left)
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


async def test_many_may_wait_for_a_database_at_once(tmp_path: Path) -> None:
    time, log = Time(), Log(io.StringIO())
    config = ServiceConfig(
        "127.0.0.1", 0, tmp_path, (PYTHON,), limits=Limits(processes_ready=0), store="postgresql://x"
    )
    service = Service(
        config, log, time, lambda token, quota: Alone(FolderPlayers(tmp_path, time, token, quota), tmp_path)
    )
    ending, listening, going_on = asyncio.Event(), asyncio.Event(), threading.Event()
    running = asyncio.ensure_future(run(service, lambda *given: listening.set(), ending))
    await listening.wait()
    waiting = list[int]()

    def wait(number: int) -> None:
        waiting.append(number)
        going_on.wait()

    asking = [asyncio.ensure_future(asyncio.to_thread(wait, number)) for number in range(40)]
    await until(lambda: len(waiting) >= 32)
    await asyncio.sleep(0.1)
    assert len(waiting) == 32
    going_on.set()
    await asyncio.gather(*asking)
    ending.set()
    await running


async def test_a_task_that_fails_ends_no_other_and_none_is_kept(tmp_path: Path) -> None:
    service, _, _ = made(tmp_path)

    async def fail() -> None:
        raise ValueError

    task = service.begin(fail())
    await service.finish()
    assert task.done()
    gone = weakref.ref(task)
    del task
    await asyncio.sleep(0.01)
    gc.collect()
    assert gone() is None


def test_freed_memory_is_given_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service, _, _ = made(tmp_path)
    trimmed = list[int]()
    library = type("Library", (), {"malloc_trim": staticmethod(trimmed.append)})
    for cdll, expected in ((lambda name: library, [0]), (lambda name: object(), [0])):
        monkeypatch.setattr(ctypes, "CDLL", cdll)
        for _ in range(10):
            visit = Visit("guest-1")
            service.visit_began(visit)
            service.visit_ended(visit)
        service.check_timeouts()
        assert trimmed == expected


# Reading its file again


async def test_a_file_that_is_read_again_is_in_force_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_text('message = "one"\n')
    service, _, logged = made(tmp_path, file=file)
    read_again(service)
    assert (service.config.message, logged()) == ("one", [f"config read={file}"])
    file.write_text('message = "two"\nlog = "refusals"\n[limits]\nsessions = 0\n')
    read_again(service)
    assert service.config.message == "one"
    assert logged() == ["config refused='limits.sessions: expected a number above 0, found 0'"]
    file.write_text('message = "two"\nlog = "crashes"\n[limits]\nsessions = 7\nplain = 0\nprocesses = 9\nstarts = 1\n')
    read_again(service)
    assert (service.config.message, service.limits.sessions, service.door.limits.sessions) == ("two", 7, 7)
    assert (service.log.level, service.workers.most, service.talks.locked()) == ("crashes", 9, True)
    assert service.workers.warm == 2
    (tmp_path / "host_key").write_text("no key")
    (tmp_path / "host_key").chmod(0o600)
    file.write_text('message = "three"\nbans = ["127.0.0.0/8"]\n')
    read_again(service)
    assert (service.config.message, service.orders.is_banned("127.0.0.1")) == ("two", False)
    (tmp_path / "host_key").unlink()
    read_again(service)
    assert (service.config.message, service.orders.is_banned("127.0.0.1")) == ("three", True)


async def test_whoever_wants_to_be_listed_is_looked_at_once_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "serve.toml"
    service, _, _ = made(tmp_path, file=file)
    asked = list[str]()

    def who_chose(choice: str) -> list[str]:
        asked.append(choice)
        return []

    monkeypatch.setattr(service.players, "who_chose", who_chose)
    for text, expected in (("", 0), ("daily_table = true", 1), ("daily_table = true", 1), ("", 1)):
        file.write_text(text)
        read_again(service)
        await service.finish()
        assert len(asked) == expected


# Who may ask when


def test_every_part_hears_of_a_player_who_has_become_another_one(tmp_path: Path) -> None:
    service, told = made(tmp_path)[0], list[tuple[str, str]]()
    service.parts = tuple(SimpleNamespace(joined=lambda *ids: told.append(ids)) for _ in range(2))
    first, second = (service.players.of_key(f"SHA256:{each}") for each in "ab")
    service.players.join(second, service.players.token(first))
    assert told == [(second.name, first.name)] * 2


async def test_a_store_that_is_away_is_asked_again_for_twenty_seconds(tmp_path: Path) -> None:
    service, time, _ = made(tmp_path)
    asked = list[tuple[object, ...]]()

    def away(*given: object) -> str:
        asked.append(given)
        if len(asked) < 3:
            raise StoreAwayError(None, "away")
        return "here"

    assert await service.ask(away, 1, "two") == "here"
    assert asked == [(1, "two")] * 3
    asked.clear()
    time.now += 100.0

    def later(seconds: float) -> None:
        asked.append(())
        time.now += seconds
        raise StoreAwayError(None, "away")

    with pytest.raises(StoreAwayError):
        await service.ask(later, 20.1)
    assert len(asked) == 1
    with pytest.raises(StoreAwayError):
        await service.ask(later, 20.0)
    assert len(asked) == 3


async def test_each_visitor_has_one_command_at_a_time_and_all_have_so_many(tmp_path: Path) -> None:
    service, _, _ = made(tmp_path, Limits(processes_ready=0, commands=2))
    running, leave = list[str](), dict[str, asyncio.Event]()

    async def command(who: str, name: str) -> None:
        leave[name] = asyncio.Event()
        async with service.turn(who):
            running.append(name)
            await leave[name].wait()
            running.remove(name)

    asking = [asyncio.ensure_future(command(name[0], name)) for name in ("a1", "a2", "b1", "c1")]
    await until(lambda: len(running) == 2)
    assert running == ["a1", "b1"]
    leave["b1"].set()
    await until(lambda: running == ["a1", "c1"])
    leave["a1"].set()
    await until(lambda: running == ["c1", "a2"])
    for each in leave.values():
        each.set()
    await asyncio.gather(*asking)


async def test_of_many_refusals_each_kind_is_logged_twenty_times_and_then_now_and_then(tmp_path: Path) -> None:
    service, time, logged = made(tmp_path)
    for number in range(25):
        service.reports.refuse("keys", f"who{number}")
    service.reports.refuse("idle", "else")
    assert logged() == [*(f"refused limit=keys who=who{number}" for number in range(20)), "refused limit=idle who=else"]
    time.now += 1.0
    for name in ("x", "y"):
        service.reports.refuse("keys", name)
    time.now += 2.0
    for name in ("z", "last"):
        service.reports.refuse("keys", name)
    assert logged() == [
        "refused limit=keys who=x unlogged=5",
        "refused limit=keys who=z unlogged=1",
        "refused limit=keys who=last",
    ]
    assert service.metrics.counts["refusals", "keys"] == 29


class Visit:
    """A visit as the service sees it."""

    lets_watch = True

    def __init__(self, player: str, game: Any = None) -> None:
        self.player, self.game = player, game
        self.told = list[str]()

    def abort(self, limit: str) -> None:
        self.told.append(limit)

    def check_timeouts(self) -> None:
        self.told.append("look")


class Elsewhere(Alone):
    """What processes share, with visits and a game in another one."""

    visits, game = 0, ""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.told = list[tuple[str, ...]]()

    def arrive(self, visit: str, player: str) -> int:
        self.told.append(("arrive", player))
        return self.visits

    def depart(self, visit: str) -> None:
        self.told.append(("depart", visit))

    def game_of(self, player: str) -> Any:
        return self.game or None


async def test_visits_in_other_processes_count_and_their_games_are_found(tmp_path: Path) -> None:
    time, log = Time(), Log(io.StringIO())
    config = ServiceConfig("127.0.0.1", 0, tmp_path, (PYTHON,), limits=Limits(sessions_a_player=2, journals=3))
    quotas = list[Callable[[], Quota]]()

    def share(token: float, quota: Callable[[], Quota]) -> Elsewhere:
        quotas.append(quota)
        return Elsewhere(FolderPlayers(tmp_path, time, token, quota), tmp_path)

    service = Service(config, log, time, share)
    assert [quota() for quota in quotas] == [Quota(3, 64 << 20)]
    shared = service.shared
    assert isinstance(shared, Elsewhere)
    one, two = Visit("player-1"), Visit("player-1", "here")
    service.visit_began(one)
    assert [await service.room_for(one), service.game_of("player-1")] == ["", None]
    shared.visits, shared.game = 1, "there"
    assert [await service.room_for(one), service.game_of("player-1")] == ["", "there"]
    service.visit_began(two)
    assert [await service.room_for(two), service.game_of("player-1")] == ["sessions_a_player", "here"]
    assert [await service.room_for(Visit("player-2")), service.game_of("player-2")] == ["", "there"]
    service.check_timeouts()
    assert [one.told, two.told] == [["look"], ["look"]]
    shared.told.clear()
    for _ in range(2):
        service.visit_ended(one)
    assert shared.told == [("depart", str(id(one)))]
    assert [gauge() for gauge in service.metrics.gauges.values()] == [1, 0, 0]
    assert service.metrics.counts["visits", ""] == 2


async def test_memory_is_freed_after_ten_visits_or_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, time, _ = made(tmp_path)
    freed, cpu, took = list[float](), [0.0], [0.0]

    def collect() -> None:
        freed.append(time.now)
        cpu[0] += took[0]

    monkeypatch.setattr(gc, "collect", collect)
    monkeypatch.setattr("time.thread_time", lambda: cpu[0])

    def come_and_go(number: int) -> list[float]:
        for _ in range(number):
            visit = Visit("guest-1")
            service.visit_began(visit)
            service.visit_ended(visit)
        service.check_timeouts()
        found = list(freed)
        freed.clear()
        return found

    assert [come_and_go(number) for number in (0, 9, 0, 1, 0)] == [[], [], [], [0.0], []]
    time.now = 30.0
    assert come_and_go(1) == []
    time.now = 30.1
    assert [come_and_go(number) for number in (0, 0, 12)] == [[30.1], [], [30.1]]
    time.now = 60.1
    assert come_and_go(1) == []
    time.now = 60.2
    assert come_and_go(0) == [60.2]
    time.now = 100.0
    assert come_and_go(0) == []
    staying = [Visit("guest-1") for _ in range(10)]
    for visit in staying:
        service.visit_began(visit)
    assert come_and_go(0) == []
    lasting = [Visit("guest-1") for _ in range(10)]  # apps that are still in memory
    service.apps |= {*lasting}
    took[0] = 2.0
    assert come_and_go(0) == [100.0]
    time.now = 139.9
    assert come_and_go(50) == [], "what takes long is done seldom"
    time.now = 140.0
    assert come_and_go(0) == [140.0]


async def test_after_a_visit_its_player_is_looked_at_where_tables_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for keeps, expected in ((True, ["player-1"]), (False, [])):
        service, _, _ = made(tmp_path, daily_table=keeps)
        looked = list[str]()

        async def look(player: str, looked: list[str] = looked) -> None:
            looked.append(player)

        monkeypatch.setattr(service.tables, "look", look)
        for player in ("player-1", "guest-1", "192.0.2.7"):
            service.visit_ended(Visit(player))
        await service.finish()
        assert looked == expected


async def test_a_bug_is_logged_with_the_place_where_it_happened(tmp_path: Path) -> None:
    service, _, logged = made(tmp_path)

    def inner() -> None:
        raise KeyError("x")

    try:
        inner()
    except KeyError as error:
        service.reports.crashed(error)
    service.reports.crashed(ValueError("without a place"))
    service.reports.question_failed("too slow")
    first, second, third = logged()
    assert first.startswith("crash error=\"KeyError: 'x'\" at=")
    assert first.split("at=")[1].strip("'").startswith(__file__[:100])
    assert second == "crash error='ValueError: without a place' at=?"
    assert third == "no answer why='too slow'"
    assert [service.metrics.counts[name, ""] for name in ("crashes", "questions_failed")] == [2, 1]


async def test_what_comes_too_late_is_counted_apart_from_bugs_and_of_many_only_some_are_logged(tmp_path: Path) -> None:
    service, _, logged = made(tmp_path)
    for _ in range(50):
        service.reports.came_late(ValueError("nobody is here"))
    assert 0 < len(logged()) < 50
    assert all(line == "late error='ValueError: nobody is here' at=?" for line in logged())
    assert [service.metrics.counts[name, ""] for name in ("crashes", "late")] == [0, 50]


async def test_what_libraries_warn_of_is_a_line_of_the_log(tmp_path: Path) -> None:
    service, _, logged = made(tmp_path)
    library = logging.Logger("psycopg")
    library.addHandler(LibraryLog(service.log))
    library.warning("error ignored terminating %s:\n%s", "<psycopg.Pipeline [BAD]>", "gone")
    library.info("nothing new")
    try:
        raise ValueError("odd")
    except ValueError:
        library.exception("failed")
    first, second = logged()
    assert first == "library name=psycopg says='error ignored terminating <psycopg.Pipeline [BAD]>:?gone'"
    assert second.startswith("library name=psycopg says=failed error='ValueError: odd' at=")


# Questions of one player


class Answering:
    """Answers questions once the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []
        self.waiting: list[asyncio.Future[object]] = []

    async def ask(self, *given: object) -> object:
        self.asked.append(given)
        self.waiting.append(asyncio.get_running_loop().create_future())
        return await self.waiting[-1]


async def test_questions_of_a_player_are_answered_one_after_the_other() -> None:
    workers, failed = Answering(), list[str]()
    answerer = PlayersAnswerer(workers, "player-1", 7.0, failed.append)  # type: ignore[arg-type]
    questions: list[Any] = ["one", "two", ReadQuestion("x", "y", Budget()), "three", "four"]
    asking = [asyncio.ensure_future(answerer.answer(question)) for question in questions]
    await until(lambda: len(workers.asked) == 1)
    await asyncio.sleep(0.02)
    assert workers.asked == [("player-1", "one", 7.0)]
    workers.waiting[0].set_result("first")
    assert await asking[0] == "first"
    await until(lambda: len(workers.asked) == 2)
    asking[1].cancel()
    await until(lambda: len(workers.asked) == 3)
    assert workers.waiting[1].cancelled()
    workers.waiting[2].set_result("third")
    assert await asking[2] == "third"
    await until(lambda: len(workers.asked) == 4)
    workers.waiting[3].set_exception(Broken("the process ended"))
    await until(lambda: bool(failed))
    await asyncio.sleep(0.02)
    assert (failed, asking[3].done(), len(workers.asked)) == (["the process ended"], False, 4)
    asking[3].cancel()
    await until(lambda: len(workers.asked) == 5)
    workers.waiting[4].set_exception(Unfinished())
    await until(lambda: len(failed) == 2)
    asking[4].cancel()
    await asyncio.gather(*asking, return_exceptions=True)


# The pipe of a process of plain mode


class Talk:
    """A conversation as the pipe has it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say, self.closed, self.ended = say, 0, False

    def begin(self) -> list[str]:
        return ["welcome"]

    def answer(self, line: str) -> list[str]:
        self.ended = line == "leave"
        self.say(f"beside {line}")
        return [f"you say {line}"] * 2

    async def settled(self) -> None:
        await asyncio.sleep(0)
        self.say("settled")

    def close(self) -> None:
        self.closed += 1


async def test_what_a_process_of_plain_mode_hears_and_says(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, Time(), 600.0)
    anna = players.of_key("SHA256:a")
    players.rename(anna, "Anna")
    exchange, talks, heard = LocalExchange(), list[Talk](), list[str]()

    async def talk(say: Callable[[str], None]) -> Conversation:
        if len(talks) == 1:
            raise StoreAwayError(None, "away")
        talks.append(Talk(say))
        return talks[0]  # type: ignore[return-value]

    pipe = ExchangePipe(exchange, players, talk)
    serving = asyncio.ensure_future(pipe.serve())
    reader, writer = await asyncio.open_connection(sock=pipe.far)
    end = exchange.subscribe("out", heard.append)

    async def said(*words: str, lines: int = 1) -> list[Any]:
        writer.write(json.dumps(words).encode() + b"\n")
        return [json.loads(await reader.readline()) for _ in range(lines)]

    assert await said("find", "anna") == [["found", anna.name, "Anna"]]
    assert await said("find", "bob") == [["missing", "no player is called 'bob'"]]
    await said("x" * (2 * 7_900 + 996), lines=0)
    assert await said("find", "bob") == [["missing", "no player is called 'bob'"]]
    assert await said("matches", "say", "early") == [["answered", [], True]]
    assert await said("matches", "nonsense") == [["answered", [], True]]
    await said("matches", "close", lines=0)
    assert await said("matches", "open") == [["answered", ["welcome"], False]]
    assert await said("matches", "say", "hi", lines=3) == [
        ["said", "beside hi"],
        ["said", "settled"],
        ["answered", ["you say hi"] * 2, False],
    ]
    assert (await said("matches", "say", "leave", lines=3))[2] == ["answered", ["you say leave"] * 2, True]
    await said("matches", "close", lines=0)
    assert await said("matches", "open") == [["answered", [SENTENCES["store"]], True]]
    assert talks[0].closed == 1
    for words in (("publish", "out", "x" * 8_000), ("publish", "out", "hello"), ("end", "in"), ("subscribe", "in")):
        await said(*words, lines=0)
    await said("subscribe", "in", lines=0)
    assert await said("find", "anna") == [["found", anna.name, "Anna"]]
    await until(lambda: heard == ["hello"])
    exchange.publish("in", "one")
    exchange.publish("else", "two")
    line = await reader.readline()
    assert json.loads(line) == ["heard", "in", "one"]
    await said("end", "in", lines=0)
    await said("subscribe", "again", lines=0)
    assert await said("find", "anna") == [["found", anna.name, "Anna"]]
    exchange.publish("in", "unheard")
    exchange.publish("again", "three")
    assert json.loads(await reader.readline()) == ["heard", "again", "three"]
    players.id_of = lambda name: (_ for _ in ()).throw(StoreAwayError(None, "away"))  # type: ignore[method-assign]
    assert await said("find", "anna") == [
        ["missing", "the store of this server does not answer; try again in a minute"]
    ]
    writer.close()
    await serving
    assert talks[0].closed == 2
    exchange.publish("again", "nobody hears it")
    end()


@pytest.mark.parametrize("line", [b"nonsense\n", b"x" * 100_000 + b"\n", b'["%s"]\n' % (b"x" * (2 * 7_900 + 997))])
async def test_a_process_that_speaks_otherwise_is_left(tmp_path: Path, line: bytes) -> None:
    async def talk(say: Callable[[str], None]) -> Conversation:
        raise AssertionError

    pipe = ExchangePipe(LocalExchange(), FolderPlayers(tmp_path, Time(), 600.0), talk)
    serving = asyncio.ensure_future(pipe.serve())
    reader, writer = await asyncio.open_connection(sock=pipe.far)
    writer.write(line)
    assert await reader.read() == b""
    await serving
    writer.close()


# A process that answers a command


async def answered(code: str, data: list[bytes], limits: Limits, seconds: float = LONG) -> tuple[int, bytes, bytes]:
    request = Request([PYTHON, "-c", code], {"PATH": "/usr/bin:/bin"}, seconds, limits)
    out, err = list[bytes](), list[bytes]()
    for each in data:
        assert request.feed(each)
    request.end_input()

    async def room() -> None:
        return

    return await request.run(out.append, err.append, room), b"".join(out), b"".join(err)


async def test_what_a_process_says_is_passed_on_up_to_the_most_and_so_is_its_status() -> None:
    limits = Limits(request_output=1_000, request_input=10)
    code = "import sys; sys.stdout.write(sys.stdin.read() * 100); sys.stderr.write('beside'); sys.exit(5)"
    assert await answered(code, [b"abcde", b"fghij"], limits) == (5, b"abcdefghij" * 100, b"beside")
    assert Request([], {}, 1.0, limits).feed(b"x" * 10)
    request = Request([], {}, 1.0, limits)
    assert [request.feed(b"x" * 6), request.feed(b"x" * 4), request.feed(b"x")] == [True, True, False]
    code = "import sys, time; sys.stdout.write('x' * 1001); sys.stdout.flush(); time.sleep(60)"
    status, out, _ = await answered(code, [], limits)
    assert (status, out.decode()) == (-signal.SIGKILL, f"\n{SENTENCES['request_output']}\n")


async def test_a_process_that_takes_too_long_is_ended_with_a_sentence() -> None:
    status, out, err = await answered("import time; time.sleep(60)", [], Limits(), 0.25)
    expected = b"this took longer than the 0.25 s a visitor's question may take\n"
    assert (status, out, err) == (LIMIT, b"", expected)


async def test_nothing_is_left_of_a_command_that_ends_before_its_input_does() -> None:
    before, request = asyncio.all_tasks(), Request([PYTHON, "-c", "pass"], {"PATH": "/usr/bin:/bin"}, LONG, Limits())

    async def room() -> None:
        return

    assert await request.run(list[bytes]().append, list[bytes]().append, room) == 0
    await until(lambda: asyncio.all_tasks() == before)
