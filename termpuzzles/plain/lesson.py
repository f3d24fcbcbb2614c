"""The board of a lesson, and what is said about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from termpuzzles.catalogue.lessons import Lesson, done_lessons
from termpuzzles.games.model import Puzzle
from termpuzzles.plain.conversation import PlainContext, PlainPlace
from termpuzzles.plain.play import BoardPlace
from termpuzzles.plain.replies import Before, WhatFollows
from termpuzzles.plain.words import cell_line, for_speech, heading_for_speech, naming, title
from termpuzzles.play.controller import BoardCommand
from termpuzzles.play.lesson import LessonController
from termpuzzles.play.opening import Opened


def done(context: PlainContext) -> set[str]:
    """The keys of finished lessons."""
    return done_lessons(context.settings)


def opener(context: PlainContext, found: list[Lesson], index: int) -> Callable[[], Iterator[str | PlainPlace]]:
    """The function that opens a lesson."""
    return lambda: iter([LessonPlace(context, found, index)])


class LessonPlace(BoardPlace):
    """The board of a lesson, which the lesson itself introduces; the player stands at the marked cell."""

    def __init__(self, context: PlainContext, found: list[Lesson], index: int) -> None:
        self._lessons = found
        super().__init__(context, [lesson.puzzle for lesson in found], index)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> LessonController:
        """The controller of the lessons."""
        self._lesson = LessonController(self.context, self, self._lessons, index)
        return self._lesson

    def _begin(self) -> None:
        super()._begin()
        self.cursor = self._lesson.lesson.mark
        self._has_explained = False  # whether the sentence after the deduction was said

    def enter(self) -> Iterator[str]:
        """Say the text of the lesson, and which cell it marks."""
        lesson = self._lesson.lesson
        yield f"{heading_for_speech(lesson.puzzle)}."
        yield for_speech(lesson.for_speech.before)
        yield from self._part()
        yield f"You are on the marked {lesson.puzzle.game.noun}. {cell_line(self.session, lesson.mark, full=False)}."
        yield "Type help for the commands."

    def _part(self) -> Iterator[str]:
        """Name the cells of the part that the lesson is about, if it is about one."""
        if self._lesson.lesson.part:
            self._lesson.show_part()
            hint = self._lesson.staged_hint.hint
            if part := self._lesson.region or (hint.part if hint else ()):
                yield from naming(self.session, "That part: ", sorted(part))
            if self._lesson.region_words:
                yield for_speech(self._lesson.region_words)

    def _reply(self, command: BoardCommand, before: Before) -> Iterator[str]:
        """Say what a command has changed, and once the marked cell is right, what that shows."""
        yield from super()._reply(command, before)
        if self._lesson.is_understood and not self._has_explained and not self.session.solved:
            self._has_explained = True
            yield for_speech(self._lesson.lesson.for_speech.after)

    def ending(self) -> WhatFollows:
        """What is said once the lesson is done."""
        return super().ending()._replace(after_it=self._going_on())

    def _going_on(self) -> Iterator[str]:
        """Remember that the lesson is done, and say what comes next."""
        self._lesson.remember()
        lesson = self._lesson.lesson
        if lesson.for_speech.moral and not self._has_explained:
            yield for_speech(lesson.for_speech.moral)
        if not self._lesson.is_last:
            yield "The lesson is done. Type next for the next one, or back for the others."
            return
        yield f"Well done: that was the last lesson of {title(lesson.puzzle.game)}."
        found = self._lesson.following()
        yield (
            f"Type next for {for_speech(found.name)}, or back for the lessons."
            if found
            else "Type back for the lessons."
        )
