"""The techniques of a game as its help explains them: each with a sentence and a small board that needs it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import turn
from termpuzzles.formats import read
from termpuzzles.games.model import Game, Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.hints.hint import Hint
from termpuzzles.hints.justification import distance_from
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.rules import SEARCH, rule_named
from termpuzzles.logic.rules.techniques import POSITIONS, TITLES, WHY, example
from termpuzzles.logic.task import finish
from termpuzzles.render.picture import BECAUSE, TARGET
from termpuzzles.render.text_diagram import chart


class Technique(NamedTuple):
    """A rule: its name, what it says, a board that needs it as lines of text, and what it finds there.

    `puzzle` is that board to play, beginning where the rule comes next. If no small board is known for the game it is
    None, and `picture` and `found` are empty.
    """

    name: str
    sentence: str
    picture: tuple[str, ...] = ()
    found: str = ""
    puzzle: Puzzle | None = None

    @property
    def title(self) -> str:
        """The name that players read."""
        return TITLES[self.name]

    @property
    def why(self) -> str:
        """Why it holds."""
        return WHY[self.name]


def techniques(puzzle: Puzzle) -> list[Technique]:
    """The techniques that the puzzle may need, easiest first."""
    problem = puzzle.problem()
    rules = sorted({*problem.rules, *problem.aids} - {SEARCH}, key=list(TITLES).index)
    return [_technique(puzzle, name, rules[:place]) for place, name in enumerate(rules)]


def _technique(puzzle: Puzzle, name: str, easier: list[str]) -> Technique:
    game, rule = puzzle.game, rule_named(name)
    if game.draws:
        return _drawn(game, name)
    board = example(name, puzzle.problem().whole)
    if board is None:
        return Technique(name, rule.sentence)
    shown = Puzzle(game, board.grid, board.tiles)
    knowledge = Knowledge(shown.problem())
    for _ in chain(knowledge, [other for other in easier if other not in board.without]):
        pass  # the chain puts in each step as it goes on
    if not easier:
        knowledge.begin_steps()
    step = next(iter(rule.find(knowledge, range(knowledge.size))), None)
    if step is None:
        return Technique(name, rule.sentence)
    kept = step_of(knowledge.problem, step)
    marks = dict.fromkeys((premise.cell for premise in step.because), BECAUSE)
    marks |= dict.fromkeys((narrowing.cell for narrowing in step.narrowed), TARGET)
    picture = tuple(chart(shown, State.of(shown.tiles), marks))
    return Technique(name, rule.sentence, picture, kept.sentence, _playable(shown, knowledge))


def _playable(solved: Puzzle, knowledge: Knowledge) -> Puzzle:
    """The board with everything known by now pinned and noted, and all other tiles turned."""
    grid = solved.grid
    settled = bytes(not domain & (domain - 1) for domain in knowledge.left)
    turned = (turn(mask, 1 + cell % 3) for cell, mask in enumerate(solved.tiles))
    tiles = bytes(mask if done else other for mask, other, done in zip(solved.tiles, turned, settled, strict=True))
    notes = bytes(
        0 if done else KNOWN[domain] & grid.open_sides[cell] * 17
        for cell, (domain, done) in enumerate(zip(knowledge.left, settled, strict=True))
    )
    return replace(solved, tiles=tiles, start=State(tiles, settled, notes))


def _drawn(game: Game, name: str) -> Technique:
    """A rule of a drawing game, on a position in which the lines and crosses so far show what it needs."""
    sentence = rule_named(name).sentence
    if name not in POSITIONS:
        return Technique(name, sentence)
    (shown,) = read(POSITIONS[name])
    puzzle = replace(shown, game=game)
    hint = firing(puzzle, name)
    if hint is None:
        return Technique(name, sentence)
    marks = dict.fromkeys(hint.because, BECAUSE) | dict.fromkeys(hint.cells, TARGET)
    return Technique(name, sentence, tuple(chart(puzzle, puzzle.start, marks)), hint.sentence, puzzle)


def firing(puzzle: Puzzle, name: str) -> Hint | None:
    """The hint that a rule gives in a position, with no rule before it but the game's easiest."""
    guide = Guide(puzzle)
    position = guide.position(puzzle.start, finish(guide.proof({})))
    names = dict.fromkeys((guide.problem.rules[0], name))
    return finish(guide.by_rules(position, list(names), distance_from(puzzle.grid, None)))
