"""What may be written on the command line; also the source of the manual page and of the shell completions."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from termpuzzles.games import names

if TYPE_CHECKING:
    from datetime import date

    # argparse has no public name for what add_subparsers returns
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

FORMS = ("picture", "gameid", "numbers", "pzprv3", "hexapipes")
STYLES = ("growth", "uniform", "depth-first")
SHELLS = ("bash", "zsh", "tcsh")

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
7x7w:cb25... or infinity:4x3:..., a puzz.link address, or - for standard input (meant when none is given)."""


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


def make_parser(only: str | None = None) -> argparse.ArgumentParser:
    """The whole parser, or that with just one command: the others cost 4 ms, which a hint can do without."""
    parser = argparse.ArgumentParser(
        prog="termpuzzles",
        description="Line puzzles on a square grid: play them in the terminal, solve, check and convert them.\n"
        "Without a command the list of levels opens.",
        epilog=STATUSES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help="print the version and leave")
    _take_config(parser, None)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, add in _COMMANDS.items():
        if only in (None, name):
            add(commands)
    return parser


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    """What a command line asks for; raises SystemExit where it is wrong or asks for help, which is printed."""
    words = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(words[0] if words and words[0] in _COMMANDS else None)
    options, rest = parser.parse_known_args(arguments)
    # argparse takes all puzzles from the first place where one stands and leaves those after a later option over.
    if rest and (not hasattr(options, "puzzles") or any(word.startswith("-") and word != "-" for word in rest)):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        options.puzzles += rest
    return options


def _add_play(commands: Commands) -> None:
    play = _command(commands, "play", "play puzzles in the terminal", "Without a puzzle the list of levels opens.")
    _take_puzzles(play)
    play.add_argument("--daily", action="store_true", help="play the board of the day (of --game, by default Net)")
    play.add_argument("--pack", metavar="NAME", help="play the levels of a pack, such as net/first-turns")
    play.add_argument("--plain", action="store_true", help="play in lines of text, without a screen")
    _take_config(play, argparse.SUPPRESS)


def _add_solve(commands: Commands) -> None:
    solve = _command(commands, "solve", "print each puzzle solved", "Ids are answered by ids, pictures by pictures.")
    _take_puzzles(solve)
    _take_form(solve, (*FORMS, "html"))
    _take_limit(solve)
    solve.add_argument("--explain", action="store_true", help="print a lesson first; with --to html a page of its own")
    solve.add_argument("--possible", action="store_true", help="print what the rules leave of each cell instead")
    solve.add_argument("--json", action="store_true", help="one JSON object a puzzle, one a line")


def _add_check(commands: Commands) -> None:
    check = _command(commands, "check", "tell how many solutions each puzzle has, and how hard it is")
    _take_puzzles(check)
    _take_limit(check)
    check.add_argument("--witness", action="store_true", help="of several solutions show two, their difference marked")
    check.add_argument("--json", action="store_true", help="one JSON object a puzzle, one a line")


def _add_hint(commands: Commands) -> None:
    says = "tell the next step of each position, and why"
    hint = _command(commands, "hint", says, "A position is a puzzle as its tiles stand.")
    _take_puzzles(hint)
    hint.add_argument("--pins", metavar="CELLS", default="", help="cells that are pinned too, such as '3,1 4,1'")
    hint.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        default=2,
        help="1 where to look, 2 which idea and why (the default), 3 the board with it done",
    )
    hint.add_argument("--all", action="store_true", help="print every hint to the end")
    hint.add_argument("--trust", action="store_true", help="take every tile that stands right as known, not pins alone")
    hint.add_argument(
        "--why-not", metavar="TURN", help="why a cell cannot have these lines, such as '3,1 NE', or that it may"
    )
    hint.add_argument("--json", action="store_true", help="one JSON object a hint, one a line")
    _take_limit(hint)


def _add_convert(commands: Commands) -> None:
    convert = _command(commands, "convert", "print each puzzle in another format")
    _take_puzzles(convert)
    _take_form(convert)
    convert.add_argument("--json", action="store_true", help="one JSON object a puzzle, one a line")


