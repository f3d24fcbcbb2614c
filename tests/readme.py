"""Does what README.md shows, and writes down what comes of it: `python3 -m tests.readme` brings the file up to date."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Container, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The fenced blocks of a text and what stands between them: the word after the fence (or "text"), and the lines."""
    kind, lines = "text", list[str]()
    for line in text.splitlines():
        if line.startswith("```"):
            yield kind, lines
            kind, lines = ("text" if kind != "text" else line[3:] or "plain"), []
        else:
            lines.append(line)
    yield kind, lines


def refreshed(text: str, kinds: Container[str] = ("console", "python", "screen")) -> str:
    """The text with every command run again, every example of Python too, and the screen captured; or some of these."""
    parts = []
    scope: dict[str, object] = {}
    for kind, lines in blocks(text):
        if kind not in kinds:
            pass
        elif kind == "python":
            lines = python(lines, scope)
        elif kind == "console":
            lines = console(lines)
        else:
            lines = screen()
        parts.append(lines if kind == "text" else [f"```{kind}", *lines, "```"])
    return "\n".join(line for part in parts for line in part) + "\n"


def console(lines: list[str]) -> list[str]:
    """Each `$ command` with what it prints on stdout, run by a shell in the project's folder."""
    shown = []
    for line in lines:
        if line.startswith("$ "):
            shown += [line, *run(line[2:]).splitlines()]
    return shown


def run(command: str) -> str:
    """What a shell command prints, with `termpuzzles` on its path as this very source."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "termpuzzles"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m termpuzzles "$@"\n')
        program.chmod(0o755)
        environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, capture_output=True, timeout=60)
    return done.stdout.decode()


def python(lines: list[str], scope: dict[str, object]) -> list[str]:
    """Each `>>>` example with what it prints; names live on in the scope."""
    shown = []
    for example in examples(lines):
        shown += example
        source = "\n".join(line[4:] for line in example) + "\n"
        said = StringIO()
        with redirect_stdout(said):
            exec(compile(source, README.name, "single"), scope)
        shown += said.getvalue().splitlines()
    return shown


def examples(lines: list[str]) -> Iterator[list[str]]:
    """The lines of each example: from `>>>` on, with the `...` below it."""
    for number, line in enumerate(lines):
        if line.startswith(">>> "):
            more = number + 1
            while more < len(lines) and lines[more].startswith("... "):
                more += 1
            yield lines[number:more]


def screen() -> list[str]:
    """The app at 80x20 on the classic board, played half way."""
    return asyncio.run(_screen(half_way()))


def half_way() -> Puzzle:
    """The classic board with its upper half as in the solution, and the first rows of it pinned."""
    (puzzle,) = read((ROOT / "levels" / "infinity" / "classic.loops").read_text(encoding="utf-8"))
    solved = solve(puzzle)
    assert solved
    half = puzzle.grid.width * 6 - 4
    lines = solved.lines[:half] + puzzle.tiles[half:]
    pins = bytes(cell < 3 * puzzle.grid.width for cell in range(puzzle.grid.size))
    return Puzzle(
        puzzle.game, puzzle.grid, puzzle.tiles, puzzle.title, start=puzzle.start._replace(lines=lines, pins=pins)
    )


async def _screen(puzzle: Puzzle) -> list[str]:
    from termpuzzles.play.storage.library import Folders, Library
    from termpuzzles.tui.app import make_app
    from termpuzzles.tui.context import Context

    with TemporaryDirectory() as folder:
        library = Library(Folders(Path(folder), Path(folder)))
        app = make_app(Context(library, library.settings(), now=lambda: 0.0), [puzzle])
        async with app.run_test(size=(80, 20)) as pilot:
            await pilot.pause()
            shown = "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())
            return shown.rstrip().splitlines()


if __name__ == "__main__":
    README.write_text(refreshed(README.read_text(encoding="utf-8")), encoding="utf-8")
