"""Positions with one to three wrong marks: the marks that are named are few, none too many, and one is taken back.

Judged by a SAT solver that shares no code with the rules or the hints.
"""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import MISTAKE, Hint
from termpuzzles.logic.problem import masks_of
from tests.data import sweep
from tests.hints.all_hints import Fact
from tests.hints.model import Model
from tests.hints.positions import PINS, RIGHT, marked, solved

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu")
POSITIONS = sweep.share(100)
LARGEST = 8
P95 = 4  # marks that are named


def facts_of(puzzle: Puzzle, state: State, mark: tuple[int, int]) -> list[Fact]:
    """What a mark of a conflict says about lines."""
    cell, side = mark
    if not side:
        return [(cell, each, bool(state.lines[cell] & each)) for each in (8, 4, 2, 1)]
    return [(cell, side, bool((state.lines[cell] if puzzle.game.draws else state.notes[cell] >> 4) & side))]


def takes_one_back(puzzle: Puzzle, hint: Hint) -> bool:
    assert hint.move
    ways = puzzle.grid.ways
    ends = {*hint.conflict, *((ways[side][cell], OPPOSITE[side]) for cell, side in hint.conflict if side)}
    changes = ((puzzle.grid.cell(change.x, change.y), change.amount) for change in hint.move.changes)
    return any((cell, side) in ends or (cell, 0) in ends for cell, side in changes)


@pytest.mark.parametrize("game", GAMES)
def test_conflicts_are_minimal_and_few_and_one_of_their_marks_is_taken_back(game: str) -> None:
    rng, sizes = Random(f"{game} wrong marks"), list[int]()
    while len(sizes) < POSITIONS:
        puzzle, like = solved(rng, game, LARGEST)
        state = marked(rng, puzzle, like, RIGHT, PINS, wrong=1 + len(sizes) % 3)
        hint = Guide(puzzle).hint(state, 0)
        if hint is None or hint.kind != MISTAKE:
            continue  # what differs from one solution may be right in another
        problem = puzzle.problem()
        model = Model(problem, {cell: masks_of(problem.domain_of(cell)) for cell in range(puzzle.grid.size)})
        facts = [facts_of(puzzle, state, mark) for mark in hint.conflict]
        assert not model.is_possible(fact for each in facts for fact in each), hint.sentence
        for left_out in range(len(facts)):
            others = facts[:left_out] + facts[left_out + 1 :]
            assert model.is_possible(fact for each in others for fact in each), hint.sentence
        assert takes_one_back(puzzle, hint), hint.sentence
        assert all(len(leaf) <= 7 for leaf in hint.leaves)
        sizes.append(len(hint.conflict))
    assert sorted(sizes)[int(0.95 * len(sizes))] <= P95


def test_the_reason_of_a_mistake_beside_the_border_rests_on_cells_of_the_board_alone() -> None:
    (puzzle,) = read("https://puzz.link/p?mashu/8/6/nmj410191f393a05")
    state = State(
        bytes.fromhex(
            "00000002040100000000000a000002000401000800020a020204050100080a0808000000000008000004010004010401"
        ),
        bytes(48),
        bytes.fromhex(
            "000000000000000004010000000000000000000401000000040102000200000000000a00080002000000080000000800"
        ),
    )
    hint = Guide(puzzle).hint(state, 0)
    assert hint
    assert hint.kind == MISTAKE
    assert hint.because == (8, 9, 16, 24)
