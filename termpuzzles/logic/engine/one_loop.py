"""Where one loop may lead that leaves cells out: what no single cell shows, but the board as a whole does.

Both propagators look at the whole board at once, and only once nothing else follows. They share the lines of a grid.
"""

from __future__ import annotations

from functools import lru_cache

from termpuzzles.board.graph import forest
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, N, S
from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.problem import EMPTY, HAS, KNOWN, LACKS

_USABLE = bytes(15 & ~known for known in range(256))
_UNDECIDED = bytes(15 & ~(known | known >> 4) for known in range(256))


class _Lines(dict[int, tuple[tuple[int, int], ...]]):
    """For each cell and mask, `cell << 4 | mask`: the lines at these sides of the cell, each with the cell beyond."""

    def __init__(self, grid: Grid) -> None:
        super().__init__()
        self.ways = grid.ways

    def __missing__(self, key: int) -> tuple[tuple[int, int], ...]:
        cell, found = key >> 4, []
        for side in SIDES_OF[key & 15]:
            other = self.ways[side][cell]
            if other >= 0:
                found.append((2 * (cell if side in (E, S) else other) + (side in (N, S)), other))
        self[key] = lines = tuple(found)
        return lines


@lru_cache(maxsize=2)
def _lines_of(grid: Grid) -> _Lines:
    """The lines of the grid; cached, because each knowledge has propagators of its own."""
    return _Lines(grid)


class _AlongLines(Propagator):
    """A propagator that follows the lines of the whole board, once nothing else follows."""

    thorough = True

    def __init__(self, store: DomainStore) -> None:
        super().__init__(store)
        self._lines = _lines_of(store.grid)


class EvenCuts(_AlongLines):
    """Settles each line that alone leads from one part of the open lines to another.

    Proof: a loop crosses the border of any part of the board an even number of times. So the only undecided line out of
    a part is drawn exactly when an odd number of lines leads out already: that is, when its cells, each with two lines
    or none, have an odd number of undecided ends to draw.
    """

    def propagate(self) -> bool:
        """Draw or rule out these lines; False on a contradiction."""
        store, left, lines = self.store, self.store.left, self._lines
        open_cells = store.open_cells()
        tree = forest(open_cells, lambda cell: lines[cell << 4 | _UNDECIDED[KNOWN[left[cell]]]])
        odd = tree.sums(lambda cell: (KNOWN[left[cell]] >> 4).bit_count())
        for here, above in enumerate(tree.up):
            if above < 0 and odd[here] & 1:
                store.contradicted = True
                return False
        for line, below in tree.bridges:
            keep, side = HAS if odd[tree.position[below]] & 1 else LACKS, S if line & 1 else E
            cell, other = store.grid.ends(line)
            if not (store.narrow(cell, keep[side]) and store.narrow(other, keep[OPPOSITE[side]])):
                return False
        return True


class OneBlock(_AlongLines):
    """Leaves blank whatever the loop cannot reach without running through some cell twice.

    Proof: a loop that runs through no cell twice lies in one block of the graph of the lines not ruled out, that is in
    one part which stays joined whichever of its cells is taken away. So all cells that have lines lie in one block; one
    of them is the root of a depth-first tree. A cell of the tree from which no line leads back above the cell that it
    hangs on parts what is below it from the root (Hopcroft and Tarjan, 1973).
    """

    def propagate(self) -> bool:
        """Narrow the cells that stay blank; False if those that have lines are in more blocks than one."""
        store, left, lines = self.store, self.store.left, self._lines
        root = next((cell for cell, domain in enumerate(left) if not domain & EMPTY), None)
        if root is None or not store.open_cells():
            return True
        total = sum(not domain & EMPTY for domain in left)
        tree = forest((root,), lambda cell: lines[cell << 4 | _USABLE[KNOWN[left[cell]]]])
        used = tree.sums(lambda cell: not left[cell] & EMPTY)
        if used[0] < total:
            store.contradicted = True
            return False
        blank = set(range(store.size)).difference(tree.order)
        for here in range(1, len(tree.order)):
            above = tree.up[here]
            if tree.low[here] < above:
                continue
            if used[here] and (above or used[here] < total - 1):
                store.contradicted = True
                return False
            if not used[here] and (above or total > 1):
                blank.update(tree.below(tree.order[here]))
        return all(store.narrow(cell, EMPTY) for cell in blank)
