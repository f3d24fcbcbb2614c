"""The turns that matter: those that bring the cat nearer, take the mouse away, or lengthen the other cat's way.

One wall lengthens a way only on a side that every shortest way crosses; two do only if one is on any given shortest
way, and the other is such a side of what is left then.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple

from termpuzzles.wall.game.position import NO_WAY, RED, cells, distance, one_step
from termpuzzles.wall.game.rules import ACTIONS, NEAR

STEP = 10  # value of one step of distance
TO_MOVE = 5  # value of having the move
THREATENED = 10_000  # less does a turn look worth that lets the other cat catch
NO_SIDES = (0, 0)


class OwnView(NamedTuple):
    """A position as the side to move sees it: open sides, its own pieces, then the other side's."""

    right: int
    up: int
    cat: int
    mouse: int
    their_cat: int
    their_mouse: int
    side: int


class Route(NamedTuple):
    """All shortest ways between two cells, by the sides that they cross: one of them, and every one."""

    steps: int
    levels: list[int]  # the cells on some shortest way, by their steps from the start
    one: tuple[int, int]  # sides right and above
    every: tuple[int, int]


Walled = list[tuple[int, int, int]]  # open sides after some walls, and the steps of a way then


def route(height: int, right: int, up: int, start: int, end: int) -> Route:
    """The shortest ways from one cell to another; their steps are `NO_WAY` if there is none."""
    levels = _levels(height, right, up, start, end)
    if not levels:
        return Route(NO_WAY, [], NO_SIDES, NO_SIDES)
    levels[-1] = here = one = 1 << end
    across = along = every = every_up = 0
    for number in range(len(levels) - 2, -1, -1):
        level = levels[number]
        east, west = here >> height & right & level, (here & right) << height & level
        north, south = here >> 1 & up & level, (here & up) << 1 & level
        levels[number] = here = east | west | north | south
        sides, sides_up = east | west >> height, north | south >> 1
        if not sides_up:
            if not sides & (sides - 1):
                every |= sides
        elif not sides and not sides_up & (sides_up - 1):
            every_up |= sides_up
        if before := one >> height & east:
            across |= before
        elif before := one << height & west:
            across |= one
        elif before := one >> 1 & north:
            along |= before
        else:
            before = one << 1
            along |= one
        one = before
    return Route(len(levels) - 1, levels, (across, along), (every, every_up))


def _levels(height: int, right: int, up: int, start: int, end: int) -> list[int]:
    """The cells that are reached with each number of steps, up to the end; nothing if it is not reached."""
    goal = 1 << end
    reached = seen = 1 << start
    levels = [reached]
    while not reached & goal:
        reached = (
            (reached & right) << height | reached >> height & right | (reached & up) << 1 | reached >> 1 & up
        ) & ~seen
        if not reached:
            return []
        seen |= reached
        levels.append(reached)
    return levels


