"""What plain mode says where something takes too long, is gone, is damaged or is held elsewhere; it never ends."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from socket import socketpair
from typing import Any, NoReturn, cast

import pytest

from termpuzzles import games
from termpuzzles.company.meetings import Company, Invitation, LocalExchange, keep_meeting
from termpuzzles.company.plain.pipe import MatchesPlace, PipeExchange
from termpuzzles.company.plain.race import OtherPlayers, new_race
from termpuzzles.company.slots import COMPANY
from termpuzzles.formats import read
from termpuzzles.logic.task import Budget
from termpuzzles.plain.conversation import Conversation, PlainContext, PlainPlace
from termpuzzles.plain.menus import home
from termpuzzles.plain.play import BoardPlace
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore, StoreAwayError
from termpuzzles.wall.game.notation import read_position, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.puzzles import shipped_puzzles
from termpuzzles.wall.match.course import begin_match
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.matches import HELP, LobbyPlace
from termpuzzles.wall.plain.menu import WallMatchPlace, wall_menu
from termpuzzles.wall.plain.puzzles import WallLessonPlace, WallPuzzlePlace
from termpuzzles.wall.slots import LOBBY
from tests.wall.match.test_matches import ANN, World

NET = "5x5w:78a2ab47ad541418beb984d39"
SMALL = "infinity:2x2:9c3c"  # one turn of the last tile solves it
TAKEN = "Another window has taken this puzzle over. Every move made here until then is kept."
NO_BOARD = "That took too long, so no board was found."


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlainContext:
    monkeypatch.setattr(games, "_registered", {})
    return player(tmp_path)


def player(folder: Path, levels: Path | None = None) -> PlainContext:
    """A player with these folders; several of them are several windows."""
    library = Library(Folders(folder / "data", folder / "config", levels))
    return PlainContext(library, library.settings(), lambda: 5.0, lambda: datetime(2026, 11, 21, 12), seed=lambda: "1")


def said(place: PlainPlace, *lines: str) -> list[str]:
    """What is said to the last of these lines, before everything is left."""
    talk = Conversation(place)
    answer = list(talk.begin())
    for line in lines:
        answer = list(talk.answer(line))
    talk.close()
    return answer


def hurried(context: PlainContext) -> PlainContext:
    """The player, for whom no answer may take any time."""
    context.budget = Budget(seconds=-1.0)
    return context


def test_what_takes_too_long_is_given_up_and_said(context: PlainContext) -> None:
    assert said(home(hurried(context)), "practise", "net", "1") == [NO_BOARD]
    assert said(home(context), "a new board", "net", "5x5") == [NO_BOARD]
    nothing = "That took too long, so nothing was found."
    for line in ("hint", "check", "why 1 1 up", "possible", "new", "review"):
        assert said(BoardPlace(context, read(NET)), "turn 1 1", line)[-1] == nothing, line
    puzzle = shipped_puzzles()[0]
    turn = str(wins(puzzle.position, puzzle.turns)[0])
    assert said(WallPuzzlePlace(context, 0), turn) == ["That took too long."]


def test_a_technique_for_which_no_board_is_found_is_said_to_be_needed_nowhere(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termpuzzles.catalogue.practice.position_before", lambda puzzle, rule: None)
    assert said(home(context), "practise", "net", "1") == ["No level needs this technique."]


def test_a_setting_of_the_players_file_stays_and_one_that_cannot_be_kept_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("[play]\nturn-then-pin = true\n", encoding="utf-8")
    context = player(tmp_path)

    def full(before: Any, after: Any) -> None:
        raise OSError(None, "no space left")

    monkeypatch.setattr(context.library.store, "save_choices", full)
    settings = said(home(context), "settings")
    numbers = {line.split(". ")[1].split(",")[0]: line.split(".")[0] for line in settings[1:]}
    assert said(home(context), "settings", numbers["turn-then-pin"]) == ["Your settings file sets turn-then-pin."]
    changed = ["auto-pin is on now.", "The settings could not be kept: no space left."]
    assert said(home(context), "settings", numbers["auto-pin"]) == changed


def test_a_board_that_another_window_holds_can_be_continued_once_it_is_free(tmp_path: Path) -> None:
    here, there = player(tmp_path), player(tmp_path)
    board = BoardPlace(here, read(NET))
    list(board.answer(["turn", "1", "1"]))
    menu = said(home(there))
    number = next(line.split(".")[0] for line in menu if "Continue Net" in line)
    asked = ["This puzzle is open in another window. Go on with it here? The other window will then leave it."]
    assert said(home(there), number) == [*asked, "1. Go on here", "2. Back"]
    board.leave()
    assert said(home(there), number)[0] == "Net, 5 by 5, wraps around."


def test_a_board_that_is_finished_keeps_its_number_as_such(context: PlainContext) -> None:
    talk = Conversation(home(context))
    list(talk.begin())
    said(BoardPlace(context, read(SMALL)), "pin 1 1")
    before = [line for line in talk.answer("list") if "Infinity Loop, 2 by 2" in line]
    said(BoardPlace(context, read(SMALL)), "turn 2 2")
    after = [line for line in talk.answer("list") if "Infinity Loop, 2 by 2" in line]
    assert [line.split(" ")[1] for line in (*before, *after)] == ["Continue", "Finished:"]
    assert before[0].split(".")[0] == after[0].split(".")[0]


def test_levels_that_cannot_be_read_are_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_registered", {})
    (tmp_path / "levels" / "net").mkdir(parents=True)
    (tmp_path / "levels" / "net" / "bad.loops").write_text("# game: net\n┏?\n", encoding="utf-8")
    context = player(tmp_path, tmp_path / "levels")
    heard = said(home(context), "levels of net", "1", "1")
    assert heard == [f"{tmp_path}/levels/net/bad.loops:2:2: expected a tile, found '?'"]


def test_a_board_that_another_window_takes_over_is_left(tmp_path: Path) -> None:
    here, there = player(tmp_path), player(tmp_path)
    (puzzle,) = read(NET)
    talk = Conversation(BoardPlace(here, [puzzle]))
    list(talk.answer("turn 1 1"))
    journal = there.library.take_over(puzzle, iter(range(100)).__next__, lambda seconds: None)
    assert list(talk.answer("turn 2 1")) == [TAKEN]
    assert list(talk.answer("turn 2 1")) == [TAKEN]
    assert talk.ended
    assert [event for _, event in journal.events if event.startswith("move")] == ["move turn 1,1 1"]
    journal.close()


def test_a_game_without_anything_to_tell_is_looked_back_on_from_its_moments(context: PlainContext) -> None:
    heard = said(BoardPlace(context, read(SMALL)), "turn 2 2", "review")
    assert heard[:2] == [
        "No wrong pins and no long pauses.",
        "Looking back. Type a number to play on from there; that is not kept.",
    ]


def test_a_solved_game_is_a_line_for_a_friend_and_says_who_was_ahead(context: PlainContext) -> None:
    name, friend, line = said(BoardPlace(context, read(SMALL)), "turn 2 2", "id")
    assert (name, friend) == (SMALL, "Your game, for a friend to play against:")
    (puzzle,) = read(line)
    other = player(context.library.where.data.parent / "friend")
    heard = said(BoardPlace(other, [puzzle]), "turn 2 2")
    assert heard[-1] == "You are level with the ghost, which took 0:00."


def test_a_board_whose_moves_are_not_kept_says_so(context: PlainContext, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str) -> None:
        raise OSError(None, "no space left")

    monkeypatch.setattr(context.library.store, "open", full)
    place = BoardPlace(context, read(NET))
    assert "Moves are not being kept: [Errno None] no space left" in said(place)


def test_a_wrong_pin_is_pointed_out_at_once_to_whoever_wants_it(context: PlainContext) -> None:
    context.settings["wrong-pins"] = "at once"
    assert "What you have settled at column 1 row 1 is wrong." in said(BoardPlace(context, read(NET)), "pin 1 1")
    context.settings["wrong-pins"] = "check"
    heard = said(BoardPlace(player(context.library.where.data.parent / "other"), read(NET)), "pin 1 1")
    assert not any("wrong" in line for line in heard)


def test_a_hint_that_has_no_move_says_so(context: PlainContext) -> None:
    assert said(BoardPlace(context, read("infinity:2x1:35")), "hint", "hint", "do") == [
        "There is no move in this hint."
    ]


# The Wall Game


def match(context: PlainContext, store: MemoryStore, against: str = "friend") -> Match:
    """A small match whose journal is in this store."""
    terms = Terms(start("standard", 3, 3), ("you", against))
    return Match(terms, context.now, Journal(store.open("a" * 24), terms.head))


def test_a_match_that_another_window_takes_over_is_left(context: PlainContext) -> None:
    store = MemoryStore()
    talk = Conversation(WallMatchPlace(context, match(context, store)))
    list(talk.begin())
    assert list(talk.answer("pass"))
    store.take_over("a" * 24)
    assert list(talk.answer("pass")) == [TAKEN]
    assert talk.ended


def test_a_match_whose_turns_are_not_kept_says_so(context: PlainContext) -> None:
    log = MemoryStore().open("a" * 24)
    log.obstacle = "This disk has no locks"
    terms = Terms(start("standard", 3, 3), ("you", "friend"))
    place = WallMatchPlace(context, Match(terms, context.now, Journal(log, terms.head)))
    assert said(place)[-1] == "This disk has no locks: moves are not being kept."


def test_walls_that_would_cut_a_cat_off_are_named_and_one_that_is_staged_is_not_built_twice(
    context: PlainContext,
) -> None:
    at = read_position("3x3 classic a3 a1 c3 c1 b >a3,^b2")
    place = WallMatchPlace(context, Match(Terms(at, ("you", "friend")), context.now))
    assert said(place, "forbidden") == ["2 walls would cut a cat off:", "above a2, above c2."]
    twice = "That wall is staged already. Type undo to take the last action back."
    assert said(place, "wall right b2", "wall right b2") == [twice]
    assert said(place, "wall left c2") == [twice]


def test_a_game_that_another_window_holds_can_be_gone_on_with_once_it_is_free(tmp_path: Path) -> None:
    here, there = player(tmp_path), player(tmp_path)
    held = begin_match(here, Terms(start("standard", 3, 3), ("you", "friend")))
    held.play(read_turn("---"))
    number = next(line.split(".")[0] for line in said(wall_menu(there)) if "Go on" in line)
    asked = ["This game is open in another window. Go on with it here? The other window will then leave it."]
    assert said(wall_menu(there), number) == [*asked, "1. Go on here", "2. Back"]
    held.leave()
    assert said(wall_menu(there), number)[0] == "The Wall Game, standard, 3 by 3: you against friend."


def test_a_right_turn_of_a_longer_puzzle_is_answered(context: PlainContext) -> None:
    number, puzzle = next((at, each) for at, each in enumerate(shipped_puzzles()) if each.turns > 1)
    right = str(wins(puzzle.position, puzzle.turns)[0])
    heard = said(WallPuzzlePlace(context, number), right)
    assert heard[0].startswith("Right. The answer is ")
    assert len(heard) > 1
    unknown = ['"dance" is not a command here. Type help for the commands.']
    assert said(WallPuzzlePlace(context, number), "dance") == unknown
    assert said(WallLessonPlace(context, 0), "dance") == unknown


# Races


class NoMatches:
    """Where matches would be played."""

    is_open = False


def racing(context: PlainContext) -> Iterator[list[str]]:
    """What is said to a wish for a race, each time that one is sent to it."""
    company = Company("ann", LocalExchange(), lambda name: (name, name.title()))
    COMPANY.fill(context, company)
    others = OtherPlayers(context, company, cast("MatchesPlace", NoMatches()))
    while True:
        replies = others.answer(["race", "bob", "net", "4x4"])
        assert replies is not None
        yield [reply if isinstance(reply, str) else type(reply).__name__ for reply in replies]


async def test_a_race_for_which_no_board_is_found_is_not_begun(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = racing(context)
    assert next(heard) == ["RacePlace"]
    hurried(context)
    assert next(heard) == [NO_BOARD]
    context.budget = Budget()
    monkeypatch.setattr("termpuzzles.session.questions.NewQuestion.work", no_board)
    assert next(heard) == ["There is no such board."]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ann 4x4", "Expected each player once, and not yourself."),
        ("bob, bob", "Expected each player once, and not yourself."),
        ("a b c d e f g h", "Expected one to 7 other players."),
        ("net 4x4", "Expected the name of another player, as in: race anna 7x7, found none."),
    ],
)
async def test_a_race_with_too_few_players_or_too_many_is_refused(words: str, said: str, context: PlainContext) -> None:
    COMPANY.fill(context, Company("ann", LocalExchange(), lambda name: (name, name.title())))
    assert list(new_race(context, words.split())) == [said]


def no_board(question: object, cache: object) -> Generator[None, None, str]:
    """The work on a board that cannot be found."""
    yield None
    return "there is no such board"


async def test_a_race_that_was_left_is_told_of_and_one_whose_board_cannot_be_read_is_not_entered(
    context: PlainContext,
) -> None:
    heard = list[str]()
    context.say = heard.append
    exchange = LocalExchange()
    company = Company("ann", exchange, lambda name: (name, name.title()))
    COMPANY.fill(context, company)
    others = OtherPlayers(context, company, cast("MatchesPlace", NoMatches()))
    assert list(others.begin()) == []
    about = {"what": "Net 4x4", "game": "net", "params": "4x4", "board": "no board"}
    left = Invitation("race", "bob", ("ann",), about, names=("Bob", "Ann"))
    for _ in range(2):
        left.send(exchange)
    for _ in range(20):
        await asyncio.sleep(0)
    assert heard == ["Bob invites you to a race, Net, 4 by 4. Type accept or decline."]
    keep_meeting(context, left)
    assert list(others.begin()) == ["You left a race, Net, 4 by 4. Type accept to go back to it."]
    (refused,) = list(others.answer(["accept"]) or ())
    assert isinstance(refused, str)
    assert refused.startswith("The board of this race cannot be read: ")


# Other players


def test_a_service_that_does_not_answer_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.company.plain.pipe._PATIENCE", 0.01)
    ours, theirs = socketpair()
    with ours, theirs:
        exchange = PipeExchange(ours)
        with pytest.raises(ValueError, match=r"^the service does not answer$"):
            exchange.find("bob")
        assert exchange.matches("list") == (["The service does not answer."], False)


async def test_where_others_are_found_does_first_what_was_asked_for_and_nothing_after_it_is_left(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, world = list[str](), World()
    context.say = heard.append
    LOBBY.fill(context, Lobby(world.here, ANN))
    place = LobbyPlace(context, ["help"])
    assert list(place.enter()) == ["The Wall Game with other players. Type help for the commands.", *HELP]
    assert list(place.on_empty_line()) == []

    async def away(name: str = "") -> NoReturn:
        raise StoreAwayError

    monkeypatch.setattr(LOBBY.of(context), "standings", away)
    assert list(place.answer(["ratings"])) == []
    await place.settled()
    assert heard == ["The store of this server does not answer. Nothing is lost; try again in a minute."]
    others = asyncio.all_tasks()
    assert list(place.answer(["list"])) == []
    (looking,) = asyncio.all_tasks() - others
    place.leave()
    with suppress(asyncio.CancelledError):
        await looking
    assert looking.cancelled()
    assert len(heard) == 1
    world.here.stop()
    world.there.stop()
