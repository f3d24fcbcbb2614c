"""What to tell a stuck player: the simplest next step from what the player knows, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.hints.mistakes.suspects import Suspect, suspects
from termpuzzles.hints.reasoning.agenda import ANY_NUMBER, Distance, distance_from, find
from termpuzzles.hints.reasoning.justification import Findings, Grounds
from termpuzzles.hints.reasoning.position import Position
from termpuzzles.hints.reasoning.proof import Proof, assumptions, hold, prove, try_out
from termpuzzles.hints.reasoning.witnesses import most_alike
from termpuzzles.hints.wording import (
    ambiguous_hint,
    clash_hint,
    conflict_hint,
    denied_hint,
    impossible_hint,
    mistake_hint,
    sealed_hint,
    step_hint,
    trying_hint,
)
from termpuzzles.logic.domains import FITS
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.rules import SEARCH, degree, edge
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.hint import Hint
    from termpuzzles.logic.problem import Domain

MANY = 4  # steps of a hint from which on a harder rule that takes one is told instead
SHORT = 3  # pages of a reason for which no shorter one is sought
FEW = 5  # mistakes near the cursor among which the one with the shortest reason is told

Held = Mapping[int, "Domain"]  # the masks to which the player holds some cells


class Guide:
    """Hints for one puzzle: keeps what is certain of it from one hint to the next.

    Wherever a position is asked about, `turned` may name tiles that count as known where they stand right, as if they
    were pinned: those that the player has turned.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.problem = puzzle.problem()
        self._certain: Proof | None = None
        self._chosen: tuple[Held, Proof] | None = None

    def hint(
        self,
        state: State,
        near: int | None = None,
        until: Callable[[], bool] = never,
        turned: Collection[int] = (),
    ) -> Hint | None:
        """What to tell the player in this position, `near` the cell of the cursor; None where the board is solved.

        Raises `Unfinished` once `until` says so.
        """
        return finish(self.work(state, near, turned), until)

    def work(self, state: State, near: int | None = None, turned: Collection[int] = ()) -> Task[Hint | None]:
        """The same as work that can be stopped: what follows from the tiles alone, then from the player's choices."""
        if self.solved(state):
            return None
        asked = Query(state, distance_from(self.problem.grid, near), turned)
        hint = yield from self._told(asked, {})
        if hint is None and (held := self.choices(state)):
            hint = yield from self._told(asked, held)
        if hint is None:
            proof = yield from self.proof(self.choices(state), trying=True)
            hint = ambiguous_hint(self.position(state, proof, turned), most_alike(proof.solutions), asked.distance)
        return hint

    def solved(self, state: State) -> bool:
        """Whether the board is solved as it stands."""
        judge, lines = self.problem.judge, state.lines
        if not self.puzzle.game.draws and not judge(lines):
            return False  # which is soon seen; that turned tiles fit is not, and it need not be
        domains = map(self.problem.domains.__getitem__, self.problem.kinds)
        fits = all(domain >> mask & 1 for domain, mask in zip(domains, lines, strict=True))
        return fits and judge(lines)

    def proof(self, held: Held, trying: bool = False) -> Task[Proof]:
        """What is certain where some cells are held to these masks: by the rules, or by trying out as well."""
        if self._certain is None:
            self._certain = yield from prove(self.problem, {})
        if not held:
            if trying and not self._certain.tried:
                self._certain = yield from try_out(self.problem, self._certain)
            return self._certain
        proof = yield from self._held(held)
        if trying and not proof.tried:
            proof = yield from try_out(self.problem, proof)
        self._chosen = held, proof
        return proof

    def _held(self, held: Held) -> Task[Proof]:
        """The same by the rules, going on from the proof before where that held cells to no fewer masks."""
        assert self._certain
        before = self._certain
        if self._chosen and all(held.get(cell, ~keep) & ~keep == 0 for cell, keep in self._chosen[0].items()):
            before = self._chosen[1]
        fresh = {cell: keep for cell, keep in held.items() if before.left[cell] & ~keep}
        return (yield from hold(self.problem, before, fresh)) if fresh and before.consistent else before

    def position(self, state: State, proof: Proof, turned: Collection[int] = ()) -> Position:
        """What is known of the board in this state, beside what is certain of it."""
        return Position(self.puzzle, self.problem, state, proof.left, turned)

    def choices(self, state: State) -> dict[int, Domain]:
        """Where the board is ambiguous, what the player has chosen: the pins, lines, crosses and notes there."""
        assert self._certain
        position = self.position(state, self._certain)
        chosen = {}
        for cell, domain in enumerate(position.left):
            if domain & (domain - 1):
                keep = FITS[position.claims(cell)] & (1 << state.lines[cell] if state.pins[cell] else domain)
                if domain & ~keep:
                    chosen[cell] = keep
        return chosen

    def _told(self, asked: Query, held: Held) -> Task[Hint | None]:
        """What to tell of what is certain; what takes trying out only where all else is shown."""
        for trying in (False, True):
            proof = yield from self.proof(held, trying)
            hint = yield from self._next(asked, proof, held)
            if hint:
                return hint
        return None

    def _next(self, asked: Query, proof: Proof, held: Held) -> Task[Hint | None]:
        """A mistake, or else the next step; None where all that is certain is shown."""
        position = self.position(asked.state, proof, asked.turned)
        if not proof.consistent:
            return (yield from self._impossible(asked, held))
        if wrong := suspects(position):
            return (yield from self._mistake(position, wrong, asked.distance))
        if not position.to_show():
            return None
        if plain := plain_hint(position, asked.distance):
            return plain
        names = [name for name in self.problem.rules if name != SEARCH]
        hint = yield from self.by_rules(position, names, asked.distance)
        if hint and len(hint.steps) > MANY:
            hint = (yield from self._in_one_step(position, names, asked.distance)) or hint
        if hint or not proof.tried:
            return hint
        cell = min(position.to_show(), key=asked.distance)
        known = {cell: own for cell, own in enumerate(position.own) if position.is_known[cell]}
        others = position.base[cell] & ~proof.left[cell]
        return trying_hint(position, cell, (yield from assumptions(self.problem, known, cell, others)))

    def by_rules(
        self, position: Position, names: Sequence[str], distance: Distance, rounds: int = ANY_NUMBER
    ) -> Task[Hint | None]:
        """The next step by these rules alone, easiest first; None where they find nothing more in so many rounds."""
        fixed = not position.plain()  # else what the cells are told is yet to be put in
        knowledge = Knowledge(self.problem, position.base if fixed else position.own)
        knowledge.begin_steps()
        findings = Findings(knowledge, position.own, position.told)
        found = yield from find(findings, names, range(knowledge.size), distance, position.is_news, rounds)
        return _simplest(position, findings, found, distance) if found else None

    def _in_one_step(self, position: Position, names: Sequence[str], distance: Distance) -> Task[Hint | None]:
        """What one rule finds from what is known alone, the easiest that finds anything new; None where none does."""
        for name in names:
            hint = yield from self.by_rules(position, [name], distance, rounds=1)
            if hint:
                return hint
        return None

    def _mistake(self, position: Position, wrong: list[Suspect], distance: Distance) -> Task[Hint]:
        """Of what is wrong near the cursor the first that can be seen to be, else that with the shortest reason."""
        from termpuzzles.hints.mistakes.clash import clash  # only where something is wrong

        near = sorted(wrong, key=lambda suspect: distance(suspect.cell))[:FEW]
        if near[0].joined and self.problem.whole.joins_all:  # else such a part may stay by itself
            return sealed_hint(position, near[0])
        for suspect in near:
            if seen := clash(position, suspect):
                return clash_hint(position, suspect, seen)
        hints: list[Hint] = []
        for suspect in near:
            hints.append((yield from self.against(position, suspect, distance)))
        return min(hints, key=lambda hint: (len(hint.reason), len(hint.because)))

    def against(self, position: Position, suspect: Suspect, distance: Distance) -> Task[Hint]:
        """Why something cannot be: what follows from what is known, or where it leads, whichever is shorter."""
        from termpuzzles.hints.mistakes.refutation import deny, refute

        if denied := (yield from deny(position, suspect.held, distance)):
            hint = denied_hint(position, suspect, denied)
            if len(hint.reason) <= SHORT:
                return hint
        found = yield from refute(self.problem, position.own, suspect.held, distance)
        other = mistake_hint(position, suspect, found)
        return hint if denied and len(hint.reason) <= len(other.reason) else other

    def _impossible(self, asked: Query, held: Held) -> Task[Hint]:
        """That the board has no solution, or none with what the player has chosen."""
        from termpuzzles.hints.mistakes.refutation import refute

        certain = yield from self.proof({})
        position = self.position(asked.state, certain, asked.turned)
        if held:
            found = yield from refute(self.problem, position.own, held, asked.distance)
            return conflict_hint(position, held, found, asked.distance)
        tiles = [self.problem.domain_of(cell) for cell in range(self.problem.grid.size)]
        found = yield from refute(self.problem, tiles, {}, asked.distance)
        return impossible_hint(position, found)


