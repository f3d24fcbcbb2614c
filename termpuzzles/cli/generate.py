"""`generate`: makes new puzzles, shows progress and writes whole files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES, EISDIR, ENOENT
from io import BytesIO
from stat import S_IMODE
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from termpuzzles.commands.answers import YES, failure
from termpuzzles.errors import PuzzleError, did_you_mean, shortened

if TYPE_CHECKING:
    import argparse

    from termpuzzles.cli.output import Console
    from termpuzzles.commands.answers import Answer
    from termpuzzles.commands.generate import GenerateOptions

STDOUT = ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
SPECIAL = ("/dev/", "/proc/")  # paths here may lead to an open file: it is written to, not replaced
WIDTH = 30  # of the progress bar, in characters


def generate(options: argparse.Namespace, console: Console) -> int:
    """Make the puzzles asked for and return the exit status."""
    from termpuzzles.commands.generate import make

    try:
        asked = _options(options)
        if options.seed is None:
            console.say(f"seed {asked.seed}")
        if options.output is not None:
            return _into(options.output, make(asked), asked.boards, console)
        answers = _with_progress(make(asked), asked.boards, console.stderr, console.stdout.isatty())
        return console.show(answers, several=asked.boards > 1)
    except PuzzleError as error:
        return console.show([failure(error, json=options.json)])
    except BrokenPipeError:
        raise
    except OSError as error:
        if options.scheduler is None and options.output is None:
            raise
        return console.refuse(
            f"{shortened(options.output or options.scheduler)}: {(error.strerror or str(error)).lower()}"
        )
    except RuntimeError as error:
        from concurrent.futures import BrokenExecutor  # 15 ms, only needed for many boards

        if not isinstance(error, BrokenExecutor):
            raise
        return console.refuse(
            "the processes that make the boards keep ending before they are done; is there memory enough?"
        )
    except ModuleNotFoundError:
        return console.refuse("--scheduler needs the extra cluster: python3 -m pip install 'termpuzzles[cluster]'")


def _options(options: argparse.Namespace) -> GenerateOptions:
    from dataclasses import replace

    from termpuzzles.commands.generate import GenerateOptions
    from termpuzzles.games.making.params import Params, parse_effort
    from termpuzzles.logic.task import Budget

    params = Params.parse(options.size)
    given = ("style", "density", "walls")
    params = replace(params, **{name: value for name in given if (value := getattr(options, name)) is not None})
    params = replace(params, wrap=params.wrap or options.wrap, walls_matter=options.walls_matter)
    if asked := options.rating or options.at_most:
        params = replace(params, rating=_rating(options.game, asked), at_most=bool(options.at_most))
    if options.effort:
        params = replace(params, effort=parse_effort(options.effort))
    if options.any:
        params = replace(params, unique=False)
    seed = options.seed if options.seed is not None else _some_seed()
    budget = Budget() if options.limit is None else Budget(seconds=options.limit)
    return GenerateOptions(
        options.game, params, seed, options.count, options.to, budget, options.jobs, options.scheduler, options.json
    )


def _rating(game: str, asked: str) -> str:
    """The rule of that name, which may have hyphens for its spaces; PuzzleError if the game has no such rule."""
    from termpuzzles.games import named
    from termpuzzles.generator.order import ratings
    from termpuzzles.logic.rules import SEARCH

    known = {name.replace(" ", "-"): name for name in (*ratings(named(game)), SEARCH)}
    word = asked.replace(" ", "-")
    if word not in known:
        raise PuzzleError(f"one of the ratings {', '.join(known)}", f"{shortened(asked)!r}{did_you_mean(word, known)}")
    return known[word]


def _some_seed() -> str:
    """A seed that nobody has used, short enough to be typed again."""
    return str(int.from_bytes(os.urandom(6), "big"))


def _into(path: str, answers: Iterator[Answer], count: int, console: Console) -> int:
    """Write a file once all the puzzles are made; if some are not, or it cannot be written, print them to stdout.

    An existing file stays what it is: of a link the target is written, a device or a pipe is written to, and the mode
    of a file is kept.
    """
    path = path if path.startswith(SPECIAL) else os.path.realpath(path)
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
    if path.startswith(SPECIAL) or (os.path.exists(path) and not os.path.isfile(path)):
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
    """`[#####     ] 5 of 10, 2.5 a second, 2 s left`."""
    filled = WIDTH * done // count
    shown = f"[{'#' * filled}{' ' * (WIDTH - filled)}] {done} of {count}"
    if not done or not seconds:
        return shown
    return f"{shown}, {done / seconds:.1f} a second, {seconds / done * (count - done):.0f} s left"


def _draw(stderr: TextIO, line: str) -> None:
    """Replace the line that stands on the terminal."""
    stderr.write(f"\r\x1b[K{line}")
    stderr.flush()
