"""Colours: what a tone and a ground look like, in the dark, in the light, and without any colour."""

from __future__ import annotations

from typing import Any

from rich.style import Style
from textual.theme import Theme

from termpuzzles.render.ink import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Piece

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
    "pinned": "#dbe1ea",
    "cursor": "#b3bdf0",
    "target": "#a5e3d5",
    "because": "#d5efe8",
    "cut off": "#ffd7ff",
    "assumed": "#ffffd7",
    "trial": "#d7d7ff",
    "dark": "#d0d3da",
    "noted": "#eeeada",
    "wrong": "#ffcfc2",
    "source": "#f5e298",
    "wall": "#c5cad3",
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


_SPELLED = str.maketrans(
    {"∞": "Infinity", "·": "-", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "↵": "Enter"}
    | {"…": "...", "“": '"', "”": '"', "’": "'", "─": "-", "●": "*", "○": "."}
)


def _spelled(text: str) -> str:
    return text.translate(_SPELLED).encode("ascii", "replace").decode("ascii")


def palette(name: str, ascii_only: bool = False) -> Palette:
    """A new palette for the theme of that name, DARK, LIGHT or COLOURLESS."""
    if name == COLOURLESS:
        return Palette({}, {}, ascii_only)
    return Palette(*((_LIGHT, _LIGHT_GROUNDS) if name == LIGHT else (_DARK, _DARK_GROUNDS)), ascii_only)


def themes() -> tuple[Theme, Theme]:
    """The themes of the screens around the board, to be registered with the app."""
    return _theme(DARK, _DARK, _DARK_GROUNDS, True), _theme(LIGHT, _LIGHT, _LIGHT_GROUNDS, False)


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
