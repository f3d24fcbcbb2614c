"""The commands and what each takes: names, options, help and examples."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from termpuzzles.errors import on_one_line
from termpuzzles.formats import FORMATS
from termpuzzles.games import names

if TYPE_CHECKING:
    from datetime import date

    from _typeshed import SupportsWrite

    # argparse has no public name for what add_subparsers returns
    Commands = argparse._SubParsersAction["Parser"]

STYLES = ("growth", "uniform", "depth-first")
SHELLS = ("bash", "zsh", "fish")

STATUSES = """\
exit status:
  0    solved; exactly one solution; a hint; done
  1    no solution; for check also several; for hint nothing to tell
  2    bad input or usage
  3    the limit that was asked for ran out
  130  interrupted
Of many puzzles: the first of 2, 3, 1, 0 that occurred."""

PUZZLES = """\
PUZZLE is a file (pictures, a number grid, ids one a line), a folder of such files, an id such as
7x7w:cb25... or infinity:4x3:..., a puzz.link address, or - for standard input (the default)."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are safe to print and name the right help; `tail` is worked out for its help alone."""

    tail: Callable[[], str] | None = None

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, on_one_line(f"{self.prog}: error: {message}") + f"\nSee `{self.prog} --help`.\n")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the whole help; argparse's own would say nothing of a full disk."""
        (file or sys.stdout).write(self.format_help())

    def format_help(self) -> str:
        """The whole help."""
        return super().format_help() + (f"\n{self.tail()}\n" if self.tail else "")


def seconds(text: str) -> float:
    """A positive number of seconds; ValueError otherwise, which the parser reports."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def share(text: str) -> float:
    """A share from 0 to 1; ValueError otherwise, which the parser reports."""
    value = float(text)
    if not 0 <= value <= 1:
        raise ValueError
    return value


def number(text: str) -> int:
    """A number from 1 on; ValueError otherwise, which the parser reports."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def day(text: str) -> date:
    """A date such as 2026-11-21; ValueError otherwise, which the parser reports."""
    from datetime import date

    return date.fromisoformat(text)


def _add_play(commands: Commands) -> None:
    play = _command(
        commands,
        "play",
        "play puzzles in the terminal",
        "Without a puzzle the app opens on its list of levels. A size such as 13x11w, or\n"
        "'net 9x9, rating block', makes a new puzzle.",
        ("play", "play 7x7w", "play 'simpleloop 8x8'", "play board.loops"),
    )
    _take_puzzles(play)
    play.add_argument("--daily", action="store_true", help="play the board of the day (of --game, by default Net)")
    play.add_argument("--pack", metavar="NAME", help="play the levels of a pack, such as net/first-turns")
    play.add_argument("--plain", action="store_true", help="play in lines of text, without a screen")
    take_config(play, argparse.SUPPRESS)


def _add_solve(commands: Commands) -> None:
    solve = _command(
        commands,
        "solve",
        "solve puzzles",
        "Each solution is printed in the form that its puzzle came in.",
        ("solve 5x5w:78a2ab47ad541418beb984d39 --to picture", "solve --explain board.loops", "solve < boards.ids"),
    )
    _take_puzzles(solve)
    _take_form(solve, (*FORMATS, "html"))
    _take_limit(solve)
    solve.add_argument("--explain", action="store_true", help="print a lesson first; with --to html a page of its own")
    solve.add_argument("--possible", action="store_true", help="print what the rules leave of each cell instead")
    _take_json(solve, "puzzle")


def _add_check(commands: Commands) -> None:
    check = _command(
        commands,
        "check",
        "count the solutions of puzzles and rate how hard they are",
        "",
        ("check levels/net", "check --witness board.loops", "check --json --limit 5 boards.ids"),
    )
    _take_puzzles(check)
    _take_limit(check)
    check.add_argument(
        "--witness", action="store_true", help="show two solutions where there are several, heavy where they differ"
    )
    _take_json(check, "puzzle")


def _add_hint(commands: Commands) -> None:
    hint = _command(
        commands,
        "hint",
        "give the next step of a position, with its reason",
        "A position is a puzzle with its tiles, pins and lines as they stand.",
        ("hint board.loops", "hint --pins '3,1 4,1' 5x5w:78a2ab47ad541418beb984d39", "hint --all board.loops"),
    )
    _take_puzzles(hint)
    hint.add_argument("--pins", metavar="CELLS", default="", help="cells to pin first, such as '3,1 4,1'")
    hint.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        default=2,
        help="1 where to look, 2 which idea and why (the default), 3 the board with it done",
    )
    hint.add_argument("--all", action="store_true", help="give every hint, to the end")
    hint.add_argument("--trust", action="store_true", help="take every tile that stands right as known, not only pins")
    hint.add_argument(
        "--why-not", metavar="TURN", help="say why a cell cannot have these lines, such as '3,1 NE', or that it may"
    )
    _take_json(hint, "hint")
    _take_limit(hint)


