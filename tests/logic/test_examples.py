"""Each rule's own board: there it finds something where no easier rule does."""

import pytest

from termpuzzles.games.net import RULES
from termpuzzles.logic.engine.agenda import chain, put_in
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.examples import EXAMPLES
from termpuzzles.logic.rules import named
from tests.logic.boards import net_problem


def test_every_rule_of_the_game_with_all_of_them_has_a_board_of_its_own() -> None:
    assert (*EXAMPLES, "search") == RULES


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rule_fires_on_its_board_where_no_easier_one_does(name: str) -> None:
    example = EXAMPLES[name]
    problem = net_problem(example.grid, example.tiles)
    easier = RULES[: RULES.index(name)]
    knowledge = Knowledge(problem)
    assert problem.judge(example.tiles)
    assert all(step.rule in easier for step in chain(knowledge, easier) if step)
    for rule in map(named, easier):
        assert not list(rule.find(knowledge, range(knowledge.size)))
    if not easier:
        knowledge.begin_steps()
    step = next(named(name).find(knowledge, range(knowledge.size)))
    assert step.sentence
    assert not step.contradiction
    assert put_in(knowledge, step)


# The small board of pairs has several solutions.
@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "pairs"])
def test_the_board_is_settled_with_no_harder_rule(name: str) -> None:
    example = EXAMPLES[name]
    problem = net_problem(example.grid, example.tiles)
    knowledge = Knowledge(problem)
    rules = [step.rule for step in chain(knowledge, RULES[: RULES.index(name) + 1]) if step]
    assert name in rules
    assert knowledge.settled() == example.tiles
