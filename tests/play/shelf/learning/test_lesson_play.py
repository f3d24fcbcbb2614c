"""Lessons in play: what is marked, when one is understood, what comes next, and what is remembered."""

from __future__ import annotations

from typing import Any

import pytest

from termpuzzles.catalogue.lessons import lessons
from termpuzzles.games.model import Move
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.play.lesson import LessonController
from termpuzzles.play.stage import PlayContext
from termpuzzles.session.questions import SolutionsQuestion
from tests.approved import approve
from tests.play.desk import Desk, context


def at_lesson(game: str, number: int, given: PlayContext) -> tuple[Desk, LessonController]:
    found = lessons(game)

    def made(context: PlayContext, stage: Any, puzzles: Any, index: int) -> LessonController:
        return LessonController(context, stage, found, number)

    desk = Desk(given, [], made)
    assert isinstance(desk.controller, LessonController)
    return desk, desk.controller


def told(controller: LessonController) -> str:
    picture = controller.picture()
    grid = controller.puzzle.grid
    marks = ", ".join(f"{grid.name(cell)} {mark}" for cell, mark in sorted(picture.hints.items()))
    return (
        f"“{controller.lesson.title}” {controller.lesson.key}, last {controller.is_last}, "
        f"a part {controller.lesson.part}, understood {controller.is_understood}, "
        f"marked [{marks}], steps back {picture.steps_back}, goal {controller.goal!r}, next {controller.next_name!r}"
    )


@pytest.mark.parametrize("game", ["net", "simpleloop"])
def test_lessons_step_by_step(game: str) -> None:
    lines, given = [], context()
    last = len(lessons(game)) - 1
    for number in (0, 1, last):
        desk, controller = at_lesson(game, number, given)
        controller.begin()
        lines.append(f"# {number}: {told(controller)}")
        solution = solve(controller.puzzle)
        assert solution is not None
        mark = controller.lesson.mark
        changes = solving(controller.puzzle, controller.session.state, solution.lines).changes
        mine = [each for each in changes if controller.puzzle.grid.cell(each.x, each.y) == mark]
        for each in [*mine, *(each for each in changes if each not in mine)]:
            before = told(controller)
            controller.carry_out(Move((each,)), "")
            if (after := told(controller)) != before:
                lines.append(f"  {each}: {after}")
        following = controller.following()
        assert following is not None
        lines.append(
            f"  following {following.name!r}, place {following.place}, of others {following.puzzles is not None}"
        )
        words = ("Turn the tile.", "This loop must stay open.", "Only fit", "Two lines each", "parity", "What if?")
        lines.append(f"  may say {[text for text in words if controller.may_say(text)]}")
        controller.remember()
        controller.remember()
        lines.append(f"  remembered {given.library.store.saved_choices()}, boards {len(given.library.journals())}")
        desk.news()
    approve(__file__, f"lessons-{game}", "\n".join(lines) + "\n")


def test_a_mistake_in_a_lesson_is_shown_at_once_and_nothing_of_it_is_kept() -> None:
    given = context()
    desk, controller = at_lesson("net", 0, given)
    controller.begin()
    assert controller.shows_mistakes_at_once
    desk.ask(SolutionsQuestion(controller.puzzle, 2), lambda found: None, "count")
    controller.count()
    solution = solve(controller.puzzle)
    assert solution is not None
    wrong = next(cell for cell, lines in enumerate(controller.session.state.lines) if lines != solution.lines[cell])
    desk.cursor = wrong
    desk.act("tile.pin")
    assert controller.message[:3] == ("wrong", "What you have settled at the marked cell is wrong.", (wrong,))
    assert controller.wrong == {wrong}
    assert controller.times.best is None
    assert given.library.journals() == []
