"""Boards as the player sees them: on every surface, in every room, at every zoom, in every state and every colour."""

from __future__ import annotations

import pytest
from rich.style import Style
from textual.geometry import Offset, Size

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.board.surface import SURFACES
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle, State
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import LARGE, LARGEST, MEDIUM, PIPE_ZOOMS, SMALL, SMALLEST, Ink, Zoom
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark, picture_of
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.geometry import ORIGIN, Geometry
from termpuzzles.tui.widgets.strips import STILL, CellPainter, Light, RowPainter
from tests.approved import approve
from tests.render.looks import Legend, side_by_side

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

    def with_pens(self) -> list[str]:
        """The lines, beside them a letter for the pen of each character, and what the letters stand for."""
        legend = Legend("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?*+=<>/&%$§~^äöüß")
        pens = [
            "".join(legend.sign(pen(segment.style or Style())) * len(segment.text) for segment in strip)
            for strip in self.strips
        ]
        return [*side_by_side([self.text, pens], "  "), *legend.lines()]


def titled(title: str, lines: list[str]) -> str:
    return "\n".join([title, *lines, ""])


WRAPS = {"": "", "w": "# wrap: both\n", "cx": "# wrap: x\n", "cy": "# wrap: y\n", "mx": "# wrap: x-twisted\n"}
WRAPS |= {"my": "# wrap: y-twisted\n", "kx": "# wrap: x-twisted y\n", "ky": "# wrap: x y-twisted\n"}
ROWS = "╺┓╻\n╺┫┃\n┏┛┗"


def plain(suffix: str) -> Picture:
    """A small board whose cells all differ, on the surface of that suffix."""
    (puzzle,) = read(f"# game: net\n{WRAPS[suffix]}{ROWS}")
    assert puzzle.grid.surface == SURFACES[suffix]
    return picture_of(puzzle, puzzle.start)


ROOMS = [(6, 3), (7, 4), (8, 5), (14, 7), (5, 9), (12, 2), (4, 2)]


@pytest.mark.parametrize("suffix", SURFACES)
def test_a_board_on_this_surface_is_seen_in_every_room_as_approved(suffix: str) -> None:
    picture, blocks = plain(suffix), []
    for zoom, rooms in ((SMALL, ROOMS), (LARGE, [(15, 9)]), (TILES[4], [(20, 10), (14, 7), (12, 6), (9, 5)])):
        ink = PIPES if zoom.pixels else LINES
        for room in rooms:
            for at in ORIGIN, Offset(3, 2):
                first = View(picture, zoom, room, ink, scroll=at).text
                shifted = View(picture, zoom, room, ink, shift=Offset(1, 0), cursor=4).text
                further = View(picture, zoom, room, ink, shift=Offset(4, 2), scroll=Offset(-5, -1), cursor=8).text
                if at:
                    if first != View(picture, zoom, room, ink).text:
                        blocks.append(titled(f"{zoom.name} in {room}, from {tuple(at)}", first))
                    continue
                shown = side_by_side([first, shifted, further])
                blocks.append(titled(f"{zoom.name} in {room}, shifted by 1, 0 and by 4, 2 from -5, -1", shown))
    approve(__file__, f"views_{suffix or 'plane'}", "\n".join(blocks))


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


@pytest.mark.parametrize("name", pictures())
def test_a_board_in_this_state_is_drawn_as_approved(name: str) -> None:
    picture = pictures()[name]
    width, height = picture.grid.width, picture.grid.height
    blocks = []
    for zoom, ink in ((SMALL, LINES), (TILES[4], PIPES)):
        edge = 0 if zoom.pixels else 2
        room = (zoom.width * width + edge, zoom.height * height + edge)
        blocks.append(titled(zoom.name, View(picture, zoom, room, ink, cursor=width).with_pens()))
    approve(__file__, f"boards_{name.replace(', ', ' ').replace(' ', '_')}", "\n".join(blocks))


def whole(picture: Picture, zoom: Zoom, ink: Ink, **more: object) -> list[str]:
    """The board in a room that just fits it, with the cursor on its second cell."""
    edge = 0 if zoom.pixels else 2
    room = (zoom.width * picture.grid.width + edge, zoom.height * picture.grid.height + edge)
    return View(picture, zoom, room, ink, cursor=1, **more).with_pens()  # type: ignore[arg-type]


