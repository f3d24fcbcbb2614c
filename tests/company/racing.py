"""Races as they go wrong: cuts, returns, leaving, restarts of the service, app and lines in turn; and a referee.

`.venv/bin/python -m tests.company.racing` runs 50 of them, with `--postgres` on two hosts that share a database.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from termpuzzles.board.grid import TURNS
from termpuzzles.company.meetings import Company, Exchange, Invitation, LocalExchange
from termpuzzles.company.parts import RACES
from termpuzzles.company.plain.race import RacePlace
from termpuzzles.company.race import COUNT, Race, RaceController, race_about, race_settings
from termpuzzles.company.records import Ended, Figures, RaceRecords
from termpuzzles.company.service.shared_store import SharedStore
from termpuzzles.company.slots import COMPANY
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.play.command_table import act
from termpuzzles.play.opening import InUse, Opened
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.session import Session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from tests.company.races import Shared
from tests.company.test_meetings import delivered
from tests.play.desk import Desk

HELPED = 60.0


class Clock:
    """The clock of all hosts."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class Referee:
    """Saw every move, and keeps nothing but the lines of each player's board, a list of those before, and help."""

    def __init__(self, puzzle: Puzzle, players: Sequence[str]) -> None:
        found = solve(puzzle)
        assert found is not None
        self.solution, self.starts_at = found.lines, 0.0
        self.past = {each: [puzzle.beginning.lines] for each in players}
        self.help = dict.fromkeys(players, 0)
        self.results: dict[str, Figures] = {}

    def sees(self, player: str, lines: bytes, now: float) -> None:
        """A move."""
        self.past[player].append(lines)
        if lines == self.solution:
            self.ends(player, Ended.SOLVED, now)

    def ends(self, player: str, how: Ended, now: float) -> None:
        """An end, which is for good."""
        self.results.setdefault(player, Figures(round(now - self.starts_at, 1), 1.0, self.help[player], how))

    def order(self) -> list[str]:
        """Who has solved it, the quickest first, then who gave up; equals as they were invited."""

        def key(player: str) -> tuple[bool, float]:
            result = self.results[player]
            gave_up = result.ended is Ended.GAVE_UP
            return gave_up, 0.0 if gave_up else result.seconds + HELPED * result.help

        return sorted(self.past, key=key)


class Process:
    """A process of the service: its exchange and its records, and those whom it serves."""

    def __init__(self, exchange: Exchange, records: RaceRecords) -> None:
        self.exchange, self.records = exchange, records


class Seat:
    """A player's window at the board of a race: the app, or lines."""

    def __init__(self, process: Process, player: str, invitation: Invitation, clock: Clock, in_lines: bool) -> None:
        company = Company(player, process.exchange, lambda name: (name, name), process.records)
        nowhere = Path("nowhere")
        library = Library(Folders(nowhere, nowhere), lambda: datetime.fromtimestamp(clock.now, UTC), MemoryStore(clock))
        library.why_closed = lambda name: process.records.why_closed(name, player)
        settings = library.settings()
        settings.update({"auto-pin": True, "follow": True, "wrong-pins": "at once"})
        self.looks: list[Callable[[], None]] = []
        self.in_lines, self.heard = in_lines, list[str]()
        self.talk: Conversation | None = None
        if in_lines:
            context = PlainContext(library, settings, clock, every=self._every, print_line=self.heard.append)
            COMPANY.fill(context, company)
            self.place = RacePlace(context, company, invitation)
            self.race = self.place.race
            self.talk = Conversation(self.place)
            self.heard += self.talk.begin()
        else:
            self.race = Race(company, invitation, lambda: None)
            self.race.come()
            self.desk: Desk | None = None
            self._context = PlayContext(library, settings, clock)

    def _every(self, look: Callable[[], None]) -> Callable[[], None]:
        self.looks.append(look)
        return lambda: self.looks.remove(look)

    def look(self) -> None:
        """What front ends do now and then: begin, tell how far one is, leave a board that another window has."""
        for look in [*self.looks]:
            look()
        if not self.in_lines and self.desk is None and self.race.has_begun:
            self.desk = Desk(self._context, [self.race.puzzle], self._controller)
            self.desk.controller.begin()
            self.desk.controller.count()
        if not self.in_lines and self.desk is not None:
            self.desk.controller.tick()

    def _controller(self, context: PlayContext, stage: Any, puzzles: Any, index: int) -> RaceController:
        race, ticks = self.race, count()
        found = race.records.opening(race.invitation.meeting, race.me, race.puzzle)
        if isinstance(found, InUse):
            found = found.take_over(lambda: float(next(ticks)), lambda seconds: None)
        assert isinstance(found, Opened), found
        return RaceController(context, stage, race, found)

    @property
    def controller(self) -> RaceController | None:
        """The board, once it is open."""
        if self.in_lines:
            if self.talk and self.place._question is not None and not self.place._board:
                self.say("1")  # take it over
            board = self.place._board
            return board.controller if board else None  # type: ignore[return-value]
        return self.desk.controller if self.desk else None  # type: ignore[return-value]

    @property
    def session(self) -> Session:
        """The session at the board."""
        controller = self.controller
        assert controller is not None, "who belongs to a race comes to its board"
        return controller.session

    @property
    def is_stored(self) -> bool:
        """Whether all that was played has arrived in the store."""
        controller = self.controller
        journal = controller.recorded._journal if controller else None
        return journal is None or journal.is_stored

    def say(self, line: str) -> None:
        assert self.talk is not None
        self.heard += self.talk.answer(line)

    def give(self, command: str, line: str, cell: int = 0) -> None:
        """Give a command, in the way of this window."""
        controller = self.controller
        assert controller is not None
        if self.in_lines:
            x, y = controller.puzzle.grid.place(cell)
            self.say(line.replace("PLACE", f"{x + 1} {y + 1}"))
        else:
            assert self.desk is not None
            self.desk.cursor = cell
            act(controller, command)

    def cut(self) -> None:
        """The connection ends in mid-air: nothing is said, and nothing of the window is left."""
        self.race.meeting.end()

    def leave(self) -> None:
        """Go in good order."""
        if self.talk is not None:
            self.talk.close()
            return
        if self.desk is not None:
            self.desk.controller.leave()
        self.race.meeting.leave()


