"""Boards of rare ratings that come with the program, and larger boards grown around them.

A board of the stock is laid somewhere on the new one, turned, mirrored and, where both wrap, shifted. Around it a
solved board is drawn as always; no line joins the two but one where all must become a tree. The rest is then mended
until easy rules settle it, the lines around the board of the stock included, as its border was settled before: so what
is left asks for the same rule as before. That is verified, not taken for granted.

Where loops are drawn, what surrounds the board of the stock is blank at first, and its loop grows out into it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.board.rooted_tree import Tree
from termpuzzles.board.surface import TORUS, Seam
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import below, pick

if TYPE_CHECKING:
    from termpuzzles.games.model import Game

Draw = Callable[[Grid, Params, Random], bytearray]  # draws a solved board

_ACROSS = bytes(mask & (N | S) | (mask & E and W) | (mask & W and E) for mask in range(256))  # mirrored, east for west
_OVER = bytes(
    (mask & N and W) | (mask & W and N) | (mask & S and E) | (mask & E and S) for mask in range(256)
)  # mirrored at the falling diagonal


class Stocked(NamedTuple):
    """A solved board of the stock: a mask for each cell."""

    width: int
    height: int
    wraps: bool
    masks: bytes

    def fits(self, params: Params) -> bool:
        """Whether a board as asked for can hold it, as it lies: if it wraps, only one of the same size that does."""
        if self.wraps:
            return params.surface == TORUS and (self.width, self.height) == (params.width, params.height)
        more = int(not params.surface.is_plane)  # a row and a column to part its borders
        return self.width + more <= params.width and self.height + more <= params.height

    def is_within(self, params: Params) -> bool:
        """Whether a board as asked for is as large, in its number of cells and in its shorter side."""
        if self.wraps and params.surface != TORUS:
            return False
        if self.wraps and min(self.width, self.height) == 1:
            return self.fits(params)  # a single row that meets itself shows nothing of other boards
        sides = params.width, params.height
        return len(self.masks) <= params.width * params.height and min(self.width, self.height) <= min(sides)

    def across(self) -> Stocked:
        """The board mirrored, left for right."""
        rows = [self.masks[start : start + self.width] for start in range(0, len(self.masks), self.width)]
        return self._replace(masks=b"".join(row[::-1] for row in rows).translate(_ACROSS))

    def over(self) -> Stocked:
        """The board mirrored at the diagonal: rows become columns."""
        columns = b"".join(self.masks[at :: self.width] for at in range(self.width))
        return Stocked(self.height, self.width, self.wraps, columns.translate(_OVER))

    def views(self) -> Iterator[Stocked]:
        """The board in all eight ways to lie."""
        board = self
        for _ in range(4):
            yield board
            yield board.over()
            board = board.across().over()  # a quarter turn


@cache
def _all() -> dict[tuple[str, str], list[Stocked]]:
    """The boards by game and rating, each with all the ways to lie."""
    found: dict[tuple[str, str], list[Stocked]] = {}
    text = files("termpuzzles.generator").joinpath("stock.tsv").read_text(encoding="utf-8")
    for game, rating, size, digits in (line.split("\t") for line in text.splitlines() if line[0] != "#"):
        width, height = map(int, size.removesuffix("w").split("x"))
        board = Stocked(width, height, size.endswith("w"), bytes(int(digit, 16) for digit in digits))
        found.setdefault((game, rating), []).extend(dict.fromkeys(board.views()))
    return found


def boards(game: str, rating: str) -> list[Stocked]:
    """The boards of the stock that have this rating, each in all eight ways to lie."""
    return _all().get((game, rating), [])


class Laid(NamedTuple):
    """A solved board around one of the stock: its masks, the cells of the latter, and a grid with walls between."""

    masks: bytearray
    stocked: frozenset[int]
    walled: Grid


def put(game: Game, params: Params, rng: Random, grid: Grid) -> dict[int, int]:
    """The masks by cell of a board of the stock that has the rating asked for, put somewhere; empty if none fits."""
    fitting = [board for board in boards(game.name, params.rating or "") if board.fits(params)]
    if not fitting:
        return {}
    board = pick(rng, fitting)
    return dict(zip(_cells(board, grid, rng, game.joins_all), board.masks, strict=True))


def lay(game: Game, draw: Draw, params: Params, rng: Random, grid: Grid) -> Laid | None:
    """A new solved board around one of the stock that has the rating asked for; None if none of these fits."""
    masks = put(game, params, rng, grid)
    if not masks:
        return None
    cells = list(masks)
    around = [(cell, side) for cell in cells for side in SIDES_OF[grid.open_sides[cell]]]
    around = [(cell, side) for cell, side in around if grid.ways[side][cell] not in masks]
    if around and game.joins_all:
        # A tee at the border tells all its lines, and so does the cross that it becomes.
        joints = [(cell, side) for cell, side in around if DEGREE[masks[cell]] == 3] or around
        cell, side = pick(rng, joints)
        masks[cell] |= side
        around.remove((cell, side))
    walls = [(cell, side) if side in (E, S) else (grid.ways[side][cell], OPPOSITE[side]) for cell, side in around]
    walled = Grid.make(grid.width, grid.height, grid.surface, walls)
    drawn = draw(walled, params, rng) if around else bytearray(grid.size)
    for cell, mask in masks.items():
        drawn[cell] = mask
    return Laid(Tree.rooted(grid, drawn) if game.joins_all else drawn, frozenset(masks), walled)


def _cells(board: Stocked, grid: Grid, rng: Random, in_one_piece: bool) -> list[int]:
    """The cells of the grid where the board is laid, row by row; `in_one_piece`: the others are not parted by it."""
    left, top = (
        below(rng, grid.width if grid.surface.across else grid.width - board.width + 1),
        below(rng, grid.height if grid.surface.down else grid.height - board.height + 1),
    )
    if grid.surface.across is Seam.FLIPPED:  # which would mirror what lies beyond it
        left %= grid.width - board.width + 1
    if grid.surface.down is Seam.FLIPPED:
        top %= grid.height - board.height + 1
    if in_one_piece and not grid.surface.across:
        if board.width == grid.width:
            top = (grid.height - board.height) * rng.getrandbits(1)
        elif board.height == grid.height:
            left = (grid.width - board.width) * rng.getrandbits(1)
    columns = [(left + x) % grid.width for x in range(board.width)]
    return [grid.cell(x, (top + y) % grid.height) for y in range(board.height) for x in columns]
