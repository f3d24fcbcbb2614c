"""Which cells look alike, whichever way round the board lies, by what is left of them and of the cells around them.

Source: colour refinement (Weisfeiler and Leman, 1968).
"""

from __future__ import annotations

from functools import cache

from termpuzzles.board.grid import SIDES
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, masks_of

FURTHER = 4  # two cells look alike if they do up to this many cells away

_TURNED = [[turn + at & 3 for at in range(4)] for turn in range(4)]
_ORDERS = (*_TURNED, *(order[::-1] for order in _TURNED))  # the orders of a cell's sides, one for each way to look
_FACTOR, _PRIME = 1_000_003, (1 << 61) - 1  # for a hash that is the same on every machine


class Likeness:
    """A number for each cell of a position, the same for cells that look alike."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._left = knowledge.left
        self._ways = [knowledge.ways[side] for side in SIDES]
        self._found: list[dict[int, int]] = [{-1: 0} for _ in range(FURTHER + 1)]

    def of(self, cell: int, further: int = FURTHER) -> int:
        """The cell's number, by what is left of the cells up to `further` steps away; 0 beyond the border."""
        found = self._found[further]
        if cell not in found:
            view, orders = _views(self._left[cell])
            number = view + 1
            if further:
                around = [self.of(way[cell], further - 1) for way in self._ways]
                for each in min([around[at] for at in order] for order in orders):
                    number = (number * _FACTOR + each) % _PRIME
            found[cell] = number
        return found[cell]


@cache
def _views(domain: Domain) -> tuple[Domain, tuple[list[int], ...]]:
    """The least of the eight views of the domain (turned and mirrored), and the orders of the sides that show it."""
    found: dict[Domain, list[list[int]]] = {}
    for order in _ORDERS:
        seen = {SIDES[side]: SIDES[at] for at, side in enumerate(order)}
        masks = [sum(place for side, place in seen.items() if mask & side) for mask in masks_of(domain)]
        found.setdefault(sum(1 << mask for mask in masks), []).append(order)
    least = min(found)
    return least, tuple(found[least])
