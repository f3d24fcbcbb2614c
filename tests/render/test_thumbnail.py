"""Small pictures of boards: two pixels a tile, whole or cut to their room."""

from __future__ import annotations

from functools import cache

import pytest

from termpuzzles.board.grid import DEGREE, E, S
from termpuzzles.board.survey import survey
from termpuzzles.games import names
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.render.ink import MARKS
from termpuzzles.render.picture import MARK, SHADED, Picture, picture_of
from termpuzzles.render.thumbnail import View, overview, thumbnail

ROOMS = [(40, 20), (9, 5), (10, 5), (18, 7), (3, 1), (1, 1), (2, 30)]


@cache
def made(name: str, params: str) -> Puzzle:
    return generate(name, params, seed=1)


@cache
def solved(name: str, params: str) -> Picture:
    puzzle = made(name, params)
    answer = solve(puzzle)
    assert answer is not None
    state = State.of(answer.lines)
    return picture_of(puzzle, state, survey(puzzle.grid, state.lines))


@pytest.mark.parametrize("params", ["5x5", "8x4", "9x9"])
@pytest.mark.parametrize("name", names())
def test_a_picture_keeps_within_its_room_in_any_state_of_any_game(name: str, params: str) -> None:
    puzzle = made(name, params)
    for picture in (picture_of(puzzle, puzzle.start), solved(name, params)):
        for width, height in ROOMS:
            for at in (None, 0, puzzle.grid.size - 1):
                drawn = thumbnail(picture, width, height, at, solved=at is None)
                assert {len(row) for row in drawn} <= set(range(1, width + 1))
                assert len({len(row) for row in drawn}) == 1
                assert len(drawn) <= 2 * height
                assert len(drawn) % 2 == 0


@pytest.mark.parametrize("name", names())
def test_each_tile_has_a_pixel_and_so_has_each_of_its_lines(name: str) -> None:
    picture = solved(name, "6x5")
    drawn, grid = thumbnail(picture, 40, 40, solved=True), picture.grid
    for cell in range(grid.size):
        (x, y), look = grid.place(cell), picture.look(cell)
        line = "source" if DEGREE[look.mask] == 1 else "done"  # an end is a lamp
        stone = look.clue and MARKS[look.clue & MARK].tones[0]
        shown = "shaded" if look.states & SHADED else stone or (line if look.mask else "")
        assert drawn[2 * y][2 * x].tone == shown
        assert x + 1 == grid.width or (drawn[2 * y][2 * x + 1].tone == "done") == bool(look.mask & E)
        assert y + 1 == grid.height or (drawn[2 * y + 1][2 * x].tone == "done") == bool(look.mask & S)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize(("params", "room"), [("8x6", (17, 7)), ("8x6", (60, 30)), ("9x9", (6, 3)), ("9x9", (7, 6))])
def test_an_overview_shows_all_of_a_board_with_a_frame_around_what_is_in_view(
    name: str, params: str, room: tuple[int, int]
) -> None:
    puzzle = made(name, params)
    grid, view = puzzle.grid, View(2, 1, 4, 3)
    found = overview(picture_of(puzzle, puzzle.start), bytes(grid.size), view, *room)
    assert max(map(len, found.drawn)) <= room[0]
    assert len(found.drawn) <= 2 * room[1]
    places = [(x, y) for y, row in enumerate(found.drawn) for x, dot in enumerate(row) if dot.tone == "cursor"]
    framed = {found.cell_at(x, y) for x, y in places}
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    inside = {found.cell_at(x, y) for x in range(left + 1, right) for y in range(top + 1, bottom)}
    assert {(x, y) for x in range(view.x, view.x + view.width) for y in range(view.y, view.y + view.height)} <= {
        (x + dx, y + dy) for x, y in inside for dx in range(found.tiles) for dy in range(found.tiles)
    }
    assert framed
    last = found.cell_at(len(found.drawn[0]) - 2, len(found.drawn) - 2 - (len(found.drawn) % 2))
    assert last[0] >= grid.width - found.tiles


def test_the_frame_is_seen_on_areas_of_its_own_colour_by_a_blank_line_inside() -> None:
    puzzle = generate("net", "40x40", seed=1)
    still_open = bytes([1]) * puzzle.grid.size
    drawn = overview(picture_of(puzzle, puzzle.start), still_open, View(10, 10, 20, 20), 42, 22).drawn
    at = [(x, y) for y, row in enumerate(drawn) for x, dot in enumerate(row) if dot.tone == "cursor"]
    (left, top), (right, bottom) = at[0], at[-1]
    for y in range(top + 1, bottom):
        assert {drawn[y][x].tone for x in (left + 1, right - 1)} == {""}
    for x in range(left + 1, right):
        assert {drawn[y][x].tone for y in (top + 1, bottom - 1)} == {""}
