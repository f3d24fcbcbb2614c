"""The eight ways in which a board can lie: turned by quarters, and mirrored."""

from __future__ import annotations

from dataclasses import replace

from termpuzzles.board.grid import MASKS, OPPOSITE, E, Grid, S, W, mirrored, turn
from termpuzzles.board.surface import Surface
from termpuzzles.games.model import Puzzle, State, Tiles


def rotated(puzzle: Puzzle, quarters: int) -> Puzzle:
    """The puzzle and its position after so many quarter turns clockwise; its moves are left out."""
    for _ in range(quarters % 4):
        old = puzzle.grid
        bare = Grid(old.height, old.width, Surface(old.surface.down, old.surface.across))
        cells = [bare.cell(old.height - 1 - y, x) for x, y in map(old.place, range(old.size))]
        puzzle = _moved(puzzle, bare, cells, [turn(mask, 1) for mask in MASKS])
    return puzzle


def mirrored_board(puzzle: Puzzle) -> Puzzle:
    """The puzzle and its position as a mirror beside the board shows them; its moves are left out."""
    old = puzzle.grid
    cells = [old.cell(old.width - 1 - x, y) for x, y in map(old.place, range(old.size))]
    return _moved(puzzle, old.without_walls, cells, [mirrored(mask, E | W) for mask in MASKS])


def _moved(puzzle: Puzzle, bare: Grid, cells: list[int], masks: list[int]) -> Puzzle:
    """The puzzle on a grid without walls yet, where a cell lies at `cells[cell]` and a mask is `masks[mask]`."""
    walls = (_normal(bare, cells[cell], masks[side]) for cell, side in puzzle.grid.walls)
    table = bytes(masks[byte & 15] | masks[byte >> 4] << 4 for byte in range(256))

    def placed(values: bytes) -> bytes:
        found = bytearray(values)
        for cell, value in enumerate(values):
            found[cells[cell]] = value
        return bytes(found)

    start = puzzle.start
    tiles = puzzle.tiles.translate(table) if puzzle.game.tiles is Tiles.MASKS else puzzle.tiles
    return replace(
        puzzle,
        grid=Grid.make(bare.width, bare.height, bare.surface, walls),
        tiles=placed(tiles),
        clues=placed(puzzle.clues),
        start=State(placed(start.lines.translate(table)), placed(start.pins), placed(start.notes.translate(table))),
        moves=(),
        position=0,
    )


def _normal(bare: Grid, cell: int, side: int) -> tuple[int, int]:
    """A wall by the cell from which it lies east or south."""
    return (cell, side) if side in (E, S) else (bare.ways[side][cell], OPPOSITE[side])
