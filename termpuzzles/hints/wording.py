"""The words for each kind of hint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import SIDES_OF, TURNS
from termpuzzles.games.model import Change, Move
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, STEP, Hint, HintStep, merged_marks
from termpuzzles.hints.justification import Distance, Justification
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import (
    Part,
    Role,
    current_lines,
    joined_in_words,
    many,
    naming_order,
    one,
    part,
    piece,
)
from termpuzzles.logic.problem import FITS, KNOWN, SEARCH
from termpuzzles.logic.rules.techniques import TITLES

if TYPE_CHECKING:
    from termpuzzles.logic.explain.step import Finding, Narrowing
    from termpuzzles.logic.problem import Domain, Problem


class Suspect(NamedTuple):
    """Something shown that is wrong: the words for it, the masks to which it holds cells, and what takes it back."""

    claim: Part
    held: Mapping[int, Domain]
    move: Move

    @property
    def cell(self) -> int:
        """The cell of the mistake."""
        return next(iter(self.held))


class Refutation(NamedTuple):
    """A contradiction, and what it rests on."""

    step: Finding
    justification: Justification

    @property
    def supposed_parts(self) -> int:
        """How many parts it takes to tell it as what follows from a supposition, each step in a sentence."""
        return len(self.justification.steps) + 1 + len(self.step.reason.parts)


def step_hint(position: Position, finding: Finding, justification: Justification, distance: Distance) -> Hint:
    """The hint for a finding, with the earlier ones that it needs."""
    problem = position.problem
    news = position.first_news(finding.narrowed, distance)
    claim = _conclusion(position, finding, news)
    before, named = justification
    steps = [
        *(hint_step(problem, step, so=True, named=_with_concluded(named, before)) for step in before),
        hint_step(problem, finding, claim, news, alone=bool(before), named=_with_concluded(named, before)),
    ]
    cells = position.cells_at(news)
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
    claim: Part | None = None,
    news: Mapping[int, int] | None = None,
    so: bool = False,
    alone: bool = False,
    named: Collection[int] = (),
) -> HintStep:
    """A finding as a step: what it concludes, and why; with `so` the conclusion comes at the end of the reason.

    With `alone` the reason is told by itself, without the conclusion.

    `named` are the cells that the whole hint rests on: those beside the cells of the step are named with it.
    """
    narrowed = finding.narrowed
    claim = claim or conclusion_of(problem, narrowed, role=Role.BECAUSE)
    parts = finding.reason.parts
    if (so or alone) and finding.reason.alone:
        parts = finding.reason.alone()
    if so and parts:
        *before, last = parts
        parts = (*before, *_ending(problem, last, claim))
    fresh = {n.cell: KNOWN[n.after] & ~KNOWN[n.before] for n in narrowed if n.after}
    concludes = news or fresh
    excludes = {n.cell: n.before & ~n.after & FITS[fresh[n.cell]] for n in narrowed if n.after and not news}
    inside, ways = problem.grid.open_sides, problem.grid.ways
    because = {premise.cell for premise in finding.because}
    about = because.union(narrowing.cell for narrowing in narrowed)
    beside = about.union(ways[side][cell] for cell in about for side in SIDES_OF[inside[cell]])
    if problem.clues:  # what the cells beside know may come from further on
        beside |= {ways[side][cell] for cell in beside for side in SIDES_OF[inside[cell]]}
    return HintStep(
        finding.rule,
        claim,
        parts,
        tuple(sorted(concludes or {n.cell for n in narrowed})),
        tuple(sorted(because | beside.intersection(named))),
        {cell: known & (inside[cell] << 4 | inside[cell]) for cell, known in concludes.items()},
        {cell: masks for cell, masks in excludes.items() if masks},
    )


def _with_concluded(named: Collection[int], before: Iterable[Finding]) -> set[int]:
    """The cells that a hint names, and those of which its earlier steps conclude something."""
    return {*named, *(narrowing.cell for step in before for narrowing in step.narrowed)}


def _ending(problem: Problem, last: Part, claim: Part) -> tuple[Part, ...]:
    """The end of a reason with its conclusion: on a page of its own if another shaded tile could be taken for it.

    A reason that ends with the conclusion stays as it is.
    """
    end = _of_it(problem, last, claim.after("so"))._replace(assumption=False)
    marks, mine = merged_marks(claim.marks, last.marks), claim.marks.get(Role.BECAUSE, {})
    others = last.marks.get(Role.BECAUSE, {}).keys() - mine.keys()
    if last.plain.endswith(claim.plain[1:]):
        return (last,)
    if {piece(problem, cell) for cell in mine} & {piece(problem, cell) for cell in others}:
        return last._replace(marks=marks), end
    return (Part(f"{last.shown} {end.shown}", f"{last.plain} {end.plain}", marks, last.checkerboard),)


def _of_it(problem: Problem, last: Part, end: Part) -> Part:
    """The conclusion after a reason that begins with the only cell that the conclusion names: as one of "it"."""
    named = [one(problem, cell, Role.BECAUSE) for cell in end.marks.get(Role.BECAUSE, ())]
    if len(named) != 1:
        return end
    (thing,) = named
    if not last.plain.lower().startswith(f"{thing.plain.lower()} "):
        return end
    shown, plain = (
        f"So it{text.removeprefix(f'So {name}')}" for text, name in ((end.shown, thing.shown), (end.plain, thing.plain))
    )
    return end._replace(shown=shown, plain=plain)


def _conclusion(position: Position, finding: Finding, news: Mapping[int, int]) -> Part:
    """The conclusion of a finding for the player."""
    lines = position.state.lines
    claim = conclusion_of(position.problem, finding.narrowed, news)
    if len(news) == 1 and not position.puzzle.game.draws:
        (cell,) = news
        if any(n.cell == cell and n.after == 1 << lines[cell] for n in finding.narrowed):
            return part("{} is already correct: pin it.", one(position.problem, cell, Role.TARGET, lines[cell]))
    return claim


def _around(position: Position, cells: Collection[int], because: Iterable[int]) -> tuple[int, ...]:
    """Where to look: the cells that the hint is about or rests on, and those around, so that none stands out."""
    ways, inside = position.problem.grid.ways, position.problem.grid.open_sides
    found = {*cells, *because}
    for cell in cells:
        for side in SIDES_OF[inside[cell]]:
            beside = ways[side][cell]
            found.add(beside)
            found.update(ways[turned][beside] for turned in SIDES_OF[inside[beside]] if turned > side)
    return tuple(sorted(found))


def trying_hint(position: Position, narrowing: Narrowing, assumptions: int) -> Hint:
    """The hint for what only trying out shows of a cell, with this many assumptions."""
    problem, cell = position.problem, narrowing.cell
    news = {cell: position.news(narrowing)}
    everything = tuple(range(problem.grid.size))
    claim = conclusion_of(problem, (narrowing,), news)
    tried = f"{assumptions} assumption{'s' * (assumptions != 1)}"
    chosen = sum(map(bool, position.state.pins)) + len(position.claimed)
    with_marks = " that agrees with your marks" * bool(chosen)
    reason = (part(f"every other way{with_marks} leads to a contradiction, found by trying out, with {tried}."),)
    step = HintStep(SEARCH, claim, reason, (cell,), everything, news, {})
    cells = position.cells_at(news)
    return Hint(STEP, SEARCH, claim, reason, cell, cells, everything, {}, cells, (step,), position.move(news))


MOST_PARTS = 7  # of the reason for a mistake


def mistake_hint(position: Position, suspect: Suspect, found: Refutation | None) -> Hint:
    """The hint for a mistake, with the contradiction to which it leads."""
    told = _contradiction(position.problem, found, "then")
    cells = tuple(sorted(suspect.held))
    region = _around(position, cells, told.sides)
    because = tuple(sorted(told.sides))
    return Hint(
        MISTAKE,
        told.rule,
        suspect.claim,
        told.reason,
        suspect.cell,
        cells,
        because,
        told.sides,
        region,
        told.steps,
        suspect.move,
    )


def clash_hint(position: Position, suspect: Suspect, clash: Part) -> Hint:
    """The hint for a mistake that shows without any rule."""
    cells = tuple(sorted(suspect.held))
    sides = {cell: mask for marks in clash.marks.values() for cell, mask in marks.items()}
    because = tuple(sorted({*sides, *cells}))
    region = _around(position, cells, because)
    step = HintStep(position.problem.rules[0], suspect.claim, (clash,), cells, because, {}, {})
    return Hint(
        MISTAKE, None, suspect.claim, (clash,), suspect.cell, cells, because, sides, region, (step,), suspect.move
    )


def denied_hint(position: Position, suspect: Suspect, found: Refutation) -> Hint:
    """The hint for a mistake whose contrary follows from what is known."""
    problem, (finding, (before, sides)) = position.problem, found
    alone = bool(before) or {narrowing.cell for narrowing in finding.narrowed} != suspect.held.keys()
    named = _with_concluded(sides, before)
    steps = [
        *(hint_step(problem, step, so=True, named=named) for step in before),
        hint_step(problem, finding, alone=alone, named=named),
    ]
    *earlier, last = steps
    shown = [part for step in earlier for part in step.parts]
    if alone and not finding.reason.alone:
        shown.append(last.conclusion)  # to which the reason may refer as "it" or "this"
    cells = tuple(sorted(suspect.held))
    return Hint(
        MISTAKE,
        _hardest([step.rule for step in steps]),
        suspect.claim,
        _in_brief(steps, [*shown, *last.parts], finding.reason.parts),
        suspect.cell,
        cells,
        tuple(sorted(sides)),
        sides,
        _around(position, cells, sides),
        tuple(steps),
        suspect.move,
    )


def _in_brief(steps: Sequence[HintStep], parts: Sequence[Part], why: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, if they are not too many to be read; else what the last step concludes, and `why` if that is short."""
    if len(parts) <= MOST_PARTS:
        return tuple(parts)
    *before, last = steps
    earlier = f"after {len(before)} other step{'s' * (len(before) != 1)}" if before else "in the end"
    end = last.conclusion.after(f"{earlier[0].upper()}{earlier[1:]}:")._replace(assumption=False)
    return (end, *why) if len(why) < MOST_PARTS else (end,)


