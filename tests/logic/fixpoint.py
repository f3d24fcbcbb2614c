"""A slow reference for the quick rules, written from their definitions: domains are sets, and the rules run in rounds.

It shares nothing with the engine or the bitboards except the grid's neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, Grid

Left = list[set[int]]
Rule = Callable[["Rest"], None]


class NoSolutionError(Exception):
    """There is no solution."""


class Rest:
    """The masks left for each cell, and how many cells must be joined; `one_loop` allows a loop through all of them."""

    def __init__(self, grid: Grid, left: Iterable[Iterable[int]], *, one_loop: bool = False) -> None:
        self.grid = grid
        self.left = [set(masks) for masks in left]
        self.total = sum(0 not in masks for masks in self.left)
        self.one_loop = one_loop

    def keep(self, cell: int, masks: set[int]) -> None:
        """Keep only these masks of the cell."""
        self.left[cell] &= masks
        if not self.left[cell]:
            raise NoSolutionError

    def drawn_sides(self, cell: int) -> set[int]:
        """The sides where all masks of this cell, or all of the cell beyond, have a line."""
        return {side for side in SIDES if self._all(cell, side, True)}

    def undecided_sides(self, cell: int) -> set[int]:
        """The sides where a line is neither drawn nor ruled out."""
        return {side for side in SIDES if not (self._all(cell, side, True) or self._all(cell, side, False))}

    def _all(self, cell: int, side: int, there: bool) -> bool:
        other = self.grid.beyond(cell, side)
        mine = all(bool(mask & side) == there for mask in self.left[cell])
        if other is None:
            return mine or not there
        return mine or all(bool(mask & OPPOSITE[side]) == there for mask in self.left[other])

    def component(self, cell: int) -> frozenset[int]:
        """The cells that drawn lines join to this one."""
        seen, reached = {cell}, [cell]
        for member in reached:
            for side in self.drawn_sides(member):
                other = self.grid.beyond(member, side)
                if other is not None and other not in seen:
                    seen.add(other)
                    reached.append(other)
        return frozenset(seen)


def local(rest: Rest) -> None:
    """Drop each mask that disagrees with every mask of some neighbour about the line between them."""
    for cell in range(rest.grid.size):
        rest.keep(cell, {mask for mask in rest.left[cell] if all(_met(rest, cell, mask, side) for side in SIDES)})


def _met(rest: Rest, cell: int, mask: int, side: int) -> bool:
    other = rest.grid.beyond(cell, side)
    if other is None:
        return not mask & side
    facing = {mask} if other == cell else rest.left[other]
    return any(bool(there & OPPOSITE[side]) == bool(mask & side) for there in facing)


def no_loop(rest: Rest) -> None:
    """Drop masks that join a component to itself or twice to another; fail if the drawn lines already close a loop."""
    components = [rest.component(cell) for cell in range(rest.grid.size)]
    for cell, own in enumerate(components):
        lines = sum(len(rest.drawn_sides(member)) for member in own) // 2
        if lines >= len(own) and not (rest.one_loop and len(own) == rest.total):
            raise NoSolutionError
        undecided = rest.undecided_sides(cell)
        rest.keep(cell, {mask for mask in rest.left[cell] if not _loops(rest, components, cell, undecided, mask)})


def _loops(rest: Rest, components: list[frozenset[int]], cell: int, undecided: set[int], mask: int) -> bool:
    beyond = [components[rest.grid.ways[side][cell]] for side in undecided if mask & side]
    own = components[cell]
    clashes = [own for other in beyond if other == own]
    clashes += [own | one for one, other in combinations(beyond, 2) if one == other]
    return any(not (rest.one_loop and len(clash) == rest.total) for clash in clashes)


def sealed(rest: Rest) -> None:
    """Drop masks from which too few cells can be reached to join them all, by the bounds that `reach` describes."""
    bounds = _bounds(rest)
    for cell in range(rest.grid.size):
        size, parts = _extent(rest, rest.component(cell), bounds)
        if size + sum(parts.values()) < rest.total and rest.left[cell] != {0}:
            raise NoSolutionError
        if cell in parts:
            base = size + sum(parts.values()) - parts[cell]
            sides = rest.undecided_sides(cell)
            rest.keep(
                cell,
                {
                    mask
                    for mask in rest.left[cell]
                    if not mask or base + _ahead(mask, sides, cell, bounds) >= rest.total
                },
            )


def _ahead(mask: int, sides: set[int], cell: int, bounds: dict[tuple[int, int], int]) -> int:
    return sum(bounds[cell, side] for side in sides if mask & side)


def _extent(rest: Rest, component: frozenset[int], bounds: dict[tuple[int, int], int]) -> tuple[int, dict[int, int]]:
    """How many cells the component has, and the most that each of its open cells can add."""
    parts = {}
    for cell in component:
        if len(rest.left[cell]) > 1:
            sides = rest.undecided_sides(cell)
            parts[cell] = max(_ahead(mask, sides, cell, bounds) for mask in rest.left[cell])
    return len(component), parts


def _bounds(rest: Rest) -> dict[tuple[int, int], int]:
    """For each undecided line out of a cell, the most cells that can lie beyond it."""
    undecided = [rest.undecided_sides(cell) for cell in range(rest.grid.size)]
    components = [rest.component(cell) for cell in range(rest.grid.size)]
    bounds = {(cell, side): rest.total for cell in range(rest.grid.size) for side in undecided[cell]}
    falling = True
    while falling:
        falling = False
        for cell, side in bounds:
            entry, into = rest.grid.ways[side][cell], OPPOSITE[side]
            size, parts = _extent(rest, components[entry], bounds)
            further = undecided[entry] - {into}
            through = [_ahead(mask, further, entry, bounds) for mask in rest.left[entry] if mask & into]
            bound = size + sum(parts.values()) - parts.get(entry, 0) + max(through, default=0)
            if bound < bounds[cell, side]:
                bounds[cell, side] = bound
                falling = True
    return bounds


def dead_within(steps: int) -> Rule:
    """A rule that drops masks whose lines all lead to dead ends within this many steps."""

    def rule(rest: Rest) -> None:
        dead: set[tuple[int, int]] = (
            set()
        )  # (cell, side): the line out of the cell toward that side leads to a dead end
        for _ in range(steps):
            dead = {
                (cell, side)
                for cell in range(rest.grid.size)
                for side in SIDES
                if (other := rest.grid.beyond(cell, side)) is not None and _ends(rest, dead, other, OPPOSITE[side])
            }
        for cell in range(rest.grid.size):
            masks = {
                m for m in rest.left[cell] if not m or any(m & side and (cell, side) not in dead for side in SIDES)
            }
            rest.keep(cell, masks)

    return rule


def _ends(rest: Rest, dead: set[tuple[int, int]], cell: int, into: int) -> bool:
    return all((cell, side) in dead for mask in rest.left[cell] if mask & into for side in SIDES if mask & side & ~into)


def fixpoint(rest: Rest, *rules: Rule) -> Left | None:
    """What is left when no rule finds anything more, with earlier rules tried first; None on a contradiction."""
    before = None
    try:
        while rest.left != before:
            before = [set(masks) for masks in rest.left]
            for rule in rules:
                rule(rest)
                if rest.left != before:
                    break
    except NoSolutionError:
        return None
    return rest.left


def sets(domains: Iterable[int]) -> Left:
    """Domains as sets of masks."""
    return [{mask for mask in MASKS if domain >> mask & 1} for domain in domains]
