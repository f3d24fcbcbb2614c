"""Box-drawing characters and blocks as strokes and boxes, which join across cells as they do on a terminal."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import NamedTuple

WIDTH, HEIGHT = 20, 40  # the size of a cell
MIDDLE = (WIDTH // 2, HEIGHT // 2)
_TO = {"UP": (0, -MIDDLE[1]), "DOWN": (0, MIDDLE[1]), "LEFT": (-MIDDLE[0], 0), "RIGHT": (MIDDLE[0], 0)}
_SIDES = {"VERTICAL": ("UP", "DOWN"), "HORIZONTAL": ("LEFT", "RIGHT")} | {side: (side,) for side in _TO}
_WEIGHTS = {"LIGHT": "light", "SINGLE": "light", "HEAVY": "heavy", "DOUBLE": "double"}
_PARTS = ("ONE EIGHTH", "ONE QUARTER", "THREE EIGHTHS", "HALF", "FIVE EIGHTHS", "THREE QUARTERS", "SEVEN EIGHTHS")
SHADES = {"LIGHT SHADE": 0.25, "MEDIUM SHADE": 0.5, "DARK SHADE": 0.75}


class Stroke(NamedTuple):
    """A straight line from the middle of a cell to one of its sides: light, heavy, double or dotted."""

    kind: str
    across: int
    down: int


class Box(NamedTuple):
    """A filled part of a cell."""

    x: float
    y: float
    width: float
    height: float
    opacity: float = 1


@cache
def strokes(letter: str) -> tuple[Stroke, ...]:
    """The strokes of a box-drawing character, one for each side; none for any other character."""
    name = unicodedata.name(letter, "")
    if not name.startswith("BOX DRAWINGS ") or "DIAGONAL" in name or "ARC" in name:
        return ()
    kind, found = "light", []
    for part in name.removeprefix("BOX DRAWINGS ").split(" AND "):
        words = part.split()
        kind = next((_WEIGHTS[word] for word in words if word in _WEIGHTS), kind)
        sides = [side for word in words for side in _SIDES.get(word, ())]
        found += [Stroke("dotted" if "DASH" in words else kind, *_TO[side]) for side in sides]
    return tuple(found)


@cache
def box(letter: str) -> Box | None:
    """The box that a block or a shade fills; None for any other character."""
    name = unicodedata.name(letter, "")
    if name == "FULL BLOCK" or name in SHADES:
        return Box(0, 0, WIDTH, HEIGHT, SHADES.get(name, 1))
    if name.startswith("QUADRANT ") and len(name.split()) == 3:
        wide, high = WIDTH / 2, HEIGHT / 2
        return Box(wide * ("RIGHT" in name), high * ("LOWER" in name), wide, high)
    side, _, rest = name.removesuffix(" BLOCK").partition(" ")
    if not name.endswith(" BLOCK") or rest not in _PARTS:
        return None
    share = (_PARTS.index(rest) + 1) / 8
    if side in ("LOWER", "UPPER"):
        high = HEIGHT * share
        return Box(0, HEIGHT - high if side == "LOWER" else 0, WIDTH, high)
    wide = WIDTH * share
    return Box(WIDTH - wide if side == "RIGHT" else 0, 0, wide, HEIGHT)