def _add_convert(commands: Commands) -> None:
    convert = _command(
        commands,
        "convert",
        "write puzzles in another format",
        "",
        ("convert board.loops --to gameid", "convert --to picture 7x7w:cb25...", "convert --to hexapipes < boards.ids"),
    )
    _take_puzzles(convert)
    _take_form(convert)
    _take_json(convert, "puzzle")


def _add_generate(commands: Commands) -> None:
    make = _command(
        commands,
        "generate",
        "make new puzzles, each with exactly one solution",
        "",
        (
            "generate net 13x11w --count 10 --seed today",
            "generate infinity 9x9 --rating chain --to picture",
            "generate simpleloop 10x10 --count 50 --jobs 4 -o new.ids",
        ),
        puzzles=False,
    )
    make.tail = _ratings
    make.add_argument("game", choices=names(), help="the game")
    make.add_argument("size", metavar="SIZE", nargs="?", default="7x7", help="7x7, 9, or 13x11w to wrap (default 7x7)")
    make.add_argument("--wrap", action="store_true", help="let the board wrap around")
    make.add_argument("--walls", metavar="SHARE", type=share, help="the share of undrawn lines to wall up (0 to 1)")
    make.add_argument("--walls-matter", action="store_true", help="make walls part of the puzzle: it may need them")
    make.add_argument("--style", choices=STYLES, help="how to draw the tree of a Net")
    make.add_argument(
        "--density",
        metavar="SHARE",
        type=share,
        help="the share of lines drawn in ∞ Loop (0 to 1); in Simple Loop and Simple Loops the length of loops",
    )
    rating = make.add_mutually_exclusive_group()
    rating.add_argument("--rating", metavar="RULE", help="the hardest rule that a board must need, such as no-loop")
    rating.add_argument("--at-most", metavar="RULE", help="the hardest rule that a board may need")
    make.add_argument("--effort", metavar="FROM-TO", help="from which to which effort a board takes, such as 200-300")
    make.add_argument("--any", action="store_true", help="allow boards with several solutions")
    make.add_argument("--count", metavar="N", type=number, default=1, help="how many to make")
    make.add_argument("--seed", metavar="S", help="make the same boards again: a seed always gives the same ones")
    make.add_argument("--jobs", metavar="N", type=number, default=1, help="how many processes to make them with")
    make.add_argument("--scheduler", metavar="ADDRESS", help="make them on a Dask cluster, such as tcp://host:8786")
    make.add_argument("--limit", metavar="SECONDS", type=seconds, help="stop after so many seconds altogether")
    make.add_argument("--to", choices=FORMATS, default="gameid", help="the format to print (by default gameid)")
    make.add_argument("-o", "--output", metavar="FILE", help="write them to FILE, all of them or none")


def _ratings() -> str:
    """The ratings that may be asked for of each game, line by line."""
    from textwrap import fill

    from termpuzzles.commands.generate import ratings  # 30 ms, needed for this help alone

    indent = " " * (max(map(len, names())) + 4)
    lines = ["ratings, easiest first:"]
    for name in names():
        if found := ratings(name):
            lines.append(
                fill(", ".join(found), 100, initial_indent=f"  {name}".ljust(len(indent)), subsequent_indent=indent)
            )
    return "\n".join(lines)


def _add_daily(commands: Commands) -> None:
    daily = _command(
        commands,
        "daily",
        "print the board of the day, the same for everyone",
        "Without a game it prints one for each.",
        ("daily net", "daily --date 2026-11-21 --to picture"),
        puzzles=False,
    )
    daily.add_argument("game", choices=names(), nargs="?", help="the game")
    daily.add_argument("--date", metavar="YYYY-MM-DD", type=day, help="another day than today")
    daily.add_argument("--to", choices=FORMATS, default="gameid", help="the format to print (by default gameid)")


def _add_stats(commands: Commands) -> None:
    stats = _command(
        commands,
        "stats",
        "tell what you have solved, how often without help, and how fast",
        "",
        ("stats", "stats --json | jq .median"),
        puzzles=False,
    )
    _take_json(stats, "game, size and rating")
    take_config(stats, argparse.SUPPRESS)


