"""Solutions that are found and kept, question by question: each is one, and the work is as approved, in sums."""

from __future__ import annotations

from random import Random

from termpuzzles.games import named
from termpuzzles.hints.witness import Outcome, Witnesses
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import Domain, Problem, masks_of
from termpuzzles.logic.task import Task, finish
from tests.approved import approve
from tests.games.boards import random_puzzle, solvable_puzzle
from tests.logic.tally import Tally
from tests.logic.test_approved_results import with_yields

GAMES = ("net", "infinity", "simpleloop", "simpleloops", "masyu")


def ask(tally: Tally, row: str, problem: Problem, held: dict[int, Domain], question: Task[Outcome]) -> Outcome:
    """The answer to a question: a solution that keeps to what is held, or none."""
    outcome, yields = with_yields(question)
    if outcome.board:
        assert problem.judge(outcome.board)
        assert all(keep >> outcome.board[cell] & 1 for cell, keep in held.items())
    tally.add(row, boards=bool(outcome.board), decided=outcome.decided, yields=yields)
    return outcome


def ask_about_boards(tally: Tally) -> None:
    """Boards of each game, with questions about two of their open cells."""
    rng = Random(71)
    for number in range(60):
        game = named(GAMES[number % len(GAMES)])
        puzzle = random_puzzle(rng, game, 3) if rng.random() < 0.1 else solvable_puzzle(rng, game, 5)
        problem, size = puzzle.problem(), puzzle.grid.size
        witnesses = Witnesses(problem)
        every = finish(solutions(problem, 30))
        first = ask(tally, "at first", problem, {}, witnesses.holding({}))
        assert first.decided
        assert bool(first.board) == bool(every)
        if witnesses.is_impossible:
            continue
        only = ask(tally, "the only one", problem, {}, witnesses.only({}))
        assert bool(only.board) == (len(every) == 1)
        assert (witnesses.the_only is None) == (len(every) > 1)
        for _ in range(2):
            cell = rng.choice(witnesses.open or range(size))
            held = {cell: 1 << rng.choice(masks_of(witnesses.left[cell]))}
            found = ask(tally, "a cell held", problem, held, witnesses.holding(held))
            if len(every) < 30:
                assert bool(found.board) == any(held[cell] >> board[cell] & 1 for board in every)
            ask(tally, "the only one with a cell held", problem, held, witnesses.only(held))
            fitting = witnesses.fitting(held)
            assert all(held[cell] >> board[cell] & 1 for board in fitting)
            concluded = finish(witnesses.concluded(held))
            assert all(concluded[at] >> mask & 1 for board in fitting for at, mask in enumerate(board))
            left = [at for at, domain in enumerate(concluded) if domain & (domain - 1)]
            tally.add("concluded", open=len(left), fitting=len(fitting), boards=len(witnesses.boards))
            if fitting and left:
                changed = rng.choice(left)
                against = concluded[changed] & ~(1 << fitting[0][changed])
                beside = witnesses.beside(held, fitting[0], changed, against)
                ask(tally, "beside", problem, {**held, changed: against}, beside)


def ask_at_first(tally: Tally) -> None:
    """Larger boards, at first."""
    for seed in (*range(100), 146):
        rng = Random(seed)
        game = named(GAMES[seed % len(GAMES)])
        puzzle = random_puzzle(rng, game, 4) if seed % 3 == 0 else solvable_puzzle(rng, game, 6)
        problem = puzzle.problem()
        witnesses = Witnesses(problem)
        ask(tally, "larger, at first", problem, {}, witnesses.holding({}))
        ask(tally, "larger, the only one", problem, {}, witnesses.only({}))
        if witnesses.open:
            tally.add("larger, left open", cells=len(witnesses.open), boards=len(witnesses.boards))


def test_witnesses_are_right_and_found_with_as_much_work_as_approved() -> None:
    tally = Tally()
    for part in (ask_about_boards, ask_at_first):
        part(tally)
    approve(__file__, "witnesses", tally.text)
