"""A lesson in play: what it may say, what comes after it, and that it was done."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from termpuzzles.catalogue.lessons import Lesson, done_lessons, methods_without_lesson, speaks_of
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.statistics import Times
from termpuzzles.catalogue.suggestions import Following, after_lessons
from termpuzzles.games.queries import solve
from termpuzzles.play.afterwards import solved_before
from termpuzzles.play.controller import Controller
from termpuzzles.play.hint_commands import point_out, question_of
from termpuzzles.play.stage import PlayContext, Shown, Stage
from termpuzzles.render.picture import TARGET, Picture, hint_mark

if TYPE_CHECKING:
    from termpuzzles.hints.hint import Hint

COUNTING = ("parity", "parity type 1", "parity type 2")  # rules whose lessons count what is in a part of the board


class LessonController(Controller):
    """Plays lessons: shows mistakes at once, and uses no word before a lesson has explained it; keeps no moves."""

    shows_mistakes_at_once = True  # learners should not have to ask
    tells_proofs = False  # that is for the learner to find

    def __init__(self, context: PlayContext, stage: Stage, found: list[Lesson], index: int) -> None:
        self._kept = context
        self._lessons = found
        self._answers: dict[int, bytes] = {}
        library = context.library.in_memory()
        context = replace(context, library=library)
        super().__init__(context, stage, [lesson.puzzle for lesson in found], index)

    @property
    def goal(self) -> str:
        """Nothing: the first lesson explains the goal."""
        return ""

    def picture(self) -> Picture:
        """The picture to draw now, with the lesson's tile marked until the player has acted on it."""
        picture, mark = super().picture(), self._lessons[self.index].mark
        if picture.hints or picture.state.lines[mark] != self.puzzle.start.lines[mark] or self.session.solved:
            return picture
        return replace(picture, hints={mark: hint_mark(TARGET)}, steps_back=False)

    def show_part(self) -> None:
        """Show the part that the lesson is about; where the lesson counts something there, as a region with figures."""

        def count(hint: Hint | None) -> None:
            if hint is not None:
                self.region = frozenset(hint.part)
                self.tell_region()
                self.stage.show(Shown.BOARD)

        if self.lesson.teaches in COUNTING:
            self.stage.ask(question_of(self), count, "hint")
        else:
            point_out(self)

    def may_say(self, text: str) -> bool:
        """Whether the lessons so far have explained the words of the text."""
        return not speaks_of(text, methods_without_lesson(self._lessons, self.index + 1))

    def times_before(self) -> Times:
        """No times: a lesson is no race."""
        return Times()

    def following(self) -> Following | None:
        """The next lesson; after the last one a level."""
        return super().following() or after_lessons(
            shipped(), self.puzzle.game.name, solved_before(self.context.library)
        )

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self.index]

    @property
    def is_last(self) -> bool:
        """Whether no other lesson of the game comes after this one."""
        return self.index + 1 == len(self._lessons)

    @property
    def is_understood(self) -> bool:
        """Whether the marked cell stands as the lesson says."""
        return self.lesson.is_understood(self.session.state, self._answer())

    def _answer(self) -> bytes:
        """The solution of the lesson's board."""
        number = self.lesson.number
        if number not in self._answers:
            solution = solve(self.lesson.puzzle)
            assert solution is not None  # every lesson has one, as a test makes sure
            self._answers[number] = solution.lines
        return self._answers[number]

    def remember(self) -> None:
        """Remember that the lesson was done."""
        lesson, settings = self.lesson, self._kept.settings
        if lesson.key not in done_lessons(settings):
            kept = settings.get("lessons")
            settings["lessons"] = {**(kept if isinstance(kept, dict) else {}), lesson.key: True}
            settings["started"] = True
            self._kept.keep_settings()
