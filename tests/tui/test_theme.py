"""The colours: what they tell apart in terminals that have only few of them."""

import pytest
from rich.color import Color, ColorSystem

from termpuzzles.tui import theme

GROUNDS = ("plain", "pinned", "cursor", "target", "because", "cut off", "assumed", "trial", "wrong", "source")


def shown(name: str, ground: str, system: ColorSystem) -> Color:
    """The colour that a terminal of that kind shows behind a cell."""
    colour = theme.palette(name).style("plain", ground).bgcolor
    assert colour is not None
    return colour.downgrade(system)


@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT])
def test_with_256_colours_every_ground_is_told_apart(name: str) -> None:
    assert len({shown(name, ground, ColorSystem.EIGHT_BIT).number for ground in GROUNDS}) == len(GROUNDS)


@pytest.mark.parametrize("name", [theme.DARK, theme.LIGHT])
def test_with_16_colours_the_cursor_is_told_apart_from_tiles_pinned_or_not(name: str) -> None:
    cursor, pinned, plain = (shown(name, ground, ColorSystem.STANDARD) for ground in ("cursor", "pinned", "plain"))
    assert cursor.number not in (pinned.number, plain.number)
