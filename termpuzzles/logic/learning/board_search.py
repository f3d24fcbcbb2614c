"""What is left open of a board as a search: its lines as variables, its cells as tables, its clues as clauses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF, Grid
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.search import FALSE, TRUE, CellTable, Clause, Search, SearchResult
from termpuzzles.logic.learning.wholes import Ends, OneLoop, OneTree
from termpuzzles.logic.problem import EMPTY, FITS, HAS, KNOWN, LACKS, LONE, TWO_LINES, Domain, Whole, masks_of
from termpuzzles.logic.task import Task

# The literals of the bits of a cell's state, for each mask of settled lines.
_SETTLED = [[(TRUE if (mask >> bit % 4 & 1) == bit // 4 else FALSE) for bit in range(8)] for mask in range(16)]


class LineNumbers:
    """The lines of some cells, numbered from 1; every other line of the board is settled or of no concern.

    `sides[cell]` has the sides of each of the cells across which its lines are open.
    """

    def __init__(self, grid: Grid, sides: Mapping[int, int]) -> None:
        self.numbers: dict[int, int] = {}  # by `cell << 4 | side`, at both ends of the line
        self.places: list[tuple[int, int]] = [(-1, 0)]  # by number a cell and the side toward which the line leads,
        self.cells: list[tuple[int, int]] = [(-1, -1)]  # and both cells
        ways, numbers = grid.ways, self.numbers
        for cell, mask in sides.items():
            for side in SIDES_OF[mask]:
                if cell << 4 | side not in numbers:
                    other = ways[side][cell]
                    numbers[cell << 4 | side] = numbers[other << 4 | OPPOSITE[side]] = len(self.cells)
                    self.places.append((cell, side))
                    self.cells.append((cell, other))

    def literal(self, cell: int, side: int) -> int | None:
        """The literal of the line across that side of the cell, None if it is none of these lines."""
        number = self.numbers.get(cell << 4 | side)
        return None if number is None else 2 * number

    def literals(self, cell: int, drawn: int) -> list[int]:
        """The literals of the bits of the cell's state; of other lines those toward the sides `drawn` are drawn."""
        numbers, literals = self.numbers, _SETTLED[drawn].copy()
        for bit, side in enumerate((1, 2, 4, 8)):
            if number := numbers.get(cell << 4 | side):
                literals[bit + 4], literals[bit] = 2 * number, 2 * number + 1
        return literals

    def ends(self, node_of: Mapping[int, int]) -> Ends:
        """By number the nodes of both cells of each line."""
        return [(-1, -1), *((node_of[one], node_of[other]) for one, other in self.cells[1:])]

    def on(self, board: bytes) -> list[int]:
        """The literals of all lines as they are on a board."""
        places = enumerate(self.places[1:], 1)
        return [2 * number + (not board[cell] & side) for number, (cell, side) in places]

    def standing(self, true: Sequence[int]) -> list[int]:
        """The literals of all lines as they stand in a search, by what is true there."""
        return [line ^ (not true[line]) for line in range(2, 2 * len(self.cells), 2)]


def itself(grid: Grid, cell: int, domain: Domain) -> Domain:
    """The cell's masks that agree with themselves, where a line joins the cell to itself."""
    if grid.is_simple:
        return domain
    for side in SIDES:
        if grid.ways[side][cell] == cell:
            domain &= HAS[side] & HAS[OPPOSITE[side]] | LACKS[side] & LACKS[OPPOSITE[side]]
    return domain


def _end_of(grid: Grid, left: Sequence[Domain], cell: int, side: int) -> tuple[int, int]:
    """The open cell to which settled lines lead from this one, toward that side; and how many cells they join."""
    ways, passed = grid.ways, 1
    while True:
        cell, passed = ways[side][cell], passed + 1
        if left[cell] not in LONE:
            return cell, passed
        side = LONE[left[cell]] ^ OPPOSITE[side]


