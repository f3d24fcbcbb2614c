"""`wall`: the Wall Game: its menu, a new game; for scripts games replayed, turns counted, walls and turns found."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from math import inf
from random import Random
from typing import NamedTuple

from termpuzzles.commands.answers import BAD, LIMIT, Answer, Console, as_json, failure
from termpuzzles.commands.command import (
    Command,
    Parser,
    UsageError,
    budget_of,
    expecting,
    number,
    seconds,
    take_config,
    take_limit,
)
from termpuzzles.commands.play import open_player
from termpuzzles.commands.reading import Source, texts
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.logic.task import Budget, Unfinished, hold_memory, spending
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.library import Library, folders
from termpuzzles.wall.game.cuts import forbidden
from termpuzzles.wall.game.engine import DEEPEST, LEVELS, NAME, Best, best_at, best_turn
from termpuzzles.wall.game.notation import read_position, read_size, variant_named, wall_text
from termpuzzles.wall.game.position import USUAL_SIZE, VARIANTS
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.records import FORMAT, ReplayError, read_json, read_line, replay
from termpuzzles.wall.game.rules import perft
from termpuzzles.wall.match.course import keep_match_settings, match_settings
from termpuzzles.wall.match.results import results_here
from termpuzzles.wall.match.terms import CLOCKS, FRIEND
from termpuzzles.wall.plain.menu import result_lines

_BEGINS = re.compile(rf"\d+x\d+|{FORMAT}|\{{")  # a position or a game, and no name of a file
_FIELDS = 8  # of a position
_USUAL_LEVEL = "hard"
_GRACE = 0.7  # seconds past the limit before work is broken off: all of it asks, and the best turn so far is an answer


class Given(NamedTuple):
    """A line that was given, and where: the name of its file, or of the argument, and its number in a file."""

    source: str
    line: int | None
    text: str


class Inquiry(NamedTuple):
    """What is asked about each line: the answer to it within a budget, and the options that it takes."""

    answer: Callable[[str, argparse.Namespace, Budget], Answer]
    options: tuple[str, ...] = ()


def _check(text: str, options: argparse.Namespace, budget: Budget) -> Answer:
    record = read_json(text) if text.startswith("{") else read_line(text)
    try:
        replay(record)
    except ReplayError as error:
        return Answer(str(error), BAD, str(error))
    return Answer("ok")


def _turns(text: str, options: argparse.Namespace, budget: Budget) -> Answer:
    position = read_position(text)
    depth = 1 if options.depth is None else options.depth
    return Answer("{} {}".format(*perft(position, depth, _asking(budget))))


def _forbidden(text: str, options: argparse.Namespace, budget: Budget) -> Answer:
    walls, pairs = forbidden(read_position(text))
    return Answer(f"{','.join(map(wall_text, walls)) or '-'}\t{len(pairs)}")


def _best(text: str, options: argparse.Namespace, budget: Budget) -> Answer:
    position = read_position(text)
    level = options.level or (None if options.depth or options.seconds else _USUAL_LEVEL)
    if level:
        found = best_at(level, position, Random(), budget)
    else:
        found = best_turn(position, options.seconds or inf, budget, options.depth or DEEPEST)
    ran_out = budget()
    return Answer(
        _facts(found, level) if options.json else f"{found.turn} {found.value} {found.depth}",
        LIMIT if ran_out else 0,
        budget.sentence(Unfinished()) if ran_out else "",
    )


def _facts(found: Best, level: str | None) -> str:
    engine = f"{NAME}-{level}" if level else NAME
    return as_json({"turn": str(found.turn), "value": found.value, "depth": found.depth, "engine": engine})


def _wins(text: str, options: argparse.Namespace, budget: Budget) -> Answer:
    found = wins(read_position(text), options.within, _asking(budget))
    return Answer(" ".join(map(str, found)) or "-")


def _asking(budget: Budget) -> Callable[[], None]:
    def ask() -> None:
        if budget():
            raise Unfinished

    return ask


QUESTIONS = {
    "check": Inquiry(_check),
    "turns": Inquiry(_turns, ("depth",)),
    "forbidden": Inquiry(_forbidden),
    "best": Inquiry(_best, ("depth", "seconds", "level", "json")),
    "wins": Inquiry(_wins),
}
_OPTIONS = {"depth": None, "seconds": None, "level": None, "json": False}  # with what they are if they are not given
PLAY, RESULTS = "play", "results"
_TO_PLAY = ("against", "size", "variant", "clock", "plain")  # options of `wall play`


def _answers(options: argparse.Namespace, lines: Iterable[Given | PuzzleError]) -> Iterator[Answer]:
    budget = budget_of(options)
    for given in lines:
        if isinstance(given, PuzzleError):
            yield failure(given, json=options.json)
            continue
        try:
            with spending(budget, grace=_GRACE) as begun:
                answer = QUESTIONS[options.what].answer(given.text, options, begun)
            yield answer._replace(words=answer.words and str(_placed(PuzzleError(answer.words), given)))
        except PuzzleError as error:
            yield failure(_placed(error, given), json=options.json)
        except Unfinished as stopped:
            yield failure(_placed(PuzzleError(budget.sentence(stopped)), given), json=options.json, status=LIMIT)


def _placed(error: PuzzleError, given: Given) -> PuzzleError:
    return PuzzleError(error.expected, error.found, source=given.source, line=given.line, column=error.column)


def _lines(words: list[str], source: Source) -> Iterator[Given | PuzzleError]:
    """Each position or game of the arguments, and of the lines of files and of standard input."""
    for word in _joined(words) or ["-"]:
        if _BEGINS.match(word) and word != "-":
            yield Given(shortened(on_one_line(word)), None, word)
            continue
        for text in texts([word], source):
            if isinstance(text, PuzzleError):
                yield text
                continue
            name = "standard input" if text.name == "-" else text.name
            for place, line in enumerate(text.text.splitlines(), 1):
                if line.strip() and not line.startswith("#"):
                    yield Given(name, place, line.strip())


def _joined(words: list[str]) -> list[str]:
    """The arguments, with those that are the fields of a position, or the words of a game, made one."""
    found: list[str] = []
    rest = list(words)
    while rest:
        taken = 1
        if rest[0] == FORMAT:
            taken = next((at for at in range(1, len(rest)) if rest[at].startswith(FORMAT)), len(rest))
        elif re.fullmatch(r"\d+x\d+", rest[0]):
            taken = _FIELDS
        found.append(" ".join(rest[:taken]))
        del rest[:taken]
    return found


def _refuse_options(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an option that the question does not take, and for two that disagree."""
    given = [name for name, usual in _OPTIONS.items() if getattr(options, name) != usual]
    given += [name for name in _TO_PLAY if getattr(options, name)]
    what = options.what or PLAY
    for name in given:
        allowed = {PLAY: _TO_PLAY, RESULTS: ()}
        if name not in (allowed[what] if what in allowed else QUESTIONS[what].options):
            raise UsageError(f"--{name} is not for wall {what}")
    if what in (PLAY, RESULTS) and options.puzzles:
        raise UsageError(f"wall {what} takes no position")
    if options.what is None and set(given) - {"plain"}:
        raise UsageError(f"--{given[0]} is for wall {PLAY}")
    if "level" in given and len({*given} & {"depth", "seconds"}):
        raise UsageError("a level has its own depth and seconds; leave out --level or the other")


