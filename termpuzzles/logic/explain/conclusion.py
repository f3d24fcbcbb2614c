"""A step's conclusion as a sentence, which comes before its reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.explain.parts import (
    Mention,
    Part,
    Role,
    clauses,
    current_lines,
    joined_in_words,
    leading,
    many,
    merged_marks,
    naming_order,
    one,
    part,
    piece,
    toward,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Step
from termpuzzles.logic.problem import KNOWN, SEARCH, Problem, masks_of

IN_A_SENTENCE = 4  # the most lines between cells named in one sentence


def conclusion_of(
    problem: Problem, narrowed: Sequence[Narrowing], news: Mapping[int, int] | None = None, role: Role = Role.TARGET
) -> Part:
    """Say what happens to the cells: "The marked end points up."; `news` are the sides to mention, by default all new.

    A line settled for both its cells is mentioned once, and not at all if a tile beside it is settled completely.
    """
    for cell, _, after in narrowed:
        if not after:
            fits = "no two lines of {} fit." if problem.draws else "no turn of {} fits."
            return part(fits, one(problem, cell, role))
    fresh = fresh_lines(problem, narrowed) if news is None else news
    facts = [*_cells(problem, narrowed, fresh, role)]
    lines = [*_lines(problem, narrowed, fresh, role)]
    templates, things = zip(*facts, *lines, strict=True)
    if sum(len(thing.cells) for _, (thing,) in lines) > 2 * IN_A_SENTENCE:
        first, *rest = ([clauses(templates[: len(facts)])] if facts else []) + [*templates[len(facts) :]]
        words = ". ".join([first, *(f"{each[0].upper()}{each[1:]}" for each in rest)])
    else:
        words = clauses(templates)
    return part(f"{words}.", *(thing for several in things for thing in several))


def fresh_lines(problem: Problem, narrowed: Sequence[Narrowing]) -> dict[int, int]:
    """The sides that become known, a known byte for each cell; with several cells only the lines between two of them.

    A tile that is settled keeps all its sides. If no line lies between two of the cells, all sides stay.
    """
    fresh = {n.cell: KNOWN[n.after] & ~KNOWN[n.before] for n in narrowed}
    whole = {n.cell for n in narrowed if n.settles and not problem.draws}
    knows = {n.cell: KNOWN[n.after] for n in narrowed}
    found = {cell: known if cell in whole else known & shared(problem, cell, knows) for cell, known in fresh.items()}
    return found if any(found.values()) else fresh


def shared(problem: Problem, cell: int, knows: Mapping[int, int]) -> int:
    """What the cells beyond, with these known bytes, know about the cell's sides."""
    found = 0
    for side in SIDES_OF[problem.grid.open_sides[cell]]:
        there = knows.get(problem.grid.ways[side][cell], 0)
        found |= (side << 4 if there >> 4 & OPPOSITE[side] else 0) | (side if there & OPPOSITE[side] else 0)
    return found


def with_conclusion(problem: Problem, finding: Finding) -> tuple[Part, ...]:
    """The finding's reason with the conclusion at its end, which comes first elsewhere."""
    parts = told_alone(finding)
    if not parts:
        return ()
    *before, last = parts
    return (*before, *_ending(problem, last, conclusion_of(problem, finding.narrowed, role=Role.BECAUSE)))


def told_alone(finding: Finding) -> tuple[Part, ...]:
    """The finding's reason without a conclusion before it."""
    reason = finding.reason
    return reason.alone() if reason.alone else reason.parts


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


def step_of(problem: Problem, finding: Finding) -> Step:
    """The finding as a step to keep, with its conclusion before its reason."""
    step = finding.step()
    if step.rule == SEARCH:
        return step
    conclusion = conclusion_of(problem, finding.narrowed)
    return step._replace(sentence=f"{conclusion.plain} {step.sentence}".rstrip(), parts=(conclusion, *step.parts))


