"""Light that runs along the lines of a board: through a group that joins the lit one, and over a solved board.

Nothing waits for it: the position is what it is at once, and some cells only look as before until light reaches them.
"""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.board.grid import SIDES
from termpuzzles.render.picture import Picture
from termpuzzles.session.open_cells import MOST_WAVING, waves

STEP_SECONDS = 0.04


class Light(NamedTuple):
    """What looks different for a moment: the cells through which light runs, and those that it has yet to reach."""

    glowing: frozenset[int] = frozenset()
    unreached: frozenset[int] = frozenset()


STILL = Light()


def sweeping(picture: Picture, start: int) -> list[Light]:
    """Light that runs once over a solved board, from its source or else from the start; none on a large board."""
    source = picture.source if picture.source is not None else start
    return [Light(wave) for wave in waves(picture.grid, picture.state.lines, [source])]


def joining(before: Picture, after: Picture) -> list[Light]:
    """Light that runs into a group that has joined the source's, unless that is a single cell or the board is large."""
    source, seen = after.source, after.seen
    if source is None or source != before.source or after.grid.size > MOST_WAVING:
        return []
    ways, was_lit = after.grid.ways, before.seen.lit(source)
    new = {cell for cell, (was, is_lit) in enumerate(zip(was_lit, seen.lit(source), strict=True)) if is_lit and not was}
    starts = [cell for cell in new if any(seen.joined[cell] & side and was_lit[ways[side][cell]] for side in SIDES)]
    found = [wave for wave in waves(after.grid, seen.joined, starts, new) if wave]
    return [Light(wave, frozenset().union(*found[place:])) for place, wave in enumerate(found, 1)] if found[1:] else []
