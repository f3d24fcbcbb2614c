"""Several processes that share a port, without starting any: which are started, told, replaced and ended, and when."""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import signal
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from termpuzzles.company.service import processes
from termpuzzles.company.service.addresses import HostAddresses
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.processes import Processes, held_port, serve_with_processes
from tests.play.desk import Time


class Pipe:
    """Takes the config of a process."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    async def drain(self) -> None:
        await asyncio.sleep(0)


class Started:
    """A process that serves until it is told to end, or ends by itself."""

    def __init__(self, argv: tuple[str, ...], descriptors: list[int], says: bytes) -> None:
        self.argv, self.descriptors = argv, descriptors
        self.stdin, self.stdout = Pipe(), asyncio.StreamReader()
        self.stdout.feed_data(says)
        self.stdout.feed_eof()
        self.told: list[object] = []
        self._ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def config(self) -> ServiceConfig:
        """The config that it was given."""
        found = pickle.loads(self.stdin.data)
        assert isinstance(found, ServiceConfig)
        return found

    @property
    def is_over(self) -> bool:
        return self._ended.done()

    def end(self, status: int) -> None:
        if not self.is_over:
            self._ended.set_result(status)

    async def wait(self) -> int:
        return await asyncio.shield(self._ended)

    def terminate(self) -> None:
        if self.is_over:
            raise ProcessLookupError
        self.told.append("terminate")
        self.end(0)

    def send_signal(self, number: int) -> None:
        if self.is_over:
            raise ProcessLookupError
        self.told.append(signal.Signals(number).name)


SERVES = b"host key SHA256:x\nlistening on 127.0.0.1:1\n"


class World:
    """Processes of which the test sees all that are started; `says` is what the next ones say."""

    def __init__(self, folder: Path, number: int = 2) -> None:
        self.started: list[Started] = []
        self.says, self.log = [SERVES] * 20, io.StringIO()
        config = ServiceConfig("127.0.0.1", 0, folder, ("x",), ("127.0.0.1", 9100), store="postgresql://db/x")
        self.processes = Processes(config, number, Log(self.log))

    async def start(self, *argv: str, stdin: int, stdout: int, pass_fds: list[int]) -> Started:
        assert stdin == stdout == asyncio.subprocess.PIPE
        self.started.append(Started(argv, pass_fds, self.says.pop(0)))
        return self.started[-1]

    @property
    def alive(self) -> list[int]:
        """Those that have not ended, by the order in which they were started."""
        return [number for number, each in enumerate(self.started) if not each.is_over]

    @property
    def logged(self) -> list[str]:
        return [line.partition(" ")[2] for line in self.log.getvalue().splitlines()]


@asynccontextmanager
async def serving(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[asyncio.Task[int]]:
    monkeypatch.setattr(asyncio, "create_subprocess_exec", world.start)
    task = asyncio.ensure_future(world.processes.run())
    yield task
    if not task.done():
        os.kill(os.getpid(), signal.SIGTERM)
    await task


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)


async def test_each_process_has_a_place_a_page_of_its_own_and_the_same_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    world = World(tmp_path, 3)
    async with serving(world, monkeypatch) as task:
        await until(lambda: len(world.started) == 3)
        said = ""
        while "listening" not in said:
            said += capsys.readouterr().out
            await asyncio.sleep(0.005)
        configs = [each.config for each in world.started]
        assert [config.metrics for config in configs] == [("127.0.0.1", 9100 + place) for place in range(3)]
        ports = {config.port for config in configs}
        assert len(ports) == 1
        assert ports != {0}
        assert said == f"host key SHA256:x\nlistening on 127.0.0.1:{ports.pop()}\n"
        assert all(config.shares_port for config in configs)
        shares = [config.host_share for config in configs]
        assert [share and (share.place, share.places) for share in shares] == [(0, 3), (1, 3), (2, 3)]
        assert [[share.descriptor] for share in shares if share] == [each.descriptors for each in world.started]
        assert shares[0]
        HostAddresses(shares[0], Time()).add("net", 1)
        assert not task.done()
    assert (await task, [each.told for each in world.started]) == (0, [["terminate"]] * 3)
    assert world.logged == []


async def test_a_process_that_ends_by_itself_is_started_again_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path)
    async with serving(world, monkeypatch):
        await until(lambda: len(world.started) == 2)
        await asyncio.sleep(0.02)
        world.started[1].end(-9)
        await until(lambda: len(world.started) == 3)
        share = world.started[2].config.host_share
        assert share
        assert (share.place, world.started[2].config.metrics) == (1, ("127.0.0.1", 9101))
        assert world.logged == ["crash error='a process ended with -9' at='place 1'"]
        os.kill(os.getpid(), signal.SIGHUP)
        await until(lambda: world.started[2].told == ["SIGHUP"])
        assert [each.told for each in world.started] == [["SIGHUP"], [], ["SIGHUP"]]
    assert world.alive == []
    assert len(world.started) == 3


async def test_all_are_replaced_one_by_one_and_twice_if_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(tmp_path)
    async with serving(world, monkeypatch):
        await until(lambda: len(world.started) == 2)
        await asyncio.sleep(0.02)
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGUSR1)
            await asyncio.sleep(0)
        await until(lambda: len(world.logged) == 2)
        assert world.logged == ["replaced processes=2"] * 2
        assert (len(world.started), world.alive) == (6, [4, 5])
        places = [each.config.host_share.place for each in world.started if each.config.host_share]
        assert places == [0, 1, 0, 1, 0, 1]
    assert world.alive == []
    assert "crash" not in world.log.getvalue()


@pytest.mark.parametrize("says", [b"", b"host key SHA256:x\n", b"host key SHA256:x\nsomething else\n"])
async def test_if_one_cannot_serve_none_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    world = World(tmp_path)
    world.says[1] = says
    async with serving(world, monkeypatch) as task:
        assert await task == 1
    assert world.alive == []
    assert capsys.readouterr().out == ""


def test_a_port_is_held_for_those_who_share_it_and_for_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    with held_port("127.0.0.1", 0) as holder:
        port = holder.getsockname()[1]
        assert port
        with held_port("127.0.0.1", port) as other:
            assert other.getsockname()[1] == port
        with socket.socket() as stranger, pytest.raises(OSError, match="in use"):
            stranger.bind(("127.0.0.1", port))
    with suppress(OSError), held_port("::1", 0) as holder:  # where there is such an address
        assert holder.family == socket.AF_INET6
    families = [(socket.AF_INET, 0, 0, "", ()), (socket.AF_INET6, 0, 0, "", ())]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **options: families)
    with held_port("127.0.0.1", 0) as holder:
        assert holder.family == socket.AF_INET, "the first address of a name counts"


def test_a_port_is_held_at_once_although_a_connection_to_it_has_just_ended() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as visitor:
            taken, _ = server.accept()
            taken.close()  # first, so that the kernel keeps the pair of addresses for a minute
            assert visitor.recv(1) == b""
    with held_port("127.0.0.1", port) as holder:
        assert holder.getsockname()[1] == port


async def test_a_process_that_does_not_end_in_time_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_PATIENCE", 0.05)
    world, killed = World(tmp_path), list[int]()

    def kill(started: Started) -> None:
        killed.append(world.started.index(started))
        started.end(-9)

    async with serving(world, monkeypatch) as task:
        await until(lambda: len(world.started) == 2)
        await asyncio.sleep(0.02)
        monkeypatch.setattr(Started, "terminate", lambda started: started.told.append("terminate"))
        monkeypatch.setattr(Started, "kill", kill, raising=False)
    assert (await task, killed) == (0, [0, 1])
    assert world.logged == []


def test_one_process_serves_by_itself_and_several_are_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(all_of_them: Processes) -> int:
        return 7

    monkeypatch.setattr(processes, "serve", lambda config: 5)
    monkeypatch.setattr(Processes, "run", run)
    config = ServiceConfig("127.0.0.1", 0, tmp_path, ("x",))
    assert [serve_with_processes(config, number) for number in (1, 2, 3)] == [5, 7, 7]


def test_a_process_serves_until_nobody_holds_its_input_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    served, killed = list[tuple[ServiceConfig, int]](), list[tuple[int, int]]()
    before = threading.active_count()

    def serving_it(config: ServiceConfig) -> int:
        served.append((config, threading.active_count() - before))
        assert all(each.daemon for each in threading.enumerate()[before:])
        return 3

    (tmp_path / "serve.toml").write_text('message = "Hello"')
    config = ServiceConfig("127.0.0.1", 2222, tmp_path, ("x",), file=tmp_path / "serve.toml")
    monkeypatch.setattr(processes, "serve", serving_it)
    monkeypatch.setattr(os, "kill", lambda *given: killed.append(given))
    with open(reading, "rb") as given, open(writing, "wb", buffering=0) as held:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=given, fileno=lambda: reading))
        held.write(pickle.dumps(config))
        assert processes.main() == 3
        assert served == [(replace(config, message="Hello"), 1)]
        for _ in range(3):
            held.write(b"more")
        time.sleep(0.05)
        assert killed == []
        held.close()
        while not killed:
            time.sleep(0.005)
    assert killed == [(os.getpid(), signal.SIGTERM)]
