"""The words of a chain: what is supposed, what follows link by link, and where that ends.

Where tiles turn, each link is a page of its own. Where lines are drawn, links that lead on from each other are told as
the ways that the lines then take, from bend to bend, as one would draw them: many links in few words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.english import joined
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
)
from termpuzzles.logic.explain.step import Premise, Reason
from termpuzzles.logic.problem import ALL, FITS, Domain, Whole
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
        told = _ways_told(knowledge, graph, links, end.start)
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


class _Clause(NamedTuple):
    """What some links add, in one sentence.

    `lines` are drawn, or not drawn for the reason `why`; cells have none if there are no lines. The `cells` are those
    at which it follows, and `literals` are shown with it.
    """

    drawn: bool
    lines: tuple[int, ...]
    cells: tuple[int, ...]
    literals: tuple[int, ...]
    why: str = ""
    clue: int = -1

    def with_more(self, other: _Clause) -> _Clause | None:
        """Both in one; None if they are not of one kind."""
        if (self.drawn, bool(self.lines), *self[4:]) != (other.drawn, bool(other.lines), *other[4:]):
            return None
        lines, cells, literals = (
            tuple(dict.fromkeys([*mine, *its])) for mine, its in zip(self[1:4], other[1:4], strict=True)
        )
        return self._replace(lines=lines, cells=cells, literals=literals)


def _ways_told(knowledge: Knowledge, graph: Implications, links: Iterable[Link], start: int) -> _Told:
    """The links as the ways that lines take, as many in a sentence as it holds."""
    clauses, drawn = list[_Clause](), _Drawn()
    drawn.clash(graph, _Clause(start < graph.number, (graph.lines[start % graph.number],), (), ()))
    for link in _in_order(links, start):
        clause = _clause(knowledge, graph, link)
        fresh = tuple(line for line in clause.lines if line not in drawn.lines)
        if clause.drawn and not fresh:
            continue  # that a cell is full is seen by its lines
        clause = clause._replace(lines=fresh if clause.drawn else clause.lines)
        both = clauses[-1].with_more(clause) if clauses else None
        if both and len(_told(graph, both).plain.split()) <= LONGEST:
            clauses[-1] = both
        else:
            clauses.append(clause)
        if ending := drawn.clash(graph, clause):
            return _Told([*(_told(graph, each) for each in clauses), ending], has_ended=True)
    parts = [_told(graph, clause) for clause in clauses]
    if any(link.literal == graph.denial(start) for link in links):
        against = "that contradicts the assumption."
        parts[-1:] = [parts[-1].followed_by(against)] if parts else [part(against, assumption=True)]
    return _Told(parts)


class _Drawn:
    """What is told so far of lines: those that are drawn, and those that are not."""

    def __init__(self) -> None:
        self.lines, self._crossed = set[int](), set[int]()
        self._at: dict[int, int] = {}

    def clash(self, graph: Implications, clause: _Clause) -> Part | None:
        """Take in a clause, and say what is wrong by now, if anything is."""
        knowledge = graph.knowledge
        problem, grid = knowledge.problem, knowledge.grid
        lines = clause.lines or [
            grid.line(cell, side) for cell in clause.cells for side in SIDES_OF[grid.open_sides[cell]]
        ]
        (self.lines if clause.drawn else self._crossed).update(lines)
        for line in lines:
            if line in self.lines and line in self._crossed:
                mention = between(problem, line >> 1, S if line & 1 else E, Role.CUT_OFF)
                return part("{} would be both drawn and not drawn.", mention).after("then")
            side = S if line & 1 else E
            for cell, toward in zip(grid.ends(line), (side, OPPOSITE[side]), strict=True) if clause.drawn else ():
                self._at[cell] = self._at.get(cell, knowledge.known(cell) >> 4) | toward
                if DEGREE[self._at[cell]] > 2:
                    return part("{} has more than two lines.", one(problem, cell, Role.CUT_OFF)).after("then")
        return None


def _in_order(links: Iterable[Link], start: int) -> Iterator[Link]:
    """The links, each after those that it needs, and if it can be right after one from which it leads on."""
    waiting, done, last = [*links], {start}, start
    while waiting:
        ready = [link for link in waiting if done.issuperset(link.before)]
        link = next((each for each in ready if not {last}.isdisjoint(each.before)), ready[0])
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
        return clause._replace(why=", as that would close a loop")
    if not graph.is_at(cell, (*link.before, link.literal)):
        return clause._replace(why=", as the loop turns beside {}", clue=cell)
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
    if not clause.lines:
        cells = many(problem, clause.cells, Role.ASSUMED)
        page = part(f"{{}} {'have' if len(clause.cells) > 1 else 'has'} no lines.", cells)
    elif clause.drawn:
        ways = [*_ways(problem.grid, clause.lines, clause.cells)]
        verb = "lines run" if len(ways) > 1 else "a line runs"
        page = part(f"{verb} {{}}.", _by_bends(problem.grid, ways))
        for line in clause.lines:
            shows = _together(shows, {line >> 1: (S if line & 1 else E) << 4})
    else:
        clue = [one(problem, clause.clue, Role.BECAUSE)] if clause.clue >= 0 else []
        page = part(f"no line joins {{}}{clause.why}.", _pairs(problem.grid, clause.lines), *clue)
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
    return [*loop.premises(), *(Premise(cell, 0, ALL) for cell in cells), *left_out(knowledge, cells)]


def _without(knowledge: Knowledge, loop: Loop) -> list[Mention]:
    """What a loop that closes too early leaves out, where cells may stay blank."""
    if knowledge.problem.whole is not Whole.LOOP:
        return []
    others = left_out(knowledge, loop.cells(knowledge.grid))
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
        tile = one(problem, end.cell, Role.CUT_OFF)
        if graph.is_at(end.cell, end.literals):
            return rests, part(_fits_nothing(knowledge, graph, end), tile).after("then")
        return rests, part("the loop would not turn beside {}.", tile).after("then")
    if end.how is Bad.TILE:
        tile = one(problem, end.cell, Role.CUT_OFF)
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
        return "{} has more than two lines."
    return "a line ends in {}." if DEGREE[lines] == 1 else "no way through {} is left."
