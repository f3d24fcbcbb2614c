"""The lessons: a list of them, game by game, with the board of the one at the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from termpuzzles.catalogue.lessons import Lesson, done_lessons, lessons, next_lesson, taught
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.render.picture import picture_of
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.lesson import LessonScreen
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Lines, wrap
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.tui.widgets.thumbnail import Thumbnail

FIRST_GAME = USUAL
_BAR = 6  # columns
_GAME = Column(2, "source", gap=1), Column(2, "faint"), Column(16, "good"), Column(9, right=True, gap=2), Column()
_LESSON = Column(7, "faint", right=True, gap=1), Column(2, "done"), Column()


class LessonNumber(NamedTuple):
    """A lesson by its game and its number from 1; 0 for the game's own row."""

    game: str
    number: int


# The same keys on a French keyboard, where digits are typed with shift.
_UNSHIFTED = "à&é\"'(-è_ç"


class LearnScreen(ListScreen[None, LessonNumber]):
    """The games, one of them with its lessons; the board of the one at the cursor beside them. Enter begins it.

    A number goes to the next lesson of that game, and further ones to the lesson of that number.
    """

    TITLE = "Learn"
    BESIDE_FROM = 72
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "fold(-1)", "fold", id="learn.fold", tooltip="The lessons of the game before"),
        Binding("right,l", "fold(1)", "unfold", id="learn.unfold", tooltip="The lessons of the next game"),
        Binding("q,escape", "leave", "back", id="learn.leave", tooltip="Back to where you were"),
    ]
    BINDINGS += [
        Binding(f"{digit}", f"digit({digit})", "game", id=f"learn.{digit}", tooltip="A game, then a lesson")
        for digit in range(10)
    ]
    KEYS = ("choose", "game", "list.choose", "app.palette", "learn.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        first = self.begins_at()
        self._open = first.game if first else next(iter(taught()), USUAL)
        self._typed: tuple[LessonNumber | None, str] = (None, "")  # where the last digit led, and a lesson's digits
        self._lessons: dict[str, list[Lesson]] = {}

    def beside(self) -> ComposeResult:
        """The board of the lesson at the cursor, and words about it."""
        yield Thumbnail(self.context, id="board")
        yield Lines(self.context.palette, id="about")

    def on_screen_resume(self) -> None:
        """Show which lessons are done, the cursor on the next one of the game that was open."""
        at = self.choices.value
        self.show(self._next_of(at.game) if at else self.begins_at())

    def begins_at(self) -> LessonNumber | None:
        """The first lesson that is not done, of the game with the latest lesson."""
        settings = self.context.settings
        begun = [game for game in taught() if any(key.startswith(f"{game}/") for key in done_lessons(settings))]
        games = [*begun, *taught()]
        return next((LessonNumber(game, number) for game in games if (number := next_lesson(game, settings))), None)

    def _next_of(self, game: str) -> LessonNumber:
        """The next lesson of a game, or its first one if all are done."""
        return LessonNumber(game, next_lesson(game, self.context.settings) or 1)

    def headline(self) -> Headline:
        """How many lessons are done."""
        count, every = len(done_lessons(self.context.settings)), sum(map(len, taught().values()))
        return Headline("Learn", "a tiny board for each technique", ((f"{count} of {every} done", "text"),))

    def rows(self) -> Iterator[Choice[LessonNumber]]:
        """The games with their numbers, and the lessons of the one that is open."""
        done, glyphs = done_lessons(self.context.settings), self.context.glyphs
        folded, unfolded = ("▸", "▾") if glyphs.unicode else ("+", "-")
        for place, (game, titles) in enumerate(taught().items(), 1):
            count = sum(f"{game}/{number}" in done for number, _ in enumerate(titles, 1))
            sign = unfolded if game == self._open else folded
            counted = ((f"{count} of {len(titles):>2}", "text" if count else "faint"),)
            bar = filled_bar(count / len(titles), _BAR, glyphs.unicode)
            words = in_columns(_GAME, str(place), sign, named(game).title, counted, bar)
            yield Choice(words, LessonNumber(game, 0))
            for number, title in enumerate(titles if game == self._open else (), 1):
                mark = glyphs.done if f"{game}/{number}" in done else ""
                yield Choice(in_columns(_LESSON, str(number), mark, title), LessonNumber(game, number))

    def choose(self, value: LessonNumber) -> None:
        """Begin a lesson, or say why it cannot be given; unfold a game."""
        if not value.number:
            self._unfold("" if self._open == value.game else value.game, value)
            return
        try:
            self.app.push_screen(LessonScreen(self.context, lessons(value.game), value.number))
        except (PuzzleError, OSError, KeyError, ValueError) as error:
            self.show_message(sentence(str(error)))

    def _unfold(self, game: str, at: LessonNumber) -> None:
        self._open = game
        self.show(at)

    def action_fold(self, step: int) -> None:
        """Unfold the next game, or the one before."""
        games = list(taught())
        if games:
            game = games[(games.index(self._open) + step) % len(games) if self._open in games else 0]
            self._unfold(game, LessonNumber(game, 0))

    def action_digit(self, digit: int) -> None:
        """Go to a game by its number, and from there to a lesson by its own."""
        (before, typed), games = self._typed, list(taught())
        if before is not None and before == self.choices.value:
            found = self._numbered(before.game, f"{typed}{digit}")
        else:
            found = (self._next_of(games[digit - 1]), "") if 0 < digit <= len(games) else (None, "")
        self._typed = found
        if found[0] is not None:
            self._unfold(found[0].game, found[0])

    def _numbered(self, game: str, typed: str) -> tuple[LessonNumber | None, str]:
        """The lesson of a game with the number that was typed, or with its last digit if there is none."""
        for digits in (typed, typed[-1]):
            if 0 < int(digits) <= len(taught()[game]):
                return LessonNumber(game, int(digits)), digits
        return None, ""

    def describe(self, value: LessonNumber | None) -> None:
        """Show the board of the lesson at the cursor, and what it is about."""
        if value is None:
            return
        self.show_message(named(value.game).goal)
        if value.game not in self._lessons:
            self._lessons[value.game] = lessons(value.game)
        lesson = next(iter(self._lessons[value.game][(value.number or self._next_of(value.game).number) - 1 :]), None)
        if lesson is None:
            return
        self.query_one(Thumbnail).show(picture_of(lesson.puzzle, lesson.puzzle.start))
        about = self.query_one("#about", Lines)
        lines = [(), ((lesson.title, "good"),), ((technique_name(lesson.teaches), "source"),)]
        words = wrap(lesson.shown.before, max(20, about.size.width))
        about.lines = [*lines, *(((line, "text"),) for line in words)]

    def on_resize(self) -> None:
        """Wrap the words anew."""
        self.call_after_refresh(self._describe_anew)

    def _describe_anew(self) -> None:
        if self.is_ready:
            self.describe(self.choices.value)


def first_lesson(context: Context) -> Screen[None]:
    """The lesson to begin with, or the list of lessons if there is none."""
    found = lessons(FIRST_GAME)
    return (
        LessonScreen(context, found, next_lesson(FIRST_GAME, context.settings) or 1) if found else LearnScreen(context)
    )
