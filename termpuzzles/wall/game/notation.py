"""Turns and positions as text: `Ce4.>f3`, and `8x8 standard a8 a1 h8 h1 r -`."""

from __future__ import annotations

import re
from typing import NamedTuple

from termpuzzles.errors import PuzzleError, did_you_mean, shortened
from termpuzzles.wall.game.position import (
    BLUE,
    LEAST,
    MOST,
    NO_WAY,
    RED,
    SIDES,
    USUAL_SIZE,
    VARIANTS,
    Wall,
    WallPosition,
    all_open,
)

PASS = "---"
Place = tuple[int, int]  # file and rank, both from 0

_TERM = re.compile(r"([CM>^])([a-z])([1-9][0-9]?)", re.ASCII)
_PLACE = re.compile(r"([a-z])([1-9][0-9]?)", re.ASCII)
_SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.ASCII)
_PIECES = ("red's cat", "red's mouse", "blue's cat", "blue's mouse")
_FIELDS = ("size", "variant", *_PIECES, "side", "walls")
LONGEST_TURN = 200  # characters: what is longer is refused unread


class Turn(NamedTuple):
    """Where cat and mouse go, None if one stays, and walls in canonical order; places may lie off the board."""

    cat: Place | None = None
    mouse: Place | None = None
    walls: tuple[Wall, ...] = ()

    def __str__(self) -> str:
        pieces = (f"{letter}{place_text(at)}" for letter, at in (("C", self.cat), ("M", self.mouse)) if at is not None)
        return ".".join([*pieces, *map(wall_text, self.walls)]) or PASS

    @property
    def order(self) -> tuple[tuple[int, int, int], ...]:
        """What turns are sorted by: their terms, cats before mice before walls."""
        pieces = ((kind, *at) for kind, at in enumerate((self.cat, self.mouse)) if at is not None)
        return (*pieces, *((2 + above, file, rank) for above, file, rank in self.walls))


def place_text(place: Place) -> str:
    """The cell as `e4`."""
    return f"{chr(ord('a') + place[0])}{place[1] + 1}"


def wall_text(wall: Wall) -> str:
    """The wall as `>f3` or `^f3`."""
    return f"{'^' if wall.above else '>'}{place_text((wall.file, wall.rank))}"


def read_turn(text: str) -> Turn:
    """The turn of a text, its terms in any order; raises `PuzzleError` with the column of what is no term."""
    if text == PASS:
        return Turn()
    if len(text) > LONGEST_TURN:
        raise PuzzleError(f"a turn of at most {LONGEST_TURN} characters", f"{len(text)}")
    pieces: dict[str, Place] = {}
    walls, column = [], 1
    for term in text.split("."):
        found = _TERM.fullmatch(term)
        if not found:
            raise PuzzleError("a term such as Ce4, Md5, >f3 or ^f3", repr(shortened(term)), column=column)
        kind, file, rank = found[1], ord(found[2]) - ord("a"), int(found[3]) - 1
        if kind in pieces:
            raise PuzzleError("one term for each piece", f"a second {kind}", column=column)
        if kind in "CM":
            pieces[kind] = (file, rank)
        else:
            walls.append(Wall(kind == "^", file, rank))
        column += len(term) + 1
    return Turn(pieces.get("C"), pieces.get("M"), tuple(sorted(walls)))


def position_text(position: WallPosition) -> str:
    """The position on one line."""
    pieces = " ".join(place_text(position.place(cell)) for cell in position.pieces)
    walls = ",".join(map(wall_text, position.walls())) or "-"
    side = SIDES[position.side][0]
    return f"{position.width}x{position.height} {position.variant} {pieces} {side} {walls}"


def read_position(text: str) -> WallPosition:
    """The position on one line; raises `PuzzleError` also where a cat has caught its mouse or has no way to it."""
    fields = text.split()
    if len(fields) != len(_FIELDS):
        raise PuzzleError(f"{len(_FIELDS)} fields ({', '.join(_FIELDS)})", f"{len(fields)}")
    size, variant, *places, side, walls = fields
    width, height = read_size(size)
    variant_named(variant, width, height)
    cells = [_cell(place, width, height, name) for place, name in zip(places, _PIECES, strict=True)]
    if side not in ("r", "b"):
        raise PuzzleError("r or b for the side to move", repr(shortened(side)))
    pieces = (cells[0], cells[1], cells[2], cells[3])
    position = WallPosition(width, height, variant, *all_open(width, height), pieces, "rb".index(side))
    return _sound(_walled(position, walls))


def read_size(text: str) -> tuple[int, int]:
    """Width and height of a text such as `8x8`."""
    found = _SIZE.fullmatch(text)
    sides = tuple(map(int, found.groups())) if found else ()
    if not sides or not all(LEAST <= side <= MOST for side in sides):
        raise PuzzleError(f"a size from {LEAST}x{LEAST} to {MOST}x{MOST}", repr(shortened(text)))
    width, height = sides
    return width, height


def variant_named(text: str, width: int, height: int) -> str:
    """The variant of that name, which must be played on boards of that size."""
    if text not in VARIANTS:
        meant = did_you_mean(text, VARIANTS)
        raise PuzzleError(f"one of {', '.join(VARIANTS)}", f"{shortened(text)!r}{meant}")
    if text == "freestyle" and (width, height) != USUAL_SIZE[text]:
        raise PuzzleError("12x10 for freestyle", f"{width}x{height}")
    return text


def _cell(text: str, width: int, height: int, name: str) -> int:
    found = _PLACE.fullmatch(text)
    file, rank = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (width, height)
    if file >= width or rank >= height:
        raise PuzzleError(f"a cell of the board for {name}", repr(shortened(text)))
    return file * height + rank


def _walled(position: WallPosition, text: str) -> WallPosition:
    """The position with the walls of a list with commas, `-` for none."""
    for term in () if text == "-" else text.split(","):
        found = _TERM.fullmatch(term)
        if not found or found[1] not in ">^":
            raise PuzzleError("a wall such as >f3 or ^f3, or - for none", repr(shortened(term)))
        wall = Wall(found[1] == "^", ord(found[2]) - ord("a"), int(found[3]) - 1)
        if not position.is_free(wall):
            raise PuzzleError("each wall on the board and only once", repr(term))
        position = position.with_wall(wall)
    return position


def _sound(position: WallPosition) -> WallPosition:
    """The same position; raises `PuzzleError` if it is over, or if a cat has no way."""
    for side in (RED, BLUE):
        steps = position.distance(side)
        if steps == 0:
            raise PuzzleError(f"a game that is not over, but {SIDES[side]}'s cat has caught its mouse")
        if steps == NO_WAY:
            raise PuzzleError(f"a way for {SIDES[side]}'s cat to its mouse")
    return position
