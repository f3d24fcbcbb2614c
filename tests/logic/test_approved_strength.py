"""What each rule and each way of solving comes to on many small boards, as tables that a person has read.

A rule that says less than before, or rests on more, is seen here even where it is still right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.logic.answers.contradiction import contradiction
from termpuzzles.logic.answers.effort import weight
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, SEARCH, Domain, Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.data.tables import GAMES, rows
from tests.games.boards import solvable_puzzle
from tests.logic.oracle import random_problem

T = TypeVar("T")

DRAWN = ("simpleloop", "simpleloops", "masyu")


def described(problem: Problem) -> str:
    """A board in a line: its size, seams and walls, and the least mask of each cell, with ! where it cannot turn."""
    grid = problem.grid
    seams = "".join(seam.name[0].lower() for seam in grid.surface)
    walls = " ".join(f"{cell}{'ES'[side == 2]}" for cell, side in sorted(grid.walls))
    domains = [problem.domain_of(cell) for cell in range(grid.size)]
    tiles = "".join(f"{(bits & -bits).bit_length() - 1:x}{'!' * (not bits & (bits - 1))}" for bits in domains)
    return f"{grid} {seams} {tiles}{' walls ' if walls else ''}{walls}"


def partly_drawn(rng: Random) -> Iterator[tuple[Problem, list[Domain]]]:
    """Boards of the drawing games with some lines of a solution already known to both of their cells."""
    for name in DRAWN:
        puzzle = solvable_puzzle(rng, named(name), 5)
        asked = puzzle.problem()
        (solution,) = finish(solutions(asked, 1))
        left = [asked.domain_of(cell) for cell in range(asked.grid.size)]
        share = rng.choice((0.0, 0.1, 0.3))
        for line in asked.grid.lines():
            if rng.random() < share:
                for cell, side in zip(asked.grid.ends(line), ((4, 1), (2, 8))[line & 1], strict=True):
                    left[cell] &= FITS[side << 4 if solution[cell] & side else side]
        yield asked, left


def found_by(name: str, knowledge: Knowledge) -> str:
    """What a rule finds: how many findings, masks dropped, cells rested on, the effort and the words of all.

    Where a finding can be told of each cell by itself, also the cells on which it rests then.
    """
    found = list(rule_named(name).find(knowledge, range(knowledge.size)))
    if not found:
        return ""
    dropped = sum((before & ~after).bit_count() for finding in found for _, before, after in finding.narrowed)
    rests = sum(len(finding.because) for finding in found)
    about = [finding.about({cell}) for finding in found if finding.tell_some for cell, _, _ in finding.narrowed]
    alone = f", each by {sum(len(finding.because) for finding in about)}" if about else ""
    words = sum(len(finding.sentence.split()) for finding in (*found, *about))
    return f"{name} {len(found)} -{dropped} by {rests}{alone}, {sum(map(weight, found)):g}, {words} words"


def strength(asked: Problem, left: Sequence[Domain] | None, stalls: Sequence[int]) -> Iterator[str]:
    """What each rule finds where the first few rules find nothing more."""
    names = [name for name in (*asked.rules, *asked.extra_rules) if name != SEARCH]
    for number in stalls:
        knowledge = Knowledge(asked, left)
        steps = [step for step in chain(knowledge, rules_of(names[:number])) if step]
        if not (steps and steps[-1].contradiction):
            found = [told for name in names[number:] if (told := found_by(name, knowledge))]
            if found:
                yield f"    after {names[number - 1]}: {'; '.join(found)}"


def test_the_rules_are_as_strong_as_approved() -> None:
    found = []
    rng = Random(21)
    for _ in range(260):
        asked = random_problem(rng)
        if told := list(strength(asked, None, (1, 3, 5))):
            found += [described(asked), *told]
    for _ in range(40):
        for asked, left in partly_drawn(rng):
            if told := list(strength(asked, left, (1, 3))):
                found += [f"{described(asked)} {' '.join(f'{bits:x}' for bits in left)}", *told]
    approve(__file__, "logic-strength", "\n".join(found) + "\n")


def test_contradictions_are_told_as_approved() -> None:
    found = []
    for game in GAMES:
        for row in rows(game, "contradictory")[::2]:
            (puzzle,) = read(row.id, game=game)
            told = finish(contradiction(puzzle.problem()))
            cells = " ".join(map(puzzle.grid.name, told.cells)) if told else ""
            if puzzle.grid.size <= 100:
                found.append(f"{row.id}: {cells}; {told.sentence}" if told else f"{row.id}: -")
    approve(__file__, "logic-contradictions", "\n".join(found) + "\n")
