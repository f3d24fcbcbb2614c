"""The best turn that a search finds: negamax with alpha and beta, depth by depth, over the turns that matter.

A turn matters if it brings the cat nearer, takes the mouse away, or lengthens the other cat's way. One wall lengthens
it only on a side that every shortest way crosses; two do only if one is on any given shortest way and the other is such
a side of what is left. Of these a node keeps those that look best. A search to a fixed depth is the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from random import Random
from time import monotonic
from typing import NamedTuple

from termpuzzles.duels.wall.notation import Turn
from termpuzzles.duels.wall.position import NO_WAY, RED, WallPosition, cells, distance
from termpuzzles.duels.wall.rules import NEAR, REPEATED, turn_between

NAME = "wall-1"  # of this version; another one may play other turns
STEP = 10  # value of one step of distance
TO_MOVE = 5  # value of having the move
WIN = 10_000  # and the depth that is left
DEEPEST = 60
ROOT_BEAM, BEAM = 24, 8  # turns that are looked at
REACH = 2  # steps of a turn
MOST_NODES = 60_000  # kept at a time, some 100 MB

State = tuple[int, int, int, int, int, int, int]  # right, up, own cat and mouse, theirs, side to move


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
    return _Search(position, seconds, cancel, seen or {}).deepened(depth)


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
    weighed = _Search(position, seconds, cancel, seen or {}).weighed()
    most = max(found.value for found in weighed)
    return chance.choice([found for found in weighed if found.value >= most - slack])


class Route(NamedTuple):
    """All shortest ways from one cell to another, by the sides they cross: of one of them, and of every one."""

    steps: int
    levels: list[int]  # the cells on some shortest way, by their steps from the start
    one: tuple[int, int]  # sides right and above
    every: tuple[int, int]


class Node:
    """A position: a turn that wins or draws at once, the turns that matter, best looking first, and what was found."""

    __slots__ = ("alternatives", "bound", "depth", "draws", "value", "wins")

    def __init__(self) -> None:
        self.alternatives: list[tuple[int, State]] = []  # value of what is on the board after it, and the position
        self.wins: State | None = None
        self.draws: State | None = None
        self.depth = -1
        self.value = 0
        self.bound = 0  # 0: `value` is exact; 1: it may be more; -1: less


class _Search:
    def __init__(
        self, position: WallPosition, seconds: float, cancel: Callable[[], bool], seen: Mapping[WallPosition, int]
    ) -> None:
        self.position = position
        self.height = position.height
        self.mice_move = position.variant != "classic"
        self.end = monotonic() + seconds
        self.cancel = cancel
        self.nodes: dict[State, Node] = {}
        self.drawn = {_state_of(at) for at, times in seen.items() if times >= REPEATED - 1}
        self.root = _state_of(position)
        self.found = Best(Turn(), 0, 0)

    def ask(self) -> None:
        """Raise `Stopped` if it is time to stop."""
        if monotonic() >= self.end or self.cancel():
            raise Stopped

    def deepened(self, depth: int) -> Best:
        """Search one depth after the other; if stopped, the unfinished one counts once its first turn is weighed."""
        try:
            order = self._at_root()
            for reached in range(1, depth + 1):
                self._one_depth(order, reached)
                if abs(self.found.value) >= WIN:
                    break
        except Stopped:
            pass
        return self.found

    def weighed(self) -> list[Best]:
        """Every turn that the root looks at, with its value at depth 1; a pass if there was no time."""
        try:
            return [Best(self._turn_to(after), self._value_after(after, 1, -inf), 1) for after in self._at_root()]
        except Stopped:
            return [Best(Turn(), 0, 0)]

    def _at_root(self) -> list[State]:
        node = self._expanded(self.root, ROOT_BEAM)
        first = [node.wins] if node.wins else [node.draws] if node.draws else []
        return [*first, *(after for _, after in node.alternatives)]

    def _one_depth(self, order: list[State], depth: int) -> None:
        """Find the best turn, and put it first in `order` for next time; what is found so far is kept."""
        most = -inf
        for after in list(order):
            value = self._value_after(after, depth, most)
            if value > most:
                most = value
                order.remove(after)
                order.insert(0, after)
                self.found = Best(self._turn_to(after), value, depth)

    def _value_after(self, after: State, depth: int, alpha: float) -> int:
        """The value of a turn of the root, for the side that plays it."""
        node = self.nodes[self.root]
        if after == node.wins:
            return WIN + depth - 1
        if after == node.draws or after in self.drawn:
            return 0
        if depth == 1:
            return next(value for value, other in node.alternatives if other == after)
        return -self._search(after, depth - 1, -inf, -alpha)

    def _search(self, state: State, depth: int, alpha: float, beta: float) -> int:
        self.ask()
        node = self.nodes.get(state)
        if node is None:
            if len(self.nodes) > MOST_NODES:
                self._forget()
            node = self._expanded(state, BEAM)
        if node.wins:
            return WIN + depth - 1
        if node.depth == depth and (not node.bound or (node.value >= beta if node.bound > 0 else node.value <= alpha)):
            return node.value
        value = self._best_of(node, depth, alpha, beta)
        node.depth, node.value = depth, value
        node.bound = 1 if value >= beta else -1 if value <= alpha else 0
        return value

    def _best_of(self, node: Node, depth: int, alpha: float, beta: float) -> int:
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
                value = -self._search(after, depth - 1, -beta, -max(alpha, most))
            if value > most:
                most, first = value, number
        if first:
            node.alternatives.insert(0, node.alternatives.pop(first))
        return most

    def _forget(self) -> None:
        """Drop all nodes but the root's."""
        self.nodes = {self.root: self.nodes[self.root]}

    def _expanded(self, state: State, beam: int) -> Node:
        """The node of a position, made with its most promising turns and kept."""
        node = Node()
        right, up, cat, mouse, their_cat, their_mouse, _ = state
        own = self._route(right, up, cat, their_mouse)
        theirs = self._route(right, up, their_cat, mouse)
        if own.steps <= REACH:
            self._catch(node, state, own, theirs)
        if not node.wins:
            found = self._turns(state, own, theirs)
            order = sorted(found.items(), key=lambda one: -one[1][0])[:beam]
            node.alternatives = [(value, after) for after, (_, value) in order]
        self.nodes[state] = node
        return node

    def _catch(self, node: Node, state: State, own: Route, theirs: Route) -> None:
        """Note that the cat can catch the mouse, and whether that is a win or at best a draw."""
        right, up, _, mouse, their_cat, their_mouse, side = state
        caught = (right, up, their_cat, their_mouse, their_mouse, mouse, 1 - side)
        if side != RED or theirs.steps > NEAR:
            node.wins = caught
            return
        node.draws = caught
        if own.steps == 1:  # the other action may take the mouse out of reach
            for fled in self._fled(right, up, mouse, their_cat, theirs, 1):
                node.wins = (right, up, their_cat, their_mouse, their_mouse, fled, 1 - side)
                if theirs.steps + 1 > NEAR:
                    return
            node.wins = None
            for less, less_up, steps in self._walled(right, up, their_cat, mouse, theirs):
                if steps > NEAR:
                    node.wins = (less, less_up, their_cat, their_mouse, their_mouse, mouse, 1 - side)
                    return

    def _turns(self, state: State, own: Route, theirs: Route) -> dict[State, tuple[int, int]]:
        """The positions after the turns that matter, each with what it is ordered by and its value on the board."""
        right, up, cat, mouse, their_cat, their_mouse, side = state
        found: dict[State, tuple[int, int]] = {}

        def add(less: int, less_up: int, own_cat: int, own_mouse: int, own_steps: int, their_steps: int) -> None:
            value = STEP * (their_steps - own_steps) - TO_MOVE
            is_lost = their_steps <= REACH and (side == RED or own_steps > NEAR)
            after = (less, less_up, their_cat, their_mouse, own_cat, own_mouse, 1 - side)
            found[after] = (value - WIN if is_lost else value, value)

        def add_walled(
            walled: list[tuple[int, int, int]], own_cat: int, own_mouse: int, steps: int, crossed: tuple[int, int]
        ) -> None:
            for less, less_up, their_steps in walled:
                own_steps = steps
                if crossed[0] & ~less or crossed[1] & ~less_up:
                    own_steps = distance(self.height, less, less_up, own_cat, their_mouse)
                if own_steps != NO_WAY:
                    add(less, less_up, own_cat, own_mouse, own_steps, their_steps)

        near = [(cell, self._route(right, up, cell, their_mouse).one) for cell in self._nearer(own, 1)]
        fled = list(self._fled(right, up, mouse, their_cat, theirs, 1)) if self.mice_move else []
        single = self._walled(right, up, their_cat, mouse, theirs)
        for cell in self._nearer(own, REACH):
            add(right, up, cell, mouse, own.steps - REACH, theirs.steps)
        for cell, crossed in near:
            for other in fled:
                add(right, up, cell, other, own.steps - 1, theirs.steps + 1)
            add_walled(single, cell, mouse, own.steps - 1, crossed)
        for other in fled:
            route = self._route(right, up, their_cat, other)
            add_walled(self._walled(right, up, their_cat, other, route), cat, other, own.steps, own.one)
        if self.mice_move:
            for other in self._fled(right, up, mouse, their_cat, theirs, REACH):
                add(right, up, cat, other, own.steps, theirs.steps + REACH)
        add_walled(self._walled_twice(right, up, their_cat, mouse, theirs), cat, mouse, own.steps, own.one)
        add(right, up, cat, mouse, own.steps, theirs.steps)
        return found

    def _nearer(self, own: Route, steps: int) -> Iterator[int]:
        """The cells that bring the cat so many steps nearer, but not onto the mouse."""
        return cells(own.levels[steps]) if own.steps > steps else iter(())

    def _fled(self, right: int, up: int, mouse: int, hunter: int, route: Route, steps: int) -> Iterator[int]:
        """The cells that are so many steps from the mouse, and that many further away from the cat that hunts it."""
        height = self.height
        board = home = 1 << mouse
        seen = home
        for _ in range(steps):
            board = ((board & right) << height | board >> height & right | (board & up) << 1 | board >> 1 & up) & ~seen
            seen |= board
        for cell in cells(board):
            if distance(height, right, up, hunter, cell) == route.steps + steps:
                yield cell

    def _walled(self, right: int, up: int, start: int, end: int, route: Route) -> list[tuple[int, int, int]]:
        """The open sides after each wall that lengthens a route, and its steps then."""
        walled = [(right ^ 1 << cell, up) for cell in cells(route.every[0])]
        walled += [(right, up ^ 1 << cell) for cell in cells(route.every[1])]
        lengths = ((less, less_up, distance(self.height, less, less_up, start, end)) for less, less_up in walled)
        return [one for one in lengths if one[2] != NO_WAY]

    def _walled_twice(self, right: int, up: int, start: int, end: int, route: Route) -> list[tuple[int, int, int]]:
        """The open sides after each two walls that lengthen a route together, and its steps then."""
        walled = [(right ^ 1 << cell, up) for cell in cells(route.one[0])]
        walled += [(right, up ^ 1 << cell) for cell in cells(route.one[1])]
        found: dict[tuple[int, int], int] = {}
        for less, less_up in walled:
            self.ask()
            left = self._route(less, less_up, start, end)
            if left.steps != NO_WAY:
                for one, other, steps in self._walled(less, less_up, start, end, left):
                    found[one, other] = steps
        return [(*sides, steps) for sides, steps in found.items()]

    def _route(self, right: int, up: int, start: int, end: int) -> Route:
        height = self.height
        goal = 1 << end
        reached = seen = 1 << start
        levels = [reached]
        while not reached & goal:
            reached = (
                (reached & right) << height | reached >> height & right | (reached & up) << 1 | reached >> 1 & up
            ) & ~seen
            if not reached:
                return Route(NO_WAY, [], (0, 0), (0, 0))
            seen |= reached
            levels.append(reached)
        one, across, along, every, every_up = goal, 0, 0, 0, 0
        levels[-1] = here = goal
        for number in range(len(levels) - 2, -1, -1):
            level = levels[number]
            east, west = here >> height & right & level, (here & right) << height & level
            north, south = here >> 1 & up & level, (here & up) << 1 & level
            levels[number] = east | west | north | south
            sides, sides_up = east | west >> height, north | south >> 1
            if not sides_up:
                if not sides & (sides - 1):
                    every |= sides
            elif not sides and not sides_up & (sides_up - 1):
                every_up |= sides_up
            if step := one >> height & east:
                across |= step
                one = step
            elif step := one >> 1 & north:
                along |= step
                one = step
            elif step := one << height & west:
                across |= one
                one = step
            else:
                along |= one
                one = one << 1
            here = levels[number]
        return Route(len(levels) - 1, levels, (across, along), (every, every_up))

    def _turn_to(self, after: State) -> Turn:
        """The turn that leads from the root to that position."""
        right, up, other_cat, other_mouse, cat, mouse, side = after
        pieces = (other_cat, other_mouse, cat, mouse) if side == RED else (cat, mouse, other_cat, other_mouse)
        return turn_between(self.position, self.position._replace(right=right, up=up, pieces=pieces, side=side))


def _state_of(position: WallPosition) -> State:
    side = position.side
    own, theirs = position.pieces[2 * side : 2 * side + 2], position.pieces[2 - 2 * side : 4 - 2 * side]
    return (position.right, position.up, own[0], own[1], theirs[0], theirs[1], side)
