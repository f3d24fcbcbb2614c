"""`generate`: new puzzles, each with exactly one solution unless any will do, and rated as asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from errno import EACCES, EISDIR, ENOENT
from functools import partial
from io import BytesIO
from math import inf
from stat import S_IMODE
from textwrap import fill
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TextIO

from termpuzzles.batches.work import Skipped
from termpuzzles.commands.answers import (
    BAD,
    LIMIT,
    NO,
    YES,
    Answer,
    Console,
    as_json,
    failure,
    is_block,
    text_of,
    written,
)
from termpuzzles.commands.check import examine, judged
from termpuzzles.commands.command import Command, Parser, board_words, number, seconds, take_board, take_form, take_json
from termpuzzles.commands.workers import is_alone, take_workers
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats import canonical_id
from termpuzzles.games import named, names
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.request import asked_board
from termpuzzles.generator import NotFound, make_board, misasked, ratings, refusal, rng_of
from termpuzzles.logic.rules.techniques import title_of
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    import argparse

    from termpuzzles.games.model import Puzzle


Elsewhere = Callable[[Callable[[int], Answer], Iterable[int]], Iterator[Answer | Exception]]


class GenerateOptions(NamedTuple):
    """What to make: how many boards of which game, from which seed, in which format, within which budget in all.

    Without a format they are printed as ids. The first of them is the board of the seed at the place `first`, from 1.
    """

    game: str
    params: Params
    seed: str
    boards: int = 1
    to: str | None = None
    budget: Budget = USUAL
    json: bool = False
    first: int = 1

    @property
    def block(self) -> bool:
        """Whether a board takes several lines."""
        return bool(self.to and not self.json and is_block(self.to))


def make(asked: GenerateOptions, elsewhere: Elsewhere = map) -> Iterator[Answer]:
    """Each new puzzle as soon as it is there; `# reason` in place of one that was not found.

    `elsewhere` applies a function to each place of the seed, with the errors about a board in its place. Raises
    `PuzzleError` for a rating that the game does not have or a format that cannot hold the puzzle.
    """
    if reason := refusal(named(asked.game), asked.params):
        status = BAD if misasked(asked.params) else NO
        yield _failure(reason, asked, status)._replace(place="")  # of all boards, not of one among them
        return
    budget = asked.budget.begun()
    places = range(asked.first - 1, asked.first - 1 + asked.boards)
    # Others have no clock of ours, and the one who waits for them looks at it.
    given = budget if elsewhere is map else replace(budget, seconds=inf, end=inf)
    answers = elsewhere(partial(_made, asked._replace(budget=given)), places)
    try:
        for place in places:
            with spending(budget):
                answer = next(answers)
            if isinstance(answer, Skipped):
                answer = _failure(f"board {place + 1} of the seed: {answer}", asked, BAD)
            elif isinstance(answer, Exception):
                raise answer
            yield answer
    except Unfinished as stopped:
        yield _failure(asked.budget.sentence(stopped), asked, LIMIT)


def _made(asked: GenerateOptions, place: int) -> Answer:
    """The answer for the board at that place of the seed, wherever it is made."""
    try:
        puzzle = make_board(named(asked.game), asked.params, rng_of(asked.seed, place), asked.budget, to_play=True)
    except NotFound as reason:
        return _failure(_not_found(reason), asked, NO)
    return _answer(puzzle, asked)


def _failure(reason: str, asked: GenerateOptions, status: int) -> Answer:
    return failure(PuzzleError(reason), block=asked.block, json=asked.json, status=status)


def _answer(puzzle: Puzzle, asked: GenerateOptions) -> Answer:
    if not asked.json:
        return Answer(written(puzzle, asked.to or "gameid"), block=asked.block)
    with spending(asked.budget) as budget:
        verdict = examine(puzzle, budget)
        facts = {**judged(puzzle, verdict), **(text_of(puzzle, asked.to) if asked.to else {})}
    ran_out = verdict.ran_out
    return Answer(as_json(facts), LIMIT if ran_out else YES, asked.budget.sentence(ran_out) if ran_out else "")


def _not_found(reason: NotFound) -> str:
    return f"{reason} ({canonical_id(reason.nearest)})" if reason.nearest else str(reason)


STDOUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
SPECIAL = ("/dev/", "/proc/")  # paths here may lead to an open file: it is written to, not replaced,
IN_MEMORY = "/dev/shm/"  # but in this folder files are like those elsewhere
WIDTH = 30  # of the progress bar, in characters


def run(options: argparse.Namespace, console: Console) -> int:
    """Make the puzzles asked for and return the exit status."""
    try:
        asked = _options(options)
        asked = asked._replace(budget=asked.budget.begun())
        if options.seed is None and not refusal(named(asked.game), asked.params):
            console.say(f"seed {asked.seed}")
        if is_alone(options):
            return _shown(make(asked), asked, options.output, console)
        from termpuzzles.commands.elsewhere import crew_for, handing_out, memory_share  # 30 ms, for many boards

        with crew_for(options.jobs, options.scheduler, asked.budget, console.say) as crew:
            asked = asked._replace(budget=memory_share(options.jobs, asked.budget))
            return _shown(make(asked, handing_out(crew)), asked, options.output, console)
    except PuzzleError as error:
        return console.show([failure(error, json=options.json)])
    except BrokenPipeError:
        raise
    except OSError as error:
        if options.output is None:
            raise
        return console.refuse(f"{shortened(options.output)}: {(error.strerror or str(error)).lower()}")


def _shown(answers: Iterator[Answer], asked: GenerateOptions, output: str | None, console: Console) -> int:
    if output is not None:
        return _into(output, answers, asked.boards, console)
    shown = _with_progress(answers, asked.boards, console.stderr, console.stdout.isatty())
    return console.show(shown, several=asked.boards > 1)


def _options(options: argparse.Namespace) -> GenerateOptions:
    board = asked_board(" ".join([*options.request, *board_words(options)]))
    seed = options.seed if options.seed is not None else _some_seed()
    budget = Budget() if options.limit is None else Budget(seconds=options.limit)
    count = options.count, options.to, budget, options.json, options.first
    return GenerateOptions(board.game, board.params, seed, *count)


def _some_seed() -> str:
    """A seed that nobody has used, short enough to be typed again."""
    return str(int.from_bytes(os.urandom(6), "big"))


def _into(path: str, answers: Iterator[Answer], count: int, console: Console) -> int:
    """Write a file once all the puzzles are made; if some are not, or it cannot be written, print them to stdout.

    An existing file stays what it is: of a link the target is written, a device or a pipe is written to, and the mode
    of a file is kept.
    """
    path = path if _is_special(path) else os.path.realpath(path)
    _check_writable(path)  # before the work begins
    made, done = BytesIO(), False
    try:
        status = console.show(
            _with_progress(answers, count, console.stderr, shares_screen=False), made, several=count > 1
        )
        if status == YES:
            _write(path, made.getvalue(), console.stdout)
            done = True
    finally:
        if not done:
            console.stdout.buffer.write(made.getvalue())
            console.stdout.flush()
    return status


def _is_special(path: str) -> bool:
    return path.startswith(SPECIAL) and not path.startswith(IN_MEMORY)


def _check_writable(path: str) -> None:
    """Raise the `OSError` that writing the file would, without touching anything."""
    if os.path.isdir(path):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
    if os.path.exists(path):
        if not os.access(path, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), path)
    elif not os.path.isdir(folder := os.path.dirname(path)):
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
    elif not os.access(folder, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), path)


def _write(path: str, data: bytes, stdout: TextIO) -> None:
    """Write a whole file or none; write directly to anything else, such as a pipe."""
    if path in STDOUT:
        stdout.buffer.write(data)
        return
    if _is_special(path) or (os.path.exists(path) and not os.path.isfile(path)):
        with open(path, "wb") as device:
            device.write(data)
        return
    unfinished = f"{path}.{os.getpid()}.part"
    try:
        with open(unfinished, "wb") as file:
            file.write(data)
            if os.path.exists(path):
                os.chmod(unfinished, S_IMODE(os.stat(path).st_mode))
        os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            os.remove(unfinished)
        raise


def _with_progress(answers: Iterator[Answer], count: int, stderr: TextIO, shares_screen: bool) -> Iterator[Answer]:
    """The answers; meanwhile a terminal's stderr shows how many there are and how long the others will take."""
    if not stderr.isatty():
        yield from answers
        return
    begun = monotonic()
    done = 0
    _draw(stderr, bar(done, count, 0.0))
    for answer in answers:
        done += 1
        if shares_screen:
            _draw(stderr, "")
        yield answer
        _draw(stderr, bar(done, count, monotonic() - begun))
    _draw(stderr, "")


