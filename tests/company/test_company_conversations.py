"""Players of a service in conversation: every message that they publish, and what each of them sees then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.company.meetings import (
    Company,
    Invitation,
    LocalExchange,
    Meeting,
    forget_meeting,
    keep_meeting,
    left_meeting,
)
from termpuzzles.company.race import Race, RaceController, board_of, race_about, race_settings, words_in
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.controller import Controller
from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.history_commands import solving
from termpuzzles.play.opening import open_session
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.attempt import CHECKED, GAVE_UP, HINT
from termpuzzles.session.ghost import Progress, Rival, best, runs
from termpuzzles.session.session import RecordedSession, Session, clock_text
from termpuzzles.storage.journal_text import Event
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from tests.approved import approve
from tests.company.races import records
from tests.company.test_meetings import delivered
from tests.play.desk import Desk, Time, context

BOARD = read("3x3:2b4178173")[0]
SETTINGS = race_settings(["bob", "cleo", "3x3"])


class Overheard(LocalExchange):
    """An exchange of which every message is written down."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def publish(self, topic: str, message: str) -> None:
        self.messages.append(f"{topic} {message}")
        super().publish(topic, message)

    def news(self) -> list[str]:
        found, self.messages = self.messages, []
        return found


class Table:
    """Several members of one meeting."""

    def __init__(self) -> None:
        self.exchange = Overheard()
        self.invitation = Invitation("race", "ann", ("bob", "cleo"), {"what": "x"}, "m", ("Ann", "Bob"))
        self.told: list[str] = []
        self.members: dict[str, Meeting] = {}

    def sit(self, name: str) -> Meeting:
        if name not in self.members:
            made = Meeting(
                self.exchange,
                name,
                self.invitation,
                lambda: self.told.append(f"{name} looks"),
                lambda who, what: self.told.append(f"{name} hears {who}: {what}"),
            )
            self.members[name] = made
        return self.members[name]

    async def do(self, step: str) -> list[str]:
        who, what, *rest = step.split(" ", 2)
        if what == "anew":
            self.members.pop(who).end()
        elif what == "publishes":
            self.exchange.publish("meeting:m", rest[0])
        elif what == "tells":
            self.sit(who).tell(json.loads(rest[0]))
        else:
            getattr(self.sit(who), what)()
        await delivered()
        found, self.told = [*self.exchange.news(), *dict.fromkeys(self.told)], []
        return found

    def seen(self) -> str:
        return "; ".join(
            f"{name} sees {' '.join(meeting.attendance(each).name for each in self.invitation.everybody)}"
            f"{', all ready' * meeting.all_ready}{', over' * meeting.is_over}, "
            f"heard by {' '.join(each for each in self.invitation.everybody if meeting.has_heard(each))}"
            for name, meeting in self.members.items()
        )


MEETINGS = {
    "All come and are ready": "ann come; bob listen; bob come; cleo come; ann be_ready; bob be_ready; cleo be_ready; "
    "ann finish",
    "One refuses": "ann come; bob come; cleo listen; ann be_ready; bob be_ready; cleo refuse; cleo anew x; bob leave",
    "One is ready alone": "ann come; ann be_ready; bob come; cleo come; bob leave; cleo leave; bob anew x; bob come; "
    "bob be_ready",
    "Goes in one window and stays in another": 'ann come; bob come; ann publishes {"words": {"ann": [9, 3]}}; '
    'bob publishes {"words": {"ann": [10, 4]}}; bob publishes {"words": {"ann": [12, 2]}}',
    "What others do not understand": "ann come; ann publishes nonsense; ann publishes []; "
    'ann publishes {"words": 3}; '
    'ann publishes {"words": {"bob": [1], "dan": [1, 1], "cleo": [1, 9]}}; ann publishes {"over": 1}; '
    'ann publishes {"words": {"bob": [1, 1]}}; ann publishes {"words": {"bob": [1, 2]}}; '
    'ann publishes {"words": {"bob": [0, 4]}}; '
    'ann publishes {"ask": 3}; ann publishes {"ask": "ann"}; ann publishes {"ask": "dan"}; '
    'ann publishes {"who": "dan", "told": 3}; '
    'ann publishes {"who": "bob", "told": [3]}; bob tells {"x": 1}; ann publishes {"over": true}; '
    'ann publishes {"over": false}',
}


async def test_meetings_message_by_message() -> None:
    lines = []
    for title, steps in MEETINGS.items():
        table, before = Table(), ""
        lines.append(f"# {title}")
        for step in steps.split("; "):
            lines.append(f"  {step} → {' | '.join(await table.do(step))}")
            if (seen := table.seen()) != before:
                lines.append(f"    {seen}")
            before = seen
    approve(__file__, "meetings", "\n".join(lines) + "\n")


