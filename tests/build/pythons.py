"""The suite on every Python from 3.11 to 3.14 that is found, with the lowest and the newest textual.

`.venv/bin/python -m tests.build.pythons [TEST]…` runs these tests, by default all, and ends with 1 where any run fails.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")


def found() -> list[str]:
    """The installed Pythons that start."""
    paths = [path for name in PYTHONS if (path := shutil.which(name))]
    return [path for path in paths if not subprocess.run([path, "--version"], capture_output=True).returncode]


def textuals() -> tuple[str, str]:
    """The requirements for pip: the lowest textual that pyproject.toml allows, and the whole range that it allows."""
    requirement = re.search(r'"(textual>=([\d.]+),<\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert requirement
    return f"textual=={requirement[2]}.0", requirement[1]


def passes(python: str, textual: str, tests: list[str]) -> bool:
    """Whether the tests pass on that Python, in a new environment."""
    print(f"== {python}, {textual}", flush=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    with tempfile.TemporaryDirectory() as folder:
        inside = f"{folder}/bin/python"
        steps = (
            [python, "-m", "venv", folder],
            [inside, "-m", "pip", "install", "--quiet", ".[test]", textual],
            [inside, "-m", "pytest", "-n", "auto", "--all", "-p", "no:cacheprovider", *tests],
        )
        return all(subprocess.run(step, cwd=ROOT, env=environment).returncode == 0 for step in steps)


if __name__ == "__main__":
    parser = ArgumentParser(prog=".venv/bin/python -m tests.build.pythons", description=__doc__)
    parser.add_argument("tests", nargs="*", metavar="TEST", help="by default all")
    tests = parser.parse_args().tests
    results = [(python, textual, passes(python, textual, tests)) for python in found() for textual in textuals()]
    for python, textual, passed in results:
        print(f"{python}, {textual}: {'passes' if passed else 'fails'}")
    sys.exit(0 if results and all(passed for *_, passed in results) else 1)
