"""Loops that supposed lines would close with drawn ones, and what is joined, against walking along the lines."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import ALL
from termpuzzles.logic.rules.assumption import closed_loops, left_out, members, premises_of
from tests.logic.engine.test_components import Walked, problem_of


def way(walked: Walked, start: int, goal: int) -> list[tuple[int, int]]:
    """The only way of lines between two cells: each cell before the goal with the side by which it leads on."""
    waiting: list[list[tuple[int, int]]] = [[]]
    for found in waiting:  # grows while it is read
        at = walked.grid.ways[found[-1][1]][found[-1][0]] if found else start
        if at == goal:
            return found
        seen = {cell for cell, _ in found}
        waiting += [
            [*found, (at, side)] for side in SIDES_OF[walked.lines[at]] if walked.grid.ways[side][at] not in seen
        ]
    raise AssertionError


def draw(walked: Walked, line: int) -> tuple[int, int, int]:
    cell, other = walked.grid.ends(line)
    side = S if line & 1 else E
    walked.lines[cell] |= side
    walked.lines[other] |= OPPOSITE[side]
    return cell, side, other


@pytest.mark.parametrize("kind", ["net", "simpleloop", "masyu"])
def test_loops_that_lines_would_close_are_those_that_walking_finds(kind: str) -> None:
    rng, counts = Random(f"loops {kind}"), Counter[bool]()
    for _ in range(150):
        problem = problem_of(kind, rng)
        grid, knowledge = problem.grid, Knowledge(problem, [ALL] * problem.grid.size)
        components, drawn, both = knowledge.propagator(Components), Walked(problem), Walked(problem)
        lines = list(grid.lines())
        rng.shuffle(lines)
        number = rng.randrange(len(lines) + 1)
        supposed = []
        for line in lines[:number]:
            cell, other = grid.ends(line)
            if other not in drawn.component(cell):
                draw(both, line)
                assert components.join(*draw(drawn, line))
        expected = []
        for line in lines[number:]:
            supposed.append(line)
            cell, other = grid.ends(line)
            if other not in both.component(cell):
                draw(both, line)
                continue
            around = [*way(both, cell, other), (cell, S if line & 1 else E)]
            new = {grid.line(*each) for each in around if not drawn.lines[each[0]] & each[1]}
            on = {at for each in around for at in (each[0], grid.ways[each[1]][each[0]])}
            lined = {at for at, mask in enumerate(drawn.lines) if mask}
            last = drawn.needed <= on and lined <= on if drawn.may_stay_blank else len(on) == len(drawn.needed)
            counts[drawn.is_loop and last] += 1
            if not (drawn.is_loop and last):
                expected.append((new, on))
        found = list(closed_loops(knowledge, components, supposed))
        assert [(set(loop.supposed), loop.cells(grid)) for loop in found] == expected
        for loop, (new, on) in zip(found, expected, strict=True):
            for cell in on:
                sides = loop.drawn.get(cell, 0)
                assert sides == sides & drawn.lines[cell]
                assert {premise.cell: premise.known for premise in loop.premises()}.get(cell, 0) == sides << 4
            assert sum(sides.bit_count() for sides in loop.drawn.values()) == 2 * (len(on) - len(new))
            rest = left_out(knowledge, on, cell)
            assert len(rest) == bool(problem.clues)
            lined = {at for at, mask in enumerate(drawn.lines) if mask}
            off = drawn.needed & lined - on or drawn.needed - on or lined - on
            assert all(premise.cell in off for premise in rest)
            assert all(grid.distance(cell, at) >= grid.distance(cell, premise.cell) for premise in rest for at in off)
        start = rng.randrange(grid.size)
        assert set(members(knowledge, components, [start])) == drawn.component(start)
        assert premises_of(knowledge, [start]) == [(start, knowledge.known(start), ALL)]
    assert counts[False] > 50
    assert kind == "net" or counts[True]