def test_invitations_are_read_or_left() -> None:
    usual = json.loads(str(Table().invitation))
    assert Invitation.read(json.dumps(usual)) == Table().invitation
    none: list[object] = [3, [], "x", {}]
    none += [{key: value for key, value in usual.items() if key != left} for left in usual]
    none += [usual | change for change in ({"kind": 3}, {"host": None}, {"guests": "ab"}, {"guests": [3]})]
    changes: list[dict[str, object]] = [{"about": []}, {"about": {"a": 3}}, {"meeting": 3}, {"names": [None]}]
    none += [usual | change for change in changes]
    assert [Invitation.read(json.dumps(each)) for each in none] == [None] * len(none)
    assert Invitation.read("[" * 5000) is None
    made = Table().invitation
    assert (made.everybody, made.name_of("bob"), made.name_of("cleo")) == (("ann", "bob", "cleo"), "Bob", "cleo")
    assert made.with_about({"y": "z"}) == replace(made, about={"y": "z"})


def test_companies_are_neither_too_small_nor_too_large() -> None:
    company = Company("1", LocalExchange(), lambda name: (name.lower(), name.title()))
    said = []
    for names in (["A"], [], list("ABCDEFG"), list("ABCDEFGH"), ["A", "a"], ["1"]):
        try:
            said.append(str(company.invitation("race", names, {}).names))
        except ValueError as error:
            said.append(str(error))
    assert said == [
        "('1', 'A')",
        "expected one to 7 other players",
        "('1', 'A', 'B', 'C', 'D', 'E', 'F', 'G')",
        "expected one to 7 other players",
        "expected each player once, and not yourself",
        "expected each player once, and not yourself",
    ]


# Races


class Room:
    """A race of three with one clock."""

    def __init__(self) -> None:
        self.exchange, self.time = Overheard(), Time()
        self.time.now = 1000.0
        self.records = records(self.time)
        about = race_about(SETTINGS, BOARD)
        self.invitation = Invitation("race", "ann", ("bob", "cleo"), about, "m", ("Ann", "Bob", "Cleo"))
        self.races: dict[str, Race] = {}
        self.sessions: dict[str, Session] = {}
        self.changes = 0

    def race(self, name: str) -> Race:
        if name not in self.races:
            company = Company(name, self.exchange, lambda each: (each, each), self.records)
            self.races[name] = Race(company, self.invitation, self.change)
            self.sessions[name] = Session(BOARD, now=self.time)
            self.sessions[name].resume()
        return self.races[name]

    def change(self) -> None:
        self.changes += 1

    async def do(self, step: str) -> list[str]:
        who, *what = step.split()
        if who.startswith("+"):
            self.time.now += float(who)
            return []
        race, session = self.race(who), self.sessions[who]
        match what:
            case ["plays", number]:
                found = solve(BOARD)
                assert found is not None
                for change in solving(BOARD, session.state, found.lines).changes[: int(number)]:
                    session.play(
                        type((BOARD.moves and BOARD.moves[0]) or solving(BOARD, session.state, found.lines))((change,))
                    )
                race.report(session)
            case ["hint"]:
                session.apply(HINT)
                race.report(session)
            case ["check"]:
                session.apply(CHECKED, 1)
                race.report(session)
            case ["gives", "up"]:
                session.apply(GAVE_UP)
                found = solve(BOARD)
                assert found is not None
                session.play(solving(BOARD, session.state, found.lines))
                race.report(session)
            case ["reports"]:
                race.report(session)
            case ["tells", text]:
                race.meeting.tell(json.loads(text))
            case ["leaves"]:
                race.meeting.leave()
                del self.races[who]
            case [method]:
                getattr(race, method)()
        await delivered()
        return self.exchange.news()

    def seen(self) -> Iterator[str]:
        for name, race in self.races.items():
            places = ", ".join(f"{place.rank} {place.name} {place.result}" for place in race.places())
            begun = "begun" if race.has_begun else "not begun"
            yield f"{name}: count {race.count}, {begun}, {race.seconds:g} s, {places}; {race.place_in_words}"


