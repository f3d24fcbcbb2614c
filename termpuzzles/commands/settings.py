"""`settings`: the settings in force, and what cannot be used of those that the player has written down."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import BAD, YES, Console
from termpuzzles.commands.command import Command, Parser, take_config
from termpuzzles.storage.library import Library, folders
from termpuzzles.storage.settings import OPTIONS

if TYPE_CHECKING:
    import argparse

    from termpuzzles.storage.settings import Settings


def settings_in_force(settings: Settings) -> list[str]:
    """A line for each setting, as `settings.toml` would have it, with a note where that file has it."""
    lines, table = [], ""
    for option in OPTIONS:
        value = settings.get(option.name, "auto" if option.name == "theme" else option.default)
        if value == "":
            continue
        if option.table != table:
            table = option.table
            lines.append(f"[{table}]")
        note = "  # in settings.toml" if option.name in settings.fixed else ""
        lines.append(f"{option.name} = {json.dumps(value, ensure_ascii=False)}{note}")
    keys = settings.get("keys") or {}
    return lines + ["[keys]"] * bool(keys) + [f"{json.dumps(name)} = {json.dumps(key)}" for name, key in keys.items()]


def _run(options: argparse.Namespace, console: Console) -> int:
    where = folders(console.environment, options.config)
    settings = Library(where).settings()
    if not options.check:
        print("\n".join(settings_in_force(settings)), file=console.stdout)
        return YES
    from termpuzzles.tui.keys import doubts_of  # half a second: it knows the keys of every screen
    from termpuzzles.tui.theme import added_themes

    doubts = doubts_of(settings, added_themes(where.config))
    for doubt in doubts:
        console.say(doubt)
    if not doubts:
        file = where.config / "settings.toml"
        found = "everything in it can be used" if file.exists() else "no such file, so nothing in it is wrong"
        print(f"{file}: {found}", file=console.stdout)
    return BAD if doubts else YES


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "--check", action="store_true", help="say what cannot be used, with its line; status 2 if anything"
    )
    take_config(parser)


SETTINGS = Command(
    "settings",
    _run,
    ("settings", "settings --check"),
    arguments=_arguments,
    more="Settings are read from settings.toml in the settings folder; this program never writes it.",
)