def _add_generate(commands: Commands) -> None:
    make = _command(commands, "generate", "make new puzzles, each with exactly one solution", puzzles=False)
    make.epilog = STATUSES
    make.add_argument("game", choices=names(), help="the game")
    make.add_argument("size", metavar="SIZE", nargs="?", default="7x7", help="7x7, 9, or 13x11w to wrap (default 7x7)")
    make.add_argument("--wrap", action="store_true", help="the board goes on beyond its borders")
    make.add_argument("--walls", metavar="SHARE", type=share, help="of the lines not drawn, so many are walls (0 to 1)")
    make.add_argument("--walls-matter", action="store_true", help="let what can be deduced depend on the walls")
    make.add_argument("--style", choices=STYLES, help="how the tree of a Net is drawn")
    make.add_argument("--density", metavar="SHARE", type=share, help="of all lines, so many are drawn (∞ Loop)")
    rating = make.add_mutually_exclusive_group()
    rating.add_argument("--rating", metavar="RULE", help='the hardest rule that a board needs, such as "dead end"')
    rating.add_argument("--at-most", metavar="RULE", help="the hardest rule that a board may need")
    make.add_argument("--any", action="store_true", help="boards with several solutions too")
    make.add_argument("--count", metavar="N", type=number, default=1, help="how many")
    make.add_argument("--seed", metavar="S", help="the same seed makes the same boards")
    make.add_argument("--jobs", metavar="N", type=number, default=1, help="how many processes make them")
    make.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster that makes them, such as tcp://host:8786"
    )
    make.add_argument("--limit", metavar="SECONDS", type=seconds, help="the longest time for all of them")
    make.add_argument("--to", choices=FORMS, default="gameid", help="the format (by default gameid)")
    make.add_argument("-o", "--output", metavar="FILE", help="write them to FILE, all of them or none")


def _add_daily(commands: Commands) -> None:
    says = "print the board of the day, the same for everyone"
    daily = _command(commands, "daily", says, "Without a game one line for each.", puzzles=False)
    daily.epilog = "examples:\n  termpuzzles daily net\n  termpuzzles daily --date 2026-11-21 --to picture"
    daily.add_argument("game", choices=names(), nargs="?", help="the game")
    daily.add_argument("--date", metavar="YYYY-MM-DD", type=day, help="another day than today")
    daily.add_argument("--to", choices=FORMS, default="gameid", help="the format (by default gameid)")


def _add_stats(commands: Commands) -> None:
    says = "tell what was solved, how often without help, and how fast"
    stats = _command(commands, "stats", says, puzzles=False)
    stats.epilog = "examples:\n  termpuzzles stats\n  termpuzzles stats --json | jq .median"
    stats.add_argument("--json", action="store_true", help="one JSON object a game, size and rating, one a line")
    _take_config(stats, argparse.SUPPRESS)


def _add_data(commands: Commands) -> None:
    says = "move journals and settings between machines"
    more = "An import merges: nothing is lost on either side."
    data = _command(commands, "data", says, more, puzzles=False)
    data.epilog = "examples:\n  termpuzzles data export played.zip\n  termpuzzles data import played.zip"
    data.add_argument("what", choices=("export", "import"), help="write everything to FILE, or take in what it holds")
    data.add_argument("file", metavar="FILE", help="the file")
    _take_config(data, argparse.SUPPRESS)


def _add_completions(commands: Commands) -> None:
    completions = _command(commands, "completions", "print completions for a shell", puzzles=False)
    completions.add_argument("shell", choices=SHELLS, help="the shell")


def _add_manual(commands: Commands) -> None:
    _command(commands, "manual", "print the manual page (read it with `termpuzzles manual | man -l -`)", puzzles=False)


def _add_serve(commands: Commands) -> None:
    says = "let others play and ask for hints over SSH"
    more = "Prints where it listens once it accepts connections; ends with SIGTERM or Ctrl-C."
    serve = _command(commands, "serve", says, more, puzzles=False)
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=int, default=2222, help="the port; 0 takes a free one (default 2222)")
    serve.add_argument("--data", metavar="FOLDER", help="where players, their journals and the host key are kept")
    serve.add_argument("--metrics", metavar="ADDRESS", help="answer /metrics and /health there, such as 127.0.0.1:9100")
    serve.add_argument("--check-config", action="store_true", help="say whether the service could run, and leave")


_COMMANDS = {
    "play": _add_play,
    "solve": _add_solve,
    "check": _add_check,
    "hint": _add_hint,
    "convert": _add_convert,
    "generate": _add_generate,
    "daily": _add_daily,
    "stats": _add_stats,
    "data": _add_data,
    "serve": _add_serve,
    "completions": _add_completions,
    "manual": _add_manual,
}


def _command(
    commands: Commands, name: str, says: str, more: str = "", *, puzzles: bool = True
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=says,
        description=f"{says[0].upper()}{says[1:]}. {more}".rstrip(),
        epilog=f"{PUZZLES}\n\n{STATUSES}" if puzzles else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def _take_puzzles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="*", help="a file, a folder, an id, an address or -")
    parser.add_argument("--game", choices=names(), help="the game of the puzzles that do not say it themselves")


def _take_form(parser: argparse.ArgumentParser, forms: tuple[str, ...] = FORMS) -> None:
    parser.add_argument("--to", choices=forms, help="the format to print (by default the one that came in)")


def _take_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit", metavar="SECONDS", type=seconds, help="the longest time for one puzzle")


def _take_config(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument("--config", metavar="FOLDER", default=default, help="the folder of the settings")
