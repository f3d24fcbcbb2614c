"""One connection and one channel by themselves, with a clock that the test moves: what becomes of each."""

from __future__ import annotations

import asyncio
import io
import json
import struct
import sys
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Any, ClassVar

import asyncssh
import pytest

from termpuzzles.company.meetings import LocalExchange
from termpuzzles.company.screens.race import RoomScreen
from termpuzzles.company.service.config import ServiceConfig, bans_of
from termpuzzles.company.service.connection import Connection
from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.monitoring import Log
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.requests import help_with
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.company.service.visit import Visit
from termpuzzles.company.service.wire import UNSTORED, ChannelWire, hang_up, unsent
from termpuzzles.company.sync import refusal_line
from termpuzzles.storage.store import MemoryStore, StoreAwayError
from termpuzzles.terminal.wire import QuietListener
from termpuzzles.tui.context import Context
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.screens.lobby import WallLobbyScreen
from termpuzzles.wall.screens.seat import WallDoorScreen
from termpuzzles.wall.service import WallPart, screen_of
from termpuzzles.wall.slots import LOBBY
from tests.play.desk import Time
from tests.play.desk import context as desk_context

IGNORE, OTHER = 2, 94  # kinds of packets
ECHO = (
    "import json, os, sys; data = sys.stdin.read(); names = ('TERMPUZZLES_DATA', 'HOME'); "
    "print(json.dumps([sys.argv[1:], data, [os.environ.get(name) for name in names]])); sys.exit(3)"
)


class Made:
    """A service that does not listen, its clock and its log."""

    def __init__(self, folder: Path, limits: Limits | None = None, command: tuple[str, ...] = (), **given: Any) -> None:
        self.time, self._log = Time(), io.StringIO()
        self.time.now = 1_000.0
        config = ServiceConfig("127.0.0.1", 0, folder, command, limits=limits or Limits(), **given)
        self.service = Service(config, Log(self._log), self.time)

    @property
    def log(self) -> list[str]:
        """What was logged since the last time, without the times."""
        found = [line.partition(" ")[2] for line in self._log.getvalue().splitlines()]
        self._log.seek(0)
        self._log.truncate()
        return found


class Transport:
    """The network below a connection."""

    def __init__(self) -> None:
        self.max_size = 1 << 18
        self.told: list[str] = []
        self.unsent, self.is_gone = 0, False

    def is_closing(self) -> bool:
        return self.is_gone

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")

    def get_write_buffer_size(self) -> int:
        return self.unsent


class Wired:
    """A connection as the library has it."""

    def __init__(self, address: str | None = "192.0.2.7") -> None:
        self.address = address
        self.taken: list[bytes] = []
        self.sent: list[int] = []
        self.ended: list[tuple[object, str]] = []
        self._transport = Transport()

    @property
    def network(self) -> Transport:
        return self._transport

    def get_extra_info(self, name: str) -> object:
        return (self.address, 5_000) if self.address and name == "peername" else None

    def data_received(self, data: bytes) -> None:
        self.taken.append(data)

    def eof_received(self) -> None:
        self.taken.append(b"")

    def send_packet(self, kind: int, *parts: bytes) -> None:
        self.sent.append(kind)

    def disconnect(self, code: object, reason: str) -> None:
        self.ended.append((code, reason))

    def abort(self) -> None:
        self.ended.append(("abort", ""))


class Channel:
    """A channel as the library has it: what was written to it, and how it ended."""

    def __init__(self, connection: Wired | None = None) -> None:
        self.out, self.err = b"", b""
        self.status: int | None = None
        self.told: list[object] = []
        self.waiting, self.is_gone = 0, False
        self._env: dict[Any, Any] = {}
        self._connection = connection or Wired()

    def set_write_buffer_limits(self, high: int) -> None:
        self.told.append(high)

    def is_closing(self) -> bool:
        return self.is_gone

    def write(self, data: bytes) -> None:
        self.out += data

    def write_stderr(self, data: bytes) -> None:
        self.err += data

    def exit(self, status: int) -> None:
        self.status = status

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")

    def get_environment(self) -> dict[Any, Any]:
        return self._env

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def get_connection(self) -> Wired:
        return self._connection


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)


# A channel


