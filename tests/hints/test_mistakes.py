"""Mistakes planted on real boards: hints report each with a valid reason, and taking all back mends the board."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import solve
from termpuzzles.hints.check import check, why_not
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.task import finish
from tests.corpus import rows
from tests.data import sweep, tables
from tests.hints.model import Model, known

BOARDS = [("own net", 20), ("own simpleloop", 12), ("net/unique", 47), ("net/hard", 150), ("simpleloop/real", 16)]
MOST = 150  # cells


def puzzles(name: str, every: int) -> list[Puzzle]:
    if name.startswith("own "):
        own = tables.rows(name.removeprefix("own "), "unique", "hard")[::every]
        return [puzzle for row in own for puzzle in read(row.id) if 20 <= puzzle.grid.size <= MOST]
    found = [read(row[0])[0] for row in rows(f"{name}.tsv")[::every] if "loop" not in name or row[1] == "unique"]
    return [puzzle for puzzle in found if puzzle.grid.size <= MOST]


def position(puzzle: Puzzle, solution: bytes, rng: Random) -> State:
    """A partly played board with two mistakes."""
    return drawn(puzzle, solution, rng) if puzzle.game.draws else turned(puzzle, solution, rng)


def turned(puzzle: Puzzle, solution: bytes, rng: Random) -> State:
    lines, pins = bytearray(puzzle.tiles), bytearray(puzzle.grid.size)
    for cell, right in enumerate(solution):
        if rng.random() < 0.3:
            lines[cell], pins[cell] = right, 1
    wrong = [cell for cell, right in enumerate(solution) if puzzle.tiles[cell] != right and not pins[cell]]
    for cell in rng.sample(wrong, min(2, len(wrong))):
        pins[cell] = 1
    return State(bytes(lines), bytes(pins), bytes(len(pins)))


def drawn(puzzle: Puzzle, solution: bytes, rng: Random) -> State:
    lines = bytearray(puzzle.grid.size)
    places = [line for line in puzzle.grid.lines() if all(puzzle.tiles[cell] for cell in puzzle.grid.ends(line))]
    wrong = rng.sample([line for line in places if not solution[line >> 1] & side_of(line)], 2)
    for line in places:
        if line in wrong or (solution[line >> 1] & side_of(line) and rng.random() < 0.3):
            one, other = puzzle.grid.ends(line)
            lines[one] |= side_of(line)
            lines[other] |= OPPOSITE[side_of(line)]
    return State(bytes(lines), bytes(len(lines)), bytes(len(lines)))


def side_of(line: int) -> int:
    return S if line & 1 else E


def shown_wrong(puzzle: Puzzle, state: State, hint: Hint) -> dict[int, Domain]:
    """The masks that the wrong marks leave to the cells at them."""
    found: dict[int, Domain] = {}
    for cell, side in hint.conflict:
        drawn = (state.lines[cell] if puzzle.game.draws else state.notes[cell] >> 4) & side
        fits = [mask for mask in range(16) if (bool(mask & side) == bool(drawn) if side else mask == state.lines[cell])]
        found[cell] = found.get(cell, 0xFFFF) & sum(1 << mask for mask in fits)
    return found


@pytest.mark.parametrize(("name", "every"), BOARDS)
def test_every_mistake_is_reported_with_a_valid_reason_and_taking_it_back_mends_the_board(
    name: str, every: int
) -> None:
    rng = Random(5)
    for puzzle in puzzles(name, every):
        answer = solve(puzzle)
        assert answer
        guide, state = Guide(puzzle), position(puzzle, answer.lines, rng)
        number = len(finish(check(guide, state)).wrong)
        assert number
        taken = 0
        while (hint := guide.hint(state, 0)) and hint.mistake:
            if len(hint.cells) <= 2:  # otherwise it is a loop or a sealed-off part, which players can see
                held = known(puzzle, state, [answer.lines])
                wrong = shown_wrong(puzzle, state, hint)
                named = {cell: held[cell] for cell in hint.because}
                for cell, masks in wrong.items():
                    named[cell] = {mask for mask in held[cell] if masks >> mask & 1}
                assert not Model(puzzle.problem(), named).is_possible([]), f"{hint} in {state} of {puzzle}"
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)
            taken += 1
        assert 0 < taken <= 4
        assert finish(check(guide, state)).sentence == "Nothing wrong so far."


@pytest.mark.parametrize(
    ("board", "lines"),
    [
        ("simpleloop/5/3/400", "04030002000409000a020000040d09"),
        ("simpleloop/6/3/0014", "0601000000000e0104050501080000000000"),
    ],
)
def test_a_short_reason_is_preferred_to_trying_out(board: str, lines: str) -> None:
    (puzzle,) = read(board)
    hint = Guide(puzzle).hint(State.of(bytes.fromhex(lines)), 0)
    assert hint
    assert hint.mistake
    assert "Trying out" not in hint.sentence


def test_a_short_contradiction_is_preferred_to_a_long_chain() -> None:
    (puzzle,) = read("7x2:45daeb84a34c64")
    lines, pinned = bytes.fromhex("0105070a0b0e01040a0c01030901"), (6, 7, 10, 12)
    pins = bytes(cell in pinned for cell in range(puzzle.grid.size))
    hint = Guide(puzzle).hint(State(lines, pins, bytes(len(lines))), 0)
    assert hint
    assert hint.sentence.startswith(
        "The end at (7, 2) is sealed off: no line can leave it. The corner at (6, 2) is pinned the wrong way."
    )


def test_marks_that_cannot_all_be_right_are_told_whatever_else_was_asked_meanwhile() -> None:
    (puzzle,) = read("simpleloop/4/4/")
    told = 0
    found = finish(solutions(puzzle.problem(), 100))
    for cell, (one, other) in sweep.sample(product(range(puzzle.grid.size), combinations(found, 2))):
        first = drawn_at(puzzle, cell, one[cell])
        both = [drawn_at(puzzle, at, other[at], first) for at in range(puzzle.grid.size)]
        for at, state in enumerate(both):
            if any(not one[cell] & ~board[cell] and not other[at] & ~board[at] for board in found):
                continue
            guide = Guide(puzzle)
            hint = guide.hint(first)
            assert hint
            assert not hint.mistake
            finish(why_not(guide, first, at, other[at]))  # a solution without the line that is drawn
            hint = guide.hint(state)
            assert hint
            assert hint.mistake
            told += 1
    assert told


def drawn_at(puzzle: Puzzle, cell: int, sides: int, state: State | None = None) -> State:
    """The state with these lines of the cell drawn, besides those of `state`."""
    lines = bytearray(state.lines if state else puzzle.grid.size)
    for side in SIDES_OF[sides]:
        lines[cell] |= side
        lines[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    return State(bytes(lines), bytes(len(lines)), bytes(len(lines)))
