"""What to tell a stuck player: the simplest step that the board does not show yet, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from termpuzzles.board.survey import survey
from termpuzzles.hints.agenda import Distance, distance_from, find
from termpuzzles.hints.justification import Findings
from termpuzzles.hints.position import Position
from termpuzzles.hints.proof import Proof, prove, try_out
from termpuzzles.hints.suspects import Suspect, suspects
from termpuzzles.hints.wording import (
    Hint,
    ambiguous_hint,
    conflict_hint,
    impossible_hint,
    mistake_hint,
    sealed_hint,
    step_hint,
    trying_hint,
)
from termpuzzles.logic.domains import FITS
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.explain.step import Finding
    from termpuzzles.logic.problem import Domain

FEW = 5  # mistakes near the cursor among which the one with the shortest reason is told

Held = Mapping[int, "Domain"]  # the masks to which the player holds some cells


class Guide:
    """Hints for one puzzle: keeps what is certain of it from one hint to the next."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem()
        self._proofs: dict[frozenset[tuple[int, Domain]], Proof] = {}

    def hint(self, state: State, near: int | None = None, until: Callable[[], bool] = never) -> Hint | None:
        """What to tell the player in this position, `near` the cell of the cursor; None where the board is solved.

        Raises `Unfinished` once `until` says so.
        """
        return finish(self.work(state, near), until)

    def work(self, state: State, near: int | None = None) -> Task[Hint | None]:
        """The same as work that can be stopped: what follows from the tiles alone, then from the player's choices."""
        if self.solved(state):
            return None
        distance = distance_from(self.problem.grid, near)
        hint = yield from self._told(state, {}, distance)
        if hint is None and (held := self.choices(state)):
            hint = yield from self._told(state, held, distance)
        if hint is None:
            held = self.choices(state)
            proof = yield from self.proof(held, trying=True)
            hint = ambiguous_hint(self.position(state, proof), proof.solutions, distance)
        return hint

    def solved(self, state: State) -> bool:
        """Whether the board is solved as it stands."""
        domains = map(self.problem.domains.__getitem__, self.problem.kinds)
        fits = all(domain >> mask & 1 for domain, mask in zip(domains, state.lines, strict=True))
        return fits and self.problem.judge(state.lines)

    def proof(self, held: Held, trying: bool = False) -> Task[Proof]:
        """What is certain where some cells are held to these masks: by the rules, or by trying out as well."""
        key = frozenset(held.items())
        if key not in self._proofs:
            self._proofs[key] = yield from prove(self.problem, held)
        if trying and not self._proofs[key].tried:
            self._proofs[key] = yield from try_out(self.problem, self._proofs[key])
        return self._proofs[key]

    def position(self, state: State, proof: Proof) -> Position:
        """What can be seen of the board in this state, beside what is certain of it."""
        return Position(self.puzzle, self.problem, state, proof.left)

    def choices(self, state: State) -> dict[int, Domain]:
        """Where the board is ambiguous, what the player has chosen: the pins, lines, crosses and notes there."""
        position = self.position(state, self._proofs[frozenset()])
        chosen = {}
        for cell, domain in enumerate(position.left):
            if domain & (domain - 1):
                keep = FITS[position.claims(cell)] & (1 << state.lines[cell] if state.pins[cell] else domain)
                if domain & ~keep:
                    chosen[cell] = keep
        return chosen

    def _told(self, state: State, held: Held, distance: Distance) -> Task[Hint | None]:
        """What to tell of what is certain; what takes trying out only where all else is shown."""
        for trying in (False, True):
            proof = yield from self.proof(held, trying)
            hint = yield from self._next(state, proof, held, distance)
            if hint:
                return hint
        return None

    def _next(self, state: State, proof: Proof, held: Held, distance: Distance) -> Task[Hint | None]:
        """A mistake, or else the next step; None where all that is certain is shown."""
        position = self.position(state, proof)
        if not proof.consistent:
            return (yield from self._impossible(state, held, distance))
        if wrong := suspects(position):
            return (yield from self._mistake(position, wrong, distance))
        if not position.to_show():
            return None
        names = [name for name in self.problem.rules if name != SEARCH]
        hint = yield from self.by_rules(position, names, distance)
        return hint or (trying_hint(position, distance) if proof.tried else None)

    def by_rules(self, position: Position, names: Sequence[str], distance: Distance) -> Task[Hint | None]:
        """The next step by these rules alone, easiest first; None where they find nothing more."""
        knowledge = Knowledge(self.problem, position.shown())
        findings = Findings(knowledge)  # before both cells at a line are told of it: each reason names where it is seen
        knowledge.begin_steps()
        found = yield from find(findings, names, range(knowledge.size), distance, position.shows_more)
        return self._simplest(position, findings, found, distance) if found else None

    def _simplest(self, position: Position, findings: Findings, found: list[Finding], distance: Distance) -> Hint:
        """Of one rule's findings that which rests on fewest cells; of equals the nearest; then the shortest chain."""

        def order(step: Finding) -> tuple[int, int, int, int]:
            near = min((distance(cell), cell) for cell, _, _ in step.narrowed)
            return len(step.because), *near, len(findings.grounds(step).cells)

        step = min(found, key=order)
        return step_hint(position, step, findings.grounds(step), distance)

    def _mistake(self, position: Position, wrong: list[Suspect], distance: Distance) -> Task[Hint]:
        """Of what is wrong near the cursor the first that can be seen to be, else that with the shortest reason."""
        from termpuzzles.hints.refutation import refute  # only where something is wrong

        near = sorted(wrong, key=lambda suspect: distance(suspect.cell))[:FEW]
        if near[0].joined and self._must_be_joined(position.state):
            return sealed_hint(near[0])
        hints: list[Hint] = []
        shown = position.shown()
        for suspect in near:
            found = yield from refute(self.problem, shown, suspect.held, distance)
            hints.append(mistake_hint(position, suspect, found))
            if hints[-1].rule is None:
                return hints[-1]
        return min(hints, key=lambda hint: len(hint.because))

    def _must_be_joined(self, state: State) -> bool:
        """Whether a group without a loose end is a mistake by itself."""
        mistakes = self.puzzle.game.mistakes(self.puzzle, survey(self.puzzle.grid, state.lines))
        return any(mistake.code == "sealed off" for mistake in mistakes)

    def _impossible(self, state: State, held: Held, distance: Distance) -> Task[Hint]:
        """That the board has no solution, or none with what the player has chosen."""
        from termpuzzles.hints.refutation import refute

        certain = yield from self.proof({})
        position = self.position(state, certain)
        if held:
            found = yield from refute(self.problem, position.shown(), held, distance)
            return conflict_hint(position, held, found, distance)
        tiles = [self.problem.domain_of(cell) for cell in range(self.problem.grid.size)]
        found = yield from refute(self.problem, tiles, {}, distance)
        return impossible_hint(position, found)


def hint(
    puzzle: Puzzle, state: State | None = None, near: int | None = None, until: Callable[[], bool] = never
) -> Hint | None:
    """The next step of a position (by default the one that the level's text shows), or None where it is solved.

    `near` is the cell of the cursor: of equally simple steps the nearest is told. Raises
    `termpuzzles.logic.task.Unfinished` once `until`, asked every few milliseconds, says True.
    """
    return Guide(puzzle).hint(puzzle.start if state is None else state, near, until)
