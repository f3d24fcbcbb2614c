"""The streams: answers go to stdout as UTF-8, whatever the terminal uses, words to stderr."""

import os
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from typing import IO, TextIO

from termpuzzles.commands.answers import BAD, Answer, gravest
from termpuzzles.errors import on_one_line


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


def show(answers: Iterable[Answer], out: IO[bytes] | None = None, *, several: bool = False) -> int:
    """Write each answer as soon as it is known (by default to stdout), and return the exit status of all of them.

    Lines follow each other; `---` separates a text of several lines from its neighbours. The place of a missing answer
    is only kept if there are `several`, which is so once a second one comes.
    """
    out = out or sys.stdout.buffer
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
            say(answer.words)
        statuses.add(answer.status)
    return gravest(statuses)


def _write(out: IO[bytes], text: str) -> None:
    out.write(encoded(text))
    out.write(b"\n")
    out.flush()


def encoded(text: str) -> bytes:
    """The text as UTF-8; stand-ins for undecodable bytes in the name of a file are escaped."""
    return text.encode("utf-8", "backslashreplace")


def say(words: str) -> None:
    """Print words for a person to stderr, on one line and without what a terminal might obey."""
    print(f"termpuzzles: {on_one_line(words)}", file=sys.stderr, flush=True)


def refuse(words: str) -> int:
    """Say why the command line as a whole cannot be served, and return the exit status for that."""
    say(words)
    return BAD


def close_quietly(stream: TextIO | None = None) -> None:
    """After a broken pipe, drop what the stream (by default stdout) still buffers, as nobody would read it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, (stream or sys.stdout).fileno())
    os.close(nowhere)
