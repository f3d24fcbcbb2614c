"""The lessons and puzzles of the Wall Game: a win in so many turns, and the engine's answer to each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.english import counted
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.captions import wrapped
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.wall.game.lessons import WALL_LESSONS, WallLesson
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.game.puzzles import TryResult, WallPuzzle, shipped_puzzles
from termpuzzles.wall.match.course import (
    LessonCourse,
    PuzzleCourse,
    answer_in_words,
    next_wall_puzzle,
    progress_of,
    solved_puzzles,
)
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.screens.board import ENGINE, WALL_STYLES, WallBoardScreen
from termpuzzles.wall.screens.small_boards import small_board_strips
from termpuzzles.wall.screens.words import SIDE_TONES, turn_in_one_line, turn_lines


class WallPuzzleScreen(WallBoardScreen):
    """A puzzle: win in so many turns. A wrong turn is answered and taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "following(1)", "next puzzle", id="wall.next", tooltip="The next puzzle"),
        Binding("b", "following(-1)", "puzzle before", id="wall.before", tooltip="The puzzle before"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "wall.put", "wall.send", "wall.next", "wall.leave")

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self._course = PuzzleCourse(context, number)
        self._thinks = False

    @property
    def puzzle(self) -> WallPuzzle:
        """The puzzle."""
        return self._course.puzzle

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def may_act(self) -> bool:
        """Whether a turn may be tried."""
        return not self._course.is_solved and not self._thinks

    def headline(self) -> Headline:
        """The puzzle's title and number."""
        number = f"{self._course.number + 1} of {len(self._course.puzzles)}"
        return Headline("Wall puzzle", self.puzzle.title, ((number, "faint"),))

    def panel(self) -> Iterator[Words]:
        """The goal, what is staged, and the turns so far."""
        puzzle, side = self.puzzle, self.puzzle.position.side
        turns = self._course.turns_left
        solved = f"{self.context.glyphs.done} solved" if self._course.was_solved else ""
        if self.has_few_rows:
            goal = f" to {puzzle.goal} in {counted(turns, 'turn')}  "
            yield ((f" {SIDES[side]}", SIDE_TONES[side]), (goal, "text"), (solved, "done"))
            yield turn_in_one_line(self.staging.turn, self.staging.shown, None, "")
            return
        yield (("  ", "text"), (SIDES[side], SIDE_TONES[side]), (f" to {puzzle.goal}", "text"))
        yield ((f"  in {counted(turns, 'turn')}", "text"),)
        yield ()
        yield from turn_lines(self.staging, self.context.glyphs.unicode, self.panel_width, self.is_narrow)
        if solved:
            yield ((f"  {solved}", "done"),)

    def send(self, turn: Turn) -> None:
        """Try the turn."""
        self._thinks = True
        self.show_message("Looking for an answer …")
        question = self._course.question(turn)
        ask(self, self.context.answerer, question, lambda found: self._show_answer(turn, found), ENGINE, self._give_up)
        self.show()

    def _give_up(self) -> None:
        self._thinks = False
        self.show_message("No answer was found in a minute.")
        self.show()

    def _show_answer(self, turn: Turn, found: TryResult) -> None:
        self._thinks = False
        self._course.apply(turn, found)
        if self._course.is_solved:
            self.show_message("Solved. n opens the next puzzle.")
            self.show()
            return
        self.begin_turn()
        answer = answer_in_words(found)
        if found.right:
            self.show_message(f"Right. The answer: {answer}.")
        else:
            tried = str(turn) if turn != Turn() else "Passing"
            self.show_message(f"{tried} does not win in time{': ' * bool(answer)}{answer}. It is taken back.")

    def action_following(self, step: int) -> None:
        """Open the next puzzle, or the one before."""
        why = self._course.go(step)
        self.show_message(why)
        if not why:
            forget(self, ENGINE)
            self._thinks = False
            self.begin_turn()


