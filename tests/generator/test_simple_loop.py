"""New Simple Loop boards: one solution, found without looking ahead, rated as requested, the same for the same seed."""

import pytest

from termpuzzles.board.surface import TORUS
from termpuzzles.errors import PuzzleError
from termpuzzles.games.making.params import Params
from termpuzzles.games.simpleloop import SIMPLELOOP
from termpuzzles.generator import make_board, rng_of
from termpuzzles.logic.answers.rating import rating_of
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.task import finish


@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 6), (7, 7), (9, 5), (10, 10)])
def test_a_new_board_has_one_solution(size: tuple[int, int]) -> None:
    for index in range(3):
        board = make_board(SIMPLELOOP, Params(*size), rng_of("one", index))
        assert (board.grid.width, board.grid.height) == size
        assert len(finish(solutions(board.problem(), 2))) == 1
        assert board.start.lines == bytes(board.grid.size)
        assert finish(rating_of(board.problem())).hardest not in (None, "one step ahead", "search")


def test_the_usual_board_has_about_one_cell_in_five_shaded_and_a_denser_one_fewer() -> None:
    usual = make_board(SIMPLELOOP, Params(10, 10), rng_of("usual")).tiles.count(0)
    dense = make_board(SIMPLELOOP, Params(10, 10, density=0.55), rng_of("dense")).tiles.count(0)
    assert dense < usual < 30


@pytest.mark.parametrize("rating", ["degree", "no loop"])
@pytest.mark.parametrize("side", [7, 13])
def test_a_rating_asked_for_is_the_one_made(rating: str, side: int) -> None:
    board = make_board(SIMPLELOOP, Params(side, side, rating=rating), rng_of("rated"))
    assert finish(rating_of(board.problem())).hardest == rating
    assert len(finish(solutions(board.problem(), 2))) == 1


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(PuzzleError, match="neither wraps nor has walls"):
        make_board(SIMPLELOOP, Params(7, 7, surface=TORUS), rng_of(1))
    with pytest.raises(PuzzleError, match="at most 16 cells"):
        make_board(SIMPLELOOP, Params(4, 4, rating="parity type 2"), rng_of(1))
