"""Commands on the past: undo, redo, restart, marked positions, trials, giving up."""

from __future__ import annotations

import random

from termpuzzles.board.grid import TURNS, E, S
from termpuzzles.games.model import Change, Controls, Move, Puzzle, State
from termpuzzles.session.open_cells import open_cells
from termpuzzles.tui.controller.advising import this_is_the_solution
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller


def _in_trial(controller: Controller) -> str:
    keep, drop = controller.stage.key("play.trial"), controller.stage.key("play.close")
    return f"First keep the trial with {keep}, or drop it with {drop}."


def _undo(controller: Controller) -> None:
    controller.changed("" if controller.session.undo() else "There is nothing to undo.")


def _redo(controller: Controller) -> None:
    controller.changed("" if controller.session.redo() else "There is nothing to redo.")


def _restart(controller: Controller) -> None:
    if controller.session.trial is not None:
        controller.changed(_in_trial(controller))
        return
    begun = controller.session.restart()
    controller.changed("Begun again; undo brings the moves back." if begun else "Nothing has changed yet.")


def _mark(controller: Controller) -> None:
    controller.session.mark()
    controller.changed(f"This position is marked; {controller.stage.key('play.back')} comes back to it.")


def back_to(controller: Controller, name: str) -> None:
    """Go back to the position with that mark."""
    if controller.session.trial is not None:
        controller.changed(_in_trial(controller))
    elif controller.session.back(name):
        controller.changed(f"Back at {name}." if name else "Back at the mark.")
    else:
        controller.changed("No other position is marked.")


def _try(controller: Controller) -> None:
    """Begin a trial, or keep its moves."""
    session = controller.session
    if session.trial is None:
        begun = session.begin_trial()
        keep, drop = controller.stage.key("play.trial"), controller.stage.key("play.close")
        controller.changed(f"A trial: {keep} keeps what you do from here, {drop} drops it." if begun else "")
    else:
        session.keep_trial()
        controller.changed("What you tried is kept, as one move.")


def _last_sound(controller: Controller) -> None:
    """Go back to the latest position at which nothing settled was wrong."""
    if controller.session.trial is not None:
        controller.changed(_in_trial(controller))
        return
    if controller.solution is None:
        controller.changed("The solution is not known yet, so nothing tells what is sound.")
        return
    place = controller.session.last_sound(controller.solution)
    if place is None:
        controller.session.tell_check(0)
        controller.changed("Nothing that you have settled is wrong.")
    else:
        controller.session.tell_check(1)
        controller.session.go_to(place)
        controller.changed("Back where nothing was wrong yet; redo leads on again.")


def _jumble(controller: Controller) -> None:
    """Turn every open tile at random, as one move."""
    puzzle, state = controller.puzzle, controller.session.state
    places = [cell for cell, is_open in enumerate(open_cells(puzzle, state)) if is_open]
    turned = [(cell, random.randrange(4)) for cell in places]
    changes = tuple(Change("turn", *puzzle.grid.place(cell), quarters) for cell, quarters in turned if quarters)
    if changes and not controller.session.solved:
        controller.session.play(Move(changes))
        controller.changed("Every tile that is not pinned was turned at random; undo takes it back.")


def give_up(controller: Controller) -> None:
    """Show the solution, marked as such."""
    session = controller.session
    if controller.solution is None or session.solved:
        controller.changed("" if session.solved else "The solution is not known.")
        return
    if session.trial is not None:
        session.drop_trial()
    session.give_up()
    session.play(solving(controller.puzzle, session.state, controller.solution))
    controller.changed(this_is_the_solution(controller))


def solving(puzzle: Puzzle, state: State, solution: bytes) -> Move:
    """The move from the position to the solution."""
    changes: list[Change] = []
    for cell, (now, then) in enumerate(zip(state.lines, solution, strict=True)):
        place = puzzle.grid.place(cell)
        if puzzle.game.draws:
            changes += [
                Change("line" if then & side else "clear", *place, side) for side in (E, S) if (now ^ then) & side
            ]
        elif now != then:
            changes.append(Change("turn", *place, _quarters(now, then)))
    return Move(tuple(changes))


def _quarters(now: int, then: int) -> int:
    return TURNS[now].index(then)


TURNING = (Controls.TURN_TILES,)
COMMANDS = (
    Command("play.undo", "u", "undo", "Take back the last move", "undo", _undo),
    Command("play.redo", "r", "redo", "Play again what was taken back", "undo", _redo),
    Command("play.restart", "R,f8", "start again", "Begin again; undo brings the moves back", "undo", _restart),
    Command("play.trial", "t", "trial", "Begin a trial; again: keep it as one move; Esc drops it", "undo", _try),
    Command("play.sound", "f9,B", "back to sound", "Go back to where nothing was wrong yet", "undo", _last_sound),
    Command("play.mark", "m", "mark", "Remember this position", "positions", _mark),
    Command(
        "play.mark_named",
        "f4",
        "mark by name",
        "Remember this position by a name",
        "positions",
        "dialog('name of mark')",
    ),
    Command("play.back", "M,f6", "back to mark", "Go back to a remembered position", "positions", "dialog('mark')"),
    Command("play.jumble", "J", "jumble", "Turn every open tile at random", "undo", _jumble, TURNING),
    Command("play.give_up", "G", "give up", "Show the solution", "hints", give_up),
)
