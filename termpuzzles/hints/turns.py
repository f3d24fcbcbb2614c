"""Questions about one turn of a tile: why it is impossible, and which turns are still possible."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from termpuzzles.games.model import Move
from termpuzzles.hints.hint import POSSIBLE, REFUTED, Hint
from termpuzzles.hints.mistakes.clash import clash
from termpuzzles.hints.mistakes.suspects import Suspect
from termpuzzles.hints.reasoning.agenda import distance_from
from termpuzzles.hints.reasoning.proof import hold, prove
from termpuzzles.hints.wording import clash_hint
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role, one, part, standing, toward
from termpuzzles.logic.problem import FITS
from termpuzzles.logic.task import Task

if TYPE_CHECKING:
    from termpuzzles.games.model import State
    from termpuzzles.hints.guide import Guide
    from termpuzzles.logic.problem import Domain


def why_not(guide: Guide, state: State, cell: int, sides: int, turned: Collection[int] = ()) -> Task[Hint]:
    """Explain why the cell cannot have lines at these sides (in a turning game at no others), or say that it can.

    The reason rests on what the player knows, as in every hint.
    """
    problem, draws = guide.problem, guide.puzzle.game.draws
    keep = problem.domain_of(cell) & (FITS[sides << 4] if draws else 1 << sides)
    stands = f"has lines {toward(sides)}" if draws and sides else standing(problem, cell, sides)
    cannot = _denial(stands)
    tile = one(problem, cell, Role.TARGET, sides)
    if not keep:
        why = part("it has other lines, however it is turned." if not draws else "no cell has these lines.")
        return Hint(REFUTED, None, part(f"{{}} {cannot}.", tile), (why,), cell, (cell,))
    if (yield from _may_be(guide, cell, keep)):
        claim = part(f"nothing speaks against it: in some solution {{}} {stands}.", tile)
        return Hint(POSSIBLE, None, claim, (), cell, (cell,))
    proof = yield from guide.proof({})
    position = guide.position(state, proof, turned)
    claim = part(f"{{}} {cannot}.", tile)
    suspect = Suspect(claim, {cell: keep}, Move(()))
    if seen := clash(position, suspect):
        hint = clash_hint(position, suspect, seen)
    else:
        hint = yield from guide.against(position, suspect, distance_from(problem.grid, cell))
    return hint._replace(kind=REFUTED, move=None)


def _denial(stands: str) -> str:
    verb, _, rest = stands.partition(" ")
    return f"cannot {'have' if verb == 'has' else verb.removesuffix('s')} {rest}"


def _may_be(guide: Guide, cell: int, keep: Domain) -> Task[bool]:
    """Whether some solution has the cell in one of these masks."""
    from termpuzzles.logic.engine.solver import solutions

    proof = yield from guide.proof({})
    if any(keep >> board[cell] & 1 for board in proof.solutions):
        return True
    if not proof.left[cell] & keep or not proof.consistent:
        return False
    proof = yield from hold(guide.problem, proof, {cell: keep})
    return proof.consistent and bool(proof.solutions or (yield from solutions(guide.problem, 1, proof.left)))


def possible(guide: Guide, state: State, all_rules: bool, turned: Collection[int] = ()) -> Task[list[Domain]]:
    """What is left of each cell by what the player knows: with the easiest rule alone, or with all rules."""
    certain = yield from guide.proof({})
    position = guide.position(state, certain, turned)
    if all_rules:
        given = {cell: own for cell, own in enumerate(position.own) if own != guide.problem.domain_of(cell)}
        return list((yield from prove(guide.problem, given)).left)
    knowledge = Knowledge(guide.problem, position.own)
    for _ in chain(knowledge, guide.problem.rules[:1]):
        yield None
    return knowledge.left
