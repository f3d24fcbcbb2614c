"""In any window and any colours no word on the screens of the Wall Game is cut, and no words touch an edge."""

from pathlib import Path

import pytest

from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.analysis import analysis_from
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen, WallPuzzlesScreen
from termpuzzles.wall.screens.results import WallResultsScreen
from tests.data import sweep
from tests.tui.screens.test_whole import LOOKS, SEEN, SIZES, troubles
from tests.tui.visit import visiting


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


@pytest.mark.parametrize("look", sweep.sample(SEEN, 2))
async def test_no_word_is_cut_and_nothing_touches_an_edge(look: str, tmp_path: Path) -> None:
    wrong = []
    async with visiting(tmp_path, **LOOKS[look]) as visit:  # type: ignore[arg-type]
        for screen in screens(visit.context):
            await visit.show(screen)
            for keys in ("", "down", "w", "x") if sweep.IS_LONG else ("", "w"):
                await visit.press(*keys.split())
                for size in SIZES:
                    await visit.take(size)
                    wrong += [f"{type(screen).__name__} {keys} {size}: {each}" for each in troubles(visit)]
            visit.app.pop_screen()
    assert not wrong, "\n".join(wrong)
