"""Matches of the Wall Game between clients of a service: challenged, cut off and back, watched, and to their end."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import asyncssh

from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import SIDES, start
from termpuzzles.wall.game.records import Record, line
from termpuzzles.wall.game.rules import WallGame, outcome, successors, turn_between
from tests.company.service.openssh import Server
from tests.company.service.service import Running, Window, running, window
from tests.data import sweep


def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def players(service: Running, *keys: asyncssh.SSHKey) -> AsyncIterator[list[Window]]:
    """Clients with these keys, who are called anna, bob and so on, each with the app open."""
    async with AsyncExitStack() as stack:
        opened = []
        for mine, name in zip(keys, ("anna", "bob", "cleo"), strict=False):
            await service.ask(f"name {name}", key=mine)
            connection = await stack.enter_async_context(service.client(mine))
            opened.append(await stack.enter_async_context(window(connection)))
            await opened[-1].until("termpuzzles")
        yield opened


async def challenge(player: Window, name: str) -> None:
    """Challenge somebody from the screen of matches, to play red."""
    player.type("\x10matches\r")
    await player.until("challenge a player")
    player.type("\x1b[A\x1b[C\x1b[B\r")
    await player.until("Who do you want to challenge?")
    player.type(f"{name}\r")


async def say_yes(player: Window, question: str) -> None:
    """Press Enter until it counts as an answer; seldom, since what follows takes the ones too many as its own."""
    await player.until(question)
    looks = 0
    while question in player.text:
        if looks % 10 == 0:
            player.type("\r")
        looks += 1
        await asyncio.sleep(0.12)


async def accept(player: Window) -> None:
    """Join the match that somebody asks for."""
    await say_yes(player, "Will you join?")
    await player.until("steps to")


async def go_back(player: Window) -> None:
    """Return to the match that was left."""
    await say_yes(player, "You left the Wall Game")  # the question after it may be broken anywhere


async def test_two_clients_play_a_match_to_its_end_and_one_is_cut_off_and_comes_back(tmp_path: Path) -> None:
    keys = [key(), key()]
    async with running(tmp_path) as service, players(service, *keys) as (anna, bob):
        await challenge(anna, "bob")
        await accept(bob)
        await anna.until("your turn")
        anna.type("\x1b[B\r ")
        await bob.until(lambda text: "Red: cat to a7." in text and "your turn" in text)
        anna.process.channel.get_connection().abort()
        await bob.until("anna       ")
        bob.type("  ")
        await bob.until("anna is away")
        async with service.client(keys[0]) as connection, window(connection) as again:
            await go_back(again)
            await again.until(lambda text: "your turn" in text and "Ca7" in text)
            await bob.until("anna is thinking")
            again.type("o")
            await bob.until("anna offers a draw")
            bob.type("o")
            for player in (again, bob):
                await player.until("A draw by agreement.")
            again.type("n")
            await bob.until("anna wants another game")
            bob.type("n")
            await bob.until("your turn")
            bob.type("rr")
            await again.until("Blue wins: red resigned.")
    assert "crash" not in service.log


async def test_two_terminals_play_by_moves_to_the_capture(tmp_path: Path) -> None:
    keys = [key(), key()]
    async with (
        running(tmp_path) as service,
        players(service, *keys) as (_, bob),
        service.client(keys[0]) as connection,
        window(connection, command="wall challenge bob 3x3 blitz red rated") as anna,
    ):
        await accept(bob)
        await anna.until("your turn")
        await anna.until("first turn within 0:")
        anna.type("?")
        await anna.until("Your cat hunts the other side's mouse")
        anna.type("q")
        await anna.until("your turn")
        anna.type("r")
        await anna.until("r again resigns the game; any other key goes on with it.")
        anna.type("p")
        anna.type("r")
        await anna.until("r again resigns")
        anna.type("o")
        await bob.until("anna offers a draw: o agrees, z declines.")
        bob.type("z")
        await anna.until("bob declines.")
        for way, place in (("C", "b3"), ("B", "b2"), ("B", "b1")):
            anna.type(f"\x1b[{way}\r ")
            told = f"Red: cat to {place}."
            await bob.until(lambda text, told=told: told in text and "your turn" in text)  # type: ignore[misc]
            bob.type("  ")
            ended = f" C{place}       ---"  # "Blue: passes." may still be that of the turn before
            await anna.until(lambda text, ended=ended: ended in text and "your turn" in text)  # type: ignore[misc]
        await anna.until("^p")
        anna.type("\x1b[C\r ")
        for player in (anna, bob):
            await player.until("Red wins: Red's cat has caught blue's mouse.")
            await player.until("points +16 and -16")
    assert "crash" not in service.log


class Talk:
    """Matches in lines of text, without a terminal."""

    def __init__(self, process: asyncssh.SSHClientProcess[str]) -> None:
        self._process = process
        self.before = self.said = ""  # what was said up to the last words waited for, and since then

    def say(self, *lines: str) -> None:
        self._process.stdin.write("".join(f"{line}\n" for line in lines))

    async def until(self, what: str) -> None:
        """Wait until something new is said that holds these words."""
        while what not in self.said:
            line = await self._process.stdout.readline()
            assert line, f"the talk is over, without {what!r}:\n{self.said}"
            self.said += line
        self.before, _, self.said = self.said.partition(what)

    async def end(self) -> None:
        """Wait until the talk is over."""
        await self._process.wait()


async def test_a_match_is_played_in_lines_of_text_and_asked_about_by_words(tmp_path: Path) -> None:
    keys = [key(), key(), key()]
    async with running(tmp_path) as service, AsyncExitStack() as stack:
        talks = []
        for mine, name in zip(keys, ("anna", "bob", "cleo"), strict=True):
            await service.ask(f"name {name}", key=mine)
            connection = await stack.enter_async_context(service.client(mine))
            talks.append(Talk(await connection.create_process("wall")))
            await talks[-1].until("Type help")
        anna, bob, cleo = talks
        anna.say("challenge bob 3x3 blitz red rated", "nonsense")
        await anna.until("is not a command here")
        await bob.until("anna challenges you: standard, 3x3, blitz, rated.")
        bob.say("accept")
        for talk in (anna, bob):
            await talk.until("Red, ")
        assert (await service.ask("wall list", key=keys[2]))[1] == (
            "match: anna against bob, standard, 3x3, blitz, no turns\n"
        )
        cleo.say("watch bob")
        await cleo.until("Red, anna, to move")
        cleo.say("ca2.cb2")
        await cleo.until("Expected one term for each piece, found a second C.")
        cleo.say("ca2")
        await cleo.until("You are watching this game.")
        bob.say("cc2")
        await bob.until("It is not your turn.")
        for talk, lines, told in (
            (anna, ("cat a2", "done"), "Red, anna: Ca2, cat to a2."),
            (bob, ("pass",), "Blue, bob: ---, passes."),
            (anna, ("cb1",), "Red, anna: Cb1, cat to b1."),
            (bob, ("pass",), "Blue, bob: ---, passes."),
        ):
            talk.say(*lines)
            for each in talks:
                await each.until(told)
        bob.say("draw")
        await anna.until("bob offers a draw.")
        anna.say("decline")
        await bob.until("anna declines.")
        bob.say("leave", "continue")
        await bob.until("You left the match")
        await bob.until("Red, anna, to move")
        anna.say("cc1")
        for talk in talks:
            await talk.until("Red wins: Red's cat has caught blue's mouse.")
        for talk in talks:
            talk.say("quit")
        rated = ""
        while "1216?" not in rated:
            rated = (await service.ask("wall ratings anna", key=keys[2]))[1]
        assert rated.splitlines()[0] == "blitz, standard: 1 game, 1 won, 0 lost, 0 drawn, rated 1216?, at best 1216"
    assert "crash" not in service.log


async def test_words_that_are_not_understood_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as service:
        for words, told in (
            ("wall chalenge bob", "'chalenge'"),
            ("wall challenge", "player's name"),
            ("wall challenge bob 99x99", "a size from 2x2"),
            ("wall challenge bob rated none", "clock"),
            ("wall ratings nobody", "No player is called 'nobody'."),
        ):
            status, out, err = await service.ask(words, key=key())
            assert (status, out) == (2, ""), words
            assert told in err
        assert (await service.ask("wall list"))[:2] == (0, "Nobody is waiting for a match, and none is in progress.\n")


class Client:
    """A player who talks to a service in a process of its own, and who may be cut off from it."""

    def __init__(self, name: str) -> None:
        self.name, self.key = name, key()
        self.talk: Talk
        self._connection: asyncssh.SSHClientConnection

    async def come(self, port: int, command: str) -> None:
        """Connect, and talk about matches."""
        self._connection = await asyncssh.connect(
            *("127.0.0.1", port), username="me", known_hosts=None, config=None, client_keys=[self.key], agent_path=None
        )
        await self._connection.run(f"name {self.name}")
        self.talk = Talk(await self._connection.create_process(command))
        await self.talk.until("Type help")

    def cut_off(self) -> None:
        """Be gone, without a word."""
        self._connection.abort()

    async def record(self) -> str:
        """The game as one line."""
        self.talk.say("record")
        await self.talk.until("wall1")
        await self.talk.until("\n")
        return f"wall1{self.talk.before}"


def next_turn(game: WallGame, chance: Random) -> Turn:
    """A turn after which the game goes on."""
    after = [one for one in successors(game.position) if outcome(one) is None and not game.seen[one]]
    return turn_between(game.position, chance.choice(after))


async def test_no_match_is_lost_by_kills_of_the_server_and_of_clients(tmp_path: Path) -> None:
    chance, game = Random(3), WallGame(start("standard", 5, 5))
    clients = anna, bob = Client("anna"), Client("bob")
    server = await asyncio.to_thread(Server, tmp_path / "data")
    try:
        for client in clients:
            await client.come(server.port, "wall")
        anna.talk.say("challenge bob standard 5x5 none unrated red")
        await bob.talk.until("Type accept or decline.")
        bob.talk.say("accept anna")
        for client in clients:
            await client.talk.until("Red, ")
        for _ in range(sweep.share(30, 5)):
            mover, turn = clients[game.position.side], next_turn(game, chance)
            mover.talk.say(str(turn).lower() if turn != Turn() else "pass")
            lines = [line(Record.of(game))]
            told = f"{SIDES[game.position.side].capitalize()}, {mover.name}: {turn}, "
            game.play(turn)
            if chance.random() < 0.7:
                for client in clients:
                    await client.talk.until(told)
                lines.clear()
            killed: Server | Client = chance.choice((server, anna, bob))
            gone = [each for each in clients if killed in (server, each)]
            if killed is server:
                await asyncio.to_thread(server.end, signal.SIGKILL)
                server = await asyncio.to_thread(Server, tmp_path / "data")
            for client in gone:
                client.cut_off()
                await client.come(server.port, "wall continue")
                await client.talk.until(" to move")
            found = [await client.record() for client in clients]
            assert found[0] == found[1]
            assert found[0] in (*lines, line(Record.of(game)))
            if found[0] in lines:
                game.take_back()
        bob.talk.say("resign", "resign")
        for client in clients:
            await client.talk.until("Red wins: blue resigned.")
    finally:
        for client in clients:
            client.cut_off()
        await asyncio.to_thread(server.end)