def _take_number(options: argparse.Namespace) -> None:
    """Take the last word of `wins` as the number of turns."""
    try:
        options.within = number(options.puzzles.pop() if options.puzzles else "")
    except argparse.ArgumentTypeError:
        raise UsageError("wall wins takes a position, and then a number of turns from 1 on") from None


def _play(options: argparse.Namespace, console: Console) -> int:
    """Open the menu, or a game with what is given in place of the terms of the last one."""
    if options.what is None:
        return open_player(options, console, [], "wall")
    library = Library(folders(console.environment, options.config))
    context = PlayContext(library, library.settings())
    settings = match_settings(context)
    variant = options.variant or settings.variant
    usual = "{}x{}".format(*USUAL_SIZE[options.variant]) if options.variant else settings.size
    opponent = FRIEND if options.against == "me" else options.against or settings.opponent
    clock = settings.clock if options.clock is None else options.clock
    settings = settings._replace(opponent=opponent, variant=variant, size=options.size or usual, clock=clock)
    try:
        variant_named(variant, *read_size(settings.size))
    except PuzzleError as error:
        return console.refuse(str(error))
    keep_match_settings(context, settings)
    return open_player(options, console, [], "wall game")


def _results(options: argparse.Namespace, console: Console) -> Iterator[Answer]:
    """A line for each level and variant that was played."""
    yield from map(Answer, result_lines(results_here(Library(folders(console.environment, options.config)))))


