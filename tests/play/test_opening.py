"""Each way to a board or game, and each of the four answers: the same question and sentence in both front ends."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.plain.conversation import Conversation, Menu, MenuItem, PlainContext, PlainPlace
from termpuzzles.plain.menus import home
from termpuzzles.plain.opening import settled
from termpuzzles.plain.play import BoardPlace, board_place
from termpuzzles.play.opening import Away, Closed, InUse, Opened, Opening, board_opening, entry_opening, open_session
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.tui.screens.play import PlayScreen
from tests.games.boards import board
from tests.play.desk import Time
from tests.test_layers import GUESTS, floor, modules_that_name
from tests.tui.apps import Game, playing

HERE, IN_USE, AWAY, UNKEPT = "here", "in use", "away", "unkept"
ANSWERS = (HERE, IN_USE, AWAY, UNKEPT)
ASKED = "is open in another window. Go on with it here?"
WHY = "moves are not being kept: the disk is full"


def first() -> Puzzle:
    return board(named("infinity"), "┓┓", "┗┛")


def second() -> Puzzle:
    return replace(board(named("infinity"), "┓┏┓", "┗┻┛"), title="Second")


@contextmanager
def answering(library: Library, answer: str, journal: str) -> Iterator[None]:
    """Let the journal of that name be here, held by another window, not reached at first, or not to be had."""
    usual, refused = library.open_named, [StoreAwayError(5, "the store is away")] * (answer == AWAY)

    def open_named(name: str, head: Callable[[], bytes]) -> Any:
        if name.partition("-")[0] != journal or answer not in (AWAY, UNKEPT):
            return usual(name, head)
        if answer == UNKEPT:
            raise OSError("the disk is full")
        if refused:
            raise refused.pop()
        return usual(name, head)

    library.open_named = open_named  # type: ignore[method-assign]
    yield
    assert not refused, "the store was asked, and asked again"


@contextmanager
def opening_answers(library: Library, answer: str, puzzle: Puzzle) -> Iterator[None]:
    """The same for a board."""
    with ExitStack() as held, answering(library, answer, identity(puzzle)):
        if answer == IN_USE:
            held.callback(open_session(Library(library.where), puzzle, Time()).leave)
        yield


def begun(library: Library, puzzle: Puzzle) -> None:
    """Play a move on the board, so that it is in lists."""
    played = open_session(library, puzzle, Time())
    played.session.do(Gesture("turn", 0))
    played.leave()


async def by_list(game: Game) -> None:
    (entry,) = [entry for entry in game.app.context.library.journals() if entry.identity == identity(second())]
    game.app.resume(entry)


async def by_key(game: Game) -> None:
    await game.press("right_square_bracket")


async def by_palette(game: Game) -> None:
    offered = game.app.get_system_commands(game.app.screen)
    (does,) = [command.callback() for command in offered if command.title == "next puzzle"]
    await cast(Awaitable[None], does)


async def by_paste(game: Game) -> None:
    game.app.open_pasted("┓┏┓\n┗┻┛\n", game.screen.show_message)


async def from_a_list_of_puzzles(game: Game) -> None:
    game.app.play([first(), second()], 1)


WAYS: dict[str, Callable[[Game], Awaitable[None]]] = {
    "list": by_list,
    "]": by_key,
    "palette": by_palette,
    "paste": by_paste,
    "Home": from_a_list_of_puzzles,
}


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("way", WAYS)
async def test_each_way_to_a_board_on_screens_asks_waits_or_says_why_nothing_is_kept(
    way: str, answer: str, tmp_path: Path
) -> None:
    async with playing(tmp_path, first(), second()) as game:
        library = game.app.context.library
        begun(library, second())
        with opening_answers(library, answer, second()):
            await WAYS[way](game)
            await game.pilot.pause()
            if answer == IN_USE:
                await game.until(lambda: isinstance(game.app.screen, TakeOverScreen))
                await game.press("escape")
                assert identity(game.puzzle) == identity(first()), "Esc goes nowhere"
                await WAYS[way](game)
                await game.until(lambda: isinstance(game.app.screen, TakeOverScreen))
                await game.press("enter")
            await game.until(
                lambda: isinstance(game.app.screen, PlayScreen) and identity(game.puzzle) == identity(second())
            )
            recorded = game.screen.controller.recorded
            assert recorded.trouble == (WHY if answer == UNKEPT else "")
            assert recorded.session.turns == (0 if answer == UNKEPT else 1)


def said(talk: Conversation, line: str) -> list[str]:
    return list(talk.answer(line))


def by_continuing(context: PlainContext) -> tuple[PlainPlace, str]:
    (line,) = [line for line in Conversation(home(context)).begin() if "Continue" in line]
    return home(context), line.partition(".")[0]


PLAIN_WAYS: dict[str, Callable[[PlainContext], tuple[PlainPlace, str]]] = {
    "next": lambda context: (BoardPlace(context, [first(), second()]), "next"),
    "list": by_continuing,
    "start": lambda context: (board_place(context, [first(), second()], 1), ""),
}


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("way", PLAIN_WAYS)
def test_each_way_to_a_board_in_lines_asks_waits_or_says_why_nothing_is_kept(
    way: str, answer: str, tmp_path: Path
) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    begun(library, second())
    context = PlainContext(library, library.settings(), Time())
    with opening_answers(library, answer, second()):
        place, line = PLAIN_WAYS[way](context)
        talk = Conversation(place)
        heard = [*talk.begin(), *(said(talk, line) if line else ())]
        if answer == IN_USE:
            assert ASKED in heard[-3]
            assert heard[-2:] == ["1. Go on here", "2. Back"]
            heard = said(talk, "1")
        elif answer == AWAY:
            assert heard[-3:] == ["It cannot be opened now: the store is away.", "1. Try again", "2. Back"]
            heard = said(talk, "1")
        assert any("3 by 2" in line for line in heard), heard
        assert any(WHY[1:] in line for line in heard) == (answer == UNKEPT)
        (board_of,) = [place for place in talk._places if isinstance(place, BoardPlace)][-1:]
        assert board_of.session.turns == (0 if answer == UNKEPT else 1)
        if answer in (IN_USE, AWAY) and way != "start":
            assert "1. Go on here" not in said(talk, "back"), "the question is answered, and not asked again"
        talk.close()


def test_a_store_that_stays_away_is_asked_as_often_as_one_likes(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = PlainContext(library, library.settings(), Time())
    answers: list[Opening[Puzzle] | Exception] = [
        Away(lambda: asked(), "the store is still away"),
        OSError("the disk is gone"),
        Closed("This board has been played to its end."),
    ]

    def asked() -> Opening[Puzzle]:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    away = Away(asked, "the store is away")
    outer = Menu("Where?", lambda: [MenuItem("A board", lambda: iter([settled(away, lambda opened: home(context))]))])
    talk = Conversation(outer)
    list(talk.begin())
    assert said(talk, "1") == ["It cannot be opened now: the store is away.", "1. Try again", "2. Back"]
    assert said(talk, "1") == ["It cannot be opened now: the store is still away."]
    assert said(talk, "1") == ["That did not work: the disk is gone."]
    assert said(talk, "1")[0] == "This board has been played to its end."
    assert said(talk, "1")[0] == "It cannot be opened now: the store is away.", "one is back where it was asked for"
    assert not answers


def test_whoever_says_no_stays_where_they_were(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    context = PlainContext(library, library.settings(), Time())
    begun(library, second())
    with opening_answers(library, IN_USE, second()):
        talk = Conversation(BoardPlace(context, [first(), second()]))
        list(talk.begin())
        assert any(ASKED in line for line in said(talk, "next"))
        assert any("2 by 2" in line for line in said(talk, "2"))
        only = Conversation(board_place(context, [second()]))
        assert any(ASKED in line for line in only.begin())
        list(only.answer("back"))
        assert only.ended
        talk.close()


def test_what_is_opened_is_one_of_three(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    begun(library, second())
    (entry,) = library.journals()
    for answer, kind in ((HERE, Opened), (IN_USE, InUse), (AWAY, Away), (UNKEPT, Opened)):
        for is_listed in (False, True):
            usual = library.open_named
            with opening_answers(library, answer, second()):
                found = entry_opening(library, entry) if is_listed else board_opening(library, second())
                assert isinstance(found, kind), answer
                if isinstance(found, Away):
                    found = found.again()
                    assert isinstance(found, Opened)
                if isinstance(found, Opened) and found.journal:
                    found.journal.close()
            library.open_named = usual  # type: ignore[method-assign]


def test_no_file_but_that_of_opening_and_stores_names_the_error_of_a_journal_in_use() -> None:
    rooms = {
        name
        for name in modules_that_name("JournalInUseError")
        if not name.startswith("termpuzzles.storage.") and floor(name) not in GUESTS
    }
    assert rooms == {"termpuzzles.play.opening"}
