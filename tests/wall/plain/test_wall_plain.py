"""The Wall Game in plain mode: whole games by words, puzzles, and lines that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.plain.menus import home
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.game.notation import read_position, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.puzzles import shipped_puzzles
from termpuzzles.wall.game.records import line as line_of
from termpuzzles.wall.game.rules import successors, turn_between
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.menu import WallMatchPlace, wall_menu
from termpuzzles.wall.plain.puzzles import WallPuzzlePlace

STRAY = ("foo", "cat", "cat z9", "wall e4", "wall right", "look", "move a1 b2", "done now", "ce99", "undo undo", "1")


@pytest.fixture
def context(tmp_path: Path) -> PlainContext:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    return PlainContext(library, library.settings(), lambda: 5.0, seed=lambda: "1")


def answers(conversation: Conversation, *lines: str) -> list[str]:
    """All that is said to these lines."""
    return [said for line in lines for said in conversation.answer(line)]


def begun(context: PlainContext, against: str, width: int = 4, height: int = 4) -> tuple[Conversation, Match]:
    """A conversation at a new game."""
    match = Match(Terms(start("standard", width, height), ("you", against)), context.now)
    conversation = Conversation(WallMatchPlace(context, match))
    list(conversation.begin())
    return conversation, match


def in_steps(match: Match, chance: Random) -> Iterator[str]:
    """Lines that say some legal turn, action by action or all at once."""
    turn = turn_between(match.position, chance.choice(list(successors(match.position))))
    if str(turn) == "---":
        yield "pass"
    elif chance.random() < 0.5:
        yield str(turn)
    else:
        for term in str(turn).split("."):
            kind, place = term[0], term[1:]
            words = {"C": "cat to", "M": "mouse", ">": "wall right of", "^": "wall above"}[kind]
            yield f"{words} {place}"
        yield "done"


@pytest.mark.parametrize("against", ["friend", "easy", "medium"])
def test_a_whole_game_by_words(context: PlainContext, against: str) -> None:
    chance = Random(4)
    conversation, match = begun(context, against)
    said: list[str] = []
    while not match.game.outcome:
        before = len(match.game.turns)
        said = answers(conversation, *in_steps(match, chance))
        assert len(match.game.turns) > before, said
    assert re.search("wins|draw", said[-1], re.IGNORECASE)
    assert answers(conversation, "pass") == [said[-1]]
    assert answers(conversation, "record") == [line_of(match.record)]
    assert re.search("The Wall Game", answers(conversation, "again")[0])
    conversation.close()


def test_a_line_that_is_not_understood_changes_nothing_and_is_answered(context: PlainContext) -> None:
    conversation, match = begun(context, "friend", 5, 5)
    answers(conversation, "cat a4")
    for line in STRAY:
        assert answers(conversation, line), line
        assert (str(match.staging.turn), match.game.turns) == ("Ca4", []), line


@pytest.mark.parametrize("walls", ["", ">a4", "^a1,^b2,^c3", ">a1,>b2,>c3,^d1", ">b1,>b2,^b3,>c4,^d2"])
def test_a_cell_is_said_to_have_the_walls_and_borders_that_stand_there(walls: str, context: PlainContext) -> None:
    at = read_position(f"4x4 classic a4 a1 d4 d1 r {walls or '-'}")
    conversation = Conversation(WallMatchPlace(context, Match(Terms(at, ("you", "friend")), context.now)))
    there = set(walls.split(","))
    for file, rank in product(range(4), range(1, 5)):
        here, left = f"{'abcd'[file]}{rank}", f"{'_abc'[file]}{rank}"
        sides = {
            "above": (rank == 4, f"^{here}"),
            "below": (rank == 1, f"^{'abcd'[file]}{rank - 1}"),
            "left": (file == 0, f">{left}"),
            "right": (file == 3, f">{here}"),
        }
        found = [
            f"{'the border' if is_border else 'a wall'} {side}"
            for side, (is_border, wall) in sides.items()
            if is_border or wall in there
        ]
        pieces = {"a4": "red's cat", "a1": "red's mouse", "d4": "blue's cat", "d1": "blue's mouse"}
        said = f"{here}: {pieces.get(here, 'empty')}; {', '.join(found) or 'open all around'}."
        assert answers(conversation, f"look {here}") == [said]


def test_a_game_goes_on_from_the_menu(context: PlainContext) -> None:
    conversation = Conversation(home(context))
    list(conversation.begin())
    answers(conversation, "wall game", "start", "ca7", "back")
    said = answers(conversation, "go on")
    assert any("cat a7" in line for line in said), said
    answers(conversation, "resign", "resign", "back")
    assert not any("Go on" in line for line in answers(conversation, "list"))


def test_a_puzzle_is_solved_by_words_and_leads_to_the_next(context: PlainContext) -> None:
    puzzle = shipped_puzzles()[0]
    conversation = Conversation(WallPuzzlePlace(context, 0))
    list(conversation.begin())
    assert "taken back" in answers(conversation, "pass")[0]
    turn = wins(puzzle.position, puzzle.turns)[0]
    assert "Solved" in answers(conversation, str(turn))[0]
    assert "solved" in answers(conversation, "pass")[0]
    assert "puzzle 2" in answers(conversation, "next")[0]


def test_after_the_last_puzzle_there_is_no_next_one(context: PlainContext) -> None:
    last = len(shipped_puzzles()) - 1
    conversation = Conversation(WallPuzzlePlace(context, last - 1))
    list(conversation.begin())
    assert f"puzzle {last + 1}" in answers(conversation, "next")[0]
    assert answers(conversation, "next") == ["This is the last puzzle. Type back to leave."]


def test_lessons_lead_one_to_the_next_by_words(context: PlainContext) -> None:
    conversation = Conversation(wall_menu(context))
    list(conversation.begin())
    said = answers(conversation, "lessons")
    for turn in ("ca3", "^e2", ">a1", "^c2.^d2", "cc4.^c1"):
        assert "Try another" in answers(conversation, "pass")[0], said
        answers(conversation, turn)
        assert answers(conversation, "pass") == ["This lesson is done. Type next for the next one."]
        said = answers(conversation, "next")
    assert "Wall puzzle 1" in said[0]


def test_the_engine_may_run_out_of_time(context: PlainContext) -> None:
    late = iter(range(0, 100_000, 40))
    match = Match(Terms(start("standard", 5, 5), ("you", "easy"), "1+0"), lambda: float(next(late)))
    conversation = Conversation(WallMatchPlace(context, match))
    list(conversation.begin())
    said = [answers(conversation, "pass") for _ in range(4)]
    assert match.game.outcome
    assert match.game.outcome.reason == "timeout"
    assert any("ran out of time" in line for lines in said for line in lines)


def test_an_engine_that_finds_its_turn_too_late_has_lost(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, find = [0.0], WallMatchPlace.find
    match = Match(Terms(start("standard", 5, 5), ("easy", "you"), "1+0"), lambda: now[0])

    def slowly(place: WallMatchPlace, question: Any) -> Any:
        now[0] += 61.0
        return find(place, question)

    monkeypatch.setattr(WallMatchPlace, "find", slowly)
    conversation = Conversation(WallMatchPlace(context, match))
    list(conversation.begin())
    said = answers(conversation, "pass")
    assert match.game.outcome
    assert (match.game.outcome.reason, len(match.game.turns)) == ("timeout", 2), "the first turns take no time"
    assert said[0].startswith("Blue wins: red ran out of time.")
    assert len(said) == 1
    assert not conversation.ended


def test_a_game_that_another_window_has_taken_is_left(context: PlainContext) -> None:
    store, terms = MemoryStore(), Terms(start("standard", 5, 5), ("easy", "you"))
    log = store.open("a" * 24)
    match = Match(terms, context.now, Journal(log, terms.head))
    match.play(read_turn("Ca4"))
    match.play(read_turn("Ce4"))
    store.take_over("a" * 24)
    conversation = Conversation(WallMatchPlace(context, match))
    said = list(conversation.begin())
    assert any("taken this puzzle over" in line for line in said), said
    assert conversation.ended


WORDS = re.findall(
    r"\S+",
    "cat mouse wall right above left below a1 b2 c3 d4 done pass undo where walls look take back best resign again"
    " record help next >a1 ^b2 ca2 mb1.>c1 7 draw turns é",
)


@pytest.mark.parametrize("seed", range(4))
def test_no_lines_break_it(context: PlainContext, seed: int) -> None:
    chance = Random(seed)
    conversation = Conversation(WallMatchPlace(context, begun(context, "easy")[1]))
    list(conversation.begin())
    for _ in range(150):
        line = " ".join(chance.choices(WORDS, k=chance.randint(0, 3)))
        if line.split() == ["back"]:
            continue
        said = answers(conversation, line)
        assert said or not line.split(), line
        assert not conversation.ended
    conversation.close()


RECORD = "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"


def test_a_game_is_looked_through_by_words(context: PlainContext) -> None:
    conversation = Conversation(wall_menu(context))
    list(conversation.begin())
    answers(conversation, "analysis")
    assert "cannot be opened" in answers(conversation, "open wall1 nothing")[-1]
    assert any("turn 0 of 3" in said for said in answers(conversation, f"open {RECORD}"))
    assert answers(conversation, "record") == [RECORD]
    assert answers(conversation, "last")[-1].startswith("Red wins")
    assert answers(conversation, "cb2")[-1].startswith("Red wins"), "no turn after the end"
    assert answers(conversation, "turn 2") == ["Turn 2 of 3: ---, passes.", "Red to move."]
    assert answers(conversation, "best")[-1] == "Red wins."
    answers(conversation, "pass")
    assert answers(conversation, "record") == ["wall1 standard 3x3 * - Cb2 --- ---"]
    answers(conversation, "restore")
    assert answers(conversation, "record") == [RECORD]
    assert any("3 by 3" in said for said in answers(conversation, "open 3x3 classic a3 a1 c3 c1 b >a3,^b2"))
    assert answers(conversation, "next", "before", "turns")[-1] == "No turn has been played yet."


def test_a_game_leads_to_its_analysis_once_it_is_over(context: PlainContext) -> None:
    conversation, _ = begun(context, "friend")
    assert "once it is over" in answers(conversation, "analyse")[0]
    answers(conversation, "ca3", "resign", "resign")
    assert any("turn 0 of 1" in said for said in answers(conversation, "analyse"))
    assert any("Blue to move" in said for said in answers(conversation, "next"))


@pytest.mark.parametrize(
    ("lines", "staged"),
    [
        (["mouse a2"], "Ma2"),
        (["mouse to b1"], "Mb1"),
        (["cat a3"], "Ca3"),
        (["cat to b4"], "Cb4"),
        (["cat a3", "mouse a2"], "Ca3.Ma2"),
        (["wall right of b2"], ">b2"),
        (["wall left b2"], ">a2"),
        (["wall above b2", "wall below c2"], "^b2.^c1"),
        (["mouse mouse"], "---"),
        (["cat"], "---"),
    ],
)
def test_what_the_words_say_is_staged(lines: list[str], staged: str, context: PlainContext) -> None:
    conversation, match = begun(context, "friend")
    said = answers(conversation, *lines)
    assert str(match.staging.turn) == staged
    assert len(said) == len(lines)


def test_a_turn_against_the_engine_is_taken_back_by_words(context: PlainContext) -> None:
    talk, match = begun(context, "easy")
    before = match.position
    talk_to_engine = answers(talk, "pass")
    assert len(match.game.turns) == 2, talk_to_engine
    said = answers(talk, "take back")
    assert said[0].endswith("taken back."), said
    assert match.position == before
    assert not match.game.turns
    assert answers(talk, "take back")[0] == "You have not played a turn yet."