class Query(NamedTuple):
    """A position to tell of: how far cells lie from the cursor, and the tiles that the player has turned."""

    state: State
    distance: Distance
    turned: Collection[int]


def plain_hint(position: Position, distance: Distance) -> Hint | None:
    """The simplest of what follows for a cell from what is known of its sides; None where nothing does."""
    found = position.plain()
    if not found:
        return None
    explain = degree.explain if position.problem.two_lines_each else edge.explain
    problem, rule = position.problem, position.problem.rules[0]

    def order(narrowing: Narrowing) -> tuple[bool, int, int, int]:
        cell = narrowing.cell
        tellers = position.tellers(cell, position.fewest_told(narrowing))
        return not position.turns([narrowing]), len(tellers), distance(cell), cell

    narrowing = min(found, key=order)
    cell, before, _ = narrowing
    told = position.fewest_told(narrowing)
    finding = Finding(
        rule,
        (Narrowing(cell, before, before & FITS[told]),),
        partial(explain, problem, cell, before, told, position.own),
    )
    return step_hint(position, finding, Grounds((), position.tellers(cell, told)), distance)


def _simplest(position: Position, findings: Findings, found: list[Finding], distance: Distance) -> Hint:
    """Of one rule's findings one that turns a tile; of these that which rests on fewest cells; then the nearest."""

    def told(finding: Finding) -> tuple[Finding, Grounds]:
        news = position.first_news(finding.narrowed, distance)
        some = finding.about(news)
        if position.first_news(some.narrowed, distance) == news:
            finding = some
        return finding, findings.grounds(finding, news)

    def order(each: tuple[Finding, Grounds]) -> tuple[bool, int, int, int, int]:
        finding, grounds = each
        near = min((distance(cell), cell) for cell, _, _ in finding.narrowed)
        return not position.turns(finding.narrowed), len(grounds.cells), len(grounds.steps), *near

    finding, grounds = min(map(told, found), key=order)
    return step_hint(position, finding, grounds, distance)


def hint(
    puzzle: Puzzle,
    state: State | None = None,
    near: int | None = None,
    until: Callable[[], bool] = never,
    turned: Collection[int] = (),
) -> Hint | None:
    """The next step of a position (by default the one that the level's text shows), or None where it is solved.

    `near` is the cell of the cursor: of equally simple steps the nearest is told. `turned` names tiles that count as
    known where they stand right, as pinned ones do. Raises `termpuzzles.logic.task.Unfinished` once `until`, asked
    every few milliseconds, says True.
    """
    return Guide(puzzle).hint(puzzle.start if state is None else state, near, until, turned)
