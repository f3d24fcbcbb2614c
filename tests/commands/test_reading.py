"""How commands pass over files and lines: what is recognised is read, whatever it is called; what is not is named."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from termpuzzles.cli import main
from termpuzzles.commands.reading import Source, entries, texts
from termpuzzles.games.model import Puzzle

PICTURE, IDS = "┏┓\n┗┛\n", "2x2:9c36\n2x1:14\n"
OBJECT = '{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4], "comment": "x"}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of puzzles under all kinds of names, and of files that are none."""
    for name, text in {
        "a.txt": PICTURE,
        "b": IDS,
        "more/c.json": OBJECT,
        "more/d.dat": "6 12\n3 9\n",
        "broken.sav": "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nVERSION :1:1\nGAME    :5:Loopy\n",
        "wrong.loops": "what is this",
        "README.md": "# About\n\nThese are puzzles: https://puzz.link/p?mashu/2/2/10 and others.\n",
        "notes.txt": "1. buy milk\n2. sleep\n",
        "numbers.csv": "name,age\nme,7\n",
        "index.json": '{"levels": [1, 2]}',
        ".hidden/e.txt": PICTURE,
        ".f.txt": PICTURE,
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    return tmp_path


def test_a_folder_is_every_file_that_some_format_recognises(folder: Path) -> None:
    said: list[str] = []
    found = list(entries(texts([str(folder)], Source(lambda number: b"", say=said.append))))
    read = [Path(entry.name.split(" ")[0]).name for entry in found if isinstance(entry.puzzle, Puzzle)]
    assert read == ["a.txt", "b", "b", "c.json", "d.dat"]
    refused = [
        Path(str(entry.puzzle).partition(":")[0]).name for entry in found if not isinstance(entry.puzzle, Puzzle)
    ]
    assert refused == ["broken.sav", "wrong.loops"]
    (sentence,) = said
    assert sentence == (
        f"{folder}: 5 files were passed over, in no format that is known: README.md, index.json, notes.txt, …"
    )


def test_of_a_folder_a_picture_with_a_fault_is_told_and_a_log_is_passed_over(tmp_path: Path) -> None:
    for name, text in {
        "header.txt": "# gmae: net\n" + PICTURE,
        "rows.txt": PICTURE + "┗x\n",
        "banner.txt": "═════\nabout\n",
        "times.log": "12:00:00 begun\n2026-01-01 12:00:01 done\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said: list[str] = []
    found = [
        str(entry.puzzle) for entry in entries(texts([str(tmp_path)], Source(lambda number: b"", say=said.append)))
    ]
    assert [sentence.partition(": ")[0] for sentence in found] == [
        f"{tmp_path / 'header.txt'}:1:3",
        f"{tmp_path / 'rows.txt'}:3:2",
    ]
    assert said == [f"{tmp_path}: 2 files were passed over, in no format that is known: banner.txt, times.log"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ids")
    (tmp_path / "list.ids").write_text("2x2:9c36\n", encoding="utf-8")
    (entry,) = entries(texts([str(tmp_path)], Source(lambda number: b"")))
    assert isinstance(entry.puzzle, Puzzle)


def test_a_folder_of_nothing_but_other_files_is_an_error_that_counts_them(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    said: list[str] = []
    (entry,) = entries(texts([str(tmp_path)], Source(lambda number: b"", say=said.append)))
    assert "a folder with puzzles in a known format, found none" in str(entry.puzzle)
    assert said == [f"{tmp_path}: 1 file was passed over, in no format that is known: notes.txt"]


def test_what_is_skipped_in_many_texts_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(OBJECT, encoding="utf-8")
    assert main(["convert", "--to", "gameid", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert shown.out == "2x1:14\n" * 2
    assert shown.err.count("'comment'") == 1


@pytest.fixture
def in_plain_mode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Play in lines of text, of which there are none, in a library of its own."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setenv("ACCESSIBLE", "1")
    for name in ("TERMPUZZLES_DATA", "TERMPUZZLES_CONFIG"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.mark.usefixtures("in_plain_mode")
def test_play_of_a_list_with_a_bad_line_plays_the_others_and_names_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.ids"
    file.write_text("2x2:9c36\nnonsense\n3x2:14v8h36a\n", encoding="utf-8")
    assert main(["play", str(file)]) == 0
    shown = capsys.readouterr()
    (line,) = shown.err.splitlines()
    assert line.startswith(
        f"termpuzzles: {file}:2:1: expected a puzzle id such as 7x7w:… (this looks most like ids of Net"
    )
    assert line.endswith("found 'nonsense'")
    assert "Puzzle 1 of 2." in shown.out


@pytest.mark.usefixtures("in_plain_mode")
def test_play_of_nothing_but_bad_lines_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "list.ids"
    file.write_text("2x2:9c\n2x2:9\n", encoding="utf-8")
    assert main(["play", str(file)]) == 2
    assert capsys.readouterr().err.count("expected 4 tiles") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("eight\nlines\nof\nprose\nthat\nare\nno\npuzzle\n", "1:1: expected a puzzle in a known format"),
        ("? 2\n9 12\n3 6\n", "1:1: expected a line as in number grids, like those below"),
        ("6a\n39\nzz\n", "3:1: expected a hexadecimal digit (this looks most like grids of hexadecimal digits;"),
        ("LIT\nTIL\nLXT\n", "3:2: expected L, I, T, + or - (this looks most like grids of letters;"),
    ],
)
def test_a_file_in_no_known_format_is_one_error_that_leads_to_the_page(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "what"
    file.write_text(text, encoding="utf-8")
    assert main(["check", str(file)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"termpuzzles: {file}:{sentence}")
    assert "`termpuzzles help formats` explains all formats" in line


def test_settings_are_checked_and_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path))
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path / "data"))
    assert main(["settings", "--check"]) == 0
    assert "no such file, so nothing in it is wrong" in capsys.readouterr().out
    file = tmp_path / "settings.toml"
    assert main(["settings"]) == 0
    usual = capsys.readouterr().out.splitlines()
    assert 'theme = "auto"' in usual
    file.write_text("# nothing", encoding="utf-8")
    assert main(["settings"]) == 0
    assert capsys.readouterr().out.splitlines() == usual
    file.write_text('theme = "drak"\n[new]\nsize = "huge"\n[keys]\n"play.undoo" = "u"\n', encoding="utf-8")
    assert main(["settings", "--check"]) == 2
    assert [line.removeprefix(f"termpuzzles: {file}:")[:2] for line in capsys.readouterr().err.splitlines()] == [
        "1:",
        "3:",
        "5:",
    ]
    assert main(["settings"]) == 0
    shown = capsys.readouterr().out
    assert '\ntheme = "auto"  # settings.toml:1: theme takes ' in f"\n{shown}"
    assert "not 'drak'. Did you mean 'dark'?\n" in shown
    assert "\n# size: none  # settings.toml:3: new.size takes " in shown
    last = """\n# "play.undoo" = "u"  # settings.toml:5: there is no 'play.undoo'. Did you mean 'play.undo'?\n"""
    assert shown.endswith(last)
    file.write_text('theme = "night"\n[keys]\n"play.undo" = "f20"\n', encoding="utf-8")
    assert main(["settings", "--check"]) == 0
    assert main(["settings"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2:] == ["[keys]", '"play.undo" = "f20"']
    assert 'theme = "night"  # in settings.toml' in lines
    file.write_text('themes = "night"\nlook = "pips"\n[play]\ntimer = 7\n[pley]\nx = 1\n', encoding="utf-8")
    assert main(["settings"]) == 0
    told = [line.partition(": ")[0] for line in capsys.readouterr().out.splitlines() if "settings.toml:" in line]
    assert told == [
        'look = "auto"  # settings.toml:2',
        "time = true  # settings.toml:4",
        "# settings.toml:1",
        "# settings.toml:5",
    ]
