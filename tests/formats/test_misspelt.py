"""Misspelt headers, settings and names of keys are told with the right one; comments are comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.formats import read, read_each
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.theme import added_themes
from termpuzzles.tui.warnings import warnings_of

HEADERS = (
    *(("# gmae: net", "game"), ("# Game: net", "game"), ("# game : net", "game"), ("#game: net", "game")),
    *(("# game:net", "game"), ("#  game: net", "game"), ("# GAME: net", "game"), ("# games: net", "game")),
    *(("# Wrap: both", "wrap"), ("# warp: both", "wrap"), ("# wraps: both", "wrap"), ("# wall: 1,1v", "walls")),
    *(("# Walls: 1,1v", "walls"), ("# wals: 1,1v", "walls"), ("# pin: 1,1", "pins"), ("# Pins : 1,1", "pins")),
    *(("# titel: x", "title"), ("# Title: x", "title"), ("# autor: x", "author"), ("# auhtor: x", "author")),
    *(("# sourse: x", "source"), ("# clue: 1,1", "clues"), ("# cluse: 1,1", "clues"), ("# cross: 1,1v", "crosses")),
    *(("# crosess: 1,1v", "crosses"), ("# line: 1,1v", "lines"), ("# Size: 2x2", "size"), ("# szie: 2x2", "size")),
    *(("# raiting: edge", "rating"), ("# efort: 3", "effort"), ("# Note: x", "note"), ("# nots: x", "notes")),
)
SETTINGS = (
    *(('theme = "drak"', "dark"), ('theme = "lihgt"', "light"), ('theme = "hihg_contrast"', "high-contrast")),
    *(('theme = "nihgt"', "night"), ('themes = "dark"', "theme"), ('glyphs = "acsii"', "ascii")),
    *(
        ('look = "pips"', "pipes"),
        ('keymap = "vmi"', "vim"),
        ('keymap = "tathm"', "tatham"),
        ('glyhps = "ascii"', "glyphs"),
    ),
    *(("[pley]\ntime = true", "play"), ("[play]\ntiem = true", "time"), ("[play]\nauto-pn = true", "auto-pin")),
    *(("[play]\nturn_then_pins = true", "turn-then-pin"), ('[play]\nturn = "clokwise"', "clockwise")),
    *(
        ('[play]\nwrong-pins = "atonec"', "at once"),
        ('[play]\nclick = "trun"', "turn"),
        ("[hnts]\noffer = true", "hints"),
    ),
    *(("[hints]\noffr = true", "offer"), ('[new]\ngame = "masyo"', "masyu"), ('[new]\nsizes = "9x9"', "size")),
    *(('[play]\ntheme = "dark"', "theme"), ("marks = true", "marks")),
)
KEYS = (
    *(('"play.undoo" = "u"', "play.undo"), ('"ply.redo" = "r"', "play.redo"), ('"play.hnit" = "f9"', "play.hint")),
    *(('"tile.pni" = "f9"', "tile.pin"), ('"board.nort" = "f9"', "board.north"), ('"home.newx" = "f9"', "home.new")),
    *(
        ('"play.redo" = "ctlr+r"', "ctrl+r"),
        ('"play.redo" = "escpae"', "escape"),
        ('"play.redo" = "bakspace"', "backspace"),
    ),
    *(
        ('"play.redo" = "page_up"', "pageup"),
        ('"play.redo" = "spcae"', "space"),
        ('"play.redo" = "questionmark"', "question_mark"),
    ),
)


def test_there_are_sixty() -> None:
    assert len(HEADERS) + len(SETTINGS) + len(KEYS) >= 60


@pytest.mark.parametrize(("line", "meant"), HEADERS)
@pytest.mark.parametrize("below", [False, True])
def test_a_misspelt_header_is_told_with_the_nearest_right_one(line: str, meant: str, below: bool) -> None:
    rows = ["┏┓", "┗┛"]
    rows.insert(below, line)
    (reading,) = read_each("\n".join(rows), source="in")
    assert str(reading.puzzle).startswith(f"in:{2 if below else 1}:")
    assert f"{meant!r}?" in str(reading.puzzle) or f"'# {meant}: …'" in str(reading.puzzle)


def test_a_header_below_the_first_row_is_an_error() -> None:
    (reading,) = read_each("┏┓\n# game: net\n┗┛")
    assert str(reading.puzzle) == "2:1: expected header lines above the first row, found '# game: net'"


def test_a_word_that_is_like_no_key_is_told_with_all_of_them() -> None:
    (reading,) = read_each("# qqqq: x\n┏┓\n┗┛")
    assert "one of the header keys game, title, author" in str(reading.puzzle)


@pytest.mark.parametrize(
    "line", ["# level 7", "# a picture: mine", "## game: net", "#! game: net", "# http://x.org/a", "#", "# 7x7: none"]
)
def test_a_comment_is_no_header(line: str) -> None:
    assert read(f"{line}\n┏┓\n{line}\n┗┛") == read("┏┓\n┗┛")


def told(folder: Path, text: str) -> list[str]:
    """The warnings about a file of settings."""
    (folder / "settings.toml").write_text(text, encoding="utf-8")
    return warnings_of(Library(Folders(folder / "data", folder)).settings(), added_themes(folder))


@pytest.mark.parametrize(("text", "meant"), [*SETTINGS, *((f"[keys]\n{line}", meant) for line, meant in KEYS)])
def test_a_misspelt_setting_or_key_is_told_with_its_line_and_the_nearest_right_one(
    text: str, meant: str, tmp_path: Path
) -> None:
    (warning,) = told(tmp_path, "\n" + text)
    line = 2 + text.count("\n") * ("[pley]" not in text and "[hnts]" not in text)
    assert warning.startswith(f"{tmp_path / 'settings.toml'}:{line}: ")
    assert f"Did you mean {meant!r}" in warning


def test_a_size_that_is_none_and_a_key_that_is_none_are_told(tmp_path: Path) -> None:
    (warning,) = told(tmp_path, '[new]\nsize = "huge"')
    assert warning.endswith('settings.toml:2: new.size takes a size such as "9x9" or "7x7w", not "huge"')
    (warning,) = told(tmp_path, '[keys]\n"play.redo" = "nosuchkey"')
    assert warning.endswith("settings.toml:2: there is no key 'nosuchkey' for play.redo")


def test_nobody_is_warned_of_what_is_right(tmp_path: Path) -> None:
    keys = '"play.redo" = "ctrl+r,f20"\n"play.undo" = "quotation_mark"\n"play.hint" = "ö"\n"play.check" = "+"\n'
    for size in ("9", "9x7", "7x7w", "9x9mx"):
        assert told(tmp_path, f'theme = "night"\n[new]\nsize = "{size}"\n[keys]\n{keys}') == []
    for theme in ("auto", "none", "dracula", "mono"):
        assert told(tmp_path, f'theme = "{theme}"') == []
