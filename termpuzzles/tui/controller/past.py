"""Commands that go through what was played: undo, redo, begin again, marked positions."""

from __future__ import annotations

from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller


def _undo(controller: Controller) -> None:
    controller.changed("" if controller.session.undo() else "There is nothing to undo.")


def _redo(controller: Controller) -> None:
    controller.changed("" if controller.session.redo() else "There is nothing to redo.")


def _restart(controller: Controller) -> None:
    begun = controller.session.restart()
    controller.changed("Begun again; undo brings the moves back." if begun else "Nothing has changed yet.")


def _mark(controller: Controller) -> None:
    controller.session.mark()
    controller.changed("This position is marked, to come back to.")


def _back(controller: Controller) -> None:
    controller.changed("Back at the mark." if controller.session.back() else "No other position is marked.")


COMMANDS = (
    Command("play.undo", "u", "undo", "Take back the last move", "undo", _undo),
    Command("play.redo", "r", "redo", "Play again what was taken back", "undo", _redo),
    Command("play.restart", "R", "start again", "Begin again; undo brings the moves back", "undo", _restart),
    Command("play.mark", "m", "mark", "Remember this position", "positions", _mark),
    Command("play.back", "M", "back to mark", "Go back to the remembered position", "positions", _back),
)
