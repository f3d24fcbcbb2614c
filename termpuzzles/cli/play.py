"""`play`: from the command line into the app, where there is a terminal to draw on."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from termpuzzles.cli.output import refuse
from termpuzzles.errors import PuzzleError

if TYPE_CHECKING:
    import argparse

    from termpuzzles.games.model import Puzzle


def play(options: argparse.Namespace) -> int:
    """Open the app with the puzzles asked for, or with the list of levels; returns the exit status."""
    try:
        puzzles = _puzzles(options)
    except PuzzleError as error:
        return refuse(str(error))
    if reason := _nowhere_to_draw(options):
        return refuse(f"{reason}, so there is nothing to play on; see `termpuzzles --help` for what else can be done")
    from termpuzzles.tui.app import run_app  # 200 ms, needed to play alone

    return run_app(puzzles, config=options.config)


def _puzzles(options: argparse.Namespace) -> list[Puzzle]:
    """All puzzles asked for; raises the `PuzzleError` of the first that cannot be read."""
    arguments = getattr(options, "puzzles", [])
    if not arguments:
        return []
    from termpuzzles.commands.reading import entries, texts

    puzzles = []
    for entry in entries(texts(arguments), options.game):
        if isinstance(entry.puzzle, PuzzleError):
            raise entry.puzzle
        puzzles.append(entry.puzzle)
    return puzzles


def _nowhere_to_draw(options: argparse.Namespace) -> str:
    """Why the app cannot be drawn, or nothing."""
    if os.environ.get("TERM", "dumb") in ("dumb", ""):
        return "the terminal cannot place the cursor (TERM is dumb or not set)"
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        return "the output is not a terminal"
    if "-" in getattr(options, "puzzles", []):
        return _take_keys_from_the_terminal()
    return "" if sys.stdin.isatty() else "the input is not a terminal"


def _take_keys_from_the_terminal() -> str:
    """After the puzzles came by standard input, let the keys come from the terminal; or say why they cannot."""
    try:
        keys = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return "there is no terminal for the keys"
    os.dup2(keys, sys.stdin.fileno())
    os.close(keys)
    return ""
