"""The manual page, made from the parser in the language of `man`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from termpuzzles.cli.arguments.pieces import PUZZLES, STATUSES, Parser


def manual(parser: Parser) -> str:
    """The whole page (section 6, games) as roff."""
    return "\n".join(_page(parser)) + "\n"


def _page(parser: Parser) -> Iterator[str]:
    commands = _commands(parser)
    yield ".TH TERMPUZZLES 6 2026-11-22 termpuzzles Games"
    yield ".SH NAME"
    yield r"termpuzzles \- line puzzles on a square grid, in the terminal"
    yield ".SH SYNOPSIS"
    yield "\n.br\n".join(_synopsis(command) for command in (parser, *commands.values()))
    yield ".SH DESCRIPTION"
    yield from _text(parser.description)
    yield ".SH OPTIONS"
    yield from _options(parser)
    yield ".SH COMMANDS"
    for name, command in commands.items():
        yield f".SS {_escaped(name)}"
        yield from _text(command.description)
        yield from _options(command)
        yield from _examples(command)
    yield ".SH EXAMPLES"
    yield from _examples(parser)
    yield ".SH PUZZLES AND EXIT STATUS"
    yield from _text(f"{PUZZLES}\n\n{STATUSES}")


def _commands(parser: Parser) -> dict[str, Parser]:
    found = next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return dict(found or {})


def _synopsis(parser: argparse.ArgumentParser) -> str:
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split())
    return _escaped(usage)


def _text(text: str | None) -> Iterator[str]:
    """The lines of a text with its own line breaks, not filled."""
    yield ".nf"
    yield from (_escaped(line) or ".PP" for line in (text or "").splitlines())
    yield ".fi"


def _examples(parser: Parser) -> Iterator[str]:
    """The examples as they are typed, below the text and apart from it."""
    yield ".PP"
    yield ".RS 4"
    yield ".nf"
    yield from (_escaped(f"termpuzzles {example}".rstrip()) for example in parser.examples)
    yield ".fi"
    yield ".RE"


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
        takes = action.metavar or ("|".join(map(str, action.choices)) if action.choices else "")
        yield ".TP"
        yield f".B {_escaped(f'{names} {takes}' if action.option_strings and action.nargs != 0 else names)}"
        yield _escaped(action.help or "")


def _escaped(text: str) -> str:
    """The text, escaped so that roff reads nothing in it as a command."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    safe = "".join(letter if letter.isascii() else rf"\[u{ord(letter):04X}]" for letter in safe)
    return rf"\&{safe}" if safe.startswith((".", "'")) else safe