class WallPuzzlesScreen(ListScreen[None, int]):
    """All puzzles, and beside them the position of the one at the cursor with its goal in words."""

    TITLE = "Wall puzzles"
    BESIDE_FROM = 76
    CSS_PATH = WALL_STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="wallpuzzles.leave", tooltip="Back to where you were"),
    ]
    KEYS = ("choose", "list.choose", "wallpuzzles.leave")
    KEYS_NARROW = ("list.choose", "frame.turn", "wallpuzzles.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.puzzles = shipped_puzzles()

    captions: ClassVar[dict[str, str]] = {"list.choose": "play", "frame.turn": "board"}  # type: ignore[misc] # fixed

    def headline(self) -> Headline:
        """How many are solved."""
        _, _, solved, every = progress_of(self.context)
        return Headline("Wall puzzles", state=((f"{solved} of {every} solved", "text"),))

    def begins_at(self) -> int | None:
        """The first one that is not solved."""
        return next_wall_puzzle(self.context)

    def on_screen_resume(self) -> None:
        """Show which ones are solved now, the cursor on the next one."""
        if self.is_ready:
            self.show(next_wall_puzzle(self.context))

    def beside(self) -> ComposeResult:
        """The position, and what is to be done in it."""
        yield Drawing(self.context, self._draw, id="wall-board")
        yield Lines(self.context.palette, id="goal")

    def rows(self) -> Iterator[Choice[int]]:
        """The puzzles, each with its number and its rating."""
        done, solved = self.context.glyphs.done, solved_puzzles(self.context)
        title = Column(22 if self.is_narrow else 26)
        columns = Column(4, "faint", right=True, gap=1), Column(2, "done"), title, Column(6, "faint", right=True)
        for number, puzzle in enumerate(self.puzzles):
            sign = done if puzzle.id in solved else ""
            yield Choice(in_columns(columns, str(number + 1), sign, puzzle.title, f"{puzzle.rating:,}"), number)

    def _draw(self, room: Size, brush: CellPainter) -> Sequence[Strip]:
        number = self.choices.value
        return [] if number is None else small_board_strips(self.puzzles[number].position, room, brush)

    def describe(self, value: int | None) -> None:
        """Show the position at the cursor, and its goal."""
        if value is None or not self.is_ready:
            return
        self.query_one("#wall-board", Drawing).draw_anew()
        puzzle = self.puzzles[value]
        side, turns = puzzle.position.side, counted(puzzle.turns, "turn")
        self.query_one("#goal", Lines).lines = [
            ((puzzle.title, "good"),),
            ((SIDES[side], SIDE_TONES[side]), (f" to {puzzle.goal} in {turns}", "text")),
        ]

    def choose(self, value: int) -> None:
        """Open the puzzle."""
        self.app.push_screen(WallPuzzleScreen(self.context, value))


class WallLessonScreen(WallBoardScreen):
    """A lesson: a position, and a turn that shows its idea."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "following", "next lesson", id="wall.next_lesson", tooltip="The next lesson"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "wall here", "wall.put", "wall.send", "wall.next_lesson", "wall.leave")

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self._course = LessonCourse(context, number)

    @property
    def lesson(self) -> WallLesson:
        """The lesson."""
        return self._course.lesson

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._course.staging

    @property
    def may_act(self) -> bool:
        """Whether a turn may be tried."""
        return not self._course.is_done

    def headline(self) -> Headline:
        """The lesson's title and number."""
        number = f"{self._course.number + 1} of {len(WALL_LESSONS)}"
        return Headline("Lesson", self.lesson.title, ((number, "faint"),))

    def panel(self) -> Iterator[Words]:
        """The lesson's sentence, and what is staged."""
        room = self.query_one("#panel").size
        indent = "" if self.is_narrow else " "  # as the lines about the turn have it
        width = room.width - 1 if self.is_narrow else room.width - 3
        text, tone = (self.lesson.after, "good") if self._course.is_done else (self.lesson.before, "text")
        lines = wrapped(text, width)
        if room.height and len(lines) > room.height:
            rest, sign = " ".join(lines[room.height - 1 :]), self.context.palette.spelled("…")
            lines[room.height - 1 :] = [f" {shorten(rest, max(len(sign), width - 1), placeholder=sign)}"]
        yield from (((indent + line, tone),) for line in lines)
        yield ()
        yield from turn_lines(self.staging, self.context.glyphs.unicode, self.panel_width, self.is_narrow)

    def send(self, turn: Turn) -> None:
        """Say whether the turn shows the idea; one that does not is taken back."""
        if not self._course.try_turn(turn):
            self.begin_turn()
            self.show_message(f"{turn} is legal, but does not do it yet. Try another turn.")
            return
        is_last = self._course.is_last
        self.show_message("That was the last lesson: n opens the puzzles." if is_last else "n opens the next lesson.")
        self.show()

    def action_following(self) -> None:
        """Open the next lesson; after the last one the puzzles."""
        if self._course.is_last:
            self.app.switch_screen(WallPuzzleScreen(self.context, next_wall_puzzle(self.context)))
            return
        self._course.begin(self._course.number + 1)
        self.show_message("")
        self.begin_turn()
