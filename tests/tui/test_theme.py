"""The colours: what they tell apart in terminals that have only few of them."""

import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES

from termpuzzles.tui import theme
from termpuzzles.tui.colours import contrast, difference

OWN = [theme.DARK, theme.LIGHT, theme.HIGH_CONTRAST]
GROUNDS = ("plain", "pinned", "cursor", "target", "because", "cut off", "assumed", "trial", "wrong", "source")


def shown(name: str, ground: str, system: ColorSystem) -> Color:
    """The colour that a terminal of that kind shows behind a cell."""
    colour = theme.palette(name).style("plain", ground).bgcolor
    assert colour is not None
    return colour.downgrade(system)


@pytest.mark.parametrize("name", OWN)
def test_with_256_colours_every_ground_is_told_apart(name: str) -> None:
    assert len({shown(name, ground, ColorSystem.EIGHT_BIT).number for ground in GROUNDS}) == len(GROUNDS)


@pytest.mark.parametrize("name", OWN)
def test_with_16_colours_the_cursor_is_told_apart_from_tiles_pinned_or_not(name: str) -> None:
    cursor, pinned, plain = (shown(name, ground, ColorSystem.STANDARD) for ground in ("cursor", "pinned", "plain"))
    assert cursor.number not in (pinned.number, plain.number)


@pytest.mark.parametrize("name", OWN)
def test_our_themes_always_hold(name: str) -> None:
    assert theme.passes(*theme.colours_of(name))


def test_themes_are_offered_only_where_every_state_can_be_told_apart() -> None:
    assert theme.offered()[:4] == ("dark", "light", "high-contrast", "mono")
    others = set(theme.offered()[4:])
    assert others
    assert others < set(BUILTIN_THEMES)
    assert all(theme.passes(*theme.colours_of(name)) for name in others)


def test_a_theme_that_does_not_pass_or_is_unknown_gives_way_to_ours() -> None:
    refused = next(name for name in BUILTIN_THEMES if not theme.passes(*theme.colours_of(name)))
    assert theme.theme_name(refused, light=False) == theme.DARK
    assert theme.theme_name("no such theme", light=True) == theme.LIGHT
    assert theme.theme_name("none", light=True) == theme.COLOURLESS


def test_black_and_white_are_as_far_apart_as_colours_can_be() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert difference("#000000", "#ffffff") == pytest.approx(100, abs=0.1)
    assert difference("#123456", "#123456", "tritanopia") == 0


def test_red_and_green_are_nearer_to_eyes_that_lack_a_cone() -> None:
    for eyes in ("protanopia", "deuteranopia"):
        assert difference("#c04030", "#40a030", eyes) < difference("#c04030", "#40a030") / 2
