"""Odd or even and Two bridges: whether the few ways out of a region are used, by counting line ends.

`parity`: the only undecided line out of a region is drawn exactly when the region lacks an odd number of line ends.

Proof: add up, over the cells of the region, how many lines each still lacks. A line within the region counts twice or
not at all, the line that leads out counts once if it is drawn. So that line is drawn exactly when the sum is odd; and
where no line leads out, an odd sum is a contradiction. One pass over the bridges finds every such line.
Source: Tatham, Writing a solver for Net (left to the reader there); bridges by Tarjan (1974).

`pairs`: two lines that alone can still join two parts.

Proof: take two lines that together part the graph of the lines not ruled out, with a cell that is not blank on each
side. All such cells are joined, so at least one of the two is drawn. Add up how many lines the cells of one side still
lack: as in `parity`, the sum is even exactly when none or both of the two are drawn. So if it is even, both are; if it
is odd, exactly one is, which settles something where both belong to one cell. Where every cell has two lines, one loop
crosses from side to side an even number of times, so both are drawn.
Two lines that part only the graph of the undecided lines are both drawn or both not if the sum is even, and exactly one
of them is if it is odd; that holds in every game, and again settles something where both belong to one cell.
Source: double-edge cuts; cycle space labels by Pritchard and Thurimella, every pair confirmed by removal.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from termpuzzles.board.graph import cycle_labels, reached_without, two_line_cuts
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.english import counted, joined, number_in_words
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Mention, Part, Role, Sentence, line_of, many, page_of, part
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import ALL, HAS, Domain, Whole
from termpuzzles.logic.rules.cuts import (
    Graph,
    Side,
    crossing,
    entire_cut,
    fused,
    is_small,
    joint,
    lacking_ends,
    missing,
    open_components,
    side_of,
    smaller_side,
    stated,
    together,
    undecided_lines,
)

ACROSS = 3  # times as many cells as the smallest region: so many may lie on one side of a line across the board


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The bridges among the undecided lines; the whole board at once."""
    graph = undecided_lines(knowledge)
    tree = graph.tree
    sums = graph.lacking
    odd = [here for here in {*tree.root} if sums[here] & 1]
    for here in odd:
        cell = tree.order[here]
        narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
        yield Finding("parity", narrowed, partial(_contradiction_reason, knowledge, cell))
    sizes = tree.sums(_one)
    for line, below in tree.bridges:
        here = tree.position[below]
        if tree.root[here] not in odd and is_small(knowledge, sizes[here], sizes[tree.root[here]]):
            yield _bridge(knowledge, line, bool(sums[here] & 1))


def _one(node: int) -> int:
    """A weight that counts nodes."""
    return 1


def _bridge(knowledge: Knowledge, line: int, drawn: bool) -> Finding:
    taken, barred = ([line], []) if drawn else ([], [line])
    narrowed, lines = joint(knowledge, taken, barred), stated(knowledge.grid, taken, barred)
    return Finding("parity", narrowed, partial(_reason, knowledge, line, drawn), lines=lines)


def _reason(knowledge: Knowledge, line: int, drawn: bool) -> Reason:
    region = smaller_side(knowledge, (line,), settled=False).cells
    if knowledge.problem.clues:
        if (cut := straight_cut(knowledge, line)) and len(cut.side) <= ACROSS * len(region):
            return _across(knowledge, line, drawn, cut)
        settled = ([line], []) if drawn else ([], [line])
        because = together(*entire_cut(knowledge, region), *fused(knowledge, stated(knowledge.grid, *settled)))
        return _last_way(knowledge, because, crossed_so_far(knowledge, region), line, drawn, "lead out")
    uses = "each line inside uses two, so one is left for {}, the only way out."
    if not drawn:
        uses = "each line inside uses two, so none is left for {}, the only way out."
    end = part(uses, line_of(knowledge.problem, line, Role.TARGET))
    return Reason.of(entire_cut(knowledge, region), needed(knowledge, region), end)


def _last_way(
    knowledge: Knowledge, because: Iterable[Premise], counted_so_far: Part, line: int, drawn: bool, leads: str
) -> Reason:
    """The reason by a count of crossings and the last line that can add to it; told alone it names the line."""
    so = "so it is drawn." if drawn else "so it is not drawn."
    way = line_of(knowledge.problem, line, Role.TARGET)

    def alone() -> tuple[Part, ...]:
        return counted_so_far, part(f"only {{}} can still {leads}.", way), part(so)

    return Reason.of(because, counted_so_far, part(f"no other line can {leads}, {so}", marks=[way]), alone=alone)


