"""Which turns are legal and how a game ends; whether a cat has a way is asked by flooding the board.

`judge` weighs one turn in the order of the rules and says which is broken first; `successors` makes every legal turn.
A `WallGame` keeps the positions that a game has been through, as one that comes three times ends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import inf

from termpuzzles.wall.game.model import Ending, RuleError
from termpuzzles.wall.game.notation import Place, Turn, place_text, wall_text
from termpuzzles.wall.game.position import (
    BLUE,
    NO_WAY,
    RED,
    SIDES,
    Wall,
    WallPosition,
    cells,
    distance,
    one_step,
    way,
)

ACTIONS = 2  # of a turn
REPEATED = 3  # times that a position stands with the same side to move: then the game is drawn
NEAR = 2  # steps within which blue's cat makes red's win a draw

GAME_OVER, COST, CLASSIC, STEP, SLOT, WAY = 1, 2, 3, 4, 5, 6  # the numbers of the rules

Pairs = tuple[tuple[int, int], tuple[int, int]]  # each cat's cell with that of its mouse
OutOfTime = Callable[[], object]  # called often; raises what ends the work


def judge(position: WallPosition, turn: Turn) -> None:
    """Raise `RuleError` with the first rule that the turn breaks; the game must not be over."""
    _judge_cost(position, turn)
    if turn.mouse is not None and position.variant == "classic":
        raise RuleError(CLASSIC, "in classic, mice do not move")
    for name, home, place in _moved(position, turn):
        _judge_steps(position, name, position.place(home), place)
    for wall in turn.walls:
        if not position.is_free(wall):
            raise RuleError(SLOT, f"{wall_text(wall)} is not a free slot of the board")
    if turn.walls:
        after = after_turn(position, turn)
        for side in (position.side, 1 - position.side):
            if after.distance(side) == NO_WAY:
                raise RuleError(WAY, f"{_named(turn.walls)} {SIDES[side]}'s cat no way to its mouse")


def _named(walls: tuple[Wall, ...]) -> str:
    return f"{' and '.join(map(wall_text, walls))} {'leave' if len(walls) > 1 else 'leaves'}"


def _moved(position: WallPosition, turn: Turn) -> Iterator[tuple[str, int, Place]]:
    """Each piece that is to move: its name, the cell where it stands, and where it goes."""
    if turn.cat is not None:
        yield "cat", position.cat(position.side), turn.cat
    if turn.mouse is not None:
        yield "mouse", position.mouse(position.side), turn.mouse


def _judge_cost(position: WallPosition, turn: Turn) -> None:
    cost = len(turn.walls)
    for name, home, place in _moved(position, turn):
        file, rank = position.place(home)
        if (file, rank) == place:
            raise RuleError(COST, f"the {name} stands on {place_text(place)} already")
        cost += abs(file - place[0]) + abs(rank - place[1])
    if len(set(turn.walls)) < len(turn.walls):
        raise RuleError(COST, f"{wall_text(turn.walls[0])} is named twice")
    if cost > ACTIONS:
        raise RuleError(COST, f"{turn} takes {cost} actions, and a turn has {ACTIONS}")


def _judge_steps(position: WallPosition, name: str, home: Place, place: Place) -> None:
    on_board = 0 <= place[0] < position.width and 0 <= place[1] < position.height
    steps = abs(home[0] - place[0]) + abs(home[1] - place[1])
    reached = 1 << home[0] * position.height + home[1]
    for _ in range(steps):
        reached = one_step(position.height, position.right, position.up, reached)
    if not on_board or not reached >> place[0] * position.height + place[1] & 1:
        ways = "step" if steps == 1 else "way of two steps"
        raise RuleError(STEP, f"no open {ways} leads the {name} from {place_text(home)} to {place_text(place)}")


def after_turn(position: WallPosition, turn: Turn) -> WallPosition:
    """The position after a turn, with the other side to move; the turn's places must be on the board."""
    for wall in turn.walls:
        position = position.with_wall(wall)
    pieces = list(position.pieces)
    for piece, place in enumerate((turn.cat, turn.mouse), 2 * position.side):
        if place is not None:
            pieces[piece] = place[0] * position.height + place[1]
    return position._replace(pieces=(pieces[0], pieces[1], pieces[2], pieces[3]), side=1 - position.side)


