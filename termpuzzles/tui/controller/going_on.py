"""Commands that go on: to the next open cell, to the next puzzle, to a new board."""

from __future__ import annotations

import os
from collections.abc import Callable

from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.session.open_cells import is_open, nearest_open
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller

_QUIET = 0.7  # seconds after solving during which Enter, perhaps already on its way, does not leave the board


def _go_on(controller: Controller) -> None:
    """Pin the tile and go to an open one near what is settled; on a solved board go to the next puzzle."""
    session, cursor = controller.session, controller.stage.cursor
    if session.solved:
        if controller.context.now() - controller.solved_at >= _QUIET:
            _next_puzzle(controller)
        return
    if controller.puzzle.game.pins and is_open(controller.puzzle, session.state, cursor):
        controller.play(Gesture("pin", cursor))
        if controller.wrong:  # shown at once: there is something to correct here
            return
    found = nearest_open(controller.puzzle, session.state, cursor)
    if found is not None:
        controller.stage.go_to(found)
    elif not session.solved:
        controller.say("Nothing is open any more; c checks the board.")


def _next_puzzle(controller: Controller) -> None:
    """Go to the next unsolved puzzle of this file or pack, then of the next pack, or else to a new one."""
    found = controller.following()
    if found is None:
        _new(controller)
        return
    try:
        puzzles = found.pack.puzzles() if found.pack else controller.puzzles
    except (ValueError, OSError) as error:
        controller.say(f"The next puzzle cannot be read: {error}.")
        return
    controller.go_to_other(puzzles, found.place) if found.pack else controller.go_to_puzzle(found.place)


def _new(controller: Controller) -> None:
    """Make a new board like this one, and play it."""
    puzzle = controller.puzzle
    if puzzle.game.maker is None:
        controller.say("No new boards of this game can be made.")
        return
    made: Callable[[Puzzle | str], None] = lambda new: _play_new(controller, new)  # noqa: E731
    from termpuzzles.session.questions import NewQuestion, params_like

    question = NewQuestion(puzzle.game.name, params_like(puzzle), os.urandom(8).hex())
    controller.stage.ask(question, made, "new")


def _play_new(controller: Controller, puzzle: Puzzle | str) -> None:
    """Play the new board, or say why there is none."""
    if isinstance(puzzle, str):
        controller.say(f"{puzzle[:1].upper()}{puzzle[1:]}.")
        return
    before = controller.puzzles[: controller.index + 1] if controller.context.library.keeps else []
    controller.go_to_other([*before, puzzle], len(before))


def _other(step: int) -> Callable[[Controller], None]:
    """The function that goes to another puzzle of the same file or pack."""

    def go(controller: Controller) -> None:
        if 0 <= controller.index + step < len(controller.puzzles):
            controller.go_to_puzzle(controller.index + step)
        else:
            controller.changed("This is the last puzzle." if step > 0 else "This is the first puzzle.")

    return go


COMMANDS = (
    Command("play.on", "enter", "go on", "Pin the tile and go to the next open cell", "move", _go_on),
    Command("play.new", "N,f5", "new board", "Make and play a new board like this one", "puzzles", _new),
    Command("play.following", "right_square_bracket,full_stop,f10", "next", "The next puzzle", "puzzles", _other(1)),
    Command("play.previous", "left_square_bracket,comma", "previous", "The previous puzzle", "puzzles", _other(-1)),
    Command("play.unsolved", "f7", "next unsolved", "The next puzzle that is not finished", "puzzles", _next_puzzle),
)
