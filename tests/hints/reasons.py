"""Hints taken one after the other, and whether each follows from the cells that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from termpuzzles.board.grid import OPPOSITE, SIDES
from termpuzzles.board.survey import survey
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.proof import prove, try_out
from termpuzzles.hints.wording import Hint
from termpuzzles.logic.domains import ALL, FITS, HAS, LACKS
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import finish


def taken(puzzle: Puzzle, guide: Guide, near: int | None = None) -> Iterator[tuple[State, Hint]]:
    """Every hint from the beginning to the end, each with the position in which it is given."""
    state = puzzle.start
    while hint := guide.hint(state, near):
        yield state, hint
        assert hint.move, hint
        assert hint.move.changes, hint
        state = puzzle.game.play(puzzle, state, hint.move)
    assert guide.solved(state)


def touched(puzzle: Puzzle, state: State, cell: int) -> bool:
    given = 0 if puzzle.game.draws else puzzle.tiles[cell]
    return bool(state.pins[cell]) or state.lines[cell] != given


def agrees(puzzle: Puzzle, state: State, cell: int) -> bool:
    seen = survey(puzzle.grid, state.lines)
    around = [(side, puzzle.grid.beyond(cell, side)) for side in SIDES]
    return not seen.loose[cell] and not any(
        other is not None and seen.loose[other] & OPPOSITE[side] for side, other in around
    )


def seen_only(guide: Guide, state: State, hint: Hint, solution: bytes) -> Problem:
    """The problem that knows of nothing but the cells that the hint names, as they can be seen.

    The hint may take a tile to stand as it should where the player has touched it or all around it agrees, and the
    player's lines, crosses and notes where they are right. Every other tile may take any lines, but not none where all
    must be joined; in a game of drawing any two.
    """
    problem, drawn = guide.problem, guide.puzzle.game.draws
    named = set(hint.because)
    domains: list[Domain] = []
    for cell, mask in enumerate(solution):
        domain = problem.domain_of(cell)
        if cell not in named:
            domains.append(domain if drawn else ALL & ~1 if "no loop" in problem.rules else ALL)
            continue
        claims = state.notes[cell] | (state.lines[cell] << 4 if drawn else 0)
        domain &= FITS[claims & (mask << 4 | 15 ^ mask)]
        shown = state.lines[cell] == mask and (touched(guide.puzzle, state, cell) or agrees(guide.puzzle, state, cell))
        domains.append(1 << mask if shown else domain)
    table = sorted(set(domains))
    assert len(table) < 256
    seen = replace(problem, kinds=bytes(map(table.index, domains)), domains=tuple(table))
    vars(seen)["two_lines_each"] = problem.two_lines_each  # lines are deduced there still, however little is left
    return seen


def impossible(problem: Problem, held: dict[int, Domain]) -> bool:
    """Whether the problem has no solution with these cells held to these masks: the rules say so, or trying out."""
    proof = finish(prove(problem, held))
    return not proof.consistent or not finish(try_out(problem, proof)).consistent


def denials(guide: Guide, state: State, hint: Hint) -> Iterator[dict[int, Domain]]:
    """For each thing that the hint concludes, its contrary."""
    assert hint.move
    grid = guide.problem.grid
    after = guide.puzzle.game.play(guide.puzzle, state, hint.move)
    for verb, x, y, amount in hint.move.changes:
        cell = grid.cell(x, y)
        if verb == "pin":
            yield {cell: ALL & ~(1 << after.lines[cell])}
        elif verb in ("line", "cross"):
            keep = LACKS if verb == "line" else HAS
            yield {cell: keep[amount], grid.ways[amount][cell]: keep[OPPOSITE[amount]]}


def follows(guide: Guide, state: State, hint: Hint, solution: bytes) -> bool:
    """Whether what the hint concludes holds whatever the tiles that it does not name may be."""
    problem = seen_only(guide, state, hint, solution)
    return all(impossible(problem, denial) for denial in denials(guide, state, hint))
