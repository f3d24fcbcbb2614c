"""Practice on the screen: every technique has its board, its lesson and its levels, in small windows and in large."""

import re
import shutil
from pathlib import Path

import pytest

from termpuzzles.catalogue.ladder import SlowTechnique
from termpuzzles.catalogue.lessons import lesson_on
from termpuzzles.catalogue.levels import PackLevel, shipped
from termpuzzles.catalogue.practice import technique_of, techniques
from termpuzzles.games import names
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.practise import PractiseScreen, TechniqueOfGame
from termpuzzles.tui.widgets.lines import Lines
from tests.data import sweep
from tests.tui.screens.test_every_screen import past
from tests.tui.visit import Visit, visiting

assert past  # a fixture


async def practise(visit: Visit, window: str) -> PractiseScreen:
    await visit.take(window)
    visit.app.go("practise")
    await visit.settle()
    assert isinstance(visit.app.screen, PractiseScreen)
    return visit.app.screen


def test_a_technique_by_its_name_is_the_one_that_the_help_of_its_game_explains() -> None:
    levels = shipped()
    for game in names():
        pack = next((pack for pack in levels.packs if pack.game == game), None)
        explained = {each.name: each for each in techniques(pack.puzzles()[0])} if pack else {}
        for name in sweep.sample(list(explained), 3):
            found = technique_of(game, name)
            assert (found.sentence, found.picture, found.found) == (
                explained[name].sentence,
                explained[name].picture,
                explained[name].found,
            )


@pytest.mark.parametrize("window", ["80x24", "160x50"])
async def test_a_technique_leads_to_its_lesson_and_to_its_levels(past: Path, tmp_path: Path, window: str) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path) as visit:
        screen = await practise(visit, window)
        if window == "80x24":
            screen.show(TechniqueOfGame("net", "pocket"))
        else:
            listed = [card.value for card in screen.cards.cards]
            screen.cards.go(listed.index(TechniqueOfGame("net", "pocket")))
        await visit.settle()
        assert "small pocket" in screen.query_one("#about" if window == "80x24" else "#explained", Lines).text
        await visit.press("l")
        await visit.settle()
        assert isinstance(visit.app.screen, LessonScreen)
        assert visit.app.screen.controller.lesson.number == lesson_on("net", "pocket")
        await visit.press("q")
        await visit.press("b")
        await visit.settle()
        assert isinstance(visit.app.screen, LevelsScreen)
        assert "net small pocket" in visit.window


@pytest.mark.parametrize("window", ["40x60", "80x60"])
async def test_all_figures_end_in_one_column(past: Path, tmp_path: Path, window: str) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path) as visit:
        screen = await practise(visit, window)
        rows = [str(option.prompt).rstrip() for option in screen.choices.options]
        figures = [row for row in rows if re.search(r"( hints|━ +\d+|solved alone| new| \d+ of \d+)$", row)]
        assert len(figures) > 30
        assert len({len(row) for row in figures}) == 1


@pytest.mark.parametrize("window", sweep.sample(["40x15", "80x24", "160x50"], 2))
async def test_three_boards_are_given_for_the_technique_that_takes_longest(
    tmp_path: Path, window: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = shipped()
    pack = next(pack for pack in levels.packs if pack.game == "net")
    slow = SlowTechnique("net", "pocket", tuple(PackLevel(pack, place) for place in range(3)))
    monkeypatch.setattr("termpuzzles.tui.screens.practise.slowest_technique", lambda entries, levels: slow)
    async with visiting(tmp_path) as visit:
        screen = await practise(visit, window)
        assert "three boards" in visit.window
        if window != "160x50":
            assert "You spend longest on" in visit.window
            screen.show(slow)
        await visit.press("enter")
        await visit.settle()
        assert isinstance(visit.app.screen, PlayScreen)
        assert visit.app.screen.controller.puzzles == slow.puzzles()
        assert not visit.app.screen.controller.recorded.trouble


async def test_cards_take_the_place_of_the_list_in_a_large_window_and_give_it_back(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await practise(visit, "80x24")
        for window, large in (("160x50", True), ("139x50", False), ("140x40", True), ("160x39", False)):
            await visit.take(window)
            assert (screen.cards.display, screen.choices.display) == (large, not large), window
            assert screen.focused is (screen.cards if large else screen.choices)
