"""Colours: how tones and grounds look in a dark theme, a light one and without colour; and themes that a player adds.

`primary = "#4db8ff"` and the like set Textual's colours of a theme; the tables `[tones]` and `[grounds]` set the
colours of a board's states that are not to be derived. What cannot be used is reported with file and line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.color import ColorSystem
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from termpuzzles.errors import did_you_mean, meanings, on_one_line
from termpuzzles.render.ink import BOLD, DIM, ITALIC, REVERSE, STRIKE, UNDERLINE, Glyph
from termpuzzles.storage.journal_text import open_regular
from termpuzzles.tui import colours, dyes, theme
from termpuzzles.tui.colours import (
    DARK_SIXTEEN,
    EYES,
    HIGH_SIXTEEN,
    LIGHT_SIXTEEN,
    Colours,
    contrast,
    difference,
    mixed,
    with_few,
)
from termpuzzles.tui.dyes import Dyes

Added = Mapping[str, Theme]  # the player's own themes, by name

_WORDS = (("bold", BOLD), ("dim", DIM), ("italic", ITALIC), ("underline", UNDERLINE), ("reverse", REVERSE))


_Drawn = dict[Any, Any]
_Styles = dict[tuple[str, str, int], Style]


@lru_cache(maxsize=32)
def _made_by_all(tones: frozenset[tuple[str, str]], grounds: frozenset[tuple[str, str]]) -> tuple[_Styles, _Drawn]:
    """The caches of styles and drawings in these colours, shared by all players who use the same."""
    return {}, {}


class Palette:
    """The styles of one theme, by tone and ground, each made once; `drawn` is a cache for those who draw with them."""

    def __init__(self, tones: dict[str, str], grounds: dict[str, str], ascii_only: bool = False) -> None:
        self._tones = tones
        self._grounds = grounds
        self._ascii_only = ascii_only
        self._styles, self.drawn = _made_by_all(frozenset(tones.items()), frozenset(grounds.items()))

    def become(self, other: Palette) -> None:
        """Take on the styles of another palette, for everybody who draws with this one."""
        self._tones, self._grounds, self._ascii_only = other._tones, other._grounds, other._ascii_only
        self._styles, self.drawn = other._styles, other.drawn

    def dyes(self, few: bool) -> Dyes:
        """The colours of pipes, chosen from 256 if there are `few`."""
        return dyes.dyes_of(self._tones, self._grounds, few)

    def style(self, tone: str, ground: str = "outside", bold: bool = False, attributes: int = 0) -> Style:
        """The style of that tone on that ground."""
        key = (tone, ground, attributes | BOLD * bold)
        found = self._styles.get(key)
        if found is None:
            found = self._styles[key] = self._make(*key)
        return found

    def spelled(self, text: str) -> str:
        """The text as it can be shown: with only ascii, signs are spelled out, and take up blanks after the text."""
        return text if not self._ascii_only or text.isascii() else _spell_out(text)

    def width(self, text: str) -> int:
        """The columns that the text takes as it can be shown."""
        return cell_len(self.spelled(text))

    def cut(self, text: str, room: int) -> str:
        """The text, or as much of it as has room in so many columns together with an ellipsis as it can be shown."""
        end = self.spelled("…")
        return text if cell_len(text) <= room else f"{set_cell_size(text, room - len(end))}{end}"

    def of(self, piece: Glyph) -> Style:
        """The style of a piece of a board."""
        return self.style(piece.tone, piece.ground, attributes=piece.attributes)

    def _make(self, tone: str, ground: str, attributes: int) -> Style:
        words: dict[str, Any] = {word: bool(attributes & bit) for word, bit in _WORDS}
        words["strike"] = bool(attributes & STRIKE)
        if self._tones:
            return Style(color=self._tones[tone], bgcolor=self._grounds[ground], **words)
        if ground == "outside":  # words and the surroundings of a board
            words["bold"] |= tone in ("good", "bad loop")
            words["dim"] |= tone == "frame"
        return Style(**words)

    def chosen(self, tone: str) -> Style:
        """The style of a list's chosen row, which shows even without colour."""
        return self.style(tone, "cursor", tone == "good", 0 if self._tones else REVERSE)


DARK, LIGHT = "termpuzzles-dark", "termpuzzles-light"
COLOURLESS = "ansi-dark" if "ansi-dark" in BUILTIN_THEMES else "textual-ansi"  # its name in textual 8.2.0
HIGH_CONTRAST = "termpuzzles-high-contrast"

