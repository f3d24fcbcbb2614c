"""The screen on which a puzzle is played, and its clock: it passes keys and clicks on, and shows the results.

This does not use Textual's timers: each is a task and sends messages, and on a server many clocks tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.worker import Worker

from termpuzzles.board.grid import SIDES
from termpuzzles.games.model import Puzzle
from termpuzzles.play.command_table import BY_ID, COMMANDS, act, may
from termpuzzles.play.controller import Controller
from termpuzzles.play.hint_commands import turn_page
from termpuzzles.play.opening import Opened
from termpuzzles.play.region_commands import INTO, OUT, paint_region
from termpuzzles.play.stage import Pending, Shown
from termpuzzles.render.glyph_sets import LIGHT, stroke
from termpuzzles.render.ink import SMALLEST, Ink
from termpuzzles.render.picture import Phase
from termpuzzles.session.open_cells import first_open
from termpuzzles.session.staged_hint import acts_out
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import bindings
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import PuzzleScreen, ShownGame
from termpuzzles.tui.screens.play_commands import OF_THE_SCREEN
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.frame import BoardFrame, is_at_pinned
from termpuzzles.tui.widgets.light import sweeping
from termpuzzles.tui.widgets.lines import Lines, Middle
from termpuzzles.tui.widgets.solved_card import SolvedCard

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question


T = TypeVar("T")

_SCREEN_ONLY = {command.does: command for command in COMMANDS if isinstance(command.does, str)}
_SHIFTS = {"board.north": (0, -1), "board.south": (0, 1), "board.west": (-1, 0), "board.east": (1, 0)}
_ONWARD = ("board.south", "board.east")  # the directions that go on in a hint that is acted out
_MOST_LIT = 5500  # characters of a board over which light runs in all of its shades through a line: about 60 KB
_QUIET = 0.7  # seconds after solving during which Enter, perhaps already on its way, does not leave the board


class PlayScreen(PuzzleScreen[None]):
    """A board with the words around it; it is the stage of its controller."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(COMMANDS)]

    render_lines = blank_lines
    was_pasted = False

    def __init__(
        self, context: Context, puzzles: list[Puzzle], index: int = 0, opened: Opened[Puzzle] | None = None
    ) -> None:
        super().__init__()
        self.context = context
        self.controller = self.make_controller(puzzles, index, opened)
        self.frame = self.make_frame()
        self._ticking: Ticking | None = None  # from the moment at which the screen is shown
        self._is_sized = self._is_fitted = False

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> Controller:
        """The controller of the board."""
        return Controller(self.context, self, puzzles, index, opened)

    def make_frame(self) -> BoardFrame:
        """What stands around the board."""
        return BoardFrame(self, self.controller)

    def compose(self) -> ComposeResult:
        """The line above, the board with its panel, the line below."""
        palette = self.context.palette
        yield Lines(palette, id="heading", ground="checker")
        with Middle(id="middle"):
            board = Board(self.controller.picture(), self.context.ink, palette)
            board.moved = self.cursor_moved
            yield board
            yield Lines(palette, id="panel")
            yield from self.beside()
        yield Lines(palette, id="status")
        yield Lines(palette, id="small")

    def beside(self) -> ComposeResult:
        """What stands in the panel's place once the board is solved."""
        yield SolvedCard(self.context)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts in the game that is played."""
        command = BY_ID.get(str(parameters[0])) if action == "act" and parameters else None
        acts = command is None or self.controller.puzzle.game.controls in command.controls
        return acts and super().check_action(action, parameters)

    def action_act(self, name: str) -> None:
        """Carry out a command, or shift the board while directions do that."""
        controller = self.controller
        if controller.pending is Pending.SHIFT and name in _SHIFTS:
            self.board.shift(*_SHIFTS[name])
        elif acts_out(controller.staged_hint) and name in _SHIFTS:
            turn_page(controller, name in _ONWARD)
        elif does := OF_THE_SCREEN.get(name):
            if may(controller, name):
                does(self.frame)
        elif name != "play.on" or not self._is_just_solved:
            act(controller, name)

    @property
    def _is_just_solved(self) -> bool:
        """Whether a key may have been sent before the player saw that the board is solved."""
        controller = self.controller
        return controller.session.solved and self.context.now() - controller.solved_at < _QUIET

    @property
    def shown_game(self) -> ShownGame | None:
        """The game as others may watch it."""
        if not self.is_mounted:
            return None
        session = self.controller.session
        title = " · ".join(captions.board_names(session.puzzle))
        progress = captions.solved(session) if session.solved else captions.figures(session, True, self.size.width)
        return ShownGame(self.controller.picture(), self.cursor, title, progress)

    def set_ink(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        self.context.fit_terminal()  # which may be a copy of the app's, where nothing of the game is kept
        for board in self.query(Board):
            board.set_ink(ink)
        if self._is_sized:
            self.frame.fit(self.size)

    def commands(self) -> Iterable[SystemCommand]:
        """What saves the board, if the player's files are on this machine."""
        if not self.context.keeps_files:
            return ()
        from termpuzzles.tui.screens.dialogs import save_commands

        return save_commands(self.app, self.controller.puzzle, self.controller.session.state)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    @property
    def cursor(self) -> int:
        """The cell at the cursor."""
        return self.board.cursor

    @cursor.setter
    def cursor(self, cell: int) -> None:
        self.board.place_cursor(cell)

    @property
    def swapped(self) -> int:
        """The sides of the cell at the cursor that are seen swapped."""
        return self.board.swapped

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
        """Cancel the questions of these groups."""
        forget(self, *groups)

    def _go_on_thinking(self, seconds: int) -> None:
        self.show_message(f"Thinking … {seconds} s" if seconds else "Thinking …")

    def _give_up(self) -> None:
        self.show_message("This took too long; nothing was found.")

    def on_mount(self) -> None:
        """Start the clock and show the words."""
        self._ticking = Ticking(self, self.controller, self.frame.show_time)
        self.bindings_updated_signal.subscribe(self, lambda _: self._name_keys_anew())
        self._begin()

    def _begin(self) -> None:
        self.frame.fit(self.size)
        self.cursor = first_open(self.controller.puzzle, self.controller.session.state)
        self.controller.begin()
        self.app.once_drawn(self._count)

    def _count(self) -> None:
        if self.is_ready:
            self.controller.count()

    def on_resize(self, event: events.Resize) -> None:
        """Choose zoom and panel for the new size of the window."""
        self.frame.fit(event.size)
        self._is_sized = True
        self.call_after_refresh(self.app.output.paint)

    @property
    def is_fitted(self) -> bool:
        """Whether the layout is done; nothing is shown before, as the words below depend on what has room."""
        if not self._is_fitted and self._is_sized:
            status = self.query_one("#status", Lines)
            self._is_fitted = self.has_class("small") or status.size.height == len(status.lines)
        return self._is_fitted

    def show(self, what: Shown) -> None:
        """Show this of the controller as it is now; with the board come its words."""
        if Shown.PUZZLE in what:
            self._show_puzzle()
        if Shown.BOARD in what:
            self.board.picture = self.controller.picture()
            self.board.counts = bool(self.controller.region)
        if Shown.SOLVED in what:
            self._celebrate()
        if Shown.BOARD in what or Shown.WORDS in what:
            self.frame.show_words()

    def name_of(self, command: str, usual: str = "") -> str:
        """The key in force of a command."""
        return self.frame.name_of(command, usual)

    def drawn(self, ways: Sequence[int]) -> str:
        """Several ways in which lines may leave a cell, as signs."""
        glyphs = self.context.glyphs
        return " ".join(stroke(glyphs, *(LIGHT if lines & side else 0 for side in SIDES)) for lines in ways)

    def request(self, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]) -> None:
        """Ask the player for a line of text, or for one of several names."""
        from termpuzzles.tui.screens.dialogs import request

        request(self.app, self.context, prompt, choices, answered)

    def _name_keys_anew(self) -> None:
        if self.is_ready:
            before = self.frame.keys_in_force
            self.frame.name_keys_anew()
            if self.frame.keys_in_force != before:
                self.frame.show_words()

    def show_message(self, text: str) -> None:
        """Show a message below the board, until the next key."""
        self.controller.say("said", text)

    def cursor_moved(self) -> None:
        """Remove the message about the last key, and show the words that depend on where the cursor is."""
        self.controller.unsay()
        names_place = self.board.rulers or self.board.zoom is SMALLEST or self.controller.staged_hint.hint
        if names_place or self.frame.names_unpin != is_at_pinned(self.frame):
            self.frame.show_words()

    def on_board_asked(self, event: Board.Asked) -> None:
        """Play what the mouse asks for, or paint a region with it."""
        if event.gesture.action in (INTO, OUT):
            paint_region(self.controller, event.gesture)
        else:
            self.controller.play(event.gesture)

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.opener.open_pasted(event.text, self.show_message)

    def on_screen_suspend(self) -> None:
        """Stop the clock, because another screen covers this one."""
        self.pause()

    def on_screen_resume(self) -> None:
        """Go on, because this screen is visible again."""
        self.resume()

    def pause(self) -> None:
        """Stop the clock, because nobody is looking."""
        self.controller.pause()

    def resume(self) -> None:
        """Let the clock run again."""
        self.controller.resume()

    def on_unmount(self) -> None:
        """Leave the session."""
        if self._ticking is not None:
            self._ticking.stop()
        self.controller.leave()

    def _show_puzzle(self) -> None:
        """Show the board of another puzzle."""
        self.frame.praise = ""
        self.frame.name_keys_anew()
        self.board.picture = self.controller.picture()
        self._begin()

    def open(self, puzzles: list[Puzzle], index: int, here: bool) -> None:
        """Open the board of one of these puzzles on this screen, or above it, or in place of it if this one is done."""
        if sentence := self.context.too_large(puzzles[index].grid.size):
            self.show_message(sentence)
            return
        if here:
            found = self.controller.opening(puzzles, index)
            settle_opening(self.app, self.context, found, partial(self.controller.turn_to, puzzles, index))
            return
        if self.controller.session.solved and self.is_current and len(self.app.screen_stack) > 2:  # the lowest is blank
            self.leave()
        self.opener.play(puzzles, index)

    def go_home(self) -> None:
        """Close whatever is above Home, or open Home in place of this board."""
        if not any(isinstance(screen, PuzzleScreen) and screen.is_home for screen in self.app.screen_stack):
            self.opener.begin()
            return
        while not (isinstance(self.app.screen, PuzzleScreen) and self.app.screen.is_home):
            self.app.pop_screen()

    def _celebrate(self) -> None:
        """Let light run along the lines of the solved board, from the cell where it was solved."""
        board = self.board
        board.picture = self.controller.picture()
        if board.zoom.pixels and board.picture.settled is Phase.DONE:
            characters, output = board.picture.grid.size * board.zoom.width * board.zoom.height, self.app.output
            brief = characters > _MOST_LIT and (output.terminal.over_ssh or not output.is_local)
            board.light.run(sweeping(board.picture, self.cursor, brief), self.frame.show_words)
        self.frame.praise = ""
        _: Worker[None] = self.run_worker(self._find_praise, group="praise", exclusive=True)

    async def _find_praise(self) -> None:
        """Find out what was done by this board, and say it on the card."""
        from termpuzzles.play.afterwards import praise  # the catalogue, which a board that is open does not need

        puzzle = self.controller.puzzle
        rated = bool(self.context.settings["ladder"])
        found = await self.while_open(asyncio.to_thread(praise, self.context.library, puzzle, rated))
        if found and puzzle is self.controller.puzzle:
            self.frame.praise = found if self.context.glyphs.unicode else found.replace("→", "->")
            self.frame.show_words()


