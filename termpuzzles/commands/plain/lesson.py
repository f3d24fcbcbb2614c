"""Lessons in plain mode, in the words of this mode and without a journal; finished lessons are remembered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from termpuzzles.commands.plain.board import BoardPlace
from termpuzzles.commands.plain.place import Desk, PlainPlace
from termpuzzles.commands.plain.words import place, spoken_heading
from termpuzzles.play.shelf.learning.lessons import done_lessons
from termpuzzles.play.storage.unkept import UnkeptLibrary

if TYPE_CHECKING:
    from termpuzzles.play.shelf.learning.lessons import Lesson

_LINES = {"w": "line up", "a": "line left", "s": "line down", "d": "line right"}
_IN_WORDS = (  # phrases of lessons about a screen and its keys, and the words for them here
    ("Turn it: space", "Say turn"),
    ("the arrows move, space turns", "say up, right, down or left to move, and turn to turn"),
    (
        "the arrows move, w a s d draw a line up, left, down and right",
        "say up, right, down or left to move, and line with one of these to draw",
    ),
    ("You pin one with s.", "Say pin to pin one."),
    ("Heavy lines mark pinned tiles: they are right and do not turn", "Pinned tiles are right and do not turn"),
    ("A thick bar is a wall: no line crosses it", "No line crosses a wall"),
)


def in_words(sentence: str) -> str:
    """A sentence of a lesson, for a player who has neither its keys nor its drawing."""
    for shown, spoken in _IN_WORDS:
        sentence = sentence.replace(shown, spoken)
    return re.sub(r"Draw it: ([wasd](?: and [wasd])?)\.", lambda found: f"Say {_drawn(found[1])}.", sentence)


def _drawn(keys: str) -> str:
    return " and ".join(_LINES[key] for key in keys.split(" and "))


def done(desk: Desk) -> set[str]:
    """The keys of finished lessons."""
    return done_lessons(desk.library.settings())


def opener(desk: Desk, lesson: Lesson) -> Callable[[], Iterator[str | PlainPlace]]:
    """The function that opens the lesson."""

    def ended() -> Iterator[str]:
        settings = desk.library.settings()
        settings["lessons"] = {**settings.get("lessons", {}), lesson.key: True}
        settings["started"] = True
        desk.library.keep_settings(settings)
        yield in_words(lesson.after)
        yield "The lesson is done; say back for the others."

    def go() -> Iterator[str | PlainPlace]:
        aside = replace(desk, library=UnkeptLibrary(desk.library.where, desk.library.today))
        yield LessonPlace(aside, lesson, ended)

    return go


class LessonPlace(BoardPlace):
    """The board of a lesson, which the lesson itself introduces; the player stands at the marked cell."""

    def __init__(self, desk: Desk, lesson: Lesson, ended: Callable[[], Iterator[str]]) -> None:
        super().__init__(desk, [lesson.puzzle], ended=ended, here=lesson.mark)
        self._lesson = lesson

    def enter(self) -> Iterator[str]:
        """Say the text of the lesson, and which cell it marks."""
        puzzle = self._lesson.puzzle
        yield f"{spoken_heading(puzzle)}."
        yield in_words(self._lesson.before)
        yield f"The marked {puzzle.game.noun} is at {place(puzzle, self._lesson.mark)}; you stand there."
        yield "Say help for the commands."
