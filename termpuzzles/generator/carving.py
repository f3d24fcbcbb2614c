"""Clues that a board does not need, taken away one after the other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from termpuzzles.games.making.randomness import shuffled
from termpuzzles.generator import proof

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.generator.target import Target
    from termpuzzles.logic.task import Task


def fewer_clues(target: Target, puzzle: Puzzle, masks: bytes | bytearray) -> Task[Puzzle]:
    """The puzzle without the clues that the rules allowed do not need to settle it."""
    rules = target.rules(puzzle)
    clues = bytearray(puzzle.clues)
    for cell in shuffled(target.rng, [cell for cell, clue in enumerate(clues) if clue]):
        kept, clues[cell] = clues[cell], 0
        problem = replace(puzzle, clues=bytes(clues)).problem()
        if (yield from proof.patches(problem, rules)):
            clues[cell] = kept
        yield None
    return replace(puzzle, clues=bytes(clues))
