"""One channel of a connection: the app, plain mode or a command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import asyncssh

from termpuzzles.company.service.answers import ANSWERS, talk_in_lines, tell_daily_table
from termpuzzles.company.service.config import CLOSED
from termpuzzles.company.service.limits import SENTENCES
from termpuzzles.company.service.lines import converse
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.requests import (
    BAD,
    Request,
    answered_here,
    environment_of,
    farewell,
    filter_environment,
    help_with,
    words_of,
)
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.visitor_app import Begins, VisitorApp
from termpuzzles.company.service.wire import UNSTORED, ChannelWire, hang_up, unsent
from termpuzzles.company.service.zones import zone_for
from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.terminal.wire import QuietListener

if TYPE_CHECKING:
    from termpuzzles.tui.screen import ShownGame


class Visit(asyncssh.SSHServerSession[bytes]):
    """What a visitor does on one channel."""

    def __init__(self, service: Service, who: str, address: str, player: Awaitable[Player]) -> None:
        self.service = service
        self._who = self.pays = who
        self._address = address
        self._arriving = player
        self.limits = service.limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._app: VisitorApp | None = None
        self._request: Request | None = None
        self._command = ""
        self._term = ""
        self._began = self._last_input = service.now()
        self._wire = ChannelWire(self.limits, service.now, unsent)
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

    @property
    def lets_watch(self) -> bool:
        """Whether others may watch what is played here."""
        return self._app is not None and self._app.lets_watch

    # What asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """Take the open channel."""
        self._channel = chan
        self._wire.connect(chan)
        chan.set_write_buffer_limits(high=self.limits.unread)
        filter_environment(chan)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """Take the visitor's terminal."""
        self._term = term_type[:40] or "dumb"
        self._wire.resize(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Take the new size of the visitor's window."""
        self._wire.resize(width, height)

    def shell_requested(self) -> bool:
        """Accept a visitor who wants to play; there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept a visitor with a command."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Refuse: there are no subsystems."""
        self.service.reports.refuse("subsystem", subsystem)
        return False

    def session_started(self) -> None:
        """Begin what was asked for."""
        self._task = asyncio.ensure_future(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Take what the visitor has sent."""
        self._last_input = self.service.now()
        self._wire.receive(data)

    def eof_received(self) -> bool:
        """End the input, but keep the channel open for output."""
        self._wire.finish()
        return True

    def resume_writing(self) -> None:
        """Draw the current picture, because the visitor has caught up."""
        self._wire.check_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the visit, because the visitor has gone."""
        self._channel, self._gone = None, True
        self._wire.disconnect()
        self._end()
        if self._task is None:
            self.service.visit_ended(self)

    # The course of a visit

    def abort(self, limit: str) -> None:
        """End the visit because of a limit, and say why."""
        self.service.reports.refuse(limit, self._who)
        self._farewell = SENTENCES[limit]
        if limit == "reader" or self._task is None:
            hang_up(self._channel)  # no farewell would be read
        elif self._request is not None:
            self.tell(self._farewell)
        self._end()

    def tell(self, text: str) -> None:
        """Send a line to the visitor's stderr."""
        self._wire.send_beside(text.encode() + b"\n")

    def _end(self) -> None:
        if self._request is not None:
            self._request.kill()
        elif self._app is None and self._task is not None:
            self._task.cancel()  # it waits for its turn
        self._wire.end()

    def check_timeouts(self) -> None:
        """End a visit that has lasted too long, or that nobody looks at any more."""
        now = self.service.now()
        if self._wire.seconds_unread > self.limits.reader:
            self.abort("reader")
        elif now - self._last_input > self.limits.idle:
            self.abort("idle")
        elif now - self._began > self.limits.stay:
            self.abort("stay")

    async def _run(self) -> None:
        status, goodbye = 1, list[str]()
        try:
            player = await asyncio.shield(self._arriving)  # others of the connection wait for it, too
            self._who = player.name
            if limit := await self.service.room_for(self):
                self.service.reports.refuse(limit, self._who)
                self.tell(SENTENCES[limit])
            elif self._command:
                status = await self._answer_command(player)
            elif self._term:
                status = await self.show()
                goodbye = await self.service.ask(farewell, self.service.players, player)
            else:
                status = await talk_in_lines(self, player)
        except StoreAwayError as error:
            self.service.reports.refuse("store", self._who, str(error))
            self.tell(SENTENCES["store"])
        except Exception as error:  # a bug in one visit must not affect others
            self.service.reports.crashed(error)
            self.tell("Something went wrong here; every move is kept.")
        finally:
            self.service.visit_ended(self)
            if not await self._wire.last_stored():
                goodbye = [UNSTORED]
            self._say_goodbye(goodbye, status)

    def _say_goodbye(self, goodbye: list[str], status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            if self._app is not None:
                words = [self._farewell] * bool(self._farewell) + goodbye
                self._wire.send("".join(f"{word}\r\n" for word in words).encode())
            self._channel.exit(status)

    async def show(self, begins: Begins | None = None) -> int:
        """Run the app, which begins with that screen or as it does for everybody; its exit status."""
        assert self._channel is not None
        starting = self.service.door.starting(self._address)
        self._app = VisitorApp(self.service, await self._arriving, self._wire, self._environment, starting)
        goodbye = await self._app.run(begins)
        self._farewell = self._farewell or goodbye
        return 0

    async def _answer_command(self, player: Player) -> int:
        try:
            words = words_of(self._command, self.service.words)
        except PuzzleError as error:
            self.service.reports.refuse("command", self._command)
            self.tell(str(error))
            return BAD
        self.service.metrics.count("requests", words[0])
        if words == ["help"] or (words[0] == "help" and words[1] in answered_here(self.service.words)):
            self._wire.send(help_with(self.service.words).encode())
            return 0
        if words[:2] == ["daily", "table"]:
            return await tell_daily_table(self, player, words)
        for part in self.service.parts:
            if words[0] in part.words:
                return await part.answer(self, words)
        if words[0] in ANSWERS:
            return await ANSWERS[words[0]](self, player, words)
        async with self.service.turn(self.pays):
            closed = " ".join(await self.service.ask(self.service.races.closed, player.name))
            return await self.request(words, self.limits.request.seconds, {CLOSED: closed} if closed else {})

    # What commands and parts ask of it

    @property
    def has_terminal(self) -> bool:
        """Whether a screen can be shown."""
        return bool(self._term)

    @property
    def _environment(self) -> dict[str, str]:
        return environment_of(self._term, self._channel.get_environment() if self._channel else {})

    def send(self, line: str) -> None:
        """Send a line of an answer."""
        self._wire.send(f"{line}\n".encode())

    def send_bytes(self, data: bytes) -> None:
        """Send a part of an answer as it is."""
        self._wire.send(data)

    async def zone(self) -> ZoneInfo | None:
        """Where the visitor's day begins at midnight; None if it is where the server is."""
        player = await self._arriving
        return await self.service.ask(zone_for, self.service.players, player, self._environment)

    async def converse(self, conversation: Conversation) -> None:
        """Hold a conversation in lines of text until it or the input ends."""
        await converse(conversation, self._wire, self.send)

    async def plain_context(self, say: Callable[[str], None] | None = None) -> PlainContext:
        """What a conversation in lines of text depends on; what comes by itself is sent, or given to `say`."""
        player = await self._arriving
        library = await self.service.ask(self.service.players.library, player)
        library.why_closed = partial(self.service.races.why_closed, player=player.name)
        context = PlainContext(library, await self.service.ask(library.settings), print_line=say or self.send)
        for part in self.service.parts:
            part.welcome(context, player.name)
        return context

    async def request(
        self, words: list[str], seconds: float, environment: dict[str, str], shared: Sequence[int] = ()
    ) -> int:
        """Answer by a process: its exit status."""
        argv = [*self.service.command, f"--memory={self.limits.process_memory}", *words]
        zone = await self.zone()
        environment = environment | ({"TZ": zone.key} if zone else {})
        self._request = Request(argv, environment, seconds, self.limits, shared)
        self._wire.open(RequestInput(self._request, lambda: self.abort("request_input")))
        return await self._request.run(self._wire.send, self._wire.send_beside, self._wire.until_read)


class RequestInput(QuietListener):
    """Passes what a visitor sends on to the process that answers."""

    def __init__(self, request: Request, refuse: Callable[[], None]) -> None:
        self._request = request
        self._refuse = refuse

    def received(self, data: bytes) -> None:
        """Pass input on, or refuse it if it is too much."""
        if not self._request.feed(data):
            self._refuse()

    def closed(self, status: int) -> None:
        """End the input of the process."""
        self._request.end_input()
