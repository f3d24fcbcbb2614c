"""A wrong mark is told by a chain that is hardly longer than need be, from the marks named alone; by trying all chains.

The rules that the chain takes are put in, in every order: so few findings lead to a contradiction, and no fewer.
"""

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, E, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import ALL, HAS, LACKS, Domain, Problem
from termpuzzles.logic.rules import rules_of
from tests.data import sweep
from tests.games.boards import solvable_puzzle

EASY = ("degree", "circles", "no loop")
SPARE = 2  # steps that a chain may take more than need be: one from what is known needs no supposition
MOST = 400  # positions to look at on one level; where there are more, chains are too many to try


def with_a_wrong_mark(rng: Random, puzzle: Puzzle, like: bytes) -> State:
    """A position with a few marks as in a solution, and one that is not."""
    grid, share = puzzle.grid, rng.choice((0.0, 0.05, 0.15))
    lines, notes, every = bytearray(grid.size), bytearray(grid.size), list(grid.lines())
    wrong = rng.choice(every)
    for line in every:
        if line == wrong or rng.random() < share:
            (one, other), side, back = grid.ends(line), *((S, N) if line & 1 else (E, W))
            marks = lines if bool(like[one] & side) != (line == wrong) else notes
            marks[one] |= side
            marks[other] |= back
    return State(bytes(lines), bytes(grid.size), bytes(notes))


def held_by(puzzle: Puzzle, state: State, hint: Hint) -> list[Domain]:
    """What is left of each cell by the marks that the hint names, and by nothing else."""
    problem = puzzle.problem()
    left = [problem.domain_of(cell) for cell in range(puzzle.grid.size)]
    for cell, side in hint.conflict:
        masks, other = HAS if state.lines[cell] & side else LACKS, puzzle.grid.ways[side][cell]
        left[cell] &= masks[side]
        left[other] &= masks[OPPOSITE[side]]
    return left


def shortest(problem: Problem, left: list[Domain], names: list[str], most: int) -> int | None:
    """The fewest findings of these rules that lead to a contradiction; None if it takes more than `most` to see."""
    level, seen, rules = {tuple(left)}, {tuple(left)}, rules_of(names)
    for number in range(1, most + 1):
        following = set[tuple[Domain, ...]]()
        for known in level:
            knowledge = Knowledge(problem, list(known))
            knowledge.begin_steps()
            for finding in (each for rule in rules for each in rule.find(knowledge, range(knowledge.size))):
                if finding.contradiction:
                    return number
                after = dict.fromkeys(range(len(known)), ALL)
                after |= {narrowing.cell: narrowing.after for narrowing in finding.narrowed}
                following.add(tuple(domain & after[cell] for cell, domain in enumerate(known)))
        level = following - seen
        seen |= level
        if len(level) > MOST:
            return None
    return None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["masyu", "simpleloop"])
def test_no_chain_against_a_mark_is_much_longer_than_the_shortest_over_the_marks_that_it_names(name: str) -> None:
    rng, compared = Random(f"{name} 1"), list[tuple[int, int]]()
    for _ in range(sweep.share(400)):
        puzzle = solvable_puzzle(rng, named(name), 4)
        if not list(puzzle.grid.lines()):
            continue
        state = with_a_wrong_mark(rng, puzzle, rng.choice(two_solutions(puzzle)).lines)
        hint = Guide(puzzle).hint(state, 0)
        if not hint or not hint.mistake or not hint.rule or any(step.rule not in EASY for step in hint.steps):
            continue
        rules = [rule for rule in puzzle.problem().rules if rule in {step.rule for step in hint.steps}]
        fewest = shortest(puzzle.problem(), held_by(puzzle, state, hint), rules, len(hint.steps))
        if fewest:
            assert len(hint.steps) <= fewest + SPARE, hint.sentence
            compared.append((len(hint.steps), fewest))
    assert len(compared) >= 5
    assert sum(told == fewest for told, fewest in compared) >= 0.6 * len(compared), compared
