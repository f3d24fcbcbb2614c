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
from textual.geometry import Size
from textual.timer import Timer
from textual.worker import Worker

from termpuzzles.board.grid import SIDES
from termpuzzles.games.model import Puzzle
from termpuzzles.play.command_table import BY_ID, COMMANDS, act
from termpuzzles.play.controller import Controller
from termpuzzles.play.ghost_commands import own_line
from termpuzzles.play.history_commands import ask_position
from termpuzzles.play.opening import Opened
from termpuzzles.play.result import NOT_SOLVED, result_of
from termpuzzles.play.stage import THINKING, Pending, Shown
from termpuzzles.render.glyph_sets import LIGHT, stroke
from termpuzzles.render.ink import SMALLEST, Ink
from termpuzzles.session.open_cells import first_open
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import KeysInForce, ShownKey, bindings, bound_keys
from termpuzzles.tui.opening import settle_opening
from termpuzzles.tui.screen import Headline, PuzzleScreen, ShownGame
from termpuzzles.tui.widgets import captions
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.layout import (
    PANEL_WIDTH,
    Captions,
    FreeSpace,
    Report,
    fit,
    kept_zoom,
    time_lines,
    too_small,
    words_around,
    zoom_key,
)
from termpuzzles.tui.widgets.lines import Lines, Middle, Words
from termpuzzles.tui.widgets.mouse import MouseSettings
from termpuzzles.tui.widgets.solved_card import SolvedCard, SolvedGame, praise
from termpuzzles.tui.widgets.strips import sweeping

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question


T = TypeVar("T")

