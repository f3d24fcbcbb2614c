"""CONTRIBUTING is walked: each path does, in a copy of the package, what the page says, and the result works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.readme import ROOT, blocks
from tests.test_layers import CORE, GUESTS

TEXT = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
FORMAT, KEY = ("\n".join(lines) + "\n" for kind, lines in blocks(TEXT) if kind == "py")
HALF_WRITTEN = ignore_patterns("*.pyc.*")  # what others compile meanwhile; the rest spares what runs a copy as much


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package, without levels."""
    copytree(ROOT / "termpuzzles", tmp_path / "termpuzzles", ignore=HALF_WRITTEN)
    return tmp_path


def change(file: Path, before: str, after: str) -> None:
    """Replace the first place of a text in a file."""
    text = file.read_text(encoding="utf-8")
    assert before in text, f"{before!r} in {file}"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def run(folder: Path, *words: str, typed: str = "") -> str:
    """What the program in that folder prints."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"TERMPUZZLES_DATA": str(folder / "data"), "TERMPUZZLES_CONFIG": str(folder / "config")}
    argv = [sys.executable, "-m", "termpuzzles", *words]
    done = subprocess.run(argv, cwd=folder, env=environment, input=typed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_sentence_is_found_where_the_page_says_and_changed_in_one_place(copy: Path) -> None:
    (sentence,) = re.findall(r'grep -rn "([^"]+)" termpuzzles', TEXT)
    (place,) = re.findall(r"leads to `([^`]+)`", TEXT)
    found = [path for path in copy.rglob("*.py") if sentence in path.read_text(encoding="utf-8")]
    assert found == [copy / place]
    change(found[0], sentence, "This is where it all begins")
    assert "This is where it all begins" in run(copy, "play", "--plain", typed="back\n")


def test_a_format_named_csv_is_its_file_and_its_line(copy: Path) -> None:
    formats = copy / "termpuzzles" / "formats"
    (formats / "csv.py").write_text(FORMAT, encoding="utf-8")
    change(formats / "gate.py", '    "number_grid.NUMBER_GRID",', '    "csv.CSV",\n    "number_grid.NUMBER_GRID",')
    for before in ('    *("array", "hex", "pieces", "pencilbox"),', '"hex", "pieces", "pencilbox")\n'):
        change(formats / "__init__.py", before, before.replace('"pencilbox"', '"pencilbox", "csv"'))
    assert run(copy, "convert", "--to", "csv", "infinity:2x2:9c36") == "6,12\n3,9\n"
    (copy / "mine.csv").write_text("6,12\n3,9\n", encoding="utf-8")
    assert run(copy, "convert", "--to", "gameid", "mine.csv") == "infinity:2x2:9c36\n"
    assert run(copy, "solve", "mine.csv") == "6,12\n3,9\n", "it is answered in the format that it came in"
    assert "csv" in run(copy, "completions", "bash")


def test_a_key_on_the_board_is_its_file_and_its_lines(copy: Path) -> None:
    play = copy / "termpuzzles" / "play"
    (play / "pin_commands.py").write_text(KEY, encoding="utf-8")
    table = play / "command_table.py"
    change(table, "hint_commands, history_commands, ", "hint_commands, history_commands, pin_commands, ")
    change(table, "    *hint_commands.COMMANDS,\n", "    *hint_commands.COMMANDS,\n    *pin_commands.COMMANDS,\n")
    change(table, '    "play.redo", ', '    "play.pins", "play.redo", ')
    shown = run(
        copy, "play", "--plain", "5x5w:78a2ab47ad541418beb984d39", typed="pin 1 1\ncount pins\nhelp count pins\n"
    )
    assert "1 tile pinned." in shown
    assert "count pins: Count the pinned tiles." in shown
    config = copy / "config"
    config.mkdir(exist_ok=True)
    (config / "settings.toml").write_text('[keys]\n"play.pins" = "ctrl+y"\n', encoding="utf-8")
    assert "there is no" not in run(copy, "settings", "--check")


def test_the_picture_of_the_house_has_every_room() -> None:
    (picture,) = ("\n".join(lines) for kind, lines in blocks(TEXT) if kind == "plain")
    words = set(re.findall(r"\w+", picture))
    assert {*CORE, *GUESTS} <= words


def test_every_test_that_it_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/.]+)`", TEXT)
    assert len(named) > 4
    for name in named:
        assert (ROOT / name).exists(), name
