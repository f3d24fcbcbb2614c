"""What to make, and how long to look for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle

if TYPE_CHECKING:
    from termpuzzles.games.making.maker import Maker
    from termpuzzles.games.model import Game

BOARDS = 2_000  # the search ends after this many boards,
CELLS = 200_000  # or after boards with this many cells together,
CLIMBED = 10  # or after this many boards that were made harder step by step


class Target(NamedTuple):
    """What a board has to be: the game, its maker, the params, and the random numbers."""

    game: Game
    maker: Maker
    params: Params
    rng: Random

    def shown(self, grid: Grid, masks: bytearray) -> Puzzle:
        """The puzzle with these masks as its solution; where tiles turn, it shows the solution."""
        return Puzzle(self.game, grid, self.maker.tiles(bytes(masks)))

    def climbs(self) -> bool:
        """Whether boards must be made harder step by step, as such boards are hardly ever drawn."""
        return self.params.rating in self.maker.climbed and not self.params.at_most

    def boards(self) -> int:
        """The number of boards to try."""
        return (
            CLIMBED
            if self.climbs() or self.params.effort
            else min(BOARDS, 1 + CELLS // (self.params.width * self.params.height))
        )

    def rules(self, puzzle: Puzzle) -> Sequence[str] | None:
        """The rules that the puzzle may need, easiest first; None if it may need any."""
        asked = self.params.rating
        if asked is None:
            return None
        rules = puzzle.problem().rules
        if asked not in rules:
            raise PuzzleError(f"one of {', '.join(rules)}", f"{shortened(asked)!r}{did_you_mean(asked, rules)}")
        return rules[: rules.index(asked) + 1]


def ratings(game: Game) -> Mapping[str, str]:
    """The ratings that may be asked for in a game, easiest first, each with a word on how it is found.

    "": soon; `slow`: by making boards harder step by step; `none known`: there may be no such board.
    """
    if game.maker is None:
        return {}
    maker = game.maker()
    rules = Puzzle(game, Grid.make(2, 2), bytes(4)).problem().rules
    return {
        name: "none known" if name in maker.unknown else "slow" if name in maker.climbed else ""
        for name in rules
        if name != "search"
    }
