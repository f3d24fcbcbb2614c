"""Chains over few cells: among the nearest, and over fewer cells than asked for; where little is open, over any."""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.queries import solve
from termpuzzles.hints import guide, nearer
from termpuzzles.hints.agenda import Rings, StepFinder
from termpuzzles.hints.choice import Deduced
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.nearer import cells_to_read, chains_over_few
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.task import finish
from tests.games.boards import board

MANY = 100  # more cells than any step here rests on


def chains(width: int, height: int, rows: dict[int, str], fewer_than: int = MANY) -> list[Finding]:
    """The chains near the third cell of a Masyu board that is empty but for these rows, as far as they are given."""
    puzzle = board(named("masyu"), *(rows.get(row, "").ljust(width, "·") for row in range(height)))
    position = Position(puzzle, puzzle.problem(), puzzle.start)
    solution = solve(puzzle)
    assert solution
    finder, rings = StepFinder(position), Rings(puzzle.grid, 2)
    return list(finish(chains_over_few(position, finder.knowledge, solution.lines, rings, fewer_than)))


def is_found(width: int, height: int, column: int, row: int, fewer_than: int = MANY) -> bool:
    """Whether it is found that no line passes through three white circles side by side, the first of them there.

    This rests on these three cells: the lines at both ends do not turn beside the middle one.
    """
    found = chains(width, height, {row: "·" * column + "○○○"}, fewer_than)
    circles = {row * width + column + number for number in range(3)}
    assert all(circles <= {premise.cell for premise in chain.because} for chain in found)
    return bool(found)


def test_on_an_open_board_chains_are_looked_for_among_the_nearest_hundred_and_twenty_cells() -> None:
    assert is_found(16, 19, 8, 5)  # of 304 cells the last of these is the 120th
    assert not is_found(16, 19, 7, 6)  # and of these the 121st


def test_up_to_three_hundred_open_cells_all_of_them_are_looked_at() -> None:
    assert is_found(15, 20, 2, 16)
    assert not is_found(7, 43, 2, 39)


def test_a_chain_over_few_cells_rests_on_fewer_than_asked_for() -> None:
    assert is_found(16, 19, 2, 3, fewer_than=4)
    assert not is_found(16, 19, 2, 3, fewer_than=3)


def test_chains_are_looked_for_over_the_three_smallest_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    over_the_third, over_the_fourth = {0: "·○", 3: "·○"}, {0: "·○", 4: "○"}
    assert chains(16, 19, over_the_third)
    assert not chains(16, 19, over_the_fourth)
    monkeypatch.setattr(nearer, "CORES", 4)
    assert chains(16, 19, over_the_fourth)


def test_a_chain_over_three_cells_gives_way_to_one_over_two() -> None:
    (puzzle,) = read(
        "pzprv3/mashu/6/6/2 . . 1 . . /. . . . . . /. . 1 . . 1 /. . . 1 . 2 /. . . 1 . . /. . . . . . /"
        "1 1 1 1 0 /0 1 0 0 1 /0 0 0 -1 0 /0 -1 1 1 1 /0 0 1 1 0 /0 0 1 1 0 /"
        "1 0 0 0 1 -1 /1 1 0 0 0 1 /0 0 0 0 0 1 /0 0 0 0 0 0 /0 0 0 0 0 0 /"
    )
    choice = finish(Guide(puzzle).choose(puzzle.start))
    assert isinstance(choice, Deduced)
    assert choice.rule == "chain"
    assert cells_to_read(Position(puzzle, puzzle.problem(), puzzle.start), choice) == 2


def test_for_a_step_over_two_cells_no_shorter_one_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = read(
        "pzprv3/mashu/4/4/. . . . /. . 1 1 /. 1 . . /. . . . /0 0 1 /0 0 0 /0 0 0 /0 0 0 /0 0 1 1 /0 0 1 1 /0 0 0 0 /"
    )
    asked = []
    monkeypatch.setattr(guide, "chains_over_few", lambda *given: asked.append(given))
    choice = finish(Guide(puzzle).choose(puzzle.start))
    assert isinstance(choice, Deduced)
    assert cells_to_read(Position(puzzle, puzzle.problem(), puzzle.start), choice) == 2
    assert not asked


def test_on_a_large_board_with_several_solutions_a_chain_is_looked_for_near_what_is_certain() -> None:
    none, blank = "0 " * 13 + "/", ". " * 13 + "/"
    (puzzle,) = read(
        f"pzprv3/mashu/12/13/{blank}. . 2{' .' * 10} /{blank}1{' .' * 12} /{8 * blank}"
        f"{3 * none[2:]}0 0 0 1{' 0' * 8} /{8 * none[2:]}"
        f"0 0 -1{' 0' * 10} /0 0 1 -1 1{' 0' * 8} /1 1 1 0 1{' 0' * 8} /1 1 1 1{' 0' * 9} /{7 * none}"
    )
    hint = Guide(puzzle).hint(puzzle.start)
    assert hint
    assert hint.rule == "chain"
    assert hint.sentence.startswith("No line joins (1, 5) to (2, 5).")
