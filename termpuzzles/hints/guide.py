"""Chooses the hint: a mistake, or the simplest next step from what the player knows, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.hints.justification import ANY_NUMBER, Distance, Findings, Justification, distance_from, find
from termpuzzles.hints.mistakes import Suspect, suspects
from termpuzzles.hints.position import Position
from termpuzzles.hints.proof import Proof, assumptions, hold, most_alike, prove, try_out
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
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import FITS
from termpuzzles.logic.rules import SEARCH, edge
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.hint import Hint
    from termpuzzles.logic.problem import Domain

MANY = 4  # steps: a hint that takes more gives way to a harder rule that takes one
SHORT = 3  # pages: if a reason has no more, no shorter one is looked for
LINKS = 4  # the most links of a chain that replaces a rule which rests on more cells
FEW_OPEN = 300  # open cells: on boards with more, no such chain is looked for
FEW = 5  # mistakes near the cursor, of which the hint shows the one with the shortest reason

Held = Mapping[int, "Domain"]  # the masks to which the player holds some cells


class Guide:
    """Gives hints for one puzzle, and keeps what is certain about it from one hint to the next.

    In every method `turned` may name tiles that the player has turned: where they are right they count as known, as if
    they were pinned.
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
        """The hint for this position, with `near` as the cell of the cursor; None if the board is solved.

        Raises `Unfinished` once `until()` is true.
        """
        return finish(self.find(state, near, turned), until)

    def find(self, state: State, near: int | None = None, turned: Collection[int] = ()) -> Task[Hint | None]:
        """`hint` as a task: first what follows from the tiles alone, then what follows from the player's choices."""
        if self.solved(state):
            return None
        asked = Query(state, distance_from(self.problem.grid, near), turned)
        hint = yield from self._hint_from(asked, {})
        if hint is None and (held := self.choices(state)):
            hint = yield from self._hint_from(asked, held)
        if hint is None:
            proof = yield from self.proof(self.choices(state), trying=True)
            hint = ambiguous_hint(self.position(state, proof, turned), most_alike(proof.solutions), asked.distance)
        return hint

    def solved(self, state: State) -> bool:
        """Whether the board is solved as it stands."""
        judge, lines = self.problem.judge, state.lines
        if not self.puzzle.game.draws and not judge(lines):
            return False  # quick to see; whether the tiles fit takes longer, and need not be checked then
        domains = map(self.problem.domains.__getitem__, self.problem.kinds)
        fits = all(domain >> mask & 1 for domain, mask in zip(domains, lines, strict=True))
        return fits and judge(lines)

    def proof(self, held: Held, trying: bool = False) -> Task[Proof]:
        """What is certain with some cells held to these masks, by the rules and with `trying` by trying out as well."""
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
        """The same by the rules alone, starting from the last proof if that held no cell to fewer masks."""
        assert self._certain
        before = self._certain
        if self._chosen and all(held.get(cell, ~keep) & ~keep == 0 for cell, keep in self._chosen[0].items()):
            before = self._chosen[1]
        fresh = {cell: keep for cell, keep in held.items() if before.left[cell] & ~keep}
        return (yield from hold(self.problem, before, fresh)) if fresh and before.consistent else before

    def position(self, state: State, proof: Proof, turned: Collection[int] = ()) -> Position:
        """The position as its player knows it, given what is certain."""
        return Position(self.puzzle, self.problem, state, proof.left, turned)

    def choices(self, state: State) -> dict[int, Domain]:
        """What the player has chosen where the board is ambiguous: the pins, lines, crosses and notes there."""
        assert self._certain
        position = self.position(state, self._certain)
        chosen = {}
        for cell, domain in enumerate(position.left):
            if domain & (domain - 1):
                keep = FITS[position.claims(cell)] & (1 << state.lines[cell] if state.pins[cell] else domain)
                if domain & ~keep:
                    chosen[cell] = keep
        return chosen

    def _hint_from(self, asked: Query, held: Held) -> Task[Hint | None]:
        """The next hint about what is certain; facts that take trying out come only once everything else is shown."""
        for trying in (False, True):
            proof = yield from self.proof(held, trying)
            hint = yield from self._next(asked, proof, held)
            if hint:
                return hint
        return None

    def _next(self, asked: Query, proof: Proof, held: Held) -> Task[Hint | None]:
        """A mistake, or else the next step; None if everything certain is shown."""
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
        if hint and self.problem.extra_rules and hint.rule not in (*names[:2], dict(self.puzzle.header).get("rating")):
            hint = (yield from self._shorter(position, hint, names[:2], asked.distance)) or hint
        if hint or not proof.tried:
            return hint
        cell = min(position.to_show(), key=asked.distance)
        known = {cell: own for cell, own in enumerate(position.own) if position.is_known[cell]}
        others = position.base[cell] & ~proof.left[cell]
        return trying_hint(position, cell, (yield from assumptions(self.problem, known, cell, others)))

    def by_rules(
        self, position: Position, names: Sequence[str], distance: Distance, rounds: int = ANY_NUMBER
    ) -> Task[Hint | None]:
        """The next step by these rules alone, easiest first; None if they find nothing in this many rounds."""
        fixed = not position.plain()  # else the cells still have to be narrowed by what is known of their sides
        knowledge = Knowledge(self.problem, position.base if fixed else position.own)
        knowledge.begin_steps()
        findings = Findings(knowledge, position.own, position.known_sides)
        found = yield from find(findings, names, range(knowledge.size), distance, position.is_news, rounds)
        return _simplest(position, findings, found, distance) if found else None

    def _in_one_step(self, position: Position, names: Sequence[str], distance: Distance) -> Task[Hint | None]:
        """A hint by the easiest single rule that finds anything new from what is known; None if none does."""
        for name in names:
            hint = yield from self.by_rules(position, [name], distance, rounds=1)
            if hint:
                return hint
        return None

    def _shorter(self, position: Position, hint: Hint, easiest: Sequence[str], distance: Distance) -> Task[Hint | None]:
        """A short step by a rule that ratings do not use, if it rests on at most half as many cells; else None.

        It must not replace the technique by which a level is rated, as that is what the level is played for.
        """
        if sum(domain & (domain - 1) > 0 for domain in position.base) > FEW_OPEN:
            return None
        extra_rules = self.problem.extra_rules
        findings = Findings(Knowledge(self.problem, position.base), position.own, position.known_sides)
        findings.knowledge.begin_steps()
        found = yield from find(
            findings,
            [*easiest, *extra_rules],
            range(findings.knowledge.size),
            distance,
            lambda step: step.rule in extra_rules or position.is_news(step),
        )
        short = [step for step in found if step.size <= LINKS and position.is_news(step)]
        other = _simplest(position, findings, short, distance) if short else None
        return other if other and 2 * len(other.because) <= len(hint.because) else None

    def _mistake(self, position: Position, wrong: list[Suspect], distance: Distance) -> Task[Hint]:
        """The first mistake near the cursor that is wrong at a glance, else the one with the shortest reason."""
        from termpuzzles.hints.mistakes import clash  # only where something is wrong

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
        """Explain why something cannot be: by what is known, or by where it leads, whichever is shorter."""
        from termpuzzles.hints.mistakes import contradict, refute

        if contradicted := (yield from contradict(position, suspect.held, distance)):
            hint = denied_hint(position, suspect, contradicted)
            if len(hint.reason) <= SHORT:
                return hint
        found = yield from refute(self.problem, position.own, suspect.held, distance)
        other = mistake_hint(position, suspect, found)
        return hint if contradicted and len(hint.reason) <= len(other.reason) else other

    def _impossible(self, asked: Query, held: Held) -> Task[Hint]:
        """Say that the board has no solution, or none with the player's choices."""
        from termpuzzles.hints.mistakes import refute

        certain = yield from self.proof({})
        position = self.position(asked.state, certain, asked.turned)
        if held:
            found = yield from refute(self.problem, position.own, held, asked.distance)
            return conflict_hint(position, held, found, asked.distance)
        tiles = [self.problem.domain_of(cell) for cell in range(self.problem.grid.size)]
        found = yield from refute(self.problem, tiles, {}, asked.distance)
        return impossible_hint(position, found)


