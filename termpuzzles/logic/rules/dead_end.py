"""Sealed off and Small pocket: no turn may cut a part of the board off from the rest.

`dead end`: a turn is ruled out if its lines all lead to dead ends that together are too small for the whole board.

Proof: see `termpuzzles.logic.engine.reach`. All cells that are not blank must be joined, so a turn that can
join at most fewer than all of them is in no solution.
Source: Simon Tatham's Net solver (dead ends), here for components of joined cells.

`pocket`: a turn that would seal off a group of two or three tiles is ruled out: a small dead end, seen at a glance.

Proof: as for `dead end` (see `termpuzzles.logic.engine.reach`), limited to turns that can join at most
three tiles. Such a bound rests on bounds that are smaller still, so all of it lies close together.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.english import joined
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import (
    LONGEST,
    Part,
    Role,
    Sentence,
    if_turned,
    many,
    named_sides,
    naming_order,
    page_of,
    part,
    piece,
    seam_of,
    toward,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import ALL, HAS, Domain, choices, domain, masks_of


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns in each cell's component that would seal it off."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    for cell in cells:
        yield from dead_ends_at(knowledge, cell)


def dead_ends_at(knowledge: Knowledge, cell: int) -> list[Finding]:
    """The turns in the cell's component that would seal it off, by the bounds as they are."""
    return _findings("dead end", knowledge, knowledge.propagator(Reach).look(cell))


def _findings(name: str, knowledge: Knowledge, refuted: Iterable[tuple[int, Domain, int]]) -> list[Finding]:
    found = []
    for tile, keep, most in refuted:
        before = knowledge.left[tile]
        narrowed = Narrowing(tile, before, before & keep)
        found.append(Finding(name, (narrowed,), partial(pocket_reason, knowledge, narrowed), most))
    return found


def enclosed(knowledge: Knowledge, cell: int, masks: int) -> set[int]:
    """All cells that the cell, with one of these masks, can be joined to by lines whose bounds are finite."""
    reach = knowledge.propagator(Reach)
    seen: set[int] = set()
    members: set[int] = set()
    waiting: list[tuple[int, Domain, int | None]] = [(cell, masks, None)]
    while waiting:
        entry, allowed, came = waiting.pop()
        for tile in _component(knowledge, entry):
            members.add(tile)
            limit = allowed if tile == entry else ALL
            for bit, sides in choices(knowledge.left[tile]):
                for side in sides if bit & limit else ():
                    key = tile << 4 | side
                    if tile == entry and side == came:
                        continue
                    if key not in seen and reach.bounds.get(key, reach.endless) < reach.endless:
                        seen.add(key)
                        waiting.append((knowledge.ways[side][tile], HAS[OPPOSITE[side]], OPPOSITE[side]))
    return members


def _component(knowledge: Knowledge, cell: int) -> list[int]:
    lines = knowledge.propagator(Components).lines
    found = {cell: None}
    queue = [cell]
    for member in queue:
        for side in SIDES_OF[lines[member]]:
            other = knowledge.ways[side][member]
            if other not in found:
                found[other] = None
                queue.append(other)
    return queue


def pocket_reason(knowledge: Knowledge, narrowing: Narrowing) -> Reason:
    """Explain why the turns that a narrowing drops would seal the tile off."""
    cell, before, after = narrowing
    dropped = masks_of(before & ~after)
    sealed = {mask: enclosed(knowledge, cell, 1 << mask) for mask in dropped}
    members = sorted(set().union(*sealed.values()))
    because = shut_in(knowledge, cell, sealed)
    if not after:
        total = knowledge.propagator(Components).total
        if len(members) >= total:  # too many to be counted as sealed off
            return Reason.of(because, *(sealing(knowledge, cell, mask, sealed[mask]) for mask in dropped))
        if members == [cell]:
            return Reason.of(because, part("however it is turned, it is joined to nothing."))
        others = many(knowledge.problem, [member for member in members if member != cell], Role.CUT_OFF)
        template = "however it is turned, it is sealed off with {}: at most {} of the {} tiles could be joined."
        return Reason.of(because, part(template, others, len(members), total))
    if (
        piece(knowledge.problem, cell) == "end"
        and len(dropped) > 1
        and all(_meets_ends(knowledge, cell, mask, found) for mask, found in sealed.items())
    ):
        sides = named_sides(sum(dropped))  # an end's masks are sides
        met = dict.fromkeys((knowledge.ways[side][cell] for side in sides), 0)
        ends = many(knowledge.problem, met, Role.CUT_OFF, ordered=True, word="or")._replace(shown="an end")
        ways = joined([toward(side, seam_of(knowledge.grid, cell)) for side in sides], "or")
        told = part(f"pointing {ways}, it would meet {{}}: {CUT_OFF_PAIR}.", ends)
        if len(told.plain.split()) > LONGEST:
            told = page_of(
                Sentence(f"pointing {ways}, it would meet {{}}.", (ends,)), Sentence(f"then {CUT_OFF_PAIR}.")
            )
        return Reason.of(because, told)
    return Reason.of(
        because, *(sealing(knowledge, cell, mask, sealed[mask]) for mask in sorted(dropped, key=naming_order))
    )


