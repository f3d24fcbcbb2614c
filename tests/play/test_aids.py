"""Automatic pins for players who want them: never on a tile that could still turn."""

from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS
from termpuzzles.board.survey import survey
from termpuzzles.games import named
from termpuzzles.games.model import Change, Move, State
from termpuzzles.session.assistance import possible_turns, with_pin, with_settled_pin, with_what_follows
from tests.games.boards import board, random_puzzle


def test_a_turned_tile_is_pinned_with_the_turn() -> None:
    puzzle = board(named("infinity"), "┓┓", "┗┛")
    assert str(with_pin(puzzle, Move((Change("turn", 0, 0, 2),)))) == "turn 1,1 2; pin 1,1"


def test_a_turn_is_pinned_only_where_borders_and_pins_leave_no_other() -> None:
    puzzle = board(named("infinity"), "┓┓", "┗┛")
    right, wrong = Move((Change("turn", 0, 0, 3),)), Move((Change("turn", 0, 0, 1),))
    assert str(with_settled_pin(puzzle, puzzle.start, right)) == "turn 1,1 3; pin 1,1"
    assert with_settled_pin(puzzle, puzzle.start, wrong) == wrong


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_no_turn_is_excluded_that_some_board_with_these_pins_and_no_loose_end_has(name: str) -> None:
    rng = Random(1)
    for _ in range(40):
        puzzle = random_puzzle(rng, named(name), 3)
        if puzzle.grid.size > 6:
            continue
        pins = bytes(rng.randrange(2) for _ in puzzle.tiles)
        state = State(puzzle.tiles, pins, bytes(len(pins)))
        turns = [{mask} if pin else set(TURNS[mask]) for mask, pin in zip(puzzle.tiles, pins, strict=True)]
        for lines in product(*turns):
            if not any(survey(puzzle.grid, bytes(lines)).loose):
                free = (cell for cell, pin in enumerate(pins) if not pin)
                assert all(lines[cell] in possible_turns(puzzle, state, cell) for cell in free)


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_just_the_turns_are_possible_that_some_turn_of_every_neighbour_meets(name: str) -> None:
    rng = Random(2)
    for _ in range(100):
        puzzle = random_puzzle(rng, named(name))
        pins = bytes(rng.randrange(4) == 0 for _ in puzzle.tiles)
        state = State(puzzle.tiles, pins, bytes(len(pins)))
        turns = [{mask} if pin else set(TURNS[mask]) for mask, pin in zip(puzzle.tiles, pins, strict=True)]
        for cell in range(puzzle.grid.size):
            sides = {side: puzzle.grid.beyond(cell, side) for side in SIDES}
            meeting = {
                side: {bool(turn & OPPOSITE[side]) for turn in (turns[other] if other is not None else {0})}
                for side, other in sides.items()
            }
            expected = {
                mask for mask in TURNS[puzzle.tiles[cell]] if all(bool(mask & side) in meeting[side] for side in SIDES)
            }
            assert possible_turns(puzzle, state, cell) == expected


def test_what_follows_from_a_pin_beside_the_first_cell_is_pinned_too() -> None:
    puzzle = board(named("net"), "╺┳╸", "╺┫╻", "╺┻┛")
    state = puzzle.start._replace(pins=bytes([0] * 8 + [1]))
    found = with_what_follows(puzzle, state, Move((Change("pin", 1, 0),)))
    assert str(found).split("; ")[0] == "pin 2,1"
    assert "pin 1,1" in str(found).split("; ")
