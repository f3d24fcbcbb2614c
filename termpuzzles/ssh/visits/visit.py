"""One channel of a connection: the app on the visitor's terminal, plain mode without one, or a command."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncssh

from termpuzzles.errors import PuzzleError
from termpuzzles.ssh.limits import Bucket
from termpuzzles.ssh.players import Player
from termpuzzles.ssh.service import Service
from termpuzzles.ssh.shelves import PlayerLibrary
from termpuzzles.ssh.visits.driver import WireDriver, driver_for
from termpuzzles.ssh.visits.requests import ABOUT_KEYS, BAD, Request, words_of
from termpuzzles.ssh.workers.answering import PlayersAnswerer

WIDEST, TALLEST = 500, 200  # the largest window that is drawn for
_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR", "COLORFGBG")  # what a visitor may tell of


class Visit(asyncssh.SSHServerSession[bytes]):
    """What a visitor does on one channel; also the wire that the app's driver draws over."""

    def __init__(self, service: Service, player: Player) -> None:
        self._service = service
        self._player = player
        self._limits = service.limits
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._driver: WireDriver | None = None
        self._early = b""  # what came before anything could take it
        self._ended_early = False
        self._request: Request | None = None
        self._command = ""
        self._term = ""
        self._size = (80, 24)
        self._began = self._last_input = service.now()
        self._unread_since: float | None = None
        self._input = Bucket(self._limits.bytes_a_second, self._limits.bytes_at_once, service.now)
        self._task: asyncio.Task[None] | None = None
        self._farewell = ""

    @property
    def player(self) -> str:
        """Whose visit it is."""
        return self._player.name

    @property
    def is_over(self) -> bool:
        """Whether it has come to its end."""
        return self._task is not None and self._task.done()

    # What asyncssh calls

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._channel = chan
        chan.set_write_buffer_limits(high=self._limits.unread)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        """The visitor has a terminal."""
        self._term = term_type[:40] or "dumb"
        self._set_size(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The visitor's window has another size."""
        self._set_size(width, height)
        if self._driver is not None:
            self._driver.resized(*self._size)

    def shell_requested(self) -> bool:
        """A visitor to play; there is no shell."""
        return True

    def exec_requested(self, command: str) -> bool:
        """A visitor with a question."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There are none."""
        self._service.refuse("subsystem", subsystem)
        return False

    def session_started(self) -> None:
        """Begin what was asked for."""
        self._task = asyncio.ensure_future(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """The visitor has sent something."""
        self._last_input = self._service.now()
        if self._request is not None:
            if not self._request.feed(data):
                self._service.refuse("request_input", self._player.name)
                self._request.kill()
        else:
            self._slow_down(self._input.owe(len(data)))
            if self._driver is not None:
                self._driver.receive(data)
            elif len(self._early) < self._limits.request_input:
                self._early += data

    def eof_received(self) -> bool:
        """Nothing more comes, but what goes out is still wanted."""
        if self._request is not None:
            self._request.end_input()
        elif self._driver is not None:
            self.end()
        self._ended_early = True
        return True

    def pause_writing(self) -> None:
        """The visitor does not read as fast as we write: nothing more is drawn until then."""
        self._unread_since = self._service.now()

    def resume_writing(self) -> None:
        """The visitor has caught up: what is wanted by now is drawn."""
        self._unread_since = None
        if self._driver is not None:
            self._driver._app.paint()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self._channel = None
        if self._request is not None:
            self._request.kill()
        self.end()

    # The wire

    @property
    def lags(self) -> bool:
        """Whether the visitor reads too slowly for more to be drawn."""
        return self._unread_since is not None

    @property
    def size(self) -> tuple[int, int]:
        """The visitor's window."""
        return self._size

    def send(self, data: bytes) -> None:
        """Send bytes, unless the visitor has gone."""
        if self._channel is not None and not self._channel.is_closing():
            self._channel.write(data)

    def tell(self, text: str) -> None:
        """Send a line beside what is asked for."""
        self._send_beside(text.encode() + b"\n")

    # What a visit comes to

    def end(self) -> None:
        """End the app, in good order."""
        if self._driver is not None:
            self._driver._app.exit()

    def abort(self, limit: str, sentence: str) -> None:
        """End the visit because of a limit, and say why."""
        self._service.refuse(limit, self._player.name)
        self._farewell = sentence
        self.end()
        if self._request is not None:
            self._request.kill()
        if limit == "reader" and self._channel is not None:
            self._channel.abort()  # nothing that is said would be read

    def look_at_clocks(self) -> None:
        """End a visit that has lasted too long, or that nobody looks at any more."""
        now = self._service.now()
        if self._unread_since is not None and now - self._unread_since > self._limits.reader:
            self.abort("reader", "")
        elif now - self._last_input > self._limits.idle:
            self.abort("idle", "Nothing was typed for a long time. Every move is kept: come again.")
        elif now - self._began > self._limits.stay:
            self.abort("stay", "You have been here for very long. Every move is kept: come again.")

    async def _run(self) -> None:
        status = 1
        try:
            if self._command:
                status = await self._answer_command()
            elif self._term:
                status = await self._play()
            else:
                status = await self._talk()
        except Exception as error:  # one visit's bug is nobody else's
            self._service.crashed(error)
            self.tell("Something went wrong here; every move is kept.")
        finally:
            self._service.visit_ended(self)
            self._say_goodbye(status)

    def _say_goodbye(self, status: int) -> None:
        if self._channel is None or self._channel.is_closing():
            return
        if self._term and not self._command:
            words = [self._farewell] if self._farewell else []
            if self._player.is_guest:
                token = self._service.players.token(self._player)
                words += [
                    "You played as a guest. To keep your boards, make a key and claim them within ten minutes:",
                    "  ssh-keygen -t ed25519",
                    f"  ssh HOST claim {token}",
                ]
            self.send("".join(f"{word}\r\n" for word in words).encode())
        self._channel.exit(status)

    async def _play(self) -> int:
        from termpuzzles.tui.app import make_app
        from termpuzzles.tui.context import Context
        from termpuzzles.tui.terminal.detect import terminal_of

        environment = self._environment()
        terminal = terminal_of(environment, lambda name: True)
        library = PlayerLibrary(self._player, self._service.held)
        answerer = PlayersAnswerer(
            self._service.workers, self._player.name, self._limits.question, self._service.question_failed
        )
        context = Context(library, library.settings(), terminal=terminal, answerer=answerer, keeps_files=False)
        context.fit_terminal()
        app = make_app(context)
        app.driver_class = driver_for(self, self._take_driver)  # type: ignore[assignment]
        try:
            await app.run_async()
        finally:
            self._driver = None
            self._service.restore_streams()
        if app.crash is not None:
            raise app.crash
        self._farewell = self._farewell or app.farewell
        return 0

    def _take_driver(self, driver: WireDriver) -> None:
        self._driver = driver
        asyncio.get_running_loop().call_soon(self._hand_over, driver)

    def _hand_over(self, driver: WireDriver) -> None:
        early, self._early = self._early, b""
        driver.receive(early)

    async def _talk(self) -> int:
        """Plain mode, in a process of its own, as a command is."""
        folder = str(self._player.folder)
        environment = {"TERMPUZZLES_DATA": folder, "TERMPUZZLES_CONFIG": folder}
        return await self._request_of(["plain"], self._limits.stay, environment)

    async def _request_of(self, words: list[str], seconds: float, environment: dict[str, str]) -> int:
        self._request = Request([*self._service.command, *words], environment, seconds, self._limits)
        self._request.feed(self._early)
        self._early = b""
        if self._ended_early:
            self._request.end_input()
        return await self._request.run(self.send, self._send_beside)

    def _send_beside(self, data: bytes) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._channel.write_stderr(data)

    async def _answer_command(self) -> int:
        try:
            words = words_of(self._command)
        except PuzzleError as error:
            self._service.refuse("command", self._command)
            self.tell(str(error))
            return BAD
        self._service.metrics.count("requests", words[0])
        if words[0] in ABOUT_KEYS:
            self.send(self._about_keys(words).encode() + b"\n")
            return 0
        return await self._request_of(words, self._limits.request, {})

    def _about_keys(self, words: list[str]) -> str:
        players, me = self._service.players, self._player
        if words[0] == "who":
            return f"{me.name}, a guest" if me.is_guest else f"{me.name}, known by the key {me.fingerprint}"
        if words[0] == "keys":
            return "\n".join(players.keys(me)) or "You came without a key."
        if words[0] == "unlink":
            return players.take_off(me, words[1]) if len(words) == 2 else "Say unlink and the key's fingerprint."
        if len(words) == 2:
            return players.join(me, words[1])
        if me.is_guest:
            return "You came without a key: make one with ssh-keygen -t ed25519."
        token = players.token(me)
        return f"With the other key, within ten minutes: ssh HOST link {token}"

    def _environment(self) -> dict[str, str]:
        assert self._channel is not None
        found = {"TERM": self._term}
        for name, value in self._channel.get_environment().items():
            key, text = (part.decode("ascii", "replace") if isinstance(part, bytes) else part for part in (name, value))
            if key in _ENVIRONMENT:
                found[key] = text[:80]
        return found

    def _set_size(self, width: int, height: int) -> None:
        self._size = (min(max(width, 1), WIDEST) if width else 80, min(max(height, 1), TALLEST) if height else 24)

    def _slow_down(self, seconds: float) -> None:
        """Read no more from a visitor who types faster than anybody can, until the debt is paid."""
        if seconds > 0 and self._channel is not None:
            channel = self._channel
            channel.pause_reading()
            asyncio.get_running_loop().call_later(seconds, _resume, channel)


def _resume(channel: asyncssh.SSHServerChannel[bytes]) -> None:
    if not channel.is_closing():
        channel.resume_reading()
