"""What a player chooses for games of the Wall Game, and has come to in them, is there again at the next start."""

from __future__ import annotations

from typing import Any

import pytest

from termpuzzles.play.stage import PlayContext
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.game.puzzles import TryResult, shipped_puzzles
from termpuzzles.wall.game.rules import after_turn, successors, turn_between
from termpuzzles.wall.match.course import (
    LessonCourse,
    MatchSettings,
    PuzzleCourse,
    keep_learnt,
    keep_match_settings,
    keep_offer,
    keep_solved,
    kept_offer,
    learnt_lessons,
    match_settings,
    next_wall_lesson,
    next_wall_puzzle,
    solved_puzzles,
    values_of,
    with_next,
)
from termpuzzles.wall.match.offers import Offer
from tests.play.desk import context


def at_the_next_start(before: PlayContext) -> PlayContext:
    """The same player in a program that was started anew."""
    return PlayContext(before.library, before.library.settings())


def test_each_choice_is_kept_at_once() -> None:
    settings, offer = (
        MatchSettings("medium", "classic", "7x9", "blue", "10+2"),
        Offer("classic", "6x6", "", False, "blue"),
    )
    now = context()
    assert (match_settings(now), kept_offer(now)) == (MatchSettings(), Offer())
    keep_match_settings(now, settings)
    assert match_settings(at_the_next_start(now)) == settings
    keep_offer(now, offer)
    assert kept_offer(at_the_next_start(now)) == offer
    keep_learnt(now, "The hunt")
    assert learnt_lessons(at_the_next_start(now)) == {"The hunt"}
    for names in (["wall-1-02"], ["wall-1-01", "wall-1-02"]):
        keep_solved(now, names[0])
        assert solved_puzzles(at_the_next_start(now)) == {*names}


@pytest.mark.parametrize("kept", [None, 3, "x", [3, "a"], {"opponent": 3, "clock": "x", "size": "1x1", "colour": []}])
def test_what_cannot_be_a_choice_counts_as_none(kept: Any) -> None:
    now = context(wall=kept, wall_offer=kept, wall_solved=kept, wall_lessons=kept)
    assert (match_settings(now), kept_offer(now)) == (MatchSettings(), Offer())
    assert solved_puzzles(now) == learnt_lessons(now) == ({"a"} if kept == [3, "a"] else set())


def test_what_comes_next_is_the_first_that_is_not_done_and_after_all_the_first() -> None:
    now, puzzles = context(), [puzzle.id for puzzle in shipped_puzzles()]
    titles = [lesson.title for lesson in WALL_LESSONS]
    for names, keep, following in ((titles, keep_learnt, next_wall_lesson), (puzzles, keep_solved, next_wall_puzzle)):
        assert following(now) == 0
        keep(now, names[1])
        assert following(now) == 0
        keep(now, names[0])
        assert following(now) == 2
        for name in names[3:]:
            keep(now, name)
        assert following(now) == 2
        keep(now, names[2])
        assert following(now) == 0


def test_lessons_follow_each_other_and_are_learnt_by_a_turn_that_shows_their_idea() -> None:
    now = context()
    course = LessonCourse(now, 0)
    for number, lesson in enumerate(WALL_LESSONS):
        assert (course.number, course.is_done, course.is_last) == (number, False, number == len(WALL_LESSONS) - 1)
        assert not course.try_turn(Turn())
        assert course.staging.position == lesson.position
        assert lesson.title not in learnt_lessons(now)
        right = next(
            turn
            for turn in (turn_between(lesson.position, after) for after in successors(lesson.position))
            if lesson.is_understood(turn)
        )
        assert course.try_turn(right)
        assert course.is_done
        assert course.staging.position.side != lesson.position.side
        assert lesson.title in learnt_lessons(at_the_next_start(now))
        if not course.is_last:
            course.begin(number + 1)


def test_of_a_puzzle_right_turns_and_their_answers_are_kept_and_that_it_is_solved_with_the_last() -> None:
    now, puzzles = context(), shipped_puzzles()
    number = next(number for number, puzzle in enumerate(puzzles) if puzzle.turns == 2)
    course, puzzle = PuzzleCourse(now, number), puzzles[number]

    def any_turn(position: WallPosition) -> Turn:
        return turn_between(position, next(iter(successors(position))))

    turn = any_turn(puzzle.position)
    course.apply(turn, TryResult(right=False, answer=None, over=False))
    assert (course.kept, course.turns_left, course.staging.position) == ([], 2, puzzle.position)
    answer = any_turn(after_turn(puzzle.position, turn))
    course.apply(turn, TryResult(right=True, answer=answer, over=False))
    answered = after_turn(after_turn(puzzle.position, turn), answer)
    assert (course.kept, course.turns_left, course.staging.position) == ([turn], 1, answered)
    assert not course.is_solved
    assert not course.was_solved
    course.apply(any_turn(answered), TryResult(right=True, answer=None, over=True))
    assert course.is_solved
    assert course.was_solved
    assert solved_puzzles(at_the_next_start(now)) == {puzzle.id}
    assert PuzzleCourse(now, number).was_solved
    assert not PuzzleCourse(now, number).is_solved


def test_puzzles_follow_one_another_from_the_first_to_the_last() -> None:
    course = PuzzleCourse(context(), 0)
    assert course.go(-1) == "This is the first puzzle."
    assert course.go(1) == ""
    assert course.number == 1
    assert course.go(len(course.puzzles) - 2) == ""
    assert course.go(1) == "This is the last puzzle."
    assert course.go(1 - len(course.puzzles)) == ""
    assert course.number == 0
    assert course.go(len(course.puzzles)) == "This is the last puzzle."
    course.go(len(course.puzzles) - 1)
    assert course.puzzle == shipped_puzzles()[-1]


def test_the_values_of_a_wish_follow_each_other_around_and_a_size_of_ones_own_is_the_last() -> None:
    settings = MatchSettings(size="7x9")
    sizes = [(settings := with_next(settings, "size", 1)).size for _ in range(6)]
    assert sizes == ["5x5", "6x6", "8x8", "11x11", "12x10", "5x5"]
    assert with_next(MatchSettings(size="7x9"), "size", -1).size == "12x10"
    assert values_of(MatchSettings(size="7x9"), "size")[-1] == "7x9"
    assert values_of(MatchSettings(), "colour") == ("red", "blue")
    assert with_next(MatchSettings(), "colour", 2) == MatchSettings()
    assert with_next(MatchSettings(), "opponent", -1).opponent == "friend"


def test_freestyle_has_its_own_size_and_another_size_is_not_freestyle() -> None:
    freestyle = with_next(MatchSettings(variant="classic"), "variant", 1)
    assert freestyle == MatchSettings(variant="freestyle", size="12x10")
    assert with_next(freestyle, "size", -1) == MatchSettings(size="11x11")
    assert with_next(freestyle, "colour", 1) == freestyle._replace(colour="blue")
    assert freestyle.terms.start.variant == "freestyle"
    assert match_settings(context(wall={"variant": "freestyle", "size": "8x8"})) == MatchSettings()


@pytest.mark.parametrize(("colour", "seats"), [("red", ("you", "easy")), ("blue", ("easy", "you"))])
def test_a_wish_tells_the_terms_of_a_game(colour: str, seats: tuple[str, str]) -> None:
    terms = MatchSettings(variant="classic", size="7x9", colour=colour, clock="10+2").terms
    assert (terms.start.width, terms.start.height, terms.start.variant) == (7, 9, "classic")
    assert (terms.seats, terms.clock) == (seats, "10+2")
