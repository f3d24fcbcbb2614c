"""Counts the shapes behind the suppositions of published Masyu: `.venv/bin/python -m tests.mine_patterns [BOARDS]`.

Of boards of the corpus, drawn by a fixed seed, every chain and what-if that settles something is cut down to what it
needs: a SAT solver gives circles, lines and crosses (a border counts as a cross) that contradict the opposite of what
is concluded, and one after the other is left out, the farthest first, while they still do. What is left is moved and
turned to the least of its eight views; a way of drawn lines counts by its two ends alone. The table says how often
each shape occurs, and draws it: `?` is the line concluded, `-` and `|` are lines, `x` is no line, `a` to `h` the ends
of long ways, and `·` a cell. With `--share` it only says how many of the suppositions that a board took before its
patterns had a rule of their own it takes no longer.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, N, S, W
from termpuzzles.formats import read
from termpuzzles.logic.answers.canonical_chain import canonical_chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import KNOWN, Problem
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.rules.circles import BLACK, WHITE
from tests import corpus
from tests.logic.learning.test_published import loops

FILES = ("small", "15x15", "labels")
BOARDS = 400
SUPPOSING = ("chain", "one step ahead")
LONG = 3  # lines: a way of so many counts by its ends
TOLD = 0.02  # the share from which a shape is worth a name
_STEP = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}

Place = tuple[int, int]  # in half cells: both even a cell, one odd a line, so that a shape can be turned
Item = tuple[str, Place, Place]  # what is there; a joined pair has two places


class Fact(NamedTuple):
    """Something that may be needed: its literal, its item (no item for the rule of a cell), and where it is."""

    literal: int
    item: Item | None
    place: Place


class Board:
    """A board as clauses, each guarded by a literal, so that a core says which circles, lines and crosses it takes."""

    def __init__(self, problem: Problem) -> None:
        from pysat.solvers import Solver  # type: ignore[import-untyped] # it has no types

        self.problem, self.grid = problem, problem.grid
        self.numbers: dict[object, int] = {}
        self.solver: Any = Solver(name="glucose4")
        for cell in range(problem.grid.size):
            self._rule_of(cell)
            if problem.clues[cell] in (WHITE, BLACK):
                self._circle(cell)

    def number(self, thing: object) -> int:
        """The variable of that thing."""
        return self.numbers.setdefault(thing, len(self.numbers) + 1)

    def side(self, cell: int, side: int) -> Place:
        """The place of the line there."""
        x, y = self.grid.place(cell)
        dx, dy = _STEP[side]
        return 2 * x + dx, 2 * y + dy

    def line(self, cell: int, side: int) -> int:
        """The variable of the line there, of a side of the border too."""
        return self.number(self.side(cell, side))

    def _rule_of(self, cell: int) -> None:
        guard, sides = -self.number(("cell", cell)), [self.line(cell, side) for side in SIDES]
        for three in combinations(sides, 3):
            self.solver.add_clause([guard, *(-line for line in three)])
        for line in sides:
            self.solver.add_clause([guard, -line, *(other for other in sides if other != line)])

    def _circle(self, cell: int) -> None:
        guard, clue, ways = -self.number(("clue", cell)), self.problem.clues[cell], self.grid.ways
        up, right, down, left = (self.line(cell, side) for side in (N, E, S, W))
        for one, other in ((up, down), (right, left)):
            alike = clue == WHITE
            self.solver.add_clause([guard, one, -other if alike else other])
            self.solver.add_clause([guard, -one, other if alike else -other])
        self.solver.add_clause([guard, up, right, down, left])
        for one, other in ((up, right), (up, left), (down, right), (down, left)) if clue == WHITE else ():
            self.solver.add_clause([guard, -one, -other])
        for side in SIDES if clue == BLACK else ():
            if (beside := ways[side][cell]) >= 0:
                self.solver.add_clause([guard, -self.line(cell, side), self.line(beside, side)])
        for side in (N, E) if clue == WHITE else ():
            ahead, behind = ways[side][cell], ways[OPPOSITE[side]][cell]
            if ahead >= 0 and behind >= 0:
                far = (-self.line(ahead, side), -self.line(behind, OPPOSITE[side]))
                self.solver.add_clause([guard, -self.line(cell, side), *far])

    def facts(self, knowledge: Knowledge, cells: Iterable[int]) -> list[Fact]:
        """All that is known of these cells: their rules, circles, lines and crosses."""
        found: dict[int, Fact] = {}
        for cell in cells:
            x, y = self.grid.place(cell)
            here = 2 * x, 2 * y
            literal = self.number(("cell", cell))
            found[literal] = Fact(literal, None, here)
            if (clue := self.problem.clues[cell]) in (WHITE, BLACK):
                literal = self.number(("clue", cell))
                found[literal] = Fact(literal, ("W" if clue == WHITE else "B", here, here), here)
            known = knowledge.known(cell) | 15 & ~self.grid.open_sides[cell]
            for side in SIDES_OF[known >> 4 | known & 15]:
                place, drawn = self.side(cell, side), bool(known >> 4 & side)
                literal = self.number(place) * (1 if drawn else -1)
                found[literal] = Fact(literal, ("line" if drawn else "x", place, place), place)
        return list(found.values())

    def contradicts(self, literals: Sequence[int]) -> bool:
        """Whether these cannot all hold; loops that leave out a circle are found as they turn up."""
        inside = {
            self.number(self.side(cell, side)): self.grid.line(cell, side)
            for cell in range(self.grid.size)
            for side in SIDES_OF[self.grid.open_sides[cell] & (E | S)]
        }
        variable = {line: number for number, line in inside.items()}
        while self.solver.solve(assumptions=list(literals)):
            drawn = {inside[each] for each in self.solver.get_model() if each in inside}
            closed = [loop for loop in self._closed(drawn) if self._leaves_out(loop)]
            if not closed:
                return False
            for loop in closed:
                self.solver.add_clause([-variable[line] for line in loop])
        return True

    def _closed(self, drawn: set[int]) -> Iterator[list[int]]:
        """The loops among lines, of which cells outside the part looked at may have any number."""
        while True:
            count = Counter(cell for line in drawn for cell in self.grid.ends(line))
            spare = {line for line in drawn if any(count[cell] != 2 for cell in self.grid.ends(line))}
            if not spare:
                break
            drawn -= spare
        yield from loops(self.problem, drawn)

    def _leaves_out(self, loop: list[int]) -> bool:
        on = {cell for line in loop for cell in self.grid.ends(line)}
        return any(clue and cell not in on for cell, clue in enumerate(self.problem.clues))


def needed(board: Board, knowledge: Knowledge, finding: Finding, denied: list[int], at: Place) -> list[Fact]:
    """The facts that contradict the opposite of what is concluded: none can be left out."""
    cells = {premise.cell for premise in finding.because} | {each.cell for each in finding.narrowed}
    while True:
        facts = board.facts(knowledge, sorted(cells))
        if board.contradicts([fact.literal for fact in facts] + denied):
            break
        around = {board.grid.ways[side][cell] for cell in cells for side in SIDES} - {-1}
        if around <= cells:
            raise ValueError("the finding does not follow")
        cells |= around
    core = set(board.solver.get_core())
    facts = [fact for fact in facts if fact.literal in core]
    smallest = facts
    distances: list[Callable[[int, int], int]] = [lambda x, y: x + y, max, lambda x, y: x * x + y * y]
    for farthest in distances:
        order = [(-farthest(abs(fact.place[0] - at[0]), abs(fact.place[1] - at[1])), fact) for fact in facts]
        kept = [fact for _, fact in sorted(order, key=lambda each: (each[0], each[1].place, each[1].literal))]
        for fact in list(kept):
            less = [other for other in kept if other is not fact]
            if board.contradicts([other.literal for other in less] + denied):
                kept = less
        smallest = min(smallest, kept, key=len)
    return smallest


def shortened(items: Iterable[Item]) -> list[Item]:
    """The items with each long way of lines as its two ends."""
    items = list(items)
    at: dict[Place, list[Place]] = {}
    for kind, place, _ in items:
        if kind == "line":
            for end in _ends(place):
                at.setdefault(end, []).append(place)
    found, seen = [item for item in items if item[0] != "line"], set[Place]()
    for end in sorted(at):
        if len(at[end]) == 1 and at[end][0] not in seen:
            way, cell = [at[end][0]], end
            while True:
                (cell,) = (other for other in _ends(way[-1]) if other != cell)
                ahead = [line for line in at[cell] if line != way[-1]]
                if not ahead:
                    break
                way.append(ahead[0])
            seen.update(way)
            found += [("way", end, cell)] if len(way) >= LONG else [("line", place, place) for place in way]
    return found


def _ends(place: Place) -> tuple[Place, Place]:
    x, y = place
    return ((x - 1, y), (x + 1, y)) if x % 2 else ((x, y - 1), (x, y + 1))


def normal(items: Iterable[Item]) -> tuple[Item, ...]:
    """The least of the eight views of a shape, moved to the corner."""
    views: list[tuple[Item, ...]] = []
    for turn in range(8):
        turned = [(kind, _turned(one, turn), _turned(other, turn)) for kind, one, other in items]
        places = [place for _, *both in turned for place in both]
        left, top = (min(place[axis] for place in places) // 2 * 2 for axis in (0, 1))
        moved: list[Item] = []
        for kind, one, other in turned:
            first, second = sorted(((one[0] - left, one[1] - top), (other[0] - left, other[1] - top)))
            moved.append((kind, first, second))
        views.append(tuple(sorted(moved)))
    return min(views)


def _turned(place: Place, turn: int) -> Place:
    x, y = place
    x, y = (x, y) if not turn & 1 else (-x, y)
    x, y = (x, y) if not turn & 2 else (x, -y)
    return (x, y) if not turn & 4 else (y, x)


def drawing(shape: tuple[Item, ...]) -> list[str]:
    """The shape as rows of text."""
    places = [place for _, *both in shape for place in both]
    wide, high = (max(place[axis] for place in places) + 1 for axis in (0, 1))
    rows = [["·" if x % 2 == 0 and y % 2 == 0 else " " for x in range(-1, wide + 1)] for y in range(-1, high + 1)]
    for kind, one, other in shape:
        sign = {"line": "-" if one[0] % 2 else "|", "no": "?", "yes": "!"}.get(kind, kind)
        if kind == "way":
            sign = chr(ord("a") + [item for item in shape if item[0] == "way"].index((kind, one, other)))
        for x, y in {one, other}:
            rows[y + 1][x + 1] = sign
    return ["".join(row).rstrip() for row in rows if "".join(row).strip()]


def shapes(text: str) -> Iterator[tuple[Item, ...]]:
    """The shapes of all chains and what-ifs that settle something on a board."""
    (puzzle,) = read(f"pearl:{text}")
    problem = puzzle.problem()
    knowledge, board = Knowledge(problem), Board(problem)
    for finding in canonical_chain(knowledge, rules_of(problem.rules), Counter()):
        if finding and finding.rule in SUPPOSING and not finding.contradiction:
            yield shape_of(board, knowledge, finding)


def shape_of(board: Board, knowledge: Knowledge, finding: Finding) -> tuple[Item, ...]:
    """What the finding takes, with what it concludes, in normal form."""
    cell, before, after = finding.narrowed[0]
    said = finding.lines.get(cell, KNOWN[after] & ~KNOWN[before])
    if said:
        side = SIDES_OF[said >> 4 | said & 15][0]
        drawn = bool(said >> 4 & side)
        place = board.side(cell, side)
        denied = [board.line(cell, side) * (-1 if drawn else 1)]
        concluded: list[Item] = [("yes" if drawn else "no", place, place)]
    else:  # a way through the cell that is dropped
        mask = (before & ~after).bit_length() - 1
        place = board.side(cell, SIDES_OF[mask][0]) if mask else (2 * board.grid.place(cell)[0], 0)
        denied = [board.line(cell, side) * (1 if mask & side else -1) for side in SIDES]
        concluded = [("no", board.side(cell, side), board.side(cell, side)) for side in SIDES_OF[mask]]
    kept = needed(board, knowledge, finding, denied, place)
    return normal([*shortened(fact.item for fact in kept if fact.item), *concluded])


def suppositions(problem: Problem, without: str = "") -> int:
    """The number of chains and what-ifs that settle something on a board, where that rule is not known."""
    knowledge, rules = Knowledge(problem), [name for name in problem.rules if name != without]
    found = canonical_chain(knowledge, rules_of(rules), Counter())
    return sum(bool(each) and each.rule in SUPPOSING and not each.contradiction for each in found if each)


def share(texts: Iterable[str]) -> str:
    """How many suppositions the patterns save."""
    problems = [read(f"pearl:{text}")[0].problem() for text in texts]
    before, now = (sum(suppositions(problem, without) for problem in problems) for without in ("patterns", ""))
    saved = 100 * (before - now) / max(1, before)
    return f"{len(problems)} boards, {before} chains and what-ifs without the patterns, {now} with: {saved:.0f} % fewer"


def main() -> None:
    """Write the table."""
    parser = ArgumentParser(prog=".venv/bin/python -m tests.mine_patterns", description=__doc__)
    parser.add_argument("boards", nargs="?", type=int, default=BOARDS)
    parser.add_argument("--least", type=float, default=TOLD, help="the least share that is shown")
    parser.add_argument("--share", action="store_true", help="only say how many suppositions the patterns save")
    asked = parser.parse_args()
    texts = [row[0] for name in FILES for row in corpus.rows(f"masyu/{name}.tsv")]
    texts = Random(1).sample(texts, min(asked.boards, len(texts)))
    if asked.share:
        print(share(texts))
        return
    counts = Counter[tuple[Item, ...]]()
    for text in texts:
        counts.update(shapes(text))
    total = counts.total()
    print(f"{asked.boards} boards, {total} chains and what-ifs, {len(counts)} shapes")
    for shape, number in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        if number < asked.least * total:
            break
        print(f"\n{number} ({100 * number / total:.1f} %)")
        print("\n".join(f"    {row}" for row in drawing(shape)))


if __name__ == "__main__":
    main()
