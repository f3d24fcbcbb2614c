"""Ways between a game of the Wall Game and other screens."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import OPEN, Record
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.match import WallMatchScreen
from tests.tui.visit import Visit, visiting


async def friendly(visit: Visit, width: int = 5, height: int = 5, variant: str = "standard") -> WallMatchScreen:
    """A game of two at one keyboard."""
    terms = Terms(start(variant, width, height), ("you", "friend"), "1+0")
    screen = WallMatchScreen(visit.context, Match(terms, visit.context.now))
    await visit.show(screen)
    return screen


async def test_mice_do_not_move_in_classic(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit, variant="classic")
        screen.action_piece()
        await visit.settle()
        assert "In classic, mice do not move." in visit.window
        assert not screen.mouse


async def test_the_clock_of_a_game_rests_below_another_screen_and_after_its_end(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit)
        clock = screen.match.clock
        visit.time.now += 2
        assert clock.running == 2
        screen.pause()
        visit.time.now += 3
        assert clock.running == 0
        screen.resume()
        visit.time.now += 4
        assert clock.running == 4
        screen.send(read_turn("Ca4"))
        screen.pause()
        screen.action_draw()
        assert screen.match.game.outcome is not None
        screen.resume()
        visit.time.now += 5
        assert clock.running == 0
        screen.action_take_back()
        assert screen.match.game.outcome is None
        visit.time.now += 4
        assert clock.running == 4


async def test_the_engine_advises_nothing_before_it_has_looked_nor_after_the_end(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = WallAnalysisScreen(visit.context, Analysis(Record(start("standard", 3, 3), (), OPEN, "")))
        await visit.show(screen)
        found = screen._analysis.found
        assert found is not None
        screen.action_advice()
        assert screen.staging.shown != screen.staging.position
        await visit.paste("nonsense")
        assert "This cannot be opened: " in visit.window
