"""Cards, lists, lines and small pictures as they are drawn, and what keys and clicks do on them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from rich.segment import Segment
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture, Puzzle
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import Picture, picture_of
from termpuzzles.tui import screens, theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words, text_strip
from termpuzzles.tui.widgets.mouse import LEFT, MIDDLE, RIGHT, Click, DrawingHand, MouseSettings, TurningHand, tool_for
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import Thumbnail, rows_of, thumbnail_strips
from tests.approved import approve
from tests.games.boards import board
from tests.render.looks import Legend, in_columns, side_by_side
from tests.tui.apps import Game, playing
from tests.tui.widgets.test_views import pen


def with_pens(strips: list[Strip], legend: Legend) -> list[str]:
    """The lines, and beside them a letter for the pen of each character."""
    texts = [f"{strip.text}|" for strip in strips]
    pens = [
        "".join(legend.sign(pen(piece.style)) * len(piece.text) for piece in strip if piece.style) for strip in strips
    ]
    return side_by_side([texts, pens], " ")


def page(blocks: list[list[str]], legend: Legend) -> str:
    """Drawings beside each other, and what their letters stand for."""
    return "\n".join([*in_columns(blocks), *legend.lines()])


# --- small pictures ---

INKS = {
    "pipes": (Ink(UNICODE, True, True, True), theme.DARK),
    "lines": (Ink(UNICODE, True, True), theme.DARK),
    "ascii": (Ink(ASCII, False, False), theme.COLOURLESS),
}


def pictures() -> dict[str, Picture]:
    wide = board(named("net"), "╺┳╸╻┏┓", "┏┻┓┃┗┛")
    (large,) = read(f"infinity:12x9:{'3a5' * 36}")
    circles = board(named("masyu"), "●···", "··○·", "·○·●")
    row = board(named("net"), "╺┳╸")
    named_boards = (("net", wide), ("large", large), ("masyu", circles), ("row", row))
    return {name: picture_of(each, each.start) for name, each in named_boards}


def test_small_pictures_of_boards_are_drawn_as_approved() -> None:
    ink, theme_name = INKS["pipes"]
    brush, legend, blocks = CellPainter(ink, theme.palette(theme_name)), Legend(), []
    cases: list[tuple[str, tuple[int, int], dict[str, Any]]] = [
        ("net", (24, 5), {}),
        ("net", (24, 3), {"solved": True}),
        ("net", (11, 4), {}),
        ("net", (10, 4), {"at": 5}),
        ("net", (4, 1), {"at": 0}),
        ("masyu", (15, 6), {"ground": "cursor ground"}),
        ("large", (12, 5), {}),
        ("large", (11, 4), {"at": 0}),
        ("large", (11, 4), {"at": 107}),
        ("large", (5, 3), {"at": 54}),
    ]
    for which, room, more in cases:
        strips = thumbnail_strips(pictures()[which], Size(*room), brush, **more)
        title = " ".join([which, f"{room[0]}x{room[1]}", *(f"{name} {value}" for name, value in more.items())])
        blocks.append([*wrap(title, 25), *with_pens(strips, legend)])
    approve(__file__, "small_pictures", page(blocks, legend))


@pytest.mark.parametrize("name", INKS)
def test_in_no_room_there_is_no_small_picture_and_in_more_than_it_takes_the_same(name: str) -> None:
    ink, theme_name = INKS[name]
    brush = CellPainter(ink, theme.palette(theme_name))
    for picture in pictures().values():
        assert [thumbnail_strips(picture, Size(*room), brush) for room in ((0, 4), (4, 0))] == [[], []]
    net = pictures()["net"]
    assert thumbnail_strips(net, Size(24, 5), brush) == thumbnail_strips(net, Size(35, 10), brush)


def test_the_rows_of_a_small_picture_are_known_before_it_is_drawn() -> None:
    brush = CellPainter(INKS["pipes"][0], theme.palette(theme.DARK))
    for room in (Size(60, 20), Size(24, 5), Size(16, 6), Size(12, 3), Size(40, 12)):
        for picture in pictures().values():
            width, height = picture.grid.width, picture.grid.height
            assert len(thumbnail_strips(picture, room, brush)) <= rows_of(width, height, room, True)
    assert rows_of(4, 3, Size(16, 6), True) == 6
    assert rows_of(4, 3, Size(15, 6), True) == 3
    assert rows_of(4, 3, Size(48, 18), True) == 18
    assert rows_of(4, 3, Size(48, 17), True) == 12
    assert rows_of(4, 30, Size(48, 17), True) == 17
    assert rows_of(4, 3, Size(48, 17), False) == 3
    assert rows_of(4, 30, Size(48, 17), False) == 17


# --- widgets on a screen ---


class Shelf(Screen[None]):
    """Shows one widget, in the colours of our screens, and keeps what it tells."""

    CSS_PATH = Path(screens.__file__).with_name("screens.tcss")

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget
        self.told: list[str] = []

    async def on_mount(self) -> None:
        await self.mount(self.widget)
        self.widget.focus()

    def on_cards_chosen(self, message: Cards.Chosen) -> None:
        self.told.append(f"chosen {message.value}")

    def on_cards_moved(self) -> None:
        self.told.append("moved")

    def on_cards_passed(self, message: Cards.Passed) -> None:
        self.told.append(f"passed {message.way}")

    def on_choices_chosen(self, message: Choices.Chosen) -> None:
        self.told.append(f"chosen {message.value}")

    def on_choices_passed(self, message: Choices.Passed) -> None:
        self.told.append(f"passed {message.way}")


@asynccontextmanager
async def shelf(folder: Path, size: tuple[int, int], **options: Any) -> AsyncIterator[tuple[Game, Context]]:
    async with playing(folder, board(named("net"), "╺╸"), size=size, **options) as game:
        yield game, game.app.context


async def put(game: Game, widget: Widget) -> Shelf:
    screen = Shelf(widget)
    await game.app.push_screen(screen)
    await game.pilot.pause()
    return screen


async def sized(game: Game, widget: Widget, width: int, height: int) -> None:
    """Give a widget that size, and wait until it has it and all that follows is done."""
    widget.styles.width, widget.styles.height = width, height
    await game.until(lambda: widget.outer_size == (width, height))
    await game.pilot.pause(0.05)


def drawn(widget: Widget) -> list[Strip]:
    return [widget.render_line(y) for y in range(widget.size.height)]


def cards_of(number: int, picture: Picture | None) -> list[Card[int]]:
    return [
        Card(
            place,
            picture if place % 3 else None,
            [
                ((("Level ", "text"), (str(place), "good")), (("✓", "done"),)),
                ((("a long line of words", "faint"),), ()),
            ],
            solved=place == 1,
        )
        for place in range(number)
    ]


SIZES = [(40, 12), (30, 20), (15, 8), (9, 9), (60, 7)]


async def test_cards_are_drawn_as_approved(tmp_path: Path) -> None:
    legend, blocks = Legend(), []
    async with shelf(tmp_path, (60, 20), look="lines") as (game, context):
        cards: Cards[int] = Cards(context, 12, 16)
        await put(game, cards)
        for size in SIZES:
            await sized(game, cards, *size)
            cards.show(cards_of(7, pictures()["masyu"]), 2)
            await game.pilot.pause()
            whole = f"{cards.virtual_size.width}x{cards.virtual_size.height}"
            title = f"{size[0]}x{size[1]} of {whole}, at {cards.value}"
            blocks.append([title, *with_pens(drawn(cards), legend)])
        cards.rows = 2
        cards.show(cards_of(2, pictures()["net"]), 7)
        await game.pilot.pause()
        blocks.append(["two cards", *with_pens(drawn(cards), legend)])
        cards.show([])
        await game.pilot.pause()
        assert cards.value is None
        assert not "".join(strip.text for strip in drawn(cards)).strip()
    approve(__file__, "cards", page(blocks, legend))


@pytest.mark.parametrize("look", ["pipes", "mono"])
async def test_the_chosen_card_is_seen_in_every_look_and_the_words_are_the_same(tmp_path: Path, look: str) -> None:
    options = {"theme_name": theme.COLOURLESS, "look": "lines"} if look == "mono" else {"look": look}
    async with shelf(tmp_path, (60, 20), **options) as (game, context):
        cards: Cards[int] = Cards(context, 12, 16)
        await put(game, cards)
        await sized(game, cards, 40, 12)
        shown = []
        for chosen in (0, 1):
            cards.show([Card(place, None, cards_of(2, None)[place].words) for place in (0, 1)], chosen)
            await game.pilot.pause()
            shown.append(drawn(cards))
    first, second = ([strip.text for strip in strips] for strips in shown)
    assert first == second
    assert " ".join(first).split()[:6] == ["Level", "0", "✓", "Level", "1", "✓"]
    assert shown[0] != shown[1]


async def test_the_words_at_the_left_of_a_card_are_cut_where_those_at_its_right_begin(tmp_path: Path) -> None:
    async with shelf(tmp_path, (60, 20)) as (game, context):
        cards: Cards[int] = Cards(context, 10, 10)
        await put(game, cards)
        await sized(game, cards, 10, 20)
        for left, right, line in (
            ("", "", "          "),
            ("abcdefg", "", " abcdefg  "),
            ("abcdefgh", "", " abcdefgh "),
            ("abcdefghi", "", " abcdefghi"),  # the edge at the right, too
            ("abcdefghij", "", " abcdefgh…"),
            ("abcde", "12", " abcde 12 "),
            ("abcdef", "12", " abcd… 12 "),
            ("abc", "12", " abc   12 "),
            ("", "12", "       12 "),
            ("abcdefgh", "12", " abcd… 12 "),
            ("abcdefghi", "12", " abcde… 12"),
            ("a", "12345678", " 12345678 "),
            ("a", "123456789", " 123456789"),
        ):
            cards.show([Card(0, None, [(((left, "text"),), ((right, "text"),))])])
            assert cards.render_line(cards.rows).text == line


async def test_keys_walk_over_cards_row_by_row_and_tell_where_they_leave(tmp_path: Path) -> None:
    async with shelf(tmp_path, (60, 20)) as (game, context):
        cards: Cards[int] = Cards(context, 12, 16)
        screen = await put(game, cards)
        await sized(game, cards, 40, 12)  # three in a row
        cards.show(cards_of(11, None))
        await game.pilot.pause()
        walked = []
        for key in (
            *("right", "l", "down", "j", "down", "down", "left", "h", "up", "k", "up", "up", "home", "left", "end"),
            *("right", "pageup", "pageup", "pagedown", "pagedown", "up", "enter", "space"),
        ):
            before = len(screen.told)
            await game.press(key)
            walked.append(f"{key}: {cards.value} {' '.join(screen.told[before:])}, scrolled by {cards.scroll_offset.y}")
        approve(__file__, "cards_keys", "\n".join(walked))


async def test_a_click_chooses_the_card_under_the_mouse(tmp_path: Path) -> None:
    async with shelf(tmp_path, (60, 30)) as (game, context):
        cards: Cards[int] = Cards(context, 12, 12)
        screen = await put(game, cards)
        await sized(game, cards, 40, 20)
        cards.show(cards_of(5, None))
        await game.pilot.pause()
        found = {}
        for x, y in (
            (0, 0),
            (11, 5),
            (12, 0),
            (13, 0),
            (25, 3),
            (26, 0),
            (38, 5),
            (39, 0),
            (3, 7),
            (3, 6),
            (20, 9),
            (30, 9),
        ):
            screen.told.clear()
            await game.pilot.click(cards, offset=(x, y))
            await game.pilot.pause()
            found[x, y] = " ".join(screen.told)
        assert found == {
            (0, 0): "chosen 0",
            (11, 5): "chosen 0",
            (12, 0): "chosen 0",
            (13, 0): "moved chosen 1",
            (25, 3): "chosen 1",
            (26, 0): "moved chosen 2",
            (38, 5): "chosen 2",
            (39, 0): "",
            (3, 7): "moved chosen 3",
            (3, 6): "moved chosen 0",
            (20, 9): "moved chosen 4",
            (30, 9): "",
        }


async def test_cards_that_are_shown_anew_keep_the_cursor_on_what_it_was_on(tmp_path: Path) -> None:
    async with shelf(tmp_path, (60, 20)) as (game, context):
        cards: Cards[str] = Cards(context, 12, 16)
        await put(game, cards)
        three = {name: Card(name, None, ()) for name in "abc"}
        cards.show(three.values(), "b")
        assert cards.value == "b"
        cards.show([three["c"], three["b"]])
        assert (cards.cursor, cards.value) == (1, "b")
        cards.show([three["c"], three["a"]])
        assert (cards.cursor, cards.value) == (1, "a")  # what was at the cursor is gone
        cards.show([three["c"]])
        assert (cards.cursor, cards.value) == (0, "c")
        cards.show([])
        assert cards.value is None
        cards.show(three.values(), "z")
        assert cards.value == "a"
        cards.go(5)
        assert cards.value == "c"
        cards.go(-5)
        assert cards.value == "a"


CHOICES = [
    Choice[str]((("A heading", "faint"),)),
    Choice((("One", "text"), ("  good", "good")), "one"),
    Choice((("Two", "text"), ("  faint", "faint")), "two"),
    Choice[str]((("Another heading", "faint"),)),
    Choice((("Three", "bad loop"),), "three"),
    *(Choice(((f"Row {number}", "text"),), f"row {number}") for number in range(8)),
]


async def test_a_list_is_drawn_as_approved(tmp_path: Path) -> None:
    legend, blocks = Legend(), []
    async with shelf(tmp_path, (30, 8)) as (game, context):
        choices = Choices[str](context)
        await put(game, choices)
        choices.show(CHOICES)
        await game.pilot.pause()
        for key in ("", "end"):
            if key:
                await game.press(key)
            blocks.append([key or "at first", *with_pens(drawn(choices), legend)])
        choices.add_class("left")
        blocks.append(["left", *with_pens(drawn(choices), legend)])
    approve(__file__, "list", page(blocks, legend))


async def test_keys_walk_over_a_list_and_tell_where_they_leave(tmp_path: Path) -> None:
    async with shelf(tmp_path, (30, 6)) as (game, context):
        choices = Choices[str](context)
        screen = await put(game, choices)
        choices.show(CHOICES)
        await game.pilot.pause()
        walked = []
        for key in (
            "up",
            "k",
            "down",
            "j",
            "up",
            "up",
            "end",
            "down",
            "j",
            "pageup",
            "home",
            "pagedown",
            "enter",
            "space",
        ):
            before = len(screen.told)
            await game.press(key)
            told = " ".join(screen.told[before:])
            walked.append(f"{key}: {choices.value} {choices.is_at_first} {told}, scrolled by {choices.scroll_offset.y}")
        approve(__file__, "list_keys", "\n".join(walked))


async def test_a_list_that_is_shown_anew_keeps_its_choice_or_its_place(tmp_path: Path) -> None:
    async with shelf(tmp_path, (30, 20)) as (game, context):
        choices = Choices[str](context)
        await put(game, choices)
        assert choices.value is None
        choices.show(CHOICES)
        assert choices.value == "one"
        choices.show(CHOICES, "three")
        assert choices.value == "three"
        choices.show([*CHOICES[3:], *CHOICES[:3]])
        assert (str(choices.value), choices.highlighted) == ("three", 1)
        choices.show(CHOICES[:3])
        assert choices.value == "one"  # at the same place
        choices.show([*CHOICES[1:3], CHOICES[0]], "two")
        choices.show([CHOICES[1], CHOICES[0], CHOICES[3]])
        assert choices.value == "one"  # nothing later can be chosen
        choices.show([CHOICES[0]])
        assert choices.value is None
        choices.show([])
        assert choices.value is None
        assert not choices.is_at_first or choices.highlighted is None


# --- lines of words ---

SOME: list[Words] = [
    (("Words ", "text"), ("faint", "faint"), (" good", "good"), ("", "text")),
    (),
    (("bad", "bad loop"), (" and a line that is too long for the room", "lit", "screen.open")),
]


async def test_lines_of_words_are_drawn_as_approved(tmp_path: Path) -> None:
    legend, blocks = Legend(), []
    async with shelf(tmp_path, (30, 8)) as (game, context):
        lines = Lines(context.palette)
        await put(game, lines)
        await sized(game, lines, 20, 4)
        lines.lines = SOME
        await game.pilot.pause()
        blocks.append(with_pens(drawn(lines), legend))
        on_checker = Lines(context.palette, ground="checker")
        await put(game, on_checker)
        await sized(game, on_checker, 20, 2)
        on_checker.lines = SOME[:1]
        await game.pilot.pause()
        blocks.append(["on another ground", *with_pens(drawn(on_checker), legend)])
        assert on_checker.text == "Words faint good"
        assert lines.text == "Words faint good\n\nbad and a line that is too long for the room"
        actions = [
            (piece.text.strip(), piece.style.meta.get("@click"))
            for strip in drawn(lines)
            for piece in strip
            if piece.style and piece.style.meta
        ]
        assert actions == [("and a line that", "screen.open")]
    approve(__file__, "lines_of_words", page(blocks, legend))


async def test_lines_keep_their_padding_and_a_link_under_the_mouse_is_seen(tmp_path: Path) -> None:
    async with shelf(tmp_path, (30, 8)) as (game, context):
        lines = Lines(context.palette)
        await put(game, lines)
        await sized(game, lines, 20, 5)
        lines.lines = SOME
        room = Region(0, 0, 20, 5)
        lines.styles.padding = (1, 2)
        await game.until(lambda: lines.size == (16, 3))
        padded = [strip.text for strip in lines.render_lines(room)]
        assert padded == [" " * 20, "  Words faint good  ", " " * 20, "  bad and a line t  ", " " * 20]
        lines.styles.padding = 0
        await game.until(lambda: lines.size == (20, 5))
        plain = lines.render_lines(room)
        assert [strip.text for strip in plain[:3]] == ["Words faint good    ", " " * 20, "bad and a line that "]
        await game.pilot.hover(lines, offset=(10, 2))
        await game.until(lambda: lines.hover_style.meta != {})
        hovered = lines.render_lines(room)
        assert [strip.text for strip in hovered] == [strip.text for strip in plain]
        assert [one == other for one, other in zip(plain, hovered, strict=True)] == [True, True, False, True, True]
        await game.pilot.hover(lines, offset=(1, 0))
        await game.until(lambda: lines.hover_style.meta == {})
        assert lines.render_lines(room) == plain


async def test_only_lines_that_change_are_drawn_again(tmp_path: Path) -> None:
    async with shelf(tmp_path, (30, 12)) as (game, context):
        lines = Lines(context.palette)
        await put(game, lines)
        await sized(game, lines, 20, 6)
        lines.lines = [((f"line {number}", "text"),) for number in range(8)]
        await game.pilot.pause(0.05)
        asked: list[int] = []
        render = lines.render_line

        def count(y: int) -> Strip:
            asked.append(y)
            return render(y)

        lines.render_line = count  # type: ignore[method-assign]
        for change, expected in (
            ({2: "other"}, {2}),
            ({0: "first", 5: "last"}, {0, 5}),
            ({7: "out of view"}, set()),
            ({}, set()),
        ):
            asked.clear()
            lines.lines = [
                ((change[place], "text"),) if place in change else line for place, line in enumerate(lines.lines)
            ]
            await game.pilot.pause()
            assert set(asked) == expected
        asked.clear()
        lines.lines = lines.lines[:4]
        await game.pilot.pause()
        assert set(asked) == {4, 5}


async def test_lines_of_their_own_height_take_as_many_rows_as_there_are_and_at_least_one(tmp_path: Path) -> None:
    async with shelf(tmp_path, (30, 12)) as (game, context):
        lines = Lines(context.palette)
        await put(game, lines)
        lines.styles.height = "auto"
        for number in (3, 1, 0, 5):
            lines.lines = [(("x", "text"),)] * number
            await game.pilot.pause()
            assert lines.size.height == max(1, number)


async def test_a_drawing_shows_strips_for_its_room_and_draws_them_once(tmp_path: Path) -> None:
    drawings: list[Size] = []

    def draw(room: Size, brush: CellPainter) -> list[Strip]:
        drawings.append(room)
        return [
            text_strip(brush, (f"{room.width}x{room.height}", "text"), (" good", "good")),
            Strip([Segment("x" * 99)]),
        ]

    async with shelf(tmp_path, (30, 8)) as (game, context):
        drawing = Drawing(context, draw)
        await put(game, drawing)
        await sized(game, drawing, 12, 3)
        await game.pilot.pause()
        strips = drawn(drawing)
        assert [strip.text for strip in strips] == ["12x3 good   ", "x" * 12, " " * 12]
        assert [pen(piece.style).endswith("bold") for piece in strips[0] if piece.style][:2] == [False, True]
        number = len(drawings)
        drawn(drawing)
        assert len(drawings) == number
        drawing.draw_anew()
        await game.pilot.pause()
        drawn(drawing)
        assert len(drawings) == number + 1
        await sized(game, drawing, 8, 3)
        assert drawn(drawing)[0].text == "8x3 good"


async def test_a_small_picture_stands_in_the_middle_of_its_widget(tmp_path: Path) -> None:
    async with shelf(tmp_path, (40, 20)) as (game, context):
        small = Thumbnail(context, pictures()["net"])
        await put(game, small)
        found = []
        for size in ((20, 8), (21, 7), (9, 1)):
            await sized(game, small, *size)
            await game.pilot.pause()
            texts = [strip.text for strip in drawn(small)]
            assert {len(text) for text in texts} == {size[0]}
            filled = [y for y, text in enumerate(texts) if text.strip()]
            columns = [len(texts[y]) - len(texts[y].lstrip()) for y in filled]
            found.append((filled, columns[:1]))
        assert found == [([3, 4], [4]), ([2, 3], [5]), ([0], [1])]
        small.show(None)
        await game.pilot.pause()
        assert not "".join(strip.text for strip in drawn(small)).strip()


# --- the mouse ---


def one(mask: int, pinned: bool = False) -> Picture:
    puzzle = Puzzle(named("infinity"), Grid(1, 1), bytes([mask]))
    return picture_of(puzzle, puzzle.start._replace(pins=bytes([pinned])))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("clockwise", [False, True])
@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_a_tile_that_is_seen_mirrored_turns_the_other_way(button: int, clockwise: bool, mirrored: bool) -> None:
    turns = TurningHand().press(one(3), Click(0, N, button, mirrored), MouseSettings(clockwise))
    forward = clockwise if button == LEFT else not clockwise
    assert turns == [Gesture("turn" if forward != mirrored else "turn back", 0)]


def test_dragging_the_middle_button_pins_or_frees_tiles_like_the_first() -> None:
    puzzle = board(named("infinity"), "╺┓╺╸")
    picture = picture_of(puzzle, puzzle.start._replace(pins=bytes([0, 1, 0, 1])))
    hand = TurningHand()
    assert hand.drag(picture, Click(2, N, MIDDLE)) == []
    assert hand.press(picture, Click(0, N, MIDDLE), MouseSettings()) == [Gesture("pin", 0)]
    assert [hand.drag(picture, Click(cell, N, MIDDLE)) for cell in (1, 2, 3)] == [[], [Gesture("pin", 2)], []]
    assert hand.release(picture, Click(3, N, MIDDLE)) == []
    assert hand.drag(picture, Click(2, N, MIDDLE)) == []
    assert hand.press(picture, Click(1, N, MIDDLE), MouseSettings()) == [Gesture("pin", 1)]
    assert [hand.drag(picture, Click(cell, N, MIDDLE)) for cell in (0, 2, 3)] == [[], [], [Gesture("pin", 3)]]


def empty(*rows: str, wrap: bool = False) -> Picture:
    puzzle = board(named("simpleloop"), *rows, wrap=wrap)
    return picture_of(puzzle, puzzle.start)


def test_a_click_draws_the_line_across_the_nearest_side_and_another_button_crosses_it() -> None:
    picture, hand = empty("···", "···"), DrawingHand()
    assert hand.press(picture, Click(1, S, LEFT), MouseSettings()) == []
    assert hand.drag(picture, Click(1, S, LEFT)) == []
    assert hand.release(picture, Click(1, S, LEFT)) == [Gesture("line", 1, S)]
    assert hand.release(picture, Click(1, S, LEFT)) == []
    for side, button in ((S, RIGHT), (E, MIDDLE)):
        assert hand.press(picture, Click(1, side, button), MouseSettings()) == []
        assert hand.release(picture, Click(1, side, button)) == [Gesture("cross", 1, side)]
    hand.press(picture, Click(1, S, LEFT), MouseSettings())
    assert hand.release(picture, None) == []


def test_a_stroke_draws_lines_through_cells_that_a_fast_mouse_has_skipped() -> None:
    picture, hand = empty("····", "····", "····"), DrawingHand()
    assert hand.drag(picture, Click(1, N, LEFT)) == []  # no button went down here
    hand.press(picture, Click(0, N, LEFT), MouseSettings())
    assert hand.drag(picture, Click(1, N, LEFT)) == [Gesture("line", 0, E)]
    assert hand.drag(picture, Click(1, N, LEFT)) == []
    ways = [(1, E), (2, E), (3, S)]
    assert hand.drag(picture, Click(7, N, LEFT)) == [Gesture("line", *way) for way in ways]
    assert hand.drag(picture, Click(4, N, LEFT)) == [Gesture("line", cell, W) for cell in (7, 6, 5)]
    assert hand.drag(picture, Click(0, N, LEFT)) == [Gesture("line", 4, N)]
    assert hand.release(picture, Click(0, N, LEFT)) == []
    hand.press(picture, Click(8, N, LEFT), MouseSettings())
    assert hand.drag(picture, Click(2, N, LEFT)) == [
        *(Gesture("line", 8, E), Gesture("line", 9, N), Gesture("line", 5, E), Gesture("line", 6, N)),
    ]


def test_a_stroke_with_the_right_button_draws_crosses_and_takes_none_back() -> None:
    picture, hand = empty("····", "····"), DrawingHand()
    hand.press(picture, Click(0, N, RIGHT), MouseSettings())
    assert hand.drag(picture, Click(2, N, RIGHT)) == [Gesture("cross", 0, E), Gesture("cross", 1, E)]
    assert hand.release(picture, Click(2, N, RIGHT)) == []
    state = picture.state
    for gesture in (Gesture("cross", 0, E), Gesture("cross", 1, E)):
        move = picture.puzzle.game.interpret(picture.puzzle, state, gesture)
        assert move is not None
        state = picture.puzzle.game.play(picture.puzzle, state, move)
    crossed = picture_of(picture.puzzle, state)
    hand.press(crossed, Click(3, N, RIGHT), MouseSettings())
    assert hand.drag(crossed, Click(0, N, RIGHT)) == [Gesture("cross", 3, W)]


def test_each_game_has_the_hand_for_its_controls() -> None:
    assert isinstance(tool_for(empty("··", "··")), DrawingHand)
    assert isinstance(tool_for(one(3)), TurningHand)


@pytest.mark.parametrize(("headings", "scrolled"), [(3, 0), (4, 0), (5, 5), (9, 9)])
async def test_the_headings_above_the_first_choice_are_shown_as_far_as_there_is_room(
    tmp_path: Path, headings: int, scrolled: int
) -> None:
    async with shelf(tmp_path, (30, 6)) as (game, context):
        choices = Choices[str](context)
        await put(game, choices)
        heading = Choice[str]((("A heading", "faint"),))
        choices.show([*[heading] * headings, *CHOICES[4:]])
        await game.pilot.pause()
        await game.press("end", "home")
        await game.pilot.pause(0.05)
        assert choices.value == "three"
        assert choices.scroll_offset.y == scrolled
