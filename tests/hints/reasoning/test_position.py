"""What a position says about its cells, after moves as from the start."""

from __future__ import annotations

from functools import partial
from itertools import combinations, product
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.hints.choice import sides_needed, sources
from termpuzzles.hints.news import asks_for_a_move, first_news
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import FITS, KNOWN, masks_of
from tests.games.boards import board, random_puzzle
from tests.hints.test_hint_anywhere import anyhow, tree_puzzle


@pytest.mark.parametrize("name", ["net", "infinity", "simpleloop"])
def test_a_position_that_follows_the_play_says_the_same_as_one_made_anew(name: str) -> None:
    rng = Random(4)
    for _ in range(40):
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        position = Position(puzzle, puzzle.problem(), puzzle.start)
        position.plain()
        for _ in range(4):
            state = anyhow(rng, puzzle)
            certain = () if puzzle.game.draws else rng.sample(range(puzzle.grid.size), puzzle.grid.size // 3)
            before = position.base.copy()
            changed = position.follow(state, certain)
            anew = Position(puzzle, puzzle.problem(), state, certain)
            assert (position.base, position.own) == (anew.base, anew.own)
            assert (position.known_sides, position.is_known) == (anew.known_sides, anew.is_known)
            assert set(position.plain()) == set(anew.plain())
            assert position.marks() == anew.marks()
            assert {cell for cell in range(len(before)) if before[cell] != position.base[cell]} <= set(changed)


@pytest.mark.parametrize("name", ["net", "infinity", "simpleloop", "masyu"])
def test_what_is_known_of_a_side_is_noted_there_or_shown_by_a_known_cell_on_either_side(name: str) -> None:
    rng = Random(6)
    for _ in range(60):
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        grid, draws, state = puzzle.grid, puzzle.game.draws, anyhow(rng, puzzle)
        certain = () if draws else rng.sample(range(grid.size), grid.size // 4)
        position = Position(puzzle, puzzle.problem(), state, certain)
        claims = [state.notes[cell] | (state.lines[cell] << 4 if draws else 0) for cell in range(grid.size)]
        masks = [masks_of(puzzle.problem().domain_of(cell)) for cell in range(grid.size)]
        fits = [
            {mask for mask in masks[cell] if not ~mask & claims[cell] >> 4 and not mask & claims[cell] & 15}
            for cell in range(grid.size)
        ]
        closed = [sum(side for side in SIDES if grid.beyond(cell, side) is None) for cell in range(grid.size)]
        noted = [claims[cell] | closed[cell] for cell in range(grid.size)]
        known = [
            (not draws and (state.pins[cell] > 0 or cell in certain))
            or (
                fits[cell] == {state.lines[cell]}
                and (draws or len(masks[cell]) == 1 or noted[cell] >> 4 | noted[cell] & 15 == 15)
            )
            for cell in range(grid.size)
        ]
        assert list(map(bool, position.is_known)) == known
        for cell, side in product(range(grid.size), SIDES):
            other = grid.beyond(cell, side)
            ends = [(cell, side)] if other is None else [(cell, side), (other, OPPOSITE[side])]
            told = {bool(state.lines[at] & toward) for at, toward in ends if known[at]}
            told |= {False} if other is None else set()
            told |= {line for line in (True, False) if claims[cell] & (side << 4 if line else side)}
            found = position.known_sides[cell]
            assert {line for line in (True, False) if found & (side << 4 if line else side)} == told
        assert set(position.marks()) == {cell for cell in range(grid.size) if state.pins[cell] or claims[cell]}
        for cell in range(grid.size):
            assert position.claims(cell) == claims[cell]
            left = {state.lines[cell]} if known[cell] else fits[cell]
            assert set(masks_of(position.own[cell])) == left


def test_as_few_sides_as_can_be_tell_what_is_plain() -> None:
    rng, seen = Random(5), 0
    for number in range(200):
        name = ("net", "infinity", "simpleloop", "masyu")[number % 4]
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        position = Position(puzzle, puzzle.problem(), anyhow(rng, puzzle))
        for cell in position.plain():
            narrowing = position.narrowing(cell)
            news, known, own = position.news(narrowing), position.known_sides[cell], position.claims(cell)
            each = [known & (side << 4 | side) for side in SIDES if known & (side << 4 | side)]

            def beyond(sides: int, cell: int = cell, own: int = own) -> int:
                """How many cells beyond must be looked at for these sides."""
                free = {puzzle.grid.beyond(cell, side) for side in SIDES if sides & ~own & (side << 4 | side)}  # noqa: B023
                return len(free - {None})

            telling = [
                sum(some)
                for count in range(len(each) + 1)
                for some in combinations(each, count)
                if not news & ~KNOWN[narrowing.before & FITS[sum(some)]]
            ]
            fewest = sides_needed(position, narrowing)
            assert fewest in telling
            assert beyond(fewest) == min(map(beyond, telling))
            assert not any(sides != fewest and sides & ~fewest == 0 for sides in telling)
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("name", ["net", "infinity", "simpleloop"])
def test_a_side_is_known_from_the_cell_that_claims_it_else_from_the_one_beyond(name: str) -> None:
    rng, several = Random(8), 0
    for _ in range(60):
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        position, grid = Position(puzzle, puzzle.problem(), anyhow(rng, puzzle)), puzzle.grid
        for cell in range(grid.size):
            sides = position.known_sides[cell] & rng.getrandbits(8)
            expected = {cell: 0}
            for side in (side for side in SIDES if (sides | sides >> 4) & side and grid.open_sides[cell] & side):
                claims = (position.claims(cell) | position.claims(cell) >> 4) & side
                teller, its = (cell, side) if claims else (grid.ways[side][cell], OPPOSITE[side])
                expected[teller] = expected.get(teller, 0) | its
            assert sources(position, cell, sides) == expected
            several += len(expected) > 1
    assert several > 50


def apart(one: int, other: int) -> int:
    return abs(one - other)


@pytest.mark.parametrize(("tile", "drawn"), [("┻", True), ("╹", False)])
@pytest.mark.parametrize(("turned", "one", "other"), [(False, E, W), (True, S, N)])
def test_of_news_about_lines_of_three_cells_the_nearest_line_is_told_at_both_its_ends(
    tile: str, drawn: bool, turned: bool, one: int, other: int
) -> None:
    puzzle = board(named("net"), *[tile * 5] * 5)
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    row = (7, 12, 17) if turned else (11, 12, 13)
    said = {at: sides << 4 if drawn else sides for at, sides in zip(row, (one, one | other, other), strict=True)}
    narrowed = [Narrowing(at, position.base[at], position.base[at] & FITS[said[at]]) for at in row]
    for near, told in ((row[0], row[:2]), (row[2], row[:0:-1])):
        here, there = (one, other) if near == row[0] else (other, one)
        shift = 4 if drawn else 0
        expected = {told[0]: here << shift, told[1]: there << shift}
        assert first_news(position, narrowed, partial(apart, near)) == expected
    assert first_news(position, narrowed[:2], lambda cell: 0) == {row[0]: said[row[0]], row[1]: other << (4 * drawn)}


@pytest.mark.parametrize("side", SIDES)
def test_where_lines_are_drawn_a_line_asks_for_a_move_and_a_cross_does_not(side: int) -> None:
    puzzle = read("simpleloop/3/3/g")[0]
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    for known, turns in ((side << 4, True), (side, False)):
        narrowing = Narrowing(4, position.base[4], position.base[4] & FITS[known])
        assert position.news(narrowing) == known
        assert asks_for_a_move(position, [narrowing]) == turns


def test_where_a_cell_stays_blank_all_its_crosses_are_news() -> None:
    puzzle = read("https://puzz.link/p?mashu/3/3/000")[0]
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    assert position.news(Narrowing(4, position.base[4], 1)) == sum(SIDES)
