"""Mouse input becomes the same events that Textual's own parser makes from the same bytes."""

from itertools import product
from operator import attrgetter
from typing import Any

import pytest
from textual import events
from textual._xterm_parser import XTermParser

from termpuzzles.terminal.input import Input
from termpuzzles.tui.adapter.driver import messages_of


def ours(data: str) -> list[Any]:
    return [event for token in Input().feed(data.encode(), 0.0) for event in messages_of(token)]


def facts(found: list[Any]) -> list[tuple[object, ...]]:
    """Everything about mouse events except the distance from the last one, which the program does not use."""
    assert all(isinstance(event, events.MouseEvent) for event in found)
    tell = attrgetter("x", "y", "screen_x", "screen_y", "button", "shift", "meta", "ctrl")
    return [(type(event), *tell(event)) for event in found]


@pytest.mark.parametrize("end", ["M", "m"], ids=["pressed", "released"])
def test_the_mouse_means_what_it_means_to_textual(end: str) -> None:
    for buttons, x in product(range(128), (0, 1, 17)):
        data = f"\x1b[<{buttons};{x};3{end}"
        assert facts(ours(data)) == facts(list(XTermParser().feed(data))), data
