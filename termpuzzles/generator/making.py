"""One board: draw a solved one, prove that nothing else solves it, mend it where that fails, and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.errors import PuzzleError
from termpuzzles.games.chance import shuffled
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import proof
from termpuzzles.logic import solver
from termpuzzles.logic.work import Work, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.maker import Maker
    from termpuzzles.games.model import Game
    from termpuzzles.games.params import Params

ROUNDS = 60  # of mending, then another board is drawn; nearly all boards take fewer than ten
BOARDS = 200  # drawn in search of what is asked for, but
CELLS = 200_000  # no more than have so many cells together


class NotFound(Exception):  # noqa: N818 - nothing is wrong: it was looked for and not found
    """What was asked for was not found, though it may be there; `nearest` is the hardest that was, or None."""

    def __init__(self, sentence: str, nearest: Puzzle | None = None) -> None:
        self.nearest = nearest
        super().__init__(sentence)


def generate(game: Game, params: Params, rng: Random, until: Callable[[], bool] = never) -> Puzzle:
    """A new puzzle, with just one solution unless `params.unique` is False, and rated exactly as asked.

    Raises `PuzzleError` where there can be no such puzzle, `NotFound` where none was found among many, and
    `termpuzzles.logic.work.Unfinished` once `until` says so.
    """
    return finish(making(game, params, rng), until)


def making(game: Game, params: Params, rng: Random) -> Work[Puzzle]:
    """`generate`, as work that can be stopped anywhere."""
    if game.maker is None:
        raise PuzzleError(f"{game.title} boards cannot be made")
    maker = game.maker()
    if reason := maker.refuse(params):
        raise PuzzleError(reason)
    nearest: tuple[int, Puzzle] | None = None
    for _ in range(1 + min(BOARDS, CELLS // (params.width * params.height))):
        solved = yield from _solved(game, maker, params, rng)
        if solved is None or _is_too_easy(solved, params):
            continue
        puzzle = Puzzle(game, solved.grid, maker.scramble(solved.problem(), solved.tiles, rng))
        if params.rating is None:
            return puzzle
        hardness = yield from _hardness(solved)
        wanted = solved.problem().rules.index(params.rating)
        if hardness == wanted or (params.at_most and 0 <= hardness <= wanted):
            return puzzle
        nearest = max(nearest or (-1, puzzle), (hardness, puzzle), key=lambda found: found[0])
    raise NotFound(_sentence(game, params, nearest), nearest and nearest[1])


def _solved(game: Game, maker: Maker, params: Params, rng: Random) -> Work[Puzzle | None]:
    """A board that shows its only solution, proved by the rules that are allowed; None where mending led nowhere."""
    grid = Grid.make(params.width, params.height, params.wrap, params.wrap)
    masks = maker.draw(grid, params, rng)
    if params.walls_matter:
        grid = _walled(grid, bytes(masks), params, rng)
    for _ in range(ROUNDS):
        puzzle = Puzzle(game, grid, maker.tiles(bytes(masks)))
        open_patches = yield from proof.patches(puzzle.problem(), _rules(puzzle, params)) if params.unique else ()
        if not open_patches:
            break
        yield None
        maker.mend(grid, masks, open_patches, params, rng)
    else:
        return None
    return puzzle if params.walls_matter else Puzzle(game, _walled(grid, bytes(masks), params, rng), puzzle.tiles)


def _walled(grid: Grid, masks: bytes, params: Params, rng: Random) -> Grid:
    """The grid with walls across the share asked for of the lines that are not drawn."""
    if not params.walls:
        return grid
    free = [
        (cell, side) for cell, closed in enumerate(grid.open_sides) for side in (E, S) if closed & side & ~masks[cell]
    ]
    walls = shuffled(rng, free)[: round(params.walls * len(free))]
    return Grid.make(grid.width, grid.height, grid.wrap_x, grid.wrap_y, walls)


def _rules(puzzle: Puzzle, params: Params) -> Sequence[str] | None:
    """The rules that may be needed, easiest first; None where any will do."""
    if params.rating is None:
        return None
    rules = puzzle.problem().rules
    if params.rating not in rules:
        raise PuzzleError(f"one of {', '.join(rules)}", repr(params.rating))
    return rules[: rules.index(params.rating) + 1]


def _is_too_easy(puzzle: Puzzle, params: Params) -> bool:
    """Whether the board surely needs less than the rule that it should need; to rate it would take longer."""
    rules = _rules(puzzle, params)
    if rules is None or params.at_most or len(rules) == 1:
        return False
    return proof.is_settled_at_once(puzzle.problem(), rules[:-1])


def _hardness(puzzle: Puzzle) -> Work[int]:
    """Where among its rules the hardest that the puzzle needs stands; -1 if it has not just one solution."""
    problem = puzzle.problem()
    rating = yield from solver.rate(problem)
    return -1 if rating.hardest is None else problem.rules.index(rating.hardest)


def _sentence(game: Game, params: Params, nearest: tuple[int, Puzzle] | None) -> str:
    asked = f"no {game.title} board {params} was found"
    if nearest is None or nearest[0] < 0:
        return asked
    hardness, puzzle = nearest
    return f"{asked}: the nearest needs '{puzzle.problem().rules[hardness]}'"