WARM, NIGHT = "termpuzzles-warm", "termpuzzles-night"

# By the setting `theme`.
OURS = {
    **{"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST, "warm": WARM, "night": NIGHT},
    "mono": COLOURLESS,
}


_SPELLED = str.maketrans(
    {"∞": "Infinity", "·": "-", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right", "↵": "Enter"}
    | {"…": "...", "“": '"', "”": '"', "’": "'", "─": "-", "●": "*", "○": "."}
)


_INITIAL = "∞(?=[A-Z])"  # a sign that stands for a first letter, among others
_ALL_ARROWS = "[↑↓←→]( ?[↑↓←→]){2,}"
_TWO_ARROWS = "([↑↓←→])(?=[↑↓←→])"


def _spell_out(text: str) -> str:
    arrows = re.sub(_TWO_ARROWS, r"\1/", re.sub(_ALL_ARROWS, "Arrows", re.sub(_INITIAL, "I", text)))
    letters = unicodedata.normalize("NFD", arrows.translate(_SPELLED))  # an accent stands after its letter, and goes
    plain = "".join(each for each in letters if not unicodedata.combining(each))
    words = plain.encode("ascii", "replace").decode("ascii")
    blanks = len(words) - len(words.rstrip())
    return words[: len(words) - max(0, min(len(words) - len(text), blanks - 1))]  # what follows stays in its column


def palette(name: str, ascii_only: bool = False, few: bool = False, added: Added | None = None) -> Palette:
    """A new palette for the theme of that name: one of ours, of Textual's, or of those that the player has added."""
    return Palette(*colours_of(name, few, added), ascii_only)


_OWN = {
    DARK: ((colours.DARK, colours.DARK_GROUNDS), DARK_SIXTEEN),
    LIGHT: ((colours.LIGHT, colours.LIGHT_GROUNDS), LIGHT_SIXTEEN),
    HIGH_CONTRAST: ((colours.HIGH, colours.HIGH_GROUNDS), HIGH_SIXTEEN),
}  # by name: the colours, and those on a terminal with 16
_MIXED = {
    WARM: Theme(
        name=WARM,
        primary="#5cc8d8",
        secondary="#c8b8e8",
        warning="#f09040",
        error="#ff6a5a",
        accent="#e886c0",
        success="#8ccf8c",
        foreground="#f0e4d4",
        background="#1d1712",
    ),
    NIGHT: Theme(
        name=NIGHT,
        primary="#5aa6e8",
        secondary="#a8a4e0",
        warning="#d88838",
        error="#e8685a",
        accent="#c878c0",
        success="#58b89a",
        foreground="#b4bccc",
        background="#05070c",
    ),
}  # by name: themes of ours whose colours are mixed from a few, as those of Textual are


def colours_of(name: str, few: bool = False, added: Added | None = None) -> tuple[Colours, Colours]:
    """The colours of a theme for each tone and each ground; none for a theme without colour.

    With `few` they are chosen from the 16 of a simple terminal.
    """
    if name == COLOURLESS:
        return {}, {}
    made = (added or {}).get(name) or _MIXED.get(name) or BUILTIN_THEMES.get(name)
    if made is None or name in _OWN:
        return _OWN.get(name, _OWN[DARK])[few]
    return derived(made) if not few else _OWN[DARK if made.dark else LIGHT][few]


def theme_name(wanted: str, light: bool, added: Added | None = None) -> str:
    """The theme that a setting means; if there is no such theme, or it does not pass, one that suits the terminal."""
    wanted = _written(wanted, added)
    if wanted in OURS:
        return OURS[wanted]
    if wanted == "none":  # as 0.1.0 called it
        return COLOURLESS
    if wanted in (added or {}):
        return wanted
    return wanted if wanted in BUILTIN_THEMES and passes(*colours_of(wanted)) else LIGHT if light else DARK


def is_theme(name: str, added: Added | None = None) -> bool:
    """Whether a setting of that name chooses a theme; if not, one that suits the terminal is chosen."""
    name = _written(name, added)
    return name in ("auto", "none") or name in OURS or theme_name(name, False, added) == name


def _written(wanted: str, added: Added | None) -> str:
    """The name of a theme as it is written here: in any case, with spaces, `-` or `_`, and by its beginning."""
    known = ("auto", "none", *OURS, *(added or {}), *BUILTIN_THEMES)
    found = [wanted] if wanted in known else meanings(wanted, {name: name for name in known})
    return found[0] if len(found) == 1 else wanted


@cache
def _passing() -> tuple[str, ...]:
    others = (name for name in sorted(BUILTIN_THEMES) if not name.startswith(("ansi", "textual-ansi")))
    return tuple(name for name in others if passes(*colours_of(name)))


def offered(added: Added | None = None) -> tuple[str, ...]:
    """The themes to choose from: ours, the player's, and those of Textual in which every state looks different."""
    return (*OURS, *sorted(added or {}), *_passing())


def derived(made: Theme) -> tuple[Colours, Colours]:
    """The colours of a board in one of Textual's themes, mixed from the few that it names."""
    back, text = _hex(made.background, "#121212"), _hex(made.foreground, "#e0e0e0")
    primary, error, success = _hex(made.primary, text), _hex(made.error, "#ba3c5b"), _hex(made.success, "#4ebf71")
    warning, accent = _hex(made.warning, "#ffa62b"), _hex(made.accent, primary)
    second = _hex(made.secondary, primary)
    plain = mixed(text, back, 0.25)
    tones = {
        **dict.fromkeys(("plain", "copy"), plain),
        **dict.fromkeys(("lit", "good"), primary),
        **{"loop": second, "bad loop": warning, "sealed": accent, "source": warning, "wall": text, "note": plain},
        **{
            "done": success,
            "hint": success,
            "because": success,
            "cut off": accent,
            "assumed": warning,
            "wrong": error,
            "text": text,
        },
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
    usual = colours.DARK if made.dark else colours.LIGHT
    tones |= {name: colour for name, colour in usual.items() if name.startswith("group ")}
    named = {name: colour for name, colour in made.variables.items() if re.fullmatch(_COLOUR, colour)}
    tones |= {tone: named[f"tone-{_plain(tone)}"] for tone in tones if f"tone-{_plain(tone)}" in named}
    grounds |= {ground: named[f"ground-{_plain(ground)}"] for ground in grounds if f"ground-{_plain(ground)}" in named}
    return tones, grounds


def _plain(name: str) -> str:
    """The name in the form of a theme variable."""
    return name.replace(" ", "-")


def _hex(colour: str | None, otherwise: str) -> str:
    if colour is None or colour.startswith("ansi"):
        return otherwise
    found = Color.parse(colour)
    return f"#{found.r:02x}{found.g:02x}{found.b:02x}"


LINES = ("lit", "bad loop", "sealed")  # the states that lines show by their tone,
GROUNDS = ("plain", "pinned", "cursor", "target", "wrong")  # and cells by their ground
APART = 7.0  # the least difference between two of either, for any eyes
READABLE, SEEN = 4.5, 2.6  # the least contrast of words, and of lines, with their ground


def passes(tones: Colours, grounds: Colours) -> bool:
    """Whether every state can be told apart in these colours by any eyes, and everything can be read.

    They are checked as they are, and as a terminal with 256 colours shows them.
    """
    return next(troubles(tones, grounds), None) is None and next(troubles(*as_shown(tones, grounds)), None) is None


def as_shown(tones: Colours, grounds: Colours, system: ColorSystem = ColorSystem.EIGHT_BIT) -> tuple[Colours, Colours]:
    """The colours as a terminal with fewer colours shows them."""
    shown = [{name: with_few(colour, system) for name, colour in each.items()} for each in (tones, grounds)]
    return shown[0], shown[1]


def troubles(tones: Colours, grounds: Colours) -> Iterator[str]:
    """What cannot be read or told apart in these colours, each in a few words."""
    if contrast(tones["text"], grounds["outside"]) < READABLE:
        yield "words can hardly be read"
    on_plain = [("plain", SEEN, tone) for tone in (*LINES, "plain", "hint", "wrong")]
    on_cursor = [("cursor", 1.5, tone) for tone in (*LINES, "plain")]
    for ground, least, tone in (*on_plain, *on_cursor):
        if contrast(tones[tone], grounds[ground]) < least:
            yield f"{_CALLED[tone]} lines can hardly be seen on a {_CALLED[ground]} tile"
    pairs: tuple[tuple[tuple[str, ...], Colours], ...] = ((LINES, tones), (GROUNDS, grounds))
    for states, tints in pairs:
        for one, other in combinations(states, 2):
            eyes = min(EYES, key=lambda eyes: difference(tints[one], tints[other], eyes))
            if difference(tints[one], tints[other], eyes) < APART:
                yield f"{_CALLED[one]} and {_CALLED[other]} look alike{'' if eyes == 'normal' else f' with {eyes}'}"


_CALLED = {
    **{"lit": "lit", "bad loop": "loop", "sealed": "sealed-off", "plain": "plain", "hint": "hinted", "wrong": "wrong"},
    **{"pinned": "pinned", "cursor": "cursor", "target": "hinted"},
}  # tones and grounds in the words that players read


def themes(few: bool = False, added: Added | None = None) -> tuple[Theme, ...]:
    """The themes of the screens around the board, to be registered with the app; states of boards are variables."""
    own = (_theme(name, *colours_of(name, few), name != LIGHT, few) for name in (*_OWN, *_MIXED))
    more = (_theme(name, *colours_of(name, few, added), made.dark, few) for name, made in (added or {}).items())
    return (*own, *more)


_CURSOR_SHARE = 0.55  # of the board's cursor in a list's chosen row: words stand on that in each of their tones


def list_cursor(grounds: Colours, few: bool) -> str:
    """The colour behind the chosen row of a list; with `few` colours to choose from that of the board's cursor."""
    return grounds["cursor"] if few else mixed(grounds["outside"], grounds["cursor"], _CURSOR_SHARE)


def _theme(name: str, tones: Colours, grounds: Colours, dark: bool, few: bool = False) -> Theme:
    states = {f"tone-{_plain(tone)}": colour for tone, colour in tones.items()}
    states |= {f"ground-{_plain(ground)}": colour for ground, colour in grounds.items()}
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
        variables={"cursor-ground": list_cursor(grounds, few), **states},
    )


FOLDER = "themes"
COLOURS = ("primary", "secondary", "warning", "error", "success", "accent", "foreground", "background")
_TABLES = {"tones": ("tone", colours.DARK), "grounds": ("ground", colours.DARK_GROUNDS)}
_COLOUR = r"#[0-9a-fA-F]{6}"
_LARGEST = 1 << 16  # the most bytes of a theme
_MOST = 50  # the most themes


class LoadedThemes(NamedTuple):
    """The player's themes by name, and sentences about parts of them that could not be used."""

    themes: dict[str, Theme]
    warnings: tuple[str, ...]


def added_themes(config: Path) -> LoadedThemes:
    """The themes in the player's folder; none if there is no such folder."""
    themes: dict[str, Theme] = {}
    warnings: list[str] = []
    for file in sorted((config / FOLDER).glob("*.toml"))[:_MOST]:
        try:
            made = _read(file, warnings)
        except (OSError, ValueError, RecursionError) as error:
            warnings.append(on_one_line(f"{file}: {error}; this theme is not used"))
            continue
        themes[made.name] = made
        warnings += [f"{file}: {trouble}" for trouble in theme.troubles(*theme.derived(made))]
    return LoadedThemes(themes, tuple(warnings))


def _read(file: Path, warnings: list[str]) -> Theme:
    import tomllib  # only for those who have such a file

    with open(open_regular(file), "rb") as opened:
        text = opened.read(_LARGEST).decode("utf-8-sig")
    found = tomllib.loads(text)
    values, variables = dict[str, Any](), dict[str, str]()
    for name, value in found.items():
        if name in _TABLES and isinstance(value, dict):
            kind, known = _TABLES[name]
            for state, colour in _sound(value, tuple(known), file, text, warnings):
                variables[f"{kind}-{state.replace(' ', '-')}"] = colour
        elif name == "dark" and isinstance(value, bool):
            values["dark"] = value
        else:
            values |= dict(_sound({name: value}, COLOURS, file, text, warnings))
    values.setdefault("primary", colours.DARK["lit"])
    return Theme(name=file.stem, variables=variables, **values)


def _sound(
    values: dict[str, Any], known: tuple[str, ...], file: Path, text: str, warnings: list[str]
) -> Iterator[tuple[str, str]]:
    """The values that are colours with a known name."""
    for name, value in values.items():
        place = f"{file}:{_line(text, name)}"
        if name not in known:
            warnings.append(on_one_line(f"{place}: there is no colour called {name!r}{did_you_mean(name, known)}"))
        elif not isinstance(value, str) or not re.fullmatch(_COLOUR, value):
            warnings.append(on_one_line(f'{place}: {name} takes a colour such as "#4db8ff"'))
        else:
            yield name, value


def _line(text: str, name: str) -> int:
    """The line on which the name is given a value."""
    pattern = re.compile(rf"\s*\[?\s*[\"']?{re.escape(name)}[\"']?\s*[]=.]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)
