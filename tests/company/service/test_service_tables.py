"""The limits of a service at their boundaries, with a clock that the test moves; and what it logs, reads and says."""

from __future__ import annotations

import asyncio
import io
import os
import shlex
import struct
from collections.abc import Callable, Collection
from dataclasses import fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.service.addresses import HostAddresses, HostShare, OwnAddresses, full_after, new_memory
from termpuzzles.company.service.config import (
    Bans,
    ServiceConfig,
    bans_of,
    in_force,
    is_address,
    limits_by_name,
    memory_needed,
    read_config,
    without_password,
)
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.limits import (
    SENTENCES,
    Admission,
    Bucket,
    Limits,
    is_address_in,
    network_of,
    proxy_header,
)
from termpuzzles.company.service.monitoring import LEVELS, Log, Metrics, clean
from termpuzzles.company.service.names import is_allowed, skeleton
from termpuzzles.company.service.players import Player, Players, Quota, RefusedError, Usage, find_player
from termpuzzles.company.service.requests import (
    ABOUT_KEYS,
    COMMANDS,
    HERE,
    LONGEST,
    environment_of,
    farewell,
    help_with,
    split,
    words_of,
)
from termpuzzles.company.service.unstored import Unstored
from termpuzzles.company.service.wire import Backlog, ChannelWire
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import Budget
from termpuzzles.terminal.wire import QuietListener
from termpuzzles.wall.service import WallPart, check_words
from tests.approved import approve
from tests.play.desk import Time


def test_a_bucket_refuses_until_it_has_refilled_and_refills_up_to_its_most() -> None:
    time = Time()
    bucket = Bucket(2.0, 5.0, time)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    time.now += 0.4
    assert not bucket.take()
    time.now += 0.1
    assert bucket.take()
    assert not bucket.take()
    time.now += 2.0
    assert bucket.take(4.0)
    assert not bucket.take(0.5)
    time.now += 100
    assert not bucket.take(5.5)
    assert bucket.take(5.0)


@pytest.mark.parametrize(
    ("address", "net"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("nonsense", "nonsense"),
        ("", ""),
    ],
)
def test_an_address_is_counted_by_its_net(address: str, net: str) -> None:
    assert network_of(address) == net


def test_an_address_lies_in_the_nets_that_hold_it() -> None:
    nets = (ip_network("192.0.2.0/30"), ip_network("2001:db8::/32"))
    inside = ["192.0.2.0", "192.0.2.3", "::ffff:192.0.2.1", "2001:db8::1", "2001:db8:ffff::"]
    outside = ["192.0.2.4", "192.0.1.255", "::ffff:192.0.2.4", "2001:db9::", "nonsense", ""]
    assert [is_address_in(address, nets) for address in (*inside, *outside)] == [True] * 5 + [False] * 6
    assert not is_address_in("192.0.2.0", ())


SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def header(command: int, family: int, rest: bytes) -> bytes:
    return SIGNATURE + struct.pack(">BBH", command, family, len(rest)) + rest


FOUR = header(0x21, 0x11, bytes([192, 0, 2, 7, 10, 0, 0, 1, 0, 80, 0, 22]))
SIX = header(0x21, 0x21, bytes(15) + b"\1" + bytes(16) + bytes(4))


def test_a_header_of_a_proxy_is_read_when_it_is_complete_and_refused_otherwise() -> None:
    assert proxy_header(FOUR) == ("192.0.2.7", 28)
    assert proxy_header(FOUR + b"SSH-2.0") == ("192.0.2.7", 28)
    assert proxy_header(SIX) == ("::1", 52)
    assert proxy_header(header(0x20, 0, b"")) == ("", 16)
    assert proxy_header(header(0x20, 0, b"abc") + b"x") == ("", 19)
    for whole in (FOUR, SIX):
        for cut in range(len(whole)):
            assert proxy_header(whole[:cut]) is None
    longest = header(0x21, 0x11, FOUR[16:] + bytes(2048 - 28))
    assert len(longest) == 2048
    assert proxy_header(longest) == ("192.0.2.7", 2048)
    refused = {
        "no PROXY header": [b"SSH-2.0", b"\r\n\r\n\0\r\nQUIX", FOUR[1:]],
        "a PROXY header of another version": [
            *(header(command, 0x11, FOUR[16:]) for command in (0x11, 0x1F, 0x22)),
            header(0x21, 0x11, FOUR[16:] + bytes(2048 - 27)),
        ],
        "a PROXY header without an address": [
            *(header(0x21, family, SIX[16:]) for family in (0x00, 0x10, 0x12, 0x22, 0x31)),
            header(0x21, 0x11, FOUR[16:-1]),
            header(0x21, 0x21, SIX[16:-1]),
        ],
    }
    for why, headers in refused.items():
        for each in headers:
            with pytest.raises(ValueError, match=f"^{why}$"):
                proxy_header(each)


