"""What each address does at a host is counted for all processes there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from termpuzzles.company.service.addresses import HostAddresses, HostShare, OwnAddresses, new_memory
from termpuzzles.company.service.limits import Admission, Limits

Make = Callable[[int], HostShare]


class Clock:
    """Seconds that pass when they are told to."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def share() -> Iterator[Make]:
    """The share of each of three processes."""
    with TemporaryFile() as memory:
        new_memory(memory.fileno(), 3)
        yield lambda place: HostShare(memory.fileno(), place, 3)


def test_an_address_that_stays_away_is_forgotten() -> None:
    clock = Clock()
    known, most = OwnAddresses(clock), 0
    for number in range(1_000):
        known.take(f"192.0.2.{number}", 0.5, 3)
        clock.now += 60.0
        most = max(most, len(known._full))
    assert most == 64, "those that owe nothing are forgotten with every 64th new one"


@pytest.mark.parametrize("places", [1, 3])
def test_processes_share_a_secret_and_ten_bytes_and_more_for_each_of_16384_rows(places: int) -> None:
    with TemporaryFile() as memory:
        new_memory(memory.fileno(), places)
        found = memory.read()
        assert len(found) == 16 + 16_384 * (8 + 2 * places)
        assert len(set(found[:16])) > 1
        assert not any(found[16:])
        HostAddresses(HostShare(memory.fileno(), 0, places), Clock()).add("192.0.2.1", 1)
        memory.seek(16)
        assert sorted(memory.read())[-2:] == [0, 1]


def test_connections_and_how_often_one_comes_count_for_all_processes_of_a_host(share: Make) -> None:
    clock, limits = Clock(), Limits(sessions_an_address=3, connections_at_once=7)
    one, two = (Admission(limits, clock, share(place)) for place in range(2))
    doors = (one, two, one, two, two)
    assert [door.admit("192.0.2.1") for door in doors] == ["", "", ""] + ["sessions_an_address"] * 2
    assert one.admit("192.0.2.2") == ""
    two.dismiss("192.0.2.1")
    assert [one.admit("192.0.2.1"), two.admit("192.0.2.1"), one.admit("192.0.2.1")] == [
        "",
        "sessions_an_address",
        "connection_rate",
    ]


def test_nobody_knows_with_whom_an_address_shares_its_row(tmp_path: Path) -> None:
    rows = []
    for number in range(2):
        with (tmp_path / str(number)).open("w+b") as memory:
            new_memory(memory.fileno(), 1)
            known = HostAddresses(HostShare(memory.fileno(), 0, 1), Clock())
            rows.append([known._row(f"192.0.2.{last}") for last in range(100)])
    assert rows[0] != rows[1]
    assert all(len(set(each)) > 90 for each in rows)
