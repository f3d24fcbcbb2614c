"""What a hint can say, as values: each is chosen from a position as its player knows it, and worded later."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import combinations
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, TURNS
from termpuzzles.games.model import Change, Move, State
from termpuzzles.hints.breach import Breach
from termpuzzles.hints.justification import Distance, Justification
from termpuzzles.hints.news import first_news
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.conclusion import with_conclusion
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import FITS, KNOWN, SEARCH, Domain, Problem
from termpuzzles.logic.rules import edge
from termpuzzles.logic.rules.techniques import easiest_first


class Deduced(NamedTuple):
    """A finding that is news, with what it rests on, the news that the hint is about, and the cell nearest the cursor.

    `stands` says that the news is of one tile, which is right as it stands; `rule` is the hardest rule that it takes.
    """

    finding: Finding
    proof: Justification
    news: Mapping[int, int]
    cell: int
    cells: tuple[int, ...]
    move: Move
    stands: bool
    rule: str

    @classmethod
    def of(cls, position: Position, finding: Finding, proof: Justification, distance: Distance) -> Deduced:
        """The choice of a finding in this position."""
        news = first_news(position, finding.narrowed, distance)
        cells, cell = cells_at(position, news), min(news, key=distance)
        right = not position.puzzle.game.draws and news.keys() == {cell}
        lines = position.state.lines
        stands = right and any(n.cell == cell and n.after == 1 << lines[cell] for n in finding.narrowed)
        rule = hardest(position.problem, (step.rule for step in (*proof.steps, finding)))
        return cls(finding, proof, news, cell, cells, move_of(position, news), stands, rule)

    @property
    def steps(self) -> int:
        """How many steps it takes."""
        return len(self.proof.steps) + 1


class Tried(NamedTuple):
    """What only trying out shows of a cell; `marked`: the player has put down any mark."""

    narrowing: Narrowing
    news: Mapping[int, int]
    cells: tuple[int, ...]
    move: Move
    marked: bool

    @classmethod
    def of(cls, position: Position, narrowing: Narrowing) -> Tried:
        """The choice of what trying out shows in this position."""
        news = {narrowing.cell: position.news(narrowing)}
        marked = any(position.state.pins) or bool(position.claimed)
        return cls(narrowing, news, cells_at(position, news), move_of(position, news), marked)


class Sealed(NamedTuple):
    """A group without a loose end where all cells must be joined; `move` turns its tile at `cell` as in a solution."""

    members: tuple[int, ...]
    cell: int
    move: Move

    @classmethod
    def of(cls, position: Position, members: tuple[int, ...], witness: bytes, distance: Distance) -> Sealed:
        """The choice of a group that no pin alone seals off; the witness is a solution with all that is marked."""
        lines, pins, _ = position.state
        cell = min((at for at in members if witness[at] != lines[at] and not pins[at]), key=distance)
        change = Change("turn", *position.problem.grid.place(cell), TURNS[lines[cell]].index(witness[cell]))
        return cls(members, cell, Move((change,)))


class Ambiguous(NamedTuple):
    """Several answers from here on, the cells in which they differ, and a move that chooses among them at `cell`.

    `decided` says that nothing is certain that is not shown; else it took too long to see whether anything is.
    """

    answers: tuple[State, ...]
    cells: tuple[int, ...]
    cell: int
    move: Move
    decided: bool = True

    @classmethod
    def of(cls, position: Position, solutions: Sequence[bytes], distance: Distance, decided: bool = True) -> Ambiguous:
        """The choice among these solutions: the nearest cell in which they differ, with lines, best those it has."""
        game = position.puzzle.game
        answers = tuple(game.solved_state(position.puzzle, solution) for solution in solutions)
        ways = [answer.lines for answer in answers]
        cells = tuple(cell for cell, (one, other) in enumerate(zip(*ways, strict=True)) if one != other)
        cell = min(cells, key=distance)
        drawn = [way[cell] for way in ways if way[cell]]
        stands = position.state.lines[cell]
        known = KNOWN[1 << (stands if stands in drawn else drawn[0])]
        news = {cell: known & 0xF0 & ~position.claims(cell) if game.draws else known}
        return cls(answers, cells, cell, move_of(position, news), decided)


class Unseen(NamedTuple):
    """No step was found in time, nor whether there are several solutions."""


class SuspectKind(Enum):
    """What a suspect is: something that the player has shown, or lines that were only asked about."""

    PIN = auto()
    LINE = auto()
    NOTED_LINE = auto()
    CROSS = auto()
    ASKED = auto()


class Suspect(NamedTuple):
    """Something that is wrong: the cell of it and its sides there, the masks that it holds cells to, what undoes it."""

    kind: SuspectKind
    cell: int
    sides: int
    held: Mapping[int, Domain]
    move: Move


class Clash(NamedTuple):
    """What stands beside a mistake, so that it shows without any rule.

    The suspect has a line at this side of the cell, or if not `drawn` has none; `by` is the cell of which all is known
    that says otherwise, or -1 where a border, a wall or a mark does.
    """

    cell: int
    side: int
    drawn: bool
    by: int


class Refutation(NamedTuple):
    """A contradiction and what it rests on: what is known, or if `supposed` that and the suspect.

    `parts` is how many parts it takes to tell, each step that follows from a supposition in one.
    """

    finding: Finding
    proof: Justification
    supposed: bool
    parts: int

    @classmethod
    def of(cls, problem: Problem, finding: Finding, proof: Justification, supposed: bool) -> Refutation:
        """The refutation by this finding."""
        before = len(proof.steps) if supposed else sum(len(with_conclusion(problem, each)) for each in proof.steps)
        return cls(finding, proof, supposed, before + len(finding.reason.parts))


class Charged(NamedTuple):
    """What is wrong, and why; with neither a refutation nor a clash, no way of filling these cells agrees with it.

    Without such cells, no way of filling the board.
    """

    suspect: Suspect
    refutation: Refutation | None = None
    clash: Clash | None = None
    core: tuple[int, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether a refutation by what is known is told by itself: its conclusion is not just that of the suspect."""
        if self.refutation is None:
            return False
        finding, proof, _, _ = self.refutation
        return bool(proof.steps) or {narrowing.cell for narrowing in finding.narrowed} != self.suspect.held.keys()


