"""The streams of this process, and the log of an error that is our fault."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import Console

if TYPE_CHECKING:
    from pathlib import Path


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
