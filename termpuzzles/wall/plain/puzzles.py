"""Puzzles and lessons of the Wall Game in plain mode."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.english import counted
from termpuzzles.logic.task import Unfinished
from termpuzzles.plain.conversation import PlainContext, PlainPlace
from termpuzzles.wall.game.lessons import WALL_LESSONS
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.game.puzzles import WallPuzzle
from termpuzzles.wall.match.course import LessonCourse, PuzzleCourse, answer_in_words, next_wall_puzzle
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.plain.board import WallPlace

_HELP_IN_PUZZLE = "next: the next puzzle. back: leave."


class WallPuzzlePlace(WallPlace):
    """The puzzles, one after the other."""

    HELP = _HELP_IN_PUZZLE

    def __init__(self, context: PlainContext, number: int) -> None:
        super().__init__(context)
        self._course = PuzzleCourse(context, number)

    @property
    def puzzle(self) -> WallPuzzle:
        """The puzzle."""
        return self._course.puzzle

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def is_over(self) -> str:
        """That it is solved."""
        return "This puzzle is solved. Type next for the next one." if self._course.is_solved else ""

    def enter(self) -> Iterator[str]:
        """Say the goal and how it stands."""
        puzzle = self.puzzle
        side = SIDES[puzzle.position.side].capitalize()
        yield f"Wall puzzle {self._course.number + 1} of {len(self._course.puzzles)}: {puzzle.title}."
        yield f"{side} to move and {puzzle.goal} in {counted(puzzle.turns or 'no', 'turn')}."
        yield from self._where()
        yield from self._walls()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Nothing is left to keep."""

    def send(self, turn: Turn) -> Iterator[str]:
        """Try the turn."""
        try:
            found = self.find(self._course.question(turn))
        except Unfinished:
            yield "That took too long."
            return
        self._course.apply(turn, found)
        answer = answer_in_words(found)
        if self._course.is_solved:
            yield "Solved. Type next for the next puzzle."
        elif found.right:
            yield f"Right. The answer is {answer}."
            yield from self._where()
        else:
            said = f" It is answered by {answer}." if answer else ""
            yield f"{turn} does not {self.puzzle.goal} in time.{said} It is taken back."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go to the next puzzle."""
        if words != ["next"]:
            yield self.not_understood(words)
        elif why := self._course.go(1):
            yield f"{why} Type back to leave."
        else:
            yield from self.enter()


class WallLessonPlace(WallPlace):
    """The lessons, one after the other."""

    HELP = "next: the next lesson. back: leave."

    def __init__(self, context: PlainContext, number: int) -> None:
        super().__init__(context)
        self._course = LessonCourse(context, number)

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def is_over(self) -> str:
        """That the lesson is done."""
        return "This lesson is done. Type next for the next one." if self._course.is_done else ""

    def enter(self) -> Iterator[str]:
        """Say the lesson's sentence, and how it stands."""
        lesson = self._course.lesson
        yield f"Lesson {self._course.number + 1} of {len(WALL_LESSONS)}: {lesson.title}."
        yield lesson.before
        yield from self._where()
        yield from self._walls()
        yield "Type help for the commands."

    def leave(self) -> None:
        """Nothing is left to keep."""

    def send(self, turn: Turn) -> Iterator[str]:
        """Say whether the turn shows the idea."""
        course = self._course
        if not course.try_turn(turn):
            yield f"{turn} is legal, but does not do it yet. Try another turn."
            return
        yield course.lesson.after
        following = "That was the last lesson. Type next for the puzzles."
        yield following if course.is_last else "Type next for the next lesson."

    def other(self, words: list[str]) -> Iterator[str | PlainPlace]:
        """Go to the next lesson, and from the last one to the puzzles."""
        if words != ["next"]:
            yield self.not_understood(words)
        elif self._course.is_last:
            yield WallPuzzlePlace(self.context, next_wall_puzzle(self.context))
        else:
            self._course.begin(self._course.number + 1)
            yield from self.enter()