def _add_data(commands: Commands) -> None:
    data = _command(
        commands,
        "data",
        "move journals and settings between machines",
        "An import merges: nothing is lost on either side.",
        ("data export played.zip", "data import played.zip"),
        puzzles=False,
    )
    data.add_argument("what", choices=("export", "import"), help="write everything to FILE, or take in what it holds")
    data.add_argument("file", metavar="FILE", help="the file")
    take_config(data, argparse.SUPPRESS)


def _add_render(commands: Commands) -> None:
    render = _command(
        commands,
        "render",
        "draw puzzles, as a picture or as sheets to print",
        "A browser prints the sheets, or makes a PDF of them.",
        ("render levels/net --solution -o sheets.html", "render 7x7w:cb25... --to svg -o board.svg"),
    )
    _take_puzzles(render)
    render.add_argument("--to", choices=("svg", "html"), default="html", help="one picture, or sheets (the default)")
    render.add_argument("--solution", action="store_true", help="with solutions: on sheets at the back")
    render.add_argument("--per-page", metavar="N", type=number, default=4, help="boards on a page (default 4)")
    render.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the paper (default a4)")
    render.add_argument("-o", "--output", metavar="FILE", help="write to FILE")
    _take_limit(render)


def _add_completions(commands: Commands) -> None:
    completions = _command(
        commands,
        "completions",
        "print completions for a shell",
        "",
        ("completions bash > ~/.local/share/bash-completion/completions/termpuzzles",),
        puzzles=False,
    )
    completions.add_argument("shell", choices=SHELLS, help="the shell")


def _add_manual(commands: Commands) -> None:
    _command(commands, "manual", "print the manual page", "", ("manual | man -l -",), puzzles=False)


def _add_serve(commands: Commands) -> None:
    serve = _command(
        commands,
        "serve",
        "let others play and ask for hints over SSH",
        "It prints where it listens once it accepts connections, and ends with SIGTERM or Ctrl-C.",
        ("serve --port 2222", "serve --check-config --data /srv/termpuzzles"),
        puzzles=False,
    )
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=int, default=2222, help="the port; 0 takes a free one (default 2222)")
    serve.add_argument("--data", metavar="FOLDER", help="where players, their journals and the host key are kept")
    serve.add_argument("--metrics", metavar="ADDRESS", help="answer /metrics and /health there, such as 127.0.0.1:9100")
    serve.add_argument("--check-config", action="store_true", help="say whether the service could run, and exit")


def _add_help(commands: Commands) -> None:
    shown = _command(commands, "help", "print help on a command", "", ("help solve",), puzzles=False)
    shown.add_argument("topic", metavar="COMMAND", nargs="?", choices=tuple(COMMANDS), help="the command")


COMMANDS = {
    "play": _add_play,
    "solve": _add_solve,
    "check": _add_check,
    "hint": _add_hint,
    "convert": _add_convert,
    "generate": _add_generate,
    "render": _add_render,
    "daily": _add_daily,
    "stats": _add_stats,
    "data": _add_data,
    "serve": _add_serve,
    "completions": _add_completions,
    "manual": _add_manual,
    "help": _add_help,
}


def _command(
    commands: Commands, name: str, does: str, more: str, examples: tuple[str, ...], *, puzzles: bool = True
) -> Parser:
    """A command with what it does in a few words and in one sentence more, and examples."""
    shown = "\n".join(["examples:", *(f"  termpuzzles {example}" for example in examples)])
    parts = [PUZZLES] * puzzles + [shown] + [STATUSES] * (puzzles or name == "generate")
    return commands.add_parser(
        name,
        help=does,
        description=f"{does[0].upper()}{does[1:]}. {more}".rstrip(),
        epilog="\n\n".join(parts),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _take_puzzles(parser: Parser) -> None:
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="*", help="a file, a folder, an id, an address or -")
    parser.add_argument("--game", choices=names(), help="the game of puzzles that do not say it themselves")


def _take_form(parser: Parser, forms: tuple[str, ...] = FORMATS) -> None:
    parser.add_argument("--to", choices=forms, help="the format to print (by default the one that came in)")


def _take_limit(parser: Parser) -> None:
    parser.add_argument("--limit", metavar="SECONDS", type=seconds, help="stop work on a puzzle after so many seconds")


def _take_json(parser: Parser, one: str) -> None:
    parser.add_argument("--json", action="store_true", help=f"print a JSON object for each {one}, one a line")


def take_config(parser: Parser, default: str | None) -> None:
    """Let the parser take the folder of the settings."""
    parser.add_argument("--config", metavar="FOLDER", default=default, help="the folder of the settings")
