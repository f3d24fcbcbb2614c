"""A lesson: a tiny board, a sentence before the deduction, a hint, and a sentence after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from textual.app import ComposeResult
from textual.geometry import Size

from termpuzzles.board.grid import Grid
from termpuzzles.catalogue.lessons import Lesson
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.play.lesson import LessonController
from termpuzzles.play.opening import Opened
from termpuzzles.render.ink import Zoom
from termpuzzles.session.staged_hint import StagedHint
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import keys_in_line
from termpuzzles.tui.screen import Headline, PuzzleScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.frame import BoardFrame
from termpuzzles.tui.widgets.geometry import fitting_zoom
from termpuzzles.tui.widgets.layout import NEEDED, Captions, FreeSpace, kept_zoom, words_around
from termpuzzles.tui.widgets.lines import Lines, Words, wrap

_MARGIN = 2  # columns beside the lesson's words
_WIDEST, _NARROW = 46, (26, 20)  # columns of the words beside a board: at most, and where there is little room
_TALL = 18  # rows: in a window at least this high there is room for the keys
_ABOVE_AND_BELOW = 2  # rows of the heading and of the line below the board
_LEAST = 6  # rows or columns of a board at least
_NAMED = 60  # columns: in a narrower window the heading has room only for numbers
_AT_THE_END = ("play.on", "play.restart", "play.help", "play.leave")  # the keys that do something on a solved board
_AROUND_NAME = 20  # columns of the heading beside its name


class Arrangement(NamedTuple):
    """How a board and words share a window: the zoom of the board, and the room of the words, beside it or below."""

    zoom: Zoom
    is_beside: bool
    words: Size


def arranged(grid: Grid, zooms: Sequence[Zoom], window: Size, lines: Callable[[int, bool], int]) -> Arrangement:
    """The arrangement in which the board is as large as can be; of equal ones that with the widest words beside it.

    `lines(width, at_the_end)` says how many rows the words take; those at the end must have room only beside the board.
    """
    high, found = window.height - _ABOVE_AND_BELOW, list[Arrangement]()
    for width in (min(_WIDEST, window.width * 2 // 5), *_NARROW):
        if min(_NARROW) <= width <= window.width - _LEAST and lines(width, True) <= high:
            zoom = fitting_zoom(grid, Size(window.width - width, high), 0, zooms)
            found.append(Arrangement(zoom, True, Size(width, high)))
    rows = min(lines(window.width, False), high - _LEAST)
    zoom = fitting_zoom(grid, Size(window.width, high - rows), 0, zooms)
    found.append(Arrangement(zoom, False, Size(window.width, rows)))
    return max(found, key=lambda each: zooms.index(each.zoom))


class LessonScreen(PlayScreen):
    """A lesson: a sentence before the deduction, a hint, and a sentence after it; only that it was done is kept.

    The words stand beside the board, or below it in a narrow window; a hint takes their place.
    """

    CSS_PATH = "screens.tcss"

    controller: LessonController

    def __init__(self, context: Context, found: list[Lesson], number: int) -> None:
        library = context.library.in_memory()
        self._kept = context
        self._lessons = found
        super().__init__(replace(context, library=library), [lesson.puzzle for lesson in found], number - 1)

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> LessonController:
        """The controller of the lessons."""
        return LessonController(self._kept, self, self._lessons, index)

    def make_frame(self) -> LessonFrame:
        """The frame, which has the lesson's words."""
        return LessonFrame(self, self.controller, self._lessons)

    def beside(self) -> ComposeResult:
        """The lesson's words."""
        yield Lines(self.context.palette, id="lesson")

    def _begin(self) -> None:
        super()._begin()
        self.cursor = self.controller.lesson.mark
        if self.controller.lesson.part:
            self.controller.show_part()


