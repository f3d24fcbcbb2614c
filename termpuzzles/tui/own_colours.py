"""The colours of our own themes, for each tone and each ground, and those of the 16 that simple terminals use."""

from __future__ import annotations

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
}
DARK_GROUNDS = {
    "outside": "#16181d",
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
    "wall": "#4c515e",
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
    "wall": "#c5cad3",
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
    **{"assumed": 11, "wrong": 9, "shaded": 8, "text": 15},
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
    **{"assumed": 3, "wrong": 1, "text": 0},
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
