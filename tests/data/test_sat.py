"""The second opinion is itself looked at: by trying everything on the smallest boards, and by counting anew."""

from itertools import product

import pytest

from tests.data.sat import LEFT, LINES, LOOP, RIGHT, UP, Board, count, parse, solutions
from tests.data.tables import GAMES, Row, rows


def tried(board: Board) -> set[str]:
    """All solutions, by trying every mask in every cell."""
    return {
        "".join(f"{mask:x}" for mask in masks)
        for masks in product(*map(sorted, board.allowed))
        if no_loose_end(board, masks) and holds_together(board, masks)
    }


def no_loose_end(board: Board, masks: tuple[int, ...]) -> bool:
    sides = [0] * len(masks)
    for cell, side, beyond in board.lines():
        back = LEFT if side == RIGHT else UP
        if bool(masks[cell] & side) != bool(masks[beyond] & back):
            return False
        sides[cell] |= side
        sides[beyond] |= back
    return not any(mask & ~side for mask, side in zip(masks, sides, strict=True))


def holds_together(board: Board, masks: tuple[int, ...]) -> bool:
    if board.whole == LINES:
        return True
    drawn = [(cell, beyond) for cell, side, beyond in board.lines() if masks[cell] & side]
    name = list(range(len(masks)))
    for _ in masks:
        for cell, beyond in drawn:
            name[cell] = name[beyond] = min(name[cell], name[beyond])
    joined = {name[cell] for cell, mask in enumerate(masks) if mask}
    more = 0 if board.whole == LOOP else 1
    return len(joined) == 1 and len(drawn) == sum(mask > 0 for mask in masks) - more


@pytest.mark.parametrize("game", GAMES)
def test_a_small_board_has_the_solutions_that_trying_everything_finds(game: str) -> None:
    small = [row for row in rows(game) if row.cells <= 9][:40]
    assert len(small) > 5
    for row in small:
        found = solutions(row.id, 1000)
        assert len(found) == len(set(found))
        assert set(found) == tried(parse(row.id)), row.id


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_say_what_is_counted(game: str) -> None:
    for row in [row for row in rows(game) if row.cells < 200][::7]:
        solution, number = count(row.id)
        assert number == row.number
        assert solution == row.solution or number != "1"


@pytest.mark.parametrize("game", GAMES)
def test_kinds_and_numbers_agree_and_no_board_stands_there_twice(game: str) -> None:
    found = rows(game)
    assert len({row.id for row in found}) == len(found)
    assert all(_kind_fits(row) for row in found)


def _kind_fits(row: Row) -> bool:
    if row.kind == "contradictory":
        return (row.number, row.solution) == ("0", "-")
    return (row.number == "1") == (row.kind in ("unique", "hard")) and len(row.solution) == row.cells
