"""Where the cursor goes on a board of the Wall Game: over its cells, and along the sides between them."""

from __future__ import annotations

from termpuzzles.wall.game.position import Wall, WallPosition

_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


def moved(cursor: int | Wall, at: WallPosition, to: str) -> int | Wall:
    """The next cell or side that way; at the border the same."""
    dx, dy = _WAYS[to]
    if isinstance(cursor, Wall):
        above, file, rank = cursor
        width, height = at.width - (not above), at.height - above
        return Wall(above, min(max(file + dx, 0), width - 1), min(max(rank + dy, 0), height - 1))
    file, rank = at.place(cursor)
    file, rank = min(max(file + dx, 0), at.width - 1), min(max(rank + dy, 0), at.height - 1)
    return file * at.height + rank


def between_cells(cursor: int | Wall, at: WallPosition) -> int | Wall:
    """From a cell the side right of it, then the one above it, then the cell again."""
    if isinstance(cursor, Wall):
        above, file, rank = cursor
        return file * at.height + rank if above else Wall(True, file, min(rank, at.height - 2))
    file, rank = at.place(cursor)
    return Wall(False, min(file, at.width - 2), rank)


def wall_beside(cell: int, at: WallPosition, to: str) -> Wall | None:
    """The wall on that side of a cell; None at the border."""
    (file, rank), (dx, dy) = at.place(cell), _WAYS[to]
    wall = Wall(bool(dy), file + min(dx, 0), rank + min(dy, 0))
    inside = 0 <= wall.file < at.width - (not wall.above) and 0 <= wall.rank < at.height - wall.above
    return wall if inside else None