def turn_between(before: WallPosition, after: WallPosition) -> Turn:
    """The turn that leads from one position to another that follows it."""
    height, mover = before.height, before.side
    cat, mouse = (
        before.place(new) if new != old else None
        for old, new in ((before.cat(mover), after.cat(mover)), (before.mouse(mover), after.mouse(mover)))
    )
    built = ((False, before.right ^ after.right), (True, before.up ^ after.up))
    walls = (Wall(above, *divmod(cell, height)) for above, board in built for cell in cells(board))
    return Turn(cat, mouse, tuple(walls))


def outcome(after: WallPosition) -> Ending | None:
    """How the turn that led to this position ended the game; None if it goes on."""
    mover = 1 - after.side
    if after.cat(mover) == after.mouse(after.side):
        if mover == RED and after.distance(BLUE) <= NEAR:
            return Ending(None, "one-move")
        return Ending(mover, "knockout")
    if after.cat(after.side) == after.mouse(mover):
        return Ending(after.side, "knockout")
    return None


def pairs_of(pieces: tuple[int, int, int, int]) -> Pairs:
    """Each cat's cell with that of the mouse it hunts."""
    return (pieces[0], pieces[3]), (pieces[2], pieces[1])


def successors(position: WallPosition) -> Iterator[WallPosition]:
    """The position after each legal turn, turns without a wall first; the game must not be over."""
    moved = list(_after_steps(position))
    other = 1 - position.side
    for pieces, _ in moved:
        yield position._replace(pieces=pieces, side=other)
    head = position[:3]
    for pieces, left in moved:
        for right, up in _with_walls(position.height, position.right, position.up, pairs_of(pieces), left):
            yield WallPosition(*head, right, up, pieces, other)


def _after_steps(position: WallPosition) -> Iterator[tuple[tuple[int, int, int, int], int]]:
    """The pieces after each choice of steps, and the actions that are left."""
    mover = position.side
    cat, mouse = position.cat(mover), position.mouse(mover)
    near_mouse = [[mouse], [], []] if position.variant == "classic" else _reached(position, mouse)
    for cat_steps, cats in enumerate(_reached(position, cat)):
        for mouse_steps, mice in enumerate(near_mouse[: ACTIONS - cat_steps + 1]):
            for cat in cats:
                for mouse in mice:
                    pieces = list(position.pieces)
                    pieces[2 * mover], pieces[2 * mover + 1] = cat, mouse
                    yield (pieces[0], pieces[1], pieces[2], pieces[3]), ACTIONS - cat_steps - mouse_steps


def _reached(position: WallPosition, cell: int) -> list[list[int]]:
    """The cells that are none, one and two steps away."""
    home = 1 << cell
    once = one_step(position.height, position.right, position.up, home)
    twice = one_step(position.height, position.right, position.up, once) & ~home
    return [[cell], list(cells(once)), list(cells(twice))]


def have_ways(height: int, right: int, up: int, pairs: Pairs) -> bool:
    """Whether each cat has a way."""
    return all(distance(height, right, up, *pair) >= 0 for pair in pairs)


def crossed_sides(height: int, right: int, up: int, pairs: Pairs) -> tuple[int, int]:
    """The sides that one way of each cat crosses: no other wall can leave one without."""
    (across, along), (across_too, along_too) = (way(height, right, up, *pair) or (right, up) for pair in pairs)
    return across | across_too, along | along_too


