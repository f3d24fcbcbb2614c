"""Completions for a shell, made from the parser: by shtab for bash and zsh, and here for fish, which shtab lacks."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

_FILES = ("PUZZLE", "FOLDER", "FILE")  # arguments that may be a file


def completions(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that teaches the shell our commands and options, and the names of packs and ratings."""
    _name_values(parser)
    if shell == "fish":
        return "\n".join(_fish(parser)) + "\n"
    import shtab  # 20 ms, not needed for any other command

    for action in _actions(parser):
        if action.metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab looks for it here
    script: str = shtab.complete(parser, shell)
    return script


def _name_values(parser: argparse.ArgumentParser) -> None:
    """Give the parser the values of options that take one of many, which it does not need for parsing."""
    from termpuzzles.commands.generate import ratings
    from termpuzzles.games import names
    from termpuzzles.play.shelf.levels import packs

    rated = tuple(dict.fromkeys(rating.replace(" ", "-") for game in names() for rating in ratings(game)))
    values = {"pack": tuple(pack.key for pack in packs()), "rating": rated, "at_most": rated}
    for action in _actions(parser):
        action.choices = values.get(action.dest, action.choices)


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of the whole program by name."""
    found = next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found or {})


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    yield from parser._actions
    for command in commands_of(parser).values():
        yield from command._actions


def _fish(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield "complete -c termpuzzles -f"
    helps = {
        choice.dest: choice.help or ""
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    }
    yield from _fish_options("__fish_use_subcommand", parser)
    for name, command in commands_of(parser).items():
        yield f"complete -c termpuzzles -n __fish_use_subcommand -a {name} -d {_quoted(helps.get(name, ''))}"
        yield from _fish_options(f"'__fish_seen_subcommand_from {name}'", command)


def _fish_options(where: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        words = [f"complete -c termpuzzles -n {where}"]
        for option in action.option_strings:
            words.append(f"-l {option[2:]}" if option.startswith("--") else f"-s {option[1:]}")
        if action.option_strings and action.nargs != 0:
            words.append("-r" if action.metavar in _FILES else "-x")  # arguments that are not files offer none
        if action.choices:
            words.append(f"-a {_quoted(' '.join(map(str, action.choices)))}")
        elif action.metavar in _FILES:
            words.append("-F")
        elif not action.option_strings:
            continue
        yield " ".join([*words, f"-d {_quoted(action.help or '')}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%")
    return f"'{escaped}'"
