"""Rude visitors, in a process of their own: `-m tests.bench.load.attacker KIND PORT SECONDS`."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count

import asyncssh

from tests.bench.load.players import Player

NET = "127.66.0."  # their addresses: others' limits are their own
LARGE = "infinity:250x250:" + "1" * 62_500
SMALL = "infinity:7x7:" + "1" * 49
DRAWN = 700  # more bytes than a message takes, and fewer than a board


async def _joined(port: int, number: int, text: str) -> Player:
    player = await Player.join(port, 5_000 + 5 * number)
    if text:
        await player.open_board(text, b"loose end")
    return player


async def resizes(port: int, end: float, pause: float = 0.05) -> None:
    """Twenty window changes a second by one visitor."""
    player = await _joined(port, 0, SMALL)
    for number in count():
        player.channel.change_terminal_size(490 - number % 2, 190)
        await asyncio.sleep(pause)
        if time.monotonic() > end:
            return


async def flood(port: int, end: float) -> None:
    """Window changes as fast as one visitor can send them."""
    await resizes(port, end, 0.0)


async def lines(port: int, end: float) -> None:
    """Commands of 16 KB and of more, as fast as they are answered."""
    player = await _joined(port, 0, "")
    while time.monotonic() < end:
        for size in (16_000, 200_000):
            with suppress(asyncssh.Error):
                await player.connection.run("check 7x7:" + "1" * size)


async def pastes(port: int, end: float) -> None:
    """Six visitors who open boards of 250x250 again and again."""

    async def paste(number: int) -> None:
        player = await _joined(port, number, "")
        for turn in count():
            player.received.clear()
            player.channel.write(b"\x1b[200~" + (b"simpleloop/250/250/", LARGE.encode())[turn % 2] + b"\x1b[201~")
            await player.until(lambda: len(player.received) > DRAWN)  # another paste would take its place
            if time.monotonic() > end:
                return

    await asyncio.gather(*map(paste, range(6)))


async def requests(port: int, end: float) -> None:
    """Global requests as fast as one visitor can send them."""
    player = await _joined(port, 0, "")
    while time.monotonic() < end:
        for _ in range(50):
            player.connection._send_global_request(b"tcpip-forward", b"\0\0\0\x01x\0\0\0\x16", want_reply=False)
        await asyncio.sleep(0)


async def connects(port: int, end: float) -> None:
    """Three thousand connects."""
    for number in range(3_000):
        with suppress(OSError), socket.socket() as each:
            each.bind((f"{NET}{1 + number % 200}", 0))
            each.settimeout(5)
            each.connect(("127.0.0.1", port))
            each.send(b"SSH-2.0-x\r\n")
        if number % 20 == 0:
            await asyncio.sleep(0)


async def half_open(port: int, end: float) -> None:
    """Nine hundred connections that say nothing."""
    held = []
    for number in range(900):
        each = socket.socket()
        with suppress(OSError):
            each.bind((f"{NET}{1 + number % 200}", 0))
            each.settimeout(5)
            each.connect(("127.0.0.1", port))
        held.append(each)
    await asyncio.sleep(max(0.0, end - time.monotonic()))
    for each in held:
        each.close()


KINDS: dict[str, Callable[[int, float], Awaitable[None]]] = {
    each.__name__: each for each in (resizes, flood, lines, pastes, requests, connects, half_open)
}


if __name__ == "__main__":
    with suppress(asyncssh.Error, OSError):
        asyncio.run(KINDS[sys.argv[1]](int(sys.argv[2]), time.monotonic() + float(sys.argv[3])))  # type: ignore[arg-type]
