"""Runs what README.md and the pages show: `.venv/bin/python -m tests.readme` brings them up to date."""

import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Container, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill

from termpuzzles.catalogue import practice
from termpuzzles.catalogue.practice import Technique
from termpuzzles.errors import slug
from termpuzzles.formats import read
from termpuzzles.games.making.request import game_titles
from termpuzzles.games.model import Controls
from termpuzzles.logic.rules.techniques import PATTERNS, TITLES, rule_of
from termpuzzles.storage.settings import OPTIONS

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = (README, *sorted((ROOT / "termpuzzles" / "docs").glob("*.md")))
PICTURES = "../../"  # where a page finds them


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
    for name, rows in _TABLES.items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        if mark:
            text = before + mark + "\n".join(rows()) + "\n" + rest[rest.index("<!-- end -->") :]
    return text


def keys() -> Iterator[str]:
    """The table of all keys of a board, from the bindings."""
    from termpuzzles.play.command_table import COMMANDS
    from termpuzzles.tui.keys import GROUPS, key_name

    yield "| | key | does |\n|---|---|---|"
    for group in GROUPS:
        for number, command in enumerate(command for command in COMMANDS if command.group == group and command.keys):
            signs = " ".join(f"`{key_name(key)}`" for key in command.keys.split(","))
            yield f"| {'' if number else group} | {signs} | {command.sentence}{_only(command.controls)} |"


def _only(controls: tuple[Controls, ...]) -> str:
    return "" if len(controls) > 1 else f" ({'lines' if controls[0] is Controls.DRAW_LINES else 'tiles'})"


def settings() -> Iterator[str]:
    """The table of all settings."""
    yield "| setting | values, the first by default | |\n|---|---|---|"
    for option in OPTIONS:
        yield f"| `{option.key}` | {option.expected.replace(' or ', ', ')} | {option.sentence} |"


def vocabulary() -> Iterator[str]:
    """The names that options and JSON have for what players call otherwise."""
    yield "| | title | in JSON and files | on a command line |\n|---|---|---|---|"
    for kind, titles in (("game", game_titles()), ("technique", TITLES)):
        for name, title in titles.items():
            yield f"| {kind} | {title} | `{name}` | `{slug(title)}` |"


def tour() -> Iterator[str]:
    """The pictures of the tour, each with what it shows."""
    from tests.pictures.scenes import SCENES

    for scene in SCENES:
        yield f"{scene.shows}:\n\n<picture>"
        yield f'  <source media="(prefers-color-scheme: dark)" srcset="{PICTURES}.github/{scene.name}-dark.svg">'
        yield f'  <img alt="{scene.shows}" src="{PICTURES}.github/{scene.name}-light.svg">\n</picture>\n'


def techniques() -> Iterator[str]:
    """Each technique: its name, why it holds, and a board on which it comes next."""
    found: dict[str, Technique] = {}
    for text in (
        "4x4:4ab915ea84d835b8",
        "infinity:2x2:3333",
        "simpleloop/6/4/00036",
        "https://puzz.link/p?mashu/6/6/00b33002a003",
    ):
        for technique in practice.techniques(read(text)[0]):
            if technique.picture:
                found.setdefault(technique.name, technique)
    for name in (name for rule in TITLES for name in (rule, *PATTERNS) if rule_of(name) == rule and name in found):
        technique = found[name]
        assert technique.puzzle is not None
        yield f"### {technique.title}\n\n{fill(technique.why, 80)}\n"
        yield "```plain\n" + "\n".join(technique.picture) + "\n```\n"
        words = re.sub(" in (?:braces|brackets)", "", f"{technique.puzzle.game.title}: {technique.found}")
        yield re.sub(r"\xa0", " ", fill(re.sub(r"(?<=\d,) (?=\d)", "\xa0", words), 80)) + "\n"


_TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "keys": keys,
    "settings": settings,
    "tour": tour,
    "techniques": techniques,
    "names": vocabulary,
}


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
        environment = {"TERMPUZZLES_DATA": folder, "TERMPUZZLES_CONFIG": folder} | os.environ
        environment |= {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
        done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, capture_output=True)
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
    parser = ArgumentParser(prog=".venv/bin/python -m tests.readme", description=__doc__)
    parser.add_argument("--tables", action="store_true", help="only print the pages, with their tables made anew")
    only_tables = parser.parse_args().tables
    for path in PAGES:
        made = with_tables(path.read_text(encoding="utf-8"))
        if only_tables:  # for a test, which uses a game that the pages do not mention
            print(made, end="")
        else:
            path.write_text(refreshed(made), encoding="utf-8")
