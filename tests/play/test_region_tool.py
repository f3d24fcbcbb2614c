"""The region tool: a key marks cells, clicks paint, words name rectangles; the figures follow the board."""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Gesture
from termpuzzles.play.region_commands import INTO, OUT, cells_of, paint_region
from termpuzzles.render.picture import BECAUSE, ROLE
from tests.play.desk import Desk, context


def desk_of(text: str) -> Desk:
    return Desk(context(), [read(text)[0]])


def test_a_region_of_cells_is_counted_shown_and_gone_when_it_is_closed() -> None:
    desk = desk_of("simpleloop/4/4/")
    controller = desk.controller
    desk.act("play.region")
    assert controller.region == {0}
    assert controller.message.text == (
        "Region: 1 cell: 1 dark, 0 light. Exits: 0 drawn, 0 crossed, 2 open. Line ends missing: 2, an even number: "
        "dark 2, light 0. Lines join (1, 1) to (2, 1) and (1, 1) to (1, 2). Its dark cells need 2 more line ends, "
        "its light ones 0. A line inside uses one of each, so every open dark exit is drawn."
    )
    picture = controller.picture()
    assert picture.checkerboard
    assert picture.look(0).hint & ROLE == BECAUSE
    controller.play(Gesture("line", 0, 4))
    assert controller.region == {0}
    assert "Exits: 1 drawn, 0 crossed, 1 open. Line ends missing: 1, an odd number" in controller.message.text
    controller.unsay()
    assert controller.message.text.startswith("Region: ")
    assert controller.close()
    assert controller.region == frozenset()
    assert not controller.picture().checkerboard
    assert controller.session.attempt.hints == 0


def test_clicks_take_cells_in_and_out() -> None:
    desk = desk_of("5x5w:78a2ab47ad541418beb984d39")
    for cell, action in ((3, INTO), (4, INTO), (4, INTO), (3, OUT)):
        paint_region(desk.controller, Gesture(action, cell))
    assert desk.controller.region == {4}
    desk.act("play.region")  # the cell at the cursor
    desk.act("play.region")
    assert desk.controller.region == {4}


@pytest.mark.parametrize(
    ("words", "cells"),
    [
        (("1", "1-3", "2"), {0, 1, 2, 4, 5, 6}),
        (("3,2-1,1",), {0, 1, 2, 4, 5, 6}),
        (("2,2", "and", "4", "4"), {5, 15}),
        (("1,1", "-", "1,1"), {0}),
    ],
)
def test_places_and_rectangles_are_named_by_corners_in_any_order(words: tuple[str, ...], cells: set[int]) -> None:
    desk = desk_of("simpleloop/4/4/")
    desk.act("play.region", *words)
    assert desk.controller.region == cells
    desk.act("play.region", "none")
    assert desk.controller.region == frozenset()


@pytest.mark.parametrize("text", ["5 5", "0 1", "1 1 - 9 1"])
def test_a_place_off_the_board_changes_nothing(text: str) -> None:
    desk = desk_of("simpleloop/4/4/")
    assert cells_of(desk.controller, text) == "The board has columns 1 to 4 and rows 1 to 4. Nothing has changed."


@pytest.mark.parametrize("text", ["here", "1", "1 2 3", "1 1 - north"])
def test_what_names_no_cells_is_told_how(text: str) -> None:
    found = cells_of(desk_of("simpleloop/4/4/").controller, text)
    assert isinstance(found, str)
    assert found.startswith("Type region and cells, such as region 1,1-3,2;")
