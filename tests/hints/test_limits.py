"""How much a hint looks at where boards have many solutions: exactly at each limit, and one beyond."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, Grid, W
from termpuzzles.board.surface import PLANE
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.check import check
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import AMBIGUOUS, MISTAKE
from termpuzzles.logic.task import finish


def infinity(grid: Grid, tiles: bytes) -> Puzzle:
    return Puzzle(named("infinity"), grid, tiles, start=State.of(tiles))


@pytest.mark.parametrize(
    ("width", "height", "tiles", "number", "others"),
    [
        (30, 20, "01" * 600, 600, 8),
        (31, 20, "00" * 19 + "01" * 301 + "05" + "01" * 299, 601, 2),
        (43, 14, "01" * 602, 602, 2),
    ],
)
def test_up_to_eight_other_solutions_are_looked_for_and_two_where_more_than_600_tiles_are_open(
    width: int, height: int, tiles: str, number: int, others: int
) -> None:
    guide = Guide(infinity(Grid(width, height), bytes.fromhex(tiles)))
    hint = guide.hint(guide.puzzle.start, 0)
    assert hint
    assert hint.kind == AMBIGUOUS
    assert len(guide.witnesses.open) == number
    assert len(guide.witnesses.boards) == 2 + others


def with_a_wrong_pin(nearer: int) -> tuple[Puzzle, State, int]:
    """Two rooms of nine ends with a door between, so that one pair must stand in it, where a pin says otherwise.

    So many tiles are pinned nearer to the right border, all of them as they are in some solution.
    """
    grid = Grid.make(30, 3, PLANE, {(2 + 30, E), (2 + 60, E), (5, E), (5 + 30, E), (5 + 60, E)})
    tiles, door = bytes([1] * grid.size), 2
    lines, pins = bytearray(tiles), bytearray(grid.size)
    lines[door], pins[door] = W, 1
    for cell in [y * 30 + x for x in range(6, 30) for y in range(3)][-nearer:]:
        lines[cell], pins[cell] = (W if cell % 2 else E), 1
    return infinity(grid, tiles), State(bytes(lines), bytes(pins), bytes(grid.size)), door


def test_of_the_sixty_nearest_marks_each_alone_is_tried() -> None:
    for nearer, is_seen in ((58, True), (59, True), (60, False)):
        puzzle, state, door = with_a_wrong_pin(nearer)
        guide = Guide(puzzle)
        hint = guide.hint(state, puzzle.grid.size - 1)
        assert hint
        assert (hint.claim.plain == "The end at (3, 1) is pinned the wrong way.") == is_seen
        assert finish(check(guide, state)).wrong == {door}


@pytest.mark.parametrize(
    ("text", "pinned"), [("infinity:2x2w:5514v", "5a22"), ("net:2x2w:4943", "194c"), ("net:1x2w:8v2v", "88")]
)
def test_wrong_marks_are_told_as_well_where_that_comes_out_after_the_first_search_has_given_up(
    text: str, pinned: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("WORK", "CELLS"):
        monkeypatch.setattr(f"termpuzzles.hints.witness.{limit}", 1)
    (puzzle,) = read(text)
    wrong = State(bytes(int(mask, 16) for mask in pinned), bytes([1] * len(pinned)), bytes(len(pinned)))
    guide = Guide(puzzle)
    hint = guide.hint(wrong)
    assert hint
    assert hint.kind == MISTAKE
    assert guide.hint(wrong) == hint
    assert guide.hint(puzzle.start) == Guide(puzzle).hint(puzzle.start)
