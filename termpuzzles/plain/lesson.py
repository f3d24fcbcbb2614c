"""The board of a lesson in plain mode."""

from __future__ import annotations

import re
from collections.abc import Iterator

from termpuzzles.catalogue.lessons import Lesson
from termpuzzles.games.model import Puzzle
from termpuzzles.plain.conversation import PlainContext
from termpuzzles.plain.play import BoardPlace
from termpuzzles.plain.words import place, spoken, spoken_heading, title
from termpuzzles.play.lesson import LessonController
from termpuzzles.storage.journal import Journal

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
    for shown, said in _IN_WORDS:
        sentence = sentence.replace(shown, said)
    return re.sub(r"Draw it: ([wasd](?: and [wasd])?)\.", lambda found: f"Say {_drawn(found[1])}.", sentence)


def _drawn(keys: str) -> str:
    return " and ".join(_LINES[key] for key in keys.split(" and "))


class LessonPlace(BoardPlace):
    """The board of a lesson, which the lesson itself introduces; the player stands at the marked cell."""

    def __init__(self, context: PlainContext, found: list[Lesson], index: int) -> None:
        self._lessons = found
        super().__init__(context, [lesson.puzzle for lesson in found], index)

    def make_controller(self, puzzles: list[Puzzle], index: int, journal: Journal | None) -> LessonController:
        """The controller of the lessons."""
        self._lesson = LessonController(self.context, self, self._lessons, index)
        return self._lesson

    def _begin(self) -> None:
        super()._begin()
        self.cursor = self._lesson.lesson.mark

    def enter(self) -> Iterator[str]:
        """Say the text of the lesson, and which cell it marks."""
        lesson = self._lesson.lesson
        yield f"{spoken_heading(lesson.puzzle)}."
        yield in_words(lesson.before)
        yield f"The marked {lesson.puzzle.game.noun} is at {place(lesson.puzzle, lesson.mark)}; you stand there."
        yield "Say help for the commands."

    def _going_on(self) -> Iterator[str]:
        """Remember that the lesson is done, and say what comes next."""
        self._lesson.remember()
        lesson = self._lesson.lesson
        yield in_words(lesson.after)
        if not self._lesson.is_last:
            yield "The lesson is done; say next for the next one, or back for the others."
            return
        yield f"Well done: that was the last lesson of {title(lesson.puzzle.game)}."
        found = self._lesson.following()
        yield f"Say next for {spoken(found.name)}, or back for the lessons." if found else "Say back for the lessons."