class Visiting:
    """A visit of a player with a key, who has not arrived until `arrives` is called."""

    def __init__(self, made: Made, key: str = "SHA256:a", **given: object) -> None:
        self.made, self.channel = made, Channel()
        self.player = made.service.players.of_key(key) if key else made.service.players.guest()
        self._arriving: asyncio.Future[Player] = asyncio.get_running_loop().create_future()
        self.visit = Visit(made.service, key or "192.0.2.7", "192.0.2.7", self._arriving)
        made.service.visit_began(self.visit)
        self.visit.connection_made(self.channel)  # type: ignore[arg-type]

    def arrives(self, error: Exception | None = None) -> None:
        if error is None:
            self._arriving.set_result(self.player)
        else:
            self._arriving.set_exception(error)

    async def asks(self, command: str, data: bytes = b"", term: str = "") -> tuple[int | None, str, str]:
        """The status, and what is said to a command."""
        self.arrives()
        if term:
            self.visit.pty_requested(term, (80, 24, 0, 0), {})
        assert self.visit.exec_requested(command)
        self.visit.session_started()
        if data:
            self.visit.data_received(data, None)
        assert self.visit.eof_received()
        await self.visit.over()
        return self.channel.status, self.channel.out.decode(), self.channel.err.decode()


async def asked(made: Made, command: str, data: bytes = b"", key: str = "SHA256:a") -> tuple[int | None, str, str]:
    return await Visiting(made, key).asks(command, data)


async def test_a_command_runs_in_a_process_that_knows_nothing_of_the_server(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(process_memory=5_000), (sys.executable, "-c", ECHO))
    status, out, err = await asked(made, "hint 'a b' -", b"board")
    assert (status, json.loads(out), err) == (3, [["--memory=5000", "hint", "a b", "-"], "board", [None, None]], "")
    status, out, err = await asked(made, "help hint")
    assert (status, json.loads(out)[0][1:]) == (3, ["help", "hint"])
    assert [made.service.metrics.counts["requests", word] for word in ("hint", "help")] == [1, 1]


async def test_what_is_asked_about_keys_is_answered_at_once(tmp_path: Path) -> None:
    made = Made(tmp_path)
    name = made.service.players.of_key("SHA256:a").name
    assert await asked(made, "who") == (0, f"{name}, known by the key SHA256:a\n", "")
    assert await asked(made, "keys") == (0, "SHA256:a\n", "")
    assert await asked(made, "unlink SHA256:b") == (2, "", "You have no key with that fingerprint.\n")
    no_key = "You came without a key: make one with ssh-keygen -t ed25519\n"
    assert await asked(made, "keys", key="") == (1, "", no_key)
    assert await asked(made, "link", key="") == (2, "", no_key)
    assert made.log == []


async def test_an_exchange_of_journals_has_the_bounds_of_the_player(tmp_path: Path) -> None:
    limits = Limits(journals=7, journal_bytes=8, sync_journal=9, process_memory=5_000)
    made = Made(tmp_path, limits, (sys.executable, "-c", ECHO))
    status, out, _ = await asked(made, "sync 1 list", b"x")
    folder = made.service.players.environment(made.service.players.of_key("SHA256:a"))["TERMPUZZLES_DATA"]
    expected = [["--memory=5000", "sync", "7,8,9,62500", "1", "list"], "x", [folder, None]]
    assert (status, json.loads(out)) == (3, expected)
    assert made.log == []
    assert await asked(made, "sync 1 list", key="") == (2, refusal_line("guest").decode(), f"{SENTENCES['guest']}\n")
    assert [line.partition(" who")[0] for line in made.log] == ["refused limit=guest"]


async def test_without_a_terminal_a_process_of_its_own_speaks(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(process_memory=5_000, plain=1), (sys.executable, "-c", ECHO), message="Hello")
    status, out, err = await asked(made, "")
    (memory, word, number, name), data, (folder, _) = json.loads(out)
    player = made.service.players.of_key("SHA256:a")
    assert (status, memory, word, name, data, err) == (3, "--memory=5000", "plain", player.name, "", "Hello\n")
    assert number.isdecimal()
    assert folder == made.service.players.environment(player)["TERMPUZZLES_DATA"]
    async with made.service.talks:
        assert await asked(made, "") == (1, "", f"{SENTENCES['plain']}\n")
    other = made.service.players.of_key("SHA256:b").name
    status, out, err = await asked(made, f"race {other} net 4x5")
    assert err == "Hello\n"
    assert json.loads(out)[0][3:] == [player.name, f"{other}, ", "net", "4x5"]
    assert made.log == ["refused limit=plain who=SHA256:a".replace("SHA256:a", player.name)]


async def test_who_has_no_room_left_is_told_to_play_with_a_terminal(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(journals=0), (sys.executable, "-c", ECHO))
    assert await asked(made, "") == (1, "", f"{SENTENCES['quota']}\n")
    assert made.log[0].startswith("refused limit=quota who=player-")


