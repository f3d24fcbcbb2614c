"""Web, a game that only the tests know: Net with loops allowed. It checks that nothing else needs to know the game.

Turn every tile until no end is loose and everything is joined. Only the judge knows what must hold of the whole board.
Started as `-m tests.games.web`, it is termpuzzles with this game in it.
"""

from __future__ import annotations

import sys
from functools import partial
from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, Grid, S
from termpuzzles.board.survey import Survey
from termpuzzles.games import register, turning
from termpuzzles.games.judges import loose_ends, not_joined
from termpuzzles.games.making.maker import Maker, Patches, scramble
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_tree import grown_tree
from termpuzzles.games.model import Controls, Game, Mistake, Puzzle, Tiles
from termpuzzles.logic.problem import Problem, Whole

RULES = ("edge", "parity", "one step ahead", "search")


def is_solved(grid: Grid, lines: bytes) -> bool:
    """Whether every line is met by one from beyond, and all cells that are not blank are joined."""
    cells = [cell for cell, mask in enumerate(lines) if mask]
    seen = set(cells[:1])
    waiting = list(seen)
    while waiting:
        cell = waiting.pop()
        for side in SIDES_OF[lines[cell]]:
            other = grid.beyond(cell, side)
            if other is None or not lines[other] & OPPOSITE[side]:
                return False
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(cells)


def problem(puzzle: Puzzle) -> Problem:
    """Each tile in one of its turns, no loose end, and all joined."""
    return Problem(puzzle.grid, puzzle.tiles, turning.ORBITS, Whole.JUDGED, RULES, partial(is_solved, puzzle.grid))


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """The loose ends, sealed-off groups, and what is yet to be joined."""
    return loose_ends(survey) + not_joined(survey, 0)


def refuse(params: Params) -> str:
    """Why there is no such board, or an empty string."""
    return "walls are left to Net" if params.walls else ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A tree with some extra lines."""
    masks = grown_tree(grid, rng)
    for cell in range(grid.size):
        for side in (E, S):
            other = grid.ways[side][cell]
            if other >= 0 and not masks[cell] & side and rng.random() < params.density / 5:
                masks[cell] |= side
                masks[other] |= OPPOSITE[side]
    return masks


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Draw or erase one line in each patch, if all cells stay joined."""
    for patch in patches:
        cell = patch[int(rng.random() * len(patch))]
        side = SIDES[int(rng.random() * 4)]
        other = grid.ways[side][cell]
        if other < 0:
            continue
        changed = bytearray(masks)
        changed[cell] ^= side
        changed[other] ^= OPPOSITE[side]
        if all(changed) and is_solved(grid, bytes(changed)):
            masks[:] = changed


def maker() -> Maker:
    """What makes new boards."""
    return Maker(refuse, draw, mend, bytes, scramble, rounds=300)


WEB = Game(
    name="web",
    title="Web",
    goal="Turn every tile until all are joined and no end is loose. Loops are welcome.",
    controls=Controls.TURN_TILES,
    tiles=Tiles.MASKS,
    noun="tile",
    verbs=turning.VERBS,
    wraps=True,
    joins_all=True,
    formats={"picture": "web", "numbers": "web", "gameid": "web", "hexapipes": "web"},
    problem=problem,
    initial_state=turning.initial_state,
    solved_state=turning.solved_state,
    interpret=turning.interpret,
    play=turning.play,
    mistakes=mistakes,
    maker=maker,
)
register(WEB)

if __name__ == "__main__":
    from termpuzzles.cli import main

    sys.exit(main())
