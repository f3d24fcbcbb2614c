"""What to make, and how long to look for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.games.making.params import HALF_TURN, Params
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import proof, stock
from termpuzzles.logic.problem import SEARCH
from termpuzzles.logic.rules.techniques import TITLES, title_of

if TYPE_CHECKING:
    from termpuzzles.games.making.maker import Maker
    from termpuzzles.games.model import Game

BOARDS = 2_000  # the search ends after this many boards,
CELLS = 200_000  # or after boards with this many cells together,
LARGE = 200  # cells: boards of loops are grown where mending what was drawn at once takes longer, or leads nowhere
SIDES_TO_ASK = (10, 30)  # a rating may be known on large boards only, or found soon enough on small ones only
CLIMBED = 10  # or after this many boards that were made harder step by step,
GRADED = 40  # or whose clues alone make them harder or easier,
CHAIN = TITLES["chain"]  # what to ask for where no board of a harder technique is known
EARLY_BOARDS = 8  # or that needed the rule asked for and were changed until it comes early, with
EARLY_DRAWN = 20  # those that did not need it


def partners(grid: Grid, symmetry: str) -> list[int]:
    """For each cell the one that lies there after a half turn of the board, or in a mirror that stands upright."""
    if symmetry == HALF_TURN:
        return list(range(grid.size - 1, -1, -1))
    width = grid.width
    return [cell - cell % width + width - 1 - cell % width for cell in range(grid.size)]


def puzzle_of_solution(game: Game, maker: Maker, grid: Grid, masks: bytes) -> Puzzle:
    """The puzzle with this solution, and all clues that fit it; where tiles turn, it shows the solution."""
    return Puzzle(game, grid, maker.tiles(masks), clues=maker.clues(grid, masks) if maker.clues else b"")


class Target(NamedTuple):
    """What a board has to be: the game, its maker, the params, and the random numbers."""

    game: Game
    maker: Maker
    params: Params
    rng: Random

    def shown(self, grid: Grid, masks: bytearray) -> Puzzle:
        """The puzzle with these masks as its solution; where tiles turn, it shows the solution."""
        puzzle = puzzle_of_solution(self.game, self.maker, grid, bytes(masks))
        if not (self.params.symmetry and puzzle.clues):
            return puzzle
        partner = partners(grid, self.params.symmetry)
        return replace(
            puzzle, clues=bytes(clue if puzzle.clues[partner[cell]] else 0 for cell, clue in enumerate(puzzle.clues))
        )

    def together(self, grid: Grid, order: Sequence[int]) -> list[tuple[int, ...]]:
        """These cells in groups that stay or go together, so that the clues are as symmetric as asked for."""
        if not self.params.symmetry:
            return [(cell,) for cell in order]
        partner = partners(grid, self.params.symmetry)
        return list(dict.fromkeys(tuple(sorted({cell, partner[cell]})) for cell in order))

    def climbs(self) -> bool:
        """Whether boards must be made harder step by step, as such boards are hardly ever drawn."""
        return self.params.rating in self.maker.climbed and not self.params.at_most

    def grows(self) -> bool:
        """Whether boards grow by changes that easy rules settle: from nothing, or around one of the stock."""
        params, maker = self.params, self.maker
        if maker.offer is None or params.symmetry:
            return False
        if params.rating is None and params.effort is None:
            return params.unique and params.width * params.height > LARGE
        stocked = any(board.fits(params) for board in stock.boards(self.game.name, params.rating or ""))
        return params.rating in maker.grown or (self.climbs() and stocked)

    def boards(self) -> int:
        """The number of boards to try."""
        params = self.params
        if params.times:
            return EARLY_DRAWN
        if self.climbs() or params.effort or params.grade:
            return GRADED if self.maker.clues else CLIMBED
        return min(BOARDS, 1 + CELLS // (params.width * params.height))

    def rules(self, puzzle: Puzzle) -> Sequence[str] | None:
        """The rules that the puzzle may need, easiest first; None if it may need any."""
        asked = self.params.rating
        if asked is None:
            return None
        rules = puzzle.problem().rules
        if asked not in rules:
            titles = {rule: title_of(rule) for rule in rules}
            known = f". The ratings of {self.game.title} are {', '.join(titles.values())}."
            near = did_you_mean(asked, titles.values(), titles)
            raise PuzzleError(f"unknown rating {shortened(title_of(asked))!r}{near or known}")
        return rules[: rules.index(asked) + 1]

    def rules_at_first(self, puzzle: Puzzle) -> Sequence[str] | None:
        """The rules with which it is mended: where clues are taken away later, any quick proof that is allowed will do.

        What is taken away makes it harder.
        """
        rules = self.rules(puzzle)
        return None if puzzle.clues and rules and set(rules) >= proof.QUICK else rules


def rule_names(game: Game) -> tuple[str, ...]:
    """The names that a rating may have in the game, easiest first."""
    return tuple(name for name in Puzzle(game, Grid.make(2, 2), bytes(4)).problem().rules if name != SEARCH)


def ratings(game: Game, at_most: bool = False) -> tuple[str, ...]:
    """The ratings of which a board of the game is known, easiest first; `at_most`: also those that may be a limit."""
    if game.maker is None:
        return ()
    refuse = game.maker().refuse if at_most else partial(refusal, game)
    asked = {name: [Params(side, side, rating=name) for side in SIDES_TO_ASK] for name in rule_names(game)}
    return tuple(name for name, sizes in asked.items() if not all(map(refuse, sizes)))


def misasked(params: Params) -> str:
    """The reason why the params make no sense together, whatever the game; or ""."""
    if params.times and (params.rating is None or params.at_most):
        example = "'rating Four together, times 3'"
        return f"how often a technique is needed can be asked for only with its rating, such as {example}"
    return ""


def refusal(game: Game, params: Params) -> str:
    """The reason why there is no such board, or why none is known; or ""."""
    if game.maker is None:
        return f"{game.title} boards cannot be made"
    maker, rating = game.maker(), params.rating
    if reason := maker.refuse(params):
        return reason
    if params.spare and maker.clues is None:
        return f"{game.title} boards have no clues to spare"
    if params.symmetry and not maker.is_symmetric:
        return f"{game.title} boards are not made symmetric"
    if reason := misasked(params):
        return reason
    if rating is None or params.at_most:
        return ""
    title = title_of(rating)
    if rating == SEARCH:
        hardest = title_of(ratings(game)[-1])
        return f"no {game.title} board is known that needs {title!r}; the hardest to ask for is {hardest!r}"
    if rating in maker.unknown:
        return f"no {game.title} board is known that needs {title!r}; ask for {CHAIN!r}, or for an effort"
    if rating in maker.rare:
        return f"hardly any {game.title} board needs {title!r}, so finding one takes too long; ask for {CHAIN!r}"
    known = stock.boards(game.name, rating)
    if not known or params.walls_matter or any(board.is_within(params) for board in known):
        return ""
    least = min(known, key=lambda board: (board.wraps and params.surface != TORUS, len(board.masks), board.height))
    size, smallest = (f"{each.width}x{each.height}" for each in (params, least))
    return (
        f"no {game.title} board of {size}{params.surface.suffix} is known that needs {title!r}: "
        f"the smallest is {smallest}{'w' * least.wraps}"
    )
