"""A Dask cluster, with what can go wrong with it: each fault is a sentence, and no answer is lost or changed."""

from __future__ import annotations

import re
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from termpuzzles import __version__
from termpuzzles.batches.address import checked_address
from termpuzzles.batches.cluster import ClusterCrew
from termpuzzles.batches.cluster import cluster as connected
from termpuzzles.batches.order import in_order
from termpuzzles.batches.work import Skipped, pack
from termpuzzles.errors import WorkersError
from tests.batches.clusters import cluster, endless, ends_at_seven, slowly_squared, squared, until

pytestmark = pytest.mark.skipif(not find_spec("distributed"), reason="the extra `cluster` is not installed")


@contextmanager
def client_of(address: str) -> Iterator[Any]:
    client = connected(address)
    try:
        yield client
    finally:
        client.close(timeout=1)


def test_workers_answer_in_order_and_one_that_is_lost_costs_nothing(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as made, client_of(made.address) as client:
        doomed = made.work("--no-nanny")
        until(lambda: len(client.nthreads()) == 2)
        found = in_order(ClusterCrew(client), slowly_squared, range(60))
        first = [next(found) for _ in range(10)]
        doomed.kill()
        assert [*first, *found] == [number * number for number in range(60)]


def test_an_item_that_kills_two_workers_is_left_out_and_the_third_lives(tmp_path: Path) -> None:
    with cluster(tmp_path, 3) as made, client_of(made.address) as client:
        until(lambda: len(client.nthreads()) == 3)
        found = list(in_order(ClusterCrew(client), ends_at_seven, range(20)))
        assert [each.item if isinstance(each, Skipped) else each for each in found] == list(range(20))
        assert isinstance(found[7], Skipped)
        assert len(client.nthreads()) == 1


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_scheduler_that_goes_is_told_in_a_sentence(how: signal.Signals, tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as made, client_of(made.address) as client:
        found = in_order(ClusterCrew(client), slowly_squared, range(10**6))
        next(found)
        made.scheduler.send_signal(how)
        with pytest.raises(WorkersError, match="the scheduler is gone"):
            list(found)


def test_work_given_up_leaves_the_workers_idle(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as made, client_of(made.address) as client:
        until(lambda: client.nthreads())
        crew = ClusterCrew(client)
        (place,) = crew.places()
        crew.give(place, endless, pack([1]))
        until(lambda: any(client.run(busy).values()))
        crew.stop(in_order=False)
        until(lambda: not any(client.run(busy).values()))


def busy(dask_worker: Any) -> int:
    """How many threads of a worker do something."""
    return len(dask_worker.active_threads)


def test_that_there_are_no_workers_is_said_and_then_one_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.batches.cluster.PATIENCE", 0.5)
    said: list[str] = []
    with cluster(tmp_path) as made, client_of(made.address) as client:

        def say(sentence: str) -> None:
            said.append(sentence)
            made.work("--no-nanny")

        assert list(in_order(ClusterCrew(client, say), squared, range(3))) == [0, 1, 4]
        assert said == [f"{made.address} has no workers; waiting for one"]


OTHERS = (  # what such a worker finds in the place of the package, and why it is not used
    ({"termpuzzles.py": "raise ModuleNotFoundError('termpuzzles')"}, "has no termpuzzles"),
    (
        {"termpuzzles/__init__.py": "__version__ = '0.0.9'"},
        f"has termpuzzles 0.0.9, and this is {__version__}",
    ),
    (
        {
            "termpuzzles/__init__.py": f"__version__ = {__version__!r}",
            "termpuzzles/games/making/randomness.py": "STREAM = 77",
        },
        "makes boards of stream 77, and this makes those of stream 2",
    ),
)


def test_workers_with_other_programs_are_named_and_get_no_task(tmp_path: Path) -> None:
    said: list[str] = []
    with cluster(tmp_path) as made, client_of(made.address) as client:
        expected: list[str] = []
        for number, (files, why) in enumerate(OTHERS):
            for name, text in files.items():
                file = tmp_path / str(number) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            before = {*client.nthreads()}
            made.work("--no-nanny", path=tmp_path / str(number))
            until(lambda before=before: {*client.nthreads()} - before)  # type: ignore[misc]
            (other,) = {*client.nthreads()} - before
            if not expected:
                with pytest.raises(WorkersError) as refused:
                    ClusterCrew(client)
                assert str(refused.value) == f"{made.address} has no worker that can be used: {other} {why}"
            expected.append(f"{other} {why}: this worker is not used")
        made.work("--no-nanny")
        until(lambda: len(client.nthreads()) == len(OTHERS) + 1)
        assert list(in_order(ClusterCrew(client, said.append), squared, range(5))) == [0, 1, 4, 9, 16]
    assert sorted(said) == sorted(expected)


def test_that_no_scheduler_is_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.batches.cluster.PATIENCE", 0.3)
    with pytest.raises(
        WorkersError,
        match=r"^tcp://127\.0\.0\.1:1: no scheduler answers there \((connection refused|waited for 0\.3 seconds)\)$",
    ):
        connected("tcp://127.0.0.1:1")


def test_that_whoever_is_there_says_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.batches.cluster.PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(WorkersError, match=rf"^{re.escape(address)}: no scheduler answers there \(waited for "):
            connected(address)


@pytest.mark.parametrize("address", ["tcp://10.0.0.7:8786", "host:8786", "tls://a.b.c:1", "tcp://[::1]:8786"])
def test_an_address_has_a_host_and_a_port_and_perhaps_a_kind(address: str) -> None:
    assert checked_address(address) == address


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", "with a port, such as tcp://host:8786, found ''"),
        ("host", "with a port, such as tcp://host:8786, found 'host'"),
        ("tcp://host", "with a port"),
        ("tcp://host:", "with a port"),
        ("tcp://:8786", "with a port"),
        ("host:0", "with a port"),
        ("host:65536", "with a port"),
        ("host:8786x", "with a port"),
        ("tpc://host:8786", "begins with tcp, tls, ws or wss, found 'tpc://host:8786'. Did you mean 'tcp'?"),
        ("http://host:8786", "begins with tcp, tls, ws or wss, found 'http://host:8786'"),
    ],
)
def test_another_address_is_refused_with_what_was_expected(address: str, why: str) -> None:
    with pytest.raises(ValueError, match="expected an address") as refused:
        checked_address(address)
    assert why in str(refused.value)
