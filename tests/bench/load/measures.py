"""The measures of the service, each with its limit."""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from statistics import median, quantiles
from typing import NamedTuple

from termpuzzles.formats import canonical_id
from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import ZOOMS, Zoom
from tests.bench.load.players import TURN_OR_MOVE, Player
from tests.bench.load.racers import BEGUN, RACES, race_of_two
from tests.bench.load.server import Server, serving

PLAYERS, KEYS = 100, 20  # also the number of seconds: each player presses one key per second
SITTERS = 40  # players whose memory is measured
VISITS, A_ROUND = 600, 50
IDLE = 20  # seconds for which a racer types nothing
OTHERS = 10  # who play alone beside races
HINTS = 6  # requests at once, on large boards
START_BYTES = {"7x7w": 2_200, "7x7": 4_500, "30x30w": 8_500}  # at most, for opening a board
MOVE_BYTES = {1: 170, 2: 40, 3: 90, 4: 115, 5: 170}  # for a move, by the number of the zoom
A_SCROLL = 1_000  # bytes, at least
ARROWS = (b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D")


class Found(NamedTuple):
    """A measured number and the limit that it should stay under."""

    name: str
    value: float
    limit: float
    unit: str

    def __str__(self) -> str:
        sign = "ok  " if self.value <= self.limit else "OVER"
        return f"{sign} {self.name:<68}{self.value:>9.2f} of {self.limit:g} {self.unit}"


Measure = Callable[[], Awaitable[list[Found]]]


def board(game: str, size: str) -> str:
    """The id of a board that is the same in each run."""
    return canonical_id(generate(game, size, seed=1))


async def joined(server: Server, number: int, text: str = "", word: bytes = b"") -> list[Player]:
    """That many players, on the list or at a board. They join a few at a time to respect the service's limits."""
    players: list[Player] = []
    for start in range(0, number, 10):
        players += await asyncio.gather(
            *(Player.join(server.port, each) for each in range(start, min(number, start + 10)))
        )
    if text:
        await asyncio.gather(*(player.open_board(text, word) for player in players))
    await asyncio.sleep(2)
    return players


async def gone(players: list[Player]) -> None:
    await asyncio.gather(*(player.leave() for player in players), return_exceptions=True)


async def _key_a_second(player: Player, seconds: int, chance: random.Random, taken: list[float]) -> None:
    await asyncio.sleep(chance.random())
    for _ in range(seconds):
        took = await player.key(chance.choice(TURN_OR_MOVE))
        taken.append(1000 * took)
        await asyncio.sleep(max(0.0, 1.0 - took))


async def keys() -> list[Found]:
    """A hundred players at a key a second."""
    chance, taken = random.Random(1), list[float]()
    with serving() as server:
        players = await joined(server, PLAYERS, board("net", "7x7w"), b"loose end")
        await asyncio.sleep(8)  # until each board has been counted and all work caused by joining is done
        before, begun = server.cpu, time.perf_counter()
        await asyncio.sleep(5)
        idle = (server.cpu - before) / (time.perf_counter() - begun)
        late, looks = server.late()
        before, begun = server.cpu, time.perf_counter()
        await asyncio.gather(*(_key_a_second(player, KEYS, chance, taken) for player in players))
        used, passed = server.cpu - before, time.perf_counter() - begun
        later, more = server.late()
        await gone(players)
    return [
        Found("CPU of a hundred clocks that tick, a second", 1000 * idle, 300, "ms"),
        Found("CPU a key, the clocks between the keys with it", 1000 * used / len(taken), 3, "ms"),
        Found("CPU a key, without the clocks", 1000 * (used - idle * passed) / len(taken), 3, "ms"),
        Found("from key to bytes, median", median(taken), 30, "ms"),
        Found("from key to bytes, 95 of 100", quantiles(taken, n=20)[-1], 50, "ms"),
        Found("looks at the loop that came more than 30 ms late", 100 * (later - late) / (more - looks), 1, "in 100"),
    ]


async def memory() -> list[Found]:
    """The memory that a session holds, on the list and at play."""
    with serving() as server:
        first = await joined(server, 3, board("net", "20x12"), b"loose end")  # loads what all sessions share
        await gone(first)
        await asyncio.sleep(2)
        empty = server.memory
        players = await joined(server, SITTERS)
        on_list = server.memory
        await asyncio.gather(*(player.open_board(board("net", "20x12"), b"loose end") for player in players))
        for keys_of_each in range(10):
            await asyncio.gather(*(player.key(TURN_OR_MOVE[keys_of_each % len(TURN_OR_MOVE)]) for player in players))
        await asyncio.sleep(2)
        at_play = server.memory
        await gone(players)
    return [
        Found("memory of the service without visitors", empty, 200, "MiB"),
        Found("memory of a session on the list", (on_list - empty) / SITTERS, 1.2, "MiB"),
        Found("memory of a session at play on 20x12", (at_play - empty) / SITTERS, 1.8, "MiB"),
    ]


async def _visit(server: Server, number: int, chance: random.Random, text: str) -> None:
    """One visit of one of several kinds, some of them abusive."""
    player = await Player.join(server.port, number)
    kind = number % 6
    if kind in (1, 2):
        await player.open_board(text, b"loose end")
    if kind == 2:
        await player.key(b" ")
    if kind == 3:
        player.channel.write(b"\x1b[200~" + b"7x7:" + b"1" * 20_000)  # a paste without an end
    if kind == 4:
        player.channel.pause_reading()
        player.channel.write(b"\x1b[B\x1b[A" * 50)
    if kind == 5:
        player.channel.write(b"\xff\xfe\x1b[M\xff" + b"i" * 20)
    if kind in (0, 1):
        await player.leave()
    else:
        await asyncio.sleep(0.1)
        player.vanish()


async def churn() -> list[Found]:
    """Six hundred sessions opened and closed, some of them abusive."""
    chance, held, text = random.Random(2), list[float](), board("net", "7x7w")
    with serving() as server:
        for start in range(0, VISITS, A_ROUND):
            for part in range(start, start + A_ROUND, 10):
                visits = (_visit(server, number, chance, text) for number in range(part, part + 10))
                await asyncio.gather(*visits)
            await asyncio.sleep(5)  # until ended sessions have been found and freed
            held.append(server.memory)
        for _ in range(400):
            if not server.metric("termpuzzles_apps") + server.metric("termpuzzles_sessions"):
                break
            await asyncio.sleep(0.2)
        left, sessions = server.metric("termpuzzles_apps"), server.metric("termpuzzles_sessions")
    print("     MiB after each fifty:", " ".join(f"{each:.1f}" for each in held))
    after = held[VISITS // A_ROUND // 6 - 1 :]
    return [
        Found("memory gained after the first hundred of 600 visits", max(after) - after[0], 3, "MiB"),
        Found("apps left", left, 0, ""),
        Found("sessions left", sessions, 0, ""),
    ]


async def _bytes_of(player: Player, keys: bytes) -> int:
    """The bytes received for these keys, up to a pause so short that the clock hardly ticks during it."""
    await player.key(keys)
    await player.calm(0.05)
    return len(player.received)


async def _sent_at(server: Server, number: int, size: str, zoom: Zoom) -> list[Found]:
    """The bytes sent for a board of that size at a zoom, on a terminal of 100x30."""
    player = await Player.join(server.port, number, (100, 30))
    await player.calm()
    start = await _bytes_of(player, b"\x1b[200~" + board("net", size).encode() + b"\x1b[201~")
    for key in b"-" * len(ZOOMS) + b"+" * (zoom.number - 1):  # down to the smallest zoom, then up to this one
        player.channel.write(bytes((key,)))
        await asyncio.sleep(0.5)
    await player.calm()
    chance = random.Random(number)
    sent = [await _bytes_of(player, chance.choice(ARROWS)) for _ in range(60)]
    moves = [each for each in sent if each < A_SCROLL]
    turns = list[int]()
    for _ in range(30):
        await _bytes_of(player, chance.choice(ARROWS))
        turns.append(await _bytes_of(player, b"d"))
    player.received.clear()
    await asyncio.sleep(5)
    ticks = len(player.received) / 5
    await player.leave()
    name = f"{size}, {zoom.name}:"
    return [
        Found(f"{name} bytes of opening the board", start, START_BYTES[size], ""),
        Found(f"{name} bytes of a move, median", median(moves), MOVE_BYTES[zoom.number], ""),
        Found(f"{name} bytes of a turn, median", median(turns), 150, ""),
        Found(f"{name} bytes of a second in which only the clock ticks", ticks, 24, ""),
        Found(f"{name} bytes of a move, the most without a scroll, a tick with it", max(moves), 170 + 24, ""),
    ]


async def sent() -> list[Found]:
    """The bytes that reach a visitor, by board and zoom."""
    with serving() as server:
        cases = enumerate(product(START_BYTES, ZOOMS))
        each = [_sent_at(server, number, size, zoom) for number, (size, zoom) in cases]
        return [found for of_case in await asyncio.gather(*each) for found in of_case]


async def _asks_for_hints(player: Player, until: asyncio.Event) -> None:
    while not until.is_set():
        player.channel.write(b"i")
        await asyncio.sleep(1)
        player.channel.write(b"\x1b[C")
        await asyncio.sleep(0.2)


async def hints() -> list[Found]:
    """Six hints at once on boards of 250x250, and how much they slow down other players."""
    chance = random.Random(3)
    large, small = board("infinity", "250x250"), board("net", "5x5")
    with serving() as server:
        others = await joined(server, 10, board("net", "7x7w"), b"loose end")
        quiet, loud, answers = list[float](), list[float](), list[float]()
        await asyncio.gather(*(_key_a_second(player, KEYS, chance, quiet) for player in others))
        askers = [await Player.join(server.port, 200 + number) for number in range(HINTS)]
        for asker in askers:
            await asker.open_board(large, b"loose end")
        until = asyncio.Event()
        asking = [asyncio.ensure_future(_asks_for_hints(asker, until)) for asker in askers]
        await asyncio.sleep(2)
        await asyncio.gather(*(_key_a_second(player, KEYS, chance, loud) for player in others))
        for number in range(5):
            player = await Player.join(server.port, 300 + number)
            await player.open_board(small, b"loose end")
            await asyncio.sleep(0.3)
            begun = time.perf_counter()
            player.received.clear()
            player.channel.write(b"i")
            await player.until(lambda player=player: b"Look" in player.received or b"look" in player.received)  # type: ignore[misc]
            answers.append(1000 * (time.perf_counter() - begun))
            await player.leave()
        until.set()
        await asyncio.gather(*asking)
        await gone([*others, *askers])
    return [
        Found("others' key to bytes, quiet, median", median(quiet), 30, "ms"),
        Found("others' key to bytes with six hints, median", median(loud), 2 * median(quiet), "ms"),
        Found("others' key to bytes with six hints, 95 of 100", quantiles(loud, n=20)[-1], 50, "ms"),
        Found("a hint on 5x5 meanwhile, the slowest of five", max(answers), 1000, "ms"),
    ]


async def _keys_of(players: list[Player], chance: random.Random) -> list[float]:
    taken = list[float]()
    await asyncio.gather(*(_key_a_second(player, KEYS, chance, taken) for player in players))
    return taken


async def races() -> list[Found]:
    """Fifty races of two, in a process of their own, and how much they slow down ten others, who play alone."""
    chance = random.Random(5)
    with serving() as server:
        others = await joined(server, OTHERS, board("net", "7x7w"), b"loose end")
        before = server.cpu
        quiet = await _keys_of(others, chance)
        alone = 1000 * (server.cpu - before) / len(quiet)
        racers = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bench.load.racers", str(server.port), stdout=asyncio.subprocess.PIPE
        )
        assert racers.stdout is not None
        if await racers.stdout.readline() != BEGUN:
            raise RuntimeError("the races did not begin")
        before = server.cpu
        loud = await _keys_of(others, chance)
        used = 1000 * (server.cpu - before) / (len(loud) * (OTHERS + 2 * RACES) / OTHERS)
        racers.kill()
        await racers.wait()
        await gone(others)
    limit = 1.5 * quantiles(quiet, n=20)[-1]
    return [
        Found("others' key to bytes, quiet, 95 of 100", quantiles(quiet, n=20)[-1], 50, "ms"),
        Found("CPU a key beside fifty races, the clocks with it", used, 1.5 * alone, "ms"),
        Found("others' key to bytes beside fifty races, median", median(loud), 30, "ms"),
        Found("others' key to bytes beside fifty races, 95 of 100", quantiles(loud, n=20)[-1], limit, "ms"),
    ]


async def racer() -> list[Found]:
    """What is sent each second to a racer who types nothing, while the other one plays."""
    chance, sent = random.Random(6), list[int]()
    with serving() as server:
        idle, other = await race_of_two(server.port, 0)
        await idle.calm(0.3)
        for _ in range(IDLE):
            idle.received.clear()
            other.channel.write(chance.choice(TURN_OR_MOVE))
            await asyncio.sleep(1)
            sent.append(len(idle.received))
        await gone([idle, other])
    return [
        Found("seconds in which nothing is sent to an idle racer", sum(not each for each in sent), 1, ""),
        Found("bytes of a second that are sent to an idle racer, median", median(sent), 400, ""),
        Found("bytes of a second that are sent to an idle racer, the most", max(sent), 400, ""),
    ]


MEASURES: dict[str, Measure] = {
    "keys": keys,
    "memory": memory,
    "churn": churn,
    "hints": hints,
    "sent": sent,
    "races": races,
    "racer": racer,
}


def load_of_machine() -> Iterator[str]:
    """How busy the machine is with other work."""
    with open("/proc/loadavg", encoding="ascii") as file:
        yield f"load of the machine: {' '.join(file.read().split()[:3])}"
