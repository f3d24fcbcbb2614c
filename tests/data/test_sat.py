"""The SAT solver's answers are checked: against brute force on the smallest boards, and by counting again."""

import pytest

from tests.data.sat import JOINED, LEFT, LINES, RIGHT, TREE, UP, Board, count, parse, solutions
from tests.data.tables import GAMES, Row, rows


def tried(board: Board) -> set[str]:
    """All solutions, found by trying every mask in every cell, one cell after the other."""
    boards: list[tuple[int, ...]] = [()]
    for allowed in board.allowed:
        boards = [(*masks, mask) for masks in boards for mask in allowed if no_loose_end(board, (*masks, mask))]
    return {"".join(f"{mask:x}" for mask in masks) for masks in boards if holds_together(board, masks)}


def no_loose_end(board: Board, masks: tuple[int, ...]) -> bool:
    """Whether the cells filled so far agree on every line and have no line where none is possible."""
    sides = [0] * len(masks)
    for cell, side, beyond in board.lines():
        back = LEFT if side == RIGHT else UP
        if max(cell, beyond) < len(masks) and bool(masks[cell] & side) != bool(masks[beyond] & back):
            return False
        if cell < len(masks):
            sides[cell] |= side
        if beyond < len(masks):
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
    lines = sum(mask > 0 for mask in masks) - (board.whole == TREE)
    return len(joined) == 1 and (len(drawn) == lines or board.whole == JOINED)


@pytest.mark.parametrize("game", GAMES)
def test_a_small_board_has_the_solutions_that_trying_everything_finds(game: str) -> None:
    small = [row for row in rows(game) if row.cells <= 12][:60]
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
