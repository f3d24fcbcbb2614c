"""What plain mode says where something takes too long, is gone, is damaged or is held elsewhere; it never ends."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from termpuzzles import games
from termpuzzles.formats import read
from termpuzzles.logic.task import Budget
from termpuzzles.plain.conversation import Conversation, PlainContext, PlainPlace
from termpuzzles.plain.menus import home
from termpuzzles.plain.play import BoardPlace
from termpuzzles.storage.library import Folders, Library
from tests.play.storage.opened import taken

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
    journal = taken(there.library, puzzle, iter(range(100)).__next__, lambda seconds: None)
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


# Races


# Other players
