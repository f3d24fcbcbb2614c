"""The screen on which a puzzle is played: what every key and click does."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from termpuzzles.board.grid import SIDE_NAMES, E
from termpuzzles.games.model import Gesture, Move
from termpuzzles.play.advice import NONE
from termpuzzles.play.aids import with_pin, with_settled_pin
from termpuzzles.render.drawing import ZOOMS
from termpuzzles.tui.keys import PLAY_KEYS, bound_keys
from termpuzzles.tui.questions import ask
from termpuzzles.tui.screens.options import OptionsScreen, chosen
from termpuzzles.tui.screens.seat import SeatScreen
from termpuzzles.tui.widgets.board import Board

if TYPE_CHECKING:
    from termpuzzles.hints.check import Verdict
    from termpuzzles.hints.wording import Hint

_SIDES = {name: side for side, name in SIDE_NAMES.items()}


class PlayScreen(SeatScreen):
    """Plays what keys and clicks ask for, and shows what comes of it."""

    BINDINGS: ClassVar[list[BindingType]] = PLAY_KEYS

    _last = Gesture("line", 0, E)  # the last line or cross asked for
    _noting = ""  # what the next direction sets: a line, a cross, or nothing

    def changed(self, message: str = "") -> None:
        """Show what a key has changed; a note begun is dropped."""
        self._noting = ""
        super().changed(message)

    def on_paste(self, event: events.Paste) -> None:
        """Open a puzzle whose id was pasted."""
        self.app.open_pasted(event.text, self.say)

    def on_board_asked(self, event: Board.Asked) -> None:
        """Play what the mouse asks for."""
        self._play(event.gesture)

    def action_ask(self, action: str) -> None:
        """Ask for something at the cursor."""
        self._play(Gesture(action, self.board.cursor))

    def action_go(self, side: str) -> None:
        """Move the cursor, or note the line on that side where a note was begun."""
        if self._noting:
            self.action_draw("line", side)
        else:
            self.board.move(side)

    def action_draw(self, kind: str, side: str) -> None:
        """Draw, cross out or erase the line toward a side of the cell at the cursor; a note begun says which."""
        kind, self._noting = self._noting or kind, ""
        self._play(Gesture(kind, self.board.cursor, _SIDES[side]))

    def action_note(self, kind: str) -> None:
        """Let the next direction set a line or a cross."""
        self._noting = "" if self._noting == kind else kind
        what = "a cross: no line there" if kind == "cross" else "a line"
        self.say(f"The next direction sets {what}." if self._noting else "")

    def action_again(self) -> None:
        """Do the last line or cross again, at the cursor."""
        self._play(self._last._replace(cell=self.board.cursor))

    def _play(self, gesture: Gesture) -> None:
        session = self.session
        if gesture.side:
            self._last = gesture
        if session.solved:
            self.changed("The board is finished; undo or start again to go on.")
        elif session.do(gesture, self._aided) is None and session.state.pins[gesture.cell] and not gesture.side:
            name = session.puzzle.grid.name(gesture.cell)
            self.changed(f"The tile at {name} is pinned.")
        else:
            self.changed()

    def _aided(self, move: Move) -> Move:
        """The move with the pins that the player has asked to have set."""
        session, settings = self.session, self.app.settings
        if not session.puzzle.game.pins or move.changes[0].verb != "turn":
            return move
        if chosen(settings, "turn-then-pin"):
            return with_pin(session.puzzle, move)
        return with_settled_pin(session.puzzle, session.state, move) if chosen(settings, "auto-pin") else move

    def action_undo(self) -> None:
        """Take back the last move."""
        self.changed("" if self.session.undo() else "Nothing to undo.")

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self.changed("" if self.session.redo() else "Nothing to redo.")

    def action_restart(self) -> None:
        """Begin again."""
        self.changed(
            "Begun again; undo brings the moves back." if self.session.restart() else "Nothing has changed yet."
        )

    def action_check(self) -> None:
        """Mark what is settled and wrong, and nothing else."""
        from termpuzzles.hints.check import check

        self.say("Checking …")
        ask(self, check(self.advice.guide, self.session.state), self._checked, "check", self._give_up)

    def _go_on_thinking(self, seconds: int) -> None:
        self.say(f"Thinking … {seconds} s")

    def _give_up(self) -> None:
        self.say("This takes too long; nothing was found.")

    def _checked(self, verdict: Verdict) -> None:
        self.wrong = verdict.wrong
        self.board.show(self.picture())
        self.say(verdict.sentence)

    def action_hint(self) -> None:
        """Give a hint, or go deeper into the one being given: where, why, done."""
        if self.session.solved:
            self.say("There is nothing left to hint.")
        elif self.advice.stage == NONE:
            self.say("Thinking …")
            work = self.advice.guide.work(self.session.state, self.board.cursor)
            ask(self, work, self._advise, "hint", self._give_up, self._go_on_thinking)
        elif move := self.advice.next():
            sentence = self.advice.sentence
            self.session.play(move)
            self.changed(sentence)
        else:
            self._tell()

    def _advise(self, hint: Hint | None) -> None:
        if hint is not None:
            self.session.take_hint()
            self.advice.give(hint)
            self._tell()
            if hint.cell is not None:
                self.board.reveal(hint.cell)

    def _tell(self) -> None:
        """Show the hint as deep as it has gone."""
        self.message = ""
        self.board.show(self.picture())
        self._say()

    def action_options(self) -> None:
        """Show the options; the clock waits."""
        app = self.app
        screen = OptionsScreen(app.settings, app.keep_settings, app.palette, app.glyphs.hinted[0])
        app.push_screen(screen, lambda _: self.changed())

    def action_mark(self) -> None:
        """Remember this position."""
        self.session.mark()
        self.changed("This position is marked, to come back to.")

    def action_back(self) -> None:
        """Go back to the remembered position."""
        self.changed("Back at the mark." if self.session.back() else "No other position is marked.")

    def action_next_free(self) -> None:
        """Set the cursor on the next cell that is not pinned, or, where nothing is, the next that is still wrong."""
        session, cursor = self.session, self.board.cursor
        if session.puzzle.game.pins:
            free = [cell for cell, pinned in enumerate(session.state.pins) if not pinned]
        else:
            free = sorted({cell for mistake in session.mistakes for cell in mistake.cells})
        if free:
            self.board.place_cursor(next((cell for cell in free if cell > cursor), free[0]))
        else:
            self.changed("Every tile is pinned.")

    def action_zoom(self, step: int) -> None:
        """Draw the board larger or smaller, and keep that for boards of its size."""
        zoom = self.board.zoom + step
        if zoom in ZOOMS:
            self.app.keep_zoom(str(self.session.puzzle.grid), zoom)
            self._fit(self.size)

    async def action_puzzle(self, step: int) -> None:
        """Go to another puzzle of the same file."""
        if not 0 <= self.index + step < len(self.puzzles):
            self.changed("This is the last puzzle." if step > 0 else "This is the first puzzle.")
            return
        self.seat.leave()
        self.index += step
        self.sit_down()
        await self.recompose()
        self.begin()

    def action_copy(self) -> None:
        """Copy the puzzle's id, and show it."""
        from termpuzzles.formats import canonical_id

        text = canonical_id(self.session.puzzle)
        self.app.copy_to_clipboard(text)
        self.changed(text)

    def action_help(self) -> None:
        """Show rules and keys; the clock waits."""
        from termpuzzles.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.session.puzzle, bound_keys(self), self.app.glyphs, self.app.palette))

    def action_leave(self) -> None:
        """Drop a note begun, or go back to where this screen was opened from."""
        if self._noting:
            self.changed()
        else:
            self.app.leave()
