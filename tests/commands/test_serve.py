"""`serve`: where its folder and its config are, and what it says where a library is missing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from termpuzzles.cli.run import run
from termpuzzles.commands.serve import service_folder


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

    for module in ("processes", "server", "client"):
        stub = ModuleType(f"termpuzzles.ssh.{module}")
        monkeypatch.setattr(stub, "__getattr__", fail, raising=False)
        monkeypatch.setitem(sys.modules, stub.__name__, stub)
