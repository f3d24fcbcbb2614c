"""A hint rests on few cells: of sides that say the same on those that need no cell more, and of steps on the nearer."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from termpuzzles.board.grid import N, S
from termpuzzles.games import named
from termpuzzles.games.model import State
from termpuzzles.generator.generate import generate
from termpuzzles.hints.agenda import Rings, StepFinder
from termpuzzles.hints.choice import Deduced
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.justification import Findings
from termpuzzles.hints.news import asks_for_a_move
from termpuzzles.hints.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.task import finish
from tests.games.boards import board


def rests_on(wrap: bool, pinned: dict[int, str], cells: Collection[int]) -> dict[int, int]:
    """What a finding rests on that names what is left of these cells, where some are pinned; all are corners."""
    glyphs = "".join(pinned.get(cell, "┏") for cell in range(9))
    puzzle = board(named("infinity"), glyphs[:3], glyphs[3:6], glyphs[6:], wrap=wrap)
    pins = bytes(cell in pinned for cell in range(9))
    position = Position(puzzle, puzzle.problem(), State(puzzle.start.lines, pins, bytes(9)))
    knowledge = Knowledge(position.problem, position.base)
    findings = Findings(knowledge, position.own, position.known_sides)
    premises = tuple(Premise(cell, 0, position.base[cell]) for cell in cells)
    finding = Finding("edge", (Narrowing(8, 0xFFFF, 1 << 9),), lambda: Reason(premises))
    return findings.justify(finding, {}).cells


def test_of_a_border_and_a_tile_across_from_it_only_the_border_counts() -> None:
    assert rests_on(False, {4: "┗"}, [1]) == {1: 0}


@pytest.mark.parametrize(("above", "below"), [(0, 6), (1, 7)])
def test_of_two_tiles_that_say_the_same_the_lower_one_counts_unless_the_upper_one_does_anyway(
    above: int, below: int
) -> None:
    middle, pinned = above + 3, {above: "┗", below: "┗"}
    assert rests_on(True, pinned, [middle]) == {middle: 0, below: N}
    assert rests_on(True, pinned, [middle, above]) == {middle: 0, above: S}
    assert rests_on(True, pinned, [middle, below]) == {middle: 0, below: N}


def test_no_step_by_the_same_rule_rests_on_less_than_half_the_cells() -> None:
    drawing = crossing = 0
    for number in range(6):
        puzzle = generate("masyu", "7x7", f"few cells {number}")
        guide, state, near = Guide(puzzle), puzzle.start, puzzle.grid.size // 2
        while not guide.solved(state):
            choice = finish(guide.choose(state, near))
            assert isinstance(choice, Deduced)
            position = Position(puzzle, puzzle.problem(), state)
            if not position.plain() and not choice.proof.steps:
                finder, rings = StepFinder(position), Rings(puzzle.grid, near)
                findings, found = finish(finder.direct(choice.rule, rings))
                least = min(len(findings.justify(each, {}).cells) for each in found)
                assert len(choice.proof.cells) <= 2 * least
                asks = asks_for_a_move(position, choice.finding.narrowed)
                drawing += asks and len(choice.proof.cells) > least
                crossing += not asks and any(asks_for_a_move(position, each.narrowed) for each in found)
            state, near = puzzle.game.play(puzzle, state, choice.move), choice.cell
    assert drawing
    assert crossing
