"""One board: draw a solved one, prove that nothing else solves it, mend it where that fails, and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.errors import PuzzleError
from termpuzzles.games.making.reproducible_random import below, shuffled
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import proof
from termpuzzles.logic.engine import solver
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.making.maker import Maker, Patches
    from termpuzzles.games.making.params import Params
    from termpuzzles.games.model import Game

BOARDS = 2_000  # the search is given up after so many of them,
CELLS = 200_000  # or as many as have so many cells together,
CLIMBED = 10  # or so many that were made harder step by step,
UNPROVED = 5  # or so many in a row that no mending made unique
FIRST_STEP = 10_000  # changes to try until a board needs a hard rule at all (3,000 is usual at any size), and
CLIMBS = 8  # for each of its cells to make it harder,
ENOUGH = 0.8  # unless so many of its cells are open already where the easier rules stall


class NotFound(PuzzleError):  # noqa: N818 - the name says more: it was looked for
    """What was asked for was not found, though it may be there; `nearest` is the hardest that was, or None."""

    def __init__(self, sentence: str, nearest: Puzzle | None = None) -> None:
        self.nearest = nearest
        super().__init__(sentence)


class Order(NamedTuple):
    """What is to be made: of which game, by what, of which nature, with which random numbers."""

    game: Game
    maker: Maker
    params: Params
    rng: Random

    def shown(self, grid: Grid, masks: bytearray) -> Puzzle:
        """The puzzle that has these masks for a solution, and shows it where its tiles turn."""
        return Puzzle(self.game, grid, self.maker.tiles(bytes(masks)))

    def climbs(self) -> bool:
        """Whether what is asked for hardly ever comes about unless boards are made harder step by step."""
        return self.params.rating in self.maker.climbed and not self.params.at_most

    def boards(self) -> int:
        """How many boards to try."""
        return CLIMBED if self.climbs() else min(BOARDS, 1 + CELLS // (self.params.width * self.params.height))

    def rules(self, puzzle: Puzzle) -> Sequence[str] | None:
        """The rules that the puzzle may need, easiest first; None where any will do."""
        asked = self.params.rating
        if asked is None:
            return None
        rules = puzzle.problem().rules
        if asked not in rules:
            raise PuzzleError(f"one of {', '.join(rules)}", repr(asked))
        return rules[: rules.index(asked) + 1]


def generate(game: Game, params: Params, rng: Random, until: Callable[[], bool] = never) -> Puzzle:
    """A new puzzle, with just one solution unless `params.unique` is False, and rated exactly as asked.

    Raises `PuzzleError` where there can be no such puzzle, `NotFound` where none was found among many, and
    `termpuzzles.logic.task.Unfinished` once `until` says so.
    """
    return finish(making(game, params, rng), until)


def making(game: Game, params: Params, rng: Random) -> Task[Puzzle]:
    """`generate`, as work that can be stopped anywhere."""
    if game.maker is None:
        raise PuzzleError(f"{game.title} boards cannot be made")
    maker = game.maker()
    if reason := maker.refuse(params):
        raise PuzzleError(reason)
    order = Order(game, maker, params, rng)
    nearest: tuple[int, Puzzle] | None = None
    unproved = 0
    for _ in range(order.boards()):
        solved = yield from _solved(order)
        unproved = 0 if solved else unproved + 1
        if unproved == UNPROVED:
            break
        if solved is None or (nearest and _is_too_easy(order, solved)):
            continue
        puzzle = Puzzle(game, solved.grid, maker.scramble(solved.problem(), solved.tiles, rng))
        if params.rating is None:
            return puzzle
        hardness = yield from _hardness(solved)
        wanted = solved.problem().rules.index(params.rating)
        if hardness == wanted or (params.at_most and 0 <= hardness <= wanted):
            return puzzle
        nearest = max(nearest or (-1, puzzle), (hardness, puzzle), key=lambda found: found[0])
    raise NotFound(_sentence(order, nearest), nearest and nearest[1])


def _solved(order: Order) -> Task[Puzzle | None]:
    """A board that shows its only solution, proved by the rules that are allowed; None where mending led nowhere."""
    params, rng = order.params, order.rng
    grid = Grid.make(params.width, params.height, params.wrap, params.wrap)
    masks = order.maker.draw(grid, params, rng)
    if params.walls_matter:
        grid = _walled(grid, masks, params, rng)
    descent = _Descent(order.maker.heat)
    for _ in range(order.maker.rounds):
        puzzle = order.shown(grid, masks)
        patches = (yield from proof.patches(puzzle.problem(), order.rules(puzzle))) if params.unique else ()
        if not patches:
            break
        yield None
        if order.maker.heat:
            patches = descent.choose(masks, patches, rng)
        order.maker.mend(grid, masks, patches, params, rng)
    else:
        return None
    if order.climbs():
        puzzle = yield from _climbed(order, grid, masks)
    return puzzle if params.walls_matter else Puzzle(order.game, _walled(grid, masks, params, rng), puzzle.tiles)


class _Descent:
    """The board that mending goes on from: the last one, or the one kept before where the last left more cells open.

    A step back is taken all the same now and then, the more so the hotter it is (Metropolis; Kirkpatrick, Gelatt and
    Vecchi, Optimization by simulated annealing, 1983).
    """

    def __init__(self, heat: float) -> None:
        self.heat = heat
        self._kept: tuple[int, bytes, Patches] | None = None

    def choose(self, masks: bytearray, patches: Patches, rng: Random) -> Patches:
        """The patches of the board to go on from; `masks` become that board."""
        number = sum(map(len, patches))
        if self._kept and number > self._kept[0] and rng.random() >= exp((self._kept[0] - number) / self.heat):
            _, masks[:], patches = self._kept
        else:
            self._kept = number, bytes(masks), patches
        return patches


def _climbed(order: Order, grid: Grid, masks: bytearray) -> Task[Puzzle]:
    """A harder board than the one given, by many small changes: those stay that leave no fewer cells to hard rules.

    Most of the way is to the first board that needs a hard rule at all; from there it is uphill.
    """
    puzzle = order.shown(grid, masks)
    hard, left = 0, FIRST_STEP
    while left and hard < ENOUGH * grid.size:
        left -= 1
        changed, place = masks.copy(), below(order.rng, grid.size)
        for _ in range(1 + order.rng.getrandbits(1)):
            order.maker.mend(grid, changed, [[place]], order.params, order.rng)
        other = order.shown(grid, changed)
        problem, rules = other.problem(), order.rules(other)
        open_cells = proof.left_at_once(problem, (rules or ())[:-1])
        yield None
        if open_cells < hard or (open_cells and (yield from proof.patches(problem, rules))):
            continue
        if open_cells and not hard:
            left = CLIMBS * grid.size
        puzzle, masks, hard = other, changed, open_cells
    return puzzle


def _walled(grid: Grid, masks: bytearray, params: Params, rng: Random) -> Grid:
    """The grid with walls across the share asked for of the lines that are not drawn."""
    if not params.walls:
        return grid
    free = [(cell, side) for cell, way in enumerate(grid.open_sides) for side in (E, S) if way & side & ~masks[cell]]
    walls = shuffled(rng, free)[: round(params.walls * len(free))]
    return Grid.make(grid.width, grid.height, grid.wrap_x, grid.wrap_y, walls)


def _is_too_easy(order: Order, puzzle: Puzzle) -> bool:
    """Whether the board surely needs less than the rule that it should need; to rate it would take longer."""
    rules = order.rules(puzzle)
    if rules is None or order.params.at_most or len(rules) == 1:
        return False
    return proof.left_at_once(puzzle.problem(), rules[:-1]) == 0


def _hardness(puzzle: Puzzle) -> Task[int]:
    """Where among its rules the hardest that the puzzle needs stands; -1 if it has not just one solution."""
    problem = puzzle.problem()
    rating = yield from solver.rate(problem)
    return -1 if rating.hardest is None else problem.rules.index(rating.hardest)


def _sentence(order: Order, nearest: tuple[int, Puzzle] | None) -> str:
    asked = f"no {order.game.title} board {order.params} was found"
    if nearest is None or nearest[0] < 0:
        return asked
    hardness, puzzle = nearest
    return f"{asked}: the nearest needs '{puzzle.problem().rules[hardness]}'"