_LATER = 0.005  # seconds to wait after the next second of the clock: timers come a little early
_UNTOUCHED, _SELDOM = 60.0, 10.0  # seconds without a key, and then between two times that the clock shows
_EARLY = 0.5  # seconds by which it may show the second of these times too early
_STANDING = 0.5  # seconds between two checks of a stopped clock


class Ticking:
    """Checks the session at each second of its clock, and now and then while that is stopped."""

    def __init__(self, screen: PuzzleScreen[None], controller: Controller, show_time: Callable[[], None]) -> None:
        self._screen = screen
        self._controller = controller
        self._show_time = show_time
        self._typed, self._typed_at, self._shown_at = -1, 0.0, 0.0
        self._wait()

    def stop(self) -> None:
        """Stop checking."""
        self._timer.cancel()

    def _wait(self) -> None:
        clock = self._controller.session.clock
        seconds = 1 - clock.seconds % 1 + _LATER if clock.running else _STANDING
        self._timer: asyncio.TimerHandle = self._screen.app.after(seconds, self._look)

    def _look(self) -> None:
        self._wait()
        if not self._screen.is_ready:
            return
        due = self._is_due()
        if lost := self._controller.tick() if due else self._controller.recorded.check_claim():
            self._screen.leave(lost)
        elif due and self._controller.session.clock.running:
            self._show_time()

    def _is_due(self) -> bool:
        """Whether to keep and show the time; where apps share a loop, only now and then on a board left alone."""
        app, now = self._screen.app, asyncio.get_running_loop().time()
        if app.typed != self._typed:
            self._typed, self._typed_at = app.typed, now
        if (
            app.shares_loop
            and not self._controller.runs_on
            and now - self._typed_at > _UNTOUCHED
            and now - self._shown_at < _SELDOM - _EARLY
        ):
            return False
        self._shown_at = now
        return True
