"""Screens with other players of a service, as a person has read and approved them."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.company.meetings import Attendance, Company, LocalExchange, Meeting
from termpuzzles.company.records import Ended, Figures
from termpuzzles.company.screens.invitations import Invitations
from termpuzzles.company.screens.race import RaceScreen
from termpuzzles.company.slots import COMPANY
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.screens.seat import WallSeatScreen
from termpuzzles.wall.slots import LOBBY
from tests.approved import approve
from tests.company.pictures import a_race
from tests.company.races import records
from tests.company.screens.test_invitations import invitation
from tests.tui.screens.test_every_screen import to_the_end
from tests.tui.visit import visiting
from tests.wall.match.test_matches import ANN, BOB, GUEST, Player, World, until


async def test_a_match_of_two_from_the_challenge_to_the_results_is_as_approved(tmp_path: Path) -> None:
    world = World()
    async with visiting(tmp_path) as visit:
        LOBBY.fill(visit.context, Lobby(world.here, ANN))
        bob = Player(world, world.there, BOB)
        await bob.lobby.seek(Offer("standard", "3x3", "3+2", True, "blue"), bob.take, bob.tell)
        visit.app.go("matches")
        await visit.until(lambda: "bob" in visit.window)
        visit.look("other players")
        await visit.take("up")
        await visit.press("home", "up", "up", "up", "enter")
        await visit.until(lambda: "your turn" in visit.window and "rated 1200?" in visit.window)
        blue = await bob.open()
        match = visit.app.screen
        assert isinstance(match, WallSeatScreen)
        await visit.until(lambda: match.match.state["away"] == [None, None])
        await visit.take("t", "c", "o", "down enter")
        await visit.press("space")
        await visit.until(lambda: "bob to move" in visit.window)
        visit.look("the first turn")
        blue.play(read_turn("---"))
        await visit.until(lambda: "your turn" in visit.window)
        blue.ask("draw")
        await visit.until(lambda: "offers a draw" in visit.window)
        await visit.take("z", "r")
        await visit.press("r")
        await visit.until(lambda: "Blue wins" in visit.window and "1184?" in visit.window)
        await visit.take("left", "n")
        blue.ask("again")
        await visit.until(lambda: "bob is away" in visit.window)
        await visit.press("q")
        visit.app.go("wall results")
        await visit.until(lambda: "1184?" in visit.window)
        visit.look("results")
        text = visit.text
        blue.leave()
    world.here.stop()
    world.there.stop()
    approve(__file__, "match-of-two", text)


async def test_watching_a_match_is_as_approved(tmp_path: Path) -> None:
    world = World()
    async with visiting(tmp_path) as visit:
        LOBBY.fill(visit.context, Lobby(world.here, ANN))
        bob, guest = Player(world, world.there, BOB), Player(world, world.there, GUEST, accepts=True)
        asked = await bob.lobby.invitation(GUEST, Offer("standard", "5x5", "", False, "red"))
        bob.lobby.challenge(asked, bob.take, bob.tell)
        red, blue = await bob.open(), await guest.open()
        visit.app.go("matches")
        await visit.until(lambda: "bob against guest" in visit.window)
        await visit.press("end", "up", "up", "enter")
        await visit.until(lambda: "Watching" in visit.window)
        visit.look("watching")
        await until(lambda: bool(red.state))
        red.play(read_turn("Ca4"))
        await visit.until(lambda: "Red: cat to a4." in visit.window)
        visit.look("a turn")
        text = visit.text
        for match in (red, blue):
            match.leave()
    world.here.stop()
    world.there.stop()
    approve(__file__, "watching-a-match", text)


async def test_the_door_says_whom_one_waits_for_and_why_nobody_comes(tmp_path: Path) -> None:
    world = World()
    async with visiting(tmp_path) as visit:
        LOBBY.fill(visit.context, Lobby(world.here, ANN))
        visit.app.go("matches")
        await visit.until(lambda: "challenge anybody" in visit.window)
        await visit.take("enter", "n o b o d y enter", "q")
        await visit.press("down", "enter")
        await visit.until(lambda: "Waiting" in visit.window)
        await visit.take("q", "end")
        await visit.press("up", "enter")
        await visit.until(lambda: "No match has been finished" in visit.window)
        await visit.settle()
        visit.look("up enter")
        text = visit.text
    world.here.stop()
    world.there.stop()
    approve(__file__, "door-of-a-match", text)


async def test_the_end_of_a_race_is_as_approved(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        race = a_race(visit.context)
        race.reports["carla"] = Figures(70.0, 1.0, 0, Ended.SOLVED)
        race.reports["bob"] = Figures(99.0, 0.3, 2, Ended.GAVE_UP)
        await visit.show(RaceScreen(visit.context, race, None))
        visit.look("race")
        await to_the_end(visit)
        visit.look("solved")
        text = visit.text
    approve(__file__, "end-of-a-race", text)


async def test_invitations_are_asked_about_as_approved(tmp_path: Path) -> None:
    exchange = LocalExchange()
    company = Company("bob", exchange, lambda name: (name, name), records())
    async with visiting(tmp_path, companions=(Invitations,), brought={COMPANY.name: company}) as visit:
        await visit.until(lambda: bool(visit.app.companions))

        def invite() -> Meeting:
            meeting = Meeting(exchange, "ann", invitation(), lambda: None, lambda name, what: None)
            meeting.come()
            meeting.invitation.send(exchange)
            return meeting

        first = invite()
        await visit.until(lambda: "invites you" in visit.window)
        visit.look("invited")
        await visit.take("enter")
        visit.time.now += 0.9
        await visit.take("enter")
        visit.time.now += 0.2
        await visit.take("escape")
        await visit.until(lambda: first.attendance("bob") is Attendance.REFUSED)
        second = invite()
        await visit.until(lambda: "invites you" in visit.window)
        visit.time.now += 2
        await visit.press("enter")
        await visit.until(lambda: second.attendance("bob") is Attendance.HERE)
        visit.look("come")
        await visit.take("enter")
        await visit.press("q", "ctrl+p", *"race", "enter")
        assert "Who do you want to race?" in visit.window
        text = visit.text
    approve(__file__, "invitations", text)