async def test_too_much_input_ends_a_command_and_says_so(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(request_input=10), (sys.executable, "-c", ECHO))
    assert (await asked(made, "hint -", b"x" * 10))[0] == 3
    visiting = Visiting(made)
    answering = asyncio.ensure_future(visiting.asks("hint -", b"x" * 11))
    status, out, err = await answering
    assert (status == 3, out, err) == (False, "", f"{SENTENCES['request_input']}\n")
    assert made.log[0].startswith("refused limit=request_input who=player-")


async def test_what_is_sent_is_taken_in_part_by_part_and_while_much_waits_no_more_is_read(tmp_path: Path) -> None:
    visiting = Visiting(Made(tmp_path))
    told = visiting.channel.told
    assert told == [1 << 16]
    visiting.visit.data_received(b"x" * 600, None)
    assert told[1:] == []
    visiting.visit.data_received(b"x" * 1_000, None)
    assert told[1:] == ["pause"]
    await until(lambda: len(told) == 3)
    assert told[1:] == ["pause", "resume"]
    visiting.visit.data_received(b"x" * 2_000, None)
    visiting.channel.is_gone = True
    await asyncio.sleep(0.01)
    assert told[3:] == ["pause"]


class Listening(QuietListener):
    """Hears what comes over a wire."""

    def __init__(self) -> None:
        self.heard: list[bytes | int] = []

    def received(self, data: bytes) -> None:
        self.heard.append(data)

    def closed(self, status: int) -> None:
        self.heard.append(status)


async def test_what_a_listener_hears_is_whole_and_in_order_and_no_key_is_cut_in_two(tmp_path: Path) -> None:
    wire, listening = ChannelWire(Limits(), lambda: 0.0, lambda channel: 0), Listening()
    wire.open(listening)
    keys = b"\x1b[C" * 700
    wire.receive(keys)
    assert listening.heard == [keys[:510]], "the rest waits for its turn"
    wire.finish()
    await until(lambda: 0 in listening.heard)
    *parts, end = listening.heard
    assert (b"".join(part for part in parts if isinstance(part, bytes)), end) == (keys, 0)
    assert all(isinstance(part, bytes) and part.startswith(b"\x1b") and len(part) <= 512 for part in parts)


async def test_a_listener_that_has_enough_to_do_hears_nothing_more_until_it_has_not(tmp_path: Path) -> None:
    wire, listening = ChannelWire(Limits(), lambda: 0.0, lambda channel: 0), Listening()
    wire.open(listening)
    wire.crowd(True)
    wire.receive(b"ab")
    wire.finish()
    await asyncio.sleep(0.01)
    assert listening.heard == []
    wire.crowd(False)
    await until(lambda: len(listening.heard) == 2)
    assert listening.heard == [b"ab", 0]
    wire, listening = ChannelWire(Limits(), lambda: 0.0, lambda channel: 0), Listening()
    wire.open(listening)
    wire.crowd(True)
    wire.receive(b"ab")
    wire.end()
    assert listening.heard == [0], "whoever has gone is waited for no more"


@pytest.mark.parametrize(("limit", "seconds"), [("idle", 50.0), ("stay", 80.0)])
async def test_a_visit_is_ended_once_it_is_longer_than_it_may_be(tmp_path: Path, limit: str, seconds: float) -> None:
    made = Made(tmp_path, Limits(idle=50.0, stay=80.0))
    visiting = Visiting(made)
    visiting.visit.session_started()
    await asyncio.sleep(0)
    if limit == "stay":
        made.time.now += 40.0
        visiting.visit.data_received(b"x", None)
        seconds -= 40.0
    made.time.now += seconds
    made.service.check_timeouts()
    assert not visiting.visit.is_over
    made.time.now += 0.01
    made.service.check_timeouts()
    await visiting.visit.over()
    assert visiting.visit.is_over
    assert visiting.channel.status == 1
    assert made.log == [f"refused limit={limit} who=SHA256:a"]
    assert not made.service.visits


async def test_who_reads_nothing_any_more_is_hung_up_on(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(reader=5.0))
    visiting = Visiting(made)
    visiting.visit.tell("something")
    visiting.channel.waiting = 5
    visiting.visit.check_timeouts()
    made.time.now += 5.0
    visiting.visit.check_timeouts()
    assert visiting.channel.get_connection().ended == []
    made.time.now += 0.1
    visiting.visit.check_timeouts()
    assert visiting.channel.get_connection().ended == [("abort", "")]
    assert (visiting.channel.err, made.log) == (b"something\n", ["refused limit=reader who=SHA256:a"])


async def test_a_visit_that_is_aborted_before_it_begins_is_hung_up_on(tmp_path: Path) -> None:
    made = Made(tmp_path)
    visiting = Visiting(made)
    assert not visiting.visit.is_over
    visiting.visit.abort("shutdown")
    assert visiting.channel.get_connection().ended == [("abort", "")]
    visiting.visit.connection_lost(None)
    assert visiting.visit.is_over
    assert not made.service.visits
    await visiting.visit.over()


