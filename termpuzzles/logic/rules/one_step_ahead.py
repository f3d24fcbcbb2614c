"""`one step ahead`: suppose a turn, and follow what it leads to; if that is a contradiction, the turn is ruled out.

Proof: the rules that follow the supposition are sound, so a contradiction shows that no solution has that turn; and
a full board that the judge refuses is no solution.
Source: failed literals in the satisfiability literature; what players do.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.logic.engine.agenda import empty_agendas, follow
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import Role, current_lines, one, part
from termpuzzles.logic.explain.slices import resting_on_all, smallest_slice
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import Whole, masks_of
from termpuzzles.logic.rules import rules_of

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


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns of each cell that lead to a contradiction."""
    for cell in cells:
        before = knowledge.left[cell]
        if before & (before - 1):
            for mask in masks_of(before):
                if refuted(knowledge, cell, mask):
                    narrowed = (Narrowing(cell, before, before & ~(1 << mask)),)
                    yield Finding("one step ahead", narrowed, partial(_reason, knowledge, cell, mask))


def refuted(knowledge: Knowledge, cell: int, mask: int) -> bool:
    """Whether this mask of the cell leads to a contradiction; the knowledge is left as it was."""
    mark = knowledge.mark()
    knowledge.narrow(cell, 1 << mask)
    wrong = not _follow(knowledge)
    knowledge.undo(mark)
    return wrong


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
    mark, agendas = knowledge.mark(), empty_agendas(knowledge, followed(knowledge))
    steps = []
    narrowed = knowledge.narrow(cell, 1 << mask)
    assert narrowed
    for finding in follow(knowledge, agendas, knowledge.note()):
        if finding:
            steps.append(resting_on_all(knowledge.problem, finding.step()))
    knowledge.undo(mark)
    problem = knowledge.problem
    tile = one(problem, cell, Role.TARGET, mask)
    supposed = part("suppose {} {}.", tile, current_lines(problem, cell, mask), assumption=True)
    if not steps or not steps[-1].contradiction:
        everything = (_premise(knowledge, at) for at in range(knowledge.size))
        return Reason.of(
            everything, supposed, part("then all the others follow, and the finished board breaks the rules.")
        )
    needed = smallest_slice(knowledge.grid, steps, knowledge.known)
    because = (_premise(knowledge, at) for at in sorted(needed.cells | {cell}))
    then = [conclusion_of(problem, step.narrowed, role=Role.ASSUMED).after("then") for step in needed.steps]
    return Reason.of(because, supposed, *then, *steps[-1].parts)


def _premise(knowledge: Knowledge, cell: int) -> Premise:
    return Premise(cell, knowledge.known(cell), knowledge.left[cell])


RULE = Rule(
    name="one step ahead",
    sentence="Suppose one turn of a tile and follow where it leads: if to a contradiction, that turn is out.",
    find=find,
    near=near,
)
