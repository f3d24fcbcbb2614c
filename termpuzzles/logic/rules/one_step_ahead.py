"""`one step ahead`: suppose a turn, and follow what it leads to; if that is a contradiction, the turn is ruled out.

Proof: the rules that follow the supposition are sound, so a contradiction shows that no solution has that turn; and
a full board that the judge refuses is no solution.
Source: failed literals in the satisfiability literature; what players do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from termpuzzles.logic.engine.agenda import empty_agendas, follow
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.conclusion import consequence_of
from termpuzzles.logic.explain.parts import Role, current_lines, one, part
from termpuzzles.logic.explain.slices import Slice, resting_on_all, smallest_slice
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason, Step
from termpuzzles.logic.problem import KNOWN, LONE, Domain, Whole, masks_of
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.rules.line_words import ways_of

FOLLOWED = (
    "edge",
    "degree",
    "circles",
    "no loop",
    "dead end",
    "only way across",
)  # the rules that follow a supposition
FOLLOWED_IN_LOOPS = (*FOLLOWED, "pairs")


def followed(knowledge: Knowledge) -> list[Rule]:
    """The problem's rules that follow a supposition, easiest first."""
    problem = knowledge.problem
    follow = FOLLOWED_IN_LOOPS if problem.whole is Whole.LOOP else FOLLOWED
    return rules_of(name for name in problem.rules if name in follow)


class WhatIfs:
    """What suppositions led to, kept while one knowledge grows, so that few of them are followed twice.

    What a supposition leaves without a contradiction is a *world*. While all that is concluded after it holds in the
    world as it is, the same supposition leads to the same world. Any turn that is certain in it can be supposed as
    well: what follows from that turn alone is no more than the world. Nor does what any of the `solutions` has lead to
    a contradiction.
    """

    def __init__(self, solutions: Sequence[bytes] = ()) -> None:
        self._solutions = solutions
        self._worlds: list[Mapping[int, Domain]] = []  # each as what is left of the cells that it narrows
        self._safe: set[int] = set()  # the turns that are certain in some world, as `cell << 4 | mask`
        self._refuted: set[int] = set()  # the turns that led to a contradiction, as they do whatever else is known

    def near(self, knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
        """As `near` of the rule; only worlds in which all changes hold are kept."""
        changed, left = list(changed), knowledge.left
        self._worlds = [
            world for world in self._worlds if all(cell in world and not world[cell] & ~left[cell] for cell in changed)
        ]
        self._safe.clear()
        for world in self._worlds:
            self._add_turns(world)
        return near(knowledge, changed, since)

    def _add_turns(self, world: Mapping[int, Domain]) -> None:
        self._safe.update(cell << 4 | LONE[domain] for cell, domain in world.items() if domain in LONE)

    def find(self, knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
        """As `find` of the rule."""
        for cell in cells:
            before = knowledge.left[cell]
            solved = {board[cell] for board in self._solutions}
            for mask in masks_of(before) if before & (before - 1) else ():
                turn = cell << 4 | mask
                if mask in solved or turn in self._safe:
                    continue
                if turn in self._refuted or (world := world_of(knowledge, cell, mask)) is None:
                    self._refuted.add(turn)
                    narrowed = (Narrowing(cell, before, before & ~(1 << mask)),)
                    tell, rests = partial(_reason, knowledge, cell, mask), partial(_premises, knowledge, cell, mask)
                    yield Finding(RULE.name, narrowed, tell, rests=rests)
                else:
                    self._worlds.append(world)
                    self._add_turns(world)


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns of each cell that lead to a contradiction."""
    return WhatIfs().find(knowledge, cells)


def world_of(knowledge: Knowledge, cell: int, mask: int) -> dict[int, Domain] | None:
    """What is left of the cells narrowed by what follows from this mask of the cell; None if that contradicts itself.

    The knowledge is left as it was.
    """
    mark = knowledge.mark()
    knowledge.narrow(cell, 1 << mask)
    world = knowledge.narrowed_since(mark) if _follow(knowledge) else None
    knowledge.undo(mark)
    return world


def _follow(knowledge: Knowledge) -> bool:
    """Draw all conclusions of the rules that follow; False on a contradiction."""
    whole_board = [rule for rule in followed(knowledge) if rule.near is None]
    while True:
        if not knowledge.propagate():
            return False
        if (board := knowledge.settled()) is not None:
            return knowledge.problem.judge(board)
        for rule in whole_board:
            found = [narrowing for step in rule.find(knowledge, ()) for narrowing in step.narrowed]
            if not all(knowledge.narrow(cell, after) for cell, _, after in found):
                return False
            if found:
                break
        else:
            return True


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """Every open cell, if anything changed: a supposition may lead anywhere."""
    return knowledge.open_cells() if changed else ()


def _reason(knowledge: Knowledge, cell: int, mask: int) -> Reason:
    problem, needed = knowledge.problem, _needed(knowledge, cell, mask, Finding.step)
    tile = one(problem, cell, Role.TARGET, mask)
    supposed = part("suppose {} {}.", tile, current_lines(problem, cell, mask), assumption=True)
    supposed = supposed._replace(shows={cell: KNOWN[1 << mask]})
    if not needed.steps:
        then = [part("then all the others follow, and the finished board breaks the rules.")]
    else:
        *before, last = needed.steps
        if problem.draws:
            then = ways_of(knowledge, before, cell, mask)
        else:
            then = [consequence_of(problem, step.narrowed, "then") for step in before]
        then += [consequence_of(problem, last.narrowed, "then"), *last.parts]
    return Reason.of(_as_premises(knowledge, needed), supposed, *then)


def _premises(knowledge: Knowledge, cell: int, mask: int) -> list[Premise]:
    """What the reason rests on."""
    return _as_premises(knowledge, _needed(knowledge, cell, mask, Finding.wordless))


def _as_premises(knowledge: Knowledge, needed: Slice) -> list[Premise]:
    return [Premise(at, knowledge.known(at), knowledge.left[at]) for at in sorted(needed.cells)]


def _needed(knowledge: Knowledge, cell: int, mask: int, keep: Callable[[Finding], Step]) -> Slice:
    """The steps that lead from this mask of the cell to a contradiction, each as it is kept, and their cells.

    No steps and all cells, if only the finished board shows one.
    """
    mark, agendas = knowledge.mark(), empty_agendas(knowledge, followed(knowledge))
    narrowed = knowledge.narrow(cell, 1 << mask)
    assert narrowed
    found = (finding for finding in follow(knowledge, agendas, knowledge.note()) if finding)
    steps = [resting_on_all(knowledge.problem, keep(finding)) for finding in found]
    knowledge.undo(mark)
    if not steps or not steps[-1].contradiction:
        return Slice([], {*range(knowledge.size)})
    needed = smallest_slice(knowledge.grid, steps, knowledge.known)
    return needed._replace(cells=needed.cells | {cell})


def kept(solutions: Sequence[bytes]) -> Rule:
    """The rule for one chain, which keeps what suppositions led to."""
    what_ifs = WhatIfs(solutions)
    return RULE._replace(find=what_ifs.find, near=what_ifs.near)


RULE = Rule(
    name="one step ahead",
    sentence="Suppose one turn of a tile and follow where it leads: if to a contradiction, that turn is out.",
    find=find,
    near=near,
    kept=kept,
)