class StraightCut(NamedTuple):
    """A straight line across the board: the cells along it, before it, its place, and all cells on its smaller side."""

    along: list[int]
    way: int  # the side of these cells at which the line lies
    first: int  # the row or the column before it, from 1
    side: list[int]


def straight_cut(knowledge: Knowledge, line: int) -> StraightCut | None:
    """The straight line across the board over which only this line between two cells is undecided, if it is so."""
    grid = knowledge.grid
    if not grid.surface.is_plane:
        return None
    way, across = (S, 1) if line & 1 else (E, 0)
    first = grid.place(line >> 1)[across]
    along = [cell for cell in range(grid.size) if grid.place(cell)[across] == first]
    if sum(bool(knowledge.undecided(cell) & way) for cell in along) != 1:
        return None
    before = [cell for cell in range(grid.size) if grid.place(cell)[across] <= first]
    side = before if 2 * len(before) <= grid.size else [cell for cell in range(grid.size) if cell not in {*before}]
    return StraightCut(along, way, first + 1, side)


def _across(knowledge: Knowledge, line: int, drawn: bool, cut: StraightCut) -> Reason:
    """The reason by the crossings of a straight line across the board, which a loop crosses as often each way."""
    settled = stated(knowledge.grid, *(([line], []) if drawn else ([], [line])))
    crossed = [cell for cell in cut.along if knowledge.known(cell) >> 4 & cut.way]
    rows = f"{'rows' if cut.way == S else 'columns'} {cut.first} and {cut.first + 1}"
    shown = many(knowledge.problem, dict.fromkeys(cut.along, cut.way), Role.CUT_OFF)
    number = {0: "not once", 1: "once"}.get(len(crossed)) or counted(number_in_words(len(crossed)), "time")
    words = f"the loop crosses the line between {rows} an even number of times; so far {number}."
    page = part(words, marks=[shown])
    because = together(*entire_cut(knowledge, cut.side), *fused(knowledge, settled))
    return _last_way(knowledge, because, page, line, drawn, "cross it")


def needed(knowledge: Knowledge, region: Iterable[int]) -> Part:
    """Say how many line ends the tiles of a region still need."""
    members = sorted(region)
    number = sum(lacking_ends(knowledge.left[cell]) for cell in members)
    thing = many(knowledge.problem, members, Role.CUT_OFF)
    odd = "an odd number" if number & 1 else "an even number"
    need = "need" if len(members) > 1 else "needs"
    return part(f"{{}} still {need} {counted(number, 'line end')}, {odd}.", thing)


def crossed_so_far(knowledge: Knowledge, region: frozenset[int]) -> Part:
    """Say how often the loop crosses the border of a region already, whose cells have two lines each or none."""
    drawn = sum(
        knowledge.ways[side][cell] not in region for cell in region for side in SIDES_OF[knowledge.known(cell) >> 4]
    )
    number = "no line leads" if not drawn else "one line leads" if drawn == 1 else f"{drawn} lines lead"
    thing = many(knowledge.problem, sorted(region), Role.CUT_OFF)
    return part("the loop enters and leaves {} equally often; so far {} out.", thing, number)


def _contradiction_reason(knowledge: Knowledge, cell: int) -> Reason:
    region = side_of(knowledge, cell, (), settled=False).cells
    if knowledge.problem.clues:
        page = part("no other line can lead out.")
        return Reason.of(entire_cut(knowledge, region), crossed_so_far(knowledge, region), page)
    page = part("each line inside uses two, and no line leads out, so one end is left over.")
    return Reason.of(entire_cut(knowledge, region), needed(knowledge, region), page)


RULE = Rule(
    name="parity",
    sentence="Each line has two ends, so a region with a single way out uses it if it lacks an odd number of ends.",
    find=find,
)


SEED = 1  # for the labels; whatever it is, no pair is used before removal has confirmed it


