"""`generate`: from the command line to new puzzles, with their progress shown and whole files written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from time import monotonic
from typing import TYPE_CHECKING

from termpuzzles.cli.output import refuse, say, show
from termpuzzles.commands.result import YES
from termpuzzles.errors import PuzzleError

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.generate import Asked
    from termpuzzles.commands.result import Answer

WIDTH = 30  # of the bar of progress, in characters


def generate(options: argparse.Namespace) -> int:
    """Make the puzzles asked for and return the exit status."""
    from termpuzzles.commands.generate import make

    try:
        asked = _asked(options)
        if options.seed is None:
            say(f"seed {asked.seed}")
        if options.output is not None:
            return _into(options.output, make(asked), asked.boards)
        return show(_with_progress(make(asked), asked.boards, sys.stdout.isatty()))
    except PuzzleError as error:
        return refuse(str(error))
    except BrokenPipeError:
        raise
    except OSError as error:
        if options.scheduler is None and options.output is None:
            raise
        return refuse(f"{options.output or options.scheduler}: {(error.strerror or str(error)).lower()}")
    except ModuleNotFoundError:
        return refuse("--scheduler needs the extra cluster: python3 -m pip install 'termpuzzles[cluster]'")


def _asked(options: argparse.Namespace) -> Asked:
    from dataclasses import replace

    from termpuzzles.commands.generate import Asked
    from termpuzzles.games.making.params import Params

    params = Params.parse(options.size)
    given = ("style", "density", "walls")
    params = replace(params, **{name: value for name in given if (value := getattr(options, name)) is not None})
    params = replace(params, wrap=params.wrap or options.wrap, walls_matter=options.walls_matter)
    if options.rating or options.at_most:
        params = replace(params, rating=options.rating or options.at_most, at_most=bool(options.at_most))
    if options.any:
        params = replace(params, unique=False)
    seed = options.seed if options.seed is not None else _some_seed()
    return Asked(options.game, params, seed, options.count, options.to, options.limit, options.jobs, options.scheduler)


def _some_seed() -> str:
    """A seed that nobody has used, short enough to be typed again."""
    return str(int.from_bytes(os.urandom(6), "big"))


def _into(path: str, answers: Iterator[Answer], count: int) -> int:
    """Write a file that appears once all the puzzles are made; if not all are, stdout gets what there is instead."""
    made = BytesIO()
    unfinished = f"{path}.{os.getpid()}.part"
    open(unfinished, "wb").close()  # now, so that a folder which takes no files is told of before the work begins
    try:
        status = show(_with_progress(answers, count, shares_screen=False), made)
        if status == YES:
            with open(unfinished, "wb") as file:
                file.write(made.getvalue())
            os.replace(unfinished, path)
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)
            _print(made)
    return status


def _print(made: BytesIO) -> None:
    sys.stdout.buffer.write(made.getvalue())
    sys.stdout.flush()


def _with_progress(answers: Iterator[Answer], count: int, shares_screen: bool) -> Iterator[Answer]:
    """The answers, and on a terminal's stderr how many there are and how long the others will take."""
    if not sys.stderr.isatty():
        yield from answers
        return
    begun = monotonic()
    done = 0
    _draw(bar(done, count, 0.0))
    for answer in answers:
        done += 1
        if shares_screen:
            _draw("")
        yield answer
        _draw(bar(done, count, monotonic() - begun))
    _draw("")


def bar(done: int, count: int, seconds: float) -> str:
    """`[#####     ] 5 of 10, 2.5 a second, 2 s left`."""
    filled = WIDTH * done // count
    shown = f"[{'#' * filled}{' ' * (WIDTH - filled)}] {done} of {count}"
    if not done or not seconds:
        return shown
    return f"{shown}, {done / seconds:.1f} a second, {seconds / done * (count - done):.0f} s left"


def _draw(line: str) -> None:
    """Put the line in the place of the one that stands on the terminal."""
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()