INKS = {
    "pipes in light colours": (PIPES, theme.LIGHT, TILES[6]),
    "pipes in high contrast": (PIPES, theme.HIGH_CONTRAST, TILES[4]),
    "pipes in 256 colours": (PIPES._replace(few=True), theme.DARK, TILES[4]),
    "lines in light colours": (LINES, theme.LIGHT, MEDIUM),
    "lines in 16 colours": (Ink(UNICODE, True, False), theme.DARK, MEDIUM),
    "lines without colour": (Ink(UNICODE, False, False), theme.COLOURLESS, LARGEST),
    "small lines without colour": (Ink(UNICODE, False, False), theme.COLOURLESS, SMALL),
    "ascii without colour": (Ink(ASCII, False, False), theme.COLOURLESS, SMALLEST),
    "large ascii without colour": (Ink(ASCII, False, False), theme.COLOURLESS, LARGE),
}


@pytest.mark.parametrize("name", INKS)
def test_a_board_in_these_colours_is_drawn_as_approved(name: str) -> None:
    ink, theme_name, zoom = INKS[name]
    drawn = [titled(each, whole(pictures()[each], zoom, ink, theme_name=theme_name)) for each in ("in play", "hinted")]
    approve(__file__, f"boards_in_{name.replace(' ', '_')}", "\n".join(drawn))


def test_light_that_runs_over_a_board_is_drawn_as_approved() -> None:
    picture, light = pictures()["in play"], Light(frozenset({1, 2}), frozenset({2, 5, 6}))
    drawn = [
        titled(zoom.name, whole(picture, zoom, ink, light=light)) for zoom, ink in ((SMALL, LINES), (TILES[4], PIPES))
    ]
    approve(__file__, "boards_in_light", "\n".join(drawn))


def test_the_joins_of_a_board_stay_with_their_cells_at_the_seams() -> None:
    for suffix in ("w", "kx"):
        picture = plain(suffix)
        text = View(picture, MEDIUM, (14, 8)).text
        assert len({len(line) for line in text}) == 1
        approve(
            __file__,
            f"seams_{suffix}",
            titled("medium", [*text, *View(picture, MEDIUM, (9, 5), scroll=Offset(5, 3)).text]),
        )


def numbered(size: str, zoom: Zoom, room: tuple[int, int], **more: Offset) -> str:
    columns, rows = map(int, size.rstrip("w").split("x"))
    (puzzle,) = read(f"infinity:{size}:{'5' * columns * rows}")
    ink = PIPES if zoom.pixels else LINES
    text = View(picture_of(puzzle, puzzle.start), zoom, room, ink, rulers=True, **more).text  # type: ignore[arg-type]
    return titled(
        f"{size} at {zoom.name} in {room}{''.join(f', {how} by {tuple(at)}' for how, at in more.items())}", text
    )


def test_columns_and_rows_are_numbered_as_approved() -> None:
    far = Offset(7, 3)
    approve(
        __file__,
        "rulers",
        "\n".join(
            [
                numbered("12x4", SMALLEST, (16, 6)),
                numbered("12x4", SMALLEST, (16, 8)),
                numbered("9x3", SMALLEST, (13, 5)),
                numbered("12x4", SMALL, (27, 6)),
                numbered("12x4", SMALL, (30, 8)),
                numbered("12x12", SMALL, (15, 6), scroll=far),
                numbered("12x4", MEDIUM, (55, 12)),
                numbered("12x12", LARGE, (21, 9), scroll=far),
                numbered("5x12", LARGEST, (20, 7), scroll=Offset(30, 40)),
                numbered("120x101", SMALLEST, (40, 6), scroll=Offset(80, 95)),
                numbered("120x101", SMALL, (40, 6), scroll=Offset(190, 0)),
                numbered("120x101", MEDIUM, (40, 6), scroll=Offset(430, 190)),
                numbered("12x4w", SMALL, (26, 6)),
                numbered("12x4w", SMALL, (28, 8), shift=Offset(5, 2)),
                numbered("12x4w", SMALL, (13, 4), scroll=far),
                numbered("12x10w", SMALL, (17, 6), scroll=Offset(20, 8)),
                numbered("4x3", TILES[4], (18, 8)),
                numbered("4x3", TILES[6], (24, 9)),
                numbered("4x3w", TILES[8], (40, 16), shift=Offset(1, 1)),
            ]
        ),
    )


def test_rows_beyond_a_flipped_seam_have_the_numbers_of_what_is_seen() -> None:
    room, shown = (12, 5), []
    for suffix in ("mx", "my", "kx", "ky"):
        blocks = [
            View(plain(suffix), SMALL, room, shift=Offset(x, y), rulers=True).text for x, y in ((0, 0), (3, 0), (1, 2))
        ]
        shown.append(titled(suffix, side_by_side(blocks)))
    approve(__file__, "rulers_twisted", "\n".join(shown))


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
