"""Which cells look alike, and the fewest findings that say all there is to say, against trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES, Grid, N, S
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.canonical_chain import Refinement, smallest_cover
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import FITS, domain, masks_of
from tests.games.boards import random_puzzle
from tests.logic.answers.test_effort import MIRRORED, TRANSPOSED
from tests.logic.oracle import random_problem

WAYS_TO_LOOK = []  # where each side then lies
WAY = {side: side for side in SIDES}
for _ in range(4):
    WAYS_TO_LOOK.append(WAY)
    WAY = {side: MIRRORED[WAY[side]] for side in SIDES}
    WAYS_TO_LOOK.append(WAY)
    WAY = {side: TRANSPOSED[WAY[side]] for side in SIDES}


def looks(knowledge: Knowledge, before: list[str] | None = None) -> list[str]:
    """How each cell looks in whichever way to look makes it least, with those around it if their looks are given."""
    found = []
    clues = knowledge.problem.clues
    for cell, left in enumerate(knowledge.left):
        beyond = {side: knowledge.grid.beyond(cell, side) for side in SIDES}
        ways = []
        for way in WAYS_TO_LOOK:
            seen = sorted(sum(way[side] for side in SIDES if mask & side) for mask in masks_of(left))
            around = sorted(
                (way[side], "" if other is None or not before else before[other]) for side, other in beyond.items()
            )
            ways.append((seen, clues[cell] if clues else 0, around))
        found.append(repr(min(ways)))
    return found


def test_cells_that_look_alike_have_the_same_number_and_others_another() -> None:
    rng, alike, apart = Random(1), 0, 0
    for number in range(60):
        if number % 4:
            problem = random_problem(rng, 12)
        else:
            problem = random_puzzle(rng, named(rng.choice(("simpleloop", "masyu"))), 3).problem()
        known = Knowledge(problem)
        for cell in range(known.size):
            if rng.random() < 0.3:
                known.narrow(cell, rng.getrandbits(16) | 1 << rng.choice(masks_of(known.left[cell])))
        look = None
        for further in (0, 1, 2):
            of, look = Refinement(known).of, looks(known, look)
            for one, other in combinations(range(known.size), 2):
                same = look[one] == look[other]
                assert of(one, further) == of(other, further) or not same
                assert of(one, further) != of(other, further) or same or further > 1  # rarely a number is met twice
                alike, apart = alike + same, apart + (not same)
    assert min(alike, apart) > 100


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2x2:1315", (4681, 1367953154448969947, 679655320331391175)),
        ("https://puzz.link/p?mashu/2/2/60", (2101833, 128160333265286508, 1026834786183087904)),
    ],
)
def test_a_cell_that_looks_the_same_has_the_same_number_on_every_machine(text: str, numbers: tuple[int, ...]) -> None:
    (puzzle,) = read(text)
    of = Refinement(Knowledge(puzzle.problem())).of
    assert (of(1, 0), of(1, 1), of(1)) == numbers


@pytest.mark.parametrize("far", range(1, 8))
def test_cells_look_alike_if_they_do_up_to_four_cells_away(far: int) -> None:
    row = Puzzle(named("infinity"), Grid.make(19, 1), bytes([5] * 19)).problem()
    one, other = Knowledge(row), Knowledge(row)
    one.narrow(9 - far, domain(N | S))
    assert (Refinement(one).of(9) == Refinement(other).of(9)) == (far > 4)


def test_as_few_findings_as_can_be_settle_all_lines() -> None:
    rng, fewer = Random(2), 0
    for _ in range(300):
        grid = Grid(rng.randint(2, 4), rng.randint(2, 4))
        known = Knowledge(Puzzle(named("simpleloop"), grid, bytes([1]) * grid.size).problem())
        findings = []
        for cell in rng.sample(range(grid.size), rng.randint(1, min(9, grid.size))):
            before = known.left[cell]
            side = rng.choice([side for side in SIDES if grid.open_sides[cell] & side])
            after = before & FITS[rng.choice((side, side << 4, 15 ^ rng.choice(masks_of(before) or [0])))]
            if after not in (0, before):
                findings.append(Finding("degree", (Narrowing(cell, before, after),), lambda: None))  # type: ignore[arg-type, return-value]
        settled = [lines_settled(known, finding) for finding in findings]
        kept = smallest_cover(findings, known)
        assert [finding for finding in findings if finding in kept] == kept
        number = sum(1 for lines in settled if not lines)
        every = set().union(*settled)
        least = next(
            size
            for size in range(len(findings) + 1)
            if any(set().union(*some) == every for some in combinations(settled, size))
        )
        assert len(kept) == least + number
        assert set().union(*(lines_settled(known, finding) for finding in kept)) == every
        fewer += len(kept) < len(findings)
    assert fewer > 50


def lines_settled(knowledge: Knowledge, finding: Finding) -> set[int]:
    """The lines of which neither cell knew before whether they are drawn, and now this one does."""
    ((cell, before, after),) = finding.narrowed
    found = set()
    for side in SIDES:
        other = knowledge.grid.beyond(cell, side)
        if other is None or len({mask & side for mask in masks_of(after)}) > 1:
            continue
        if (
            len({mask & side for mask in masks_of(before)})
            == len({mask & OPPOSITE[side] for mask in masks_of(knowledge.left[other])})
            == 2
        ):
            found.add(knowledge.grid.line(cell, side))
    return found
