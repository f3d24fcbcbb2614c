"""A race as its members see it: what is asked for, the start, the figures, and that all come to the same order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

from termpuzzles.company.meetings import Company, Invitation, LocalExchange
from termpuzzles.company.race import (
    COUNT,
    Race,
    RaceSettings,
    race_about,
    race_settings,
)
from termpuzzles.company.records import Ended, Figures, steady
from termpuzzles.games.model import Move
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.play.history_commands import solving
from termpuzzles.session.attempt import HINT
from termpuzzles.session.ghost import Progress
from termpuzzles.session.session import Session
from tests.company.races import records
from tests.company.test_meetings import delivered
from tests.play.test_session import Time

BOARD = generate("net", "4x4", seed=1)
SETTINGS = race_settings(["bob", "4x4"])


def test_a_race_goes_on_when_the_clock_is_set_back_by_a_day() -> None:
    clock, seen, day = 1_000_000.0, list[float](), 86_400.0
    now = steady(lambda: clock)
    for step in (0.0, 5.0, -day, 7.0, -day, 2 * day):
        clock += step
        seen.append(now())
    assert [each - seen[0] for each in seen] == [0, 5, 5, 12, 12, 12]  # set right at last


class Room:
    """A service with one clock, on which players race."""

    def __init__(self) -> None:
        self.exchange, self.time = LocalExchange(), Time()
        self.time.now = 1_000.0
        self.records = records(self.time)
        self.invitation = Invitation(
            "race", "ann", ("bob", "cleo"), race_about(SETTINGS, BOARD), "m", ("Ann", "Bob", "Cleo")
        )

    def race(self, player: str) -> Race:
        company = Company(player, self.exchange, lambda name: (name, name), self.records)
        made = Race(company, self.invitation, lambda: None)
        made.come()
        return made

    def session(self, seconds: float, hints: int = 0, solved: bool = False) -> Session:
        """A game that has lasted so long."""
        now = Time()
        session = Session(BOARD, now=now)
        session.resume()
        now.now += seconds
        for _ in range(hints):
            session.apply(HINT)
        if solved:
            solution = solve(BOARD)
            assert solution is not None
            session.play(solving(BOARD, session.state, solution.lines))
        return session


def in_a_room(work: Callable[[Room], Awaitable[None]]) -> None:
    async def run() -> None:
        await work(Room())

    asyncio.run(run())


async def begun(room: Room) -> list[Race]:
    """A race of three, just begun."""
    races = [room.race(player) for player in room.invitation.everybody]
    await delivered()
    for race in races:
        race.be_ready()
    await delivered()
    room.time.now += COUNT
    return races


def order(race: Race) -> list[tuple[int, str, str]]:
    return [(place.rank, place.player, place.result) for place in race.places()]


def test_ready_again_begins_without_the_others_but_never_alone() -> None:
    async def work(room: Room) -> None:
        ann, bob = room.race("ann"), room.race("bob")
        await delivered()
        ann.be_ready()
        ann.be_ready()
        await delivered()
        assert ann.starts_at is None
        bob.be_ready()
        await delivered()
        bob.be_ready()
        await delivered()
        cleo = room.race("cleo")
        await delivered()
        assert ann.starts_at == bob.starts_at == cleo.starts_at == room.time.now + COUNT

    in_a_room(work)


def test_who_was_cut_off_finds_the_race_as_it_is_and_an_end_is_for_good() -> None:
    async def work(room: Room) -> None:
        ann, bob, cleo = await begun(room)
        cleo.report(room.session(5, solved=True))
        bob.report(room.session(6))
        await delivered()
        bob.meeting.end()  # says nothing more
        ann.report(room.session(7))
        await delivered()
        back = room.race("bob")
        await delivered()
        assert back.starts_at == ann.starts_at
        assert order(back) == order(ann) == order(cleo)
        cleo.report(room.session(90, hints=3))
        back.report(room.session(60, solved=True))
        await delivered()
        assert order(ann)[:2] == [(1, "cleo", "0:05"), (2, "bob", "1:00")]
        assert order(back) == order(ann) == order(cleo)

    in_a_room(work)


def test_reports_come_once_a_second_at_most_and_say_nothing_of_tiles() -> None:
    async def work(room: Room) -> None:
        heard: list[str] = []
        room.exchange.subscribe("meeting:m", heard.append)
        ann, *_ = await begun(room)
        await delivered()
        heard.clear()
        session = room.session(0)
        for tenth in range(100):
            session.clock = session.clock.at(tenth / 10)
            session.play(Move.parse("turn 1,1 1", BOARD))
            ann.report(session)
        await delivered()
        assert 1 <= len(heard) <= 11
        for message in heard:
            (figures,) = json.loads(message)["told"]["reports"].values()
            assert len(figures) == 4
            assert all(isinstance(each, int | float) or each in {end.value for end in Ended} for each in figures)

    in_a_room(work)


def test_figures_are_told_in_tenths_of_a_second_and_thousandths_of_the_way() -> None:
    async def work(room: Room) -> None:
        ann, bob, _ = await begun(room)
        session = room.session(12.345)
        solution = solve(BOARD)
        assert solution is not None
        session.play(Move(solving(BOARD, session.state, solution.lines).changes[:6]))
        ann.report(session)
        await delivered()
        report = bob.reports["ann"]
        assert (report.seconds, report.share) == (12.3, round(Progress(BOARD).of(session.state.lines), 3))
        assert 0 < report.share < 1
        assert report.share != round(report.share, 2)

    in_a_room(work)


def test_what_another_version_tells_changes_nothing() -> None:
    async def work(room: Room) -> None:
        ann, *_ = await begun(room)
        before = order(ann), ann.starts_at
        strange: list[object] = [3, [], {"reports": 3}, {"reports": {"bob": 1}}, {"reports": {"bob": [1, 1, 1, "won"]}}]
        strange += [{"reports": {"dan": [1, 1, 1, "solved"]}}, {"go": "now"}, {"go": None}]
        for what in strange:
            ann.meeting.tell(what)
        await delivered()
        assert (order(ann), ann.starts_at) == before

    in_a_room(work)


def test_another_race_is_the_same_meeting_whoever_asks_for_it() -> None:
    async def work(room: Room) -> None:
        ann, bob, _ = await begun(room)
        found = [race.again() for race in (ann, bob)]
        assert len({invitation.meeting for _, invitation in found}) == 1
        assert found[0][1].meeting != room.invitation.meeting
        assert {invitation.host for _, invitation in found} == {"ann", "bob"}
        assert all({*invitation.everybody} == {"ann", "bob", "cleo"} for _, invitation in found)
        assert all(invitation.name_of("bob") == "Bob" for _, invitation in found)
        questions = [settings.question(invitation.meeting) for settings, invitation in found]
        assert questions[0] == questions[1]
        assert replace(ann.puzzle, title="", header=()) == replace(BOARD, title="", header=())
        assert isinstance(found[0][0], RaceSettings)

    in_a_room(work)


def test_who_has_said_nothing_yet_has_done_nothing_without_help() -> None:
    assert (Figures().time, Figures().help, Figures().share, Figures().ended) == (0.0, 0, 0.0, Ended.NOT_YET)
