"""The text of `help` on a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.games.model import Game


def help_lines(game: Game) -> Iterator[str]:
    """Every command on a board of the game, in words."""
    yield "Columns come first, then rows, both from 1; without a place a command means where you stand."
    if game.draws:
        yield "line 3 4 right: draw or erase a line. cross 3 4 right: cross it out, or take that back."
    else:
        yield "turn 3 4: turn clockwise; turn 3 4 back, turn 3 4 half. pin 3 4: pin a tile, or free it."
        yield "line 3 4 right, cross 3 4 right: note that there is a line, or none; again takes the note back."
    yield "up, right, down, left: walk. look left: what is there, without walking."
    yield "go 3 4: stand there. here, cell 3 4, row 3, column 2: what is there."
    yield "neighbours, group, trace: what is around, what it is joined to, where its lines lead."
    yield "open, or what is left: what is to be done. what is wrong: what is not right. show: a drawing."
    yield "hint: the next step and why; do: do it. check: is anything wrong so far?"
    yield "undo, redo, restart: take moves back, or have them again. next, previous, back: other puzzles."
    yield "brief, full: how much is told of a cell. time, id: of this game. quit: leave the program."