async def test_the_network_below_a_visit_is_asked_what_it_has_not_taken() -> None:
    channel = Channel()
    channel.get_connection().network.unsent = 17
    assert unsent(channel) == 17  # type: ignore[arg-type]
    del channel.get_connection()._transport
    assert unsent(channel) == 0  # type: ignore[arg-type]
    hang_up(None)
    hang_up(channel)  # type: ignore[arg-type]
    assert channel.get_connection().ended == [("abort", "")]


@pytest.mark.parametrize("error", [StoreAwayError(None, "away"), ZeroDivisionError("oops")])
async def test_what_goes_wrong_in_a_visit_ends_it_alone_and_is_said(tmp_path: Path, error: Exception) -> None:
    made = Made(tmp_path)
    visiting = Visiting(made)
    visiting.visit.session_started()
    visiting.arrives(error)
    await visiting.visit.over()
    is_away = isinstance(error, StoreAwayError)
    said = SENTENCES["store"] if is_away else "Something went wrong here; every move is kept."
    assert (visiting.channel.status, visiting.channel.out, visiting.channel.err.decode()) == (1, b"", f"{said}\n")
    (line,) = made.log
    crash = "crash error='ZeroDivisionError: oops' at="
    assert line.startswith("refused limit=store who=SHA256:a" if is_away else crash)
    assert made.service.metrics.counts["crashes", ""] == (not is_away)
    assert not made.service.visits


async def test_a_player_has_so_many_visits_and_those_who_are_gone_do_not_count(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(sessions_a_player=2, sessions=3), (sys.executable, "-c", ECHO))
    waiting = [Visiting(made) for _ in range(2)]
    for each in waiting:
        each.arrives()
        each.visit.exec_requested("hint -")
        each.visit.session_started()
    await until(lambda: all(each.visit.player == each.player.name for each in waiting))
    assert made.service.room() == ""
    refused = Visiting(made)
    assert made.service.room() == "sessions"
    assert await refused.asks("who") == (1, "", f"{SENTENCES['sessions_a_player']}\n")
    assert made.log == [f"refused limit=sessions_a_player who={refused.player.name}"]
    assert (await asked(made, "who", key="SHA256:b"))[0] == 0
    waiting[0].visit.connection_lost(None)
    await waiting[0].visit.over()
    assert (await asked(made, "who"))[0] == 0
    waiting[1].visit.connection_lost(None)
    await waiting[1].visit.over()
    assert not made.service.visits
    assert made.service.metrics.counts["visits", ""] == 5


async def test_words_that_need_a_terminal_or_another_player_are_told_so(tmp_path: Path) -> None:
    made = Made(tmp_path, daily_table=True)
    bob = made.service.players.of_key("SHA256:b")
    made.service.players.rename(bob, "Bob")
    watch = "Type watch and a player's name, with a terminal: ssh -t HOST watch NAME\n"
    for command in ("watch", "watch Bob", "watch a b"):
        assert await asked(made, command) == (2, "", watch)
    for command in ("watch", "watch a b"):
        assert await Visiting(made).asks(command, term="xterm") == (2, "", watch)
    for command in ("watch Bob", "watch nobody"):
        gone = "No player of that name is playing and lets others watch.\n"
        assert await Visiting(made).asks(command, term="xterm") == (1, "", gone)
    other = Made(tmp_path / "without tables")
    assert await asked(other, "daily table") == (1, "", "This server keeps no daily table.\n")
    words = "Type daily table, and perhaps a date such as 2026-11-27.\n"
    for command in ("daily table nonsense", "daily table 2026-11-02 nonsense"):
        assert await asked(made, command) == (2, "", words)
    assert await asked(made, "wall ratings Bob") == (0, "No game has been finished yet.\n", "")
    assert await asked(made, "help watch now") == (0, help_with(WallPart.words), "")
    status, out, err = await asked(made, "wall", b"quit\n")
    assert (status, err) == (0, "")
    assert "Type help" in out
    assert (await asked(made, "wall list")) == (0, "Nobody is waiting for a match, and none is in progress.\n", "")
    status, out, err = await asked(made, "daily table 2026-11-02")
    assert (status, err) == (0, "")
    assert "2026" in out
    assert not await asyncio.to_thread(Visiting(made).visit.subsystem_requested, "sftp")
    assert made.log[-1] == "refused limit=subsystem who=sftp"