def test_when_a_bucket_is_full_again() -> None:
    assert full_after(0.0, 100.0, 2.0, 3.0) == 100.5
    assert full_after(100.5, 100.0, 2.0, 3.0) == 101.0
    assert full_after(101.0, 100.0, 2.0, 3.0) == 101.5
    assert full_after(101.5, 100.0, 2.0, 3.0) == 0.0
    assert full_after(101.5, 100.4, 2.0, 3.0) == 0.0
    assert full_after(101.5, 100.5, 2.0, 3.0) == 102.0


def shared(folder: Path, time: Time, places: int = 2) -> list[HostAddresses]:
    """What each process of a host counts."""
    number = os.open(folder / "memory", os.O_RDWR | os.O_CREAT)
    new_memory(number, places)
    return [HostAddresses(HostShare(number, place, places), time) for place in range(places)]


@pytest.mark.parametrize("kind", ["own", "shared"])
def test_an_address_comes_as_often_as_it_may(kind: str, tmp_path: Path) -> None:
    time = Time()
    time.now = 1000.0
    addresses = OwnAddresses(time) if kind == "own" else shared(tmp_path, time)[0]
    assert [addresses.take("a", 0.5, 3) for _ in range(4)] == [True] * 3 + [False]
    assert addresses.take("b", 0.5, 3)
    time.now += 1.9
    assert not addresses.take("a", 0.5, 3)
    time.now += 0.1
    assert addresses.take("a", 0.5, 3)
    assert not addresses.take("a", 0.5, 3)
    assert [addresses.open(net) for net in "ab"] == [0, 0]
    for change, number in ((1, 1), (1, 2), (-1, 1), (3, 4), (-4, 0)):
        addresses.add("a", change)
        assert [addresses.open(net) for net in "ab"] == [number, 0]


def test_processes_of_a_host_count_together_and_a_new_one_begins_at_nothing(tmp_path: Path) -> None:
    time = Time()
    one, two = shared(tmp_path, time)
    one.add("a", 2)
    two.add("a", 3)
    assert (one.open("a"), two.open("a")) == (5, 5)
    assert [one.take("a", 1.0, 2), two.take("a", 1.0, 2), one.take("a", 1.0, 2)] == [True, True, False]
    number = os.open(tmp_path / "memory", os.O_RDWR)
    again = HostAddresses(HostShare(number, 1, 2), time)
    assert (one.open("a"), again.open("a")) == (2, 2)
    assert not again.take("a", 1.0, 2)


class Knocker:
    """A connection that has not logged in."""

    def __init__(self) -> None:
        self.dropped = ""

    def drop(self, limit: str) -> None:
        self.dropped = limit


def test_connections_are_admitted_up_to_each_limit_and_again_once_one_has_gone() -> None:
    time = Time()
    limits = Limits(connections=5, sessions_an_address=2, connections_a_minute=60, connections_at_once=4, knocking=2)
    admission = Admission(limits, time)
    assert [admission.admit("192.0.2.1") for _ in range(3)] == ["", "", "sessions_an_address"]
    assert admission.admit("192.0.2.1") == "sessions_an_address"
    assert admission.admit("192.0.2.1") == "connection_rate"
    admission.dismiss("192.0.2.1")
    time.now += 0.9
    assert admission.admit("192.0.2.1") == "connection_rate"
    time.now += 0.1
    assert [admission.admit("192.0.2.1") for _ in range(2)] == ["", "connection_rate"]
    assert [admission.admit(f"2001:db8:0:{net}::1") for net in (1, 1, 1, 2)] == ["", "", "sessions_an_address", ""]
    assert admission.admit("192.0.2.9") == "connections"
    admission.dismiss("2001:db8:0:1:9::9")
    assert admission.admit("192.0.2.9") == ""
    assert admission.admit("192.0.2.8") == "connections"
    knockers = [Knocker() for _ in range(4)]
    for knocker in knockers[:3]:
        admission.knocks(knocker)
    assert [knocker.dropped for knocker in knockers] == ["knocking", "", "", ""]
    admission.entered(knockers[1])
    admission.entered(knockers[0])
    admission.knocks(knockers[3])
    assert [knocker.dropped for knocker in knockers] == ["knocking", "", "", ""]


CONFIG = ServiceConfig("127.0.0.1", 22, Path("data"), ["termpuzzles"])

