"""All solutions of small boards by brute force, and random small boards of every kind."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES, E, Grid, N, S, W
from termpuzzles.board.surface import Surface
from termpuzzles.games import infinity
from termpuzzles.games import net as net_game
from termpuzzles.logic.problem import Domain, Problem, Whole, domain
from tests.board.surfaces import random_surface
from tests.logic.boards import ORBITS

SHAPES = ((1, 2), (2, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 3), (3, 4), (4, 4), (5, 1))


def fits_whole(board: Sequence[int], grid: Grid) -> bool:
    """Whether both cells at every line agree on it, and no line leads into a border or a wall."""
    for cell, mask in enumerate(board):
        for side in SIDES:
            other = grid.beyond(cell, side)
            if mask & side and (other is None or not board[other] & OPPOSITE[side]):
                return False
    return True


def is_joined(board: Sequence[int], grid: Grid) -> bool:
    """Whether the lines of a board without loose ends join all cells that are not blank."""
    cells = [cell for cell, mask in enumerate(board) if mask]
    seen, waiting = set(cells[:1]), cells[:1]
    while waiting:
        cell = waiting.pop()
        for side in SIDES:
            other = grid.beyond(cell, side)
            if board[cell] & side and other is not None and other not in seen:
                seen.add(other)
                waiting.append(other)
    return len(seen) == len(cells)


def is_tree(board: Sequence[int], grid: Grid) -> bool:
    """Whether all cells that are not blank are joined without a loop, by one line fewer than cells."""
    number = sum(map(bool, board))
    return is_joined(board, grid) and sum(mask.bit_count() for mask in board) == 2 * max(number - 1, 0)


def fitting(grid: Grid, domains: Sequence[Domain]) -> Iterator[bytes]:
    """Every full board from these domains without a loose end, by trying masks cell by cell."""
    board = [0] * grid.size
    closers = [
        [
            (side, other)
            for side in SIDES
            if (other := grid.beyond(cell, side)) is None or other < cell or (other == cell and side in (N, W))
        ]
        for cell in range(grid.size)
    ]

    def place(cell: int) -> Iterator[bytes]:
        if cell == grid.size:
            yield bytes(board)
            return
        for mask in range(16):
            board[cell] = mask
            if domains[cell] >> mask & 1 and all(
                bool(mask & side) == (other is not None and bool(board[other] & OPPOSITE[side]))
                for side, other in closers[cell]
            ):
                yield from place(cell + 1)

    return place(0)


def all_solutions(problem: Problem) -> set[bytes]:
    """Every solution of the problem, by the rules of its game: a tree if it has the rule `no loop`."""
    domains = [problem.domain_of(cell) for cell in range(problem.grid.size)]
    boards = fitting(problem.grid, domains)
    if "no loop" in problem.rules:
        return {board for board in boards if is_tree(board, problem.grid)}
    return set(boards)


def judge_net(grid: Grid, board: bytes) -> bool:
    """The judge of Net, by the definitions of this file."""
    return fits_whole(board, grid) and is_tree(board, grid)


def judge_infinity(grid: Grid, board: bytes) -> bool:
    """The judge of ∞ Loop, by the definitions of this file."""
    return fits_whole(board, grid)


def problem_of(grid: Grid, domains: Sequence[Domain], tree: bool) -> Problem:
    """The problem in which each cell has its own domain."""
    table = sorted(set(domains))
    kinds = bytes(table.index(bits) for bits in domains)
    if tree:
        return Problem(grid, kinds, tuple(table), Whole.TREE, net_game.RULES, partial(judge_net, grid))
    return Problem(grid, kinds, tuple(table), Whole.LINES, infinity.RULES, partial(judge_infinity, grid))


def random_grid(rng: Random, most: int = 16, surface: Surface | None = None) -> Grid:
    """A small grid on that surface or on any, with or without walls."""
    width, height = rng.choice([shape for shape in SHAPES if shape[0] * shape[1] <= most])
    chance = rng.choice((0.0, 0.0, 0.15, 0.3))
    walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < chance]
    return Grid.make(width, height, surface or random_surface(rng), walls)


def random_tree(rng: Random, grid: Grid) -> bytes:
    """Lines that join cells in a tree; sometimes they leave cells out, as blanks."""
    board = bytearray(grid.size)
    seen = {rng.randrange(grid.size)}
    share = rng.choice((1.0, 1.0, 0.8))
    while len(seen) < share * grid.size:
        ways = [
            (cell, side, other)
            for cell in seen
            for side in SIDES
            if (other := grid.beyond(cell, side)) is not None and other not in seen
        ]
        if not ways:
            break
        cell, side, other = rng.choice(ways)
        board[cell] |= side
        board[other] |= OPPOSITE[side]
        seen.add(other)
    return bytes(board)


def random_lines(rng: Random, grid: Grid) -> bytes:
    """Lines drawn at random, with no loose end but otherwise unrestricted."""
    board = bytearray(grid.size)
    density = rng.choice((0.3, 0.5, 0.7))
    for line in grid.lines():
        if rng.random() < density:
            cell, other = grid.ends(line)
            side = S if line & 1 else E
            board[cell] |= side
            board[other] |= OPPOSITE[side]
    return bytes(board)


def random_problem(rng: Random, most: int = 16, surface: Surface | None = None) -> Problem:
    """A Net or ∞ Loop board, nearly always with a solution, sometimes with tiles that cannot turn."""
    tree = rng.random() < 0.75
    grid = random_grid(rng, most, surface)
    board = bytearray(random_tree(rng, grid) if tree else random_lines(rng, grid))
    if rng.random() < 0.05:
        board[rng.randrange(grid.size)] = rng.randrange(16)
    domains = [ORBITS[mask] for mask in board]
    if rng.random() < 0.3:
        for cell in rng.sample(range(grid.size), grid.size // 4):
            domains[cell] = domain(board[cell])
    return problem_of(grid, domains, tree)
