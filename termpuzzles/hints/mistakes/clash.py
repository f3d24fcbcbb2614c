"""Mistakes that show without any rule: a pin or note against a border, a wall, a note or a pinned tile."""

from __future__ import annotations

from termpuzzles.board.grid import OPPOSITE
from termpuzzles.hints.mistakes.suspects import Suspect
from termpuzzles.hints.reasoning.position import Position
from termpuzzles.logic.explain.parts import LEADING, Part, Role, Thing, one, part
from termpuzzles.logic.problem import HAS, LACKS, LONE, Domain

_AGAINST = {HAS[side]: side for side in HAS} | {LACKS[side]: side for side in LACKS}


def clash(position: Position, suspect: Suspect) -> Part | None:
    """Explain the mistake by what stands beside it; None if that takes some deduction."""
    for cell, keep in suspect.held.items():
        known = position.known_sides[cell]
        if keep in LONE:
            lines = LONE[keep]
            against, lacking = lines & known & 15, ~lines & known >> 4
            if against:
                return _against(position, cell, against & -against, drawn=True)
            if lacking:
                return _against(position, cell, lacking & -lacking, drawn=False)
        elif (side := _AGAINST.get(keep)) and _is_denied(keep, side, known):
            return _at_a_line(position, cell, side, drawn=keep == HAS[side])
    return None


def _is_denied(keep: Domain, side: int, known: int) -> bool:
    return bool((known if keep == HAS[side] else known >> 4) & side)


def _against(position: Position, cell: int, side: int, drawn: bool) -> Part:
    """Explain that a pinned tile has a line where there can be none, or none where there is one."""
    problem, grid = position.problem, position.problem.grid
    mark = [one(problem, cell, Role.TARGET, side)]
    other = grid.ways[side][cell]
    if other < 0:
        x, y = grid.place(cell)
        is_rim = {8: y == 0, 2: y == grid.height - 1, 1: x == 0, 4: x == grid.width - 1}[side]
        return part(f"its line {LEADING[side]} runs into {'the border' if is_rim else 'a wall'}.", marks=mark)
    beyond = _beyond(position, other, side)
    if drawn:
        if beyond:
            return part(f"it has a line {LEADING[side]}, but {{}} has none toward it.", beyond, marks=mark)
        return part(f"it has a line {LEADING[side]}, where a cross is noted.", marks=mark)
    if beyond:
        return part(f"it has no line {LEADING[side]}, but {{}} has one toward it.", beyond, marks=mark)
    return part(f"it has no line {LEADING[side]}, where a line is noted.", marks=mark)


def _at_a_line(position: Position, cell: int, side: int, drawn: bool) -> Part:
    """Explain that a known cell beside a noted line or cross contradicts it."""
    problem = position.problem
    other = problem.grid.ways[side][cell]
    for known, toward in ((cell, side), (other, OPPOSITE[side])):
        if position.is_known[known]:
            thing = one(problem, known, Role.BECAUSE, toward)
            return part(f"{{}} has {'no' if drawn else 'a'} line {LEADING[toward]}.", thing)
    return part(f"a {'cross' if drawn else 'line'} is noted there as well.")


def _beyond(position: Position, other: int, side: int) -> Thing | None:
    """The tile beyond the side, if all of it is known."""
    return one(position.problem, other, Role.BECAUSE, OPPOSITE[side]) if position.is_known[other] else None
