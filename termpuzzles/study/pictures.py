"""Boards, positions and hints as text and as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.errors import ArgumentError
from termpuzzles.formats import write
from termpuzzles.games.arguments import as_found, check_puzzle, check_state
from termpuzzles.games.model import State
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.explain.parts import Role, merged_marks
from termpuzzles.render.svg import svg as drawn_svg
from termpuzzles.render.svg import with_style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from termpuzzles.games.model import Puzzle
    from termpuzzles.logic.explain.parts import Sides


def svg(puzzle: Puzzle, shown: State | Hint | None = None, *, rulers: bool = True) -> str:
    """A board as one `<svg>` element, crisp at any size and readable without colour: a file, or a part of a page.

    `shown` is a position, such as a solution, or a hint, which is drawn over the position for which it was asked, its
    cells marked in their roles: what it concludes, what it rests on, what would be cut off. Without it the picture
    shows `puzzle.start`. `rulers` are the numbers of columns and rows, as sentences count them. A cell is 24 units.

    Raises `ArgumentError` if `shown` is nothing of this puzzle.
    """
    check_puzzle(puzzle)
    marks: Mapping[Role, Sides] = {}
    state = puzzle.start
    if isinstance(shown, Hint):
        marks = _marks(shown)
        state = state if shown.position is None else shown.position.start
    elif shown is not None:
        if not isinstance(shown, State):
            raise ArgumentError(f"expected a State or a Hint, found {as_found(shown)}")
        state = shown
    check_state(puzzle, state)
    return with_style(drawn_svg(puzzle, state, marks, rulers=rulers))


def svg_of_puzzle(puzzle: Puzzle) -> str:
    """What a notebook shows of a puzzle."""
    return svg(puzzle)


def svg_of_hint(hint: Hint) -> str | None:
    """What a notebook shows of a hint: nothing, if it does not know for which position it was asked."""
    return None if hint.position is None else svg(hint.position, hint)


def text_of(puzzle: Puzzle) -> str:
    """The picture of a puzzle in its position, in box-drawing characters."""
    return write(puzzle, "picture")


def _marks(hint: Hint) -> Mapping[Role, Sides]:
    """The cells of a hint and of all pages of its reason, and those that it rests on."""
    marks: Mapping[Role, Sides] = {Role.BECAUSE: dict.fromkeys(hint.because, 0)}
    for part in (*hint.reason, hint.claim):
        marks = merged_marks(marks, part.marks)
    return marks