RACES = {
    "A race": "ann come; bob come; cleo come; ann be_ready; bob be_ready; ann look_around; cleo be_ready; "
    "+0.5 s; +1.5 s; +1 s; "
    "ann reports; ann plays 1; +0.9 s; ann plays 1; +0.1 s; ann reports; bob plays 2; cleo hint; +5 s; "
    "cleo plays 9; ann check; "
    "bob gives up; ann plays 9; ann plays 0",
    "One is missing": "ann come; +3.9 s; ann look_around; +0.1 s; ann look_around; ann look_around; +4 s; "
    "bob come; ann look_around; "
    "ann be_ready; ann be_ready; bob be_ready; ann be_ready; +3 s; cleo come; +2 s; bob leaves; bob come; +60 s; "
    "bob reports",
    "Strange news": 'ann come; bob come; ann tells {"go":"now"}; ann tells {"go":1010}; ann tells {"go":1020}; '
    'ann tells {"go":1005.5}; '
    'bob tells {"reports":{"bob":[5,0.5,0,""],"dan":[1,1,1,""],"ann":[1]}}; '
    'bob tells {"reports":{"bob":[4,0.9,0,""]}}; '
    'bob tells {"reports":{"bob":[6,1,2,"solved"]}}; bob tells {"reports":{"bob":[9,0.1,0,""]}}; '
    'bob tells {"reports":{"bob":[9,1,1,"won"]}}; '
    'bob tells {"reports":[3]}; bob tells {"asks":true}; bob tells 3',
}


async def test_races_message_by_message() -> None:
    lines = []
    for title, steps in RACES.items():
        room, before, told = Room(), list[str](), [f"# {title}"]
        for step in steps.split("; "):
            told.append(f"  {step} → {' | '.join(await room.do(step))}")
            seen = [*room.seen()]
            told += [f"    {line}" for line in seen if line not in before]
            before = seen
            places = {tuple(place[:2] for place in race.places()) for race in room.races.values() if race.has_begun}
            assert len(places) < 2, (title, step)  # all who are in it see the same order
        settings, following = room.races["ann"].again()
        who = f"{following.meeting} {following.everybody} {following.names}"
        told.append(f"  again: {settings.what} {settings.names} {who} {settings.question('m')}")
        lines += told if title == "A race" else []  # which a person reads whole
    approve(__file__, "races", "\n".join(lines) + "\n")


def test_races_in_words() -> None:
    lines = []
    for text in (
        *(
            "bob",
            "bob 5x5",
            "bob net",
            "bob net 5x5w",
            "Bob B., cleo 7x7",
            "Bob B.,, net 5x5",
            "bob cleo dan",
            "net",
            "7x7",
            "",
            ",",
        ),
        *(
            "bob 50x50",
            "bob 51x50",
            "bob 0x3",
            "bob 7",
            "bob 7x7ww",
            "bob chess 5x5",
            "bob web 5x5",
            "a, b",
            "bob 5x5xyz",
            "bob infinity",
            "bob infinity net 5x5",
        ),
    ):
        words = words_in(text)
        try:
            settings = race_settings(words)
            lines.append(f"{text!r} {words} → {settings.names} {settings.what}")
        except PuzzleError as error:
            lines.append(f"{text!r} {words} → {error}")
    about = race_about(SETTINGS, BOARD)
    lines.append(str(about))
    lines.append(f"{board_of(about).title} {board_of(about).header} {board_of(about).tiles == BOARD.tiles}")
    approve(__file__, "races-words", "\n".join(lines) + "\n")


async def test_the_board_of_a_race_in_play() -> None:
    room, lines = Room(), list[str]()
    company = Company("bob", room.exchange, lambda each: (each, each), room.records)
    given = context()
    given.now = room.time
    race = Race(company, room.invitation, room.change)
    race.come()
    race.starts_at = 995.0

    def made(context: PlayContext, stage: Any, puzzles: Any, index: int) -> Controller:
        return RaceController(context, stage, race)

    desk = Desk(given, [BOARD], made)
    desk.controller.begin()
    steps = "tick; at 0 tile.turn; tick; pause; play.hint; resume; +2; tick; play.on; play.restart; play.new; "
    steps += "play.unsolved; *solve; play.unsolved; leave"
    for step in steps.split("; "):
        if step == "*solve":
            found = solve(desk.controller.puzzle)
            assert found is not None
            desk.controller.carry_out(solving(BOARD, desk.controller.session.state, found.lines), "")
        elif step.startswith("+"):
            room.time.now += float(step)
        elif "." in step:
            *at, command = step.split()
            desk.cursor = int(at[1]) if at else desk.cursor
            desk.act(command)
        else:
            getattr(desk.controller, step)()
        await delivered()
        lines.append(f"{step} → {' · '.join([*desk.news(), *room.exchange.news()])}")
    approve(__file__, "races-board", "\n".join(lines) + "\n")


# Ghosts and reviews