def sealed_hint(position: Position, members: tuple[int, ...], distance: Distance, witness: bytes) -> Hint:
    """The hint for a group without a loose end, where all cells must be joined; it turns one as in a solution."""
    problem, (lines, pins, _) = position.problem, position.state
    group = many(problem, members, Role.CUT_OFF)
    first, *others = members
    if not others:
        claim = part("{} is sealed off.", one(problem, first, Role.CUT_OFF))
        why = part("its line leads around the board back to the same tile.")
    else:
        claim = part(f"these {len(members)} tiles are sealed off.", marks=[group])
        why = part("{} are joined to each other and to nothing else.", group)
    wrong = [cell for cell in members if witness[cell] != lines[cell] and not pins[cell]]
    cell = min(wrong, key=distance)
    step = HintStep(problem.rules[0], claim, (why,), members, members, {}, {})
    change = Change("turn", *problem.grid.place(cell), TURNS[lines[cell]].index(witness[cell]))
    return Hint(MISTAKE, None, claim, (why,), cell, members, members, {}, members, (step,), Move((change,)))


def conflict_hint(position: Position, held: Mapping[int, Domain], found: Refutation | None, distance: Distance) -> Hint:
    """The hint for choices that could each be right but cannot all be."""
    cells = tuple(cell for cell in held if found is None or cell in found.justification.cells)
    told = _contradiction(position.problem, found, "then")
    what = "lines and crosses" if position.puzzle.game.draws else "pins and notes"
    claim = part(f"the {what} of {{}} cannot all be right.", many(position.problem, cells, Role.TARGET))
    cell = min(cells, key=distance)
    region = _around(position, cells, told.sides)
    move, because = _taken_back(position, cell), tuple(sorted(told.sides))
    return Hint(MISTAKE, told.rule, claim, told.reason, cell, cells, because, told.sides, region, told.steps, move)


