"""A position as its player knows it: what the player can be certain of, and what would be news.

Known are borders and walls, tiles that look the same however they are turned, and whatever the player has marked
correctly: pins, notes, lines and crosses, and the tiles in `turned` where they are right. A tile that nobody has
touched does not count as known just because it happens to be right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from termpuzzles.board.byteboard import cells_with, differing
from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import FITS, KNOWN, Domain, Problem

_CLOSED = bytes(15 ^ sides for sides in range(16)) + bytes(240)


class Position:
    """A position of a puzzle, which can follow the play; all that the player has marked counts as right.

    `certain` are cells that the player has turned and that are certainly right. `own` is what is left of each cell's
    domain by what the player knows of that cell alone, `known_sides` what is known of its sides, from the cells beyond
    as well (a known byte), and `base` what both together leave.
    """

    def __init__(self, puzzle: Puzzle, problem: Problem, state: State, certain: Collection[int] = ()) -> None:
        self.puzzle = puzzle
        self.problem = problem
        self.state = state
        self.certain = frozenset(certain)
        self._claims = self._all_claims()
        claimed = cells_with(self._claims)
        self.is_known = self._known_cells(claimed)
        self.own = list(map(problem.domains.__getitem__, problem.cell_types))
        for cell in claimed:
            self.own[cell] &= FITS[self._claims[cell]]
        for cell in cells_with(self.is_known):
            self.own[cell] = 1 << state.lines[cell]
        self.known_sides = self._all_known_sides(claimed)
        self.base = self.own.copy()
        for cell in cells_with(self.known_sides):
            if not self.is_known[cell]:
                self.base[cell] &= FITS[self.known_sides[cell]]
        self._plain: dict[int, None] | None = None

    def claims(self, cell: int) -> int:
        """The player's marks at the cell's sides, as a known byte: notes, and in a drawing game drawn lines."""
        return self._claims[cell]

    @property
    def claimed(self) -> list[int]:
        """The cells with such marks."""
        return cells_with(self._claims)

    def marked(self, cell: int) -> Domain:
        """The masks that the player's marks leave the cell: a pin just one, a note or a line those that have it."""
        keep = FITS[self._claims[cell]]
        return keep & 1 << self.state.lines[cell] if self.state.pins[cell] else keep

    def marks(self) -> dict[int, Domain]:
        """What the player's marks leave of each cell that has any."""
        return {cell: self.marked(cell) for cell in {*cells_with(self.state.pins), *self.claimed}}

    def shown(self) -> dict[int, Domain]:
        """The same with the tiles that the player has turned and that are certainly right."""
        return self.marks() | {cell: 1 << self.state.lines[cell] for cell in self.certain}

    def _all_claims(self) -> bytes:
        notes, lines = self.state.notes, self.state.lines
        if not self.puzzle.game.draws:
            return notes
        together = int.from_bytes(notes, "little") | int.from_bytes(lines, "little") << 4
        return together.to_bytes(len(notes), "little")

    def _known_cells(self, claimed: Iterable[int]) -> bytearray:
        """1 for each cell that the player knows to be right as it stands, else 0."""
        known = bytearray(self.problem.grid.size)
        if not self.puzzle.game.draws:
            for cell in (*cells_with(self.state.pins), *self.certain):
                known[cell] = 1
        for cell in (*self._cells_of(lambda domain: not domain & (domain - 1)), *claimed):
            known[cell] |= self._is_known(cell)
        return known

    def _is_known(self, cell: int) -> bool:
        """Whether the player knows that the cell is right as it stands, without concluding it.

        A tile to which only one turn is left by notes at some of its sides is not known: it is the next to be pinned.
        """
        claims, domain, draws = self._claims[cell], self.problem.domain_of(cell), self.puzzle.game.draws
        if not draws and (self.state.pins[cell] or cell in self.certain):
            return True
        if domain & FITS[claims] != 1 << self.state.lines[cell]:
            return False
        noted = claims | 15 & ~self.problem.grid.open_sides[cell]
        return draws or not domain & (domain - 1) or noted >> 4 | noted & 15 == 15

    def _cells_of(self, kind: Callable[[Domain], bool]) -> list[int]:
        """The cells whose domain in the problem is of that kind."""
        codes = [kind(domain) for domain in self.problem.domains]
        return cells_with(self.problem.cell_types.translate(bytes(codes) + bytes(256 - len(codes))))

    def _all_known_sides(self, claimed: Iterable[int]) -> bytearray:
        grid, ways, lines = self.problem.grid, self.problem.grid.ways, self.state.lines
        sides = bytearray(grid.open_sides.translate(_CLOSED))
        for cell in claimed:
            sides[cell] |= self._claims[cell]
        for cell in cells_with(self.is_known):
            sides[cell] |= lines[cell] << 4 | 15 ^ lines[cell]
            for side in SIDES_OF[grid.open_sides[cell]]:
                back = OPPOSITE[side]
                sides[ways[side][cell]] |= back << 4 if lines[cell] & side else back
        return sides

    def follow(self, state: State, certain: Collection[int] = ()) -> list[int]:
        """Take in the next state; returns the cells whose lines, pins or notes are others, or that became certain."""
        before, self.state = self.state, state
        self._claims = self._all_claims()
        changed = {*differing(before.lines, state.lines), *differing(before.pins, state.pins)}
        changed.update(differing(before.notes, state.notes))
        if certain != self.certain:
            certain = frozenset(certain)
            changed |= certain ^ self.certain
            self.certain = certain
        around = dict.fromkeys(sorted(changed))
        for cell in changed:
            self._look_at(cell)
            around.update(dict.fromkeys(self._beside(cell)))
        for cell in around:
            self._look_around(cell)
        return list(around)

    def _beside(self, cell: int) -> Iterator[int]:
        ways = self.problem.grid.ways
        return (ways[side][cell] for side in SIDES_OF[self.problem.grid.open_sides[cell]])

    def _look_at(self, cell: int) -> None:
        """Work out again what is known of the cell by itself."""
        self.is_known[cell] = known = self._is_known(cell)
        mask = self.state.lines[cell]
        self.own[cell] = 1 << mask if known else self.problem.domain_of(cell) & FITS[self._claims[cell]]

    def _look_around(self, cell: int) -> None:
        """Work out again what is known of the cell's sides, and what follows for it."""
        grid, lines = self.problem.grid, self.state.lines
        sides = self._claims[cell] | 15 & ~grid.open_sides[cell]
        if self.is_known[cell]:
            sides |= lines[cell] << 4 | 15 ^ lines[cell]
        for side in SIDES_OF[grid.open_sides[cell]]:
            other = grid.ways[side][cell]
            if self.is_known[other]:
                sides |= side << 4 if lines[other] & OPPOSITE[side] else side
        self.known_sides[cell] = sides
        self.base[cell] = self.own[cell] if self.is_known[cell] else self.own[cell] & FITS[sides]
        if self._plain is not None:
            self._plain.pop(cell, None)
            if self.news(self.narrowing(cell)):
                self._plain[cell] = None

    def plain(self) -> Collection[int]:
        """The cells for which something follows from their own tile and known sides, and is news."""
        if self._plain is None:
            cells = {*cells_with(self.known_sides), *self._cells_of(lambda domain: KNOWN[domain] > 0)}
            self._plain = {cell: None for cell in sorted(cells) if self.news(self.narrowing(cell))}
        return self._plain.keys()

    def narrowing(self, cell: int) -> Narrowing:
        """What follows for the cell from its own tile and its known sides."""
        return Narrowing(cell, self.problem.domain_of(cell), self.base[cell])

    def is_news(self, step: Finding) -> bool:
        """Whether the step says anything that the player does not know and can put on the board."""
        return any(self.news(narrowing) for narrowing in step.narrowed)

    def news(self, narrowing: Narrowing) -> int:
        """The sides of the cell that a narrowing settles and the player does not know, as a known byte; 0 if none.

        All sides, if it settles a tile.
        """
        cell, _, after = narrowing
        if not after or self.is_known[cell]:
            return 0
        if not self.puzzle.game.draws and narrowing.settles:
            return KNOWN[after]
        inside = self.problem.grid.open_sides[cell]
        fresh = KNOWN[after] & ~self.known_sides[cell] & (inside << 4 | inside)
        # The two lines of a cell show where it has none.
        return fresh & 0xF0 if narrowing.settles and fresh >> 4 else fresh