Settle = Callable[[], Awaitable[None]]


class Course:
    """One race from the invitation to the last result, with everything that can go wrong on the way."""

    def __init__(self, seed: int, clock: Clock, start: Callable[[], list[Process]], settle: Settle) -> None:
        self.rng, self.clock, self._start, self._settle = Random(seed), clock, start, settle
        self.processes = start()
        self.players = [f"player-{number}" for number in range(self.rng.randint(3, 8))]
        size = self.rng.choice(("3x3", "4x3", "4x4"))
        self.puzzle = generate("net", size, seed=seed)
        settings = race_settings([*self.players[1:], "net", size])
        about = race_about(settings, self.puzzle)
        host, *guests = self.players
        self.invitation = Invitation("race", host, tuple(guests), about, f"race{seed:08x}", tuple(self.players))
        self.referee = Referee(self.puzzle, self.players)
        self.seats: dict[str, Seat] = {}
        self.restarts = self.cuts = self.switches = 0

    def sit(self, player: str) -> Seat:
        """Open a window for a player, on any host, in the app or in lines."""
        before = self.seats.get(player)
        seat = Seat(self.rng.choice(self.processes), player, self.invitation, self.clock, self.rng.random() < 0.5)
        self.switches += before is not None and before.in_lines is not seat.in_lines
        self.seats[player] = seat
        return seat

    async def run(self) -> None:
        """Gather, begin, and play until all have ended; then everybody comes back and sees the same."""
        for player in self.players:
            self.sit(player)
        await self._settle()
        for seat in self.seats.values():
            seat.race.be_ready()
        await self._pass(0.2)
        gone = self.rng.choice(self.players)
        self.seats.pop(gone).cut()  # in the count
        self.clock.now += COUNT
        await self._pass(0.0)
        room = self.processes[0].records.room(self.invitation.meeting)
        assert room is not None
        self.referee.starts_at = room.starts_at
        for _ in range(4_000):
            if len(self.referee.results) == len(self.players):
                break
            await self._step()
        assert len(self.referee.results) == len(self.players), "it ends"
        await self._check()

    async def _pass(self, seconds: float) -> None:
        self.clock.now = round(self.clock.now + seconds, 2)
        await self._settle()
        for seat in [*self.seats.values()]:
            seat.look()
        await self._settle()

    async def _step(self) -> None:
        """Something happens to somebody."""
        left = [each for each in self.players if each not in self.referee.results]
        player = self.rng.choice(left)
        chance = self.rng.random()
        if player not in self.seats:
            await self._come_back(player)
        elif chance < 0.03:
            self.seats.pop(player).leave()
        elif chance < 0.07:
            self.cuts += 1
            self.seats.pop(player).cut()
        elif chance < 0.09:
            await self._come_back(player)  # a second window, while the first one is still there
        elif chance < 0.095:
            await self._restart()
        else:
            self._move(player)
        await self._pass(self.rng.choice((0.3, 0.77, 2.04)))

    async def _come_back(self, player: str) -> None:
        """Whoever comes back gets the board as it was, and never the room."""
        assert any(
            room.invitation.meeting == self.invitation.meeting for room in self.processes[0].records.running(player)
        )
        seat = self.sit(player)
        await self._settle()
        seat.look()
        await self._settle()
        assert seat.session.state.lines == self.referee.past[player][-1], "the board is as it was left"

    async def _restart(self) -> None:
        """Everything of the service ends at once, and begins anew."""
        self.restarts += 1
        for seat in self.seats.values():
            seat.cut()
        self.seats.clear()
        await self._settle()
        self.processes = self._start()

    def _move(self, player: str) -> None:
        """Turn a tile the right way mostly, else something else that a player may do."""
        seat, referee, now = self.seats[player], self.referee, self.clock.now
        session, past = seat.session, referee.past[player]
        assert session.state.lines == past[-1]
        wrong = [cell for cell, lines in enumerate(past[-1]) if lines != referee.solution[cell]]
        chance = self.rng.random()
        if chance < 0.06:
            seat.give("play.hint", "hint")
            referee.help[player] += 1
            seat.give("tile.half", "turn PLACE half", wrong[0])
        elif chance < 0.10:
            seat.give("play.possible", "possible PLACE", wrong[0])
            referee.help[player] += 1
            return
        elif chance < 0.14 and len(past) > 1:
            seat.give("play.restart", "restart")
        elif chance < 0.15:
            for _ in range(2):
                seat.give("play.give_up", "solution")
            referee.ends(player, Ended.GAVE_UP, now)
            return
        else:
            cell = self.rng.choice(wrong)
            if self.rng.random() < 0.15:
                cell = self.rng.randrange(self.puzzle.grid.size)
            seat.give("tile.clockwise", "turn PLACE clockwise", cell)
        if (lines := session.state.lines) != past[-1]:
            turned = [cell for cell, (old, new) in enumerate(zip(past[-1], lines, strict=True)) if old != new]
            assert len(turned) == 1 or lines == self.puzzle.beginning.lines, "nothing turns by itself in a race"
            assert all(lines[cell] in TURNS[past[-1][cell]] for cell in turned)
            referee.sees(player, lines, now)

    async def _check(self) -> None:
        """All records, and whoever comes now, agree with the referee."""
        for process in self.processes:
            room = process.records.room(self.invitation.meeting)
            assert room is not None
            assert {**room.results} == self.referee.results
            for player in self.players:  # the same by moves that are played again
                again = process.records.figures(room, player)
                assert again == self.referee.results[player], (player, again)
        for player in self.players:
            if player not in self.seats:
                self.sit(player)
        await self._pass(6.0)
        for player, seat in self.seats.items():
            places = seat.race.places()
            assert [each.player for each in places] == self.referee.order(), player
            assert {each.player: each.report for each in places} == self.referee.results


