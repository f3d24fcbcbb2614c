"""The record of a command, and the arguments that several commands take; the parser with its errors."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from termpuzzles import formats
from termpuzzles.errors import did_you_mean, meanings, slug
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


def _statuses(done: str, not_done: str, is_limited: bool, are_several: bool) -> str:
    """The table of the statuses that a command can return."""
    known = {
        0: done,
        1: not_done,
        2: "bad input or usage",
        3: "the time limit ran out" if is_limited else "",
        130: "interrupted",
    }
    listed = {status: words for status, words in known.items() if words}
    order = ", ".join(str(status) for status in (2, 3, 1, 0) if status in listed)
    last = [f"With several puzzles, the first of {order} that occurs."] if are_several else []
    return "\n".join(["exit status:", *(f"  {status:<4} {words}" for status, words in listed.items()), *last])


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

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Take a choice by its title, too, in any case, with spaces, `-` or `_`, and by its beginning."""
        is_choice = action.choices is not None and not isinstance(action, argparse._SubParsersAction)
        if is_choice and arg_string not in (action.choices or ()):
            found = meanings(arg_string, _titles_of(action))
            arg_string = found[0] if len(found) == 1 else arg_string
        return super()._get_value(action, arg_string)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices, in the words of our other errors and with the nearest one."""
        if action.choices is not None and value not in action.choices:
            titles = _titles_of(action)
            found = f"{value!r}{did_you_mean(str(value), titles.values(), titles)}"
            raise argparse.ArgumentError(action, f"expected one of {', '.join(titles.values())}, found {found}")

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


def _titles_of(action: argparse.Action) -> Mapping[str, str]:
    """What each choice is called by players."""
    if isinstance(action, GameAction):
        return _titles_of_games()
    return {choice: choice for choice in map(str, action.choices or ())}


class _Titles:
    """The titles of all games, each in one word: looked up only for whoever reads the help."""

    def words(self) -> list[str]:
        """`infinity-loop`, `net`, …"""
        return [slug(title) for title in _titles_of_games().values()]

    def __str__(self) -> str:
        return ", ".join(self.words())


def _titles_of_games() -> Mapping[str, str]:
    from termpuzzles.games.making.request import game_titles  # 20 ms with all games, for what is no name of one

    return game_titles()


class GameAction(argparse.Action):
    """Takes a game by its name or title."""

    titles = _Titles()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.titles = GameAction.titles  # where the help looks for it

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Keep its name."""
        setattr(namespace, self.dest, values)


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
    statuses: tuple[str, str] | None = None  # what 0 and 1 mean, "" for a status that it never returns
    tail: Callable[[], str] | None = None  # of the help
    holds_memory: bool = False  # to a budget; it does nothing but one piece of work

    def describe(self, parser: Parser, does: str) -> None:
        """Give the parser of the command, which does that, its help and its arguments."""
        parser.description = f"{does[0].upper()}{does[1:]}. {self.more}".rstrip()
        parser.examples, parser.tail = self.examples, self.tail
        if self.takes_puzzles:
            take_puzzles(parser)
        self.arguments(parser)
        notes = [*[PUZZLES] * self.takes_puzzles, example_lines(self.examples)]
        if self.statuses:
            notes.append(_statuses(*self.statuses, "--limit" in parser._option_string_actions, self.name != "play"))
        parser.epilog = "\n\n".join(notes)


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
    take_game(parser, "--game", "game to assume when the puzzle does not say", metavar="GAME")


def take_game(parser: Parser, name: str, does: str, **options: Any) -> None:
    """Let the parser take a game, by its name or title."""
    parser.add_argument(name, choices=names(), action=GameAction, help=f"{does}: %(titles)s", **options)


_SHAPES = ("bushy", "mixed", "winding", "long-arms")  # written out here, as most starts need no more of the generator
_STYLES = ("growth", "uniform", "depth-first", "long-arms")
_GRADES = ("easy", "medium", "tricky", "hard", "fiendish")


def take_board(parser: Parser) -> None:
    """Let the parser take whatever else may be asked of a new board, besides its game and size."""
    parser.add_argument("--wrap", action="store_true", help="make the board wrap around")
    parser.add_argument("--walls", metavar="SHARE", help="share of the undrawn lines to wall up (0 to 1)")
    parser.add_argument("--walls-matter", action="store_true", help="let the solution depend on the walls")
    parser.add_argument("--style", choices=_STYLES, help="how to draw the tree, in games whose solution is one")
    parser.add_argument("--shape", choices=_SHAPES, help="the same by its look: long arms and few forks, or many")
    parser.add_argument(
        "--density",
        metavar="SHARE",
        help="how many of the lines to draw (0 to 1); in loop games, how long the loops are",
    )
    parser.add_argument("--spare", metavar="SHARE", help="share of the clues not needed to leave in (0 to 1)")
    rating = parser.add_mutually_exclusive_group()
    rating.add_argument(
        "--rating", metavar="TECHNIQUE", help="hardest technique that each board must need, such as four-together"
    )
    rating.add_argument("--at-most", metavar="TECHNIQUE", help="hardest technique that a board may need")
    parser.add_argument(
        "--effort", metavar="FROM-TO", help="the effort that a board may take, from least to most, such as 200-300"
    )
    parser.add_argument("--grade", choices=_GRADES, help="how hard each board must be")
    parser.add_argument(
        "--times",
        metavar="N",
        help="with --rating: that technique must be needed at least N times, first within 40%% of the steps",
    )
    parser.add_argument("--symmetry", choices=("half-turn", "mirror"), help="how the clues lie, or the shaded cells")
    parser.add_argument("--any", action="store_true", help="allow boards with several solutions")


_OF_BOARD = ("walls", "style", "shape", "density", "spare", "rating", "at_most", "effort", "grade", "times", "symmetry")


def board_words(options: argparse.Namespace) -> list[str]:
    """What the options ask of a new board, in the words of a request."""
    found = [(name.replace("_", "-"), getattr(options, name, None)) for name in _OF_BOARD]
    words = [word for name, value in found if value is not None for word in (f"--{name}", value)]
    return words + [name for name in ("wrap", "walls-matter", "any") if getattr(options, name.replace("-", "_"), False)]


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
