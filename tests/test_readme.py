"""README.md shows what really happens: its commands and examples are run again and give the same.

Where one fails because the program was meant to change, `python3 -m tests.readme` brings the file up to date.
"""

import re

import pytest

import termpuzzles
from tests.readme import README, ROOT, blocks, refreshed

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["console", "python", "screen"])
def test_what_is_shown_is_what_happens(kind: str) -> None:
    assert any(found == kind for found, _ in blocks(TEXT))
    assert refreshed(TEXT, (kind,)) == TEXT


def test_every_other_command_is_run_by_the_check_of_a_clean_checkout() -> None:
    script = "".join((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "smoke.py"))
    commands = [line for kind, lines in blocks(TEXT) if kind == "sh" for line in lines]
    assert commands == [
        "python3 -m pip install .",
        "termpuzzles",
        "python3 -m pip install '.[test]'",
        "python3 -m pytest -n auto",
    ]
    for command in commands:
        assert command.replace("install", "install --quiet") in script


def test_every_public_name_has_an_example() -> None:
    examples = "\n".join(line for kind, lines in blocks(TEXT) if kind == "python" for line in lines)
    for name in termpuzzles.__all__:
        assert re.search(rf"termpuzzles\.{name}\b", examples)


def test_every_dependency_is_told_of() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in sum(project["optional-dependencies"].values(), project["dependencies"]):
        name = requirement.partition(">")[0].partition("=")[0]
        assert f"**{name}**" in TEXT