CUT_OFF_PAIR = "the two ends would be cut off from the rest"


def shut_in(knowledge: Knowledge, cell: int, sealed: Mapping[int, set[int]]) -> list[Premise]:
    """The premises for this: with each of these masks, the cell is joined to nothing but the members found for it.

    A member counts only for the masks ruled out by which it, entered from another, would lead out. If the members are
    not fewer than all tiles, or if one may lead out as it is (where their lines are a loop already, on a board without
    a solution), the reason is their bounds, which rest on all that is left.
    """
    total = knowledge.propagator(Components).total
    ruled_out: dict[int, Domain] = defaultdict(int)
    for mask, members in sealed.items():
        leading_out = _leading_out(knowledge, cell, mask, members) if len(members) < total else None
        if leading_out is None:
            return [Premise(member, knowledge.known(member), knowledge.left[member]) for member in sorted(members)]
        for member, gone in leading_out.items():
            ruled_out[member] |= gone
    domain_of = knowledge.problem.domain_of
    return [Premise(member, 0, domain_of(member) & ~gone) for member, gone in sorted(ruled_out.items())]


def _leading_out(knowledge: Knowledge, cell: int, mask: int, members: set[int]) -> dict[int, Domain] | None:
    """For each member that can be entered the masks, ruled out already, by which it would lead out of the members.

    Masks that are ruled out but would not open a way out do not count. None if one that is left leads out.
    """
    shut = _Shut(knowledge, cell, mask, members)
    ways = knowledge.ways
    found = shut.entered_from([(ways[side][cell], OPPOSITE[side]) for side in SIDES_OF[mask]], set())
    if found is None:
        return None
    gone: dict[int, Domain] = defaultdict(int, {cell: domain()})
    waiting = list(found)
    for member, entry in waiting:  # grows while it is read
        outward = []
        for way in masks_of(shut.limit(member, entry) & ~knowledge.left[member]):
            further = shut.entered_from(shut.beyond(member, entry, way), found)
            if further is None:
                outward.append(way)
            else:
                waiting += further
                found |= further
        gone[member] |= domain(*outward)
    return gone


class _Shut:
    """The members to which one cell, with one mask, is joined, and to nothing else."""

    def __init__(self, knowledge: Knowledge, cell: int, mask: int, members: set[int]) -> None:
        self.knowledge = knowledge
        self.cell = cell
        self.mask = mask
        self.members = members

    def limit(self, member: int, entry: int) -> Domain:
        """The masks of the member with which it could be entered from that side."""
        has = HAS[entry]
        return (1 << self.mask) & has if member == self.cell else self.knowledge.problem.domain_of(member) & has

    def beyond(self, member: int, entry: int, way: int) -> list[tuple[int, int]]:
        """The cells to which the member leads on with the mask `way`, each with the side from which it is entered."""
        return [(self.knowledge.ways[side][member], OPPOSITE[side]) for side in SIDES_OF[way & ~entry]]

    def entered_from(self, begin: list[tuple[int, int]], seen: set[tuple[int, int]]) -> set[tuple[int, int]] | None:
        """All members entered from `begin` on by masks that are left; None if that leads out of the members."""
        found: set[tuple[int, int]] = set()
        waiting = begin.copy()
        while waiting:
            each = waiting.pop()
            if each in seen or each in found:
                continue
            member, entry = each
            if member not in self.members:
                return None
            found.add(each)
            for way in masks_of(self.limit(member, entry) & self.knowledge.left[member]):
                waiting += self.beyond(member, entry, way)
        return found


