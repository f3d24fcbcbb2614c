"""Colours: what a tone and a ground look like, in the dark, in the light, and without any colour."""

from __future__ import annotations

from rich.style import Style
from textual.theme import Theme

from termpuzzles.render.drawing import Piece

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
    "hinted": "#175a52",
    "rests on": "#173f2e",
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
    "hinted": "#a5e3d5",
    "rests on": "#d5efe8",
    "wrong": "#ffcfc2",
    "source": "#f5e298",
    "wall": "#c5cad3",
}
_REVERSED = ("cursor", "hinted", "rests on", "wrong", "source")  # grounds that show without colour


class Palette:
    """The styles of one look: asked by tone and ground, made once each."""

    def __init__(self, tones: dict[str, str], grounds: dict[str, str], ascii_only: bool = False) -> None:
        self._tones = tones
        self._grounds = grounds
        self._ascii_only = ascii_only
        self._styles: dict[tuple[str, str, bool, bool], Style] = {}

    def become(self, other: Palette) -> None:
        """Give from now on the styles of another palette: whoever holds this one draws with it."""
        self._tones, self._grounds, self._ascii_only = other._tones, other._grounds, other._ascii_only
        self._styles = {}

    @property
    def has_colour(self) -> bool:
        """Whether tones are told apart by colour at all."""
        return bool(self._tones)

    def style(self, tone: str, ground: str = "outside", bold: bool = False, underline: bool = False) -> Style:
        """The style of that tone on that ground."""
        key = (tone, ground, bold, underline)
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = self._make(*key)
        return found

    def spelled(self, text: str) -> str:
        """The text as it can be shown: where only ascii can, signs are spelled out."""
        return text if not self._ascii_only or text.isascii() else _spelled(text)

    def of(self, piece: Piece, ground: str) -> Style:
        """The style of a piece of a board."""
        return self.style(piece.tone, ground, piece.bold, piece.underline)

    def _make(self, tone: str, ground: str, bold: bool, underline: bool) -> Style:
        if self._tones:
            return Style(color=self._tones[tone], bgcolor=self._grounds[ground], bold=bold, underline=underline)
        return Style(
            bold=bold or tone in ("good", "bad loop", "source"),
            underline=underline,
            reverse=ground in _REVERSED,
            strike=ground == "wrong",
            dim=tone in ("copy", "frame") or ground == "rests on",
        )


DARK, LIGHT, COLOURLESS = "termpuzzles-dark", "termpuzzles-light", "ansi-dark"


_SPELLED = str.maketrans({"∞": "Infinity", "·": "-", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "…": "..."})


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
    )
