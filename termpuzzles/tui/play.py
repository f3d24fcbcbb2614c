"""The screen on which a puzzle is played: a session, its board, and the words around it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.screen import Screen

from termpuzzles.board.grid import SIDE_NAMES, E
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.play.advice import Advice
from termpuzzles.play.drawing import ZOOMS
from termpuzzles.play.picture import Picture, picture_of
from termpuzzles.play.seat import take_seat
from termpuzzles.play.session import Session
from termpuzzles.play.store import Sitting
from termpuzzles.tui import words
from termpuzzles.tui.board import Board, DrawingBoard, TurningBoard
from termpuzzles.tui.geometry import Geometry, largest_zoom
from termpuzzles.tui.keys import PLAY_KEYS, SHOWN_KEYS, SHOWN_WHEN_FINISHED, bound_keys, shown_keys
from termpuzzles.tui.lines import Lines
from termpuzzles.tui.questions import ask, forget

if TYPE_CHECKING:
    from termpuzzles.play.check import Verdict
    from termpuzzles.play.telling import Hint
    from termpuzzles.tui.app import PuzzleApp

_STATUS_LINES = 3
NEEDED = Size(24, 8)  # the smallest window in which a board can be played

_SIDES = {name: side for side, name in SIDE_NAMES.items()}


class PlayScreen(Screen[None]):
    """Plays one of several puzzles. Owns the session; the board draws what it is given and asks back."""

    DEFAULT_CSS = """
    PlayScreen { layout: vertical; }
    PlayScreen #middle { height: 1fr; }
    PlayScreen #panel { width: 26; height: 1fr; }
    PlayScreen #status { height: 3; }
    PlayScreen #small { height: 1fr; display: none; }
    PlayScreen.small > * { display: none; }
    PlayScreen.small #small { display: block; }
    """

    BINDINGS: ClassVar[list[BindingType]] = PLAY_KEYS

    app: PuzzleApp

    def __init__(self, puzzles: list[Puzzle], index: int = 0, sitting: Sitting | None = None) -> None:
        super().__init__()
        self.puzzles = puzzles
        self.index = index
        self.message = ""
        self._away = False
        self._shown_second = -1
        self._last = Gesture("line", 0, E)  # the last line or cross asked for
        self._crossing = False
        self._sit_down(sitting)

    def _sit_down(self, sitting: Sitting | None = None) -> None:
        """Begin, or go on with, the sitting at the puzzle that is played now."""
        self.seat = take_seat(self.app.store, self.puzzles[self.index], self.app.now, sitting)
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
        kind = DrawingBoard if self.session.puzzle.game.drawn else TurningBoard
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
            hints=self.advice.marks,
            wrong=self.wrong,
        )

    def on_mount(self) -> None:
        """Start the clock and show the words."""
        self.set_interval(0.25, self._tick)
        self._begin()

    def _begin(self) -> None:
        self.board.focus()
        self._fit(self.size)
        self.session.resume()
        self._say()
        self._count()

    def _count(self) -> None:
        """Find out, beside the play, whether the board has exactly one solution."""
        from termpuzzles.logic.solver import solutions  # 15 ms, not needed for the first frame

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
            self.board.focus()  # a window that was too small had hidden the board, which takes the focus away
        room, grid = Size(window.width, window.height - 1 - _STATUS_LINES), self.session.puzzle.grid
        kept = self.app.kept_zoom(str(grid))
        zoom = kept or largest_zoom(grid, room) or 2
        width = Geometry(grid, zoom).size.width
        beside = window.width - words.PANEL_WIDTH
        self.query_one("#panel").display = beside >= width or beside >= 2 * window.width // 3
        self.board.zoom = zoom
        self._say()

    def _say(self) -> None:
        """Bring the words around the board up to date."""
        panel = self.query_one("#panel", Lines)
        place = (self.index, len(self.puzzles))
        figures = "" if panel.display else words.figures(self.session)
        self.query_one("#heading", Lines).show([words.heading(self.session.puzzle, place, self.tag, figures)])
        panel.show(words.panel(self.session, self.keys_now()))
        status, trouble = self.query_one("#status", Lines), self.seat.trouble.capitalize()
        message = self.message or self.advice.sentence
        status.show(words.state_in_words(self.session, message, trouble, self.size.width, _STATUS_LINES))

    def keys_now(self) -> list[tuple[str, str]]:
        """The keys that matter now, with what they are called."""
        return shown_keys(self, SHOWN_WHEN_FINISHED if self.session.solved else SHOWN_KEYS)

    def say(self, text: str) -> None:
        """Say something below the board, until the next key."""
        self.message = text
        self._say()

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.app.open_pasted(event.text, self.say)

    def _changed(self, message: str = "") -> None:
        """Show what a key has changed."""
        self.message, self.wrong = message, frozenset()
        self.advice.forget()
        forget(self, "check")
        forget(self, "hint")
        if self.session.solved:
            self.session.clock.stop()
        elif not self._away:
            self.session.resume()
        self.board.show(self.picture())
        self._say()

    def on_board_asked(self, event: Board.Asked) -> None:
        """Play what the mouse asks for."""
        self._play(event.gesture)

    def action_ask(self, action: str) -> None:
        """Ask for something at the cursor."""
        self._play(Gesture(action, self.board.cursor))

    def action_draw(self, kind: str, side: str) -> None:
        """Draw, cross out or erase a line toward a side of the cell at the cursor."""
        kind, self._crossing = "cross" if self._crossing else kind, False
        self._play(Gesture(kind, self.board.cursor, _SIDES[side]))

    def action_cross_next(self) -> None:
        """Let the next key toward a side set a cross."""
        self._crossing = not self._crossing
        self._changed("The next line key sets a cross." if self._crossing else "")

    def action_again(self) -> None:
        """Do the last line or cross again, at the cursor."""
        self._play(self._last._replace(cell=self.board.cursor))

    def _play(self, gesture: Gesture) -> None:
        session = self.session
        if gesture.side:
            self._last = gesture
        if session.solved:
            self._changed("The board is finished: u takes a move back, R begins again.")
        elif session.do(gesture) is None and session.state.pins[gesture.cell]:
            name = session.puzzle.grid.name(gesture.cell)
            self._changed(f"The tile at {name} is pinned.")
        else:
            self._changed()

    def on_board_moved(self) -> None:
        """Take away what was said of the last key."""
        if self.message:
            self.message = ""
            self._say()

    def action_undo(self) -> None:
        """Take back the last move."""
        self._changed("" if self.session.undo() else "Nothing to undo.")

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._changed("" if self.session.redo() else "Nothing to redo.")

    def action_restart(self) -> None:
        """Begin again."""
        self._changed("Begun again: u brings the moves back." if self.session.restart() else "Nothing has changed yet.")

    def action_check(self) -> None:
        """Mark what is settled and wrong, and nothing else."""
        from termpuzzles.play.check import check

        self.say("Checking …")
        ask(self, check(self.session.puzzle, self.session.state), self._checked, "check")

    def _checked(self, verdict: Verdict) -> None:
        self.wrong = verdict.wrong
        self.board.show(self.picture())
        self.say(verdict.sentence)

    def action_hint(self) -> None:
        """Give a hint, or go deeper into the one being given: where, why, done."""
        if self.session.solved:
            self.say("There is nothing left to hint.")
        elif self.advice.depth == 0:
            self.say("Thinking …")
            ask(self, self.advice.work(self.session.state, self.board.cursor), self._advise, "hint")
        elif move := self.advice.deepen():
            sentence = self.advice.sentence
            self.session.play(move)
            self._changed(sentence)
        else:
            self._tell()

    def _advise(self, hint: Hint | None) -> None:
        if hint is not None:
            self.session.take_hint()
            self.advice.give(hint)
            self._tell()

    def _tell(self) -> None:
        """Show the hint as deep as it has gone."""
        self.message = ""
        self.board.show(self.picture())
        self._say()

    def action_mark(self) -> None:
        """Remember this position."""
        self.session.mark()
        self._changed("This position is marked: M comes back to it.")

    def action_back(self) -> None:
        """Go back to the remembered position."""
        self._changed("Back at the mark." if self.session.back() else "No other position is marked: m marks one.")

    def action_next_free(self) -> None:
        """Set the cursor on the next cell that is not pinned."""
        pins, cursor = self.session.state.pins, self.board.cursor
        following = pins.find(0, cursor + 1)
        free = following if following >= 0 else pins.find(0)
        if free < 0:
            self._changed("Every tile is pinned.")
        else:
            self.board.place_cursor(free)

    def action_zoom(self, step: int) -> None:
        """Draw the board larger or smaller, and keep that for boards of its size."""
        zoom = self.board.zoom + step
        if zoom in ZOOMS:
            self.app.keep_zoom(str(self.session.puzzle.grid), zoom)
            self._fit(self.size)

    async def action_puzzle(self, step: int) -> None:
        """Go to another puzzle of the same file."""
        if not 0 <= self.index + step < len(self.puzzles):
            self._changed("This is the last puzzle." if step > 0 else "This is the first puzzle.")
            return
        self.seat.leave()
        self.index += step
        self._sit_down()
        await self.recompose()
        self._begin()

    def action_copy(self) -> None:
        """Copy the puzzle's id, and show it."""
        from termpuzzles.formats import canonical_id

        text = canonical_id(self.session.puzzle)
        self.app.copy_to_clipboard(text)
        self._changed(text)

    def action_help(self) -> None:
        """Show rules and keys; the clock waits."""
        from termpuzzles.tui.help import HelpScreen

        self.app.push_screen(HelpScreen(self.session.puzzle.game, bound_keys(self), self.app.glyphs, self.app.palette))

    def action_leave(self) -> None:
        """Go back to where this screen was opened from."""
        self.app.leave()

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