def _with_walls(height: int, right: int, up: int, pairs: Pairs, most: int) -> Iterator[tuple[int, int]]:
    """The open sides after each legal choice of one to `most` walls."""
    if not most:
        return
    crossed = crossed_sides(height, right, up, pairs)
    for less, less_up, across, along in _with_a_wall(height, right, up, pairs, crossed, right, up):
        yield less, less_up
        if most == ACTIONS:
            is_crossed = (right ^ less) & crossed[0] or (up ^ less_up) & crossed[1]
            known = crossed_sides(height, less, less_up, pairs) if is_crossed else crossed
            for second, second_up, _, _ in _with_a_wall(height, less, less_up, pairs, known, across, along):
                yield second, second_up


def _with_a_wall(
    height: int, right: int, up: int, pairs: Pairs, crossed: tuple[int, int], across: int, along: int
) -> Iterator[tuple[int, int, int, int]]:
    """The open sides after each legal wall in the slots `across` and `along`, and the slots that follow it.

    `crossed` are the sides that known ways cross: a wall elsewhere needs no check.
    """
    while across:
        wall = across & -across
        across ^= wall
        if not wall & crossed[0] or have_ways(height, right ^ wall, up, pairs):
            yield right ^ wall, up, across, along
    while along:
        wall = along & -along
        along ^= wall
        if not wall & crossed[1] or have_ways(height, right, up ^ wall, pairs):
            yield right, up ^ wall, 0, along


def perft(position: WallPosition, depth: int, ask: OutOfTime = lambda: None) -> tuple[int, int]:
    """The legal sequences of that many turns, and the different positions to which they lead.

    A third repetition ends a game, so what is told apart are the positions since the last wall.
    """
    level: Counter[tuple[WallPosition, tuple[WallPosition, ...]]] = Counter({(position, (position,)): 1})
    for _ in range(depth):
        further: Counter[tuple[WallPosition, tuple[WallPosition, ...]]] = Counter()
        for (here, past), number in level.items():
            if outcome(here) or past.count(here) == REPEATED:
                continue
            for after in successors(here):
                ask()
                may_repeat = (after.right, after.up) == (here.right, here.up)
                further[after, tuple(sorted((*past, after))) if may_repeat else (after,)] += number
        level = further
    return level.total(), len({here for here, _ in level})


class WallGame:
    """A game in play: `positions` holds one more than `turns`, and `outcome` is None until it is over."""

    def __init__(self, start: WallPosition) -> None:
        self.positions = [start]
        self.turns: list[Turn] = []
        self.outcome: Ending | None = None
        self.seen = Counter(self.positions)

    @property
    def position(self) -> WallPosition:
        """The position on the board."""
        return self.positions[-1]

    @property
    def owners(self) -> dict[Wall, int]:
        """Which side built each wall; those of the start belong to neither."""
        found: dict[Wall, int] = {}
        for position, turn in zip(self.positions, self.turns, strict=False):
            found |= dict.fromkeys(turn.walls, position.side)
        return found

    def judge(self, turn: Turn, side: int | None = None, seconds: float = inf) -> None:
        """Raise `RuleError` with the first rule that the turn of that side, with so many seconds left, breaks."""
        mover = self.position.side
        if self.outcome:
            raise RuleError(GAME_OVER, "the game is over")
        if side not in (None, mover):
            raise RuleError(GAME_OVER, f"it is {SIDES[mover]}'s turn")
        if seconds <= 0:
            raise RuleError(GAME_OVER, f"{SIDES[mover]}'s time has run out")
        judge(self.position, turn)

    def play(self, turn: Turn, side: int | None = None, seconds: float = inf) -> None:
        """Play the turn; raises `RuleError` and changes nothing if it breaks a rule."""
        self.judge(turn, side, seconds)
        after = after_turn(self.position, turn)
        self.positions.append(after)
        self.turns.append(turn)
        self.seen[after] += 1
        self.outcome = outcome(after)
        if self.outcome is None and self.seen[after] == REPEATED:
            self.outcome = Ending(None, "repetition")

    def end(self, outcome: Ending) -> None:
        """End the game for a reason that is not on the board; it must not be over."""
        self.outcome = outcome

    def take_back(self) -> None:
        """Take the last turn back; there must be one."""
        self.seen[self.positions.pop()] -= 1
        self.turns.pop()
        self.outcome = None
