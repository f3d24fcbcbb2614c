"""The recipes of `recipes.md`: each runs by itself, prints what stands below it, and is typed strictly."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import ROOT, blocks

PAGE = ROOT / "termpuzzles" / "docs" / "recipes.md"
NEEDS = ("matplotlib", "networkx", "distributed")  # what recipes import beside the package


def recipes() -> dict[str, tuple[str, str]]:
    """By the number of each recipe its script and what it prints."""
    found: dict[str, tuple[str, str]] = {}
    number = ""
    for kind, lines in blocks(PAGE.read_text(encoding="utf-8")):
        text = "\n".join(lines) + "\n"
        if kind == "text":
            number = re.findall(r"^## (\d+)\.", text, re.M)[-1] if "## " in text else number
        elif kind == "py":
            found[number] = text, ""
        else:
            found[number] = found[number][0], text
    return found


RECIPES = recipes()


def run(script: str, folder: Path) -> str:
    """What a script prints, run in that folder."""
    file = folder / "recipe.py"
    file.write_text(script, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "Agg"}
    done = subprocess.run([sys.executable, file], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def without_space_at_the_end(text: str) -> list[str]:
    """Its lines as pages show them."""
    return [line.rstrip() for line in text.rstrip("\n").splitlines()]


def test_there_are_twenty() -> None:
    assert list(RECIPES) == [str(number) for number in range(1, 21)]


@pytest.mark.slow
@pytest.mark.parametrize("number", RECIPES)
def test_a_recipe_prints_what_stands_below_it(number: str, tmp_path: Path) -> None:
    script, printed = RECIPES[number]
    for package in NEEDS:
        if f"import {package}" in script or f"from {package}" in script:
            pytest.importorskip(package)
    assert without_space_at_the_end(run(script, tmp_path)) == without_space_at_the_end(printed)


@pytest.mark.slow
def test_the_batch_on_the_page_of_python_runs(tmp_path: Path) -> None:
    page = (PAGE.with_name("python.md")).read_text(encoding="utf-8")
    (script,) = ("\n".join(lines) + "\n" for kind, lines in blocks(page) if kind == "py")
    (tmp_path / "boards.ids").write_text("5x5w:78a2ab47ad541418beb984d39\n", encoding="utf-8")
    assert run(script.replace("(8)", "(1)"), tmp_path) == "145 5x5w:78a2ab47ad541418beb984d39\n"


@pytest.mark.slow
def test_recipes_are_typed_strictly(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    for number, (script, _) in RECIPES.items():
        (tmp_path / f"recipe_{number}.py").write_text(script, encoding="utf-8")
    untyped = ["--ignore-missing-imports", "--untyped-calls-exclude=distributed"]
    kept = f"--cache-dir={ROOT / '.mypy_cache' / 'recipes'}"  # else the package takes five seconds each time
    options = ["--strict", *untyped, kept, f"--config-file={os.devnull}"]
    environment = os.environ | {"MYPYPATH": str(ROOT)}
    command = [sys.executable, "-m", "mypy", *options, "--follow-imports=silent", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