class BoardSearch:
    """What a knowledge leaves open, as a search that is kept from question to question.

    The knowledge must be at its fixpoint. Nothing is built for what is settled.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.problem = problem = knowledge.problem
        self.left = tuple(knowledge.left)
        self.cells = knowledge.open_cells()
        self.lines = LineNumbers(problem.grid, {cell: knowledge.undecided(cell) for cell in self.cells})
        self._cells = [self._cell(cell) for cell in self.cells]
        self.search = Search(len(self.lines.cells) - 1, 0, self._cells)
        self._held: dict[tuple[int, Domain], int] = {}
        self._unlike: dict[bytes, int] = {}
        self._together: dict[tuple[int, ...], int] = {}
        self._settled = b""  # the lines of settled cells, once a board was asked for
        self._judged = False
        self.board = b""  # the solution found last
        domains = {self.left[cell] for cell in self.cells}
        self._fixed = all(len({DEGREE[mask] for mask in masks_of(domain)}) == 1 for domain in domains)
        two_or_none = all(not domain & ~(TWO_LINES | EMPTY) for domain in problem.domains)
        self._is_loop = problem.whole is Whole.LOOP and two_or_none  # else the judge alone says what is one
        if problem.whole is Whole.TREE:
            self.search.whole = self._tree(knowledge.propagator(Components))
        elif self._is_loop:
            self.search.whole = self._loop()
        for _, clause in problem.clue_clauses(problem) if problem.clue_clauses else ():
            self.search.add(self.literal(*line) for line in clause)

    def _cell(self, cell: int) -> CellTable:
        domain = itself(self.problem.grid, cell, self.left[cell])
        known = KNOWN[self.left[cell]]
        return CellTable(domain << 8 | known, self.lines.literals(cell, known >> 4))

    def _tree(self, components: Components) -> OneTree:
        groups: dict[int, int] = {}
        node_of = {cell: groups.setdefault(components.find(cell), len(groups)) for cell in self.cells}
        missing = [0] * len(groups)
        for cell in self.cells:
            domain = self.left[cell]
            missing[node_of[cell]] += masks_of(domain)[0].bit_count() - (KNOWN[domain] >> 4).bit_count()
        return OneTree(self.lines.ends(node_of), self.search.positions, missing)

    def _loop(self) -> OneLoop:
        node_of = {cell: node for node, cell in enumerate(self.cells)}
        jumps, weights = list(range(len(self.cells))), [int(not self.left[cell] & EMPTY) for cell in self.cells]
        for cell, node in node_of.items():
            if drawn := KNOWN[self.left[cell]] >> 4:
                end, weights[node] = _end_of(self.problem.grid, self.left, cell, drawn)
                jumps[node] = node_of[end]
        total = sum(not domain & EMPTY for domain in self.left)
        if not total:
            self.search.add(range(2, 2 * len(self.lines.cells), 2))
        return OneLoop(self.lines.ends(node_of), self.search.positions, jumps, weights, total)

    # Literals

    def literal(self, cell: int, side: int, drawn: bool = True) -> int:
        """The literal of that line, drawn or not; that of a settled one always holds, or never."""
        literal = self.lines.literal(cell, side)
        if literal is None:
            is_drawn = self.problem.grid.ways[side][cell] >= 0 and KNOWN[self.left[cell]] >> 4 & side
            literal = TRUE if is_drawn else FALSE
        return literal if drawn else literal ^ 1

    def holding(self, cell: int, keep: Domain) -> list[int]:
        """Literals that hold the cell to these masks."""
        domain = self.left[cell]
        known = KNOWN[domain & keep] & ~KNOWN[domain]
        literals = [self.literal(cell, side) for side in SIDES_OF[known >> 4]]
        literals += [self.literal(cell, side, False) for side in SIDES_OF[known & 15]]
        if not domain & keep:
            return [FALSE]
        if domain & FITS[known] & ~keep:
            literals.append(self._without(cell, domain & FITS[known] & ~keep))
        return literals

    def all_of(self, held: Mapping[int, Domain]) -> int:
        """A literal that holds all of these cells to these masks."""
        literals = dict.fromkeys(each for cell, keep in held.items() for each in self.holding(cell, keep))
        key = tuple(literals)
        if len(key) == 1:
            return key[0]
        if key not in self._together:
            together = self._together[key] = self.search.new_literal()
            for literal in literals:
                self.search.add([together ^ 1, literal])
        return self._together[key]

    def _without(self, cell: int, masks: Domain) -> int:
        """A literal that rules out these masks of the cell."""
        if (cell, masks) not in self._held:
            self._held[cell, masks] = literal = self.search.new_literal()
            for mask in masks_of(masks):
                drawn = (self.literal(cell, side, not mask & side) for side in SIDES)
                self.search.add([literal ^ 1, *drawn])
        return self._held[cell, masks]

    def unlike(self, board: bytes) -> int:
        """A literal that rules out this solution."""
        if board not in self._unlike:
            self._unlike[board] = literal = self.search.new_literal()
            self.search.add([literal ^ 1, *self._but(self.lines.on(board))])
        return self._unlike[board]

    def any_of(self, literals: Sequence[int]) -> int:
        """A literal that holds only where one of these does; they are tried first from now on."""
        literal = self.search.new_literal()
        self.search.add([literal ^ 1, *literals])
        self.search.prefer(each for each in literals if each > TRUE)
        return literal

    def prefer(self, board: bytes) -> None:
        """Look for solutions like this one from now on."""
        self.search.prefer(self.lines.on(board))

    # Questions

    @property
    def core(self) -> Sequence[int]:
        """Of the literals that were last asked about in vain, some that no solution has together."""
        return self.search.core

    def ask(self, assumptions: Sequence[int] = (), conflicts: float = inf) -> Task[SearchResult]:
        """Whether a solution has these literals, within so many conflicts; if so, `board` is one, a mask a cell."""
        while (answer := (yield from self.search.solve(assumptions, conflicts))) is SearchResult.SOLVED:
            self.board = self._board()
            if self._is_accepted():
                break
            self.search.add([literal ^ 1 for literal in self.lines.standing(self.search.true)])
        return answer

    def solve(self, assumptions: Sequence[int] = ()) -> Task[bytes | None]:
        """A solution on which these literals hold; None if there is none."""
        answer = yield from self.ask(assumptions)
        return self.board if answer is SearchResult.SOLVED else None

    def solutions(self, most: int, conflicts: float = inf) -> Task[list[bytes]]:
        """Up to so many solutions, which later questions do not find again.

        Fewer are all that there are, or all that are found before one takes so many conflicts.
        """
        found: list[bytes] = []
        while len(found) < most and (yield from self.ask((), conflicts)) is SearchResult.SOLVED:
            found.append(self.board)
            self.search.rule_out(self.other())
        return found

    def _board(self) -> bytes:
        """The board as it stands in the search."""
        if not self._settled:
            self._settled = bytes(KNOWN[domain] >> 4 for domain in self.left)
        masks, true = bytearray(self._settled), self.search.true
        for cell, (_, literals, _) in zip(self.cells, self._cells, strict=True):
            west, south, east, north = literals[4:]
            masks[cell] = true[west] | true[south] << 1 | true[east] << 2 | true[north] << 3
        return bytes(masks)

    def _is_accepted(self) -> bool:
        """Whether the judge accepts the board; of trees it is asked once, as all else is the same on the next."""
        if self._judged and self.problem.whole is Whole.TREE:
            return True
        self._judged = True
        return self.problem.judge(self.board)

    def other(self) -> Clause:
        """The clause that every solution satisfies but the one that stands."""
        return self._but(self.lines.standing(self.search.true))

    def _but(self, lines: Sequence[int]) -> Clause:
        """The clause that every solution satisfies but the one with these literals.

        Of two loops neither has all the lines of the other; and where cells have a fixed number of lines, no other
        board has all the lines of this one.
        """
        drawn_suffice = self._is_loop or self._fixed
        return [literal ^ 1 for literal in lines if not (drawn_suffice and literal & 1)]
