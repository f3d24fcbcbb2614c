"""Lessons and practice: the lists of them, the board on which a lesson is given, and boards to play again."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import Worker

from termpuzzles.catalogue.lessons import Lesson, done_lessons, lessons, next_lesson, taught
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.practice import practised
from termpuzzles.catalogue.statistics import ENOUGH, Need, Practice, practice
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.grades import technique_name
from termpuzzles.logic.rules import FILES, SEARCH
from termpuzzles.play.hint_commands import point_out
from termpuzzles.play.lesson import LessonController
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import PRACTICE, WrongPinCounts, forget, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.list_screen import ListScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.layout import NEEDED

FIRST_GAME = USUAL
_MARGIN = 2  # columns beside the lesson's words
_TALL = 24  # rows


class LessonNumber(NamedTuple):
    """A lesson by its game and its number from 1."""

    game: str
    number: int


class LearnScreen(ListScreen[None, LessonNumber]):
    """All lessons, game by game; Enter begins one."""

    TITLE = "Learn"
    SUB_TITLE = "a tiny board for each technique"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="learn.leave", tooltip="Back to where you were"),
    ]

    def on_screen_resume(self) -> None:
        """Show which lessons are done."""
        self.show(self.begins_at())

    def begins_at(self) -> LessonNumber | None:
        """The first lesson that is not done."""
        settings = self.context.settings
        return next((LessonNumber(game, number) for game in taught() if (number := next_lesson(game, settings))), None)

    def rows(self) -> Iterator[Choice[LessonNumber]]:
        """The lessons, under their games."""
        done = done_lessons(self.context.settings)
        for game, titles in taught().items():
            count = sum(f"{game}/{number}" in done for number in range(1, len(titles) + 1))
            head = f" {named(game).title}"
            yield Choice(((head, "good"), (f"   {count} of {len(titles)}", "faint")))
            for number, title in enumerate(titles, 1):
                mark = self.context.glyphs.done if f"{game}/{number}" in done else " "
                yield Choice(((f"   {mark} ", "lit"), (f"{number:>2}  {title}", "text")), LessonNumber(game, number))

    def choose(self, value: LessonNumber) -> None:
        """Begin a lesson, or say why it cannot be given."""
        try:
            self.app.push_screen(LessonScreen(self.context, lessons(value.game), value.number))
        except (PuzzleError, OSError, KeyError, ValueError) as error:
            self.say(str(error))

    def describe(self, value: LessonNumber | None) -> None:
        """Say what the goal of the game at the cursor is."""
        self.say(named(value.game).goal if value else "")

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, broken where the window ends."""
        return wrap(text, max(1, self.size.width - 1))


_A_PART = "the shaded part"  # the words of a lesson that speaks of more than its tile


class LessonScreen(PlayScreen):
    """A lesson: a sentence before the deduction, a hint, and a sentence after it; only that it was done is kept."""

    CSS_PATH = "screens.tcss"

    def __init__(self, context: Context, found: list[Lesson], number: int) -> None:
        library = context.library.in_memory()
        self._kept = context
        self._lessons = found
        self._rows = 0  # of the lesson's words, in place of the heading
        super().__init__(replace(context, library=library), [lesson.puzzle for lesson in found], number - 1)

    def make_controller(self, puzzles: list[Puzzle], index: int, journal: Journal | None) -> LessonController:
        """The controller of the lessons."""
        self._lesson_in_play = LessonController(self._kept, self, self._lessons, index)
        return self._lesson_in_play

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lesson_in_play.lesson

    def compose(self) -> ComposeResult:
        """The lesson's words above the board."""
        yield Static(id="lesson", markup=False)
        yield from super().compose()

    def _fit(self, window: Size) -> None:
        """Fit the board below the lesson's words, which keep their rows as long as the lesson lasts."""
        most = max(len(self._wrapped(words, window)) for words in (self.lesson.before, self.lesson.after, self._done))
        self._rows = max(1, min(1 + _has_gap(window) + most, window.height - NEEDED.height + 1))
        self.query_one("#lesson", Static).styles.height = self._rows
        super()._fit(Size(window.width, window.height - self._rows + 1))

    def _begin(self) -> None:
        super()._begin()
        self.cursor = self.lesson.mark
        if _A_PART in self.lesson.before.lower():
            point_out(self.controller)
        self._tell()

    def show_words(self) -> None:
        """Show the words around the board, and those of this lesson."""
        super().show_words()
        self._tell()

    def _tell(self) -> None:
        """Show the lesson's title and words, without the title where there is no room for both."""
        lesson, session = self.lesson, self.controller.session
        words = lesson.after if self._lesson_in_play.is_understood else lesson.before
        if session.solved:
            words = self._done
            self._lesson_in_play.remember()
        lines = self._wrapped(words, self.size)
        above = [self._title(self.size.width - _MARGIN), *[""] * _has_gap(self.size)]
        lines = [*above[: max(0, self._rows - len(lines))], *lines]
        if len(lines) > self._rows:
            lines[self._rows - 1 :] = [f"{lines[self._rows - 1][: self.size.width - _MARGIN - 2]} …"]
        self.query_one("#lesson", Static).update("\n".join(lines))

    @property
    def _done(self) -> str:
        """The words once the lesson is done."""
        enter = self.name_of("play.on")
        if not self._lesson_in_play.is_last:
            return f"{self.lesson.after} Done: {enter} is the next lesson."
        return f"{self.lesson.after} Well done: that was the last lesson. {enter} leads on to the levels."

    def _title(self, width: int) -> str:
        """Which lesson this is, in fewer words where there is less room."""
        lesson = self.lesson
        game, number = named(lesson.game).title, f"{lesson.number} of {len(self._lessons)}: {lesson.title}"
        titles = (f"{game} · lesson {number}", f"{game} {number}", lesson.title)
        spelled = [self.context.palette.spelled(title) for title in titles]
        return next((title for title in spelled if len(title) <= width), spelled[-1][:width])

    def _wrapped(self, words: str, window: Size) -> list[str]:
        if self.context.ink.pipes:
            words = words.replace("shaded part", "outlined part")
        return wrap(self.context.palette.spelled(words), max(1, window.width - _MARGIN))