async def test_the_size_of_a_window_and_what_it_is_are_taken(tmp_path: Path) -> None:
    visiting = Visiting(Made(tmp_path))
    environment = visiting.channel.get_environment()
    environment["LANG"], environment["PATH"] = "C", "/"
    assert environment == {"LANG": "C"}
    assert visiting.visit.pty_requested("x" * 50, (100, 30, 0, 0), {})
    assert visiting.visit.shell_requested()
    assert visiting.visit.game is None


# A channel with a terminal, on which an app is shown


class App:
    """Takes the place of the app on a visitor's terminal: it shows nothing, and leaves when its visitor does."""

    made: ClassVar[list[App]] = []
    game = "a game"

    def __init__(
        self, service: Service, player: Player, wire: ChannelWire, environment: dict[str, str], starting: object
    ) -> None:
        self.player, self.wire, self.environment = player, wire, environment
        self.begins: Any = None
        self.runs, self.leaves, self.is_done = False, False, False
        self.made.append(self)

    async def run(self, begins: Any = None) -> str:
        self.begins, self.runs = begins, True
        while not (self.leaves or self.wire.has_ended):
            await asyncio.sleep(0.005)
        self.is_done = True
        return "See you."


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[App]:
    """The apps that are shown."""
    monkeypatch.setattr(App, "made", [])
    monkeypatch.setattr("termpuzzles.company.service.visit.VisitorApp", App)
    return App.made


async def shows(made: Made, apps: list[App], command: str = "", term: str = "xterm", key: str = "") -> Visiting:
    """A visit whose app is shown."""
    visiting, number = Visiting(made, key), len(apps)
    visiting.arrives()
    visiting.visit.pty_requested(term, (80, 24, 0, 0), {})
    if command:
        visiting.visit.exec_requested(command)
    visiting.visit.session_started()
    await until(lambda: len(apps) > number and apps[-1].runs)
    return visiting


NO_KEY = "You came as a guest. With a key your boards are kept: ssh-keygen -t ed25519"


@pytest.mark.parametrize(
    ("sent", "term"),
    [("x" * 41, "x" * 40), ("x" * 40, "x" * 40), ("", "dumb"), ("xterm", "xterm")],
    ids=["too long", "long", "none", "usual"],
)
async def test_the_app_knows_the_terminal_and_says_goodbye_below_it(
    tmp_path: Path, apps: list[App], sent: str, term: str
) -> None:
    visiting = Visiting(Made(tmp_path), "")
    visiting.channel.get_environment()["LANG"] = "C"
    visiting.arrives()
    visiting.visit.pty_requested(sent, (100, 30, 0, 0), {})
    visiting.visit.session_started()
    await until(lambda: bool(apps))
    (app,) = apps
    assert (app.environment, app.player, app.wire.size) == ({"TERM": term, "LANG": "C"}, visiting.player, (100, 30))
    assert visiting.visit.game == "a game"  # type: ignore[comparison-overlap]
    app.leaves = True
    await visiting.visit.over()
    assert (visiting.channel.status, visiting.channel.err) == (0, b"")
    assert visiting.channel.out.decode() == f"See you.\r\n{NO_KEY}\r\n"


async def test_an_app_that_is_ended_by_a_limit_says_so_instead(tmp_path: Path, apps: list[App]) -> None:
    visiting = await shows(Made(tmp_path), apps, key="SHA256:a")
    visiting.visit.abort("idle")
    await visiting.visit.over()
    assert apps[0].is_done, "it is not cut off"
    assert visiting.channel.out.decode() == f"{SENTENCES['idle']}\r\n"
    assert (visiting.channel.status, visiting.channel.err) == (0, b"")


async def test_an_app_whose_visitor_has_gone_comes_to_its_end(tmp_path: Path, apps: list[App]) -> None:
    made = Made(tmp_path)
    visiting = await shows(made, apps)
    visiting.visit.connection_lost(None)
    await visiting.visit.over()
    assert apps[0].is_done
    assert (visiting.channel.out, visiting.channel.status, made.log) == (b"", None, [])


