"""Bitboards of the cells with each tile, and the lines that tiles and borders settle before anything is deduced."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from termpuzzles.board.grid import MASKS, SIDES, TURNS, E, N, S, W
from termpuzzles.logic.bitboards.frame import Frame, Sides, digits
from termpuzzles.logic.problem import KNOWN, Domain, Problem, domain

END, BAR, CORNER, TEE, CROSS = (domain(*TURNS[mask]) for mask in (N, N | S, N | E, N | E | S, N | E | S | W))

NOTHING_GIVEN: Mapping[int, Domain] = MappingProxyType({})


class Tiles(NamedTuple):
    """The cells that hold each kind of tile; blank ones are in none."""

    ends: int
    bars: int
    corners: int
    tees: int
    crosses: int


class KnownLines(NamedTuple):
    """The lines known at each side of each cell: those drawn, and those ruled out."""

    drawn: Sides
    out: Sides


class Layout(NamedTuple):
    """A problem laid out in bitboards: frame and tiles, the lines known at once, and how many cells are not blank."""

    frame: Frame
    tiles: Tiles
    start: KnownLines
    joined: int


def fits(problem: Problem) -> bool:
    """Whether bitboards can hold the problem: every domain is all turns of one tile, or one mask alone."""
    return all(found in (END, BAR, CORNER, TEE) or found.bit_count() == 1 for found in problem.domains)


class _Tables(NamedTuple):
    """Tables of cell codes: those of each tile, and for each side those that surely have a line there, or none."""

    tiles: tuple[bytes, ...]
    drawn: tuple[bytes, ...]
    out: tuple[bytes, ...]
    blank: bytes


@lru_cache(maxsize=8)
def _tables(domains: tuple[Domain, ...]) -> _Tables:
    """The tables (see `frame.digits`) for problems with these domains; kept, for all boards of a game have the same."""

    def table(wanted: list[Domain]) -> bytes:
        return digits(bytes(code for code, found in enumerate(domains) if found in wanted))

    return _Tables(
        tuple(table([orbit, *_each(orbit)]) for orbit in (END, BAR, CORNER, TEE, CROSS)),
        tuple(table([1 << mask for mask in MASKS if mask & side]) for side in SIDES),
        tuple(table([1 << mask for mask in MASKS if not mask & side]) for side in SIDES),
        table([domain(0)]),
    )


def lay_out(problem: Problem, given: Mapping[int, Domain] = NOTHING_GIVEN) -> Layout:
    """The problem in bitboards; `fits` must hold for it. `given` limits some cells to fewer masks."""
    frame = Frame(problem.grid)
    tables, padded = _tables(problem.domains), frame.padded(problem.kinds)
    found: dict[bytes, int] = {}  # often several tables are the same

    def cells(table: bytes) -> int:
        if table not in found:
            found[table] = frame.bitboard(padded, table)
        return found[table]

    drawn, out = Sides(*map(cells, tables.drawn)), Sides(*map(cells, tables.out))
    tiles = Tiles(*map(cells, tables.tiles))
    start = _folded(frame, tiles, KnownLines(drawn, _union(out, frame.closed)))
    if given:
        start = _with_given(frame, problem, start, given)
    return Layout(frame, tiles, start, problem.grid.size - cells(tables.blank).bit_count())


def _folded(frame: Frame, tiles: Tiles, lines: KnownLines) -> KnownLines:
    """Add what is known about lines that join a cell to itself, where the board is one cell wide or high and wraps.

    A tile has both ends of such a line or neither: a tee has both, an end neither, and a corner cannot be there.
    """
    own_x = frame.cells & ~frame.closed.e if frame.width == 1 else 0
    own_y = frame.cells & ~frame.closed.s if frame.height == 1 else 0
    if not own_x and not own_y:
        return lines
    own = Sides(own_y, own_x, own_y, own_x)
    drawn = Sides(*(bitboard & (tiles.tees | tiles.corners) for bitboard in own))
    out = Sides(*(bitboard & (tiles.ends | tiles.corners) for bitboard in own))
    return KnownLines(_union(lines.drawn, drawn), _union(lines.out, out))


def _with_given(frame: Frame, problem: Problem, lines: KnownLines, given: Mapping[int, Domain]) -> KnownLines:
    """Add the lines on which the masks left to the given cells agree."""
    known = {cell: KNOWN[problem.domain_of(cell) & keep] for cell, keep in given.items()}

    def cells(bits: int) -> int:
        return frame.bitboard_of_places([cell for cell, byte in known.items() if byte & bits])

    drawn = Sides(*(cells(side << 4) for side in SIDES))
    out = Sides(*(cells(side) for side in SIDES))
    return KnownLines(frame.shared(_union(lines.drawn, drawn)), frame.shared(_union(lines.out, out)))


def _union(some: Sides, more: Sides) -> Sides:
    return Sides(*(one | other for one, other in zip(some, more, strict=True)))


def _each(orbit: Domain) -> list[Domain]:
    """The domains of a single mask of the orbit."""
    return [1 << mask for mask in MASKS if orbit >> mask & 1]
