"""The general solvers give the same answers as we do; otherwise their times would mean nothing."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.task import finish
from tests.bench.peers.solvers import PEERS, Peer
from tests.games.test_masyu import small_boards
from tests.logic.bitboards.local import random_grid, random_lines
from tests.logic.trees import random_tree

MOST = 50


def puzzles(seed: int) -> list[Puzzle]:
    """Small boards of every game, some without a solution."""
    rng = Random(seed)
    boards = [*read("simpleloop/6/4/00036"), *read("simpleloop/5/5/sg020"), *read("infinity:3x1:114")]
    for _ in range(25):
        grid = random_grid(rng)
        boards.append(Puzzle(named("infinity"), grid, bytes(random_lines(rng, grid))))
        boards.append(Puzzle(named("net"), grid, bytes(random_tree(rng, grid, 0.1))))
        boards.append(Puzzle(named("infinity"), grid, bytes(rng.choice((1, 3, 5, 7)) for _ in range(grid.size))))
    return boards


@pytest.mark.parametrize("peer", [peer for peer in PEERS if peer.knows_clues], ids=lambda peer: peer.name)
def test_a_peer_finds_the_same_loops_through_circles(peer: Peer) -> None:
    if peer.missing():
        pytest.skip(f"{peer.name} is not installed")
    numbers = set()
    for puzzle in (puzzle for puzzle in small_boards(60) if any(puzzle.clues)):
        expected = finish(solutions(puzzle.problem(), 1000))
        assert set(peer.solutions(puzzle, 1000)) == set(expected)
        numbers.add(min(2, len(expected)))
    assert numbers == {0, 1, 2}


@pytest.mark.parametrize("peer", PEERS, ids=lambda peer: peer.name)
def test_a_peer_finds_the_same_solutions(peer: Peer) -> None:
    if peer.missing():
        pytest.skip(f"{peer.name} is not installed (extra bench)")
    numbers = set()
    for puzzle in puzzles(1):
        expected = finish(solutions(puzzle.problem(), MOST))
        found = peer.solutions(puzzle, MOST)
        assert len(found) == len(set(found)) == len(expected)
        assert len(expected) == MOST or set(found) == set(expected)
        assert all(map(puzzle.problem().judge, found))
        numbers.add(len(expected))
    assert numbers >= {0, 1, 2, 4}
