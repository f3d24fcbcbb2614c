"""Makes the plain packs of levels: `python3 -m tests.make_levels`.

Boards are drawn at random and thrown away until one has a single solution, which does for small boards.
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import E, Grid, S, turn
from termpuzzles.formats import write
from termpuzzles.games import named
from termpuzzles.games.answers import two_solutions
from termpuzzles.games.model import Puzzle

FOLDER = Path(__file__).parents[1] / "levels"
FIRST = [  # width, height and density of the first boards of ∞ Loop
    (4, 4, 0.5), (5, 5, 0.4), (5, 5, 0.6), (6, 6, 0.5), (7, 5, 0.4), (7, 7, 0.6),
    (8, 8, 0.5), (9, 7, 0.6), (10, 8, 0.6), (10, 10, 0.6), (12, 10, 0.65), (12, 12, 0.65),
]  # fmt: skip


def lines_of(grid: Grid, drawn: Iterable[int]) -> bytes:
    """One mask a cell, of the lines that are drawn."""
    masks = bytearray(grid.size)
    for line in drawn:
        cell, other = grid.ends(line)
        masks[cell] |= S if line % 2 else E
        masks[other] |= turn(S if line % 2 else E, 2)
    return bytes(masks)


def some_lines(grid: Grid, rng: Random, density: float) -> bytes:
    """Each line drawn or not by chance: a solved board of ∞ Loop."""
    return lines_of(grid, [line for line in grid.lines() if rng.random() < density])


def some_tree(grid: Grid, rng: Random) -> bytes:
    """All cells joined by a tree, its lines taken in random order: a solved board of Net, if no tile is a cross."""
    while True:
        order = list(grid.lines())
        rng.shuffle(order)
        sets = DisjointSets(grid.size)
        lines = lines_of(grid, [line for line in order if sets.join(*grid.ends(line))])
        if 15 not in lines:
            return lines


def scrambled(grid: Grid, lines: bytes, rng: Random) -> bytes:
    """Every tile turned by chance."""
    return bytes(turn(mask, rng.randrange(4)) for mask in lines)


def level(game: str, grid: Grid, rng: Random, title: str, density: float = 0.0) -> Puzzle:
    """A board with exactly one solution."""
    while True:
        lines = some_tree(grid, rng) if game == "net" else some_lines(grid, rng, density)
        puzzle = Puzzle(named(game), grid, scrambled(grid, lines, rng), title=title)
        if any(lines) and len(two_solutions(puzzle)) == 1:
            return puzzle


def walled(width: int, height: int, rng: Random, share: float) -> Grid:
    """A grid with walls on some of its lines that parts no cell from the others."""
    lines = list(Grid.make(width, height).lines())
    while True:
        walls = {line for line in lines if rng.random() < share}
        grid = Grid.make(width, height, walls=[(line // 2, S if line % 2 else E) for line in walls])
        sets = DisjointSets(grid.size)
        if sum(sets.join(*grid.ends(line)) for line in grid.lines()) == grid.size - 1:
            return grid


def packs() -> dict[str, list[Puzzle]]:
    """Every pack by its place in the folder of levels."""
    rng = Random(20)
    return {
        "infinity/first.loops": [
            level("infinity", Grid.make(width, height), rng, f"First {number}", density)
            for number, (width, height, density) in enumerate(FIRST, 1)
        ],
        "net/plain.loops": [
            level("net", Grid.make(size, size), rng, f"Plain {number}")
            for number, size in enumerate((4, 5, 6, 7, 8, 9), 1)
        ],
        "net/wrapped.loops": [
            level("net", Grid.make(width, height, wrap_x, wrap_y), rng, f"Wrapped {number}")
            for number, (width, height, wrap_x, wrap_y) in enumerate(
                [(5, 5, True, False), (5, 5, True, True), (6, 5, False, True), (6, 6, True, True), (7, 7, True, True)],
                1,
            )
        ],
        "net/walled.loops": [
            level("net", walled(size, size, rng, 0.12), rng, f"Walled {number}")
            for number, size in enumerate((5, 6, 7, 8, 9), 1)
        ],
    }


if __name__ == "__main__":
    for name, pack in packs().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n---\n".join(write(puzzle, "picture") for puzzle in pack) + "\n", encoding="utf-8")
        print(f"{path}: {len(pack)} boards")
