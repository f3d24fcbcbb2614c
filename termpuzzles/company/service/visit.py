"""One channel of a connection: the app, plain mode or a command."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

import asyncssh

from termpuzzles.company.daily_table import table
from termpuzzles.company.meetings import Company
from termpuzzles.company.race import RACE, race_wish
from termpuzzles.company.screens.race import RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.company.service.exchange_pipe import ExchangePipe
from termpuzzles.company.service.limits import SENTENCES, Bucket
from termpuzzles.company.service.lines import converse
from termpuzzles.company.service.players import Player, RefusedError
from termpuzzles.company.service.requests import (
    ABOUT_KEYS,
    BAD,
    NO,
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
from termpuzzles.company.service.wire import UNSTORED, ChannelWire
from termpuzzles.company.sync import refusal_line
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.terminal.wire import QuietListener

if TYPE_CHECKING:
    from termpuzzles.tui.screen import ShownGame


class Visit(asyncssh.SSHServerSession[bytes]):
    """What a visitor does on one channel."""

    def __init__(self, service: Service, who: str, address: str, player: Awaitable[Player]) -> None:
        self._service = service
        self._who = self._pays = who
        self._address = address
        self._arriving = player
        self._limits = service.limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._app: VisitorApp | None = None
        self._request: Request | None = None
        self._command = ""
        self._term = ""
        self._began = self._last_input = service.now()
        self._wire = ChannelWire(self._limits, service.now, service.unsent)
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
        self._wire.connect(chan)
        chan.set_write_buffer_limits(high=self._limits.unread)
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
        self._service.refuse("subsystem", subsystem)
        return False

    def session_started(self) -> None:
        """Begin what was asked for."""
        self._task = asyncio.ensure_future(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Take what the visitor has sent."""
        self._last_input = self._service.now()
        if self._request is None:
            self._slow_down(self._input.owe(len(data)))
        self._wire.receive(data)

    def eof_received(self) -> bool:
        """End the input, but keep the channel open for output."""
        self._wire.end()
        return True

    def resume_writing(self) -> None:
        """Draw the current picture, because the visitor has caught up."""
        self._wire.look_at_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the visit, because the visitor has gone."""
        self._channel, self._gone = None, True
        self._wire.disconnect()
        self._end()
        if self._task is None:
            self._service.visit_ended(self)

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

    def tell(self, text: str) -> None:
        """Send a line to the visitor's stderr."""
        self._wire.send_beside(text.encode() + b"\n")

    def _end(self) -> None:
        if self._request is not None:
            self._request.kill()
        elif self._app is None and self._task is not None:
            self._task.cancel()  # it waits for its turn
        self._wire.end()

    def look_at_clocks(self) -> None:
        """End a visit that has lasted too long, or that nobody looks at any more."""
        now = self._service.now()
        if self._wire.seconds_unread > self._limits.reader:
            self.abort("reader")
        elif now - self._last_input > self._limits.idle:
            self.abort("idle")
        elif now - self._began > self._limits.stay:
            self.abort("stay")

    async def _run(self) -> None:
        status, goodbye = 1, list[str]()
        try:
            player = await asyncio.shield(self._arriving)  # others of the connection wait for it, too
            self._who = player.name
            if limit := await self._service.room_for(self):
                self._service.refuse(limit, self._who)
                self.tell(SENTENCES[limit])
            elif self._command:
                status = await self._answer_command(player)
            elif self._term:
                status = await self._show(player)
                goodbye = await self._service.ask(farewell, self._service.players, player)
            else:
                status = await self._talk(player)
        except StoreAwayError:
            self._service.refuse("store", self._who)
            self.tell(SENTENCES["store"])
        except Exception as error:  # a bug in one visit must not affect others
            self._service.crashed(error)
            self.tell("Something went wrong here; every move is kept.")
        finally:
            self._service.visit_ended(self)
            if not await self._wire.last_stored():
                goodbye = [UNSTORED]
            self._say_goodbye(goodbye, status)

    def _say_goodbye(self, goodbye: list[str], status: int) -> None:
        if self._channel is not None and not self._channel.is_closing():
            if self._app is not None:
                words = [self._farewell] * bool(self._farewell) + goodbye
                self._wire.send("".join(f"{word}\r\n" for word in words).encode())
            self._channel.exit(status)

    async def _show(self, player: Player, begins: Begins | None = None) -> int:
        """Run the app, which begins with that screen or as it does for everybody."""
        assert self._channel is not None
        limits = self._limits
        await asyncio.sleep(self._service.door.charge(self._address, limits.start_work))
        environment = environment_of(self._term, self._channel.get_environment())
        self._app = VisitorApp(self._service, player, self._wire, environment)
        goodbye = await self._app.run(begins)
        self._farewell = self._farewell or goodbye
        return 0

    async def _talk(self, player: Player, race: Sequence[str] = ()) -> int:
        """Run plain mode in a process of its own, like a command; perhaps to invite others to a race."""
        environment = self._service.players.environment(player)
        if self._service.talks.locked():
            self._service.refuse("plain", self._who)
            self.tell(SENTENCES["plain"])
            return 1
        if await asyncio.to_thread(self._service.players.is_full, player):
            self._service.refuse("quota", self._who)
            self.tell(SENTENCES["quota"])
            return 1
        if self._service.config.message:
            self.tell(self._service.config.message)
        async with self._service.talks:

            async def served(say: Callable[[str], None]) -> Conversation | None:
                context = await self._plain_context(player, say)
                return next(filter(None, (part.talk(context) for part in self._service.parts)), None)

            pipe = ExchangePipe(self._service.exchange, self._service.players, served)
            serving = self._service.begin(pipe.serve())
            words = ["plain", str(pipe.far.fileno()), player.name, *race]
            try:
                return await self._request_of(words, self._limits.stay, environment, [pipe.far.fileno()])
            finally:
                pipe.far.close()
                await serving

    async def _answer_command(self, player: Player) -> int:
        try:
            words = words_of(self._command, self._service.words)
        except PuzzleError as error:
            self._service.refuse("command", self._command)
            self.tell(str(error))
            return BAD
        self._service.metrics.count("requests", words[0])
        if words == ["help"] or (words[0] == "help" and words[1] in answered_here(self._service.words)):
            self._wire.send(help_with(self._service.words).encode())
            return 0
        if words[0] == "watch":
            return await self._watch(player, words[1:])
        if words[0] == "race":
            return await self._race(player, words[1:])
        if words[:2] == ["daily", "table"]:
            return await self._table(player, words[2:])
        for part in self._service.parts:
            if words[0] in part.words:
                return await part.answer(self, words)
        if words[0] in ABOUT_KEYS:
            return await self._about_keys(player, words)
        if words[0] == "sync":
            return await self._sync(player, words[1:])
        async with self._service.turn(self._pays):
            return await self._request_of(words, self._limits.request.seconds, {})

    async def _about_keys(self, player: Player, words: list[str]) -> int:
        try:
            answer = await asyncio.to_thread(ABOUT_KEYS[words[0]], self._service.players, player, words[1:])
        except RefusedError as error:
            self.tell(str(error))
            return NO if error.is_answer else BAD
        self._wire.send(answer.encode() + b"\n")
        return 0

    async def _sync(self, player: Player, words: list[str]) -> int:
        """Let another machine of the player exchange journals with this one."""
        if player.is_guest:
            self._service.refuse("guest", self._who)
            self._wire.send(refusal_line("guest"))
            self.tell(SENTENCES["guest"])
            return BAD
        limits, environment = self._limits, self._service.players.environment(player)
        bounds = limits.journals, limits.journal_bytes, limits.sync_journal, limits.question.cells
        async with self._service.turn(self._pays):
            await asyncio.sleep(self._service.door.charge(self._address, limits.start_work))  # the app reads what comes
            words = ["sync", ",".join(map(str, bounds)), *words]
            return await self._request_of(words, limits.request.seconds, environment)

    async def _watch(self, player: Player, words: list[str]) -> int:
        """Show another player's game, if that player lets others watch."""
        if len(words) != 1 or not self._term:
            self.tell("Type watch and a player's name, with a terminal: ssh -t HOST watch NAME")
            return BAD
        watched = await self._service.ask(self._service.players.id_of, words[0])
        await asyncio.to_thread(self._service.shared.watch, watched)
        if self._service.game_of(watched) is None:
            self.tell("No player of that name is playing and lets others watch.")
            return 1
        name = await asyncio.to_thread(self._service.players.name_of, watched)
        return await self._show(
            player, lambda context: WatchScreen(context, name, partial(self._service.game_of, watched))
        )

    async def _table(self, player: Player, words: list[str]) -> int:
        """Print the daily table of today, or of another date."""
        if not self._service.config.daily_table:
            self.tell("This server keeps no daily table.")
            return 1
        try:
            day = date.fromisoformat(" ".join(words)) if words else date.today()
        except ValueError:
            self.tell("Type daily table, and perhaps a date such as 2026-11-27.")
            return BAD
        found = await self._service.tables.table(day, "" if player.is_guest else player.name)
        self._wire.send(table(day, found).encode() + b"\n")
        return 0

    async def _race(self, player: Player, words: list[str]) -> int:
        """Invite others to a race, and wait for them."""
        try:
            wish = race_wish(words)
            company = Company(player.name, self._service.exchange, self._service.find)
            await asyncio.to_thread(company.invitation, RACE, wish.names, {})
        except ValueError as error:
            self.tell(sentence(str(error)))
            return BAD
        if not self._term:
            return await self._talk(player, [", ".join([*wish.names, ""]), wish.game, str(wish.params)])
        return await self._show(player, partial(RoomScreen, wish=wish))

    # What parts ask of it

    @property
    def has_terminal(self) -> bool:
        """Whether a screen can be shown."""
        return bool(self._term)

    def send(self, line: str) -> None:
        """Send a line of an answer."""
        self._wire.send(f"{line}\n".encode())

    def refuse(self, line: str) -> None:
        """Say why there is no answer."""
        self.tell(line)

    async def show(self, begins: Begins) -> int:
        """Run the app, which begins with that screen; its exit status."""
        return await self._show(await self._arriving, begins)

    async def plain_context(self) -> PlainContext:
        """What a conversation in lines of text depends on."""
        return await self._plain_context(await self._arriving, self.send)

    async def converse(self, conversation: Conversation) -> None:
        """Hold a conversation in lines of text until it or the input ends."""
        await converse(conversation, self._wire, self.send)

    async def _plain_context(self, player: Player, say: Callable[[str], None]) -> PlainContext:
        library = await self._service.ask(self._service.players.library, player)
        context = PlainContext(library, await self._service.ask(library.settings), say=say)
        for part in self._service.parts:
            part.welcome(context, player.name)
        return context

    async def _request_of(
        self, words: list[str], seconds: float, environment: dict[str, str], shared: Sequence[int] = ()
    ) -> int:
        argv = [*self._service.command, f"--memory={self._limits.process_memory}", *words]
        self._request = Request(argv, environment, seconds, self._limits, shared)
        self._wire.open(RequestInput(self._request, lambda: self.abort("request_input")))
        return await self._request.run(self._wire.send, self._wire.send_beside, self._wire.until_read)

    def _slow_down(self, seconds: float) -> None:
        """Stop reading from a visitor who types faster than anybody can, until the debt is paid."""
        if seconds > 0 and self._channel is not None:
            channel = self._channel
            channel.pause_reading()
            asyncio.get_running_loop().call_later(seconds, _resume, channel)


def _resume(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    if not channel.is_closing():
        channel.resume_reading()


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