class Candidates:
    """The turns of a position that matter: `wins` and `draws` by catching at once, if that can be, and all others."""

    def __init__(self, state: OwnView, height: int, mice_move: bool) -> None:
        self.state = state
        self.height = height
        self.mice_move = mice_move
        self.own = route(height, state.right, state.up, state.cat, state.their_mouse)
        self.theirs = route(height, state.right, state.up, state.their_cat, state.mouse)
        self.wins: OwnView | None = None
        self.draws: OwnView | None = None
        self._found: dict[OwnView, tuple[int, int]] = {}
        if self.own.steps <= ACTIONS:
            self._catch()

    def best_looking(self, number: int) -> Generator[None, None, list[tuple[int, OwnView]]]:
        """The most promising turns that do not end the game: the value on the board after each, and the position.

        It yields so often that it can be stopped within some milliseconds.
        """
        self._step()
        self._step_and_wall()
        if self.mice_move:
            self._flee()
        state = self.state
        yield
        walled = yield from self._walled_twice(state.their_cat, state.mouse)
        self._add_walled(walled, state.cat, state.mouse, self.own)
        self._add(state.right, state.up, state.cat, state.mouse, self.own.steps, self.theirs.steps)
        order = sorted(self._found.items(), key=lambda found: -found[1][0])
        return [(value, after) for after, (_, value) in order[:number]]

    def _catch(self) -> None:
        """Note that the cat can catch the mouse, and whether that is a win or at best a draw."""
        state = self.state
        if state.side != RED or self.theirs.steps > NEAR:
            self.wins = self._caught(state.right, state.up, state.mouse)
            return
        self.draws = self._caught(state.right, state.up, state.mouse)
        if self.own.steps < ACTIONS:  # the other action may take the mouse out of reach
            self.wins = next(self._out_of_reach(), None)

    def _caught(self, right: int, up: int, mouse: int) -> OwnView:
        _, _, _, _, their_cat, their_mouse, side = self.state
        return OwnView(right, up, their_cat, their_mouse, their_mouse, mouse, 1 - side)

    def _out_of_reach(self) -> Iterator[OwnView]:
        state = self.state
        if self.theirs.steps == NEAR and self.mice_move:
            yield from (self._caught(state.right, state.up, cell) for cell in self._fled(1))
        for right, up, steps in self._walled(state.right, state.up, state.their_cat, state.mouse, self.theirs):
            if steps > NEAR:
                yield self._caught(right, up, state.mouse)

    def _add(self, right: int, up: int, cat: int, mouse: int, own_steps: int, their_steps: int) -> None:
        """Add a turn: the open sides and own pieces after it, and how many steps each cat is from its mouse then."""
        _, _, _, _, their_cat, their_mouse, side = self.state
        value = STEP * (their_steps - own_steps) - TO_MOVE
        is_caught = their_steps <= ACTIONS and (side == RED or own_steps > NEAR)
        after = OwnView(right, up, their_cat, their_mouse, cat, mouse, 1 - side)
        self._found[after] = (value - THREATENED if is_caught else value, value)

    def _add_walled(self, walled: Walled, cat: int, mouse: int, own: Route) -> None:
        """Add turns that build these walls with the own pieces there; `own` is the cat's route without them."""
        their_mouse = self.state.their_mouse
        for right, up, their_steps in walled:
            steps = own.steps
            if own.one[0] & ~right or own.one[1] & ~up:
                steps = distance(self.height, right, up, cat, their_mouse)
            if steps != NO_WAY:
                self._add(right, up, cat, mouse, steps, their_steps)

    def _step(self) -> None:
        """Add two steps of the cat."""
        state = self.state
        for cell in self._nearer(ACTIONS):
            self._add(state.right, state.up, cell, state.mouse, self.own.steps - ACTIONS, self.theirs.steps)

    def _step_and_wall(self) -> None:
        """Add a step of the cat with a wall, or with a step of the mouse."""
        right, up, _, mouse, their_cat, their_mouse, _ = self.state
        walled = self._walled(right, up, their_cat, mouse, self.theirs)
        fled = list(self._fled(1)) if self.mice_move else []
        for cell in self._nearer(1):
            for other in fled:
                self._add(right, up, cell, other, self.own.steps - 1, self.theirs.steps + 1)
            self._add_walled(walled, cell, mouse, route(self.height, right, up, cell, their_mouse))

    def _flee(self) -> None:
        """Add two steps of the mouse, or one and a wall."""
        right, up, cat, _, their_cat, _, _ = self.state
        for cell in self._fled(1):
            longer = route(self.height, right, up, their_cat, cell)
            self._add_walled(self._walled(right, up, their_cat, cell, longer), cat, cell, self.own)
        for cell in self._fled(ACTIONS):
            self._add(right, up, cat, cell, self.own.steps, self.theirs.steps + ACTIONS)

    def _nearer(self, steps: int) -> Iterator[int]:
        """The cells that bring the cat so many steps nearer, but not onto the mouse."""
        return cells(self.own.levels[steps]) if self.own.steps > steps else iter(())

    def _fled(self, steps: int) -> Iterator[int]:
        """The cells that are so many steps from the mouse, and that much further away from the cat that hunts it."""
        state = self.state
        reached = seen = 1 << state.mouse
        for _ in range(steps):
            reached = one_step(self.height, state.right, state.up, reached) & ~seen
            seen |= reached
        for cell in cells(reached):
            if distance(self.height, state.right, state.up, state.their_cat, cell) == self.theirs.steps + steps:
                yield cell

    def _walled(self, right: int, up: int, start: int, end: int, ways: Route) -> Walled:
        """What is left after each wall that lengthens the ways."""
        walled = [(right ^ 1 << cell, up) for cell in cells(ways.every[0])]
        walled += [(right, up ^ 1 << cell) for cell in cells(ways.every[1])]
        lengths = ((*sides, distance(self.height, *sides, start, end)) for sides in walled)
        return [one for one in lengths if one[2] != NO_WAY]

    def _walled_twice(self, start: int, end: int) -> Generator[None, None, Walled]:
        """What is left after each two walls that lengthen the other cat's ways together."""
        right, up, (across, along) = self.state.right, self.state.up, self.theirs.one
        walled = [(right ^ 1 << cell, up) for cell in cells(across)]
        walled += [(right, up ^ 1 << cell) for cell in cells(along)]
        found: dict[tuple[int, int], int] = {}
        for sides in walled:
            yield
            left = route(self.height, *sides, start, end)
            if left.steps != NO_WAY:
                found |= {(one, other): steps for one, other, steps in self._walled(*sides, start, end, left)}
        return [(*sides, steps) for sides, steps in found.items()]
