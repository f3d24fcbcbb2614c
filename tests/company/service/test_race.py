"""A race over real connections: invited, ready, the count, the board, a cut in between, the order, and again."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from termpuzzles.board.grid import TURNS
from termpuzzles.company import race
from termpuzzles.company.screens import invitations
from termpuzzles.company.screens import race as screen
from termpuzzles.company.screens.race import RaceScreen
from termpuzzles.company.service.limits import Limits
from termpuzzles.games.queries import solve
from termpuzzles.play.controller import Controller
from tests.company.service.service import Running, Window, running, window


@pytest.fixture
def quick_races(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass before an invitation may be answered, as nobody types anything else, and little in a race."""
    monkeypatch.setattr(invitations, "_QUIET", 0.0)
    for each in (race, screen):
        monkeypatch.setattr(each, "COUNT", 1)
    monkeypatch.setattr(race, "_TOLD_EVERY", 0.1)
    monkeypatch.setattr(race, "_INVITED_EVERY", 0.3)
    monkeypatch.setattr(screen, "_LOOK", 0.05)


pytestmark = pytest.mark.usefixtures("quick_races")
LIMITS = Limits(processes_ready=0)


class Racer:
    """A player with a key and a name, and perhaps a window."""

    def __init__(self, service: Running, name: str) -> None:
        self.service, self.name = service, name
        self.key = asyncssh.generate_private_key("ssh-ed25519")
        self.window: Window
        self.connection: Any
        self._open = AsyncExitStack()

    async def come(self, command: str | None = None, size: tuple[int, int] = (80, 24)) -> None:
        """Connect, and open a window."""
        self.connection = await self._open.enter_async_context(self.service.client(self.key))
        options: dict[str, Any] = {"command": command} if command else {}
        opening = window(self.connection, *size, **options)
        self.window = await self._open.enter_async_context(opening)
        await self.window.until("Race" if command else "termpuzzles")

    async def leave(self) -> None:
        """Close window and connection."""
        await self._open.aclose()

    async def accept(self, words: str = "invites you to a race") -> None:
        """Answer the invitation."""
        await self.window.until(words)
        self.window.type("\r")

    async def be_ready(self) -> None:
        await self.window.until("Press Enter when you are ready")
        self.window.type("\r")

    @property
    def game(self) -> Controller:
        """The game at this racer's latest window, for which keys to type."""
        apps = (visit._app._app for visit in self.service.service.visits if visit._app)  # type: ignore[attr-defined]
        stacks = [app.screen_stack for app in apps if app and app.context.who.startswith(self.name)]
        (screen,) = (screen for stack in stacks for screen in stack if isinstance(screen, RaceScreen))
        return screen.controller

    def keys(self, cells: range) -> str:
        """What turns these cells as they are in the solution, beginning at the first cell of the board."""
        game = self.game
        grid, lines = game.puzzle.grid, game.session.state.lines
        solution = solve(game.puzzle)
        assert solution is not None
        typed = "\x1b[H" + "\x1b[A" * grid.height
        for row in range(grid.height):
            for cell in range(row * grid.width, (row + 1) * grid.width):
                typed += " " * TURNS[lines[cell]].index(solution.lines[cell]) * (cell in cells) + "\x1b[C"
            typed += "\x1b[H\x1b[B"
        return typed

    def solve(self) -> None:
        """Type all that is left."""
        self.window.type(self.keys(range(self.game.puzzle.grid.size)))


@asynccontextmanager
async def racers(folder: Path, *names: str) -> AsyncIterator[list[Racer]]:
    """Players of a service, who have taken their names."""
    async with running(folder, LIMITS) as service:
        found = [Racer(service, name) for name in names]
        for racer in found:
            assert (await service.ask(f"name {racer.name}", key=racer.key))[0] == 0
        try:
            yield found
        finally:
            for racer in found:
                await racer.leave()


def heard_in(service: Running, heard: list[dict[str, Any]]) -> None:
    """Note whatever is published."""
    publish = service.service.exchange.publish

    def note(topic: str, message: str) -> None:
        heard.append(json.loads(message))
        publish(topic, message)

    service.service.exchange.publish = note  # type: ignore[method-assign]


