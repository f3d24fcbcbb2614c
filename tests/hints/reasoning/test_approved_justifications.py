"""On which steps and cells a conclusion about one cell rests, however far it lies, as a table to read."""

from __future__ import annotations

from collections import Counter
from random import Random

from termpuzzles.games import named
from termpuzzles.hints.justification import Findings, distance_from, find
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, LONE
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.games.boards import solvable_puzzle
from tests.hints.oracle import position
from tests.logic.transcript import lines

GAMES = ("net", "masyu", "infinity", "simpleloop", "masyu", "simpleloops")


def test_conclusions_rest_on_what_is_approved() -> None:
    found = []
    rng = Random(81)
    for number in range(400):
        puzzle = solvable_puzzle(rng, named(GAMES[number % len(GAMES)]), 5)
        grid, problem = puzzle.grid, puzzle.problem()
        stands, _ = position(rng, puzzle) if number % 3 == 0 else (puzzle.start, None)
        known = Position(puzzle, problem, stands)
        target = rng.randrange(grid.size)
        if not all(known.base) or known.base[target] in LONE:
            continue
        by_sides = number % 2  # where they are known at first, what a cell knows by those beyond needs no step
        knowledge = Knowledge(problem, known.base if by_sides else known.own)
        knowledge.begin_steps()
        findings = Findings(knowledge, known.own, known.known_sides)

        def settles(finding: Finding, target: int = target) -> bool:
            return any(cell == target and after in LONE for cell, _, after in finding.narrowed)

        names = [name for name in problem.rules if name != SEARCH]
        chosen = finish(find(findings, names, range(grid.size), distance_from(grid, target), settles))
        for finding in chosen[:2]:
            after = next(after for cell, _, after in finding.narrowed if cell == target)
            steps, cells = findings.justify(finding, {target: ALL & ~after if number % 5 else after})
            rules = ", ".join(f"{number} {rule}" for rule, number in Counter(step.rule for step in steps).items())
            about = " ".join("+".join(str(each.cell) for each in step.narrowed) for step in steps)
            by = " ".join(f"{cell}{lines(sides)}" for cell, sides in sorted(cells.items()))
            found.append(
                f"{number} {puzzle.game.name} {grid} {target}: {finding.rule} after {rules or '-'}: {about}; by {by}"
            )
    approve(__file__, "justifications", "\n".join(found) + "\n")
