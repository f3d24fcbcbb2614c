"""What the page of statistics is made of, in every room that a window may have for it, as a person has approved it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise

import pytest

from termpuzzles.catalogue.ladder import PlayerRating
from termpuzzles.catalogue.statistics import Need, Row
from termpuzzles.tui.screens import figures
from termpuzzles.tui.screens.figures import Room, Told
from termpuzzles.tui.widgets.lines import NARROW, Words
from tests.approved import approve

TODAY = date(2026, 11, 18)
EVERYDAY = Row("net", "9x9", "", 1234, 1001, 59.0, 83.5, 12, (310.0, 59.0, 120.0, 61.0, 90.0, 90.0, 83.5, 400.0, 100.0))
LONG = Row("infinity", "20x20w", "", 3, 0, 36000.0, 40000.0, 0, (36000.0, 50000.0, 40000.0))
GONE = Row("tracks", "5x5", "", 1, 1, 10.0, 10.0, 1, (10.0,))
TOLD = Told(
    rows=(EVERYDAY, LONG, GONE),
    days=Counter({"2025-11-30": 9, "2025-12-01": 2, "2026-10-31": 3, "2026-11-01": 1, "2026-11-18": 1}),
    hours=26.02,
    streak=1,
    met=Counter({("net", "no loop"): 8, ("net", "pocket"): 4, ("masyu", "chain"): 3, ("net", "search"): 2}),
    alone=Counter({("net", "no loop"): 5, ("net", "pocket"): 4}),
    needs=(Need("net", "no loop", 3, 4), Need("masyu", "chain", 3, 0)),
    ratings={"net": PlayerRating(1512.0, 40.0, tuple(1500.0 + number * number % 31 for number in range(45)))},
)
ROOMS = (Room(40, False, True), Room(80, False, False), Room(100, False, True), Room(163, True, True))


def told(title: str, lines: Iterable[Words]) -> Iterator[str]:
    """The lines, each piece that is no blank with its tone."""
    yield f"-- {title}"
    for line in lines:
        yield "".join(piece[0] if not piece[0].strip() else f"[{piece[1]}]{piece[0]}" for piece in line).rstrip()


def page(room: Room) -> Iterator[str]:
    """All that is drawn in that room."""
    yield f"---- {room.width} columns{', large' * room.large}{'' if room.unicode else ', ASCII'}"
    yield from told("figures", [figures.figures_in_line(TOLD, room)])
    for card in figures.figure_cards(TOLD, room) if room.large else ():
        yield from told("a card", card)
    if figures.has_months(room):
        yield from told("months", figures.month_lines(TOLD, TODAY, 3, room))
    yield from told("boards", [figures.boards_head(room), *(row.words for row in figures.table_rows(TOLD, room))])
    for row in TOLD.rows:
        yield from told(
            f"times of {row.game}", (figures.times_beside if room.large else figures.times_below)(row, room)
        )
    yield from told("rating", figures.ladder_lines(TOLD, "net", room))
    yield from told(
        "techniques", [figures.techniques_head(room), *(row.words for row in figures.technique_rows(TOLD, room))]
    )


def without_boards() -> Iterator[str]:
    """What is drawn before anything is solved, and where much needs practice."""
    for narrow in (True, False):
        yield from told(f"a first board{', narrow' * narrow}", figures.first_board("Net 5x5", narrow))
    room, nothing = Room(80, False, True), Told()
    yield from told("no figures", [figures.figures_in_line(nothing, room)])
    yield from told("no needs", figures.needs_lines(nothing, True))
    needs = tuple(Need("net", "pocket", 1, number) for number in range(9, 0, -1))
    yield from told("needs", figures.needs_lines(replace(nothing, needs=needs), True))
    yield from told(
        "needs alone", [row.words for row in figures.technique_rows(replace(nothing, needs=needs[:2]), room)]
    )


def test_all_figures_are_as_approved_in_every_room() -> None:
    lines = [*(line for room in ROOMS for line in page(room)), "---- few boards", *without_boards()]
    approve(__file__, "figures", "\n".join([*lines, ""]))


def text_of(words: Words) -> str:
    return "".join(piece[0] for piece in words)


def in_room(width: int, large: bool = False) -> Room:
    return Room(width, large, True)


def test_there_is_room_for_the_months_beside_the_days_unless_everything_is_to_be_seen_at_once() -> None:
    widths = [width for width in range(60, 180) if figures.has_months(in_room(width))]
    assert widths == [*range(80, 140)]
    assert figures.has_months(in_room(140, large=True))


def test_months_are_two_columns_wide_where_there_is_room_for_twelve_of_them() -> None:
    rows = [figures.month_lines(TOLD, TODAY, 1, in_room(width))[1] for width in (101, 102)]
    assert [len(text_of(row)) for row in rows] == [2 + 12, 2 + 36]


def test_the_columns_of_the_table_are_those_for_which_there_is_room() -> None:
    before = in_room(23).figures.keys()
    for width in range(24, 100):
        room = in_room(width)
        margin = 1 if room.narrow else 3
        columns, columns_wide = room.figures.keys(), len(text_of(figures.boards_head(room)))
        assert columns_wide <= width - margin
        assert columns == before or columns_wide == width - margin or width == NARROW
        before = columns
    assert before == in_room(150, large=True).figures.keys() == {*before, "solved", "no help", "median", "last twelve"}


def test_a_line_of_figures_has_as_many_as_there_is_room_for() -> None:
    lines = [text_of(figures.figures_in_line(TOLD, in_room(width))).rstrip() for width in range(20, 100)]
    for width, (before, line) in enumerate(pairwise(lines), 21):
        assert len(line) <= width - 4
        assert line == before or len(line) == width - 4
    assert lines[-1].split()[::-1][:2] == ["played", "h"]


@pytest.mark.parametrize(
    ("width", "columns"), [(NARROW - 1, 0), (NARROW, 14), (80, 14), (81, 15), (93, 27), (94, 28), (120, 28)]
)
def test_the_bar_of_a_technique_takes_what_room_there_is(width: int, columns: int) -> None:
    assert in_room(width).bar == columns


@pytest.mark.parametrize(
    ("width", "columns"), [(40, 2), (63, 2), (64, 3), (77, 3), (78, 4), (91, 4), (92, 5), (105, 5), (106, 6), (139, 6)]
)
def test_fourteen_bars_below_the_table_have_room_beside_their_words(width: int, columns: int) -> None:
    _, first, *_ = figures.times_below(LONG, in_room(width))
    assert len(first[1][0]) == columns
    assert width - 22 < 2 * 14 or columns * 14 <= width - 22


@pytest.mark.parametrize(("width", "columns"), [(140, 3), (151, 3), (152, 4), (165, 4), (166, 5), (240, 5)])
def test_fourteen_bars_beside_the_table_leave_ninety_six_columns(width: int, columns: int) -> None:
    _, first, *_ = figures.times_beside(LONG, in_room(width, large=True))
    assert len(first[0][0]) == columns
    assert width - 96 < 3 * 14 or columns * 14 <= width - 96


@pytest.mark.parametrize(
    ("values", "curve"), [((), ""), ((1500.0, 1501.0), ""), ((1500.0, 1501.0, 1502.0), "▂▄▆"), ((9.0,) * 3, "▆▆▆")]
)
def test_the_curve_of_a_rating_begins_at_its_lowest_value_once_there_are_three(
    values: tuple[float, ...], curve: str
) -> None:
    rated = replace(TOLD, ratings={"net": PlayerRating(1502.0, 40.0, values)} if values else {})
    lines = figures.ladder_lines(rated, "net", in_room(80))
    assert [text_of(line).split() for line in lines] == [["rating", "1,502", curve][: 2 + bool(curve)]] * bool(values)


def test_each_figure_of_the_first_row_has_its_place() -> None:
    assert len(figures.first_figures(TOLD)) == figures.FIGURES


@pytest.mark.parametrize(("width", "columns"), [(159, 35), (160, 36), (163, 36), (164, 37)])
def test_what_is_said_beside_the_words_of_a_card_ends_at_its_right(width: int, columns: int) -> None:
    cards = figures.figure_cards(TOLD, in_room(width, large=True))
    assert {len(text_of(card[-2])) for card in cards} == {columns}
