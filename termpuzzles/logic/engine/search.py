"""Complete search: try out whatever the rules leave open, and judge the full boards that this comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import EMPTY, LONE, Domain, Problem, Whole, masks_of
from termpuzzles.logic.task import Task, with_progress

FEW = 16  # where fewer than one cell in this many is open, it is quicker to judge by the open cells alone


class FullBoardJudge:
    """Finds solutions among the boards of a search, which differ only at the cells open when it began."""

    def __init__(self, knowledge: Knowledge, open_cells: Sequence[int], few: int = FEW) -> None:
        self._knowledge = knowledge
        self._cells = open_cells
        self._by_difference = knowledge.problem.whole is Whole.TREE and few * len(open_cells) < knowledge.size
        self._first = b""
        self._contracted: Contracted | None = None

    def solution(self) -> bytes | None:
        """The board as known now, if it is full and a solution; else None."""
        if not self._first:
            board = self._knowledge.settled()
            if board is None or not self._knowledge.problem.judge(board):
                return None
            if self._by_difference:
                self._first = board
            return board
        other = bytearray(self._first)
        for cell in self._cells:
            domain = self._knowledge.left[cell]
            if domain not in LONE:
                return None
            other[cell] = LONE[domain]
        if self._contracted is None:
            self._contracted = Contracted(self._knowledge.problem, self._first, self._cells)
        return bytes(other) if self._contracted.is_tree(other) else None


class Contracted:
    """A tree with all that lines join outside some cells contracted: boards to compare differ at these cells only."""

    def __init__(self, problem: Problem, tree: bytes, cells: Sequence[int]) -> None:
        self._problem = problem
        self._ways = problem.grid.ways
        self._cells = cells
        self._is_blank = {cell: not tree[cell] for cell in cells}
        self._groups = self._joined_without(tree)
        self._joins = self._joins_of(tree)

    def is_tree(self, board: bytes | bytearray) -> bool:
        """Whether the board, which differs from the tree at these cells only, is a solution, too.

        The lines of the other cells among themselves are the same on both, and free of loops. So if these cells have as
        many lines as on the tree and none of them closes a loop, as many groups are left as on the tree: one.
        """
        if any(self._is_blank[cell] != (not board[cell]) for cell in self._cells):
            return self._problem.judge(bytes(board))
        joins = self._joins_of(board)
        return joins is not None and joins == self._joins

    def _joined_without(self, tree: bytes) -> dict[int, int]:
        """For each of the cells and those beside them a representative, the same for two that other lines join."""
        lines, ways = bytearray(tree), self._ways
        for cell in self._cells:
            for side in SIDES_OF[tree[cell]]:
                lines[ways[side][cell]] &= ~OPPOSITE[side]
            lines[cell] = 0
        sets = DisjointSets(len(lines))
        for side in (E, S):
            starts = [cell for cell, mask in enumerate(lines) if mask & side]
            sets.join_all(starts, map(ways[side].__getitem__, starts))
        beside = (ways[side][cell] for cell in self._cells for side in ways)
        return {cell: sets.find(cell) for cell in {*self._cells, *beside} if cell >= 0}

    def _joins_of(self, board: bytes | bytearray) -> int | None:
        """How many lines the cells have; None if one does not meet a line from beyond or closes a loop."""
        above: dict[int, int] = {}
        joins = 0
        for one, other in self._lines(board):
            if other < 0:
                return None
            one, other = _root(above, self._groups[one]), _root(above, self._groups[other])
            if one == other:
                return None
            above[one] = other
            joins += 1
        return joins

    def _lines(self, board: bytes | bytearray) -> Iterator[tuple[int, int]]:
        """The two cells at each line of the cells, each line once; -1 for the second where no line meets it."""
        mine = self._is_blank
        for cell in self._cells:
            for side, way in self._ways.items():
                other = way[cell]
                drawn = bool(board[cell] & side)
                if drawn != bool(other >= 0 and board[other] & OPPOSITE[side]):
                    yield cell, -1
                elif drawn and (side in (E, S) or other not in mine):
                    yield cell, other


def _root(above: dict[int, int], group: int) -> int:
    while (one_up := above.get(group, group)) != group:
        above[group] = group = above.get(one_up, one_up)  # path halving
    return group


LAST = 17  # more masks than a cell can have: what one that may stay blank counts besides
NEAR = 24  # the next cell to branch on is looked for around this many of the cells narrowed last


def search(knowledge: Knowledge, most: int, found: list[bytes], few: int = FEW) -> Task[int]:
    """Add solutions to `found` until it holds `most`, or all that there are; returns the number of assumptions made.

    The knowledge must be at its fixpoint, and comes back as it was. Nothing recurses: each frame of the stack is a
    mark, the cell that was branched on, the masks still to be tried there and how many of the open cells were settled.
    """
    left = knowledge.left
    certain = tuple(left)
    open_cells = knowledge.open_cells()
    judging = FullBoardJudge(knowledge, open_cells, few)
    marks = [knowledge.mark()]
    stack: list[tuple[int, Domain, int]] = []
    first = 0  # the cells before this one of the open cells are settled by now
    failures = Counter[int]()  # how often a choice at the cell has come to nothing
    assumptions = 0
    consistent = True
    while True:
        yield certain
        while first < len(open_cells) and left[open_cells[first]] in LONE:
            first += 1
        if consistent and (cell := branch(knowledge, open_cells, first, failures)) >= 0:
            mask = masks_of(left[cell])[0]
            stack.append((cell, left[cell] & ~(1 << mask), first))
            marks.append(knowledge.mark())
            knowledge.narrow(cell, 1 << mask)
            assumptions += 1
        else:
            if consistent and (board := judging.solution()):
                found.append(board)
                if len(found) >= most:
                    break
            if not stack:
                break
            cell, rest, first = stack.pop()
            failures[cell] += 1
            knowledge.undo(marks.pop())
            knowledge.narrow(cell, rest)
        consistent = yield from with_progress(knowledge.deducing(), certain)
    while marks:
        knowledge.undo(marks.pop())
    return assumptions


def branch(knowledge: Knowledge, open_cells: list[int], first: int, failures: Mapping[int, int]) -> int:
    """One of the open cells, from the `first` on, to choose a mask for; -1 if none is open any more.

    First comes the cell where most choices have failed: what cannot be solved there is found at once, not again and
    again for each choice elsewhere. Else one with the fewest masks left, near the cells narrowed last if one is there:
    so a contradiction shows soon after the choice that caused it. A cell that may stay blank comes after all others: it
    is better to go on with a loop than to begin it anew elsewhere.

    Source: Boussemart, Hemery, Lecoutre and Sais, Boosting systematic search by weighting constraints, 2004.
    """
    left = knowledge.left
    if failed := [cell for cell in failures if left[cell] not in LONE]:
        return max(failed, key=failures.__getitem__)
    ways, inside = knowledge.ways, knowledge.grid.open_sides
    beside = [
        cell
        for narrowed in knowledge.latest(NEAR)
        for cell in (narrowed, *(ways[side][narrowed] for side in SIDES_OF[inside[narrowed]]))
        if left[cell] not in LONE and not left[cell] & EMPTY
    ]
    if beside:
        return min(beside, key=lambda cell: left[cell].bit_count())
    best, fewest = -1, 2 * LAST
    for cell in map(open_cells.__getitem__, range(first, len(open_cells))):
        domain = left[cell]
        count = domain.bit_count()
        if count > 1 and (count := count + LAST * (domain & EMPTY)) < fewest:
            best, fewest = cell, count
            if count == 2:
                break
    return best
