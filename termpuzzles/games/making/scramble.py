"""Tiles turned at random, so that a new board shows nothing of its solution."""

from __future__ import annotations

from random import Random

from termpuzzles.board.byteboard import bitboards, cells_with, without_ends
from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.logic.problem import Problem

# A tile and in the bits above it quarter turns clockwise, for `bytes.translate`: the turned tile.
_TURNED = bytes(TURNS[code & 15][code >> 4 & 3] for code in range(256))


def scramble(problem: Problem, tiles: bytes, rng: Random) -> bytes:
    """The tiles at random turns, each turn with the same chance, but not solved.

    The tiles must have a turn that is not solved.
    """
    while problem.judge(turned := turn_all(tiles, rng)):
        pass
    return turned


def scramble_without_loops(problem: Problem, tiles: bytes, rng: Random) -> bytes:
    """As `scramble`, but without a loop: the tiles of any loop are turned again."""
    while True:
        turned = bytearray(scramble(problem, tiles, rng))
        while looped := on_loops(problem.grid, bytes(turned)):
            for cell in looped:
                turned[cell] = TURNS[turned[cell]][rng.getrandbits(2)]
        if not problem.judge(bytes(turned)):
            return bytes(turned)


def on_loops(grid: Grid, lines: bytes) -> list[int]:
    """The cells on loops and between them, left after following all loose ends back to a loop."""
    joined, _ = bitboards(grid).join(lines)
    return cells_with(without_ends(grid, joined, grid.size))


def turn_all(tiles: bytes, rng: Random) -> bytes:
    """Turn each tile by as many quarter turns as two random bits say."""
    size = len(tiles)
    turns = rng.getrandbits(8 * size) & int.from_bytes(b"\x30" * size, "big")
    return (turns | int.from_bytes(tiles, "big")).to_bytes(size, "big").translate(_TURNED)
