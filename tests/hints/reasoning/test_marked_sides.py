"""The marked sides of a hint suffice: of a pinned tile only the marked sides count.

What players have noted in a cell counts as well, since they see it there.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import STEP
from tests.data import sweep
from tests.data.tables import GAMES, rows
from tests.hints.all_hints import Fact, every_hint, facts, follows
from tests.hints.model import known

MOST = 16  # cells of a board
Marked = tuple[Puzzle, State, dict[int, int], bytes, list[Fact]]


def hints(game: str) -> Iterator[Marked]:
    """Each hint of small boards: puzzle, position, the marked sides of each cell, a solution, and the hint's claims."""
    for row in sweep.sample(rows(game), 3):
        (puzzle,) = read(row.id, game=game) if row.kind != "contradictory" else (None,)
        if puzzle is None or puzzle.grid.size > MOST:
            continue
        every = list(every_hint(puzzle, Guide(puzzle)))
        if not every:
            continue
        state, last = every[-1]
        assert last.move
        solution = puzzle.game.play(puzzle, state, last.move).lines
        for state, hint in every:
            if hint.kind == STEP:
                marks = {cell: hint.sides.get(cell, 0) for cell in hint.because}
                yield puzzle, state, marks, solution, facts(puzzle, state, hint)


def is_enough(given: Marked) -> bool:
    """Whether the hint's claims follow from its marks."""
    puzzle, state, marks, solution, claims = given
    everything = known(puzzle, state, [solution])
    noted = known(puzzle, state._replace(pins=bytes(len(state.pins))), [solution])
    held = {
        cell: {mask for mask in noted[cell] if any(mask & sides == right & sides for right in everything[cell])}
        for cell, sides in marks.items()
    }
    return follows(puzzle, held, marks, claims)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_hint_says_follows_from_the_marked_sides_of_the_cells_that_it_rests_on(game: str) -> None:
    found = list(hints(game))
    assert found
    for given in found:
        assert is_enough(given), given
