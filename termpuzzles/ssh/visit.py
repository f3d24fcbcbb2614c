"""One channel of a connection: the app, plain mode or a command; and whether its visitor reads what is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import asyncssh

from termpuzzles.errors import PuzzleError
from termpuzzles.ssh.limits import SENTENCES, Bucket, Limits
from termpuzzles.ssh.players import Player
from termpuzzles.ssh.requests import ABOUT_KEYS, BAD, Request, environment_of, farewell, filter_environment, words_of
from termpuzzles.ssh.service import Service
from termpuzzles.ssh.visitor_app import VisitorApp

if TYPE_CHECKING:
    from termpuzzles.tui.screen import ShownGame


WIDEST, TALLEST = 500, 200  # the largest window to draw for
_AGAIN = 0.1  # seconds between two checks of a reader who lags


class Visit(asyncssh.SSHServerSession[bytes]):
    """What a visitor does on one channel; also the wire that the app's driver draws over."""

    def __init__(self, service: Service, who: str, player: Awaitable[Player]) -> None:
        self._service = service
        self._who = who
        self._arriving = player
        self._limits = service.limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._app: VisitorApp | None = None
        self._request: Request | None = None
        self._command = ""
        self._term = ""
        self._size = (80, 24)
        self._early = b""  # input that came before anything could take it
        self._ended_early = False
        self._began = self._last_input = service.now()
        self._backlog = Backlog(self._limits.unread, service.now)
        self._lagged = False
        self._input = Bucket(self._limits.bytes_a_second, self._limits.bytes_at_once, service.now)
        self._task: asyncio.Task[None] | None = None
        self._farewell = ""
        self._gone = False

    @property
    def player(self) -> str:
        """The id of the player; before it is known, the key or the address."""
        return self._who

    @property
    def is_over(self) -> bool:
        """Whether the visit has ended."""
        return self._gone if self._task is None else self._task.done()

    async def over(self) -> None:
        """Wait until the visit has ended."""
        if self._task is not None:
            await asyncio.wait({self._task})

    @property
    def game(self) -> ShownGame | None:
        """The game that is played here, if others may watch it."""
        return self._app.game if self._app is not None else None

    # What asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the open channel."""
        self._channel = chan
        chan.set_write_buffer_limits(high=self._limits.unread)
        filter_environment(chan)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Take the visitor's terminal."""
        self._term = term_type[:40] or "dumb"
        self._set_size(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Take the new size of the visitor's window."""
        self._set_size(width, height)
        if self._app is not None:
            self._app.resized(*self._size)

    def shell_requested(self) -> bool:
        """Accept a visitor who wants to play; there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a visitor with a command."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse: there are no subsystems."""
        self._service.refuse("subsystem", subsystem)
        return False

    def session_started(self) -> None:
        """Begin what was asked for."""
        self._task = asyncio.ensure_future(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Take what the visitor has sent."""
        self._last_input = self._service.now()
        if self._request is not None:
            self._feed(data)
            return
        self._slow_down(self._input.owe(len(data)))
        if self._app is not None:
            self._app.receive(data)
        elif len(self._early) <= self._limits.request_input:
            self._early += data

    def eof_received(self) -> bool:
        """End the input, but keep the channel open for output."""
        if self._request is not None:
            self._request.end_input()
        elif self._app is not None:
            self._app.end()
        self._ended_early = True
        return True

    def resume_writing(self) -> None:
        """Draw the current picture, because the visitor has caught up."""
        self._look_at_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the visit, because the visitor has gone."""
        self._channel, self._gone = None, True
        self._end()
        if self._task is None:
            self._service.visit_ended(self)

    # The wire

    @property
    def lags(self) -> bool:
        """Whether the visitor reads too slowly to draw more; drawing goes on once that is over."""
        if self._backlog.lags(self._waiting):
            if not self._lagged:
                self._lagged = True
                asyncio.get_running_loop().call_later(_AGAIN, self._look_at_reader)
            return True
        return False

    @property
    def limits(self) -> Limits:
        """How fast the visitor may type."""
        return self._limits

    @property
    def size(self) -> tuple[int, int]:
        """The size of the visitor's window."""
        return self._size

    def send(self, data: bytes) -> None:
        """Send bytes, unless the visitor has gone."""
        if self._channel is not None and not self._channel.is_closing():
            self._backlog.sent += len(data)
            self._channel.write(data)

    def drop(self) -> None:
        """Say that keys were dropped."""
        self._service.refuse("keys", self._who)
        if self._app is not None:
            self._app.say(SENTENCES["keys"])

    def tell(self, text: str) -> None:
        """Send a line to the visitor's stderr."""
        self._send_beside(text.encode() + b"\n")

    def _send_beside(self, data: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._backlog.sent += len(data)
            self._channel.write_stderr(data)

    @property
    def _waiting(self) -> int:
        """The bytes that were sent and not read, in the visitor's window and in the network."""
        return self._channel.get_write_buffer_size() + self._service.unsent(self._channel) if self._channel else 0

    def _look_at_reader(self) -> None:
        """Draw again once the visitor has caught up."""
        if self._lagged and self._backlog.lags(self._waiting):
            asyncio.get_running_loop().call_later(_AGAIN, self._look_at_reader)
        elif self._lagged:
            self._lagged = False
            if self._app is not None:
                self._app.paint()

    async def _until_read(self) -> None:
        while self.lags:
            await asyncio.sleep(_AGAIN)

    # The course of a visit

    def abort(self, limit: str) -> None:
        """End the visit because of a limit, and say why."""
        self._service.refuse(limit, self._who)
        self._farewell = SENTENCES[limit]
        if limit == "reader" or self._task is None:
            self._service.hang_up(self._channel)  # no farewell would be read
        elif self._request is not None:
            self.tell(self._farewell)
        self._end()

    def _end(self) -> None:
        if self._app is not None:
            self._app.end()
        if self._request is not None:
            self._request.kill()

    def look_at_clocks(self) -> None:
        """End a visit that has lasted too long, or that nobody looks at any more."""
        now = self._service.now()
        if self._backlog.look(self._waiting) > self._limits.reader:
            self.abort("reader")
        elif now - self._last_input > self._limits.idle:
            self.abort("idle")
        elif now - self._began > self._limits.stay:
            self.abort("stay")

    async def _run(self) -> None:
        status, goodbye = 1, list[str]()
        try:
            player = await self._arriving
            self._who = player.name
            if limit := self._service.room_for(self):
                self._service.refuse(limit, self._who)
                self.tell(SENTENCES[limit])
            elif self._command:
                status = await self._answer_command(player)
            elif self._term:
                status = await self._show(player)
                goodbye = await asyncio.to_thread(farewell, self._service.players, player)
            else:
                status = await self._talk(player)
        except Exception as error:  # a bug in one visit must not affect others
            self._service.crashed(error)
            self.tell("Something went wrong here; every move is kept.")
        finally:
            self._service.visit_ended(self)
            self._say_goodbye(goodbye, status)

    def _say_goodbye(self, goodbye: list[str], status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            if self._app is not None:
                words = [self._farewell] * bool(self._farewell) + goodbye
                self.send("".join(f"{word}\r\n" for word in words).encode())
            self._channel.exit(status)

    async def _show(self, player: Player, watched: str = "") -> int:
        """Run the app, to play or to watch the player of that id."""
        assert self._channel is not None
        environment = environment_of(self._term, self._channel.get_environment())
        self._app = VisitorApp(self._service, player, self, environment)
        self._app.receive(self._early)
        if self._ended_early:
            self._app.end()
        goodbye = await self._app.run(watched)
        self._farewell = self._farewell or goodbye
        return 0

    async def _talk(self, player: Player) -> int:
        """Run plain mode in a process of its own, like a command."""
        folder = str(player.folder)
        environment = {"TERMPUZZLES_DATA": folder, "TERMPUZZLES_CONFIG": folder}
        return await self._request_of(["plain"], self._limits.stay, environment)

    async def _answer_command(self, player: Player) -> int:
        try:
            words = words_of(self._command)
        except PuzzleError as error:
            self._service.refuse("command", self._command)
            self.tell(str(error))
            return BAD
        self._service.metrics.count("requests", words[0])
        if words[0] == "watch":
            return await self._watch(player, words[1:])
        if words[0] in ABOUT_KEYS:
            answer = await asyncio.to_thread(ABOUT_KEYS[words[0]], self._service.players, player, words[1:])
            self.send(answer.encode() + b"\n")
            return 0
        return await self._request_of(words, self._limits.request.seconds, {})

    async def _watch(self, player: Player, words: list[str]) -> int:
        """Show another player's game, if that player lets others watch."""
        if len(words) != 1 or not self._term:
            self.tell("Say watch and a player's name, with a terminal: ssh -t HOST watch NAME")
            return BAD
        watched = await asyncio.to_thread(self._service.players.id_of, words[0])
        if self._service.game_of(watched) is None:
            self.tell("Nobody of that name plays just now and lets others watch.")
            return 1
        return await self._show(player, watched)

    async def _request_of(self, words: list[str], seconds: float, environment: dict[str, str]) -> int:
        self._request = Request([*self._service.command, *words], environment, seconds, self._limits)
        self._feed(self._early)
        if self._ended_early:
            self._request.end_input()
        return await self._request.run(self.send, self._send_beside, self._until_read)

    def _feed(self, data: bytes) -> None:
        assert self._request is not None
        if not self._request.feed(data):
            self.abort("request_input")

    def _set_size(self, width: int, height: int) -> None:
        self._size = (min(max(width, 1), WIDEST) if width else 80, min(max(height, 1), TALLEST) if height else 24)

    def _slow_down(self, seconds: float) -> None:
        """Stop reading from a visitor who types faster than anybody can, until the debt is paid."""
        if seconds > 0 and self._channel is not None:
            channel = self._channel
            channel.pause_reading()
            asyncio.get_running_loop().call_later(seconds, _resume, channel)


def _resume(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    if not channel.is_closing():
        channel.resume_reading()


class Backlog:
    """Watches how much of what was sent is still unread, and since when nothing was read."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._taken = 0
        self._since = now()
        self.sent = 0

    def look(self, waiting: int) -> float:
        """The seconds in which none of the unread bytes was read; 0 if nothing is unread."""
        taken = self.sent - waiting
        if waiting <= 0 or taken > self._taken:
            self._taken, self._since = max(taken, self._taken), self._now()
        return self._now() - self._since

    def lags(self, waiting: int) -> bool:
        """Whether so much is unread that nothing more should be sent."""
        return waiting > self._most
