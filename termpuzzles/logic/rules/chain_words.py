"""The words of a chain: what is supposed, what follows link by link, and where that ends.

Where tiles turn, each link is a page of its own. Where lines are drawn, links that lead on from each other are told as
the ways that the lines then take, from bend to bend, as one would draw them: many links in few words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.english import joined, number_in_words
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import (
    LONGEST,
    Mention,
    Part,
    Role,
    Sides,
    between,
    current_lines,
    leading,
    many,
    one,
    part,
    piece,
)
from termpuzzles.logic.explain.step import Premise, Reason
from termpuzzles.logic.problem import ALL, FITS, Domain, Problem, Whole
from termpuzzles.logic.rules.assumption import (
    Loop,
    closed_loop,
    components_joined,
    left_out,
    members,
    merged,
    premises_of,
)
from termpuzzles.logic.rules.implications import Bad, End, Implications, Link


def reason_of(knowledge: Knowledge, graph: Implications, links: Sequence[Link], end: End) -> Reason:
    """Why the opposite of the start holds, as a page for what is supposed, some for the links, and one for the end."""
    links = _unbranched(graph, links, end) if end.how is Bad.DENIAL else links
    premises = [premise for link in links for premise in _premises(knowledge, graph, link)]
    words = "suppose {} is drawn." if end.start < graph.number else "suppose {} is not drawn."
    supposed = part(words, _line(graph, end.start), assumption=True)._replace(shows=_shown(graph, end.start))
    rests, ending = _end_part(knowledge, graph, end)
    if knowledge.problem.draws:
        told = _ways_told(knowledge, graph, links, end, ending)
    else:
        told = _tiles_told(knowledge, graph, links, end.start)
    if not told.has_ended and (not links or links[-1].literal != graph.denial(end.start)):
        told.parts.append(ending)
    return Reason.of(merged([*premises, *rests]), supposed, *told.parts)


class _Told(NamedTuple):
    """The pages for the links; `has_ended` says that they show the contradiction before the chain's end."""

    parts: list[Part]
    has_ended: bool = False


def _tiles_told(knowledge: Knowledge, graph: Implications, links: Iterable[Link], start: int) -> _Told:
    """The links one by one, by what becomes of their tiles."""
    told, parts = list[Part](), list[Part]()
    for link in links:
        against = ", which contradicts the assumption" if link.literal == graph.denial(start) else ""
        page, shows = _link_part(knowledge, graph, link, against), _shown(graph, link.literal)
        if page in told:  # a settled tile is mentioned once, whatever follows from it
            same = told.index(page)
            parts[same] = page._replace(shows=_together(parts[same].shows, shows))
        else:
            told.append(page)
            parts.append(page._replace(shows=shows))
    return _Told(parts)


class NotDrawn(Enum):
    """Why a line is not drawn that its cells alone would allow."""

    LOOP = "as that would close a loop"
    TURN = "as the loop turns beside {}"

    @property
    def of_drawn(self) -> str:
        """The same after the lines that are drawn therefore."""
        return "or a loop would close" if self is NotDrawn.LOOP else "turning beside {}"


