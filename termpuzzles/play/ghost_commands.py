"""Ghosts in play: one's own game as a line for a friend, and one's own best beside the game."""

from __future__ import annotations

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.ghost import Ghost, ghost_line
from termpuzzles.play.controller import BoardCommand, Controller
from termpuzzles.session.ghost import Rival, best, runs
from termpuzzles.session.session import clock_text

_MOST_CELLS = 2_500  # a longer game takes too long to be played again while somebody waits


def own_line(controller: Controller) -> str:
    """The ghost of the game that has just solved the board, as a line; "" if there is none."""
    session = controller.session
    if not session.solved or session.attempt.gave_up:
        return ""
    try:
        found = _runs(controller)
        return ghost_line(controller.puzzle, found[-1]._replace(whose=controller.context.called)) if found else ""
    except PuzzleError:  # the board has no id
        return ""


def _runs(controller: Controller) -> list[Ghost]:
    puzzle = controller.puzzle
    if puzzle.grid.size > _MOST_CELLS:
        return []
    try:
        return runs(puzzle, controller.context.library.events(puzzle))
    except OSError:
        return []


def _ghost(controller: Controller) -> None:
    """Say how far the ghost is; if there is none, let the player's best game run beside this one."""
    rival = controller.rival
    if rival is not None:
        controller.say("ghost", rival.sentence(controller.session))
        return
    found = best(_runs(controller))
    if found is None:
        controller.say("no ghost", "You have not solved this board yet, so there is no best game to play against.")
        return
    controller.rival = Rival(controller.puzzle, found, is_own=True)
    again = f" {controller.stage.name_of('play.restart')} starts again." if controller.session.solved else ""
    controller.changed("ghost begun", f"Your best game, {clock_text(found.seconds)}, now runs beside you.{again}")


COMMANDS = (
    BoardCommand("play.ghost", "", "ghost", "ghost", "Race your best game, or hear who is ahead", "puzzles", _ghost),
)