FILES = (
    "",
    'message = "Hello,\\nworld"\ndaily_table = true\nlog = "refusals"\n',
    'message = "' + "x" * 300 + '"',
    'message = "' + "x" * 301 + '"',
    'daily_table = "yes"',
    'log = "some"',
    'proxies = ["192.0.2.1", "2001:db8::/32"]\nbans = ["SHA256:abc", "198.51.100.7/24", " "]',
    'proxies = "192.0.2.1"',
    'proxies = ["host"]',
    'bans = ["MD5:abc"]',
    'store = "postgresql://u:secret@db/x?password=more&y=1"\ncommit = "sync"',
    'store = "mysql://db"',
    'commit = "later"',
    'massage = "Hello"',
    "limits = 3",
    "[limits]\nsessions = 10\nidle = 60\nprocess_memory = 1048576\n"
    "request_seconds = 5\nquestion_cells = 100\nquestion_seconds = 2.5",
    "[limits]\nplain = 0\nprocesses_ready = 0",
    "[limits]\nplain = -1\nidle = 0\nstay = 1e12\nreader = 999999999999.0",
    '[limits]\nsessions = 2.5\nidle = true\nempty = "x"\nsession = 3\nnonsense = 1',
    "[limits]\nidle = 1e-9\nempty = 1e-10",
    "[limits]\nkeys_a_second = 3",
    'message = "\\u001b"\nbans = ["300.1.1.1"]',
    "nonsense",
    "message = ",
)


def test_what_is_made_of_each_config(tmp_path: Path) -> None:
    file, lines = tmp_path / "serve.toml", list[str]()
    config = replace(CONFIG, file=file)
    assert read_config(config) == (config, [])
    for text in FILES:
        file.write_text(text, encoding="utf-8")
        found, doubts = read_config(config)
        shown = {
            each.name: getattr(found, each.name)
            for each in fields(found)
            if each.name != "limits" and getattr(found, each.name) != getattr(config, each.name)
        }
        usual = limits_by_name(config.limits)
        limits = {name: number for name, number in limits_by_name(found.limits).items() if number != usual[name]}
        told = [f"  {doubt.replace(str(file), 'serve.toml').partition(' (at ')[0]}" for doubt in doubts]
        lines += [f"{text[:90]!r}", f"  {shown} {limits}", *told]
    file.write_bytes(b'message = "\xff"')
    lines += [f"not UTF-8: {read_config(config)[1][0].partition(': ')[2]}"]
    file.write_bytes(b"# " + b"x" * ((1 << 20) - 2))
    assert read_config(config) == (config, [])
    file.write_bytes(b"# " + b"x" * ((1 << 20) - 1))
    lines += [f"too large: {read_config(config)[1][0].partition(': ')[2]}"]
    approve(__file__, "service-configs", "\n".join(lines) + "\n")


def test_what_is_in_force_is_told() -> None:
    limits = replace(Limits(), commands=4)  # which usually depends on the machine
    config = replace(
        CONFIG,
        limits=limits,
        metrics=("127.0.0.1", 9100),
        store="postgresql://u:secret@db/x?password=more&y=1",
        message="é",
        proxies=(ip_network("192.0.2.0/24"),),
        bans=bans_of(["SHA256:b", "SHA256:a", "198.51.100.7"]),
    )
    told = in_force(config)
    assert "secret" not in told
    assert "=more" not in told
    assert all(f"\n{name} = " in told for name in limits_by_name(limits))
    words = ('message = "é"', "192.0.2.0/24", "SHA256:a", "SHA256:b", "198.51.100.7", "# metrics 127.0.0.1:9100")
    assert all(word in told for word in words)
    few = replace(limits, processes=1, commands=2, plain=3, process_memory=64 << 20)
    assert memory_needed(few) == 6 * 64 << 20
    assert f"{memory_needed(limits) >> 20:,} MiB" in told
    assert [is_address(address) for address in ADDRESSES] == [True, True, False, True, False]
    assert [without_password(str(address)) for address in ADDRESSES[:4]] == [
        *("postgresql://u@db/x", "postgres://u@db", "postgresql:/x", "postgresql://db?password=…&b=password=…"),
    ]


ADDRESSES = ("postgresql://u@db/x", "postgres://u:p@db", "postgresql:/x", "postgresql://db?password=a&b=password=c", 3)


def test_bans_hold_keys_and_nets() -> None:
    bans = bans_of(["SHA256:a", "", "  192.0.2.0/24 ", "2001:db8::7"])
    cases = {("192.0.2.7", ""): True, ("192.0.3.7", ""): False, ("192.0.3.7", "SHA256:a"): True}
    cases |= {("192.0.3.7", "SHA256:b"): False, ("2001:db8::7", ""): True, ("2001:db8::8", ""): False}
    assert {case: bans.hold(*case) for case in cases} == cases
    assert str(bans) == '["SHA256:a", "192.0.2.0/24", "2001:db8::7/128"]'
    assert not Bans().hold("192.0.2.7", "SHA256:a")
    with pytest.raises(ValueError, match=r"^expected a fingerprint \(SHA256:…\), an address or a net, found 'host'$"):
        bans_of(["host"])


