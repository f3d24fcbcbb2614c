"""In what boards differ is counted on boards of which it is known."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.catalogue.levels import packs
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate
from tests.make_levels import NEWEST, Pack
from tests.variety import Traits, longest_way, neighbours_alike

SQUARE = "infinity:2x2:3333"


def test_a_board_is_like_itself_and_the_same_board_twice_is_found() -> None:
    (board,) = read(SQUARE)
    assert Traits.of(board).unlike(Traits.of(board)) == []
    assert neighbours_alike([board, board], 1) == [1]


def test_boards_of_one_technique_may_differ_in_density_and_in_what_the_solution_looks_like() -> None:
    one, other = of_pack("infinity/early-and-again")[:2]
    assert Traits.of(one).unlike(Traits.of(other)) == ["density", "look"]
    assert neighbours_alike([one, other], 2) == []
    assert neighbours_alike([one, other], 3) == [1]


def test_circles_are_symmetric_or_not() -> None:
    assert {Traits.of(board).symmetry for board in of_pack("masyu/mirrored")} == {("half turn",), ("mirror",)}
    assert {Traits.of(board).symmetry for board in of_pack("masyu/every-circle-counts")[:4]} == {()}


@pytest.mark.slow
@pytest.mark.parametrize("pack", NEWEST, ids=lambda pack: f"{pack.game} {pack.name}")
def test_neighbours_in_a_newest_pack_differ_and_its_boards_rise(pack: Pack) -> None:
    boards = read(pack.path.read_text(encoding="utf-8"), source=str(pack.path), game=pack.game)
    assert neighbours_alike(boards, 1) == []
    efforts = [rate(board).effort or 0 for board in boards]
    assert efforts == sorted(efforts)
    assert pack.promise.endswith(".")


def of_pack(key: str) -> list[Puzzle]:
    """The boards of a pack that comes with the program."""
    return next(pack for pack in packs() if pack.key == key).puzzles()


def test_the_longest_way_through_a_tree() -> None:
    assert longest_way(Grid.make(3, 1), bytes((E, E | W, W))) == 2
    assert longest_way(Grid.make(3, 2), bytes((E, E | S | W, W, 0, N, 0))) == 2
    assert longest_way(Grid.make(2, 2), bytes((S, S, N | E, N | W))) == 3
