"""Completions for a shell, made from the parser by shtab where that is installed."""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def completions(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script that teaches the shell (bash, zsh or tcsh) our commands and options.

    Raises ModuleNotFoundError where the extra `completions` is not installed.
    """
    import shtab  # an extra, and of no use to any other command

    for action in _actions(parser):
        if action.metavar in ("PUZZLE", "FOLDER"):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
    script: str = shtab.complete(parser, shell)
    return script


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)
