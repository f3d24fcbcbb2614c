"""Settings: typed, checked once, with a sentence on what cannot be used; and the choices that players make in the app.

The order of precedence: the command line, `settings.toml`, choices made in the app (kept with the data), the defaults.
A `settings.json` of 0.1.0 is read if there is no `settings.toml`.

Two windows that change different things lose nothing of each other's: a change goes into the choices as they are now.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.board.surface import SURFACES
from termpuzzles.errors import did_you_mean, meanings, nearest, on_one_line
from termpuzzles.games import USUAL, names
from termpuzzles.storage.journal_text import open_regular

LARGEST = 1 << 20  # bytes of the largest settings file to read


class Option(NamedTuple):
    """A setting: its table in the file, its name, its values (the first is the default), and what it does.

    A setting without values takes a short text, which `is_right` must accept, and which `wanted` describes.
    """

    table: str
    name: str
    values: tuple[bool | str, ...]
    sentence: str
    is_right: Callable[[str], bool] = str.isprintable
    wanted: str = "a short text in quotes"

    @property
    def default(self) -> bool | str:
        """The default value."""
        return self.values[0] if self.values else ""

    @property
    def key(self) -> str:
        """The name of the setting in `settings.toml`."""
        return f"{self.table}.{self.name}" if self.table else self.name

    def allows(self, value: object) -> bool:
        """Whether the value is one of the setting's."""
        if not self.values:
            return isinstance(value, str) and len(value) <= 80 and value.isprintable() and self.is_right(value)
        return any(value is allowed or (isinstance(value, str) and value == allowed) for allowed in self.values)

    @property
    def expected(self) -> str:
        """The values in words."""
        if not self.values:
            return self.wanted
        return " or ".join(json.dumps(value) for value in self.values)


def _is_size(text: str) -> bool:
    """Whether the text is a size of boards: `9`, `9x7`, `7x7w`, `9x9mx`."""
    found = re.fullmatch(_SIZE, text)
    return found is not None and found[2] in SURFACES


_SIZE = r"([1-9]\d{0,3}(?:x[1-9]\d{0,3})?)([a-z]*)"

ON, OFF = (True, False), (False, True)

OPTIONS = (
    Option(
        "",
        "theme",
        (),
        "the colours: auto, dark, light, high-contrast, warm, night, mono, or a theme of Textual with enough contrast",
    ),
    Option("", "glyphs", ("auto", "unicode", "ascii"), "the characters to draw boards with"),
    Option("", "look", ("auto", "pipes", "lines"), "draw boards as pipes (needs 256 colours and UTF-8), or as lines"),
    Option("", "blocks", ("auto", "fine", "halves"), "draw stones, walls and small pieces finely, or in half blocks"),
    Option("", "keymap", ("termpuzzles", "vim", "tatham"), "the keys to start from"),
    Option("", "plain", OFF, "play in lines of text, without a screen; from the next start on"),
    Option("play", "marks", ON, "mark loops and sealed-off groups while you play, and count what is wrong"),
    Option("play", "auto-pin", OFF, "pin a tile when you turn it the only way it can go"),
    Option("play", "turn-then-pin", OFF, "pin every tile that you turn"),
    Option("play", "time", ON, "show the time"),
    Option("play", "follow", OFF, "turn and pin every tile that can go only one way"),
    Option("play", "wrong-pins", ("check", "at once"), "point out a wrong pin when you check, or at once"),
    Option("play", "sealed", ON, "show groups that are sealed off"),
    Option("play", "inside", OFF, "shade what lies inside a loop"),
    Option("play", "click", ("turn", "orient"), "a click turns the tile, or turns a line to the side clicked on"),
    Option("play", "rulers", OFF, "always show column and row numbers beside the board"),
    Option("play", "ladder", ON, "rate the boards that you finish, and you by them, for each game"),
    Option(
        "play", "turn", ("clockwise", "anticlockwise"), "the direction in which space and the left button turn a tile"
    ),
    Option("hints", "offer", ON, "offer a hint in the panel while you play"),
    Option("ssh", "watch", OFF, "let others watch your games over SSH, with: ssh HOST watch NAME"),
    Option("ssh", "table", OFF, "be listed with your times in the daily table of a service"),
    Option("new", "game", (USUAL, *(name for name in names() if name != USUAL)), "the game of a new board"),
    Option(
        "new",
        "size",
        (),
        "the size of a new board, such as 9x9 or 7x7w",
        is_right=_is_size,
        wanted='a size such as "9x9" or "7x7w"',
    ),
)
_ALIASES = {"timer": "time", "auto_pin": "auto-pin", "turn_then_pin": "turn-then-pin", "turn-direction": "turn"}
_TABLES = ("keys", *dict.fromkeys(option.table for option in OPTIONS if option.table))


