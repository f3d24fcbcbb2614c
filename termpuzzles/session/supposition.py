"""A position with what a hint supposes drawn on it: only to be looked at, the position itself stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, TURNS

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


class Supposed(NamedTuple):
    """The position as it would look, and the cells that look different in it."""

    state: State
    cells: frozenset[int]


def supposing(puzzle: Puzzle, state: State, known: Mapping[int, int]) -> Supposed:
    """The position with these sides drawn or crossed: a known byte for each cell (see `termpuzzles.logic.problem`).

    A tile of which all sides are known is turned so, unless it is pinned; whatever else is known of a tile is noted.
    """
    lines, notes = bytearray(state.lines), bytearray(state.notes)
    grid, draws = puzzle.grid, puzzle.game.draws
    for cell, sides in known.items():
        mask = sides >> 4
        if not draws and sides >> 4 | sides & 15 == 15 and mask in TURNS[lines[cell]] and not state.pins[cell]:
            lines[cell] = mask
            continue
        for side in SIDES_OF[(mask | sides & 15) & grid.open_sides[cell]]:
            for at, toward in ((cell, side), (grid.ways[side][cell], OPPOSITE[side])):
                if not mask & side:
                    notes[at] |= toward
                elif draws:
                    lines[at] |= toward
                else:
                    notes[at] |= toward << 4
    found = state._replace(lines=bytes(lines), notes=bytes(notes))
    pairs = zip(state.lines, found.lines, state.notes, found.notes, strict=True)
    return Supposed(
        found, frozenset(cell for cell, (line, new, note, noted) in enumerate(pairs) if line != new or note != noted)
    )
