"""A service on a database: how it performs beside one on a folder, and what fifty kills leave."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from tests.bench.load.measures import Found, Measure, board, gone, joined
from tests.bench.load.players import TURN_OR_MOVE, Player
from tests.bench.load.server import serving
from tests.company.postgres import new_server

VISITORS, KEYS, EVERY = 400, 15, 2.0  # keys of each, one in so many seconds
KILLS = 50
_CONFIG = "[limits]\nsessions = 1_000\nconnections = 2_000\nprocesses_ready = 0\n"


async def _keys(player: Player, chance: random.Random, taken: list[float]) -> None:
    await asyncio.sleep(EVERY * chance.random())
    for _ in range(KEYS):
        took = await player.key(chance.choice(TURN_OR_MOVE))
        taken.append(1000 * took)
        await asyncio.sleep(max(0.0, EVERY - took))


async def _pressed(visitors: int, words: list[str], pages: int) -> tuple[float, float]:
    """From key to bytes in ms, 95 of 100, and how many looks of 100 at the loops came more than 30 ms late."""
    taken, chance = list[float](), random.Random(1)
    with TemporaryDirectory(prefix="termpuzzles-load-") as folder:
        (Path(folder) / "serve.toml").write_text(_CONFIG)
        with serving(Path(folder), words=words, pages=pages) as server:
            players = await joined(server, visitors, board("net", "7x7w"), b"loose end")
            await asyncio.sleep(8)  # until all work caused by joining is done
            late, looks = server.late()
            await asyncio.gather(*(_keys(player, chance, taken) for player in players))
            later, more = server.late()
            await gone(players)
    return quantiles(taken, n=20)[-1], 100 * (later - late) / (more - looks)


async def shared(visitors: int = VISITORS) -> list[Found]:
    """Visitors at half a key a second on two processes with a database, beside half of them on one with a folder."""
    by_folder, late_by_folder = await _pressed(visitors // 2, [], 1)
    database = new_server()
    try:
        by_database, late = await _pressed(visitors, ["--store", database.address, "--processes", "2"], 2)
    finally:
        await asyncio.to_thread(database.end)
    return [
        Found("from key to bytes with a database, 95 of 100", by_database, 2 * by_folder, "ms"),
        Found("looks at the loops that came more than 30 ms late", late, 1, "in 100"),
        Found("likewise with a folder, for comparison", late_by_folder, 100, "in 100"),
    ]


async def kills() -> list[Found]:
    """Kills over processes, hosts and the database, and how players come back."""
    from tests.company.service.hosts import survive  # with psycopg, which the extra `postgres` brings

    database = new_server()
    try:
        with TemporaryDirectory(prefix="termpuzzles-kills-") as folder:
            found = await survive(Path(folder), database, KILLS, players=3)
    finally:
        await asyncio.to_thread(database.end)
    return [
        Found(f"moves that were shown and lost, of {found.moves}, after {found.kills} kills", found.lost, 0, ""),
        Found("boards with two holders, or torn", found.torn, 0, ""),
        Found("until a player was back at the same move, the longest", found.longest, 10, "s"),
    ]


MEASURES: dict[str, Measure] = {"shared": shared, "hosts": kills}
