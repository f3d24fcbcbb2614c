"""The colours of groups that are told apart: neighbours never have the same one, if four suffice."""

from __future__ import annotations

from termpuzzles.board.grid import Grid
from termpuzzles.board.survey import Survey

USUAL, SPARE = 4, 5  # colours of groups, and the one where those do not suffice


def coloured_groups(grid: Grid, survey: Survey, source: int | None) -> bytes:
    """For each cell the number of its group's colour: 0 for single cells and for the group of the source.

    Groups are coloured in the order of their first cells, each in the first colour that no neighbour has.
    """
    ids = survey.ids
    sizes: dict[int, int] = {}
    for number in ids:
        sizes[number] = sizes.get(number, 0) + 1
    beside: dict[int, set[int]] = {number: set() for number, size in sizes.items() if size > 1}
    if source is not None:
        beside.pop(ids[source], None)
    for ways in grid.without_walls.ways.values():
        for cell, other in enumerate(ways):
            if other >= 0 and ids[cell] != ids[other] and ids[cell] in beside and ids[other] in beside:
                beside[ids[cell]].add(ids[other])
                beside[ids[other]].add(ids[cell])
    colours: dict[int, int] = {}
    for number, others in beside.items():  # in the order of their first cells
        taken = {colours.get(other) for other in others}
        colours[number] = next((colour for colour in range(1, USUAL + 1) if colour not in taken), SPARE)
    return bytes(colours.get(number, 0) for number in ids)


def number_of_groups(survey: Survey) -> int:
    """How many groups of tiles there are, single tiles included."""
    return len(set(survey.ids))
