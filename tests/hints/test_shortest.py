"""A wrong mark is told by the shortest chain, from the marks that the hint names alone; by trying all chains.

The rules that the chain takes are put in, in every order: so few steps lead to a contradiction, as they are told.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, E, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.games.queries import two_solutions
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.hints.justification import Findings
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, FITS, HAS, LACKS, Domain, Problem
from termpuzzles.logic.rules import rules_of
from tests.data import sweep
from tests.games.boards import solvable_puzzle

EASY = ("degree", "circles", "no loop")
MOST = 3000  # chains to try; where there are more, they are too many


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


def seen_by(puzzle: Puzzle, state: State, hint: Hint) -> list[int]:
    """The sides of each cell that are borders or have marks that the hint names, as known bytes."""
    seen = [15 & ~sides for sides in puzzle.grid.open_sides]
    for cell, side in hint.conflict:
        shift = 4 if state.lines[cell] & side else 0
        seen[cell] |= side << shift
        seen[puzzle.grid.ways[side][cell]] |= OPPOSITE[side] << shift
    return seen


def fewest(problem: Problem, left: list[Domain], seen: list[int], names: list[str], most: int) -> int | None:
    """The fewest steps by these rules that tell a contradiction; None if it takes too many chains to see."""
    level: list[tuple[Finding, ...]] = [()]
    tried, rules, told = {frozenset[tuple[int, Domain]]()}, rules_of(names), most + 1
    for number in range(1, most + 1):
        longer = list[tuple[Finding, ...]]()
        for chain in level:
            knowledge = Knowledge(problem, list(left))
            knowledge.begin_steps()
            beyond = [knowledge.known_beyond(cell) for cell in range(knowledge.size)]
            findings = Findings(knowledge, left, beyond, seen)
            for step in chain:
                findings.apply([step])
            for step in found_by(rules, knowledge):
                after = what_is_left((*chain, step))
                if step.contradiction:
                    told = min(told, len(findings.justify(step, {}).steps) + 1)
                elif after not in tried:
                    tried.add(after)
                    _ = step.reason
                    longer.append((*chain, step))
        if told <= number + 1:
            return told
        level = longer
        if len(tried) > MOST:
            return None
    return told


def found_by(rules: Sequence[Rule], knowledge: Knowledge) -> Iterator[Finding]:
    """What the rules find; the harder ones where the easiest has nothing left to find, which they assume."""
    done = [cell for cell in range(knowledge.size) if not knowledge.left[cell] & ~FITS[knowledge.known_beyond(cell)]]
    yield from rules[0].find(knowledge, range(knowledge.size))
    for rule in rules[1:]:
        for step in rule.find(knowledge, done):
            if {premise.cell for premise in step.because} <= {*done}:
                yield step


def what_is_left(chain: Iterable[Finding]) -> frozenset[tuple[int, Domain]]:
    """What all of these together leave of the cells that they narrow."""
    left: dict[int, Domain] = {}
    for step in chain:
        for cell, _, after in step.narrowed:
            left[cell] = left.get(cell, ALL) & after
    return frozenset(left.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["masyu", "simpleloop"])
def test_no_chain_against_a_mark_is_longer_than_the_shortest_over_the_marks_that_it_names(name: str) -> None:
    rng, compared = Random(f"{name} 1"), 0
    for _ in range(sweep.share(400)):
        puzzle = solvable_puzzle(rng, named(name), 4)
        if not list(puzzle.grid.lines()):
            continue
        state = with_a_wrong_mark(rng, puzzle, rng.choice(two_solutions(puzzle)).lines)
        hint = Guide(puzzle).hint(state, 0)
        if not hint or not hint.mistake or not hint.rule or any(step.rule not in EASY for step in hint.steps):
            continue
        rules = [rule for rule in puzzle.problem().rules if rule in {step.rule for step in hint.steps}]
        held, seen = held_by(puzzle, state, hint), seen_by(puzzle, state, hint)
        shortest = fewest(puzzle.problem(), held, seen, rules, len(hint.steps))
        assert shortest is None or len(hint.steps) <= shortest, hint.sentence
        compared += shortest is not None
    assert compared >= 5
