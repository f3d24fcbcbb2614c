"""What marks break at a glance is told first, and by the cell, the loop or the part alone."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint

THREE_LINES = ("····", "····", "····", "··╷·", "·╶┴╴")


def hint_at(text: str) -> Hint:
    (puzzle,) = read(text)
    hint = Guide(puzzle).hint(puzzle.start, 0)
    assert hint
    return hint


@pytest.mark.parametrize("game", ["simpleloop", "simpleloops", "masyu"])
def test_three_lines_at_a_cell_are_told_by_that_cell_alone(game: str) -> None:
    hint = hint_at("\n".join((f"# game: {game}", *THREE_LINES)))
    assert hint.sentence == "Three lines meet at (3, 5)."
    assert hint.conclusion == "Three lines meet at the marked cell."
    assert hint.cells == (18,)
    assert {cell for cell, _ in hint.conflict} <= {18, 17, 14, 19}


def net(*rows: str, pins: str = "", notes: bytes = b"") -> tuple[Puzzle, State]:
    (puzzle,) = read("\n".join(("# game: net", *rows)))
    pinned = bytes(mark == "x" for mark in pins) if pins else bytes(puzzle.grid.size)
    return puzzle, State(puzzle.tiles, pinned, notes or bytes(puzzle.grid.size))


def test_three_lines_noted_at_a_tile_of_a_net_that_has_two_are_told_by_that_tile_alone() -> None:
    notes = bytearray(9)
    for cell, noted in ((4, N | E | W), (1, S), (5, W), (3, E)):
        notes[cell] = noted << 4
    puzzle, state = net("╷╷╷", "└┼┘", "╵╵╵")
    corner = bytearray(puzzle.tiles)
    corner[4] = N | E
    puzzle = Puzzle(named("net"), puzzle.grid, bytes(corner))
    hint = Guide(puzzle).hint(state._replace(lines=bytes(corner), notes=bytes(notes)), 0)
    assert hint
    assert hint.sentence.startswith(
        ("Three lines are noted at the corner at (2, 2), which has only two.", "This board")
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("simpleloop\n┌┐··\n└┘··", "The lines through the cells at (1, 1), (2, 1), (1, 2) and (2, 2) close a loop"),
        ("masyu\n┌┐··\n└┘·○\n····", "close a loop that leaves out the white circle at (4, 2)."),
    ],
)
def test_a_loop_that_leaves_something_out_is_told_with_that(text: str, sentence: str) -> None:
    hint = hint_at(f"# game: {text}")
    assert sentence in hint.sentence
    assert " leaves out " in hint.sentence


def test_a_part_of_a_net_that_is_sealed_off_by_pins_is_told_as_that() -> None:
    grid = Grid.make(3, 2)
    lines = bytes([E, W, S, N | E, N | E | W, N | W])
    puzzle = Puzzle(named("net"), grid, lines)
    hint = Guide(puzzle).hint(State(lines, bytes([1, 1, 0, 0, 0, 0]), bytes(6)), 0)
    assert hint
    assert hint.sentence.startswith("The ends at (1, 1) and (2, 1) are sealed off: no line can leave them.")
    assert hint.conflict
    assert hint.move
    assert {grid.cell(change.x, change.y) for change in hint.move.changes} <= {cell for cell, _ in hint.conflict}
