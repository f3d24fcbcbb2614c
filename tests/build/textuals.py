"""`.venv/bin/python -m tests.build.textuals`: which releases of Textual the program plays with.

Each is installed into a folder of its own, with what it needs, and plays a turn, help, the palette and `q`, as a player
at this computer and as a visitor. TEXTUAL is a release, or a folder or an address that pip can install from. Without
one, the lowest that `pyproject.toml` allows is tried and the newest that the index has; with `--all` all between them.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from tests.tui.inside.playing import played
from tests.tui.screen import PROJECT

PROGRAMS = ("termpuzzles", "tests.company.service.visiting")
ROUNDS = 2  # of a game that fails, as a busy machine may fail one


def lowest() -> tuple[int, ...]:
    """The lowest release that is allowed."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (wanted,) = [each for each in project["dependencies"] if each.startswith("textual")]
    found = re.search(r">=([0-9.]+)", wanted)
    assert found, wanted
    return _number(found[1])


def _number(release: str) -> tuple[int, ...]:
    """The release as three numbers."""
    return tuple(map(int, [*release.split("."), "0", "0"][:3]))


def releases() -> list[str]:
    """The releases that the index has and that are not too low, from the newest on."""
    words = [sys.executable, "-m", "pip", "index", "versions", "textual"]
    loud = os.environ | {"PIP_QUIET": "0"}  # in which they are printed
    told = subprocess.run(words, capture_output=True, text=True, check=True, env=loud).stdout
    found = re.search(r"Available versions: (.*)", told)
    assert found, told
    return [each for each in found[1].split(", ") if _number(each) >= lowest()]


def tried(textual: str) -> str:
    """What comes of a game with that Textual: the CPU of a key in both programs, or what goes wrong."""
    source = f"textual=={textual}" if re.fullmatch(r"[0-9.]+", textual) else textual
    with tempfile.TemporaryDirectory() as name:
        packages = Path(name, "packages")
        words = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(packages), source]
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        return "   ".join(_game(program, packages, Path(name)) for program in PROGRAMS)


def _game(program: str, packages: Path, folder: Path) -> str:
    why = ""
    for number in range(ROUNDS):
        try:
            return f"{played((), folder / f'{program} {number}', program, str(packages)):.1f} ms a key"
        except AssertionError as error:
            why = f"FAILS: {str(error).splitlines()[0]}"
    return why


def main() -> int:
    """Try each; returns the exit status, 1 if one fails."""
    parser = argparse.ArgumentParser(prog=".venv/bin/python -m tests.build.textuals", description=__doc__)
    parser.add_argument("textual", nargs="*", metavar="TEXTUAL", help="a release, a folder or an address")
    parser.add_argument("--all", action="store_true", help="all releases that are allowed")
    options = parser.parse_args()
    found = [] if options.textual else releases()
    status = 0
    for textual in options.textual or (found if options.all else [found[0], found[-1]]):
        outcome = tried(textual)
        print(f"textual {textual:<8} {outcome}", flush=True)
        status |= "FAILS" in outcome
    return status


if __name__ == "__main__":
    sys.exit(main())
