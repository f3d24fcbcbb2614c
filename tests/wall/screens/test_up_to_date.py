"""What the screens of the Wall Game show is up to date after whatever was done on them."""

from pathlib import Path
from typing import Any

from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import read_line
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from termpuzzles.wall.screens.puzzles import WallLessonScreen, WallPuzzleScreen
from tests.tui.screens.test_up_to_date import shown_once_more

RECORD = "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"
SCREENS: dict[str, Any] = {
    "menu": WallMenuScreen,
    "match": lambda context: WallMatchScreen(
        context, Match(Terms(start("standard", 4, 4), ("you", "friend")), context.now)
    ),
    "analysis": lambda context: WallAnalysisScreen(context, Analysis(read_line(RECORD))),
    "puzzle": lambda context: WallPuzzleScreen(context, 3),
    "lesson": lambda context: WallLessonScreen(context, 0),
}


async def test_to_show_a_screen_once_more_changes_nothing(tmp_path: Path) -> None:
    await shown_once_more(SCREENS, tmp_path)