class _Clause(NamedTuple):
    """What some links add, in one sentence.

    `lines` are drawn, or not drawn for the reason `why`; cells have none if there are no lines. The `cells` are those
    at which it follows, and `literals` are shown with it. Lines that are drawn for a reason `why` are what is left to
    cells once the lines `barred` for that reason are not drawn.
    """

    drawn: bool
    lines: tuple[int, ...]
    cells: tuple[int, ...]
    literals: tuple[int, ...]
    why: NotDrawn | None = None
    clue: int = -1
    barred: tuple[int, ...] = ()

    @property
    def kind(self) -> tuple[object, ...]:
        """What clauses have in common that can be one sentence."""
        return self.drawn, bool(self.lines), self.why, self.clue, bool(self.barred and not self.why)

    def with_more(self, other: _Clause, grid: Grid) -> _Clause | None:
        """Both in one; None if they are not of one kind, and the other is no more of the same way either."""
        goes_on = bool(self.barred) and self.drawn and other.drawn and other.why is None and not other.barred
        if self.kind != other.kind and not (goes_on and self._leads_on_to(other, grid)):
            return None
        return self._with(other)

    def with_what_is_left(self, other: _Clause, full: Collection[int], grid: Grid) -> _Clause | None:
        """Lines that are not drawn and, in place of them, those that are therefore; None if they do not show it.

        They do where an end of each line that is not drawn is full once the others are, of which one begins there.
        """
        if self.drawn or not self.lines or not other.drawn or other.why is not None:
            return None
        if self.clue in {cell for line in self.lines for cell in grid.ends(line)}:
            return None  # the circle itself is passed another way
        starts = {cell for line in other.lines for cell in grid.ends(line)}
        if self.clue >= 0:
            starts &= {grid.ways[side][self.clue] for side in SIDES_OF[grid.open_sides[self.clue]]}
        if not all(any(cell in full and cell in starts for cell in grid.ends(line)) for line in self.lines):
            return None
        both = self._with(other)._replace(drawn=True, lines=other.lines, barred=self.lines)
        return both if self.why or both.turned_from(grid) >= 0 else None

    def turned_from(self, grid: Grid) -> int:
        """The cell to which the one way of these lines does not go from its end; -1 if it is another matter."""
        count = Counter(cell for line in self.lines for cell in grid.ends(line))
        ends = [cell for cell, number in count.items() if number == 1]
        if len(self.barred) != 1 or len(ends) != 2:
            return -1
        one, other = grid.ends(self.barred[0])
        return other if one in ends and other not in count else one if other in ends and one not in count else -1

    def _leads_on_to(self, other: _Clause, grid: Grid) -> bool:
        there = {cell for line in self.lines for cell in grid.ends(line)}
        return all(not there.isdisjoint(grid.ends(line)) for line in other.lines)

    def _with(self, other: _Clause) -> _Clause:
        lines, cells, literals = (
            tuple(dict.fromkeys([*mine, *its])) for mine, its in zip(self[1:4], other[1:4], strict=True)
        )
        return self._replace(lines=lines, cells=cells, literals=literals, barred=(*self.barred, *other.barred))


def _ways_told(knowledge: Knowledge, graph: Implications, links: Iterable[Link], end: End, at_last: Part) -> _Told:
    """The links as the ways that lines take, as many in a sentence as it holds; `at_last` tells the end."""
    start = end.start
    clauses, drawn = list[_Clause](), _Drawn(graph.lines[start % graph.number])
    drawn.clash(graph, _Clause(start < graph.number, (graph.lines[start % graph.number],), (), ()))
    by_literal = {link.literal: _clause(knowledge, graph, link) for link in links}
    for link in _in_order(links, by_literal, start):
        clause = by_literal[link.literal]
        fresh = tuple(line for line in clause.lines if line not in drawn.lines)
        if clause.drawn and not fresh:
            continue  # that a cell is full is seen by its lines
        clause = clause._replace(lines=fresh if clause.drawn else clause.lines)
        clash = drawn.clash(graph, clause)
        if clash and not clause.lines:
            clash = part("a line ends at {}.", _bare(knowledge.problem, link.tile, Role.CUT_OFF)).after("then")
            return _Told([*(_told(graph, each) for each in clauses), clash], has_ended=True)
        both = _both(graph, clauses[-1], clause, drawn.full) if clauses else None
        clauses[-1:] = [both] if both else [*clauses[-1:], clause]
        if clash:
            return _Told([*(_told(graph, each) for each in clauses), clash], has_ended=True)
    parts = [_told(graph, clause) for clause in clauses]
    if clauses and _bars_the_end(graph, clauses[-1], end):
        return _Told([*parts[:-1], _or_a_loop(at_last, parts[-1].shows)], has_ended=True)
    if any(link.literal == graph.denial(start) for link in links):
        against = "that contradicts the assumption."
        parts[-1:] = [parts[-1].followed_by(against)] if parts else [part(against, assumption=True)]
    return _Told(parts)


def _bars_the_end(graph: Implications, last: _Clause, end: End) -> bool:
    """Whether a line ends in a cell because of lines there that are not drawn, as they would close a loop."""
    if (
        last.drawn
        or last.why is not NotDrawn.LOOP
        or end.how is not Bad.TILE
        or not graph.is_at(end.cell, end.literals)
    ):
        return False
    grid, lines = graph.knowledge.grid, (graph.knowledge.known(end.cell) | graph.known(end.cell, end.literals)) >> 4
    return DEGREE[lines] == 1 and all(end.cell in grid.ends(line) for line in last.lines)