def bound(knowledge: Knowledge, cell: int, mask: int) -> int:
    """The most tiles that can be joined where the cell takes this mask, which the bounds as they are rule out."""
    reach = knowledge.propagator(Reach)
    component = reach.open_parts(cell)
    assert component
    size, parts = component
    sides = dict(choices(knowledge.left[cell]))[1 << mask]
    return size - dict(parts)[cell] + sum(reach.bounds[cell << 4 | side] for side in sides)


def _meets_ends(knowledge: Knowledge, cell: int, mask: int, members: set[int]) -> bool:
    """Whether the cell, with this mask, would have an end on each side and nothing else."""
    met = {knowledge.ways[side][cell] for side in SIDES_OF[mask]}
    return met == members - {cell} and all(piece(knowledge.problem, other) == "end" for other in met)


def sealing(knowledge: Knowledge, cell: int, mask: int, members: set[int]) -> Part:
    """Say what one turn would seal off; if it would meet only ends, say so."""
    problem = knowledge.problem
    others = sorted(members - {cell})
    if not others:
        return part("{}, it would be joined to nothing.", if_turned(problem, cell, mask))
    cut_off = many(problem, others, Role.CUT_OFF)
    if _meets_ends(knowledge, cell, mask, members):
        if piece(problem, cell) == "end":
            return part(f"{{}}, it would meet {{}}: {CUT_OFF_PAIR}.", if_turned(problem, cell, mask), cut_off)
        met = dict.fromkeys((knowledge.ways[side][cell] for side in named_sides(mask)), 0)
        ends = many(problem, met, Role.CUT_OFF, ordered=True)
        what = "to each other and nothing else" if len(met) > 1 else "to nothing else"
        return part("{}, it would join {} {}.", if_turned(problem, cell, mask), ends, what)
    total = knowledge.propagator(Components).total
    if len(members) >= total:  # the ways on are short, though the tiles on them could be any
        ahead = _ahead(knowledge, cell, mask, bound(knowledge, cell, mask))
        return part("{}, {} of the {} tiles could be joined.", if_turned(problem, cell, mask), ahead, total)
    template = "{}, it would be sealed off with {}: at most {} of the {} tiles could be joined."
    return part(template, if_turned(problem, cell, mask), cut_off, len(members), total)


def _ahead(knowledge: Knowledge, cell: int, mask: int, most: int) -> str:
    """Say how many tiles can lie beyond each line of a turn, and how many that makes with the tile and its group."""
    reach = knowledge.propagator(Reach)
    seam = seam_of(knowledge.grid, cell)
    beyond = {side: reach.bounds[cell << 4 | side] for side in dict(choices(knowledge.left[cell]))[1 << mask]}
    order = named_sides(sum(beyond))
    ways = joined([f"at most {beyond[side]} {toward(side, seam)}" for side in order])
    rest = most - sum(beyond.values())
    own = "it" if rest == 1 else f"the {rest} of its group"
    return f"{ways} could follow, whichever way they turn; with {own}, at most {most}"


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """A cell of each component in which turns have been refuted since."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    return reach.log[since:]


RULE = Rule(
    name="dead end",
    sentence="All tiles must be joined, so no turn may seal off a group of tiles that is smaller than the board.",
    find=find,
    near=near,
    log=Reach,
)


NAME = "pocket"
MOST = 3  # tiles of a pocket


def find_pockets(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns in each cell's component that would seal off a pocket."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    for cell in cells:
        yield from _findings(NAME, knowledge, reach.look(cell, MOST))


def pockets_near(knowledge: Knowledge, cell: int) -> Iterator[tuple[int, list[Finding]]]:
    """The pockets at a cell that waits, and at those around that wait then, too; each of these with its findings."""
    for seen, refuted in knowledge.propagator(Reach).look_small(cell, MOST):
        yield seen, _findings(NAME, knowledge, refuted)


def pockets_at(knowledge: Knowledge, cell: int) -> list[Finding]:
    """The turns in the cell's component that would seal off a pocket, by the bounds as they are."""
    return _findings(NAME, knowledge, knowledge.propagator(Reach).look(cell, MOST))


def near_pockets(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """A cell of each component in which turns have been refuted since, small or large."""
    return near(knowledge, changed, since)


POCKET_RULE = Rule(
    name=NAME,
    sentence="Two ends must not meet, nor may any two or three tiles be sealed off from the others.",
    find=find_pockets,
    near=near_pockets,
    log=Reach,
)
