"""Boards already played up to the point where a technique is needed next, for lessons and for practice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from termpuzzles.hints.guide import Guide
from termpuzzles.logic.task import Task
from termpuzzles.play.shelf.levels import Levels

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.hints.hint import Hint

MOST_CELLS = 150  # of a board on which a technique is practised


def playing(puzzle: Puzzle) -> Iterator[tuple[State, Hint]]:
    """The positions to which hints lead one after the other, each with the hint that comes next in it."""
    guide, state = Guide(puzzle), puzzle.start
    while (hint := guide.hint(state)) is not None:
        yield state, hint
        if hint.move is None:
            return
        state = puzzle.game.play(puzzle, state, hint.move)


def position_before(puzzle: Puzzle, rule: str) -> Puzzle | None:
    """The puzzle played up to the first hint that needs this rule; None where none does."""
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
        if rule in dict(level.steps) and _cells(level.size) <= MOST_CELLS
    )
    for _, pack, place in candidates[:24]:
        position = position_before(pack.puzzles()[place], rule)
        yield None
        if position is not None:
            found.append(replace(position, title=f"{position.title}, played to here"))
        if len(found) == 8:
            break
    return found


def _cells(size: str) -> int:
    width, _, height = size.partition("x")
    return int(width) * int(height)
