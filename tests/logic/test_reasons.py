"""A step follows from the cells it names: it holds on every board with these cells, whatever the other tiles are."""

import os
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from termpuzzles.board.grid import SIDES, SIDES_OF, Grid
from termpuzzles.games import infinity, net
from termpuzzles.logic.answers.rating import chain_steps
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role, Sides
from termpuzzles.logic.explain.step import Finding, Step
from termpuzzles.logic.problem import ALL, FITS, Problem, Whole
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.rules.techniques import OF_LINES, OF_TREES
from tests.board.surfaces import random_surface
from tests.data import sweep
from tests.logic.boards import ORBITS, infinity_problem, net_problem
from tests.logic.oracle import fitting, is_tree, problem_of, random_grid, random_lines, random_problem
from tests.logic.trees import tree_problem

BOARDS = 3000 if os.environ.get("TERMPUZZLES_ALL") else sweep.share(150)
MOST_LINES = 12  # of a board on which every set of lines is tried


def problems() -> Iterator[Problem]:
    rng = Random(11)
    found = 0
    while found < BOARDS:
        problem = random_problem(rng, 9)
        if sum(1 for _ in problem.grid.lines()) <= MOST_LINES:
            found += 1
            yield problem


def findings(problem: Problem) -> Iterator[Finding]:
    """Everything that edge finds at first, and that every rule finds wherever the easier rules stall."""
    names = [name for name in problem.rules if name != "search"]
    yield from rule_named("edge").find(Knowledge(problem), range(problem.grid.size))
    for easier in range(1, len(names)):
        knowledge = Knowledge(problem)
        contradiction = any(step and step.contradiction for step in chain(knowledge, rules_of(names[:easier])))
        if not contradiction:
            for name in names[easier:]:
                rule = rule_named(name)
                if rule.near:
                    list(rule.near(knowledge, (), 0))
                yield from rule.find(knowledge, range(knowledge.size))


def follows(step: Finding | Step, problem: Problem) -> bool:
    """Whether every board that the step's premises allow agrees with it."""
    tree = problem.whole is Whole.TREE
    domains = [ALL & ~1 if tree else ALL] * problem.grid.size
    for cell, known, left in step.because:
        domains[cell] = left & FITS[known]
    for board in fitting(problem.grid, domains):
        if tree and not is_tree(board, problem.grid):
            continue
        if step.contradiction or any((before & ~after) >> board[cell] & 1 for cell, before, after in step.narrowed):
            return False
    return True


def test_every_step_follows_from_the_cells_it_names() -> None:
    for problem in problems():
        for step in findings(problem):
            assert follows(step, problem), f"{step} {step.reason} of {problem}"


def test_the_premises_of_a_step_hold() -> None:
    for problem, name, easier in hard_problems():
        knowledge = Knowledge(problem)
        if not any(step and step.contradiction for step in chain(knowledge, rules_of(easier))):
            for step in rule_named(name).find(knowledge, range(knowledge.size)):
                check_premises(step, knowledge)


def check_premises(step: Finding, knowledge: Knowledge) -> None:
    for cell, known, left in step.because:
        assert not known & ~knowledge.known(cell), f"{step} {step.reason}"
        assert not knowledge.left[cell] & FITS[known] & ~left, f"{step} {step.reason}"


def hard_problems() -> Iterator[tuple[Problem, str, Sequence[str]]]:
    """Problems on which a rule finds something where easier rules stall, with that rule and the easier ones."""
    for examples, build, rules in ((OF_TREES, net_problem, net.RULES), (OF_LINES, infinity_problem, infinity.RULES)):
        for name, example in examples.items():
            yield build(example.grid, example.tiles), name, rules[: rules.index(name)]
    rng = Random(3)
    for _ in range(BOARDS):
        yield tied_problem(rng), "colouring", ("edge",)


def tied_problem(rng: Random) -> Problem:
    """A small ∞ Loop board with few ends, on which many lines are tied to each other."""
    grid = random_grid(rng, 12)
    return problem_of(grid, [ORBITS[mask] for mask in random_lines(rng, grid)], False)


def test_whatever_ties_lines_to_each_other_is_among_the_reasons() -> None:
    rng = Random(5)
    found = 0
    for problem in (tied_problem(rng) for _ in range(10 * BOARDS)):
        knowledge = Knowledge(problem)
        small = sum(1 for _ in problem.grid.lines()) <= MOST_LINES
        if small and not any(step and step.contradiction for step in chain(knowledge, rules_of(("edge",)))):
            for step in rule_named("colouring").find(knowledge, range(knowledge.size)):
                assert follows(step, problem), f"{step} {step.reason} of {problem}"
                found += 1
    assert found > BOARDS // 2


def test_both_ways_in_which_tied_lines_can_be_drawn_show_all_of_them() -> None:
    rng = Random(5)
    longest = 0
    for problem in (tied_problem(rng) for _ in range(10 * BOARDS)):
        knowledge = Knowledge(problem)
        if any(step and step.contradiction for step in chain(knowledge, rules_of(("edge",)))):
            continue
        for finding in rule_named("colouring").find(knowledge, range(knowledge.size)):
            for page in (page for page in finding.reason.parts if page.ways):
                one, other = (shown_lines(problem.grid, way) for way in page.ways)
                assert other == {line: not drawn for line, drawn in one.items()}
                linking = page.marks[Role.BECAUSE]
                for cell, way in product(linking, (one, other)):
                    sides = [
                        side for side in SIDES_OF[problem.grid.open_sides[cell]] if problem.grid.line(cell, side) in way
                    ]
                    known = sum(side << 4 if way[problem.grid.line(cell, side)] else side for side in sides)
                    assert len(sides) >= 2, (cell, way)
                    assert knowledge.left[cell] & FITS[known], (cell, way)
                longest = max(longest, len(linking))
    assert longest > 2


def shown_lines(grid: Grid, shows: Sides) -> dict[int, bool]:
    """The lines of which known bytes say something, and whether they are drawn."""
    return {
        grid.line(cell, side): bool(known >> 4 & side)
        for cell, known in shows.items()
        for side in SIDES
        if (known >> 4 | known) & side
    }


def test_a_step_names_a_cell_once_and_cites_what_is_known() -> None:
    for problem in problems():
        for step in findings(problem):
            cells = [premise.cell for premise in step.because]
            assert len(cells) == len(set(cells)), step
            assert not step.sentence[0].islower()
            assert step.sentence[0] != "("
            assert step.sentence.endswith("."), step.sentence


def test_a_tile_is_sealed_off_however_it_is_turned_where_no_turn_is_left_and_nowhere_else() -> None:
    rng = Random(1)
    seen = {False: 0, True: 0}
    for _ in range(200):
        grid = Grid.make(rng.randint(3, 6), rng.randint(3, 5), random_surface(rng))
        for step in chain_steps(tree_problem(grid, [rng.choice((1, 1, 1, 3, 5, 7)) for _ in range(grid.size)])):
            if step.rule == "dead end":
                assert ("However it is turned" in step.sentence) <= step.contradiction, step.sentence
                seen[step.contradiction] += 1
    assert min(seen.values()) > 20
