"""`serve`: where its folder and its config are, and what it says where a library is missing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from termpuzzles.cli.run import run
from termpuzzles.company.commands.serve import service_folder


@pytest.mark.parametrize(
    ("asked", "environment", "folder"),
    [
        ("here", {"STATE_DIRECTORY": "/var/lib/a", "TERMPUZZLES_DATA": "/data"}, "here"),
        (None, {"STATE_DIRECTORY": "/var/lib/a", "TERMPUZZLES_DATA": "/data"}, "/var/lib/a"),
        (None, {"STATE_DIRECTORY": "/var/lib/a:/var/lib/b:/var/lib/c"}, "/var/lib/a"),
        (None, {"STATE_DIRECTORY": "", "TERMPUZZLES_DATA": "/data"}, "/data/service"),
        ("", {"TERMPUZZLES_DATA": "/data"}, "/data/service"),
    ],
)
def test_a_service_keeps_its_data_where_it_is_told_or_where_the_system_lets_it(
    asked: str | None, environment: dict[str, str], folder: str
) -> None:
    assert service_folder(asked, environment) == Path(folder)


@pytest.mark.parametrize("given", ["{etc}", "{etc}:{other}", "", None])
def test_the_config_is_where_the_system_keeps_it_or_with_the_data(
    given: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("asyncssh")
    folders = {name: tmp_path / name for name in ("etc", "other", "data")}
    for name, folder in folders.items():
        folder.mkdir(mode=0o700)
        (folder / "serve.toml").write_text(f'message = "{name}.example.org"\n', encoding="utf-8")
    if given is not None:
        monkeypatch.setenv("CONFIGURATION_DIRECTORY", given.format(**folders))
    assert run(["serve", "--check-config", "--data", str(folders["data"])]) == 0
    said = capsys.readouterr().out
    assert [name for name in folders if f"{name}.example.org" in said] == ["etc" if given else "data"]


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        ("asyncssh", "the service needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'"),
        ("resource", "the service needs Linux, macOS or another Unix system"),
    ],
)
def test_a_library_that_is_missing_is_named(
    missing: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _without(missing, monkeypatch)
    assert run(["serve"]) == 2
    assert capsys.readouterr().err == f"termpuzzles: {said}\n"


def test_a_library_of_ours_that_is_missing_is_a_bug(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    _without("termpuzzles.nothing", monkeypatch)
    for words in (["serve"], ["sync", "example.org"]):
        assert run(words) == 70
        assert "this is a bug, sorry (ModuleNotFoundError" in capsys.readouterr().err


def test_sync_names_the_library_that_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _without("asyncssh", monkeypatch)
    assert run(["sync", "example.org"]) == 2
    said = "sync needs asyncssh: python3 -m pip install 'termpuzzles[ssh]'"
    assert capsys.readouterr().err == f"termpuzzles: {said}\n"


def _without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every module of the service fail to load, as where this library is missing."""

    def fail(attribute: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for module in ("service.processes", "service.server", "client"):
        stub = ModuleType(f"termpuzzles.company.{module}")
        monkeypatch.setattr(stub, "__getattr__", fail, raising=False)
        monkeypatch.setitem(sys.modules, stub.__name__, stub)


ADDRESS = "postgresql://termpuzzles@db.example/termpuzzles"
PSYCOPG = "a database needs psycopg: python3 -m pip install 'termpuzzles[postgres]'"


@pytest.mark.parametrize("has_psycopg", [False, True])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["move", "here", "there"], f"service move: expected a folder and {ADDRESS}, in either order"),
        (["move", ADDRESS, ADDRESS], f"service move: expected a folder and {ADDRESS}, in either order"),
        (
            ["backup", "a.zip", "--store", ADDRESS],
            "service backup: this is for a folder; see `service move`, and pg_dump",
        ),
        (
            ["restore", "a.zip", "--store", ADDRESS],
            "service restore: this is for a folder; see `service move`, and pg_dump",
        ),
    ],
)
def test_what_is_for_a_folder_or_needs_psycopg_is_said(
    words: list[str],
    said: str,
    has_psycopg: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("termpuzzles.company.commands.serve.find_spec", lambda name: name == "psycopg" and has_psycopg)
    assert run(["service", *words]) == 2
    assert capsys.readouterr().err == f"termpuzzles: {said if has_psycopg else PSYCOPG}\n"


def test_a_service_with_a_database_needs_psycopg(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("asyncssh")
    monkeypatch.setattr("termpuzzles.company.commands.serve.find_spec", lambda name: None)
    assert run(["serve", "--check-config", "--data", str(tmp_path), "--store", ADDRESS]) == 2
    assert capsys.readouterr().err == f"termpuzzles: {PSYCOPG}\n"


@pytest.mark.parametrize(
    ("what", "words", "refused"),
    [
        ("backup", [], "the name of a file"),
        ("backup", ["a", "b"], "the name of a file"),
        ("restore", [], "the name of a file"),
        ("move", ["a"], "a folder and a database"),
        ("move", ["a", "b", "c"], "a folder and a database"),
    ],
)
def test_words_too_few_or_too_many_are_refused(
    what: str, words: list[str], refused: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["service", what, *words]) == 2
    assert capsys.readouterr().err == f"termpuzzles: service {what}: expected {refused}\n"


def test_a_backup_that_is_none_is_refused_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.zip").write_bytes(b"no archive")
    assert run(["service", "restore", str(tmp_path / "wrong.zip"), "--data", str(tmp_path / "data")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "wrong.zip: expected " in said.err
