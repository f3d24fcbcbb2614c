"""What is in the tables of a service's database after each step of two processes that share it."""

from __future__ import annotations

import asyncio
import io
import os
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

psycopg = pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# ruff: noqa: E402 # what follows needs it
from termpuzzles.company.postgres import shared as shared_module
from termpuzzles.company.postgres.administration import home_of
from termpuzzles.company.postgres.database import Database
from termpuzzles.company.postgres.log import PostgresLog
from termpuzzles.company.postgres.players import PostgresPlayers, library_of
from termpuzzles.company.postgres.shared import DistantGame, PostgresShared, share_by
from termpuzzles.company.postgres.store import PostgresStore
from termpuzzles.company.remote import main
from termpuzzles.company.service.administration import ListedPlayer
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.folder_players import link_key, put_name
from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.moving import to_database, to_folder
from termpuzzles.company.service.players import Player, Quota
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.storage.journal_text import head_line
from termpuzzles.storage.store import LostError
from tests.approved import approve
from tests.company.postgres import fresh_database
from tests.company.service.test_service_tables import Visitors, conversations, in_a_folder

HEAD = b'{"termpuzzles": 2, "game": "infinity", "size": "2x2", "title": "", "text": "x"}\n'


@pytest.fixture
def opened() -> Callable[[], Database]:
    """Opens a new database, as each of several processes does."""
    return fresh_database(f"tables_{secrets.token_hex(4)}")


class Journals:
    """What two processes do with the journals of a player, in words: `one open b` opens b in the first one.

    On a loop, nobody waits for what is appended, and holders hear that they are asked.
    """

    def __init__(self, one: Database, two: Database, is_on_a_loop: bool) -> None:
        self._databases, self._is_on_a_loop = {"one": one, "two": two}, is_on_a_loop
        self._stores = {name: PostgresStore(database, "ann") for name, database in self._databases.items()}
        self._logs: dict[str, PostgresLog] = {}
        self._before: list[str] = []

    async def do(self, step: str) -> list[str]:
        """What comes of a step, and the rows that are new then."""
        who, what, name, words = [*step.split(" ", 3), "", ""][:4]
        try:
            found = await self._done(self._stores[who], what, f"{who} {name}", name, words)
        except OSError as error:
            found = f"{type(error).__name__}: {error}"
        before, self._before = self._before, await asyncio.to_thread(self._rows)
        changed = [f"    {row}" for row in self._before if row not in before]
        return [f"{step} → {found}", *changed]

    async def _done(self, store: PostgresStore, what: str, place: str, name: str, words: str) -> object:
        log = self._logs.get(place)
        if what in ("open", "take"):
            have = store.open if what == "open" else store.take_over
            self._logs[place] = log = await asyncio.to_thread(have, name)
        if what in ("claim", "withdraw"):
            await asyncio.to_thread(store.claim if what == "claim" else store.withdraw, name)
            return "done"
        if what == "list":
            return await asyncio.to_thread(_listed, store)
        if what == "read":
            return _short(await asyncio.to_thread(store.read, name))
        assert log is not None
        if what == "append":
            return await self._appended(log, HEAD if words == "HEAD" else words.encode() + b"\n")
        if what in ("replace", "aside"):
            aside = b"broken " + words.encode() if what == "aside" else b""
            return repr(await asyncio.to_thread(log.replace, HEAD * (words != ""), aside))
        if what in ("release", "close"):
            await (self._here if self._is_on_a_loop else asyncio.to_thread)(getattr(log, what))
        await self._heard_all()
        await asyncio.to_thread(log.settle)
        claimed = log.claimed if self._is_on_a_loop else await asyncio.to_thread(lambda: log.claimed)
        facts = {"begun": log.begun, "held": log.is_held, "claimed": claimed}
        holds = " ".join(fact for fact, is_so in facts.items() if is_so)
        return f"{holds or 'nothing'}, {_short(await asyncio.to_thread(log.read))}"

    async def _here(self, work: Callable[[], None]) -> None:
        work()

    async def _appended(self, log: PostgresLog, data: bytes) -> str:
        answers = list[Exception | None]()
        if not self._is_on_a_loop:
            await asyncio.to_thread(log.append, data, answers.append)
        else:
            log.append(data, answers.append)
            while not answers:
                await asyncio.sleep(0.002)
        (answer,) = answers
        return "stored" if answer is None else type(answer).__name__

    async def _heard_all(self) -> None:
        """Wait until both have heard all that either of them has said."""
        loop, left = asyncio.get_running_loop(), {(name, other) for name in self._databases for other in "12"}
        done = asyncio.Event()

        def hear(name: str, message: str) -> None:
            left.discard((name, message))
            if not left:
                loop.call_soon_threadsafe(done.set)

        ends = [each.subscribe("all", partial(hear, name)) for name, each in self._databases.items()]
        for each, message in zip(self._databases.values(), "12", strict=True):
            each.publish("all", message)
        await done.wait()
        for end in ends:
            end()

    def _rows(self) -> list[str]:
        one, rows = self._databases["one"], []
        names = {database.holder: name for name, database in self._databases.items()}
        text = "SELECT player, name, generation, holder, claimed, size, id FROM journals ORDER BY player, name"
        for player, name, generation, holder, claimed, size, number in one.rows(text):
            held = names[holder.partition("/")[0]] if holder else "nobody"
            lines = one.rows("SELECT at, data FROM events WHERE journal = %s ORDER BY at", number)
            kept = " ".join(f"{at} {_short(data)}" for at, data in lines)
            rows.append(f"{player}/{name} {generation} of {held}{' claimed' * claimed}, {size} bytes: {kept}")
        for name, data in one.rows("SELECT name, data FROM asides ORDER BY name"):
            rows.append(f"aside {name} {_short(data)}")
        return rows


