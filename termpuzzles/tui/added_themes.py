"""Themes that a player adds, each a TOML file in the folder `themes` beside the settings.

`primary = "#4db8ff"` and the like set Textual's colours of a theme; the tables `[tones]` and `[grounds]` set the
colours of a board's states that are not to be derived. What cannot be used is reported with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from textual.theme import Theme

from termpuzzles.errors import did_you_mean, on_one_line
from termpuzzles.tui import own_colours, theme

FOLDER = "themes"
COLOURS = ("primary", "secondary", "warning", "error", "success", "accent", "foreground", "background")
_TABLES = {"tones": ("tone", own_colours.DARK), "grounds": ("ground", own_colours.DARK_GROUNDS)}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_LARGEST = 1 << 16  # the most bytes of a theme
_MOST = 50  # the most themes


class Found(NamedTuple):
    """The player's themes by name, and sentences about parts of them that could not be used."""

    themes: dict[str, Theme]
    doubts: tuple[str, ...]


def added_themes(config: Path) -> Found:
    """The themes in the player's folder; none if there is no such folder."""
    themes: dict[str, Theme] = {}
    doubts: list[str] = []
    for file in sorted((config / FOLDER).glob("*.toml"))[:_MOST]:
        try:
            made = _read(file, doubts)
        except (OSError, ValueError, RecursionError) as error:
            doubts.append(on_one_line(f"{file}: {error}; this theme is not used"))
            continue
        themes[made.name] = made
        doubts += [f"{file}: {trouble}" for trouble in theme.troubles(*theme.derived(made))]
    return Found(themes, tuple(doubts))


def _read(file: Path, doubts: list[str]) -> Theme:
    import tomllib  # only for those who have such a file

    text = file.read_bytes()[:_LARGEST].decode("utf-8-sig")
    found = tomllib.loads(text)
    values, variables = dict[str, Any](), dict[str, str]()
    for name, value in found.items():
        if name in _TABLES and isinstance(value, dict):
            kind, known = _TABLES[name]
            for state, colour in _sound(value, tuple(known), file, text, doubts):
                variables[f"{kind}-{state.replace(' ', '-')}"] = colour
        elif name == "dark" and isinstance(value, bool):
            values["dark"] = value
        else:
            values |= dict(_sound({name: value}, COLOURS, file, text, doubts))
    values.setdefault("primary", own_colours.DARK["lit"])
    return Theme(name=file.stem, variables=variables, **values)


def _sound(
    values: dict[str, Any], known: tuple[str, ...], file: Path, text: str, doubts: list[str]
) -> Iterator[tuple[str, str]]:
    """The values that are colours with a known name."""
    for name, value in values.items():
        place = f"{file}:{_line(text, name)}"
        if name not in known:
            doubts.append(on_one_line(f"{place}: there is no colour called {name!r}{did_you_mean(name, known)}"))
        elif not isinstance(value, str) or not _COLOUR.fullmatch(value):
            doubts.append(on_one_line(f'{place}: {name} takes a colour such as "#4db8ff"'))
        else:
            yield name, value


def _line(text: str, name: str) -> int:
    """The line on which the name is given a value."""
    pattern = re.compile(rf"\s*\[?\s*[\"']?{re.escape(name)}[\"']?\s*[]=.]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)
