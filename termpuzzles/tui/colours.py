"""The colours of our own themes, for each tone and each ground, and how far apart colours are."""

from __future__ import annotations

from functools import lru_cache
from math import dist

from rich.color import Color, ColorSystem, ColorType
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

Colours = dict[str, str]

DARK = {
    "plain": "#a3a8b5",
    "lit": "#6cc4ff",
    "loop": "#a7b4e8",
    "bad loop": "#f5a142",
    "sealed": "#d678c2",
    "source": "#ffd75e",
    "wall": "#f2f2f2",
    "note": "#8f8a6a",
    "hint": "#4fd6b8",
    "because": "#3f9c88",
    "cut off": "#c9a0e0",
    "assumed": "#e0c080",
    "wrong": "#ff7a5c",
    "shaded": "#454a57",
    "frame": "#4a5060",
    "copy": "#555b68",
    "text": "#d5d8df",
    "faint": "#8b909c",
    "good": "#6cc4ff",
    "done": "#7ee0a0",
    **{"group 1": "#d4f6f0", "group 2": "#f2ea5a", "group 3": "#f0aab4", "group 4": "#3fc24a", "group 5": "#b98a6a"},
}
DARK_GROUNDS = {
    "outside": "#101217",
    "plain": "#16181d",
    "checker": "#1d2027",
    "pinned": "#343a45",
    "cursor": "#454fac",
    "target": "#175a52",
    "because": "#173f2e",
    "cut off": "#5a0f5a",
    "assumed": "#7d5a0c",
    "trial": "#1d1d5c",
    "dark": "#0e0f13",
    "noted": "#2f2d20",
    "wrong": "#6b251f",
    "source": "#614a0d",
    "wall": "#5c4030",
}
LIGHT = {
    "plain": "#5f6570",
    "lit": "#005fa8",
    "loop": "#4a55a8",
    "bad loop": "#b04e00",
    "sealed": "#a0208a",
    "source": "#8a6400",
    "wall": "#101010",
    "note": "#85794a",
    "hint": "#007360",
    "because": "#5aa898",
    "cut off": "#8040a0",
    "assumed": "#806010",
    "wrong": "#c03010",
    "shaded": "#b0b5bf",
    "frame": "#a5abb8",
    "copy": "#b3b8c2",
    "text": "#22252b",
    "faint": "#666c78",
    "good": "#005fa8",
    "done": "#1c7a3c",
    **{"group 1": "#190099", "group 2": "#7a2900", "group 3": "#450b50", "group 4": "#212617", "group 5": "#735445"},
}
LIGHT_GROUNDS = {
    "outside": "#fbfbfc",
    "plain": "#fbfbfc",
    "checker": "#edeff3",
    "pinned": "#d6dde8",
    "cursor": "#b3bdf0",
    "target": "#a0f0d0",
    "because": "#d5efe8",
    "cut off": "#ffd7ff",
    "assumed": "#ffffd7",
    "trial": "#d7d7ff",
    "dark": "#d0d3da",
    "noted": "#eeeada",
    "wrong": "#ffb0a0",
    "source": "#f5e298",
    "wall": "#e4c8ac",
}

HIGH = {
    **DARK,
    **{"plain": "#e8e8e8", "lit": "#4db8ff", "good": "#4db8ff", "loop": "#c0c8ff", "bad loop": "#ffa030"},
    **{"sealed": "#ff80e0", "source": "#ffe040", "wall": "#ffffff", "note": "#d0c890", "hint": "#40ffcc"},
    **{"wrong": "#ff7050", "text": "#ffffff", "faint": "#c8c8c8", "frame": "#909090", "copy": "#909090"},
    **{"shaded": "#686868"},
}
HIGH_GROUNDS = {
    **DARK_GROUNDS,
    **{"outside": "#000000", "plain": "#000000", "checker": "#0a0a0a", "pinned": "#383838", "dark": "#000000"},
    **{"cursor": "#3030d0", "target": "#006850", "because": "#003828", "wrong": "#901800", "source": "#705000"},
}

