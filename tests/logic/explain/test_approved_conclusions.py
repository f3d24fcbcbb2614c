"""What is said of cells that are narrowed, however many and however far, as a person has read it."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.games import named
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.explain.conclusion import conclusion_of, fresh_lines
from termpuzzles.logic.explain.parts import Role
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import FITS, Domain, Problem
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.games.boards import solvable_puzzle
from tests.logic.transcript import form, masks, sides


def narrowed_at_random(rng: Random, problem: Problem, solution: bytes) -> tuple[Narrowing, ...]:
    """Some cells near each other narrowed toward a solution, from what was left of them to what is."""
    grid, start = problem.grid, rng.randrange(problem.grid.size)
    near = sorted(range(grid.size), key=lambda cell: (grid.distance(start, cell), cell))
    found = []
    for cell in near[: rng.choice((1, 1, 2, 3, 4, 6, 9))]:
        own, fits = 1 << solution[cell], problem.domain_of(cell) & FITS[15 ^ grid.open_sides[cell]]
        before = rng.choice((fits, fits & rng.getrandbits(16) | own))
        after = rng.choice(
            (before & rng.getrandbits(16) | own, before & FITS[rng.choice(known_of(solution[cell]))], own)
        )
        if after != before:
            found.append(Narrowing(cell, before, after))
    return tuple(found)


def known_of(mask: int) -> list[int]:
    """What may be known of the sides of a cell with these lines: one side, or two of them."""
    each = [side << 4 if mask & side else side for side in SIDES]
    return [*each, each[0] | each[1], each[1] | each[3]]


def told(problem: Problem, narrowed: tuple[Narrowing, ...], news: dict[int, int] | None, role: Role) -> list[str]:
    grid: Grid = problem.grid
    said = conclusion_of(problem, narrowed, news, role)
    cells = ", ".join(f"{grid.name(cell)} {masks(before)} > {masks(after)}" for cell, before, after in narrowed)
    near = {other for cell, _, _ in narrowed for other in (cell, *(grid.beyond(cell, side) for side in SIDES))}
    assert {*said.marks.get(role, ())} <= near
    return [cells, f"    {said.plain}"]


def test_conclusions_read_as_approved() -> None:
    found: list[str] = []
    rng, seen = Random(61), dict[tuple[str, str], int]()
    for number in range(120):
        puzzle = solvable_puzzle(rng, named(("net", "infinity", "simpleloop", "masyu")[number % 4]), 4)
        problem = puzzle.problem()
        (solution,) = finish(solutions(problem, 1))
        narrowed = narrowed_at_random(rng, problem, solution)
        if not narrowed:
            continue
        news: dict[int, int] | None = None
        if rng.random() < 0.2:
            fresh: dict[int, Domain] = fresh_lines(problem, narrowed)
            inside = puzzle.grid.open_sides
            kept = {cell: its for cell, known in fresh.items() if (its := known & (inside[cell] << 4 | inside[cell]))}
            cell = next(iter(kept), -1)
            news = {cell: kept[cell]} if kept else None
        if rng.random() < 0.05:
            narrowed = (*narrowed[:-1], narrowed[-1]._replace(after=0))
        role = rng.choice((Role.TARGET, Role.TARGET, Role.BECAUSE, Role.ASSUMED))
        lines = told(problem, narrowed, news, role)
        key = puzzle.game.name, form(lines[1])
        seen[key] = seen.get(key, 0) + 1
        if seen[key] == 1:
            known = " ".join(
                f"{puzzle.grid.name(cell)}{sides(fresh)}" for cell, fresh in fresh_lines(problem, narrowed).items()
            )
            about = (
                ""
                if news is None
                else f", only {' '.join(f'{puzzle.grid.name(cell)}{sides(its)}' for cell, its in news.items())}"
            )
            found += [f"{puzzle.game.name} {lines[0]}; new {known}{about}", *lines[1:]]
    approve(__file__, "logic-conclusions", "\n".join(found) + "\n")
