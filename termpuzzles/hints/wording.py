"""The words for whatever a hint can say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.english import counted
from termpuzzles.hints.choice import (
    MOST_PARTS,
    Ambiguous,
    Charged,
    Choice,
    Clash,
    Conflicting,
    Deduced,
    Impossible,
    Refutation,
    Sealed,
    Suspect,
    SuspectKind,
    Tried,
    hardest,
)
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, STEP, Hint, HintStep
from termpuzzles.logic.explain.conclusion import conclusion_of, told_alone, with_conclusion
from termpuzzles.logic.explain.parts import (
    LEADING,
    Does,
    Part,
    Role,
    between,
    counted_cells,
    does_with,
    many,
    one,
    one_of,
    part,
    toward,
)
from termpuzzles.logic.problem import FITS, KNOWN, SEARCH

if TYPE_CHECKING:
    from termpuzzles.logic.explain.step import Finding
    from termpuzzles.logic.problem import Problem


def worded(problem: Problem, choice: Choice) -> Hint:
    """The choice as a hint."""
    match choice:
        case Deduced():
            return _step(problem, choice)
        case Tried():
            return _trying(problem, choice)
        case Sealed():
            return _sealed(problem, choice)
        case Ambiguous():
            return _ambiguous(problem, choice)
        case Conflicting():
            return _conflict(problem, choice)
        case Impossible(refutation):
            return _impossible(problem, refutation)
        case Charged():
            return _charged(problem, choice)._replace(conflict=_marked((choice.suspect,)))


def _step(problem: Problem, choice: Deduced) -> Hint:
    """The hint for a finding, with the earlier ones that it needs."""
    before, sides = choice.proof
    claim, named = _conclusion(problem, choice), _with_concluded(sides, before)
    steps = [
        *(_hint_step(problem, step, so=True, named=named) for step in before),
        _hint_step(problem, choice.finding, claim, choice.news, alone=bool(before), named=named),
    ]
    return Hint(
        STEP,
        choice.rule,
        claim,
        tuple(part for step in steps for part in step.parts),
        choice.cell,
        choice.cells,
        tuple(sorted(sides)),
        sides,
        _around(problem, choice.cells, sides),
        tuple(steps),
        choice.move,
    )


def _hint_step(
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
    parts = with_conclusion(problem, finding) if so else told_alone(finding) if alone else finding.reason.parts
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


def _conclusion(problem: Problem, choice: Deduced) -> Part:
    """The conclusion of a finding for the player."""
    if choice.stands:
        tile = one(problem, choice.cell, Role.TARGET, choice.news[choice.cell] >> 4)
        return part("{} is already correct: pin it.", tile)
    return conclusion_of(problem, choice.finding.narrowed, choice.news)


def _around(problem: Problem, cells: Collection[int], because: Iterable[int]) -> tuple[int, ...]:
    """Where to look: the cells that the hint is about or rests on, and those around, so that none stands out."""
    ways, inside = problem.grid.ways, problem.grid.open_sides
    found = {*cells, *because}
    for cell in cells:
        for side in SIDES_OF[inside[cell]]:
            beside = ways[side][cell]
            found.add(beside)
            found.update(ways[turned][beside] for turned in SIDES_OF[inside[beside]] if turned > side)
    return tuple(sorted(found))


def _trying(problem: Problem, choice: Tried) -> Hint:
    """The hint for what only trying out shows of a cell."""
    cell, news = choice.narrowing.cell, choice.news
    everything = tuple(range(problem.grid.size))
    claim = conclusion_of(problem, (choice.narrowing,), news)
    with_marks = " that agrees with your marks" * choice.marked
    reason = (part(f"every other way{with_marks} leads to a contradiction, found by trying out."),)
    step = HintStep(SEARCH, claim, reason, (cell,), everything, news, {})
    cells = choice.cells
    return Hint(STEP, SEARCH, claim, reason, cell, cells, everything, {}, cells, (step,), choice.move)


_CLAIMED = {SuspectKind.LINE: "line", SuspectKind.NOTED_LINE: "noted line", SuspectKind.CROSS: "cross"}


def claim_of(problem: Problem, suspect: Suspect) -> Part:
    """What is wrong: "The marked end is pinned the wrong way."; what was asked about "cannot point up"."""
    kind, cell, sides, _, _ = suspect
    if kind is SuspectKind.PIN:
        return part("{} is pinned the wrong way.", one(problem, cell, Role.TARGET, sides))
    if kind is SuspectKind.ASKED:
        verb, rest = with_lines(problem, cell, sides)
        return part(f"{{}} cannot {verb} {rest}.", one(problem, cell, Role.TARGET, sides))
    return part("{} is wrong.", between(problem, cell, sides, Role.TARGET, _CLAIMED[kind]))


def with_lines(problem: Problem, cell: int, sides: int) -> Does:
    """What a cell does with the lines that are asked about: `point up`; where lines are drawn `have a line up`."""
    if not problem.draws or not sides:
        return does_with(problem, cell, sides)
    return Does("have", f"{'lines' if sides & (sides - 1) else 'a line'} {toward(sides)}")


def _mistake(problem: Problem, choice: Charged) -> Hint:
    """The hint for a mistake, with the contradiction to which it leads."""
    suspect, told = choice.suspect, _contradiction(problem, choice.refutation, "then", choice.core)
    cells = tuple(sorted(suspect.held))
    return Hint(
        MISTAKE,
        told.rule,
        claim_of(problem, suspect),
        told.reason,
        suspect.cell,
        cells,
        tuple(sorted(told.sides)),
        told.sides,
        _around(problem, cells, told.sides),
        told.steps,
        suspect.move,
    )


def _clash(problem: Problem, suspect: Suspect, clash: Clash) -> Hint:
    """The hint for a mistake that shows without any rule."""
    claim, why = claim_of(problem, suspect), _clashing(problem, suspect, clash)
    cells = tuple(sorted(suspect.held))
    sides = {cell: mask for marks in why.marks.values() for cell, mask in marks.items()}
    because = tuple(sorted({*sides, *cells}))
    region = _around(problem, cells, because)
    step = HintStep(problem.rules[0], claim, (why,), cells, because, {}, {})
    return Hint(MISTAKE, None, claim, (why,), suspect.cell, cells, because, sides, region, (step,), suspect.move)


def _clashing(problem: Problem, suspect: Suspect, clash: Clash) -> Part:
    """Why something is wrong, by what stands beside it."""
    cell, side, drawn, by = clash
    if suspect.kind in _CLAIMED:
        if by < 0:
            return part(f"a {'cross' if drawn else 'line'} is noted there as well.")
        toward_it = side if by == cell else OPPOSITE[side]
        thing = one(problem, by, Role.BECAUSE, toward_it)
        return part(f"{{}} has {'no' if drawn else 'a'} line {LEADING[toward_it]}.", thing)
    mark = [one(problem, cell, Role.TARGET, side)]
    if problem.grid.ways[side][cell] < 0:
        end = "a wall" if problem.grid.without_walls.open_sides[cell] & side else "the border"
        return part(f"its line {LEADING[side]} runs into {end}.", marks=mark)
    has, against = ("a", "none") if drawn else ("no", "one")
    if by < 0:
        noted = "cross" if drawn else "line"
        return part(f"it has {has} line {LEADING[side]}, where a {noted} is noted.", marks=mark)
    beyond = one(problem, by, Role.BECAUSE, OPPOSITE[side])
    return part(f"it has {has} line {LEADING[side]}, but {{}} has {against} toward it.", beyond, marks=mark)


def _charged(problem: Problem, choice: Charged) -> Hint:
    """The hint for something that is wrong."""
    if choice.clash:
        return _clash(problem, choice.suspect, choice.clash)
    if choice.refutation and not choice.refutation.supposed:
        return _denied(problem, choice, choice.refutation)
    return _mistake(problem, choice)


def _denied(problem: Problem, choice: Charged, found: Refutation) -> Hint:
    """The hint for a mistake whose contrary follows from what is known."""
    suspect, alone = choice.suspect, choice.alone
    finding, (before, sides), _, _ = found
    named = _with_concluded(sides, before)
    steps = [
        *(_hint_step(problem, step, so=True, named=named) for step in before),
        _hint_step(problem, finding, alone=alone, named=named),
    ]
    *earlier, last = steps
    shown = [part for step in earlier for part in step.parts]
    if alone and not finding.reason.alone:
        shown.append(last.conclusion)  # to which the reason may refer as "it" or "this"
    cells = tuple(sorted(suspect.held))
    return Hint(
        MISTAKE,
        hardest(step.rule for step in steps),
        claim_of(problem, suspect),
        _in_brief(steps, [*shown, *last.parts], finding.reason.parts),
        suspect.cell,
        cells,
        tuple(sorted(sides)),
        sides,
        _around(problem, cells, sides),
        tuple(steps),
        suspect.move,
    )


def _in_brief(steps: Sequence[HintStep], parts: Sequence[Part], why: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, if they are not too many to be read; else what the last step concludes, and `why` if that is short."""
    if len(parts) <= MOST_PARTS:
        return tuple(parts)
    *before, last = steps
    earlier = f"after {counted(len(before), 'other step')}" if before else "in the end"
    end = last.conclusion.after(f"{earlier}:")._replace(assumption=False)
    return (end, *why) if len(why) < MOST_PARTS else (end,)