# The colours that a terminal with 16 colours usually shows for these numbers.
_SIXTEEN = (
    *("#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa"),
    *("#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"),
)
_DARK_NUMBERS = {
    **dict.fromkeys(("plain", "frame", "copy", "note", "faint"), 7),
    **dict.fromkeys(("lit", "good"), 14),
    **{"loop": 6, "bad loop": 11, "sealed": 13, "source": 15, "wall": 15, "hint": 10, "because": 10, "cut off": 13},
    **{"assumed": 11, "wrong": 9, "shaded": 8, "text": 15, "done": 10},
    **{"group 1": 14, "group 2": 11, "group 3": 13, "group 4": 10, "group 5": 15},
}
_DARK_GROUND_NUMBERS = {
    **dict.fromkeys(("outside", "plain", "checker", "dark", "noted"), 0),
    **{"pinned": 4, "cursor": 5, "target": 2, "because": 8, "cut off": 1, "assumed": 3, "trial": 3, "wrong": 1},
    **{"source": 3, "wall": 3},
}
_LIGHT_NUMBERS = {
    **dict.fromkeys(("note", "faint", "frame", "copy", "shaded"), 8),
    **dict.fromkeys(("lit", "good"), 4),
    **{
        "loop": 4,
        "bad loop": 1,
        "sealed": 5,
        "plain": 0,
        "source": 0,
        "wall": 0,
        "hint": 2,
        "because": 2,
        "cut off": 5,
    },
    **{"assumed": 3, "wrong": 1, "text": 0, "done": 2},
    **{"group 1": 4, "group 2": 1, "group 3": 5, "group 4": 2, "group 5": 0},
}
_LIGHT_GROUND_NUMBERS = {
    **dict.fromkeys(("outside", "plain", "checker", "dark", "noted"), 15),
    **{"pinned": 7, "cursor": 14, "target": 10, "because": 6, "cut off": 13, "assumed": 3, "trial": 12, "wrong": 9},
    **{"source": 11, "wall": 7},
}


def _by_number(numbers: dict[str, int]) -> Colours:
    return {name: _SIXTEEN[number] for name, number in numbers.items()}


DARK_SIXTEEN = _by_number(_DARK_NUMBERS), _by_number(_DARK_GROUND_NUMBERS)
LIGHT_SIXTEEN = _by_number(_LIGHT_NUMBERS), _by_number(_LIGHT_GROUND_NUMBERS)
HIGH_SIXTEEN = _by_number(_DARK_NUMBERS | {"plain": 15, "faint": 15}), _by_number(_DARK_GROUND_NUMBERS)


Rgb = tuple[float, float, float]

# How eyes without one kind of cone see a colour (Machado, Oliveira and Fernandes 2009, severity 1), applied to linear
# light.
EYES: dict[str, tuple[Rgb, Rgb, Rgb]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> Rgb:
    """The colour `#rrggbb` as linear light, each part from 0 to 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


@lru_cache(maxsize=1 << 12)
def luminance(colour: str) -> float:
    """How bright the colour is, from 0 to 1 (WCAG 2)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of the two, from 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def difference(one: str, other: str, eyes: str = "normal") -> float:
    """How far apart the two look to these eyes: 1 is just visible side by side, 10 at a glance (CIE 1976)."""
    return dist(_lab(one, eyes), _lab(other, eyes))


@lru_cache(maxsize=1 << 13)
def _lab(colour: str, eyes: str) -> Rgb:
    light = linear(colour)
    seen = [
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in EYES[eyes]
    ]
    red, green, blue = seen
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def mixed(one: str, other: str, share: float) -> str:
    """The colour between the two with this share of `other`."""
    parts = (
        round(int(one[place : place + 2], 16) * (1 - share) + int(other[place : place + 2], 16) * share)
        for place in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def with_few(colour: str, system: ColorSystem) -> str:
    """The colour that a terminal with 256 or 16 colours shows in place of this one."""
    fewer = Color.parse(colour).downgrade(system)
    found = fewer.get_truecolor(DEFAULT_TERMINAL_THEME) if fewer.type is not ColorType.DEFAULT else (0, 0, 0)
    return f"#{found[0]:02x}{found[1]:02x}{found[2]:02x}"