def impossible_hint(position: Position, found: Refutation | None) -> Hint:
    """The hint that the board has no solution, and why."""
    told = _contradiction(position.problem, found, "")
    because = tuple(sorted(told.sides))
    claim = part("this board has no solution.")
    return Hint(IMPOSSIBLE, told.rule, claim, told.reason, None, because, because, told.sides, because, told.steps)


def ambiguous_hint(position: Position, solutions: Sequence[bytes], distance: Distance) -> Hint:
    """The hint that the board has several solutions from here on: where two of them differ, and one as a choice."""
    game, problem = position.puzzle.game, position.problem
    answers = tuple(game.solved_state(position.puzzle, solution) for solution in solutions)
    ways = [answer.lines for answer in answers]
    cells = [cell for cell, (one, other) in enumerate(zip(*ways, strict=True)) if one != other]
    cell = min(cells, key=distance)
    drawn = [way for way in ways if way[cell]]
    chosen = next((way for way in drawn if way[cell] == position.state.lines[cell]), drawn[0])
    known = KNOWN[1 << chosen[cell]]
    move = position.move({cell: known & 0xF0 & ~position.claims(cell) if game.draws else known})
    claim = part(f"the board has several solutions: {{}} differ{'s' * (len(cells) == 1)}.", _some(problem, cells))
    may = either_way(problem, cell, [way[cell] for way in ways])
    why = part(f"{{}} can {may}. Choose one; the hints will follow your choice.", one(problem, cell, Role.TARGET))
    return Hint(AMBIGUOUS, None, claim, (why,), cell, tuple(cells), (), {}, tuple(cells), (), move, answers)


