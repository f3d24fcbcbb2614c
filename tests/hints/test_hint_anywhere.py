"""Hints in any position of any small board: there is always one, and following them solves the board."""

from __future__ import annotations

import os
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, TURNS, E, S
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.check import check
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import IMPOSSIBLE
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.games.boards import drawing, random_grid, random_puzzle, random_tree

BOARDS = 3000 if os.environ.get("TERMPUZZLES_ALL") else sweep.share(150)


def tree_puzzle(rng: Random) -> Puzzle:
    """A Net board with a solution, which a random board seldom has."""
    grid = random_grid(rng, 4)
    return Puzzle(named("net"), grid, drawing(grid, random_tree(rng, grid)))


def anyhow(rng: Random, puzzle: Puzzle) -> State:
    """A position that a player could have made, right or wrong."""
    size, drawn = puzzle.grid.size, puzzle.game.draws
    lines = bytearray(size) if drawn else bytearray(TURNS[mask][rng.randrange(4)] for mask in puzzle.tiles)
    notes = bytearray(size)
    share = rng.choice((0.0, 0.1, 0.3))
    for line in puzzle.grid.lines():
        one, other = puzzle.grid.ends(line)
        if rng.random() < share and (not drawn or (puzzle.tiles[one] and puzzle.tiles[other])):
            side, is_line = S if line & 1 else E, rng.random() < 0.5
            for cell, toward in ((one, side), (other, OPPOSITE[side])):
                if drawn and is_line:
                    lines[cell] |= toward
                else:
                    notes[cell] |= toward << 4 if is_line else toward
    pins = bytes(size) if drawn else bytes(rng.random() < share for _ in range(size))
    return State(bytes(lines), pins, bytes(notes))


@pytest.mark.parametrize("name", names())
def test_hints_from_anywhere_lead_to_the_solved_board(name: str) -> None:
    rng = Random(9)
    for _ in range(BOARDS):
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        guide, state = Guide(puzzle), anyhow(rng, puzzle)
        sound = finish(check(guide, state)).sentence == "Nothing wrong so far."
        for number in range(8 * puzzle.grid.size):
            hint = guide.hint(state, rng.randrange(puzzle.grid.size))
            if hint is None:
                assert guide.solved(state)
                break
            if hint.kind == IMPOSSIBLE:
                break
            assert not (sound and number == 0 and hint.mistake), f"{hint} in {state} of {puzzle}"
            assert hint.cell in hint.cells
            assert hint.move
            after = puzzle.game.play(puzzle, state, hint.move)
            assert after != state, f"{hint} in {state} of {puzzle}"
            state = after
        else:
            raise AssertionError(f"no end of hints: {state} of {puzzle}")
