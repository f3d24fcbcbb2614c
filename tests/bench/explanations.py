"""How far hints are from the smallest explanation: the cells they cite, by the fewest whose rules show anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from statistics import quantiles
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.choice import Deduced, Tried
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.position import Position
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.learning.cores import around
from termpuzzles.logic.problem import ALL, HAS, KNOWN, LACKS, LONE
from termpuzzles.logic.task import finish
from tests import corpus

BOARDS = 24  # of each kind
EASIEST = ("edge", "degree", "circles")  # they rest on a cell or two, and nothing is shorter
POSITIONS = 12  # of each board, evenly spread over its hints


class Explained(NamedTuple):
    """A hint, the cells that it cites, and the fewest cells whose rules show anything in its position."""

    rule: str
    cited: int
    fewest: int


def explanations() -> Iterator[str]:
    """Cells that hints past the easiest cite, by the fewest whose rules show any line that is news."""
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
    ratios = sorted(each.cited / each.fewest for each in found)
    cuts = quantiles(ratios, n=10, method="inclusive") if len(ratios) > 1 else ratios * 9
    return f"{len(found):>5} hints, median {cuts[4]:.2f}, p90 {cuts[8]:.2f}, largest {ratios[-1]:.1f}"


def explained(puzzle: Puzzle) -> Iterator[Explained]:
    """Some of the hints of a puzzle past the easiest, followed to its end."""
    solution = finish(one_solution(puzzle.problem()))
    assert solution
    course = [(state, choice) for state, choice in _course(puzzle) if choice.rule not in EASIEST]
    for state, choice in course[:: max(1, len(course) // POSITIONS)]:
        if least := fewest(puzzle, state, solution):
            yield Explained(choice.rule, max(1, cited(puzzle, state, choice)), least)


def cited(puzzle: Puzzle, state: State, choice: Deduced) -> int:
    """How many cells a hint cites for what they can be; others show lines alone, and need not be thought about."""
    base = Position(puzzle, puzzle.problem(), state).base
    premises = (premise for step in (*choice.proof.steps, choice.finding) for premise in step.because)
    return len({cell for cell, _, left in premises if left != ALL and base[cell] not in LONE})


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


def fewest(puzzle: Puzzle, state: State, solution: bytes) -> int:
    """The fewest cells whose rules show a line that is not known yet, or that there is none."""
    problem = puzzle.problem()
    position = Position(puzzle, problem, state)
    grid = problem.grid
    held = {cell: own for cell, own in enumerate(position.own) if own != problem.domain_of(cell)}
    best = 0
    lines = list(grid.lines())
    Random(0).shuffle(lines)
    for line in lines:
        cell, other = grid.ends(line)
        side = S if line & 1 else E
        if best == 1 or KNOWN[position.base[cell]] >> 4 & side or KNOWN[position.base[cell]] & side:
            continue
        deny = LACKS if solution[cell] & side else HAS
        asked = {**held, cell: held.get(cell, ALL) & deny[side], other: held.get(other, ALL) & deny[OPPOSITE[side]]}
        core = finish(around(problem, asked, partial(grid.distance, cell)))
        if core and (not best or len(core.cells) < best):
            best = max(1, len(core.cells))
    return best
