"""A step's conclusion as a sentence, which comes before its reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.english import joined
from termpuzzles.logic.explain.parts import (
    LONGEST,
    Mention,
    Part,
    Reader,
    Role,
    Sentence,
    clauses,
    current_lines,
    leading,
    many,
    merged_marks,
    one,
    one_of,
    page_of,
    part,
    piece,
    toward,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Step
from termpuzzles.logic.problem import KNOWN, SEARCH, Problem, masks_of

Fact = tuple[str, tuple[Mention, ...]]  # the template of a clause, and what it mentions

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
    if sum(len(thing.cells) for _, (thing,) in lines) > 2 * IN_A_SENTENCE:
        together = ([facts] if facts else []) + [[line] for line in lines]
    else:
        together = [[*facts, *lines]]
    return page_of(*(_sentence(some) for each in together for some in _packed(each)))


def consequence_of(problem: Problem, narrowed: Sequence[Narrowing], word: str) -> Part:
    """The same of what follows from a supposition, after a word such as "then"; it also shows on the board."""
    claim = conclusion_of(problem, narrowed, role=Role.ASSUMED)
    shows = {cell: KNOWN[after] & ~KNOWN[before] for cell, before, after in narrowed if after}
    return (claim.after(word) if word else claim)._replace(shows=shows)


def _packed(facts: Sequence[Fact]) -> Iterator[list[Fact]]:
    """The facts in as few sentences as hold them, each short enough with a word such as "then" before it."""
    now = list[Fact]()
    for fact in facts:
        if now and len(_sentence([*now, fact]).told_to(Reader.TEXT).split()) > LONGEST - 2:
            yield now
            now = []
        now.append(fact)
    yield now


def _sentence(facts: Sequence[Fact]) -> Sentence:
    """These facts as clauses of one sentence."""
    templates, things = zip(*facts, strict=True)
    return Sentence(f"{clauses(templates)}.", tuple(thing for several in things for thing in several))


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

    A reason that ends with the conclusion stays as it is. After one that begins with the only cell that the conclusion
    names, that cell is "it".
    """
    if last.sentences[-1].says_as(claim.sentences[-1]):
        return (last,)
    mine = claim.marks.get(Role.BECAUSE, {})
    subject, (first, *more) = last.sentences[0].subject, claim.sentences
    if len(mine) == 1 and subject and first.subject and subject.plain == first.subject.plain:
        first = first.about_it()
    end = claim._replace(sentences=(first._replace(after=Sentence("so")), *more))
    marks, others = merged_marks(claim.marks, last.marks), last.marks.get(Role.BECAUSE, {}).keys() - mine.keys()
    if {piece(problem, cell) for cell in mine} & {piece(problem, cell) for cell in others}:
        return last._replace(marks=marks), end
    return (last._replace(sentences=(*last.sentences, *end.sentences), marks=marks, assumption=False),)


def step_of(problem: Problem, finding: Finding) -> Step:
    """The finding as a step to keep, with its conclusion before its reason."""
    step = finding.step()
    if step.rule == SEARCH:
        return step
    conclusion = conclusion_of(problem, finding.narrowed)
    return step._replace(parts=(conclusion, *step.parts))


def _whole(problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int]) -> set[int]:
    """The cells described one by one: tiles that are settled, and a cell that is the only one."""
    is_one, draws = len(narrowed) == 1, problem.draws
    return {n.cell for n in narrowed if is_one or (not draws and n.settles and fresh.get(n.cell))}


def _described(
    problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int]
) -> Iterator[tuple[Narrowing, int]]:
    """The cells that are described one by one, each with the sides to mention."""
    whole = _whole(problem, narrowed, fresh)
    for narrowing in sorted(narrowed):
        known = fresh.get(narrowing.cell, 0)
        if narrowing.cell in whole or (not known and not any(fresh.values())):
            yield narrowing, known


def _cells(problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int], role: Role) -> Iterator[Fact]:
    for narrowing, known in _described(problem, narrowed, fresh):
        tile = one(problem, narrowing.cell, role, known >> 4 | known & 15)
        yield f"{{}} {_becomes(problem, narrowing, known)}", (tile,)


