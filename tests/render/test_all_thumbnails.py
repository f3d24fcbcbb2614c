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
from tests.render.looks import Legend, in_columns, side_by_side

WRAPS = {"": "", "w": "# wrap: both\n", "cx": "# wrap: x\n", "cy": "# wrap: y\n", "mx": "# wrap: x-twisted\n"}
WRAPS |= {"my": "# wrap: y-twisted\n", "kx": "# wrap: x-twisted y\n", "ky": "# wrap: x y-twisted\n"}
_LETTERS = {"": ".", "plain": "#", "lit": "@", "done": "D", "shaded": "S", "cursor": "X"}


class Dots(Legend):
    """A letter for each kind of dot; the most common ones have the same everywhere."""

    def sign(self, kind: object) -> str:
        assert isinstance(kind, Dot)
        named = f"{kind.tone}, {kind.faded} thirds faded" if kind.faded else kind.tone
        return _LETTERS.get(named) or super().sign(named)


class Sheet:
    """Small pictures beside each other; a letter stands for the same kind of dot on the whole sheet."""

    def __init__(self) -> None:
        self._legend = Dots()

    def block(self, title: str, drawn: Thumbnail) -> list[str]:
        """A picture under its title."""
        return [title, *("".join(map(self._legend.sign, row)) + "|" for row in drawn)]

    def text(self, lines: list[str]) -> str:
        """These lines, and what their letters mean."""
        return "\n".join([*lines, *self._legend.lines()])


def board_on(suffix: str) -> Picture:
    """A board whose cells all differ, on the surface of that suffix."""
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}# pins: 2,1\n┗╋┻╻\n╸┫┏┣\n┗┻┳╹")
    return picture_of(puzzle, puzzle.start)


ROOMS = [(20, 20), (8, 3), (7, 3), (3, 1), (1, 1)]


def test_thumbnails_on_each_surface_and_in_each_room_are_drawn_as_approved() -> None:
    sheet, lines = Sheet(), list[str]()
    for suffix in ("", "w", "cx", "my"):
        picture = board_on(suffix)
        blocks = [sheet.block("20x20, solved", thumbnail(picture, 20, 20, solved=True))]
        for width, height in ROOMS:
            places = (None, 0, 7) if width < 8 else (None,)
            for at in places[: 3 if width > 3 else 2]:
                name = f"{width}x{height}" if at is None else f"at {at}"
                blocks.append(sheet.block(name, thumbnail(picture, width, height, at=at)))
        lines += [suffix or "plane", *side_by_side(blocks), ""]
    approve(__file__, "thumbnails", sheet.text(lines))


@pytest.mark.parametrize("suffix", SURFACES)
def test_a_board_that_fits_is_drawn_whole_wherever_the_cursor_is(suffix: str) -> None:
    picture = board_on(suffix)
    whole = thumbnail(picture, 20, 20)
    assert all(thumbnail(picture, *room, at=at) == whole for room in ((20, 20), (9, 4)) for at in (0, 7, 11))


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
    sheet, blocks = Sheet(), list[list[str]]()
    for name, picture in others().items():
        drawn = thumbnail(picture, 30, 30)
        blocks += [sheet.block(name, drawn), sheet.block("solved", thumbnail(picture, 30, 30, None, True))]
        blocks.append(["in characters", *in_characters(drawn).splitlines()])
    approve(__file__, "thumbnails_of_games", sheet.text(in_columns(blocks)))


VIEWS = [View(0, 0, 4, 3), View(1, 1, 2, 2)]


def test_overviews_are_drawn_as_approved() -> None:
    sheet, blocks = Sheet(), list[list[str]]()
    for name, picture in {"net": board_on(""), "torus": board_on("w"), **others()}.items():
        if name == "two cells":
            continue  # the views are larger
        still_open = bytes(cell % 3 == 0 for cell in range(picture.grid.size))
        for room in ((30, 30), (6, 2)):
            for number, view in enumerate(VIEWS):
                found = overview(picture, still_open, view, *room)
                scale = f"{found.pixels}:{found.tiles}"
                blocks.append(sheet.block(f"{name} {scale}" if not number else "", found.drawn))
    approve(__file__, "overviews", sheet.text(in_columns(blocks)))


def large() -> Picture:
    (puzzle,) = read(f"infinity:40x40:{'3' * 1600}")
    return picture_of(puzzle, State.of(bytes([6, 0, 9, 15] * 400)))


def test_overviews_of_a_large_board_are_drawn_as_approved() -> None:
    picture, sheet, blocks = large(), Sheet(), list[list[str]]()
    still_open = bytes((cell % 40) * (cell // 40) % 7 < 3 for cell in range(1600))
    for room, view in (((24, 12), View(3, 5, 12, 12)), ((24, 12), View(20, 20, 20, 20)), ((16, 8), View(3, 5, 12, 12))):
        found = overview(picture, still_open, view, *room)
        blocks.append(sheet.block(f"{view[:]} in {room}: {found.pixels}:{found.tiles}", found.drawn))
    approve(__file__, "overview_large", sheet.text(in_columns(blocks)))


def test_a_pixel_of_an_overview_that_stands_for_one_tile_shows_its_tone_and_whether_it_is_open() -> None:
    picture, still_open = large(), bytes((cell % 40) * (cell // 40) % 7 < 3 for cell in range(1600))
    for room in ((44, 22), (43, 22), (42, 21)):
        found = overview(picture, still_open, View(3, 5, 12, 12), *room)
        assert found[1:] == (1, 1)
        assert (len(found.drawn[0]), len(found.drawn)) == (42, 42)
        for cell in range(1600):
            x, y = picture.grid.place(cell)
            dot = found.drawn[y + 1][x + 1]
            if dot.tone not in ("cursor", ""):
                assert dot.faded == (0 if still_open[cell] else 2)
                assert (dot.tone == "dot") == (not picture.look(cell).mask)


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
