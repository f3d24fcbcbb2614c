"""Lessons in plain mode, in the words of this mode and without a journal; finished lessons are remembered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from termpuzzles.catalogue.lessons import done_lessons
from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.catalogue.suggestions import Following, after_lessons
from termpuzzles.commands.plain.board import BoardPlace
from termpuzzles.commands.plain.place import Desk, PlainPlace
from termpuzzles.commands.plain.words import place, spoken_heading, title
from termpuzzles.errors import PuzzleError
from termpuzzles.storage.unkept import UnkeptLibrary

if TYPE_CHECKING:
    from termpuzzles.catalogue.lessons import Lesson

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


def opener(desk: Desk, found: list[Lesson], index: int) -> Callable[[], Iterator[str | PlainPlace]]:
    """The function that opens a lesson."""
    return lambda: iter([LessonPlace(desk, found, index)])


class LessonPlace(BoardPlace):
    """The board of a lesson, which the lesson itself introduces; the player stands at the marked cell."""

    def __init__(self, desk: Desk, found: list[Lesson], index: int) -> None:
        self._kept = desk
        self._lessons = found
        aside = replace(desk, library=UnkeptLibrary(desk.library.where, desk.library.today))
        super().__init__(aside, [lesson.puzzle for lesson in found], index)

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self.index]

    def _open(self) -> None:
        super()._open()
        self.here = self.lesson.mark

    def enter(self) -> Iterator[str]:
        """Say the text of the lesson, and which cell it marks."""
        puzzle = self.lesson.puzzle
        yield f"{spoken_heading(puzzle)}."
        yield in_words(self.lesson.before)
        yield f"The marked {puzzle.game.noun} is at {place(puzzle, self.lesson.mark)}; you stand there."
        yield "Say help for the commands."

    def _going_on(self) -> Iterator[str]:
        """Remember that the lesson is done, and say what comes next."""
        self._remember()
        yield in_words(self.lesson.after)
        if self.index + 1 < len(self._lessons):
            yield "The lesson is done; say next for the next one, or back for the others."
            return
        yield f"Well done: that was the last lesson of {title(self.lesson.puzzle.game)}."
        following = self._following()
        yield f"Say next for {following.name}, or back for the lessons." if following else "Say back for the lessons."

    def _remember(self) -> None:
        library = self._kept.library
        settings = library.settings()
        settings["lessons"] = {**settings.get("lessons", {}), self.lesson.key: True}
        settings["started"] = True
        library.keep_settings(settings)

    def _following(self) -> Following | None:
        """The level to play after the last lesson."""
        solved = {entry.identity for entry in self._kept.library.journals() if entry.finished}
        return after_lessons(Levels(packs()), self.lesson.game, solved)

    def _step(self, step: int) -> Iterator[str | PlainPlace]:
        """Go to another lesson, or from the last one, once it is done, on to a level."""
        is_last = step > 0 and self.index + 1 == len(self._lessons)
        following = self._following() if is_last and self.session.solved else None
        if following is None or following.pack is None:
            yield from super()._step(step)
            return
        try:
            yield BoardPlace(self._kept, following.pack.puzzles(), following.place)
        except (PuzzleError, OSError) as error:
            yield str(error)
