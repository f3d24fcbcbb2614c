"""Colours: what a tone and a ground look like, in the dark, in the light, and without any colour."""

from __future__ import annotations

from functools import cache
from typing import Any

from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from termpuzzles.render.ink import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Piece
from termpuzzles.tui.colours import EYES, contrast, difference, mixed

Colours = dict[str, str]

_DARK = {
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
_DARK_GROUNDS = {
    "outside": "#16181d",
    "plain": "#1a1c23",
    "checker": "#20232b",
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
_LIGHT = {
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
_LIGHT_GROUNDS = {
    "outside": "#fbfbfc",
    "plain": "#f5f6f8",
    "checker": "#edeff3",
    "pinned": "#d6dde8",
    "cursor": "#b3bdf0",
    "target": "#8adfca",
    "because": "#d5efe8",
    "cut off": "#ffd7ff",
    "assumed": "#ffffd7",
    "trial": "#d7d7ff",
    "dark": "#d0d3da",
    "noted": "#eeeada",
    "wrong": "#ffbba8",
    "source": "#f5e298",
    "wall": "#c5cad3",
}

_HIGH = {
    **_DARK,
    **{"plain": "#e8e8e8", "lit": "#4db8ff", "good": "#4db8ff", "loop": "#c0c8ff", "bad loop": "#ffa030"},
    **{"sealed": "#ff80e0", "source": "#ffe040", "wall": "#ffffff", "note": "#d0c890", "hint": "#40ffcc"},
    **{"wrong": "#ff7050", "text": "#ffffff", "faint": "#c8c8c8", "frame": "#909090", "copy": "#909090"},
    **{"shaded": "#686868"},
}
_HIGH_GROUNDS = {
    **_DARK_GROUNDS,
    **{"outside": "#000000", "plain": "#000000", "checker": "#0a0a0a", "pinned": "#383838", "dark": "#000000"},
    **{"cursor": "#3030d0", "target": "#006850", "because": "#003828", "wrong": "#901800", "source": "#705000"},
}

_WORDS = (("bold", BOLD), ("dim", DIM), ("italic", ITALIC), ("underline", UNDERLINE), ("reverse", REVERSE))


class Palette:
    """The styles of one look: asked by tone and ground, made once each."""

    def __init__(self, tones: dict[str, str], grounds: dict[str, str], ascii_only: bool = False) -> None:
        self._tones = tones
        self._grounds = grounds
        self._ascii_only = ascii_only
        self._styles: dict[tuple[str, str, int], Style] = {}

    def become(self, other: Palette) -> None:
        """Give from now on the styles of another palette: whoever holds this one draws with it."""
        self._tones, self._grounds, self._ascii_only = other._tones, other._grounds, other._ascii_only
        self._styles = {}

    def style(self, tone: str, ground: str = "outside", bold: bool = False, attributes: int = 0) -> Style:
        """The style of that tone on that ground."""
        key = (tone, ground, attributes | BOLD * bold)
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = self._make(*key)
        return found

    def spelled(self, text: str) -> str:
        """The text as it can be shown: where only ascii can, signs are spelled out."""
        return text if not self._ascii_only or text.isascii() else _spelled(text)

    def of(self, piece: Piece) -> Style:
        """The style of a piece of a board."""
        return self.style(piece.tone, piece.ground, attributes=piece.attributes)

    def _make(self, tone: str, ground: str, attributes: int) -> Style:
        words: dict[str, Any] = {word: bool(attributes & bit) for word, bit in _WORDS}
        words["strike"] = bool(attributes & STRIKE)
        if self._tones:
            return Style(color=self._tones[tone], bgcolor=self._grounds[ground], **words)
        if ground == "outside":  # words, and what stands around a board
            words["bold"] |= tone in ("good", "bad loop")
            words["dim"] |= tone == "frame"
        return Style(**words)

    def chosen(self, tone: str) -> Style:
        """The style of the row of a list that is chosen: it shows without colour."""
        return self.style(tone, "cursor", tone == "good", 0 if self._tones else REVERSE)


DARK, LIGHT, COLOURLESS = "termpuzzles-dark", "termpuzzles-light", "ansi-dark"
HIGH_CONTRAST = "termpuzzles-high-contrast"

OURS = {"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST, "mono": COLOURLESS}  # by the setting `theme`


_SPELLED = str.maketrans(
    {"∞": "Infinity", "·": "-", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "↵": "Enter"}
    | {"…": "...", "“": '"', "”": '"', "’": "'", "─": "-", "●": "*", "○": "."}
)


def _spelled(text: str) -> str:
    return text.translate(_SPELLED).encode("ascii", "replace").decode("ascii")


def palette(name: str, ascii_only: bool = False) -> Palette:
    """A new palette for the theme of that name: DARK, LIGHT, HIGH_CONTRAST, COLOURLESS, or one of Textual's."""
    return Palette(*colours_of(name), ascii_only)


def colours_of(name: str) -> tuple[Colours, Colours]:
    """The colours of a theme: of each tone, and of each ground; none of one without colour."""
    if name == COLOURLESS:
        return {}, {}
    own = {LIGHT: (_LIGHT, _LIGHT_GROUNDS), HIGH_CONTRAST: (_HIGH, _HIGH_GROUNDS)}
    if name in own or name not in BUILTIN_THEMES:
        return own.get(name, (_DARK, _DARK_GROUNDS))
    return derived(BUILTIN_THEMES[name])


def theme_name(wanted: str, light: bool) -> str:
    """The theme that a setting means; one that suits the terminal where there is no such theme, or none that passes."""
    if wanted in OURS:
        return OURS[wanted]
    if wanted == "none":  # as 0.1.0 called it
        return COLOURLESS
    return wanted if wanted in BUILTIN_THEMES and passes(*colours_of(wanted)) else LIGHT if light else DARK


@cache
def offered() -> tuple[str, ...]:
    """The themes to choose from: ours, and those of Textual on which every state of a board can be told apart."""
    others = (name for name in sorted(BUILTIN_THEMES) if not name.startswith(("ansi", "textual-ansi")))
    return (*OURS, *(name for name in others if passes(*colours_of(name))))


def derived(made: Theme) -> tuple[Colours, Colours]:
    """The colours of a board in a theme of Textual's, mixed from the few that it names."""
    back, text = _hex(made.background, "#121212"), _hex(made.foreground, "#e0e0e0")
    primary, error, success = _hex(made.primary, text), _hex(made.error, "#ba3c5b"), _hex(made.success, "#4ebf71")
    warning, accent = _hex(made.warning, "#ffa62b"), _hex(made.accent, primary)
    second = _hex(made.secondary, primary)
    plain = mixed(text, back, 0.25)
    tones = {
        **dict.fromkeys(("plain", "copy"), plain),
        **dict.fromkeys(("lit", "good"), primary),
        **{"loop": second, "bad loop": warning, "sealed": accent, "source": warning, "wall": text, "note": plain},
        **{"hint": success, "because": success, "cut off": accent, "assumed": warning, "wrong": error, "text": text},
        **{"shaded": mixed(back, text, 0.3), "frame": mixed(back, text, 0.35), "faint": mixed(text, back, 0.3)},
    }
    grounds = {
        **{"outside": back, "plain": back, "checker": mixed(back, text, 0.04), "pinned": mixed(back, text, 0.16)},
        **{"cursor": mixed(back, primary, 0.5), "target": mixed(back, success, 0.4)},
        **{"because": mixed(back, success, 0.2), "cut off": mixed(back, accent, 0.35)},
        **{"assumed": mixed(back, warning, 0.4), "trial": mixed(back, second, 0.2), "dark": mixed(back, text, 0.08)},
        **{"noted": mixed(back, warning, 0.1), "wrong": mixed(back, error, 0.4), "source": mixed(back, warning, 0.3)},
        **{"wall": mixed(back, text, 0.3)},
    }
    return tones, grounds


def _hex(colour: str | None, otherwise: str) -> str:
    if colour is None or colour.startswith("ansi"):
        return otherwise
    found = Color.parse(colour)
    return f"#{found.r:02x}{found.g:02x}{found.b:02x}"


LINES = ("lit", "bad loop", "sealed")  # the states that lines show by their tone,
GROUNDS = ("plain", "pinned", "cursor", "target", "wrong")  # and cells by their ground
APART = 7.0  # the least difference between two of either, whatever the eyes
READABLE, SEEN = 4.5, 2.6  # the least contrast of words, and of lines, against what lies behind them


def passes(tones: Colours, grounds: Colours) -> bool:
    """Whether every state can be told apart in these colours by any eyes, and everything can be read."""
    if contrast(tones["text"], grounds["outside"]) < READABLE:
        return False
    if any(contrast(tones[tone], grounds["plain"]) < SEEN for tone in (*LINES, "plain", "hint", "wrong")):
        return False
    if any(contrast(tones[tone], grounds["cursor"]) < 1.5 for tone in (*LINES, "plain")):
        return False
    states = [[tones[name] for name in LINES], [grounds[name] for name in GROUNDS]]
    return all(
        difference(one, other, eyes) >= APART
        for eyes in EYES
        for colours in states
        for place, one in enumerate(colours)
        for other in colours[place + 1 :]
    )


def themes() -> tuple[Theme, ...]:
    """The themes of the screens around the board, to be registered with the app."""
    return (
        _theme(DARK, _DARK, _DARK_GROUNDS, True),
        _theme(LIGHT, _LIGHT, _LIGHT_GROUNDS, False),
        _theme(HIGH_CONTRAST, _HIGH, _HIGH_GROUNDS, True),
    )


def _theme(name: str, tones: dict[str, str], grounds: dict[str, str], dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=tones["lit"],
        accent=tones["source"],
        warning=tones["bad loop"],
        error=tones["wrong"],
        foreground=tones["text"],
        background=grounds["outside"],
        surface=grounds["plain"],
        panel=grounds["pinned"],
        dark=dark,
        variables={"cursor-ground": grounds["cursor"]},
    )
