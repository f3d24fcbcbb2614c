"""The colours of themes and pipes as a person has approved them, measures of colours, and a player's own themes."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from textual.theme import Theme

from termpuzzles.render.pixels import Dye
from termpuzzles.tui import colours, theme
from termpuzzles.tui.colours import EYES, contrast, difference, luminance, mixed
from termpuzzles.tui.dyes import APART, CLEAR, apart, dyes_of, wished
from tests.approved import approve

LAB = {
    "#000000": (0.0, 0.0, 0.0),
    "#ffffff": (100.0, 0.0, 0.0),
    "#ff0000": (53.24, 80.09, 67.20),
    "#00ff00": (87.73, -86.18, 83.18),
    "#0000ff": (32.30, 79.19, -107.86),
    "#808080": (53.59, 0.0, 0.0),
}  # as published for sRGB under D65


def made_of(name: str, named: str, dark: bool = True) -> Theme:
    """A theme of these colours: primary, secondary, warning, error, success, accent, words and what is behind them."""
    primary, secondary, warning, error, success, accent, words, behind = named.split()
    return Theme(
        name, primary, secondary, warning, error, success, accent, foreground=words, background=behind, dark=dark
    )


OTHERS = {  # themes that are not ours, some of which do not pass
    "purple": made_of("purple", "#bd93f9 #6272a4 #ffb86c #ff5555 #50fa7b #ff79c6 #f8f8f2 #282a36"),
    "blue": made_of("blue", "#61afef #c678dd #deb25b #f06262 #62f062 #a378c2 #abb2bf #282c34"),
    "murky": made_of("murky", "#607060 #607068 #687060 #706060 #607060 #607068 #808080 #505050"),
    "pale": made_of("pale", "#d0a000 #a0a0ff #ffd060 #ff8080 #a0d0a0 #ffd060 #404040 #f8f8f0", dark=False),
    "grey": Theme(name="grey", primary="#a0a0a0"),
}


@pytest.mark.parametrize(("one", "other"), list(combinations(LAB, 2)))
def test_a_difference_is_the_distance_of_published_values(one: str, other: str) -> None:
    distance = sqrt(sum((a - b) ** 2 for a, b in zip(LAB[one], LAB[other], strict=True)))
    assert difference(one, other) == pytest.approx(distance, abs=0.1)


def test_contrasts_are_those_of_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.542, abs=0.001)
    assert contrast("#0a0a0a", "#000000") == pytest.approx(1.0607, abs=0.001)
    assert [round(luminance(each), 4) for each in LAB] == [0.0, 1.0, 0.2126, 0.7152, 0.0722, 0.2159]


def test_a_share_of_a_colour_is_mixed_in_part_by_part() -> None:
    assert mixed("#000000", "#ffffff", 0) == "#000000"
    assert mixed("#000000", "#ffffff", 1) == "#ffffff"
    assert mixed("#102030", "#304050", 0.25) == "#182838"


def test_differences_for_eyes_that_lack_a_cone_are_as_approved() -> None:
    lines = [
        f"{one} {other}: " + ", ".join(f"{eyes} {difference(one, other, eyes):.2f}" for eyes in EYES)
        for one, other in combinations(LAB, 2)
    ]
    approve(__file__, "differences-of-colours", "\n".join([*lines, ""]))


def test_the_colours_of_themes_are_as_approved() -> None:
    lines: list[str] = []
    for name in (theme.DARK, theme.LIGHT, theme.HIGH_CONTRAST, theme.WARM, theme.NIGHT):
        for few in (False, True):
            tones, grounds = theme.colours_of(name, few)
            if few and name in (theme.WARM, theme.NIGHT):
                assert (tones, grounds) == theme.colours_of(theme.DARK, few)
                continue
            lines.append(f"{name}{', of 16' if few else ''}")
            lines += [f"  tones {_listed(tones)}", f"  grounds {_listed(grounds)}"]
    for made in theme.themes():
        lines.append(
            f"{made.name}: {'dark' if made.dark else 'light'}, primary {made.primary}, accent {made.accent}, warning "
            f"{made.warning}, error {made.error}, foreground {made.foreground}, background {made.background}, surface "
            f"{made.surface}, panel {made.panel}, cursor {made.variables['cursor-ground']}"
        )
    approve(__file__, "colours-of-themes", "\n".join([*lines, ""]))


def test_a_theme_without_colours_has_none_and_a_light_one_takes_the_light_sixteen() -> None:
    assert theme.colours_of(theme.COLOURLESS) == theme.colours_of(theme.COLOURLESS, True) == ({}, {})
    pale = {"pale": Theme(name="pale", primary="#004488", dark=False)}
    assert theme.colours_of("pale", True, pale) == theme.colours_of(theme.LIGHT, True)
    assert theme.colours_of("nobody's") == theme.colours_of(theme.DARK)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"primary": "#ff0000", "foreground": "#808080", "background": "#707070"}, "words can hardly be read"),
        ({"primary": "#303030", "background": "#202020"}, "lit lines can hardly be seen on a plain tile"),
        ({"primary": "#5aa6e8", "secondary": "#58b8d0", "accent": "#5aa6e8"}, "lit and sealed-off look alike"),
        (
            {"primary": "#70b0ff", "warning": "#c8c050", "accent": "#b8e070", "error": "#40c040"},
            "hinted and wrong look alike with tritanopia",
        ),
    ],
)
def test_what_is_wrong_with_a_theme_is_told_in_the_words_of_players(given: dict[str, Any], told: str) -> None:
    assert next(theme.troubles(*theme.derived(Theme(name="x", **given))), "nothing") == told


def _listed(found: dict[str, str]) -> str:
    return ", ".join(f"{name} {colour}" for name, colour in found.items())


CUBE = [0, 95, 135, 175, 215, 255]
OF_256 = {f"#{r:02x}{g:02x}{b:02x}" for r in CUBE for g in CUBE for b in CUBE}
OF_256 |= {f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(8, 248, 10)}


def test_other_themes_pass_if_and_only_if_there_is_nothing_to_say_against_them() -> None:
    found = {name: theme.derived(made) for name, made in OTHERS.items()}
    assert [name for name in found if theme.passes(*found[name])] == ["purple", "blue"]
    for tones, grounds in found.values():
        told = [*theme.troubles(tones, grounds), *theme.troubles(*theme.as_shown(tones, grounds))]
        assert bool(told) != theme.passes(tones, grounds)
        assert {*tones} == {*colours.DARK}
        assert {*grounds} == {*colours.DARK_GROUNDS}


@pytest.mark.parametrize("name", [name for name in theme.OURS if name != "mono"] + ["purple", "blue"])
def test_pipes_have_a_colour_for_each_tone_between_it_and_the_ground_where_they_fade(name: str) -> None:
    tones = set(theme.palette(theme.DARK).dyes(False).named)
    found = theme.derived(OTHERS[name]) if name in OTHERS else None
    for few in (False, True):
        dyes = dyes_of(*found, few) if found else theme.palette(theme.OURS[name]).dyes(few)
        assert set(dyes.named) == tones
        ground = dyes.named["ground"]
        for tone, colour in dyes.named.items():
            if few:
                assert colour in OF_256
                continue
            far = [difference(dyes.colour(Dye(tone, "ground", third), CLEAR), ground) for third in (2, 1)]
            assert far == sorted(far) or abs(far[0] - far[1]) < 2, tone
            assert far[-1] <= difference(colour, ground) + 1, tone


def test_what_cannot_be_used_of_a_theme_is_told_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "themes"
    folder.mkdir()
    (folder / "mine.toml").write_text(
        '# mine\nprimary = "#4db8ff"\nprimery = "#4db8ff"\ndark = false\nerror = "red"\n[tones]\nlit = "#ff0000"\n'
        '"bad loop" = 5\nlitt = "#00ff00"\n[grounds]\n"cursor" = "#123456"\nplain = "#FFFFFF"\n',
        encoding="utf-8",
    )
    (folder / "broken.toml").write_text("primary = \n", encoding="utf-8")
    (folder / "large.toml").write_text("#" * (1 << 16) + '\nprimary = "#4db8ff"\n', encoding="utf-8")
    (folder / "notes.txt").write_text("no theme", encoding="utf-8")
    found = theme.added_themes(tmp_path)
    assert [*found.themes] == ["large", "mine"]
    mine, large = found.themes["mine"], found.themes["large"]
    assert (mine.primary, mine.dark, mine.error, large.primary) == ("#4db8ff", False, None, "#6cc4ff")
    assert mine.variables == {"tone-lit": "#ff0000", "ground-cursor": "#123456", "ground-plain": "#FFFFFF"}
    tones, grounds = theme.colours_of("mine", added=found.themes)
    assert (tones["lit"], grounds["cursor"], grounds["plain"]) == ("#ff0000", "#123456", "#FFFFFF")
    (folder / "large.toml").unlink()
    told = [warning.replace(str(folder), "") for warning in theme.added_themes(tmp_path).warnings]
    assert told[0].startswith("/broken.toml: ")
    assert told[0].endswith("; this theme is not used")
    assert told[1:5] == [
        "/mine.toml:3: there is no colour called 'primery'. Did you mean 'primary'?",
        '/mine.toml:5: error takes a colour such as "#4db8ff"',
        '/mine.toml:8: bad loop takes a colour such as "#4db8ff"',
        "/mine.toml:9: there is no colour called 'litt'. Did you mean 'lit'?",
    ]
    assert all(warning.startswith("/mine.toml: ") for warning in told[5:])
    assert len(told) > 5
    assert theme.added_themes(tmp_path / "nowhere") == theme.LoadedThemes({}, ())


@pytest.mark.parametrize(("size", "is_read"), [(65536, True), (65537, False)])
def test_a_theme_is_read_up_to_64_kilobytes(tmp_path: Path, size: int, is_read: bool) -> None:
    (tmp_path / "themes").mkdir()
    setting = '\nprimary = "#4db8ff"'
    (tmp_path / "themes" / "long.toml").write_bytes(f"{'#' * (size - len(setting))}{setting}".encode())
    assert ("long" in theme.added_themes(tmp_path).themes) == is_read


def test_at_most_fifty_themes_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    for number in range(52):
        (tmp_path / "themes" / f"t{number:02}.toml").write_text('primary = "#4db8ff"\n', encoding="utf-8")
    assert [*theme.added_themes(tmp_path).themes] == [f"t{number:02}" for number in range(50)]


@pytest.mark.parametrize(
    ("wanted", "light", "expected"),
    [
        ("", False, theme.DARK),
        ("", True, theme.LIGHT),
        ("none", False, theme.COLOURLESS),
        ("mono", True, theme.COLOURLESS),
        ("dark", True, theme.DARK),
        ("night", True, theme.NIGHT),
        ("nord", True, theme.LIGHT),
        ("unheard of", False, theme.DARK),
    ],
)
def test_the_theme_that_a_setting_means(wanted: str, light: bool, expected: str) -> None:
    assert theme.theme_name(wanted, light) == expected


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("↑↓←→ choose", "Arrows choose"),
        ("← ↓ ↑ → choose", "Arrows choose"),
        ("←→ day", "Left/Right day"),
        ("∞L 7x7", "IL 7x7"),
        ("Klein · “no loop” …", 'Klein - "no loop" ...'),
        ("∞ ● ○ ↵ ─", "Infinity * . Enter -"),
        ("Zoë ✓", "Zoe ?"),
    ],
)
def test_with_ascii_alone_signs_are_spelled_out(text: str, spelled: str) -> None:
    assert theme.palette(theme.DARK, ascii_only=True).spelled(text) == spelled
    assert theme.palette(theme.DARK).spelled(text) == text


@pytest.mark.parametrize(
    ("text", "spelled"),
    [("∞ Loop        ", "Infinity Loop "), ("∞ Loop  ", "Infinity Loop "), ("∞ Loop ", "Infinity Loop "), ("· ", "- ")],
)
def test_a_sign_that_is_spelled_out_takes_up_the_blanks_of_its_column_but_one(text: str, spelled: str) -> None:
    assert theme.palette(theme.DARK, ascii_only=True).spelled(text) == spelled


@pytest.mark.parametrize(
    ("ascii_only", "name", "cut"),
    [
        (False, "Zoë Fox", "Zoë Fox"),
        (False, "Zoë the Quick", "Zoë the…"),
        (True, "Zoë the Quick", "Zoë t..."),
        (False, "棋士棋士", "棋士棋士"),
        (False, "棋士棋士棋", "棋士棋 …"),
    ],
)
def test_a_name_is_cut_where_its_columns_end_as_the_terminal_counts(ascii_only: bool, name: str, cut: str) -> None:
    palette = theme.palette(theme.DARK, ascii_only=ascii_only)
    assert palette.cut(name, 8) == cut
    assert palette.width(cut) <= 8


@pytest.mark.parametrize(("table", "name", "colour"), [(1, "pinned", "#f018c0"), (0, "sealed", "#f0c090")])
def test_a_theme_passes_only_if_it_does_with_256_colours_too(table: int, name: str, colour: str) -> None:
    mine = dict(colours.DARK), dict(colours.DARK_GROUNDS)
    assert theme.passes(*mine)
    mine[table][name] = colour
    assert list(theme.troubles(*mine)) == []
    assert list(theme.troubles(*theme.as_shown(*mine)))
    assert not theme.passes(*mine)
    mine[0]["text"] = mine[1]["outside"]
    assert not theme.passes(*mine)


def test_a_table_that_is_none_and_what_should_be_one_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "mine.toml").write_text(
        'foregrounds = "#ffffff"\n[paints]\nlit = "#ff0000"\n', encoding="utf-8"
    )
    found = theme.added_themes(tmp_path)
    told = [warning.partition("mine.toml")[2] for warning in found.warnings]
    assert told[:2] == [
        ":1: there is no colour called 'foregrounds'. Did you mean 'foreground'?",
        ":2: there is no colour called 'paints'",
    ]
    assert found.themes["mine"].variables == {}


def test_where_no_colour_of_256_passes_a_pipe_takes_the_nearest() -> None:
    levels = (0, 95, 135, 175, 215, 255)
    cube = [f"#{red:02x}{green:02x}{blue:02x}" for red in levels for green in levels for blue in levels]
    every = [*cube, *(f"#{8 + 10 * step:02x}" + f"{8 + 10 * step:02x}" * 2 for step in range(24))]
    tones, grounds = {**colours.DARK, "text": "#ffffff"}, {**colours.DARK_GROUNDS, "plain": "#7a7a7a"}
    wishes, found = wished(tones, grounds), dyes_of(tones, grounds, few=True).named
    below = [found[name] for name in ("ground", "checker", "plate", "plate checker", "target ground", "cut off")]
    assert not [each for each in every if all(contrast(each, ground) >= 3 for ground in below)]
    for name in ("plain", "lit", "sealed", "source", "bad loop"):
        nearest = min(difference(each, wishes[name]) for each in every)
        assert found[name] in every
        assert difference(found[name], wishes[name]) == nearest


def test_what_is_shaded_differs_from_the_ground_also_where_text_is_faint() -> None:
    tones, grounds = {**colours.DARK, "text": "#505050"}, dict(colours.DARK_GROUNDS)
    found, wish = dyes_of(tones, grounds, few=True).named, wished(tones, grounds)["shaded"]
    assert min(apart(wish, found[name]) for name in ("ground", "checker")) < APART
    assert min(apart(found["shaded"], found[name]) for name in ("ground", "checker")) >= APART
