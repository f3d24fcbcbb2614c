"""The commands and their arguments: names, options, help and examples."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from termpuzzles.commands.command import (
    command,
    day,
    number,
    seconds,
    share,
    take_config,
    take_form,
    take_json,
    take_limit,
    take_puzzles,
)
from termpuzzles.formats import FORMATS
from termpuzzles.games import USUAL, names

if TYPE_CHECKING:
    from termpuzzles.commands.command import Commands

SHELLS = ("bash", "zsh", "fish")
_KEYS = "The keys with --json: id, game, width, height, solutions, rating, steps, effort"
_TEXT = "format and text with --to; or error alone, where there is no board."


def _add_play(commands: Commands) -> None:
    play = command(
        commands,
        "play",
        "play puzzles in the terminal",
        "Without a puzzle the app opens on its list of levels. A size such as 13x11w, or\n"
        "'net 9x9, rating block', makes a new puzzle.",
        ("play", "play 7x7w", "play 'simpleloop 8x8'", "play --pack net/first-turns"),
    )
    take_puzzles(play)
    play.add_argument("--daily", action="store_true", help=f"play the board of the day (of --game, by default {USUAL})")
    play.add_argument("--pack", metavar="NAME", help="play the levels of a pack, such as net/first-turns")
    play.add_argument("--plain", action="store_true", help="play in lines of text, without a screen")
    take_config(play, argparse.SUPPRESS)


def _add_solve(commands: Commands) -> None:
    solve = command(
        commands,
        "solve",
        "solve puzzles",
        "Each solution is printed in the form that its puzzle came in.",
        (
            "solve 5x5w:78a2ab47ad541418beb984d39 --to picture",
            "solve --explain infinity:2x2:3333",
            "generate net 7x7 --count 3 | termpuzzles solve",
        ),
    )
    take_puzzles(solve)
    take_form(solve, (*FORMATS, "html"))
    take_limit(solve)
    solve.add_argument("--explain", action="store_true", help="print a lesson first, or make it a page with --to html")
    solve.add_argument("--possible", action="store_true", help="print what the rules leave of each cell instead")
    take_json(solve, "puzzle")


def _add_check(commands: Commands) -> None:
    check = command(
        commands,
        "check",
        "count the solutions of puzzles and rate how hard they are",
        "",
        (
            "check 5x5w:78a2ab47ad541418beb984d39",
            "check --witness infinity:4x2:9c883622",
            "generate net 7x7 --count 3 | termpuzzles check --json --limit 5",
        ),
    )
    take_puzzles(check)
    take_limit(check)
    check.add_argument(
        "--witness", action="store_true", help="show two solutions where there are several, heavy where they differ"
    )
    take_json(check, "puzzle")


def _add_hint(commands: Commands) -> None:
    hint = command(
        commands,
        "hint",
        "give the next step of a position, with its reason",
        "A position is a puzzle with its tiles, pins and lines as they stand.",
        (
            "hint 5x5w:78a2ab47ad541418beb984d39",
            "hint --pins '3,2 5,2' 5x5w:78a2ab47ad541418beb984d39",
            "hint --all infinity:2x2:3333",
        ),
    )
    take_puzzles(hint)
    hint.add_argument("--pins", metavar="CELLS", default="", help="cells to pin first, such as '3,1 4,1'")
    hint.add_argument(
        "--depth",
        type=int,
        choices=(1, 2, 3),
        default=2,
        help="1: where to look; 2: which idea, and why (default); 3: the board with it done",
    )
    hint.add_argument("--all", action="store_true", help="give every hint, to the end")
    hint.add_argument(
        "--trust", action="store_true", help="treat every tile that stands right as known, not only pinned tiles"
    )
    hint.add_argument(
        "--why-not", metavar="TURN", help="say why a cell cannot have these lines, such as '3,1 NE', or that it may"
    )
    take_json(hint, "hint")
    take_limit(hint)


def _add_convert(commands: Commands) -> None:
    convert = command(
        commands,
        "convert",
        "write puzzles in another format",
        "",
        (
            "convert 5x5w:78a2ab47ad541418beb984d39 --to picture > board.loops",
            "convert board.loops --to gameid",
            "convert --to hexapipes < board.loops",
        ),
    )
    take_puzzles(convert)
    take_form(convert)
    take_limit(convert)
    take_json(convert, "puzzle")


def _add_generate(commands: Commands) -> None:
    from termpuzzles.games.making.params import STYLES  # only needed for this command

    make = command(
        commands,
        "generate",
        "make new puzzles, each with exactly one solution",
        f"{_KEYS};\n{_TEXT}",
        (
            "generate net 13x11w --count 10 --seed today",
            "generate net 9x9 --rating no-loop --to picture",
            "generate simpleloop 6x6 --count 10 --jobs 2 -o new.ids",
        ),
        puzzles=False,
    )
    make.tail = _ratings
    make.add_argument("game", choices=names(), help="the game")
    make.add_argument("size", metavar="SIZE", nargs="?", default="7x7", help="7x7, 9, or 13x11w to wrap (default 7x7)")
    make.add_argument("--wrap", action="store_true", help="let the board wrap around")
    make.add_argument("--walls", metavar="SHARE", type=share, help="the share of undrawn lines to wall up (0 to 1)")
    make.add_argument("--walls-matter", action="store_true", help="make walls part of the puzzle: it may need them")
    make.add_argument("--style", choices=STYLES, help="how to draw the tree, in games whose solution is one")
    make.add_argument(
        "--density",
        metavar="SHARE",
        type=share,
        help="how many of the lines to draw (0 to 1); in loop games, how long the loops are",
    )
    rating = make.add_mutually_exclusive_group()
    rating.add_argument("--rating", metavar="RULE", help="the hardest rule that a board must need, such as no-loop")
    rating.add_argument("--at-most", metavar="RULE", help="the hardest rule that a board may need")
    make.add_argument(
        "--effort", metavar="FROM-TO", help="the effort that a board may take, from least to most, such as 200-300"
    )
    make.add_argument("--any", action="store_true", help="allow boards with several solutions")
    make.add_argument("--count", metavar="N", type=number, default=1, help="how many boards to make")
    make.add_argument("--seed", metavar="S", help="make the same boards again: a seed always gives the same boards")
    make.add_argument("--jobs", metavar="N", type=number, default=1, help="how many processes to use")
    make.add_argument("--scheduler", metavar="ADDRESS", help="use a Dask cluster, such as tcp://host:8786")
    make.add_argument("--limit", metavar="SECONDS", type=seconds, help="stop after this many seconds in total")
    make.add_argument("--to", choices=FORMATS, help="the format to print (default gameid)")
    take_json(make, "board")
    make.add_argument("-o", "--output", metavar="FILE", help="write to FILE, all boards or none")


def _ratings() -> str:
    """The ratings that may be asked for in each game, line by line."""
    from textwrap import fill

    from termpuzzles.commands.generate import ratings  # 30 ms, only needed for this help

    indent = " " * (max(map(len, names())) + 4)
    lines = ["ratings, easiest first:"]
    for name in names():
        if found := ratings(name):
            lines.append(
                fill(", ".join(found), 100, initial_indent=f"  {name}".ljust(len(indent)), subsequent_indent=indent)
            )
    return "\n".join(lines)


def _add_daily(commands: Commands) -> None:
    daily = command(
        commands,
        "daily",
        "print the board of the day, the same for everyone",
        f"Without a game it prints one for each.\n{_KEYS},\ndate, name; {_TEXT}",
        ("daily net", "daily --date 2026-11-21 --to picture"),
        puzzles=False,
    )
    daily.add_argument("game", choices=names(), nargs="?", help="the game")
    daily.add_argument("--date", metavar="YYYY-MM-DD", type=day, help="another day than today")
    daily.add_argument("--to", choices=FORMATS, help="the format to print (default gameid)")
    take_json(daily, "board")


def _add_stats(commands: Commands) -> None:
    stats = command(
        commands,
        "stats",
        "show what you have solved, how often without help, and how fast",
        "",
        ("stats", "stats --json > stats.json"),
        puzzles=False,
    )
    take_json(stats, "game, size and rating")
    take_config(stats, argparse.SUPPRESS)


def _add_data(commands: Commands) -> None:
    data = command(
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
    render = command(
        commands,
        "render",
        "draw puzzles, as a picture or as sheets to print",
        "A browser prints the sheets, or makes a PDF of them.",
        (
            "render 5x5w:78a2ab47ad541418beb984d39 --to svg -o board.svg",
            "generate net 7x7 --count 8 | termpuzzles render --solution -o sheets.html",
        ),
    )
    take_puzzles(render)
    render.add_argument("--to", choices=("svg", "html"), default="html", help="one picture, or sheets (the default)")
    render.add_argument("--solution", action="store_true", help="add the solutions, on sheets at the back")
    render.add_argument("--per-page", metavar="N", type=number, default=4, help="boards on a page (default 4)")
    render.add_argument("--paper", choices=("a4", "letter"), default="a4", help="the size of the paper (default a4)")
    render.add_argument("-o", "--output", metavar="FILE", help="write to FILE")
    take_limit(render)


def _add_completions(commands: Commands) -> None:
    completions = command(
        commands,
        "completions",
        "print completions for a shell",
        "",
        ("completions bash > termpuzzles.bash", "completions fish > termpuzzles.fish"),
        puzzles=False,
    )
    completions.add_argument("shell", choices=SHELLS, help="the shell")


def _add_manual(commands: Commands) -> None:
    command(commands, "manual", "print the manual page", "", ("manual > termpuzzles.6",), puzzles=False)


def _add_serve(commands: Commands) -> None:
    serve = command(
        commands,
        "serve",
        "let others play and ask for hints over SSH",
        "It prints where it listens once it accepts connections, and ends with SIGTERM or Ctrl-C.",
        ("serve --port 2222", "serve --check-config --data service"),
        puzzles=False,
    )
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default 127.0.0.1)")
    serve.add_argument("--port", type=int, default=2222, help="the port; 0 takes a free one (default 2222)")
    serve.add_argument("--data", metavar="FOLDER", help="where players, their journals and the host key are kept")
    serve.add_argument("--metrics", metavar="ADDRESS", help="answer /metrics and /health there, such as 127.0.0.1:9100")
    serve.add_argument("--check-config", action="store_true", help="say whether the service could run, and exit")


def _add_help(commands: Commands) -> None:
    shown = command(commands, "help", "print help on a command", "", ("help solve",), puzzles=False)
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
