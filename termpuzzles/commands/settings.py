"""`settings`: the settings in force, and what cannot be used of those that the player has written down."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import BAD, YES, Console
from termpuzzles.commands.command import Command, Parser, take_config
from termpuzzles.storage.library import Folders, Library, folders
from termpuzzles.storage.settings import OPTIONS, option_places

if TYPE_CHECKING:
    import argparse

    from termpuzzles.storage.settings import Settings


def settings_in_force(
    settings: Settings,
    warnings: Mapping[str, str],
    places: Mapping[str, str],
    is_usable: Callable[[str, str], bool] = lambda name, key: True,
) -> list[str]:
    """A line for each setting in force, as `settings.toml` would have it, with a note where that file has it.

    `warnings` are the sentences about what cannot be used, by file and line, `places` the file and line of settings in
    that file, and `is_usable` tells whether a key can be bound to what its name says. What is written there and not in
    force is said in a comment.
    """
    lines, table = [], ""
    left = dict(warnings)
    for option in OPTIONS:
        warning = left.pop(places.get(option.name, ""), "")
        value = settings.get(option.name, "auto" if option.name == "theme" else option.default)
        if warning and option.name in settings.fixed:  # a theme, which only the app knows to be none
            value = "auto"
        note = f"  # {warning}" if warning else "  # in settings.toml" if option.name in settings.fixed else ""
        if value == "" and not warning:
            continue
        if option.table != table:
            table = option.table
            lines.append(f"[{table}]")
        line = f"{option.name} = {json.dumps(value, ensure_ascii=False)}" if value != "" else f"# {option.name}: none"
        lines.append(line + note)
    keys = settings.get("keys") or {}
    lines += ["[keys]"] * bool(keys)
    for name, key in keys.items():
        warning = left.pop(settings.places.get(name, ""), "")
        void = "# " * (bool(warning) and not is_usable(name, key))
        lines.append(f"{void}{json.dumps(name)} = {json.dumps(key)}{'  # ' * bool(warning)}{warning}")
    return lines + [f"# {warning}" for warning in left.values()]


def _by_place(warnings: Iterable[str], where: Folders) -> dict[str, str]:
    """The sentences by file and line, without the name of the folder."""
    found: dict[str, str] = {}
    for warning in warnings:
        place, _, sentence = warning.partition(": ")
        if place in found:
            found[place] += f"; {sentence}"
        else:
            found[place] = warning.removeprefix(f"{where.config}{os.sep}")
    return found


def run(options: argparse.Namespace, console: Console) -> int:
    where = folders(console.environment, options.config)
    settings = Library(where).settings()
    file = where.config / "settings.toml"
    if not options.check and not file.exists():
        print("\n".join(settings_in_force(settings, {}, {})), file=console.stdout)
        return YES
    from termpuzzles.tui.theme import added_themes
    from termpuzzles.tui.warnings import is_usable, warnings_of  # half a second: it knows the keys of every screen

    warnings = warnings_of(settings, added_themes(where.config))
    if not options.check:
        found = settings_in_force(settings, _by_place(warnings, where), option_places(where.config), is_usable)
        print("\n".join(found), file=console.stdout)
        return YES
    for warning in warnings:
        console.say(warning)
    if not warnings:
        said = "everything in it can be used" if file.exists() else "no such file, so nothing in it is wrong"
        print(f"{file}: {said}", file=console.stdout)
    return BAD if warnings else YES


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="say what cannot be used, with its line; status 2 if anything"
    )
    take_config(parser)


SETTINGS = Command(
    "settings",
    run,
    ("settings", "settings --check"),
    arguments=_arguments,
    more="Settings are read from settings.toml in the settings folder; this program never writes it.",
)
