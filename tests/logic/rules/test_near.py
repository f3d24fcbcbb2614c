"""Rules look only near what has changed: what they find there must be all that they find anywhere."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from termpuzzles.games import named
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import apply, empty_agendas
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import SEARCH, masks_of
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.games.boards import solvable_puzzle

FAR = (146, 302, 365)  # seeds of Net boards on which blocks far from a change matter


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("net", (*range(16), *FAR)),
        ("infinity", range(30)),
        ("simpleloop", range(30)),
        ("simpleloops", range(30)),
        ("masyu", range(20)),
    ],
)
def test_what_is_found_near_changes_is_all_that_is_found(game: str, seeds: Iterable[int]) -> None:
    found = sum(found_near(game, seed) for seed in seeds)
    assert found > 100


def found_near(game: str, seed: int) -> int:
    """How much is found near changes in a proof with some masks ruled out at random where it stalls."""
    rng, found = Random(seed), 0
    problem = solvable_puzzle(rng, named(game), 9).problem()
    (solution,) = finish(solutions(problem, 1))
    knowledge = Knowledge(problem)
    names = [name for name in problem.rules if name not in (SEARCH, "one step ahead") and rule_named(name).near]
    agendas = empty_agendas(knowledge, rules_of(names))
    knowledge.begin_steps()
    changed = list(range(knowledge.size))
    while changed:
        for agenda in agendas:
            agenda.changed += changed
        for agenda in agendas:
            near = finish(agenda.all(knowledge))
            anywhere = list(agenda.rule.find(knowledge, range(knowledge.size)))
            news = {each.narrowed for each in anywhere} - {each.narrowed for each in near}
            if not (game == "masyu" and agenda.rule.name == "no loop"):  # a line far away may bar the last of a loop
                assert not news
            if near:
                changed = apply(knowledge, rng.choice(near))
                found += 1
                break
        else:
            for cell in rng.sample(knowledge.open_cells(), min(1, len(knowledge.open_cells()))):
                out = rng.choice([mask for mask in masks_of(knowledge.left[cell]) if mask != solution[cell]])
                knowledge.narrow(cell, ~(1 << out))
            changed = knowledge.note()
    return found
