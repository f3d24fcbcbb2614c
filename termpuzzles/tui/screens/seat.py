"""The screen around a board: who sits at it, what is drawn and said, and when the clock runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen

from termpuzzles.games.model import Puzzle
from termpuzzles.play.advice import Advice, looks_of
from termpuzzles.play.journal import Journal
from termpuzzles.play.open_session import open_session
from termpuzzles.play.session import Session
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.tui.keys import SHOWN_KEYS, SHOWN_WHEN_FINISHED, shown_keys
from termpuzzles.tui.questions import ask, forget
from termpuzzles.tui.screens.options import chosen
from termpuzzles.tui.widgets import words
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.boards import DrawingBoard, TurningBoard
from termpuzzles.tui.widgets.geometry import Geometry, largest_zoom
from termpuzzles.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from termpuzzles.tui.app import PuzzleApp

_STATUS_LINES = 3
NEEDED = Size(24, 8)  # the smallest window in which a board can be played


class SeatScreen(Screen[None]):
    """Owns the session at one of several puzzles; the board draws what it is given."""

    DEFAULT_CSS = """
    SeatScreen { layout: vertical; }
    SeatScreen #middle { height: 1fr; }
    SeatScreen #panel { width: 26; height: 1fr; }
    SeatScreen #status { height: 3; }
    SeatScreen #small { height: 1fr; display: none; }
    SeatScreen.small > * { display: none; }
    SeatScreen.small #small { display: block; }
    """

    app: PuzzleApp

    def __init__(self, puzzles: list[Puzzle], index: int = 0, journal: Journal | None = None) -> None:
        super().__init__()
        self.puzzles = puzzles
        self.index = index
        self.message = ""
        self._away = False
        self._shown_second = -1
        self.sit_down(journal)

    def sit_down(self, journal: Journal | None = None) -> None:
        """Begin, or go on with, the sitting at the puzzle that is played now."""
        for group in ("check", "hint", "count"):
            forget(self, group)
        self.seat = open_session(self.app.library, self.puzzles[self.index], self.app.now, journal)
        self.message, self.tag = "", ""
        self.wrong: frozenset[int] = frozenset()  # cells that a check found wrong
        self.advice = Advice(self.session.puzzle)
        if self.session.solved and not self.session.can_undo:
            self.message = "This board needs no move: it is solved as it stands."

    @property
    def session(self) -> Session:
        """The sitting that is played."""
        return self.seat.session

    def compose(self) -> ComposeResult:
        """The line above, the board with its panel, the line below."""
        palette = self.app.palette
        kind = DrawingBoard if self.session.puzzle.game.draws else TurningBoard
        yield Lines(palette, id="heading")
        with Horizontal(id="middle"):
            yield kind(self.picture(), self.app.glyphs, palette)
            yield Lines(palette, id="panel")
        yield Lines(palette, id="status")
        yield Lines(palette, id="small")

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    def picture(self) -> Picture:
        """What is to be drawn now."""
        session = self.session
        return picture_of(
            session.puzzle,
            session.state,
            session.seen,
            mistakes=session.mistakes,
            hints=looks_of(self.advice.marks),
            wrong=self.wrong,
            marks=chosen(self.app.settings, "marks"),
        )

    def on_mount(self) -> None:
        """Start the clock and show the words."""
        self.set_interval(0.25, self._tick)
        self.begin()

    def begin(self) -> None:
        """Show the board, let the clock run, and see whether the board has one solution."""
        self.set_focus(self.board)
        self._fit(self.size)
        self.session.resume()
        self._say()
        self._count()

    def _count(self) -> None:
        """Find out, beside the play, whether the board has exactly one solution."""
        from termpuzzles.logic.engine.solver import solutions  # 15 ms, not needed for the first frame

        ask(self, solutions(self.session.puzzle.problem(), 2), self._counted, "count")

    def _counted(self, found: list[bytes]) -> None:
        if len(found) != 1:
            self.tag = "several solutions" if found else "no solution"
            self.say(f"This board has {self.tag}.")

    def on_resize(self, event: events.Resize) -> None:
        """Choose zoom and panel for the new size of the window."""
        self._fit(event.size)

    def _fit(self, window: Size) -> None:
        too_small = window.width < NEEDED.width or window.height < NEEDED.height
        self.set_class(too_small, "small")
        if too_small:
            lines = ("Too small:", f"{window.width}x{window.height}, needs", f"{NEEDED.width}x{NEEDED.height}.")
            self.query_one("#small", Lines).show([((line, "text"),) for line in lines])
            return
        if self.focused is None:
            self.set_focus(self.board)  # a window that was too small had hidden the board, which takes the focus away
        room, grid = Size(window.width, window.height - 1 - _STATUS_LINES), self.session.puzzle.grid
        kept = self.app.kept_zoom(str(grid))
        zoom = kept or largest_zoom(grid, room) or 2
        width = Geometry(grid, zoom).size.width
        beside = window.width - words.PANEL_WIDTH
        scrolls = width > window.width and beside >= 2 * window.width // 3
        self.query_one("#panel").display = beside >= width or scrolls
        self.board.zoom = zoom
        self._say()

    def _say(self) -> None:
        """Bring the words around the board up to date."""
        panel = self.query_one("#panel", Lines)
        place = (self.index, len(self.puzzles))
        timed = chosen(self.app.settings, "time")
        figures, width = "" if panel.display else words.figures(self.session, timed), self.size.width
        self.query_one("#heading", Lines).show([words.heading(self.session.puzzle, place, self.tag, figures, width)])
        panel.show(words.panel(self.session, self.keys_now(), timed))
        status, trouble = self.query_one("#status", Lines), self.seat.trouble
        trouble, message = trouble[:1].upper() + trouble[1:], self.message or self.advice.sentence
        wrong = chosen(self.app.settings, "marks")
        status.show(words.state_in_words(self.session, wrong, message, trouble, width, _STATUS_LINES))

    def keys_now(self) -> list[tuple[str, str]]:
        """The keys that matter now, with what they are called."""
        return shown_keys(self, SHOWN_WHEN_FINISHED if self.session.solved else SHOWN_KEYS)

    def say(self, text: str) -> None:
        """Say something below the board, until the next key."""
        self.message = text
        self._say()

    def changed(self, message: str = "") -> None:
        """Show what a key has changed."""
        self.message, self.wrong = message, frozenset()
        self.advice.forget()
        for group in ("check", "hint"):
            forget(self, group)
        if self.session.solved:
            self.session.clock.stop()
        elif not self._away:
            self.session.resume()
        self.board.show(self.picture())
        self._say()

    def on_board_moved(self) -> None:
        """Take away what was said of the last key."""
        if self.message:
            self.message = ""
            self._say()

    def on_screen_suspend(self) -> None:
        """Another screen lies over this one: the clock waits."""
        self.pause()

    def on_screen_resume(self) -> None:
        """This screen is seen again."""
        self.go_on()

    def pause(self) -> None:
        """Let the clock wait: nobody is looking."""
        self._away = True
        self.session.clock.stop()

    def go_on(self) -> None:
        """Let the clock run again."""
        self._away = False
        self.session.resume()

    def on_unmount(self) -> None:
        """Leave the sitting."""
        self.seat.leave()

    def _tick(self) -> None:
        second = int(self.session.clock.seconds)
        if self.session.clock.running and second != self._shown_second:
            self._shown_second = second
            self.seat.tick()
            self._say()
