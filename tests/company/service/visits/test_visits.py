"""Visitors who play: each has their own terminal, goes on where they left, and disturbs nobody."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
import pytest_asyncio

from termpuzzles.terminal.capabilities import QUESTIONS
from termpuzzles.tui.app import PuzzleApp
from termpuzzles.tui.screens import home
from tests.company.service.service import Running, running, window
from tests.data import sweep


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path / "data") as found:
        yield found


def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


ID = "infinity:3x3:111111111"
UNIQUE = "5x5w:78a2ab47ad541418beb984d39"


async def test_the_message_of_the_day_is_shown_as_it_is_written(tmp_path: Path) -> None:
    words = "Closed on [b]Sunday[/b]."
    async with running(tmp_path, message=words) as service, service.client() as connection, window(connection) as shown:
        await shown.until(words)
        assert [gauge() for gauge in service.service.metrics.gauges.values()] == [1, 1, 1]
        assert service.service.game_of(next(iter(service.service.visits)).player) is None


async def test_a_player_comes_back_to_the_same_move_also_while_the_old_connection_hangs(service: Running) -> None:
    mine = key()
    async with service.client(mine) as hanging, window(hanging) as old:
        await old.until("termpuzzles")
        old.type(f"\x1b[200~{ID}\x1b[201~")
        await old.until("loose ends")
        old.type(" ")
        await old.until(lambda text: bool(re.search(r"moves +1", text)))
        async with service.client(mine) as connection, window(connection) as new:
            await new.until("termpuzzles")
            new.type(f"\x1b[200~{ID}\x1b[201~")
            await new.until(lambda text: bool(re.search(r"moves +1", text)))
            new.type(" ")
            await new.until(lambda text: bool(re.search(r"moves +2", text)))
            await old.until("Another window has taken this puzzle")


async def test_each_visitor_has_the_colours_of_their_own_terminal(service: Running) -> None:
    async with (
        service.client() as connection,
        window(connection, term="xterm-kitty") as many,
        window(connection, env={"NO_COLOR": "1"}) as none,
        window(connection, term="xterm-256color") as some,
    ):
        for shown in (many, none, some):
            await shown.until("termpuzzles")
        drawn = [shown.received.replace(QUESTIONS.encode(), b"") for shown in (many, none, some)]
        codes = [set(re.findall(rb"\x1b\[([0-9;]*)m", received)) for received in drawn]
    assert any(b"38;2;" in code for code in codes[0])
    assert not any(re.search(rb"(^|;)[34][0-9](;|$)", code) for code in codes[1])
    assert any(b"38;5;" in code for code in codes[2])
    assert not any(b"38;2;" in code for code in codes[2])


async def test_windows_of_any_size_are_drawn_for(service: Running) -> None:
    async with service.client() as connection, window(connection, 80, 24) as shown:
        await shown.until("termpuzzles")
        (visit,) = service.service.visits
        for size in ((1, 1), (0, 0), (100_000, 100_000), (40, 15)):
            shown.process.change_terminal_size(*size)
            while size[0] and visit._wire.size == (80, 24):  # type: ignore[attr-defined] # no width leaves it as it is
                await asyncio.sleep(0.01)
            shown.screen.reset()
            shown.process.change_terminal_size(80, 24)
            await shown.until("termpuzzles")


async def test_strange_bytes_and_an_endless_paste_end_nothing(service: Running) -> None:
    async with service.client() as connection, window(connection) as shown:
        await shown.until("termpuzzles")
        shown.process.stdin.write(b"\xff\xfe\x1b[M\xff\xff\xff\x1b[99999999999u" + b"\x1b[200~" + b"x" * 300_000)
        shown.process.stdin.write(b"\x1b[201~\x1b")  # the end of the paste, and a key that closes what it has opened
        shown.screen.reset()
        shown.process.change_terminal_size(81, 24)
        await shown.until("termpuzzles")
        assert not shown.process.is_closing()
    assert "crash" not in service.log


async def test_names_are_only_text_and_do_no_harm(service: Running) -> None:
    for name in ("[/foo]", "[bold red]", "a" * 900, "∞ 名前"):
        async with service.client(username=name) as connection:
            assert (await connection.run("who")).exit_status == 0
    async with service.client(username="[/foo]") as connection, window(connection) as shown:
        await shown.until("termpuzzles")
    assert "\x1b" not in service.log


async def test_an_app_that_crashes_ends_alone(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service.client() as one, service.client() as other, window(one) as crashing, window(other) as calm:
        await crashing.until("termpuzzles")
        await calm.until("termpuzzles")
        first = next(iter(service.service.visits))
        app = first._app._app  # type: ignore[attr-defined]
        app.call_later(lambda: 1 // 0)
        closing = [asyncio.ensure_future(shown.process.wait_closed()) for shown in (crashing, calm)]
        await asyncio.wait(closing, return_when=asyncio.FIRST_COMPLETED)
        assert "crash error='ZeroDivisionError" in service.log
        alive = calm if crashing.process.is_closing() else crashing
        alive.type(f"\x1b[200~{ID}\x1b[201~")
        await alive.until("loose ends")


@pytest.fixture
def quick_calendar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the first screen look at the calendar all the time: its timer holds the app for so long."""
    monkeypatch.setattr(home, "CALENDAR", 0.1)


def apps() -> list[PuzzleApp]:
    return [found for found in gc.get_objects() if isinstance(found, PuzzleApp)]


async def no_app_is_left(service: Running, from_before: list[PuzzleApp]) -> None:
    while service.service.apps:  # a cancelled timer holds its app until the time at which it would have run
        gc.collect()
        await asyncio.sleep(0.1)
    assert not [app for app in apps() if not any(app is other for other in from_before)]


@pytest.mark.usefixtures("quick_calendar")
async def test_closed_visits_leave_no_app_behind(service: Running) -> None:
    from_before = apps()  # of other tests
    for _ in range(sweep.share(12, 3)):
        async with service.client() as connection, window(connection) as shown:
            await shown.until("termpuzzles")
    await no_app_is_left(service, from_before)


@pytest.mark.usefixtures("quick_calendar")
async def test_processes_that_have_answered_visitors_hold_no_app(service: Running) -> None:
    from_before = apps()
    for _ in range(sweep.share(3)):
        visits = [service.client() for _ in range(4)]
        await asyncio.gather(*(asks_for_a_hint(visit) for visit in visits))
    await no_app_is_left(service, from_before)


async def asks_for_a_hint(visit: Any) -> None:
    """Open a board, ask for a hint, and leave once there is an answer."""
    async with visit as connection, window(connection) as shown:
        await shown.until("termpuzzles")
        shown.type(f"\x1b[200~{UNIQUE}\x1b[201~")
        await shown.until("loose end")
        shown.type("i")
        await shown.until(lambda text: "look" in text.lower())
