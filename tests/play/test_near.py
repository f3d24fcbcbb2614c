"""Where a player goes next: the nearest cell that is open, the next one in order, and waves along lines."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import SIDES, E, Grid, S
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle, State
from termpuzzles.generator.generate import generate
from termpuzzles.session.open_cells import (
    cells_to_do,
    first_open,
    is_open,
    nearest_open,
    next_open,
    number_settled,
    to_settle,
    waves,
)
from tests.board.surfaces import random_surface
from tests.data import sweep

BARE = (0, 15)  # tiles that look the same after every turn


def random_state(rng: Random, name: str) -> tuple[Puzzle, State]:
    """A game in progress on a board with borders, walls, or wrapping in both directions."""
    width, height = rng.randint(2, 7), rng.randint(2, 7)
    walls = [(rng.randrange(width * height), rng.choice((E, S))) for _ in range(rng.randint(0, 6))]
    grid = Grid.make(width, height, random_surface(rng), walls)
    game = named(name)
    puzzle = Puzzle(game, grid, bytes(rng.choices(range(2) if game.draws else range(16), k=grid.size)))
    size = range(grid.size)
    if not game.draws:
        return puzzle, puzzle.start._replace(pins=bytes(rng.random() < 0.6 for _ in size))
    lines = bytes(rng.choice((0, 5, 10, 3, 12, 1)) for _ in size)
    return puzzle, puzzle.start._replace(lines=lines, notes=bytes(rng.randrange(16) & ~mask for mask in lines))


def is_left(puzzle: Puzzle, state: State, cell: int) -> bool:
    if puzzle.game.draws:
        return bool(puzzle.tiles[cell]) and state.lines[cell].bit_count() != 2
    return not state.pins[cell] and puzzle.tiles[cell] not in BARE


def sides_done(puzzle: Puzzle, state: State, cell: int) -> int:
    """The sides of a cell that are settled."""
    done = 0
    for side in SIDES:
        other = puzzle.grid.beyond(cell, side)
        if other is None or (puzzle.game.draws and not puzzle.tiles[other]):
            done += 1
        elif puzzle.game.draws:
            done += bool((state.lines[cell] | state.notes[cell]) & side)
        else:
            done += bool(state.pins[other]) or puzzle.tiles[other] in BARE
    return done


@pytest.mark.parametrize("name", ["net", "simpleloop"])
def test_the_nearest_open_cell_is_the_one_of_the_fewest_steps_where_each_settled_side_is_worth_two(name: str) -> None:
    rng = Random(8)
    for _ in range(150):
        puzzle, state = random_state(rng, name)
        cell = rng.randrange(puzzle.grid.size)
        others = [other for other in range(puzzle.grid.size) if other != cell and is_left(puzzle, state, other)]
        costs = [(puzzle.grid.distance(cell, other) - 2 * sides_done(puzzle, state, other), other) for other in others]
        assert nearest_open(puzzle, state, cell) == (min(costs)[1] if costs else None)


@pytest.mark.parametrize("name", ["net", "simpleloop"])
def test_the_next_open_cell_comes_in_order_around_the_end_of_the_board(name: str) -> None:
    rng = Random(9)
    for _ in range(50):
        puzzle, state = random_state(rng, name)
        cell, size = rng.randrange(puzzle.grid.size), puzzle.grid.size
        for step in (1, -1):
            way = [(cell + step * count) % size for count in range(1, size + 1)]
            assert next_open(puzzle, state, cell, step) == next(
                (other for other in way if is_left(puzzle, state, other)), None
            )


def test_a_wave_runs_along_the_lines_and_ends_with_what_is_not_joined() -> None:
    grid = Grid.make(4, 2)
    lines = bytes([4, 7, 1, 0, 4, 9, 4, 1])
    assert waves(grid, lines, [0]) == [{0}, {1}, {2, 5}, {4}, {3, 6, 7}]
    assert waves(Grid.make(50, 50), bytes(2500), [0]) == [{0}, set(range(1, 2500))]
    assert waves(Grid.make(61, 41), bytes(2501), [0]) == []


def test_a_long_wave_comes_in_ten_parts_at_most() -> None:
    lines = bytes([4, *[5] * 28, 1])
    found = waves(Grid.make(30, 1), lines, [0])
    assert [cell for wave in found for cell in sorted(wave)] == list(range(30))
    assert [len(wave) for wave in found] == [4] * 7 + [2]


def test_on_a_large_board_only_what_is_near_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(named("net"), Grid(100, 100), bytes([3] * 10_000))
    pinned = bytes(puzzle.grid.distance(5050, cell) <= 20 for cell in range(10_000))
    for pins, most in ((bytes(10_000), 181), (pinned, 840 + 200)):  # 180 lie within nine steps, 840 within twenty
        asked: list[int] = []

        def counted(puzzle: Puzzle, state: State, cell: int, asked: list[int] = asked) -> bool:
            asked.append(cell)
            return is_left(puzzle, state, cell)

        monkeypatch.setattr("termpuzzles.session.open_cells.is_open", counted)
        assert nearest_open(puzzle, puzzle.start._replace(pins=pins), 5050) is not None
        assert len(asked) == most


def test_what_is_settled_of_all_that_can_be_is_counted() -> None:
    puzzle = Puzzle(named("net"), Grid(4, 2), bytes([15, 0, 3, 5, 1, 7, 15, 2]))
    assert (to_settle(puzzle), number_settled(puzzle, puzzle.start), first_open(puzzle, puzzle.start)) == (5, 0, 2)
    state = puzzle.start._replace(pins=bytes([1, 1, 1, 0, 1, 0, 0, 0]))
    assert (number_settled(puzzle, state), first_open(puzzle, state)) == (2, 3)
    assert first_open(puzzle, puzzle.start._replace(pins=bytes([1] * 8))) == 0


@pytest.mark.parametrize("game", names())
def test_what_is_left_on_a_board_is_what_is_open_cell_by_cell(game: str) -> None:
    for seed in range(sweep.share(10)):
        rng, board = Random(seed), generate(game, "6x6", seed=seed)
        lines = bytes(rng.choice((0, 5, 10, 3, 12, 1)) for _ in range(36)) if board.game.draws else board.start.lines
        state = board.start._replace(lines=lines, pins=bytes(rng.randrange(2) for _ in range(36)))
        left = [is_open(board, state, cell) for cell in range(36)]
        assert list(cells_to_do(board, state)) == left
        assert True in left
        assert False in left


@pytest.mark.parametrize(
    ("cells", "parts"),
    [(8, [1] * 8 + [0]), (9, [1] * 9 + [0]), (10, [2] * 5 + [0]), (19, [2] * 9 + [1]), (20, [3] * 6 + [2])],
)
def test_a_wave_comes_in_as_many_equal_parts_as_ten_allow(cells: int, parts: list[int]) -> None:
    lines = bytes([4, *[5] * (cells - 2), 1])
    assert [len(wave) for wave in waves(Grid.make(cells, 1), lines, [0])] == parts
