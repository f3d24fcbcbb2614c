"""The words for each kind of hint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from termpuzzles.board.grid import SIDES, SIDES_OF, TURNS
from termpuzzles.games.model import Change, Move
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, STEP, Hint, HintStep, joined
from termpuzzles.hints.justification import Distance, Justification
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import ReasonPart, Role, current_lines, joined_in_words, many, one, part, piece
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.rules.techniques import TITLES

if TYPE_CHECKING:
    from termpuzzles.hints.mistakes import Refutation, Suspect
    from termpuzzles.logic.explain.step import Finding, Narrowing
    from termpuzzles.logic.problem import Domain, Problem


def step_hint(position: Position, finding: Finding, justification: Justification, distance: Distance) -> Hint:
    """The hint for a finding, with the earlier ones that it needs."""
    problem = position.problem
    news = position.first_news(finding.narrowed, distance)
    claim = _conclusion(position, finding, news)
    steps = [
        *(hint_step(problem, step, so=True) for step in justification.steps),
        hint_step(problem, finding, claim, news),
    ]
    cells = tuple(sorted(position.whole_lines(news)))
    return Hint(
        STEP,
        _hardest([step.rule for step in steps]),
        claim,
        tuple(part for step in steps for part in step.parts),
        min(news, key=distance),
        cells,
        tuple(sorted(justification.cells)),
        justification.cells,
        _around(position, cells, justification.cells),
        tuple(steps),
        position.move(news),
    )


def hint_step(
    problem: Problem,
    finding: Finding,
    claim: ReasonPart | None = None,
    news: Mapping[int, int] | None = None,
    so: bool = False,
) -> HintStep:
    """A finding as a step: what it concludes, and why; with `so` the conclusion comes at the end of the reason."""
    narrowed = finding.narrowed
    claim = claim or conclusion_of(problem, narrowed, role=Role.BECAUSE)
    parts = finding.reason.parts
    if so and parts:
        *before, last = parts
        parts = (*before, *_ending(problem, last, claim))
    concludes = news or {n.cell: KNOWN[n.after] & ~KNOWN[n.before] for n in narrowed}
    inside = problem.grid.open_sides
    return HintStep(
        finding.rule,
        claim,
        parts,
        tuple(sorted(concludes)),
        tuple(sorted(premise.cell for premise in finding.because)),
        {cell: known & (inside[cell] << 4 | inside[cell]) for cell, known in concludes.items()},
    )


def _ending(problem: Problem, last: ReasonPart, claim: ReasonPart) -> tuple[ReasonPart, ...]:
    """The end of a reason with its conclusion: on a page of its own if another shaded tile could be taken for it."""
    end = claim.after("so")._replace(assumption=False)
    marks, mine = joined(claim.marks, last.marks), claim.marks.get(Role.BECAUSE, {})
    others = last.marks.get(Role.BECAUSE, {}).keys() - mine.keys()
    if {piece(problem, cell) for cell in mine} & {piece(problem, cell) for cell in others}:
        return last._replace(marks=marks), end
    return (ReasonPart(f"{last.shown} {end.shown}", f"{last.plain} {end.plain}", marks, last.checkerboard),)


def _conclusion(position: Position, finding: Finding, news: Mapping[int, int]) -> ReasonPart:
    """The conclusion of a finding for the player."""
    lines = position.state.lines
    claim = conclusion_of(position.problem, finding.narrowed, news)
    if len(news) == 1 and not position.puzzle.game.draws:
        (cell,) = news
        if any(n.cell == cell and n.after == 1 << lines[cell] for n in finding.narrowed):
            return part("{} stands right: pin it.", one(position.problem, cell, Role.TARGET, lines[cell]))
    return claim


def _around(position: Position, cells: Iterable[int], because: Iterable[int]) -> tuple[int, ...]:
    """Where to look: the cells that the hint is about or rests on, and those around, so that none stands out."""
    ways, found = position.problem.grid.ways, {*cells, *because}
    for cell in tuple(found):
        for side in SIDES:
            beside = ways[side][cell]
            if beside >= 0 and cell in cells:
                found.add(beside)
                found.update(ways[turned][beside] for turned in SIDES if ways[turned][beside] >= 0 and turned > side)
    return tuple(sorted(found))


def trying_hint(position: Position, narrowing: Narrowing, assumptions: int) -> Hint:
    """The hint for what only trying out shows of a cell, with this many assumptions."""
    problem, cell = position.problem, narrowing.cell
    news = {cell: position.news(narrowing)}
    everything = tuple(range(problem.grid.size))
    claim = conclusion_of(problem, (narrowing,), news)
    tried = f"{assumptions} assumption{'s' * (assumptions != 1)}"
    chosen = sum(map(bool, position.state.pins)) + len(position.claimed)
    with_marks = " with what is marked" * bool(chosen)
    reason = (part(f"trying out every other way{with_marks}, with {tried}, ends in contradictions."),)
    step = HintStep(SEARCH, claim, reason, (cell,), everything, news)
    cells = tuple(sorted(position.whole_lines(news)))
    return Hint(STEP, SEARCH, claim, reason, cell, cells, everything, {}, cells, (step,), position.move(news))


def mistake_hint(position: Position, suspect: Suspect, found: Refutation | None) -> Hint:
    """The hint for a mistake, with the contradiction to which it leads."""
    rule, reason, sides = _contradiction(position, found, "then")
    cells = tuple(sorted(suspect.held))
    region = _around(position, cells, sides)
    return Hint(
        MISTAKE, rule, suspect.claim, reason, suspect.cell, cells, tuple(sorted(sides)), sides, region, (), suspect.move
    )


def clash_hint(position: Position, suspect: Suspect, clash: ReasonPart) -> Hint:
    """The hint for a mistake that shows without any rule."""
    cells = tuple(sorted(suspect.held))
    sides = {cell: mask for marks in clash.marks.values() for cell, mask in marks.items()}
    because = tuple(sorted({*sides, *cells}))
    region = _around(position, cells, because)
    return Hint(MISTAKE, None, suspect.claim, (clash,), suspect.cell, cells, because, sides, region, (), suspect.move)


def denied_hint(position: Position, suspect: Suspect, found: Refutation) -> Hint:
    """The hint for a mistake whose contrary follows from what is known."""
    problem, (finding, justification) = position.problem, found
    steps = [*(hint_step(problem, step, so=True) for step in justification.steps), hint_step(problem, finding)]
    cells = tuple(sorted(suspect.held))
    return Hint(
        MISTAKE,
        _hardest([step.rule for step in steps]),
        suspect.claim,
        tuple(part for step in steps for part in step.parts),
        suspect.cell,
        cells,
        tuple(sorted(justification.cells)),
        justification.cells,
        _around(position, cells, justification.cells),
        tuple(steps),
        suspect.move,
    )


def sealed_hint(position: Position, members: tuple[int, ...], distance: Distance, witness: bytes) -> Hint:
    """The hint for a group without a loose end, where all cells must be joined; it turns one as in a solution."""
    group = many(position.problem, members, Role.CUT_OFF)
    claim = part(f"these {len(members)} tiles are sealed off.", marks=[group])
    why = part("{} are joined to each other, and to nothing else.", group)
    lines, pins = position.state.lines, position.state.pins
    wrong = [cell for cell in members if witness[cell] != lines[cell] and not pins[cell]]
    cell = min(wrong, key=distance)
    change = Change("turn", *position.problem.grid.place(cell), TURNS[lines[cell]].index(witness[cell]))
    return Hint(MISTAKE, None, claim, (why,), cell, members, members, {}, members, (), Move((change,)))


def conflict_hint(position: Position, held: Mapping[int, Domain], found: Refutation | None, distance: Distance) -> Hint:
    """The hint for choices that could each be right but cannot all be."""
    cells = tuple(cell for cell in held if found is None or cell in found.justification.cells)
    rule, reason, sides = _contradiction(position, found, "then")
    what = "lines and crosses" if position.puzzle.game.draws else "pins and notes"
    claim = part(f"the {what} of {{}} cannot all stand.", many(position.problem, cells, Role.TARGET))
    cell = min(cells, key=distance)
    region = _around(position, cells, sides)
    move = _taken_back(position, cell)
    return Hint(MISTAKE, rule, claim, reason, cell, cells, tuple(sorted(sides)), sides, region, (), move)


def impossible_hint(position: Position, found: Refutation | None) -> Hint:
    """The hint that the board has no solution, and why."""
    rule, reason, sides = _contradiction(position, found, "")
    because = tuple(sorted(sides))
    claim = part("this board has no solution.")
    return Hint(IMPOSSIBLE, rule, claim, reason, None, because, because, sides, because)


def ambiguous_hint(position: Position, solutions: Sequence[bytes], distance: Distance) -> Hint:
    """The hint that the board has several solutions from here on: where two of them differ, and one as a choice."""
    game, problem = position.puzzle.game, position.problem
    answers = tuple(game.solved_state(position.puzzle, solution) for solution in solutions)
    ways = [answer.lines for answer in answers]
    cells = [cell for cell, (one, other) in enumerate(zip(*ways, strict=True)) if one != other]
    cell = min(cells, key=distance)
    chosen = next((way for way in ways if way[cell] == position.state.lines[cell]), ways[0])
    known = KNOWN[1 << chosen[cell]]
    move = position.move({cell: known & 0xF0 & ~position.claims(cell) if game.draws else known})
    claim = part(f"the board has several solutions: {{}} differ{'s' * (len(cells) == 1)}.", _some(problem, cells))
    verb = current_lines(problem, cell, ways[0][cell]).partition(" ")[0]
    either = joined_in_words([current_lines(problem, cell, way[cell]).partition(" ")[2] for way in ways], "or")
    may = f"may {'have' if verb == 'has' else verb.removesuffix('s')} {either}"
    why = part(f"{{}} {may}. Choose one: the hints follow your choice.", one(problem, cell, Role.TARGET))
    return Hint(AMBIGUOUS, None, claim, (why,), cell, tuple(cells), (), {}, tuple(cells), (), move, answers)


def _some(problem: Problem, cells: Sequence[int]) -> str:
    noun = "cell" if problem.two_lines_each else "tile"
    return f"one {noun}" if len(cells) == 1 else f"{len(cells)} {noun}s"


def _contradiction(
    position: Position, found: Refutation | None, word: str
) -> tuple[str | None, tuple[ReasonPart, ...], Mapping[int, int]]:
    """The rule, the reason and the sides of a contradiction."""
    problem = position.problem
    if found is None:
        everything = dict.fromkeys(range(problem.grid.size), 0)
        return SEARCH, (part("trying out every way to go on shows that nothing fits."),), everything
    step, (before, sides) = found
    then = [conclusion_of(problem, earlier.narrowed, role=Role.ASSUMED) for earlier in before]
    *claim, end = [*then, conclusion_of(problem, step.narrowed, role=Role.ASSUMED)]
    reason = step.reason.parts
    why = [each.after(word) if word else each for each in claim]
    last = end.after(word) if word else end
    return _hardest([earlier.rule for earlier in (*before, step)]), (*why, last, *reason), sides


def _taken_back(position: Position, cell: int) -> Move:
    """The move that takes back the player's choice at a cell."""
    grid, place = position.problem.grid, position.problem.grid.place(cell)
    if position.state.pins[cell]:
        return Move((Change("free", *place),))
    claims = position.claims(cell)
    return Move(
        tuple(Change("clear", *place, side) for side in SIDES_OF[(claims >> 4 | claims & 15) & grid.open_sides[cell]])
    )


def _hardest(used: Iterable[str]) -> str:
    return max(used, key=list(TITLES).index)
