"""What is said in plain mode where a game of the Wall Game cannot be kept, or is held elsewhere."""

from __future__ import annotations

from pathlib import Path

from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.game.notation import read_position, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.puzzles import PuzzleAttempt, shipped_puzzles
from termpuzzles.wall.match.course import begin_match
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.menu import WallMatchPlace, wall_menu
from termpuzzles.wall.plain.puzzles import WallLessonPlace, WallPuzzlePlace
from tests.commands.plain.test_when_it_fails import TAKEN, context, hurried, player, said

assert context  # a fixture


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


def test_a_longer_puzzle_is_answered_turn_by_turn(context: PlainContext) -> None:
    number, puzzle = next((at, each) for at, each in enumerate(shipped_puzzles()) if each.turns > 1)
    attempt, told = PuzzleAttempt(puzzle), list[str]()
    for left in range(puzzle.turns, 0, -1):
        right = wins(attempt.game.position, left)[0]
        attempt.play(right)
        told.append(str(right))
        heard = said(WallPuzzlePlace(context, number), *told)
        assert heard[0].startswith("Right. The answer is " if left > 1 else "Solved")
    unknown = ['"dance" is not a command here. Type help for the commands.']
    assert said(WallPuzzlePlace(context, number), "dance") == unknown
    assert said(WallLessonPlace(context, 0), "dance") == unknown


def test_an_answer_to_a_puzzle_that_takes_too_long_is_given_up(context: PlainContext) -> None:
    puzzle = shipped_puzzles()[0]
    turn = str(wins(puzzle.position, puzzle.turns)[0])
    assert said(WallPuzzlePlace(hurried(context), 0), turn) == ["That took too long."]
