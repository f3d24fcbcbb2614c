"""A game that is only registered works in every command, and in worker processes that did not register it."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from termpuzzles.games import GAMES, named, names, register
from tests.cli.program import ROOT


def web(*words: str, stdin: str = "", status: int = 0, data: Path | None = None) -> str:
    """What termpuzzles prints with Web registered, after checking the exit status; `data` is the player's folder."""
    command = [sys.executable, "-m", "tests.games.web", *words]
    environment = os.environ | ({"TERMPUZZLES_DATA": str(data), "TERMPUZZLES_CONFIG": str(data)} if data else {})
    done = subprocess.run(
        command, input=stdin, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == status, done.stderr
    return done.stdout


def test_new_boards_of_it_are_solved_checked_hinted_and_converted() -> None:
    ids = web("generate", "web", "5x5", "--count", "4", "--seed", "1")
    assert ids.count("\n") == ids.count("web:5x5:") == 4
    assert web("generate", "web", "5x5", "--count", "4", "--seed", "1", "--jobs", "2") == ids
    assert web("check", "-", stdin=web("solve", stdin=ids)).count("\n1 ") == 4
    for line in web("check", "--json", stdin=ids).splitlines():
        facts = json.loads(line)
        assert (facts["game"], facts["solutions"]) == ("web", 1)
    assert web("convert", "--to", "gameid", stdin=web("convert", "--to", "picture", stdin=ids)) == ids
    assert web("hint", stdin=ids)


def test_loops_are_allowed_and_separate_parts_are_not() -> None:
    assert web("solve", "web:2x2:3333") == "web:2x2:9c36\n"
    assert web("solve", "web:4x1:1414", status=1) == ""
    assert web("solve", "infinity:4x1:1414") == "infinity:4x1:1414\n"


def test_it_is_played_in_lines_of_text(tmp_path: Path) -> None:
    shown = web("play", "--plain", "web:2x1:11", stdin="turn 2 1 half\nquit\n", data=tmp_path)
    assert "Web" in shown
    assert "solved" in shown


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget afterwards which games were registered, and know none at first."""
    monkeypatch.setattr("termpuzzles.games._registered", {})


@pytest.mark.usefixtures("fresh")
def test_a_game_is_imported_from_the_file_that_registers_it_where_it_is_not_known_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    imports = "from dataclasses import replace\nfrom termpuzzles.games import named, register\n"
    (tmp_path / "registers_own.py").write_text(
        f"{imports}register(replace(named('net'), name='own'))\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for home in ("", "json"):
        with pytest.raises(KeyError):
            named("own", home)
    assert named("own", "registers_own").name == "own"
    assert named("own", "no_such_file") is named("own")
    assert names() == (*GAMES, "own")


@pytest.mark.usefixtures("fresh")
def test_a_game_replaces_one_of_its_name_but_none_of_the_package() -> None:
    net = named("net")
    one, other = replace(net, name="own", title="One"), replace(net, name="own", title="Other")
    for game in (one, other):
        register(game)
        assert named("own") is game
    with pytest.raises(ValueError, match=r"^the game 'net' is part of termpuzzles$"):
        register(replace(net, title="Another Net"))
    assert (named("net"), names()) == (net, (*GAMES, "own"))
