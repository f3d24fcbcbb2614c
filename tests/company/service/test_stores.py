"""The stores of a service do what every store does; those that connections share hand a journal over at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

from termpuzzles.company.service.shared_store import SharedStore
from termpuzzles.games.model import Gesture
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.journal import TAKEN
from termpuzzles.storage.store import MemoryStore
from tests.company.postgres import database
from tests.data import sweep
from tests.fuzz import kills
from tests.play.storage import test_stores as every
from tests.play.storage.test_stores import NAME, Kind, folder_kind, memory_kind, session_in


def _postgres(path: Path) -> Kind:
    player = path.parent.name
    one, two = database("one"), database("two")
    from termpuzzles.company.postgres.store import PostgresStore  # which the extra `postgres` brings

    def aside(name: str) -> bytes:
        (row,) = one.rows("SELECT data FROM asides WHERE player = %s AND name = %s", player, name)
        return bytes(row[0])

    def date(name: str, seconds: float) -> None:
        stamp = "UPDATE journals SET modified = to_timestamp(%s) WHERE player = %s AND name = %s"
        one.rows(stamp, seconds, player, name)

    return Kind(PostgresStore(one, player), PostgresStore(two, player), aside, date)


def _shared(make: Callable[[Path], Kind]) -> Callable[[Path], Kind]:
    def shared(path: Path) -> Kind:
        kind = make(path)
        return kind._replace(store=SharedStore(kind.store))

    return shared


ON_DISK = {"a folder shared by connections": _shared(folder_kind)}
KINDS: dict[str, Callable[[Path], Kind]] = {
    **ON_DISK,
    "memory shared by connections": _shared(memory_kind),
    "a database": _postgres,
    "a database shared by connections": _shared(_postgres),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    return KINDS[request.param](tmp_path / "data")


@pytest.fixture(params=ON_DISK)
def on_disk(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    return ON_DISK[request.param](tmp_path / "data")


# Of the tests of all stores, those that ask for a store run over these, too
globals().update(
    (name, test)
    for name, test in inspect.getmembers(every, inspect.isfunction)
    if name.startswith("test_") and {"kind", "on_disk"} & inspect.signature(test).parameters.keys()
)


def test_the_connections_of_a_server_hand_a_board_over_at_once(tmp_path: Path) -> None:
    for store in (SharedStore(FolderStore(tmp_path / "data")), SharedStore(MemoryStore())):
        first = session_in(store, tmp_path)
        assert first.session.do(Gesture("turn", 0))
        second = session_in(store, tmp_path)
        assert (second.session.turns, second.trouble) == (1, "")
        assert first.check_claim() == first.lost == TAKEN
        assert not first.session.do(Gesture("turn", 1))
        assert second.session.do(Gesture("turn", 1))
        first.leave()
        assert second.check_claim() == ""
        second.leave()


def test_what_connections_share_passes_claims_on() -> None:
    store = MemoryStore()
    shared = SharedStore(store)
    shared.claim(NAME)
    assert store.claims == {NAME}
    shared.withdraw(NAME)
    assert store.claims == set()
    store.journals = {NAME: b"", f"{NAME}-2": b"", "b" * 24: b""}
    assert shared.courses(NAME) == [f"{NAME}-2"]


def test_players_killed_at_any_moment_lose_no_move_in_a_folder_that_connections_share(tmp_path: Path) -> None:
    store = _shared(folder_kind)(tmp_path / "data").store
    assert kills.run(tmp_path, sweep.share(30), store=store).endswith(" 0 with a move lost")
