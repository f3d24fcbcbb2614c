"""The screens of the Wall Game."""

from __future__ import annotations

from termpuzzles.tui.context import Context
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.slots import LOBBY
from tests.pictures.sheet import Go, at
from tests.tui.recorder import Recorded
from tests.wall.match.test_matches import ANN, BOB, Player, World

_OPENING = ("down", "enter", "L", "space", "J", "left", "H", "space", "p", "right", "L", "w")  # of a game for two


async def lobby(play: Recorded, context: Context) -> None:
    """Other players of the Wall Game, one of whom waits for somebody."""
    world = World()
    bob = Player(world, world.there, BOB)
    await bob.lobby.seek(Offer("standard", "8x8", "10+2", True, "blue"), bob.take, bob.tell)
    LOBBY.fill(context, Lobby(world.here, ANN))
    play.app.go("matches")


SCREENS: dict[str, Go] = {
    "wall": at("wall"),
    "wall-play": at("wall", *["up"] * 5, "left", *["down"] * 5, "enter", *_OPENING),
    "wall-lesson": at("wall", "down", "enter"),
    "wall-sizes": at("wall", *["up"] * 3),
    "wall-variants": at("wall", *["up"] * 4),
    "wall-puzzles": at("wall", "down", "down", "enter", "down"),
    "wall-puzzle": at("wall", "down", "down", "enter", "enter", "x"),
    "wall-results": at("wall results"),
    "wall-analysis": at("wall", "down", "down", "down", "enter", "i", "i"),
    "wall-lobby": lobby,
}
