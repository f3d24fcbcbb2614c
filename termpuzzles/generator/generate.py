"""One board: draw a solved one, prove that nothing else solves it, mend it where that fails, and again.

At last the clues that it does not need are taken away, one after the other.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from math import exp
from random import Random
from typing import TYPE_CHECKING

from termpuzzles.board.grid import E, Grid, S
from termpuzzles.board.surface import TORUS, Surface
from termpuzzles.errors import ArgumentError, PuzzleError
from termpuzzles.games.arguments import as_found, game_named
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import pick, rng_of, shuffled
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import proof, stock
from termpuzzles.generator.clue_sets import drawn_early, early_clues, fewer_clues, nearest_to_grade, needed_clues
from termpuzzles.generator.hill_climbing import climb, climb_early, climb_to_effort, looks_at_once
from termpuzzles.generator.needed_clues import ClueSearch
from termpuzzles.generator.target import EARLY_BOARDS, Target, puzzle_of_solution, refusal, rule_names
from termpuzzles.generator.verdict import AS_ASKED, BoardVerdict, verdict_on
from termpuzzles.logic.answers import solver
from termpuzzles.logic.answers.grades import GRADES, efforts, may_have
from termpuzzles.logic.task import Task, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.making.maker import Maker, Patches
    from termpuzzles.games.model import Game, Puzzle
    from termpuzzles.generator.target import Target
    from termpuzzles.logic.task import Task


EASY = ("degree", "no loop")  # the rules that settle what is grown where no rating is asked for
MIXED_CELLS = 400  # up to so many, boards of which nothing is asked have one rating as often as another,
GRADED_CELLS = 225  # or one grade
GRADED_LOOPS, EASY_LOOPS = 3, 5  # with clues to look at for it; the easiest is rare
SMALL, LARGE_LOOPS = 64, 2  # cells: on larger boards, which take longer, fewer loops
EARLY_CELLS, AGAIN = 100, 3  # up to so many, a technique comes early and so often on boards that players ask for,
TRIED_CELLS = 150  # or nearly so, if it does on none of so many boards that they have so many cells together
AS_DRAWN = 3  # boards of a grade are at first made of any that are drawn, then of those with a technique of that grade
STARTS = 8_000  # cells of boards to draw until one needs the rule that is to come early
UNPROVED = 5  # the search ends after this many boards in a row that no mending made unique


class NotFound(PuzzleError):  # noqa: N818 - the name says more: it was looked for
    """The board asked for was not found, though it may exist; `nearest` is the hardest that was found, or None."""

    def __init__(self, sentence: str, nearest: Puzzle | None = None) -> None:
        self.nearest = nearest
        super().__init__(sentence)


def make_board(
    game: Game, params: Params, rng: Random, until: Callable[[], bool] = never, to_play: bool = False
) -> Puzzle:
    """A new puzzle, with just one solution unless `params.unique` is False, and rated exactly as asked.

    With `to_play` its hardest technique comes early and again, too, if one is asked for with which that is soon found.

    Raises `PuzzleError` if there can be no such puzzle, `NotFound` if none was found among many, and
    `termpuzzles.logic.task.Unfinished` once `until()` is true.
    """
    return finish(making(game, params, rng, to_play), until)


def making(game: Game, params: Params, rng: Random, to_play: bool = False) -> Task[Puzzle]:
    """`make_board`, as a task that can be stopped anywhere."""
    if (reason := refusal(game, params)) or game.maker is None:
        raise PuzzleError(reason)
    maker = game.maker()
    if params.is_open and params.unique:
        if maker.mixed and (rating := _mixed_rating(game, maker, params, rng)):
            with suppress(NotFound):
                return (yield from making(game, replace(params, rating=rating), rng, to_play))
        if maker.is_graded and params.width * params.height <= GRADED_CELLS:
            return (yield from _of_any_grade(Target(game, maker, params, rng)))
    if to_play and _is_soon_early(maker, params):
        boards = max(1, TRIED_CELLS // (params.width * params.height))
        early = yield from _nearest(Target(game, maker, replace(params, times=AGAIN), rng), boards)
        if early and early.fits_but_late:
            return early.puzzle
    found = yield from _nearest(Target(game, maker, params, rng))
    if found and found.fits:
        return found.puzzle
    asked = f"no {game.title} board {params.words} was found"
    if found is None or not found.words:
        raise NotFound(asked, found and found.puzzle)
    raise NotFound(f"{asked}: the nearest {found.words}", found.puzzle)


def _is_soon_early(maker: Maker, params: Params) -> bool:
    """Whether boards are soon found that need the technique asked for early and again."""
    is_small, early = params.width * params.height <= EARLY_CELLS, maker.early[params.surface == TORUS]
    return is_small and params.rating in early and not params.at_most and not params.times and params.unique


def _nearest(target: Target, boards: int = EARLY_BOARDS) -> Task[BoardVerdict | None]:
    """The first board that is as asked for, or the nearest to it of many; None if there is none with one solution.

    A technique that is to come early has to do so on one of so many `boards` that need it.
    """
    params, maker = target.params, target.maker
    nearest: BoardVerdict | None = None
    unproved = needing = 0
    for number in range(target.boards()):
        drawn = target if number < AS_DRAWN else _needing_more(target)
        solved = yield from _unique_board(drawn)
        unproved = 0 if solved else unproved + 1
        if unproved == UNPROVED:
            break
        if solved is None or (nearest and _is_too_easy(target, solved)):
            continue
        if aim := params.effort or (
            efforts(params.grade, target.game.name, params.width * params.height) if params.grade else None
        ):
            aimed = drawn._replace(params=replace(drawn.params, effort=aim))
            solved = solved if maker.clues else (yield from climb_to_effort(aimed, solved))
        puzzle = _hidden(target, solved)
        if params.is_open:
            return BoardVerdict(puzzle, AS_ASKED, "")
        verdict = yield from verdict_on(target, solved, puzzle)
        if nearest is None or verdict.off < nearest.off:
            nearest = verdict
        needing += verdict.is_rated
        if verdict.fits or (params.times and needing == boards):
            break
    return nearest


def _needing_more(target: Target) -> Target:
    """The target with a technique that boards of the grade asked for may need, where no technique is asked for.

    Without one that is hard enough a board is not of that grade, however much effort it takes.
    """
    params, game = target.params, target.game
    if not params.grade or params.rating or target.maker.clues:
        return target
    may = [replace(params, rating=rule) for rule in rule_names(game) if may_have(params.grade, rule)]
    known = [each for each in may if not refusal(game, each)]
    return target._replace(params=pick(target.rng, known)) if known else target


def _hidden(target: Target, solved: Puzzle) -> Puzzle:
    """The board as a player gets it, which does not show its solution."""
    tiles = target.maker.scramble(solved.problem(), solved.tiles, target.rng)
    return Puzzle(target.game, solved.grid, tiles, clues=solved.clues)


def _mixed_rating(game: Game, maker: Maker, params: Params, rng: Random) -> str:
    """One of the ratings that boards of which nothing is asked have in turn; "" for whatever is drawn."""
    if params.width * params.height > MIXED_CELLS or params != Params(params.width, params.height, params.surface):
        return ""
    rating = pick(rng, maker.mixed)
    return "" if rating and refusal(game, replace(params, rating=rating)) else rating


def _of_any_grade(target: Target) -> Task[Puzzle]:
    """A board that has a grade drawn at random, or comes near to it: the best of some sets of clues of some loops."""
    grade, cells = pick(target.rng, GRADES), target.params.width * target.params.height
    loops = EASY_LOOPS if grade == GRADES[0] else GRADED_LOOPS
    nearest: tuple[int, float, Puzzle] | None = None
    tried = 0
    while nearest is None or (nearest[0] and tried < (loops if cells <= SMALL else LARGE_LOOPS)):
        full = yield from _unique_board(target, strips=False)
        if full is None:
            continue
        tried += 1
        solution = yield from solver.one_solution(full.problem())
        found = yield from nearest_to_grade(target, full, ClueSearch(full, solution or b""), grade)
        if nearest is None or found[:2] < nearest[:2]:
            nearest = found
    return _hidden(target, nearest[2])


def sketch(game: Game, params: Params, rng: Random) -> Puzzle | None:
    """A solved board of this size, edges and shape, drawn in milliseconds without any proof; None if there is none."""
    params = replace(params, rating=None, effort=None, grade=None, times=0, symmetry="")
    if game.maker is None or refusal(game, params):
        return None
    maker = game.maker()
    grid = _grid(params.width, params.height, params.surface)
    masks = bytes(maker.draw(grid, params, rng))
    puzzle = puzzle_of_solution(game, maker, _walled(grid, masks, params, rng), masks)
    return replace(puzzle, start=game.solved_state(puzzle, masks))


def _unique_board(target: Target, strips: bool = True) -> Task[Puzzle | None]:
    """A board with its only solution, proved by the rules that are allowed; None if mending led nowhere.

    Unless it `strips`, it has all clues that the solution allows.
    """
    params, rng = target.params, target.rng
    if strips and params.times and params.rating in target.maker.often:
        return (yield from drawn_early(target, partial(_unique_board, target, strips=False)))
    grid = _grid(params.width, params.height, params.surface)
    if target.grows():
        grown = yield from _grown(target, grid)
        return (yield from _early(target, grown)) if params.times else grown
    if target.climbs() and not params.walls_matter:
        laid = stock.lay(target.game, target.maker.draw, params, rng, grid)
        if laid:
            return (yield from _around_stock(target, grid, laid))
    masks = target.maker.draw(grid, params, rng)
    if params.walls_matter:
        grid = _walled(grid, masks, params, rng)
    descent = _Descent(target.maker.heat)
    for _ in range(target.maker.rounds):
        puzzle = target.shown(grid, masks)
        rules = target.rules_at_first(puzzle)
        patches = (yield from proof.patches(puzzle.problem(), rules, masks)) if params.unique else ()
        if not patches:
            break
        yield None
        if target.maker.heat:
            patches = descent.choose(masks, patches, rng)
        target.maker.mend(grid, masks, patches, params, rng)
    else:
        return None
    if target.climbs():
        puzzle = yield from climb(target, grid, masks)
    if params.times and strips:
        puzzle = yield from _early(target, puzzle)
    if target.maker.clues and params.unique and strips:
        without = early_clues if params.times else fewer_clues if params.rating else needed_clues
        puzzle = yield from without(target, puzzle, masks)
    return (
        puzzle
        if params.walls_matter or puzzle.clues
        else Puzzle(target.game, _walled(grid, puzzle.tiles, params, rng), puzzle.tiles)
    )


def _around_stock(target: Target, grid: Grid, laid: stock.Laid) -> Task[Puzzle | None]:
    """The board once easy rules settle all that is not from the stock, and changed a little; None if they do not."""
    params, rng = target.params, target.rng
    masks = laid.masks
    for _ in range(target.maker.rounds):
        puzzle = target.shown(grid, masks)
        left = yield from proof.left_by_easy_rules(puzzle.problem(), masks)
        patches = [others for patch in left if (others := [cell for cell in patch if cell not in laid.stocked])]
        if not patches:
            break
        yield None
        target.maker.mend(laid.walled, masks, patches, params, rng)
    else:
        return None
    puzzle = yield from climb(target, grid, masks, from_stock=True)
    if params.times:
        puzzle = yield from _early(target, puzzle)
    return Puzzle(target.game, _walled(grid, puzzle.tiles, params, rng, laid.stocked), puzzle.tiles)


def _early(target: Target, puzzle: Puzzle) -> Task[Puzzle]:
    """The board changed until its hardest rule is needed as often and as early as was asked for, or nearly so.

    Where it does not need that rule at all, others are drawn at first that may.
    """
    drawn = target._replace(params=replace(target.params, times=0))
    for _ in range(0 if looks_at_once(target) else STARTS // puzzle.grid.size):
        if (yield from proof.left_to_hardest(puzzle.problem(), target.rules(puzzle) or (), 1)):
            break
        puzzle = (yield from _unique_board(drawn, strips=False)) or puzzle
    solution = yield from solver.one_solution(puzzle.problem())
    return (yield from climb_early(target, puzzle, solution)) if solution else puzzle


def _grown(target: Target, grid: Grid) -> Task[Puzzle]:
    """A board grown by changes that easy rules settle, around one of the stock where the rating asked for is rare.

    What the easy rules leave open stays as it is, and what leads from there back to it: so the rating stays, too.
    """
    offer, masks = target.maker.offer, bytearray(grid.size)
    assert offer
    for cell, mask in stock.put(target.game, target.params, target.rng, grid).items():
        masks[cell] = mask
    rules = target.rules(target.shown(grid, masks)) or EASY
    hard = proof.left_by_propagation(grid, rules, bytes(masks))
    for other in offer(grid, masks, target.params, target.rng):
        if all(other[cell] == masks[cell] for cell in hard):
            changed = next(cell for cell, (one, two) in enumerate(zip(masks, other, strict=True)) if one != two)
            around = proof.left_by_propagation(grid, rules, bytes(other), near=changed)
            if around.keys() <= hard.keys() and proof.left_by_propagation(grid, rules, bytes(other)) == hard:
                masks[:] = other
            yield None
    return target.shown(grid, masks)


@lru_cache(maxsize=2)
def _grid(width: int, height: int, surface: Surface) -> Grid:
    """The grid without walls; cached, since its tables take a tenth of the time of a small board."""
    return Grid.make(width, height, surface)


class _Descent:
    """Chooses the board from which mending goes on: the last one, or the one before if the last left more cells open.

    A step back is accepted now and then nevertheless, more often the hotter it is (Metropolis; Kirkpatrick, Gelatt and
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


def _walled(grid: Grid, masks: bytes | bytearray, params: Params, rng: Random, without: Collection[int] = ()) -> Grid:
    """The grid with walls in place of lines that are not drawn, as large a share of them as asked for.

    Cells in `without` get none.
    """
    if not params.walls:
        return grid
    free = [(cell, side) for cell, way in enumerate(grid.open_sides) for side in (E, S) if way & side & ~masks[cell]]
    number = round(params.walls * len(free))
    free = [line for line in free if line[0] not in without and grid.ways[line[1]][line[0]] not in without]
    walls = shuffled(rng, free)[:number]
    return Grid.make(grid.width, grid.height, grid.surface, walls)


def _is_too_easy(target: Target, puzzle: Puzzle) -> bool:
    """Whether the board surely does not need the rule that it should need, which is quicker than rating it."""
    rules = target.rules(puzzle)
    if rules is None or target.params.at_most or len(rules) == 1:
        return False
    return not proof.left_at_once(puzzle.problem(), rules[:-1])


def generate(
    game: str, params: Params | str = "7x7", seed: str | int | None = None, until: Callable[[], bool] = never
) -> Puzzle:
    """A new puzzle of the game (`infinity`, `net`, …), with just one solution unless the params say `any`.

    `params` is a size such as `13x11w` and more (see `Params`). The same seed gives the same board, everywhere.

    Raises `PuzzleError` if there can be no such puzzle, `NotFound` if none was found, `ArgumentError` for what is no
    game, no params or no seed, and `termpuzzles.logic.task.Unfinished` once `until()`, called every few milliseconds,
    is true.
    """
    asked = Params.parse(params) if isinstance(params, str) else params
    if not isinstance(asked, Params):
        raise ArgumentError(f"expected params such as '7x7', found {as_found(params)}")
    if seed is not None and (not isinstance(seed, str | int) or isinstance(seed, bool)):
        raise ArgumentError(f"expected a seed that is a word or a whole number, found {as_found(seed)}")
    rng = rng_of(os.urandom(8).hex() if seed is None else seed)
    return make_board(game_named(game), asked, rng, until, to_play=True)
