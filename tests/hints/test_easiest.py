"""Of several sets of marks that cannot all be right, the one is told that is easiest to see."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints import mistakes
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import MISTAKE
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.learning.cores import ALL_CONFLICTS, CoreQuestion, nearest_core
from termpuzzles.logic.problem import ALL, HAS, LACKS
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.games.boards import board
from tests.hints.test_conflicts import with_marks

POSITIONS = sweep.share(300, 12)


@pytest.mark.parametrize("name", ["simpleloop", "masyu", "simpleloops"])
def test_three_lines_at_a_cell_are_told_before_what_takes_more_cells(name: str) -> None:
    puzzle = board(named(name), "····", "····", "····", "··╷·", "·╶┴╴")
    middle = puzzle.grid.cell(2, 4)
    for near in range(puzzle.grid.size):
        hint = Guide(puzzle).hint(puzzle.start, near)
        assert hint
        assert hint.kind == MISTAKE
        assert all(middle in puzzle.grid.ends(puzzle.grid.line(*mark)) for mark in hint.conflict)


def cells_needed(puzzle: Puzzle, state: State) -> int:
    """The cells whose rules show what the hint says of marks that cannot all be right; 0 if it says no such thing."""
    hint, grid = Guide(puzzle).hint(state, 0), puzzle.grid
    if hint is None or hint.kind != MISTAKE or len(hint.conflict) < 2:
        return 0
    held = dict.fromkeys(range(grid.size), ALL)
    for cell, side in hint.conflict:
        masks, back = HAS if state.lines[cell] & side else LACKS, {1: 4, 2: 8, 4: 1, 8: 2}[side]
        held[cell] &= masks[side]
        held[grid.ways[side][cell]] &= masks[back]
    answer = finish(
        nearest_core(puzzle.problem(), [CoreQuestion(held, [cell for cell, _ in hint.conflict])], ALL_CONFLICTS)
    )
    assert answer
    return 1 + len(answer.core.cells)


def test_of_some_conflicts_that_of_the_fewest_cells_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, fewer = Random(7), 0
    for number in range(POSITIONS):
        puzzle = board(named(("simpleloop", "masyu", "simpleloops")[number % 3]), *["······"] * 6)
        like = rng.choice(finish(solutions(puzzle.problem(), 20)))
        state = with_marks(rng, puzzle, like)
        monkeypatch.setattr(mistakes, "CONFLICTS", 1)
        first = cells_needed(puzzle, state)
        monkeypatch.undo()
        easiest = cells_needed(puzzle, state)
        assert easiest <= first
        fewer += easiest < first
    assert fewer
