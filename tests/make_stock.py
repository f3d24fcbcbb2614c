"""Adds boards to the generator's stock: `.venv/bin/python -m tests.make_stock GAME SIZE SECONDS [FILE]`.

A walk by small changes from one unique board to another, never to a much easier one, passes boards of rare ratings now
and then. Boards of a `FILE` of ids are looked at, too. What is found is added to those there already, up to a few of
each rating and size. Of a common rating the stock holds the smallest board known, since what is smaller is refused.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import monotonic

from termpuzzles.board.grid import Grid
from termpuzzles.formats import read
from termpuzzles.games import GAMES, named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Game
from termpuzzles.games.queries import rate, solve
from termpuzzles.generator.hill_climbing import _small_change
from termpuzzles.generator.target import Target

STOCK = Path(__file__).parents[1] / "termpuzzles" / "generator" / "stock.tsv"
MOST = 8  # boards of a rating and size
PATIENCE = 150  # changes that lead no further before the walk begins anew
EASIER = 8  # how much less effort a board may take than the one before it


def walk(game: Game, size: str, seconds: float, rng: Random) -> Iterator[tuple[str, str, bytes]]:
    """Boards with one solution, each as its rating, its size and the masks of the solution."""
    assert game.maker
    maker, end = game.maker(), monotonic() + seconds
    while monotonic() < end:
        params = Params.parse(size)
        if maker.styles:
            params = Params.parse(f"{size}, {maker.styles[int(rng.random() * len(maker.styles))]}")
        grid = Grid.make(params.width, params.height, params.surface)
        target = Target(game, maker, params, rng)
        masks, best, stuck = maker.draw(grid, params, rng), -1.0, 0
        while stuck < PATIENCE and monotonic() < end:
            changed = _small_change(target, grid, masks, [])
            rating = rate(target.shown(grid, changed))
            effort = -1 if rating.effort is None else rating.effort
            if rating.hardest:
                yield rating.hardest, size, bytes(changed)
            stuck += effort <= best
            if effort >= best - EASIER * rng.random():
                masks, best = changed, effort


def listed(game: Game, file: Path) -> Iterator[tuple[str, str, bytes]]:
    """The boards of a file of ids that have one solution."""
    for puzzle in read(file.read_text(encoding="utf-8"), game=game.name):
        if (hardest := rate(puzzle).hardest) and (solved := solve(puzzle)):
            grid = puzzle.grid
            yield hardest, f"{grid.width}x{grid.height}{grid.surface.suffix}", solved.lines


def main(game: str, size: str, seconds: float, files: list[Path]) -> None:
    """Add what is found to the stock."""
    lines = STOCK.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line[0] == "#"]
    kept = {line for line in lines if line[0] != "#"}
    maker = named(game).maker
    assert maker
    rare = maker().climbed
    found = [board for file in files for board in listed(named(game), file)]
    for hardest, shape, masks in [*found, *walk(named(game), size, seconds, Random(len(lines)))]:
        start = f"{game}\t{hardest}\t{shape}\t"
        if hardest in rare and sum(line.startswith(start) for line in kept) < MOST:
            kept.add(start + "".join(f"{mask:x}" for mask in masks))
    STOCK.write_text("\n".join([*head, *sorted(kept)]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.make_stock", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("size", help="such as 7x7w")
    parser.add_argument("seconds", type=float, help="of processor time to look for")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="ids that are looked at, too")
    given = parser.parse_args()
    main(given.game, given.size, given.seconds, given.files)