class Settings(dict[str, Any]):
    """Every setting by name with its value in force, and the remembered `keys` and `zoom`.

    `fixed` names those that the player's file or the command line decides, so that no choice in the app changes them.
    `warnings` are sentences on what could not be used. `places` gives file and line of each key in the player's file.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        fixed: Iterable[str] = (),
        warnings: Iterable[str] = (),
        places: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(values)
        self.places = dict(places or {})
        self.fixed = frozenset(fixed)
        self.warnings = tuple(warnings)


def option_named(name: str) -> Option:
    """The option of that name. Raises KeyError if there is none."""
    return next((option for option in OPTIONS if option.name == name), None) or _missing(name)


def _missing(name: str) -> Option:
    raise KeyError(name)


def load(config: Path, choices: Mapping[str, Any], given: Mapping[str, Any] | None = None) -> Settings:
    """The settings in force for a player who made these choices in the app; `given` on the command line wins."""
    warnings: list[str] = []
    own = _read_toml(config / "settings.toml", warnings)
    old = _read_old(config / "settings.json", warnings) if own is None else {}
    chosen = {name: value for name, value in choices.items() if _is_sound(name, value)}
    defaults = {option.name: option.default for option in OPTIONS if option.default != ""}
    fixed = {**(own or {}), **(given or {})}
    tables = {name: {**old.get(name, {}), **chosen.get(name, {})} for name in ("keys", "zoom")}
    tables["keys"] |= fixed.get("keys", {})
    values = {**defaults, **old, **chosen, **fixed, **{name: table for name, table in tables.items() if table}}
    for name in ("theme", "glyphs"):
        if values.get(name) == "auto":
            del values[name]  # the terminal's abilities decide
    return Settings(values, fixed.keys() - {"keys"}, warnings, _key_places(config / "settings.toml", own or {}))


def _key_places(file: Path, own: Mapping[str, Any]) -> dict[str, str]:
    """File and line of each key and of the theme in the player's file, for warnings that arise only in use."""
    names = [("keys", name) for name in own.get("keys", ())] + [("", "theme")] * ("theme" in own)
    text = _text(file) if names else None
    return {name: _Scan(file, text).place(table, name) for table, name in names} if text else {}


def option_places(config: Path) -> dict[str, str]:
    """File and line of each setting that stands in the player's file, whether it can be used or not."""
    file = config / "settings.toml"
    try:
        scan = _Scan(file, _text(file) or "")
    except (OSError, UnicodeDecodeError):
        return {}
    spelt = [(option.table, option.name, option.name) for option in OPTIONS]
    spelt += [(option_named(name).table, alias, name) for alias, name in _ALIASES.items()]
    found = [(name, scan.place(table, word)) for table, word, name in spelt]
    return {name: place for name, place in found if place != str(file)}


def _is_sound(name: str, value: object) -> bool:
    """Whether a remembered value can be used; nothing is reported, as the program itself wrote it."""
    option = next((option for option in OPTIONS if option.name == name), None)
    if option is not None:
        return option.allows(value)
    return isinstance(value, dict) if name in ("keys", "zoom", "again") else True


def _read_toml(file: Path, warnings: list[str]) -> dict[str, Any] | None:
    """The contents of the player's file, as far as they can be used; None if there is no such file."""
    try:
        text = _text(file)
        if text is None:
            return None
        import tomllib  # 5 ms, only needed for such a file

        found = tomllib.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        warnings.append(f"{file}: {_why(error)}; the settings in it are not used")
        return {}
    except (ValueError, RecursionError) as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        where = f"{file}:{place[1]}:{place[2]}" if place else f"{file}"
        warnings.append(on_one_line(f"{where}: {_why(error)}; the settings in this file are not used"))
        return {}
    return dict(_sound_settings(found, _Scan(file, text), warnings))


def _text(file: Path) -> str | None:
    """The text of the file; None if there is no file."""
    try:
        with open(open_regular(file), "rb") as opened:
            data = opened.read(LARGEST + 1)
    except FileNotFoundError:
        return None
    if len(data) > LARGEST:
        raise OSError(None, "the file is too large for settings")
    return data.decode("utf-8-sig")


