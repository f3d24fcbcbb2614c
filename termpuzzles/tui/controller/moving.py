"""Commands that move the cursor."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.tui.controller.acting import draw
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.controller import Controller

_STEPS = {N: (0, -1), S: (0, 1), W: (-1, 0), E: (1, 0)}


def _step(side: int) -> Callable[[Controller], None]:
    """Move the cursor one cell, or note the line on that side where a note was begun."""

    def step(controller: Controller) -> None:
        if controller.noting:
            draw(controller, "line", side)
            return
        grid = controller.puzzle.grid
        x, y = grid.place(controller.stage.cursor)
        x, y = x + _STEPS[side][0], y + _STEPS[side][1]
        x, y = x % grid.width if grid.wrap_x else x, y % grid.height if grid.wrap_y else y
        if 0 <= x < grid.width and 0 <= y < grid.height:
            controller.stage.go_to(grid.cell(x, y))

    return step


def _next_open(controller: Controller) -> None:
    """Set the cursor on the next cell that is not pinned, or, where nothing is, the next that is still wrong."""
    session, cursor = controller.session, controller.stage.cursor
    if session.puzzle.game.pins:
        free = [cell for cell, pinned in enumerate(session.state.pins) if not pinned]
    else:
        free = sorted({cell for mistake in session.mistakes for cell in mistake.cells})
    if free:
        controller.stage.go_to(next((cell for cell in free if cell > cursor), free[0]))
    else:
        controller.changed("Every tile is pinned.")


COMMANDS = (
    Command("board.north", "up,k", "up", "Move the cursor up", "move", _step(N)),
    Command("board.south", "down,j", "down", "Move the cursor down", "move", _step(S)),
    Command("board.west", "left,h", "left", "Move the cursor left", "move", _step(W)),
    Command("board.east", "right,l", "right", "Move the cursor right", "move", _step(E)),
    Command("play.next", "n", "next open", "Go to the next tile that is open", "move", _next_open),
)