def _short(data: bytes) -> str:
    return repr(data.replace(HEAD, b"HEAD ").replace(b"\n", b";").decode())


def _listed(store: PostgresStore) -> str:
    listed = store.summaries()
    names, skipped = [entry.file for entry in listed.entries], listed.skipped
    sizes = sorted((stamp.name, stamp.size) for stamp in store.stamps())
    return f"{names}, {skipped} skipped, sizes {sizes}, used {store.used}, courses of b {store.courses('b')}"


STEPS = {
    "A journal from its first line to its end": "one open b; one release b; two open b; "
    "one append b HEAD; one append b 1.0 undo; "
    "one state b; two open b; two read b; one close b; one append b 2.0 undo; two open b; two append b 3.0 redo; "
    "two state b; two close b; one open b; one close b; one list",
    "Two who begin at once": "one open b; two open b; one append b HEAD; two append b HEAD; two append b 1.0 undo; "
    "two state b; one append b 2.0 undo; two close b; one close b",
    "Asked for": "one open b; one append b HEAD; two claim b; one state b; two claim b; two withdraw b; "
    "two withdraw b; one state b; two claim b; one release b; one state b; one append b 1.0 undo; two open b; "
    "two state b; two claim b",
    "Taken over": "one open b; one append b HEAD; two take b; one state b; one append b 1.0 undo; "
    "one append b 2.0 undo; two append b 3.0 undo; one replace b HEAD; one close b; two state b; one take b; "
    "two release b; two close b; one append b 4.0 undo; two take c; two append c HEAD; one claim nothing",
    "Replaced": "one open b; one replace b HEAD; one append b 1.0 undo; one aside b HEAD; one append b 2.0 undo; "
    "one aside b HEAD; one aside b; one state b; two open b; two append b HEAD; one replace b HEAD; two close b; "
    "one open c; one aside c; one append c HEAD; one close c; one list",
    "Listed": "one open b; one append b HEAD; one list; one append b 1.0 move; one list; one open b-2; "
    "one append b-2 nonsense; one open b-1; one append b-1 HEAD; one append b-1 2.0 undo; one list; two list; "
    "one append b-2 more; one close b-1; two list; two read b-1; two read b-9",
}


