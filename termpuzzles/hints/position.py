"""What a player can see of a board: which of what is certain is shown on it, and what is shown against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, TURNS
from termpuzzles.games.model import Change, Move, Puzzle, State
from termpuzzles.logic.domains import FITS, KNOWN
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import Domain, Problem


class Position(NamedTuple):
    """A puzzle as it stands, and what is certain of it: `left` of each cell's domain."""

    puzzle: Puzzle
    problem: Problem
    state: State
    left: Sequence[Domain]

    def claims(self, cell: int) -> int:
        """What the player says of the cell's sides, as a known byte: notes, and drawn lines in a game of drawing."""
        notes = self.state.notes[cell]
        return notes | self.state.lines[cell] << 4 if self.puzzle.game.draws else notes

    def is_touched(self, cell: int) -> bool:
        """Whether the player has pinned the cell, or changed its lines."""
        given = 0 if self.puzzle.game.draws else self.puzzle.tiles[cell]
        return bool(self.state.pins[cell]) or self.state.lines[cell] != given

    def agrees(self, cell: int) -> bool:
        """Whether the cell and those around it agree on all lines between them."""
        lines = self.state.lines
        for side in SIDES:
            other = self.problem.grid.ways[side][cell]
            met = lines[other] & OPPOSITE[side] if other >= 0 else 0
            if bool(lines[cell] & side) != bool(met):
                return False
        return True

    def shown(self) -> list[Domain]:
        """What the tiles, and what is shown and certain, leave of each cell's domain.

        A tile that nobody has touched may stand right by chance. It is taken to be shown where all around it agrees;
        elsewhere it has to be deduced like any other.
        """
        domains, kinds, left = self.problem.domains, self.problem.kinds, self.left
        base = []
        settled_by_claims = []
        for cell, lines in enumerate(self.state.lines):
            if left[cell] == 1 << lines and (self.is_touched(cell) or self.agrees(cell)):
                base.append(left[cell])
                continue
            domain = domains[kinds[cell]]
            if claims := self.claims(cell) & KNOWN[left[cell]]:
                before, domain = domain, domain & FITS[claims]
                if before & (before - 1) and not domain & (domain - 1):
                    settled_by_claims.append(cell)
            base.append(domain)
        self._unsettle(base, settled_by_claims)
        return base

    def _unsettle(self, base: list[Domain], cells: list[int]) -> None:
        """Leave it to a rule to say what a cell's notes come to: the cells beyond know them too."""
        whole: set[int] = set()
        for cell in cells:
            beyond = (self.problem.grid.ways[side][cell] for side in SIDES_OF[self.problem.grid.open_sides[cell]])
            if whole.isdisjoint(beyond):
                whole.add(cell)
                base[cell] = self.problem.domain_of(cell)

    def to_show(self) -> list[int]:
        """The cells of which something certain is not shown yet that the finished board must show."""
        lines, left = self.state.lines, self.left
        if self.puzzle.game.draws:
            return [cell for cell, domain in enumerate(left) if KNOWN[domain] >> 4 & ~lines[cell]]
        return [cell for cell, domain in enumerate(left) if not domain & (domain - 1) and domain != 1 << lines[cell]]

    def shows_more(self, step: Finding) -> bool:
        """Whether the step has anything to show on the board that is not shown yet."""
        return any(self.news(narrowing) for narrowing in step.narrowed)

    def news(self, narrowing: Narrowing) -> int:
        """What a narrowing says of the cell's sides that is to be shown and is not, as a known byte; 0 for nothing.

        In a game of turning only a cell that is settled can be shown, and whole.
        """
        cell, before, after = narrowing
        if not after:
            return 0
        if not self.puzzle.game.draws:
            return KNOWN[after] if narrowing.settles and after != 1 << self.state.lines[cell] else 0
        fresh = KNOWN[after] & ~KNOWN[before] & ~self.claims(cell)
        if narrowing.settles:  # its lines show where it has none
            fresh &= 0xF0
        inside = self.problem.grid.open_sides[cell]
        return fresh & (inside << 4 | inside)

    def move(self, news: dict[int, int]) -> Move:
        """The move that shows it: tiles turned and pinned, or lines drawn and crossed out."""
        changes = self._drawn(news) if self.puzzle.game.draws else self._turned(news)
        return Move(tuple(changes))

    def _turned(self, news: dict[int, int]) -> Iterator[Change]:
        for cell, known in news.items():
            x, y = self.problem.grid.place(cell)
            quarters = TURNS[self.state.lines[cell]].index(known >> 4)
            if quarters:
                yield Change("turn", x, y, quarters)
            if not self.state.pins[cell]:
                yield Change("pin", x, y)

    def _drawn(self, news: dict[int, int]) -> Iterator[Change]:
        grid = self.problem.grid
        done = set()
        for cell, known in news.items():
            for verb, sides in (("line", known >> 4), ("cross", known & 15)):
                for side in SIDES_OF[sides]:
                    if (line := grid.line(cell, side)) not in done:
                        done.add(line)
                        yield Change(verb, *grid.place(cell), side)

    def whole_lines(self, news: dict[int, int]) -> dict[int, int]:
        """The same with both cells at each line that a game of drawing shows."""
        if not self.puzzle.game.draws:
            return news
        both = dict(news)
        for cell, known in news.items():
            for shift, sides in ((4, known >> 4), (0, known & 15)):
                for side in SIDES_OF[sides]:
                    other = self.problem.grid.ways[side][cell]
                    both[other] = both.get(other, 0) | OPPOSITE[side] << shift
        return both
