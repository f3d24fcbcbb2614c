"""Small pictures of boards: each pixel, on every surface, in every room; and overviews with what is in view framed."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import State
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.render.thumbnail import Dot, Thumbnail, View, in_characters, overview, thumbnail
from tests.approved import approve
from tests.games.boards import board
from tests.render.looks import Legend, side_by_side

WRAPS = {"": "", "w": "# wrap: both\n", "cx": "# wrap: x\n", "cy": "# wrap: y\n", "mx": "# wrap: x-twisted\n"}
WRAPS |= {"my": "# wrap: y-twisted\n", "kx": "# wrap: x-twisted y\n", "ky": "# wrap: x y-twisted\n"}
_LETTERS = {"": ".", "plain": "#", "lit": "@", "done": "D", "shaded": "S", "cursor": "X"}


class Dots(Legend):
    """A letter for each kind of dot; the most common ones have the same everywhere."""

    def sign(self, kind: object) -> str:
        assert isinstance(kind, Dot)
        named = f"{kind.tone}, {kind.faded} thirds faded" if kind.faded else kind.tone
        return _LETTERS.get(named) or super().sign(named)


def in_letters(drawn: Thumbnail, legend: Legend) -> list[str]:
    return ["".join(map(legend.sign, row)) + "|" for row in drawn]


def sheet(title: str, *drawn: Thumbnail) -> str:
    """Pictures side by side, and what their letters mean."""
    legend = Dots("abcdefghijklmnopqrstuvwxyz")
    blocks = [in_letters(each, legend) for each in drawn]
    return "\n".join([title, *side_by_side(blocks), *legend.lines(), ""])


def board_on(suffix: str) -> Picture:
    """A board whose cells all differ, on the surface of that suffix."""
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}# pins: 2,1\n┗╋┻╻\n╸┫┏┣\n┗┻┳╹")
    return picture_of(puzzle, puzzle.start)


ROOMS = [(20, 20), (8, 3), (7, 3), (6, 2), (3, 1), (1, 1)]


@pytest.mark.parametrize("suffix", SURFACES)
def test_a_thumbnail_of_a_board_on_this_surface_is_drawn_in_every_room_as_approved(suffix: str) -> None:
    picture, sheets = board_on(suffix), []
    for room in ROOMS:
        drawn = [thumbnail(picture, *room), thumbnail(picture, *room, at=0), thumbnail(picture, *room, at=7)]
        drawn += [thumbnail(picture, *room, at=9, solved=True)] if room[0] > 5 else []
        sheets.append(sheet(f"{room[0]}x{room[1]}: in the middle, at 0, at 7", *drawn))
    approve(__file__, f"thumbnails_{suffix or 'plane'}", "\n".join(sheets))


OTHERS = {
    "shaded": "# game: simpleloop\n■■┏┓\n■■┃┃\n··┗┛\n■·■■",
    "loops": "# game: infinity\n┏┓╺╸\n┗┛┏┓\n╺━┻┛",
    "sealed off": "# game: net\n╺╸┏╸\n┏┓┃╻\n┗┛┗╹",
    "two cells": "# game: infinity\n╺╸",
}


def others() -> dict[str, Picture]:
    found = {}
    for name, text in OTHERS.items():
        (puzzle,) = read(text)
        found[name] = picture_of(puzzle, puzzle.start)
    circles = board(named("masyu"), "●···", "··○·", "·○·●")
    ring = State.of(bytes([E | S, E | W, E | W, S | W, N | S, 0, 0, N | S, N | E, E | W, E | W, N | W]))
    return {**found, "circles": picture_of(circles, ring)}


def test_thumbnails_of_all_games_are_drawn_as_approved() -> None:
    sheets = []
    for name, picture in others().items():
        sheets.append(
            sheet(f"{name}; the same, solved", thumbnail(picture, 30, 30), thumbnail(picture, 30, 30, None, True))
        )
        sheets.append("\n".join([f"{name}, in characters", in_characters(thumbnail(picture, 30, 30)), ""]))
    approve(__file__, "thumbnails_of_games", "\n".join(sheets))


VIEWS = [View(0, 0, 4, 3), View(1, 1, 2, 2)]


def test_overviews_are_drawn_as_approved() -> None:
    sheets = []
    for name, picture in {"net": board_on(""), "torus": board_on("w"), **others()}.items():
        if name == "two cells":
            continue  # the views are larger
        still_open = bytes(cell % 3 == 0 for cell in range(picture.grid.size))
        for room in ((30, 30), (8, 3), (6, 2), (4, 2)):
            found = [overview(picture, still_open, view, *room) for view in VIEWS]
            scale = f"{found[0].pixels} pixels a tile, {found[0].tiles} tiles a pixel"
            sheets.append(sheet(f"{name} in {room[0]}x{room[1]}: {scale}", *(each.drawn for each in found)))
    approve(__file__, "overviews", "\n".join(sheets))


def large() -> Picture:
    (puzzle,) = read(f"infinity:40x40:{'3' * 1600}")
    return picture_of(puzzle, State.of(bytes([6, 0, 9, 15] * 400)))


@pytest.mark.parametrize("room", [(44, 22), (43, 22), (24, 12), (16, 8)])
def test_overviews_of_a_large_board_are_drawn_as_approved(room: tuple[int, int]) -> None:
    picture = large()
    still_open = bytes((cell % 40) * (cell // 40) % 7 < 3 for cell in range(1600))
    found = [overview(picture, still_open, view, *room) for view in (View(3, 5, 12, 12), View(20, 20, 20, 20))]
    approve(
        __file__,
        f"overview_large_{room[0]}",
        sheet(str(found[0][1:]), *(each.drawn for each in found[: 1 + (room[0] < 30)])),
    )


@pytest.mark.parametrize(("size", "is_whole"), [((7, 6), True), ((6, 6), False), ((7, 5), False), ((30, 5), False)])
def test_a_tile_has_two_pixels_of_an_overview_as_soon_as_all_have_room(size: tuple[int, int], is_whole: bool) -> None:
    (puzzle,) = read(f"infinity:3x5:{'3' * 15}")
    found = overview(picture_of(puzzle, puzzle.start), bytes(15), View(0, 0, 1, 1), *size)
    assert (found.pixels == 2) == is_whole


def test_the_tile_at_a_pixel_of_an_overview_is_the_one_that_is_drawn_there() -> None:
    found = overview(large(), bytes(1600), View(0, 0, 1, 1), 24, 12)
    assert found.tiles == 2
    assert [found.cell_at(x, 1) for x in (0, 1, 2, 20)] == [(-2, 0), (0, 0), (2, 0), (38, 0)]
    assert [found.cell_at(1, y) for y in (0, 1, 2, 20)] == [(0, -2), (0, 0), (0, 2), (0, 38)]
    small = overview(board_on(""), bytes(12), View(0, 0, 1, 1), 30, 30)
    assert small.pixels == 2
    assert [small.cell_at(x, x) for x in range(6)] == [(-1, -1), (0, 0), (0, 0), (1, 1), (1, 1), (2, 2)]


@pytest.mark.parametrize(("size", "drawn"), [("200x1", (36, 4)), ("1x200", (3, 22))])
def test_a_board_of_one_row_or_column_has_an_overview_with_a_frame_around_it(size: str, drawn: tuple[int, int]) -> None:
    (puzzle,) = read(f"infinity:{size}:{'1' * 200}")
    found = overview(picture_of(puzzle, puzzle.start), bytes(200), View(0, 0, 1, 1), 40, 12)
    assert (len(found.drawn[0]), len(found.drawn)) == drawn
    assert found.pixels == 1