def _or_a_loop(at_last: Part, shows: Sides) -> Part:
    """The end of a chain, with why lines are not drawn that it shows as crosses."""
    (ending,) = at_last.sentences
    ending = ending._replace(template=f"{ending.template.removesuffix('.')}, {NotDrawn.LOOP.of_drawn}.")
    return at_last._replace(sentences=(ending,), shows=shows)


def _both(graph: Implications, before: _Clause, clause: _Clause, full: Collection[int]) -> _Clause | None:
    """Both clauses in one sentence, if it can be one and is not too long."""
    grid = graph.knowledge.grid
    both = before.with_more(clause, grid) or before.with_what_is_left(clause, full, grid)
    return both if both and len(_told(graph, both).plain.split()) <= LONGEST else None


class _Drawn:
    """What is told so far of lines: those that are drawn, and those that are not."""

    def __init__(self, supposed: int) -> None:
        self._supposed = supposed
        self.lines, self._crossed = set[int](), set[int]()
        self._at: dict[int, int] = {}

    @property
    def full(self) -> set[int]:
        """The cells of which two lines are drawn by now, and one of them was told."""
        return {cell for cell, drawn in self._at.items() if DEGREE[drawn] == 2}

    def clash(self, graph: Implications, clause: _Clause) -> Part | None:
        """Take in a clause, and say what is wrong by now, if anything is."""
        knowledge = graph.knowledge
        problem, grid = knowledge.problem, knowledge.grid
        lines = clause.lines or [
            grid.line(cell, side) for cell in clause.cells for side in SIDES_OF[grid.open_sides[cell]]
        ]
        (self.lines if clause.drawn else self._crossed).update(lines)
        for line in lines:
            if line in self.lines and line in self._crossed and line == self._supposed:
                return part("that contradicts the assumption.", assumption=True)
            if line in self.lines and line in self._crossed:
                mention = between(problem, line >> 1, S if line & 1 else E, Role.CUT_OFF)
                return part("{} would be both drawn and not drawn.", mention).after("then")
            side = S if line & 1 else E
            for cell, toward in zip(grid.ends(line), (side, OPPOSITE[side]), strict=True) if clause.drawn else ():
                self._at[cell] = self._at.get(cell, knowledge.known(cell) >> 4) | toward
                if DEGREE[self._at[cell]] > 2:
                    return part(_meet(self._at[cell]), _bare(problem, cell, Role.CUT_OFF)).after("then")
        return None


def _in_order(links: Iterable[Link], clauses: Mapping[int, _Clause], start: int) -> Iterator[Link]:
    """The links, each after those that it needs: what is left once a line is barred at once, then those of one kind.

    Of several of a kind one comes first that leads on from the last.
    """
    waiting, done, last = [*links], {start}, start

    def order(link: Link) -> tuple[bool, bool, bool]:
        before, mine = clauses.get(last), clauses[link.literal]
        leads_on = last in link.before
        is_left = leads_on and before is not None and before.why is not None and mine.drawn
        return not is_left, before is None or before.kind != mine.kind, not leads_on

    while waiting:
        ready = [link for link in waiting if done.issuperset(link.before)]
        link = min(ready, key=order)
        waiting.remove(link)
        last = link.literal
        done.add(last)
        yield link


def _clause(knowledge: Knowledge, graph: Implications, link: Link) -> _Clause:
    """What a link adds: where it leaves a cell two lines, those that are not known yet; then it is full."""
    grid, cell = knowledge.grid, link.tile
    drawn, line = link.literal < graph.number, graph.lines[link.literal % graph.number]
    clause = _Clause(drawn, (line,), (cell,), (link.literal,))
    if cell < 0:
        return clause._replace(why=NotDrawn.LOOP)
    if not graph.is_at(cell, (*link.before, link.literal)):
        return clause._replace(why=NotDrawn.TURN, clue=cell)
    left = graph.left[cell] & FITS[graph.known(cell, link.before)]
    if not _settles(left):
        return clause
    mask = left.bit_length() - 1
    lines = tuple(grid.line(cell, side) for side in SIDES_OF[mask & ~(knowledge.known(cell) >> 4)])
    return clause._replace(drawn=bool(mask), lines=lines) if lines or not mask else clause


