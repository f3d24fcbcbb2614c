"""An error that is our fault: the traceback goes to a log, and the player reads where that is."""

import os
import traceback
from pathlib import Path

from termpuzzles.cli.output import say

STATUS = 70  # for a bug; the conventional "internal software error", different from the statuses of answers


def report(bug: Exception) -> int:
    """Write the bug to the log, say where the log is, and return the exit status."""
    kind = f"{type(bug).__name__}: {bug}"
    place = _write("".join(traceback.format_exception(bug)))
    say(f"this is a bug, sorry ({kind}); the details are in {place}")
    return STATUS


def _write(details: str) -> Path:
    """Append the details to the log in the user's own folder, or to a new file if that cannot be written."""
    log = _folder() / "bugs.log"
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(details + "\n")
    except OSError:
        import tempfile

        number, name = tempfile.mkstemp(prefix="termpuzzles-bug-", suffix=".log")
        with os.fdopen(number, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(details)
        return Path(name)
    return log


def _folder() -> Path:
    """The user's own folder of logs; `TERMPUZZLES_DATA` replaces it."""
    from platformdirs import user_log_path  # 5 ms, only needed for bugs

    data = os.environ.get("TERMPUZZLES_DATA")
    return Path(data) if data else user_log_path("termpuzzles", appauthor=False)
