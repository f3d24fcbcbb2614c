"""The screen on which a puzzle is played: it hands keys and clicks to its controller, and shows what comes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen

from termpuzzles.games.model import Puzzle
from termpuzzles.play.journal import Journal
from termpuzzles.play.questions import Question
from termpuzzles.render.zooms import SMALL, ZOOMS, Zoom
from termpuzzles.tui.asking import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.controller.command import bindings
from termpuzzles.tui.controller.commands import BY_ID, COMMANDS
from termpuzzles.tui.controller.controller import Controller
from termpuzzles.tui.keys import SHOWN_KEYS, SHOWN_WHEN_FINISHED, bound_keys, shown_keys
from termpuzzles.tui.widgets import words
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.geometry import Geometry, largest_zoom
from termpuzzles.tui.widgets.hands import board_for
from termpuzzles.tui.widgets.lines import Lines

if TYPE_CHECKING:
    from termpuzzles.tui.app import PuzzleApp

T = TypeVar("T")

_AROUND = 2  # rows above and below the board
NEEDED = Size(24, 8)  # the smallest window in which a board can be played


class PlayScreen(Screen[None]):
    """A board with the words around it; it is the stage of its controller."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COMMANDS)]

    app: PuzzleApp

    def __init__(self, context: Context, puzzles: list[Puzzle], index: int = 0, journal: Journal | None = None) -> None:
        super().__init__()
        self.context = context
        self.controller = Controller(context, self, puzzles, index, journal)
        self._shown_second = -1

    def compose(self) -> ComposeResult:
        """The line above, the board with its panel, the line below."""
        palette = self.context.palette
        yield Lines(palette, id="heading")
        with Horizontal(id="middle"):
            yield board_for(self.controller.picture(), self.context)
            yield Lines(palette, id="panel")
        yield Lines(palette, id="status")
        yield Lines(palette, id="small")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts in the game that is played."""
        command = BY_ID.get(str(parameters[0])) if action == "act" and parameters else None
        return command is None or self.controller.puzzle.game.controls in command.controls

    def action_act(self, name: str) -> None:
        """Do what a command says."""
        does = BY_ID[name].does
        if callable(does):
            does(self.controller)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def cursor(self) -> int:
        """The cell at the cursor."""
        return self.board.cursor

    def go_to(self, cell: int) -> None:
        """Set the cursor on a cell."""
        self.board.place_cursor(cell)

    def reveal(self, cell: int) -> None:
        """Bring a cell into view."""
        self.board.reveal(cell)

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        """Ask a slow question; a new one of the same group ends it."""
        quiet = group == "count"
        waiting = (lambda seconds: None) if quiet else self._go_on_thinking
        gave_up = (lambda: None) if quiet else self._give_up
        ask(self, self.context.answerer, question, answered, group, gave_up, waiting)

    def forget(self, *groups: str) -> None:
        """Nobody wants to know the answers of these groups any more."""
        forget(self, *groups)

    def _go_on_thinking(self, seconds: int) -> None:
        self.say(f"Thinking … {seconds} s" if seconds else "Thinking …")

    def _give_up(self) -> None:
        self.say("This takes too long; nothing was found.")

    def on_mount(self) -> None:
        """Start the clock and show the words."""
        self.set_interval(0.25, self._tick)
        self._begin()

    def _begin(self) -> None:
        self.set_focus(self.board)
        self._fit(self.size)
        self.show_words()
        self.controller.begin()

    def on_resize(self, event: events.Resize) -> None:
        """Choose zoom and panel for the new size of the window."""
        self._fit(event.size)

    def _fit(self, window: Size) -> None:
        too_small = window.width < NEEDED.width or window.height < NEEDED.height
        self.set_class(too_small, "small")
        if too_small:
            lines = ("Too small:", f"{window.width}x{window.height}, needs", f"{NEEDED.width}x{NEEDED.height}.")
            self.query_one("#small", Lines).lines = [((line, "text"),) for line in lines]
            return
        if self.focused is None:
            self.set_focus(self.board)  # a window that was too small had hidden the board, which takes the focus away
        room, grid = Size(window.width, window.height - _AROUND), self.controller.puzzle.grid
        zoom = self._kept_zoom or largest_zoom(grid, room) or SMALL
        width = Geometry.of(grid, zoom, room).size.width
        beside = window.width - words.PANEL_WIDTH
        scrolls = width > window.width and beside >= 2 * window.width // 3
        self.query_one("#panel").display = beside >= width or scrolls
        self.board.zoom = zoom
        self.show_words()

    @property
    def _zoom_key(self) -> str:
        """Zooms are kept for a game, a size of board and a size of window."""
        puzzle = self.controller.puzzle
        return f"{puzzle.game.name} {puzzle.grid} in {self.size.width}x{self.size.height}"

    @property
    def _kept_zoom(self) -> Zoom | None:
        """The zoom that the player chose for boards of this size in such a window."""
        number = self.context.kept_zoom(self._zoom_key)
        return next((zoom for zoom in ZOOMS if zoom.number == number), None)

    def show(self) -> None:
        """Show the controller's board as it is now, and its words."""
        self.board.picture = self.controller.picture()
        self.show_words()

    def show_words(self) -> None:
        """Bring the words around the board up to date."""
        controller, panel = self.controller, self.query_one("#panel", Lines)
        session, timed = controller.session, bool(self.context.settings["time"])
        place = (controller.index, len(controller.puzzles))
        figures, width = "" if panel.display else words.figures(session, timed), self.size.width
        heading = words.heading(session.puzzle, place, controller.tag, figures, width)
        self.query_one("#heading", Lines).lines = [heading]
        panel.lines = words.panel(session, self.keys_now(), timed)
        trouble = controller.seat.trouble
        trouble, message = trouble[:1].upper() + trouble[1:], controller.message or controller.advice.sentence
        wrong = bool(self.context.settings["marks"])
        status = self.query_one("#status", Lines)
        status.lines = words.state_in_words(session, wrong, message, trouble, width, self._free_rows)
        status.styles.height = len(status.lines)

    @property
    def _free_rows(self) -> int:
        """Rows below the board that words may take."""
        axis = self.board.geometry.y
        below = axis.room - axis.first - axis.period - (not axis.wraps)
        return 1 + max(0, below if axis.fits else 0)

    def keys_now(self) -> list[tuple[str, str]]:
        """The keys that matter now, with what they are called."""
        return shown_keys(self, SHOWN_WHEN_FINISHED if self.controller.session.solved else SHOWN_KEYS)

    def say(self, text: str) -> None:
        """Say something below the board, until the next key."""
        self.controller.say(text)

    def on_board_moved(self) -> None:
        """Take away what was said of the last key."""
        self.controller.unsay()

    def on_board_asked(self, event: Board.Asked) -> None:
        """Play what the mouse asks for."""
        self.controller.play(event.gesture)

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.app.open_pasted(event.text, self.say)

    def on_screen_suspend(self) -> None:
        """Another screen lies over this one: the clock waits."""
        self.pause()

    def on_screen_resume(self) -> None:
        """This screen is seen again."""
        self.go_on()

    def pause(self) -> None:
        """Let the clock wait: nobody is looking."""
        self.controller.pause()

    def go_on(self) -> None:
        """Let the clock run again."""
        self.controller.go_on()

    def on_unmount(self) -> None:
        """Leave the sitting."""
        self.controller.leave()

    def _tick(self) -> None:
        if lost := self.controller.seat.look():
            self.app.leave(lost)
            return
        clock = self.controller.session.clock
        second = int(clock.seconds)
        if clock.running and second != self._shown_second:
            self._shown_second = second
            self.controller.seat.tick()
            self.show_words()

    def action_options(self) -> None:
        """Show the options; the clock waits."""
        from termpuzzles.tui.screens.options import OptionsScreen

        self.app.push_screen(OptionsScreen(self.context), lambda _: self.controller.changed())

    def action_zoom(self, step: int) -> None:
        """Draw the board larger or smaller, and keep that; 0 leaves it to the program again."""
        number = self.board.zoom.number + step if step else 0
        if number <= len(ZOOMS) and (number or not step):
            self.context.keep_zoom(self._zoom_key, number)
            self._fit(self.size)

    async def action_puzzle(self, step: int) -> None:
        """Go to another puzzle of the same file."""
        controller = self.controller
        if not 0 <= controller.index + step < len(controller.puzzles):
            controller.changed("This is the last puzzle." if step > 0 else "This is the first puzzle.")
            return
        controller.go_to_puzzle(controller.index + step)
        await self.recompose()
        self._begin()

    def action_copy(self) -> None:
        """Copy the puzzle's id, and show it."""
        from termpuzzles.formats import canonical_id

        text = canonical_id(self.controller.puzzle)
        self.app.copy_to_clipboard(text)
        self.controller.changed(text)

    def action_help(self) -> None:
        """Show rules and keys; the clock waits."""
        from termpuzzles.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.context, self.controller.puzzle, bound_keys(self)))

    def action_leave(self) -> None:
        """Drop a note begun, or go back to where this screen was opened from."""
        if self.controller.noting:
            self.controller.changed()
        else:
            self.app.leave()
