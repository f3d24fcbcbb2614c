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
from termpuzzles.render.ink import Zoom
from termpuzzles.render.picture import picture_of
from termpuzzles.session.staged_hint import StagedHint
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import PRACTICE, WrongPinCounts, forget, practise
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import Headline, ListScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.captions import progress_bar
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.geometry import fitting_zoom
from termpuzzles.tui.widgets.layout import NEEDED, Captions, FreeSpace, kept_zoom, too_small, words_around
from termpuzzles.tui.widgets.lines import Lines, Words, filled_bar
from termpuzzles.tui.widgets.thumbnail import Thumbnail

FIRST_GAME = USUAL
_MARGIN = 2  # columns beside the lesson's words
_BAR, _WIDE_BAR = 6, 14  # columns
_WIDEST, _NARROW = 46, (26, 20)  # columns of the words beside a board: at most, and where there is little room
_TALL = 18  # rows: in a window at least this high there is room for the keys
_ABOVE_AND_BELOW = 2  # rows of the heading and of the line below the board
_LEAST = 6  # rows or columns of a board at least
_NAMED = 60  # columns: in a narrower window the heading has room only for numbers
_AROUND_NAME = 20  # columns of the heading beside its name


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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "fold(-1)", "fold", id="learn.fold", tooltip="The lessons of the game before", show=False),
        Binding("right,l", "fold(1)", "unfold", id="learn.unfold", tooltip="The lessons of the next game", show=False),
        Binding("q,escape", "leave", "back", id="learn.leave", tooltip="Back to where you were"),
    ]
    BINDINGS += [
        Binding(f"{digit}", f"digit({digit})", "game", id=f"learn.{digit}", tooltip="A game, then a lesson", show=False)
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
            count, every = sum(f"{game}/{number}" in done for number in range(1, len(titles) + 1)), len(titles)
            head = ((f" {place} ", "source"), (f"{unfolded if game == self._open else folded} ", "faint"))
            bar = progress_bar(count / every if every else 0, _BAR, glyphs.unicode)
            counted = (f"{count:>3} of {every:<3} ", "text" if count else "faint")
            yield Choice((*head, (f"{named(game).title:<16}", "good"), counted, *bar), LessonNumber(game, 0))
            for number, title in enumerate(titles if game == self._open else (), 1):
                mark = glyphs.done if f"{game}/{number}" in done else " "
                words = ((f"    {number:>3} ", "faint"), (f"{mark} ", "done"), (title, "text"))
                yield Choice(words, LessonNumber(game, number))

    def choose(self, value: LessonNumber) -> None:
        """Begin a lesson, or say why it cannot be given; unfold a game."""
        if not value.number:
            self._unfold("" if self._open == value.game else value.game, value)
            return
        try:
            self.app.push_screen(LessonScreen(self.context, lessons(value.game), value.number))
        except (PuzzleError, OSError, KeyError, ValueError) as error:
            self.say(str(error))

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
        self.say(named(value.game).goal)
        if value.game not in self._lessons:
            self._lessons[value.game] = lessons(value.game)
        lesson = next(iter(self._lessons[value.game][(value.number or self._next_of(value.game).number) - 1 :]), None)
        if lesson is None:
            return
        self.query_one(Thumbnail).show(picture_of(lesson.puzzle, lesson.puzzle.start))
        about = self.query_one("#about", Lines)
        lines = [(), ((lesson.title, "good"),), ((technique_name(lesson.teaches), "source"),)]
        words = wrap(lesson.before, max(20, about.size.width))
        about.lines = [*lines, *(((line, "text"),) for line in words)]

    def on_resize(self) -> None:
        """Wrap the words anew."""
        super().on_resize()
        self.call_after_refresh(self._describe_anew)

    def _describe_anew(self) -> None:
        if self.is_ready:
            self.describe(self.choices.value)


_A_PART = "the shaded part"  # the words of a lesson that speaks of more than its tile


class LessonScreen(PlayScreen):
    """A lesson: a sentence before the deduction, a hint, and a sentence after it; only that it was done is kept.

    The words stand beside the board, or below it in a narrow window; a hint takes their place.
    """

    CSS_PATH = "screens.tcss"

    def __init__(self, context: Context, found: list[Lesson], number: int) -> None:
        library = context.library.in_memory()
        self._kept = context
        self._lessons = found
        self._words = Size(0, 0)  # the room for the lesson's words
        self._is_beside = False  # whether they stand beside the board
        super().__init__(replace(context, library=library), [lesson.puzzle for lesson in found], number - 1)

    def make_controller(self, puzzles: list[Puzzle], index: int, journal: Journal | None) -> LessonController:
        """The controller of the lessons."""
        self._lesson_in_play = LessonController(self._kept, self, self._lessons, index)
        return self._lesson_in_play

    @property
    def lesson(self) -> Lesson:
        """The current lesson."""
        return self._lesson_in_play.lesson

    def beside(self) -> ComposeResult:
        """The lesson's words."""
        yield Lines(self.context.palette, id="lesson")

    def headline(self) -> Headline:
        """Which lesson it is, in fewer words where there is less room."""
        lesson, game = self.lesson, named(self.lesson.game).title
        which = "lesson " if self.size.width >= _NAMED else ""
        state = ((f"{which}{lesson.number} of {len(self._lessons)}", "faint"),)
        name = f"Learn · {game} · {lesson.title}"
        return Headline(name if len(name) + _AROUND_NAME <= self.size.width else lesson.title, "", state)

    def _fit(self, window: Size) -> None:
        """Fit the board beside the lesson's words, or above them; they keep their room as long as the lesson lasts."""
        small = window.width < NEEDED.width or window.height < NEEDED.height
        self.set_class(small, "small")
        if small:
            self.query_one("#small", Lines).lines = [((line, "text"),) for line in too_small(window)]
            return
        self._has_panel = self.query_one("#panel").display = False
        board, words = self.board, self.query_one("#lesson", Lines)
        zoom, self._is_beside, self._words = self._arranged(window)
        self.set_class(not self._is_beside, "below")
        words.styles.width = self._words.width
        board.styles.margin = (0, 0, 0 if self._is_beside else self._words.height, 0)
        board.zoom = kept_zoom(self.context, self.controller.puzzle, self.size) or zoom
        if self.focused is None:
            self.set_focus(board)
        self.show_words()

    def _arranged(self, window: Size) -> tuple[Zoom, bool, Size]:
        """The zoom, whether the words are beside the board, and their room: so that the board is as large as can be."""
        grid, zooms, high = self.controller.puzzle.grid, self.board.zooms, window.height - _ABOVE_AND_BELOW
        found = []
        for width in (min(_WIDEST, window.width * 2 // 5), *_NARROW):
            if min(_NARROW) <= width <= window.width - _LEAST and self._most(width, True) <= high:
                zoom = fitting_zoom(grid, Size(window.width - width, high), 0, zooms)
                found.append((zoom, True, Size(width, high)))
        rows = min(self._most(window.width, False), high - _LEAST)
        found.append((fitting_zoom(grid, Size(window.width, high - rows), 0, zooms), False, Size(window.width, rows)))
        return max(found, key=lambda each: zooms.index(each[0]))

    def _most(self, width: int, at_the_end: bool) -> int:
        """The lines that the lesson's words take at most, with or without those at its end."""
        told = [self._told(words, done, width) for words, done in self._sentences if at_the_end or not done]
        return max(len(lines) for lines in told)

    @property
    def _sentences(self) -> tuple[tuple[str, bool], ...]:
        """Everything that the lesson says, each with whether it is said at its end."""
        return (self.lesson.before, False), (self.lesson.after, False), (self.lesson.after, True)

    def _begin(self) -> None:
        super()._begin()
        self.cursor = self.lesson.mark
        if _A_PART in self.lesson.before.lower():
            point_out(self.controller)

    def show_beside(self, solved: bool) -> None:
        """Show the lesson's words, and those below the board."""
        lesson, width = self.lesson, self._words.width
        if solved:
            self._lesson_in_play.remember()
        self.query_one("#status", Lines).lines = self._below()
        words = lesson.after if solved or self._lesson_in_play.is_understood else lesson.before
        lines = self._hint_lines(width) if self.controller.staged_hint.was_asked_for else []
        lines = lines or self._told(words, solved, width)
        above = 0
        if self._is_beside:
            above = max(0, (self._words.height - max(self._most(width, True), len(lines))) // 2)
        shown = self.query_one("#lesson", Lines)
        shown.lines = [()] * above + lines
        shown.styles.height = "1fr" if self._is_beside else max(self._words.height, len(lines))

    def _below(self) -> list[Words]:
        """What is wrong, what was just done, and keys where there is room for them; in few rows one line alone."""
        session, report = self.controller.session, self._report
        if self._is_beside and self.size.height >= _TALL:
            return self.around(FreeSpace(self.size.width, 0)).status
        if session.solved:
            return self._said
        state = captions.still_wrong(session, report.marks, report.may_say)
        return captions.state_in_words(state, report.message, report.trouble, self.size.width, 1)

    def around(self, room: FreeSpace) -> Captions:
        """The words around the board; a hint has its place beside it."""
        keys = self._keys.shown
        return words_around(self._report._replace(staged_hint=StagedHint(self.lesson.puzzle)), self.board, room, keys)

    def _told(self, words: str, is_done: bool, width: int) -> list[Words]:
        """What the lesson says, and once it is done what comes next."""
        margin = " " * _MARGIN
        sentence: list[Words] = [((f"{margin}{line}", "text"),) for line in self._wrapped(words, width)]
        if not is_done:
            return sentence
        enter, action = self.name_of("play.on"), "screen.act('play.on')"
        gap: list[Words] = [()] * (self.size.height >= _TALL)
        title: list[Words] = [((f"{margin}{self.context.glyphs.done} Solved", "done"),)]
        following = (
            f"next: {self._lessons[self.controller.index + 1].title}" if not self._lesson_in_play.is_last else ""
        )
        praise: list[Words] = []
        if not following:
            praised = "Well done: that was the last lesson."
            praise = [((f"{margin}{line}", "text"),) for line in self._wrapped(praised, width)]
            named = f": {self.controller.next_name}" if self.controller.next_name and gap else ""
            following = f"to the levels{named}"
        first, *rest = wrap(following, max(1, width - _MARGIN - len(enter) - 2))
        on: list[Words] = [((f"{margin}{enter}", "source", action), (f" {first}", "good", action))]
        on += [((f"{margin}{'':{len(enter)}} {line}", "good", action),) for line in rest]
        return [*title, *gap, *sentence, *gap, *praise, *gap[: len(praise)], *on]

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
        return wrap(self.context.palette.spelled(words), max(1, width - 2 * _MARGIN + 1))


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
    SUB_TITLE = "one technique at a time · on boards played up to where you need it"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="practise.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "app.palette", "practise.leave")

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
        unclear = f"  none yet: no technique has cost you {ENOUGH} hints or wrong pins"
        yield Choice(((" Needs practice", "good"), (unclear if found.unclear else "", "faint")))
        wide, most = not self.is_narrow, max((need.missed for need in found.needs), default=1)
        for need in found.needs:
            game = f"{named(need.game).title:<14}"
            bar = filled_bar(need.missed / most, _WIDE_BAR * wide, self.context.glyphs.unicode, "bad loop")
            counted = f"  {missed(need)}" if wide else f"{need.missed:>3}"
            words = ((f"   {technique_name(need.rule):<{22 if wide else 17}}", "text"), (game, "faint"))
            yield Choice((*words, *bar, (counted, "faint")), TechniqueOfGame(need.game, need.rule))
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
