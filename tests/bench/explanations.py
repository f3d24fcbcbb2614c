"""How far hints are from the smallest explanation of what they conclude, and of anything else on the board.

That is counted in two ways, each time in both alike. By *rules*: the cells whose rules it takes, where all known lines
are given. By *looks*: also a cell for each known line that none of these cells has; so a loop that would close, which
the rule of the whole board shows, costs as many looks as it is long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import quantiles
from typing import NamedTuple

from termpuzzles.board.grid import SIDES_OF, E, S
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.choice import Deduced, Tried
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.nearer import cells_to_read
from termpuzzles.hints.position import Position
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.learning.cores import ALL_CONFLICTS, CONFLICTS, Rules
from termpuzzles.logic.learning.search import SearchResult
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.task import finish
from tests import corpus

BOARDS = 16  # of each kind
EASIEST = ("edge", "degree", "circles")  # they rest on a cell or two, and nothing is shorter
POSITIONS = 5  # of each board, evenly spread over its hints


class Sizes(NamedTuple):
    """How many cells a hint takes, the fewest that show the same, and that show anything in its position."""

    taken: int
    same: int
    anything: int


class Explained(NamedTuple):
    """A hint: the hardest rule that it takes, and how large it is by rules and by looks."""

    rule: str
    by_rules: Sizes
    by_looks: Sizes


def explanations() -> Iterator[str]:
    """Cells that hints past the easiest take, by the fewest that show anything, and that show the same."""
    kinds = {
        "Masyu 10x10 and 15x15 of the corpus": _masyu(),
        "Net that the reference cannot finish": [read(row[0])[0] for row in corpus.rows("net/hard.tsv")],
    }
    for name, puzzles in kinds.items():
        every = max(1, len(puzzles) // BOARDS)
        found = [each for puzzle in puzzles[::every][:BOARDS] for each in explained(puzzle)]
        yield from _lines(name, found)


def _masyu() -> list[Puzzle]:
    return [read(f"pearl:{row[0]}")[0] for name in ("small", "15x15") for row in corpus.rows(f"masyu/{name}.tsv")]


def _lines(name: str, found: Sequence[Explained]) -> Iterator[str]:
    yield f"{name}: {_ratios(found)}"
    for rule, _ in Counter(each.rule for each in found).most_common():
        yield f"  {rule:<16}{_ratios([each for each in found if each.rule == rule])}"


def _ratios(found: Sequence[Explained]) -> str:
    spreads = []
    for way, sizes in (("rules", [each.by_rules for each in found]), ("looks", [each.by_looks for each in found])):
        spreads.append(f"{way}, by anything: {_spread([each.taken / each.anything for each in sizes])}")
        spreads.append(f"by the same: {_spread([each.taken / each.same for each in sizes])}")
    return f"{len(found):>5} hints; {'; '.join(spreads)}"


def _spread(ratios: Sequence[float]) -> str:
    cuts = quantiles(ratios, n=10, method="inclusive") if len(ratios) > 1 else [*ratios] * 9
    return f"median {cuts[4]:.2f}, p90 {cuts[8]:.2f}, largest {max(ratios):.1f}"


def explained(puzzle: Puzzle) -> Iterator[Explained]:
    """Some of the hints of a puzzle past the easiest, followed to its end."""
    solution = finish(one_solution(puzzle.problem()))
    assert solution
    course = [(state, choice) for state, choice in _course(puzzle) if choice.rule not in EASIEST]
    for state, choice in course[:: max(1, len(course) // POSITIONS)]:
        search = Smallest(puzzle, state)
        sizes = []
        read = cells_to_read(search.position, choice)
        for taken, parts in ((read, search.by_rules), (len(choice.proof.cells), search.by_looks)):
            same = search.least(choice.cell, search.told(choice.news), parts)
            sizes.append(Sizes(max(1, taken), same, search.fewest(solution, same, parts)))
        yield Explained(choice.rule, *sizes)


def _course(puzzle: Puzzle) -> Iterator[tuple[State, Deduced]]:
    """The hints from the start to the end, with the positions in which they are given."""
    guide, state, near = Guide(puzzle), puzzle.start, puzzle.grid.size // 2
    while not guide.solved(state):
        choice = finish(guide.choose(state, near))
        if isinstance(choice, Deduced):
            yield state, choice
        assert isinstance(choice, Deduced | Tried)
        near = min(choice.news)
        state = puzzle.game.play(puzzle, state, choice.move)


class Smallest:
    """The fewest parts that show something in a position, by leaving out one after the other."""

    def __init__(self, puzzle: Puzzle, state: State) -> None:
        self.problem, self.grid = puzzle.problem(), puzzle.grid
        self.position = Position(puzzle, self.problem, state)
        self.rules = Rules(self.problem, range(self.grid.size))
        held = {cell: left for cell, left in enumerate(self.position.own) if left != self.problem.domain_of(cell)}
        self.by_rules = list(self.rules.guards.values())
        self.by_looks = [*self.by_rules, *self.rules.holding(held)]
        self._cells = {guard: cell for cell, guard in self.rules.guards.items()}

    def told(self, news: Mapping[int, int]) -> list[int]:
        """The literals of all lines that are news, as a hint says that they are."""
        found = []
        for cell, known in news.items():
            unknown = known & ~KNOWN[self.position.base[cell]]
            for drawn, sides in ((True, unknown >> 4), (False, unknown & 15)):
                found += [self.rules.literal(cell, side, drawn) for side in SIDES_OF[sides]]
        return [literal for literal in dict.fromkeys(found) if literal is not None]

    def least(self, near: int, told: Sequence[int], parts: Sequence[int], most: int = 1 << 30) -> int:
        """The fewest of the parts from which all of these literals follow, or `most` where more cells are needed.

        The farthest from that cell are left out first. All other lines that are known are given.
        """
        search = self.rules.search
        denied = search.new_literal()
        search.add([denied ^ 1, *(literal ^ 1 for literal in told)])
        whole = [self.rules.whole] if self.problem.whole.joins_all else []
        fixed = [denied, *whole, *(part for part in self.by_looks if part not in {*parts})]
        far = {part: min(self.grid.distance(near, cell) for cell in self._ends(part)) for part in parts}
        found = self._needed(fixed, sorted(far, key=lambda part: (far[part], part)), most)
        search.add([denied ^ 1])
        return most if found is None else self._count(found)

    def _needed(self, fixed: Sequence[int], parts: Sequence[int], most: int) -> list[int] | None:
        """Those of the parts that are needed; None as soon as so many cells are."""
        ask, needed, cells = self.rules.ask, list[int](), 0
        assert finish(ask([*fixed, *parts], ALL_CONFLICTS)) is SearchResult.REFUTED
        rest = [part for part in parts if part in {*self.rules.core}]
        while rest:
            part = rest.pop()
            if finish(ask([*fixed, *needed, *rest], CONFLICTS)) is SearchResult.REFUTED:
                core = {*self.rules.core}
                needed, rest = ([each for each in some if each in core] for some in (needed, rest))
                continue
            needed.append(part)
            cells += part in self._cells
            if cells >= most:
                return None
        return needed

    def _ends(self, part: int) -> tuple[int, ...]:
        """The cell of a guard, or those at a line."""
        return (self._cells[part],) if part in self._cells else self.rules.lines.cells[part >> 1]

    def _count(self, parts: Sequence[int]) -> int:
        cells = {self._cells[part] for part in parts if part in self._cells}
        ends = [self._ends(part) for part in parts if part not in self._cells]
        while ends := [pair for pair in ends if not cells.intersection(pair)]:
            ((most, _),) = Counter(cell for pair in ends for cell in pair).most_common(1)
            cells.add(most)
        return max(1, len(cells))

    def fewest(self, solution: bytes, most: int, parts: Sequence[int]) -> int:
        """The fewest of the parts that show any line not known yet, or that there is none; `most` if none has fewer."""
        base = self.position.base
        for line in self.grid.lines():
            cell, _ = self.grid.ends(line)
            side = S if line & 1 else E
            if most > 1 and not (KNOWN[base[cell]] >> 4 | KNOWN[base[cell]]) & side:
                literal = self.rules.literal(cell, side, bool(solution[cell] & side))
                most = min(most, self.least(cell, [literal], parts, most)) if literal is not None else most
        return most
