"""Slow questions: what is learnt about a puzzle is kept for the next question about it, and boards are made alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termpuzzles.board.grid import E, Grid
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.task import Budget, finish
from termpuzzles.session.questions import GuideCache, NewQuestion, ReadQuestion, SolutionsQuestion, made_by, params_like


def test_a_guide_is_kept_for_one_puzzle_at_a_time() -> None:
    one, other, cache = read("3x3:2b4178173")[0], read("3x3:3c8aee281")[0], GuideCache()
    first = cache.guide(one)
    assert cache.guide(one) is first
    assert cache.guide(read("3x3:2b4178173")[0]) is first
    second = cache.guide(other)
    assert (second is first, second.puzzle) == (False, other)
    assert cache.guide(other) is second
    assert cache.guide(one) is not first


def test_solutions_are_counted_up_to_the_most() -> None:
    puzzle = read("infinity:2x2w:5555")[0]
    found = [len(finish(SolutionsQuestion(puzzle, most).work(GuideCache()))) for most in (1, 2, 3)]
    assert found == [1, 2, 2]


def test_what_cannot_be_read_or_made_is_said_in_a_sentence() -> None:
    budget = Budget()
    found = finish(ReadQuestion("3x3:2b4178173", "a", budget).work(GuideCache()))
    assert isinstance(found, list)
    assert found == read("3x3:2b4178173", source="a")
    both = finish(ReadQuestion("3x3:2b4178173\n3x3:3c8aee281", "a", budget).work(GuideCache()))
    assert isinstance(both, list)
    assert ["surveyed" in vars(each) for each in both] == [True, False], "the first is what is shown first"
    why = finish(ReadQuestion("nonsense", "a", budget).work(GuideCache()))
    assert isinstance(why, str)
    assert why.startswith("a:1:1: expected a puzzle id such as 7x7w:…")
    new = finish(NewQuestion("net", Params.parse("4x4"), "x").work(GuideCache()))
    assert isinstance(new, Puzzle)
    assert dict(new.header)["params"] == "4x4"
    again = finish(NewQuestion("net", Params.parse("4x4"), "x").work(GuideCache()))
    assert again == new
    other = finish(NewQuestion("net", Params.parse("4x4"), "y").work(GuideCache()))
    assert isinstance(other, Puzzle)
    assert other.tiles != new.tiles


def test_boards_tell_by_which_params_they_were_made() -> None:
    puzzle = read("4x4:4ab915ea84d835b8")[0]
    rules = puzzle.problem().rules
    rated = replace(Params.parse("4x4"), rating=rules[0])
    for params, rating in (
        (Params.parse("4x4"), None),
        (rated, rules[0]),
        (replace(rated, at_most=True), None),
    ):
        made = made_by(puzzle, params)
        assert dict(made.header).get("rating") == rating
        assert params_like(made) == params
    other = replace(puzzle, header=(("params", "5x5"), ("rating", rules[1])))
    assert params_like(other) == Params(4, 4, rating=rules[1], at_most=True)
    assert params_like(replace(puzzle, header=(("params", "nonsense"),))) == Params(4, 4)
    assert params_like(replace(puzzle, header=(("rating", rules[-1]),))) == Params(4, 4)


@pytest.mark.parametrize(("number", "share"), [(0, 0.0), (1, 0.02), (3, 0.07), (20, 0.3)])
def test_walls_are_as_many_as_there_were(number: int, share: float) -> None:
    grid = Grid.make(6, 4)
    cells = [cell for cell in range(24) if grid.ways[E][cell] >= 0]
    walled = Grid.make(6, 4, walls=[(cell, E) for cell in cells[:number]])
    lines = sum(1 for _ in walled.lines())
    puzzle = Puzzle(named("net"), walled, bytes([3] * 24))
    found = params_like(puzzle).walls
    assert found == round(min(0.3, number / lines), 2)
    assert abs(found - share) < 0.06
