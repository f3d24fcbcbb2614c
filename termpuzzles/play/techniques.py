"""The techniques of a game as its help explains them: each with a sentence and a small board where it is needed."""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.games.model import Game, Puzzle, State
from termpuzzles.logic.chain import chain
from termpuzzles.logic.examples import EXAMPLES
from termpuzzles.logic.knowledge import Knowledge
from termpuzzles.logic.rules import SEARCH, named
from termpuzzles.play.chart import HINTED, RESTS, chart


class Technique(NamedTuple):
    """A rule: its name, what it says, a board where it is needed as lines of text, and what it finds there.

    `picture` and `found` are empty where no small board is known for the game.
    """

    name: str
    sentence: str
    picture: tuple[str, ...] = ()
    found: str = ""


def techniques(puzzle: Puzzle) -> list[Technique]:
    """The techniques that the puzzle may need, easiest first."""
    rules = [name for name in puzzle.problem().rules if name != SEARCH]
    return [_technique(puzzle.game, name, rules[:place]) for place, name in enumerate(rules)]


def _technique(game: Game, name: str, easier: list[str]) -> Technique:
    rule = named(name)
    if game.drawn or name not in EXAMPLES:
        return Technique(name, rule.sentence)
    shown = Puzzle(game, EXAMPLES[name].grid, EXAMPLES[name].tiles)
    knowledge = Knowledge(shown.problem())
    for _ in chain(knowledge, easier):
        pass  # each step is put in as the chain goes on
    if not easier:
        knowledge.begin_steps()
    step = next(iter(rule.find(knowledge, range(knowledge.size))), None)
    if step is None:
        return Technique(name, rule.sentence)
    marks = dict.fromkeys((premise.cell for premise in step.because), RESTS)
    marks |= dict.fromkeys((narrowing.cell for narrowing in step.narrowed), HINTED)
    return Technique(name, rule.sentence, tuple(chart(shown, State.of(shown.tiles), marks)), step.sentence)
