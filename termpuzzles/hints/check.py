"""Whether what the player has settled can be right, why one turn is impossible, and which turns are still possible."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.judges import how_many
from termpuzzles.games.model import Move
from termpuzzles.hints.hint import POSSIBLE, REFUTED, Hint
from termpuzzles.hints.justification import distance_from
from termpuzzles.hints.mistakes import Suspect, clash, parts_that_look_finished, settled_wrongly
from termpuzzles.hints.proof import hold, prove
from termpuzzles.hints.wording import clash_hint
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role, current_lines, one, part, toward
from termpuzzles.logic.problem import FITS
from termpuzzles.logic.task import Task

if TYPE_CHECKING:
    from termpuzzles.games.model import State
    from termpuzzles.hints.guide import Guide, Held
    from termpuzzles.hints.position import Position
    from termpuzzles.logic.problem import Domain


class Verdict(NamedTuple):
    """The cells that are wrong in every solution, and the sentence for the player."""

    wrong: frozenset[int]
    sentence: str


def check(guide: Guide, state: State) -> Task[Verdict]:
    """Find the settled cells that are wrong in every solution; if there are none, tiles that only look finished."""
    proof = yield from guide.proof({})
    if not proof.consistent:
        return Verdict(frozenset(), "This board has no solution.")
    position = guide.position(state, proof)
    if (yield from _fits(guide, guide.choices(state))):
        return _verdict(position)
    # Where the rules leave several ways, only trying out shows which of the player's choices are wrong by themselves.
    proof = yield from guide.proof({}, trying=True)
    if not proof.consistent:
        return Verdict(frozenset(), "This board has no solution.")
    position = guide.position(state, proof)
    if not settled_wrongly(position):
        return Verdict(frozenset(), f"The {_settled(position)}s cannot all be right together.")
    return _verdict(position)


def _fits(guide: Guide, held: Held) -> Task[bool]:
    """Whether some solution has all that the player has chosen."""
    from termpuzzles.logic.engine.solver import solutions

    if not held:
        return True
    proof = yield from guide.proof(held)
    return proof.consistent and bool(proof.solutions or (yield from solutions(guide.problem, 1, proof.left)))


def _verdict(position: Position) -> Verdict:
    if wrong := frozenset(cell for suspect in settled_wrongly(position) for cell in suspect.held):
        noted = position.puzzle.game.pins and not all(position.state.pins[cell] for cell in wrong)
        return Verdict(wrong, _are_wrong(len(wrong), "noted cell" if noted else _settled(position)))
    if wrong := frozenset(_finished_wrongly(position)):
        return Verdict(wrong, _are_wrong(len(wrong), "finished tile"))
    return Verdict(wrong, "Nothing wrong so far.")


def _finished_wrongly(position: Position) -> Iterator[int]:
    """Wrong tiles without a loose end that the player has turned, or that are part of a closed group."""
    yield from (suspect.cell for suspect in parts_that_look_finished(position))
    if not position.puzzle.game.draws:
        for cell, mask in enumerate(position.state.lines):
            if not position.left[cell] >> mask & 1 and position.is_touched(cell) and position.agrees(cell):
                yield cell


def _settled(position: Position) -> str:
    """The words for what the player settles in this game."""
    game = position.puzzle.game
    return f"pinned {game.noun}" if game.pins else game.noun


def _are_wrong(number: int, noun: str) -> str:
    return f"{how_many(number, noun)} {'is' if number == 1 else 'are'} wrong."


def why_not(guide: Guide, state: State, cell: int, sides: int, turned: Collection[int] = ()) -> Task[Hint]:
    """Explain why the cell cannot have lines at these sides (in a turning game at no others), or say that it can.

    The reason rests on what the player knows, as in every hint.
    """
    problem, draws = guide.problem, guide.puzzle.game.draws
    keep = problem.domain_of(cell) & (FITS[sides << 4] if draws else 1 << sides)
    stands = f"has lines {toward(sides)}" if draws and sides else current_lines(problem, cell, sides)
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
