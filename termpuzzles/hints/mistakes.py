"""What the player has shown that is wrong: what shows without any rule, what only looks finished, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from termpuzzles.board.byteboard import cells_with
from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, Grid
from termpuzzles.games.model import Change, Move, Puzzle, State
from termpuzzles.hints.breach import OF_CELLS, Breach, BreachKind, breaches
from termpuzzles.hints.choice import (
    Accused,
    Breached,
    Charged,
    Clash,
    Conflicting,
    Impossible,
    Refutation,
    Suspect,
    SuspectKind,
    by_known_sides,
)
from termpuzzles.hints.justification import Distance, Findings, find
from termpuzzles.hints.position import Position
from termpuzzles.hints.shortest import QUICK, fewest_steps, steps_and_cells
from termpuzzles.hints.witness import ANY_WORK, Restriction, Witnesses
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.learning.cores import Core, CoreQuestion, nearest_core
from termpuzzles.logic.problem import ALL, EMPTY, FITS, HAS, KNOWN, LACKS, LONE, SEARCH, Domain, Problem
from termpuzzles.logic.task import Task

FEW = 5  # mistakes near the cursor, of which the hint shows the one with the shortest reason
CONFLICTS = 5  # sets of marks that cannot all be right, of which the easiest to see is told
FEW_MARKS = 4  # sets of more are told only if no smaller one was found
MANY_CELLS = 24  # if a reason takes more, it is not told how they show it

Cells = Collection[int] | None  # among which a reason is looked for, None for the whole board


class Looking(NamedTuple):
    """What is looked for: by which rules, at which cells first, how near, and what of it is to be told."""

    names: list[str]
    changed: Iterable[int]
    distance: Distance
    wanted: Callable[[Finding], bool]
    told: Restriction
    among: Cells


class Accusation:
    """Finds what is wrong in a state that no solution agrees with."""

    def __init__(self, puzzle: Puzzle, witnesses: Witnesses, state: State, distance: Distance) -> None:
        self.puzzle, self.problem, self.witnesses = puzzle, witnesses.problem, witnesses
        self.state = state
        self.distance = distance
        self.left: Sequence[Domain] = ()

    def charge(self) -> Task[Accused]:
        """What is wrong, or that the board has no solution."""
        wrong = yield from self.certainly_wrong()
        if self.witnesses.is_impossible:
            return Impossible((yield from refute(self.problem, self._tiles, self._closed, {}, self.distance)))
        shown = Position(self.puzzle, self.problem, self.state)
        told_as_clash = (BreachKind.BOTH, BreachKind.PIN) if wrong else ()
        breach = next((each for each in breaches(shown, self.distance) if each.kind not in told_as_clash), None)
        if breach and breach.kind in OF_CELLS:
            return (yield from self._breached(breach, wrong))
        if clashing := self._clashing(self.position(), wrong):
            return clashing
        if breach:
            return (yield from self._breached(breach, wrong))
        if not wrong:
            wrong, core = yield from self._together_wrong()
            if len(wrong) > 1:
                return (yield from self._conflicting(wrong, core))
        return (yield from self._easiest(self.position(), wrong))

    @property
    def _tiles(self) -> list[Domain]:
        """The masks of every tile, of which nothing else is known."""
        return [self.problem.domain_of(cell) for cell in range(self.problem.grid.size)]

    @property
    def _closed(self) -> list[int]:
        """The sides of every cell that a border or a wall closes, as known bytes."""
        return [15 & ~sides for sides in self.problem.grid.open_sides]

    def _breached(self, breach: Breach, wrong: Sequence[Suspect]) -> Task[Breached]:
        """The breach, with the fewest of the marks in it that no solution has together."""
        marks = [mark for mark in self._marks(_any) if _takes_part(self.problem, mark, breach)]
        marks.sort(key=lambda mark: self.distance(mark.cell))
        numbers = yield from self.witnesses.conflicts([mark.held for mark in marks])
        fewest = [marks[at] for at in numbers[0]] if numbers else marks
        first = fewest[0]
        return Breached(breach, tuple(fewest), first.move, first if first in wrong else None)

    def _together_wrong(self) -> Task[tuple[list[Suspect], Core | None]]:
        """Marks that cannot all be right, the nearest first, and the cells that show it: of some sets the easiest.

        That is, of those that are not much larger than need be, the one that rests on the fewest cells, then the one of
        fewest marks, then the nearest to the cursor.
        """
        marks = sorted(self._marks(_undecided), key=lambda suspect: self.distance(suspect.cell))
        numbers = yield from self.witnesses.conflicts([mark.held for mark in marks], FEW_MARKS)
        found = [[marks[at] for at in each] for each in numbers[:CONFLICTS]] or [marks]
        held = map(_all_held, found)
        answer = yield from nearest_core(self.problem, [CoreQuestion(each, each) for each in held])
        return (found[answer.number], answer.core) if answer else (found[0], None)

    def _conflicting(self, found: Sequence[Suspect], core: Core | None) -> Task[Conflicting]:
        """Why these marks cannot all be right, as these cells show."""
        held, refutation = _all_held(found), None
        cells = _shown_by(self.problem, core, held) if core else set[int]()
        if core and len(core.cells) <= MANY_CELLS:
            beside = _and_beside(self.problem.grid, cells)
            refutation = yield from refute(self.problem, self._tiles, self._closed, held, self.distance, beside)
        return Conflicting(tuple(found), found[0].move, refutation, tuple(sorted(cells)))

    def _near(self, wrong: Iterable[Suspect]) -> list[Suspect]:
        return sorted(wrong, key=lambda suspect: self.distance(suspect.cell))[:FEW]

    def _clashing(self, position: Position, wrong: Iterable[Suspect]) -> Charged | None:
        """The first mistake near the cursor that is wrong at a glance."""
        for suspect in self._near(wrong):
            if found := clash(position, suspect):
                return Charged(suspect, clash=found)
        return None

    def _easiest(self, position: Position, wrong: Iterable[Suspect]) -> Task[Charged]:
        """Of the mistakes near the cursor the first that its own cell shows, else that which the fewest cells show."""
        near = self._near(wrong)
        for suspect in near:
            if refutation := by_a_cell(position, suspect):
                return Charged(suspect, refutation)
        return (yield from against(position, near, self.distance))

    def against(self, suspect: Suspect, turned: Collection[int] = ()) -> Task[Charged]:
        """Why something cannot be, by what is certainly right of the marks and of what was turned."""
        position = self.position(turned)
        return self._clashing(position, [suspect]) or (yield from self._easiest(position, [suspect]))

    def certainly_wrong(self, work: int = 0) -> Task[list[Suspect]]:
        """The marks that differ from the only solution, or else from what propagation leaves."""
        yield from self.witnesses.holding({}, work)
        if self.witnesses.is_impossible:
            return []
        only = yield from self.witnesses.only({}, work)
        self.left = [1 << mask for mask in only.board] if only.board else self.witnesses.left
        return self._marks(_denied)

    def suspects(self) -> Task[list[Suspect]]:
        """All marks that are wrong in every solution."""
        found = yield from self.certainly_wrong(ANY_WORK)
        known = {cell for suspect in found for cell in suspect.held}
        for suspect in self._marks(_undecided) if self.left else ():
            if suspect.cell not in known and not (yield from self.witnesses.holding(suspect.held, ANY_WORK)).board:
                found.append(suspect)
        return found

    def _marks(self, counts: Counts) -> list[Suspect]:
        return [*_pins(self, counts), *_claims(self, counts)]

    def position(self, turned: Collection[int] = ()) -> Position:
        """The position with just those marks, and those turned tiles, that are certainly right."""
        state, left = self.state, self.left or [self.problem.domain_of(cell) for cell in range(self.problem.grid.size)]
        known = bytes(map(KNOWN.__getitem__, left))
        pins = bytes(pin and left[cell] == 1 << state.lines[cell] for cell, pin in enumerate(state.pins))
        notes = bytes(note & sure for note, sure in zip(state.notes, known, strict=True))
        lines = state.lines
        if self.puzzle.game.draws:
            lines = bytes(line & sure >> 4 for line, sure in zip(lines, known, strict=True))
        certain = [cell for cell in turned if left[cell] == 1 << lines[cell] and not self.puzzle.game.draws]
        return Position(self.puzzle, self.problem, State(lines, pins, notes), certain)


def _all_held(marks: Iterable[Suspect]) -> dict[int, Domain]:
    """The cells that these marks hold, each to what all of them leave of it."""
    held: dict[int, Domain] = {}
    for mark in marks:
        for cell, keep in mark.held.items():
            held[cell] = held.get(cell, ALL) & keep
    return held


def _takes_part(problem: Problem, mark: Suspect, breach: Breach) -> bool:
    """Whether the mark is one of those that make up the breach."""
    cells, ways = breach.cells, problem.grid.ways
    if mark.kind is SuspectKind.PIN:
        reached = {mark.cell, *(ways[side][mark.cell] for side in SIDES_OF[problem.grid.open_sides[mark.cell]])}
        return mark.cell in cells or (breach.kind is not BreachKind.CELL and not reached.isdisjoint(cells))
    other = ways[mark.sides][mark.cell]
    return bool(cells.get(mark.cell, 0) & mark.sides or cells.get(other, 0) & OPPOSITE[mark.sides])


Counts = Callable[[Domain, Domain], bool]  # whether a mark counts, by what is left of a cell and what it keeps of that


def _denied(left: Domain, keep: Domain) -> bool:
    return not left & keep


def _undecided(left: Domain, keep: Domain) -> bool:
    return bool(left & keep and left & ~keep)


def _any(left: Domain, keep: Domain) -> bool:
    return True


def _pins(asked: Accusation, counts: Counts) -> Iterator[Suspect]:
    grid, (lines, pins, _) = asked.problem.grid, asked.state
    for cell in cells_with(pins):
        if counts(asked.left[cell], 1 << lines[cell]):
            freed = Move((Change("free", *grid.place(cell)),))
            yield Suspect(SuspectKind.PIN, cell, lines[cell], {cell: 1 << lines[cell]}, freed)


def _claims(asked: Accusation, counts: Counts) -> Iterator[Suspect]:
    """The lines, crosses and notes that count, each once."""
    grid, seen = asked.problem.grid, set()
    draws, state = asked.puzzle.game.draws, asked.state
    drawn = SuspectKind.LINE if draws else SuspectKind.NOTED_LINE
    for cell in range(grid.size):
        lines, crosses = state.notes[cell] >> 4 | (state.lines[cell] if draws else 0), state.notes[cell] & 15
        if not lines | crosses:
            continue
        for kind, keep, marked in ((drawn, HAS, lines), (SuspectKind.CROSS, LACKS, crosses)):
            for side in SIDES_OF[marked & grid.open_sides[cell]]:
                other, line = grid.ways[side][cell], (kind, grid.line(cell, side))
                count = counts(asked.left[cell], keep[side])
                if (count or counts(asked.left[other], keep[OPPOSITE[side]])) and line not in seen:
                    seen.add(line)
                    cleared = Move((Change("clear", *grid.place(cell), side),))
                    yield Suspect(kind, cell, side, {cell: keep[side], other: keep[OPPOSITE[side]]}, cleared)


_AGAINST = {HAS[side]: side for side in HAS} | {LACKS[side]: side for side in LACKS}


def clash(position: Position, suspect: Suspect) -> Clash | None:
    """What stands beside a mistake and shows it; None if that takes some deduction."""
    ways = position.problem.grid.ways
    for cell, keep in suspect.held.items():
        known = position.known_sides[cell]
        if keep in LONE or suspect.kind is SuspectKind.ASKED:
            lines = LONE.get(keep, suspect.sides)
            against, lacking = lines & known & 15, ~lines & known >> 4 if keep in LONE else 0
            if wrong := against or lacking:
                border = sum(side for side in SIDES_OF[wrong] if ways[side][cell] < 0)
                shown = border if border and suspect.kind is SuspectKind.ASKED else wrong
                side = shown & -shown
                return Clash(cell, side, bool(against), _known(position, ways[side][cell]))
        elif keep in _AGAINST and _is_denied(keep, _AGAINST[keep], known):
            side = _AGAINST[keep]
            other = ways[side][cell]
            return Clash(cell, side, keep == HAS[side], _known(position, cell, other))
    return None


def _is_denied(keep: Domain, side: int, known: int) -> bool:
    return bool((known if keep == HAS[side] else known >> 4) & side)


def _known(position: Position, *cells: int) -> int:
    """The first of these cells of which all is known; -1 if there is none."""
    return next((cell for cell in cells if cell >= 0 and position.is_known[cell]), -1)


def by_a_cell(position: Position, suspect: Suspect) -> Refutation | None:
    """Why one of its cells cannot have what it is held to, by what is known of its sides; None if it may."""
    problem, held = position.problem, suspect.held
    cell = next((cell for cell, keep in held.items() if not position.base[cell] & keep), None)
    if cell is None:
        return None
    domain, sides = problem.domain_of(cell), position.known_sides[cell]
    its_own = position.claims(cell) | 15 & ~problem.grid.open_sides[cell]
    for side in sorted(SIDES, key=lambda side: bool(its_own & (side << 4 | side))):
        less = sides & ~(side << 4 | side)
        if not domain & FITS[less] & held[cell]:
            sides = less
    return Refutation.of(problem, *by_known_sides(position, cell, sides), supposed=False)


def against(position: Position, suspects: Sequence[Suspect], distance: Distance) -> Task[Charged]:
    """Why one of these cannot be, the one that the fewest cells show: by what is known, or by where it leads.

    Of these the shorter. Where it takes many cells to see, it is only said which they are.
    """
    questions = [CoreQuestion(_with_marks(position, suspect.held), suspect.held) for suspect in suspects]
    answer = yield from nearest_core(position.problem, questions)
    if answer is None:
        return Charged(suspects[0])
    suspect, core = suspects[answer.number], answer.core
    cells = _shown_by(position.problem, core, suspect.held)
    if len(core.cells) <= MANY_CELLS:
        beside = _and_beside(position.problem.grid, cells)
        known = yield from contradict(position, suspect.held, distance, beside)
        if known and known.parts == 1:
            return Charged(suspect, known)
        supposed = yield from refute(
            position.problem, position.own, position.known_sides, suspect.held, distance, beside
        )
        if known and (supposed is None or known.parts <= supposed.parts):
            return Charged(suspect, known)
        if supposed:
            return Charged(suspect, supposed)
    return Charged(suspect, core=tuple(sorted(cells)))


def _shown_by(problem: Problem, core: Core, held: Restriction) -> set[int]:
    """The cells by which a core is seen: where all must be joined, also one that these would leave out."""
    cells = {*core.cells, *core.beyond, *held}
    if core.whole:
        needed = (cell for cell in range(problem.grid.size) if not problem.domain_of(cell) & EMPTY)
        cells.update(islice((cell for cell in needed if cell not in cells), 1))
    return cells


def _and_beside(grid: Grid, cells: Collection[int]) -> set[int]:
    """These cells and those beside them."""
    beside = (grid.ways[side][cell] for cell in cells for side in SIDES_OF[grid.open_sides[cell]])
    return {*cells, *beside}


def _with_marks(position: Position, held: Restriction) -> dict[int, Domain]:
    """What the marks that are known to be right leave of each cell that has any, and what some are held to."""
    found = position.shown()
    for cell, keep in held.items():
        found[cell] = found.get(cell, ALL) & keep
    return found


def contradict(
    position: Position, held: Restriction, distance: Distance, among: Collection[int]
) -> Task[Refutation | None]:
    """A finding from what is known that leaves one of these cells none of the masks to which it is held.

    None if the rules do not find one at the cells `among` which they look.
    """

    def contradicts(finding: Finding) -> bool:
        return any(cell in held and not after & held[cell] & before for cell, before, after in finding.narrowed)

    fixed = not position.plain()
    knowledge = Knowledge(position.problem, position.base if fixed else position.own)
    knowledge.begin_steps()
    findings = Findings(knowledge, position.own, position.known_sides, position.known_sides)
    told = {cell: ALL & ~keep for cell, keep in held.items()}  # the rest was ruled out before, and is explained too
    look = Looking(_names(position.problem, among), range(knowledge.size), distance, contradicts, told, among)
    return (yield from _shortest(findings, look, supposed=False))


def refute(
    problem: Problem,
    shown: list[Domain],
    known_sides: Sequence[int],
    held: Restriction,
    distance: Distance,
    among: Cells = None,
) -> Task[Refutation | None]:
    """The contradiction that follows from holding cells to these masks; None if no rule finds one.

    First look only at what follows from those cells by the easiest rule, the only one that may leave the rest of the
    board aside; then at all cells `among` which the rules look.
    """
    names = _names(problem, among)
    found = yield from _follow(problem, shown, known_sides, held, names[:1], held, distance, among)
    if found is None:
        found = yield from _follow(problem, shown, known_sides, held, names, range(problem.grid.size), distance, among)
    return found


def _names(problem: Problem, among: Cells) -> list[str]:
    """The rules to look for a reason with; among some cells only those that need nothing of the others."""
    return [name for name in problem.rules if name != SEARCH and (among is None or name != "one step ahead")]


def _follow(
    problem: Problem,
    shown: list[Domain],
    known_sides: Sequence[int],
    held: Restriction,
    names: list[str],
    changed: Iterable[int],
    distance: Distance,
    among: Cells,
) -> Task[Refutation | None]:
    base = shown[:]
    for cell, keep in held.items():
        base[cell] &= keep
        if not base[cell]:
            return None
    knowledge = Knowledge(problem, base)
    knowledge.begin_steps()
    beyond = [knowledge.known_beyond(cell) for cell in range(knowledge.size)]
    seen = [sides | KNOWN[held[cell]] if cell in held else sides for cell, sides in enumerate(known_sides)]
    findings = Findings(knowledge, base, beyond, seen)
    look = Looking(names, changed, distance, _contradicts, {}, among)
    return (yield from _shortest(findings, look, supposed=True))


def _contradicts(finding: Finding) -> bool:
    return finding.contradiction


def _shortest(findings: Findings, look: Looking, supposed: bool) -> Task[Refutation | None]:
    """The refutation of fewest steps by the rules that take one there; None if they find none."""
    start = findings.mark()
    found = yield from find(findings, look.names, look.changed, look.distance, look.wanted, among=look.among)
    if not found:
        return None
    order = (lambda proved: len(proved[1].cells)) if look.among is None else steps_and_cells
    finding, proof = best = min(((each, findings.justify(each, look.told)) for each in found), key=order)
    _ = finding.reason  # while the knowledge is as it was found in
    taken = {step.rule for step in (*proof.steps, finding)}
    if look.among is not None and proof.steps and taken.issubset(QUICK):
        findings.undo(start)
        names = [name for name in look.names if name in taken]
        best = yield from fewest_steps(findings, names, look.among, look.wanted, look.told, best)
    return Refutation.of(findings.knowledge.problem, *best, supposed)
