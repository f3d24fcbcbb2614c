"""How the boards of the day are drawn in stream 2, frozen for ever as `daily_recipe` is, of whose parts it is made.

Tiles that turn: the board is changed line by line, as long as it keeps one solution, until border and neighbours alone
leave as many tiles open as the day wants. So something harder is needed early, and again. What they leave open is a
fact of the board, as its number of solutions is: it does not depend on where one looks first.

Circles: of many loops the one that is most like those of published boards in its length and its turns; then the circles
that are not needed go, black ones rather later than white ones.
"""

from __future__ import annotations

from functools import cache

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, TURNS, Grid
from termpuzzles.catalogue import daily_recipe
from termpuzzles.catalogue.daily_recipe import (
    FORMS,
    STRAIGHT,
    Chances,
    circle,
    draw,
    grid_of,
    has_one_loop,
    has_one_solution,
    is_on_border,
    lines_of,
    region_of,
    scrambled,
    without_needless,
)
from termpuzzles.games.model import Game, Puzzle

_OWN = ("early tree", "early scattered", "needed circles")
_SHARES = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.65)  # of the tiles, that border and neighbours leave open
_CHANGES = 3000  # tried for a board of tiles
_LOOPS = 40  # drawn for a board of circles
_LENGTH, _TURNS = 0.87, 0.445  # of published boards: the share of the cells on the loop, and of these those it turns on
_LATER = 0.1  # how much later black circles go


def board_of_week(game: Game, form: str, size: str, key: str, weekday: int) -> Puzzle:
    """A board of this form and size that has one solution, drawn from the key, for a day of the week from 0 to 6."""
    if form not in _OWN:
        return daily_recipe.board(game, form, size, key)
    grid, attempt = grid_of(size), 0
    while True:
        attempt += 1
        chances = Chances(f"{key} {attempt}")
        if form == "needed circles":
            if puzzle := _circled(game, grid, chances):
                return puzzle
            continue
        masks = FORMS[form.removeprefix("early ")](grid, chances)
        if has_one_solution(game, grid, masks):
            harder = _harder(game, grid, bytearray(masks), chances, _SHARES[weekday])
            return Puzzle(game, grid, scrambled(grid, harder, chances))


def _harder(game: Game, grid: Grid, masks: bytearray, chances: Chances, share: float) -> bytes:
    """The board after changes that never leave fewer turns open, until as many of its tiles are open as are wanted."""
    lines, left = lines_of(grid), _left_open(grid, masks)
    for _ in range(_CHANGES):
        if sum(turns > 1 for turns in left) >= share * grid.size:
            break
        other = masks.copy()
        _change(game, grid, other, lines[int(chances.next() * len(lines))], chances)
        now = _left_open(grid, other)
        if sum(now) >= sum(left) and has_one_solution(game, grid, bytes(other)):
            masks, left = other, now
    return bytes(masks)


def _change(game: Game, grid: Grid, masks: bytearray, line: tuple[int, int], chances: Chances) -> None:
    """Draw the line, or take it away; in a tree, draw it and take another one away of the loop that it closes."""
    cell, side = line
    if game.joins_all:
        if masks[cell] & side:
            return
        path = _path(grid, masks, cell, grid.ways[side][cell])
        _flip(grid, masks, *path[int(chances.next() * len(path))])
    _flip(grid, masks, cell, side)


def _flip(grid: Grid, masks: bytearray, cell: int, side: int) -> None:
    masks[cell] ^= side
    masks[grid.ways[side][cell]] ^= OPPOSITE[side]


def _path(grid: Grid, masks: bytearray, start: int, end: int) -> list[tuple[int, int]]:
    """The lines of a tree from one cell to another, each as a cell and a side."""
    came, reached = dict[int, tuple[int, int]](), [start]
    for cell in reached:  # grows while it is read
        for side in SIDES_OF[masks[cell]]:
            other = grid.ways[side][cell]
            if other != start and other not in came:
                came[other] = cell, side
                reached.append(other)
    path = [came[end]]
    while path[-1][0] != start:
        path.append(came[path[-1][0]])
    return path


def _left_open(grid: Grid, masks: bytes | bytearray) -> list[int]:
    """How many turns each tile has left once each knows what border and neighbours leave it.

    What may be at the sides of a tile is a byte: the high four bits are sides that may have a line, the low four those
    that may have none.
    """
    ways = [(side, side * 17, OPPOSITE[side], grid.ways[side]) for side in SIDES]
    may = [15 | grid.open_sides[cell] << 4 for cell in range(grid.size)]
    waiting = dict.fromkeys(range(grid.size))
    while waiting:
        cell, _ = waiting.popitem()
        _, may[cell] = _turns_within(masks[cell], may[cell])
        for side, bits, back, way in ways:
            other = way[cell]
            here = may[cell] & bits
            if other >= 0 and here != bits:
                there = may[other] & ~(back * 17) | here // side * back
                if may[other] & ~there:
                    may[other] &= there
                    waiting[other] = None
    return [_turns_within(mask, may[cell])[0] for cell, mask in enumerate(masks)]


@cache
def _turns_within(mask: int, may: int) -> tuple[int, int]:
    """How many turns of the tile fit, and what may then be at its sides."""
    fitting = [turned for turned in {*TURNS[mask]} if not (turned & ~(may >> 4) or ~turned & 15 & ~may)]
    found = 0
    for turned in fitting:
        found |= turned << 4 | ~turned & 15
    return len(fitting), found


def _circled(game: Game, grid: Grid, chances: Chances) -> Puzzle | None:
    """The circles that a loop needs to be the only one; None if all that it allows are not enough."""
    loop = min((_loop(grid, chances) for _ in range(_LOOPS)), key=_unlike_published)
    clues = bytearray(circle(grid, loop, cell) for cell in range(grid.size))
    if not has_one_loop(game, grid, clues):
        return None
    late = [(chances.next() + _LATER * (clue == 2), cell) for cell, clue in enumerate(clues) if clue]
    return without_needless(game, grid, clues, [cell for _, cell in sorted(late)])


def _loop(grid: Grid, chances: Chances) -> bytes:
    region = region_of(grid, chances, 0.0)
    return draw(grid, [line for line in lines_of(grid) if is_on_border(grid, region, *line)])


def _unlike_published(loop: bytes) -> float:
    cells = [mask for mask in loop if mask]
    turns = sum(mask not in STRAIGHT for mask in cells)
    return abs(len(cells) / len(loop) - _LENGTH) + abs(turns / len(cells) - _TURNS)
