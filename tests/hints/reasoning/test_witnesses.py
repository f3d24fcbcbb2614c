"""Solutions that hold what the player has shown: found exactly where there are any, and known to be alone or not."""

from random import Random

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.formats import read
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints.witness import ANY_WORK, Outcome, Witnesses, most_alike
from termpuzzles.logic.engine.solver import solutions
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.data.tables import GAMES, rows
from tests.hints.model import Model
from tests.logic.test_approved_results import with_breaths

MOST = 30  # cells
EACH = sweep.share(8, 4)  # boards of a game


@pytest.mark.parametrize("game", [game for game in GAMES if game != "web"])  # the model does not know it
def test_a_witness_is_found_after_each_choice_exactly_if_some_solution_has_it(game: str) -> None:
    rng, found = Random(1), set[tuple[bool, bool]]()
    boards = [row for row in rows(game, "ambiguous") if row.cells <= MOST]
    for row in boards[:: max(1, len(boards) // EACH)]:
        (puzzle,) = read(row.id, game=game)
        problem = puzzle.problem()
        witnesses, goals = Witnesses(problem), [state.lines for state in two_solutions(puzzle)]
        tiles = {cell: set(masks_of(problem.domain_of(cell))) for cell in range(puzzle.grid.size)}
        for _ in range(3):
            held: dict[int, int] = {}
            for cell in rng.sample(range(puzzle.grid.size), min(4, puzzle.grid.size)):
                own = rng.choice(goals)[cell] if rng.random() < 0.8 else rng.choice(sorted(tiles[cell]))
                held[cell] = 1 << own
                model = Model(problem, tiles | {chosen: set(masks_of(keep)) for chosen, keep in held.items()})
                outcome = finish(witnesses.holding(held, ANY_WORK))
                assert outcome.decided
                assert bool(outcome.board) == model.is_possible([]), (row.id, held)
                if board := outcome.board:
                    assert problem.judge(board)
                    assert all(keep >> board[at] & 1 for at, keep in held.items())
                    only = finish(witnesses.only(held, ANY_WORK)).board
                    others = [
                        (at, side, not mask & side)
                        for at, mask in enumerate(board)
                        for side in SIDES
                        if model.is_possible([(at, side, not mask & side)])
                    ]
                    assert bool(only) == (not others), (row.id, held)
                    found.add((True, bool(only)))
                else:
                    found.add((False, False))
    assert len(found) == 3, found


def test_the_board_most_like_the_first_differs_from_it_in_the_fewest_cells() -> None:
    rng = Random(1)
    for _ in range(200):
        first = bytes(rng.choices(range(16), k=9))
        others = [bytes(rng.choice((mask, mask, mask ^ 1 << rng.randrange(4))) for mask in first) for _ in range(4)]
        others = [other for other in others if other != first] or [bytes(9)]
        assert most_alike([first, *others])[0] == first
        differing = [sum(map(int.__ne__, first, other)) for other in others]
        assert most_alike([first, *others])[1] == others[differing.index(min(differing))]


def test_only_the_sixteen_solutions_asked_for_last_are_kept() -> None:
    (puzzle,) = read("simpleloops/6/6/000000")
    problem = puzzle.problem()
    witnesses, asked = Witnesses(problem), list[bytes]()
    every = finish(solutions(problem, 40))
    for board in every:
        held = {cell: 1 << mask for cell, mask in enumerate(board)}
        assert finish(witnesses.holding(held, ANY_WORK)).board == board
        asked = [board, *(other for other in asked if other != board)]
        assert witnesses.boards[0] == board
    assert len(every) > 16
    assert len(witnesses.boards) == 16
    assert witnesses.boards == asked[:16]


@pytest.mark.parametrize(("text", "has_one"), [("simpleloop/4/4/", False), ("https://puzz.link/p?mashu/2/2/00", True)])
def test_what_took_more_work_than_it_is_worth_is_not_tried_again_unless_it_is_worth_any(
    text: str, has_one: bool
) -> None:
    (puzzle,) = read(text)
    witnesses = Witnesses(puzzle.problem())
    assert finish(witnesses.holding({}, ANY_WORK)).board
    assert [with_breaths(witnesses.only({}, 1)) for _ in range(2)] == [
        (Outcome(None, False), 1),
        (Outcome(None, False), 0),
    ]
    outcome, breaths = with_breaths(witnesses.only({}, ANY_WORK))
    assert (outcome.board is not None, outcome.decided) == (has_one, True)
    assert breaths > 1
    assert with_breaths(witnesses.only({}, 1)) == (outcome, 0)