def bar(done: int, count: int, seconds: float) -> str:
    """`[#####     ] 5 of 10, 2.5 per second, 2 s left`."""
    filled = WIDTH * done // count
    shown = f"[{'#' * filled}{' ' * (WIDTH - filled)}] {done} of {count}"
    if not done or not seconds:
        return shown
    return f"{shown}, {done / seconds:.1f} per second, {seconds / done * (count - done):.0f} s left"


def _draw(stderr: TextIO, line: str) -> None:
    """Replace the line that stands on the terminal."""
    stderr.write(f"\r\x1b[K{line}")
    stderr.flush()


def _arguments(parser: Parser) -> None:
    parser.add_argument(
        "request",
        metavar="REQUEST",
        nargs="*",
        help="a game, a size or both, such as net 13x11w (default net 7x7); 9 is 9x9, and after a size w wraps around, "
        "cx or cy makes a cylinder, mx or my a Möbius strip, kx or ky a Klein bottle",
    )
    take_board(parser)
    parser.add_argument("--count", metavar="N", type=number, default=1, help="number of boards to make")
    parser.add_argument("--seed", metavar="S", help="a seed: the same seed always makes the same boards")
    parser.add_argument(
        "--first", metavar="N", type=number, default=1, help="begin with the Nth board of the seed, to go on with it"
    )
    take_workers(parser)
    parser.add_argument("--limit", metavar="SECONDS", type=seconds, help="stop after this many seconds in total")
    take_form(parser, default="gameid")
    take_json(parser, "board")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE, either all boards or none")


def _ratings_of_all_games() -> str:
    """The techniques that may be asked for in each game, line by line."""
    lines = ["techniques for --rating, easiest first:"]
    for game in map(named, names()):
        if found := ratings(game):
            words = ", ".join(title_of(rule).replace(" ", "\xa0") for rule in found)
            first = f"  {game.title}".ljust(_INDENT)
            lines.append(fill(words, 79, initial_indent=first, subsequent_indent=" " * _INDENT).replace("\xa0", " "))
    return "\n".join(lines)


_INDENT = 16  # columns for the title of a game


GENERATE = Command(
    "generate",
    run,
    (
        "generate net 13x11w --count 10 --seed today",
        "generate net 9x9 --rating four-together --to picture",
        "generate simple-loop 6x6 --count 10 --jobs 2 -o new.ids",
    ),
    arguments=_arguments,
    more="The keys with --json: id, game, width, height, solutions, rating, steps, effort; "
    "with --to also format and text; where there is no board, error alone.",
    statuses=("done", "no such board can be made, or none was found"),
    tail=_ratings_of_all_games,
    holds_memory=True,
)