def test_a_ghost_runs_beside_a_game() -> None:
    lines = []
    for text, moves in (
        ("3x3:2b4178173", "0 turn 1,1 1; 2 turn 2,1 1; 3.04 turn 2,2 1; 4 turn 2,2 2; 6 turn 3,3 3; 7 pin 1,1"),
        (
            "simpleloop/3/3/02",
            "0 line 1,1 E; 2 line 1,1 S; 3 line 2,1 E; 5 line 3,1 S; 6 line 1,2 S; 7 line 1,3 E; 8 line 2,3 N; "
            "9 line 2,2 E",
        ),
    ):
        puzzle = read(text)[0]
        events = [(float(part.split()[0]), f"move {part.split(' ', 1)[1]}") for part in moves.split("; ")]
        session = Session(puzzle)
        session.restore(events)
        events.append((events[-1][0], "finished"))
        (ghost,) = runs(puzzle, events)
        rival, progress = Rival(puzzle, ghost), Progress(puzzle)
        lines.append(
            f"# {text}: {clock_text(ghost.seconds)}, help {ghost.help}, {[tuple(step) for step in ghost.steps]}"
        )
        moments = (0, 0.5, 1, 2, 3, 3.1, 5, 6, 9, 20)
        lines.append(f"  share {' '.join(f'{at}:{rival.share(at):.2f}' for at in moments)}")
        time = Time()
        player = Session(puzzle, now=time)
        player.resume()
        lines.append(f"  0 moves: {progress.of(player.state.lines):.3f} {rival.sentence(player)}")
        for number, (_, event) in enumerate(events[:-1], 1):
            for more in (0.5, 3.0):
                time.now += more
                lines.append(f"  {number - 1} moves, {time.now:g} s: {rival.words(player)}; {rival.sentence(player)}")
            player.restore([(player.clock.seconds, event)])
            player.resume()
            lines.append(f"  {event}: {progress.of(player.state.lines):.3f} {rival.sentence(player)}")
    approve(__file__, "ghosts", "\n".join(lines) + "\n")


def test_which_attempts_leave_a_ghost_and_which_is_the_best() -> None:
    puzzle = read("infinity:2x2:9c3c")[0]
    won = ["move turn 2,2 1", "finished"]
    histories = {
        "won": won,
        "undone and won again": [*won, "undo", "redo", "finished"],
        "won twice": [*won, "attempt", "move turn 1,1 1", "move turn 1,1 3", *won],
        "given up": ["gave up", *won],
        "given up, then won": ["gave up", *won, "attempt", *won],
        "helped": ["hint edge", "checked 2", "checked 0", *won],
        "not won": ["move turn 1,1 1", "finished"],
        "broken": ["dance", *won],
        "restarted": ["move turn 1,1 1", "restart", *won],
    }
    lines = []
    for title, history in histories.items():
        found = runs(puzzle, [(float(at), event) for at, event in enumerate(history, 1)])
        lines += [f"{title}: {[(ghost.help, [tuple(step) for step in ghost.steps]) for ghost in found]}"]
        quickest = best(found)
        lines += [f"  best {quickest.seconds}" for _ in "x" if quickest]
    approve(__file__, "ghosts-kept", "\n".join(lines) + "\n")


def test_the_best_game_runs_beside_boards_of_up_to_2500_cells() -> None:
    for height, is_short in ((50, True), (51, False)):
        grid = Grid.make(50, height)
        tiles = bytearray(grid.size)
        tiles[:2], tiles[50:52] = bytes([E | S, E | S]), bytes([N | E, N | W])
        desk = Desk(context(), [Puzzle(named("infinity"), grid, bytes(tiles))])
        desk.controller.begin()
        desk.cursor = 1
        desk.act("tile.turn")
        assert desk.controller.session.solved
        desk.act("play.ghost")
        assert desk.controller.message.code == ("ghost begun" if is_short else "no ghost")
        assert bool(own_line(desk.controller)) == is_short


def test_there_is_no_ghost_where_the_games_before_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(context(), read("infinity:2x2:9c3c"))
    desk.controller.begin()
    desk.cursor = 3
    desk.act("tile.turn")
    assert desk.controller.session.solved
    assert own_line(desk.controller)

    def gone(self: Library, puzzle: Puzzle) -> list[Event]:
        raise OSError("gone")

    monkeypatch.setattr(Library, "events", gone)
    desk.act("play.ghost")
    assert desk.controller.message.code == "no ghost"
    assert own_line(desk.controller) == ""


# Sessions that are kept, and what a context remembers


