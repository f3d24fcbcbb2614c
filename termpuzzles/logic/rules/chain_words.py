"""The words of a chain: what is supposed, what follows link by link, and where that ends.

Where tiles turn, each link is a page of its own. Where lines are drawn, links that lead on from each other are told as
the ways that the lines then take, from bend to bend, as one would draw them: many links in few words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, SIDES_OF, E, S
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import (
    Mention,
    Part,
    Role,
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
from termpuzzles.logic.rules.line_words import (
    Barred,
    Clause,
    DrawnSoFar,
    both_known,
    in_one,
    page_for,
    place_of,
    so_many_meet,
)


def reason_of(knowledge: Knowledge, graph: Implications, links: Sequence[Link], end: End) -> Reason:
    """Why the opposite of the start holds, as a page for what is supposed, some for the links, and one for the end."""
    links = _unbranched(graph, links, end) if end.how is Bad.DENIAL else links
    premises = [premise for link in links for premise in _premises(knowledge, graph, link)]
    words = "suppose {} is drawn." if end.start < graph.number else "suppose {} is not drawn."
    supposed = part(words, _line(graph, end.start), assumption=True)._replace(shows=_shown(graph, end.start))
    rests, ending = _end_part(knowledge, graph, end)
    if knowledge.problem.draws:
        told = _ways_told(knowledge, graph, links, end)
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
            parts[same] = page._replace(shows=both_known(parts[same].shows, shows))
        else:
            told.append(page)
            parts.append(page._replace(shows=shows))
    return _Told(parts)


def _ways_told(knowledge: Knowledge, graph: Implications, links: Iterable[Link], end: End) -> _Told:
    """The links as the ways that lines take, as many in a sentence as it holds."""
    problem, start = knowledge.problem, end.start
    clauses, drawn = list[Clause](), DrawnSoFar(graph.lines[start % graph.number])
    drawn.clash(knowledge, Clause(start < graph.number, (graph.lines[start % graph.number],), (), {}))
    by_literal = {link.literal: _clause(knowledge, graph, link) for link in links}
    for link in _in_order(links, by_literal, start):
        clause = by_literal[link.literal]
        fresh = tuple(line for line in clause.lines if line not in drawn.lines)
        if clause.drawn and not fresh:
            continue  # that a cell is full is seen by its lines
        clause = clause._replace(lines=fresh if clause.drawn else clause.lines)
        clash = drawn.clash(knowledge, clause)
        if clash and not clause.lines:
            clash = part("a line ends at {}.", place_of(problem, link.tile, Role.CUT_OFF)).after("then")
            return _Told([*(page_for(problem, each) for each in clauses), clash], has_ended=True)
        both = in_one(problem, clauses[-1], clause, drawn.full) if clauses else None
        clauses[-1:] = [both] if both else [*clauses[-1:], clause]
        if clash:
            return _Told([*(page_for(problem, each) for each in clauses), clash], has_ended=True)
    parts = [page_for(problem, clause) for clause in clauses]
    if clauses and _bars_the_end(graph, clauses[-1], end):
        words = f"a line ends at {{}}, {Barred.LOOP.of_drawn}."
        ending = part(words, place_of(problem, end.cell, Role.CUT_OFF)).after("then")
        return _Told([*parts[:-1], ending._replace(shows=parts[-1].shows)], has_ended=True)
    if any(link.literal == graph.denial(start) for link in links):
        against = "that contradicts the assumption."
        parts[-1:] = [parts[-1].followed_by(against)] if parts else [part(against, assumption=True)]
    return _Told(parts)


def _bars_the_end(graph: Implications, last: Clause, end: End) -> bool:
    """Whether a line ends in a cell because of lines there that are not drawn, as they would close a loop."""
    if last.drawn or last.why is not Barred.LOOP or end.how is not Bad.TILE or not graph.is_at(end.cell, end.literals):
        return False
    grid, lines = graph.knowledge.grid, (graph.knowledge.known(end.cell) | graph.known(end.cell, end.literals)) >> 4
    return DEGREE[lines] == 1 and all(end.cell in grid.ends(line) for line in last.lines)


def _in_order(links: Iterable[Link], clauses: Mapping[int, Clause], start: int) -> Iterator[Link]:
    """The links, each after those that it needs: what is left once a line is barred at once, then those of one kind.

    Of several of a kind one comes first that leads on from the last.
    """
    waiting, done, last = [*links], {start}, start

    def order(link: Link) -> tuple[bool, bool, bool]:
        before, mine = clauses.get(last), clauses[link.literal]
        leads_on = not {last}.isdisjoint(link.before)
        is_left = leads_on and before is not None and before.why is not None and mine.drawn
        return not is_left, before is None or before.kind != mine.kind, not leads_on

    while waiting:
        ready = [link for link in waiting if done.issuperset(link.before)]
        link = min(ready, key=order)
        waiting.remove(link)
        last = link.literal
        done.add(last)
        yield link


def _clause(knowledge: Knowledge, graph: Implications, link: Link) -> Clause:
    """What a link adds: where it leaves a cell two lines, those that are not known yet; then it is full."""
    grid, cell = knowledge.grid, link.tile
    drawn, line = link.literal < graph.number, graph.lines[link.literal % graph.number]
    clause = Clause(drawn, (line,), (cell,), _shown(graph, link.literal))
    if cell < 0:
        return clause._replace(why=Barred.LOOP)
    if not graph.is_at(cell, (*link.before, link.literal)):
        return clause._replace(why=Barred.TURN, clue=cell)
    left = graph.left[cell] & FITS[graph.known(cell, link.before)]
    if not _settles(left):
        return clause
    mask = left.bit_length() - 1
    lines = tuple(grid.line(cell, side) for side in SIDES_OF[mask & ~(knowledge.known(cell) >> 4)])
    return clause._replace(drawn=bool(mask), lines=lines) if lines or not mask else clause


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
        words = f"{{}} cannot be drawn, as it would close a loop{against}."
        return part(words, _line(graph, link.literal)).after("then")
    fresh = graph.sides(link.tile, graph.lines[link.literal % number])
    if not graph.is_at(link.tile, (*link.before, link.literal)):
        words = f"{{}} cannot be drawn, as the loop must turn beside {{}}{against}."
        return part(words, _line(graph, link.literal), one(problem, link.tile, Role.BECAUSE)).after("then")
    left = graph.left[link.tile] & FITS[graph.known(link.tile, link.before)]
    if _settles(left):
        fresh = left.bit_length() - 1
        words = current_lines(problem, link.tile, fresh)
    else:
        words = f"has a line {leading(fresh)}" if link.literal < number else f"has no line {leading(fresh, 'or')}"
    return part(f"{{}} {words}{against}.", one(problem, link.tile, Role.ASSUMED, fresh)).after("then")


def _end_part(knowledge: Knowledge, graph: Implications, end: End) -> tuple[list[Premise], Part]:
    """What the end rests on, and its part."""
    problem = knowledge.problem
    if end.how is Bad.DENIAL:
        literal, _ = end.literals  # both are of the same line
        line = _line(graph, literal, Role.CUT_OFF)
        return [], part("{} would be both drawn and not drawn.", line).after("then")
    if end.how is Bad.TILE and (end.cell in graph.beside or not graph.is_at(end.cell, end.literals)):
        rests = premises_of(knowledge, _near_clue(knowledge, graph, end.cell))
        tile = place_of(problem, end.cell, Role.CUT_OFF)
        if graph.is_at(end.cell, end.literals):
            return rests, part(_fits_nothing(knowledge, graph, end), tile).after("then")
        return rests, part("the loop would not turn beside {}.", tile).after("then")
    if end.how is Bad.TILE:
        tile = place_of(problem, end.cell, Role.CUT_OFF)
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
        return so_many_meet(lines)
    return "a line ends at {}." if DEGREE[lines] == 1 else "no way through {} is left."
