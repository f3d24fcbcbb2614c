"""How many solutions a board has, according to a SAT solver: an independent check of the boards in this folder.

This file deliberately uses nothing from the package: it parses ids itself, a line is a variable, a cell is the list of
the masks that it may not have, and cuts are added one at a time until the condition on the whole board holds.
Masks have the bits of Net ids: right 1, up 2, left 4, down 8.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from pysat.solvers import Solver  # type: ignore[import-untyped] # it has no types

RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8
# The condition on the whole board, apart from having no loose ends: none, one tree, one loop, or all joined.
LINES, TREE, LOOP, JOINED = "lines", "tree", "loop", "joined"


@dataclass(frozen=True)
class Board:
    """A board as its id describes it: the masks that each cell may have, whether it wraps, and its walls."""

    width: int
    height: int
    allowed: tuple[frozenset[int], ...]
    whole: str
    wraps: bool = False
    walls: frozenset[tuple[int, int]] = frozenset()  # (cell, RIGHT or DOWN)

    def lines(self) -> Iterator[tuple[int, int, int]]:
        """Each line that could be drawn: a cell, RIGHT or DOWN, and the cell beyond."""
        for y, x in product(range(self.height), range(self.width)):
            cell = y * self.width + x
            for side, beyond_x, beyond_y in ((RIGHT, x + 1, y), (DOWN, x, y + 1)):
                inside = beyond_x < self.width and beyond_y < self.height
                if (inside or self.wraps) and (cell, side) not in self.walls:
                    yield cell, side, beyond_y % self.height * self.width + beyond_x % self.width


def turns(mask: int) -> frozenset[int]:
    """The mask in its four turns."""
    return frozenset((mask << quarter | mask >> 4 - quarter) & 15 for quarter in range(4))


_DRAWN = {"simpleloop": LOOP, "simpleloops": LINES}
_TWO = frozenset(mask for mask in range(16) if mask.bit_count() == 2)


def parse(text: str) -> Board:
    """The board of an id: `7x7w:...`, `infinity:4x3:...`, `simpleloop/6/4/00036` or `simpleloops/6/4/00036`."""
    if "/" in text:
        name, columns, rows, data = text.split("/")
        width, height = int(columns), int(rows)
        bits = "".join(f"{'0123456789abcdefghijklmnopqrstuv'.index(digit):05b}" for digit in data)
        shaded = bits.ljust(width * height, "0")[: width * height]
        return Board(width, height, tuple(frozenset({0}) if bit == "1" else _TWO for bit in shaded), _DRAWN[name])
    *prefix, size, tiles = text.split(":")
    width, height = map(int, size.removesuffix("w").split("x"))
    masks: list[int] = []
    walls = set()
    for character in tiles:
        if character in "vh":
            walls.add((len(masks) - 1, RIGHT if character == "v" else DOWN))
        else:
            masks.append(int(character, 16))
    whole = {"": TREE, "net": TREE, "infinity": LINES, "web": JOINED}["".join(prefix)]
    return Board(width, height, tuple(map(turns, masks)), whole, size.endswith("w"), frozenset(walls))


class Question:
    """A board as clauses of a SAT solver; each solution is ruled out once found, so that the next one differs."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.lines = list(board.lines())
        self.sides: list[dict[int, int]] = [{} for _ in board.allowed]  # for each cell, the variable of each side
        for variable, (cell, side, beyond) in enumerate(self.lines, 1):
            self.sides[cell][side] = variable
            self.sides[beyond][LEFT if side == RIGHT else UP] = variable
        self.solver: Any = Solver(name="cadical153")
        for sides, allowed in zip(self.sides, board.allowed, strict=True):
            self._keep_to(sides, allowed)

    def _keep_to(self, sides: dict[int, int], allowed: frozenset[int]) -> None:
        """Rule out every mask that the cell may not have; a mask that needs a missing side is impossible anyway."""
        for mask in set(range(16)) - allowed:
            if all(side in sides for side in (RIGHT, UP, LEFT, DOWN) if mask & side):
                self.solver.add_clause([-variable if mask & side else variable for side, variable in sides.items()])

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """The masks of each solution."""
        while self.solver.solve():
            drawn = {variable for variable in self.solver.get_model() or () if variable > 0}
            masks = tuple(sum(side for side, variable in sides.items() if variable in drawn) for sides in self.sides)
            cuts = list(self._cuts(drawn))
            for cut in cuts:
                self.solver.add_clause(cut)
            if not cuts:
                yield masks
                every = range(1, len(self.lines) + 1)
                self.solver.add_clause([-variable if variable in drawn else variable for variable in every])
            elif [] in cuts:
                return

    def _cuts(self, drawn: set[int]) -> Iterator[list[int]]:
        """Clauses that every solution satisfies and these lines do not: some line leads out of each isolated piece.

        A board whose cells are one piece is a tree exactly if it has one line fewer than cells. The number of lines is
        the same for all turns of the tiles, so any other number means no solution, which the empty clause expresses.
        """
        if self.board.whole == LINES:
            return
        pieces = self._pieces(drawn)
        if len(pieces) > 1:
            for piece in pieces:
                leaving = [
                    v for v, (cell, _, beyond) in enumerate(self.lines, 1) if (cell in piece) != (beyond in piece)
                ]
                yield leaving
        elif self.board.whole == TREE and len(drawn) != len(pieces[0]) - 1:
            yield []

    def _pieces(self, drawn: set[int]) -> list[set[int]]:
        """The connected pieces of the cells that have lines."""
        beside: dict[int, list[int]] = {cell: [] for cell, allowed in enumerate(self.board.allowed) if 0 not in allowed}
        for variable in drawn:
            cell, _, beyond = self.lines[variable - 1]
            beside[cell].append(beyond)
            beside[beyond].append(cell)
        pieces, left = [], set(beside)
        while left:
            piece, reached = set(), [left.pop()]
            while reached:
                cell = reached.pop()
                piece.add(cell)
                reached += {other for other in beside[cell] if other not in piece}
            left -= piece
            pieces.append(piece)
        return pieces

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()


def solutions(text: str, most: int) -> list[str]:
    """Up to so many solutions of the board with this id, one hexadecimal digit per cell."""
    question, found = Question(parse(text)), []
    for masks in question.solutions():
        found.append("".join(f"{mask:x}" for mask in masks))
        if len(found) == most:
            break
    question.close()
    return found


def count(text: str) -> tuple[str, str]:
    """One solution (`-` for none) and the number of them, exact up to 99, else `100+`."""
    found = solutions(text, 100)
    return (found[0] if found else "-", str(len(found)) if len(found) < 100 else "100+")