def _sealed(problem: Problem, choice: Sealed) -> Hint:
    """The hint for a group without a loose end, where all cells must be joined."""
    members = choice.members
    first, *others = members
    if not others:
        claim = part("{} is sealed off.", one(problem, first, Role.CUT_OFF))
        why = part("its line leads around the board back to the same tile.")
    else:
        group = many(problem, members, Role.CUT_OFF)
        claim = part(f"these {len(members)} tiles are sealed off.", marks=[group])
        why = part("{} are joined to each other and to nothing else.", group)
    step = HintStep(problem.rules[0], claim, (why,), members, members, {}, {})
    conflict = tuple((member, 0) for member in members)
    return Hint(
        MISTAKE,
        None,
        claim,
        (why,),
        choice.cell,
        members,
        members,
        {},
        members,
        (step,),
        choice.move,
        conflict=conflict,
    )


def _conflict(problem: Problem, choice: Conflicting) -> Hint:
    """The hint for marks that could each be right but cannot all be."""
    told = _contradiction(problem, choice.refutation, "then", choice.core)
    cells = tuple(sorted({mark.cell for mark in choice.suspects}))
    what = "lines and crosses" if problem.draws else "pins and notes"
    claim = part(f"the {what} of {{}} cannot all be right.", many(problem, cells, Role.TARGET))
    region, because = _around(problem, cells, told.sides), tuple(sorted(told.sides))
    return Hint(
        MISTAKE,
        told.rule,
        claim,
        told.reason,
        choice.suspects[0].cell,
        cells,
        because,
        told.sides,
        region,
        told.steps,
        choice.move,
        conflict=_marked(choice.suspects),
    )


