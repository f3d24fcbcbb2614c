"""The parser of the command line, made from the commands' records; also the source of manual page and completions."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable

from termpuzzles.catalogue.pages import PAGES, docs_page
from termpuzzles.commands import COMMANDS, all_commands, command_named
from termpuzzles.commands.answers import YES, Console
from termpuzzles.commands.command import STATUSES, Command, Parser, UsageError, example_lines, take_config
from termpuzzles.errors import did_you_mean, shortened
from termpuzzles.games import names

_EXAMPLES = ("", "9x9w", "hint 5x5w:78a2ab47ad541418beb984d39", "help generate")
_HELPS = "print help on a command, or a page of the documentation"


def command_names() -> tuple[str, ...]:
    """The names of all commands."""
    return (*all_commands(), HELP.name)


def make_parser(described: Iterable[str] | None = None, listed: Iterable[str] | None = None) -> Parser:
    """The parser of the commands `listed`; it knows the arguments of those `described`, and loads only their files.

    None stands for all of them.
    """
    parser = Parser(
        prog="termpuzzles",
        description="Line puzzles on a square grid: play them in the terminal, solve, check and convert them.\n"
        "Without a command the app opens; `termpuzzles FILE` plays what is in the file.",
        epilog=f"{example_lines(_EXAMPLES)}\n\n{STATUSES}",
    )
    parser.examples = _EXAMPLES
    parser.add_argument("-V", "--version", action="store_true", help="print the version and exit")
    take_config(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in command_names() if listed is None else listed:
        does = _does(name)
        command = commands.add_parser(name, help=does)
        if described is None or name in described:
            record_of(name).describe(command, does)
    return parser


def _does(name: str) -> str:
    """What that command does, in a few words."""
    return _HELPS if name == HELP.name else (COMMANDS.get(name) or all_commands()[name]).sentence


def record_of(name: str) -> Command:
    """The record of that command, which may be `help`."""
    return HELP if name == HELP.name else command_named(name)


def command_parser(parser: argparse.ArgumentParser, name: str | None) -> argparse.ArgumentParser:
    """The parser of that command, or the one that holds them all."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) and name in action.choices:
            found: argparse.ArgumentParser = action.choices[name]
            return found
    return parser


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parse a command line; raises `UsageError` if it is wrong, and SystemExit after printing help."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        return _parse(_with_command(words))
    except UsageError as error:
        raise UsageError(_shortening(words, str(error))) from None


def _shortening(words: list[str], sentence: str) -> str:
    """The sentence with long words, and long values of options in them, cut."""
    for word in words:
        for long in {word, word.partition("=")[2]}:
            if long != (short := shortened(long)):
                sentence = sentence.replace(repr(long), repr(short)).replace(long, short)
    return sentence


def _parse(words: list[str]) -> argparse.Namespace:
    place = _first_word(words)
    described = () if place is None else (words[place],)
    # A command that stands first takes all other words; making the parsers of the rest would take 4 ms.
    parser = make_parser(described, described if place == 0 else None)
    options, rest = parser.parse_known_args(words)
    options.whole_parser = make_parser  # for the commands that describe the program
    # argparse takes puzzles and requests where the first one stands, and leaves over those after a later option.
    unknown = next((word for word in rest if word.startswith("-") and word != "-"), None)
    taken = getattr(options, "puzzles", getattr(options, "request", None))
    if unknown or (rest and taken is None):
        used = command_parser(parser, options.command)
        meant = did_you_mean(unknown.partition("=")[0], used._option_string_actions) if unknown else ""
        used.error(f"unrecognized arguments: {' '.join(rest)}{meant}")
    if rest and taken is not None:
        taken += rest
    return options


def _with_command(words: list[str]) -> list[str]:
    """The words, with `play` put in before a puzzle or a request that stands in place of a command."""
    place = _first_word(words)
    if place is None or _is_command(words[place]):
        return words
    word, before = words[place], words[:place]
    if _is_to_play(word):
        return [*before, "play", *words[place:]]
    from termpuzzles.cli.first_word import command_meant, not_understood  # with all games, for what is no exact name

    found = command_meant(words[place:], command_names())
    if not found:
        make_parser(()).error(not_understood(words[place:], command_names()))
    if found != "play":
        return [*before, found, *words[place + 1 :]]
    return ["play", *words] if set(before) - {"--config"} else [*before, "play", *words[place:]]


def _is_command(word: str) -> bool:
    """Whether the word is a command; the guests are asked only for what may be one, and not to play a file or an id."""
    return word in COMMANDS or word == HELP.name or (word.isalpha() and word in all_commands())


def _first_word(words: list[str]) -> int | None:
    """The index of the first word that is neither an option nor the value of one."""
    place = 0
    while place < len(words):
        word = words[place]
        if word == "-" or not word.startswith("-"):
            return place
        place += 2 if word == "--config" else 1
    return None


def _is_to_play(word: str) -> bool:
    """Whether the word is surely a file, or the game of a new board."""
    return word == "-" or word in names() or os.path.exists(word)


def _help_arguments(parser: Parser) -> None:
    pages = f"a command, or a page: {', '.join(PAGES[:-1])} or {PAGES[-1]}"
    parser.add_argument("topic", metavar="TOPIC", nargs="?", choices=(*command_names(), *PAGES), help=pages)


def _print_help(options: argparse.Namespace, console: Console) -> int:
    if options.topic in PAGES:
        console.stdout.write(docs_page(options.topic))
        return YES
    asked = make_parser((options.topic,))
    command_parser(asked, options.topic).print_help(console.stdout)
    return YES


HELP = Command("help", _print_help, ("help solve", "help playing"), _help_arguments)