async def test_moves_that_are_not_stored_at_the_end_are_told_in_place_of_a_goodbye(
    tmp_path: Path, apps: list[App], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.company.service.wire._LAST", 0.02)
    visiting = await shows(Made(tmp_path), apps)
    unstored = Unstored()
    unstored.sent = 1
    apps[0].wire.hold_for(unstored)
    apps[0].wire.send(b"a picture")
    apps[0].leaves = True
    await visiting.visit.over()
    assert visiting.channel.out.decode() == f"See you.\r\n{UNSTORED}\r\n"


async def test_words_with_a_terminal_lead_to_a_screen(tmp_path: Path, apps: list[App]) -> None:
    made = Made(tmp_path)
    bob = made.service.players.of_key("SHA256:b")
    begun = []
    for command in ("", f"race {bob.name} net 4x5", "wall", "wall watch"):
        visiting = await shows(made, apps, command, key="SHA256:a")
        begun.append(apps[-1].begins)
        apps[-1].leaves = True
        await visiting.visit.over()
        assert visiting.channel.status == 0, visiting.channel.err
    nothing, race, lobby, watch = begun
    assert nothing is None
    assert (race.func, str(race.keywords["settings"].params), race.keywords["settings"].names) == (
        RoomScreen,
        "4x5",
        (bob.name,),
    )
    assert [each.func for each in (lobby, watch)] == [screen_of] * 2
    assert [each.args[1] for each in (lobby, watch)] == [[], ["watch"]]
    assert isinstance(watch.args[0], Lobby)


def find(name: str) -> tuple[str, str]:
    return name, name


def test_words_about_the_wall_game_have_a_screen_of_their_own() -> None:
    usual, lobby = desk_context(), Lobby(Matches(LocalExchange(), MemoryStore(), find, Time()), "player-a")
    context = Context(usual.library, usual.settings, brought={LOBBY.name: lobby})
    assert isinstance(screen_of(lobby, [], context), WallLobbyScreen)
    door = screen_of(lobby, ["watch", "Bob", "B"], context)
    assert isinstance(door, WallDoorScreen)
    assert door.headline()[:2] == ("Wall Game", "watch Bob B")


async def test_who_has_read_everything_is_looked_at_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[ChannelWire]()
    monkeypatch.setattr(ChannelWire, "check_reader", lambda wire: looked.append(wire))
    Visiting(Made(tmp_path)).visit.resume_writing()
    assert len(looked) == 1


# A connection


class Connected:
    """A connection of somebody whom the service has not asked yet who it is."""

    def __init__(self, made: Made, address: str | None = "192.0.2.7") -> None:
        self.made, self.wired = made, Wired(address)
        self.connection = Connection(made.service)
        self.connection.connection_made(self.wired)  # type: ignore[arg-type]

    async def enters(self, key: asyncssh.SSHKey | None) -> None:
        """Log in with this key, or as a guest."""
        if key:
            assert self.connection.validate_public_key("anybody", key)
        else:
            assert self.connection.validate_kbdint_response("anybody", [])
        self.connection.auth_completed()
        await self.made.service.finish()

    async def ended(self) -> str:
        """The sentence with which it ends, "" if it does not."""
        await asyncio.sleep(0)
        found = [reason for _, reason in self.wired.ended]
        self.wired.ended.clear()
        return " ".join(found)


KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


async def test_whoever_comes_is_asked_for_a_key_and_may_have_none(tmp_path: Path) -> None:
    made = Made(tmp_path)
    one, two = Connected(made), Connected(made, None)
    for each in (one, two):
        assert each.connection.begin_auth("anybody")
        assert each.connection.public_key_auth_supported()
        assert each.connection.kbdint_auth_supported()
        assert each.connection.get_kbdint_challenge("anybody", "", "") == ("", "", "", [])
    assert [each.connection.address for each in (one, two)] == ["192.0.2.7", "?"]
    await one.enters(KEY)
    two.connection.validate_public_key("anybody", KEY)
    await two.enters(None)
    player = made.service.players.of_key(KEY.get_fingerprint())
    guest = next(line for line in made.log if "guest" in line)
    assert guest.startswith("welcome player=guest-")
    assert guest.endswith(" address=? key=none")
    assert made.service.players.keys(player) == [KEY.get_fingerprint()]
    assert await one.ended() == ""


async def test_only_empty_packets_are_left_out_and_little_is_read_at_once(tmp_path: Path) -> None:
    wired = Connected(Made(tmp_path)).wired
    for kind in (IGNORE, OTHER, IGNORE):
        wired.send_packet(kind, b"")
    assert wired.sent == [OTHER]
    assert wired.network.max_size == 1_024


async def test_a_library_that_sends_packets_in_another_way_serves_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(Wired, "send_packet")
    connected = Connected(Made(tmp_path))
    await connected.enters(KEY)
    assert connected.wired.network.max_size == 1_024
    assert not hasattr(connected.wired, "send_packet")
    assert connected.connection.session_requested().player == KEY.get_fingerprint()


async def test_what_arrives_waits_for_its_turn_and_meanwhile_no_more_is_read_than_as_much_again(tmp_path: Path) -> None:
    wired = Connected(Made(tmp_path)).wired
    wired.data_received(b"one")
    assert (wired.taken, wired.network.told) == ([], [])
    wired.data_received(b"two")
    wired.data_received(b"three")
    assert (wired.taken, wired.network.told) == ([], ["pause"])
    await until(lambda: bool(wired.taken))
    assert (wired.taken, wired.network.told) == ([b"onetwothree"], ["pause", "resume"])
    wired.data_received(b"four")
    wired.eof_received()
    assert wired.taken[1:] == [b"four", b""], "what came before the end is not lost"
    wired.data_received(b"five")
    wired.network.is_gone = True
    await asyncio.sleep(0.01)
    assert wired.taken[3:] == [], "whoever is sent away is heard no more"


def header(address: bytes) -> bytes:
    return b"\r\n\r\n\0\r\nQUIT\n" + struct.pack(">BBH", 0x21, 0x11, 12) + address + bytes([10, 0, 0, 1, 0, 80, 0, 22])


async def test_the_header_of_a_proxy_comes_first_and_is_taken_off(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(sessions_an_address=1), proxies=(ip_network("192.0.2.7"),))
    first = Connected(made)
    data = header(bytes([198, 51, 100, 1]))
    first.wired.data_received(data[:20])
    await asyncio.sleep(0)
    assert (first.wired.taken, first.connection.address) == ([], "192.0.2.7")
    first.wired.data_received(data[20:] + b"SSH")
    await asyncio.sleep(0)
    first.wired.data_received(b"-2.0")
    await asyncio.sleep(0)
    assert (first.wired.taken, first.connection.address) == ([b"SSH", b"-2.0"], "198.51.100.1")
    assert await first.ended() == ""
    again = Connected(made)
    again.wired.data_received(data)
    assert await again.ended() == SENTENCES["sessions_an_address"]
    other = Connected(made)
    other.wired.data_received(header(bytes([198, 51, 100, 2])))
    assert await other.ended() == ""
    none = Connected(made)
    none.wired.data_received(b"SSH-2.0-x")
    await asyncio.sleep(0)
    assert none.wired.ended == [(asyncssh.DISC_PROTOCOL_ERROR, SENTENCES["proxy"])]
    assert none.wired.taken == []
    for each in (first, again, other, none):
        each.connection.connection_lost(None)
    last = Connected(made)
    last.wired.data_received(data)
    assert await last.ended() == ""
    nobody = Connected(made, "192.0.2.8")
    nobody.wired.data_received(data)
    await asyncio.sleep(0)
    assert nobody.wired.taken == [data]


async def test_what_comes_over_a_limit_is_told_why_and_counts_no_more(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(sessions_an_address=2, knocking=3), bans=bans_of(["192.0.2.66"]))
    inside = [Connected(made) for _ in range(2)]
    assert [await each.ended() for each in inside] == ["", ""]
    third = Connected(made)
    assert third.wired.ended == []
    await asyncio.sleep(0)
    assert third.wired.ended == [(asyncssh.DISC_TOO_MANY_CONNECTIONS, SENTENCES["sessions_an_address"])]
    third.connection.connection_lost(None)
    banned = Connected(made, "192.0.2.66")
    assert await banned.ended() == SENTENCES["banned"]
    banned.connection.connection_lost(None)
    assert made.service.metrics.counts["connections", ""] == 2
    inside[0].connection.connection_lost(None)
    assert made.service.metrics.gauges["connections"]() == 1
    again = Connected(made)
    assert await again.ended() == ""
    await again.enters(KEY)
    assert await inside[1].ended() == ""
    later = [Connected(made, f"198.51.100.{number}") for number in range(3)]
    assert [await each.ended() for each in (inside[1], again, *later)] == [SENTENCES["knocking"], "", "", "", ""]
    assert [line for line in made.log if "refused" in line] == [
        "refused limit=sessions_an_address who=192.0.2.7",
        "refused limit=banned who=192.0.2.66",
        "refused limit=knocking who=192.0.2.7",
    ]
    assert made.service.metrics.counts["refusals", "knocking"] == 1


async def test_a_connection_without_a_visit_is_ended_after_a_while(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(empty=10.0))
    connected = Connected(made)
    made.time.now += 100.0
    made.service.check_timeouts()
    assert await connected.ended() == "", "the library ends those that do not log in"
    await connected.enters(KEY)
    made.time.now += 10.0
    made.service.check_timeouts()
    assert await connected.ended() == ""
    visit = connected.connection.session_requested()
    made.time.now += 10.1
    made.service.check_timeouts()
    assert await connected.ended() == ""
    visit.connection_lost(None)
    made.time.now += 10.0
    made.service.check_timeouts()
    assert await connected.ended() == ""
    made.time.now += 0.1
    made.service.check_timeouts()
    assert await connected.ended() == SENTENCES["empty"]


def ordered(folder: Path, name: str, *lines: str) -> None:
    """What the operator writes while the service runs."""
    (folder / name).write_text("".join(f"{line}\n" for line in lines))


async def test_who_is_banned_or_has_lost_the_key_is_told_so(tmp_path: Path) -> None:
    made = Made(tmp_path)
    one, two, guest = Connected(made), Connected(made, "198.51.100.1"), Connected(made, "198.51.100.2")
    await one.enters(KEY)
    await two.enters(OTHER_KEY)
    await guest.enters(None)
    ordered(tmp_path, "bans", KEY.get_fingerprint(), "198.51.100.2")
    ordered(tmp_path, "revoked", OTHER_KEY.get_fingerprint())
    made.service.check_timeouts()
    assert await one.ended() == await guest.ended() == SENTENCES["banned"]
    assert await two.ended() == SENTENCES["revoked"]
    made.service.check_timeouts()
    assert [await each.ended() for each in (one, two, guest)] == [SENTENCES["banned"], "", SENTENCES["banned"]]
    later = Connected(made)
    await later.enters(KEY)
    with pytest.raises(asyncssh.ChannelOpenError, match=SENTENCES["banned"]) as refused:
        later.connection.session_requested()
    assert refused.value.code == asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
    assert await later.ended() == SENTENCES["banned"]
    ordered(tmp_path, "bans", "nonsense")
    made.service.check_timeouts()
    assert made.service.orders.is_banned("", KEY.get_fingerprint()), "what cannot be read changes nothing"
    assert await later.ended() == SENTENCES["banned"]
    (tmp_path / "bans").unlink()
    made.service.check_timeouts()
    assert await later.ended() == ""
    assert not made.service.orders.is_banned("198.51.100.2", KEY.get_fingerprint())


async def test_what_the_operator_has_ordered_before_the_start_holds_at_once(tmp_path: Path) -> None:
    ordered(tmp_path, "bans", "192.0.2.7")
    ordered(tmp_path, "revoked", KEY.get_fingerprint())
    made = Made(tmp_path)
    assert await Connected(made).ended() == SENTENCES["banned"]
    assert made.service.orders.revoked == {KEY.get_fingerprint()}


async def test_a_session_too_many_is_refused_with_a_sentence(tmp_path: Path) -> None:
    made = Made(tmp_path, Limits(channels=2, sessions=3))
    one, two = Connected(made), Connected(made)

    def refused(connected: Connected) -> str:
        with pytest.raises(asyncssh.ChannelOpenError) as caught:
            connected.connection.session_requested()
        assert caught.value.code == asyncssh.OPEN_RESOURCE_SHORTAGE
        return str(caught.value.reason)

    assert refused(one) == SENTENCES["empty"]
    assert made.log == ["refused limit=empty who=192.0.2.7"]
    for each in (one, two):
        await each.enters(KEY)
    visits = [one.connection.session_requested() for _ in range(2)]
    assert visits[0].player == KEY.get_fingerprint()
    assert refused(one) == SENTENCES["channels"]
    two.connection.session_requested()
    assert refused(two) == SENTENCES["sessions"]
    visits[0].connection_lost(None)
    two.connection.session_requested()
    guest = Connected(made)
    await guest.enters(None)
    visits[1].connection_lost(None)
    assert guest.connection.session_requested().player == "192.0.2.7"


async def test_nothing_is_forwarded_whatever_is_asked(tmp_path: Path) -> None:
    made = Made(tmp_path)
    connection = Connected(made).connection
    asked = [connection.connection_requested("a\n", 1, "", 2), connection.server_requested("b", 1)]
    asked += [connection.unix_connection_requested("/c"), connection.unix_server_requested("/d")]
    asked += [connection.tun_requested(None), connection.tap_requested(3)]
    assert asked == [False] * 6
    assert made.log == [f"refused limit=forwarding who={what}" for what in ("a?", "b", "/c", "/d", "tun", "tap")]


async def test_nothing_is_left_of_a_connection_that_is_over(tmp_path: Path) -> None:
    made = Made(tmp_path)
    connected = Connected(made)
    await connected.enters(None)
    visit = connected.connection.session_requested()
    assert made.service.connections
    assert made.service.metrics.gauges["sessions"]() == 1
    guests = list((tmp_path / "guests").iterdir())
    assert len(guests) == 1
    connected.connection.connection_lost(None)
    assert not made.service.connections
    assert not {"data_received", "eof_received", "send_packet"} & set(vars(connected.wired))
    visit.connection_lost(None)
    await made.service.finish()
    assert not list((tmp_path / "guests").iterdir())
    connected.connection.drop("empty")
    assert connected.wired.ended == []
