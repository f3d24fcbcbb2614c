"""Commands on the past, and commands that go on: undo, marks, trials, giving up; the next board, or a new one."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from termpuzzles.board.grid import TURNS, E, S
from termpuzzles.catalogue.day import is_daily
from termpuzzles.games.model import Change, Controls, Gesture, Move, Puzzle, State
from termpuzzles.play.controller import BoardCommand, Controller, play_asked, play_new
from termpuzzles.play.hint_commands import this_is_the_solution
from termpuzzles.play.stage import Message, Shown
from termpuzzles.session.assistance import last_sound
from termpuzzles.session.attempt import BACK, BEGIN_TRIAL, CHECKED, DROP_TRIAL, GAVE_UP, KEEP_TRIAL, MARK
from termpuzzles.session.open_cells import cells_to_do, is_open, nearest_open
from termpuzzles.session.questions import NewQuestion, params_like


def _in_trial(controller: Controller) -> str:
    keep, drop = controller.stage.name_of("play.trial", "keep"), controller.stage.name_of("play.close")
    return f"First keep the trial with {keep} or drop it with {drop}."


def _undo(controller: Controller) -> None:
    controller.changed(*() if controller.session.undo() else ("no undo", "There is nothing to undo."))


def _redo(controller: Controller) -> None:
    controller.changed(*() if controller.session.redo() else ("no redo", "There is nothing to redo."))


def _restart(controller: Controller) -> None:
    if controller.session.attempt.trial is not None:
        controller.changed("in a trial", _in_trial(controller))
        return
    if controller.session.restart():
        if controller.session.attempt.can_undo:
            for_speech = "The board is as it was at the start. Type undo to get your moves back."
            controller.changed("begun again", "Started again. Undo brings your moves back.", for_speech=for_speech)
        else:  # after a solved board
            controller.changed("begun again", "Started again.", for_speech="A new attempt begins.")
    else:
        controller.changed("unchanged", "Nothing has changed yet.")


def _mark(controller: Controller, *name: str) -> None:
    if name:
        _mark_as(controller, " ".join(name))
        return
    controller.session.apply(MARK)
    back = controller.stage.name_of("play.back") or controller.stage.name_of("play.positions")
    controller.changed("marked", f"This position is marked; {back} leads back to it.")


def _mark_as(controller: Controller, name: str) -> None:
    if name:
        controller.session.apply(MARK, name)
        controller.changed("marked", f"This position is marked as {name}.")


def _mark_by_name(controller: Controller, *name: str) -> None:
    """Remember this position by the name that is said, else ask for one."""
    if name:
        _mark_as(controller, " ".join(name))
    else:
        controller.stage.request("Mark this position as", None, lambda text: _mark_as(controller, text))


def _back(controller: Controller, *name: str) -> None:
    """Go back to a marked position; where there are several and none is named, ask which."""
    names = {mark or "the mark": mark for mark in controller.session.attempt.marks}
    if name:
        back_to(controller, " ".join(name))
    elif len(names) < 2:
        back_to(controller, *names.values() or [""])
    else:
        controller.stage.request("Back to", list(names), lambda chosen: back_to(controller, names[chosen]))


def ask_position(controller: Controller) -> None:
    """Ask whether to remember this position, or to which one to go back."""
    chosen: dict[str, Callable[[], None]] = {
        "remember this position": lambda: _mark(controller),
        "remember it under a name": lambda: _mark_by_name(controller),
    }
    for name in controller.session.attempt.marks:
        chosen[f"go back to {name}" if name else "go back"] = partial(back_to, controller, name)
    controller.stage.request("Positions", list(chosen), lambda answer: chosen[answer]())


def back_to(controller: Controller, name: str) -> None:
    """Go back to the position with that mark."""
    if controller.session.attempt.trial is not None:
        controller.changed("in a trial", _in_trial(controller))
    elif controller.session.apply(BACK, name):
        controller.changed("back", f"Back at {name}." if name else "Back at the mark.")
    elif name and name not in controller.session.attempt.marks:
        controller.changed("no mark", f"No position is marked as {name}.")
    else:
        controller.changed("no mark", "No other position is marked.")


def _try(controller: Controller) -> None:
    """Begin a trial, or keep its moves."""
    session = controller.session
    if session.attempt.trial is None:
        keep, drop = controller.stage.name_of("play.trial", "keep"), controller.stage.name_of("play.close")
        begun = "trial begun", f"This is a trial: {keep} keeps what you do from here, {drop} drops it."
        controller.changed(*begun if session.apply(BEGIN_TRIAL) else ())
    else:
        session.apply(KEEP_TRIAL)
        controller.changed("trial kept", "The trial is kept as one move.")


def _last_sound(controller: Controller) -> None:
    """Go back to the latest position at which nothing settled was wrong."""
    if controller.session.attempt.trial is not None:
        controller.changed("in a trial", _in_trial(controller))
        return
    if controller.solution is None:
        controller.changed("unknown", "The solution is not known yet, so the first mistake cannot be found.")
        return
    history = controller.session.attempt.history
    place = last_sound(controller.puzzle, history, controller.solution)
    if place == history.at:
        controller.session.apply(CHECKED, 0)
        controller.changed("sound", "Nothing you have settled is wrong.")
    else:
        controller.session.apply(CHECKED, 1)
        controller.session.go_to(place)
        controller.changed("back", "Back to before the first mistake. Redo leads forward again.")


def _jumble(controller: Controller) -> None:
    """Turn every open tile at random, as one move."""
    puzzle, state = controller.puzzle, controller.session.state
    places = [cell for cell, is_open in enumerate(cells_to_do(puzzle, state)) if is_open]
    turned = [(cell, random.randrange(4)) for cell in places]
    changes = tuple(Change("turn", *puzzle.grid.place(cell), quarters) for cell, quarters in turned if quarters)
    if changes and not controller.session.solved:
        controller.session.play(Move(changes))
        controller.changed("jumbled", "Every tile that is not pinned was turned at random. Undo takes it back.")


def begin_replay(controller: Controller) -> None:
    """Show the board as it began."""
    controller.changed()
    controller.replayed = 0
    controller.stage.show(Shown.BOARD)


def replay_on(controller: Controller) -> bool:
    """Show one more move; False once all are shown, or if the replay was ended."""
    at, last = controller.replayed, len(controller.session.moves)
    if at is None:
        return False
    goes_on = at < last
    controller.replayed = at + 1 if goes_on else None
    controller.message = Message("replay", f"Move {at + 1} of {last}" if goes_on else "")
    controller.stage.show(Shown.BOARD)
    return goes_on


def give_up(controller: Controller) -> None:
    """Show the solution, marked as such."""
    session = controller.session
    if controller.solution is None or session.solved:
        controller.changed(*() if session.solved else ("unknown", "The solution is not known."))
        return
    if session.attempt.trial is not None:
        session.apply(DROP_TRIAL)
    session.apply(GAVE_UP)
    session.play(solving(controller.puzzle, session.state, controller.solution))
    controller.changed("gave up", this_is_the_solution(controller))


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
PAST_COMMANDS = (
    BoardCommand("play.undo", "u", "undo", "undo", "Undo the last move", "undo", _undo),
    BoardCommand("play.redo", "r", "redo", "redo", "Redo the move that was undone", "undo", _redo),
    BoardCommand(
        "play.restart", "R,f8", "restart", "start again", "Start again; undo brings the moves back", "undo", _restart
    ),
    BoardCommand(
        "play.trial",
        "t",
        "trial, keep",
        "trial",
        "Begin a trial, or keep it; Esc drops it",
        "undo",
        _try,
        for_speech="Begin a trial; type keep to keep it as one move, or drop to drop it",
    ),
    BoardCommand(
        "play.sound", "f9,B", "sound", "back to sound", "Go back to before the first mistake", "undo", _last_sound
    ),
    BoardCommand("play.mark", "", "mark NAME", "mark", "Remember this position", "positions", _mark),
    BoardCommand(
        "play.mark_named",
        "",
        "mark as NAME",
        "mark by name",
        "Remember this position under a name",
        "positions",
        _mark_by_name,
    ),
    BoardCommand(
        "play.back",
        "",
        "back NAME",
        "back to mark",
        "Go back to a remembered position",
        "positions",
        _back,
        for_speech="Go back to a remembered position; if there is none, leave the board",
    ),
    BoardCommand("play.jumble", "J", "jumble", "jumble", "Turn every open tile at random", "undo", _jumble, TURNING),
    BoardCommand("play.give_up", "G", "solution", "give up", "Show the solution", "hints", give_up),
)


def _go_on(controller: Controller) -> None:
    """Pin the tile and go to an open one near what is settled; on a solved board go to the next puzzle."""
    session, cursor = controller.session, controller.stage.cursor
    if session.solved:
        _next_puzzle(controller)
        return
    if controller.puzzle.game.pins and is_open(controller.puzzle, session.state, cursor):
        controller.play(Gesture("pin", cursor))
        if controller.wrong:  # shown at once: there is something to correct here
            return
    found = nearest_open(controller.puzzle, session.state, cursor)
    if found is not None:
        controller.stage.cursor = found
    elif not session.solved:
        controller.say("none open", _all_settled(controller))


def _all_settled(controller: Controller) -> str:
    """Say that no cell is open, though the board is not solved, and how to find out why."""
    all_settled = "Every tile is pinned." if controller.puzzle.game.pins else "Every cell has its two lines."
    return f"{all_settled} {controller.stage.name_of('play.check')} checks the board."


def _next_puzzle(controller: Controller) -> None:
    """Go to the next unsolved puzzle of this file, pack or day, then of the next pack.

    If there is none, go home from a board of the day, and from others to a new one.
    """
    found = controller.following()
    if found is None:
        controller.stage.go_home() if is_daily(controller.puzzle) else _new(controller)
        return
    try:
        puzzles = found.puzzles() if found.puzzles else controller.puzzles
    except (ValueError, OSError) as error:
        controller.say("unreadable", f"The next puzzle cannot be read: {error}.")
        return
    controller.go_to_other(puzzles, found.place) if found.puzzles else _go_to(controller, found.place)


def _go_to(controller: Controller, index: int) -> None:
    """Leave this board for another of the puzzles."""
    controller.stage.open(controller.puzzles, index, here=True)


def _new(controller: Controller, *asked: str) -> None:
    """Make a new board like this one, or as it is asked for, and play it."""
    if asked:
        play_asked(controller, " ".join(asked))
        return
    puzzle = controller.puzzle
    if puzzle.game.maker is None:
        controller.say("no maker", "No new boards of this game can be made.")
        return
    made: Callable[[Puzzle | str], None] = lambda new: play_new(controller, new)  # noqa: E731
    question = NewQuestion(puzzle.game.name, params_like(puzzle), controller.context.seed())
    controller.stage.ask(question, made, "new")


def _other(step: int, end: str) -> Callable[[Controller], None]:
    """The function that goes to another puzzle of the same file or pack; `end` names the one after which none comes."""

    def go(controller: Controller) -> None:
        if 0 <= controller.index + step < len(controller.puzzles):
            _go_to(controller, controller.index + step)
        else:
            which = "only" if len(controller.puzzles) == 1 else end
            for_speech = f"This is the {which} puzzle here."
            controller.changed(f"{end} puzzle", f"This is the {end} puzzle.", for_speech=for_speech)

    return go


NEXT_COMMANDS = (
    BoardCommand("play.on", "enter", "go on", "go on", "Go to the next open cell; pins a tile", "move", _go_on),
    BoardCommand(
        "play.new",
        "N,f5",
        "new BOARD",
        "new board",
        "Make and play a new board like this one",
        "puzzles",
        _new,
        for_speech="Make and play a new board like this one, or as you ask for it",
    ),
    BoardCommand(
        "play.following",
        "right_square_bracket,full_stop,f10",
        "next",
        "next puzzle",
        "Go to the next puzzle",
        "puzzles",
        _other(1, "last"),
    ),
    BoardCommand(
        "play.previous",
        "left_square_bracket,comma",
        "previous",
        "previous puzzle",
        "Go to the previous puzzle",
        "puzzles",
        _other(-1, "first"),
    ),
    BoardCommand(
        "play.unsolved",
        "f7",
        "next unsolved",
        "next unsolved",
        "Go to the next puzzle you have not solved",
        "puzzles",
        _next_puzzle,
    ),
)
