"""Where `no loop` sees that a loop would close, and the lines that it rests on, against walking along the lines."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import SIDES_OF, E, Grid, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, HAS, LACKS
from termpuzzles.logic.rules import rule_named
from tests.logic.engine.test_components import Walked, problem_of
from tests.logic.rules.test_assumption import draw, way


def lines_of(grid: Grid, steps: list[tuple[int, int]]) -> set[int]:
    return {grid.line(cell, side) for cell, side in steps}


def cited(grid: Grid, finding: Finding) -> set[int]:
    """The drawn lines that a finding rests on."""
    return {grid.line(cell, side) for cell, known, _ in finding.because for side in SIDES_OF[known >> 4]}


@pytest.mark.parametrize("kind", ["net", "simpleloop", "masyu"])
def test_every_line_and_every_two_lines_that_would_close_a_loop_are_found_with_the_way_around(kind: str) -> None:
    rng, counts = Random(f"no loop {kind}"), Counter[str]()
    for _ in range(80):
        problem = problem_of(kind, rng)
        grid, knowledge = problem.grid, Knowledge(problem, [ALL] * problem.grid.size)
        for cell in range(grid.size):
            knowledge.narrow(cell, ~sum(1 << mask for mask in range(16) if mask & ~grid.open_sides[cell]))
        components, walked = knowledge.propagator(Components), Walked(problem)
        lines = list(grid.lines())
        for line in rng.sample(lines, rng.randrange(len(lines) + 1)):
            cell, other = grid.ends(line)
            if other not in walked.component(cell):
                assert components.join(*draw(walked, line))
        expected: dict[frozenset[tuple[int, ...]], set[int]] = {}  # what is dropped, by the lines of a way around
        for cell in range(grid.size):
            left, undecided = knowledge.left[cell], grid.open_sides[cell] & ~walked.lines[cell]
            barred = []
            for side in SIDES_OF[undecided]:
                other = grid.ways[side][cell]
                if other in walked.component(cell) and not walked.may_close(cell, other):
                    barred.append(side)
                    dropped = [(cell, left, left & LACKS[side])]
                    back = (
                        next(each for each in (1, 2, 4, 8) if grid.line(other, each) == grid.line(cell, side))
                        if (other != cell)
                        else 0
                    )
                    if back:
                        dropped.append((other, knowledge.left[other], knowledge.left[other] & LACKS[back]))
                        expected[frozenset(dropped)] = lines_of(grid, way(walked, cell, other))
                    counts["line"] += 1
            for one, two in combinations([side for side in SIDES_OF[undecided] if side not in barred], 2):
                ends = [grid.ways[side][cell] for side in (one, two)]
                same = ends[1] in walked.component(ends[0]) and cell not in walked.component(ends[0])
                if same and not walked.may_close(cell, ends[0]):
                    both = HAS[one] & HAS[two]
                    expected[frozenset([(cell, left, left & ~both)])] = lines_of(grid, way(walked, *ends))
                    counts["two lines"] += 1
        found = {}
        for finding in rule_named("no loop").find(knowledge, range(grid.size)):
            if all(grid.ways[side][each.cell] != each.cell for each in finding.narrowed for side in (E, S)):
                around = found[frozenset(map(tuple, finding.narrowed))] = cited(grid, finding)
                number = sum(known > 0 for _, known, _ in finding.because)
                assert kind == "masyu" or number == (len(around) + 1) // 2, (
                    "each second cell of a way has two of its lines"
                )
        to_itself = {cell for cell in range(grid.size) for side in (E, S) if grid.ways[side][cell] == cell}
        for key in [key for key in expected if to_itself.intersection(cell for cell, *_ in key)]:
            del expected[key]
        assert found.keys() == expected.keys()
        for key, lines_around in expected.items():
            assert found[key] >= lines_around
            assert kind == "masyu" or found[key] == lines_around
    assert min(counts["line"], counts["two lines"]) > 20