def logged(level: str, *events: tuple[str, dict[str, object]]) -> list[str]:
    """The lines of a log without their times, which all have the same form."""
    stream = io.StringIO()
    log = Log(stream)
    log.level = level
    for event, facts in events:
        log(event, **facts)
    lines = stream.getvalue().splitlines()
    for line in lines:
        stamp = line.split(" ")[0]
        assert len(stamp) == len("2026-11-21T18:03:59Z")
        assert (stamp[4], stamp[10], stamp[-1]) == ("-", "T", "Z")
    return [line.partition(" ")[2] for line in lines]


EVENTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("enter", {"who": "192.0.2.1", "key": ""}),
    ("refused", {"limit": "sessions", "who": "a b"}),
    ("no answer", {"seconds": 1.23456, "number": 3}),
    ("crash", {"what": "a\nb\x1b", "long": "x" * 121}),
    ("config", {}),
)


def test_lines_of_the_log_and_which_of_them_each_level_writes() -> None:
    assert logged("all", *EVENTS) == [
        "enter who=192.0.2.1 key=''",
        "refused limit=sessions who='a b'",
        "no answer seconds=1.235 number=3",
        f"crash what=a?b? long={'x' * 120}…",
        "config",
    ]
    assert [len(logged(level, *EVENTS)) for level in LEVELS] == [5, 4, 2]
    assert logged("crashes", *EVENTS)[0].startswith("crash ")


def test_facts_from_outside_are_cleaned_and_cut() -> None:
    assert clean("x" * 120) == "x" * 120
    assert clean("x" * 121) == "x" * 120 + "…"
    assert clean("a\tbé\x7f\u202e") == "a?bé??"
    assert (clean("abc", 3), clean("abcd", 3), clean("", 3)) == ("abc", "abc…", "")


def test_the_page_of_metrics() -> None:
    metrics = Metrics()
    metrics.gauges["sessions"] = lambda: 3.0
    metrics.gauges["share"] = lambda: 0.25
    metrics.count("refused", "sessions")
    metrics.count("refused", "sessions", 2)
    metrics.count("refused", "channels")
    metrics.count("keys", number=7)
    for seconds in (0.0, 0.001, 0.0011, 0.03, 0.9, 1.0, 1.1, 7.0):
        metrics.was_late(seconds)
    approve(__file__, "service-metrics", metrics.page())


