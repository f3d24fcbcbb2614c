"""Boards already played up to the point where a technique is needed next, for lessons and for practice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.hints.guide import Guide
from termpuzzles.logic.task import Task
from termpuzzles.play.shelf.levels import Level, Levels, shipped

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.hint import Hint
    from termpuzzles.session.questions import Desk

MOST_CELLS = 150  # the largest board for practice
WANTED, TRIED = 8, 24  # boards wanted for a technique, and boards to look at for them


class PracticeQuestion(NamedTuple):
    """Asks for boards on which a technique of a game can be practised."""

    game: str
    rule: str

    def work(self, desk: Desk) -> Task[list[Puzzle]]:
        """The boards, easiest first."""
        return practice_boards(shipped(), self.game, self.rule)


def playing(puzzle: Puzzle) -> Iterator[tuple[State, Hint]]:
    """The positions to which hints lead one after the other, each with the hint that comes next in it."""
    guide, state = Guide(puzzle), puzzle.start
    while (hint := guide.hint(state)) is not None:
        yield state, hint
        if hint.move is None:
            return
        state = puzzle.game.play(puzzle, state, hint.move)


def position_before(puzzle: Puzzle, rule: str) -> Puzzle | None:
    """The puzzle played up to the first hint that needs this rule; None if none does."""
    for state, hint in playing(puzzle):
        if hint.rule == rule:
            return replace(puzzle, start=state, moves=(), position=0)
    return None


def practice_boards(levels: Levels, game: str, rule: str) -> Task[list[Puzzle]]:
    """Boards of the game, easiest first, each at the point where the technique is needed next."""
    found = []
    candidates = sorted(
        (level.effort, pack, place)
        for pack in levels.packs
        if pack.game == game
        for place, level in enumerate(pack.levels)
        if _practises(level, rule)
    )
    for _, pack, place in candidates[:TRIED]:
        position = position_before(pack.puzzles()[place], rule)
        yield None
        if position is not None:
            found.append(replace(position, title=f"{position.title}, played to here"))
        if len(found) == WANTED:
            break
    return found


def practised(levels: Levels, game: str) -> dict[str, int]:
    """For each technique, easiest first, the number of levels of the game on which it can be practised."""
    found: dict[str, int] = {}
    for pack in levels.packs:
        for level in pack.levels if pack.game == game else ():
            for rule, _ in level.steps:
                found[rule] = found.get(rule, 0) + _practises(level, rule)
    return {rule: count for rule, count in found.items() if count}


def _practises(level: Level, rule: str) -> bool:
    return rule in dict(level.steps) and _cells(level.size) <= MOST_CELLS


def _cells(size: str) -> int:
    width, _, height = size.partition("x")
    return int(width) * int(height)
