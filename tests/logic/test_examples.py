"""Each rule has a board of its own, on which it finds something where no easier rule does."""

import pytest

from termpuzzles.board.surface import PLANE
from termpuzzles.games import infinity
from termpuzzles.games.net import RULES
from termpuzzles.logic.engine.agenda import apply, chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.rules.techniques import OF_LINES, OF_TREES, Example
from tests.logic.boards import infinity_problem, net_problem

BOARDS = [pytest.param(name, OF_TREES[name], RULES, id=f"net {name}") for name in OF_TREES]
BOARDS += [pytest.param(name, OF_LINES[name], infinity.RULES, id=f"infinity {name}") for name in OF_LINES]
SEVERAL = {"one step ahead"}  # no known board with just one solution needs these


def problem(example: Example, rules: tuple[str, ...]) -> Problem:
    """The example as a problem of the game with these rules."""
    return (net_problem if rules is RULES else infinity_problem)(example.grid, example.tiles)


def easier(name: str, rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules before this one."""
    return rules[: rules.index(name)]


def test_every_rule_of_the_games_of_turning_has_a_board_of_its_own() -> None:
    assert (*OF_TREES, "search") == RULES
    assert (*OF_LINES, "search") == infinity.RULES


def test_a_board_that_must_be_one_tree_wraps_only_where_no_flat_one_is_known_for_the_rule() -> None:
    assert {name for name, shown in OF_TREES.items() if shown.surface != PLANE} == {"only way across", "one step ahead"}


@pytest.mark.parametrize(("name", "example", "rules"), BOARDS)
def test_the_rule_fires_on_its_board_where_no_easier_one_does(
    name: str, example: Example, rules: tuple[str, ...]
) -> None:
    board, before = problem(example, rules), easier(name, rules)
    knowledge = Knowledge(board)
    assert board.judge(example.tiles)
    assert all(finding.rule in before for finding in chain(knowledge, rules_of(before)) if finding)
    for rule in map(rule_named, before):
        assert not list(rule.find(knowledge, range(knowledge.size)))
    if not before:
        knowledge.begin_steps()
    finding = next(rule_named(name).find(knowledge, range(knowledge.size)))
    assert finding.sentence
    assert not finding.contradiction
    assert apply(knowledge, finding)


@pytest.mark.parametrize(("name", "example", "rules"), [each for each in BOARDS if each.values[0] not in SEVERAL])
def test_the_board_is_settled_with_no_harder_rule(name: str, example: Example, rules: tuple[str, ...]) -> None:
    knowledge = Knowledge(problem(example, rules))
    used = [finding.rule for finding in chain(knowledge, rules_of([*easier(name, rules), name])) if finding]
    assert name in used
    assert knowledge.settled() == example.tiles
