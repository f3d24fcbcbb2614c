"""One command line, from its arguments to its exit status; the streams of this process, and the log of our errors."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from termpuzzles import __version__
from termpuzzles.cli.parser import parse, record_of
from termpuzzles.commands.answers import YES, Console, close_quietly
from termpuzzles.commands.command import UsageError, budget_of
from termpuzzles.commands.startup import interrupts_end_at_once
from termpuzzles.errors import WorkersError, shortened
from termpuzzles.logic import task

if TYPE_CHECKING:
    from pathlib import Path


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
        why = error.strerror or str(error)
        return console.refuse(f"{shortened(str(error.filename or 'the output'))}: {why[:1].lower()}{why[1:]}")
    except WorkersError as error:
        return console.refuse(str(error))
    except MemoryError:
        return console.refuse("this takes more memory than may be used, a gigabyte")
    except Exception as bug:  # no traceback may reach a player
        return report(bug)
    return status


def _serve(arguments: list[str] | None, console: Console) -> int:
    try:
        with interrupts_end_at_once():
            options = parse(arguments)
    except UsageError as error:
        return console.refuse(str(error))
    except SystemExit as end:  # the parser has printed the help
        sys.stdout.flush()
        return int(end.code or 0)
    if options.version:
        print(f"termpuzzles {__version__}")
        return YES
    with interrupts_end_at_once():
        command = record_of(options.command or "play")
    if command.holds_memory:
        task.hold_memory(budget_of(options).bytes)
    return command.run(options, console)


def standard_console(files: bool = True) -> Console:
    """The console of this process, with the standard streams as they are now."""
    return Console(os.environ, sys.stdin, sys.stdout, sys.stderr, files)


def open_streams() -> None:
    """Make the three standard streams usable: any text can be written, and any bytes read.

    If the caller closed one, the input is empty, words are dropped, and writing an answer is an error.
    """
    for name, mode in (("stdin", "r"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - to stay open
    if sys.stdout is None:
        unwritable = os.open(os.devnull, os.O_RDONLY)
        sys.stdout = open(unwritable, "w", encoding="utf-8")  # noqa: SIM115 - to stay open
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every locale has all letters that players type and read


STATUS = 70  # for a bug; the conventional "internal software error", different from the statuses of answers


def report(bug: Exception) -> int:
    """Write the bug to the log, say where the log is, and return the exit status."""
    import traceback  # like pathlib below only needed for bugs

    kind = f"{type(bug).__name__}: {bug}"
    place = _crash_log_write("".join(traceback.format_exception(bug)))
    standard_console().say(f"this is a bug, sorry ({kind}); the details are in {place}")
    return STATUS


def _crash_log_write(details: str) -> Path:
    """Append the details to the log in the user's own folder, or to a new file if that cannot be written."""
    log = _folder() / "bugs.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        if log.exists() and not log.is_file():
            raise OSError  # a pipe would wait for a reader
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(details + "\n")
    except OSError:
        import tempfile
        from pathlib import Path

        number, name = tempfile.mkstemp(prefix="termpuzzles-bug-", suffix=".log")
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(details)
        return Path(name)
    return log


def _folder() -> Path:
    """The user's own folder of logs; `TERMPUZZLES_DATA` replaces it."""
    from pathlib import Path

    from platformdirs import user_log_path  # 5 ms, only needed for bugs

    data = os.environ.get("TERMPUZZLES_DATA")
    return Path(data) if data else user_log_path("termpuzzles", appauthor=False)
