"""The colours: which states they tell apart in terminals with few colours."""

from itertools import combinations
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES, Theme

from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui import theme
from termpuzzles.tui.colours import EYES, contrast, difference, with_few
from termpuzzles.tui.context import Context
from tests.play.test_session import Time

OWN = [theme.DARK, theme.LIGHT, theme.HIGH_CONTRAST]
MIXED = [theme.WARM, theme.NIGHT]
GROUNDS = ("plain", "pinned", "cursor", "target", "because", "cut off", "assumed", "trial", "wrong", "source")


def shown(name: str, ground: str, system: ColorSystem) -> Color:
    """The colour that a terminal of that kind shows behind a cell."""
    colour = theme.palette(name, few=system is ColorSystem.STANDARD).style("plain", ground).bgcolor
    assert colour is not None
    return colour.downgrade(system)


@pytest.mark.parametrize("name", OWN)
def test_with_256_colours_every_ground_is_told_apart(name: str) -> None:
    assert len({shown(name, ground, ColorSystem.EIGHT_BIT).number for ground in GROUNDS}) == len(GROUNDS)


@pytest.mark.parametrize("name", OWN)
def test_with_16_colours_the_cursor_is_told_apart_from_tiles_pinned_or_not(name: str) -> None:
    cursor, pinned, plain = (shown(name, ground, ColorSystem.STANDARD) for ground in ("cursor", "pinned", "plain"))
    assert cursor.number not in (pinned.number, plain.number)


ALIKE = ({"cut off", "wrong"}, {"assumed", "trial", "source", "wall"}, {"pinned", "wall"})  # signs tell them apart


@pytest.mark.parametrize("name", OWN)
def test_with_16_colours_no_two_grounds_are_alike_that_no_sign_tells_apart(name: str) -> None:
    for one, other in combinations((*GROUNDS, "wall"), 2):
        if shown(name, one, ColorSystem.STANDARD) == shown(name, other, ColorSystem.STANDARD):
            assert any({one, other} <= pair for pair in ALIKE), (one, other)


DEPTHS = (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD)


def drawn(name: str, tone: str, ground: str, depth: ColorSystem) -> tuple[str, str]:
    """The two colours in which a terminal of that depth shows a line on a ground."""
    style = theme.palette(name, few=depth is ColorSystem.STANDARD).style(tone, ground)
    assert style.color
    assert style.bgcolor
    if depth is ColorSystem.TRUECOLOR:
        return style.color.name, style.bgcolor.name
    return with_few(style.color.name, depth), with_few(style.bgcolor.name, depth)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", OWN)
def test_every_state_stays_apart_for_all_eyes_at_any_depth_of_colour(name: str, depth: ColorSystem) -> None:
    lines = [drawn(name, tone, "plain", depth)[0] for tone in ("lit", "bad loop", "sealed")]
    behind = ("plain", "pinned", "cursor", "target", "wrong")
    cells = [drawn(name, "plain", ground, depth)[1] for ground in behind]
    for eyes in EYES:
        for colours in (lines, cells):
            for one, other in combinations(colours, 2):
                assert difference(one, other, eyes) >= 7, (one, other, eyes)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", OWN)
def test_lines_are_seen_on_every_tile_and_words_are_read_at_any_depth(name: str, depth: ColorSystem) -> None:
    assert contrast(*drawn(name, "text", "outside", depth)) >= 4.5
    assert contrast(*drawn(name, "faint", "outside", depth)) >= 3
    for tone in ("plain", "lit", "bad loop", "sealed", "hint", "wrong"):
        assert contrast(*drawn(name, tone, "plain", depth)) >= 2.6, tone
    for tone in ("plain", "lit", "bad loop", "sealed"):
        for ground in ("cursor", "pinned"):
            assert contrast(*drawn(name, tone, ground, depth)) >= 1.5, (tone, ground)


@pytest.mark.parametrize("name", OWN)
def test_with_16_colours_lines_are_seen_well_on_pinned_tiles(name: str) -> None:
    for tone in ("plain", "lit", "loop", "bad loop", "sealed"):
        assert contrast(*drawn(name, tone, "pinned", ColorSystem.STANDARD)) >= 3, tone


@pytest.mark.parametrize("name", OWN + MIXED)
def test_our_themes_always_pass(name: str) -> None:
    assert theme.passes(*theme.colours_of(name))


def test_the_states_of_a_board_are_variables_of_its_theme() -> None:
    for made in theme.themes():
        tones, grounds = theme.colours_of(made.name)
        assert made.variables["tone-lit"] == tones["lit"]
        assert made.variables["ground-cut-off"] == grounds["cut off"]
    other = Theme("other", "#4db8ff", variables={"tone-sealed": "#123456", "ground-cursor": "#654321"})
    tones, grounds = theme.derived(other)
    assert (tones["sealed"], grounds["cursor"]) == ("#123456", "#654321")


def test_what_looks_alike_is_told_in_words() -> None:
    tones, grounds = theme.colours_of(theme.DARK)
    troubles = list(theme.troubles({**tones, "sealed": tones["lit"]}, {**grounds, "outside": tones["text"]}))
    assert "words can hardly be read" in troubles
    assert "lit and sealed-off look alike" in troubles


def test_themes_are_offered_only_where_every_state_can_be_told_apart() -> None:
    assert theme.offered()[:6] == ("dark", "light", "high-contrast", "warm", "night", "mono")
    others = set(theme.offered()[6:])
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


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", OWN)
def test_what_a_hint_cuts_off_stays_apart_from_its_reasons_for_all_eyes(name: str, depth: ColorSystem) -> None:
    cut_off, *others = (drawn(name, tone, "plain", depth)[0] for tone in ("cut off", "because", "assumed", "hint"))
    for other in others:
        assert min(difference(cut_off, other, eyes) for eyes in EYES) >= 12


@pytest.mark.parametrize("name", [*OWN, *theme.offered(), theme.COLOURLESS])
def test_the_chosen_row_of_a_list_is_seen_and_can_be_read(name: str, tmp_path: Path) -> None:
    library = Library(Folders(tmp_path, tmp_path))
    context = Context(library, library.settings(), Time(), theme_name=theme.OURS.get(name, name))
    tones, grounds = theme.colours_of(context.theme_name)
    if not tones:
        assert not context.cursor_ground
        return
    assert contrast(context.cursor_ground, grounds["outside"]) > 1.3
    assert all(contrast(tones[tone], context.cursor_ground) > 3 for tone in ("text", "good", "hint"))
