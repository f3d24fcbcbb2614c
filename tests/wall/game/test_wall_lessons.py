"""Each lesson can be done, and hardly any turn does it by chance; what its sentences count is so."""

import re

import pytest

from termpuzzles.wall.game.lessons import WALL_LESSONS, WallLesson
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.rules import after_turn, successors, turn_between


def answers(lesson: WallLesson) -> list[Turn]:
    """The legal turns that do what the lesson asks for."""
    turns = (turn_between(lesson.position, after) for after in successors(lesson.position))
    return [turn for turn in turns if lesson.is_understood(turn)]


@pytest.mark.parametrize("lesson", WALL_LESSONS, ids=lambda lesson: lesson.title)
def test_a_lesson_can_be_done_and_not_by_chance(lesson: WallLesson) -> None:
    every = list(successors(lesson.position))
    assert 0 < len(answers(lesson)) < len(every) / 10
    assert not lesson.is_understood(Turn())


@pytest.mark.parametrize(
    "lesson", [lesson for lesson in WALL_LESSONS if "From " in lesson.after], ids=lambda lesson: lesson.title
)
def test_the_steps_that_a_lesson_counts_are_those_of_its_simplest_answers(lesson: WallLesson) -> None:
    before, after = map(int, re.findall(r"From (\d+) steps to (\d+)", lesson.after)[0])
    side = lesson.position.side if lesson.near is not None else 1 - lesson.position.side
    assert lesson.position.distance(side) == before
    # one wall more or less elsewhere makes no difference to them
    found = [after_turn(lesson.position, turn).distance(side) for turn in answers(lesson)]
    assert found.count(after) > len(found) / 2


def test_the_lesson_on_what_may_not_be_built_leaves_one_door() -> None:
    lesson = next(lesson for lesson in WALL_LESSONS if lesson.title == "Never shut in")
    assert ">a1" in set(map(str, answers(lesson)))
    assert ">a1.>a5" not in set(map(str, answers(lesson)))