def _why(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "this is not UTF-8"
    if isinstance(error, RecursionError):
        return "this is nested too deeply"
    words = getattr(error, "strerror", None) or str(error)
    words = re.sub(r" \(at .*\)$", "", str(words))
    return words[:1].lower() + words[1:]


class _Scan:
    """Finds the line of a setting by searching the text, as the parser does not keep line numbers."""

    def __init__(self, file: Path, text: str) -> None:
        self._file = file
        self._lines = text.splitlines()

    def place(self, table: str, name: str) -> str:
        """`file:line` of the setting."""
        inside, wanted = "", name
        for number, line in enumerate(self._lines, 1):
            if header := re.match(r"\s*\[\s*\"?([\w.-]+)\"?\s*\]", line):
                inside, wanted = header[1], name
                if not name and inside == table:
                    return f"{self._file}:{number}"
                below = inside.removeprefix(f"{table}.")
                if below != inside and name.startswith(f"{below}."):  # `[keys.play]`, where `play.undo` is `undo`
                    inside, wanted = table, name.removeprefix(f"{below}.")
                continue
            own = (
                rf"[\"']?{re.escape(wanted)}[\"']?"
                if inside == table
                else re.escape(table)
                if table and not inside
                else "\0"
            )
            if re.match(rf"\s*{own}\s*[.=]", line):
                return f"{self._file}:{number}"
        return str(self._file)


def _sound_settings(found: dict[str, Any], scan: _Scan, warnings: list[str]) -> Iterator[tuple[str, Any]]:
    for key, value in found.items():
        if key == "keys" and isinstance(value, dict):
            yield "keys", dict(_checked_keys(value, scan, warnings))
        elif key in _TABLES and isinstance(value, dict):
            for name, inner in value.items():
                yield from _checked_value(key, name, inner, scan, warnings)
        elif key in _TABLES or isinstance(value, dict):
            known = key in _TABLES
            unknown = f"there is no table {key!r}{did_you_mean(key, _TABLES)}"
            wanted = f"expected a table [{key}]" if known else unknown
            warnings.append(on_one_line(f"{scan.place(key, '') if not known else scan.place('', key)}: {wanted}"))
        else:
            yield from _checked_value("", key, value, scan, warnings)


def _checked_keys(found: dict[str, Any], scan: _Scan, warnings: list[str]) -> Iterator[tuple[str, str]]:
    for name, value in _flat(found):
        if isinstance(value, str) and 0 < len(value) <= 80:
            yield name, value
        else:
            warnings.append(on_one_line(f"{scan.place('keys', name)}: expected the key for {name} in quotes"))


def _flat(found: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """The ids with their keys, even if the quotes were forgotten: `play.undo = "u"` is a table in a table."""
    for name, value in found.items():
        if isinstance(value, dict) and before.count(".") < 3:
            yield from _flat(value, f"{before}{name}.")
        else:
            yield before + name, value


def _checked_value(table: str, name: str, value: Any, scan: _Scan, warnings: list[str]) -> Iterator[tuple[str, Any]]:
    place = scan.place(table, name)
    own = _ALIASES.get(name, name)
    option = next((option for option in OPTIONS if (option.table, option.name) == (table, own)), None)
    if option is None:
        nearest = _nearest(name)
        warnings.append(on_one_line(f"{place}: there is no setting {name!r}{nearest}"))
    elif isinstance(value, str) and not option.allows(value) and (found := _value_meant(value, option)):
        yield own, found
    elif not option.allows(value):
        meant = did_you_mean(value, map(str, option.values)) if isinstance(value, str) else ""
        warnings.append(on_one_line(f"{place}: {option.key} takes {option.expected}, not {_shown(value)}{meant}"))
    else:
        yield own, value


def _value_meant(value: str, option: Option) -> str:
    """The only value that begins so or is written so; "" if there is none."""
    found = meanings(value, {each: each for each in option.values if isinstance(each, str)})
    return found[0] if len(found) == 1 else ""


def _nearest(name: str) -> str:
    found = nearest(name, [option.name for option in OPTIONS])
    if not found:
        return "; keys have a table of their own, [keys]" if "." in name else ""
    table = option_named(found).table
    return f". Did you mean {found!r}{f' in [{table}]' if table else ' above all tables' * (found == name)}?"


def _shown(value: object) -> str:
    text = json.dumps(value, default=str, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"


def _read_old(file: Path, warnings: list[str]) -> dict[str, Any]:
    """The settings of 0.1.0, which wrote the player's choices and the zooms into one file."""
    try:
        text = _text(file)
        found = json.loads(text) if text is not None else {}
    except (OSError, ValueError, RecursionError) as error:
        warnings.append(on_one_line(f"{file}: {_why(error)}; the settings in this file are not used"))
        return {}
    if not isinstance(found, dict):
        warnings.append(f"{file}: expected settings, found something else; they are not used")
        return {}
    used: dict[str, Any] = {}
    for name, value in found.items():
        if name == "keys" and isinstance(value, dict):
            used[name] = {each: key for each, key in value.items() if isinstance(key, str)}
        elif name == "zoom" and isinstance(value, dict):
            used[name] = {size: zoom for size, zoom in value.items() if type(zoom) is int}
        elif (option := next((o for o in OPTIONS if o.name == name), None)) and option.allows(value):
            used[name] = value
        else:
            warnings.append(on_one_line(f"{file}: {name!r} with the value {_shown(value)} is not used"))
    return used


_GONE = object()


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What is new or different in `after`; within a table only the keys that differ."""
    return dict(_differences(before, after))


def _differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in after.items():
        old = before.get(name, _GONE)
        if old == value:
            continue
        if isinstance(value, dict) and isinstance(old, dict):
            yield name, dict(_differences(old, value))
        else:
            yield name, value


def with_changes(values: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values with these changes; a table keeps the keys that are not among them."""
    found = dict(values)
    for name, value in changes.items():
        old = found.get(name)
        found[name] = {**old, **value} if isinstance(value, dict) and isinstance(old, dict) else value
    return found
