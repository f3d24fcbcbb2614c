"""The record of a command, and the arguments that several commands take; the parser with its errors."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from termpuzzles import formats
from termpuzzles.errors import did_you_mean
from termpuzzles.formats import FORMATS
from termpuzzles.games import names
from termpuzzles.logic.task import Budget

if TYPE_CHECKING:
    from datetime import date

    from _typeshed import SupportsWrite

    from termpuzzles.commands.answers import Console

Value = TypeVar("Value")

STATUSES = """\
exit status:
  0    solved; exactly one solution; a hint; done
  1    no solution; several solutions (check); no hint to give (hint)
  2    bad input or usage
  3    the time limit ran out
  130  interrupted
With several puzzles, the first of 2, 3, 1, 0 that occurs."""

PUZZLES = """\
PUZZLE is a file (pictures, a number grid, or ids, one per line), a folder of
such files, an id such as infinity:2x2:3333, a puzz.link address, or - for
standard input (the default)."""


class _Unprinted(argparse.RawDescriptionHelpFormatter):
    """The formatter with which a parser checks its arguments while it is built; it never prints."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=80)


class _Printed(argparse.RawDescriptionHelpFormatter):
    """The formatter of a help: lines that are indented stay as they are, others are wrapped."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines = ([line] if line[:1] in ("", " ") else self._split_lines(line, width) for line in text.splitlines())
        return "\n".join(indent + part for parts in lines for part in parts)


class UsageError(Exception):
    """A command line is wrong: a sentence says why, and where the right help is."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are raised and name the right help; `tail` is only worked out for its help.

    It asks for the terminal's width only when it prints. argparse itself asks with every argument that is added, and
    imports `shutil` to do so; together that takes 3 ms.
    """

    tail: Callable[[], str] | None = None
    examples: tuple[str, ...] = ()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=_Unprinted, allow_abbrev=False)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, in the words of our other errors and with the nearest one."""
        if action.choices is not None and value not in action.choices:
            choices = list(map(str, action.choices))
            found = f"{value!r}{did_you_mean(str(value), choices)}"
            raise argparse.ArgumentError(action, f"expected one of {', '.join(choices)}, found {found}")

    def error(self, message: str) -> NoReturn:
        """Raise the error; argparse itself would print it below the whole usage."""
        end = "" if message[-1:] in "?." else "."
        raise UsageError(f"{message}{end} See `{self.prog} --help`.")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print a help; argparse's own method would not report a full disk."""
        if file is not None:
            file.write(message)

    def format_help(self) -> str:
        """The whole help."""
        self.formatter_class = _Printed
        return super().format_help() + (f"\n{self.tail()}\n" if self.tail else "")


class Command(NamedTuple):
    """A command; its file ends with its record.

    `run` gets the arguments and the console, and returns the exit status. The help begins with what the command does
    (which the table of commands says), and `more` than that. Each example runs as it stands, in any folder, after those
    above it: it names no file that they did not make.
    """

    name: str
    run: Callable[[argparse.Namespace, Console], int]
    examples: tuple[str, ...]
    arguments: Callable[[Parser], None] = lambda parser: None
    more: str = ""
    takes_puzzles: bool = False
    tells_statuses: bool = False
    tail: Callable[[], str] | None = None  # of the help
    holds_memory: bool = False  # to a budget; it does nothing but one piece of work

    def describe(self, parser: Parser, does: str) -> None:
        """Give the parser of the command, which does that, its help and its arguments."""
        notes = [PUZZLES] * self.takes_puzzles, [STATUSES] * (self.takes_puzzles or self.tells_statuses)
        parser.description = f"{does[0].upper()}{does[1:]}. {self.more}".rstrip()
        parser.epilog = "\n\n".join([*notes[0], example_lines(self.examples), *notes[1]])
        parser.examples, parser.tail = self.examples, self.tail
        if self.takes_puzzles:
            take_puzzles(parser)
        self.arguments(parser)


def expecting(what: str) -> Callable[[Callable[[str], Value]], Callable[[str], Value]]:
    """Let a function that reads a value, or raises ValueError, say what was expected: the parser reports that."""

    def let(read: Callable[[str], Value]) -> Callable[[str], Value]:
        @wraps(read)
        def reading(text: str) -> Value:
            try:
                return read(text)
            except ValueError:
                raise argparse.ArgumentTypeError(f"expected {what}, found {text!r}") from None

        return reading

    return let


@expecting("a number of seconds above 0")
def seconds(text: str) -> float:
    """A positive number of seconds."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


@expecting("a share from 0 to 1")
def share(text: str) -> float:
    """A share from 0 to 1."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError
    return value


@expecting("a whole number from 1 on")
def number(text: str) -> int:
    """A number from 1 on."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


@expecting("a date such as 2026-11-21")
def day(text: str) -> date:
    """A date such as 2026-11-21."""
    from datetime import date

    return date.fromisoformat(text)


def example_lines(examples: Iterable[str]) -> str:
    """The examples as a help shows them."""
    return "\n".join(["examples:", *(f"  termpuzzles {example}".rstrip() for example in examples)])


def take_puzzles(parser: Parser) -> None:
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="*", help="a file, a folder, an id, an address or -")
    parser.add_argument(
        "--game",
        choices=names(),
        metavar="GAME",
        help=f"game to assume when the puzzle does not say: {', '.join(names())}",
    )


def take_form(parser: Parser, forms: tuple[str, ...] = FORMATS, default: str = "that of the input") -> None:
    words = f"format to print: {', '.join(forms)} (default: {default})"
    parser.add_argument("--to", type=_written_form, choices=forms, metavar="FORMAT", help=words)


def _written_form(text: str) -> str:
    """The name of a format unless that is only read, for a reason that the parser reports."""
    if text not in FORMATS and (reason := formats.refusal_to_write(text)):
        raise argparse.ArgumentTypeError(reason)
    return text


def take_limit(parser: Parser) -> None:
    parser.add_argument("--limit", metavar="SECONDS", type=seconds, help="give up on a puzzle after this many seconds")


def take_json(parser: Parser, one: str) -> None:
    parser.add_argument("--json", action="store_true", help=f"print a JSON object for each {one}, one per line")


def take_config(parser: Parser, default: str | None = argparse.SUPPRESS) -> None:
    """Let the parser take the settings folder."""
    parser.add_argument("--config", metavar="FOLDER", default=default, help="folder of the settings")


def budget_of(options: argparse.Namespace) -> Budget:
    """The budget for the answer to each puzzle, of a command that takes a limit."""
    return Budget() if options.limit is None else Budget(seconds=options.limit)
