"""Boards that are hardly ever drawn: made from others by one small change after the other, uphill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from termpuzzles.games.making.randomness import below, pick
from termpuzzles.generator import proof
from termpuzzles.logic.answers import solver
from termpuzzles.logic.answers.rating import rating_of

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Puzzle
    from termpuzzles.generator.target import Target
    from termpuzzles.logic.task import Task

FIRST_STEP = 10_000  # changes to try until a board needs the rule asked for at all (3,000 is usual at any size), and
CLIMBS = 8  # for each of its cells to make it harder, or
HARDER = 5_000  # to share among its cells, as a look at a large board takes longer,
BY_CHAIN = 3_000  # changes to share among the cells of a board from the stock where each look takes long
ENOUGH = 0.8  # unless the easier rules already leave this share of its cells open
AT_HARD_CELLS = 0.5  # how often a change is made where the easier rules stall
TOWARD = 400  # changes to try until a board takes the effort asked for


def climb(target: Target, grid: Grid, masks: bytearray, from_stock: bool = False) -> Task[Puzzle]:
    """A harder board than the one given, by many small changes that never leave fewer cells to the hard rules.

    It takes longest to reach the first board that needs the rule asked for; from there on every board needs it. A board
    `from_stock` does from the start, and is only changed a little.
    """
    puzzle = target.shown(grid, masks)
    hard: list[int] = []
    needed, left = 0, FIRST_STEP
    if from_stock:
        problem, rules = puzzle.problem(), target.rules(puzzle) or ()
        hard = proof.left_at_once(problem, rules[:-1])
        needed, open_cells = yield from proof.stalled(problem, rules, len(hard))
        tries = min(target.maker.varied, BY_CHAIN) if rules[-1] == "chain" else target.maker.varied
        left = min(CLIMBS * grid.size, tries // grid.size) if needed and not open_cells else 0
    while left and not (needed and len(hard) >= ENOUGH * grid.size):
        left -= 1
        changed = _small_change(target, grid, masks, hard)
        other = target.shown(grid, changed)
        problem, rules = other.problem(), target.rules(other) or ()
        at_once = proof.left_at_once(problem, rules[:-1])
        yield None
        if len(at_once) < len(hard):
            continue
        stalled = 0
        if at_once:
            stalled, open_cells = yield from proof.stalled(problem, rules, len(at_once))
            if open_cells or (needed and not stalled):
                continue
        if stalled and not needed:
            left = min(CLIMBS * grid.size, HARDER // grid.size)
        puzzle, masks, hard, needed = other, changed, at_once, stalled
    return puzzle


def climb_to_effort(target: Target, puzzle: Puzzle) -> Task[Puzzle]:
    """A board that takes about the effort asked for, or comes nearer to it than the one given."""
    grid, masks = puzzle.grid, bytearray((yield from solver.one_solution(puzzle.problem())) or b"")
    off = yield from _off(target, puzzle)
    for _ in range(TOWARD):
        if off == 0 or not masks:
            break
        changed = _small_change(target, grid, masks, [])
        other = target.shown(grid, changed)
        if (yield from proof.patches(other.problem(), target.rules(other))):
            continue
        now = yield from _off(target, other)
        yield None
        if now <= off:
            puzzle, masks, off = other, changed, now
    return puzzle


def _small_change(target: Target, grid: Grid, masks: bytearray, hard: Sequence[int]) -> bytearray:
    """The board with a small change or two at some place, often at a cell that is hard already."""
    rng = target.rng
    place = pick(rng, hard) if hard and rng.random() < AT_HARD_CELLS else below(rng, grid.size)
    changed = masks.copy()
    for _ in range(1 + rng.getrandbits(1)):
        target.maker.mend(grid, changed, [[place]], target.params, rng)
    return changed


def _off(target: Target, puzzle: Puzzle) -> Task[int]:
    """How far the board's effort is from the one asked for."""
    rating = yield from rating_of(puzzle.problem())
    return target.params.effort_off(rating.effort or 0)
