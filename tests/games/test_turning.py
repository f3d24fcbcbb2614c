"""Turning, pinning and noting in the games of turning."""

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.board.surface import CYLINDER_ACROSS
from termpuzzles.games import named
from termpuzzles.games.model import Change, Gesture, Move, Puzzle, State
from tests.games.boards import board

games = pytest.mark.parametrize("name", ["infinity", "net"])


def after(puzzle: Puzzle, *gestures: Gesture) -> State:
    """The state after these gestures, each of which makes a move."""
    state = puzzle.start
    for gesture in gestures:
        move = puzzle.game.interpret(puzzle, state, gesture)
        assert move is not None, gesture
        state = puzzle.game.play(puzzle, state, move)
    return state


@games
@pytest.mark.parametrize(
    ("action", "turned"), [("turn", "╺┏━┳╸┓"), ("turn half", "╻┓┃┫╹┛"), ("turn back", "╸┛━┻╺┗")], ids=str
)
def test_turning_goes_clockwise_and_turning_back_goes_the_other_way(name: str, action: str, turned: str) -> None:
    game = named(name)
    tiles, expected = board(game, "╹┗┃┣╻┏"), board(game, turned)
    for cell in range(6):
        move = game.interpret(tiles, tiles.start, Gesture(action, cell))
        if move is None:
            assert expected.tiles[cell] == tiles.tiles[cell]
        else:
            assert game.play(tiles, tiles.start, move).lines[cell] == expected.tiles[cell]


@games
@pytest.mark.parametrize(("tile", "actions"), [("·", 3), ("╋", 3), ("━", 1), ("┃", 1), ("┏", 0), ("╹", 0), ("┻", 0)])
def test_a_turn_that_would_show_the_same_tile_is_no_move(name: str, tile: str, actions: int) -> None:
    puzzle = board(named(name), tile + "·")
    moves = [
        puzzle.game.interpret(puzzle, puzzle.start, Gesture(action, 0)) for action in ("turn half", "turn", "turn back")
    ]
    assert [move is None for move in moves] == [True] * actions + [False] * (3 - actions)


@games
def test_a_pin_holds_a_tile_until_it_is_taken_out(name: str) -> None:
    puzzle = board(named(name), "┏┓")
    pinned = after(puzzle, Gesture("pin", 1))
    assert pinned.pins == bytes([0, 1])
    assert puzzle.game.interpret(puzzle, pinned, Gesture("turn", 1)) is None
    assert puzzle.game.interpret(puzzle, pinned, Gesture("turn", 0)) is not None
    assert after(puzzle, Gesture("pin", 1), Gesture("pin", 1), Gesture("turn", 1)).lines[1] == W | N


@games
def test_a_note_stands_in_both_cells_and_the_other_kind_takes_its_place(name: str) -> None:
    puzzle = Puzzle(named(name), Grid(2, 2), bytes([6, 6, 6, 6]))
    assert after(puzzle, Gesture("cross", 0, E)).notes == bytes([E, W, 0, 0])
    assert after(puzzle, Gesture("line", 3, N)).notes == bytes([0, S << 4, 0, N << 4])
    assert after(puzzle, Gesture("line", 3, N), Gesture("cross", 1, S)).notes == bytes([0, S, 0, N])
    assert after(puzzle, Gesture("line", 3, N), Gesture("line", 1, S)).notes == bytes(4)


@games
def test_a_note_on_a_line_from_a_cell_to_itself_stands_at_both_its_ends(name: str) -> None:
    puzzle = Puzzle(named(name), Grid(1, 2, CYLINDER_ACROSS), bytes([5, 5]))
    assert after(puzzle, Gesture("cross", 0, E)).notes == bytes([E | W, 0])
    assert after(puzzle, Gesture("cross", 0, E), Gesture("cross", 0, W)).notes == bytes(2)


@games
def test_nothing_is_noted_at_a_border_or_a_wall(name: str) -> None:
    puzzle = Puzzle(named(name), Grid.make(2, 1, walls=[(0, E)]), bytes([4, 1]))
    for side in (N, E, S, W):
        assert puzzle.game.interpret(puzzle, puzzle.start, Gesture("line", 0, side)) is None


@games
def test_the_changes_of_a_move_are_played_in_their_order(name: str) -> None:
    puzzle = board(named(name), "╺╸·╻")
    move = Move((Change("turn", 0, 0, 1), Change("turn", 0, 0, 1), Change("pin", 0, 0), Change("turn", 3, 0, 2)))
    assert puzzle.game.play(puzzle, puzzle.start, move) == State(bytes([W, W, 0, N]), bytes([1, 0, 0, 0]), bytes(4))


@games
def test_each_tile_may_take_exactly_the_masks_it_turns_through(name: str) -> None:
    problem = board(named(name), "·╹┃┗┻╋").problem()
    taken = [{mask for mask in range(16) if problem.domain_of(cell) >> mask & 1} for cell in range(6)]
    assert taken == [{0}, {1, 2, 4, 8}, {5, 10}, {3, 6, 9, 12}, {7, 11, 13, 14}, {15}]
