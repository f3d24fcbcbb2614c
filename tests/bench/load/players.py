"""Clients of the service: each plays on a terminal of 80 columns and measures the time from a key to the first byte."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import asyncssh
import pyte

PATIENCE = 60.0  # seconds to wait for anything
TURN_OR_MOVE = (b"\x1b[C", b"\x1b[D", b" ", b"\x1b[B", b" ", b"\x1b[A")
PLAYERS_AN_ADDRESS = 5  # clients use as many loopback addresses as needed to stay within the limit of the server


class _Guest(asyncssh.SSHClient):
    """A client without a key, which answers a challenge without prompts with an empty response."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, name: str, instructions: str, lang: str, prompts: Any) -> list[str]:
        return ["" for _ in prompts]


class Player(asyncssh.SSHClientSession[bytes]):
    """One player's terminal."""

    def __init__(self) -> None:
        self.connection: Any = None
        self.channel: Any = None
        self.received = bytearray()
        self.last = 0.0  # when data last arrived
        self._screen: pyte.Screen | None = None
        self._stream: pyte.ByteStream | None = None
        self._typed: float | None = None
        self._first: asyncio.Future[float] | None = None

    @classmethod
    async def join(
        cls,
        port: int,
        number: int,
        size: tuple[int, int] = (80, 24),
        key: asyncssh.SSHKey | None = None,
        command: str | None = None,
        keeps_text: bool = False,
    ) -> Player:
        """A player on a terminal of that size, once the list of boards is drawn, or what the command leads to.

        `text` is known only if it is kept, which takes this process more than the server takes to send it.
        """
        player = cls()
        if keeps_text:
            player._screen = pyte.Screen(*size)
            player._stream = pyte.ByteStream(player._screen)
        player.connection = await asyncssh.connect(
            "127.0.0.1",
            port,
            local_addr=(f"127.0.{number // PLAYERS_AN_ADDRESS // 250}.{2 + number // PLAYERS_AN_ADDRESS % 250}", 0),
            username="load",
            known_hosts=None,
            config=None,
            client_keys=[key] if key else None,
            agent_path=None,
            client_factory=_Guest,
        )
        player.channel, _ = await player.connection.create_session(
            lambda: player, command, term_type="xterm-256color", term_size=size, encoding=None
        )
        await player.until(lambda: len(player.received) > (500 if command is None else 50))
        return player

    def data_received(self, data: bytes, datatype: object) -> None:
        """The server has drawn something."""
        if self._stream is not None:
            self._stream.feed(data)
        self.last = time.perf_counter()
        self.received += data
        if self._first is not None and not self._first.done() and self._typed is not None:
            self._first.set_result(self.last - self._typed)

    @property
    def text(self) -> str:
        """What the terminal shows."""
        return "\n".join(self._screen.display) if self._screen is not None else ""

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a condition holds for the output received so far."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError(bytes(self.received[-500:]))
            await asyncio.sleep(0.02)

    async def calm(self, seconds: float = 0.5) -> None:
        """Wait until nothing more arrives for that long; a clock may tick."""
        end = time.monotonic() + PATIENCE
        while time.perf_counter() - self.last < seconds and time.monotonic() < end:
            await asyncio.sleep(0.05)

    async def open_board(self, text: str, word: bytes) -> None:
        """Paste a board, and wait until a word appears on the screen."""
        self.received.clear()
        self.channel.write(b"\x1b[200~" + text.encode() + b"\x1b[201~")
        await self.until(lambda: word in self.received)

    async def key(self, keys: bytes) -> float:
        """The seconds from a key to the first byte that it draws."""
        self.received.clear()
        self._first = asyncio.get_running_loop().create_future()
        self._typed = time.perf_counter()
        self.channel.write(keys)
        return await asyncio.wait_for(self._first, PATIENCE)

    async def leave(self) -> None:
        """Hang up."""
        self.connection.close()
        await self.connection.wait_closed()

    def vanish(self) -> None:
        """Drop the connection without closing it properly."""
        self.connection.abort()
