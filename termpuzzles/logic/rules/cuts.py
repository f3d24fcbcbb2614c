"""Only bridge, and the cuts that other rules look at, too: graphs, the sides of a cut, and its premises.

Shared by the rules about cuts: the graphs that they look at, the sides of a cut, and the premises of a cut.

`only way across`: where all must be joined, a line that alone can still join two parts must be drawn.

Proof: take the graph of the lines not ruled out. In a solution drawn lines, which are lines of this graph, join all
cells that are not blank. A bridge parts it into two sides; if each has a cell that is not blank, the drawn lines
between these cells must cross from side to side, and only the bridge does. If the graph falls apart between such cells
there is no solution. Where every cell has two lines, all form one loop, which crosses a bridge an even number of times,
so never: there the bridge is a contradiction. Source: single-edge cuts; bridges by Tarjan (1974).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import count
from typing import NamedTuple

from termpuzzles.board.graph import Forest, forest
from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Role, line_of, many, part
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import ALL, FITS, KNOWN, Domain, Whole, choices

SMALL = 6  # tiles: where all must form one tree, larger sides of a cut are left to rules that need fewer tiles;
SMALL_UNCOUNTED = 9  # so many where nothing needs to be counted
Lines = list[tuple[int, int]]  # undecided lines out of a cell or node, each with the cell or node beyond


class Graph:
    """Nodes, the undecided lines between them, and their depth-first forest.

    `neighbours` gives the undecided lines out of a node, each with the node beyond, as they were at first.
    """

    def __init__(
        self, knowledge: Knowledge, members: dict[int, list[int]], node: Callable[[int], int], lines: dict[int, Lines]
    ) -> None:
        self.knowledge = knowledge
        self.members = members  # the open cells of each node
        self.node = node  # the node of each open cell
        self._lines = lines
        self.neighbours = lines.__getitem__

    @cached_property
    def tree(self) -> Forest:
        """The forest."""
        return forest(self.members, self.neighbours)

    def joined(self, members: dict[int, list[int]], node_of: Callable[[int], int]) -> Graph:
        """The same lines with several of these nodes as one: `members` gives them by the number of the one."""
        lines, nodes = self._lines, {each: number for number, some in members.items() for each in some}
        found = {
            number: [(line, nodes[other]) for each in some for line, other in lines[each]]
            for number, some in members.items()
        }
        return Graph(self.knowledge, members, node_of, found)

    def ends(self, line: int) -> tuple[int, int]:
        """The two nodes at a line."""
        cell, other = self.knowledge.grid.ends(line)
        return self.node(cell), self.node(other)

    @cached_property
    def sizes(self) -> list[int]:
        """The sums over the forest of the numbers of cells of each component that must be joined to the rest."""
        left, parents = self.knowledge.left, self.knowledge.propagator(Components).parents
        return self.tree.sums(lambda node: 0 if parents[node] == -1 and left[node] & 1 else -parents[node])

    @cached_property
    def lacking(self) -> list[int]:
        """The sums over the forest of the numbers of line ends that are still lacking, odd or even."""
        left = self.knowledge.left
        return self.tree.sums(lambda node: sum(missing(left[cell]) for cell in self.members[node]))


@cache
def missing(domain: Domain) -> int:
    """1 if a cell has an odd number of lines on its undecided sides, 0 if even: the same for all its masks."""
    return lacking_ends(domain) & 1


@cache
def lacking_ends(domain: Domain) -> int:
    """The number of lines that a cell has on its undecided sides, the same for all its masks."""
    return max(len(sides) for _, sides in choices(domain))


def open_components(knowledge: Knowledge, lines: Graph | None = None) -> Graph | None:
    """The graph of the lines not ruled out, with each component of joined cells as one node; None if no cell is open.

    The number of a node is the cell that stands for the component. A drawn line is never in a cut of undecided lines,
    so nothing is lost by leaving it out. `lines` is the graph of all undecided lines, if it is there already.
    """
    find = knowledge.propagator(Components).find
    members: dict[int, list[int]] = {}
    for cell in knowledge.open_cells():
        members.setdefault(find(cell), []).append(cell)
    return (lines or undecided_lines(knowledge)).joined(members, find) if members else None


def undecided_lines(knowledge: Knowledge) -> Graph:
    """The graph of the undecided lines and the open cells."""
    left, ways, lines = knowledge.left, knowledge.ways, dict[int, Lines]()
    for cell in knowledge.open_cells():
        known, found = KNOWN[left[cell]], Lines()
        for side in SIDES_OF[15 & ~(known >> 4 | known)]:
            other = ways[side][cell]
            found.append((2 * (cell if side in (E, S) else other) + (side in (N, S)), other))
        lines[cell] = found
    return Graph(knowledge, {cell: [cell] for cell in lines}, int, lines)


def joint(knowledge: Knowledge, drawn: Iterable[int] = (), crossed: Iterable[int] = ()) -> tuple[Narrowing, ...]:
    """How these lines, drawn or crossed out, narrow the cells at them; without the cells that lose nothing."""
    left = knowledge.left
    return tuple(
        Narrowing(cell, left[cell], left[cell] & FITS[known])
        for cell, known in stated(knowledge.grid, drawn, crossed).items()
        if left[cell] & ~FITS[known]
    )


def stated(grid: Grid, drawn: Iterable[int] = (), crossed: Iterable[int] = ()) -> dict[int, int]:
    """For each cell at these lines, drawn or crossed out, what they say about its sides, as a known byte."""
    found: dict[int, int] = defaultdict(int)
    for lines, shift in ((drawn, 4), (crossed, 0)):
        for line in lines:
            cell, other = grid.ends(line)
            side = S if line & 1 else E
            found[cell] |= side << shift
            found[other] |= OPPOSITE[side] << shift
    return found


def fused(knowledge: Knowledge, lines: Mapping[int, int]) -> list[Premise]:
    """Where clues narrow cells, the cells of which these lines settle more than they say: that rests on their rest."""
    left = knowledge.left
    return [
        Premise(cell, KNOWN[left[cell]], left[cell])
        for cell, known in (lines.items() if knowledge.problem.clues else ())
        if KNOWN[left[cell] & FITS[known]] & ~(KNOWN[left[cell]] | known)
    ]


def together(*premises: Premise) -> list[Premise]:
    """The premises with all that several of them say of one cell as one."""
    found: dict[int, Premise] = {}
    for cell, known, left in premises:
        _, its, rest = found.get(cell, (cell, 0, ALL))
        found[cell] = Premise(cell, known | its, left & rest)
    return list(found.values())


def is_small(knowledge: Knowledge, size: int, total: int, most: int = SMALL) -> bool:
    """Whether a cut that parts so many cells of a total is to be told: in a tree one side has at most so many."""
    return knowledge.problem.whole is not Whole.TREE or min(size, total - size) <= most


class Side(NamedTuple):
    """One side of a cut: its cells, and the cells that have lines ruled out across the cut, each with these sides."""

    cells: frozenset[int]
    border: dict[int, int]


def side_of(knowledge: Knowledge, start: int, removed: Collection[int], settled: bool = True) -> Side:
    """The side of the cut with `start`: all cells that it can be joined to by lines not ruled out and not removed.

    Without `settled`, by undecided lines only.
    """
    return _first_ended(knowledge, (start,), removed, settled)


def smaller_side(knowledge: Knowledge, removed: tuple[int, ...], settled: bool = True) -> Side:
    """The smaller side of the cut that these lines make; of two equal ones that of the first end of the first line."""
    return _first_ended(knowledge, knowledge.grid.ends(removed[0]), removed, settled)


def _first_ended(knowledge: Knowledge, starts: Iterable[int], removed: Collection[int], settled: bool) -> Side:
    """Walk from all starts in turn, cell by cell, until one of the walks ends."""
    grid = knowledge.grid
    walks = [([start], {start}) for start in starts]
    for at in count():
        for queue, seen in walks:
            if at == len(queue):
                return Side(frozenset(seen), _border(grid, queue, seen, removed))
            cell = queue[at]
            known = knowledge.known(cell)
            for side in SIDES_OF[15 & ~(known | (0 if settled else known >> 4))]:
                other = grid.ways[side][cell]
                if other not in seen and grid.line(cell, side) not in removed:
                    seen.add(other)
                    queue.append(other)
    raise AssertionError("every walk ends")


def _border(grid: Grid, cells: Iterable[int], inside: Collection[int], removed: Collection[int]) -> dict[int, int]:
    border: dict[int, int] = defaultdict(int)
    for cell in cells:
        for side in SIDES:
            other = grid.ways[side][cell]
            if other >= 0 and other not in inside and grid.line(cell, side) not in removed:
                border[cell] |= side
    return border


def crossing(knowledge: Knowledge, side: Side) -> tuple[Premise, ...]:
    """The lines ruled out across the cut, as premises."""
    return tuple(Premise(cell, knowledge.known(cell) & sides, ALL) for cell, sides in sorted(side.border.items()))


def entire_cut(knowledge: Knowledge, cells: Iterable[int]) -> tuple[Premise, ...]:
    """The tiles of these cells with all that is known of their sides, as premises."""
    return tuple(
        Premise(cell, known, knowledge.problem.domain_of(cell) & FITS[known])
        for cell in sorted(cells)
        for known in (knowledge.known(cell),)
    )


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The bridges among the lines not ruled out; the whole board at once."""
    graph = open_components(knowledge)
    if graph is None:
        return
    components = knowledge.propagator(Components)
    tree = graph.tree
    sums = graph.sizes
    for here in {*tree.root}:
        if sums[here] < components.total:
            yield _contradiction(knowledge, tree.order[here])
    for line, below in tree.bridges:
        here = tree.position[below]
        total = sums[tree.root[here]]
        if not 0 < sums[here] < total:
            continue
        if components.closing:
            yield _contradiction(knowledge, below, line)
        elif is_small(knowledge, sums[here], total, SMALL_UNCOUNTED):
            yield _bridge(knowledge, line)


