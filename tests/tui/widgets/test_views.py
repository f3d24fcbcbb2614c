"""Boards as the player sees them: on every surface, in every room, at every zoom, in every state and every colour."""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest
from rich.style import Style
from textual.geometry import Offset, Size

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, Ink, Zoom
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark, picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.geometry import ORIGIN, Geometry
from termpuzzles.tui.widgets.light import STILL, Light
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter
from tests.approved import approve
from tests.render.looks import Legend, in_columns, side_by_side

LINES = Ink(UNICODE, True, True)
PIPES = Ink(UNICODE, True, True, True)
TILES = {zoom.pixels: zoom for zoom in PIPE_ZOOMS if zoom.pixels}


def pen(style: Style) -> str:
    marks = [name for name in ("bold", "dim", "italic", "underline", "reverse", "strike") if getattr(style, name)]
    colours = [colour.name if colour else "none" for colour in (style.color, style.bgcolor)]
    return " ".join([f"{colours[0]} on {colours[1]}", *marks])


class View:
    """A board in a room of so many columns and rows."""

    def __init__(
        self,
        picture: Picture,
        zoom: Zoom,
        room: tuple[int, int],
        ink: Ink = LINES,
        scroll: Offset = ORIGIN,
        shift: Offset = ORIGIN,
        cursor: int = 0,
        rulers: bool = False,
        light: Light = STILL,
        theme_name: str = theme.DARK,
    ) -> None:
        shape = Geometry.of(picture.grid, zoom, Size(*room), scroll, shift).homed(cursor)
        palette = theme.palette(theme_name, few=ink.colour and not ink.shades)
        painter = RowPainter(picture, shape, CellPainter(ink, palette), cursor, rulers, light)
        self.strips = [painter.line(y) for y in range(room[1])]

    @property
    def text(self) -> list[str]:
        """The lines, which end with a bar."""
        return [f"{strip.text}|" for strip in self.strips]

    @property
    def pens(self) -> list[list[str]]:
        """The pen of each character."""
        return [[pen(segment.style or Style()) for segment in strip for _ in segment.text] for strip in self.strips]

    def with_pens(self, legend: Legend) -> list[str]:
        """The lines, and beside them a letter for the pen of each character."""
        return side_by_side([self.text, ["".join(map(legend.sign, row)) for row in self.pens]], " ")


WRAPS = {"": "", "w": "# wrap: both\n", "cx": "# wrap: x\n", "cy": "# wrap: y\n", "mx": "# wrap: x-twisted\n"}
WRAPS |= {"my": "# wrap: y-twisted\n", "kx": "# wrap: x-twisted y\n", "ky": "# wrap: x y-twisted\n"}
ROWS = "╺┓╻\n╺┫┃\n┏┛┗"


def plain(suffix: str) -> Picture:
    """A small board whose cells all differ, on the surface of that suffix."""
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}{ROWS}")
    assert puzzle.grid.surface == SURFACES[suffix]
    return picture_of(puzzle, puzzle.start)


def test_boards_on_each_surface_are_seen_in_every_room_as_approved() -> None:
    lines = []
    for suffix in ("", "w", "my"):
        picture = plain(suffix)
        lines.append(f"--- {suffix or 'plane'}")
        for zoom, rooms in ((SMALL, [(6, 3), (8, 5), (14, 7)]), (TILES[4], [(14, 7), (9, 5)])):
            ink, blocks = PIPES if zoom.pixels else LINES, list[list[str]]()
            for room in rooms:
                blocks.append([f"{room[0]}x{room[1]}", *View(picture, zoom, room, ink).text])
                shifted = View(picture, zoom, room, ink, shift=Offset(1, 0), cursor=4)
                further = View(picture, zoom, room, ink, shift=Offset(4, 2), scroll=Offset(-5, -1), cursor=8)
                blocks += [["by 1, 0", *shifted.text], ["by 4, 2", *further.text]]
            lines += [*side_by_side(blocks[:9]), ""]
    approve(__file__, "views", "\n".join(lines))


def in_play() -> tuple[Puzzle, State]:
    """A board with pins, notes, and a group that is sealed off."""
    (puzzle,) = read("# game: net\n╺━┓╻\n┏╸┃╹\n┗┓╺┛")
    notes = bytes([0, N, 0, S << 4, 0, E, 0, 0, W << 4, 0, 0, 0])
    pins = bytes([0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1])
    return puzzle, State(puzzle.start.lines, pins, notes)


def pictures() -> dict[str, Picture]:
    """A board in several states."""
    puzzle, state = in_play()
    (looped,) = read("# game: infinity\n┏━┓╻\n┗━┛┗")
    (open_board,) = read("# game: simpleloop\n···\n·■·\n···")
    (drawn,) = read("# game: simpleloop\n┏┓·\n┗┛■")
    hints = {0: hint_mark(TARGET, E), 1: BECAUSE, 2: BECAUSE, 5: CUT_OFF, 6: ASSUMED}
    return {
        "in play": picture_of(puzzle, state),
        "without marks": picture_of(puzzle, state, marks=False),
        "without what is sealed off": picture_of(puzzle, state, sealed=False),
        "hinted": picture_of(puzzle, state, hints=hints),
        "checked": picture_of(puzzle, state, wrong=frozenset({1, 7, 10})),
        "tried": picture_of(puzzle, state, tried=frozenset({2, 3, 9})),
        "checkered": picture_of(puzzle, state, checkerboard=True),
        "with another source": picture_of(puzzle, state, source=11),
        "looped, inside shaded": picture_of(looped, looped.start, inside=True),
        "looped, inside shaded and checkered": picture_of(looped, looped.start, inside=True, checkerboard=True),
        "open": picture_of(open_board, open_board.start),
        "drawn": picture_of(drawn, drawn.start, inside=True),
    }