class Breached(NamedTuple):
    """What the marks break at a glance, by those of `suspects` alone, and a move that takes one of these back.

    `wrong` is the one that it takes back, if no solution has that.
    """

    breach: Breach
    suspects: tuple[Suspect, ...]
    move: Move
    wrong: Suspect | None


class Conflicting(NamedTuple):
    """Marks that could each be right but cannot all be, the nearest first, of which `move` takes back that one.

    Without a refutation no way of filling these cells agrees with them; without such cells, none of the board.
    """

    suspects: tuple[Suspect, ...]
    move: Move
    refutation: Refutation | None
    core: tuple[int, ...] = ()


class Impossible(NamedTuple):
    """No way of filling the board is a solution, and why."""

    refutation: Refutation | None


Accused = Breached | Charged | Conflicting | Impossible
Choice = Deduced | Tried | Sealed | Ambiguous | Unseen | Accused


def hardest(problem: Problem, rules: Iterable[str]) -> str:
    """The hardest of these rules."""
    return max(rules, key=[*easiest_first(problem.rules, problem.extra_rules), SEARCH].index)


def sides_needed(position: Position, narrowing: Narrowing) -> int:
    """The fewest known sides of the cell that make the same news, as a known byte.

    They need as few cells beyond as possible: borders and the cell's own notes rest on no other cell.
    """
    cell, before, _ = narrowing
    sides, news, own = position.known_sides[cell], position.news(narrowing), position.claims(cell)
    ways, free = position.problem.grid.ways, 0
    beyond: dict[int, int] = defaultdict(int)  # for each cell beyond what it says about the sides
    for side in SIDES_OF[sides >> 4 | sides & 15]:
        both = sides & (side << 4 | side)
        if own & both or ways[side][cell] < 0:
            free |= both
        else:
            beyond[ways[side][cell]] |= both
    ways_to_tell = (
        free | sum(some) for number in range(len(beyond) + 1) for some in combinations(beyond.values(), number)
    )  # the last of them, all sides together, tells all
    enough = next(each for each in ways_to_tell if not news & ~KNOWN[before & FITS[each]])
    return _without_spare(enough, before, news)


