"""Counting black and white cells: which lines a loop through every open cell must and must not use.

The board is coloured like a checkerboard, its top left cell black. Each line joins a black cell to a white one, so in
a region that holds `B` black cells and `W` white ones, each with two lines, the lines that leave it from black cells
(its black exits) outnumber those that leave it from white cells by exactly `2 (B - W)`: count both ends of every line.

*Type 1* is that rule for every region at once. *Type 2* is for regions with `B = W`: their loop must leave them, and
by the rule it then leaves them from a black cell and from a white one. (Simple Loop Parity, 02C.)
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from termpuzzles.board.directed import reached, smaller_reach, strong_bridges, strong_components
from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF
from termpuzzles.logic.checkerboard.flow import BoardLines, Region, colours, neighbour_offsets, offsets, sides_toward


class Forced(NamedTuple):
    """A settled line, across that side of the cell: drawn or crossed out."""

    cell: int
    side: int
    drawn: bool


class Shared(NamedTuple):
    """What all 2-factors share: the undecided lines that they agree on, and the parts of the board that settle them.

    `part` numbers the part of each cell: tours lead from any cell of a part to any other of it, and from one part to
    another only along the lines in `forced`. `lines` is the board as it was.
    """

    lines: BoardLines
    forced: list[Forced]
    part: list[int]

    def regions(self, lines: BoardLines) -> list[Region]:
        """The parts whose numbers settle some of `forced` that `lines` has undecided: the smallest, all of one size.

        Take a part out of which no undecided line leads a tour. Then all its undecided black exits are lines of a
        2-factor and none of its white ones: it has the most black exits and the fewest white ones that are possible,
        and the numbers allow nothing else. With the colours swapped, the same holds where none leads in. There is
        always such a part, for parts through which a tour led in a circle would be one part.
        """
        black, offset, part = colours(lines.grid), offsets(lines.grid), self.part
        left, entered = set(), set()
        for cell, side, taken in self.forced:
            if lines.is_undecided(cell, side):
                here, beyond = part[cell], part[cell + offset[side]]
                # A tour takes a free line from its black cell to its white one and leaves a taken one the other way.
                left.add(here if black[cell] != taken else beyond)
                entered.add(beyond if black[cell] != taken else here)
        size = Counter(part)
        ends = left ^ entered
        least = min((size[number] for number in ends), default=0)
        cells: dict[int, set[int]] = {number: set() for number in sorted(ends) if size[number] == least}
        for cell, number in enumerate(part):
            if number in cells:
                cells[number].add(cell)
        return [Region.of(lines, closed_up(lines, each)) for each in cells.values()]


def closed_up(lines: BoardLines, cells: set[int]) -> frozenset[int]:
    """The cells and those on drawn ways between them, whose exits would not matter."""
    offset, found = offsets(lines.grid), set(cells)
    for start in cells:
        for side in SIDES_OF[lines.drawn[start]]:
            way, ahead = [start + offset[side]], lines.drawn[start + offset[side]] & ~OPPOSITE[side]
            while way[-1] not in found and DEGREE[ahead] == 1 and lines.usable[way[-1]] == lines.drawn[way[-1]]:
                cell = way[-1] + offset[ahead]
                way.append(cell)
                ahead = lines.drawn[cell] & ~OPPOSITE[ahead]
            if way[-1] in cells:
                found.update(way)
    return frozenset(found)


def type_1(lines: BoardLines, factor: bytes) -> Shared:
    """The undecided lines that all 2-factors agree on, as `factor`, one of them, has them.

    Any other 2-factor differs from it in closed tours that take free lines from black to white and leave taken ones
    from white to black. So a line can change exactly when such a tour passes it, that is, when both its ends lie in one
    strong component. Settling the other lines changes no tour: a second pass finds nothing new.
    """
    out, offset = neighbour_offsets(lines.grid), offsets(lines.grid)
    arcs = [[cell + step for step in out[sides]] if sides else [] for cell, sides in enumerate(_onward(lines, factor))]
    part = strong_components(len(arcs), arcs.__getitem__)
    forced = [
        Forced(cell, side, bool(factor[cell] & side))
        for cell, side in lines.undecided()
        if part[cell] != part[cell + offset[side]]
    ]
    return Shared(lines, forced, part)


def _onward(lines: BoardLines, factor: bytes) -> bytes:
    """The sides by which a tour may leave each cell: by free lines from black cells, by taken ones from white cells."""
    usable, drawn, taken = (int.from_bytes(masks, "big") for masks in (lines.usable, lines.drawn, factor))
    black = 15 * int.from_bytes(colours(lines.grid), "big")
    return (usable & ~taken & black | taken & ~drawn & ~black).to_bytes(len(factor), "big")


class PerfectMatching(NamedTuple):
    """A contracted perfect matching: its dominoes as (black cell, white cell), and the arcs between them by number.

    `number` gives the domino of each open cell. Every usable line outside the matching is an arc from the domino of
    its black cell to that of its white one.
    """

    cells: list[tuple[int, int]]
    number: list[int]
    after: list[list[int]]
    before: list[list[int]]

    @classmethod
    def of(cls, lines: BoardLines, matching: bytes) -> "PerfectMatching":
        """The dominoes of this matching, given as the mask of the one side of each open cell."""
        black, offset, out = colours(lines.grid), offsets(lines.grid), neighbour_offsets(lines.grid)
        cells = [(cell, cell + offset[side]) for cell, side in enumerate(matching) if side and black[cell]]
        number = [0] * lines.grid.size
        for domino, (black_cell, white_cell) in enumerate(cells):
            number[black_cell] = number[white_cell] = domino
        rest = [usable & ~side for usable, side in zip(lines.usable, matching, strict=True)]
        after = [[number[cell + step] for step in out[rest[cell]]] for cell, _ in cells]
        before = [[number[cell + step] for step in out[rest[cell]]] for _, cell in cells]
        return cls(cells, number, after, before)

    def covered(self, dominoes: Iterable[int]) -> frozenset[int]:
        """The cells that these dominoes cover."""
        return frozenset(cell for domino in dominoes for cell in self.cells[domino])


class OnlyWays(NamedTuple):
    """The undecided lines that are the only exit of one colour of some balanced region, and why.

    `dominoes` holds for each line the contracted matching in which it is an arc with no way around it; `cells` the
    regions worked out so far.
    """

    lines: BoardLines
    dominoes: dict[Forced, PerfectMatching]
    cells: dict[Forced, frozenset[int]]

    def first(self, lines: BoardLines) -> tuple[Forced, Region] | None:
        """The still undecided line with the smallest region, and the region; None if no line is left."""
        left = [forced for forced in self.dominoes if lines.is_undecided(forced.cell, forced.side)]
        if not left:
            return None
        for forced in left:
            if forced not in self.cells:
                self.cells[forced] = self._needing(forced)
        smallest = min(left, key=lambda forced: (len(self.cells[forced]), forced))
        return smallest, Region.of(lines, self.cells[smallest])

    def _needing(self, forced: Forced) -> frozenset[int]:
        """A small balanced set of cells for which this line is the only exit of its colour."""
        dominoes = self.dominoes[forced]
        black, white = self.lines.black_first(forced.cell, forced.side)
        tail, head = dominoes.number[black], dominoes.number[white]
        found = smaller_reach(
            tail,
            lambda node: [other for other in dominoes.after[node] if (node, other) != (tail, head)],
            head,
            lambda node: [other for other in dominoes.before[node] if (other, node) != (tail, head)],
        )
        return dominoes.covered(found)


def type_2(lines: BoardLines, factor: bytes) -> OnlyWays | Region:
    """The undecided lines that a region with as many black cells as white ones needs; or such a region without an exit.

    A region made of whole dominoes of a perfect matching has as many black cells as white ones. Contract the dominoes
    and direct every other usable line from its black cell to its white one: then the region's black exits are the arcs
    out of it. It needs one, so the graph is strongly connected; and an arc without which its tail cannot reach its
    head is the only black exit of all that its tail then reaches, and the only white exit of the rest.

    No region is missed. Where dominoes do not fit a region with B = W, those that leave it are exits, as many black as
    white. So one without a black exit is whole, and one with a single black exit is whole in a matching without that
    line. `factor` is a 2-factor and all its tours are even, so it parts into two matchings that have no line in
    common: each line is missing in one of them.
    """
    found: dict[Forced, PerfectMatching] = {}
    for ways in ways_by_matching(lines, factor):
        if isinstance(ways, Region):
            return ways
        found |= ways
    return OnlyWays(lines, found, {})


def ways_by_matching(lines: BoardLines, factor: bytes) -> Iterator[dict[Forced, PerfectMatching] | Region]:
    """Yield what `type_2` finds, one matching after the other, as the first often finds everything."""
    toward = sides_toward(lines.grid)
    for matching in two_matchings(lines, factor):
        dominoes = PerfectMatching.of(lines, matching)
        bridges = strong_bridges(dominoes.after, dominoes.before)
        if bridges is None:
            yield _stranded(lines, dominoes)
            return
        found: dict[Forced, PerfectMatching] = {}
        for tail, head in bridges:
            black, white = dominoes.cells[tail][0], dominoes.cells[head][1]
            if not lines.drawn[black] & toward[white - black]:
                cell, other = sorted((black, white))
                found[Forced(cell, toward[other - cell], True)] = dominoes
        yield found


def two_matchings(lines: BoardLines, factor: bytes) -> tuple[bytes, bytes]:
    """A 2-factor's lines parted into two perfect matchings, each as the one side of each open cell."""
    offset, first = offsets(lines.grid), bytearray(lines.grid.size)
    for start, sides in enumerate(factor):
        cell, side = start, sides & -sides
        while side and not first[cell]:
            other = cell + offset[side]
            first[cell], first[other] = side, OPPOSITE[side]
            onward = factor[other] & ~OPPOSITE[side]
            cell = other + offset[onward]
            side = factor[cell] & ~OPPOSITE[onward]
    return bytes(first), bytes(sides & ~side for sides, side in zip(factor, first, strict=True))


def _stranded(lines: BoardLines, dominoes: PerfectMatching) -> Region:
    """A region without black exits or without white ones, where the dominoes are not strongly connected."""
    everyone = len(dominoes.cells)
    within = reached(0, dominoes.after)
    if len(within) == everyone:
        within = reached(0, dominoes.before)
    without = set(range(everyone)).difference(within)
    return Region.of(lines, dominoes.covered(within if len(within) <= len(without) else without))