@expecting("a clock such as blitz or 10+2")
def clock_named(text: str) -> str:
    """A clock by its control, such as 10+2, or by its name."""
    found = next((control for control, name in CLOCKS.items() if text in (control or name, name)), None)
    if found is None:
        raise ValueError
    return found


def run(options: argparse.Namespace, console: Console) -> int:
    try:
        _refuse_options(options)
        if options.what in (None, PLAY):
            return _play(options, console)
        if options.what == RESULTS:
            return console.show(_results(options, console))
        if options.what == "wins":
            _take_number(options)
    except UsageError as error:
        return console.refuse(f"{error}. See `termpuzzles wall --help`.")
    hold_memory(budget_of(options).bytes)
    source = Source(console.stdin.buffer.read, console.files, budget_of(options))
    return console.show(_answers(options, _lines(options.puzzles, source)))


def _arguments(parser: Parser) -> None:
    asked = (PLAY, *QUESTIONS, RESULTS)
    parser.add_argument("what", choices=asked, nargs="?", help="play, or what to ask about each position or game")
    parser.add_argument("puzzles", metavar="POSITION", nargs="*", help="a position, a game, a file of them, or -")
    parser.add_argument("--depth", metavar="N", type=number, help="turns: how many; best: how deep to search")
    parser.add_argument("--seconds", metavar="SECONDS", type=seconds, help="best: how long to search")
    parser.add_argument("--level", choices=tuple(LEVELS), help=f"best: how strong (default: {_USUAL_LEVEL})")
    parser.add_argument("--against", choices=(*LEVELS, "me"), help="play: the engine's level, or me for two here")
    parser.add_argument("--size", metavar="WxH", help="play: files and ranks, such as 8x8")
    parser.add_argument("--variant", choices=VARIANTS, help="play: which rules")
    clocks = ", ".join(CLOCKS.values())
    parser.add_argument("--clock", type=clock_named, help=f"play: {clocks}; or as a control, such as 10+2")
    parser.add_argument("--plain", action="store_true", help="play: in lines of text, without a screen")
    take_config(parser)
    take_limit(parser)
    parser.add_argument("--json", action="store_true", help="best: print a JSON object for each position")


WALL = Command(
    "wall",
    run,
    (
        "wall",
        "wall play --against medium --size 5x5",
        "wall turns '2x2 standard a2 a1 b2 b1 r -' --depth 2",
        "wall forbidden '3x3 classic a3 a1 c3 c1 b >a3,^b2'",
        "wall best '8x8 standard a8 a1 h8 h1 r -' --depth 3",
        "wall results",
        "wall wins '5x5 standard c3 a1 e5 d2 r -' 1",
        "wall check 'wall1 standard 3x3 1-0 knockout Cb2 --- Cc1'",
    ),
    arguments=_arguments,
    more="Alone, it opens the menu; play starts a game, and the others print one answer per line.\n\n"
    "  play       start a new game; what you leave out is as in the last one\n"
    "  check      ok, or the turn that breaks a rule, and the rule\n"
    "  turns      how many sequences of turns are legal, and how many\n"
    "             positions they reach\n"
    "  forbidden  the walls that would cut a cat off; after a tab, how many\n"
    "             pairs of other walls would\n"
    "  best       the engine's turn, its value, and the depth searched\n"
    "  wins       POSITION N: every turn that lets you win in N turns\n"
    "  results    your games against the program, by level and variant",
    statuses=("done", ""),
)
