"""Which cells are still open, and which of them a player will want to look at next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from termpuzzles.board.grid import DEGREE, SIDES

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Puzzle, State

_LOOKED_AT = 200  # open cells around the cursor from which the next one is chosen
_WAVES, MOST_WAVING = 10, 2_500  # the most waves, and the most cells of a board that has them
_WORTH = 2  # steps that a player goes further for each settled side

_TURNS_NOWHERE = bytes(DEGREE[mask & 15] in (0, 4) for mask in range(256))  # a blank tile and a cross: 1
_SOME = bytes([0, *[1] * 255])
_NO_LINE = bytes(DEGREE[mask & 15] != 2 for mask in range(256))  # what is no line through a cell: 1


def cells_to_do(puzzle: Puzzle, state: State) -> bytes:
    """1 for each cell with something left to do: a tile that turns and is not pinned, or a cell that needs a line."""
    size = puzzle.grid.size
    if puzzle.game.draws:
        asks = _where(_SOME, puzzle.needed) | (_where(_SOME, puzzle.tiles) & _where(_SOME, state.lines))
        return (asks & _where(_NO_LINE, state.lines)).to_bytes(size, "little")
    settled = int.from_bytes(state.pins, "little") | _where(_TURNS_NOWHERE, puzzle.tiles)
    return (int.from_bytes(b"\1" * size, "little") & ~settled).to_bytes(size, "little")


def _where(table: bytes, cells: bytes) -> int:
    """One number with a byte for each cell: its value in the table."""
    return int.from_bytes(cells.translate(table), "little")


def is_open(puzzle: Puzzle, state: State, cell: int) -> bool:
    """Whether something is left to do at the cell."""
    if puzzle.game.draws:
        mask = state.lines[cell]
        return DEGREE[mask] != 2 and bool(puzzle.needed[cell] or (puzzle.tiles[cell] and mask))
    return not state.pins[cell] and not _TURNS_NOWHERE[puzzle.tiles[cell]]


def to_settle(puzzle: Puzzle) -> int:
    """The number of tiles that can be settled at all: all but blank ones and crosses."""
    return puzzle.grid.size - puzzle.tiles.translate(_TURNS_NOWHERE).count(1)


def number_settled(puzzle: Puzzle, state: State) -> int:
    """The number of these tiles that are pinned."""
    return (int.from_bytes(state.pins, "little") & ~_where(_TURNS_NOWHERE, puzzle.tiles)).bit_count()


def first_open(puzzle: Puzzle, state: State) -> int:
    """The first open cell, row by row; the first cell if none is open."""
    return max(0, cells_to_do(puzzle, state).find(1))


def next_open(puzzle: Puzzle, state: State, cell: int, step: int) -> int | None:
    """The next open cell after this one, or with a step of -1 the one before it; around the end of the board."""
    found = cells_to_do(puzzle, state)
    if step > 0:
        place = found.find(1, cell + 1)
        place = place if place >= 0 else found.find(1)
    else:
        place = found.rfind(1, 0, cell)
        place = place if place >= 0 else found.rfind(1)
    return place if place >= 0 else None


def waves(grid: Grid, lines: bytes, starts: Iterable[int], cells: Iterable[int] | None = None) -> list[frozenset[int]]:
    """The cells, by default all, in at most `_WAVES` sets, by how far they are from the starts along the lines.

    Cells not joined to a start come with the last set; a large board has no waves.
    """
    if grid.size > MOST_WAVING:
        return []
    rings = [[*starts]]
    left = set(range(grid.size) if cells is None else cells).difference(rings[0])
    while rings[-1]:
        ring = dict.fromkeys(grid.ways[side][cell] for cell in rings[-1] for side in SIDES if lines[cell] & side)
        rings.append([cell for cell in ring if cell in left])
        left.difference_update(rings[-1])
    rings[-1] = [*left]
    step = -(-len(rings) // _WAVES)
    parts = [rings[at : at + step] for at in range(0, len(rings), step)]
    return [frozenset(cell for ring in part for cell in ring) for part in parts]


def nearest_open(puzzle: Puzzle, state: State, cell: int) -> int | None:
    """Another open cell near this one, preferably with many settled sides; None if no other is open."""
    best: tuple[int, int] | None = None
    seen = 0
    for distance, other in _around(puzzle, cell):
        if other != cell and is_open(puzzle, state, other):
            seen += 1
            cost = distance - _WORTH * _settled_sides(puzzle, state, other), other
            best = min(best, cost) if best else cost
        if best and (distance - 4 * _WORTH > best[0] or seen >= _LOOKED_AT):
            break
    return best[1] if best else None


def _around(puzzle: Puzzle, cell: int) -> Iterator[tuple[int, int]]:
    """Yield the other cells by their distance in steps, ignoring walls."""
    ways = puzzle.grid.without_walls.ways
    reached, ring, distance = {cell}, [cell], 0
    while ring:
        for here in ring:
            yield distance, here
        ring = [other for here in ring for other in _beside(ways, here, reached)]
        distance += 1


def _beside(ways: Mapping[int, Sequence[int]], cell: int, reached: set[int]) -> Iterator[int]:
    for side in SIDES:
        if (other := ways[side][cell]) >= 0 and other not in reached:
            reached.add(other)
            yield other


def _settled_sides(puzzle: Puzzle, state: State, cell: int) -> int:
    """The number of sides of a cell that are settled: borders, walls, and sides toward settled cells."""
    known = _known_beyond(puzzle, state)
    return sum(1 for side in SIDES if (other := puzzle.grid.ways[side][cell]) < 0 or known(other, side, cell))


def _known_beyond(puzzle: Puzzle, state: State) -> Callable[[int, int, int], bool]:
    if puzzle.game.draws:
        return lambda other, side, cell: not puzzle.tiles[other] or bool((state.lines[cell] | state.notes[cell]) & side)
    return lambda other, side, cell: bool(state.pins[other]) or bool(_TURNS_NOWHERE[puzzle.tiles[other]])