def test_a_session_keeps_when_it_was_opened_and_its_clock() -> None:
    puzzle, time, store = read("infinity:2x2:9c3c")[0], Time(), MemoryStore(lambda: 0.0)
    nowhere = Folders(Path("nowhere"), Path("nowhere"))
    library = Library(nowhere, lambda: datetime(2026, 11, 21, 18, 3), store)
    daily = replace(puzzle, header=(("daily", "2026-11-20"),))

    def kept() -> list[str]:
        return [f"{seconds:g} {event}" for seconds, event in library.events(puzzle)]

    first = open_session(library, daily, time)
    assert (first.begun, first.trouble, first.notice, first.lost) == (False, "", "", "")
    first.session.resume()
    time.now = 5.0
    first.tick()
    assert kept() == []
    first.session.apply(CHECKED, 0)
    assert first.begun
    time.now = 5.09
    first.tick()
    assert len(kept()) == 2
    time.now = 5.11
    first.tick()
    first.leave()
    assert kept() == ["5 opened 2026-11-21T18:03 daily 2026-11-20", "5 checked 0", "5.1 clock"]
    again = open_session(library, puzzle, time)
    assert again.session.clock.seconds == 5.1
    again.session.resume()
    time.now += 1.0
    assert again.check_claim() == ""
    (name,) = store.journals
    store.claim(name)
    lost = "Another window has taken this puzzle over. Every move made here until then is kept."
    assert again.check_claim() == lost
    assert (again.lost, again.trouble, again.session.clock.running) == (lost, lost, False)
    assert kept()[3:] == ["6.1 opened 2026-11-21T18:03", "6.1 clock"]
    assert not again.session.undo()
    held = open_session(library, puzzle, time)
    assert held.trouble == ""
    second = open_session(library, puzzle, time)
    assert second.trouble == "moves are not being kept: this puzzle is open in another window"
    assert (second.begun, second.notice, second.lost, second.check_claim()) == (False, "", "", "")
    second.session.resume()
    second.tick()
    second.leave()
    assert isinstance(second, RecordedSession)


def test_whatever_helps_is_help_until_the_next_attempt() -> None:
    puzzle = read("infinity:2x2:9c3c")[0]
    for event, is_unaided in (("hint edge", False), ("checked 1", False), ("gave up", False), ("checked 0", True)):
        session = Session(puzzle)
        assert session.attempt.unaided
        session.restore([(0.0, event)])
        assert session.attempt.unaided == is_unaided
        session.restore([(0.0, "move turn 2,2 1")])
        assert (session.solved, session.attempt.unaided) == (True, is_unaided)
        assert session.restart()
        assert session.attempt.unaided


def test_a_new_board_has_a_seed_of_sixteen_digits_that_nobody_can_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    library = context().library
    given = PlayContext(library, library.settings())
    assert len({given.seed() for _ in range(20)}) == 20
    monkeypatch.setattr("os.urandom", lambda size: bytes(range(1, size + 1)))
    assert given.seed() == "0102030405060708"


def test_a_meeting_is_remembered_for_two_days() -> None:
    given, day = context(), [datetime(2026, 11, 21, 23, 59)]
    given.library.today = lambda: day[0]
    one, other = Table().invitation, replace(Table().invitation, meeting="n")
    assert left_meeting(given) is None
    keep_meeting(given, one)
    for after, expected in (
        (datetime(2026, 11, 22, 0, 1), one),
        (datetime(2026, 11, 22, 23), one),
        (datetime(2026, 11, 23), None),
    ):
        day[0] = after
        assert left_meeting(given) == expected
    day[0] = datetime(2026, 11, 22)
    forget_meeting(given, other)
    assert left_meeting(given) == one
    assert given.library.store.saved_choices()["meeting"] == {"day": "2026-11-21", "invitation": str(one)}
    forget_meeting(given, one)
    assert left_meeting(given) is None
    assert given.library.store.saved_choices()["meeting"] == {"day": "", "invitation": ""}
    for kept in (
        None,
        3,
        {"day": 3, "invitation": "x"},
        {"day": "", "invitation": str(one)},
        {"day": "2026-11-22", "invitation": ""},
        {"day": "2026-11-22", "invitation": "x"},
        {"day": "yesterday", "invitation": str(one)},
    ):
        given.settings["meeting"] = kept
        assert left_meeting(given) is None


async def test_nothing_is_delivered_to_who_has_ended_though_others_listen() -> None:
    exchange, heard = LocalExchange(), list[str]()
    ends = [exchange.subscribe("here", lambda message, name=name: heard.append(name + message)) for name in "ab"]  # type: ignore[misc]
    exchange.publish("here", "1")
    ends[0]()
    ends[0]()
    exchange.publish("here", "2")
    exchange.publish("there", "3")
    await asyncio.sleep(0.01)
    assert heard == ["b1", "b2"]
