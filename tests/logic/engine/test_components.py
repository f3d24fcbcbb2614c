"""Components count what they join, and report loops: step by step what walking along the drawn lines gives."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.components import Components, weights_of
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem, Whole
from tests.games.boards import board, random_clues, random_grid


def test_each_join_and_a_loop_wait_to_be_looked_at() -> None:
    components = Knowledge(Puzzle(named("net"), Grid(2, 2), bytes([E | S, S | W, N | E, N | W])).problem()).propagator(
        Components
    )
    found = [components.waiting()]
    for cell, side, other in ((0, E, 1), (1, S, 3), (3, W, 2)):
        assert components.join(cell, side, other)
        found.append(components.waiting())
    assert found == [0, 1, 2, 3]
    assert not components.join(2, N, 0)
    assert components.waiting() == 4
    assert not components.propagate()


def test_a_loop_among_settled_cells_contradicts_what_is_known_at_once() -> None:
    for rows in (("┏┓", "┗┛"), ("┏━┓", "┃╻┃", "┗┻┛")):
        puzzle = board(named("net"), *rows)
        knowledge = Knowledge(puzzle.problem(), [1 << mask for mask in puzzle.tiles])
        assert not knowledge.propagate()
        assert knowledge.contradicted


class Walked:
    """What is joined, found anew each time by walking along the drawn lines; `needed` cells must all be joined."""

    def __init__(self, problem: Problem) -> None:
        self.grid = problem.grid
        self.lines = [0] * self.grid.size
        domains = [problem.domain_of(cell) for cell in range(self.grid.size)]
        self.needed = {cell for cell, domain in enumerate(domains) if not domain & 1}
        self.is_loop = problem.whole is Whole.LOOP
        self.may_stay_blank = any(domain & 1 and domain != 1 for domain in domains)

    def component(self, start: int) -> frozenset[int]:
        found, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            beyond = {self.grid.ways[side][cell] for side in SIDES_OF[self.lines[cell]]} - found
            found |= beyond
            waiting += beyond
        return frozenset(found)

    def may_close(self, *ends: int) -> bool:
        """Whether a line between these two cells may close a loop, once their components are joined elsewhere."""
        on = frozenset().union(*map(self.component, ends))
        if not self.may_stay_blank:
            return self.is_loop and len(on) == len(self.needed)
        return self.is_loop and self.needed <= on and all(cell in on for cell, mask in enumerate(self.lines) if mask)

    def weight(self, component: frozenset[int]) -> int:
        if not self.may_stay_blank:
            return len(component)
        return int(any(self.lines[cell] or cell in self.needed for cell in component))

    def allows(self, cell: int, mask: int, undecided: int) -> bool:
        """Whether the cell, with this mask, closes no loop that may not close."""
        own = self.component(cell)
        beyond = []
        for side in SIDES_OF[mask & undecided]:
            other = self.grid.ways[side][cell]
            if not self.may_close(cell, other):
                beyond.append(self.component(other))
        return own not in beyond and all(one != other for one, other in combinations(beyond, 2))


def problem_of(kind: str, rng: Random) -> Problem:
    if kind == "masyu":
        grid = Grid(rng.randint(2, 4), rng.randint(2, 4))
        return Puzzle(named(kind), grid, b"\1" * grid.size, clues=random_clues(rng, named(kind), grid.size)).problem()
    if kind == "simpleloop":
        grid = Grid(rng.randint(2, 4), rng.randint(2, 4))
        return Puzzle(named(kind), grid, bytes(rng.random() < 0.8 for _ in range(grid.size))).problem()
    grid = random_grid(rng, 4)
    return Puzzle(named(kind), grid, bytes(rng.choice((0, *MASKS)) for _ in range(grid.size))).problem()


def assert_same(components: Components, walked: Walked) -> None:
    grid = walked.grid
    every = [walked.component(cell) for cell in range(grid.size)]
    assert list(components.lines) == walked.lines
    for cell, component in enumerate(every):
        root = components.find(cell)
        assert root in component
        assert {components.find(other) for other in component} == {root}
        assert components.extent(cell) == len(component)
        assert set(components.rim_of(root)) == component
    weights, total = weights_of(components)
    roots = {components.find(component_cell): component for component_cell, component in enumerate(every)}
    assert {root: weights[root] for root in roots} == {root: walked.weight(each) for root, each in roots.items()}
    assert total == (sum(map(walked.weight, {*every})) if walked.may_stay_blank else len(walked.needed))
    for cell in range(grid.size) if not (components.closed or components.loop) else ():
        inside = grid.open_sides[cell] & ~walked.lines[cell]
        for mask in MASKS:
            if not mask & ~grid.open_sides[cell]:
                expected = walked.allows(cell, mask & ~walked.lines[cell], inside)
                assert bool(components.allowed(cell) >> mask & 1) == expected, (cell, mask)


@pytest.mark.parametrize("kind", ["net", "simpleloop", "masyu"])
def test_components_are_what_walking_finds_after_every_line_and_after_going_back(kind: str) -> None:
    rng, closings = Random(f"components {kind}"), Counter[bool]()
    for _ in range(40):
        problem = problem_of(kind, rng)
        knowledge = Knowledge(problem, [0xFFFF] * problem.grid.size)
        components, walked = knowledge.propagator(Components), Walked(problem)
        marks = []
        for _ in range(14):
            if rng.random() < 0.25:
                marks.append((knowledge.mark(), walked.lines.copy()))
            elif marks and rng.random() < 0.2:
                mark, walked.lines = marks.pop()
                knowledge.undo(mark)
                assert components.loop is None
            lines = [(cell, side) for cell in range(knowledge.size) for side in SIDES_OF[problem.grid.open_sides[cell]]]
            if not lines:
                break
            cell, side = rng.choice(lines)
            other = problem.grid.ways[side][cell]
            if walked.lines[cell] & side:
                assert components.join(cell, side, other)
                continue
            closes = other in walked.component(cell)
            walked.lines[cell] |= side
            walked.lines[other] |= OPPOSITE[side]
            is_fine = not closes or walked.may_close(cell)
            assert components.join(cell, side, other) == is_fine
            closings[is_fine] += closes
            assert_same(components, walked)
            if closes:
                break
        if components.closed and not components.loop:
            for cell, side in lines:
                if not walked.lines[cell] & side:
                    assert not components.join(cell, side, problem.grid.ways[side][cell])
                    assert components.loop == (cell, side)
                    assert list(components.lines) == walked.lines
                    break
    assert closings[False] > 10


def assert_same_open_cells(knowledge: Knowledge, walked: Walked) -> None:
    components = knowledge.propagator(Components)
    for cell in range(knowledge.size):
        expected = {other for other in walked.component(cell) if knowledge.left[other].bit_count() > 1}
        assert set(components.open_rim(components.find(cell))) == expected


def test_the_open_cells_of_a_component_are_found_after_every_line_and_settled_cell_and_after_going_back() -> None:
    rng, shorter = Random("open cells"), 0
    for _ in range(60):
        problem = problem_of("net", rng)
        grid = problem.grid
        knowledge = Knowledge(problem, [0xFFFF] * grid.size)
        components, walked, marks = knowledge.propagator(Components), Walked(problem), []
        for _ in range(30):
            what = rng.random()
            if what < 0.2:
                marks.append((knowledge.mark(), walked.lines.copy()))
            elif what < 0.35 and marks:
                mark, walked.lines = marks.pop()
                knowledge.undo(mark)
            elif what < 0.7:
                knowledge.narrow(rng.randrange(grid.size), 1)
                knowledge.note()
            else:
                cell = rng.randrange(grid.size)
                side = rng.choice(SIDES_OF[grid.open_sides[cell]] or (0,))
                other = grid.ways[side][cell] if side else cell
                if other not in walked.component(cell):
                    walked.lines[cell] |= side
                    walked.lines[other] |= OPPOSITE[side]
                    components.join(cell, side, other)
            assert_same_open_cells(knowledge, walked)
            rims = [components.rim_of(components.find(cell)) for cell in range(grid.size)]
            shorter += knowledge.depth > 0 and any(
                len(rim) < len(walked.component(cell)) for cell, rim in enumerate(rims)
            )
        while marks:
            mark, walked.lines = marks.pop()
            knowledge.undo(mark)
            assert_same_open_cells(knowledge, walked)
    assert shorter > 100