def _told(graph: Implications, clause: _Clause) -> Part:
    """The clause as a sentence, with what it shows."""
    problem = graph.knowledge.problem
    shows: Sides = {}
    for literal in clause.literals:
        shows = _together(shows, _shown(graph, literal))
    clue = [one(problem, clause.clue, Role.BECAUSE)] if clause.clue >= 0 else []
    if not clause.lines:
        cells = many(problem, clause.cells, Role.ASSUMED)
        if cells.noun == "" and all(piece(problem, cell) == "cell" for cell in clause.cells):
            cells = cells._replace(named=joined([problem.grid.name(cell) for cell in sorted(clause.cells)]))
        page = part(f"{{}} {'have' if len(clause.cells) > 1 else 'has'} no lines.", cells)
    elif clause.drawn:
        ways = [*_ways(problem.grid, clause.lines, clause.cells)]
        verb = "lines run" if len(ways) > 1 else "a line runs"
        why = f", {clause.why.of_drawn}" if clause.why else ""
        if clause.barred and not clause.why:
            why, clue = ", not to {}", [_bare(problem, clause.turned_from(problem.grid), Role.BECAUSE)]
        page = part(f"{verb} {{}}{why}.", _by_bends(problem.grid, ways), *clue)
        for line in clause.lines:
            shows = _together(shows, {line >> 1: (S if line & 1 else E) << 4})
    else:
        why = f", {clause.why.value}" if clause.why else ""
        page = part(f"no line joins {{}}{why}.", _pairs(problem.grid, clause.lines), *clue)
    return page.after("then")._replace(shows=shows)


_Way = list[tuple[int, int]]  # cells, each with the side by which the way goes on; at its end none


def _ways(grid: Grid, lines: Iterable[int], cells: Iterable[int]) -> Iterator[_Way]:
    """The lines as ways from end to end, which begin at the first of these cells if they can."""
    at: dict[int, list[int]] = {cell: [] for cell in cells}
    for line in lines:
        for cell in grid.ends(line):
            at.setdefault(cell, []).append(line)
    left = set(lines)
    for start in sorted(at, key=lambda cell: len(at[cell]) != 1):
        while any(line in left for line in at[start]):
            way, cell = _Way(), start
            while (line := next((each for each in at[cell] if each in left), -1)) >= 0:
                left.remove(line)
                side = S if line & 1 else E
                side = side if line >> 1 == cell else OPPOSITE[side]
                way.append((cell, side))
                cell = grid.ways[side][cell]
            yield [*way, (cell, 0)]


def _by_bends(grid: Grid, ways: Iterable[_Way]) -> Mention:
    """The ways by their ends and bends: "from (1, 1) to (1, 3) to (4, 3)"; across a seam by the cells on both sides."""
    cells, named = dict[int, int](), list[str]()
    for way in ways:
        bends = [way[0], way[-1]]
        for (before, into), (cell, onward) in pairwise(way):
            cells[before] = cells.get(before, 0) | into
            cells[cell] = cells.get(cell, 0) | OPPOSITE[into]
            is_even = into == onward and not any(_wraps(grid, *each) for each in ((before, into), (cell, onward)))
            if not is_even and onward:
                bends.insert(-1, (cell, onward))
        named.append(f"from {' to '.join(grid.name(cell) for cell, _ in bends)}")
    return Mention(f"through the {Role.ASSUMED.look} cells", joined(named), Role.ASSUMED, cells)


def _wraps(grid: Grid, cell: int, side: int) -> bool:
    """Whether one crosses a seam on that side of the cell."""
    (x, y), (to_x, to_y) = grid.place(cell), grid.place(grid.ways[side][cell])
    return abs(x - to_x) + abs(y - to_y) != 1


