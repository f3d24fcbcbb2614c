"""Whether what the player has settled can be right, why one turn is impossible, and which turns are still possible."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import DEGREE
from termpuzzles.english import counted
from termpuzzles.games.model import Move
from termpuzzles.hints.choice import Suspect, SuspectKind
from termpuzzles.hints.hint import POSSIBLE, REFUTED, Hint
from termpuzzles.hints.justification import distance_from
from termpuzzles.hints.mistakes import Accusation
from termpuzzles.hints.position import Position
from termpuzzles.hints.witness import ANY_WORK
from termpuzzles.hints.wording import claim_of, with_lines, worded
from termpuzzles.logic.answers.solver import deduced
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Role, one, one_of, part
from termpuzzles.logic.problem import BENDS, EMPTY, FITS, masks_of
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import Task, with_progress

if TYPE_CHECKING:
    from termpuzzles.games.model import Game, State
    from termpuzzles.hints.guide import Guide
    from termpuzzles.hints.witness import Restriction
    from termpuzzles.logic.problem import Domain, Problem


class Verdict(NamedTuple):
    """The cells that are wrong in every solution, and the sentence for the player."""

    wrong: frozenset[int]
    sentence: str


def check(guide: Guide, state: State) -> Task[Verdict]:
    """Find the settled cells that are wrong in every solution."""
    accusation = Accusation(guide.puzzle, guide.witnesses, state, distance_from(guide.problem.grid, None))
    marks = Position(guide.puzzle, guide.problem, state).marks()
    held = yield from guide.witnesses.holding(marks, ANY_WORK)
    if guide.witnesses.is_impossible or not (yield from guide.witnesses.holding({}, ANY_WORK)).board:
        return Verdict(frozenset(), "This board has no solution.")
    if held.board:
        return Verdict(frozenset(), "Nothing wrong so far.")
    if wrong := frozenset(cell for suspect in (yield from accusation.suspects()) for cell in suspect.held):
        noted = guide.puzzle.game.pins and not all(state.pins[cell] for cell in wrong)
        return Verdict(wrong, _are_wrong(len(wrong), "noted cell" if noted else _settled(guide.puzzle.game)))
    return Verdict(frozenset(), f"The {_settled(guide.puzzle.game)}s cannot all be right.")


def _settled(game: Game) -> str:
    """The words for what the player settles in this game."""
    return f"pinned {game.noun}" if game.pins else game.noun


def _are_wrong(number: int, noun: str) -> str:
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'} wrong."


def why_not(guide: Guide, state: State, cell: int, sides: int, turned: Collection[int] = ()) -> Task[Hint]:
    """Explain why the cell cannot have lines at these sides (in a turning game at no others), or say that it can.

    The reason rests on what the player knows, as in every hint. On a board without a solution it is that there is none.
    """
    problem = guide.problem
    keep = _asked_for(guide, cell, sides)
    suspect = Suspect(SuspectKind.ASKED, cell, sides, {cell: keep}, Move(()))
    if not keep:
        return _never(problem, suspect)
    may_be = yield from guide.witnesses.holding({cell: keep}, ANY_WORK)
    if may_be.board:
        only = yield from guide.witnesses.only({})
        where, tile = "the only" if only.board else "some", one(problem, cell, Role.TARGET, sides)
        claim = part(f"nothing rules it out: in {where} solution {{}} {with_lines(problem, cell, sides).now}.", tile)
        return Hint(POSSIBLE, None, claim, (), cell, (cell,))
    accusation = Accusation(guide.puzzle, guide.witnesses, state, distance_from(problem.grid, cell))
    if not (yield from guide.witnesses.holding({}, ANY_WORK)).board:
        return worded(problem, (yield from accusation.charge()))
    yield from accusation.certainly_wrong()
    hint = worded(problem, (yield from accusation.against(suspect, turned)))
    return hint._replace(kind=REFUTED, move=None, conflict=())


def _never(problem: Problem, suspect: Suspect) -> Hint:
    """What is said of lines that the cell has in no position, whatever is around it."""
    cell, sides, domain = suspect.cell, suspect.sides, problem.domain_of(suspect.cell)
    if domain == EMPTY:
        claim = "{} is shaded: it has no lines." if problem.draws else "{} has no lines."
        return Hint(REFUTED, None, part(claim, one(problem, cell, Role.TARGET)), (), cell, (cell,))
    if not problem.draws:
        why = "none of its turns has these lines."
    elif DEGREE[sides] > 2:
        why = "no cell has more than two lines."
    elif not sides:
        why = "the loop passes through it."
    else:
        why = "the loop turns there." if domain == BENDS else "the loop goes straight on there."
    return Hint(REFUTED, None, claim_of(problem, suspect), (part(why),), cell, (cell,))


def with_what_else(guide: Guide, hint: Hint, sides: int, left: Domain) -> Hint:
    """The answer to "why not these lines?" whose claim also says what else is left of the cell."""
    if hint.cell is None or guide.problem.domain_of(hint.cell) == EMPTY:
        return hint  # no cell can have anything where there is no solution, nor one that is blank or shaded ever
    if hint.kind == POSSIBLE and (only := guide.witnesses.the_only):
        left &= 1 << only[hint.cell]  # as the claim has said
    others = masks_of(left & ~_asked_for(guide, hint.cell, sides))
    how = "also" if hint.kind == POSSIBLE else "still" if len(others) > 1 else "only"
    more = f"It can {how} {one_of(guide.problem, hint.cell, others)}." if others else "Nothing else is possible."
    return hint._replace(claim=hint.claim.followed_by(more))


def _asked_for(guide: Guide, cell: int, sides: int) -> Domain:
    """The masks of a cell that have lines at these sides, or at none (in a turning game at no others)."""
    return guide.problem.domain_of(cell) & (FITS[sides << 4] if guide.puzzle.game.draws and sides else 1 << sides)


def possible(guide: Guide, state: State, all_rules: bool, turned: Collection[int] = ()) -> Task[list[Domain]]:
    """What is left of each cell by what the player knows: with the easiest rule alone, or with all rules."""
    accusation = Accusation(guide.puzzle, guide.witnesses, state, distance_from(guide.problem.grid, None))
    yield from accusation.certainly_wrong()
    position = accusation.position(turned)
    if all_rules:
        given = {cell: own for cell, own in enumerate(position.own) if own != guide.problem.domain_of(cell)}
        return (yield from _concluded(guide.problem, given))
    knowledge = Knowledge(guide.problem, position.own)
    for _ in chain(knowledge, rules_of(guide.problem.rules[:1])):
        yield None
    return knowledge.left


def _concluded(problem: Problem, given: Restriction) -> Task[list[Domain]]:
    """What all rules leave of each cell, the quick way; nothing of some cell if they contradict each other."""
    knowledge, consistent = yield from with_progress(deduced(problem, given), ())
    while consistent:
        for rule in rules_of(problem.rules):
            if (yield from _apply(knowledge, rule)):
                break
        else:
            return knowledge.left
        consistent = yield from with_progress(knowledge.deducing(), ())
    if all(knowledge.left):
        knowledge.left[0] = 0
    return knowledge.left


def _apply(knowledge: Knowledge, rule: Rule) -> Task[bool]:
    """Put in what the rule finds, up to a contradiction; returns whether it found anything."""
    found = False
    batches: Iterable[tuple[int, ...]] = [(cell,) for cell in knowledge.open_cells()] if rule.near else [()]
    for cells in batches:
        yield None
        for step in list(rule.find(knowledge, cells)):
            found = True
            if not all(knowledge.narrow(cell, after) for cell, _, after in step.narrowed):
                return True
        if found and not (yield from with_progress(knowledge.propagating(), ())):
            return True
    return found
