"""The console of a command line: answers go to stdout, words to stderr."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import IO, NamedTuple, TextIO

from termpuzzles.commands.answers import BAD, Answer, worst_status
from termpuzzles.errors import on_one_line


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
        return worst_status(statuses)

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