async def test_the_page_is_served_and_nothing_else() -> None:
    metrics, failed = Metrics(), list[Any]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, what: failed.append(what))
    metrics.count("keys")
    server = await metrics.serve("127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def asked(request: bytes) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer.decode()

    head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\nConnection: close\r\n\r\n"
    none = "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n"
    assert await asked(b"GET /health HTTP/1.1\r\n\r\n") == f"{head}ok\n"
    assert await asked(b"GET /metrics HTTP/1.1\r\n\r\n") == head + metrics.page()
    for request in (b"GET / HTTP/1.1\r\n\r\n", b"GET /metric HTTP/1.1\r\n", b"GET /health\r\n", b"nonsense\n", b"\n"):
        assert await asked(request) == none
    for size, answer in ((4_096, none), (4_097, "")):  # the bytes of the longest line, without its end
        assert await asked(b"GET /".ljust(size - 5, b"x") + b" HTTP\n") == answer
    server.close()
    assert failed == []


def test_a_quota_is_told_before_it_is_reached_and_boards_are_counted_once_a_minute() -> None:
    quota = Quota(10, 100 << 20)
    assert [bool(quota.near(journals, 0)) for journals in (8, 9, 10)] == [False, True, True]
    assert [bool(quota.near(0, size << 20)) for size in (89, 90, 91)] == [False, True, True]
    assert quota.near(9, 3 << 19) == "You have 9 boards of 1.5 MiB here; at most 10 boards and 100 MiB are kept."
    assert (
        Quota(5000).near(4500, 0) == "You have 4,500 boards of 0.0 MiB here; at most 5,000 boards and 64 MiB are kept."
    )
    time, counted = Time(), [(8, 0)]
    asked = []

    def count() -> tuple[int, int]:
        asked.append(time.now)
        return counted[0]

    usage, full = Usage(count, time), "Your boards fill all the room you have here"
    assert usage.judge(quota, False) == ("", "")
    assert usage.judge(quota, True) == ("", "")
    assert usage.judge(quota, True) == ("", quota.near(9, 0))
    assert usage.judge(quota, True) == (full, quota.near(10, 0))
    assert usage.judge(quota, False) == ("", quota.near(10, 0))
    counted[0] = (0, 100 << 20)
    time.now += 60.0
    assert usage.judge(quota, False)[0] == ""
    time.now += 0.1
    assert usage.judge(quota, False)[0] == full
    assert usage.judge(quota, True)[0] == full
    assert asked == [0.0, 60.1]


NAMES = (
    *("Anna", "Bob B.", "a", "x" * 24, "x" * 25, "", " anna", "anna ", "-a", "a-", "a--b", "a- b", "a b", "a.b'c_d-e"),
    *(
        "Анна",
        "Aнна",
        "α",
        "日本",
        "ひらカタ日",
        "ひら한",
        "é",
        "e\u0301",
        "ﬁ",
        "a1",
        "1",
        "٣",
        "a\u200bb",
        "ɑnna",
        "ʰa",
        "ꝏ",
    ),
    *(
        "root",
        "r00t",
        "Root",
        "system",
        "sys-tem",
        "the-system",
        "system1",
        "player-1",
        "PIayer-1",
        "guest-x",
        "guests",
    ),
    *(
        "admin",
        "adrnin",
        "аdmin",
        "support",
        "termpuzzles",
        "term-puzzles",
        "moderator",
        "modern",
        "a@b",
        "a/b",
        "\U0001f600",
    ),
)


def test_which_names_are_allowed_and_what_they_look_like() -> None:
    assert [name for name in NAMES if is_allowed(name)] == [
        "Anna",
        "a",
        "xxxxxxxxxxxxxxxxxxxxxxxx",
        "a b",
        "a.b'c_d-e",
        "\u0410\u043d\u043d\u0430",
        "\u03b1",
        "\u65e5\u672c",
        "\u3072\u3089\u30ab\u30bf\u65e5",
        "\xe9",
        "a1",
        "1",
        "system1",
        "guests",
        "modern",
    ]
    looks: dict[str, list[str]] = {}
    for name in NAMES:
        looks.setdefault(skeleton(name), []).append(name)
    assert [alike for alike in looks.values() if len(alike) > 1] == [
        ["a", "\u03b1"],
        ["a--b", "a- b"],
        ["\u0410\u043d\u043d\u0430", "A\u043d\u043d\u0430"],
        ["\xe9", "e\u0301"],
        ["root", "r00t", "Root"],
        ["player-1", "PIayer-1"],
        ["admin", "adrnin", "\u0430dmin"],
    ]


LINES = (
    *(
        "hint 3x3:1",
        "  hint   a ",
        "hint 'a b' c",
        'hint "a b"',
        'hint "a \\" b" \\\'',
        "hint a\\ b",
        "hint 'a",
        'hint "a',
        "hint a\\",
    ),
    *("hint ''", "hint a'b'\"c\"d", "hint 'a\\b'", 'hint "a\\b"', "", "   ", "hnit", "rm -rf /", "hint a\tb\nc\r\nd"),
    *("hint a\0", "hint \ud800", "sync", "wall list", "hint " + "x" * (LONGEST - 5), "hint " + "x" * (LONGEST - 4)),
    *("hint " + "é" * ((LONGEST - 5) // 2), "hint " + "é" * ((LONGEST - 3) // 2)),
)


def test_the_words_of_commands_are_those_of_a_shell_if_they_begin_with_a_command_that_is_known() -> None:
    for line in LINES:
        try:
            expected = shlex.split(line)
        except ValueError:
            expected = []
        known = {*COMMANDS, *HERE, *WallPart.words, "help"}
        is_fine = bool(expected) and expected[0] in known and len(line.encode("utf-8", "replace")) <= LONGEST
        if is_fine and "\0" not in line and "\ud800" not in line:
            assert words_of(line, WallPart.words) == expected, line[:40]
        else:
            with pytest.raises(PuzzleError, match=r"^expected "):
                words_of(line, WallPart.words)
    assert [split(line) for line in ("a 'b'", "", " ", "''")] == [["a", "b"], [], [], [""]]
    approve(__file__, "service-help", help_with(WallPart.words))


def test_what_a_visitor_sends_of_the_terminal_is_filtered() -> None:
    sent: dict[Any, Any] = {"LANG": "C", b"LC_ALL": b"de" * 60, "PATH": "/bin", "TERM": "x", b"COLORTERM": "\xff"}
    assert environment_of("xterm", sent) == {"TERM": "xterm", "LANG": "C", "LC_ALL": "de" * 40, "COLORTERM": "\xff"}


def test_words_after_wall() -> None:
    fine = ("", "list", "matches", "ratings Anna", "challenge bob", "challenge bob 5x5 blitz")
    for text in (*fine, "accept bob", "watch", "continue"):
        check_words(text.split())
    missing = ("challenge", "accept")
    for text in (*missing, "list all", "matches of Anna", "challenge bob 1x1", "chalenge bob", "nonsense", "x" * 100):
        with pytest.raises(PuzzleError, match=r"^expected .*found (none|')") as refused:
            check_words(text.split())
        assert len(str(refused.value)) < 300


# Players and their keys


class Visitors:
    """Players whom steps in words let do something; `pass_time` is told of seconds."""

    def __init__(self, players: Players, pass_time: Callable[[float], None]) -> None:
        self.players, self._pass_time = players, pass_time
        self.known: dict[str, Player] = {}
        self.tokens: dict[str, str] = {}

    def player(self, key: str) -> Player:
        """The player of a key, anew; guests stay who they are."""
        if key.startswith("guest"):
            return self.known.setdefault(key, self.players.guest())
        self.known[key] = self.players.of_key(f"SHA256:{key}")
        return self.known[key]

    def play(self, player: Player, number: int) -> None:
        """Begin that board."""
        log = self.players.library(player).store.open(f"{number:024x}")
        if not log.obstacle:
            log.append(HEAD + b"1.0 undo\n", lambda error: None)
        log.close()

    def do(self, step: str) -> str:
        """What is answered."""
        key, word, *rest = step.split()
        if key.startswith("+"):
            self._pass_time(float(key))
            self.players.forget_old_tokens()
            return ""
        player = self.player(key)
        if word == "plays":
            for number in rest:
                self.play(player, int(number))
            return f"{len([*self.players.library(player).store.stamps()])} boards"
        if word == "leaves":
            self.players.leave(player)
            lines = farewell(self.players, player)
            self.tokens |= {key: lines[-1].split()[-1]} if "claim" in lines[-1] else {}
            return str(lines)
        if word == "token":
            self.tokens[key] = self.players.token(player)
            return "a token"
        if word == "finds":
            try:
                return str(find_player(self.players, " ".join(rest)))
            except ValueError as error:
                return str(error)
        if word == "is":
            is_full, has_boards = self.players.is_full(player), self.players.has_boards(player)
            return f"{self.players.keys(player)} full {is_full} boards {has_boards}"
        words = [self.tokens.get(each, each) for each in rest]
        try:
            return ABOUT_KEYS[word](self.players, player, words)
        except RefusedError as error:
            return f"refused{' (an answer)' * error.is_answer}: {error}"

    def shown(self, text: str) -> str:
        """The text with the names of keys in place of what is drawn at random."""
        for key, player in self.known.items():
            text = text.replace(player.name, f"[{key}]")
        for key, token in self.tokens.items():
            text = text.replace(token, f"[token of {key}]")
        return text


HEAD = b'{"termpuzzles": 2, "game": "infinity", "size": "2x2", "title": "", "text": "x"}\n'
STEPS: dict[str, str] = {
    "Names": "a who; a name; a name Anna B.; a name; a who; b name anna b.; b name Bob; b name; a "
    "name Bob; a name Cleo; b name BOB; b name ANNA  B.; a finds bob; a finds cleo; a finds nobody; a"
    " finds Anna; a name admin; guest name Gast; guest who",
    "Keys of one player": "a token; b link a; b who; a keys; b keys; a unlink SHA256:b; a keys; b who; a unlink"
    " SHA256:a; a unlink SHA256:zz; a unlink; a unlink x y; guest keys; guest link; a "
    "link x y; a link nonsense; b link a",
    "A token in time": "a token; +600 on; b link a; a token; +500 on; b link a; b link a; a token; a link "
    "a; a link a; guest link a",
    "A token that nobody uses": "a plays 1 2; a token; +1 on; +600 on; a is; a who",
    "Boards of a guest": "guest plays 1 2; guest token; guest leaves; a claim guest; a is; b claim guest",
    "Boards of a guest, too late": "guest plays 1 2; guest token; guest leaves; +600 on; a claim guest; a is",
    "One board of a guest": "guest plays 1; guest is; guest token; a plays 1; a claim guest; a is",
    "A guest without boards": "guest leaves",
    "Boards of a further key": "a plays 1 2; b plays 2 3; b name Bob; a token; b link a; a is; b finds Bob; b who; c"
    " name Bob",
    "Full": "a plays 1 2 3 4 5; a is; guest plays 6; guest token; a claim guest; a token; b link a; b is",
}


def in_a_folder(folder: Path, quota: Quota) -> Visitors:
    """Players in a folder, with a clock of their own."""
    time = Time()

    def pass_time(seconds: float) -> None:
        time.now += seconds

    return Visitors(FolderPlayers(folder, time, 600.0, lambda: quota), pass_time)


def conversations(make: Callable[[int], Visitors], titles: Collection[str] = tuple(STEPS)) -> str:
    """All that is said under these titles, each time among the players that `make` returns for a number."""
    lines = []
    for number, (title, steps) in enumerate((title, STEPS[title]) for title in titles):
        visitors = make(number)
        lines.append(f"# {title}")
        for step in map(str.strip, steps.split(";")):
            answer = visitors.do(step)
            lines.append(f"  {step} → {visitors.shown(answer)}")
    return "\n".join(lines) + "\n"


def test_conversations_about_keys_and_names(tmp_path: Path) -> None:
    found = conversations(
        lambda number: in_a_folder(tmp_path / str(number), Quota(4, 1 << 20)), ("Names", "Keys of one player", "Full")
    )
    approve(__file__, "service-players", found)


def test_a_player_has_sixteen_keys_at_most(tmp_path: Path) -> None:
    visitors = in_a_folder(tmp_path, Quota())
    for number in range(1, 16):
        visitors.do("a token")
        assert visitors.do(f"k{number} link a").startswith("This key now belongs to ")
    assert len(visitors.players.keys(visitors.player("a"))) == 16
    visitors.do("a token")
    assert visitors.do("last link a") == "refused (an answer): A player can have 16 keys at most. Take one off first."


# The wire


class Channel:
    """A channel that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.beside: list[bytes] = []
        self.waiting = 0
        self.closing = False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def write_stderr(self, data: bytes) -> None:
        self.beside.append(data)

    def get_write_buffer_size(self) -> int:
        return self.waiting


class Listener(QuietListener):
    """Hears of sizes and of pictures that have to be drawn."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def resized(self, columns: int, rows: int) -> None:
        self.told.append((columns, rows))

    def caught_up(self) -> None:
        self.told.append("caught up")

    def overwritten(self) -> None:
        self.told.append("overwritten")

    def closed(self, status: int) -> None:
        self.told.append(f"closed {status}")

    def received(self, data: bytes) -> None:
        self.told.append(data)


async def until(so: Callable[[], bool]) -> None:
    while not so():
        await asyncio.sleep(0.005)


def wired(time: Time, unread: int = 100) -> tuple[ChannelWire, Channel, Listener]:
    wire, channel, listener = (
        ChannelWire(replace(Limits(), unread=unread), time, lambda channel: 0),
        Channel(),
        Listener(),
    )
    wire.connect(channel)  # type: ignore[arg-type]
    wire.open(listener)
    return wire, channel, listener


async def test_of_sizes_in_a_row_the_last_one_counts_and_none_is_out_of_bounds() -> None:
    time = Time()
    wire, _, listener = wired(time)
    assert wire.size == (80, 24)
    for size, expected in (((0, 0), (80, 24)), ((-3, -3), (1, 1)), ((500, 500), (200, 60)), ((200, 60), (200, 60))):
        time.now += 0.25
        wire.resize(*size)
        assert (wire.size, listener.told[-1]) == (expected, expected)
    number = len(listener.told)
    for width in (100, 110, 120):
        wire.resize(width, 40)
    assert len(listener.told) == number
    await until(lambda: len(listener.told) > number)
    assert listener.told[number:] == [(120, 40)]


async def test_what_shows_moves_waits_until_they_are_stored_and_keeps_its_order() -> None:
    wire, channel, listener = wired(Time())
    unstored = Unstored()
    wire.send(b"a")
    wire.hold_for(unstored)
    wire.send(b"b")
    assert (channel.written, unstored.waits) == ([b"a", b"b"], False)
    unstored.sent += 1
    assert unstored.waits
    wire.send(b"c")
    unstored.sent += 1
    wire.send(b"d")
    wire.send_beside(b"e")
    assert (channel.written, channel.beside) == ([b"a", b"b"], [b"e"])
    unstored.answer()
    assert channel.written == [b"a", b"b", b"c"]
    wire.send(b"f")
    unstored.answer()
    assert channel.written == [b"a", b"b", b"c", b"d", b"f"]
    assert not unstored.waits
    wire.send(b"g")
    assert channel.written[-1] == b"g"
    assert listener.told == []


async def test_a_visitor_is_told_that_moves_are_not_stored_yet() -> None:
    wire, channel, listener = wired(Time())
    unstored = Unstored()
    wire.hold_for(unstored)
    unstored.sent += 1
    wire.send(b"picture")
    await until(lambda: bool(channel.written))
    words = " Your last moves are not stored yet: they are tried again, and then shown. "
    assert channel.written == [f"\x1b7\x1b[24;1H\x1b[0;7m{words}\x1b8".encode()]
    assert wire.lags
    unstored.answer()
    assert channel.written[1:] == [b"picture"]
    assert listener.told[:1] == ["overwritten"]
    assert not wire.lags
    await until(lambda: "caught up" in listener.told)


async def test_at_the_end_what_is_not_stored_in_time_is_not_shown() -> None:
    wire, channel, _ = wired(Time())
    unstored = Unstored()
    wire.hold_for(unstored)
    assert await wire.last_stored()
    wire.hold_for(unstored)
    unstored.sent += 1
    wire.send(b"picture")
    asyncio.get_running_loop().call_later(0.05, unstored.answer)
    assert await wire.last_stored()
    assert channel.written == [b"picture"]
    wire.hold_for(unstored)
    unstored.sent += 1
    wire.send(b"never")
    assert not await wire.last_stored()
    wire.send(b"at once")
    assert channel.written[-1] == b"at once"
    assert b"never" not in channel.written


async def test_who_reads_too_slowly_lags_until_the_backlog_is_small_again() -> None:
    time = Time()
    wire, channel, listener = wired(time)
    channel.waiting = 100
    assert not wire.lags
    channel.waiting = 101
    assert wire.lags
    time.now += 7
    assert wire.seconds_unread == 7
    channel.waiting = 0
    assert wire.seconds_unread == 0
    await wire.until_read()
    await until(lambda: bool(listener.told))
    assert listener.told == ["caught up"]
    channel.closing = True
    wire.send(b"x")
    wire.send_beside(b"x")
    wire.disconnect()
    wire.send(b"x")
    assert (channel.written, channel.beside) == ([], [])


async def test_a_visitor_who_lags_for_long_is_looked_at_again_and_again() -> None:
    wire, channel, listener = wired(Time())
    channel.waiting = 101
    assert wire.lags
    waiting = asyncio.ensure_future(wire.until_read())
    await asyncio.sleep(0.25)
    assert (listener.told, waiting.done()) == ([], False)
    channel.waiting = 0
    await until(lambda: bool(listener.told) and waiting.done())
    await asyncio.sleep(0.15)
    assert listener.told == ["caught up"]


@pytest.mark.parametrize("beside", [False, True])
async def test_all_that_is_sent_counts_until_it_is_read(beside: bool) -> None:
    time = Time()
    wire, channel, _ = wired(time)
    (wire.send_beside if beside else wire.send)(b"12345")
    channel.waiting = 5
    for now, waiting, unread in ((7.0, 5, 7.0), (8.0, 3, 0.0), (9.0, 3, 1.0), (9.5, 0, 0.0)):
        time.now, channel.waiting = now, waiting
        assert wire.seconds_unread == unread


async def test_after_the_end_nothing_more_comes_from_the_visitor() -> None:
    time = Time()
    wire, _, listener = wired(time)
    assert (wire.is_local, wire.can_suspend, wire.has_ended) == (False, False, False)
    wire.receive(b"keys")
    wire.resize(90, 30)
    wire.resize(100, 40)
    wire.end()
    assert wire.has_ended
    time.now += 10
    await asyncio.sleep(0.3)
    assert listener.told == [b"keys", (90, 30), "closed 0"]
    other, _, listener = wired(Time())
    other.end()
    other.close()
    other.receive(b"keys")
    assert listener.told == ["closed 0"]


def test_a_backlog_counts_the_seconds_in_which_nothing_was_read() -> None:
    time = Time()
    backlog = Backlog(10, time)
    assert backlog.look(0) == 0
    backlog.sent = 50
    time.now = 1.0
    assert backlog.look(50) == 1.0
    time.now = 2.0
    assert backlog.look(49) == 0.0
    time.now = 5.0
    assert backlog.look(49) == 3.0
    backlog.sent = 60
    assert backlog.look(59) == 3.0
    assert backlog.look(58) == 0.0
    assert [backlog.look(waiting) for waiting in (1, 1)] == [0.0, 0.0]
    time.now = 7.0
    assert [backlog.look(waiting) for waiting in (1, 0)] == [2.0, 0.0]
    assert [backlog.lags(waiting) for waiting in (10, 11)] == [False, True]


def test_each_line_of_the_log_is_written_at_once() -> None:
    written = io.BytesIO()
    log = Log(io.TextIOWrapper(written, "utf-8", newline="\n"))
    for number in (1, 2):
        log("visit", number=number)
        assert written.getvalue().count(b"\n") == number


def test_a_file_of_a_service_grows_by_lines(tmp_path: Path) -> None:
    file = FolderGrowingFile(tmp_path / "daily" / "x.jsonl")
    assert file.read(0) == b""
    file.add(b"one\n")
    file.add(b"two\n")
    assert [file.read(since) for since in (0, 4, 8, 9)] == [b"one\ntwo\n", b"two\n", b"", b""]
    assert (tmp_path / "daily").stat().st_mode & 0o777 == 0o700


def test_every_limit_has_a_name_in_the_file_of_the_service_and_a_budget_has_one_for_what_it_limits() -> None:
    usual = limits_by_name(Limits())
    budget = Budget(cells=1, seconds=2.0)
    changed = limits_by_name(replace(Limits(), request=budget, question=budget))
    assert changed.keys() == usual.keys()
    assert {name: number for name, number in changed.items() if number != usual[name]} == {
        "request_seconds": 2.0,
        "question_seconds": 2.0,
        "question_cells": 1,
    }
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in SENTENCES.values())


def test_the_usual_limits_are_as_approved() -> None:
    usual = limits_by_name(replace(Limits(), commands=4))  # which depends on the machine
    approve(__file__, "usual-limits", "".join(f"{name} = {number:,}\n" for name, number in usual.items()))
