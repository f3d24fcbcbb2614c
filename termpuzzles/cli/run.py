"""One command line, from its arguments to its exit status."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from termpuzzles.cli.output import open_streams, standard_console
from termpuzzles.cli.parser import make_parser, parse
from termpuzzles.commands.answers import NO, YES
from termpuzzles.commands.output import close_quietly
from termpuzzles.commands.startup import interrupts_end_at_once
from termpuzzles.errors import shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from termpuzzles.commands.output import Console
    from termpuzzles.commands.reading import Entry
    from termpuzzles.logic.task import Budget
    from termpuzzles.storage.library import Library


def run(arguments: list[str] | None = None, files: bool = True) -> int:
    """Run one command line (by default the program's own) and return its exit status; only interrupts are raised.

    Without `files`, no argument names one: puzzles come as ids or by standard input.
    """
    open_streams()
    console = standard_console(files)
    try:
        status = _serve(arguments, console)
        sys.stdout.flush()
    except BrokenPipeError:
        close_quietly(sys.stdout)
        return YES  # whoever read our answers had enough of them
    except OSError as error:  # a full disk, a terminal that is gone: not a bug
        close_quietly(sys.stdout)
        return console.refuse(
            f"{shortened(str(error.filename or 'the output'))}: {(error.strerror or str(error)).lower()}"
        )
    except MemoryError:
        return console.refuse("this takes more memory than may be used, a gigabyte")
    except Exception as bug:  # no traceback may reach a player
        from termpuzzles.cli.output import report

        return report(bug)
    return status


def _serve(arguments: list[str] | None, console: Console) -> int:
    try:
        with interrupts_end_at_once():
            options = parse(arguments)
    except SystemExit as end:  # the parser has printed the help, or what is wrong
        sys.stdout.flush()
        return int(end.code or 0)
    if options.version:
        return _version()
    if options.command in _HELD:
        from termpuzzles.logic.task import hold_memory

        hold_memory(_budget(options).bytes)
    return _SERVED[options.command or "play"](options, console)


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version  # 30 ms, only needed for this

    try:
        print(f"termpuzzles {version('termpuzzles')}")
    except PackageNotFoundError:
        print("termpuzzles, run from its source without being installed")
    return YES


def _budget(options: argparse.Namespace) -> Budget:
    """The budget for the answer to each puzzle."""
    from termpuzzles.logic.task import Budget

    limit = getattr(options, "limit", None)
    return Budget() if limit is None else Budget(seconds=limit)


def _entries(options: argparse.Namespace, console: Console) -> Iterator[Entry]:
    from termpuzzles.commands.reading import Source, entries, texts

    budget = _budget(options)

    if "-" in (options.puzzles or ["-"]) and console.stdin.isatty():
        console.say("reading puzzles from the terminal, until Ctrl-D")
    return entries(
        texts(options.puzzles, Source(console.stdin.buffer.read, console.files, budget)), options.game, budget
    )


def _play(options: argparse.Namespace, console: Console) -> int:
    with interrupts_end_at_once():
        from termpuzzles.commands.play import play

    return play(options, console)


def _solve(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.solve import SolveOptions, solve

    asked = SolveOptions(options.to, _budget(options), options.explain, options.json, options.possible)
    return console.show(solve(_entries(options, console), asked))


def _check(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.check import CheckOptions, check

    return console.show(
        check(_entries(options, console), CheckOptions(_budget(options), options.witness, options.json))
    )


def _hint(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.hint import ROOM, HintOptions, hint

    asked = HintOptions(
        options.pins,
        options.depth,
        options.all,
        options.json,
        _budget(options),
        trust=options.trust,
        why_not=options.why_not or "",
        room=_terminal(console) or ROOM,
    )
    return console.show(hint(_entries(options, console), asked))


def _terminal(console: Console) -> tuple[int, int] | None:
    """The columns and rows of the terminal that stdout is; None if it is none or does not say."""
    try:
        columns, rows = os.get_terminal_size(console.stdout.fileno())
    except OSError:
        return None
    return (columns, rows) if columns and rows else None


def _convert(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.convert import convert

    return console.show(convert(_entries(options, console), to=options.to, json=options.json, budget=_budget(options)))


def _render(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.output import encoded
    from termpuzzles.commands.render import RenderOptions, render

    asked = RenderOptions(options.to, options.solution, options.per_page, options.paper, _budget(options))
    answer = render(_entries(options, console), asked)
    if options.output in (None, "-") or answer.status not in (YES, NO):
        return console.show([answer])
    with open(options.output, "wb") as file:
        file.write(encoded(answer.text) + b"\n")
    if answer.words:
        console.say(answer.words)
    return answer.status


def _generate(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.generate import generate

    return generate(options, console)


def _daily(options: argparse.Namespace, console: Console) -> int:
    from datetime import datetime

    from termpuzzles.commands.daily import daily

    return console.show(daily(options.game, options.date or datetime.now().date(), options.to, options.json))


def _library(options: argparse.Namespace, console: Console) -> Library:
    from termpuzzles.storage.library import Library, folders

    return Library(folders(console.environment, options.config))


def _stats(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.stats import stats

    return console.show(stats(_library(options, console), options.json))


def _data(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.data import take_in, write_all

    act = write_all if options.what == "export" else take_in
    return console.show([act(_library(options, console), options.file)])


def _completions(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.shell import completions

    print(completions(make_parser(), options.shell), end="", file=console.stdout)
    return YES


def _manual(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.shell import manual

    print(manual(make_parser()), end="", file=console.stdout)
    return YES


def _serve_visitors(options: argparse.Namespace, console: Console) -> int:
    from termpuzzles.commands.serve import serve

    return serve(options, console)


_SERVED = {
    "play": _play,
    "solve": _solve,
    "check": _check,
    "hint": _hint,
    "convert": _convert,
    "generate": _generate,
    "render": _render,
    "daily": _daily,
    "stats": _stats,
    "data": _data,
    "serve": _serve_visitors,
    "completions": _completions,
    "manual": _manual,
}
_HELD = (
    "solve",
    "check",
    "hint",
    "convert",
    "generate",
    "render",
)  # to a budget; they do nothing but one piece of work