@pytest.mark.parametrize("where", ["on a loop", "in a thread"])
async def test_what_becomes_of_journals_step_by_step(opened: Callable[[], Database], where: str) -> None:
    one, two = await asyncio.to_thread(opened), await asyncio.to_thread(opened)
    lines = []
    for title, steps in STEPS.items():
        for table in ("journals", "asides"):
            await asyncio.to_thread(one.rows, f"DELETE FROM {table}")
        journals = Journals(one, two, where == "on a loop")
        lines.append(f"# {title}")
        for step in steps.split("; "):
            lines += await journals.do(step)
    approve(__file__, "database-journals", "\n".join(lines) + "\n")


def test_what_is_put_aside_has_a_number_and_there_are_just_so_many(opened: Callable[[], Database]) -> None:
    database = opened()
    log = PostgresStore(database, "ann").open("b")
    log.append(HEAD, lambda error: None)
    database.rows(
        "INSERT INTO asides SELECT 'ann', 'b.damaged' || CASE number WHEN 1 THEN '' ELSE '-' || number END, '' "
        "FROM generate_series(1, 998) AS number"
    )
    assert log.replace(HEAD, b"last") == "b.damaged-999"
    with pytest.raises(OSError, match="too many damaged journals"):
        log.replace(b"", b"one more")
    assert log.read() == HEAD
    log.close()


# Players


def test_players_in_a_database_are_answered_as_those_in_a_folder(
    opened: Callable[[], Database], tmp_path: Path
) -> None:
    database = opened()
    tables = ("journals", "choices", "keys", "names", "tokens", "files", "guests", "visits", "processes")

    def pass_time(seconds: float) -> None:
        database.rows("UPDATE tokens SET ends = ends - make_interval(secs => %s)", seconds)

    def anew(number: int) -> Visitors:
        for table in tables:
            database.rows(f"DELETE FROM {table}")
        return Visitors(PostgresPlayers(database, 600.0, lambda: Quota(4, 1 << 20)), pass_time)

    in_folders = conversations(lambda number: in_a_folder(tmp_path / str(number), Quota(4, 1 << 20)))
    assert conversations(anew) == in_folders


def test_what_is_kept_of_players_keys_guests_and_visits(opened: Callable[[], Database]) -> None:
    one, two = opened(), opened()
    here, there = shared(one), shared(two)
    anna, guest = here.players.of_key("SHA256:a"), here.players.guest()
    assert (anna.fingerprint, anna.chosen, guest.fingerprint) == ("SHA256:a", "", "")
    assert there.players.of_key("SHA256:a") == anna
    assert one.rows("SELECT fingerprint, player FROM keys") == [("SHA256:a", anna.name)]
    assert one.rows("SELECT name, holder, gone FROM guests") == [(guest.name, one.holder, False)]
    assert here.players.rename(anna, "Anna B") == "Others now see you as Anna B."
    assert there.players.of_key("SHA256:a").chosen == "Anna B"
    assert [there.players.name_of(name) for name in (anna.name, "player-0")] == ["Anna B", "player-0"]
    assert [there.players.id_of(name) for name in ("anna b", "ANNA-B", "x")] == [anna.name, anna.name, "x"]
    visits = [here.arrive("1", anna.name), there.arrive("1", anna.name), here.arrive("2", anna.name)]
    visits += [there.arrive("2", guest.name), there.arrive("2", anna.name), here.arrive("1", anna.name)]
    assert visits == [0, 1, 1, 0, 2, 2]
    there.depart("1")
    until(lambda: here.arrive("1", anna.name) == 1)
    assert sorted(one.rows("SELECT id, player FROM visits")) == sorted(
        (f"{each.holder}/{number}", anna.name) for each, number in ((one, "1"), (one, "2"), (two, "2"))
    )
    assert one.rows("SELECT holder FROM processes") == [(one.holder,)]
    there.players.forget_old_tokens()
    assert sorted(one.rows("SELECT holder FROM processes")) == sorted([(one.holder,), (two.holder,)])


