"""`block` finds exactly what trying all turns of the four tiles of each block leaves, also across seams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.board.surface import Seam, Surface
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.queries import rate
from termpuzzles.logic.answers.rating import chain_steps
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, masks_of
from termpuzzles.logic.rules import rule_named
from tests.board.surfaces import ALL
from tests.games.boards import board, random_lines
from tests.logic.boards import ORBITS
from tests.logic.oracle import problem_of
from tests.logic.test_approved_proofs import stalled


def test_ways_may_agree_on_several_tiles() -> None:
    (puzzle,) = read("infinity:6x6:112a40ce426447a5b9245982c38841028111")
    assert rate(puzzle).hardest
    told = [step.sentence for step in chain_steps(puzzle.problem())]
    assert any("and both agree on this" in sentence for sentence in told)


def blocks(grid: Grid) -> Iterator[tuple[int, ...]]:
    """The cells of each block that has four."""
    for x, y in map(grid.place, range(grid.size)):
        seen = [grid.unrolled(column, row) for row in (y, y + 1) for column in (x, x + 1)]
        four = tuple(dict.fromkeys(found[0] for found in seen if found))
        if len(four) == 4:
            yield four


def fitting(knowledge: Knowledge, four: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The turns of the four tiles that agree on every line between two of them."""
    grid = knowledge.grid
    between = []
    for line in grid.lines():
        one, other = grid.ends(line)
        if one in four and other in four:
            side = S if line & 1 else E
            between.append((four.index(one), side, four.index(other), OPPOSITE[side]))
    for way in product(*(masks_of(knowledge.left[cell]) for cell in four)):
        if all(bool(way[one] & side) == bool(way[other] & back) for one, side, other, back in between):
            yield way


def by_brute_force(knowledge: Knowledge) -> Counter[tuple[int, Domain, Domain]]:
    """What is left of each tile of a block of which something is ruled out; of settled tiles nothing is said."""
    found = Counter[tuple[int, Domain, Domain]]()
    open_cells = {*knowledge.open_cells()}
    different = {frozenset(four): four for four in blocks(knowledge.grid)}.values()
    for four in filter(open_cells.intersection, different):
        ways = list(fitting(knowledge, four))
        for at, cell in enumerate(four):
            after = sum(1 << mask for mask in {way[at] for way in ways})
            if knowledge.left[cell] != after:
                found[cell, knowledge.left[cell], after] += 1
    return found


def left_of(rng: Random, mask: int) -> Domain:
    """Two turns of the tile or more, often not all of them."""
    others = rng.sample(masks_of(ORBITS[mask]), rng.randint(1, ORBITS[mask].bit_count()))
    return sum(1 << each for each in {mask, *others})


@pytest.mark.parametrize("surface", ALL, ids=str)
def test_what_a_block_leaves_is_what_all_turns_of_its_tiles_leave(surface: Surface) -> None:
    rng, counts = Random(f"block {surface}"), Counter[bool]()
    least = 3 if Seam.FLIPPED in surface else 2
    for number in range(60):
        width, height = (rng.randint(least, 4), rng.randint(least, 4)) if number > 5 else (least, least)
        walled = number % 2  # then `edge` must have looked at the walls
        lines = [(cell, side) for cell in range(walled * width * height) for side in (E, S)]
        grid = Grid.make(width, height, surface, [line for line in lines if rng.random() < 0.1])
        problem = problem_of(grid, [left_of(rng, mask) for mask in random_lines(rng, grid)], False)
        knowledge = stalled(problem, ["edge"]) if walled else Knowledge(problem)
        if knowledge:
            found = rule_named("block").find(knowledge, range(grid.size))
            expected = by_brute_force(knowledge)
            assert Counter(tuple(each) for finding in found for each in finding.narrowed) == expected
            counts[bool(expected)] += 1
    assert min(counts.values()) > 5


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (
            ("┣┣┗", "━┣╻"),
            "The four tiles from (2, 1) to (3, 2) fit together in only four ways, and in all of them the T at (2, 2) "
            "opens up, down and left.",
        ),
        (
            ("┣━╋", "┣╻┣"),
            "The tiles at (1, 1), (3, 1), (1, 2) and (3, 2) fit together in only two ways. In both, the T at (3, 2) "
            "opens up, down and right.",
        ),
    ],
)
def test_a_sentence_of_thirty_words_is_one_and_a_longer_one_is_two(rows: tuple[str, ...], told: str) -> None:
    assert len(told.replace(". In both,", ", and in both").split()) == 30 + told.count(". ")
    problem = board(named("infinity"), *rows, wrap=True).problem()
    knowledge = stalled(problem, ["edge"])
    assert knowledge
    knowledge.problem = problem
    assert told in {finding.sentence for finding in rule_named("block").find(knowledge, range(knowledge.size))}
