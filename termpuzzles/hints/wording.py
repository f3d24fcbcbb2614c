"""The words for whatever a hint can say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF
from termpuzzles.english import joined, number_in_words, plural
from termpuzzles.hints.breach import BreachKind
from termpuzzles.hints.choice import (
    Ambiguous,
    Breached,
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
    Unseen,
    hardest,
)
from termpuzzles.hints.hint import AMBIGUOUS, IMPOSSIBLE, MISTAKE, STEP, STEPS_A_PAGE, UNSEEN, Hint, HintStep
from termpuzzles.logic.explain.conclusion import conclusion_of, consequence_of, told_alone, with_conclusion
from termpuzzles.logic.explain.parts import (
    BESIDE,
    LEADING,
    LONGEST,
    Does,
    Mention,
    Part,
    Role,
    Sentence,
    between,
    counted_cells,
    does_with,
    leading,
    many,
    merged_marks,
    one,
    one_of,
    page_of,
    part,
    toward,
)
from termpuzzles.logic.problem import EMPTY, FITS, KNOWN, SEARCH, STRAIGHTS, masks_of

if TYPE_CHECKING:
    from termpuzzles.logic.explain.step import Finding
    from termpuzzles.logic.problem import Problem


_UNSEEN = "no step was found in time."
_UNSEEN_WHY = (
    "It was not seen either whether the board has one solution or several. Any line that you draw narrows it down."
)


def worded(problem: Problem, choice: Choice) -> Hint:
    """The choice as a hint."""
    hint = _worded(problem, choice)
    last = [step._replace(parts=tuple(page.sparing(hint.cells) for page in step.parts)) for step in hint.steps[-1:]]
    reason = tuple(page.sparing(hint.cells) for page in hint.reason)
    return hint._replace(reason=reason, steps=(*hint.steps[:-1], *last))


def _worded(problem: Problem, choice: Choice) -> Hint:
    """The same, with all cells counted, whatever else they are."""
    match choice:
        case Deduced():
            return _step(problem, choice)
        case Tried():
            return _trying(problem, choice)
        case Sealed():
            return _sealed(problem, choice)
        case Ambiguous():
            return _ambiguous(problem, choice)
        case Unseen():
            return Hint(UNSEEN, None, part(_UNSEEN), (part(_UNSEEN_WHY),), None, ())
        case Breached():
            return _breached(problem, choice)
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
    told = [part for step in steps for part in step.parts]
    brief = _where_it_leads(choice.finding, told, len(steps)) if _is_long(claim, told) else ()
    return Hint(
        STEP,
        choice.rule,
        claim,
        (*brief, *told),
        choice.cell,
        choice.cells,
        tuple(sorted(sides)),
        sides,
        _around(problem, choice.cells, sides),
        tuple(steps),
        choice.move,
        brief=len(brief),
        pattern=_pattern(choice),
    )


def _pattern(choice: Deduced) -> str:
    """The name of the shape by which players know its hardest step, the last of these; "" if it has none."""
    steps = (choice.finding, *reversed(choice.proof.steps))
    return next(step.pattern for step in steps if step.rule == choice.rule)


MOST_AT_ONCE = 45  # words of a hint in plain text: one that has more tells first where it leads


def _is_long(claim: Part, told: Sequence[Part]) -> bool:
    """Whether this is more than one reads at once."""
    return sum(len(each.plain.split()) for each in (claim, *told)) > MOST_AT_ONCE


def _where_it_leads(last: Finding, told: Sequence[Part], number: int) -> tuple[Part, ...]:
    """How a reason of so many steps begins that is long: what it supposes, and its end; () if nothing is between."""
    parts = last.reason.parts if number > 1 else told
    supposed, between, end = parts[0], parts[1:-1], parts[-1]
    steps = [Sentence(f"it takes {number} steps to see that.")] if number > 1 else []
    if not supposed.assumption:
        return (_at_the_end(end.sentences, end, steps),) if steps else ()
    if not between:
        return ()
    leads = Sentence(f"that leads to a contradiction in {len(between) + 1} steps.")
    if steps:
        first, *others = supposed.sentences
        begun = *steps, first._replace(after=Sentence("at the end,")), *others, leads
        return (supposed._replace(sentences=begun),)
    before = between[-1]
    ends = end.sentences if end.sentences[0].after else (*before.sentences, *end.sentences)  # which is about that
    page = _at_the_end(ends, end, [*supposed.sentences, leads])
    marks = merged_marks(supposed.marks, merged_marks(before.marks, end.marks))
    return (page._replace(marks=marks, assumption=True, shows=supposed.shows),)


def _at_the_end(ends: Sequence[Sentence], end: Part, begun: Sequence[Sentence]) -> Part:
    """The end of a reason after what it begins with."""
    first, *others = ends
    return end._replace(sentences=(*begun, first._replace(after=Sentence("at the end,")), *others))


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
    sides = {cell: known & inside[cell] * 17 for cell, known in concludes.items()}
    if len(narrowed) > 1 and not so and not alone:
        parts = _supposing_briefly(problem, sides, parts)
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
        sides,
        {cell: masks for cell, masks in excludes.items() if masks},
        finding.pattern,
    )


def _supposing_briefly(problem: Problem, concludes: Mapping[int, int], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts; where they begin by supposing just the opposite of the claim before them, without its places."""
    if not problem.draws or not parts or len(parts[0].shows) != 1:
        return parts
    ((cell, known),) = parts[0].shows.items()
    side, drawn = known >> 4 | known & 15, bool(known >> 4)
    if DEGREE[side] != 1:
        return parts
    other = problem.grid.ways[side][cell]
    denied = {at: toward if drawn else toward << 4 for at, toward in ((cell, side), (other, OPPOSITE[side]))}
    if not {at: sides for at, sides in concludes.items() if sides}.items() <= denied.items():
        return parts
    return parts[0]._replace(sentences=(Sentence(f"suppose {'one' if drawn else 'none'} does."),)), *parts[1:]


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
        if problem.draws and not sides:
            return part("{} must have two lines.", one(problem, cell, Role.TARGET))
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
    suspect = choice.suspect
    told = _contradiction(problem, choice.refutation, _supposed(problem, suspect), choice.core)
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
        brief=told.brief,
    )


