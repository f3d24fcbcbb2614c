"""The wire to a visitor over SSH does what every wire does."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import pytest

from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.wire import ChannelWire
from tests.company.service.service import Guest
from tests.tui.terminal.test_wires import (
    UNREAD,
    End,
    Wired,
    test_a_closed_wire_tells_its_listener_nothing,
    test_a_wire_that_was_suspended_goes_on,
    test_a_wire_whose_other_end_reads_nothing_lags_until_it_has_read,
    test_input_that_came_before_is_heard_first_and_all_of_it_in_order,
    test_the_app_takes_keys_typed_before_it_came_draws_and_ends_with_its_wire,
    test_the_end_of_the_input_is_told_once_with_a_status_and_nothing_after_the_wire_is_closed,
    test_the_size_is_known_before_it_is_opened_and_a_change_is_told,
    test_what_is_sent_arrives_whole_and_in_order,
)

__all__ = [
    "test_a_closed_wire_tells_its_listener_nothing",
    "test_a_wire_that_was_suspended_goes_on",
    "test_a_wire_whose_other_end_reads_nothing_lags_until_it_has_read",
    "test_input_that_came_before_is_heard_first_and_all_of_it_in_order",
    "test_the_app_takes_keys_typed_before_it_came_draws_and_ends_with_its_wire",
    "test_the_end_of_the_input_is_told_once_with_a_status_and_nothing_after_the_wire_is_closed",
    "test_the_size_is_known_before_it_is_opened_and_a_change_is_told",
    "test_what_is_sent_arrives_whole_and_in_order",
]  # which run over the wire that is made here


class Channel(asyncssh.SSHServerSession[bytes]):
    """Passes on to a wire what asyncssh says of a channel, as a visit does."""

    def __init__(self, opened: asyncio.Future[ChannelWire]) -> None:
        self._opened = opened
        self._wire = ChannelWire(Limits(unread=UNREAD), time.monotonic, lambda channel: 0)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        chan.set_write_buffer_limits(high=UNREAD)
        self._wire.connect(chan)

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        self._wire.resize(*term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._wire.resize(width, height)

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._opened.set_result(self._wire)

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self._wire.receive(data)

    def eof_received(self) -> bool:
        self._wire.end()
        return True

    def resume_writing(self) -> None:
        self._wire.check_reader()


class Reading(asyncssh.SSHClientSession[bytes]):
    """A client that reads only when it is asked to."""

    def __init__(self) -> None:
        self.data = b""

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        self.data += data


@asynccontextmanager
async def ssh(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[End]:
    opened: asyncio.Future[ChannelWire] = asyncio.get_running_loop().create_future()

    class Server(asyncssh.SSHServer):
        def begin_auth(self, username: str) -> bool:
            return False

        def session_requested(self) -> Channel:
            return Channel(opened)

    key = asyncssh.generate_private_key("ssh-ed25519")
    options: dict[str, Any] = {"encoding": None, "line_editor": False}
    listening = await asyncssh.listen("127.0.0.1", 0, server_factory=Server, server_host_keys=[key], **options)
    given: dict[str, Any] = {"known_hosts": None, "config": None, "client_keys": None, "agent_path": None}
    port = listening.get_port()
    async with asyncssh.connect("127.0.0.1", port, username="x", client_factory=Guest, **given) as connection:
        channel, session = await connection.create_session(
            Reading, term_type="xterm", term_size=(80, 24), encoding=None, window=UNREAD
        )

        assert isinstance(session, Reading)

        def read() -> bytes:
            channel.resume_reading()
            taken, session.data = session.data, b""
            return taken

        channel.pause_reading()
        wire = await opened
        yield End(wire, channel.write, channel.change_terminal_size, read, channel.write_eof, 0)
    listening.close()


@pytest.fixture
def wired() -> Wired:
    return ssh