def test_what_is_left_of_processes_that_are_gone_is_removed_in_time(opened: Callable[[], Database]) -> None:
    one, two = opened(), opened()
    here, there = shared(one), shared(two)
    guests = [each.players.guest() for each in (here, there, here)]
    for guest in guests:
        with closing(here.players.library(guest).store.open("b")) as log:
            log.append(HEAD, lambda error: None)
    there.arrive("1", "player-1")
    kept = here.players.token(guests[2])
    here.players.leave(guests[2])

    def left() -> tuple[set[str], list[str], int]:
        here.players.forget_old_tokens()
        journals = [row[0] for row in one.rows("SELECT player FROM journals")]
        found = [row[0] for row in one.rows("SELECT name FROM guests")]
        assert sorted(journals) == sorted(found)
        visits = one.rows("SELECT count(*) FROM visits")[0][0]
        return set(found), [row[0] for row in one.rows("SELECT token FROM tokens")], visits

    everybody = {guest.name for guest in guests}
    assert left() == (everybody, [kept], 1)
    one.rows("UPDATE processes SET seen = seen - interval '890 seconds' WHERE holder = %s", two.holder)
    one.rows("UPDATE visits SET began = began - interval '100 seconds'")
    assert left() == (everybody, [kept], 1)
    one.rows("UPDATE processes SET seen = seen - interval '20 seconds' WHERE holder = %s", two.holder)
    assert left() == (everybody - {guests[1].name}, [kept], 1)
    two.close()
    until(lambda: left()[2] == 0)
    assert left() == (everybody - {guests[1].name}, [kept], 0)
    one.rows("UPDATE tokens SET ends = ends - interval '600 seconds'")
    assert left() == ({guests[0].name}, [], 0)
    here.players.leave(guests[0])
    assert left() == (set(), [], 0)


