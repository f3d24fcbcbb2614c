"""Rude visitors, in a process of their own: `-m tests.bench.load.attacker KIND PORT SECONDS [ADDRESSES]`."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count, cycle

import asyncssh

from tests.bench.load.players import Player

NET = "127.66.0."  # their addresses: others' limits are their own
LARGE = "infinity:250x250:" + "1" * 62_500
HUGE = "infinity:100x100:" + "1" * 10_000
SMALL = "infinity:7x7:" + "1" * 49
MANY = "simpleloop/250/250/"  # which is made for whoever asks for it
TEXT = 200_000  # bytes of a paste
WIDE = 490, 190  # the largest window
NETS = 1_250  # numbers of players of one net
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


# From several addresses: so many visitors at least, in turn from each


async def _together(
    port: int, end: float, addresses: int, least: int, act: Callable[[Player], Awaitable[None]], text: str = SMALL
) -> None:
    """So many visitors, or one of each address, who do that again and again."""

    async def one(number: int) -> None:
        player = await _joined(port, number % addresses, text)
        while time.monotonic() < end:
            await act(player)

    await asyncio.gather(*map(one, range(max(least, addresses))), return_exceptions=True)


async def openings(port: int, end: float, addresses: int = 1) -> None:
    """Six guests who ask for boards of 250x250 again and again."""

    async def act(player: Player) -> None:
        player.received.clear()
        player.channel.write(f"\x1b[200~{MANY}\x1b[201~".encode())
        with suppress(TimeoutError):
            await asyncio.wait_for(player.until(lambda: len(player.received) > DRAWN), 0.5)  # it may be refused

    await _together(port, end, addresses, 6, act, "")


async def texts(port: int, end: float, addresses: int = 1) -> None:
    """One guest who pastes 200 KB twice a second."""

    async def act(player: Player) -> None:
        player.channel.write(b"\x1b[200~" + b"x" * TEXT + b"\x1b[201~")
        await asyncio.sleep(0.5)

    await _together(port, end, addresses, 1, act)


async def typing(port: int, end: float, addresses: int = 1) -> None:
    """Four guests who type as fast as they can."""

    async def act(player: Player) -> None:
        player.channel.write(b" \x1b[C" * 50)
        await asyncio.sleep(0.02)

    await _together(port, end, addresses, 4, act)


async def unread(port: int, end: float, addresses: int = 1) -> None:
    """Four guests who type as fast as they can, and read nothing."""

    async def act(player: Player) -> None:
        player.channel.pause_reading()
        player.channel.write(b" \x1b[C" * 50)
        await asyncio.sleep(0.02)

    await _together(port, end, addresses, 4, act)


async def screens(port: int, end: float, addresses: int = 1) -> None:
    """Four guests in the largest windows who open and close help, options and the overview."""
    ways = cycle((b"?", b"\x1b", b"o", b"\x1b", b"O", b"\x1b", b"g", b"\x1b"))

    async def act(player: Player) -> None:
        player.channel.change_terminal_size(*WIDE)
        for _ in range(8):
            player.channel.write(next(ways))
            await asyncio.sleep(0.05)

    await _together(port, end, addresses, 4, act)


async def arrivals(port: int, end: float, addresses: int = 1) -> None:
    """Six guests who come, wait for the first screen, and go."""

    async def come(number: int) -> None:
        while time.monotonic() < end:
            with suppress(asyncssh.Error, OSError, TimeoutError):
                player = await _joined(port, number % addresses, "")
                await player.leave()

    await asyncio.gather(*map(come, range(max(6, addresses))))


async def zooms(port: int, end: float, addresses: int = 1) -> None:
    """Four players with keys, each of a net of its own, who zoom a board of 100x100 in the largest windows."""
    steps = cycle((b"-", b"O", b"\x1b", b"0", b"+"))

    async def one(number: int) -> None:
        key = asyncssh.generate_private_key("ssh-ed25519")
        player = await Player.join(port, NETS * (1 + number % max(4, addresses)), WIDE, key)
        await player.open_board(HUGE, b"loose end")
        while time.monotonic() < end:
            player.channel.write(next(steps))
            await asyncio.sleep(0.02)

    await asyncio.gather(*map(one, range(max(4, addresses))), return_exceptions=True)


async def crumbs(port: int, end: float, addresses: int = 1) -> None:
    """Four guests who send each key in a packet of its own, as fast as they can."""

    async def act(player: Player) -> None:
        for key in (b" ", b"d", b"a", b" ") * 25:
            player.channel.write(key)
        await asyncio.sleep(0.02)

    await _together(port, end, addresses, 4, act)


async def together(port: int, end: float, addresses: int = 1) -> None:
    """All of these at once: pastes, boards, keys, windows, and guests who come and go."""
    kinds = (openings, texts, typing, unread, screens, arrivals, crumbs)
    await asyncio.gather(*(kind(port, end, addresses) for kind in kinds), return_exceptions=True)


async def hints(port: int, end: float, addresses: int = 1) -> None:
    """Six guests who ask for hints on large boards, and turn tiles meanwhile."""

    async def act(player: Player) -> None:
        player.channel.write(b"i \x1b[C")
        await asyncio.sleep(0.1)

    await _together(port, end, addresses, 6, act, HUGE)


FROM_ADDRESSES: dict[str, Callable[[int, float, int], Awaitable[None]]] = {
    each.__name__: each for each in (openings, texts, typing, unread, screens, arrivals, hints, zooms, crumbs, together)
}
KINDS: dict[str, Callable[[int, float], Awaitable[None]]] = {
    each.__name__: each for each in (resizes, flood, lines, pastes, requests, connects, half_open)
}


async def _attack(kind: str, port: int, seconds: float, addresses: int = 1) -> None:
    end = time.monotonic() + seconds
    if kind in KINDS:
        await KINDS[kind](port, end)
    else:
        await FROM_ADDRESSES[kind](port, end, addresses)


if __name__ == "__main__":
    with suppress(asyncssh.Error, OSError):
        asyncio.run(_attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), *map(int, sys.argv[4:])))