def denies(problem: Problem, narrowed: Sequence[Narrowing]) -> bool:
    """Whether the conclusion says of a cell what it cannot do."""
    fresh = fresh_lines(problem, narrowed)
    return any(
        not _is_settled_tile(problem, each) and not _has(problem, each.cell, known)
        for each, known in _described(problem, narrowed, fresh)
    )


def _lines(problem: Problem, narrowed: Sequence[Narrowing], fresh: Mapping[int, int], role: Role) -> Iterator[Fact]:
    """The lines between two cells neither of which is described on its own: those drawn, and those that are not."""
    grid, whole = problem.grid, _whole(problem, narrowed, fresh)
    others = Role.BECAUSE if role is Role.TARGET and any(known >> 4 for known in fresh.values()) else role
    for shift, as_role, words, conjunction in (
        (4, role, ("a line joins {}", "lines join {}"), "and"),
        (0, others, ("no line joins {}", "no line joins {}"), "or"),
    ):
        found: dict[int, tuple[int, int]] = {}
        for cell, known in fresh.items():
            for side in SIDES_OF[known >> shift & 15 & grid.open_sides[cell]] if cell not in whole else ():
                if grid.ways[side][cell] not in whole:
                    found.setdefault(grid.line(cell, side), (cell, side))
        lines = list(found.values())
        for start in range(0, len(lines), IN_A_SENTENCE):
            some = lines[start : start + IN_A_SENTENCE]
            yield words[len(some) > 1], (_pairs(problem, some, as_role, conjunction),)


def _pairs(problem: Problem, lines: list[tuple[int, int]], role: Role, conjunction: str) -> Mention:
    """The cells at these lines: "the marked tiles", "the tiles at (1, 1) and (2, 1)"."""
    cells: dict[int, int] = defaultdict(int)
    for cell, side in lines:
        other = problem.grid.ways[side][cell]
        cells[cell] |= side
        cells[other] |= OPPOSITE[side]
    thing, name = many(problem, cells, role), problem.grid.name
    ends = [sorted((cell, problem.grid.ways[side][cell])) for cell, side in lines]
    pairs = [f"{name(here)} to {name(there)}" for here, there in sorted(ends)]
    if len(lines) == 1:
        return thing._replace(named=pairs[0]) if problem.draws else thing
    return Mention(f"the {role.look} sides", joined(pairs, conjunction), role, cells)


def _is_settled_tile(problem: Problem, narrowing: Narrowing) -> bool:
    return narrowing.settles and piece(problem, narrowing.cell) != "cell"


def _becomes(problem: Problem, narrowing: Narrowing, known: int) -> str:
    """Say what happens to one cell: "points up", "has a line up", "cannot open up and right"."""
    cell, before, after = narrowing
    if _is_settled_tile(problem, narrowing):
        return current_lines(problem, cell, after.bit_length() - 1)
    if words := _has(problem, cell, known):
        return f"has {joined(words)}"
    if known & 15:
        return f"cannot point {toward(known & 15, word='or')}"
    excluded = masks_of(before & ~after)
    if problem.draws and 0 in excluded:
        others = [mask for mask in excluded if mask]
        return f"has two lines{f', but cannot {one_of(problem, cell, others)}' if others else ''}"
    return f"cannot {one_of(problem, cell, excluded)}"


def _has(problem: Problem, cell: int, known: int) -> list[str]:
    """What can be said of a cell that has and has not these lines: "a line up", "no line left"; [] of an end.

    Of an end one says where it cannot point.
    """
    drawn, absent, noun = known >> 4, known & 15, piece(problem, cell)
    if noun == "end" and absent:
        return []
    words = [f"{'a line' if drawn.bit_count() == 1 else 'lines'} {leading(drawn)}"] if drawn else []
    return words + ([f"no line {leading(absent, 'or')}"] if absent and not (drawn and noun == "corner") else [])
