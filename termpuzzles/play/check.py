"""Whether what the player has settled can be right: the pins, or the lines drawn and crossed out."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.games.checks import count, survey
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.solver import solutions
from termpuzzles.logic.work import Work

FINISHED = 4  # cells from which on a closed group looks finished


class Verdict(NamedTuple):
    """The cells that are wrong in every solution, and what a player is told."""

    wrong: frozenset[int]
    sentence: str


def check(puzzle: Puzzle, state: State) -> Work[Verdict]:
    """Say which settled cells no solution has, else which parts look finished and are not."""
    found = yield from solutions(puzzle.problem(), 2)
    if not found:
        return Verdict(frozenset(), "This board has no solution.")
    if (yield from solutions(settled_problem(puzzle, state), 1)):
        if len(found) == 1 and (finished := _finished(puzzle, state, found[0])):
            return Verdict(finished, "The marked part looks finished, but is wrong.")
        return Verdict(frozenset(), "Nothing wrong so far.")
    wrong = frozenset.intersection(*(_against(puzzle, state, solution) for solution in found))
    if len(found) > 1:
        wrong = yield from _wrong_alone(puzzle, state, wrong)
    what = "cell" if puzzle.game.drawn else "pinned tile"
    if not wrong:
        return Verdict(wrong, f"The {what}s cannot all be right together.")
    return Verdict(wrong, f"{count(len(wrong), what)} {'is' if len(wrong) == 1 else 'are'} wrong.")


def _wrong_alone(puzzle: Puzzle, state: State, cells: frozenset[int]) -> Work[frozenset[int]]:
    """Those of the cells at which what is settled has no solution even with nothing else settled."""
    wrong = set()
    for cell in cells:
        if not (yield from solutions(settled_problem(puzzle, state, {cell}), 1)):
            wrong.add(cell)
    return frozenset(wrong)


def _finished(puzzle: Puzzle, state: State, solution: bytes) -> frozenset[int]:
    """The cells of the first closed group, large enough to look finished, that does not stand as in the solution."""
    seen = survey(puzzle.grid, state.lines)
    for head in seen.heads:
        if seen.closed[head]:
            cells = frozenset(cell for cell, group in enumerate(seen.group) if group == head)
            if len(cells) >= FINISHED and any(state.lines[cell] != solution[cell] for cell in cells):
                return cells
    return frozenset()


def settled_problem(puzzle: Puzzle, state: State, only: Container[int] | None = None) -> Problem:
    """The puzzle's problem with all that the player has settled taken as given, or what is settled in some cells."""
    problem = puzzle.problem()
    codes: dict[Domain, int] = {}
    kinds = bytearray(problem.kinds)
    for cell, kind in enumerate(problem.kinds):
        domain = problem.domains[kind]
        left = _left(puzzle, state, cell, domain) if only is None or cell in only else domain
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