class Query(NamedTuple):
    """A position to give a hint about: its state, the distance from the cursor, and the tiles the player has turned."""

    state: State
    distance: Distance
    turned: Collection[int]


def plain_hint(position: Position, distance: Distance) -> Hint | None:
    """The simplest step that follows for a single cell from what is known of its sides; None if there is none."""
    found = position.plain()
    if not found:
        return None
    explain = edge.explain_degree if position.problem.two_lines_each else edge.explain
    problem, rule = position.problem, position.problem.rules[0]

    def order(narrowing: Narrowing) -> tuple[bool, int, int, int]:
        cell = narrowing.cell
        sources = position.sources(cell, position.fewest_sides(narrowing))
        return not position.turns([narrowing]), len(sources), distance(cell), cell

    narrowing = min(found, key=order)
    cell, before, _ = narrowing
    sides = position.fewest_sides(narrowing)
    finding = Finding(
        rule,
        (Narrowing(cell, before, before & FITS[sides]),),
        partial(explain, problem, cell, before, sides, position.own),
    )
    return step_hint(position, finding, Justification((), position.sources(cell, sides)), distance)


def _simplest(position: Position, findings: Findings, found: list[Finding], distance: Distance) -> Hint:
    """The best of one rule's findings: one that turns a tile, then one that rests on few cells, then the nearest."""

    def with_justification(finding: Finding) -> tuple[Finding, Justification]:
        news = position.first_news(finding.narrowed, distance)
        some = finding.about(news)
        if position.first_news(some.narrowed, distance) == news:
            finding = some
        return finding, findings.justify(finding, news)

    def order(each: tuple[Finding, Justification]) -> tuple[bool, int, int, int, int]:
        finding, justification = each
        near = min((distance(cell), cell) for cell, _, _ in finding.narrowed)
        return not position.turns(finding.narrowed), len(justification.cells), len(justification.steps), *near

    finding, justification = min(map(with_justification, found), key=order)
    return step_hint(position, finding, justification, distance)


def hint(
    puzzle: Puzzle,
    state: State | None = None,
    near: int | None = None,
    until: Callable[[], bool] = never,
    turned: Collection[int] = (),
) -> Hint | None:
    """The next step in a position (by default the one that the level's text shows), or None if it is solved.

    `near` is the cell of the cursor: of equally simple steps the nearest is chosen. `turned` names tiles that count as
    known where they are right, as pinned tiles do. Raises `termpuzzles.logic.task.Unfinished` once `until()`, called
    every few milliseconds, is true.
    """
    return Guide(puzzle).hint(puzzle.start if state is None else state, near, until, turned)
