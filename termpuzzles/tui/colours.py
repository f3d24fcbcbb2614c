"""How far apart colours are: for normal eyes, for colour-blind ones, and in terminals with few colours."""

from __future__ import annotations

from math import sqrt

from rich.color import Color, ColorSystem, ColorType
from rich.terminal_theme import DEFAULT_TERMINAL_THEME

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
    pairs = zip(_lab(one, eyes), _lab(other, eyes), strict=True)
    return sqrt(sum((a - b) ** 2 for a, b in pairs))


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
