"""A shell for tests: a command line run in this process, and what a person sees of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles import games
from termpuzzles.cli.run import run


class Done(NamedTuple):
    """What a command line printed, and its exit status."""

    out: str
    err: str
    status: int


class Shell(NamedTuple):
    """Runs command lines, without the games that only the tests know, and without a limit on memory that would stay."""

    monkeypatch: pytest.MonkeyPatch
    folder: Path  # for what goes in and comes out

    def run(self, line: str, stdin: str = "") -> Done:
        """Run one command line with that standard input."""
        with self.monkeypatch.context() as patch:
            patch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)
            patch.setattr(games, "_registered", {})
            self._given(patch, stdin)
            printed = [self._taken(patch, name) for name in ("stdout", "stderr")]
            status = run(shlex.split(line))
            for stream in (sys.stdin, sys.stdout, sys.stderr):
                stream.close()
        out, err = (path.read_text(encoding="utf-8") for path in printed)
        return Done(out, err, status)

    def _given(self, patch: pytest.MonkeyPatch, text: str) -> None:
        path = self.folder / "stdin"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        patch.setattr(sys, "stdin", path.open(encoding="utf-8"))

    def _taken(self, patch: pytest.MonkeyPatch, name: str) -> Path:
        path = self.folder / name
        patch.setattr(sys, name, path.open("w", encoding="utf-8"))
        return path

    def transcript(self, lines: Iterable[str | tuple[str, str]]) -> str:
        """The lines one after the other, as a terminal shows them: words for a person are marked with `!`."""
        return "\n".join(part for line in lines for part in self._shown(line)) + "\n"

    def _shown(self, line: str | tuple[str, str]) -> Iterator[str]:
        words, given = (line, "") if isinstance(line, str) else line
        yield f"$ {words}"
        yield from (f"< {row}" for row in given.splitlines())
        done = self.run(words, given)
        yield from done.out.splitlines()
        yield from (f"! {row}" for row in done.err.splitlines())
        yield f"= {done.status}\n"
