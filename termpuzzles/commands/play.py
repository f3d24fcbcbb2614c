"""`play`: opens the app, if there is a terminal to draw on."""

from __future__ import annotations

import os
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import YES, Console, close_quietly
from termpuzzles.commands.command import Command, Parser, board_words, take_board, take_config
from termpuzzles.commands.reading import Source, entries, texts, with_remarks_said
from termpuzzles.commands.startup import collect_as_usual, interrupts_end_at_once, without_openssl
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named
from termpuzzles.storage.library import Library, folders

if TYPE_CHECKING:
    import argparse

    from termpuzzles.games.model import Puzzle


def run(options: argparse.Namespace, console: Console) -> int:
    """Open the app with the puzzles asked for, or with the list of levels; returns the exit status."""
    try:
        with interrupts_end_at_once():  # nothing is open yet
            puzzles = _puzzles(options, console)
    except PuzzleError as error:
        return console.refuse(str(error))
    return open_player(options, console, puzzles)


def open_player(options: argparse.Namespace, console: Console, puzzles: list[Puzzle], opens: str = "") -> int:
    """Open the app, or plain mode where there is a reason for it, with these puzzles or the place of that name."""
    if (
        reason := _reason_for_plain(options, console)
        or _nowhere_to_draw(options, console)
        or _set_to_plain(options, console)
    ):
        if "-" in getattr(options, "puzzles", []):
            _take_keys_from_the_terminal(console)
        return play_plainly(console, puzzles, reason, options.config, opens)
    with interrupts_end_at_once():  # until the driver takes them
        with without_openssl():
            from termpuzzles.tui.app import run_app  # 200 ms, needed to play alone
        status = run_app(
            console.environment, console.say, puzzles, config=options.config, started=collect_as_usual, opens=opens
        )
    return without_last_words(console, status) if status else status


def without_last_words(console: Console, status: int) -> int:
    """The status of an app that a signal ended; drops its libraries' last output, which nobody may be there to read."""
    for stream in (console.stdout, console.stderr):
        try:
            stream.flush()
        except OSError:
            close_quietly(stream)
    return status


def _reason_for_plain(options: argparse.Namespace, console: Console) -> str:
    """The reason why the player wants plain mode, or ""."""
    if getattr(options, "plain", False):
        return "--plain was given"
    return "ACCESSIBLE is set" if console.environment.get("ACCESSIBLE", "0") not in ("", "0") else ""


def _set_to_plain(options: argparse.Namespace, console: Console) -> str:
    """The reason why the settings ask for plain mode, or ""."""
    settings = Library(folders(console.environment, options.config)).settings()
    return "the settings ask for it" if settings["plain"] else ""


def play_plainly(
    console: Console, puzzles: list[Puzzle], reason: str, config: str | None = None, opens: str = ""
) -> int:
    """Play the whole game as lines in and lines out, until the input ends."""
    from termpuzzles.plain.conversation import Conversation, PlainContext, talk
    from termpuzzles.plain.menus import place_named
    from termpuzzles.plain.play import board_place

    library = Library(folders(console.environment, config))
    context = PlainContext(library, library.settings(), print_line=partial(print, file=console.stdout, flush=True))
    print(f"Plain mode, because {reason}.", file=console.stdout, flush=True)
    for warning in context.settings.warnings:
        print(warning, file=console.stdout, flush=True)
    first = board_place(context, puzzles) if puzzles else place_named(opens, context)
    for line in talk(Conversation(first), console.stdin):
        print(line, file=console.stdout, flush=True)
    return YES