def _bridge(knowledge: Knowledge, line: int) -> Finding:
    lines = stated(knowledge.grid, [line])
    return Finding("only way across", joint(knowledge, [line]), partial(_reason, knowledge, line), lines=lines)


def _reason(knowledge: Knowledge, line: int) -> Reason:
    side = smaller_side(knowledge, (line,))
    region = many(knowledge.problem, sorted(side.cells), Role.CUT_OFF)
    way = line_of(knowledge.problem, line, Role.TARGET)
    return Reason.of(crossing(knowledge, side), part("only {} can still join {} to the rest.", way, region))


def _contradiction(knowledge: Knowledge, cell: int, *lines: int) -> Finding:
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Finding("only way across", narrowed, partial(_contradiction_reason, knowledge, cell, lines))


def _contradiction_reason(knowledge: Knowledge, cell: int, lines: tuple[int, ...]) -> Reason:
    side = side_of(knowledge, cell, lines)
    way = "only one line can still join {} to the rest." if lines else "nothing can join {} to the rest."
    page = part(way, many(knowledge.problem, sorted(side.cells), Role.CUT_OFF))
    return Reason.of(crossing(knowledge, side), page)


RULE = Rule(
    name="only way across",
    sentence="All tiles must be joined, so a line that alone can still join two parts of the board must be drawn.",
    find=find,
)