class LessonFrame(BoardFrame):
    """What stands around the board of a lesson: its words beside the board, or below it; a hint takes their place."""

    controller: LessonController

    def __init__(self, screen: PuzzleScreen[None], controller: LessonController, lessons: list[Lesson]) -> None:
        self._lessons = lessons
        self._words = Size(0, 0)  # the room for the lesson's words
        self._is_beside = False  # whether they stand beside the board
        super().__init__(screen, controller)

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self.controller.lesson

    def headline(self) -> Headline:
        """Which lesson it is, in fewer words where there is less room."""
        lesson, game = self.lesson, named(self.lesson.game).title
        which = "lesson " if self.screen.size.width >= _NAMED else ""
        state = ((f"{which}{lesson.number} of {len(self._lessons)}", "faint"),)
        name = f"Learn · {game} · {lesson.title}"
        has_room = self.context.palette.width(name) + _AROUND_NAME <= self.screen.size.width
        return Headline(name if has_room else lesson.title, "", state)

    def fit(self, window: Size) -> None:
        """Fit the board beside the lesson's words, or above them; they keep their room as long as the lesson lasts."""
        if window.width < NEEDED.width or window.height < NEEDED.height:
            self.show_too_small(window)
            return
        self.let_play()
        self._lines("panel").display = False
        board, words = self.board, self._lines("lesson")
        zoom, self._is_beside, self._words = arranged(self.controller.puzzle.grid, board.zooms, window, self._most)
        self.screen.set_class(not self._is_beside, "below")
        words.styles.width = self._words.width
        board.styles.margin = (0, 0, 0 if self._is_beside else self._words.height, 0)
        board.zoom = kept_zoom(self.context, self.controller.puzzle, self.screen.size) or zoom
        self.show_words()

    def _most(self, width: int, at_the_end: bool) -> int:
        """The lines that the lesson's words take at most, with or without those at its end."""
        text = [self._text_lines(words, done, width) for words, done in self._sentences if at_the_end or not done]
        return max(len(lines) for lines in text)

    @property
    def _sentences(self) -> tuple[tuple[str, bool], ...]:
        """Everything that the lesson says, each with whether it is said at its end."""
        shown = self.lesson.shown
        return (shown.before, False), (shown.after, False), (shown.moral, True)

    def show_beside(self, solved: bool) -> None:
        """Show the lesson's words, and those below the board."""
        text, width = self.lesson.shown, self._words.width
        if solved:
            self.controller.remember()
        self._lines("status").lines = self._below()
        understood = text.moral if solved else text.after
        words = understood if solved or self.controller.is_understood else text.before
        lines = self._hint_lines(width) if self.controller.staged_hint.was_asked_for else []
        lines = lines or self._text_lines(words, solved, width)
        above = 0
        if self._is_beside:
            above = max(0, (self._words.height - max(self._most(width, True), len(lines))) // 2)
        shown = self._lines("lesson")
        shown.lines = [()] * above + lines
        shown.styles.height = "1fr" if self._is_beside else max(self._words.height, len(lines))

    def _below(self) -> list[Words]:
        """What is wrong, what was just done, and keys where there is room for them; in few rows one line alone."""
        session, report = self.controller.session, self.report
        if self._is_beside and self.screen.size.height >= _TALL:
            return self.around(FreeSpace(self.screen.size.width, 0)).status
        if session.solved:
            return self.said()
        state = captions.still_wrong(session, report.marks, report.may_say)
        width = self.screen.size.width
        words = captions.state_in_words(state, report.message, report.trouble, captions.room_for(width), 1)
        return captions.in_margin(words, width)

    def around(self, room: FreeSpace) -> Captions:
        """The words around the board; a hint has its place beside it."""
        keys = [keys_in_line(self.screen, _AT_THE_END)] if self.controller.session.solved else self.keys
        return words_around(self.report._replace(staged_hint=StagedHint(self.lesson.puzzle)), self.board, room, keys)

    def _text_lines(self, words: str, is_done: bool, width: int) -> list[Words]:
        """What the lesson says, and once it is done what comes next."""
        margin = " " * _MARGIN
        sentence: list[Words] = [((f"{margin}{line}", "text"),) for line in self._wrapped(words, width)]
        if not is_done:
            return sentence
        enter, action = self.name_of("play.on"), "screen.act('play.on')"
        gap: list[Words] = [()] * (self.screen.size.height >= _TALL)
        title: list[Words] = [((f"{margin}{self.context.glyphs.done} Solved", "done"),)]
        following = f"next: {self._lessons[self.controller.index + 1].title}" if not self.controller.is_last else ""
        praise: list[Words] = []
        if not following:
            praised = "Well done: that was the last lesson."
            praise = [((f"{margin}{line}", "text"),) for line in self._wrapped(praised, width)]
            named = f": {self.controller.next_name}" if self.controller.next_name and gap else ""
            following = f"to the levels{named}"
        first, *rest = self._wrapped(following, width - len(enter) - 1)
        on: list[Words] = [((f"{margin}{enter}", "source", action), (f" {first}", "good", action))]
        on += [((f"{margin}{'':{len(enter)}} {line}", "good", action),) for line in rest]
        return [*title, *gap, *sentence, *gap[: len(sentence)], *praise, *gap[: len(praise)], *on]

    def _hint_lines(self, width: int) -> list[Words]:
        """The hint in place of the lesson's words."""
        staged, margin = self.controller.staged_hint, " " * _MARGIN
        text, does = captions.hint_in_words(staged, bool(self.board.zoom.pixels))
        page = f" {staged.page} of {staged.pages}" if staged.page and staged.pages > 1 else ""
        title = self._wrapped(f"{staged.title or 'Hint'}{page}", width)
        lines: list[Words] = [((f"{margin}{line}", "good"),) for line in title]
        lines += [((f"{margin}{line}", "text"),) for line in self._wrapped(text, width)]
        action = "screen.act('play.hint')"
        key: Words = ((f"{margin}{self.name_of('play.hint')}", "source", action), (f" {does}", "faint", action))
        return [*lines, key] if staged.sentence else []

    def _wrapped(self, words: str, width: int) -> list[str]:
        if self.board.zoom.pixels:
            words = words.replace("shaded part", "outlined part")
        return wrap(self.context.palette.spelled(words), width - 2 * _MARGIN + 1)
