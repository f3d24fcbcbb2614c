"""A game of the list is opened like a board: it is here, in another window, or away, in both front ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.course import begin_match
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import DUEL, Terms
from termpuzzles.wall.plain.menu import WallMatchPlace, wall_menu
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from tests.play.desk import Time
from tests.play.test_opening import ANSWERS, ASKED, AWAY, IN_USE, UNKEPT, answering
from tests.tui.apps import playing


def begun(library: Library) -> Match:
    """A game of two here, of which one turn is played."""
    match = begin_match(
        PlayContext(library, library.settings(), Time()), Terms(start("standard", 3, 3), ("you", "friend"))
    )
    match.play(read_turn("---"))
    return match


@pytest.mark.parametrize("answer", ANSWERS)
async def test_a_game_is_asked_for_on_screens(answer: str, tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        library = game.app.context.library
        held = begun(Library(library.where))
        (entry,) = library.others(DUEL)
        if answer != IN_USE:
            held.leave()
        with answering(library, answer, entry.name):
            menu = WallMenuScreen(game.app.context)
            await game.app.push_screen(menu)
            menu.choose(f"game {entry.name}")
            if answer == IN_USE:
                await game.until(lambda: isinstance(game.app.screen, TakeOverScreen))
                await game.press("enter")
            await game.until(lambda: isinstance(game.app.screen, WallMatchScreen))
            screen = game.app.screen
            assert isinstance(screen, WallMatchScreen)
            assert len(screen.match.game.turns) == (0 if answer == UNKEPT else 1)
            held.leave()


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_game_is_asked_for_in_lines(answer: str, tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = PlainContext(library, library.settings(), Time())
    held = begun(Library(library.where))
    (entry,) = library.others(DUEL)
    if answer != IN_USE:
        held.leave()
    with answering(library, answer, entry.name):
        talk = Conversation(wall_menu(context))
        number = next(line.partition(".")[0] for line in talk.begin() if "Go on" in line)
        heard = list(talk.answer(number))
        if answer == IN_USE:
            assert ASKED in heard[0]
        if answer in (IN_USE, AWAY):
            heard = list(talk.answer("1"))
        assert heard[0].startswith("The Wall Game, standard, 3 by 3")
        (place,) = [place for place in talk._places if isinstance(place, WallMatchPlace)]
        assert len(place.match.game.turns) == (0 if answer == UNKEPT else 1)
        talk.close()
    held.leave()
