"""Boards of rare ratings, grown around those of the stock; and what is refused because no board is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import CYLINDER_DOWN, PLANE, TORUS, Surface
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate, two_solutions
from termpuzzles.generator import make_board, ratings, refusal, rng_of
from termpuzzles.generator.stock import Stocked, boards, put
from tests.board.surfaces import glued
from tests.data import sweep
from tests.generator.test_boards import assert_sound

RARE = [
    *(("net", rating) for rating in ("pairs", "dead end", "colouring", "chain")),
    *(("infinity", rating) for rating in ("block", "colouring", "chain")),
]
LOOPS = [("simpleloop", rating) for rating in ("parity", "pairs", "parity type 1", "parity type 2")]


def made(game: str, params: str, seed: int = 1) -> Puzzle:
    return make_board(named(game), Params.parse(params), rng_of("stock", seed))


SIZES = ("7x7", "7x7w", "13x11", "13x11w", "20x20", "20x20w")


@pytest.mark.parametrize(("game", "rating"), RARE + LOOPS)
def test_the_stock_holds_what_it_says(game: str, rating: str) -> None:
    for board in sweep.sample(boards(game, rating), every=20):
        grid = Grid.make(board.width, board.height, glued(board.wraps, board.wraps))
        maker = named(game).maker
        assert maker
        puzzle = Puzzle(named(game), grid, maker().tiles(board.masks))
        assert puzzle.problem().judge(board.masks)
        assert rate(puzzle).hardest == rating


def laid(board: Stocked, params: Params, joined: bool) -> Iterator[dict[int, int]]:
    """The board of the stock wherever it may lie: across no seam that mirrors, and the other cells in one piece."""
    grid = Grid.make(params.width, params.height, params.surface)
    across, down = params.surface
    for left in range(grid.width if across == 1 else grid.width - board.width + 1):
        for top in range(grid.height if down == 1 else grid.height - board.height + 1):
            places = [
                (left + x) % grid.width + (top + y) % grid.height * grid.width
                for y in range(board.height)
                for x in range(board.width)
            ]
            if not joined or is_one_piece(grid, set(range(grid.size)) - {*places}):
                yield dict(zip(places, board.masks, strict=True))


def is_held(board: Stocked, params: Params) -> bool:
    """Whether there is room for the board, and for a row and a column beside it where one could walk around."""
    room = params.width - board.width, params.height - board.height
    if board.wraps:
        return params.surface.suffix == "w" and room == (0, 0)
    return min(room) >= (1 if params.surface.suffix else 0)


def is_one_piece(grid: Grid, cells: set[int]) -> bool:
    reached = set(sorted(cells)[:1])
    waiting = list(reached)
    while waiting:
        cell = waiting.pop()
        beside = {grid.ways[side][cell] for side in (1, 2, 4, 8)} & (cells - reached)
        reached |= beside
        waiting += beside
    return reached == cells


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("net", "7x3, rating block"),
        ("net", "8x4, rating block"),
        ("net", "7x5, rating block"),
        ("net", "5x7, rating block"),
        ("net", "3x3w, rating block"),
        ("infinity", "5x4, rating block"),
        ("infinity", "5x6, rating block"),
        ("infinity", "4x5w, rating block"),
        ("infinity", "5x5cx, rating block"),
        ("infinity", "5x6cy, rating block"),
        ("infinity", "5x5mx, rating block"),
        ("infinity", "6x5my, rating block"),
        ("infinity", "8x1w, rating parity"),
    ],
)
def test_a_board_of_the_stock_is_laid_wherever_it_may_lie_and_nowhere_else(game: str, wish: str) -> None:
    params, found = Params.parse(wish), named(game)
    assert params.rating
    grid, rng = Grid.make(params.width, params.height, params.surface), Random(wish)
    fitting = [board for board in boards(game, params.rating) if is_held(board, params)]
    assert fitting == [board for board in boards(game, params.rating) if board.fits(params)]
    expected = {tuple(sorted(each.items())) for board in fitting for each in laid(board, params, found.joins_all)}
    places = {tuple(cell for cell, _ in each) for each in expected}
    tried = {tuple(sorted(put(found, params, rng, grid).items())) for _ in range(30 * len(places))}
    assert tried <= expected
    assert {tuple(cell for cell, _ in each) for each in tried} == places


@pytest.mark.parametrize(
    ("game", "rating", "size"), sweep.sample([(*kind, size) for kind in RARE for size in SIZES], every=7)
)
def test_a_rare_rating_is_had_at_every_usual_size(game: str, rating: str, size: str) -> None:
    puzzle = made(game, f"{size}, rating {rating}")
    assert_sound(puzzle)
    assert rate(puzzle).hardest == rating


@pytest.mark.parametrize(
    ("rating", "size"),
    sweep.sample([(rating, size) for _, rating in LOOPS for size in ("8x8", "13x11", "14x13", "20x20")], every=5),
)
def test_a_rare_rating_of_a_loop_is_had_and_most_of_the_board_is_open(rating: str, size: str) -> None:
    puzzle = made("simpleloop", f"{size}, rating {rating}")
    assert len(two_solutions(puzzle)) == 1
    assert rate(puzzle).hardest == rating
    assert sum(puzzle.tiles) > 0.6 * puzzle.grid.size


@pytest.mark.parametrize(
    ("game", "size", "surface", "rating", "places"),
    [
        ("net", (3, 10), PLANE, "block", {(0, 0), (0, 3)}),
        ("net", (10, 3), PLANE, "block", {(0, 0), (3, 0)}),
        ("net", (4, 8), CYLINDER_DOWN, "block", {(0, y) for y in range(8)} | {(1, y) for y in range(8)}),
        ("net", (4, 4), TORUS, "chain", {(x, y) for x in range(4) for y in range(4)}),
        ("infinity", (4, 7), PLANE, "block", {(0, y) for y in range(4)}),
    ],
)
def test_where_all_is_to_be_joined_a_board_as_wide_or_high_as_the_new_one_is_put_at_its_end(
    game: str, size: tuple[int, int], surface: Surface, rating: str, places: set[tuple[int, int]]
) -> None:
    found = set()
    grid, params = Grid.make(*size, surface), Params(*size, surface=surface, rating=rating)
    for seed in range(200):
        cells = list(put(named(game), params, Random(seed), grid))
        found.add(grid.place(cells[0]))
    assert found == places


def test_loops_of_a_rating_differ_from_seed_to_seed_even_where_the_stock_is_as_large_as_the_board() -> None:
    found = {made("simpleloop", "7x7, rating parity type 1", seed).tiles for seed in range(6)}
    assert len(found) == 6


def test_a_loop_is_as_dense_as_asked_for_around_the_stock() -> None:
    sparse, dense = (
        sum(made("simpleloop", f"14x14, density {density}, rating pairs").tiles) for density in (0.35, 0.5)
    )
    assert sparse < dense


@pytest.mark.parametrize("style", ["uniform", "depth-first"])
def test_a_rare_rating_is_had_in_every_style_and_with_walls(style: str) -> None:
    puzzle = made("net", f"9x9, {style}, walls 0.2, rating colouring")
    assert puzzle.grid.walls
    assert_sound(puzzle)
    assert rate(puzzle).hardest == "colouring"


def test_boards_of_a_rare_rating_differ_from_seed_to_seed_and_are_the_same_for_a_seed() -> None:
    found = {made("net", "9x9, rating dead end", seed).tiles for seed in range(8)}
    assert len(found) == 8
    assert made("net", "9x9, rating dead end", 3).tiles in found


@pytest.mark.parametrize(
    ("game", "params", "reason"),
    [
        ("net", "30x30w, rating edge", "a Net that wraps around has no border to start from"),
        ("net", "30x30w, at most edge", "a Net that wraps around has no border to start from"),
        ("net", "30x30w, depth-first, rating edge", "a Net that wraps around has no border to start from"),
        ("net", "3x3, rating chain", "no Net board of 3x3 is known that needs 'If … then …': the smallest is "),
        ("net", "3x3w, rating chain", "no Net board of 3x3w is known that needs 'If … then …': the smallest is "),
        ("net", "2x30, rating pocket", "no Net board of 2x30 is known that needs 'Small pocket': the smallest is 4x3"),
        ("net", "3x4, rating block", "no Net board of 3x4 is known that needs 'Four together': the"),
        ("net", "5x5, rating parity", "no Net board of 5x5 is known that needs 'Odd or even': the smallest is "),
        ("net", "4x4, rating pairs", "no Net board of 4x4 is known that needs 'Two bridges': the smallest is 5x5"),
        ("net", "9x9, rating only way across", "no Net board is known that needs 'Only bridge'; ask for 'If … then …'"),
        ("net", "9x9, rating one step ahead", "no Net board is known that needs 'What if'; ask for 'If … then …'"),
        ("infinity", "9x9, rating one step ahead", "no ∞ Loop board is known that needs 'What if'"),
        (
            "infinity",
            "9x9, rating parity",
            "no ∞ Loop board of 9x9 is known that needs 'Odd or even': the smallest",
        ),
        (
            "infinity",
            "30x30w, rating parity",
            "no ∞ Loop board of 30x30w is known that needs 'Odd or even': the smallest is",
        ),
        (
            "infinity",
            "5x1w, rating parity",
            "no ∞ Loop board of 5x1w is known that needs 'Odd or even'",
        ),
        (
            "infinity",
            "3x3, rating block",
            "no ∞ Loop board of 3x3 is known that needs 'Four together': the smallest is ",
        ),
        (
            "simpleloop",
            "3x3, rating no loop",
            "a Simple Loop board of 2x2, 2x3 or 3x3 never needs more than",
        ),
        ("simpleloop", "4x4, rating pairs", "no board of at most 16 cells with just one solution needs more than"),
        (
            "simpleloop",
            "5x4, rating pairs",
            "no Simple Loop board of 5x4 is known that needs 'Two bridges': the smallest is ",
        ),
        (
            "simpleloop",
            "9x3, rating parity",
            "no Simple Loop board of 9x3 is known that needs 'Odd or even'",
        ),
        ("masyu", "6x6, rating one step ahead", "hardly any Masyu board needs 'What if', so finding one takes too"),
        ("masyu", "9x9, rating parity", "hardly any Masyu board needs 'Odd or even', so finding one takes too long"),
        (
            "masyu",
            "13x12, rating chain",
            "on more than 144 cells it takes too long to find a Masyu board that needs 'If … then …'",
        ),
        ("masyu", "19x18, rating block", "on more than 324 cells it takes too long to find a Masyu board that needs"),
        ("masyu", "20x20, rating pairs", "on more than 144 cells it takes too long to find a Masyu board that needs"),
        ("simpleloop", "20x20, rating one step ahead", "the one Simple Loop board known to need 'What if' has "),
    ],
)
def test_what_is_not_known_is_refused_with_the_reason(game: str, params: str, reason: str) -> None:
    assert refusal(named(game), Params.parse(params)).startswith(reason)
    with pytest.raises(PuzzleError) as refused:
        made(game, params)
    assert str(refused.value).startswith(reason)


def test_a_board_that_wraps_may_need_no_more_than_only_fit_where_walls_or_crosses_help() -> None:
    for params in ("9x9w, walls 0.5, walls matter, rating edge", "4x3w, uniform, rating edge"):
        assert rate(made("net", params)).hardest == "edge"


def test_only_ratings_of_which_a_board_is_known_may_be_asked_for() -> None:
    net = ("edge", "pocket", "no loop", "parity", "pairs", "block", "dead end", "colouring", "chain")
    assert ratings(named("net")) == net
    assert ratings(named("infinity")) == ("edge", "block", "colouring", "chain")
    assert ratings(named("simpleloop")) == (
        "degree",
        "no loop",
        "parity",
        "pairs",
        "parity type 1",
        "parity type 2",
    )
    assert ratings(named("simpleloops")) == ("degree",)
    assert ratings(named("masyu")) == ("degree", "circles", "no loop", "patterns", "block", "pairs", "chain")
    assert ratings(named("masyu"), at_most=True)[-1] == "one step ahead"
    for at_most in (False, True):
        assert ratings(replace(named("net"), maker=None), at_most) == (), "nothing is made"


@pytest.mark.parametrize("params", ["15x14", *["26x26", "20x31"] * sweep.IS_LONG])
def test_a_large_board_of_one_loop_is_grown_without_a_rating_too(params: str) -> None:
    puzzle = make_board(named("simpleloop"), Params.parse(params), rng_of("1"))
    assert_sound(puzzle)
    assert puzzle.tiles.count(1) > puzzle.grid.size / 2
