"""Whatever lies in the place of a file that is read, nothing waits for it: it fails at once, or goes without."""

from __future__ import annotations

import ast
from contextlib import suppress
from pathlib import Path

import pytest

from termpuzzles.cli.run import report
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.transfer import export, merge
from termpuzzles.tui.theme import added_themes
from tests.no_files import NoFile, no_file

__all__ = ["no_file"]  # a fixture

PACKAGE = Path(__file__).parents[3] / "termpuzzles"


@pytest.mark.parametrize("name", ["remembered.json", "remembered.lock", "summaries.json"])
def test_a_library_goes_without_what_it_remembers(tmp_path: Path, no_file: NoFile, name: str) -> None:
    no_file(tmp_path / name)
    library = Library(Folders(tmp_path, tmp_path))
    settings = library.settings()
    assert not library.journal_list().entries
    words = library.keep_settings({**settings, "watch": True})
    assert words.startswith("the settings could not be kept") or Library(library.where).settings()["watch"]


def test_settings_and_themes_are_doubted(tmp_path: Path, no_file: NoFile) -> None:
    no_file(tmp_path / "settings.toml")
    no_file(tmp_path / "themes" / "sea.toml")
    library = Library(Folders(tmp_path, tmp_path))
    assert library.settings()
    assert not added_themes(tmp_path).themes


def test_what_is_exported_and_imported_leaves_it_out(tmp_path: Path, no_file: NoFile) -> None:
    own, other = Folders(tmp_path / "own", tmp_path / "own"), Folders(tmp_path / "other", tmp_path / "other")
    other.config.mkdir()
    (other.config / "settings.toml").write_text("watch = true\n")
    export(other, tmp_path / "all.zip")
    no_file(own.config / "settings.toml")
    no_file(own.data / "remembered.json")
    assert export(own, tmp_path / "own.zip") == 0
    with suppress(OSError):  # said in a sentence
        merge(Library(own), tmp_path / "all.zip")


def test_a_bug_is_written_elsewhere(
    tmp_path: Path, no_file: NoFile, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    place = no_file(tmp_path / "bugs.log")
    report(ValueError("no"))
    told = Path(capsys.readouterr().err.rpartition(" are in ")[2].strip())
    assert told.is_file()
    if told != place:  # a dangling link becomes the file
        told.unlink()


SHIPPED = {  # what lies in the program's own folder, or was named by whoever waits for it
    "catalogue/lessons.py",
    "catalogue/levels.py",
    "catalogue/practice.py",
    "cli/parser.py",
    "commands/reading.py",
    "generator/stock.py",
    "wall/game/puzzles.py",
}


def test_files_of_players_and_operators_are_opened_as_regular_files_alone() -> None:
    offenders = {
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in SHIPPED
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("read_text", "read_bytes")
    }
    assert not offenders
