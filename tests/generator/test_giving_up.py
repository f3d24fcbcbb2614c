"""When the search for a board ends: after how many boards, and after how many rounds of mending each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from termpuzzles.games.making.maker import Maker
from termpuzzles.games.making.params import Params
from termpuzzles.generator import NotFound, make_board
from tests.games import web

GOOD, ALSO_GOOD = bytes((6, 3, 12, 9)), bytes((4, 3, 4, 9))  # a ring, and a line without one of its sides
BAD = bytes((4, 1, 4, 1))  # four ends, which point to each other in two ways


class Drawer:
    """A maker that draws these boards in turn, and mends nothing."""

    def __init__(self, boards: Iterable[bytes], **more: Any) -> None:
        self.boards = list(boards)
        self.drawn = self.mended = 0
        made = web.maker()
        self.maker = Maker(made.refuse, self.draw, self.mend, made.tiles, made.scramble, **more)

    def draw(self, *asked: object) -> bytearray:
        self.drawn += 1
        return bytearray(self.boards[self.drawn - 1])

    def mend(self, *asked: object) -> None:
        self.mended += 1

    def make(self, wish: str) -> NotFound:
        """The reason why no board was found."""
        with pytest.raises(NotFound) as caught:
            make_board(replace(web.WEB, maker=lambda: self.maker), Params.parse(wish), Random(1))
        return caught.value


@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_after_five_boards_in_a_row_that_no_mending_made_unique_the_search_ends(rounds: int) -> None:
    drawer = Drawer([BAD] * 9, rounds=rounds)
    found = drawer.make("2x2")
    assert (drawer.drawn, drawer.mended) == (5, 5 * rounds)
    assert found.nearest is None
    assert str(found) == "no Web board 2x2 was found"


def test_a_board_in_between_that_was_unique_begins_the_count_anew() -> None:
    drawer = Drawer([BAD] * 4 + [GOOD] + [BAD] * 4 + [ALSO_GOOD] + [BAD] * 9, rounds=1)
    found = drawer.make("2x2, rating parity")
    assert (drawer.drawn, drawer.mended) == (15, 13)
    assert str(found) == "no Web board 2x2, rating Odd or even was found: the nearest needs 'Only fit'"
    assert found.nearest, "the first of those that need the same"
    assert found.nearest.problem().judge(GOOD)


def test_each_board_is_mended_as_often_as_the_maker_says_or_sixty_times() -> None:
    drawer = Drawer([BAD] * 9)
    drawer.make("2x2")
    assert drawer.mended == 5 * 60