def _pairs(grid: Grid, lines: Iterable[int]) -> Mention:
    """The cells at each of these lines: "(1, 1) to (2, 1) or (3, 1) to (3, 2)"."""
    cells, named = dict[int, int](), list[str]()
    for line in lines:
        side = S if line & 1 else E
        one_end, other = line >> 1, grid.ways[side][line >> 1]
        cells[one_end] = cells.get(one_end, 0) | side
        cells[other] = cells.get(other, 0) | OPPOSITE[side]
        named.append(f"{grid.name(min(one_end, other))} to {grid.name(max(one_end, other))}")
    return Mention(f"the {Role.ASSUMED.look} cells", joined(named, "or"), Role.ASSUMED, cells)


def _together(shows: Sides, more: Sides) -> Sides:
    """Both known bytes of each cell."""
    return {cell: shows.get(cell, 0) | more.get(cell, 0) for cell in (*shows, *more)}


def _unbranched(graph: Implications, found: Sequence[Link], end: End) -> Sequence[Link]:
    """The links as one way from the start to its denial, if no link needs two lines before it."""
    links, start = {link.literal: link for link in found}, end.start
    if any(len(link.before) > 1 for link in found):
        return found
    there, back = (_way(links, start, literal) for literal in end.literals)
    turned = [graph.denial(literal) for literal in reversed(back[:-1])]
    way = [*there, *turned]
    return [Link(after, (before,), graph.tile_of(before, after)) for before, after in pairwise(way)]


def _way(links: dict[int, Link], start: int, literal: int) -> list[int]:
    """The literals on the way from the start to this one."""
    way = [literal]
    while way[-1] != start:
        way += links[way[-1]].before  # just one
    return way[::-1]


