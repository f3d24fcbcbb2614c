"""Whether what the player has settled can be right: the pins, or the lines drawn and crossed out."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.solver import solutions
from termpuzzles.logic.work import Work


class Verdict(NamedTuple):
    """The cells that are wrong in every solution, and what a player is told."""

    wrong: frozenset[int]
    sentence: str


def check(puzzle: Puzzle, state: State) -> Work[Verdict]:
    """Say whether some solution agrees with all that is settled; else which cells are at fault."""
    problem = puzzle.problem()
    if (yield from solutions(settled_problem(puzzle, state), 1)):
        return Verdict(frozenset(), "Nothing wrong so far.")
    found = yield from solutions(problem, 2)
    if not found:
        return Verdict(frozenset(), "This board has no solution.")
    wrong = frozenset.intersection(*(_against(puzzle, state, solution) for solution in found))
    what = "cell" if puzzle.game.drawn else "pinned tile"
    if not wrong:
        return Verdict(wrong, f"The {what}s cannot all be right together.")
    return Verdict(wrong, f"{len(wrong)} {what} is wrong." if len(wrong) == 1 else f"{len(wrong)} {what}s are wrong.")


def settled_problem(puzzle: Puzzle, state: State) -> Problem:
    """The puzzle's problem with all that the player has settled taken as given."""
    problem = puzzle.problem()
    codes: dict[Domain, int] = {}
    kinds = bytearray(problem.kinds)
    for cell, kind in enumerate(problem.kinds):
        left = _left(puzzle, state, cell, problem.domains[kind])
        kinds[cell] = codes.setdefault(left, len(codes))
    return replace(problem, kinds=bytes(kinds), domains=tuple(codes))


def _left(puzzle: Puzzle, state: State, cell: int, domain: Domain) -> Domain:
    """The masks of a cell's domain that agree with what is settled there."""
    lines, drawn = state.lines[cell], puzzle.game.drawn
    if not drawn:
        return domain & 1 << lines if state.pins[cell] else domain
    crosses = state.notes[cell] & 15
    return sum(domain & 1 << mask for mask in range(16) if mask & lines == lines and not mask & crosses)


def _against(puzzle: Puzzle, state: State, solution: bytes) -> frozenset[int]:
    """The cells where what is settled differs from a solution."""
    if puzzle.game.drawn:
        parts = enumerate(zip(state.lines, state.notes, solution, strict=True))
        return frozenset(cell for cell, (lines, notes, mask) in parts if lines & ~mask or notes & 15 & mask)
    pins = enumerate(zip(state.lines, state.pins, solution, strict=True))
    return frozenset(cell for cell, (lines, pinned, mask) in pins if pinned and lines != mask)