def _whole(problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int]) -> set[int]:
    """The cells described one by one: tiles that are settled, and a cell that is the only one."""
    is_one, draws = len(narrowed) == 1, problem.draws
    return {n.cell for n in narrowed if is_one or (not draws and n.settles and fresh.get(n.cell))}


def _cells(
    problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int], role: Role
) -> Iterator[tuple[str, tuple[Mention, ...]]]:
    whole = _whole(problem, narrowed, fresh)
    for narrowing in sorted(narrowed):
        cell = narrowing.cell
        known = fresh.get(cell, 0)
        if cell in whole or (not known and not any(fresh.values())):
            yield f"{{}} {_becomes(problem, narrowing, known)}", (one(problem, cell, role, known >> 4 | known & 15),)


def _lines(
    problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int], role: Role
) -> Iterator[tuple[str, tuple[Mention]]]:
    """The lines between two cells neither of which is described on its own: those drawn, and those that are not."""
    grid, whole = problem.grid, _whole(problem, narrowed, fresh)
    others = Role.BECAUSE if role is Role.TARGET and any(known >> 4 for known in fresh.values()) else role
    for shift, as_role, words, conjunction in (
        (4, role, "a line joins {}", "and"),
        (0, others, "no line joins {}", "or"),
    ):
        found: dict[int, tuple[int, int]] = {}
        for cell, known in fresh.items():
            for side in SIDES_OF[known >> shift & 15 & grid.open_sides[cell]] if cell not in whole else ():
                if grid.ways[side][cell] not in whole:
                    found.setdefault(grid.line(cell, side), (cell, side))
        lines = list(found.values())
        for start in range(0, len(lines), IN_A_SENTENCE):
            some = lines[start : start + IN_A_SENTENCE]
            verb = words if len(some) == 1 else words.replace("a line joins", "lines join")
            yield verb, (_pairs(problem, some, as_role, conjunction),)


def _pairs(problem: Problem, lines: list[tuple[int, int]], role: Role, conjunction: str) -> Mention:
    """The cells at these lines: "the marked tiles", "the tiles at (1, 1) and (2, 1)"."""
    cells: dict[int, int] = defaultdict(int)
    for cell, side in lines:
        other = problem.grid.ways[side][cell]
        cells[cell] |= side
        cells[other] |= OPPOSITE[side]
    thing = many(problem, cells, role)
    if len(lines) == 1:
        return thing
    name = problem.grid.name
    ends = [sorted((cell, problem.grid.ways[side][cell])) for cell, side in lines]
    pairs = [f"{name(here)} to {name(there)}" for here, there in sorted(ends)]
    return thing._replace(shown=f"the {role.look} sides", plain=joined_in_words(pairs, conjunction))


def _becomes(problem: Problem, narrowing: Narrowing, known: int) -> str:
    """Say what happens to one cell: "points up", "has a line up", "cannot open up and right"."""
    cell, before, after = narrowing
    noun = piece(problem, cell)
    if narrowing.settles and noun != "cell":
        return current_lines(problem, cell, after.bit_length() - 1)
    drawn, absent = known >> 4, known & 15
    words = []
    if drawn:
        words.append(f"{'a line' if drawn.bit_count() == 1 else 'lines'} {leading(drawn)}")
    if absent and not (drawn and noun == "corner"):
        if noun == "end":
            return f"cannot point {toward(absent, word='or')}"
        words.append(f"no line {leading(absent, 'or')}")
    if words:
        return f"has {joined_in_words(words)}"
    dropped = sorted(masks_of(before & ~after), key=naming_order)
    (verb, _, first), *others = (current_lines(problem, cell, mask).partition(" ") for mask in dropped)
    return f"cannot {_plain(verb)} {joined_in_words([first, *(rest for _, _, rest in others)], 'or')}"


def _plain(verb: str) -> str:
    """The verb without its ending: `points` to `point`."""
    return {"has": "have"}.get(verb, verb.removesuffix("s"))