async def test_three_race_to_the_end_and_one_of_them_is_cut_off_and_comes_back(tmp_path: Path) -> None:
    async with racers(tmp_path, "Anna", "Bob", "Cleo") as (anna, bob, cleo):
        heard: list[dict[str, Any]] = []
        heard_in(anna.service, heard)
        await bob.come()
        await anna.come("race bob cleo 4x4")
        await bob.accept()
        await cleo.come()  # later than the invitation
        await cleo.accept()
        for racer in (anna, bob, cleo):
            await racer.be_ready()
        for racer in (anna, bob, cleo):
            await racer.window.until("loose ends")
        board = anna.game.puzzle
        assert board == bob.game.puzzle == cleo.game.puzzle
        assert board.grid.size == 16

        bob.window.type(bob.keys(range(8)))
        await bob.window.until(lambda _: bob.game.session.turns > 0)
        turned = bob.game.session.turns
        await anna.window.until(lambda text: "Bob" in text and "Cleo" in text)
        bob.connection.abort()
        await anna.window.until("away")

        cleo.solve()
        await cleo.window.until("Solved")
        anna.window.type("i")
        await anna.window.until(lambda _: anna.game.session.attempt.hints == 1)
        anna.solve()
        await anna.window.until("Solved")

        await bob.leave()
        await bob.come()
        await bob.accept("You left a race")
        await bob.window.until("loose ends")
        assert bob.game.session.turns >= turned
        bob.solve()
        for racer, names in ((anna, "Cleo Bob you"), (bob, "Cleo you Anna"), (cleo, "you Bob Anna")):
            order = [f"{place}. {name}" for place, name in enumerate(names.split(), 1)]
            await racer.window.until(lambda text, order=order: all(line in text for line in order))  # type: ignore[misc]
            assert "helped once" in racer.window.text

        told = [each["told"] for each in heard if "told" in each]
        assert told
        assert {key for each in told for key in each} <= {"asks", "go", "reports"}
        assert all(len(report) in (4, 5) for each in told for report in each.get("reports", {}).values())


class Talk:
    """Plain mode over SSH: what was said, and lines to type."""

    def __init__(self, process: Any) -> None:
        self._process = process
        self.said = ""
        self._reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        while text := await self._process.stdout.read(1 << 16):
            self.said += text

    async def until(self, words: str) -> None:
        """Wait until this was said."""
        while words not in self.said:
            assert not self._reading.done(), f"{words!r} was never said:\n{self.said}"
            await asyncio.sleep(0.02)

    def type(self, line: str) -> None:
        self._process.stdin.write(f"{line}\n")


async def test_a_race_in_words_against_somebody_who_has_a_screen(tmp_path: Path) -> None:
    async with racers(tmp_path, "Anna", "Bob") as (anna, bob):
        await bob.come()
        async with anna.service.client(anna.key) as connection:
            talk = Talk(await connection.create_process("race bob net 3x3"))
            await bob.accept()
            await talk.until("Bob is here.")
            talk.type("ready")
            await bob.be_ready()
            for words in ("1.", "Go!", "Net, 3 by 3; Race."):
                await talk.until(words)
            await bob.window.until("loose ends")
            bob.solve()
            await bob.window.until("Solved")
            await talk.until("Bob has solved it in 0:")
            talk.type("hint")
            await bob.window.until("helped once")
            for _ in range(60):
                talk.type("do")
                talk.type("hint")
            await talk.until("1. Bob: 0:")
            await talk.until("2. you: ")
            await bob.window.until("2. Anna")
            talk.type("again")
            await talk.until("A race against Bob")
            await bob.accept("Anna invites you")
            await bob.window.until(lambda text: bool(re.search(r"Anna +here", text)))
            talk.type("quit")
            await bob.window.until(lambda text: "does not come" in text or "away" in text)


async def test_an_invitation_reaches_plain_mode_wherever_it_is(tmp_path: Path) -> None:
    async with racers(tmp_path, "Anna", "Bob") as (anna, bob), anna.service.client(bob.key) as connection:
        talk = Talk(await connection.create_process())
        await talk.until("Type a number")
        talk.type("accept")
        await talk.until("Nobody has invited you.")
        talk.type("3")
        await anna.come("race bob 3x3")
        await talk.until("Anna invites you to a race, Net, 3 by 3. Type accept or decline.")
        talk.type("decline")
        await anna.window.until("does not come")
        talk.type("race nobody")
        await talk.until("No player is called 'nobody'.")