def _puzzles(options: argparse.Namespace, console: Console) -> list[Puzzle]:
    """All puzzles asked for; raises the `PuzzleError` of the first that cannot be read."""
    puzzles: list[Puzzle] = []
    if getattr(options, "daily", False):
        puzzles.append(_board_of_the_day(options.game))
    if pack := getattr(options, "pack", None):
        puzzles += _pack(pack)
    more, arguments = board_words(options), getattr(options, "puzzles", [])
    if not more and not any(map(_may_ask_for_a_board, arguments)):
        return [*puzzles, *(puzzle for each in arguments for puzzle in _read(each, options.game, console))]
    from termpuzzles.commands.new_boards import new_boards, separated  # 20 ms that other starts need not wait for

    for asked, argument in separated(arguments, _may_ask_for_a_board):
        puzzles += _read(argument, options.game, console) if argument else new_boards(asked, more, options.game)
    if more and not puzzles:
        puzzles += new_boards([], more, options.game)
    return puzzles


def _board_of_the_day(game: str | None) -> Puzzle:
    from termpuzzles.catalogue.daily import daily_board  # with all of the catalogue, as for a pack

    try:
        return daily_board(game or USUAL, datetime.now().date())
    except KeyError:
        raise PuzzleError(f"{named(game or USUAL).title} has no daily board") from None


def _pack(name: str) -> list[Puzzle]:
    from termpuzzles.catalogue.levels import Levels, packs

    return Levels(packs()).named(name).puzzles()


def _may_ask_for_a_board(argument: str) -> bool:
    """Whether the argument is neither a file nor an id, nor anything else with a place in it."""
    return argument != "-" and not set(":/\n") & set(argument) and not os.path.exists(argument)


def _read(argument: str, game: str | None, console: Console) -> list[Puzzle]:
    """The puzzles of an argument; those that cannot be read are named, and the others played."""
    source = Source(console.stdin.buffer.read, say=console.say)
    found = list(with_remarks_said(entries(texts([argument], source), game), console.say))
    good = [entry.puzzle for entry in found if not isinstance(entry.puzzle, Exception)]
    if not good:
        found[0].given()
    for entry in found:
        if isinstance(entry.puzzle, Exception):
            console.say(str(entry.puzzle))
    return good


def _nowhere_to_draw(options: argparse.Namespace, console: Console) -> str:
    """The reason why the app cannot be drawn, or ""."""
    if console.environment.get("SSH_CONNECTION") and not (console.stdin.isatty() or console.stdout.isatty()):
        return "ssh has given this command no terminal (`ssh -t` does)"
    unnamed = "dumb" if os.name == "posix" else "windows"  # whose terminals have no such name
    if console.environment.get("TERM", unnamed) in ("dumb", ""):
        return "the terminal cannot place the cursor (TERM is dumb or not set)"
    if not (console.stdout.isatty() and console.stderr.isatty()):
        return "the output is not a terminal"
    if "-" in getattr(options, "puzzles", []):
        return _take_keys_from_the_terminal(console)
    return "" if console.stdin.isatty() else "the input is not a terminal"


def _take_keys_from_the_terminal(console: Console) -> str:
    """After reading puzzles from standard input, take keys from the terminal; returns why that is impossible, or ""."""
    try:
        keys = os.open("/dev/tty", os.O_RDONLY)
    except OSError:
        return "there is no terminal for the keys"
    os.dup2(keys, console.stdin.fileno())
    os.close(keys)
    return ""


def _arguments(parser: Parser) -> None:
    parser.add_argument("--daily", action="store_true", help=f"play today's board (of --game, by default {USUAL})")
    parser.add_argument("--pack", metavar="NAME", help="play the levels of a pack, such as net/first-turns")
    parser.add_argument("--plain", action="store_true", help="play in lines of text, without a screen")
    take_board(parser)
    take_config(parser)


PLAY = Command(
    "play",
    run,
    ("play", "play masyu 8x8", "play net 9x9w --rating four-together", "play --pack net/first-turns"),
    arguments=_arguments,
    more="Without a puzzle, the app opens. A game, a size or both make a new puzzle, and the options say more of it.",
    takes_puzzles=True,
    statuses=("you have left", ""),
)
