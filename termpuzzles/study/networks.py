"""Boards as graphs of networkx, which is not installed with this package: the extra `networkx`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.games.arguments import check_state

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


def networkx_graph(puzzle: Puzzle, state: State | None) -> Any:
    """The `networkx.MultiGraph` of a board: its cells, and all lines that can be drawn (see `Puzzle.to_networkx`)."""
    networkx: Any = import_module("networkx")
    state = puzzle.start if state is None else state
    check_state(puzzle, state)
    grid = puzzle.grid
    graph = networkx.MultiGraph()
    for cell in range(grid.size):
        x, y = grid.place(cell)
        found = puzzle[x + 1, y + 1]
        if found.is_open:
            graph.add_node((x + 1, y + 1), tile=found.tile, clue=found.clue)
    for line in grid.lines():
        ends = grid.ends(line)
        if puzzle.game.shades and not all(puzzle.tiles[cell] for cell in ends):
            continue
        cell, is_south = divmod(line, 2)
        one, other = ((x + 1, y + 1) for x, y in map(grid.place, ends))
        graph.add_edge(one, other, key=line, drawn=_is_drawn(puzzle, state, line), side="ES"[is_south])
    return graph


def _is_drawn(puzzle: Puzzle, state: State, line: int) -> bool:
    """Whether the cells at both ends of a line have it: of two tiles one alone may point there."""
    side = S if line % 2 else E
    one, other = puzzle.grid.ends(line)
    return bool(state.lines[one] & side and state.lines[other] & OPPOSITE[side])