def _marked(suspects: Iterable[Suspect]) -> tuple[tuple[int, int], ...]:
    """The marks, each as its cell and the side of its line; 0 for a tile."""
    return tuple((mark.cell, 0 if mark.kind is SuspectKind.PIN else mark.sides) for mark in suspects)


def _impossible(problem: Problem, found: Refutation | None) -> Hint:
    """The hint that the board has no solution, and why."""
    told = _contradiction(problem, found, "")
    because = tuple(sorted(told.sides))
    claim = part("this board has no solution.")
    return Hint(IMPOSSIBLE, told.rule, claim, told.reason, None, because, because, told.sides, because, told.steps)


def _ambiguous(problem: Problem, choice: Ambiguous) -> Hint:
    """The hint that the board has several solutions from here on: where two of them differ, and one as a choice."""
    cell, cells = choice.cell, choice.cells
    claim = part(
        f"the board has several solutions: {{}} differ{'s' * (len(cells) == 1)}.", counted_cells(problem, len(cells))
    )
    may = one_of(problem, cell, (answer.lines[cell] for answer in choice.answers))
    choose = "Choose one; the hints will follow your choice."
    if not choice.decided:
        choose = f"It was not seen in time whether anything else is certain. {choose}"
    why = part(f"{{}} can {may}. {choose}", one(problem, cell, Role.TARGET))
    return Hint(AMBIGUOUS, None, claim, (why,), cell, cells, (), {}, cells, (), choice.move, choice.answers)


class _Contradiction(NamedTuple):
    """A contradiction as a hint tells it: its hardest rule, its reason, the sides that count, and its steps."""

    rule: str
    reason: tuple[Part, ...]
    sides: Mapping[int, int]
    steps: tuple[HintStep, ...]


def _contradiction(problem: Problem, found: Refutation | None, word: str, core: Sequence[int] = ()) -> _Contradiction:
    """The contradiction that was found; without one, that no solution is left, or no way of filling the core."""
    if found is None:
        cells = tuple(core or range(problem.grid.size))
        what = many(problem, cells, Role.BECAUSE) if core else "the board"
        reason = part(f"no way of filling {{}} {'agrees with that' if word else 'works'}.", what)
        only = HintStep(SEARCH, reason, (reason,), (), cells, {}, {})
        return _Contradiction(SEARCH, (reason,), dict.fromkeys(cells, 0), (only,))
    step, (before, sides), _, _ = found
    named = _with_concluded(sides, before)
    steps = tuple(_hint_step(problem, each, named=named) for each in (*before, step))
    then = [conclusion_of(problem, earlier.narrowed, role=Role.ASSUMED) for earlier in before]
    *claim, end = [*then, conclusion_of(problem, step.narrowed, role=Role.ASSUMED)]
    why = [each.after(word) if word else each for each in claim]
    last = end.after(word) if word else end
    parts = _in_brief(steps, (*why, last, *step.reason.parts), step.reason.parts)
    return _Contradiction(hardest(each.rule for each in steps), parts, sides, steps)
