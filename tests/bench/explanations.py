"""How far hints are from the smallest explanation of what they conclude, and of anything else on the board.

What a person must look at is counted, in both in the same way: cells for what they can be, and one cell for each known
line that no such cell has. A loop that would close is seen by its lines alone, and costs as many looks as it is long.
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
from termpuzzles.hints.position import Position
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.learning.cores import Rules, fewest
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.task import finish
from tests import corpus

BOARDS = 24  # of each kind
EASIEST = ("edge", "degree", "circles")  # they rest on a cell or two, and nothing is shorter
POSITIONS = 12  # of each board, evenly spread over its hints


class Explained(NamedTuple):
    """A hint: how many cells it names, and the fewest that show the same, and that show anything in its position."""

    rule: str
    cited: int
    same: int
    anything: int


def explanations() -> Iterator[str]:
    """Cells that hints past the easiest name, by the fewest that show the same, and that show anything."""
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
    same, anything = ([each.cited / each.same for each in found], [each.cited / each.anything for each in found])
    return f"{len(found):>5} hints; by the same: {_spread(same)}; by anything: {_spread(anything)}"


def _spread(ratios: Sequence[float]) -> str:
    cuts = quantiles(ratios, n=10, method="inclusive") if len(ratios) > 1 else [*ratios] * 9
    return f"median {cuts[4]:.2f}, p90 {cuts[8]:.2f}, largest {max(ratios):.1f}"


def explained(puzzle: Puzzle) -> Iterator[Explained]:
    """Some of the hints of a puzzle past the easiest, followed to its end."""
    solution = finish(one_solution(puzzle.problem()))
    assert solution
    course = [(state, choice) for state, choice in _course(puzzle) if choice.rule not in EASIEST]
    for state, choice in course[:: max(1, len(course) // POSITIONS)]:
        looks = Looks(puzzle, state)
        same = looks.least(choice.cell, looks.told(choice.news))
        if anything := looks.fewest(solution, same):
            yield Explained(choice.rule, max(1, len(choice.proof.cells)), same, anything)


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


class Looks:
    """The fewest looks that show something in a position, by leaving out one after the other."""

    def __init__(self, puzzle: Puzzle, state: State) -> None:
        self.problem, self.grid = puzzle.problem(), puzzle.grid
        self.position = Position(puzzle, self.problem, state)
        self.rules = Rules(self.problem, range(self.grid.size))
        own = self.position.own
        held = {cell: left for cell, left in enumerate(own) if left != self.problem.domain_of(cell)}
        self._marks = self.rules.holding(held)
        self._cells = {guard: cell for cell, guard in self.rules.guards.items()}

    def told(self, news: Mapping[int, int]) -> list[int]:
        """The literals of all lines that are news, as a hint says that they are."""
        found = []
        for cell, known in news.items():
            unknown = known & ~KNOWN[self.position.base[cell]]
            for drawn, sides in ((True, unknown >> 4), (False, unknown & 15)):
                found += [self.rules.literal(cell, side, drawn) for side in SIDES_OF[sides]]
        return [literal for literal in dict.fromkeys(found) if literal is not None]

    def least(self, near: int, told: Sequence[int]) -> int:
        """The fewest looks from which all of these literals follow, the farthest from that cell left out first."""
        search, lines = self.rules.search, self.rules.lines
        denied = search.new_literal()
        search.add([denied ^ 1, *(literal ^ 1 for literal in told)])
        fixed = [denied, *([self.rules.whole] if self.problem.whole.joins_all else [])]
        far = {guard: self.grid.distance(near, cell) for guard, cell in self._cells.items()}
        far |= {mark: min(self.grid.distance(near, cell) for cell in lines.cells[mark >> 1]) for mark in self._marks}
        parts = sorted(far, key=lambda part: (far[part], part))
        found = finish(fewest(self.rules, fixed, parts))
        search.add([denied ^ 1])
        assert found
        cells = {self._cells[part] for part in found.parts if part in self._cells}
        ends = [lines.cells[part >> 1] for part in found.parts if part not in self._cells]
        while ends := [pair for pair in ends if not cells.intersection(pair)]:
            ((most, _),) = Counter(cell for pair in ends for cell in pair).most_common(1)
            cells.add(most)
        return max(1, len(cells))

    def fewest(self, solution: bytes, most: int) -> int:
        """The fewest looks that show any line not known yet, or that there is none; `most` if none has fewer."""
        base = self.position.base
        for line in self.grid.lines():
            cell, _ = self.grid.ends(line)
            side = S if line & 1 else E
            if most > 1 and not (KNOWN[base[cell]] >> 4 | KNOWN[base[cell]]) & side:
                literal = self.rules.literal(cell, side, bool(solution[cell] & side))
                most = min(most, self.least(cell, [literal])) if literal is not None else most
        return most
