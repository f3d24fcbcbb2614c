"""Ambiguous boards: after each choice of the player, exactly what all solutions with these choices share is certain."""

from random import Random

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.formats import read
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.problem import KNOWN, masks_of
from termpuzzles.logic.task import finish, never
from tests.data import sweep
from tests.data.tables import GAMES, rows
from tests.hints.model import Model

MOST = 30  # cells
EACH = sweep.share(8, 4)  # boards of a game


@pytest.mark.parametrize("game", [game for game in GAMES if game != "web"])  # the model does not know it
def test_after_each_choice_exactly_what_all_remaining_solutions_share_is_certain(game: str) -> None:
    rng = Random(1)
    boards = [row for row in rows(game, "ambiguous") if row.cells <= MOST]
    for row in boards[:: max(1, len(boards) // EACH)]:
        (puzzle,) = read(row.id, game=game)
        guide, problem = Guide(puzzle), puzzle.problem()
        goal = two_solutions(puzzle)[-1].lines
        tiles = {cell: set(masks_of(problem.domain_of(cell))) for cell in range(puzzle.grid.size)}
        held: dict[int, int] = {}
        for cell in rng.sample(range(puzzle.grid.size), min(4, puzzle.grid.size)):
            held[cell] = problem.domain_of(cell) & 1 << goal[cell]
            proof = finish(guide.proof(held, trying=True), never)
            model = Model(problem, tiles | {chosen: set(masks_of(keep)) for chosen, keep in held.items()})
            assert proof.consistent
            assert proof.tried
            for other, left in enumerate(proof.left):
                for side in SIDES:
                    for shift, drawn in ((4, True), (0, False)):
                        certain = not model.is_possible([(other, side, not drawn)])
                        assert bool(KNOWN[left] >> shift & side) == certain, (row.id, held, other, side)


def test_choices_that_no_solution_combines_are_found_to_contradict_each_other() -> None:
    for game in GAMES:
        for row in rows(game, "ambiguous")[::6]:
            (puzzle,) = read(row.id, game=game)
            one, other = (state.lines for state in two_solutions(puzzle))
            guide = Guide(puzzle)
            cell = next(cell for cell, mask in enumerate(other) if mask != one[cell])
            mixed = bytes(other[cell] if at == cell else mask for at, mask in enumerate(one))
            for board in (one, mixed):  # a loose end, at least
                held = {at: 1 << mask for at, mask in enumerate(board)}
                assert finish(guide.proof(held, trying=True), never).consistent == (board == one), row.id