def _without_spare(sides: int, before: Domain, news: int) -> int:
    """The same without the sides that make no difference to the news."""
    for side in SIDES:
        less = sides & ~(side << 4 | side)
        if not news & ~KNOWN[before & FITS[less]]:
            sides = less
    return sides


def sources(position: Position, cell: int, sides: int) -> dict[int, int]:
    """The cell, and those from which these sides of it are known: each with the mask of its sides that count."""
    grid = position.problem.grid
    found = defaultdict(int, {cell: 0})
    claimed = position.claims(cell)
    for side in SIDES_OF[(sides >> 4 | sides & 15) & grid.open_sides[cell]]:
        if claimed & (side << 4 | side):
            found[cell] |= side
        else:
            other = grid.ways[side][cell]
            found[other] |= OPPOSITE[side]
    return found


def by_known_sides(position: Position, cell: int, sides: int) -> tuple[Finding, Justification]:
    """What these known sides leave of the cell, a known byte, and what that rests on."""
    problem = position.problem
    explain = edge.explain_degree if problem.draws else edge.only_fit_reason
    before = problem.domain_of(cell)
    reason = partial(explain, problem, cell, before, sides, position.own)
    narrowed = (Narrowing(cell, before, before & FITS[sides]),)
    finding = Finding(problem.rules[0], narrowed, reason, pattern=edge.pattern_of(problem, cell))
    return finding, Justification((), sources(position, cell, sides))


def move_of(position: Position, news: Mapping[int, int]) -> Move:
    """The move that shows the news: turns and pins tiles, draws or notes lines and crosses."""
    changes = list(_turned(position, news)) if not position.puzzle.game.draws else []
    turned = {(change.x, change.y) for change in changes}
    return Move((*changes, *_drawn(position, news, turned)))


def _turned(position: Position, news: Mapping[int, int]) -> Iterator[Change]:
    for cell, known in news.items():
        if known >> 4 | known & 15 != 15:
            continue
        x, y = position.problem.grid.place(cell)
        quarters = TURNS[position.state.lines[cell]].index(known >> 4)
        if quarters:
            yield Change("turn", x, y, quarters)
        if not position.state.pins[cell]:
            yield Change("pin", x, y)


def _drawn(position: Position, news: Mapping[int, int], turned: Collection[tuple[int, int]]) -> Iterator[Change]:
    grid = position.problem.grid
    done = set()
    for cell, known in news.items():
        place = grid.place(cell)
        for verb, sides in (("line", known >> 4), ("cross", known & 15)):
            for side in SIDES_OF[sides] if place not in turned else ():
                line = grid.line(cell, side)
                if line not in done and grid.place(grid.ways[side][cell]) not in turned:
                    done.add(line)
                    yield Change(verb, *place, side)


def cells_at(position: Position, news: Mapping[int, int]) -> tuple[int, ...]:
    """The cells with news, in a drawing game those on both sides of each line."""
    cells = set(news)
    if position.puzzle.game.draws:
        ways = position.problem.grid.ways
        for cell, known in news.items():
            cells.update(ways[side][cell] for side in SIDES_OF[known >> 4 | known & 15])
    return tuple(sorted(cells))
