"""The marks that a hint names as a conflict cannot all be right, but all of them but one can; by brute force."""

from random import Random

import pytest

from termpuzzles.board.grid import SIDES_OF, E, S
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import MISTAKE
from tests.data import sweep
from tests.games import web
from tests.games.boards import solvable_puzzle
from tests.logic.oracle import fitting

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu", web.WEB.name)
POSITIONS = sweep.share(600, 10)


def with_marks(rng: Random, puzzle: Puzzle, like: bytes) -> State:
    """The position with pins and notes, or lines and crosses, most of them as on a solution."""
    lines, pins, notes = bytearray(puzzle.start.lines), bytearray(puzzle.start.pins), bytearray(puzzle.start.notes)
    grid = puzzle.grid
    for line in grid.lines():
        if rng.random() < 0.3:
            cell, other = grid.ends(line)
            side, back = (S, 8) if line & 1 else (E, 1)
            drawn = bool(like[cell] & side) != (rng.random() < 0.2)
            for at, toward in ((cell, side), (other, back)):
                if not drawn:
                    notes[at] |= toward
                elif puzzle.game.draws:
                    lines[at] |= toward
                else:
                    notes[at] |= toward << 4
    for cell in range(grid.size):
        if puzzle.game.pins and rng.random() < 0.2:
            pins[cell] = 1
    return State(bytes(lines), bytes(pins), bytes(notes))


def holds(puzzle: Puzzle, state: State, mark: tuple[int, int], board: bytes) -> bool:
    """Whether a mark, a cell and a side or 0, is right on the board."""
    cell, side = mark
    if not side:
        return board[cell] == state.lines[cell]
    drawn = (state.lines[cell] if puzzle.game.draws else state.notes[cell] >> 4) & side
    return bool(board[cell] & side) == bool(drawn)


@pytest.mark.parametrize("name", GAMES)
def test_a_conflict_has_not_one_mark_too_many(name: str) -> None:
    rng, found = Random(f"{name} 2"), 0
    for _ in range(POSITIONS):
        puzzle = solvable_puzzle(rng, named(name), 4)
        problem = puzzle.problem()
        boards = fitting(problem.grid, [*map(problem.domain_of, range(problem.grid.size))])
        solutions = [board for board in boards if problem.judge(board)]
        state = with_marks(rng, puzzle, rng.choice(solutions))
        hint = Guide(puzzle).hint(state, 0)
        if hint is None or hint.kind != MISTAKE:
            assert hint is None or not hint.conflict
            continue
        assert hint.conflict
        right = [[holds(puzzle, state, mark, board) for mark in hint.conflict] for board in solutions]
        assert not any(all(each) for each in right)
        for left_out in range(len(hint.conflict)):
            assert any(all(each[:left_out] + each[left_out + 1 :]) for each in right)
        assert all(not side or SIDES_OF[side] == (side,) for _, side in hint.conflict)
        found += len(hint.conflict) > 1
    assert found or not puzzle.game.draws