async def run_in_memory(seed: int) -> Course:
    """A race on a service with one process and a folder."""
    clock = Clock()
    shared = Shared(clock)

    def start() -> list[Process]:
        shared.store.holders.clear()
        return [Process(LocalExchange(), shared.records(SharedStore(shared.store)))]

    course = Course(seed, clock, start, delivered)
    await course.run()
    return course


async def run_on_two_hosts(seed: int, address: str) -> Course:
    """A race on two processes of a service that share a PostgreSQL database."""
    from termpuzzles.company.postgres import database  # needs psycopg
    from termpuzzles.company.postgres.database import Database
    from termpuzzles.company.postgres.store import PostgresGrowingFile, PostgresStore

    usual, database._INSTANT = database._INSTANT, 10.0  # a busy machine is no database that is away
    clock, hosts = Clock(), list[Database]()

    def start() -> list[Process]:
        while hosts:
            hosts.pop().close(0.0)
        made = [Database(address, sync=True) for _ in range(2)]
        hosts.extend(made)
        return [
            Process(
                each,
                RaceRecords(partial(PostgresGrowingFile, each), SharedStore(PostgresStore(each, RACES)), clock),
            )
            for each in made
        ]

    async def settle() -> None:
        for _ in range(2):
            for host in hosts:
                await delivered(host)
            while not all(seat.is_stored for seat in course.seats.values()):
                await asyncio.sleep(0.01)

    course = Course(seed, clock, start, settle)
    try:
        await course.run()
    finally:
        database._INSTANT = usual
        for host in hosts:
            host.close(0.0)
    return course


async def main(races: int, first: int, address: str) -> None:
    """Run so many races, and say what happened in them."""
    seeds = range(first, first + races)
    found = [await (run_on_two_hosts(seed, address) if address else run_in_memory(seed)) for seed in seeds]
    players, cuts = sum(len(each.players) for each in found), sum(each.cuts for each in found)
    restarts, switches = sum(each.restarts for each in found), sum(each.switches for each in found)
    print(
        f"{races} races of {players} players: {cuts} cuts, {restarts} restarts, {switches} switches of app and lines;"
    )
    print("every result as the referee has it, and nobody was shut out")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.company.racing", description=__doc__)
    parser.add_argument("races", type=int, nargs="?", default=50, help="how many (50)")
    parser.add_argument("first", type=int, nargs="?", default=0, help="the seed of the first one (0)")
    parser.add_argument("--postgres", action="store_true", help="on two hosts that share a database")
    asked = parser.parse_args()
    where = ""
    if asked.postgres:
        from tests.company.postgres import fresh_address

        where = fresh_address("races")
    asyncio.run(main(asked.races, asked.first, where))
