"""`daily`, `stats`, `data` and `play --pack` as a shell runs them."""

import json
from datetime import date
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_games
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from tests.cli.program import termpuzzles
from tests.games.boards import board
from tests.play.test_session import Time


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path / "config"))
    return Library(Folders(tmp_path / "data", tmp_path / "config"))


def solve(library: Library) -> None:
    kept = open_session(library, board(named("infinity"), "┗┓", "┗┛"), Time())
    kept.session.do(Gesture("turn", 0))
    assert kept.session.solved
    kept.leave()


def test_the_boards_of_a_day_are_printed_one_a_line(data: Library) -> None:
    games = daily_games(date(2026, 11, 21))
    done = termpuzzles("daily", "--date", "2026-11-21")
    assert done.returncode == 0
    ids = done.stdout.decode().splitlines()
    assert [read(text)[0].game.name for text in ids] == list(games)
    one = termpuzzles("daily", "net", "--date", "2026-11-21", "--to", "picture")
    assert read(one.stdout.decode())[0].tiles == read(ids[games.index("net")])[0].tiles


def test_an_invalid_date_is_bad_usage(data: Library) -> None:
    assert termpuzzles("daily", "--date", "2026-13-01").returncode == 2


def test_statistics_are_told_in_words_and_as_json(data: Library) -> None:
    assert b"Nothing has been solved yet." in termpuzzles("stats").stdout
    solve(data)
    lines = termpuzzles("stats").stdout.decode().splitlines()
    assert lines[0].split() == ["game", "size", "rating", "solved", "unaided", "best", "median", "streak"]
    assert lines[1].split()[:4] == ["∞", "Loop", "2x2", "-"]
    (row,) = (json.loads(line) for line in termpuzzles("stats", "--json").stdout.splitlines())
    assert row["solved"] == row["unaided"] == row["streak"] == 1
    assert row["rating"] is None


def test_everything_is_exported_to_a_file_and_imported_again(data: Library, tmp_path: Path) -> None:
    solve(data)
    file = str(tmp_path / "all.zip")
    assert termpuzzles("data", "export", file).stdout.startswith(b"1 journal written to ")
    assert b"1 already here" in termpuzzles("data", "import", file).stdout
    (tmp_path / "other").write_bytes(b"nothing")
    refused = termpuzzles("data", "import", str(tmp_path / "other"))
    assert refused.returncode == 2
    assert b"data export" in refused.stderr
    assert termpuzzles("data", "export", str(tmp_path / "no" / "where")).returncode == 2


def test_a_pack_that_does_not_exist_is_refused_with_those_that_do(data: Library) -> None:
    done = termpuzzles("play", "--pack", "no such")
    assert done.returncode == 2
    assert b"expected one of the packs" in done.stderr
