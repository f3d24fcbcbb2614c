"""Practice: which techniques need it, and the boards on which a technique comes next."""

from random import Random

import pytest

from termpuzzles.catalogue.levels import Levels, packs, shipped
from termpuzzles.catalogue.practice import (
    PracticeQuestion,
    WrongPinsQuestion,
    positions,
    practised,
    settling_techniques,
    wrong_pins,
)
from termpuzzles.catalogue.statistics import Need, practice
from termpuzzles.formats import read
from termpuzzles.games import names
from termpuzzles.games.queries import solve, two_solutions
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules.techniques import PATTERNS, rule_of
from termpuzzles.logic.task import finish
from termpuzzles.session.questions import GuideCache
from tests.data import sweep
from tests.play.shelf.test_statistics import entry, levels
from tests.play.test_review import game, puzzle

EVERY = [(name, rule) for name in names() for rule in practised(Levels(packs()), name) if rule != SEARCH]
FOUND = [name for name in practised(shipped(), "masyu") if name in PATTERNS]


@pytest.mark.parametrize(("name", "rule"), sweep.sample(EVERY, 6))
def test_on_every_board_of_a_practice_the_first_open_step_is_the_technique(name: str, rule: str) -> None:
    boards = finish(PracticeQuestion(name, rule).work(GuideCache()))
    assert len(boards) <= 8, "as many as one list shows"
    for board in boards:
        hint = Guide(board).hint(board.start)
        assert hint
        assert hint.rule == rule
        assert board.game.name == name


@pytest.mark.slow
@pytest.mark.parametrize("pattern", sweep.sample(FOUND, 4))
def test_on_every_board_of_a_practice_for_a_pattern_it_comes_next(pattern: str) -> None:
    boards = finish(PracticeQuestion("masyu", pattern).work(GuideCache()))
    assert 0 < len(boards) <= 8
    for board in boards:
        hint = Guide(board).hint(board.start)
        assert hint
        assert hint.takes(pattern)


@pytest.mark.parametrize("pattern", [name for name in PATTERNS if positions("masyu", name)])
def test_a_board_for_a_rare_pattern_has_one_solution_and_it_comes_next(pattern: str) -> None:
    for board in positions("masyu", pattern):
        hint = Guide(board).hint(board.start)
        assert hint
        assert hint.takes(pattern)
        assert len(two_solutions(board)) == 1


def test_patterns_are_practised_after_the_rules_that_find_them() -> None:
    found = [*practised(shipped(), "masyu")]
    assert {"two blacks", "whites at corners", "between blacks"} <= {*FOUND}
    for pattern in FOUND:
        assert found.index(rule_of(pattern)) < found.index(pattern)
        after = found[found.index(rule_of(pattern)) + 1 : found.index(pattern)]
        assert all(rule_of(name) == rule_of(pattern) for name in after)
    assert positions("masyu", "circles") == positions("net", "two blacks") == []


def test_practice_is_offered_on_small_levels_that_need_the_technique() -> None:
    assert practised(levels(), "net") == {"edge": 4, "no loop": 3, "chain": 1}
    assert practised(levels(), "infinity") == {}


def test_wrong_pins_count_for_the_technique_that_settles_the_tile() -> None:
    rules = settling_techniques(puzzle())
    assert len(rules) == puzzle().grid.size
    wrong = {3, 11, 20}
    found = wrong_pins(puzzle(), game(Random(1), wrong, set()))
    assert found.total() == len(wrong)
    assert set(found) == {rules[cell] for cell in wrong}
    (again,) = finish(WrongPinsQuestion(((puzzle(), tuple(game(Random(1), wrong, set()))),)).work(GuideCache()))
    assert again == dict(found)


def test_a_game_without_wrong_pins_counts_no_slips() -> None:
    assert not wrong_pins(puzzle(), game(Random(3), set(), {5}))
    (drawn,) = read("simpleloop/4/4/0000")
    assert not wrong_pins(drawn, [])
    assert solve(drawn)


def test_wrong_pins_and_hints_of_one_kind_are_added_and_kinds_kept_apart() -> None:
    entries = [entry("a", hints=(("no loop", 2), ("edge", 2)))]
    assert practice(entries, {("net", "no loop"): 1}).needs == (Need("net", "no loop", 2, 1),)
    assert practice(entries, {("infinity", "edge"): 1}).unclear
