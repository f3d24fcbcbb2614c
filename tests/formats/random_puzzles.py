"""Random puzzles of every game for the tests of round trips."""

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle, State
from tests.board.surfaces import ALL

TURNED = [name for name in names() if not named(name).draws]
DRAWN = [name for name in names() if named(name).draws]

_SIZES = st.tuples(st.integers(1, 7), st.integers(1, 7)).filter(lambda size: size != (1, 1))
_WORDS = st.text("aZ é∞■#:,-┏\t9", max_size=8).map(str.strip)
_KEYS = st.sampled_from(("author", "rating", "note", "x-", "x-a-1", "effort"))
_HEADERS = st.lists(st.tuples(_KEYS, _WORDS), max_size=3).map(tuple)


@st.composite
def grids(draw: DrawFn) -> Grid:
    """Grids up to 7x7, on all surfaces, some with walls."""
    width, height = draw(_SIZES)
    walls = st.tuples(st.integers(0, width * height - 1), st.sampled_from((E, S)))
    chosen = draw(st.sets(walls, max_size=8))
    return Grid.make(width, height, draw(st.sampled_from(ALL)), chosen)


def _bytes(size: int, most: int) -> SearchStrategy[bytes]:
    return st.lists(st.integers(0, most), min_size=size, max_size=size).map(bytes)


@st.composite
def noted(draw: DrawFn, grid: Grid) -> bytes:
    """Notes of a game of turning: some edges crossed out, some noted as lines."""
    notes = bytearray(grid.size)
    for cell in range(grid.size):
        for side in (E, S):
            kind = draw(st.integers(0, 11)) if grid.open_sides[cell] & side else 0
            if kind in (1, 2):
                shift = 4 * (kind - 1)
                notes[cell] |= side << shift
                notes[grid.ways[side][cell]] |= OPPOSITE[side] << shift
    return bytes(notes)


@st.composite
def turned(draw: DrawFn, plain: bool = False, games: Sequence[str] = TURNED) -> Puzzle:
    """Puzzles of the games whose tiles have lines; with pins, title and further header lines unless `plain`."""
    grid = draw(grids())
    game = named(draw(st.sampled_from(games)))
    tiles = draw(_bytes(grid.size, 15))
    if plain:
        return Puzzle(game, grid, tiles)
    start = State(tiles, draw(_bytes(grid.size, 1)), draw(noted(grid)))
    return Puzzle(game, grid, tiles, draw(_WORDS), draw(_WORDS), draw(_HEADERS), start)


@st.composite
def drawn(
    draw: DrawFn,
    crosses: bool = False,
    plain: bool = False,
    games: Sequence[str] = DRAWN,
    sizes: SearchStrategy[tuple[int, int]] = _SIZES,
) -> Puzzle:
    """Puzzles of the games of shaded cells with some lines drawn, some crossed out if `crosses`, none if `plain`."""
    grid = Grid.make(*draw(sizes))
    game, tiles = named(draw(st.sampled_from(games))), draw(_bytes(grid.size, 1))
    clues = b""
    if game.clue:
        tiles, clues = b"\1" * grid.size, draw(_bytes(grid.size, max(game.clue.symbols)))
    if plain:
        return Puzzle(game, grid, tiles, clues=clues)
    lines, notes = bytearray(grid.size), bytearray(grid.size)
    for line in grid.lines():
        cell, other = grid.ends(line)
        side = S if line % 2 else E
        kind = draw(st.integers(0, 2))
        if kind == 1 and tiles[cell] and tiles[other]:
            lines[cell] |= side
            lines[other] |= OPPOSITE[side]
        elif kind == 2 and crosses:
            notes[cell] |= side
            notes[other] |= OPPOSITE[side]
    start = State(bytes(lines), bytes(grid.size), bytes(notes))
    if crosses:
        return Puzzle(game, grid, tiles, start=start, clues=clues)
    return Puzzle(game, grid, tiles, draw(_WORDS), draw(_WORDS), draw(_HEADERS), start, clues=clues)