def _has_gap(window: Size) -> bool:
    """Whether there is room for a blank line below the lesson's title."""
    return window.height >= _TALL


def first_lesson(context: Context) -> Screen[None]:
    """The lesson to begin with, or the list of lessons if there is none."""
    found = lessons(FIRST_GAME)
    return (
        LessonScreen(context, found, next_lesson(FIRST_GAME, context.settings) or 1) if found else LearnScreen(context)
    )


class TechniqueOfGame(NamedTuple):
    """A technique of a game."""

    game: str
    rule: str


class PractiseScreen(ListScreen[None, TechniqueOfGame | Summary]):
    """Techniques, first those that need practice; Enter finds boards for one. Nothing played there is kept."""

    TITLE = "Practise"
    SUB_TITLE = "one technique at a time, on boards played up to where you need it"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="practise.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._levels = shipped(context.library.where.levels)
        self._found: Practice | None = None
        self._wrong_pins = WrongPinCounts(context)

    def on_screen_resume(self) -> None:
        """Read the journals in the background: a board may have been played again."""
        self.say("")
        _: Worker[None] = self.run_worker(self._read, group="journals", exclusive=True)

    async def _read(self) -> None:
        entries = (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        first = self._found is None
        self._found = practice(entries)
        self._show_all(first)
        self._found = practice(entries, await self.while_open(self._wrong_pins.of(entries)))
        self._show_all(first)

    def _show_all(self, first: bool) -> None:
        self.show()
        if first:
            self.choices.action_first()

    def rows(self) -> Iterator[Choice[TechniqueOfGame | Summary]]:
        """What needs practice, once the journals are read, and the techniques of each game."""
        if self._found is not None:
            yield from self._needs(self._found)
        for game in names():
            yield Choice(((f" {named(game).title}", "good"),))
            found = practised(self._levels, game)
            for rule in sorted(found.keys() - {SEARCH}, key=list(FILES).index):
                count = found[rule]
                words = ((f"   {technique_name(rule):<22}", "text"), (f"in {count} level{'s' * (count != 1)}", "faint"))
                yield Choice(words, TechniqueOfGame(game, rule))

    def _needs(self, found: Practice) -> Iterator[Choice[TechniqueOfGame | Summary]]:
        unclear = f"  unclear as yet: no idea took you {ENOUGH} hints or wrong pins"
        yield Choice(((" Needs practice", "good"), (unclear if found.unclear else "", "faint")))
        for need in found.needs:
            name = f"{technique_name(need.rule):<22}"
            rest = f"{named(need.game).title:<14}{missed(need)}"
            yield Choice(((f"   {name}", "text"), (rest, "faint")), TechniqueOfGame(need.game, need.rule))
        if found.helped:
            yield Choice(((" To play again", "good"), ("   given up, or finished with help", "faint")))
        for entry in found.helped:
            title = named(entry.game).title if entry.game in names() else entry.game
            name = entry.title.rpartition("/")[2]
            how = "given up" if entry.gave_up else "with help"
            words = ((f"   {name:<22.22}", "text"), (f"{title:<14}{entry.size:<8}{how}", "faint"))
            yield Choice(words, entry)

    def choose(self, value: TechniqueOfGame | Summary) -> None:
        """Look for boards that need the technique next, or open a board again."""
        if isinstance(value, TechniqueOfGame):
            practise(self, self.context, value.game, value.rule)
        else:
            try:
                self.opener.resume(value)
            except (PuzzleError, OSError) as error:
                self.say(str(error))

    def action_leave(self) -> None:
        """Stop looking, and go back."""
        forget(self, PRACTICE)
        self.leave()


def missed(need: Need) -> str:
    """`4 hints, 1 wrong pin`."""
    parts = [(need.hints, "hint"), (need.wrong_pins, "wrong pin")]
    return ", ".join(f"{count} {noun}{'s' * (count != 1)}" for count, noun in parts if count)