def _shown(graph: Implications, literal: int) -> dict[int, int]:
    """The literal as it is drawn: a known byte of one of the cells at its line."""
    line = graph.lines[literal % graph.number]
    side = S if line & 1 else E
    return {line // 2: side << 4 if literal < graph.number else side}


def _line(graph: Implications, literal: int, role: Role = Role.ASSUMED) -> Mention:
    line = graph.lines[literal % graph.number]
    return between(graph.knowledge.problem, line // 2, S if line & 1 else E, role)


def _premises(knowledge: Knowledge, graph: Implications, link: Link) -> list[Premise]:
    """What the link rests on: at a tile all its masks for which the link holds."""
    if link.tile >= 0 and (link.tile in graph.beside or not graph.is_at(link.tile, (*link.before, link.literal))):
        return premises_of(knowledge, _near_clue(knowledge, graph, link.tile))
    if link.tile >= 0:
        known, left = graph.known(link.tile, link.before), knowledge.left[link.tile]
        then = left if _settles(left & FITS[known]) else FITS[graph.known(link.tile, (link.literal,))]
        return [Premise(link.tile, 0, knowledge.problem.domain_of(link.tile) & (then | ~FITS[known]))]
    assert graph.components
    lines = [graph.lines[each % graph.number] for each in (*link.before, link.literal)]
    loop = closed_loop(knowledge, graph.components, lines)
    assert loop
    return _rests_of(knowledge, loop)


def _rests_of(knowledge: Knowledge, loop: Loop) -> list[Premise]:
    """What it rests on that the loop is wrong: its drawn lines and a cell that it leaves out.

    Where one loop is the goal also all its cells, as none of them has a third line that could lead on.
    """
    if knowledge.problem.whole is not Whole.LOOP:
        return loop.premises()
    cells = loop.cells(knowledge.grid)
    return [*loop.premises(), *(Premise(cell, 0, ALL) for cell in cells), *left_out(knowledge, cells, min(cells))]


def _without(knowledge: Knowledge, loop: Loop) -> list[Mention]:
    """What a loop that closes too early leaves out, where cells may stay blank."""
    if knowledge.problem.whole is not Whole.LOOP:
        return []
    cells = loop.cells(knowledge.grid)
    others = left_out(knowledge, cells, min(cells))
    return [one(knowledge.problem, other.cell, Role.BECAUSE, other.known >> 4) for other in others]


def _near_clue(knowledge: Knowledge, graph: Implications, cell: int) -> list[int]:
    """The cell and what the clues in it or beside it look at."""
    around = [knowledge.ways[side][cell] for side in SIDES_OF[knowledge.grid.open_sides[cell]]]
    return [cell, *graph.beside.get(cell, around)]


def _settles(domain: Domain) -> bool:
    """Whether one mask is left."""
    return domain != 0 and not domain & (domain - 1)


def _link_part(knowledge: Knowledge, graph: Implications, link: Link, against: str) -> Part:
    """The link as a part: what becomes of the tile, or of the line."""
    problem, number = knowledge.problem, graph.number
    if link.tile < 0:
        words = f"then {{}} cannot be drawn, as it would close a loop{against}."
        return part(words, _line(graph, link.literal), assumption=True)
    fresh = graph.sides(link.tile, graph.lines[link.literal % number])
    if not graph.is_at(link.tile, (*link.before, link.literal)):
        words = f"then {{}} cannot be drawn, as the loop must turn beside {{}}{against}."
        return part(words, _line(graph, link.literal), one(problem, link.tile, Role.BECAUSE), assumption=True)
    left = graph.left[link.tile] & FITS[graph.known(link.tile, link.before)]
    if _settles(left):
        fresh = left.bit_length() - 1
        words = current_lines(problem, link.tile, fresh)
    else:
        words = f"has a line {leading(fresh)}" if link.literal < number else f"has no line {leading(fresh, 'or')}"
    return part(f"then {{}} {words}{against}.", one(problem, link.tile, Role.ASSUMED, fresh), assumption=True)


def _end_part(knowledge: Knowledge, graph: Implications, end: End) -> tuple[list[Premise], Part]:
    """What the end rests on, and its part."""
    problem = knowledge.problem
    if end.how is Bad.DENIAL:
        literal, _ = end.literals  # both are of the same line
        line = _line(graph, literal, Role.CUT_OFF)
        return [], part("{} would be both drawn and not drawn.", line).after("then")
    if end.how is Bad.TILE and (end.cell in graph.beside or not graph.is_at(end.cell, end.literals)):
        rests = premises_of(knowledge, _near_clue(knowledge, graph, end.cell))
        tile = _bare(problem, end.cell, Role.CUT_OFF)
        if graph.is_at(end.cell, end.literals):
            return rests, part(_fits_nothing(knowledge, graph, end), tile).after("then")
        return rests, part("the loop would not turn beside {}.", tile).after("then")
    if end.how is Bad.TILE:
        tile = _bare(problem, end.cell, Role.CUT_OFF)
        keep = problem.domain_of(end.cell) & ~FITS[graph.known(end.cell, end.literals)]
        return [Premise(end.cell, 0, keep)], part(_fits_nothing(knowledge, graph, end), tile).after("then")
    components = components_joined(knowledge)
    assert components
    drawn = [graph.lines[literal] for literal in end.literals if literal < graph.number]
    if end.how is Bad.LOOP:
        loop = closed_loop(knowledge, components, drawn)
        assert loop
        shown = many(problem, loop.drawn, Role.CUT_OFF)
        rests, without = _rests_of(knowledge, loop), _without(knowledge, loop)
        words = "a loop closes without {}." if without else "these lines would close a loop."
        return rests, part(words, *without, marks=[shown]).after("then")
    roots = {end.cell, *(components.find(cell) for line in drawn for cell in knowledge.grid.ends(line))}
    cells = members(knowledge, components, roots)
    return premises_of(knowledge, cells), part(
        "{} cannot be joined to the rest.", many(problem, cells, Role.CUT_OFF)
    ).after("then")


def _fits_nothing(knowledge: Knowledge, graph: Implications, end: End) -> str:
    """What is wrong with a tile that has no mask left, with braces for it."""
    problem, cell = knowledge.problem, end.cell
    if not problem.draws:
        return "{} has no turn left."
    lines = (knowledge.known(cell) | graph.known(cell, end.literals)) >> 4
    if DEGREE[lines] > 2:
        return _meet(lines)
    return "a line ends at {}." if DEGREE[lines] == 1 else "no way through {} is left."


def _meet(lines: int) -> str:
    """That so many lines are more than a cell can have, with braces for it."""
    return f"{number_in_words(DEGREE[lines])} lines meet at {{}}."


def _bare(problem: Problem, cell: int, role: Role) -> Mention:
    """A cell, in plain text by its place alone where nothing else is to be said of it."""
    mention = one(problem, cell, role)
    return mention._replace(named=problem.grid.name(cell)) if piece(problem, cell) == "cell" else mention
