"""Whether what the player has settled can be right: pins, lines and notes, and tiles that look finished."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.judges import how_many
from termpuzzles.hints.mistakes.suspects import parts_that_look_finished, settled_wrongly
from termpuzzles.logic.task import Task

if TYPE_CHECKING:
    from termpuzzles.games.model import State
    from termpuzzles.hints.guide import Guide, Held
    from termpuzzles.hints.reasoning.position import Position


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