def find_pairs(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The pairs of both graphs that settle something; the whole board at once."""
    lines = undecided_lines(knowledge)
    if knowledge.problem.whole.joins_all and (graph := open_components(knowledge, lines)):
        yield from _joined_pairs(knowledge, graph)
    yield from _even_pairs(knowledge, lines)


def _joined_pairs(knowledge: Knowledge, graph: Graph) -> Iterator[Finding]:
    """Where all must be joined: pairs with at least one line drawn."""
    components = knowledge.propagator(Components)
    tree, sizes = graph.tree, graph.sizes
    for alike in two_line_cuts(cycle_labels(tree, graph.neighbours, Random(SEED))):
        total = sizes[tree.root[tree.position[graph.ends(alike[0])[0]]]]
        if {0, total}.issuperset(tree.pair_sums(sizes, alike)):
            continue  # all that must be joined is on one side of any two of them
        sums = graph.lacking
        for one, other in _cuts(graph, alike):
            size = tree.pair_sum(sizes, one, other)
            if not 0 < size < total or not is_small(knowledge, size, total):
                continue  # nothing must be joined on one side; the graph may have other trees, if some mark is wrong
            if components.closing or not tree.pair_sum(sums, one, other) & 1:
                narrowed, lines = joint(knowledge, [one, other]), stated(knowledge.grid, [one, other])
            else:
                lines = {}
                narrowed = _at_one_cell(knowledge, one, other, (False, True, False))
            if narrowed and _confirmed(graph, one, other):
                tell = partial(_joined_reason, knowledge, one, other)
                rests = partial(_joined_premises, knowledge, one, other)
                yield Finding("pairs", narrowed, tell, lines=lines, rests=rests)


def _even_pairs(knowledge: Knowledge, graph: Graph) -> Iterator[Finding]:
    """Pairs of undecided lines that are alike or unlike.

    They settle something only at a cell with a third such line: of just two its own masks say as much.
    """
    tree, ends = graph.tree, knowledge.grid.ends
    labels = cycle_labels(tree, graph.neighbours, Random(SEED))
    telling = set[int]()
    for cell in tree.order:
        lines = graph.neighbours(cell)
        if len(lines) > 2 and len(its := [labels[line] for line, _ in lines]) > len({*its}):
            telling.update(its)
    for alike in two_line_cuts({line: label for line, label in labels.items() if label in telling}):
        sums, sizes = graph.lacking, tree.sums(_one)
        total = sizes[tree.root[tree.position[graph.ends(alike[0])[0]]]]
        for one, other in _cuts(graph, alike):
            if not {*ends(one)}.intersection(ends(other)) or not is_small(
                knowledge, tree.pair_sum(sizes, one, other), total
            ):
                continue
            odd = tree.pair_sum(sums, one, other) & 1
            narrowed = _at_one_cell(knowledge, one, other, (False, True, False) if odd else (True, False, True))
            if narrowed and _confirmed(graph, one, other):
                yield Finding("pairs", narrowed, partial(_even_reason, knowledge, one, other))


def _cuts(graph: Graph, alike: list[int]) -> Iterator[tuple[int, int]]:
    """The pairs of lines of a class that may settle something: those at one cell, and those that are alike.

    Among lines that are all alike each is paired only with the first, which covers all pairs.
    """
    tree, sums = graph.tree, graph.lacking
    if sums[tree.root[tree.position[graph.ends(alike[0])[0]]]] & 1:
        return  # a contradiction for `parity` to find; the two sides would not agree
    at_cell: dict[int, int] = {}
    firsts_alike: dict[int, int] = {}
    for line, lacking in zip(alike, (0, *tree.pair_sums(sums, alike)), strict=True):
        firsts = {at_cell.setdefault(cell, line) for cell in graph.knowledge.grid.ends(line)}
        firsts.add(firsts_alike.setdefault(lacking & 1, line))
        for first in firsts - {line}:
            yield first, line


def _sides_at(knowledge: Knowledge, line: int) -> list[tuple[int, int]]:
    """The two cells at a line, each with its side there."""
    cell, other = knowledge.grid.ends(line)
    side = S if line & 1 else E
    return [(cell, side), (other, OPPOSITE[side])]


def _at_one_cell(knowledge: Knowledge, one: int, other: int, counts: tuple[bool, bool, bool]) -> tuple[Narrowing, ...]:
    """Narrow a cell at both lines to masks that draw 0, 1 or 2 of them, as far as `counts` allows each number."""
    narrowed = []
    for cell, side in _sides_at(knowledge, one):
        for same, second in _sides_at(knowledge, other):
            if cell == same:
                before = knowledge.left[cell]
                after = before & _with_count(side, second, counts)
                if after != before:
                    narrowed.append(Narrowing(cell, before, after))
    return tuple(narrowed[:1])


def _with_count(side: int, second: int, counts: tuple[bool, bool, bool]) -> Domain:
    none, one, two = counts
    both, either = HAS[side] & HAS[second], HAS[side] | HAS[second]
    return (~either if none else 0) | (either & ~both if one else 0) | (both if two else 0)


def _confirmed(graph: Graph, one: int, other: int) -> bool:
    """Whether removing the two lines really parts the graph there."""
    node, beyond = graph.ends(one)
    return beyond not in reached_without(node, graph.neighbours, (one, other))


def _joined_premises(knowledge: Knowledge, one: int, other: int) -> Iterable[Premise]:
    side = smaller_side(knowledge, (one, other))
    if knowledge.problem.whole is Whole.LOOP:
        further = (*_on_both_sides(knowledge, side), *fused(knowledge, stated(knowledge.grid, [one, other])))
        return together(*crossing(knowledge, side), *further)
    return _merged(crossing(knowledge, side), entire_cut(knowledge, side.cells))


def _joined_reason(knowledge: Knowledge, one: int, other: int) -> Reason:
    side, because = smaller_side(knowledge, (one, other)), _joined_premises(knowledge, one, other)
    loop = knowledge.problem.whole is Whole.LOOP
    ends = {cell for line in (one, other) for cell, _ in _sides_at(knowledge, line)} & side.cells
    shore = sorted(ends.union(side.border)) if loop else sorted(side.cells)  # what the reason rests on
    region = many(knowledge.problem, shore, Role.CUT_OFF)
    template = "only two lines can still join {} to the rest."
    if len(shore) < len(side.cells):
        template = "only two lines can still join {} and what is behind them to the rest."
    ways = page_of(Sentence(template, (region,)), Sentence("they run {}.", (_both(knowledge, one, other),)))
    if loop:
        behind = " and what is behind them" * (len(shore) < len(side.cells))
        words = f"no other line can join {{}}{behind} to the rest, so both are drawn, as the loop must go in and out."
        end = part("the loop must go in and out again, so both are drawn.")
        page = part(words, region, marks=[_both(knowledge, one, other)])
        return Reason.of(because, page, alone=lambda: (ways, end))
    which = "just one of them is" if sum(missing(knowledge.left[cell]) for cell in side.cells) & 1 else "both are"
    end = part(f"each line inside uses two, so {which} drawn.")
    return Reason.of(because, ways, needed(knowledge, side.cells), end)


def _on_both_sides(knowledge: Knowledge, side: Side) -> Iterator[Premise]:
    """A cell on each side of the cut through which the loop must lead, where it may leave out others."""
    if not knowledge.problem.clues:
        return
    for there in (True, False):
        cells = [cell for cell in range(knowledge.size) if (cell in side.cells) is there]
        clued = [cell for cell in cells if knowledge.problem.clues[cell]]
        for cell in (clued or [cell for cell in cells if knowledge.known(cell) >> 4])[:1]:
            drawn = knowledge.known(cell) & 0xF0
            yield Premise(cell, 0 if clued else drawn, knowledge.problem.domain_of(cell) if clued else ALL)


def _even_reason(knowledge: Knowledge, one: int, other: int) -> Reason:
    region = smaller_side(knowledge, (one, other), settled=False).cells
    even = not sum(missing(knowledge.left[cell]) for cell in region) & 1
    if knowledge.problem.clues:
        which = "so both are drawn or neither is" if even else "so just one is drawn"
        page = part(f"only two lines can still lead out, {{}}, {which}.", _both(knowledge, one, other))
        return Reason.of(entire_cut(knowledge, region), crossed_so_far(knowledge, region), page)
    which = "so both are drawn or neither is" if even else "so just one is drawn"
    way_out = Sentence(f"only two can lead out, {{}}, {which}.", (_both(knowledge, one, other),))
    ways = page_of(Sentence("each line inside uses two."), way_out)
    return Reason.of(entire_cut(knowledge, region), needed(knowledge, region), ways)


def _both(knowledge: Knowledge, one: int, other: int) -> Mention:
    """The two lines: "at the shaded sides", "from (1, 1) to (2, 1) and from (1, 3) to (2, 3)"."""
    cells: dict[int, int] = defaultdict(int)
    for line in (one, other):
        for cell, side in _sides_at(knowledge, line):
            cells[cell] |= side
    name, ends = knowledge.grid.name, sorted(sorted(knowledge.grid.ends(line)) for line in (one, other))
    plain = joined([f"from {name(a)} to {name(b)}" for a, b in ends])
    return Mention(f"at the {Role.BECAUSE.look} sides", plain, Role.BECAUSE, cells)


def _merged(first: tuple[Premise, ...], second: tuple[Premise, ...]) -> tuple[Premise, ...]:
    cells = {premise.cell: premise for premise in first} | {premise.cell: premise for premise in second}
    return tuple(cells.values())


PAIRS_RULE = Rule(
    name="pairs",
    sentence="Where only two lines can still join two parts, at least one is drawn; counting ends shows if both are.",
    find=find_pairs,
)
