"""On published Masyu wrong marks are told by sets without one too many, and by cells that show it; by a SAT solver."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.problem import HAS, LACKS, Domain
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data import sweep
from tests.logic.learning.test_cores import Rules

pytest.importorskip("pysat")

EVERY = sweep.step(4, 2)
MOST_MARKS = 2  # of every other conflict
LARGE = 4  # of the largest conflicts that are looked at

Marks = Collection[tuple[int, int, bool]]  # lines that are drawn or crossed out, each by a cell and a side


def puzzles(share: float) -> Iterator[tuple[Random, Puzzle]]:
    """Published boards with this share of their circles: with fewer than all of them they have several solutions."""
    rows = [row for name in ("small", "15x15") for row in corpus.rows(f"masyu/{name}.tsv")]
    for (text,) in rows[::EVERY]:
        (puzzle,) = read(f"pearl:{text}")
        rng = Random(f"{text} {share}")
        yield rng, replace(puzzle, clues=bytes(clue if rng.random() < share else 0 for clue in puzzle.clues))


def with_wrong_marks(rng: Random, puzzle: Puzzle) -> State:
    """A position with some marks as in a solution, and one to three that are not."""
    solution = finish(one_solution(puzzle.problem()))
    assert solution
    lines, notes, share = bytearray(len(solution)), bytearray(len(solution)), rng.choice((0.02, 0.1, 0.3))
    every = list(puzzle.grid.lines())
    wrong = rng.sample(every, rng.randint(1, 3))
    for line in every:
        if line in wrong or rng.random() < share:
            side, (one, other) = S if line & 1 else E, puzzle.grid.ends(line)
            marks = lines if bool(solution[one] & side) != (line in wrong) else notes
            marks[one] |= side
            marks[other] |= OPPOSITE[side]
    return State(bytes(lines), bytes(len(lines)), bytes(notes))


def held(puzzle: Puzzle, marks: Marks) -> dict[int, Domain]:
    found: dict[int, Domain] = {}
    for cell, side, drawn in marks:
        masks = HAS if drawn else LACKS
        for at, toward in ((cell, side), (puzzle.grid.ways[side][cell], OPPOSITE[side])):
            found[at] = found.get(at, 0xFFFF) & masks[toward]
    return found


def can_hold(puzzle: Puzzle, marks: Marks, cells: Collection[int] | None = None) -> bool:
    """Whether some lines with these marks follow the rules of these cells, by default of all, and make a loop."""
    every = range(puzzle.grid.size)
    return Rules(puzzle.problem(), every if cells is None else cells, True, held(puzzle, marks)).can_hold()


def mistakes(share: float) -> Iterator[tuple[Puzzle, State, Hint]]:
    """What is told of wrong marks on these boards."""
    for rng, puzzle in puzzles(share):
        state = with_wrong_marks(rng, puzzle)
        hint = Guide(puzzle).hint(state, rng.randrange(puzzle.grid.size))
        assert hint
        if hint.mistake:
            yield puzzle, state, hint
        else:
            assert share < 1  # what was not in one solution is in another


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_a_conflict_of_published_boards_is_minimal_and_its_cells_show_it(share: float) -> None:
    found = sorted(mistakes(share), key=lambda each: len(each[2].conflict), reverse=True)
    assert len(found) > 8
    assert len(found[len(found) // 2][2].conflict) <= MOST_MARKS
    for puzzle, state, hint in [*found[:LARGE], *sweep.sample(found[LARGE:], 8)]:
        conflict = [(cell, side, bool(state.lines[cell] & side)) for cell, side in hint.conflict]
        assert not can_hold(puzzle, conflict)
        for left_out in conflict:
            assert can_hold(puzzle, [mark for mark in conflict if mark != left_out])
        right = [mark for mark in marks_at(puzzle, state, hint.because) if can_hold(puzzle, [mark])]
        known = right if len(conflict) == 1 else []
        if hint.rule:  # else it shows at a glance
            assert not can_hold(puzzle, [*known, *conflict], hint.because), hint.sentence


def marks_at(puzzle: Puzzle, state: State, cells: Collection[int]) -> Marks:
    """The lines drawn and crossed out at these cells."""
    grid = puzzle.grid
    lines = {grid.line(cell, side) for cell in cells for side in (1, 2, 4, 8) if grid.open_sides[cell] & side}
    sides = [(grid.ends(line)[0], S if line & 1 else E) for line in sorted(lines)]
    drawn = [(cell, side, True) for cell, side in sides if state.lines[cell] & side]
    return [*drawn, *((cell, side, False) for cell, side in sides if state.notes[cell] & side)]
