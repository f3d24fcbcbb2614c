"""The board of the Wall Game in square pixels: cells with slots between them, cats and mice as small pictures.

A character shows two pixels, one above the other. Sprites of the smaller size are finer: half a pixel wide, so that a
character holds four such points, of two colours at most. What each point is, is a name; the screen knows its colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from termpuzzles.wall.game.position import Wall, WallPosition
from termpuzzles.wall.picture import NEUTRAL, WallView

LEFT = 4  # columns of the ranks
_SIDE_NAMES = ("red", "blue")


class PixelShape(NamedTuple):
    """The pixels of a cell, and of the slots between cells."""

    width: int
    height: int
    slot: int


SHAPES = (PixelShape(9, 9, 2), PixelShape(5, 4, 1))  # the largest first
SMALL_SHAPES = (PixelShape(3, 3, 1), PixelShape(2, 2, 1), PixelShape(1, 1, 1), PixelShape(1, 1, 0))  # only to look at

# X the colour of the side, y an eye, p its pupil, n pink, k shadow, anything else the ground.
_LARGE = {
    "cat": "X.......X XX.....XX XXXXXXXXX XXXXXXXXX XyyXXXyyX XypXXXpyX XXXXnXXXX .XXkXkXX. ..XXXXX..",
    "mouse": "......... .XX...XX. XnnX.XnnX XnnXXXnnX .XXXXXXX. ..XpXpX.. ..XXXXX.. ...XnX... ....X....",
}
_SMALL = {
    "cat": "XX......XX XXXXXXXXXX XXXoXXoXXX ..XXXXXX..",
    "mouse": "........XX ..XXXX...X .XoXXXXX.X XXXXXXXXXX",
}
_TINY_WIDTH = 3
_TINY = {"cat": "X.X XXX XXX", "mouse": "... XX. XXX"}
_PARTS = {"y": "eye", "p": "pupil", "n": "pink"}


class Letter(NamedTuple):
    """A letter that stands where two pieces share a cell: its row and column in characters, and its tone."""

    row: int
    column: int
    text: str
    tone: str


class PixelBoard(NamedTuple):
    """A board as rows of points, two in a pixel, by their names; and the letters on it."""

    shape: PixelShape
    points: list[list[str]]
    letters: list[Letter]


def room_of(position: WallPosition, shape: PixelShape) -> tuple[int, int]:
    """Columns and rows of the picture in that shape, with its ranks and files."""
    wide = position.width * (shape.width + shape.slot) - shape.slot
    high = position.height * (shape.height + shape.slot) - shape.slot
    return LEFT + wide, (high + 1) // 2 + 1


def pixel_at(position: WallPosition, shape: PixelShape, column: int, row: int) -> int | Wall | None:
    """The cell or slot at that column and row of the picture; of two in one character the slot."""
    found = [_point_at(position, shape, column - LEFT, y) for y in (2 * row, 2 * row + 1)]
    return next((each for each in found if isinstance(each, Wall)), next((e for e in found if e is not None), None))


def _point_at(position: WallPosition, shape: PixelShape, x: int, y: int) -> int | Wall | None:
    (file, dx), (down, dy) = divmod(x, shape.width + shape.slot), divmod(y, shape.height + shape.slot)
    rank = position.height - 1 - down
    inside = 0 <= file < position.width and 0 <= rank < position.height
    if not inside or (dx >= shape.width and dy >= shape.height):
        return None
    if dx >= shape.width:
        return Wall(False, file, rank) if file < position.width - 1 else None
    if dy >= shape.height:
        return Wall(True, file, rank - 1) if rank else None
    return file * position.height + rank


def pixel_board(view: WallView, shape: PixelShape, fine: bool = True) -> PixelBoard:
    """The board in that shape; without `fine` points, pieces whose pictures need them are letters."""
    return _Painter(view, shape, fine).paint()


class _Painter:
    def __init__(self, view: WallView, shape: PixelShape, fine: bool) -> None:
        self._view = view
        self._at = view.position
        self._shape = shape
        self._fine = fine or shape != SHAPES[1]
        wide = self._at.width * (shape.width + shape.slot) - shape.slot
        high = self._at.height * (shape.height + shape.slot) - shape.slot
        self._points = [["outside"] * (2 * wide) for _ in range(high + high % 2)]
        self._letters: list[Letter] = []

    def paint(self) -> PixelBoard:
        at, walls = self._at, {*self._at.walls()} | self._view.staged
        for file in range(at.width):
            for rank in range(at.height):
                self._paint_cell(file, rank)
        for wall in self._slots():
            if wall in walls:
                self._paint_wall(wall)
            elif wall in self._view.forbidden:
                self._hatch(wall)
            if wall == self._view.cursor:
                self._mark_slot(wall, wall in walls)
        for file in range(at.width - 1):
            for rank in range(at.height - 1):
                self._paint_crossing(file, rank, walls)
        return PixelBoard(self._shape, self._points, self._letters)

    def _corner(self, file: int, rank: int) -> tuple[int, int]:
        """The left and upper pixel of a cell."""
        shape = self._shape
        return file * (shape.width + shape.slot), (self._at.height - 1 - rank) * (shape.height + shape.slot)

    def _fill(self, x: int, y: int, width: int, height: int, name: str) -> None:
        for line in self._points[y : y + height]:
            line[2 * x : 2 * (x + width)] = [name] * (2 * width)

    def _slots(self) -> Iterator[Wall]:
        at = self._at
        yield from (Wall(False, file, rank) for file in range(at.width - 1) for rank in range(at.height))
        yield from (Wall(True, file, rank) for file in range(at.width) for rank in range(at.height - 1))

    def _slot(self, wall: Wall) -> tuple[int, int, int, int]:
        """Where a slot is: its left and upper pixel, its width and its height."""
        shape, (x, y) = self._shape, self._corner(wall.file, wall.rank)
        if wall.above:
            return x, y - shape.slot, shape.width, shape.slot
        return x + shape.width, y, shape.slot, shape.height

    def _ground(self, cell: int, file: int, rank: int) -> str:
        view = self._view
        if view.cursor == cell:
            return "cursor"
        if view.chosen == cell:
            return "chosen"
        if cell in view.targets:
            return "target"
        if cell in view.trail:
            return f"trail {_SIDE_NAMES[1 - self._at.side]}"
        return "checker" if (file + rank) % 2 else "cell"

    def _paint_cell(self, file: int, rank: int) -> None:
        view, shape, cell = self._view, self._shape, file * self._at.height + rank
        x, y = self._corner(file, rank)
        self._fill(x, y, shape.width, shape.height, self._ground(cell, file, rank))
        names = (("cat", 0), ("mouse", 0), ("cat", 1), ("mouse", 1))
        here = [each for each, place in zip(names, self._at.pieces, strict=True) if place == cell]
        if len(here) == 1 and self._fine:
            self._paint_piece(x, y, *here[0])
        elif here:
            self._letter(x, y, here)
        elif cell in view.targets:
            self._dot(x, y, "target dot")
        else:
            for side, name in enumerate(_SIDE_NAMES):
                if cell in view.ways[side]:
                    self._dot(x, y, name)
        if view.cursor == cell:
            for dx in (0, shape.width - 1):
                for dy in (0, shape.height - 1):
                    self._fill(x + dx, y + dy, 1, 1, "mark")

    def _dot(self, x: int, y: int, name: str) -> None:
        """A dot in the middle of a cell."""
        shape = self._shape
        width, height = (3, 3) if shape == SHAPES[0] else (1, 2)
        self._fill(x + (shape.width - width) // 2, y + (shape.height - height) // 2, width, height, name)

    def _paint_piece(self, x: int, y: int, kind: str, side: int) -> None:
        is_large = self._shape != SHAPES[1]
        colour = _SIDE_NAMES[side] + (" mouse" if kind == "mouse" else "")
        for row, line in enumerate(self._sprite(kind)):
            for place, sign in enumerate(line):
                part = colour if sign == "X" else f"{colour} shadow" if sign == "k" else _PARTS.get(sign, "")
                for point in (2 * place, 2 * place + 1) if is_large else (place,):
                    if part:
                        self._points[y + row][2 * x + point] = part

    def _sprite(self, kind: str) -> list[str]:
        """The picture of a piece, row by row; in the smallest cells the cell is filled."""
        shape = self._shape
        if shape.width < _TINY_WIDTH:
            return ["X" * shape.width] * shape.height
        return (_LARGE if shape == SHAPES[0] else _SMALL if shape == SHAPES[1] else _TINY)[kind].split()

    def _letter(self, x: int, y: int, here: list[tuple[str, int]]) -> None:
        """The letters of the pieces in a cell, side by side."""
        row = (y + (self._shape.height - 1) // 2 + 1) // 2
        before = x + (self._shape.width - 2 * len(here) + 1) // 2
        for number, (kind, side) in enumerate(here):
            letter = kind[0].upper() if side == 0 else kind[0]
            self._letters.append(Letter(row, before + 2 * number, letter, _SIDE_NAMES[side]))

    def _owner(self, wall: Wall) -> str:
        view = self._view
        owner = self._at.side if wall in view.staged else view.owners.get(wall, NEUTRAL)
        return "wall" if owner == NEUTRAL else _SIDE_NAMES[owner]

    def _paint_wall(self, wall: Wall) -> None:
        x, y, width, height = self._slot(wall)
        self._fill(x, y, width, height, self._owner(wall))
        if wall in self._view.staged:  # with white dashes
            for step in range(1, width if wall.above else height, 2):
                self._fill(*((x + step, y, 1, height) if wall.above else (x, y + step, width, 1)), "mark")

    def _hatch(self, wall: Wall) -> None:
        x, y, width, height = self._slot(wall)
        for dx in range(width):
            for dy in range(height):
                if (x + dx + y + dy) % 2:
                    self._fill(x + dx, y + dy, 1, 1, "forbidden")

    def _mark_slot(self, wall: Wall, is_built: bool) -> None:
        """The cursor on a slot: its ground, or the two ends of its wall."""
        x, y, width, height = self._slot(wall)
        if not is_built and wall not in self._view.forbidden:
            self._fill(x, y, width, height, "cursor")
        for end in (0, 1):
            if wall.above:
                self._fill(x + end * (width - 1), y, 1, height, "mark")
            else:
                self._fill(x, y + end * (height - 1), width, 1, "mark")

    def _paint_crossing(self, file: int, rank: int, walls: set[Wall] | frozenset[Wall]) -> None:
        """Where two walls meet, the corner between them; those in one line come first."""
        lines = (
            (Wall(False, file, rank), Wall(False, file, rank + 1)),
            (Wall(True, file, rank), Wall(True, file + 1, rank)),
        )
        built = [wall for line in lines for wall in line if wall in walls]
        if len(built) < 2:
            return
        straight = next((line for line in lines if all(wall in walls for wall in line)), tuple(built[:2]))
        owners = {self._owner(wall) for wall in straight}
        name = owners.pop() if len(owners) == 1 else "wall"
        x, y = self._corner(file, rank)
        self._fill(x + self._shape.width, y - self._shape.slot, self._shape.slot, self._shape.slot, name)
