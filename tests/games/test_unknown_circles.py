"""Masyu with circles of unknown colour: a line passes each of them, and no more is known.

All single loops of a small board are found by trying every set of its lines; the circles are then looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, Grid
from termpuzzles.board.survey import survey
from termpuzzles.formats import canonical_id, read, write
from termpuzzles.games import named
from termpuzzles.games.masyu import UNKNOWN
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import solve, steps
from termpuzzles.logic.answers import solver
from termpuzzles.logic.task import finish, never
from termpuzzles.render.svg import svg
from tests.data import sweep

N, E, S, W = 8, 4, 2, 1
STRAIGHT = (N | S, E | W)
SIZES = ((3, 3), (4, 3), (3, 4)) if sweep.IS_LONG else ((3, 3), (3, 3), (5, 2), (2, 5))


@cache
def loops(width: int, height: int) -> tuple[bytes, ...]:
    """The masks of every single loop on a board of this size, by brute force."""
    edges = [(y * width + x, y * width + x + 1, E, W) for y in range(height) for x in range(width - 1)]
    edges += [(y * width + x, (y + 1) * width + x, S, N) for y in range(height - 1) for x in range(width)]
    found = []
    for chosen in product((0, 1), repeat=len(edges)):
        masks = bytearray(width * height)
        for (one, other, side, back), drawn in zip(edges, chosen, strict=True):
            if drawn:
                masks[one] |= side
                masks[other] |= back
        if any(masks) and all(DEGREE[mask] in (0, 2) for mask in masks) and _is_one(masks, width):
            found.append(bytes(masks))
    return tuple(found)


def _is_one(masks: bytearray, width: int) -> bool:
    start = next(cell for cell, mask in enumerate(masks) if mask)
    cell, came, count = start, 0, 0
    while True:
        side = next(side for side in (N, E, S, W) if masks[cell] & side and side != came)
        cell += {N: -width, E: 1, S: width, W: -1}[side]
        came, count = {N: S, S: N, E: W, W: E}[side], count + 1
        if cell == start:
            return count == sum(map(bool, masks))


def _fits(masks: bytes, clues: bytes, width: int) -> bool:
    for cell, clue in enumerate(clues):
        if not clue:
            continue
        mask = masks[cell]
        beside = [masks[cell + step] for side, step in ((N, -width), (E, 1), (S, width), (W, -1)) if mask & side]
        straight = [other in STRAIGHT for other in beside]
        if not mask:
            return False
        if clue == 1 and (mask not in STRAIGHT or all(straight)):
            return False
        if clue == 2 and (mask in STRAIGHT or not all(straight)):
            return False
    return True


def boards(count: int) -> Iterator[tuple[Puzzle, set[bytes]]]:
    """Random small boards with circles of all three kinds, and their solutions."""
    rng, game = Random(53), named("masyu")
    for _ in range(count):
        width, height = rng.choice(SIZES)
        clues = bytes(rng.choice((0, 0, 0, 0, 0, 1, 2, UNKNOWN, UNKNOWN)) for _ in range(width * height))
        puzzle = Puzzle(game, Grid.make(width, height), b"\1" * len(clues), clues=clues)
        yield puzzle, {masks for masks in loops(width, height) if _fits(masks, clues, width)}


def test_all_solutions_are_found_and_no_others() -> None:
    seen = set()
    for puzzle, expected in boards(60):
        found = finish(solver.solutions(puzzle.problem(), 100), never)
        assert set(map(bytes, found)) == expected
        seen.add(len(expected))
    assert {0, 1} < seen


def test_every_step_of_an_explanation_keeps_all_solutions() -> None:
    for puzzle, expected in boards(40):
        for step in steps(puzzle):
            for narrowed in step.narrowed:
                assert all(narrowed.after >> masks[narrowed.cell] & 1 for masks in expected)


def test_the_player_is_told_of_a_circle_of_unknown_colour_without_a_line_and_of_nothing_else() -> None:
    for puzzle, expected in boards(60):
        for masks in loops(puzzle.grid.width, puzzle.grid.height)[:40]:
            mistakes = puzzle.game.mistakes(puzzle, survey(puzzle.grid, masks))
            assert bool(mistakes) == (masks not in expected)


def test_such_a_board_is_shared_as_an_address_and_keeps_its_circles_in_pictures() -> None:
    for puzzle, expected in boards(20):
        assert read(canonical_id(puzzle)) == read(write(puzzle, "pzprv3")) == read(write(puzzle, "picture")) == [puzzle]
        solved = solve(puzzle)
        assert (solved is not None) == bool(expected)
        if solved:
            assert isinstance(solved, State)
            (again,) = read(write(puzzle, "picture", solved))
            assert (again.clues, again.start.lines) == (puzzle.clues, solved.lines)


def test_it_is_drawn_unlike_the_others() -> None:
    shown = [read(f"pzprv3/mashu/1/3/. {sign} ./0 0/")[0] for sign in ".12-"]
    drawn = [svg(board, board.start) for board in shown]
    assert len(set(drawn)) == 4
    assert 'class="clue unknown"' in drawn[3]


@pytest.mark.parametrize("form", ["picture", "pzprv3"])
def test_marks_on_such_a_board_are_kept(form: str) -> None:
    (puzzle,) = read("pzprv3/mashu/2/3/- . ./. - ./1 -1/0 0/0 0 1//")
    assert read(write(puzzle, form)) == [puzzle]