@pytest.mark.parametrize("commit", ["async", "sync"])
def test_whoever_plays_for_a_player_commits_as_the_service_does(
    opened: Callable[[], Database], commit: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = opened().address
    connect, given = psycopg.connect, list[str]()

    def connecting(where: str, **options: Any) -> Any:
        given.append(options["options"].split()[1])
        return connect(where, **options)

    config = ServiceConfig("127.0.0.1", 0, tmp_path, ("x",), store=address, commit=commit)
    monkeypatch.setattr(psycopg, "connect", connecting)
    here = share_by(config)(600.0, Quota)
    environment = here.players.environment(Player("player-1"))
    assert environment["TERMPUZZLES_COMMIT"] == commit
    library_of(environment)
    assert set(given) == {f"synchronous_commit={'on' if commit == 'sync' else 'off'}"}
    here.close()


def test_a_game_is_looked_at_now_and_then_and_forgotten_ten_seconds_after_nobody_asks(
    opened: Callable[[], Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    now, looked = SimpleNamespace(seconds=100.0), list[float]()
    now.monotonic = lambda: now.seconds
    monkeypatch.setattr(shared_module, "time", now)
    monkeypatch.setattr(DistantGame, "look", lambda game: looked.append(now.seconds))
    here = shared(opened())
    here.watch("player-1")
    for seconds in (100.5, 100.51, 110.51):
        now.seconds = seconds
        before = len(looked)
        here.game_of("player-1")
        expected = before + (seconds > 100.5)
        until(lambda expected=expected: len(looked) >= expected)  # type: ignore[misc]
    time.sleep(0.02)
    assert looked == [100.0, 100.51, 110.51]
    now.seconds = 120.51
    here.look()
    here.game_of("player-1")
    until(lambda: len(looked) == 4)
    now.seconds = 130.52
    here.look()
    assert here.game_of("player-1") is None
    time.sleep(0.02)
    assert len(looked) == 4
    here.close()


def test_a_process_of_its_own_finds_what_the_player_has_played(opened: Callable[[], Database]) -> None:
    database = opened()
    players = PostgresPlayers(database, 600.0)
    anna = players.of_key("SHA256:a")
    environment = players.environment(anna)
    assert environment["TERMPUZZLES_PLAYER"] == anna.name
    assert (environment["TERMPUZZLES_STORE"], environment["TERMPUZZLES_COMMIT"]) == (database.address, "async")
    library = library_of(environment)
    with closing(library.store.open("b")) as log:
        log.append(HEAD + b"1.0 undo\n", lambda error: None)
    assert players.library(anna).store.read("b") == HEAD + b"1.0 undo\n"
    assert players.has_boards(anna)
    assert library_of(environment | {"TERMPUZZLES_PLAYER": "player-0"}).is_untouched


def test_a_command_of_a_visitor_finds_what_the_player_has_played(
    opened: Callable[[], Database], monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    players = PostgresPlayers(opened(), 600.0)
    anna, name = players.of_key("SHA256:a"), "0" * 32
    with closing(players.library(anna).store.open(name)) as log:
        log.append(HEAD + b"1.0 undo\n", lambda error: None)
    for variable, value in players.environment(anna).items():
        monkeypatch.setenv(variable, value)
    for limit in ("os.nice", "resource.setrlimit"):
        monkeypatch.setattr(limit, lambda *these: None)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    assert main(["sync", "9,1000000,1000000,100", "1", "list"]) == 0
    head, _, *listed = capfdbinary.readouterr().out.decode().split("\n")
    assert head == "termpuzzles 1 1000000"
    assert [line.split()[0] for line in listed] == [name]


def test_a_file_that_only_grows_is_read_by_another_process_from_where_it_has_read_to(
    opened: Callable[[], Database],
) -> None:
    here, there = (shared(opened()).open_file("tables/2026-11-21") for _ in range(2))
    assert there.read(0) == b""
    here.add(b"one\n")
    assert (there.read(0), there.read(3), there.read(4)) == (b"one\n", b"\n", b"")
    there.add(b"two\n")
    assert (here.read(0), here.read(4)) == (b"one\ntwo\n", b"two\n")


def test_nothing_follows_a_line_that_the_database_refuses(opened: Callable[[], Database]) -> None:
    database, answers = opened(), list[Exception | None]()
    store = PostgresStore(database, "player-1")
    log = store.open("b")
    log.append(HEAD, answers.append)
    database.rows("ALTER TABLE events RENAME TO elsewhere")
    log.append(b"1.0 undo\n", answers.append)
    database.rows("ALTER TABLE elsewhere RENAME TO events")
    log.append(b"2.0 undo\n", answers.append)
    kept, refused, later = answers
    assert kept is None
    assert isinstance(refused, OSError)
    assert 'relation "events" does not exist' in str(refused.strerror)
    assert isinstance(later, LostError)
    assert store.read("b") == HEAD
    log.close()


def test_what_the_operator_orders_and_sees(opened: Callable[[], Database], tmp_path: Path) -> None:
    one, two = opened(), opened()
    here, there, home = shared(one), shared(two), home_of(one, tmp_path)
    anna, bob = here.players.of_key("SHA256:a"), here.players.of_key("SHA256:b")
    here.players.join(here.players.of_key("SHA256:c"), here.players.token(anna))
    here.players.rename(bob, "Bob")
    for player, name in ((anna, "b"), (anna, "c"), (bob, "b")):
        with closing(here.players.library(player).store.open(name)) as log:
            log.append(HEAD, lambda error: None)
    here.players.guest()
    expected = [ListedPlayer(anna.name, "", 2, 2, 160), ListedPlayer(bob.name, "Bob", 1, 1, 80)]
    assert list(home.players()) == sorted(expected)
    assert home.data == tmp_path
    assert home.ban([anna.name, "192.0.2.0/24"], False) == ["SHA256:a", "SHA256:c", "192.0.2.0/24"]
    assert home.ban(["192.0.2.0/24", "192.0.2.9"], False)[2:] == ["192.0.2.0/24", "192.0.2.9"]
    assert home.ban(["SHA256:c", "192.0.2.0/24"], True) == ["SHA256:a", "192.0.2.9"]
    assert home.ban([], False) == ["SHA256:a", "192.0.2.9"]
    assert not there.bans.hold("192.0.2.9", "")
    assert (home.revoke("SHA256:b"), home.revoke("SHA256:b"), home.revoke("SHA256:c")) == (bob.name, "", anna.name)
    there.look()
    held = [("192.0.2.9", ""), ("192.0.2.8", "SHA256:a"), ("192.0.2.8", "SHA256:c")]
    assert [there.bans.hold(*each) for each in held] == [True, True, False]
    assert there.revoked == {"SHA256:b", "SHA256:c"}
    assert here.players.keys(anna) == ["SHA256:a"]


def test_the_first_process_makes_the_host_key_and_a_folder_may_have_one(
    opened: Callable[[], Database], tmp_path: Path
) -> None:
    one, two = opened(), opened()
    nowhere = tmp_path / "nowhere"
    (made,) = shared(one).host_keys(nowhere)
    assert [key.public_data for key in shared(two).host_keys(nowhere)] == [made.public_data]
    assert not nowhere.exists()
    following = asyncssh.generate_private_key("ssh-ed25519")
    one.rows("INSERT INTO files VALUES ('host_key.next', %s)", following.export_private_key())
    found = [key.public_data for key in shared(two).host_keys(nowhere)]
    assert found == [made.public_data, following.public_data]
    own = host_key(tmp_path)
    assert [key.public_data for key in shared(one).host_keys(tmp_path)] == [own.public_data]


def test_a_file_in_a_database_grows_by_lines_for_all_processes(opened: Callable[[], Database]) -> None:
    here, there = (shared(opened()).open_file("daily/x") for _ in range(2))
    assert (here.read(0), there.read(3)) == (b"", b"")
    here.add(b"one\n")
    there.add(b"two\n")
    assert [each.read(since) for each in (here, there) for since in (0, 4, 8, 9)] == [
        b"one\ntwo\n",
        b"two\n",
        b"",
        b"",
    ] * 2


def test_a_game_is_seen_from_another_process_as_far_as_it_is_stored(opened: Callable[[], Database]) -> None:
    one, two = opened(), opened()
    store = PostgresStore(two, "player-1")
    game, told = DistantGame(one, "player-1"), list[str]()

    def look(what: str) -> None:
        game.look()
        shown = game.shown
        assert shown is None or shown.cursor == 0, "where the cursor is, no journal tells"
        lines = list(shown.picture.state.lines) if shown else []
        told.append(f"{what}: {f'{shown.title}; {shown.progress}; {lines}' if shown else 'nothing'}")

    board = read("infinity:2x2:1212")[0]
    log = store.open("b")
    log.append(head_line(board, {}) + b"1.0 move turn 1,1 1\n", lambda error: None)
    look("not allowed")
    store.save_choices({}, {"watch": True})
    look("allowed")
    for line in (b"2.0 move turn 1,1 1\n3.0 move turn 2,1 1\n", b"4.0 undo\n"):
        log.append(line, lambda error: None)
        look(line.decode().replace("\n", ";"))
    look("again")
    log.replace(head_line(board, {}) + b"9.0 move turn 2,2 3\n")
    log = store.take_over("b")
    look("a new generation")
    other = store.open("c")
    other.append(head_line(read("net:3x2:124812")[0], {}), lambda error: None)
    look("the latest of two boards")
    other.close()
    look("the other one")
    log.append(b"10.0 move turn 1,1 1\n", lambda error: None)
    two.rows("UPDATE choices SET saved = '{}'")
    look("not allowed any more")
    two.rows("UPDATE choices SET saved = '{\"watch\": true}'")
    look("allowed again")
    other = store.open("d")
    other.append(b"nonsense\n", lambda error: None)
    look("what is no journal leaves it as it was")
    other.close()
    log.close()
    look("left")
    approve(__file__, "database-watched", "\n".join(told) + "\n")


def test_a_game_is_looked_at_for_as_long_as_somebody_asks_for_it(opened: Callable[[], Database]) -> None:
    one, two = opened(), opened()
    here, store = shared(one), PostgresStore(two, "player-1")
    store.save_choices({}, {"watch": True})
    assert here.game_of("player-1") is None
    here.watch("player-1")
    assert here.game_of("player-1") is None
    log = store.open("b")
    log.append(head_line(read("infinity:2x2:1212")[0], {}), lambda error: None)
    until(lambda: here.game_of("player-1") is not None)
    here.look()
    assert here.game_of("player-1") is not None
    here.watch("player-2")
    assert here.game_of("player-2") is None
    log.close()
    until(lambda: here.game_of("player-1") is None)
    here.close()


# Moving


A, B, C = "player-00000000000a", "player-00000000000b", "player-00000000000c"
GAME = HEAD + b"1.0 undo\n2.0 redo\n"


def written(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1_700_000_000, 1_700_000_000))


def shown(folder: Path) -> list[str]:
    """What is in each file, whether only its owner may read it, and whether it is as old as it was."""
    lines = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        status, data = path.stat(), path.read_bytes().replace(HEAD, b"HEAD ")
        name = re.sub(r"(\w)\1{23}", r"\1", path.relative_to(folder).as_posix())
        old = " old" * (status.st_mtime == 1_700_000_000)
        lines.append(f"    {name} {status.st_mode & 0o777:o}{old} {data!r}")
    return lines


@pytest.fixture
def usual_modes() -> Iterator[None]:
    """New files may be read by others unless the program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_modes")
def test_what_is_moved_into_a_database_and_back_and_what_is_left_out(
    opened: Callable[[], Database], tmp_path: Path
) -> None:
    database, here, there = opened(), tmp_path / "here", tmp_path / "there"
    link_key(here, "SHA256:a", A)
    link_key(here, "SHA256:b", B)
    put_name(here, A, "Anna")
    journals = f"players/{A}/journals"
    written(
        here,
        {
            f"{journals}/{'a' * 24}.journal": GAME,
            f"{journals}/{'b' * 24}.journal": b"",
            f"{journals}/{'a' * 24}.damaged-2": b"\xff",
            f"{journals}/{'c' * 24}.lock": b"",
            f"players/{A}/sittings/{'d' * 24}.sitting": GAME[:-9],
            f"players/{A}/sittings/{'a' * 24}.sitting": HEAD,
            f"players/{A}/remembered.json": b'{"watch": true}',
            f"players/{A}/summaries.json": b"{}",
            f"players/{B}/remembered.json": b"[1]",
            f"players/{C}/remembered.json": b"{",
            "guests/guest-00000000/journals/x.journal": GAME,
            "matches/journals/0123456789abcdef.journal": GAME,
            "bans": b"192.0.2.1\n",
            "daily/2026-03-04.jsonl": b"[]\n",
            "bans.123.part": b"x",
        },
    )
    lines = [f"moved {to_database(here, database)}"]
    for text in (
        "SELECT player, name, generation, size, extract(epoch FROM modified)::bigint FROM journals ORDER BY 1, 2",
        "SELECT player, name, data FROM asides ORDER BY 1, 2",
        "SELECT * FROM choices",
        "SELECT * FROM keys ORDER BY 1",
        "SELECT * FROM names",
        "SELECT name, data FROM files ORDER BY 1",
    ):
        lines += [f"    {str(row).replace(repr(HEAD)[2:-1], 'HEAD ')}" for row in database.rows(text)]
    lines.append(f"once more {to_database(here, database)}")
    written(here, {f"{journals}/{'a' * 24}.journal": GAME + b"3.0 undo\n", f"{journals}/{'b' * 24}.journal": b"x\n"})
    lines.append(f"longer, and one that cannot be read {to_database(here, database)}")
    written(here, {f"{journals}/{'b' * 24}.journal": b"y\n"})
    lines.append(f"and another one that cannot be read {to_database(here, database)}")
    lines += [f"back {to_folder(database, there)}", *shown(there)]
    for folder in ("daily", "matches/journals", f"players/{A}/sittings"):
        assert (there / folder).stat().st_mode & 0o777 == 0o700
    lines.append(f"back once more {to_folder(database, there)}")
    other = opened()
    with pytest.raises(PuzzleError) as refused:
        to_database(here, database)
    lines.append(str(refused.value))
    another = opened()
    with pytest.raises(PuzzleError) as refused:
        to_folder(database, there)
    lines.append(str(refused.value))
    assert other.holder != another.holder
    approve(__file__, "database-moved", "\n".join(lines) + "\n")


def shared(database: Database) -> PostgresShared:
    return PostgresShared(database, 600.0, Quota)


def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    while not so():
        time.sleep(0.01)
