"""A game of the list is opened like a board: it is here, in another window, or away, in both front ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.course import begin_match, match_settings
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import DUEL, Terms, name_of
from termpuzzles.wall.plain.menu import WallMatchPlace, match_place, wall_menu
from termpuzzles.wall.screens.match import WallMatchScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from tests.play.desk import Time
from tests.play.test_opening import ANSWERS, ASKED, AWAY, HERE, IN_USE, UNKEPT, answering
from tests.test_layers import floor, modules_that_name
from tests.tui.apps import Game, playing, shown

WHY = "Moves are not being kept: the disk is full."


def begun(library: Library) -> Match:
    """A game of two here, of which one turn is played."""
    match = begin_match(
        PlayContext(library, library.settings(), Time()), Terms(start("standard", 3, 3), ("you", "friend"))
    )
    match.play(read_turn("---"))
    return match


def said_on(game: Game) -> str:
    """What the screen says, on one line."""
    return " ".join(" ".join(shown(game.app)).split())


def new_name(context: PlayContext) -> str:
    """The name of the journal of the next new game, which is the same each time from here on."""
    context.seed = lambda: "1"
    today = context.library.today()
    context.library.today = lambda: today
    return name_of(match_settings(context).terms, f"{today.isoformat()} 1")


def refusing(error: OSError) -> Callable[..., Any]:
    def refuse(*given: object) -> None:
        raise error

    return refuse


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
            await game.pilot.pause()
            assert (WHY in said_on(game)) == (answer == UNKEPT)
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
        for line in ([], *map(str.split, ("cat a2", "undo"))):
            heard = list(talk.answer(" ".join(line))) if line else heard
            assert (WHY in heard) == (answer == UNKEPT)
        talk.close()
    held.leave()


@pytest.mark.parametrize("answer", [HERE, AWAY, UNKEPT])
async def test_a_new_game_on_screens_waits_for_the_store_or_says_why_nothing_is_kept(
    answer: str, tmp_path: Path
) -> None:
    async with playing(tmp_path) as game:
        context = game.app.context
        with answering(context.library, answer, new_name(context)):
            menu = WallMenuScreen(context)
            await game.app.push_screen(menu)
            menu.choose("start")
            await game.until(lambda: isinstance(game.app.screen, WallMatchScreen))
            screen = game.app.screen
            assert isinstance(screen, WallMatchScreen)
            await game.pilot.pause()
            assert (WHY in said_on(game)) == (answer == UNKEPT)
            await game.press("down", "enter")
            assert (WHY in said_on(game)) == (answer == UNKEPT), "as long as it is so"
            assert str(screen.staging.turn) == "Ca7", "the game can be played all the same"


@pytest.mark.parametrize("answer", [HERE, AWAY, UNKEPT])
def test_a_new_game_in_lines_waits_for_the_store_or_says_why_nothing_is_kept(answer: str, tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = PlainContext(library, library.settings(), Time())
    with answering(library, answer, new_name(context)):
        talk = Conversation(match_place(context))
        heard = list(talk.begin())
        if answer == AWAY:
            assert heard == ["It cannot be opened now: the store is away.", "1. Try again", "2. Back"]
            heard = list(talk.answer("1"))
        assert heard[0].startswith("The Wall Game, standard, 8 by 8")
        assert (heard[-1] == WHY) == (answer == UNKEPT)
        talk.close()


def test_where_nobody_can_be_asked_a_game_that_cannot_be_kept_says_so(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = PlainContext(library, library.settings(), Time())
    terms = Terms(start("standard", 3, 3), ("you", "friend"))
    why = {AWAY: "the store is away", UNKEPT: "the disk is full"}
    for answer in why:
        usual = library.open_named
        library.open_named = refusing(OSError(why[answer]) if answer == UNKEPT else StoreAwayError(5, why[answer]))  # type: ignore[method-assign]
        match = begin_match(context, terms)
        assert match.trouble == f"moves are not being kept: {why[answer]}"
        assert match.play(read_turn("Ca2"))
        library.open_named = usual  # type: ignore[method-assign]


def test_of_the_wall_game_only_the_referee_of_a_match_learns_that_a_journal_is_in_use() -> None:
    named_in = {name for name in modules_that_name("JournalInUseError") if floor(name) == "wall"}
    assert named_in == {"termpuzzles.wall.match.matches"}
