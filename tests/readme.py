"""Runs what README.md shows and records the results: `python3 -m tests.readme` brings the file up to date."""

import os
import subprocess
import sys
from collections.abc import Container, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from termpuzzles.games.model import Controls
from termpuzzles.storage.settings import OPTIONS

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


def with_tables(text: str) -> str:
    """The text, with everything between `<!-- name -->` and `<!-- end -->` generated anew from the program."""
    for name, rows in (("keys", keys), ("settings", settings), ("tour", tour)):
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        assert mark, f"no place for {name}"
        text = before + mark + "\n".join(rows()) + "\n" + rest[rest.index("<!-- end -->") :]
    return text


def keys() -> Iterator[str]:
    """The table of all keys of a board, from the bindings."""
    from termpuzzles.play.command_table import COMMANDS
    from termpuzzles.tui.keys import GROUPS, key_name

    yield "| | key | does |\n|---|---|---|"
    for group in GROUPS:
        for number, command in enumerate(command for command in COMMANDS if command.group == group):
            signs = " ".join(f"`{key_name(key)}`" for key in command.keys.split(","))
            yield f"| {'' if number else group} | {signs} | {command.sentence}{_only(command.controls)} |"


def _only(controls: tuple[Controls, ...]) -> str:
    return "" if len(controls) > 1 else f" ({'lines' if controls[0] is Controls.DRAW_LINES else 'tiles'})"


def settings() -> Iterator[str]:
    """The table of all settings."""
    yield "| setting | values, the first by default | |\n|---|---|---|"
    for option in OPTIONS:
        yield f"| `{option.key}` | {option.expected.replace(' or ', ', ')} | {option.sentence} |"


def tour() -> Iterator[str]:
    """The pictures of the tour, each with what it shows."""
    from tests.pictures.scenes import SCENES

    for scene in SCENES:
        yield f"{scene.shows}:\n\n<picture>"
        yield f'  <source media="(prefers-color-scheme: dark)" srcset=".github/{scene.name}-dark.svg">'
        yield f'  <img alt="{scene.shows}" src=".github/{scene.name}-light.svg">\n</picture>\n'


def refreshed(text: str, kinds: Container[str] = ("console", "python")) -> str:
    """The text with the results of all commands and Python examples renewed, or those of one of the two kinds."""
    parts = []
    scope: dict[str, object] = {}
    for kind, lines in blocks(text):
        if kind not in kinds:
            pass
        elif kind == "python":
            lines = python(lines, scope)
        else:
            lines = console(lines)
        parts.append(lines if kind == "text" else [f"```{kind}", *lines, "```"])
    return "\n".join(line for part in parts for line in part) + "\n"


def console(lines: list[str]) -> list[str]:
    """Each `$ command` with what it prints on stdout, run by a shell in the project's folder."""
    shown = []
    for line in lines:
        if line.startswith("$ "):
            shown += [line, *run(line[2:]).splitlines()]
    return shown


def run(command: str, must: bool = False) -> str:
    """What a shell command prints, with this source as `termpuzzles` on its path; if it `must`, it has to succeed."""
    with TemporaryDirectory() as folder:
        program = Path(folder) / "termpuzzles"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m termpuzzles "$@"\n')
        program.chmod(0o755)
        environment = os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, capture_output=True, timeout=60)
    assert not must or done.returncode == 0, f"{command}: {done.stderr.decode()}"
    return done.stdout.decode()


def python(lines: list[str], scope: dict[str, object]) -> list[str]:
    """Each `>>>` example with what it prints; all examples share one scope."""
    shown = []
    for example in examples(lines):
        shown += example
        source = "\n".join(line[4:] for line in example) + "\n"
        output = StringIO()
        with redirect_stdout(output):
            exec(compile(source, README.name, "single"), scope)
        shown += output.getvalue().splitlines()
    return shown


def examples(lines: list[str]) -> Iterator[list[str]]:
    """The lines of each example: from `>>>` on, with the `...` below it."""
    for number, line in enumerate(lines):
        if line.startswith(">>> "):
            more = number + 1
            while more < len(lines) and lines[more].startswith("... "):
                more += 1
            yield lines[number:more]


if __name__ == "__main__":
    made = with_tables(README.read_text(encoding="utf-8"))
    if sys.argv[1:] == ["--tables"]:  # for a test, which uses a game that the README does not mention
        print(made, end="")
    else:
        README.write_text(refreshed(made), encoding="utf-8")