def _supposed(problem: Problem, suspect: Suspect) -> str:
    """What is supposed of a suspect: "it is right", or where lines were asked about "it points up"."""
    if suspect.kind is not SuspectKind.ASKED:
        return "it is right"
    return f"it {with_lines(problem, suspect.cell, suspect.sides).now}"


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
    reason, brief = _end_first([*shown, *last.parts], last.conclusion, finding.reason.parts, len(steps), "")
    return Hint(
        MISTAKE,
        hardest(problem, (step.rule for step in steps)),
        claim_of(problem, suspect),
        reason,
        suspect.cell,
        cells,
        tuple(sorted(sides)),
        sides,
        _around(problem, cells, sides),
        tuple(steps),
        suspect.move,
        brief=brief,
    )


def _end_first(
    parts: Sequence[Part], end: Part, why: Sequence[Part], number: int, suppose: str
) -> tuple[tuple[Part, ...], int]:
    """The parts, if a page takes them; else before them where they lead, and with how many parts that is told."""
    if len(parts) <= STEPS_A_PAGE:
        return tuple(parts), 0
    led = f"it takes {number} steps to see that."
    if suppose:
        led = f"suppose {suppose}: that leads to a contradiction in {number} steps."
    last = end.after("at the end,")
    brief = last._replace(sentences=(Sentence(led), *last.sentences), assumption=bool(suppose))
    first = (brief, *why)[:STEPS_A_PAGE]
    return (*first, *parts), len(first)


def _following(problem: Problem, finding: Finding, word: str) -> tuple[Part, ...]:
    """What follows from a supposition by a step, and why: in one part if that is short."""
    claim, reason = consequence_of(problem, finding.narrowed, word), finding.reason.parts
    if len(reason) == 1 and len(claim.plain.split()) + len(reason[0].plain.split()) <= LONGEST:
        (why,) = reason
        marks = merged_marks(claim.marks, why.marks)
        return (Part((*claim.sentences, *why.sentences), marks, why.checkerboard, True, claim.shows),)
    return (claim, *reason)


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
    all_right = "both are right" if len(choice.suspects) == 2 else "all of them are right"
    told = _contradiction(problem, choice.refutation, all_right, choice.core)
    cells = tuple(sorted({mark.cell for mark in choice.suspects}))
    claim = _together(problem, choice.suspects)
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
        brief=told.brief,
    )


_MARKS = {
    SuspectKind.PIN: "pin",
    SuspectKind.LINE: "line",
    SuspectKind.NOTED_LINE: "noted line",
    SuspectKind.CROSS: "cross",
}
NAMED_MARKS = 4  # up to so many marks are named one by one


