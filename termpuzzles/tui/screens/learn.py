"""Lessons: the list of them, and the board on which one is given, with its sentences above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Footer, Static

from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named
from termpuzzles.games.queries import solve
from termpuzzles.play.shelf.learning.lessons import (
    Lesson,
    done_lessons,
    lessons,
    next_lesson,
    speaks_of,
    taught,
    untaught,
)
from termpuzzles.play.storage.unkept import UnkeptLibrary
from termpuzzles.tui.base import PuzzleScreen
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.play.screen import PlayScreen
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.tui.widgets.words import wrapped

FIRST_GAME = USUAL
_WORDS = 5  # rows for the lesson's words, in place of the heading


class LessonPlace(NamedTuple):
    """A lesson by its game and its number from 1."""

    game: str
    number: int


class LearnScreen(PuzzleScreen[None]):
    """All lessons, game by game; Enter begins one."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="learn.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    def compose(self) -> ComposeResult:
        """A heading, the lessons, the message, and the keys."""
        yield Lines(self.context.palette, id="heading")
        choices: Choices[LessonPlace] = Choices(self.context, id="list")
        yield choices
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the heading."""
        self.query_one("#heading", Lines).lines = [((" Learn", "good"), ("   a tiny board for each idea", "faint"))]
        self.query_one(Choices).focus()

    def on_screen_resume(self) -> None:
        """Show which lessons are done."""
        at = next((LessonPlace(game, n) for game in taught() if (n := next_lesson(game, self.context.settings))), None)
        self.query_one(Choices).show(self._rows(), at)

    def _rows(self) -> Iterator[Choice[LessonPlace]]:
        done = done_lessons(self.context.settings)
        for game, titles in taught().items():
            count = sum(f"{game}/{number}" in done for number in range(1, len(titles) + 1))
            head = f" {named(game).title}"
            yield Choice(((head, "good"), (f"   {count} of {len(titles)}", "faint")))
            for number, title in enumerate(titles, 1):
                mark = self.context.glyphs.done if f"{game}/{number}" in done else " "
                yield Choice(((f"   {mark} ", "lit"), (f"{number:>2}  {title}", "text")), LessonPlace(game, number))

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Begin a lesson, or say why it cannot be given."""
        if isinstance(event.value, LessonPlace):
            try:
                self.app.push_screen(LessonScreen(self.context, lessons(event.value.game), event.value.number))
            except (PuzzleError, OSError, KeyError, ValueError) as error:
                self.query_one("#said", Lines).lines = [((f" {error}", "faint"),)]

    def on_option_list_option_highlighted(self) -> None:
        """Say what the goal of the game at the cursor is."""
        place = self.query_one(Choices).value
        sentence = named(place.game).goal if isinstance(place, LessonPlace) else ""
        rows = wrap(sentence, max(1, self.size.width - 1))
        self.query_one("#said", Lines).lines = [((f" {row}", "faint"),) for row in rows]


class LessonScreen(PlayScreen):
    """A lesson: a sentence before the deduction, a hint, and a sentence after it; only that it was done is kept."""

    CSS_PATH = "screens.tcss"

    def __init__(self, context: Context, found: list[Lesson], number: int) -> None:
        library = UnkeptLibrary(context.library.where, context.library.today)
        self._kept = context
        self._lessons = found
        self._answers: dict[int, bytes] = {}
        super().__init__(replace(context, library=library), [lesson.puzzle for lesson in found], number - 1)
        self.controller.corrects = True  # learners should not have to ask

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lessons[self.controller.index]

    def compose(self) -> ComposeResult:
        """The lesson's words above the board."""
        yield Static(id="lesson", markup=False)
        yield from super().compose()

    def _fit(self, window: Size) -> None:
        """Fit the board below the lesson's words."""
        super()._fit(Size(window.width, window.height - _WORDS + 1))

    def _begin(self) -> None:
        super()._begin()
        self.go_to(self.lesson.mark)
        self.action_act("play.hint")
        self._tell()

    def show_words(self) -> None:
        """Show the words around the board, as far as lessons have explained them, and those of this lesson."""
        super().show_words()
        words = untaught(self._lessons, self.lesson.number)
        panel, status = self.query_one("#panel", Lines), self.query_one("#status", Lines)
        panel.lines = [line for line in panel.lines if not speaks_of("".join(piece[0] for piece in line), words)]
        goal = named(self.lesson.game).goal  # the first lesson explains it
        others = [line for line in status.lines if not line or line[0][0].strip() not in goal]
        status.lines = _plainly(others, words, self.size.width)
        self._tell()

    def _tell(self) -> None:
        lesson, session = self.lesson, self.controller.session
        words = lesson.after if lesson.understood(session.state, self._answer()) else lesson.before
        if session.solved:
            last = self.controller.index + 1 == len(self._lessons)
            words = f"{lesson.after} Done: " + ("q goes back to the lessons." if last else "] is the next lesson.")
            self._remember(lesson)
        title = f"{named(lesson.game).title} · lesson {lesson.number} of {len(self._lessons)}: {lesson.title}"
        spelled = self.context.palette.spelled
        self.query_one("#lesson", Static).update(f" {spelled(title)}\n\n {spelled(words)}")

    def _answer(self) -> bytes:
        """The solution of the lesson's board."""
        number = self.lesson.number
        if number not in self._answers:
            solution = solve(self.lesson.puzzle)
            assert solution is not None  # every lesson has one, as a test makes sure
            self._answers[number] = solution.lines
        return self._answers[number]

    def _remember(self, lesson: Lesson) -> None:
        """Remember that the lesson was done."""
        settings = self._kept.settings
        if lesson.key not in done_lessons(settings):
            kept = settings.get("lessons")
            settings["lessons"] = {**(kept if isinstance(kept, dict) else {}), lesson.key: True}
            settings["started"] = True
            self._kept.keep_settings()


def _plainly(lines: list[Words], words: Sequence[str], width: int) -> list[Words]:
    """The lines, without the parts about mistakes that use any of these words."""
    wrong = [line for line in lines if line and line[0][1] == "text"]
    text = ", ".join("".join(piece[0] for piece in line).strip().removesuffix(",") for line in wrong)
    if not speaks_of(text, words):
        return lines
    kept = ", ".join(part for part in text.split(", ") if not speaks_of(part, words))
    above: list[Words] = [((line, "text"),) for line in wrapped(kept, width)]
    return [*(above or [()]), *(line for line in lines if line not in wrong)]


def first_lesson(context: Context) -> Screen[None]:
    """The lesson to begin with, or the list of lessons if there is none."""
    found = lessons(FIRST_GAME)
    return (
        LessonScreen(context, found, next_lesson(FIRST_GAME, context.settings) or 1) if found else LearnScreen(context)
    )
