"""What of a finding's news one hint tells, and whether it asks for a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.hints.position import Position
from termpuzzles.logic.explain.conclusion import shared
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import KNOWN


def _all_news(position: Position, narrowed: Sequence[Narrowing]) -> dict[int, int]:
    """The news about each cell; with several cells only the lines between two of them, and tiles that are settled.

    What such a line means for the cells at it is left for another hint.
    """
    found = {narrowing.cell: known for narrowing in narrowed if (known := position.news(narrowing))}
    if len(narrowed) == 1:
        return found
    knows = {cell: KNOWN[after] for cell, _, after in narrowed}
    sides = {}
    for cell, known in found.items():
        if position.puzzle.game.draws or known >> 4 | known & 15 != 15:
            known &= shared(position.problem, cell, knows)
        if known:
            sides[cell] = known
    return sides or found


def first_news(position: Position, narrowed: Sequence[Narrowing], distance: Callable[[int], int]) -> dict[int, int]:
    """The news for one hint: of much news only the nearest tile, preferably one to turn, or the nearest line.

    In a drawing game all of the news.
    """
    news = _all_news(position, narrowed)
    whole = [cell for cell, known in news.items() if known >> 4 | known & 15 == 15]
    if position.puzzle.game.draws or len(news) <= 2 - bool(whole):
        return news
    if whole:
        cell = min(whole, key=lambda cell: (news[cell] >> 4 == position.state.lines[cell], distance(cell), cell))
        return {cell: news[cell]}
    cell = min(news, key=lambda cell: (distance(cell), cell))
    side = SIDES_OF[news[cell] >> 4 | news[cell] & 15][0]
    other = position.problem.grid.ways[side][cell]
    line, back = news[cell] & (side << 4 | side), OPPOSITE[side] << 4 | OPPOSITE[side]
    return {cell: line, other: news[other] & back} if other in news else {cell: line}


def asks_for_a_move(position: Position, narrowed: Sequence[Narrowing]) -> bool:
    """Whether these ask the player to turn a tile, or in a drawing game to draw a line."""
    if position.puzzle.game.draws:
        return any(known >> 4 for known in _all_news(position, narrowed).values())
    lines = position.state.lines
    return any(position.news(n) and n.settles and n.after != 1 << lines[n.cell] for n in narrowed)