def _together(problem: Problem, suspects: Sequence[Suspect]) -> Part:
    """That these marks cannot all be right, and which they are: "the lines (1, 1) to (2, 1) and (2, 1) to (2, 2)"."""
    kinds: dict[SuspectKind, list[Suspect]] = {}
    for suspect in suspects:
        kinds.setdefault(suspect.kind, []).append(suspect)
    both = "both" if len(suspects) == 2 else "all"
    things = [_marks_of(problem, kind, some) for kind, some in kinds.items()]
    if len(suspects) > NAMED_MARKS:
        return part(f"these {len(suspects)} marks cannot all be right.", marks=things)
    names = joined(["{}"] * len(things))
    if len(suspects) == NAMED_MARKS:
        return page_of(
            Sentence(f"these {number_in_words(NAMED_MARKS)} marks cannot all be right."),
            Sentence(f"they are {names}.", tuple(things)),
        )
    return part(f"{names} cannot {both} be right.", *things)


def _marks_of(problem: Problem, kind: SuspectKind, suspects: Sequence[Suspect]) -> Mention:
    """Marks of one kind, by the cells between which they are: "the crosses (1, 1) to (2, 1) and (2, 1) to (2, 2)"."""
    name, cells = problem.grid.name, dict[int, int]()
    names = list[str]()
    for suspect in suspects:
        ends = [suspect.cell]
        cells[suspect.cell] = cells.get(suspect.cell, 0) | suspect.sides
        if kind is not SuspectKind.PIN:
            ends.append(problem.grid.ways[suspect.sides][suspect.cell])
            cells[ends[1]] = cells.get(ends[1], 0) | OPPOSITE[suspect.sides]
        names.append(" to ".join(map(name, sorted(ends))))
    noun = plural(_MARKS[kind]) if len(names) > 1 else _MARKS[kind]
    at = "at " if kind is SuspectKind.PIN else "from "
    return Mention(f"the {Role.TARGET.look} {noun}", f"the {noun} {at}{joined(names)}", Role.TARGET, cells)


def _breached(problem: Problem, choice: Breached) -> Hint:
    """The hint for what the marks break at a glance."""
    kind, sides, known, left_out = choice.breach
    first = min(sides)
    if kind is BreachKind.LOOP:
        through = many(problem, sides, Role.TARGET)
        if left_out < 0:
            claim = part("the lines through {} close a loop.", through)
        else:
            beside = one(problem, left_out, Role.CUT_OFF)
            claim = part("the lines through {} close a loop that leaves out {}.", through, beside)
    elif kind is BreachKind.PART:
        it = "them" if len(sides) > 1 else "it"
        be = "are" if len(sides) > 1 else "is"
        claim = part(f"{{}} {be} sealed off: no line can leave {it}.", many(problem, sides, Role.CUT_OFF))
    elif kind is BreachKind.PIN:
        side = sides[first] & -sides[first]
        has, note = ("no", "line") if known >> 4 & side else ("a", "cross")
        pinned = one(problem, first, Role.TARGET, side)
        claim = part(f"{{}} is pinned with {has} line {LEADING[side]}, where a {note} is noted.", pinned)
    else:
        claim = _broken(problem, first, known)
    why: tuple[Part, ...] = ()
    if choice.wrong:
        is_here = len(sides) == 1 and choice.wrong.kind is not SuspectKind.PIN
        why = (_wrong_here(problem, choice.wrong, first) if is_here else claim_of(problem, choice.wrong),)
    ways, cells = problem.grid.ways, tuple(sorted(sides))
    beyond = (ways[side][cell] for cell, mask in sides.items() for side in SIDES_OF[mask] if kind is BreachKind.PART)
    because = tuple(sorted({*sides, left_out, *beyond} - {-1}))
    step = HintStep(problem.rules[0], claim, why, cells, because, {}, {})
    return Hint(
        MISTAKE,
        None,
        claim,
        why,
        choice.suspects[0].cell if len(sides) > 1 else first,
        cells,
        because,
        sides,
        _around(problem, cells, because),
        (step,),
        choice.move,
        conflict=_marked(choice.suspects),
    )


