"""The picture of a Wall Game can be read back: every wall and piece is where the position has it, at every size."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.render.ink import REVERSE
from termpuzzles.wall.game.position import Wall, WallPosition, start
from termpuzzles.wall.game.rules import successors
from termpuzzles.wall.picture import INNER, WallView, place_at, size_of, wall_picture
from tests.data.sweep import share
from tests.wall.game.games import SIZES

WALLS = {True: "━═─┃║│", False: "#=-H|"}


def some_position(chance: Random) -> WallPosition:
    """A position after a few random turns."""
    position = start(chance.choice(("standard", "classic")), *chance.choice(SIZES))
    for _ in range(chance.randrange(8)):
        position = chance.choice(list(successors(position)))
    return position


def read_back(lines: list[str], position: WallPosition, size: int, unicode: bool) -> tuple[set[Wall], list[int | None]]:
    """The walls and the cells of the pieces in a picture, found by asking what lies at each character."""
    walls: set[Wall] = set()
    pieces: dict[str, int] = {}
    for y, line in enumerate(lines):
        for x, sign in enumerate(line):
            found = place_at(position, size, x, y)
            if isinstance(found, Wall) and sign in WALLS[unicode]:
                walls.add(found)
            elif isinstance(found, int) and sign in "CMcm":
                pieces[sign] = found
    return walls, [pieces.get(letter) for letter in "CMcm"]


@pytest.mark.parametrize("unicode", [True, False])
@pytest.mark.parametrize("size", range(len(INNER)))
@pytest.mark.parametrize("seed", range(share(12)))
def test_a_picture_shows_every_wall_and_piece(seed: int, size: int, unicode: bool) -> None:
    chance = Random(seed)
    position = some_position(chance)
    owners = {wall: chance.randrange(2) for wall in position.walls() if chance.random() < 0.8}
    cursor = chance.choice([None, 0, Wall(False, 0, 0)])
    rows = wall_picture(WallView(position, owners, cursor=cursor), size, unicode, colour=chance.random() < 0.5)
    lines = ["".join(glyph.text for glyph in row) for row in rows]
    assert {len(line) for line in lines} == {size_of(position, size)[0]}
    assert len(lines) == size_of(position, size)[1]
    walls, pieces = read_back(lines, position, size, unicode)
    assert walls == set(position.walls())
    alone = [cell for cell in position.pieces if position.pieces.count(cell) < 3 or size]
    if len(alone) == len(position.pieces):
        assert pieces == list(position.pieces)


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("size", range(len(INNER)))
def test_without_colour_a_piece_at_the_cursor_stands_in_brackets_reversed(size: int, colour: bool) -> None:
    position = start("standard", 5, 4)
    for cell, letter in zip(position.pieces, "CMcm", strict=True):
        rows = wall_picture(WallView(position, {}, cursor=cell), size, colour=colour)
        signs = [[(sign, glyph) for glyph in row for sign in glyph.text] for row in rows]
        texts = ["".join(sign for sign, _ in line) for line in signs]
        assert "".join(texts).count(f"[{letter}]") == int(not colour)
        if not colour:
            (y,) = (y for y, text in enumerate(texts) if f"[{letter}]" in text)
            x = texts[y].index(f"[{letter}]")
            assert all(glyph.attributes & REVERSE for _, glyph in signs[y][x : x + 3])


def test_walls_of_either_side_and_of_neither_look_different_without_colour() -> None:
    position = start("standard", 3, 3)
    wall = Wall(True, 1, 1)
    walled = position.with_wall(wall)
    for unicode in (True, False):
        seen = set()
        for owners in ({wall: 0}, {wall: 1}, {}):
            rows = wall_picture(WallView(walled, owners), 0, unicode, colour=False)
            seen.add("\n".join("".join(glyph.text for glyph in row) for row in rows))
        assert len(seen) == 3
