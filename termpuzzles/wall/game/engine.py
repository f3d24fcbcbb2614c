"""The best turn that a search finds: negamax with alpha and beta, depth by depth, over the turns that matter.

Of these a node keeps those that look best. A search to a fixed depth is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import suppress
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple, TypeVar

from termpuzzles.wall.game.candidates import STEP, Candidates, OwnView
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import RED, WallPosition
from termpuzzles.wall.game.rules import REPEATED, turn_between

T = TypeVar("T")

NAME = "wall-1"  # of this version; another one may play other turns
WIN = 10_000  # and the depth that is left
DEEPEST = 60
ROOT_BEAM, BEAM = 24, 8  # turns that are looked at
MOST_NODES = 60_000  # kept at a time, some 100 MB


class Strength(NamedTuple):
    """How strong to play: how deep or how long to search, and by how much a turn may fall short of the best one."""

    depth: int = DEEPEST
    seconds: float = inf
    slack: int = 0


LEVELS = {
    "easy": Strength(depth=1, slack=STEP),
    "medium": Strength(depth=2),
    "hard": Strength(seconds=1.0),
    "expert": Strength(seconds=5.0),
}


class Best(NamedTuple):
    """A turn, its value for the side that plays it, and the depth of the search that found it."""

    turn: Turn
    value: int
    depth: int


Searching = Generator[None, None, int]  # a value, found bit by bit


class Stopped(Exception):  # noqa: N818 - to be stopped is no error
    """The search was told to stop, or its time ran out."""


def bot_id(level: str) -> str:
    """The name of this version of the engine at that level, for records."""
    return f"{NAME}-{level}"


def _never() -> bool:
    return False


def best_turn(
    position: WallPosition,
    seconds: float = inf,
    cancel: Callable[[], bool] = _never,
    depth: int = DEEPEST,
    seen: Mapping[WallPosition, int] | None = None,
) -> Best:
    """The best turn found to that depth within the seconds, or until `cancel()` is true; it is asked at every node.

    `seen` says how often each position has stood in the game, so that repetition is known. If not even the first turn
    could be weighed, the depth of the answer is 0.
    """
    end = monotonic() + seconds
    search = _Search(position, lambda: monotonic() >= end or cancel(), seen or {})
    for _ in search.deepened(depth):
        pass
    return search.found


def best_at(
    level: str,
    position: WallPosition,
    chance: Random,
    cancel: Callable[[], bool] = _never,
    seen: Mapping[WallPosition, int] | None = None,
) -> Best:
    """The turn that the level of that name plays."""
    depth, seconds, slack = LEVELS[level]
    if not slack:
        return best_turn(position, seconds, cancel, depth, seen)
    weighed = _Search(position, cancel, seen or {}).weighed()
    most = max(found.value for found in weighed)
    return chance.choice([found for found in weighed if found.value >= most - slack])


def choosing(
    level: str, position: WallPosition, chance: Random, seen: Mapping[WallPosition, int] | None = None
) -> Generator[None, None, Best]:
    """The turn that the level of that name plays, as a task: it yields at every node, so that it can be stopped."""
    depth, seconds, slack = LEVELS[level]
    yield
    if slack:
        return best_at(level, position, chance, seen=seen)
    end = monotonic() + seconds
    search = _Search(position, lambda: monotonic() >= end, seen or {})
    yield from search.deepened(depth)
    return search.found


def ranking(
    level: str, position: WallPosition, most: int, seen: Mapping[WallPosition, int] | None = None
) -> Generator[None, None, list[Best]]:
    """The best turns for that level, the best first, at most so many, as a task like `choosing`.

    All were searched to the same depth.
    """
    depth, seconds, _ = LEVELS[level]
    yield
    end = monotonic() + seconds
    search = _Search(position, lambda: monotonic() >= end, seen or {})
    yield from search.ranked(depth, most)
    return search.ranking or [search.found]


class Node:
    """A position: a turn that wins or draws at once, the turns that matter, best looking first, and what was found."""

    __slots__ = ("alternatives", "bound", "depth", "draws", "value", "wins")

    def __init__(self) -> None:
        self.alternatives: list[tuple[int, OwnView]] = []  # value of what is on the board after it, and the position
        self.wins: OwnView | None = None
        self.draws: OwnView | None = None
        self.depth = -1
        self.value = 0
        self.bound = 0  # 0: `value` is exact; 1: it may be more; -1: less


class _Search:
    def __init__(self, position: WallPosition, is_over: Callable[[], bool], seen: Mapping[WallPosition, int]) -> None:
        self.position = position
        self.height = position.height
        self.mice_move = position.variant != "classic"
        self.is_over = is_over
        self.nodes: dict[OwnView, Node] = {}
        self.drawn = {_state_of(at) for at, times in seen.items() if times >= REPEATED - 1}
        self.root = _state_of(position)
        self.found = Best(Turn(), 0, 0)
        self.ranking: list[Best] = []

    def ask(self) -> None:
        """Raise `Stopped` if it is time to stop."""
        if self.is_over():
            raise Stopped

    def deepened(self, depth: int) -> Generator[None, None, None]:
        """Search one depth after the other; if stopped, the unfinished one counts once its first turn is weighed."""
        try:
            order = yield from self._at_root()
            for reached in range(1, depth + 1):
                yield from self._one_depth(order, reached)
                if abs(self.found.value) >= WIN:
                    break
        except Stopped:
            pass

    def ranked(self, depth: int, most: int) -> Generator[None, None, None]:
        """Search one depth after the other for the best turns, at most so many; an unfinished depth does not count."""
        with suppress(Stopped):
            order = yield from self._at_root()
            for reached in range(1, depth + 1):
                best: list[tuple[int, OwnView]] = []
                for after in order:
                    least = best[-1][0] if len(best) == most else -inf
                    value = yield from self._value_after(after, reached, least)
                    if value > least:
                        best = sorted([*best, (value, after)], key=lambda each: -each[0])[:most]
                self.ranking = [Best(self._turn_to(after), value, reached) for value, after in best]
                order.sort(key=_place_in(best))
                if best and abs(best[0][0]) >= WIN:
                    break

    def weighed(self) -> list[Best]:
        """Every turn that the root looks at, with its value at depth 1; a pass if there was no time."""
        found: list[Best] = []

        def weigh() -> Generator[None, None, None]:
            order = yield from self._at_root()
            found.extend(Best(self._turn_to(after), self._value_at_once(after), 1) for after in order)

        with suppress(Stopped):
            for _ in weigh():
                pass
        return found or [Best(Turn(), 0, 0)]

    def _at_root(self) -> Generator[None, None, list[OwnView]]:
        node = yield from self._expanded(self.root, ROOT_BEAM)
        first = [node.wins] if node.wins else [node.draws] if node.draws else []
        return [*first, *(after for _, after in node.alternatives)]

    def _one_depth(self, order: list[OwnView], depth: int) -> Generator[None, None, None]:
        """Find the best turn, and put it first in `order` for next time; what is found so far is kept."""
        most = -inf
        for after in list(order):
            value = yield from self._value_after(after, depth, most)
            if value > most:
                most = value
                order.remove(after)
                order.insert(0, after)
                self.found = Best(self._turn_to(after), value, depth)

    def _value_after(self, after: OwnView, depth: int, alpha: float) -> Searching:
        """The value of a turn of the root, for the side that plays it."""
        node = self.nodes[self.root]
        if after == node.wins:
            return WIN + depth - 1
        if depth == 1 or after == node.draws or after in self.drawn:
            return self._value_at_once(after)
        return -(yield from self._search(after, depth - 1, -inf, -alpha))

    def _value_at_once(self, after: OwnView) -> int:
        """The value of a turn of the root at depth 1."""
        node = self.nodes[self.root]
        if after == node.wins:
            return WIN
        if after == node.draws or after in self.drawn:
            return 0
        return next(value for value, other in node.alternatives if other == after)

    def _search(self, state: OwnView, depth: int, alpha: float, beta: float) -> Searching:
        yield
        self.ask()
        node = self.nodes.get(state)
        if node is None:
            if len(self.nodes) > MOST_NODES:
                self._forget()
            node = yield from self._expanded(state, BEAM)
        if node.wins:
            return WIN + depth - 1
        if node.depth == depth and (not node.bound or (node.value >= beta if node.bound > 0 else node.value <= alpha)):
            return node.value
        value = yield from self._best_of(node, depth, alpha, beta)
        node.depth, node.value = depth, value
        node.bound = 1 if value >= beta else -1 if value <= alpha else 0
        return value

    def _best_of(self, node: Node, depth: int, alpha: float, beta: float) -> Searching:
        most = 0 if node.draws else -WIN - DEEPEST
        first = 0
        for number, (looks, after) in enumerate(node.alternatives):
            if most >= beta:
                break
            if after in self.drawn:
                value = 0
            elif depth == 1:
                value = looks
            else:
                value = -(yield from self._search(after, depth - 1, -beta, -max(alpha, most)))
            if value > most:
                most, first = value, number
        if first:
            node.alternatives.insert(0, node.alternatives.pop(first))
        return most

    def _forget(self) -> None:
        """Drop all nodes but the root's."""
        self.nodes = {self.root: self.nodes[self.root]}

    def _expanded(self, state: OwnView, beam: int) -> Generator[None, None, Node]:
        """The node of a position, made with its most promising turns and kept."""
        node = Node()
        found = Candidates(state, self.height, self.mice_move)
        node.wins, node.draws = found.wins, found.draws
        if not node.wins:
            node.alternatives = yield from self._asking(found.best_looking(beam))
        self.nodes[state] = node
        return node

    def _asking(self, work: Generator[None, None, T]) -> Generator[None, None, T]:
        """Do the work, and ask at each of its steps whether to stop."""
        while True:
            try:
                next(work)
            except StopIteration as done:
                found: T = done.value
                return found
            self.ask()
            yield

    def _turn_to(self, after: OwnView) -> Turn:
        """The turn that leads from the root to that position."""
        right, up, other_cat, other_mouse, cat, mouse, side = after
        pieces = (other_cat, other_mouse, cat, mouse) if side == RED else (cat, mouse, other_cat, other_mouse)
        return turn_between(self.position, self.position._replace(right=right, up=up, pieces=pieces, side=side))


def _place_in(best: list[tuple[int, OwnView]]) -> Callable[[OwnView], int]:
    """The place of a turn among the best, or behind them."""
    places = {after: place for place, (_, after) in enumerate(best)}
    return lambda after: places.get(after, len(best))


def _state_of(position: WallPosition) -> OwnView:
    side, other = position.side, 1 - position.side
    own, theirs = (position.cat(side), position.mouse(side)), (position.cat(other), position.mouse(other))
    return OwnView(position.right, position.up, *own, *theirs, side)
