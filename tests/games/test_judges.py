"""Mistakes that several games share: they name exactly the cells they mean, and tell the border from walls."""

import pytest

from termpuzzles.board.grid import MASK_OF, E, Grid, S
from termpuzzles.board.survey import Survey, survey
from termpuzzles.games.judges import loose_ends, not_joined
from tests.board.surfaces import glued


def survey_of(
    *rows: str, wrap_x: bool = False, wrap_y: bool = False, walls: tuple[tuple[int, int], ...] = ()
) -> Survey:
    """The survey of the lines of a picture."""
    grid = Grid.make(len(rows[0]), len(rows), glued(wrap_x, wrap_y), walls)
    return survey(grid, bytes(MASK_OF[glyph] for glyph in "".join(rows)))


@pytest.mark.parametrize(
    ("rows", "wraps", "walls", "sentence"),
    [
        (("╋╋╋", "╋╋╋"), (False, False), (), "10 lines run off the board"),
        (("╋╋╋", "╋╋╋"), (True, False), (), "6 lines run off the board"),
        (("╋╋╋", "╋╋╋"), (False, True), (), "4 lines run off the board"),
        (("╋╋╋", "╋╋╋"), (False, False), ((0, E),), "12 lines run into a wall or off the board"),
        (("╋╋╋", "╋╋╋"), (True, True), ((0, S),), "2 lines run into a wall"),
        (("·╹·", "···"), (False, False), (), "1 line runs off the board"),
        (("···", "╸··"), (False, False), (), "1 line runs off the board"),
        (("··╺", "···"), (False, False), (), "1 line runs off the board"),
        (("···", "·╻·"), (False, False), (), "1 line runs off the board"),
        (("╺╸·", "···"), (True, True), ((0, E),), "2 lines run into a wall"),
        (("╋╋╋", "╋╋╋"), (True, True), ((3, S),), "2 lines run into a wall"),
        (("╋╋╋", "╋╋╋"), (True, True), ((5, S),), "2 lines run into a wall"),
        (("╋╋╋", "╋╋╋"), (True, True), ((2, E),), "2 lines run into a wall"),
        (("╋╋╋", "╋╋╋"), (True, True), ((5, E),), "2 lines run into a wall"),
        (("╋╋╋", "╋╋╋"), (True, False), ((2, E),), "8 lines run into a wall or off the board"),
    ],
)
def test_lines_off_the_board_are_told_from_lines_into_a_wall(
    rows: tuple[str, ...], wraps: tuple[bool, bool], walls: tuple[tuple[int, int], ...], sentence: str
) -> None:
    found = loose_ends(survey_of(*rows, wrap_x=wraps[0], wrap_y=wraps[1], walls=walls))
    assert [(mistake.code, mistake.sentence) for mistake in found] == [("wall", sentence)]


@pytest.mark.parametrize(
    ("source", "cells"),
    [(0, (2, 3, 6)), (3, (0, 1, 6)), (4, (2, 3, 6)), (6, (0, 1, 2, 3))],
)
def test_the_cells_not_joined_are_those_apart_from_the_source_or_where_that_is_blank_from_the_first_line(
    source: int, cells: tuple[int, ...]
) -> None:
    (mistake,) = [found for found in not_joined(survey_of("╶╴╶╴", "··╵·"), source) if found.code == "not joined"]
    assert (tuple(mistake.cells), mistake.sentence) == (cells, "3 groups to join")
