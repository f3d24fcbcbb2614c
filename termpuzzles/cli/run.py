"""One command line, from its arguments to its exit status."""

from __future__ import annotations

import sys

from termpuzzles.cli.output import open_streams, report, standard_console
from termpuzzles.cli.parser import parse, record_of
from termpuzzles.commands.answers import YES, Console, close_quietly
from termpuzzles.commands.command import budget_of
from termpuzzles.commands.startup import interrupts_end_at_once
from termpuzzles.errors import shortened
from termpuzzles.logic import task


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
    with interrupts_end_at_once():
        command = record_of(options.command or "play")
    if command.holds_memory:
        task.hold_memory(budget_of(options).bytes)
    return command.run(options, console)


def _version() -> int:
    from importlib.metadata import PackageNotFoundError, version  # 30 ms, only needed for this

    try:
        print(f"termpuzzles {version('termpuzzles')}")
    except PackageNotFoundError:
        print("termpuzzles, run from its source without being installed")
    return YES
