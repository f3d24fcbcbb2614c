"""A conclusion about one cell follows from the cells that justify it, however far it lies; how many, in sums."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import SIDES, E, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.justification import Findings, distance_from, find
from termpuzzles.hints.position import Position
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import ALL, LONE, SEARCH, Domain, masks_of
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.games.boards import solvable_puzzle
from tests.hints.all_hints import follows
from tests.logic.tally import Tally

GAMES = ("net", "masyu", "infinity", "simpleloop", "masyu", "simpleloops")


def partly_right(rng: Random, puzzle: Puzzle) -> State:
    """A position in which some lines and crosses are noted, or some drawn, and some tiles pinned, all of them right."""
    (solution,), grid, share = finish(solutions(puzzle.problem(), 1)), puzzle.grid, rng.choice((0.2, 0.4, 0.6))
    lines, pins, notes = bytearray(puzzle.start.lines), bytearray(grid.size), bytearray(grid.size)
    for line in grid.lines():
        if rng.random() < share and all(map(puzzle.tiles.__getitem__, grid.ends(line))):
            for cell, side in zip(grid.ends(line), ((E, W), (S, N))[line & 1], strict=True):
                drawn = bool(solution[cell] & side)
                if puzzle.game.draws:
                    lines[cell] |= side * drawn
                    notes[cell] |= side * (not drawn)
                else:
                    notes[cell] |= side << 4 * drawn
    for cell in range(0 if puzzle.game.draws else grid.size):
        if rng.random() < share / 2:
            lines[cell], pins[cell] = solution[cell], 1
    return State(bytes(lines), bytes(pins), bytes(notes))


def justify(tally: Tally, rng: Random, puzzle: Puzzle, stands: State, by_sides: bool, so: bool) -> None:
    """What the first findings that settle some open cell rest on; `so`: for what they leave of it, else for the rest.

    With `by_sides` each cell knows at first what those beyond know: that needs no step.
    """
    grid, problem = puzzle.grid, puzzle.problem()
    known = Position(puzzle, problem, stands)
    open_cells = [cell for cell, left in enumerate(known.base) if left not in LONE]
    if not open_cells:
        return
    (solution,) = finish(solutions(problem, 1))
    target = rng.choice(open_cells)
    knowledge = Knowledge(problem, known.base if by_sides else known.own)
    knowledge.begin_steps()
    findings = Findings(knowledge, known.own, known.known_sides)

    def settles(finding: Finding) -> bool:
        return any(cell == target and after in LONE for cell, _, after in finding.narrowed)

    names = [name for name in problem.rules if name != SEARCH]
    for finding in finish(find(findings, names, range(grid.size), distance_from(grid, target), settles))[:2]:
        after = next(after for cell, _, after in finding.narrowed if cell == target)
        steps, cells = findings.justify(finding, {target: after if so else ALL & ~after})
        assert after >> solution[target] & 1
        held = {
            cell: {mask for mask in masks_of(known.own[cell]) if not (mask ^ solution[cell]) & sides}
            for cell, sides in cells.items()
        }
        settled = {cell for step in steps for cell, _, _ in step.narrowed}
        assert settled or cells or by_sides, finding
        if not by_sides and so:
            claims = [(target, side, bool(solution[target] & side)) for side in SIDES if is_settled(after, side)]
            assert follows(puzzle, held, cells, claims), finding
        rules = len({step.rule for step in steps})
        tally.add(f"{puzzle.game.name} by {finding.rule}", steps=len(steps), rules=rules, cells=len(cells))


def is_settled(domain: Domain, side: int) -> bool:
    """Whether all masks agree on a side."""
    return len({mask & side for mask in masks_of(domain)}) == 1


def test_conclusions_rest_on_as_many_steps_and_cells_as_approved() -> None:
    tally, rng = Tally(), Random(82)
    for number in range(400):
        puzzle = solvable_puzzle(rng, named(GAMES[number % len(GAMES)]), 5)
        stands = partly_right(rng, puzzle) if number % 3 else puzzle.start
        justify(tally, rng, puzzle, stands, number % 4 > 0, number % 5 == 0)
    for seed in (44, 50, 182, 264):  # where it matters that cells beyond are cited
        rng = Random(seed)
        puzzle = solvable_puzzle(rng, named("simpleloop" if seed % 3 == 1 else "masyu"), 6)
        stands = partly_right(rng, puzzle) if seed % 2 else puzzle.start
        justify(tally, rng, puzzle, stands, seed % 4 > 0, so=False)
    approve(__file__, "justifications", tally.text)
