"""Invitations in the app: asked wherever the player is, never answered by a key meant for something else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from textual.binding import Binding
from textual.pilot import Pilot
from textual.screen import Screen

from termpuzzles.company.meetings import Attendance, Company, Invitation, LocalExchange, Meeting
from termpuzzles.company.race import race_about, race_settings
from termpuzzles.company.records import Ended, Figures, RaceRecords
from termpuzzles.company.screens.invitations import Invitations, InvitationScreen
from termpuzzles.company.screens.race import RaceScreen, RoomScreen
from termpuzzles.company.slots import COMPANY
from termpuzzles.generator.generate import generate
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.app import PuzzleApp, make_app
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.welcome import WelcomeScreen
from tests.company.races import records
from tests.play.test_session import Time

BOARD = generate("net", "3x3", seed=1)


class Guest:
    """Bob's app on a service where Ann is, too."""

    def __init__(self, app: PuzzleApp, pilot: Pilot[None], exchange: LocalExchange, time: Time) -> None:
        self.app, self.pilot, self.exchange, self.time = app, pilot, exchange, time

    def invite(self) -> Meeting:
        """Let Ann invite Bob, and be there."""
        meeting = Meeting(self.exchange, "ann", invitation(), lambda: None, lambda name, what: None)
        meeting.come()
        meeting.invitation.send(self.exchange)
        return meeting

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until it is so, however slow the machine is."""
        while not holds():
            await self.pilot.pause(0.02)

    def shows(self, kind: type) -> Callable[[], bool]:
        return lambda: isinstance(self.app.screen, kind) and self.app.screen.is_mounted


def invitation() -> Invitation:
    """Ann's, to a race with Bob."""
    return Invitation("race", "ann", ("bob",), race_about(race_settings(["bob", "3x3"]), BOARD), names=("Ann", "Bob"))


LEFT = replace(invitation(), meeting="m")


@asynccontextmanager
async def guest(
    folder: Path,
    begins: Callable[[Context], Screen[None]] | None = None,
    races: RaceRecords | None = None,
    is_new: bool = False,
) -> AsyncIterator[Guest]:
    library, time, exchange = Library(Folders(folder, folder)), Time(), LocalExchange()
    settings = library.settings()
    settings["started"] = not is_new
    company = Company("bob", exchange, lambda name: (name, name), races or records())
    app = make_app(Context(library, settings, time, brought={COMPANY.name: company}, companions=(Invitations,)))
    app.begins = begins
    async with app.run_test(size=(80, 24)) as pilot:
        bob = Guest(app, pilot, exchange, time)
        await bob.until(lambda: bool(app.companions))
        yield bob


async def test_a_key_typed_just_before_does_not_answer_and_one_typed_later_does(tmp_path: Path) -> None:
    async with guest(tmp_path) as bob:
        ann = bob.invite()
        await bob.until(bob.shows(InvitationScreen))
        await bob.pilot.press("enter")
        assert isinstance(bob.app.screen, InvitationScreen)
        assert ann.attendance("bob") == Attendance.INVITED
        bob.time.now += 2
        await bob.pilot.press("enter")
        await bob.until(bob.shows(RoomScreen))
        await bob.until(lambda: ann.attendance("bob") == Attendance.HERE)


async def test_whoever_comes_at_the_first_start_finds_the_race_that_was_left_on_home(tmp_path: Path) -> None:
    races = records()
    async with guest(tmp_path, races=races, is_new=True) as bob:
        await bob.until(bob.shows(WelcomeScreen))
        ann = bob.invite()
        await bob.until(bob.shows(InvitationScreen))
        bob.time.now += 2
        await bob.pilot.press("enter")
        await bob.until(bob.shows(RoomScreen))
        races.begin(ann.invitation, identity(BOARD), ["ann", "bob"], 0.0)
        ann.tell({"go": 0.0})
        await bob.until(bob.shows(RaceScreen))
        await bob.pilot.press("q")
        await bob.until(bob.shows(HomeScreen))
        await bob.until(lambda: "race" in str(next(bob.app.screen.rows()).value))  # type: ignore[attr-defined]
        assert bob.app.context.library.settings()["started"], "for good"


async def test_whoever_declines_is_back_where_they_were(tmp_path: Path) -> None:
    async with guest(tmp_path) as bob:
        bob.app.play([generate("net", "3x3", seed=2)])
        await bob.until(bob.shows(PlayScreen))
        ann = bob.invite()
        await bob.until(bob.shows(InvitationScreen))
        bob.time.now += 2
        await bob.pilot.press("escape")
        await bob.until(bob.shows(PlayScreen))
        await bob.until(lambda: ann.attendance("bob") == Attendance.REFUSED)


async def test_an_invitation_ends_with_whoever_has_invited_and_the_next_one_is_asked(tmp_path: Path) -> None:
    async with guest(tmp_path) as bob:
        first, second = bob.invite(), bob.invite()
        await bob.until(lambda: second.has_heard("bob"))
        await bob.until(bob.shows(InvitationScreen))
        first.leave()
        await bob.until(lambda: bob.app.screen_stack[-1] is not None and bob.shows(InvitationScreen)())
        bob.time.now += 2
        second.leave()
        await bob.until(bob.shows(HomeScreen))


def running() -> RaceRecords:
    """The records of a race of Ann and Bob that has just begun."""
    found = records()
    found.begin(LEFT, identity(BOARD), ["ann", "bob"], 0.0)
    return found


async def test_a_race_that_runs_is_offered_to_whoever_comes_back_and_leads_to_its_board(tmp_path: Path) -> None:
    races = running()
    async with guest(tmp_path, races=races) as bob:
        await bob.until(bob.shows(InvitationScreen))
        bob.time.now += 2
        await bob.pilot.press("escape")
        await bob.until(bob.shows(HomeScreen))
        rows = [str(choice.value) for choice in bob.app.screen.rows()]  # type: ignore[attr-defined]
        assert "race" in rows[0], "Home has a row for it"
        bob.app.screen.action_go("race")  # type: ignore[attr-defined]
        await bob.until(bob.shows(RaceScreen))
        await bob.pilot.press("q")
        await bob.until(bob.shows(HomeScreen))
    races.end(LEFT.meeting, "bob", Figures(3.0, 1.0, 0, Ended.SOLVED))
    async with guest(tmp_path, races=races) as bob:
        await bob.pilot.pause(0.5)
        assert isinstance(bob.app.screen, HomeScreen), "it is over for Bob"
        assert "race" not in str([choice.value for choice in bob.app.screen.rows()])


async def test_nobody_is_asked_over_another_screen_or_about_the_race_in_which_they_are(tmp_path: Path) -> None:
    def board(context: Context) -> Screen[None]:
        return PlayScreen(context, [generate("net", "3x3", seed=2)])

    for begins, kind in ((board, PlayScreen), (lambda context: RoomScreen(context, LEFT), RaceScreen)):
        async with guest(tmp_path, begins, running()) as bob:
            await bob.until(bob.shows(kind))
            await bob.pilot.pause(0.5)
            assert type(bob.app.screen) is kind


def test_two_keys_answer_an_invitation() -> None:
    bindings = [each for each in InvitationScreen.BINDINGS if isinstance(each, Binding)]
    assert [(each.key, each.action, each.id, each.description, each.tooltip) for each in bindings] == [
        ("enter", "answer(True)", "invitation.come", "come", "Accept, and go there"),
        ("escape,q", "answer(False)", "invitation.leave", "decline", "Do not come"),
    ]
