"""The streams, answers to stdout and words to stderr; and the log of an error that is our fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from io import TextIOWrapper
from typing import IO, TYPE_CHECKING, NamedTuple, TextIO

from termpuzzles.commands.answers import BAD, Answer, gravest
from termpuzzles.errors import on_one_line

if TYPE_CHECKING:
    from pathlib import Path


class Console(NamedTuple):
    """Where a command line was typed: its environment, its streams, and whether arguments may name files.

    Answers go to `stdout` as UTF-8, whatever the terminal uses, and words for a person to `stderr`.
    """

    environment: Mapping[str, str]
    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    files: bool = True

    def show(self, answers: Iterable[Answer], out: IO[bytes] | None = None, *, several: bool = False) -> int:
        """Write each answer as soon as it is known (by default to stdout), and return the exit status of all of them.

        Lines follow each other; `---` separates a text of several lines from its neighbours. The place of a missing
        answer is only kept if there are `several`, which is so once a second one comes.
        """
        out = out or self.stdout.buffer
        statuses = set()
        before: Answer | None = None
        held: Answer | None = None  # the first, if it is missing and has no neighbour yet
        for number, answer in enumerate(answers):
            if held is not None:
                _write(out, held.place)
                before, held = held, None
            alone = not (several or number)
            text = "\n".join(filter(None, (answer.text, "" if alone else answer.place)))
            if text:
                if before is not None and (before.block or answer.block):
                    _write(out, "---")
                _write(out, text)
                before = answer
            if alone and answer.place:
                held = answer
            if answer.words:
                self.say(answer.words)
            statuses.add(answer.status)
        return gravest(statuses)

    def say(self, words: str) -> None:
        """Print words for a person to stderr, on one line and without what a terminal might obey."""
        print(f"termpuzzles: {on_one_line(words)}", file=self.stderr, flush=True)

    def refuse(self, words: str) -> int:
        """Say why the command line as a whole cannot be served, and return the exit status for that."""
        self.say(words)
        return BAD


def _write(out: IO[bytes], text: str) -> None:
    out.write(encoded(text))
    out.write(b"\n")
    out.flush()


def encoded(text: str) -> bytes:
    """The text as UTF-8; stand-ins for undecodable bytes in the name of a file are escaped."""
    return text.encode("utf-8", "backslashreplace")


def close_quietly(stream: TextIO) -> None:
    """After a broken pipe, drop what the stream still buffers, as nobody would read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


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