_SCREEN_ONLY = {command.does: command for command in COMMANDS if isinstance(command.does, str)}
_SHIFTS = {"board.north": (0, -1), "board.south": (0, 1), "board.west": (-1, 0), "board.east": (1, 0)}
CARD_KEYS = {
    "play.on": "next",
    "play.new": "new like this",
    "play.restart": "again",
    "play.review": "look back",
    "play.leave": "back",
}  # the names on the card of a solved board, by command
_MOST_OVER = 9  # rows of the card over a board
_AROUND = 2  # rows above and below the board
_ROOM_FOR_GHOST = 60  # columns of the window, before the line above the board tells of a ghost
_AROUND_NAME = 6  # columns beside the parts of a heading
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
        self._keys = KeysInForce(self)  # kept until a binding changes: finding them takes a while
        self._has_panel = False  # whether there is room for a panel beside the board, or in place of it
        self._praise = ""  # what was done by solving this board
        self._replayed: Timer | None = None  # while a replay runs
        self._ticking: Ticking | None = None  # from the moment at which the screen is shown
        self._is_sized = self._is_fitted = False

    def make_controller(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle] | None) -> Controller:
        """The controller of the board."""
        return Controller(self.context, self, puzzles, index, opened)

    def compose(self) -> ComposeResult:
        """The line above, the board with its panel, the line below."""
        palette = self.context.palette
        yield Lines(palette, id="heading", ground="checker")
        with Middle(id="middle"):
            yield Board(self.controller.picture(), self.context.ink, palette)
            yield Lines(palette, id="panel")
            yield from self.beside()
        yield Lines(palette, id="status")
        yield Lines(palette, id="small")

    def beside(self) -> ComposeResult:
        """What stands in the panel's place once the board is solved."""
        yield SolvedCard(self.context)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts in the game that is played."""
        command = BY_ID.get(str(parameters[0])) if action == "act" and parameters else _SCREEN_ONLY.get(action)
        acts = command is None or self.controller.puzzle.game.controls in command.controls
        return acts and super().check_action(action, parameters)

    def action_act(self, name: str) -> None:
        """Carry out a command, or shift the board while directions do that."""
        controller = self.controller
        if controller.pending is Pending.SHIFT and name in _SHIFTS:
            self.board.shift(*_SHIFTS[name])
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

    def headline(self) -> Headline:
        """The board's names, which of how many it is, and the figures if there is no panel for them."""
        controller, session = self.controller, self.controller.session
        name, *names = captions.board_names(session.puzzle)
        if session.attempt.trial is not None:
            name = f"Trial · {name}"
        about = " · ".join(filter(None, [*names, controller.tag]))
        number = len(controller.puzzles)
        place = f"{controller.index + 1} of {number}" if number > 1 else ""
        figures = ""
        if not (self.query_one("#panel").display or session.solved):
            at = session.puzzle.grid.name(self.cursor) if self.board.rulers else ""
            figures = captions.figures(session, bool(controller.settings["time"]), self.size.width, at)
            if controller.rival and self.size.width >= _ROOM_FOR_GHOST:
                figures += f"   ghost: {controller.rival.words(session)}"
        if figures and self.context.palette.width(name + place + figures) + _AROUND_NAME > self.size.width:
            place = ""  # game and size are more important
        return Headline(name, about, (("   ".join(filter(None, [place, figures])), "faint"),))

    def use(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        self.context.fit_terminal()  # which may be a copy of the app's, where nothing of the game is kept
        for board in self.query(Board):
            board.use(ink)
        if self._is_sized:
            self._fit(self.size)

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
        self.say(f"Thinking … {seconds} s" if seconds else "Thinking …")

    def _give_up(self) -> None:
        self.say("This took too long; nothing was found.")

    def on_mount(self) -> None:
        """Start the clock and show the words."""
        self._ticking = Ticking(self, self.controller, self._show_time)
        self.bindings_updated_signal.subscribe(self, lambda _: self._name_keys_anew())
        self._begin()

    def _begin(self) -> None:
        self._fit(self.size)
        self.cursor = first_open(self.controller.puzzle, self.controller.session.state)
        self.controller.begin()
        self.app.once_drawn(self._count)

    def _count(self) -> None:
        if self.is_ready:
            self.controller.count()

    def on_resize(self, event: events.Resize) -> None:
        """Choose zoom and panel for the new size of the window."""
        self._fit(event.size)
        self._is_sized = True
        self.call_after_refresh(self.app.output.paint)

    @property
    def is_fitted(self) -> bool:
        """Whether the layout is done; nothing is shown before, as the words below depend on what has room."""
        if not self._is_fitted and self._is_sized:
            status = self.query_one("#status", Lines)
            self._is_fitted = self.has_class("small") or status.size.height == len(status.lines)
        return self._is_fitted

    def _fit(self, window: Size) -> None:
        puzzle = self.controller.puzzle
        kept = kept_zoom(self.context, puzzle, self.size)
        zooms = self.board.zooms
        found = fit(window, puzzle.grid, kept, self.has_class("turned"), self.has_class("zen"), zooms)
        self.set_class(found is None, "small")
        if found is None:
            self.query_one("#small", Lines).lines = [((line, "text"),) for line in too_small(window)]
            self.query_one("#status").display = False
            return
        if self.focused is None:
            self.set_focus(self.board)  # a window that was too small hid the board, which then lost the focus
        self.board.display = found.board
        self._has_panel = found.panel
        self.board.zoom = found.zoom
        settings = self.context.settings
        self.board.manner = MouseSettings(settings["turn"] == "clockwise", settings["click"] == "orient")
        self.show_words()

    def show(self, what: Shown) -> None:
        """Show this of the controller as it is now; with the board come its words."""
        if Shown.PUZZLE in what:
            self._show_puzzle()
        if Shown.BOARD in what:
            self.board.picture = self.controller.picture()
        if Shown.SOLVED in what:
            self._celebrate()
        if Shown.BOARD in what or Shown.WORDS in what:
            self.show_words()

    def show_words(self) -> None:
        """Update the words around the board."""
        message = self.controller.message
        self.board.rulers = bool(self.context.settings["rulers"]) or (bool(message.text) and message.names_places)
        self.show_beside(self.controller.session.solved)
        self.show_heading()
        status = self.query_one("#status", Lines)
        status.styles.height = len(status.lines)
        status.display = bool(status.lines) and not self.has_class("small")

    def show_heading(self) -> None:
        """Update the line above the board."""
        self.query_one("#heading", Lines).lines = [self.headline().words(self.size.width, self.context.palette)]

    def show_beside(self, solved: bool) -> None:
        """Update the panel, or the card once the board is solved, and the words below the board."""
        panel, status = self.query_one("#panel", Lines), self.query_one("#status", Lines)
        panel.display, self.query_one(SolvedCard).display = self._has_panel and not solved, solved
        if solved:
            panel.lines, status.lines = [], self._said
            self._show_card()
        else:
            around = self.around(self._room)
            panel.lines, status.lines = around.panel, around.status

    def around(self, room: FreeSpace) -> Captions:
        """The words around the board, for that room."""
        keys = self._keys.shown
        return words_around(self._report, self.board, room, keys)

    @property
    def _said(self) -> list[Words]:
        """The message, and what is in the way of keeping the game."""
        width = self.size.width
        said = captions.said(self.controller.message.text, self._trouble, captions.room_for(width))
        return captions.in_margin(said, width)

    @property
    def _trouble(self) -> str:
        trouble = self.controller.recorded.trouble
        return trouble[:1].upper() + trouble[1:]

    def _show_card(self) -> None:
        """Show how the game went and what comes next, beside the board or over its lower rows."""
        controller, card, below = self.controller, self.query_one(SolvedCard), self.query_one("#status", Lines).lines
        self.set_class(not self._has_panel, "over")
        card.styles.margin = (0, 0, max(0, len(below) - 1), 0)
        room = Size(PANEL_WIDTH - 1, self.size.height - _AROUND - len(below))
        if not self._has_panel:
            room = Size(self.size.width, max(2, min(_MOST_OVER, self.size.height // 2 - len(below) - 1)))
        times = controller.times if controller.settings["time"] else None
        keys = [
            ShownKey(key, name, f"screen.{BY_ID[command].action}")
            for command, name in self.card_names.items()
            if (key := self.name_of(command))
        ]
        glyphs, said = self.context.glyphs, self._said_of_it
        ending = SolvedGame(
            *(controller.session, times, said, controller.next_name, keys, glyphs.done, glyphs.unicode, self.order())
        )
        card.show(controller.picture(), ending, room, self._has_panel)

    @property
    def card_names(self) -> dict[str, str]:
        """The names of the keys on the card, by command."""
        controller, puzzle = self.controller, self.controller.puzzle
        if not controller.is_daily:
            return CARD_KEYS
        on = {} if controller.next_name else {"play.on": "home"}
        return CARD_KEYS | {"play.new": f"new {puzzle.game.title} {puzzle.grid}"} | on  # no other day's board

    def order(self) -> list[Words]:
        """What the card shows of other players."""
        return []

    @property
    def _said_of_it(self) -> str:
        """What the card says of the game: who was ahead, and what was done by it."""
        controller = self.controller
        session, rival = controller.session, controller.rival
        beaten = rival.sentence(session) if rival and not session.attempt.gave_up else ""
        return " ".join(filter(None, [beaten, self._praise]))

    def name_of(self, command: str, usual: str = "") -> str:
        """The key in force of a command."""
        return self._keys.of(command, usual) or BY_ID[command].name

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
            self._keys = KeysInForce(self)
            self.show_words()

    def say(self, text: str) -> None:
        """Show a message below the board, until the next key."""
        self.controller.say("said", text)

    def on_board_moved(self) -> None:
        """Remove the message about the last key, and show where the cursor is while the words name places."""
        self.controller.unsay()
        if self.board.rulers or self.board.zoom is SMALLEST or self.controller.staged_hint.hint:
            self.show_words()

    def on_board_asked(self, event: Board.Asked) -> None:
        """Play what the mouse asks for."""
        self.controller.play(event.gesture)

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.opener.open_pasted(event.text, self.say)

    def on_screen_suspend(self) -> None:
        """Stop the clock, because another screen covers this one."""
        self.pause()

    def on_screen_resume(self) -> None:
        """Go on, because this screen is visible again."""
        self.go_on()

    def pause(self) -> None:
        """Stop the clock, because nobody is looking."""
        self.controller.pause()

    def go_on(self) -> None:
        """Let the clock run again."""
        self.controller.resume()

    def on_unmount(self) -> None:
        """Leave the session."""
        if self._ticking is not None:
            self._ticking.stop()
        self.controller.leave()

    def _show_time(self) -> None:
        """Show only the time anew, above the board or beside it: nothing else changes as it passes."""
        panel = self.query_one("#panel", Lines)
        if panel.display:
            passing = time_lines(self._report, self.board)
            panel.lines = [*passing, *panel.lines[len(passing) :]]
        else:
            self.show_heading()

    @property
    def _report(self) -> Report:
        """What the words around the board are made of."""
        controller = self.controller
        return Report(
            controller.session,
            (controller.index, len(controller.puzzles)),
            controller.tag,
            controller.message.text,
            controller.staged_hint,
            self._trouble,
            controller.times,
            controller.rival,
            controller.goal,
            bool(controller.settings["marks"]),
            bool(controller.settings["time"]),
            self.context.glyphs.unicode,
            controller.may_say,
            self.name_of,
        )

    @property
    def _room(self) -> FreeSpace:
        panel = self.query_one("#panel")
        return FreeSpace(self.size.width, self.size.height - _AROUND if panel.display else 0)

    def action_options(self) -> None:
        """Show the options and stop the clock."""
        from termpuzzles.tui.screens.options import OptionsScreen

        self.app.push_screen(OptionsScreen(self.context), lambda _: self._chosen())

    def _chosen(self) -> None:
        self._fit(self.size)
        self.controller.changed()

    def action_zoom(self, step: int) -> None:
        """Draw the board larger or smaller, and keep that zoom; 0 leaves it to the program again."""
        number = self.board.zoom.number + step if step else 0
        if number <= len(self.board.zooms) and (number or not step):
            self.context.keep_zoom(zoom_key(self.controller.puzzle, self.size), number)
            self._fit(self.size)

    def _show_puzzle(self) -> None:
        """Show the board of another puzzle."""
        self._praise = ""
        self._keys = KeysInForce(self)
        self.board.picture = self.controller.picture()
        self._begin()

    def open(self, puzzles: list[Puzzle], index: int, here: bool) -> None:
        """Open the board of one of these puzzles on this screen, or above it, or in place of it if this one is done."""
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
        """Run a sweep along the lines of the solved board."""
        self.board.shine(sweeping(self.board.picture, self.cursor))
        self._praise = ""
        _: Worker[None] = self.run_worker(self._find_praise, group="praise", exclusive=True)

    async def _find_praise(self) -> None:
        """Find out what was done by this board, and say it on the card."""
        puzzle = self.controller.puzzle
        found = await self.while_open(asyncio.to_thread(praise, self.context, puzzle))
        if found and puzzle is self.controller.puzzle:
            self._praise = found
            self.show_words()

    def action_shift(self) -> None:
        """Let the arrow keys shift a board that wraps, until another key."""
        controller, grid = self.controller, self.controller.puzzle.grid
        begun = controller.pending is not Pending.SHIFT
        if grid.surface.is_plane:
            controller.changed("no wrapping", "Only a board that wraps around can be shifted.")
            return
        drop = self.name_of("play.close")
        controller.changed("shift", f"The direction keys now shift the board. {drop} ends this." if begun else "")
        controller.pending = Pending.SHIFT if begun else Pending.MOVE

    def action_half_page(self, way: int) -> None:
        """Go up or down by half of the visible rows."""
        grid = self.controller.puzzle.grid
        x, y = grid.place(self.cursor)
        y += way * max(1, self.board.size.height // self.board.zoom.height // 2)
        found = grid.unrolled(x, y)
        self.cursor = found[0] if found else grid.cell(x, max(0, min(grid.height - 1, y)))

    def action_overview(self) -> None:
        """Show the whole board, and go where the player says."""
        from termpuzzles.tui.screens.overview import show_overview

        show_overview(self.app, self.context, self.controller, self.board.view)

    def action_positions(self) -> None:
        """Remember this position, or go back to one."""
        ask_position(self.controller)

    def action_replay(self) -> None:
        """Show the moves in force one after the other; any key that acts ends it."""
        self.controller.begin_replay()
        self._replayed = self.set_interval(0.2, self._replay)

    def _replay(self) -> None:
        if self._replayed and not (self.is_ready and self.controller.replay_on()):
            self._replayed.stop()

    def action_zen(self) -> None:
        """Show nothing but the board, or everything again."""
        self.toggle_class("zen")
        self._fit(self.size)

    def action_shade(self) -> None:
        """Shade what lies inside loops, or no longer, on all boards from now on."""
        settings = self.context.settings
        settings["inside"] = not settings["inside"]
        now = "now" if settings["inside"] else "no longer"
        trouble = self.context.keep_settings()
        self.controller.changed("shaded", trouble or f"What lies inside a loop is {now} shaded.")

    def action_copy(self) -> None:
        """Copy the puzzle's id, with the address at which browsers play it; once it is solved, the player's ghost."""
        from termpuzzles.tui.screens.dialogs import copy_id

        if line := own_line(self.controller):
            self.app.copy_to_clipboard(line)
            told = "Your game is copied: a friend who pastes it here plays this board against your ghost."
            self.controller.changed("ghost copied", told)
        else:
            self.controller.changed("copied", copy_id(self.app, self.controller.puzzle))

    def action_share(self) -> None:
        """Copy the result of the solved board as text."""
        result = result_of(self.controller)
        if result is not None:
            self.app.copy_to_clipboard(str(result))
        self.controller.changed("shared", f"Copied: {result.words}" if result else NOT_SOLVED)

    def action_review(self) -> None:
        """Look back on the game recorded in the journal, and stop the clock."""
        from termpuzzles.tui.screens.review import ReviewScreen

        self.app.push_screen(ReviewScreen(self.context, self.controller.puzzle))

    def action_help(self) -> None:
        """Show rules and keys, at the technique of a hint if there is one, and stop the clock."""
        from termpuzzles.tui.screens.help import HelpScreen

        screen = HelpScreen(
            self.context, self.controller.puzzle, bound_keys(self), self.controller.staged_hint.technique
        )
        self.app.push_screen(screen, self._do)

    def _do(self, action: str | None) -> None:
        if action:
            self.call_later(self.run_action, action)

    def action_panel(self) -> None:
        """Show the panel in place of the board, or the board again, if there is no room for both."""
        self.toggle_class("turned")
        self._fit(self.size)

    def action_close(self) -> None:
        """Stop thinking, else close what was opened last, else go back to the screen from which this one was opened."""
        if any(worker.node is self and worker.group in THINKING and not worker.is_finished for worker in self.workers):
            self.forget(*THINKING)
            self.say("")
        elif not self.controller.close():
            self.leave()


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
        if app.shares_loop and now - self._typed_at > _UNTOUCHED and now - self._shown_at < _SELDOM - _EARLY:
            return False
        self._shown_at = now
        return True