def _broken(problem: Problem, cell: int, known: int) -> Part:
    """What is wrong with a cell whose own rule is broken by the marks at its sides: "three lines meet at (3, 5)"."""
    drawn, domain = known >> 4, problem.domain_of(cell)
    thing = one(problem, cell, Role.TARGET, drawn | known & 15)
    is_plain = problem.draws and not (problem.clues and problem.clues[cell])
    here = thing._replace(named=problem.grid.name(cell)) if is_plain else thing
    number, most = DEGREE[drawn], max(DEGREE[mask] for mask in masks_of(domain))
    if known >> 4 & known:
        return part("a line and a cross are in the same place beside {}.", here)
    if not most:
        return part("{} takes no lines, but one leads to it.", thing)
    if number > most:
        meet = f"{number_in_words(number)} lines {'meet' if problem.draws else 'are noted'} at {{}}"
        return part(f"{meet}{'' if problem.draws else f', which has only {number_in_words(most)}'}.", here)
    left = DEGREE[problem.grid.open_sides[cell] & ~known]
    if left < most:
        if domain & EMPTY:
            return part("the line into {} cannot go on: its other sides are closed.", here)
        sides = "no side" if not left else "only one side" if left == 1 else f"only {number_in_words(left)} sides"
        lines = "its line" if most == 1 else f"its {number_in_words(most)} lines"
        return part(f"{{}} has {sides} left for {lines}.", thing)
    if problem.draws:
        if domain & STRAIGHTS:
            turns = "turns" if number == 2 else "would have to turn"
            return part(f"the loop {turns} on {{}}, where it must run straight.", thing)
        runs = "runs" if number == 2 else "would have to run"
        return part(f"the loop {runs} straight through {{}}, where it must turn.", thing)
    has = [f"{'a line' if number == 1 else 'lines'} {leading(drawn)}"] if drawn else []
    lacks = [f"no line {leading(known & 15, 'or')}"] if known & 15 else []
    return part(f"no turn of {{}} has {joined([*has, *lacks])}.", thing)


def _wrong_here(problem: Problem, suspect: Suspect, cell: int) -> Part:
    """Which of the marks at a cell is certainly wrong, by its direction from there."""
    side = suspect.sides if suspect.cell == cell else OPPOSITE[suspect.sides]
    noun, mark = _MARKS[suspect.kind], one(problem, cell, Role.TARGET, side)
    return part(f"the {noun} {LEADING[side] if noun != 'cross' else BESIDE[side]} is wrong.", marks=[mark])


def _marked(suspects: Iterable[Suspect]) -> tuple[tuple[int, int], ...]:
    """The marks, each as its cell and the side of its line; 0 for a tile."""
    return tuple((mark.cell, 0 if mark.kind is SuspectKind.PIN else mark.sides) for mark in suspects)


def _impossible(problem: Problem, found: Refutation | None) -> Hint:
    """The hint that the board has no solution, and why."""
    told = _contradiction(problem, found, "")
    because = tuple(sorted(told.sides))
    claim = part("this board has no solution.")
    return Hint(
        IMPOSSIBLE,
        told.rule,
        claim,
        told.reason,
        None,
        because,
        because,
        told.sides,
        because,
        told.steps,
        brief=told.brief,
    )


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
    brief: int = 0


def _contradiction(
    problem: Problem, found: Refutation | None, suppose: str, core: Sequence[int] = ()
) -> _Contradiction:
    """The contradiction that was found; without one, that no solution is left, or no way of filling the core.

    `suppose` says what is supposed: "it is right"; "" if nothing is.
    """
    if found is None:
        cells = tuple(core or range(problem.grid.size))
        what = many(problem, cells, Role.BECAUSE) if core else "the board"
        reason = part(f"no way of filling {{}} {'agrees with that' if suppose else 'works'}.", what)
        only = HintStep(SEARCH, reason, (reason,), (), cells, {}, {})
        return _Contradiction(SEARCH, (reason,), dict.fromkeys(cells, 0), (only,))
    step, (before, sides), _, _ = found
    named = _with_concluded(sides, before)
    steps = tuple(_hint_step(problem, each, named=named) for each in (*before, step))
    told = [_following(problem, each, "then" if suppose else "") for each in (*before, step)]
    if suppose:
        first, *others = told[0]
        told[0] = first._replace(sentences=(Sentence(f"suppose {suppose}."), *first.sentences)), *others
    end = conclusion_of(problem, step.narrowed, role=Role.ASSUMED)
    parts, brief = _end_first([*chain.from_iterable(told)], end, step.reason.parts, len(steps), suppose)
    return _Contradiction(hardest(problem, (each.rule for each in steps)), parts, sides, steps, brief)
