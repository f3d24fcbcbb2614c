"""A position as its player knows it: what is certain for the reader, and which of what is found would be news.

Known are borders and walls, tiles that look the same however they are turned, and what the player has said rightly:
pins, notes, lines and crosses, and the tiles counted in `turned` where they stand right. A tile that nobody has touched
is not known because it happens to stand right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, TURNS
from termpuzzles.board.survey import cells_with
from termpuzzles.games.model import Change, Move, Puzzle, State
from termpuzzles.logic.domains import FITS, KNOWN
from termpuzzles.logic.explain.conclusion import shared
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import Domain, Problem

_CLOSED = bytes(15 ^ sides for sides in range(16)) + bytes(240)


class Position:
    """A puzzle as it stands, `left` of each cell's domain being certain of it.

    `own` is what is left of each cell's domain by what is known of that cell alone, `told` what is known of its sides
    by the cells beyond as well (a known byte), and `base` what both together leave.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        problem: Problem,
        state: State,
        left: Sequence[Domain],
        turned: Collection[int],
    ) -> None:
        self.puzzle = puzzle
        self.problem = problem
        self.state = state
        self.left = left
        self._claims = self._all_claims()
        self.claimed = cells_with(self._claims)
        self.is_known = self._known_cells(turned)
        self.own = list(map(problem.domains.__getitem__, problem.kinds))
        for cell in self.claimed:
            self.own[cell] &= FITS[self._claims[cell] & KNOWN[left[cell]]]
        for cell in cells_with(self.is_known):
            self.own[cell] = 1 << state.lines[cell]
        self.told = self._told()
        self.base = self.own.copy()
        for cell in cells_with(self.told):
            if not self.is_known[cell]:
                self.base[cell] &= FITS[self.told[cell]]

    def claims(self, cell: int) -> int:
        """What the player says of the cell's sides, as a known byte: notes, and drawn lines in a game of drawing."""
        return self._claims[cell]

    def _all_claims(self) -> bytes:
        notes, lines = self.state.notes, self.state.lines
        if not self.puzzle.game.draws:
            return notes
        together = int.from_bytes(notes, "little") | int.from_bytes(lines, "little") << 4
        return together.to_bytes(len(notes), "little")

    def _known_cells(self, turned: Collection[int]) -> bytearray:
        """1 for each cell that is known whole, as it stands."""
        state, left, problem = self.state, self.left, self.problem
        known = bytearray(problem.grid.size)
        if not self.puzzle.game.draws:
            for cell in (*cells_with(state.pins), *turned):
                known[cell] |= left[cell] == 1 << state.lines[cell]
        for cell in (*self._cells_of(lambda domain: not domain & (domain - 1)), *self.claimed):
            domain = problem.domain_of(cell)
            if claims := self._claims[cell]:
                domain &= FITS[claims & KNOWN[left[cell]]]
            if domain == 1 << state.lines[cell]:
                known[cell] = 1
        return known

    def _cells_of(self, kind: Callable[[Domain], bool]) -> list[int]:
        """The cells whose domain is of that kind before anything is said or deduced."""
        codes = [kind(domain) for domain in self.problem.domains]
        return cells_with(self.problem.kinds.translate(bytes(codes) + bytes(256 - len(codes))))

    def _told(self) -> bytearray:
        grid, ways, lines = self.problem.grid, self.problem.grid.ways, self.state.lines
        told = bytearray(grid.open_sides.translate(_CLOSED))
        for cell in self.claimed:
            told[cell] |= self._claims[cell] & KNOWN[self.left[cell]]
        for cell in cells_with(self.is_known):
            told[cell] |= lines[cell] << 4 | 15 ^ lines[cell]
            for side in SIDES_OF[grid.open_sides[cell]]:
                back = OPPOSITE[side]
                told[ways[side][cell]] |= back << 4 if lines[cell] & side else back
        return told

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

    def to_show(self) -> list[int]:
        """The cells of which something certain is not shown yet that the finished board must show."""
        lines, left = self.state.lines, self.left
        if self.puzzle.game.draws:
            return [cell for cell, domain in enumerate(left) if KNOWN[domain] >> 4 & ~lines[cell]]
        return [cell for cell, domain in enumerate(left) if not domain & (domain - 1) and domain != 1 << lines[cell]]

    def plain(self) -> list[Narrowing]:
        """What follows for each cell from its own tile and what is known of its sides, where that is news."""
        found = []
        for cell in sorted({*cells_with(self.told), *self._cells_of(lambda domain: KNOWN[domain] > 0)}):
            if not self.is_known[cell]:
                narrowing = Narrowing(cell, self.problem.domain_of(cell), self.base[cell])
                if self.news(narrowing):
                    found.append(narrowing)
        return found

    def is_news(self, step: Finding) -> bool:
        """Whether the step says anything that the player can put on the board and does not know."""
        return any(self.news(narrowing) for narrowing in step.narrowed)

    def all_news(self, narrowed: Sequence[Narrowing]) -> dict[int, int]:
        """The news of each cell; of several cells only the lines between two of them, and the tiles that are settled.

        What such a line comes to for the cells at it is left to be told by itself.
        """
        found = {narrowing.cell: known for narrowing in narrowed if (known := self.news(narrowing))}
        if len(narrowed) == 1:
            return found
        knows = {cell: KNOWN[after] for cell, _, after in narrowed}
        told = {}
        for cell, known in found.items():
            if self.puzzle.game.draws or known >> 4 | known & 15 != 15:
                known &= shared(self.problem, cell, knows)
            if known:
                told[cell] = known
        return told or found

    def first_news(self, narrowed: Sequence[Narrowing], distance: Callable[[int], int]) -> dict[int, int]:
        """The news as far as one hint tells them: of much only a tile, best one to be turned, or a line; the nearest.

        In a game of drawing all of them.
        """
        news = self.all_news(narrowed)
        whole = [cell for cell, known in news.items() if known >> 4 | known & 15 == 15]
        if self.puzzle.game.draws or len(news) <= 2 - bool(whole):
            return news
        if whole:
            cell = min(whole, key=lambda cell: (news[cell] >> 4 == self.state.lines[cell], distance(cell), cell))
            return {cell: news[cell]}
        cell = min(news, key=lambda cell: (distance(cell), cell))
        side = SIDES_OF[news[cell] >> 4 | news[cell] & 15][0]
        other = self.problem.grid.ways[side][cell]
        line, back = news[cell] & (side << 4 | side), OPPOSITE[side] << 4 | OPPOSITE[side]
        return {cell: line, other: news[other] & back} if other in news else {cell: line}

    def news(self, narrowing: Narrowing) -> int:
        """What a narrowing says of the cell's sides that the player does not know, as a known byte; 0 for nothing.

        Of a tile that is settled it says all sides.
        """
        cell, _, after = narrowing
        if not after or self.is_known[cell]:
            return 0
        if not self.puzzle.game.draws and narrowing.settles:
            return KNOWN[after]
        inside = self.problem.grid.open_sides[cell]
        fresh = KNOWN[after] & ~self.told[cell] & (inside << 4 | inside)
        # The two lines of a cell show where it has none.
        return fresh & 0xF0 if narrowing.settles and fresh >> 4 else fresh

    def turns(self, narrowed: Iterable[Narrowing]) -> bool:
        """Whether these have a tile turned, or a line drawn where the player draws them."""
        if self.puzzle.game.draws:
            return any(self.news(narrowing) >> 4 for narrowing in narrowed)
        lines = self.state.lines
        return any(self.news(n) and n.settles and n.after != 1 << lines[n.cell] for n in narrowed)

    def fewest_told(self, narrowing: Narrowing) -> int:
        """Of what is told of the cell's sides as little as makes the same news, as a known byte.

        As few cells beyond as will do tell of it: borders and the cell's own notes rest on no other cell.
        """
        cell, before, _ = narrowing
        told, news, own = self.told[cell], self.news(narrowing), self.claims(cell) & KNOWN[self.left[cell]]
        ways, free = self.problem.grid.ways, 0
        beyond: dict[int, int] = {}  # what each cell beyond tells
        for side in SIDES_OF[told >> 4 | told & 15]:
            both = told & (side << 4 | side)
            if own & both or ways[side][cell] < 0:
                free |= both
            else:
                beyond[ways[side][cell]] = beyond.get(ways[side][cell], 0) | both
        for number in range(len(beyond) + 1):
            for some in combinations(beyond.values(), number):
                told = free | sum(some)
                if not news & ~KNOWN[before & FITS[told]]:
                    return self._without_spare(told, before, news)
        return self.told[cell]

    def _without_spare(self, told: int, before: Domain, news: int) -> int:
        """The same without the sides that make no difference to the news."""
        for side in SIDES:
            less = told & ~(side << 4 | side)
            if not news & ~KNOWN[before & FITS[less]]:
                told = less
        return told

    def tellers(self, cell: int, told: int) -> dict[int, int]:
        """The cell, and those that tell these sides of it: each with the mask of its sides that count."""
        grid = self.problem.grid
        found = {cell: 0}
        claimed = self.claims(cell) & KNOWN[self.left[cell]]
        for side in SIDES_OF[(told >> 4 | told & 15) & grid.open_sides[cell]]:
            if claimed & (side << 4 | side):
                found[cell] |= side
            else:
                other = grid.ways[side][cell]
                found[other] = found.get(other, 0) | OPPOSITE[side]
        return found

    def move(self, news: dict[int, int]) -> Move:
        """The move that shows it: tiles turned and pinned, lines and crosses drawn or noted."""
        changes = list(self._turned(news)) if not self.puzzle.game.draws else []
        turned = {(change.x, change.y) for change in changes}
        return Move((*changes, *self._drawn(news, turned)))

    def _turned(self, news: dict[int, int]) -> Iterator[Change]:
        for cell, known in news.items():
            if known >> 4 | known & 15 != 15:
                continue
            x, y = self.problem.grid.place(cell)
            quarters = TURNS[self.state.lines[cell]].index(known >> 4)
            if quarters:
                yield Change("turn", x, y, quarters)
            if not self.state.pins[cell]:
                yield Change("pin", x, y)

    def _drawn(self, news: dict[int, int], turned: Collection[tuple[int, int]]) -> Iterator[Change]:
        grid = self.problem.grid
        done = set()
        for cell, known in news.items():
            place = grid.place(cell)
            for verb, sides in (("line", known >> 4), ("cross", known & 15)):
                for side in SIDES_OF[sides] if place not in turned else ():
                    line = grid.line(cell, side)
                    if line not in done and grid.place(grid.ways[side][cell]) not in turned:
                        done.add(line)
                        yield Change(verb, *place, side)

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
