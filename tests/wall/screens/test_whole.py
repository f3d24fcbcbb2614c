"""In any window and any colours no word on the screens of the Wall Game is cut, and no words touch an edge."""

from pathlib import Path

import pytest

from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.analysis import analysis_from
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen, WallPuzzlesScreen
from termpuzzles.wall.screens.results import WallResultsScreen
from termpuzzles.wall.slots import LOBBY
from tests.data import sweep
from tests.tui.screens.test_whole import LOOKS, SEEN, SIZES, look_through
from tests.tui.troubles import troubles
from tests.tui.visit import Visit, visiting
from tests.wall.match.test_matches import ANN, BOB, Player, World


def screens(context: Context) -> list[PuzzleScreen[None]]:
    at = start("standard", 8, 8)
    return [
        WallMenuScreen(context),
        WallMatchScreen(context, Match(Terms(at, ("you", "friend")), context.now)),
        WallMatchScreen(context, Match(Terms(at, ("you", "friend"), "10+2"), context.now)),
        WallPuzzlesScreen(context),
        WallPuzzleScreen(context, 0),
        WallLessonScreen(context, 1),
        WallResultsScreen(context),
        WallAnalysisScreen(context, analysis_from(at)),
    ]


@pytest.mark.parametrize("look", SEEN if sweep.IS_LONG else ["dark"])
async def test_no_word_is_cut_and_nothing_touches_an_edge(look: str, tmp_path: Path) -> None:
    wrong = []
    async with visiting(tmp_path, **LOOKS[look]) as visit:  # type: ignore[arg-type]
        for screen in screens(visit.context):
            await visit.show(screen)
            for keys in ("", "down", "w", "x") if sweep.IS_LONG else ("", "w"):
                await visit.press(*keys.split())
                for size in sweep.sample(SIZES, 3):
                    await visit.resize(size)
                    wrong += [f"{type(screen).__name__} {keys} {size}: {each}" for each in troubles(visit)]
            visit.app.pop_screen()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("look", SEEN if sweep.IS_LONG else ["dark", *SEEN])
async def test_no_word_is_cut_on_the_list_of_other_players(look: str, tmp_path: Path) -> None:
    world = World()
    bob = Player(world, world.there, BOB)

    async def lobby(visit: Visit) -> None:
        LOBBY.fill(visit.context, Lobby(world.here, ANN))
        await bob.lobby.seek(Offer("standard", "3x3", "3+2", True, "blue"), bob.take, bob.tell)
        visit.app.go("matches")
        await visit.settle()

    try:
        await look_through(tmp_path, look, {"lobby": lobby})
    finally:
        world.here.stop()
        world.there.stop()
