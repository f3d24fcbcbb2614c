"""README.md shows what really happens: its commands and examples are run again and give the same output.

Where one fails because the program was meant to change, `python3 -m tests.readme` brings the file up to date.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import termpuzzles
from termpuzzles.storage.library import Folders, Library
from tests.readme import README, ROOT, blocks, refreshed, run

TEXT = README.read_text(encoding="utf-8")
IN_A_CHECKOUT = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/termpuzzles"


@pytest.mark.parametrize("kind", ["console", "python"])
def test_what_is_shown_is_what_happens(kind: str) -> None:
    assert any(found == kind for found, _ in blocks(TEXT))
    assert refreshed(TEXT, (kind,)) == TEXT


def test_tables_of_keys_and_settings_and_the_tour_are_made_by_the_program() -> None:
    made = subprocess.run([sys.executable, "-m", "tests.readme", "--tables"], cwd=ROOT, capture_output=True, timeout=60)
    assert made.stdout.decode() == TEXT


def test_every_command_to_install_is_run_by_the_check_of_a_clean_checkout() -> None:
    script = "".join((ROOT / ".ci" / name).read_text(encoding="utf-8") for name in ("run", "smoke.py"))
    commands = [line for kind, lines in blocks(TEXT) if kind == "sh" for line in lines]
    assert len(commands) == 13
    for command in commands:
        assert command.replace("install", "install --quiet") in script or command in script, command


# Placeholders in commands, and what replaces them in the test.
STANDS_FOR = {
    "FILE": "levels/infinity/classic.loops",
    "board.loops": "levels/infinity/classic.loops",
    "levels/forest": "levels/lessons",
    "COMMAND": "solve",
    "…": "cb2522cbc9b9b1d2ed5ba5d5bc9b94ba1e1bc4bd4be3d1b9a",
    "-o ": "-o $OUT/",
    "> ": "> $OUT/",
    "export levels/infinity/classic.loops": "export $OUT/played.zip",
    "import levels/infinity/classic.loops": "import $OUT/played.zip",
}
# Commands of other programs, and the file in which a test, or the check of a clean checkout, runs each.
RUN_BY = {
    "python3 -m pip install": ".ci/run",
    "python3 -m tests.build": ".ci/run",
    "python3 termpuzzles.pyz": ".ci/run",
    "python3 forest.py": "tests/test_new_game.py",
    "python3 -m tests.make_levels": "tests/test_new_game.py",
    "ssh -p 2222 HOST": "tests/ssh/test_operating.py",
}
TAKE_LONG = ("python3 -m tests.bench", "python3 -m tests.mutants", "python3 -m tests.data.make")  # run only with --help
FOREIGN = "apt-get source sgt-puzzles"  # fetches the source of another program, needed only for benchmarks
DRY = {"termpuzzles serve": "termpuzzles serve --check-config --port 0 --data $OUT/service"}  # tests/ssh really serves
NEEDS_A_CLUSTER = "termpuzzles generate --scheduler"  # which tests/generator/test_batches.py starts


def test_every_command_named_in_the_text_does_what_it_should(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUT", str(tmp_path))
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / "kept"))
    text = "\n".join(line for kind, lines in blocks(TEXT) if kind == "text" for line in lines)
    named = dict.fromkeys(re.sub(r"\s+", " ", found) for found in re.findall(r"`(termpuzzles [^`]+)`", text))
    assert len(named) > 12
    for command in named:
        command = DRY.get(command, command)
        if not command.startswith(NEEDS_A_CLUSTER):
            for name, stands in STANDS_FOR.items():
                command = command.replace(name, stands)
            run(f"{command} < /dev/null", must=True)


def test_every_other_command_named_in_the_text_is_run_somewhere() -> None:
    text = "\n".join(line for kind, lines in blocks(TEXT) if kind == "text" for line in lines)
    named = [re.sub(r"\s+", " ", found) for found in re.findall(r"`((?:python3|ssh|apt-get|uvx?|pipx) [^`]+)`", text)]
    assert len(named) > 9
    for command in named:
        if command.startswith(TAKE_LONG):
            run(f"{' '.join(command.split()[:3])} --help", must=True)
        elif command != FOREIGN:
            (file,) = (file for shown, file in RUN_BY.items() if command.startswith(shown))
            program, first, *rest = command.split()
            shown = "README" if program == "ssh" else rest[-1] if first == "-m" else first
            assert shown in (ROOT / file).read_text(encoding="utf-8"), command


def test_the_settings_that_it_shows_are_read_without_warnings(tmp_path: Path) -> None:
    (shown,) = ("\n".join(lines) for kind, lines in blocks(TEXT) if kind == "toml")
    (tmp_path / "settings.toml").write_text(shown, encoding="utf-8")
    found = Library(Folders(tmp_path / "data", tmp_path)).settings()
    assert not found.doubts
    assert (found["theme"], found["auto-pin"], found["keys"]) == ("dark", True, {"play.undo": "backspace"})


def test_it_opens_in_seven_words_with_a_picture_and_one_command() -> None:
    opening = TEXT.splitlines()[2]
    what, _, promise = opening.partition(". ")
    assert len(what.split()) == 7
    assert promise == "**Stuck? It shows you why.**"
    kind, lines = next(found for found in blocks(TEXT) if found[0] != "text")
    assert (kind, lines) == ("sh", [IN_A_CHECKOUT])
    assert TEXT.index("film-light.svg") < TEXT.index(IN_A_CHECKOUT)


def test_commands_that_need_a_release_stand_below_the_heading_that_says_so() -> None:
    before, _, after = TEXT.partition("\n### Once it is published\n")
    published = (
        "uvx termpuzzles",
        "uv tool install termpuzzles",
        "pipx install termpuzzles",
        "pip install termpuzzles",
    )
    for command in published:
        assert command not in before, command
        assert command in after.partition("\n## ")[0], command
    contributing = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"`{IN_A_CHECKOUT}`" in contributing
    assert "`.venv/bin/pip install '.[test]' && .venv/bin/python -m pytest -n auto`" in contributing


def test_every_file_that_it_links_is_there() -> None:
    for path in re.findall(r'(?:src|srcset)="([^"]+)"', TEXT):
        assert (ROOT / path).is_file(), path


def test_every_public_name_has_an_example() -> None:
    examples = "\n".join(line for kind, lines in blocks(TEXT) if kind == "python" for line in lines)
    for name in termpuzzles.__all__:
        assert re.search(rf"termpuzzles\.{name}\b", examples)


def test_every_dependency_is_mentioned() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for requirement in sum(project["optional-dependencies"].values(), project["dependencies"]):
        name = requirement.partition(">")[0].partition("=")[0]
        assert f"**{name}**" in TEXT
