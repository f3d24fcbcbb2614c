"""Which solutions are found and kept, question by question, and with how much work, as a table to read."""

from __future__ import annotations

from random import Random

from termpuzzles.games import named
from termpuzzles.hints.witness import Outcome, Witnesses
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import Task, finish
from tests.approved import approve
from tests.games.boards import random_puzzle, solvable_puzzle
from tests.logic.test_approved_results import with_breaths

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu")


def told(question: Task[Outcome]) -> str:
    """The board that was found, a digit for each cell, and the breaths that it took."""
    outcome, breaths = with_breaths(question)
    board = outcome.board.hex()[1::2] if outcome.board else "none" if outcome.decided else "not decided"
    return f"{board} in {breaths}"


def test_witnesses_are_found_as_approved() -> None:
    found = []
    rng = Random(71)
    for number in range(60):
        game = named(GAMES[number % len(GAMES)])
        puzzle = random_puzzle(rng, game, 3) if rng.random() < 0.1 else solvable_puzzle(rng, game, 5)
        problem, size = puzzle.problem(), puzzle.grid.size
        witnesses = Witnesses(problem)
        found.append(f"{number} {game.name} {puzzle.grid}: at first {told(witnesses.holding({}))}")
        if witnesses.is_impossible:
            continue
        found.append(f"    only {told(witnesses.only({}))}, {len(witnesses.open)} open, {witnesses.the_only is None:d}")
        for _ in range(2):
            cell = rng.choice(witnesses.open or range(size))
            keep = 1 << rng.choice(masks_of(witnesses.left[cell]))
            held = {cell: keep}
            found.append(
                f"    {cell} held to {keep:x}: {told(witnesses.holding(held))}, only {told(witnesses.only(held))}"
            )
            fitting = witnesses.fitting(held)
            concluded = finish(witnesses.concluded(held))
            left = [at for at, domain in enumerate(concluded) if domain & (domain - 1)]
            found.append(f"    leaves {left}, {len(fitting)} of {len(witnesses.boards)} fit")
            if fitting and left:
                other = rng.choice(left)
                against = concluded[other] & ~(1 << fitting[0][other])
                beside = told(witnesses.beside(held, fitting[0], other, against))
                found.append(f"    beside with {other} {against:x}: {beside}")
    approve(__file__, "witnesses", "\n".join(found) + "\n")


def test_the_first_solutions_of_a_board_are_found_as_approved() -> None:
    found = []
    for seed in (*range(100), 146):
        rng = Random(seed)
        game = named(GAMES[seed % len(GAMES)])
        puzzle = random_puzzle(rng, game, 4) if seed % 3 == 0 else solvable_puzzle(rng, game, 6)
        witnesses = Witnesses(puzzle.problem())
        first, only = told(witnesses.holding({})), told(witnesses.only({}))
        if witnesses.open:
            boards = f"{len(witnesses.open)} open, {len(witnesses.boards)} boards"
            found.append(f"{seed} {game.name} {puzzle.grid}: {first}, only {only}; {boards}")
    approve(__file__, "witnesses-at-first", "\n".join(found) + "\n")