def whole(picture: Picture, zoom: Zoom, ink: Ink, **more: Any) -> View:
    """The board in a room that just fits it."""
    edge = 0 if zoom.pixels else 2
    room = (zoom.width * picture.grid.width + edge, zoom.height * picture.grid.height + edge)
    return View(picture, zoom, room, ink, **{"cursor": 1, **more})


def test_boards_in_each_state_are_drawn_as_approved() -> None:
    legend, blocks = Legend(), []
    for name in ("in play", "hinted", "checked", "tried", "looped, inside shaded", "drawn"):
        picture = pictures()[name]
        for zoom, ink in ((SMALL, LINES), (TILES[4], PIPES))[: 1 + (name in ("in play", "hinted"))]:
            view = whole(picture, zoom, ink, cursor=picture.grid.width)
            blocks.append([f"{name}, {zoom.name}", *view.with_pens(legend)])
    picture, light = pictures()["in play"], Light(frozenset({1, 2}), frozenset({2, 5, 6}))
    for zoom, ink in ((SMALL, LINES), (TILES[4], PIPES)):
        blocks.append([f"lit, {zoom.name}", *whole(picture, zoom, ink, light=light).with_pens(legend)])
    approve(__file__, "boards", "\n".join([*in_columns(blocks), *legend.lines()]))


@pytest.mark.parametrize("zoom", [SMALL, MEDIUM], ids=lambda zoom: zoom.name)
def test_in_each_theme_a_board_has_the_same_text_and_what_looks_alike_in_one_does_in_all(zoom: Zoom) -> None:
    for name, picture in pictures().items():
        dark = whole(picture, zoom, LINES)
        for theme_name in {*theme.OURS.values()} - {theme.COLOURLESS}:
            other = whole(picture, zoom, LINES, theme_name=theme_name)
            assert other.text == dark.text
            pairs = {*zip(chain(*dark.pens), chain(*other.pens), strict=True)}
            assert len(dict(pairs)) == len(pairs), (name, theme_name)  # what looks alike in one does so in the other


def test_the_joins_of_a_board_stay_with_their_cells_at_the_seams() -> None:
    picture = plain("w")
    rows = [line[1:13] * 3 for line in View(picture, MEDIUM, (14, 8)).text[1:7]] * 3
    for scroll in (Offset(5, 3), Offset(0, 1), Offset(-2, 7)):
        part = [line[:-1] for line in View(picture, MEDIUM, (9, 5), scroll=scroll).text]
        assert part in ([row[x : x + 9] for row in rows[y : y + 5]] for x in range(12) for y in range(6))


def numbered(size: str, zoom: Zoom, room: tuple[int, int], **more: Offset) -> list[str]:
    columns, rows = map(int, size.rstrip("w").split("x"))
    (puzzle,) = read(f"infinity:{size}:{'5' * columns * rows}")
    ink = PIPES if zoom.pixels else LINES
    text = View(picture_of(puzzle, puzzle.start), zoom, room, ink, rulers=True, **more).text  # type: ignore[arg-type]
    return [
        f"{size} at {zoom.name} in {room}{''.join(f', {how} by {tuple(at)}' for how, at in more.items())}",
        *text,
    ]


def test_columns_and_rows_are_numbered_as_approved() -> None:
    far = Offset(7, 3)
    approve(
        __file__,
        "rulers",
        "\n".join(
            in_columns(
                [
                    numbered("12x4", SMALLEST, (16, 6)),
                    numbered("12x4", SMALL, (27, 6)),
                    numbered("12x12", SMALL, (15, 6), scroll=far),
                    numbered("5x12", LARGEST, (20, 7), scroll=Offset(30, 40)),
                    numbered("120x101", SMALL, (40, 6), scroll=Offset(190, 0)),
                    numbered("12x4w", SMALL, (28, 8), shift=Offset(5, 2)),
                    numbered("12x4w", SMALL, (13, 4), scroll=far),
                    numbered("4x3w", TILES[8], (40, 16), shift=Offset(1, 1)),
                ]
            )
        ),
    )


@pytest.mark.parametrize(
    ("suffix", "cursor", "expected"),
    [("", 0, {1, 2}), ("", 1, {2, 3, 4}), ("", 2, {4, 5, 6}), ("w", 0, {1, 2, 6}), ("w", 1, {2, 3, 4})],
)
def test_without_colour_the_cell_at_the_cursor_and_the_sign_before_it_are_reversed(
    suffix: str, cursor: int, expected: set[int]
) -> None:
    ink = Ink(UNICODE, False, False)
    view = View(plain(suffix), SMALL, (8, 5), ink, cursor=cursor, theme_name=theme.COLOURLESS)
    reversed_at, x = set[int](), 0
    for segment in view.strips[1]:
        if segment.style and segment.style.reverse:
            reversed_at |= set(range(x, x + len(segment.text)))
        x += len(segment.text)
    assert reversed_at == expected
