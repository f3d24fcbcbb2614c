"""Which sides of a tile exclude each other, and what follows from one side, against all masks the tile may have."""

from collections.abc import Iterable
from itertools import combinations, permutations, product
from random import Random

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import MASKS, SIDES, E, Grid, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.rules.implications import ImplicationLevels, Implications, Spoken
from tests.games.boards import drawing, random_grid, random_tree

ALL = (1 << 16) - 1
GRID = Grid(3, 3)
MIDDLE = 4
PROBLEM = Puzzle(named("infinity"), GRID, bytes([15] * 9)).problem()


def domains() -> list[int]:
    rng = Random(1)
    some = [sum(1 << mask for mask in rng.sample(MASKS, rng.randint(1, 12))) for _ in range(300)]
    return [*some, *(1 << mask for mask in MASKS)]


def fits(domain: int, *spoken: Spoken) -> bool:
    """Whether some mask of the domain has a line, or none, at each of these sides as they say."""
    return any(domain >> mask & 1 and all(bool(mask & side) == line for side, line in spoken) for mask in MASKS)


def implications(domain: int) -> Implications:
    """What follows from what at a tile with these masks, amid tiles of which nothing is known."""
    left = [ALL] * GRID.size
    left[MIDDLE] = domain
    return Implications(Knowledge(PROBLEM, left))


def spoken(graph: Implications, literals: Iterable[int]) -> list[Spoken]:
    """The literals as sides of the tile."""
    known = [graph.known(MIDDLE, [literal]) for literal in literals]
    return [(byte >> 4 or byte, byte > 15) for byte in known]


def test_the_minimal_impossible_sets_of_three_or_four_sides_are_found() -> None:
    for domain in domains():
        graph = implications(domain)
        expected = {
            frozenset(said)
            for number in (3, 4)
            for sides in combinations(SIDES, number)
            for lines in product((True, False), repeat=number)
            if not fits(domain, *(said := tuple(zip(sides, lines, strict=True))))
            and all(fits(domain, *fewer) for fewer in combinations(said, number - 1))
        }
        assert {frozenset(spoken(graph, literals)) for cell, literals in graph.at_tiles if cell == MIDDLE} == expected


def test_what_follows_from_an_undecided_side_is_exactly_what_is_not_known_without_it() -> None:
    for domain in domains():
        graph = implications(domain)
        for one in product(SIDES, (True, False)):
            if fits(domain, one) and fits(domain, (one[0], not one[1])):
                follows = {
                    (side, line)
                    for side, line in product(SIDES, (True, False))
                    if side != one[0] and fits(domain, (side, not line)) and not fits(domain, one, (side, not line))
                }
                assert set(spoken(graph, graph.after[graph.literal(MIDDLE, one)])) == follows


def beside(lines: int) -> ImplicationLevels:
    """A board with that many undecided lines, of which something follows only where two at a tile lead on together."""
    grid = Grid(34, 34)
    left = [FITS[15 & ~sides] for sides in grid.open_sides]
    three = {0: (0, 3, 5, 6, 7, 11, 12, 15), 1: (4, 10, 13), grid.width: (1, 3, 4, 5, 6, 8, 12, 14)}
    for cell, masks in three.items():  # with two more lines, over the rim
        left[cell] = sum(1 << mask for mask in masks)
    inside = list(grid.lines())
    far = [line for line in inside if not three.keys() & set(grid.ends(line))]
    for line in far[: len(inside) + 2 - lines]:
        for cell, side in zip(grid.ends(line), ((E, W), (S, N))[line & 1], strict=True):
            left[cell] &= FITS[side]
    graph = Implications(Knowledge(Puzzle(named("infinity"), grid, bytes([15] * grid.size)).problem(), left))
    assert graph.number == lines
    return ImplicationLevels(graph)


def test_lines_of_a_tile_lead_on_together_where_at_most_two_thousand_are_undecided() -> None:
    for number, leads_on in ((20, True), (1400, True), (2000, True), (2001, False)):
        assert bool(beside(number).first_ends()) == leads_on


def test_of_two_lines_between_the_same_components_one_is_not_drawn_if_the_other_is() -> None:
    rng, seen = Random(3), 0
    for _ in range(40):
        grid = random_grid(rng, 4)
        tree = random_tree(rng, grid)
        problem = Puzzle(named("net"), grid, drawing(grid, tree)).problem()
        known = drawing(grid, [line for line in tree if rng.random() < 0.3])
        knowledge = Knowledge(problem, [problem.domain_of(cell) & FITS[known[cell] << 4] for cell in range(grid.size)])
        for _ in chain(knowledge, rules_of(["edge"])):
            pass
        groups = DisjointSets(grid.size)
        for line in grid.lines():
            cell, other = grid.ends(line)
            if not knowledge.left[cell] & FITS[S if line & 1 else E]:
                groups.join(cell, other)
        graph = Implications(knowledge)
        ends = [frozenset(map(groups.find, grid.ends(line))) for line in graph.lines]
        for at, other in permutations(range(graph.number), 2):
            if len(ends[at]) == 2 and ends[at] == ends[other]:
                assert other + graph.number in graph.after[at]
                seen += 1
    assert seen > 20
