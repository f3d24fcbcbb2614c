"""What is said about a loop that closes too early agrees with what is marked, on games where lines are drawn."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from termpuzzles.board.survey import survey
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.generator.generate import generate
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.logic.explain.parts import Role
from termpuzzles.render.picture import TARGET, roles_of
from termpuzzles.render.text_diagram import text_diagram
from tests.data import sweep

STEPS = sweep.share(500, 12)
SIZES = ("6x6", "7x7", "8x8")


def no_loop_hints() -> Iterator[tuple[Puzzle, State, Hint]]:
    """Hints by no loop, from boards made for this; the cursor is anywhere."""
    rng = Random(4)
    for number in range(10_000):
        game = ("masyu", "simpleloop")[number % 2]
        puzzle = generate(game, SIZES[number % len(SIZES)], number)
        guide, state = Guide(puzzle), puzzle.start
        while hint := guide.hint(state, rng.randrange(puzzle.grid.size)):
            if hint.rule == "no loop" and len(hint.steps) == 1:
                yield puzzle, state, hint
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)


def braced_cells(puzzle: Puzzle, drawn: list[str]) -> set[int]:
    """The cells of a drawn board that stand in runs that a brace opens or closes; before each is a mark or a join."""
    margin = len(str(puzzle.grid.height)) + 1
    found = set[int]()
    for y, row in enumerate(drawn[len(str(puzzle.grid.width)) :]):
        run: list[int] = []
        opened = ""
        for place, sign in enumerate(row[margin:]):
            if place % 2:
                run.append(puzzle.grid.cell(place // 2, y))
            elif sign in "{}()▸◂?":
                found.update(run if "{" in opened or sign == "}" else ())
                run, opened = [], sign
    return found


@pytest.mark.slow
def test_the_cells_that_a_loop_would_run_through_are_those_in_braces_and_no_others() -> None:
    seen = 0
    for puzzle, state, hint in no_loop_hints():
        (page,) = hint.reason
        braced = page.marks.get(Role.CUT_OFF, {})
        assert not {*braced} & {*hint.cells}, hint.sentence
        marks = roles_of(hint.pages[-1].marks) | dict.fromkeys(hint.cells, TARGET)
        assert braced_cells(puzzle, text_diagram(puzzle, state, marks)) == {*braced}
        if said := re.search(r"(\d+) cells? in braces", hint.sentence):
            assert int(said[1]) == len(braced), hint.sentence
        for role, cells in page.marks.items():
            others = [cell for other, some in page.marks.items() if other is not role for cell in some]
            assert not {*cells} & {*others}
        groups = survey(puzzle.grid, state.lines).group
        assert len({groups[cell] for cell in braced}) <= 1, "one way of lines"
        left_out = page.marks.get(Role.BECAUSE, {})
        if "leave out" in hint.sentence:
            assert left_out
            assert not {groups[cell] for cell in left_out if state.lines[cell]} & {groups[cell] for cell in braced}
        seen += 1
        if seen == STEPS:
            return
    assert seen == STEPS


@pytest.mark.slow
def test_a_chain_that_closes_a_loop_names_what_that_leaves_out() -> None:
    game = named("masyu")
    found = 0
    for seed in range(60):
        puzzle = generate("masyu", "6x6, rating chain", seed)
        assert puzzle.game is game
        guide, state = Guide(puzzle), puzzle.start
        while hint := guide.hint(state):
            assert "these lines would close a loop" not in hint.sentence
            found += "a loop closes without the" in hint.sentence
            assert hint.move
            state = puzzle.game.play(puzzle, state, hint.move)
        if found > 2:
            return
    assert found
