"""A race on the screen: the bars of the others."""

from pathlib import Path

from termpuzzles.play.race import Figures
from termpuzzles.tui.screens.race import RaceScreen
from tests.pictures.company import a_race
from tests.tui.apps import playing, shown


async def test_the_bars_leave_a_margin_however_far_the_others_are(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        race = a_race(game.app.context)
        race.reports["bob"] = Figures(80.0, 0.999)
        game.app.push_screen(RaceScreen(game.app.context, race, None))
        await game.until(lambda: any("Bob" in row for row in shown(game.app)))
        (bar,) = [row for row in shown(game.app) if "Bob" in row]
        assert bar.endswith(" 100% ")
        assert any("Carla M…" in row for row in shown(game.app))
