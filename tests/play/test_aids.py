"""Automatic pins for players who want them: never on a tile that could still turn."""

from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS
from termpuzzles.board.survey import survey
from termpuzzles.games import named
from termpuzzles.games.model import Change, Gesture, Move, Puzzle, State
from termpuzzles.session.assistance import (
    is_wrong,
    last_sound,
    possible_turns,
    with_pin,
    with_settled_pin,
    with_what_follows,
)
from termpuzzles.session.session import Session
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


def closed(puzzle: Puzzle, state: State) -> State:
    """The state once every tile that has only one turn is turned so and pinned, again and again."""
    lines, pins = bytearray(state.lines), bytearray(state.pins)
    while True:
        now = state._replace(lines=bytes(lines), pins=bytes(pins))
        free = [cell for cell, pin in enumerate(pins) if not pin and lines[cell] not in (0, 15)]
        certain = [(cell, turns) for cell in free if len(turns := possible_turns(puzzle, now, cell)) == 1]
        if not certain:
            return now
        for cell, turns in certain[:1]:
            (lines[cell],), pins[cell] = turns, 1


@pytest.mark.parametrize("name", ["infinity", "net"])
def test_all_that_follows_is_turned_and_pinned_and_nothing_else(name: str) -> None:
    rng, pinned = Random(3), 0
    for _ in range(40):
        grid = random_puzzle(rng, named(name)).grid
        solution = bytearray(grid.size)
        for cell, side in product(range(grid.size), SIDES):
            if (other := grid.beyond(cell, side)) is not None and rng.random() < 0.3:
                solution[cell] |= side
                solution[other] |= OPPOSITE[side]
        puzzle = Puzzle(named(name), grid, bytes(rng.choice(TURNS[mask]) for mask in solution))
        state = puzzle.start._replace(pins=bytes(grid.size))
        for _ in range(3):
            left = [cell for cell, pin in enumerate(state.pins) if not pin]
            if not left:
                break
            place = puzzle.grid.place(cell := rng.choice(left))
            quarters = TURNS[state.lines[cell]].index(solution[cell])
            pin = Move((*[Change("turn", *place, quarters)] * bool(quarters), Change("pin", *place)))
            found = with_what_follows(puzzle, state, pin)
            assert found.changes[: len(pin.changes)] == pin.changes
            expected = closed(puzzle, puzzle.game.play(puzzle, state, pin))
            state = puzzle.game.play(puzzle, state, found)
            assert state == expected
            pinned += len(found.changes) - len(pin.changes)
    assert pinned > 200


@pytest.mark.parametrize("name", ["infinity", "net", "simpleloop", "masyu"])
def test_what_contradicts_a_solution_is_wrong_cell_by_cell(name: str) -> None:
    rng = Random(4)
    for _ in range(20):
        puzzle = random_puzzle(rng, named(name))
        size, is_drawn = puzzle.grid.size, puzzle.game.draws
        solution, lines = (bytes(rng.randrange(16) for _ in range(size)) for _ in range(2))
        pins, notes = bytes(rng.randrange(2) for _ in range(size)), bytes(rng.randrange(256) for _ in range(size))
        sparse = bytes(note if rng.random() < 0.3 else 0 for note in notes)
        state = State(lines, pins, sparse)
        for cell in range(size):
            sides = [(mask & side > 0) for mask in (solution[cell],) for side in SIDES]
            crossed = [sparse[cell] & side > 0 for side in SIDES]
            noted = [sparse[cell] & (side << 4) > 0 for side in SIDES]
            drawn = [lines[cell] & side > 0 for side in SIDES]
            expected = (
                (pins[cell] == 1 and drawn != sides)
                or any(cross and line for cross, line in zip(crossed, sides, strict=True))
                or any(note and not line for note, line in zip(noted, sides, strict=True))
                or (is_drawn and any(mine and not line for mine, line in zip(drawn, sides, strict=True)))
            )
            assert is_wrong(puzzle, state, solution, cell) == expected


@pytest.mark.parametrize("name", ["infinity", "simpleloop"])
def test_the_last_sound_position_is_the_latest_at_which_nothing_was_wrong(name: str) -> None:
    rng, told = Random(5), list[int]()
    for _ in range(80):
        puzzle = random_puzzle(rng, named(name))
        solution = bytes(rng.choice((15, 15, 15, mask)) for mask in puzzle.start.lines)
        session = Session(puzzle)
        states = [session.state]
        for _ in range(rng.randrange(6)):
            action = rng.choice(("cross", "pin") if name == "infinity" else ("line", "cross"))
            if session.do(Gesture(action, rng.randrange(puzzle.grid.size), rng.choice(SIDES))):
                states.append(session.state)
        cells = range(puzzle.grid.size)
        wrong = [any(is_wrong(puzzle, state, solution, cell) for cell in cells) for state in states]
        sound = max((at for at, is_so in enumerate(wrong) if not is_so), default=0)
        told.append(last_sound(puzzle, session.attempt.history, solution))
        assert told[-1] == sound
    assert {0, 1, 2} <= set(told)
