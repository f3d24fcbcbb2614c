"""The Wall Game with other players on screens: the open list, a match, watching, and results."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from termpuzzles.play.stage import PlayContext
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.match.course import kept_offer
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.screens.seat import WallSeatScreen
from termpuzzles.wall.slots import LOBBY
from tests.tui.apps import Game, playing, shown
from tests.wall.match.test_matches import ANN, BOB, GUEST, Player, World, until


@asynccontextmanager
async def in_company(folder: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Game, World]]:
    """An app of anna, and a service with other players."""
    world = World()
    async with playing(folder, size=size) as game:
        LOBBY.fill(game.app.context, Lobby(world.here, ANN))
        game.app.go("wall")
        await game.pilot.pause()
        assert "Other players" in text(game)
        game.app.go("matches")
        await game.until(lambda: "challenge anybody" in text(game))
        yield game, world
    world.here.stop()
    world.there.stop()


def text(game: Game) -> str:
    return "\n".join(shown(game.app))


def row(game: Game, value: str) -> None:
    """Put the cursor on a row of the list."""
    game.app.screen.show(value)  # type: ignore[attr-defined]


async def test_an_open_challenge_is_taken_and_played(tmp_path: Path) -> None:
    async with in_company(tmp_path, (40, 15)) as (game, world):
        bob = Player(world, world.there, BOB)
        await bob.lobby.seek(Offer("standard", "3x3", "3+2", True, "blue"), bob.take, bob.tell)
        game.app.screen._look()  # type: ignore[attr-defined]
        row_name = f"take {next(iter(world.there.waiting.seeks))}"
        await game.until(lambda: any(choice.value == row_name for choice in game.app.screen.rows()))  # type: ignore[attr-defined]
        row(game, row_name)
        await game.press("enter")
        await game.until(lambda: isinstance(game.app.screen, WallSeatScreen) and "your turn" in text(game))
        blue = await bob.open()
        await game.press("down", "enter", "space")
        await until(lambda: len(blue.events) == 1)
        assert str(blue.game.turns[0]) == "Ca2"
        await game.press("i")
        await game.until(lambda: "does not help" in text(game))
        blue.play(read_turn("---"))
        await game.until(lambda: "your turn" in text(game))
        blue.ask("draw")
        await game.until(lambda: "bob offers a draw" in text(game))
        await game.press("z")
        await until(lambda: blue.state["draw"] is None)
        await game.press("r", "r")
        await game.until(lambda: "Blue wins: red resigned." in text(game))
        await game.until(lambda: blue.state["ratings"] == ["1184?", "1216?"])
        await game.press("q")
        await game.until(lambda: "challenge anybody" in text(game))
        row(game, "results")
        await game.press("enter")
        await game.until(lambda: "1184?" in text(game))
        blue.leave()


async def test_nobody_is_challenged_who_is_not_there_and_a_look_at_the_list_ends_nothing(tmp_path: Path) -> None:
    async with in_company(tmp_path) as (game, _):
        await game.press("enter", *"nobody", "enter")
        await game.until(lambda: "No player is called 'nobody'." in text(game))
        await game.press("q")
        await game.until(lambda: "challenge anybody" in text(game))
        game.app.screen.choose("finished")  # type: ignore[attr-defined]
        game.app.screen._look()  # type: ignore[attr-defined]  # as it does every few seconds
        await game.until(lambda: "No match has been finished here yet." in text(game))


async def test_where_nobody_plays_a_match_that_is_over_is_looked_at(tmp_path: Path) -> None:
    async with in_company(tmp_path) as (game, world):
        row(game, "finished")
        await game.press("enter")
        await game.until(lambda: "No match has been finished here yet." in text(game))
        bob, guest = Player(world, world.there, BOB), Player(world, world.there, GUEST, accepts=True)
        bob.lobby.challenge(
            await bob.lobby.invitation(GUEST, Offer("standard", "5x5", "3+2", True, "red")), bob.take, bob.tell
        )
        red, blue = await bob.open(), await guest.open()
        await until(lambda: bool(red.state))
        red.play(read_turn("Ca4"))
        await until(lambda: len(blue.game.turns) == 1)
        blue.play(read_turn("---"))
        await until(lambda: len(red.game.turns) == 2)
        red.ask("resign")
        await until(lambda: blue.game.outcome is not None)
        for match in (red, blue):
            match.leave()
        await game.press("enter")
        await game.until(lambda: "Watching" in text(game) and "Blue wins: red resigned." in text(game))
        assert "e analysis" in text(game)
        assert "Enter put" not in text(game)
        await game.press("q")
        await game.until(lambda: "challenge anybody" in text(game))


async def test_a_match_that_is_asked_for_twice_is_opened_once(tmp_path: Path) -> None:
    async with in_company(tmp_path) as (game, world):
        bob, guest = Player(world, world.there, BOB), Player(world, world.there, GUEST, accepts=True)
        invitation = await bob.lobby.invitation(GUEST, Offer("standard", "5x5", "3+2", True, "red"))
        bob.lobby.challenge(invitation, bob.take, bob.tell)
        red, blue = await bob.open(), await guest.open()
        for _ in range(2):
            game.app.screen.choose(f"match {await bob.begun}")  # type: ignore[attr-defined]
        await game.app.workers.wait_for_complete()
        await game.until(lambda: "Watching" in text(game))
        assert sum(isinstance(screen, WallSeatScreen) for screen in game.app.screen_stack) == 1
        await game.press("q")
        await game.until(lambda: "challenge anybody" in text(game))
        for match in (red, blue):
            match.leave()


async def test_enter_and_the_arrows_take_other_values_which_are_kept(tmp_path: Path) -> None:
    async with in_company(tmp_path) as (game, _):
        screen: Any = game.app.screen

        def chosen(name: str) -> str:
            (found,) = [row for row in screen.rows() if row.value == name]
            return str(next(words.strip() for words, tone in found.words if tone == "good"))

        for name, keys, expected in (
            ("variant", ("enter",), "classic"),
            ("variant", ("enter",), "freestyle"),
            ("variant", ("enter",), "standard"),
            ("variant", ("left",), "freestyle"),
            ("variant", ("right",), "standard"),
            ("rating", ("enter",), "unrated"),
            ("colour", ("left", "left"), "red"),
            ("clock", ("right",), "30+0"),
        ):
            row(game, name)
            await game.press(*keys)
            assert chosen(name) == expected, (name, keys)
        offer = kept_offer(game.app.context)
        assert (offer.variant, offer.rated, offer.colour, offer.clock) == ("standard", False, "red", "30+0")
        again = PlayContext(game.app.context.library, game.app.context.library.settings())
        assert kept_offer(again) == offer
