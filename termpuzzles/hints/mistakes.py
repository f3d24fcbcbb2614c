"""What the player has shown that is wrong: what shows without any rule, what only looks finished, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.board.survey import closed_groups
from termpuzzles.games.model import Change, Move
from termpuzzles.hints.justification import Distance, Findings, Justification, find
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import LEADING, Mention, ReasonPart, Role, between, one, part
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, LONE, Domain, Problem
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import Task

FINISHED = 4  # cells: a closed group at least this large looks finished if the player has touched it
BY_CHANCE = 8  # cells: the same on a small board where nothing shows what the player has touched


class Suspect(NamedTuple):
    """Something shown that is wrong: the words for it, the masks to which it holds cells, and the move that removes it.

    `joined` holds the cells of the finished-looking part if that is the mistake; then the tile itself is wrong.
    """

    claim: ReasonPart
    held: Mapping[int, Domain]
    move: Move
    joined: tuple[int, ...] = ()

    @property
    def cell(self) -> int:
        """The cell of the mistake."""
        return next(iter(self.held))


def suspects(position: Position) -> list[Suspect]:
    """All that contradicts what is certain; if nothing else does, the wrong parts that look finished."""
    return settled_wrongly(position) or list(parts_that_look_finished(position))


def settled_wrongly(position: Position) -> list[Suspect]:
    """The pins, lines, crosses and notes that contradict what is certain."""
    return [*_pins(position), *_claims(position)]


def _pins(position: Position) -> Iterator[Suspect]:
    grid, (lines, pins, _) = position.problem.grid, position.state
    cell = pins.find(1)
    while cell >= 0:
        if not position.left[cell] >> lines[cell] & 1:
            freed = Move((Change("free", *grid.place(cell)),))
            claim = part("{} is pinned wrongly.", one(position.problem, cell, Role.TARGET, lines[cell]))
            yield Suspect(claim, {cell: 1 << lines[cell]}, freed)
        cell = pins.find(1, cell + 1)


def _claims(position: Position) -> Iterator[Suspect]:
    """The wrong lines, crosses and notes, each once."""
    grid, seen = position.problem.grid, set()
    drawn = "line" if position.puzzle.game.draws else "noted line"
    for cell in position.claimed:
        claims, known = position.claims(cell), KNOWN[position.left[cell]]
        for name, keep, wrong in ((drawn, HAS, claims >> 4 & known), ("cross", LACKS, claims & known >> 4)):
            for side in SIDES_OF[wrong & grid.open_sides[cell]]:
                if (line := grid.line(cell, side)) not in seen:
                    seen.add(line)
                    other = grid.ways[side][cell]
                    cleared = Move((Change("clear", *grid.place(cell), side),))
                    place = between(position.problem, cell, side, Role.TARGET, name)
                    claim = part("{} is wrong.", place)
                    yield Suspect(claim, {cell: keep[side], other: keep[OPPOSITE[side]]}, cleared)


def parts_that_look_finished(position: Position) -> Iterator[Suspect]:
    """The wrong tiles of groups without a loose end that are no accident, as the player has touched them.

    On a board as its level gives it nobody knows what was touched. If there are pins it has been played, and a group
    that looks finished may be meant to be.
    """
    if position.puzzle.game.draws:
        return
    state = position.state
    as_given = state.lines == position.puzzle.tiles
    by_chance = max(BY_CHANCE, position.problem.grid.size.bit_length())  # accidents grow with the board
    least = FINISHED if any(state.pins) or not as_given else by_chance
    for members in closed_groups(position.problem.grid, state.lines):
        if len(members) >= least:
            meant = [cell for cell in members if as_given or position.is_touched(cell)]
            yield from _wrong_in(position, meant, members)


def _wrong_in(position: Position, cells: list[int], members: tuple[int, ...]) -> Iterator[Suspect]:
    for cell in cells:
        left, mask = position.left[cell], position.state.lines[cell]
        if not left >> mask & 1:
            claim = part("{} looks finished, but is wrong.", one(position.problem, cell, Role.TARGET, mask))
            move = position.move({cell: KNOWN[left & -left]})  # to one of its possible turns
            turned = Move(tuple(change for change in move.changes if change.verb == "turn"))
            yield Suspect(claim, {cell: 1 << mask}, turned, members)


_AGAINST = {HAS[side]: side for side in HAS} | {LACKS[side]: side for side in LACKS}


def clash(position: Position, suspect: Suspect) -> ReasonPart | None:
    """Explain the mistake by what stands beside it; None if that takes some deduction."""
    for cell, keep in suspect.held.items():
        known = position.known_sides[cell]
        if keep in LONE:
            lines = LONE[keep]
            against, lacking = lines & known & 15, ~lines & known >> 4
            if against:
                return _against(position, cell, against & -against, drawn=True)
            if lacking:
                return _against(position, cell, lacking & -lacking, drawn=False)
        elif (side := _AGAINST.get(keep)) and _is_denied(keep, side, known):
            return _at_a_line(position, cell, side, drawn=keep == HAS[side])
    return None


def _is_denied(keep: Domain, side: int, known: int) -> bool:
    return bool((known if keep == HAS[side] else known >> 4) & side)


def _against(position: Position, cell: int, side: int, drawn: bool) -> ReasonPart:
    """Explain that a pinned tile has a line where there can be none, or none where there is one."""
    problem, grid = position.problem, position.problem.grid
    mark = [one(problem, cell, Role.TARGET, side)]
    other = grid.ways[side][cell]
    if other < 0:
        x, y = grid.place(cell)
        is_rim = {8: y == 0, 2: y == grid.height - 1, 1: x == 0, 4: x == grid.width - 1}[side]
        return part(f"its line {LEADING[side]} runs into {'the border' if is_rim else 'a wall'}.", marks=mark)
    beyond = _beyond(position, other, side)
    if drawn:
        if beyond:
            return part(f"it has a line {LEADING[side]}, but {{}} has none toward it.", beyond, marks=mark)
        return part(f"it has a line {LEADING[side]}, where a cross is noted.", marks=mark)
    if beyond:
        return part(f"it has no line {LEADING[side]}, but {{}} has one toward it.", beyond, marks=mark)
    return part(f"it has no line {LEADING[side]}, where a line is noted.", marks=mark)


def _at_a_line(position: Position, cell: int, side: int, drawn: bool) -> ReasonPart:
    """Explain that a known cell beside a noted line or cross contradicts it."""
    problem = position.problem
    other = problem.grid.ways[side][cell]
    for known, toward in ((cell, side), (other, OPPOSITE[side])):
        if position.is_known[known]:
            thing = one(problem, known, Role.BECAUSE, toward)
            return part(f"{{}} has {'no' if drawn else 'a'} line {LEADING[toward]}.", thing)
    return part(f"a {'cross' if drawn else 'line'} is noted there as well.")


def _beyond(position: Position, other: int, side: int) -> Mention | None:
    """The tile beyond the side, if all of it is known."""
    return one(position.problem, other, Role.BECAUSE, OPPOSITE[side]) if position.is_known[other] else None


FEW_ROUNDS = 12  # rounds of findings: a longer proof is hardly shorter than one that supposes the mistake


class Refutation(NamedTuple):
    """A contradiction, and what it rests on."""

    step: Finding
    justification: Justification


def contradict(
    position: Position, held: Mapping[int, Domain], distance: Distance, until: int = FEW_ROUNDS
) -> Task[Refutation | None]:
    """A finding from what is known that leaves one of these cells none of the masks to which it is held.

    None if the rules do not find one in `until` rounds.
    """

    def contradicts(finding: Finding) -> bool:
        return any(cell in held and not after & held[cell] & before for cell, before, after in finding.narrowed)

    names = [name for name in position.problem.rules if name not in (SEARCH, "one step ahead")]
    fixed = not position.plain()
    knowledge = Knowledge(position.problem, position.base if fixed else position.own)
    knowledge.begin_steps()
    findings = Findings(knowledge, position.own, position.known_sides)
    found = yield from find(findings, names, range(knowledge.size), distance, contradicts, until)
    reasons = [Refutation(finding, findings.justify(finding, {})) for finding in found]
    return min(reasons, key=lambda reason: len(reason.justification.cells), default=None)


def refute(
    problem: Problem, shown: list[Domain], held: Mapping[int, Domain], distance: Distance
) -> Task[Refutation | None]:
    """The contradiction that follows from holding cells to these masks; None if no rule finds one.

    First look only at what follows from those cells by the easiest rule, the only one that may leave the rest of the
    board aside; then at the whole board.
    """
    names = [name for name in problem.rules if name != SEARCH]
    found = yield from _follow(problem, shown, held, names[:1], held, distance)
    if found is None:
        found = yield from _follow(problem, shown, held, names, range(problem.grid.size), distance)
    return found


def _follow(
    problem: Problem,
    shown: list[Domain],
    held: Mapping[int, Domain],
    names: list[str],
    changed: Iterable[int],
    distance: Distance,
) -> Task[Refutation | None]:
    base = shown[:]
    for cell, keep in held.items():
        base[cell] &= keep
        if not base[cell]:
            return None
    knowledge = Knowledge(problem, base)
    knowledge.begin_steps()
    findings = Findings(knowledge, base, [knowledge.known_beyond(cell) for cell in range(knowledge.size)])
    found = yield from find(findings, names, changed, distance, lambda step: step.contradiction)
    reasons = [Refutation(step, findings.justify(step, {})) for step in found]
    return min(reasons, key=lambda reason: len(reason.justification.cells), default=None)