def either_way(problem: Problem, cell: int, masks: Iterable[int]) -> str:
    """The lines that a cell can have, after "can": `point up or right`, `run up and down or left and right`."""
    phrases = [current_lines(problem, cell, mask).partition(" ") for mask in sorted(masks, key=naming_order)]
    (verb, _, _), *_ = phrases
    either = joined_in_words([rest for _, _, rest in phrases], "or")
    return f"{'have' if verb == 'has' else verb.removesuffix('s')} {either}"


def _some(problem: Problem, cells: Sequence[int]) -> str:
    noun = "cell" if problem.draws else "tile"
    return f"one {noun}" if len(cells) == 1 else f"{len(cells)} {noun}s"


class _Contradiction(NamedTuple):
    """A contradiction as a hint tells it: its hardest rule, its reason, the sides that count, and its steps."""

    rule: str
    reason: tuple[Part, ...]
    sides: Mapping[int, int]
    steps: tuple[HintStep, ...]


def _contradiction(problem: Problem, found: Refutation | None, word: str) -> _Contradiction:
    """The contradiction that was found; without one, that no solution is left."""
    if found is None:
        everything = dict.fromkeys(range(problem.grid.size), 0)
        reason = part("no way of filling the board agrees with that." if word else "no way of filling the board works.")
        cells = tuple(everything)
        return _Contradiction(SEARCH, (reason,), everything, (HintStep(SEARCH, reason, (reason,), (), cells, {}, {}),))
    step, (before, sides) = found
    named = _with_concluded(sides, before)
    steps = tuple(hint_step(problem, each, named=named) for each in (*before, step))
    then = [conclusion_of(problem, earlier.narrowed, role=Role.ASSUMED) for earlier in before]
    *claim, end = [*then, conclusion_of(problem, step.narrowed, role=Role.ASSUMED)]
    why = [each.after(word) if word else each for each in claim]
    last = end.after(word) if word else end
    parts = _in_brief(steps, (*why, last, *step.reason.parts), step.reason.parts)
    return _Contradiction(_hardest([each.rule for each in steps]), parts, sides, steps)


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
